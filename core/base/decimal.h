/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in decimal notation. */
#pragma once

#include <glib.h>

/* Room for the text of any double. */
#define NOSLIP_DECIMAL_SIZE G_ASCII_DTOSTR_BUF_SIZE
/* Writes the shortest decimal text that reads back as the same double, with a point in every locale, into `text`
 * (NOSLIP_DECIMAL_SIZE characters), which is returned. */
const char *noslip_decimal_text(double value, char *text);
/* Writes the value as "%.17g" of printf( ) does, with a point in every locale, into `text` (NOSLIP_DECIMAL_SIZE
 * characters); returns the length. */
gsize noslip_decimal_17_digits(double value, char *text);
/* Reads a text that is, as a whole, a finite number, with a point in every locale; blanks may precede it. FALSE, with
 * *value unchanged, if it is not. */
gboolean noslip_decimal_read(const char *text, double *value);
/* Reads the number at the beginning of a text; *end is the character after it. FALSE, with both unchanged, if there is
 * no finite number. */
gboolean noslip_decimal_prefix(const char *text, double *value, const char **end);
/* The value of a text that is known to be a number, such as a token; infinite if it is too large. */
double noslip_decimal_value(const char *text);
