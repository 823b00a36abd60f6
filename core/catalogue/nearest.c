/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/catalogue/catalogue.h"

#include "core/base/spelling.h"

#include <string.h>

const char *
noslip_catalogue_nearest(const char *name, const char *const *names)
{
  const char *nearest = NULL;
  guint least = (guint) (strlen(name) + 2) / 3 + 1; /* with more than a third of the letters wrong it counts as another
                                                     * name */
  g_autofree char *folded = g_ascii_strdown(name, -1);
  for (guint i = 0; names[i] != NULL; i++) {
    g_autofree char *candidate = g_ascii_strdown(names[i], -1);
    guint apart = noslip_edit_distance(folded, candidate);
    if (apart < least) {
      least = apart;
      nearest = names[i];
    }
  }
  return nearest;
}
