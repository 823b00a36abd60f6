/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dimensions of quantities, from the units in the text: for the units of energy and of multipliers, and for warnings if
 * they do not fit. Inside language/. */
#pragma once

#include <glib.h>

#define NOSLIP_DIMENSION_BASES 5 /* m kg s A K */
#define NOSLIP_DIMENSION_ONE 60  /* the exponent 1: powers are rational, with denominators up to 6, and 10 */

/* m^(e[0]/60) kg^(e[1]/60) s^(e[2]/60) …; angles count as numbers. */
typedef struct {
  gboolean known;
  gboolean zero;    /* the number 0, which has any dimension */
  gboolean literal; /* a number, or a product of one with functions: it may be a quantity whose unit is not given */
  int e[NOSLIP_DIMENSION_BASES];
} Dimension;

/* "kg m^2/s", "N m/rad", "m^(1/2)"; unknown if a word is not a unit of units.c, or NULL. A / divides by the one word
 * after it. */
Dimension noslip_unit_dimension(const char *unit);
/* a b^power */
Dimension noslip_dimension_product(Dimension a, Dimension b, int power);
/* a^(power/NOSLIP_DIMENSION_ONE); unknown if the exponents are not sixtieths */
Dimension noslip_dimension_power(Dimension a, int power);
Dimension noslip_dimension_sum(Dimension a, Dimension b);
gboolean noslip_dimension_is_number(Dimension a);
/* Whether they cannot be added: both are known and differ. */
gboolean noslip_dimension_clash(Dimension a, Dimension b);
/* "N", "N m", or "kg m^2/s^3"; NULL if it is not known. Free with g_free(). */
char *noslip_dimension_text(Dimension dimension);
