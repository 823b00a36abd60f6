/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names as labels and axes show them: one line of text, no layout. */
#include "ui/picture/math-box.h"

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

/* Length in bytes of the name at the beginning of `text`, primes included; 0 where there is none. */
static gsize
name_length(const char *text)
{
  const char *end = text;
  if (!g_ascii_isalpha(*end) && *end != '_' && (guchar) *end < 0x80)
    return 0;
  while (g_ascii_isalnum(*end) || *end == '_' || (guchar) *end >= 0x80)
    end++;
  return (gsize) (end - text) + strspn(end, "'");
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
