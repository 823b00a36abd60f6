/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people would have written them. */
#pragma once

#include <glib.h>

/* Room for the text of any double. */
#define NOSLIP_DECIMAL_SIZE G_ASCII_DTOSTR_BUF_SIZE
/* Writes the shortest decimal text that reads back as the same double, with a point in every locale, into `text`
 * (NOSLIP_DECIMAL_SIZE characters), which is returned. */
const char *noslip_decimal_text(double value, char *text);
/* A whole text that is a finite number, with a point in every locale; blanks may stand before it. *value is unchanged
 * where FALSE. */
gboolean noslip_decimal_read(const char *text, double *value);
