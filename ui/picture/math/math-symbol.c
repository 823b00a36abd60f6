/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symbols of a formula: their names and their places. */
#include "ui/picture/math/math-box.h"

#include <string.h>

typedef struct {
  char *latex, *name;
} Entry;

struct _NoslipMathNames {
  GArray *list; /* of Entry */
};

static void
entry_clear(gpointer data)
{
  Entry *entry = data;
  g_free(entry->latex);
  g_free(entry->name);
}

NoslipMathNames *
noslip_math_names_new(void)
{
  NoslipMathNames *names = g_new0(NoslipMathNames, 1);
  names->list = g_array_new(FALSE, FALSE, sizeof(Entry));
  g_array_set_clear_func(names->list, entry_clear);
  return names;
}

void
noslip_math_names_free(NoslipMathNames *names)
{
  if (names == NULL)
    return;
  g_array_unref(names->list);
  g_free(names);
}

void
noslip_math_names_add_latex(NoslipMathNames *names, const char *latex, const char *name)
{
  Entry entry = {g_strdup(latex), g_strdup(name)};
  g_array_append_val(names->list, entry);
}

void
noslip_math_names_add(NoslipMathNames *names, const char *name)
{
  g_autofree char *latex = noslip_latex_name(name);
  noslip_math_names_add_latex(names, latex, name);
}

/* Whether the text after the LaTeX of a name makes it another name: more letters of a command, a subscript, a prime. */
static gboolean
continues_name(const char *latex, gsize length)
{
  const char *end = latex + length;
  gboolean command = latex[0] == '\\' && g_ascii_isalpha(end[-1]);
  return *end == '_' || *end == '\'' || (command && g_ascii_isalpha(*end));
}

const char *
noslip_math_names_at(const NoslipMathNames *names, const char *latex, gsize *length)
{
  const char *found = NULL;
  *length = 0;
  for (guint i = 0; names != NULL && i < names->list->len; i++) {
    const Entry *entry = &g_array_index(names->list, Entry, i);
    gsize n = strlen(entry->latex);
    if (n <= *length || strncmp(latex, entry->latex, n) != 0 || continues_name(latex, n))
      continue;
    found = entry->name;
    *length = n;
  }
  return found;
}

NoslipMathMark
noslip_math_symbol_mark(const NoslipMath *box, const char *name)
{
  return (NoslipMathMark){.kind = NOSLIP_MARK_SYMBOL,
                          .y = -box->ascent,
                          .width = box->width,
                          .height = box->ascent + box->descent,
                          .text = g_strdup(name)};
}

GArray *
noslip_math_symbols(const NoslipMath *math)
{
  GArray *symbols = g_array_new(FALSE, FALSE, sizeof(NoslipMathSymbol));
  for (guint i = 0; i < math->marks->len; i++) {
    const NoslipMathMark *mark = &g_array_index(math->marks, NoslipMathMark, i);
    NoslipMathSymbol symbol = {mark->text, mark->x, mark->y, mark->width, mark->height};
    if (mark->kind == NOSLIP_MARK_SYMBOL)
      g_array_append_val(symbols, symbol);
  }
  return symbols;
}
