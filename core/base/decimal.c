/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/decimal.h"

#include <math.h>

const char *
noslip_decimal_text(double value, char *text)
{
  static const char *const formats[] = {"%.15g", "%.16g", "%.17g"};
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
    g_ascii_formatd(text, NOSLIP_DECIMAL_SIZE, formats[i], value);
    if (g_ascii_strtod(text, NULL) == value)
      break;
  }
  return text;
}

double
noslip_decimal_value(const char *text)
{
  return g_ascii_strtod(text, NULL);
}

gboolean
noslip_decimal_prefix(const char *text, double *value, const char **end)
{
  char *behind = NULL;
  double number = g_ascii_strtod(text, &behind);
  if (behind == text || !isfinite(number))
    return FALSE;
  *value = number;
  *end = behind;
  return TRUE;
}

gboolean
noslip_decimal_read(const char *text, double *value)
{
  const char *end;
  double number;
  if (!noslip_decimal_prefix(text, &number, &end) || *end != '\0')
    return FALSE;
  *value = number;
  return TRUE;
}
