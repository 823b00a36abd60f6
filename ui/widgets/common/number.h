/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people type them. */
#pragma once

#include <glib.h>

/* "0.25", "1e-3", "0,25" whatever the locale; FALSE where it is none or not finite, and *value is what it was. */
gboolean noslip_number_read(const char *text, double *value);
