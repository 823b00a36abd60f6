/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exponents: the Lyapunov spectrum of the present motion, its averages drawn over the time while they converge. It is
 * computed when it is asked for, and kept when parameters or initial values change. */
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/finder/exponents-private.h"
#include "ui/widgets/finder/finder-choices.h"

#include <glib/gi18n.h>

static void
forget(NoslipExponentsView *exponents)
{
  noslip_search_forget(exponents->search);
  g_clear_pointer(&exponents->time, g_free);
  exponents->n = 0;
}

/* Whether there are no exponents to keep. */
static gboolean
has_failed(const NoslipExponentsView *exponents)
{
  return noslip_search_key(exponents->search) && !noslip_search_is_running(exponents->search) &&
         noslip_exponents_error(noslip_search_data(exponents->search)) &&
         !noslip_search_is_cancelled(exponents->search);
}

/* Begins the search for another system or another time, and for another start where none was possible. */
static void
follow(NoslipView *view)
{
  NoslipExponentsView *exponents = noslip_exponents_view_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  const char *typed = noslip_finder_chosen(view, "time");
  double time = noslip_exponents_view_time(view);
  if (system != exponents->system || g_strcmp0(typed, exponents->time) != 0)
    forget(exponents);
  exponents->system = system;
  if (!(time > 0) || !noslip_finder_start(view) || (noslip_search_key(exponents->search) && !has_failed(exponents)))
    return;
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  NoslipDynamicsKind kind = noslip_finder_dynamics(view);
  g_autofree char *key = noslip_exponents_key(simulation, kind, time);
  if (g_strcmp0(key, noslip_search_key(exponents->search)) == 0)
    return;
  forget(exponents);
  exponents->time = g_strdup(typed);
  noslip_exponents_begin(exponents->search, key, simulation, kind, time);
}

static gboolean
is_ready(NoslipView *view)
{
  follow(view);
  return !noslip_search_is_running(noslip_exponents_view_of(view)->search);
}

static char *
describe(NoslipView *view)
{
  follow(view);
  return noslip_exponents_view_description(view);
}

/* Drawing */

static void
set_axis(NoslipView *view, guint index, NoslipFigure *figure, NoslipAxisId id, const char *quantity, const char *unit)
{
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = quantity;
  axis.unit = unit;
  axis.include_zero = TRUE;
  noslip_view_set_axis(view, index, figure, id, &axis);
}

/* An exponent, or (k = n) the sum. */
static void
add_series(const NoslipExponentsView *exponents, guint k, const NoslipTheme *theme, NoslipFigure *figure)
{
  guint n = exponents->n;
  g_autofree char *label = noslip_exponents_view_label(exponents, k);
  g_autofree char *reading = k < n ? g_strdup_printf(_("exponent %u"), k + 1) : g_strdup(_("sum"));
  NoslipSeries series;
  noslip_series_init(&series);
  series.x = (const double *) (gpointer) exponents->rows->data;
  series.y = series.x + (k < n ? 1 + k : 1 + 2 * n);
  series.x_stride = series.y_stride = NOSLIP_EXPONENTS_COLUMNS(n);
  series.n = exponents->rows->len / NOSLIP_EXPONENTS_COLUMNS(n);
  series.x_increases = TRUE;
  series.label = label;
  series.reading = reading;
  series.color = k < n ? noslip_theme_series_color(theme, k) : theme->text;
  series.dash = k < n ? NOSLIP_DASH_SOLID : NOSLIP_DASH_DASHED;
  noslip_figure_add_series(figure, &series);
}

static void
compose(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  NoslipExponentsView *exponents = noslip_exponents_view_of(view);
  follow(view);
  g_autofree char *why = noslip_exponents_view_nothing(view);
  noslip_figure_set_empty_text(figure, why);
  if (why)
    return;
  guint n = exponents->n;
  set_axis(view, index, figure, NOSLIP_AXIS_X, _("averaged over"), "s");
  set_axis(view, index, figure, NOSLIP_AXIS_Y, _("exponent"), "1/s");
  for (guint k = n + 1; k-- > 0;) /* the sum first: a legend without room for all has the last ones */
    add_series(exponents, k, theme, figure);
}

/* The keyboard and the menu */

static void
stop(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  noslip_search_cancel(noslip_exponents_view_of(view)->search);
}

static void
compute(GSimpleAction *action, GVariant *parameter, gpointer view)
{
  const NoslipSystem *system = noslip_finder_system(view);
  char seconds[G_ASCII_DTOSTR_BUF_SIZE];
  forget(noslip_exponents_view_of(view));
  if (system && !noslip_finder_chosen(view, "time"))
    noslip_finder_choose(view, "time", g_ascii_formatd(seconds, sizeof seconds, "%.15g", system->run_to));
  noslip_view_refresh(view);
}

static void
add_choices(NoslipView *view, GtkBox *box)
{
  const NoslipExponentsView *exponents = noslip_exponents_view_of(view);
  const NoslipSystem *system = noslip_finder_system(view);
  if (!system)
    return;
  g_autofree char *seconds = noslip_number_text(system->run_to, 4);
  noslip_view_add_text(view, box, "time", _("End of the motion (s)"), seconds);
  noslip_view_add_item(box, _("Compute the exponents"), "Enter", exponents->actions, "compute");
  noslip_view_add_item(box, _("Cancel the exponents"), "Esc", exponents->actions, "stop");
}

static void
exponents_free(gpointer data)
{
  NoslipExponentsView *exponents = data;
  forget(exponents);
  noslip_search_free(exponents->search);
  g_array_unref(exponents->rows);
  g_object_unref(exponents->actions);
  g_free(exponents);
}

static void
begin(NoslipView *view)
{
  static const GActionEntry entries[] = {{"stop", stop, NULL, NULL, NULL, {0}},
                                         {"compute", compute, NULL, NULL, NULL, {0}}};
  NoslipExponentsView *exponents = g_new0(NoslipExponentsView, 1);
  exponents->search = noslip_search_new(view, NULL);
  exponents->rows = g_array_new(FALSE, FALSE, sizeof(double));
  exponents->actions = noslip_view_own_actions(view, "exponents", entries, G_N_ELEMENTS(entries));
  noslip_view_set_state(view, exponents, exponents_free);
  noslip_view_add_key(view, GDK_KEY_Return, 0, exponents->actions, "compute");
  noslip_view_add_key(view, GDK_KEY_Escape, 0, exponents->actions, "stop");
}

const NoslipViewKind noslip_exponents_view = {
    .id = "exponents",
    .name = N_("Exponents"),
    .summary = N_("The Lyapunov exponents of the motion, averaged over more and more time"),
    .interest = NOSLIP_CHANGED_SYSTEM | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_START,
    .n_figures = 1,
    .compose = compose,
    .is_ready = is_ready,
    .describe = describe,
    .values = noslip_exponents_view_values,
    .caption = noslip_exponents_view_caption,
    .detail = noslip_exponents_view_detail,
    .begin = begin,
    .add_choices = add_choices,
};
