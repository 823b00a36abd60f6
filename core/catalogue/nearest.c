/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/catalogue/catalogue.h"

#include <string.h>

#define LONGEST 64

/* Edit distance (insertion, deletion, substitution, exchange of neighbours) between two short names, in bytes. */
static guint
distance(const char *a, const char *b)
{
  gsize n = strlen(a), m = strlen(b);
  if (n > LONGEST || m > LONGEST)
    return G_MAXUINT;
  guint rows[3][LONGEST + 1];
  for (gsize j = 0; j <= m; j++)
    rows[0][j] = (guint) j;
  for (gsize i = 1; i <= n; i++) {
    guint *now = rows[i % 3], *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];
    now[0] = (guint) i;
    for (gsize j = 1; j <= m; j++) {
      guint best = before[j - 1] + (a[i - 1] != b[j - 1]);
      best = MIN(best, MIN(before[j], now[j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        best = MIN(best, earlier[j - 2] + 1);
      now[j] = best;
    }
  }
  return rows[n % 3][m];
}

const char *
noslip_catalogue_nearest(const char *name, const char *const *names)
{
  const char *nearest = NULL;
  guint least = (guint) (strlen(name) + 2) / 3 + 1; /* more than a third wrong is another name */
  g_autofree char *folded = g_ascii_strdown(name, -1);
  for (guint i = 0; names[i] != NULL; i++) {
    g_autofree char *candidate = g_ascii_strdown(names[i], -1);
    guint apart = distance(folded, candidate);
    if (apart < least) {
      least = apart;
      nearest = names[i];
    }
  }
  return nearest;
}
