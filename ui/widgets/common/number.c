/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/number.h"

#include <math.h>

gboolean
noslip_number_read(const char *text, double *value)
{
  g_autofree char *plain = g_strdelimit(g_strstrip(g_strdup(text)), ",", '.');
  char *end = NULL;
  double number = g_ascii_strtod(plain, &end);
  if (end == plain || *end || !isfinite(number))
    return FALSE;
  *value = number;
  return TRUE;
}
