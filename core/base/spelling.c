/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/spelling.h"

#define MOST_LETTERS 64

static glong
letters(const char *name, gunichar *ucs4)
{
  glong n = 0;
  for (const char *c = name; *c != '\0' && n < MOST_LETTERS; c = g_utf8_next_char(c))
    ucs4[n++] = g_utf8_get_char(c);
  return n;
}

guint
noslip_edit_distance(const char *a, const char *b)
{
  gunichar u[MOST_LETTERS], v[MOST_LETTERS];
  glong n = letters(a, u), m = letters(b, v);
  guint row[3][MOST_LETTERS + 1];
  for (glong j = 0; j <= m; j++)
    row[0][j] = (guint) j;
  for (glong i = 1; i <= n; i++) {
    guint *now = row[i % 3], *before = row[(i + 2) % 3], *two = row[(i + 1) % 3];
    now[0] = (guint) i;
    for (glong j = 1; j <= m; j++) {
      guint d = MIN(before[j], now[j - 1]) + 1;
      d = MIN(d, before[j - 1] + (u[i - 1] != v[j - 1]));
      if (i > 1 && j > 1 && u[i - 1] == v[j - 2] && u[i - 2] == v[j - 1])
        d = MIN(d, two[j - 2] + 1);
      now[j] = d;
    }
  }
  return row[n % 3][m];
}
