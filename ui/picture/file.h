/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures and documents as files, by core/output, with messages that name the file. */
#pragma once

#include "core/output/output.h"

/* Sets *error to say that the output's file could not be written; takes ownership of the reason. Returns FALSE. */
gboolean noslip_file_fail(const NoslipOutput *output, GError *reason, GError **error);
/* Writes one file; `reads` (NULL-terminated, or NULL) are files that must not be replaced. "-" is the standard output.
 * A pipe without a reader is waited for until `cancelled` (if that is NULL it is an error). FALSE with *error. */
gboolean noslip_file_write(const char *path, const char *const *reads, const void *data, gsize length,
                           NoslipOutputCancelled cancelled, gpointer cancelled_data, GError **error);
