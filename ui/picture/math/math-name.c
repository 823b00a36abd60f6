/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for labels and axes: one line of text, no layout. */
#include "ui/picture/math/math-box.h"

#include <string.h>

char *
noslip_math_name(const char *name, gboolean primes)
{
  GString *out = g_string_new(NULL);
  g_autofree char *valid = g_utf8_make_valid(name != NULL ? name : "", -1);
  gsize length = strcspn(valid, "'");
  guint n_primes = (guint) strspn(valid + length, "'");
  g_autofree char *whole = g_strndup(valid, length);
  /* Letters, then an index of digits, with or without an underscore. */
  gsize letters = 0;
  while (g_ascii_isalpha(whole[letters]))
    letters++;
  const char *index = whole + letters + (whole[letters] == '_' ? 1 : 0);
  gboolean digits = *index != '\0' && strspn(index, "0123456789") == strlen(index);
  g_autofree char *word = g_strndup(whole, letters);
  char *below = letters > 0 && whole[letters] == '_' && !digits ? whole + letters + 1 : NULL;
  if (below != NULL && *below != '\0') { /* "tau_theta": an index of letters, which texts show as a subscript */
    below[-1] = '\0';
    g_autofree char *stem = noslip_math_name(whole, primes), *under = noslip_math_name(below, primes);
    g_string_append_printf(out, "%s_%s", stem, under);
    for (guint i = 0; i < n_primes; i++)
      g_string_append(out, "\342\200\262");
    g_string_append(out, valid + length + n_primes);
    return g_string_free(out, FALSE);
  }
  gboolean plain = letters == length || digits;
  const char *greek = plain ? noslip_math_symbol(word) : NULL;
  g_string_append(out, greek != NULL ? greek : plain ? word : whole);
  if (n_primes > 0 && n_primes <= 2 && !primes && plain && (greek != NULL || letters == 1))
    g_string_append(out, n_primes == 1 ? "\314\207" : "\314\210"); /* combining dot, diaeresis */
  for (const char *c = plain && digits ? index : ""; *c != '\0'; c++)
    g_string_append_unichar(out, 0x2080 + (gunichar) (*c - '0'));
  if (n_primes > 2 || primes || !plain || (greek == NULL && letters != 1))
    for (guint i = 0; i < n_primes; i++)
      g_string_append(out, "\342\200\262");
  g_string_append(out, valid + length + n_primes);
  return g_string_free(out, FALSE);
}

/* Length in bytes of the name at the beginning of `text`, primes included; 0 if there is none. Between letters an
 * apostrophe is not a prime: Lagrange-d'Alembert. */
static gsize
name_length(const char *text)
{
  const char *end = text;
  if (!g_ascii_isalpha(*end) && *end != '_' && (guchar) *end < 0x80)
    return 0;
  while (g_ascii_isalnum(*end) || *end == '_' || (guchar) *end >= 0x80)
    end++;
  gsize primes = strspn(end, "'");
  return (gsize) (end - text) + (g_ascii_isalpha(end[primes]) ? 0 : primes);
}

char *
noslip_math_pretty(const char *text)
{
  GString *out = g_string_new(NULL);
  if (text == NULL || strchr(text, ' ') != NULL) {
    g_string_append(out, text != NULL ? text : "");
    return g_string_free(out, FALSE);
  }
  while (*text != '\0') {
    gsize length = name_length(text);
    if (length == 0) {
      g_string_append_c(out, *text++);
      continue;
    }
    g_autofree char *name = g_strndup(text, length);
    g_autofree char *pretty = noslip_math_name(name, FALSE);
    g_string_append(out, pretty);
    text += length;
  }
  return g_string_free(out, FALSE);
}

/* The integer after a "^" as superscripts; returns its length in the text in bytes, 0 if there is no such power. */
static gsize
append_power(GString *out, const char *text)
{
  static const gunichar raised[] = {0x2070, 0xb9, 0xb2, 0xb3, 0x2074, 0x2075, 0x2076, 0x2077, 0x2078, 0x2079};
  gsize sign = *text == '^' && text[1] == '-' ? 1 : 0;
  gsize digits = *text == '^' ? strspn(text + 1 + sign, "0123456789") : 0;
  if (digits == 0)
    return 0;
  if (sign > 0)
    g_string_append_unichar(out, 0x207b);
  for (gsize i = 1 + sign; i <= sign + digits; i++)
    g_string_append_unichar(out, raised[text[i] - '0']);
  return 1 + sign + digits;
}

char *
noslip_math_unit(const char *unit)
{
  GString *out = g_string_new(NULL);
  for (const char *c = unit != NULL ? unit : ""; *c != '\0';) {
    gsize length = append_power(out, c);
    if (length == 0)
      g_string_append_c(out, *c);
    c += MAX(length, 1);
  }
  return g_string_free(out, FALSE);
}

/* A letter, or a Greek one by its name, and an index of digits. */
static gboolean
has_index(const char *name)
{
  gsize letters = 0;
  while (g_ascii_isalpha(name[letters]))
    letters++;
  g_autofree char *word = g_strndup(name, letters);
  const char *index = name + letters + (name[letters] == '_' ? 1 : 0);
  return (letters == 1 || noslip_math_symbol(word) != NULL) && g_ascii_isdigit(*index) &&
         index[strspn(index, "0123456789")] == '\0';
}

char *
noslip_math_words(const NoslipSystem *system, const char *words)
{
  GString *out = g_string_new(NULL);
  NoslipExpr known;
  for (const char *c = words != NULL ? words : ""; *c != '\0';) {
    gsize length = name_length(c);
    g_autofree char *name = g_strndup(c, length);
    if (length > 0 && (has_index(name) || noslip_system_lookup(system, name, &known))) {
      g_autofree char *pretty = noslip_math_name(name, FALSE);
      g_string_append(out, pretty);
    } else if (length > 0) {
      g_string_append(out, name);
    } else if ((length = append_power(out, c)) == 0) {
      g_string_append_c(out, *c);
      length = 1;
    }
    c += length;
  }
  return g_string_free(out, FALSE);
}

char *
noslip_math_expression(const char *text)
{
  GString *out = g_string_new(NULL);
  g_autofree char *valid = g_utf8_make_valid(text != NULL ? text : "", -1);
  for (const char *c = valid; *c != '\0';) {
    gsize length = name_length(c);
    if (length > 0) {
      g_autofree char *name = g_strndup(c, length), *pretty = noslip_math_name(name, FALSE);
      g_string_append(out, pretty);
    } else if ((length = append_power(out, c)) == 0) {
      length = 1;
      if (*c == '*')
        g_string_append(out, "\342\200\211"); /* a thin space between adjacent factors */
      else if (*c == '-')
        g_string_append(out, "\342\210\222");
      else
        g_string_append_c(out, *c);
    }
    c += length;
  }
  return g_string_free(out, FALSE);
}
