/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "Did you mean": the nearest of many names. Inside language/. */
#pragma once

#include <glib.h>

typedef struct {
  const char *name;
  const char *best; /* NULL if nothing is near enough */
  guint distance;
  guint tried;
} Nearest;

/* Begins a search for the names nearest to `name`, which must outlive it, and tries one candidate. */
void noslip_nearest_start(Nearest *nearest, const char *name);
void noslip_nearest_try(Nearest *nearest, const char *candidate);
/* "did you mean best?", or NULL. Free with g_free(). */
char *noslip_nearest_remedy(const Nearest *nearest);

/* colors.c: whether `text` is a color: a CSS name, #rgb or #rrggbb. If not, *remedy says what to write; free with
 * g_free(). */
gboolean noslip_color_is_known(const char *text, char **remedy);

/* keys.c: whether `text` is the name of a key. If not, *remedy says what to write; free with g_free(). */
gboolean noslip_key_is_known(const char *text, char **remedy);
/* Whether both are names of one key: letters with and without Shift are. */
gboolean noslip_key_is_same(const char *one, const char *other);
