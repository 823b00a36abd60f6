/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people type them. */
#pragma once

#include <glib.h>

/* "0.25", "1e-3", "0,25" in any locale; FALSE if it is not a number or not finite, and *value is unchanged. */
gboolean noslip_number_read(const char *text, double *value);
