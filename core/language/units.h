/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dimensions of quantities, from the units that the text gives, for the units of energy and of multipliers. Inside
 * language/. */
#pragma once

#include <glib.h>

/* m^e[0] kg^e[1] s^e[2]; angles count as numbers. */
typedef struct {
  gboolean known;
  gboolean zero; /* the number 0, which has any dimension */
  int e[3];
} Dimension;

/* "kg m^2/s", "N m/rad"; not known where a word is none of m kg s N J W Pa Hz rad deg 1, or NULL. A / divides by the
 * one word after it. */
Dimension noslip_unit_dimension(const char *unit);
/* a b^power */
Dimension noslip_dimension_product(Dimension a, Dimension b, int power);
Dimension noslip_dimension_sum(Dimension a, Dimension b);
/* "N", "N m", or "kg m^2/s^3"; NULL where it is not known. Free with g_free(). */
char *noslip_dimension_text(Dimension dimension);
