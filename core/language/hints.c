/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/language/hints.h"

#include "core/base/spelling.h"
#include "core/language/names.h"
#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const greek_small[] = {
    "alpha", "beta",   "gamma",   "delta", "epsilon", "zeta",    "eta",   "theta", "iota",
    "kappa", "lambda", "mu",      "nu",    "xi",      "omicron", "pi",    "rho",   "sigma",
    "sigma", "tau",    "upsilon", "phi",   "chi",     "psi",     "omega",
};

/* Greek letters as spelled at the start of a name, and other spellings of them. */
static const char *const spellings[][2] = {
    {"alfa", "alpha"}, {"teta", "theta"},      {"tita", "theta"},  {"fi", "phi"},          {"ksi", "xi"},
    {"gama", "gamma"}, {"lamda", "lambda"},    {"sygma", "sigma"}, {"epsilom", "epsilon"}, {"zita", "zeta"},
    {"ro", "rho"},     {"ypsilon", "upsilon"}, {"beeta", "beta"},  {"omga", "omega"},
};

/* U+03B1 … U+03C9 with final sigma, capitals as "Omega", and the two letters with a variant form. */
static void
append_letter(GString *text, gunichar c)
{
  if (c >= 0x3B1 && c <= 0x3C9) {
    g_string_append(text, greek_small[c - 0x3B1]);
  } else if (c >= 0x391 && c <= 0x3A9 && c != 0x3A2) {
    g_string_append_c(text, g_ascii_toupper(greek_small[c - 0x391][0]));
    g_string_append(text, greek_small[c - 0x391] + 1);
  } else if (c == 0x3D1) {
    g_string_append(text, "theta");
  } else if (c == 0x3D5) {
    g_string_append(text, "phi");
  } else if (c == 0x3F5) {
    g_string_append(text, "epsilon");
  } else if (c >= 0x2080 && c <= 0x2089) {
    g_string_append_c(text, (char) ('0' + (c - 0x2080)));
  } else if (c != '_') {
    g_string_append_unichar(text, c);
  }
}

char *
noslip_hint_spelling(const char *name)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (const char *c = name; *c != '\0'; c = g_utf8_next_char(c))
    append_letter(text, g_utf8_get_char(c));
  gsize letters = 0;
  while (g_ascii_isalpha(text->str[letters]))
    letters++;
  for (guint i = 0; i < G_N_ELEMENTS(spellings); i++)
    if (strlen(spellings[i][0]) == letters && strncmp(text->str, spellings[i][0], letters) == 0)
      return g_strconcat(spellings[i][1], text->str + letters, NULL);
  return g_strdup(text->str);
}

/* The name without the dot above its first letter, or NULL if there is none. */
static char *
without_dot(const char *name)
{
  g_autofree char *apart = g_utf8_normalize(name, -1, G_NORMALIZE_DEFAULT);
  if (apart == NULL || *apart == '\0')
    return NULL;
  const char *second = g_utf8_next_char(apart);
  if (g_utf8_get_char(second) != 0x307)
    return NULL;
  g_autofree char *first = g_strndup(apart, (gsize) (second - apart));
  return g_strconcat(first, g_utf8_next_char(second), NULL);
}

char *
noslip_hint_rate_of(const char *name, guint i)
{
  static const char *const suffixes[] = {"_dot", "dot", "_prime", "prime"}, *const prefixes[] = {"dot_", "dot", "d"};
  g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
  gsize length = strlen(name);
  char *bare = without_dot(name);
  if (bare != NULL)
    g_ptr_array_add(found, bare);
  for (guint s = 0; s < G_N_ELEMENTS(suffixes); s++)
    if (length > strlen(suffixes[s]) && g_str_has_suffix(name, suffixes[s]))
      g_ptr_array_add(found, g_strndup(name, length - strlen(suffixes[s])));
  for (guint s = 0; s < G_N_ELEMENTS(prefixes); s++)
    if (length > strlen(prefixes[s]) && g_str_has_prefix(name, prefixes[s]))
      g_ptr_array_add(found, g_strdup(name + strlen(prefixes[s])));
  return i < found->len ? g_strdup(g_ptr_array_index(found, i)) : NULL;
}

/* Search for the nearest of many names */

#define MOST_TRIED 20000

void
noslip_nearest_start(Nearest *nearest, const char *name)
{
  *nearest = (Nearest){.name = name, .distance = G_MAXUINT};
}

/* A name of up to two letters is near only if it differs by case or by the spelling of a Greek letter; longer ones may
 * have one wrong letter in three, at most three. */
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
