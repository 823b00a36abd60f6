/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/number.h"
#include "core/base/decimal.h"

#include <math.h>

gboolean
noslip_number_read(const char *text, double *value)
{
  g_autofree char *plain = g_strdelimit(g_strstrip(g_strdup(text)), ",", '.');
  return noslip_decimal_read(plain, value);
}
