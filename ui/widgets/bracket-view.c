/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bracket: the matrix {f, g} of the nonholonomic bracket at the shared time, and the largest Jacobiator. */
#include "ui/widgets/view.h"

#include "ui/picture/heatmap.h"
#include "ui/picture/mathtext.h"
#include "ui/picture/ticks.h"

#include <glib/gi18n.h>
#include <math.h>

#define FOOT 36 /* pixels at scale 1: what is under the pointer, and the Jacobiator */


static gboolean
read_matrix(NoslipView *view, double **values, double **jacobiators)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipInstruments *instruments = noslip_simulation_instruments(simulation);
  if (!instruments || !instruments->brackets)
    return FALSE;
  *values = g_new0(double, instruments->n * instruments->n + 1);
  *jacobiators = g_new0(double, instruments->n_triples + 1);
  return noslip_simulation_bracket(simulation, *values, *jacobiators);
}

static char *
cell_text(const NoslipInstruments *instruments, const double *values, int row, int column)
{
  g_autofree char *number = noslip_number_text(values[row * (int) instruments->n + column], 5);
  return g_strdup_printf("{%s, %s} = %s", instruments->texts[row], instruments->texts[column], number);
}

static char *
jacobiator_text(const NoslipInstruments *instruments, const double *jacobiators)
{
  guint worst = 0;
  for (guint i = 1; i < instruments->n_triples; i++)
    if (fabs(jacobiators[i]) > fabs(jacobiators[worst]))
      worst = i;
  if (instruments->n_triples == 0)
    return NULL;
  if (fabs(jacobiators[worst]) < 1e-12)
    return g_strdup(_("Jacobi holds: every Jacobiator is zero"));
  const guint *triple = instruments->triples[worst];
  g_autofree char *number = noslip_number_text(jacobiators[worst], 4);
  return g_strdup_printf(_("Jacobi fails: jacobi(%s, %s, %s) = %s"), instruments->names[triple[0]],
                         instruments->names[triple[1]], instruments->names[triple[2]], number);
}

static const char *
empty_text(NoslipView *view)
{
  const NoslipInstruments *instruments = noslip_simulation_instruments(noslip_view_simulation(view));
  if (!instruments)
    return _("The bracket is being derived.");
  return instruments->reason ? instruments->reason : _("The bracket appears here as soon as there is a motion.");
}

static void
draw_foot(NoslipView *view, const NoslipTheme *theme, const NoslipHeatmap *map, const double *jacobiators,
          double width, double height, NoslipDisplay *display)
{
  const NoslipInstruments *instruments = noslip_simulation_instruments(noslip_view_simulation(view));
  g_autofree char *jacobi = jacobiator_text(instruments, jacobiators);
  g_autofree char *cell = map->row >= 0 ? cell_text(instruments, map->values, map->row, map->column) : NULL;
  NoslipTextStyle style = {.size = theme->small_size, .color = theme->dim, .align_y = 1};
  double x = 12 * theme->scale;
  if (jacobi)
    noslip_display_text(display, theme, &style, x, height - 6 * theme->scale, jacobi);
  style.color = theme->text;
  if (cell)
    noslip_display_text(display, theme, &style, x, height - 6 * theme->scale - 1.5 * theme->small_size, cell);
}

static double
display_bracket(NoslipView *view, const NoslipTheme *theme, double width, double height, NoslipDisplay *display)
{
  const NoslipInstruments *instruments = noslip_simulation_instruments(noslip_view_simulation(view));
  if (!display)
    return (68 + FOOT + 16 * (instruments ? (double) instruments->n : 3)) * theme->scale;
  g_autofree double *values = NULL, *jacobiators = NULL;
  NoslipHeatmap map = {.row = -1, .column = -1};
  double map_height = height - FOOT * theme->scale;
  if (!read_matrix(view, &values, &jacobiators)) {
    /* an empty figure wraps its text */
    g_autoptr(NoslipFigure) empty = noslip_figure_new();
    noslip_figure_set_empty_text(empty, empty_text(view));
    noslip_figure_display(empty, theme, width, height, display);
    return height;
  }
  map.n_rows = map.n_columns = instruments->n;
  g_auto(GStrv) names = g_new0(char *, instruments->n + 1);
  for (guint i = 0; i < instruments->n; i++)
    names[i] = noslip_math_name(instruments->names[i], FALSE);
  map.row_names = map.column_names = (const char *const *) names;
  map.values = values;
  double x, y;
  noslip_view_pointer(view, &x, &y);
  if (!isfinite(x) || !noslip_heatmap_hit(&map, theme, width, map_height, x, y, &map.row, &map.column))
    map.row = map.column = -1;
  noslip_heatmap_display(&map, theme, width, map_height, display);
  draw_foot(view, theme, &map, jacobiators, width, height, display);
  return height;
}

static char *
describe(NoslipView *view)
{
  const NoslipInstruments *instruments = noslip_simulation_instruments(noslip_view_simulation(view));
  g_autofree double *values = NULL, *jacobiators = NULL;
  if (!read_matrix(view, &values, &jacobiators))
    return g_strdup(empty_text(view));
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < instruments->n; i++)
    for (guint j = i + 1; j < instruments->n; j++)
      if (values[i * instruments->n + j] != 0) {
        g_autofree char *cell = cell_text(instruments, values, (int) i, (int) j);
        g_string_append_printf(text, "%s%s", text->len ? "; " : "", cell);
      }
  g_autofree char *jacobi = jacobiator_text(instruments, jacobiators);
  if (jacobi)
    g_string_append_printf(text, "%s%s", text->len ? "; " : "", jacobi);
  return g_string_free(g_steal_pointer(&text), FALSE);
}

const NoslipViewKind noslip_bracket_view = {
    .id = "bracket",
    .name = N_("Bracket"),
    .summary = N_("The nonholonomic bracket of the coordinates and momenta at the shared time"),
    .interest = NOSLIP_CHANGED_INSTRUMENTS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_START,
    .display = display_bracket,
    .describe = describe,
};
