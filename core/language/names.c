/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/language/names.h"
#include "core/base/spelling.h"
#include "core/language/hints.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_TRIED 20000

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
  guint d = same ? 0 : noslip_edit_distance(nearest->name, candidate);
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
