/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sentence is split at its spaces. A word is mathematics if it has a subscript, a superscript, a product, an equals
 * sign or a prime, or is a Greek letter or a letter with a number; so are adjacent operators, and numbers and single
 * letters next to an operator. Consecutive words of mathematics form one formula. */
#include "core/equations/words-latex.h"

#include "core/expr/graph.h"

#include <string.h>

#define SHORT 2 /* most letters of an index, and of a name with a prime */

void
noslip_latex_escape(GString *text, const char *words)
{
  for (const char *c = words; *c != '\0'; c++) {
    if (*c == '\\')
      g_string_append(text, "\\textbackslash{}");
    else if (*c == '^' || *c == '~')
      g_string_append_printf(text, "\\%c{}", *c);
    else if (strchr("#$%&_{}", *c) != NULL)
      g_string_append_printf(text, "\\%c", *c);
    else
      g_string_append_c(text, *c);
  }
}

static gsize
n_alnum(const char *text)
{
  gsize n = 0;
  while (g_ascii_isalnum(text[n]))
    n++;
  return n;
}

static gboolean
is_greek(const char *name)
{
  g_autofree char *latex = noslip_latex_name(name);
  return latex[0] == '\\' && strcmp(latex + 1, name) == 0;
}

/* "x1": letters, then digits. */
static gboolean
is_numbered(const char *name, gsize length)
{
  gsize letters = 0;
  while (letters < length && g_ascii_isalpha(name[letters]))
    letters++;
  gsize digits = strspn(name + letters, "0123456789");
  return letters > 0 && letters <= SHORT && digits > 0 && letters + digits == length;
}

static gboolean
is_operator(const char *word)
{
  static const char *const operators[] = {"=", "+", "-", "<", ">", "<=", ">=", "->", "/"};
  for (guint i = 0; i < G_N_ELEMENTS(operators); i++)
    if (strcmp(word, operators[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_mathematics(const char *word)
{
  const char *prime = strchr(word, '\'');
  g_autofree char *bare = g_strdup(word + strspn(word, "(["));
  bare[n_alnum(bare)] = '\0';
  if (is_operator(word) || strstr(word, "--") != NULL)
    return FALSE;
  if (strpbrk(word, "_^*=") != NULL && strpbrk(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL)
    return TRUE;
  if (bare[0] == 'd' && strstr(word, "/d") != NULL)
    return TRUE;
  if (prime != NULL && !g_ascii_isalpha(prime[1]) && (strlen(bare) <= SHORT || is_greek(bare)) && bare[0] != '\0')
    return TRUE;
  return is_greek(bare) || is_numbered(bare, strlen(bare));
}

static gboolean
is_operand(const char *word)
{
  gsize length = strlen(word);
  while (length > 0 && strchr(",.;:", word[length - 1]) != NULL)
    length--;
  return length > 0 && (strspn(word, "0123456789.") >= length || (length == 1 && g_ascii_isalpha(word[0])) ||
                        strchr(word + 1, '(') != NULL);
}

/* Marks the words: first those that are mathematics by themselves, then their neighbours. */
static gboolean *
mark(char **words, guint n)
{
  gboolean *marks = g_new0(gboolean, n + 1);
  for (guint i = 0; i < n; i++)
    marks[i] = is_mathematics(words[i]);
  for (guint i = 1; i + 1 < n; i++)
    if (is_operator(words[i]) && (marks[i - 1] || marks[i + 1])) {
      marks[i] = TRUE;
      marks[i - 1] = marks[i - 1] || is_operand(words[i - 1]);
      marks[i + 1] = marks[i + 1] || is_operand(words[i + 1]);
    }
  return marks;
}

/* An index of one or two letters is set as letters; a longer one, or one with primes, is set as a name. An upper index
 * keeps its own: roll_x in B^roll_x. */
static gsize
append_index(GString *text, char mark, const char *at)
{
  gsize length = n_alnum(at);
  if (mark == '^' && at[length] == '_' && at[length + 1 + n_alnum(at + length + 1)] == '_')
    length += 1 + n_alnum(at + length + 1);
  gsize primes = strspn(at + length, "'");
  g_autofree char *index = g_strndup(at, length + primes);
  g_autofree char *name = noslip_latex_name(index);
  gboolean letters = length <= SHORT && strcspn(index, "0123456789'") == length + primes && !is_greek(index);
  g_string_append_printf(text, "%c{%s}", mark, letters ? index : name);
  return length + primes;
}

/* A name with its primes; "dphi" is the differential of phi, "Pbar" is P with a bar. */
static gsize
append_name(GString *text, const char *at)
{
  gsize length = n_alnum(at), primes = strspn(at + length, "'");
  g_autofree char *name = g_strndup(at, length + primes);
  if (length == 4 && g_ascii_isupper(name[0]) && g_str_has_prefix(name + 1, "bar")) {
    g_string_append_printf(text, "\\bar{%c}%s", name[0], name + length);
    return length + primes;
  }
  gboolean differential = name[0] == 'd' && (length == 2 || is_greek(name + 1)); /* also dy, dL */
  g_autofree char *latex = noslip_latex_name(differential ? name + 1 : name);
  g_string_append_printf(text, "%s%s", differential ? "d" : "", latex);
  return length + primes;
}

static void
append_formula(GString *text, const char *formula)
{
  for (const char *p = formula; *p != '\0';) {
    if ((*p == '_' || *p == '^') && g_ascii_isalnum(p[1])) {
      p += 1 + append_index(text, *p, p + 1);
    } else if (g_ascii_isalpha(*p)) {
      p += append_name(text, p);
    } else if (*p == '*' && !g_ascii_isalnum(p[1]) && p[1] != '(') { /* the star of a dual, E* */
      g_string_append(text, "^{*}");
      p++;
    } else {
      static const struct {
        const char *plain, *latex;
      } signs[] = {{"->", "\\to "}, {"<=", "\\le "},  {">=", "\\ge "},       {"*", "\\,"}, {"{", "\\{"},
                   {"}", "\\}"},    {"%", "\\%"},     {"#", "\\#"},          {"&", "\\&"}, {"$", "\\$"},
                   {"_", "\\_"},    {"^", "\\hat{}"}, {"\\", "\\backslash "}};
      guint i = 0;
      while (i < G_N_ELEMENTS(signs) && !g_str_has_prefix(p, signs[i].plain))
        i++;
      if (i < G_N_ELEMENTS(signs)) {
        g_string_append(text, signs[i].latex);
        p += strlen(signs[i].plain);
      } else {
        g_string_append_c(text, *p++);
      }
    }
  }
}

static gint
count(const char *text, const char *letters)
{
  gint n = 0;
  for (; *text != '\0'; text++)
    n += strchr(letters, *text) != NULL;
  return n;
}

/* The formula between dollar signs; punctuation and brackets of the sentence stay outside. */
static void
append_run(GString *text, const char *run)
{
  g_autofree char *formula = g_strdup(run);
  g_autoptr(GString) after = g_string_new(NULL);
  gint open = count(run, "(") - count(run, ")");
  gsize length = strlen(formula);
  while (length > 0 && (strchr(",.;:", formula[length - 1]) != NULL || (formula[length - 1] == ')' && open < 0))) {
    open += formula[length - 1] == ')';
    g_string_prepend_c(after, formula[--length]);
    formula[length] = '\0';
  }
  const char *begin = formula;
  for (; *begin == '(' && open > 0; open--)
    g_string_append_c(text, *begin++);
  g_string_append_c(text, '$');
  append_formula(text, begin);
  g_string_append_printf(text, "$%s", after->str);
}

/* Whether the formula continues in the next word, which is mathematics too, because brackets are open or an operator
 * joins them. */
static gboolean
continues_formula(const char *run, const char *word, const char *next)
{
  if (count(run, "([") > count(run, ")]"))
    return TRUE;
  return strchr(",.;:", word[strlen(word) - 1]) == NULL && (is_operator(word) || is_operator(next));
}

void
noslip_latex_append_words(GString *text, const char *words)
{
  g_auto(GStrv) list = g_strsplit(words, " ", -1);
  guint n = g_strv_length(list);
  g_autofree gboolean *marks = mark(list, n);
  for (guint i = 0; i < n; i++) {
    g_string_append(text, i > 0 ? " " : "");
    if (!marks[i]) {
      noslip_latex_escape(text, list[i]);
      continue;
    }
    g_autoptr(GString) run = g_string_new(list[i]);
    while (i + 1 < n && marks[i + 1] && continues_formula(run->str, list[i], list[i + 1]))
      g_string_append_printf(run, " %s", list[++i]);
    append_run(text, run->str);
  }
}
