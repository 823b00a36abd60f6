/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bracket: the matrix {f, g} at the shared time, of the bracket for the motion's dynamics, the largest Jacobiator,
 * and the formula of the chosen one. */
#include "core/system/equations.h"
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/heatmap.h"
#include "ui/widgets/views/bracket-words.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEAST_ROW 14 /* pixels at scale 1 */
#define TIP_WIDTH 40 /* ems */
#define FORMULA 0.45 /* of the height, at most */

/* The selection: two names, or three for a Jacobiator. */

static int
index_of(const NoslipBracketReading *reading, const char *name)
{
  for (guint i = 0; i < reading->n; i++)
    if (g_str_equal(noslip_bracket_table_name(reading->table, i), name))
      return (int) i;
  return -1;
}

/* The chosen names; NULL if they are not among the observables. */
static const char *const *
chosen_names(NoslipView *view, const NoslipBracketReading *reading)
{
  const char *const *names = noslip_view_choice(view, "cell");
  guint n = names ? g_strv_length((char **) names) : 0;
  for (guint i = 0; i < n; i++)
    if (index_of(reading, names[i]) < 0)
      return NULL;
  return n == 2 || n == 3 ? names : NULL;
}

static void
choose(NoslipView *view, const NoslipBracketReading *reading, guint n, const guint *indices)
{
  const char *names[4] = {NULL};
  for (guint i = 0; i < n; i++)
    names[i] = noslip_bracket_table_name(reading->table, indices[i]);
  const char *const *present = noslip_view_choice(view, "cell");
  gboolean again = present && g_strv_equal(present, (const char *const *) names);
  noslip_view_set_choice(view, "cell", again ? NULL : (const char *const *) names);
}

/* The area below: the formula, the value under the pointer, the Jacobiator */

typedef struct {
  double map_height, formula_top, line_top, jacobi_top;
  GPtrArray *maths; /* of NoslipMath: the formula, then names for its parts; or NULL */
  char *words;      /* instead of the formula, or below it; or NULL */
} Foot;

static void
foot_clear(Foot *foot)
{
  g_clear_pointer(&foot->maths, g_ptr_array_unref);
  g_clear_pointer(&foot->words, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Foot, foot_clear)

static void
math_free(gpointer math)
{
  noslip_math_free(math);
}

static double
math_height(const NoslipMath *math, double *ascent)
{
  double descent = 0;
  noslip_math_size(math, NULL, ascent, &descent);
  return *ascent + descent;
}

/* A formula fitted to the width, in smaller type if necessary. */
static NoslipMath *
fitted(const NoslipTheme *theme, const char *latex, double size, double room, double height)
{
  NoslipMath *math = noslip_math_new_wrapped(theme, latex, size, room);
  double width = 0, ascent, tall = math_height(math, &ascent);
  noslip_math_size(math, &width, NULL, NULL);
  double fit = fmin(room / fmax(width, 1), height > 0 ? FORMULA * height / fmax(tall, 1) : 1);
  if (fit >= 1)
    return math;
  noslip_math_free(math);
  return noslip_math_new_wrapped(theme, latex, size * fmax(fit, 0.6), room);
}

/* The formula, and as many of the definitions of its parts as fit the height. Returns its height. */
static double
lay_out_formula(NoslipView *view, const NoslipTheme *theme, const char *latex, double room, double height, Foot *foot)
{
  g_auto(GStrv) lines = g_strsplit(latex, "\n", -1);
  guint n = g_strv_length(lines), shown = 0;
  double sum = 0, ascent;
  foot->maths = g_ptr_array_new_with_free_func(math_free);
  for (; shown < n; shown++) {
    double size = (n > 1 ? 0.85 : 1) * theme->text_size;
    NoslipMath *math = fitted(theme, lines[shown], size, room, height);
    double tall = math_height(math, &ascent) + 6 * theme->scale;
    if (shown > 0 && height > 0 && sum + tall > FORMULA * height) {
      noslip_math_free(math);
      break;
    }
    g_ptr_array_add(foot->maths, math);
    sum += tall;
  }
  if (shown < n)
    foot->words = g_strdup_printf(ngettext("… and %u more definition; Alt+C copies the whole as LaTeX",
                                           "… and %u more definitions; Alt+C copies the whole as LaTeX", n - shown),
                                  n - shown);
  return sum;
}

static void
lay_out_foot(NoslipView *view, const NoslipBracketReading *reading, const NoslipTheme *theme, double width,
             double height, Foot *foot)
{
  double line = 1.4 * theme->small_size, formula = 0;
  const char *const *names = chosen_names(view, reading);
  const char *latex = names ? noslip_bracket_formula(view, names) : NULL;
  *foot = (Foot){0};
  if (names && !latex)
    foot->words = g_strdup(_("Its formula is being derived."));
  else if (names && !*latex)
    foot->words =
        g_strdup_printf(_("Its formula takes more than %d names for its parts."), NOSLIP_EQUATIONS_MOST_NAMES);
  else if (names)
    formula = lay_out_formula(view, theme, latex, width - 24 * theme->scale, height, foot);
  if (foot->words)
    formula += line;
  foot->jacobi_top = height - (reading->n > 2 ? line + 2 * theme->scale : 0);
  foot->line_top = foot->jacobi_top - line;
  foot->formula_top = foot->line_top - formula;
  foot->map_height = foot->formula_top;
}

static void
draw_foot(NoslipView *view, const NoslipBracketReading *reading, const NoslipTheme *theme, double width,
          const NoslipHeatmap *map, const Foot *foot, NoslipDisplay *display)
{
  NoslipTextStyle style = {.size = theme->small_size, .color = theme->dim};
  double x = 12 * theme->scale, y = foot->formula_top;
  for (guint i = 0; foot->maths && i < foot->maths->len; i++) {
    double ascent, tall = math_height(foot->maths->pdata[i], &ascent);
    noslip_math_display(foot->maths->pdata[i], x, y + ascent + 2 * theme->scale, theme->text, display);
    y += tall + 6 * theme->scale;
  }
  if (foot->words)
    noslip_display_text(display, theme, &style, x, y, foot->words);
  gboolean whole;
  g_autofree char *cell =
      map->row >= 0 ? noslip_bracket_cell_line(reading, theme, map->row, map->column, width - 2 * x, &whole) : NULL;
  g_autofree char *jacobi = noslip_bracket_jacobiator_text(reading, theme);
  if (cell)
    style.color = theme->text;
  if (cell || !noslip_view_is_document(view)) /* no clicks in a document */
    noslip_display_text(display, theme, &style, x, foot->line_top, cell ? cell : _("Click a cell for its formula."));
  style.color = theme->dim;
  if (jacobi)
    noslip_display_text(display, theme, &style, x, foot->jacobi_top, jacobi);
}

/* The map with its names; NULL-terminated, free with g_strfreev(). */
static char **
name_map(const NoslipBracketReading *reading, const NoslipTheme *theme, NoslipHeatmap *map)
{
  char **names = g_new0(char *, reading->n + 1);
  for (guint i = 0; i < reading->n; i++)
    names[i] = noslip_bracket_name_latex(reading, theme, i);
  *map = (NoslipHeatmap){
      .n_rows = reading->n, .n_columns = reading->n, .values = reading->values, .row = -1, .column = -1};
  map->row_names = map->column_names = (const char *const *) names;
  return names;
}

/* The cell under the pointer, or else the selected one. */
static void
highlight(NoslipView *view, const NoslipBracketReading *reading, const NoslipTheme *theme, double width, double height,
          NoslipHeatmap *map)
{
  double x, y;
  noslip_view_pointer(view, &x, &y);
  if (isfinite(x) && noslip_heatmap_hit(map, theme, width, height, x, y, &map->row, &map->column))
    return;
  const char *const *names = chosen_names(view, reading);
  map->row = map->column = -1;
  if (names && !names[2]) {
    map->row = index_of(reading, names[0]);
    map->column = index_of(reading, names[1]);
  }
}

static double
display_bracket(NoslipView *view, const NoslipTheme *theme, double width, double height, NoslipDisplay *display)
{
  g_auto(NoslipBracketReading) reading = {0};
  gboolean known = noslip_bracket_read(view, &reading);
  g_auto(Foot) foot = {0};
  if (known)
    lay_out_foot(view, &reading, theme, width, height, &foot);
  if (!display)
    return known ? (30 + LEAST_ROW * (double) reading.n) * theme->scale + (height - foot.map_height)
                 : 120 * theme->scale;
  if (!known) {
    /* an empty figure wraps its text */
    g_autoptr(NoslipFigure) empty = noslip_figure_new();
    noslip_figure_set_empty_text(empty, reading.wait);
    noslip_figure_display(empty, theme, width, height, display);
    return height;
  }
  NoslipHeatmap map;
  G_GNUC_UNUSED g_auto(GStrv) names = name_map(&reading, theme, &map);
  highlight(view, &reading, theme, width, foot.map_height, &map);
  noslip_heatmap_display(&map, theme, width, foot.map_height, display);
  draw_foot(view, &reading, theme, width, &map, &foot, display);
  return height;
}

/* Choosing */

static void
clicked(NoslipView *view, double x, double y)
{
  g_auto(NoslipBracketReading) reading = {0};
  const NoslipTheme *theme = noslip_view_theme(view);
  double width = gtk_widget_get_width(GTK_WIDGET(view)), height = gtk_widget_get_height(GTK_WIDGET(view));
  if (!noslip_bracket_read(view, &reading))
    return;
  g_auto(Foot) foot = {0};
  NoslipHeatmap map;
  G_GNUC_UNUSED g_auto(GStrv) names = name_map(&reading, theme, &map);
  lay_out_foot(view, &reading, theme, width, height, &foot);
  int row, column, worst = noslip_bracket_worst(&reading);
  if (noslip_heatmap_hit(&map, theme, width, foot.map_height, x, y, &row, &column)) {
    choose(view, &reading, 2, (const guint[]){(guint) row, (guint) column});
  } else if (y >= foot.jacobi_top && worst >= 0) {
    guint triple[3];
    noslip_bracket_table_triple(reading.table, (guint) worst, &triple[0], &triple[1], &triple[2]);
    choose(view, &reading, 3, triple);
  }
}

static void
moved(NoslipView *view, int dx, int dy)
{
  g_auto(NoslipBracketReading) reading = {0};
  if (!noslip_bracket_read(view, &reading) || reading.n == 0)
    return;
  const char *const *names = chosen_names(view, &reading);
  gboolean cell = names && !names[2];
  int n = (int) reading.n;
  guint next[2] = {cell ? (guint) ((index_of(&reading, names[0]) + dy + n) % n) : 0,
                   cell ? (guint) ((index_of(&reading, names[1]) + dx + n) % n) : 0};
  choose(view, &reading, 2, next);
}

static char *
caption(NoslipView *view)
{
  const char *const *of = noslip_view_choice(view, "of");
  const char *kind = noslip_bracket_kind_name(noslip_bracket_kind(view));
  g_autofree char *names = of && of[0] ? noslip_math_expression(of[0]) : NULL;
  return names ? g_strdup_printf("%s: %s", kind, names) : g_strdup(kind);
}

/* The formula of the selected cell as LaTeX, with all definitions of its parts; the clipboard is unchanged if there is
 * none. */
static void
copy_formula(GSimpleAction *action, GVariant *parameter, gpointer data)
{
  NoslipView *view = data;
  g_auto(NoslipBracketReading) reading = {0};
  const char *const *names = noslip_bracket_read(view, &reading) ? chosen_names(view, &reading) : NULL;
  const char *latex = names ? noslip_bracket_formula(view, names) : NULL;
  if (!latex || !*latex)
    return;
  g_auto(GStrv) lines = g_strsplit(latex, "\n", -1);
  g_autofree char *rows = g_strjoinv(" \\\\\n", lines);
  g_autofree char *several = g_strdup_printf("\\begin{gather*}\n%s\n\\end{gather*}\n", rows);
  gdk_clipboard_set_text(gtk_widget_get_clipboard(data), lines[0] && lines[1] ? several : latex);
}

/* The whole of a line that the foot has no room for. */
static gboolean
tooltip(GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tip, gpointer data)
{
  NoslipView *view = NOSLIP_VIEW(widget);
  g_auto(NoslipBracketReading) reading = {0};
  const NoslipTheme *theme = noslip_view_theme(view);
  double width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  gboolean whole = TRUE;
  if (!noslip_bracket_read(view, &reading))
    return FALSE;
  g_auto(Foot) foot = {0};
  NoslipHeatmap map;
  G_GNUC_UNUSED g_auto(GStrv) names = name_map(&reading, theme, &map);
  lay_out_foot(view, &reading, theme, width, height, &foot);
  highlight(view, &reading, theme, width, foot.map_height, &map);
  if (map.row < 0 || (!keyboard && y >= foot.formula_top && y < foot.line_top))
    return FALSE;
  g_autofree char *line =
      noslip_bracket_cell_line(&reading, theme, map.row, map.column, width - 24 * theme->scale, &whole);
  if (whole)
    return FALSE;
  g_autofree char *cell = noslip_bracket_cell_text(&reading, map.row, map.column, 6, 0);
  g_autofree char *meanings = noslip_bracket_meanings_text(&reading, map.row, map.column);
  NoslipTextStyle style = {.size = theme->text_size};
  g_autofree char *text = g_strdup_printf("%s\n%s", cell, meanings);
  g_auto(GStrv) lines = noslip_text_lines(theme, &style, text, TIP_WIDTH * theme->text_size);
  g_autofree char *wrapped = g_strjoinv("\n", lines);
  gtk_tooltip_set_text(tip, wrapped);
  return TRUE;
}

static void
begin(NoslipView *view)
{
  static const GActionEntry entries[] = {{"copy-formula", copy_formula, NULL, NULL, NULL, {0}}};
  GActionGroup *actions = noslip_view_actions(view);
  g_action_map_add_action_entries(G_ACTION_MAP(actions), entries, G_N_ELEMENTS(entries), view);
  noslip_view_add_key(view, GDK_KEY_c, GDK_ALT_MASK, actions, "copy-formula");
  gtk_widget_set_has_tooltip(GTK_WIDGET(view), TRUE);
  g_signal_connect(view, "query-tooltip", G_CALLBACK(tooltip), NULL);
}

static void
add_choices(NoslipView *view, GtkBox *box)
{
  noslip_view_add_item(box, _("Copy the formula as LaTeX"), _("Alt C"), noslip_view_actions(view), "copy-formula");
  noslip_view_add_text(view, box, "of", _("Observables"), _("names and expressions, with commas"));
}

static char *
describe(NoslipView *view)
{
  g_auto(NoslipBracketReading) reading = {0};
  if (!noslip_bracket_read(view, &reading))
    return g_strdup(reading.wait);
  g_autoptr(GString) text = g_string_new(noslip_bracket_kind_name(noslip_bracket_table_kind(reading.table)));
  for (guint i = 0; i < reading.n; i++)
    for (guint j = i + 1; j < reading.n; j++)
      if (reading.values[i * reading.n + j] != 0) {
        g_autofree char *cell = noslip_bracket_cell_text(&reading, (int) i, (int) j, 5, 200);
        g_string_append_printf(text, "%s%s", text->len ? "; " : "", cell);
      }
  g_autofree char *jacobi = noslip_bracket_jacobiator_text(&reading, noslip_view_theme(view));
  if (jacobi)
    g_string_append_printf(text, "%s%s", text->len ? "; " : "", jacobi);
  const char *const *names = chosen_names(view, &reading);
  const char *formula = names ? noslip_bracket_formula(view, names) : NULL;
  if (formula && *formula)
    g_string_append_printf(text, _("; formula: %s"), formula);
  return g_string_free(g_steal_pointer(&text), FALSE);
}

const NoslipViewKind noslip_bracket_view = {
    .id = "bracket",
    .name = N_("Bracket"),
    .summary = N_(
        "The bracket of the coordinates and momenta at the shared time, nonholonomic, vakonomic or linear Poisson as "
        "the motion is, and its Jacobiator: zero if it is a Poisson bracket"),
    .interest = NOSLIP_CHANGED_INSTRUMENTS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_START | NOSLIP_CHANGED_RUNS,
    .whole = TRUE,
    .display = display_bracket,
    .describe = describe,
    .clicked = clicked,
    .moved = moved,
    .begin = begin,
    .caption = caption,
    .add_choices = add_choices,
};
