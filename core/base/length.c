/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/length.h"

#include "core/base/decimal.h"

#include <string.h>

gboolean
noslip_length_read(const char *text, double *points)
{
  static const struct {
    const char *name;
    double points;
  } units[] = {{"mm", 72 / 25.4}, {"cm", 720 / 25.4}, {"in", 72}, {"pt", 1}};
  const char *unit;
  double value;
  if (!noslip_decimal_prefix(text, &value, &unit) || !(value > 0 && value < 10000))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(units); i++)
    if (strcmp(unit, units[i].name) == 0) {
      *points = value * units[i].points;
      return TRUE;
    }
  return FALSE;
}
