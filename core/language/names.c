/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/language/names.h"
#include "core/language/hints.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_LETTERS 32
#define MOST_TRIED 20000

static glong
letters(const char *name, gunichar *ucs4)
{
  glong n = 0;
  for (const char *c = name; *c != '\0' && n < MOST_LETTERS; c = g_utf8_next_char(c))
    ucs4[n++] = g_utf8_get_char(c);
  return n;
}

/* Damerau's distance (optimal string alignment): insertions, deletions, changes and swaps of neighbours. */
static guint
distance(const char *a, const char *b)
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

void
noslip_nearest_start(Nearest *nearest, const char *name)
{
  *nearest = (Nearest){.name = name, .distance = G_MAXUINT};
}

/* A name of up to two letters is near only if it differs by case or by the spelling of a Greek letter; else one wrong letter in three, at most three. */
void
noslip_nearest_try(Nearest *nearest, const char *candidate)
{
  if (nearest->tried++ > MOST_TRIED || strcmp(nearest->name, candidate) == 0)
    return;
  gsize a = strlen(nearest->name), b = strlen(candidate);
  if (a > b + 12 || b > a + 12)
    return;
  g_autofree char *folded = g_utf8_casefold(nearest->name, -1);
  g_autofree char *other = g_utf8_casefold(candidate, -1);
  g_autofree char *spelled = noslip_hint_spelling(nearest->name);
  g_autofree char *other_spelled = noslip_hint_spelling(candidate);
  gboolean same = strcmp(folded, other) == 0 || strcmp(spelled, other_spelled) == 0;
  guint d = same ? 0 : distance(nearest->name, candidate);
  glong n = g_utf8_strlen(nearest->name, -1);
  guint limit = n <= 2 ? 0 : (guint) MIN(3, (n + 1) / 3);
  if (d <= limit && d < nearest->distance) {
    nearest->distance = d;
    nearest->best = candidate;
  }
}

char *
noslip_nearest_remedy(const Nearest *nearest)
{
  return nearest->best != NULL ? g_strdup_printf(_("did you mean %s?"), nearest->best) : NULL;
}
