/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dimensions of quantities, from the units that the text gives: for the units of energy and of multipliers, and for
 * warnings where they do not fit. Inside language/. */
#pragma once

#include <glib.h>

#define NOSLIP_DIMENSION_BASES 5 /* m kg s A K */
#define NOSLIP_DIMENSION_ONE 60  /* the exponent 1: powers are rational, with denominators up to 6, and 10 */

/* m^(e[0]/60) kg^(e[1]/60) s^(e[2]/60) …; angles count as numbers. */
typedef struct {
  gboolean known;
  gboolean zero;    /* the number 0, which has any dimension */
  gboolean literal; /* a number, or one times functions: it may stand for a quantity whose unit is not said */
  int e[NOSLIP_DIMENSION_BASES];
} Dimension;

/* "kg m^2/s", "N m/rad", "m^(1/2)"; not known where a word is no unit that is listed in units.c, or NULL. A / divides by
 * the one word after it. */
Dimension noslip_unit_dimension(const char *unit);
/* a b^power */
Dimension noslip_dimension_product(Dimension a, Dimension b, int power);
/* a^(power/NOSLIP_DIMENSION_ONE); not known where the exponents are no sixtieths */
Dimension noslip_dimension_power(Dimension a, int power);
Dimension noslip_dimension_sum(Dimension a, Dimension b);
gboolean noslip_dimension_is_number(Dimension a);
/* Whether they cannot be added: both are known and differ. */
gboolean noslip_dimension_clash(Dimension a, Dimension b);
/* "N", "N m", or "kg m^2/s^3"; NULL where it is not known. Free with g_free(). */
char *noslip_dimension_text(Dimension dimension);
