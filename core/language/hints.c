/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/language/hints.h"

#include <string.h>

static const char *const greek_small[] = {
    "alpha", "beta",   "gamma",   "delta", "epsilon", "zeta",    "eta",   "theta", "iota",
    "kappa", "lambda", "mu",      "nu",    "xi",      "omicron", "pi",    "rho",   "sigma",
    "sigma", "tau",    "upsilon", "phi",   "chi",     "psi",     "omega",
};

/* The spelled letter at the start of a name, and how others write it. */
static const char *const spellings[][2] = {
    {"alfa", "alpha"}, {"teta", "theta"},      {"tita", "theta"},  {"fi", "phi"},          {"ksi", "xi"},
    {"gama", "gamma"}, {"lamda", "lambda"},    {"sygma", "sigma"}, {"epsilom", "epsilon"}, {"zita", "zeta"},
    {"ro", "rho"},     {"ypsilon", "upsilon"}, {"beeta", "beta"},  {"omga", "omega"},
};

/* U+03B1 … U+03C9 with final sigma, capitals as "Omega", and the two letters that also have a variant form. */
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

/* The name without the dot above its first letter, or NULL where there is none. */
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
