/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Holonomy: the curvature of the connection over two shape variables, a closed gait drawn on it, the displacement by
 * the gait, and the value of the area rule. */
#include "ui/widgets/finder/corner-text.h"
#include "ui/widgets/finder/finder-choices.h"
#include "ui/widgets/finder/grid-picture.h"
#include "ui/widgets/finder/holonomy-gait.h"
#include "ui/widgets/finder/holonomy-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define CELLS NOSLIP_CURVATURE_CELLS

/* The jobs */

/* Parameters and coordinates; the connection does not depend on velocities. */
static GString *
key_of(NoslipView *view, const guint shape[2])
{
  const NoslipSystem *system = noslip_finder_system(view);
  const NoslipStart *start = noslip_finder_start(view);
  GString *key = g_string_new(NULL);
  g_string_printf(key, "%u %u;", shape[0], shape[1]);
  noslip_finder_add_start(key, system, start, system->m);
  return key;
}

static void
follow_loop(NoslipView *view)
{
  NoslipHolonomyView *holonomy = noslip_holonomy_view_of(view);
  guint shape[2];
  double low[2], high[2];
  NoslipLoop loop;
  g_autoptr(GArray) points = NULL;
  if (!noslip_holonomy_view_shape(view, shape, low, high))
    return;
  if (!noslip_gait_find(view, low, high, &loop, &points)) {
    noslip_search_forget(holonomy->loop);
    return;
  }
  g_autoptr(GString) key = key_of(view, shape);
  noslip_gait_add_key(key, &loop);
  if (g_strcmp0(key->str, noslip_search_key(holonomy->loop)) != 0)
    noslip_loop_work_begin(holonomy->loop, key->str, noslip_view_simulation(view), shape, &loop);
}

static void
follow(NoslipView *view)
{
  NoslipHolonomyView *holonomy = noslip_holonomy_view_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  if (system != holonomy->system) {
    noslip_holonomy_view_forget(holonomy);
    noslip_gait_pen_drop(&holonomy->pen);
  }
  noslip_holonomy_view_enable_keys(view);
  holonomy->system = system;
  if (!noslip_finder_start(view) || system->m < 3)
    return;
  guint shape[2] = {noslip_finder_entry(view, "a", 0), noslip_finder_entry(view, "b", 0)};
  if (shape[0] >= system->m || shape[1] >= system->m || !noslip_finder_chosen(view, "a") ||
      !noslip_finder_chosen(view, "b"))
    shape[0] = shape[1] = 0;
  g_autoptr(GString) key = key_of(view, shape);
  if (g_strcmp0(key->str, noslip_search_key(holonomy->map)) != 0) {
    if (memcmp(shape, holonomy->shape, sizeof shape) != 0) /* an unfinished gait is over other variables */
      noslip_gait_pen_drop(&holonomy->pen);
    memcpy(holonomy->shape, shape, sizeof shape);
    noslip_curvature_map_begin(holonomy->map, key->str, noslip_view_simulation(view), shape);
  }
  follow_loop(view);
}

static gboolean
is_ready(NoslipView *view)
{
  follow(view);
  return !noslip_search_is_running(noslip_holonomy_view_of(view)->map) &&
         !noslip_search_is_running(noslip_holonomy_view_of(view)->loop);
}

static gboolean
cancels(NoslipView *view)
{
  return noslip_holonomy_view_of(view)->pen.line || !is_ready(view);
}

static char *
describe(NoslipView *view)
{
  follow(view);
  return noslip_holonomy_view_description(view);
}

/* Drawing */

static void
draw_map(const NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display, gpointer data)
{
  NoslipView *view = data;
  const NoslipHolonomyView *holonomy = noslip_holonomy_view_of(view);
  guint shape[2];
  NoslipGrid grid = {.n = {CELLS, CELLS}};
  if (!noslip_holonomy_view_shape(view, shape, grid.low, grid.high) || !holonomy->picture)
    return;
  g_autofree NoslipColor *colors = g_new(NoslipColor, CELLS * CELLS);
  for (guint cell = 0; cell < CELLS * CELLS; cell++) {
    double value = holonomy->picture[cell];
    colors[cell] = noslip_theme_diverging(theme, holonomy->largest > 0 ? value / holonomy->largest : value);
  }
  grid.colors = colors;
  noslip_grid_display(&grid, figure, display);
}

/* The displacement by the gait, where it hides the least of the gait. */
static void
draw_lines(const NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display, gpointer data)
{
  const NoslipHolonomyView *holonomy = noslip_holonomy_view_of(data);
  const NoslipLoopWork *work = noslip_holonomy_view_moved(holonomy);
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; work && work->good && i < work->system->m; i++) {
    char *line = noslip_holonomy_view_line(work, i);
    if (line)
      g_ptr_array_add(lines, line);
  }
  noslip_corner_text_display(lines, holonomy->line, figure, theme, display);
}

static void
draw_pen(const NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display, gpointer data)
{
  noslip_gait_pen_display(&noslip_holonomy_view_of(data)->pen, figure, theme, display);
}

static void
add_line(NoslipFigure *figure, const NoslipTheme *theme, guint n, const double *points, gsize stride, guint x, guint y)
{
  NoslipSeries series;
  noslip_series_init(&series);
  series.x = points + x;
  series.y = points + y;
  series.n = n;
  series.x_stride = series.y_stride = stride;
  series.color = theme->text;
  series.width = 1.4 * theme->line_width;
  series.quiet = TRUE;
  noslip_figure_add_series(figure, &series);
}

static void
set_map_axis(NoslipView *view, NoslipFigure *figure, NoslipAxisId id, guint coordinate, double low, double high)
{
  NoslipAxis axis;
  const NoslipCoordinate *own = &noslip_finder_system(view)->coordinates[coordinate];
  noslip_axis_init(&axis);
  axis.quantity = own->name;
  axis.unit = own->unit;
  axis.low = low;
  axis.high = high;
  noslip_view_set_axis(view, 0, figure, id, &axis);
}

static void
compose_pen(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme)
{
  const NoslipGaitPen *pen = &noslip_holonomy_view_of(view)->pen;
  const NoslipMark cross = {.x = pen->at[0], .y = pen->at[1], .hollow = TRUE, .passive = TRUE};
  add_line(figure, theme, pen->line->len / 2, (const double *) (gpointer) pen->line->data, 2, 0, 1);
  if (pen->by_keys)
    noslip_figure_add_mark(figure, &cross);
  noslip_figure_add_layer(figure, draw_pen, view);
}

static void
compose_map(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme)
{
  NoslipHolonomyView *holonomy = noslip_holonomy_view_of(view);
  guint shape[2];
  double low[2], high[2];
  NoslipLoop loop = {0};
  g_autoptr(GArray) points = NULL;
  if (!noslip_holonomy_view_shape(view, shape, low, high))
    return;
  g_free(holonomy->picture);
  holonomy->picture = noslip_curvature_map_values(noslip_holonomy_view_map(holonomy),
                                                  noslip_holonomy_view_coordinate(view, shape), &holonomy->largest);
  set_map_axis(view, figure, NOSLIP_AXIS_X, shape[0], low[0], high[0]);
  set_map_axis(view, figure, NOSLIP_AXIS_Y, shape[1], low[1], high[1]);
  noslip_figure_add_layer(figure, draw_map, view);
  if (holonomy->pen.line && !noslip_view_is_document(view)) {
    compose_pen(view, figure, theme);
    return;
  }
  if (noslip_gait_find(view, low, high, &loop, &points)) {
    g_clear_pointer(&holonomy->line, g_array_unref);
    holonomy->line = noslip_gait_line(&loop);
    const double *first = (const double *) (gpointer) holonomy->line->data;
    add_line(figure, theme, holonomy->line->len / 2, first, 2, 0, 1);
    const NoslipMark mark = {.x = first[0], .y = first[1], .passive = TRUE};
    noslip_figure_add_mark(figure, &mark);
  }
  noslip_figure_add_layer(figure, draw_lines, view);
}

/* The path of two coordinates along the gait. */
static void
compose_path(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme)
{
  const NoslipHolonomyView *holonomy = noslip_holonomy_view_of(view);
  const NoslipLoopWork *work = noslip_holonomy_view_moved(holonomy);
  guint axes[2] = {G_MAXUINT, G_MAXUINT};
  for (guint i = 0; work && i < work->system->m; i++)
    if (i != work->shape[0] && i != work->shape[1])
      axes[axes[0] == G_MAXUINT ? 0 : 1] = axes[1] == G_MAXUINT ? i : axes[1];
  if (!work || !work->path || axes[0] == G_MAXUINT) {
    noslip_figure_set_empty_text(figure,
                                 work && work->error ? work->error->cause : noslip_holonomy_view_waiting(holonomy));
    return;
  }
  if (axes[1] == G_MAXUINT) /* one coordinate moves: over the first shape variable */
    axes[1] = work->shape[0];
  noslip_finder_set_axis(view, 1, figure, NOSLIP_AXIS_X, axes[0], FALSE);
  noslip_finder_set_axis(view, 1, figure, NOSLIP_AXIS_Y, axes[1], FALSE);
  noslip_figure_set_equal_units(figure, noslip_finder_same_unit(view, axes));
  add_line(figure, theme, work->n_path, work->path, work->system->m, axes[0], axes[1]);
  const double *last = work->path + (gsize) (work->n_path - 1) * work->system->m;
  const NoslipMark from = {.x = work->path[axes[0]], .y = work->path[axes[1]], .hollow = TRUE, .label = _("before")};
  const NoslipMark to = {.x = last[axes[0]], .y = last[axes[1]], .label = _("after the gait")};
  noslip_figure_add_mark(figure, &from);
  noslip_figure_add_mark(figure, &to);
}

static void
compose(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  follow(view);
  g_autofree char *why = noslip_holonomy_view_nothing(view);
  if (index == 0)
    noslip_figure_set_empty_text(figure, why);
  if (!why && index == 0)
    compose_map(view, figure, theme);
  else if (!why)
    compose_path(view, figure, theme);
}

static guint
n_shown(NoslipView *view)
{
  guint shape[2];
  double low[2], high[2];
  return noslip_finder_start(view) && noslip_holonomy_view_shape(view, shape, low, high) ? 2 : 1;
}

/* Life */

static void
add_choices(NoslipView *view, GtkBox *box)
{
  NoslipHolonomyView *holonomy = noslip_holonomy_view_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  guint shape[2];
  double low[2], high[2];
  if (!noslip_holonomy_view_shape(view, shape, low, high))
    return;
  noslip_finder_add_entries(view, box, _("Shape, horizontal"), "a", system->m, shape[0]);
  noslip_finder_add_entries(view, box, _("Shape, vertical"), "b", system->m, shape[1]);
  noslip_finder_add_entries(view, box, _("Curvature of"), "of", system->m,
                            noslip_holonomy_view_coordinate(view, shape));
  noslip_view_add_text(view, box, "loop", _("Gait"), "ellipse(0,0,0.3,0.3)");
  noslip_view_add_item(box, _("Draw a gait with keys"), "Enter", holonomy->actions, "pen");
  noslip_view_add_item(box, _("Remove the gait that was drawn"), "Del", holonomy->actions, "erase");
  noslip_view_add_item(box, _("Compute it again"), NULL, holonomy->actions, "again");
  noslip_view_add_item(box, _("Cancel the map"), "Esc", holonomy->actions, "stop");
}

static void
holonomy_free(gpointer data)
{
  NoslipHolonomyView *holonomy = data;
  noslip_search_free(holonomy->map);
  noslip_search_free(holonomy->loop);
  noslip_gait_pen_drop(&holonomy->pen);
  g_clear_pointer(&holonomy->line, g_array_unref);
  g_free(holonomy->picture);
  g_object_unref(holonomy->actions);
  g_free(holonomy);
}

static void
begin(NoslipView *view)
{
  NoslipHolonomyView *holonomy = g_new0(NoslipHolonomyView, 1);
  holonomy->view = view;
  holonomy->map = noslip_search_new(view, NULL);
  holonomy->loop = noslip_search_new(view, NULL);
  holonomy->actions = noslip_holonomy_view_add_keys(view);
  noslip_view_set_state(view, holonomy, holonomy_free);
}

const NoslipViewKind noslip_holonomy_view = {
    .id = "holonomy",
    .name = N_("Holonomy"),
    .summary = N_("The curvature over two shape variables, and what a closed gait that is drawn on it moves"),
    .interest = NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_START,
    .n_figures = 2,
    .share = 0.66,
    .n_shown = n_shown,
    .compose = compose,
    .is_ready = is_ready,
    .cancels = cancels,
    .describe = describe,
    .caption = noslip_holonomy_view_caption,
    .stroke = noslip_holonomy_view_stroke,
    .begin = begin,
    .add_choices = add_choices,
};
