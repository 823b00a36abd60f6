/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are either all there or as they were. */
#pragma once

#include <glib.h>

/* Whether something is there that a new file must not take the place of: a device, a pipe, a socket. */
gboolean noslip_file_is_special(const char *path);
/* Writes all of it: a regular file is replaced when everything is written, and what is special is written into.
 * "-" is the standard output. FALSE with *error. */
gboolean noslip_file_write(const char *path, const void *data, gsize length, GError **error);
