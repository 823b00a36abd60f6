/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names as mathematics: w1, w_1 and ω₁ have a subscript, theta' has a dot, lambda(blade) is a multiplier. */
#include "core/expr/graph.h"

#include <string.h>

/* In the order of Unicode; index 17 is the final sigma. Capitals that look like Latin letters have no command. */
static const char *const greek[25] = {"alpha",   "beta", "gamma", "delta",    "epsilon", "zeta", "eta",
                                      "theta",   "iota", "kappa", "lambda",   "mu",      "nu",   "xi",
                                      "omicron", "pi",   "rho",   "varsigma", "sigma",   "tau",  "upsilon",
                                      "phi",     "chi",  "psi",   "omega"};
static const char *const capitals = "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ";

static gboolean
has_capital(const char *name)
{
  g_autofree char *word = g_strconcat(name, " ", NULL);
  const char *found = strstr(capitals, word);
  return found != NULL && (found == capitals || found[-1] == ' ');
}

/* "\theta" for "theta" and "θ", "\Omega" for "Omega" and "Ω"; FALSE for anything but a Greek letter. */
static gboolean
append_greek(GString *out, const char *name)
{
  gunichar c = g_utf8_get_char(name);
  gboolean single = *g_utf8_next_char(name) == '\0';
  if (single && c >= 0x3b1 && c <= 0x3c9) {
    g_string_append_printf(out, c == 0x3bf ? "o" : "\\%s", greek[c - 0x3b1]);
    return TRUE;
  }
  if (single && c >= 0x391 && c <= 0x3a9 && c != 0x3a2) {
    g_autofree char *word = g_strdup(greek[c - 0x391]);
    word[0] = g_ascii_toupper(word[0]);
    if (has_capital(word))
      g_string_append_printf(out, "\\%s", word);
    else
      g_string_append_printf(out, "\\mathrm{%c}", word[0]);
    return TRUE;
  }
  for (guint i = 0; i < G_N_ELEMENTS(greek); i++)
    if (strcmp(name, greek[i]) == 0 && i != 14) {
      g_string_append_printf(out, "\\%s", name);
      return TRUE;
    }
  if (!has_capital(name))
    return FALSE;
  g_string_append_printf(out, "\\%s", name);
  return TRUE;
}

static gboolean
all_digits(const char *text)
{
  return *text != '\0' && strspn(text, "0123456789") == strlen(text);
}

/* Appends a word without primes and subscripts. */
static void
append_word(GString *out, const char *word)
{
  if (append_greek(out, word))
    return;
  if (g_utf8_strlen(word, -1) <= 1 || all_digits(word)) {
    g_string_append(out, strcmp(word, "_") == 0 ? "\\_" : word);
    return;
  }
  g_string_append(out, "\\mathrm{");
  for (; *word != '\0'; word++) {
    if (strchr("_#$%&{}", *word) != NULL)
      g_string_append_c(out, '\\');
    g_string_append_c(out, *word);
  }
  g_string_append_c(out, '}');
}

/* Subscript digits become digits as if after an underscore: ω₁ is read as ω1. */
static char *
plain_digits(const char *name, gsize length)
{
  GString *plain = g_string_new(NULL);
  for (const char *p = name; p < name + length; p = g_utf8_next_char(p)) {
    gunichar c = g_utf8_get_char(p);
    g_string_append_unichar(plain, c >= 0x2080 && c <= 0x2089 ? '0' + (c - 0x2080) : c);
  }
  return g_string_free(plain, FALSE);
}

/* stem, subscript: split at the first underscore inside, else before the digits at the end. The dots go over the stem.
 * */
static void
append_stem(GString *out, const char *name, gsize length, gsize n_dots)
{
  static const char *const dots[] = {"", "\\dot{", "\\ddot{", "\\dddot{"};
  g_autofree char *plain = plain_digits(name, length);
  char *split = plain[0] == '\0' ? NULL : strchr(plain + 1, '_'), *subscript = NULL;
  if (split != NULL && split[1] != '\0') {
    *split = '\0';
    subscript = g_strdup(split + 1);
  } else if (split == NULL) {
    gsize n = strlen(plain);
    while (n > 0 && g_ascii_isdigit(plain[n - 1]))
      n--;
    if (n > 0 && plain[n] != '\0') {
      subscript = g_strdup(plain + n);
      plain[n] = '\0';
    }
  }
  g_string_append(out, dots[n_dots]);
  append_word(out, plain);
  g_string_append(out, n_dots > 0 ? "}" : "");
  if (subscript != NULL) {
    g_string_append(out, "_{");
    if (strchr(subscript, '_') != NULL) /* Gamma_X_y: y is an index of X */
      append_stem(out, subscript, strlen(subscript), 0);
    else
      append_word(out, subscript);
    g_string_append_c(out, '}');
  }
  g_free(subscript);
}

/* x[1][2] is x with the subscript 1,2, and c.x is c with the subscript x, as one name with an underscore. */
static char *
indices_below(const char *name, gsize length)
{
  GString *text = g_string_new(NULL);
  gboolean below = memchr(name, '_', length) != NULL;
  for (gsize i = 0; i < length; i++) {
    gboolean opens = name[i] == '[' || name[i] == '.';
    if (opens)
      g_string_append_c(text, below ? ',' : '_');
    else if (name[i] != ']')
      g_string_append_c(text, name[i]);
    below = below || opens;
  }
  return g_string_free(text, FALSE);
}

static void
append_dotted(GString *out, const char *name, gsize length)
{
  gsize stem = length;
  while (stem > 1 && name[stem - 1] == '\'')
    stem--;
  if (memchr(name, '[', stem) == NULL && memchr(name, '.', stem) == NULL) {
    append_stem(out, name, stem, MIN(length - stem, 3));
    return;
  }
  g_autofree char *below = indices_below(name, stem);
  append_stem(out, below, strlen(below), MIN(length - stem, 3));
}

char *
noslip_latex_name(const char *name)
{
  GString *out = g_string_new(NULL);
  const char *open = strchr(name, '(');
  gsize length = strlen(name);
  if (open == NULL || open == name || name[length - 1] != ')') {
    append_dotted(out, name, length);
    return g_string_free(out, FALSE);
  }
  /* lambda(blade), mu(c1), p(omega), p(x') */
  append_dotted(out, name, (gsize) (open - name));
  g_string_append(out, "_{");
  append_dotted(out, open + 1, (gsize) (name + length - 1 - (open + 1)));
  g_string_append_c(out, '}');
  return g_string_free(out, FALSE);
}
