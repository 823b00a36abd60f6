/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steer: the ways of least effort from the initial state to an end that is typed, or dragged here or as a ghost in the
 * scene. The search runs in the background; a click on a way plays it. */
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/finder/finder-choices.h"
#include "ui/widgets/finder/steer-choices.h"
#include "ui/widgets/finder/steer-front.h"
#include "ui/widgets/finder/steer-private.h"

#include "core/system/row.h"

#include <glib/gi18n.h>
#include <math.h>

#define REACH 16 /* largest distance of a click from a way, or from the end, in pixels */

/* Drawing */

static void
add_way(NoslipFigure *figure, const NoslipTheme *theme, const NoslipSteerView *steer, guint index, const guint axes[2])
{
  const NoslipWay *way = steer->ways->pdata[index];
  guint size = noslip_row_size(steer->system);
  g_autofree char *cost = noslip_number_text(way->cost, 4), *label = g_strdup_printf(_("cost %s"), cost);
  NoslipSeries series;
  noslip_series_init(&series);
  series.x = way->rows + 1 + axes[0];
  series.y = way->rows + 1 + axes[1];
  series.n = way->n_rows;
  series.x_stride = series.y_stride = size;
  series.color = index == 0 ? theme->accent : noslip_theme_series_color(theme, index + 1);
  series.dash = index == 0 ? NOSLIP_DASH_SOLID : noslip_theme_overlay_dash(index);
  series.width = index + 1 == steer->playing ? 1.6 * theme->line_width : 0;
  series.label = label;
  series.quiet = TRUE;
  noslip_figure_add_series(figure, &series);
  for (guint i = 0; way->conjugate && i < way->conjugate->len; i++) {
    double at = g_array_index(way->conjugate, double, i) / way->time * (way->n_rows - 1);
    guint row = (guint) CLAMP(floor(at), 0, way->n_rows - 1), next = MIN(row + 1, way->n_rows - 1);
    const double *one = way->rows + (gsize) row * size + 1, *other = way->rows + (gsize) next * size + 1;
    NoslipMark mark = {.hollow = TRUE, .one_of_many = TRUE, .passive = TRUE};
    mark.x = one[axes[0]] + (at - row) * (other[axes[0]] - one[axes[0]]);
    mark.y = one[axes[1]] + (at - row) * (other[axes[1]] - one[axes[1]]);
    noslip_figure_add_mark(figure, &mark);
  }
}

static void
compose(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  NoslipSteerView *steer = noslip_steer_view_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  guint axes[2];
  noslip_steer_view_follow(view);
  g_autofree char *why = noslip_steer_view_nothing(view), *hint = why ? NULL : noslip_steer_view_hint(view);
  noslip_figure_set_empty_text(figure, why ? why : hint);
  if (why && (!noslip_finder_start(view) || steer->problem))
    return;
  const NoslipStart *start = noslip_finder_start(view);
  g_autofree double *end = noslip_steer_view_end(view);
  noslip_steer_choices_axes(view, axes);
  noslip_finder_set_axis(view, index, figure, NOSLIP_AXIS_X, axes[0], FALSE);
  noslip_finder_set_axis(view, index, figure, NOSLIP_AXIS_Y, axes[1], FALSE);
  noslip_figure_set_equal_units(figure, noslip_finder_same_unit(view, axes));
  if (noslip_search_data(steer->front) && MAX(axes[0], axes[1]) < system->m)
    noslip_front_work_draw(noslip_search_data(steer->front), axes, !noslip_finder_chosen(view, "sphere"), theme,
                           figure);
  for (guint i = steer->ways ? steer->ways->len : 0; i-- > 0;)
    add_way(figure, theme, steer, i, axes);
  if (why || !end || MAX(axes[0], axes[1]) >= system->m)
    return;
  NoslipMark from = {.x = start->found[axes[0]], .y = start->found[axes[1]], .label = _("start"), .hollow = TRUE};
  NoslipMark to = {.x = end[axes[0]], .y = end[axes[1]], .label = _("end")};
  noslip_figure_add_mark(figure, &from);
  noslip_figure_add_mark(figure, &to);
}

/* Pointer and keyboard */

/* The end can be dragged here as well as in the scene. */
static gboolean
stroke(NoslipView *view, NoslipDragPhase phase, guint index, double x, double y)
{
  NoslipSteerView *steer = noslip_steer_view_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  const double *present = steer->destination ? noslip_destination_x(steer->destination) : NULL;
  guint axes[2];
  double px, py, ex, ey;
  if (!present)
    return steer->drags = FALSE;
  noslip_steer_choices_axes(view, axes);
  if (MAX(axes[0], axes[1]) >= system->m || axes[0] == axes[1])
    return FALSE;
  if (phase == NOSLIP_DRAG_BEGINS) {
    noslip_figure_to_pixels(view->figures[index], x, y, &px, &py);
    noslip_figure_to_pixels(view->figures[index], present[axes[0]], present[axes[1]], &ex, &ey);
    return steer->drags = hypot(px - ex, py - ey) <= REACH;
  }
  if (phase == NOSLIP_DRAG_ENDS) {
    steer->drags = FALSE;
    noslip_view_changed(view, NOSLIP_CHANGED_START);
    return TRUE;
  }
  g_autofree double *moved = g_memdup2(present, sizeof(double) * system->m);
  moved[axes[0]] = x;
  moved[axes[1]] = y;
  noslip_steer_choices_take(view, moved);
  return TRUE;
}

/* Makes the way the window's motion: its dynamics, initial values and multipliers. */
static void
play(NoslipView *view, guint index)
{
  NoslipSteerView *steer = noslip_steer_view_of(view);
  NoslipSimulation *simulation = noslip_view_simulation(view);
  NoslipPlayback *playback = noslip_simulation_playback(simulation);
  if (!steer->ways || index >= steer->ways->len)
    return;
  const NoslipWay *way = steer->ways->pdata[index];
  const NoslipSystem *system = steer->system;
  if (way->n_pieces > 1) /* the motion from its initial values leads elsewhere; the caption says so */
    return;
  noslip_playback_pause(playback);
  if (noslip_finder_dynamics(view) != NOSLIP_DYNAMICS_VAKONOMIC)
    noslip_runs_set_kind(noslip_simulation_runs(simulation), NOSLIP_DYNAMICS_VAKONOMIC);
  for (guint i = 0; i < system->n; i++)
    noslip_simulation_set_initial(simulation, system->m + i, way->xy[system->m + i]);
  for (guint c = 0; c < system->k; c++)
    noslip_simulation_set_initial(simulation, system->m + system->n + c, way->mu[c]);
  if (way->time > noslip_simulation_playhead(simulation)->end)
    noslip_playback_set_end(playback, way->time);
  noslip_playback_seek(playback, 0);
  noslip_playback_set_pause(playback, way->time);
  noslip_playback_play(playback);
  steer->playing = index + 1;
  noslip_view_changed(view, NOSLIP_CHANGED_START);
}

static void
clicked(NoslipView *view, double x, double y)
{
  const NoslipSteerView *steer = noslip_steer_view_of(view);
  double nearest = REACH;
  guint found = G_MAXUINT, axes[2];
  if (!steer->ways || steer->system != noslip_finder_system(view))
    return;
  noslip_steer_choices_axes(view, axes);
  for (guint i = 0; i < steer->ways->len; i++) {
    const NoslipWay *way = steer->ways->pdata[i];
    for (guint k = 0; k < way->n_rows; k++) {
      const double *row = way->rows + (gsize) k * noslip_row_size(steer->system) + 1;
      double px, py;
      noslip_figure_to_pixels(view->figures[0], row[axes[0]], row[axes[1]], &px, &py);
      if (hypot(px - x, py - y) < nearest) {
        nearest = hypot(px - x, py - y);
        found = i;
      }
    }
  }
  play(view, found);
}

static void
play_next(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  const NoslipSteerView *steer = noslip_steer_view_of(view);
  if (steer->ways && steer->ways->len > 0)
    play(view, steer->playing % steer->ways->len);
}

static void
stop(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  NoslipSteerView *steer = noslip_steer_view_of(view);
  noslip_search_cancel(steer->search);
  noslip_search_cancel(steer->front);
}

static void
toggle_front(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  noslip_finder_choose(view, "front", noslip_finder_chosen(view, "front") ? NULL : "shown");
}

static void
toggle_sphere(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  noslip_finder_choose(view, "sphere", noslip_finder_chosen(view, "sphere") ? NULL : "alone");
}

static void
again(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  noslip_steer_view_forget(noslip_steer_view_of(view));
  noslip_view_refresh(view);
}

static void
add_choices(NoslipView *view, GtkBox *box)
{
  noslip_steer_choices_add(view, box, noslip_steer_view_of(view)->actions);
}

/* Life */

static void
begin(NoslipView *view)
{
  static const GActionEntry entries[] = {{"stop", stop, NULL, NULL, NULL, {0}},
                                         {"again", again, NULL, NULL, NULL, {0}},
                                         {"front", toggle_front, NULL, NULL, NULL, {0}},
                                         {"sphere", toggle_sphere, NULL, NULL, NULL, {0}},
                                         {"play", play_next, NULL, NULL, NULL, {0}}};
  NoslipSteerView *steer = noslip_steer_view_begin(view);
  steer->actions = noslip_view_own_actions(view, "steer", entries, G_N_ELEMENTS(entries));
  noslip_view_add_key(view, GDK_KEY_Return, 0, steer->actions, "play");
  noslip_view_add_key(view, GDK_KEY_Escape, 0, steer->actions, "stop");
}

const NoslipViewKind noslip_steer_view = {
    .id = "steer",
    .name = N_("Steer"),
    .summary = N_("The ways of least effort from the initial configuration to an end that is dragged, here or in the "
                  "scene, or typed"),
    .interest = NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_START,
    .n_figures = 1,
    .compose = compose,
    .is_ready = noslip_steer_view_is_ready,
    .describe = noslip_steer_view_describe,
    .caption = noslip_steer_view_caption,
    .clicked = clicked,
    .stroke = stroke,
    .begin = begin,
    .add_choices = add_choices,
};
