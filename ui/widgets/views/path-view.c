/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path: any quantity against any other; with level curves of the energy if both are velocities. */
#include "ui/widgets/common/run-style.h"
#include "ui/widgets/views/ensemble-layer.h"
#include "ui/widgets/views/path-equilibria.h"

#include "ui/picture/math/mathtext.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* The energy over the plane of two velocities. It changes with the plane, the parameters and the variables on which the
 * energy depends. */
typedef struct {
  NoslipSimulation *simulation;
  guint fibre_x, fibre_y;
  GArray *key;    /* of double: the arguments of the energy */
  guint64 serial; /* another for each key */
} Plane;

static void
plane_free(gpointer data)
{
  Plane *plane = data;
  g_array_unref(plane->key);
  g_free(plane);
}

static double
energy_at(double x, double y, gpointer data)
{
  const Plane *plane = data;
  return noslip_readings_energy(noslip_simulation_readings(plane->simulation), plane->fibre_x, x, plane->fibre_y, y);
}

/* The parameters and the other variables of the energy, except the two velocities. */
static GArray *
plane_key(NoslipSimulation *simulation, guint fibre_x, guint fibre_y)
{
  const NoslipSystem *system = noslip_simulation_system(simulation);
  const double *parameters = NULL, *row = noslip_runs_sample(noslip_simulation_runs(simulation), 0, &parameters);
  GArray *key = g_array_new(FALSE, FALSE, sizeof(double));
  /* the generation identifies the system and the edit of its text */
  const double what[] = {fibre_x, fibre_y,
                         (double) noslip_runs_primary(noslip_simulation_runs(simulation))->generation};
  g_array_append_vals(key, what, G_N_ELEMENTS(what));
  if (!row)
    return key;
  g_array_append_vals(key, parameters, system->n_parameters);
  for (guint i = 0; i < system->m; i++)
    if (noslip_expr_depends(system->graph, system->energy, 1, &system->coordinates[i].symbol))
      g_array_append_val(key, row[noslip_row_x(system) + i]);
  for (guint a = 0; a < system->n; a++)
    if (a != fibre_x && a != fibre_y &&
        noslip_expr_depends(system->graph, system->energy, 1, &system->fibres[a].symbol))
      g_array_append_val(key, row[noslip_row_y(system) + a]);
  return key;
}

static Plane *
plane_of(NoslipView *view, guint fibre_x, guint fibre_y)
{
  Plane *plane = noslip_view_state(view);
  if (!plane) {
    plane = g_new0(Plane, 1);
    plane->key = g_array_new(FALSE, FALSE, sizeof(double));
    noslip_view_set_state(view, plane, plane_free);
  }
  GArray *key = plane_key(noslip_view_simulation(view), fibre_x, fibre_y);
  gboolean same = plane->simulation == noslip_view_simulation(view) && key->len == plane->key->len &&
                  memcmp(key->data, plane->key->data, key->len * sizeof(double)) == 0;
  plane->serial += !same;
  g_array_unref(plane->key);
  plane->key = key;
  plane->simulation = noslip_view_simulation(view);
  plane->fibre_x = fibre_x;
  plane->fibre_y = fibre_y;
  return plane;
}

static int
chosen(NoslipView *view, const NoslipQuantities *q, const char *name)
{
  const char *const *choice = noslip_view_choice(view, name);
  return choice && choice[0] ? noslip_quantities_find(q, choice[0]) : -1;
}

/* The quantities that the text plots against each other; else the first two coordinates, the phase plane of one,
 * or two velocities. */
static void
columns(NoslipView *view, const NoslipQuantities *q, int *x, int *y)
{
  *x = chosen(view, q, "x");
  *y = chosen(view, q, "y");
  int default_x = -1, default_y = -1;
  for (guint i = 0; i < q->system->n_plots && default_x < 0; i++)
    if (q->system->plots[i].against) {
      default_y = noslip_quantities_find(q, q->system->plots[i].name);
      default_x = noslip_quantities_find(q, q->system->plots[i].against);
    }
  gboolean phase_plane = q->system->m == 1 && q->system->n == 1;
  if ((default_x < 0 || default_y < 0) && phase_plane) {
    default_x = noslip_quantities_nth(q, NOSLIP_QUANTITY_COORDINATE, 0);
    default_y = noslip_quantities_nth(q, NOSLIP_QUANTITY_VELOCITY, 0);
  }
  NoslipQuantityKind kind = q->system->m >= 2 ? NOSLIP_QUANTITY_COORDINATE : NOSLIP_QUANTITY_VELOCITY;
  if (default_x < 0 || default_y < 0) {
    default_x = noslip_quantities_nth(q, kind, 0);
    default_y = noslip_quantities_nth(q, kind, 1);
  }
  if (default_x < 0)
    default_x = 0;
  if (default_y < 0)
    default_y = (int) q->energy;
  if (*x < 0)
    *x = default_x;
  if (*y < 0)
    *y = default_y;
}

static void
add_levels(NoslipView *view, NoslipFigure *figure, const NoslipQuantities *q, int x, int y)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  if (!noslip_readings_prepare_energy(noslip_simulation_readings(simulation)))
    return;
  Plane *plane = plane_of(view, q->list[x].index, q->list[y].index);
  NoslipLevels levels = {.field = energy_at,
                         .data = plane,
                         .source = plane->serial,
                         .n_levels = 7,
                         .emphasis = noslip_runs_value(noslip_simulation_runs(simulation), 0, q->energy),
                         .label = "E"};
  noslip_figure_add_levels(figure, &levels);
}

/* Velocities against each other, with energy levels and equilibria. */
static gboolean
shows_velocities(const NoslipQuantities *q, int x, int y)
{
  return q->list[x].kind == NOSLIP_QUANTITY_VELOCITY && q->list[y].kind == NOSLIP_QUANTITY_VELOCITY && x != y;
}

/* Whether the figure is a picture of a place, which one scale in both directions keeps from being distorted. */
static gboolean
are_lengths(const NoslipQuantity *x, const NoslipQuantity *y)
{
  if (x->kind == NOSLIP_QUANTITY_COORDINATE && y->kind == NOSLIP_QUANTITY_COORDINATE)
    return !x->angle && !y->angle;
  return g_strcmp0(x->unit, y->unit) == 0 && (g_strcmp0(x->unit, "m") == 0 || g_strcmp0(x->unit, "cm") == 0);
}

static void
compose(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipQuantities *q = noslip_view_quantities(view);
  noslip_figure_set_empty_text(figure, _("The path appears here as soon as the motion is computed."));
  if (!q)
    return;
  int x, y;
  columns(view, q, &x, &y);
  NoslipAxis axis;
  noslip_view_axis(&axis, &q->list[x]);
  noslip_view_set_axis(view, 0, figure, NOSLIP_AXIS_X, &axis);
  noslip_view_axis(&axis, &q->list[y]);
  noslip_view_set_axis(view, 0, figure, NOSLIP_AXIS_Y, &axis);
  noslip_figure_set_equal_units(figure, are_lengths(&q->list[x], &q->list[y]));
  if (shows_velocities(q, x, y))
    add_levels(view, figure, q, x, y);
  noslip_ensemble_layer_add(view, 0, figure, x, y, TRUE, theme->text);
  NoslipSeries series;
  for (guint run = noslip_runs_n(noslip_simulation_runs(simulation)); run-- > 0;) {
    const NoslipRunView *other = noslip_runs_view(noslip_simulation_runs(simulation), run);
    if (!other->shown || !other->quantities)
      continue;
    int run_x = noslip_quantities_find(other->quantities, q->list[x].name);
    int run_y = noslip_quantities_find(other->quantities, q->list[y].name);
    if (!noslip_view_series(view, run, run_x, run_y, &series))
      continue;
    series.color = run == 0 ? theme->accent : noslip_run_color(theme, other);
    series.dash = run == 0 ? NOSLIP_DASH_SOLID : noslip_run_dash(other);
    series.label = run == 0 ? NULL : noslip_run_title(other);
    series.hide_after_cursor = TRUE;
    g_autofree char *reading = noslip_run_reading(simulation, run, noslip_quantity_words(&q->list[y]));
    series.reading = reading;
    noslip_figure_add_series(figure, &series);
  }
}

/* Equilibria are searched in the visible window. */
static void
arranged(NoslipView *view, guint index, NoslipFigure *figure)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  int x, y;
  if (!q)
    return;
  columns(view, q, &x, &y);
  if (shows_velocities(q, x, y) &&
      noslip_readings_prepare_energy(noslip_simulation_readings(noslip_view_simulation(view))))
    noslip_path_add_equilibria(view, figure, q->list[x].index, q->list[y].index);
}

static void
add_choices(NoslipView *view, GtkBox *box)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  if (!q)
    return;
  int x, y;
  columns(view, q, &x, &y);
  noslip_view_add_quantity(view, box, "x", _("Horizontal"), x);
  noslip_view_add_quantity(view, box, "y", _("Vertical"), y);
}

/* To the horizontal axis if it is dropped below it, else to the vertical one. */
static void
quantity_dropped(NoslipView *view, const NoslipQuantity *quantity, double px, double py)
{
  const double below = 44; /* pixels: the labels of the horizontal axis, and slightly more */
  gboolean horizontal = py > gtk_widget_get_height(GTK_WIDGET(view)) - below;
  noslip_view_set_choice(view, horizontal ? "x" : "y", (const char *const[]){quantity->name, NULL});
}

static char *
caption(NoslipView *view)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  if (!q)
    return NULL;
  int x, y;
  columns(view, q, &x, &y);
  g_autofree char *name_x = noslip_math_pretty(noslip_quantity_words(&q->list[x])),
                  *name_y = noslip_math_pretty(noslip_quantity_words(&q->list[y]));
  return g_strdup_printf(_("%s against %s"), name_y, name_x);
}

const NoslipViewKind noslip_path_view = {
    .id = "path",
    .name = N_("Path"),
    .summary = N_("One quantity against another, with level curves of the energy and equilibria between velocities"),
    .interest = NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_ENSEMBLE,
    .n_figures = 1,
    .compose = compose,
    .arranged = arranged,
    .caption = caption,
    .dropped = quantity_dropped,
    .add_choices = add_choices,
};
