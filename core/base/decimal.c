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

gboolean
noslip_decimal_read(const char *text, double *value)
{
  char *end = NULL;
  double number = g_ascii_strtod(text, &end);
  if (end == text || *end != '\0' || !isfinite(number))
    return FALSE;
  *value = number;
  return TRUE;
}
