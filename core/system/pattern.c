/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/pattern.h"

#include <string.h>

gboolean
noslip_pattern_find(const char *name, NoslipPattern *pattern)
{
  static const char *const names[] = {
      [NOSLIP_PATTERN_PLAIN] = "plain",
      [NOSLIP_PATTERN_BEACH] = "beach",
      [NOSLIP_PATTERN_GRID] = "grid",
  };
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (strcmp(names[i], name) == 0) {
      *pattern = (NoslipPattern) i;
      return TRUE;
    }
  return FALSE;
}
