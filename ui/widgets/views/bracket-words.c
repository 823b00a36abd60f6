/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/bracket-words.h"

#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"

#include <glib/gi18n.h>

#define LONGEST_MEANING 600 /* bytes of the meaning of p_a that are shown */
#define LONG_NAME 5         /* ems: a wider observable is represented by a letter in the matrix */

/* Whether an observable is represented by a letter. */
static gboolean
is_wide(const NoslipTheme *theme, const char *latex)
{
  g_autoptr(NoslipMath) name = noslip_math_new(theme, latex, theme->small_size);
  double width = 0;
  noslip_math_size(name, &width, NULL, NULL);
  return width > LONG_NAME * theme->small_size;
}

char *
noslip_bracket_name_latex(const NoslipBracketReading *reading, const NoslipTheme *theme, guint i)
{
  g_autofree char *latex = noslip_bracket_table_name_latex(reading->table, i);
  return is_wide(theme, latex) ? g_strdup_printf("f_{%u}", i + 1) : g_steal_pointer(&latex);
}

static char *
text_name(const NoslipBracketReading *reading, const NoslipTheme *theme, guint i)
{
  g_autofree char *latex = noslip_bracket_table_name_latex(reading->table, i);
  g_autofree char *letter = g_strdup_printf("f%u", i + 1);
  return is_wide(theme, latex) ? noslip_math_name(letter, FALSE)
                               : noslip_math_expression(noslip_bracket_table_name(reading->table, i));
}

/* The meaning of an observable; its name if the meaning is longer than `most` bytes. */
static char *
meaning_text(const NoslipBracketReading *reading, guint i, gsize most)
{
  const char *meaning = noslip_bracket_meaning(reading, i);
  return noslip_math_expression(strlen(meaning) > most ? noslip_bracket_table_name(reading->table, i) : meaning);
}

char *
noslip_bracket_cell_text(const NoslipBracketReading *reading, int row, int column, guint digits, gsize most)
{
  g_autofree char *number = noslip_number_text(reading->values[row * (int) reading->n + column], digits);
  g_autofree char *f = meaning_text(reading, (guint) row, most);
  g_autofree char *g = meaning_text(reading, (guint) column, most);
  return g_strdup_printf("{%s, %s} = %s", f, g, number);
}

static gboolean
fits(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text, double room)
{
  double width = 0;
  noslip_text_measure(theme, style, text, &width, NULL, NULL);
  return width <= room;
}

char *
noslip_bracket_meanings_text(const NoslipBracketReading *reading, int row, int column)
{
  g_autoptr(GString) text = g_string_new(NULL);
  const int of[] = {row, column};
  for (guint i = 0; i < (row == column ? 1 : 2); i++) {
    const char *name = noslip_bracket_table_name(reading->table, (guint) of[i]);
    const char *meaning = noslip_bracket_meaning(reading, (guint) of[i]);
    g_autofree char *left = noslip_math_expression(name);
    if (g_str_equal(name, meaning))
      continue;
    g_autofree char *begun = strlen(meaning) > LONGEST_MEANING
                                 ? g_strdup_printf("%.*s …", LONGEST_MEANING, meaning) /* names are ASCII */
                                 : g_strdup(meaning);
    g_autofree char *right = noslip_math_expression(begun);
    g_string_append_printf(text, "%s%s = %s", text->len > 0 ? "\n" : "", left, right);
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

char *
noslip_bracket_cell_line(const NoslipBracketReading *reading, const NoslipTheme *theme, int row, int column,
                         double room, gboolean *whole)
{
  NoslipTextStyle style = {.size = theme->small_size};
  char *full = noslip_bracket_cell_text(reading, row, column, 6, LONGEST_MEANING);
  g_autofree char *meanings = noslip_bracket_meanings_text(reading, row, column);
  *whole = fits(theme, &style, full, room) && strlen(meanings) < 2 * LONGEST_MEANING;
  if (*whole)
    return full;
  g_free(full);
  g_autofree char *named = noslip_bracket_cell_text(reading, row, column, 6, 0);
  glong low = 0, high = MIN(g_utf8_strlen(meanings, -1), 400);
  g_strdelimit(meanings, "\n", ',');
  while (low < high) { /* the most letters that fit */
    glong middle = (low + high + 1) / 2;
    g_autofree char *part = g_utf8_substring(meanings, 0, middle);
    g_autofree char *line = g_strdup_printf("%s;  %s…", named, part);
    if (fits(theme, &style, line, room))
      low = middle;
    else
      high = middle - 1;
  }
  if (low == 0)
    return g_steal_pointer(&named);
  g_autofree char *part = g_utf8_substring(meanings, 0, low);
  return g_strdup_printf("%s;  %s…", named, part);
}

const char *
noslip_bracket_kind_name(NoslipDynamicsKind kind)
{
  switch (kind) {
  case NOSLIP_DYNAMICS_VAKONOMIC:
    return _("vakonomic, on W₁");
  case NOSLIP_DYNAMICS_FREE:
    return _("linear Poisson");
  case NOSLIP_DYNAMICS_NONHOLONOMIC:
    break;
  }
  return _("nonholonomic");
}

char *
noslip_bracket_jacobiator_text(const NoslipBracketReading *reading, const NoslipTheme *theme)
{
  int worst = noslip_bracket_worst(reading);
  guint i, j, k;
  if (worst < 0 && reading->n > 2)
    return g_strdup(_("Its Jacobiators take long to derive: choose fewer observables"));
  if (worst < 0)
    return NULL;
  if (reading->jacobiators[worst] == 0)
    return g_strdup(noslip_bracket_table_kind(reading->table) == NOSLIP_DYNAMICS_VAKONOMIC
                        ? _("Jacobi holds, by Theorem 5.8: every Jacobiator is zero")
                        : _("Jacobi holds: every Jacobiator is zero"));
  noslip_bracket_table_triple(reading->table, (guint) worst, &i, &j, &k);
  g_autofree char *number = noslip_number_text(reading->jacobiators[worst], 4);
  g_autofree char *f = text_name(reading, theme, i), *g = text_name(reading, theme, j);
  g_autofree char *h = text_name(reading, theme, k);
  return g_strdup_printf(_("Jacobi fails: jacobi(%s, %s, %s) = %s"), f, g, h, number);
}
