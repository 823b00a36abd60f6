/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Basins: an expression at the end of motions that start on a grid, as a map that is refined step by step. A click on a
 * point starts the motion there. */
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/finder/basins-private.h"
#include "ui/widgets/finder/finder-choices.h"
#include "ui/widgets/finder/grid-picture.h"

#include "core/system/state.h"

#include <glib/gi18n.h>
#include <math.h>

#define POINTS 48 /* along a default axis */

/* The request */

/* The range of a default axis: of the first coordinate and the first velocity, or the first two velocities. */
static char *
default_axis(NoslipView *view, guint axis)
{
  const NoslipSystem *system = noslip_finder_system(view);
  const NoslipStart *start = noslip_finder_start(view);
  guint entry = axis == 0 ? 0 : system->m > 0 ? system->m : MIN(1, system->n - 1);
  double low = start->found[entry] - 1, high = start->found[entry] + 1;
  char one[G_ASCII_DTOSTR_BUF_SIZE], other[G_ASCII_DTOSTR_BUF_SIZE];
  if (entry < system->m && isfinite(system->coordinates[entry].low) && isfinite(system->coordinates[entry].high)) {
    low = system->coordinates[entry].low;
    high = system->coordinates[entry].high;
  }
  return g_strdup_printf("%s=%s..%s:%d", noslip_state_name(system, entry),
                         g_ascii_formatd(one, sizeof one, "%.4g", low),
                         g_ascii_formatd(other, sizeof other, "%.4g", high), POINTS);
}

static void
forget(NoslipBasinsView *basins)
{
  noslip_search_forget(basins->search);
  g_clear_pointer(&basins->values, g_free);
  basins->shows = FALSE;
}

static void
follow(NoslipView *view)
{
  NoslipBasinsView *basins = noslip_basins_view_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  const char *classify = noslip_finder_chosen(view, "classify");
  if (system != basins->system || !classify)
    forget(basins);
  basins->system = system;
  if (!noslip_finder_start(view) || !classify)
    return;
  if (!(noslip_basins_view_time(view) > 0)) {
    forget(basins);
    return;
  }
  g_autofree char *first = default_axis(view, 0), *second = default_axis(view, 1);
  const char *chosen[] = {noslip_finder_chosen(view, "first"), noslip_finder_chosen(view, "second")};
  const NoslipBasinsRequest request = {
      classify, {chosen[0] ? chosen[0] : first, chosen[1] ? chosen[1] : second}, noslip_basins_view_time(view)};
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  NoslipDynamicsKind kind = noslip_finder_dynamics(view);
  g_autofree char *key = noslip_basins_key(simulation, kind, &request);
  if (g_strcmp0(key, noslip_search_key(basins->search)) == 0)
    return;
  forget(basins);
  noslip_basins_begin(basins->search, key, simulation, kind, &request);
}

static gboolean
is_ready(NoslipView *view)
{
  follow(view);
  return !noslip_search_is_running(noslip_basins_view_of(view)->search);
}

static char *
describe(NoslipView *view)
{
  follow(view);
  return noslip_basins_view_description(view);
}

/* Drawing */

/* Half a cell: points are at the middles of cells. */
static double
half_cell(const NoslipSectionSpread *axis)
{
  double width = axis->n > 1 ? (axis->high - axis->low) / (axis->n - 1) : 1;
  return width != 0 ? width / 2 : 0.5;
}

static void
draw_map(const NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display, gpointer data)
{
  const NoslipBasinsView *basins = noslip_basins_view_of(data);
  if (!basins->values || !noslip_basins_view_work(basins))
    return;
  NoslipGrid grid = {.n = {noslip_basins_axis(noslip_basins_view_work(basins), 0)->n,
                           noslip_basins_axis(noslip_basins_view_work(basins), 1)->n}};
  g_autofree NoslipColor *colors = g_new(NoslipColor, noslip_basins_view_points(basins));
  for (guint i = 0; i < noslip_basins_view_points(basins); i++)
    colors[i] = noslip_basins_view_color(basins, theme, basins->values[i]);
  for (guint a = 0; a < 2; a++) {
    const NoslipSectionSpread *axis = noslip_basins_axis(noslip_basins_view_work(basins), a);
    grid.low[a] = axis->low - half_cell(axis);
    grid.high[a] = axis->high + half_cell(axis);
  }
  grid.colors = colors;
  noslip_grid_display(&grid, figure, display);
}

static void
set_axis(NoslipView *view, NoslipFigure *figure, NoslipAxisId id)
{
  const NoslipSectionSpread *own = noslip_basins_axis(noslip_basins_view_work(noslip_basins_view_of(view)), id);
  NoslipAxis axis;
  noslip_axis_init(&axis);
  const NoslipQuantities *quantities = noslip_view_quantities(view);
  int column = quantities ? noslip_quantities_find(quantities, own->name) : -1;
  axis.quantity = own->name;
  axis.unit = own->parameter >= 0 ? noslip_finder_system(view)->parameters[own->parameter].unit
              : column >= 0       ? quantities->list[column].unit
                                  : NULL;
  axis.low = fmin(own->low, own->high) - fabs(half_cell(own));
  axis.high = fmax(own->low, own->high) + fabs(half_cell(own));
  noslip_view_set_axis(view, 0, figure, id, &axis);
}

/* The meaning of the colours as entries of the legend: one series of one point for each class. */
static void
add_legend(const NoslipBasinsView *basins, const NoslipTheme *theme, NoslipFigure *figure)
{
  static const double outside[1] = {NAN};
  guint n = basins->classes->len > 0 ? basins->classes->len : basins->high > basins->low ? 2 : 0;
  for (guint i = 0; i < n; i++) {
    double value = basins->classes->len > 0 ? g_array_index(basins->classes, double, i)
                   : i == 0                 ? basins->low
                                            : basins->high;
    g_autofree char *label = noslip_number_text(value, 4);
    NoslipSeries series;
    noslip_series_init(&series);
    series.x = series.y = outside;
    series.n = 1;
    series.label = label;
    series.color = noslip_basins_view_color(basins, theme, value);
    series.width = 3 * theme->line_width;
    series.quiet = TRUE;
    noslip_figure_add_series(figure, &series);
  }
}

static void
compose(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  NoslipBasinsView *basins = noslip_basins_view_of(view);
  follow(view);
  g_autofree char *why = noslip_basins_view_nothing(view);
  noslip_figure_set_empty_text(figure, why);
  if (why)
    return;
  noslip_basins_view_take_values(basins);
  set_axis(view, figure, NOSLIP_AXIS_X);
  set_axis(view, figure, NOSLIP_AXIS_Y);
  noslip_figure_add_layer(figure, draw_map, view);
  add_legend(basins, theme, figure);
  const NoslipSectionSpread *x = noslip_basins_axis(noslip_basins_view_work(basins), 0),
                            *y = noslip_basins_axis(noslip_basins_view_work(basins), 1);
  NoslipMark mark = {.x = x->low, .y = y->low, .passive = TRUE, .hollow = TRUE, .one_of_many = !basins->shows};
  if (basins->shows) {
    mark.x = noslip_section_spread_value(x, basins->at[0]);
    mark.y = noslip_section_spread_value(y, basins->at[1]);
    mark.label = _("shown");
  }
  noslip_figure_add_mark(figure, &mark);
}

/* The motion of a point */

static void
show_motion(NoslipView *view, guint first, guint second)
{
  NoslipBasinsView *basins = noslip_basins_view_of(view);
  NoslipSimulation *simulation = noslip_view_simulation(view);
  NoslipPlayback *playback = noslip_simulation_playback(simulation);
  basins->at[0] = first;
  basins->at[1] = second;
  basins->shows = TRUE;
  noslip_playback_pause(playback);
  noslip_playback_seek(playback, 0);
  for (guint a = 0; a < 2; a++) {
    const NoslipSectionSpread *axis = noslip_basins_axis(noslip_basins_view_work(basins), a);
    noslip_finder_set_value(view, axis->parameter, axis->name, noslip_section_spread_value(axis, basins->at[a]));
  }
  noslip_playback_play(playback);
  noslip_view_changed(view, NOSLIP_CHANGED_START);
}

/* The point of an axis that is nearest to a value, or -1 outside the map. */
static int
nearest_point(const NoslipSectionSpread *axis, double value)
{
  double at =
      axis->n > 1 && axis->high != axis->low ? (value - axis->low) / (axis->high - axis->low) * (axis->n - 1) : 0;
  return at > -0.5 && at < axis->n - 0.5 ? (int) lround(at) : -1;
}

static void
clicked(NoslipView *view, double px, double py)
{
  const NoslipBasinsView *basins = noslip_basins_view_of(view);
  double x, y;
  g_autofree char *why = noslip_finder_system(view) == basins->system ? noslip_basins_view_nothing(view) : g_strdup("");
  if (why || !noslip_figure_to_data(view->figures[0], px, py, &x, &y))
    return;
  int first = nearest_point(noslip_basins_axis(noslip_basins_view_work(basins), 0), x);
  int second = nearest_point(noslip_basins_axis(noslip_basins_view_work(basins), 1), y);
  if (first >= 0 && second >= 0)
    show_motion(view, (guint) first, (guint) second);
}

/* With the keyboard: the next point, along the first axis and then the second. */
static void
next_point(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  const NoslipBasinsView *basins = noslip_basins_view_of(view);
  g_autofree char *why = noslip_finder_system(view) == basins->system ? noslip_basins_view_nothing(view) : g_strdup("");
  if (why)
    return;
  guint next =
      basins->shows ? basins->at[1] * noslip_basins_axis(noslip_basins_view_work(basins), 0)->n + basins->at[0] + 1 : 0;
  next %= noslip_basins_view_points(basins);
  show_motion(view, next % noslip_basins_axis(noslip_basins_view_work(basins), 0)->n,
              next / noslip_basins_axis(noslip_basins_view_work(basins), 0)->n);
}

static void
stop(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  noslip_search_cancel(noslip_basins_view_of(view)->search);
}

static void
again(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  forget(noslip_basins_view_of(view));
  noslip_view_refresh(view);
}

static void
add_choices(NoslipView *view, GtkBox *box)
{
  const NoslipBasinsView *basins = noslip_basins_view_of(view);
  if (!noslip_finder_start(view))
    return;
  const NoslipSystem *system = noslip_finder_system(view);
  g_autofree char *first = default_axis(view, 0), *second = default_axis(view, 1);
  g_autofree char *seconds = noslip_number_text(system->run_to, 4);
  noslip_view_add_text(view, box, "classify", _("Classify by the value at the end of"),
                       noslip_state_name(system, system->m));
  noslip_view_add_text(view, box, "first", _("Horizontal"), first);
  noslip_view_add_text(view, box, "second", _("Vertical"), second);
  noslip_view_add_text(view, box, "time", _("End of the motions (s)"), seconds);
  noslip_view_add_item(box, _("Show the motion of the next point"), "Enter", basins->actions, "next-point");
  noslip_view_add_item(box, _("Compute it again"), NULL, basins->actions, "again");
  noslip_view_add_item(box, _("Cancel the map"), "Esc", basins->actions, "stop");
}

static void
basins_free(gpointer data)
{
  NoslipBasinsView *basins = data;
  forget(basins);
  noslip_search_free(basins->search);
  g_array_unref(basins->classes);
  g_object_unref(basins->actions);
  g_free(basins);
}

static void
begin(NoslipView *view)
{
  static const GActionEntry entries[] = {{"stop", stop, NULL, NULL, NULL, {0}},
                                         {"again", again, NULL, NULL, NULL, {0}},
                                         {"next-point", next_point, NULL, NULL, NULL, {0}}};
  NoslipBasinsView *basins = g_new0(NoslipBasinsView, 1);
  basins->search = noslip_search_new(view, NULL);
  basins->classes = g_array_new(FALSE, FALSE, sizeof(double));
  basins->actions = noslip_view_own_actions(view, "basins", entries, G_N_ELEMENTS(entries));
  noslip_view_set_state(view, basins, basins_free);
  noslip_view_add_key(view, GDK_KEY_Return, 0, basins->actions, "next-point");
  noslip_view_add_key(view, GDK_KEY_Escape, 0, basins->actions, "stop");
}

const NoslipViewKind noslip_basins_view = {
    .id = "basins",
    .name = N_("Basins"),
    .summary = N_("The value of an expression at the end of motions, over a grid of initial values or parameters; a "
                  "click begins the motion there"),
    .interest = NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_START,
    .n_figures = 1,
    .compose = compose,
    .is_ready = is_ready,
    .describe = describe,
    .caption = noslip_basins_view_caption,
    .clicked = clicked,
    .begin = begin,
    .add_choices = add_choices,
};
