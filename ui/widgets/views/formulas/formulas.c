/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/formulas/formulas-private.h"

#include "ui/picture/plot/ticks.h"
#include "ui/widgets/views/view-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define ALL "*"
#define APART 1e-4 /* sides of a formula with a larger relative difference are marked as different */

static void
spot_clear(gpointer data)
{
  g_free(((NoslipSpot *) data)->name);
}

static GArray *
spots_new(void)
{
  GArray *spots = g_array_new(FALSE, FALSE, sizeof(NoslipSpot));
  g_array_set_clear_func(spots, spot_clear);
  return spots;
}

static void
formulas_free(gpointer data)
{
  NoslipFormulas *self = data;
  g_hash_table_unref(self->open);
  g_array_unref(self->symbols);
  g_array_unref(self->boxes);
  noslip_math_names_free(self->names);
  g_strfreev(self->further);
  g_free(self);
}

NoslipFormulas *
noslip_formulas_of(NoslipView *view)
{
  return view->formulas;
}

void
noslip_formulas_set_up(NoslipView *view, NoslipFormulaFind find, NoslipFormulaDefined defined)
{
  NoslipFormulas *self = g_new0(NoslipFormulas, 1);
  self->find = find;
  self->defined = defined;
  self->open = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
  self->symbols = spots_new();
  self->boxes = spots_new();
  view->formulas = self;
  view->formulas_free = formulas_free;
}

/* Names */

static void
make_names(NoslipView *view, NoslipFormulas *self)
{
  g_auto(GStrv) names = noslip_symbol_names(noslip_simulation_runs(noslip_view_simulation(view)));
  noslip_math_names_free(self->names);
  self->names = noslip_math_names_new();
  for (guint i = 0; names[i]; i++)
    noslip_math_names_add(self->names, names[i]);
  for (guint i = 0; self->further && self->further[i]; i++)
    noslip_math_names_add(self->names, self->further[i]);
  noslip_math_names_add_latex(self->names, "\\frac{d}{dt}", "");
  noslip_math_names_add_latex(self->names, "\\frac{d}{dt} E", "d(energy)");
  self->serial++;
}

const NoslipMathNames *
noslip_formulas_names(NoslipView *view, guint *serial)
{
  NoslipFormulas *self = noslip_formulas_of(view);
  const NoslipQuantities *quantities = noslip_view_quantities(view);
  if (!self->names || self->quantities != quantities) {
    self->quantities = quantities;
    make_names(view, self);
  }
  if (serial)
    *serial = self->serial;
  return self->names;
}

void
noslip_formulas_define(NoslipView *view, guint n, const char *const *names)
{
  NoslipFormulas *self = noslip_formulas_of(view);
  g_strfreev(self->further);
  self->further = g_new0(char *, n + 1);
  for (guint i = 0; i < n; i++)
    self->further[i] = g_strdup(names[i]);
  g_hash_table_remove_all(self->open);
  g_array_set_size(self->symbols, 0);
  g_array_set_size(self->boxes, 0);
  self->has_caret = FALSE;
  g_clear_pointer(&self->names, noslip_math_names_free);
}

/* Numbers */

gboolean
noslip_formulas_is_open(NoslipView *view, guint id)
{
  const NoslipFormulas *self = noslip_formulas_of(view);
  GHashTable *names = g_hash_table_lookup(self->open, GUINT_TO_POINTER(id + 1));
  return names && g_hash_table_size(names) > 0;
}

static gboolean
is_written(const NoslipFormulas *self, guint id, const char *name)
{
  GHashTable *names = g_hash_table_lookup(self->open, GUINT_TO_POINTER(id + 1));
  return names && (g_hash_table_contains(names, ALL) || g_hash_table_contains(names, name));
}

static double
value_of(NoslipView *view, guint id, const char *name, NoslipSymbols *symbols)
{
  const NoslipFormulas *self = noslip_formulas_of(view);
  double value = noslip_symbols_value(symbols, name);
  return isnan(value) && self->defined ? self->defined(view, id, name, symbols) : value;
}

double
noslip_formulas_value(NoslipView *view, guint id, const char *name)
{
  g_autoptr(NoslipSymbols) symbols = noslip_symbols_new(noslip_simulation_runs(noslip_view_simulation(view)));
  return symbols ? value_of(view, id, name, symbols) : NAN;
}

static gboolean
is_formal(const NoslipGraph *graph, NoslipExpr e)
{
  NoslipOp op = noslip_expr_op(graph, e);
  return op == NOSLIP_OP_RATE || op == NOSLIP_OP_BRACKET || op == NOSLIP_OP_JACOBIATOR;
}

/* Writes a side; returns whether it contains a number. */
static gboolean
write_side(NoslipView *view, guint id, const NoslipFormula *formula, guint side, NoslipSymbols *symbols,
           NoslipNumbers *numbers)
{
  const NoslipFormulas *self = noslip_formulas_of(view);
  const NoslipGraph *graph = formula->graph;
  NoslipExpr e = side == 0 ? formula->left : formula->right;
  g_autoptr(GArray) nodes = g_array_new(FALSE, FALSE, sizeof(NoslipExprNumber));
  g_autoptr(GArray) found = noslip_expr_symbols(graph, e);
  gboolean any = FALSE;
  for (guint i = 0; i < found->len; i++) {
    NoslipExpr symbol = g_array_index(found, NoslipExpr, i);
    const char *name = noslip_expr_symbol_name(graph, symbol);
    NoslipExprNumber node = {symbol, value_of(view, id, name, symbols), is_written(self, id, name)};
    any = any || (node.written && isfinite(node.value));
    g_array_append_val(nodes, node);
  }
  if (is_formal(graph, e)) {
    g_autofree char *name = noslip_expr_text(graph, e);
    NoslipExprNumber whole = {e, formula->totals[side],
                              is_written(self, id, name) || is_written(self, id, "d(energy)")};
    any = whole.written && isfinite(whole.value);
    g_array_append_val(nodes, whole);
  }
  noslip_numbers_write(graph, e, nodes->len, (const NoslipExprNumber *) (gpointer) nodes->data, formula->totals[side],
                       numbers);
  return any;
}

typedef enum {
  EQUAL,
  NEARLY,
  APART_BY_HAND, /* no formula contains the force of a hand */
  APART_ANYWAY,
} Relation;

/* Between two sides, if both are numbers. */
static Relation
relation(NoslipView *view, const NoslipNumbers numbers[2], const gboolean any[2])
{
  double left = numbers[0].total, right = numbers[1].total, size = fmax(fabs(left), fabs(right));
  if (!any[0] || !isfinite(left) || !isfinite(right) || g_str_equal(numbers[0].total_text, numbers[1].total_text))
    return EQUAL;
  if (!(fabs(left - right) > APART * size && size > 1e-9))
    return NEARLY;
  return noslip_hands_pull(noslip_simulation_hands(noslip_view_simulation(view))) ? APART_BY_HAND : APART_ANYWAY;
}

static char *
written(NoslipView *view, guint id, const NoslipFormula *formula, gboolean latex)
{
  g_autoptr(NoslipSymbols) symbols =
      formula->graph ? noslip_symbols_new(noslip_simulation_runs(noslip_view_simulation(view))) : NULL;
  if (!symbols || (latex && !noslip_formulas_is_open(view, id)))
    return g_strdup_printf("%s = %s", formula->left_latex, formula->right_latex);
  NoslipNumbers numbers[2] = {{0}, {0}};
  gboolean any[2];
  for (guint side = 0; side < 2; side++)
    any[side] = write_side(view, id, formula, side, symbols, &numbers[side]);
  const char *left = latex ? any[0] ? numbers[0].latex : formula->left_latex : numbers[0].text;
  const char *right = latex ? any[1] ? numbers[1].latex : formula->right_latex : numbers[1].text;
  GString *text = g_string_new(left);
  static const char *const signs[][2] = {[EQUAL] = {" = ", " = "},
                                         [NEARLY] = {" ~ ", " \\approx "},
                                         [APART_BY_HAND] = {", ", ",\\; "},
                                         [APART_ANYWAY] = {" != ", " \\ne "}};
  Relation relates = relation(view, numbers, any);
  g_string_append_printf(text, "%s%s", signs[relates][latex], right);
  gboolean single =
      noslip_expr_op(formula->graph, formula->right) == NOSLIP_OP_SYMBOL || is_formal(formula->graph, formula->right);
  if (any[1] && !single && isfinite(numbers[1].total))
    g_string_append_printf(text, "%s%s",
                           numbers[1].agrees ? " = "
                           : latex           ? " \\approx "
                                             : " ~ ",
                           latex ? numbers[1].total_latex : numbers[1].total_text);
  if (relates == APART_BY_HAND && formula->remarks)
    g_string_append_printf(text, latex ? "\\quad \\text{%s}" : " (%s)", _("not judged while a hand pulls"));
  noslip_numbers_clear(&numbers[0]);
  noslip_numbers_clear(&numbers[1]);
  return g_string_free(text, FALSE);
}

char *
noslip_formulas_latex(NoslipView *view, guint id, const NoslipFormula *formula)
{
  return written(view, id, formula, TRUE);
}

char *
noslip_formulas_text(NoslipView *view, guint id, const NoslipFormula *formula)
{
  return written(view, id, formula, FALSE);
}

/* The names of formula `id`, as drawn. */
static GHashTable *
all_names(const NoslipFormulas *self, guint id)
{
  GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < self->symbols->len; i++) {
    const NoslipSpot *spot = &g_array_index(self->symbols, NoslipSpot, i);
    if (spot->id == id)
      g_hash_table_add(names, g_strdup(spot->name));
  }
  return names;
}

void
noslip_formulas_toggle(NoslipView *view, guint id, const char *name)
{
  NoslipFormulas *self = noslip_formulas_of(view);
  gpointer key = GUINT_TO_POINTER(id + 1);
  GHashTable *names = g_hash_table_lookup(self->open, key);
  if (!names) {
    names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_hash_table_insert(self->open, key, names);
  }
  gboolean all = g_hash_table_contains(names, ALL);
  if (!name) {
    g_hash_table_remove_all(names);
    if (!all)
      g_hash_table_add(names, g_strdup(ALL));
  } else if (all) {
    names = all_names(self, id);
    g_hash_table_remove(names, name);
    g_hash_table_insert(self->open, key, names);
  } else if (!g_hash_table_remove(names, name)) {
    g_hash_table_add(names, g_strdup(name));
  }
  if (g_hash_table_size(names) == 0)
    g_hash_table_remove(self->open, key);
  noslip_view_set_follows(view, g_hash_table_size(self->open) > 0);
  gtk_widget_queue_resize(GTK_WIDGET(view));
  gtk_widget_queue_draw(GTK_WIDGET(view));
}

char *
noslip_formulas_words(NoslipView *view, guint id, const char *name)
{
  NoslipSymbolInfo info;
  g_autofree char *shown = noslip_math_name(name, FALSE);
  double value = noslip_formulas_value(view, id, name);
  noslip_symbol_info(noslip_simulation_runs(noslip_view_simulation(view)), name, &info);
  g_autofree char *number = noslip_number_text(value, 6), *unit = noslip_math_unit(info.unit);
  GString *text = g_string_new(shown);
  if (!isnan(value))
    g_string_append_printf(text, " = %s%s%s", number, unit[0] ? " " : "", unit);
  if (info.description && info.description[0])
    g_string_append_printf(text, ", %s", info.description);
  noslip_symbol_info_clear(&info);
  return g_string_free(text, FALSE);
}

/* Drawing */

void
noslip_formulas_begin(NoslipView *view)
{
  NoslipFormulas *self = noslip_formulas_of(view);
  g_array_set_size(self->symbols, 0);
  g_array_set_size(self->boxes, 0);
}

static void
note(NoslipFormulas *self, guint id, const NoslipMath *math, double x, double y)
{
  double width, ascent, descent;
  noslip_math_size(math, &width, &ascent, &descent);
  NoslipSpot box = {id, 0, NULL, x, y - ascent, width, ascent + descent};
  g_array_append_val(self->boxes, box);
  g_autoptr(GArray) symbols = noslip_math_symbols(math);
  for (guint i = 0; i < symbols->len; i++) {
    const NoslipMathSymbol *symbol = &g_array_index(symbols, NoslipMathSymbol, i);
    NoslipSpot spot = {id, i, g_strdup(symbol->name), x + symbol->x, y + symbol->y, symbol->width, symbol->height};
    g_array_append_val(self->symbols, spot);
  }
}

/* The symbol under the pointer gets a background, that of the caret a frame. */
static void
draw_grounds(NoslipView *view, const NoslipFormulas *self, guint id, guint first, const NoslipTheme *theme,
             NoslipDisplay *display)
{
  const char *pointed = noslip_simulation_pointed(noslip_view_simulation(view));
  const NoslipRuns *runs = noslip_simulation_runs(noslip_view_simulation(view));
  double pad = 2 * theme->scale, line = fmax(1, 1.5 * theme->scale);
  for (guint i = first; i < self->symbols->len; i++) {
    const NoslipSpot *spot = &g_array_index(self->symbols, NoslipSpot, i);
    gboolean caret = self->has_caret && self->caret_id == id && self->caret_nth == spot->nth &&
                     gtk_widget_has_focus(GTK_WIDGET(view));
    double x = spot->x - pad, y = spot->y - pad / 2, width = spot->width + 2 * pad, height = spot->height + pad;
    if (caret)
      noslip_display_rectangle(display, x - line, y - line, width + 2 * line, height + 2 * line, 2 * pad,
                               theme->accent);
    if (caret)
      noslip_display_rectangle(display, x, y, width, height, 1.5 * pad, theme->surface);
    if (pointed && g_str_equal(pointed, noslip_symbol_canonical(runs, spot->name)))
      noslip_display_rectangle(display, x, y, width, height, 1.5 * pad,
                               noslip_color_mix(theme->surface, theme->accent, 0.3));
  }
}

void
noslip_formulas_draw(NoslipView *view, guint id, const NoslipMath *math, const NoslipTheme *theme, double x, double y,
                     NoslipDisplay *display)
{
  NoslipFormulas *self = noslip_formulas_of(view);
  if (!noslip_view_is_document(view)) {
    guint first = self->symbols->len;
    note(self, id, math, x, y);
    draw_grounds(view, self, id, first, theme, display);
  }
  noslip_math_display(math, x, y, theme->text, display);
}

static const NoslipSpot *
spot_at(const GArray *spots, double x, double y)
{
  const NoslipSpot *found = NULL;
  for (guint i = 0; i < spots->len; i++) {
    const NoslipSpot *spot = &g_array_index(spots, NoslipSpot, i);
    gboolean inside = x >= spot->x - 1 && x <= spot->x + spot->width + 1 && y >= spot->y && y <= spot->y + spot->height;
    if (inside && (!found || spot->width * spot->height < found->width * found->height))
      found = spot;
  }
  return found;
}

const NoslipSpot *
noslip_formulas_symbol_at(const NoslipFormulas *self, double x, double y)
{
  return spot_at(self->symbols, x, y);
}

const NoslipSpot *
noslip_formulas_caret(const NoslipFormulas *self)
{
  for (guint i = 0; self->has_caret && i < self->symbols->len; i++) {
    const NoslipSpot *spot = &g_array_index(self->symbols, NoslipSpot, i);
    if (spot->id == self->caret_id && spot->nth == self->caret_nth)
      return spot;
  }
  return NULL;
}

gboolean
noslip_formulas_clicked(NoslipView *view, double x, double y)
{
  NoslipFormulas *self = noslip_formulas_of(view);
  const NoslipSpot *symbol = self ? spot_at(self->symbols, x, y) : NULL;
  const NoslipSpot *box = self ? spot_at(self->boxes, x, y) : NULL;
  if (symbol) {
    self->has_caret = TRUE;
    self->caret_id = symbol->id;
    self->caret_nth = symbol->nth;
    g_autofree char *name = g_strdup(symbol->name);
    noslip_formulas_toggle(view, symbol->id, name);
    return TRUE;
  }
  NoslipFormula formula;
  if (!box || !self->find(view, box->id, &formula) || !formula.graph)
    return FALSE;
  noslip_formulas_toggle(view, box->id, NULL);
  return TRUE;
}
