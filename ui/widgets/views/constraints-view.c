/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constraints: how well each is satisfied, the multipliers, and the power of the reactions. */
#include "ui/widgets/common/run-style.h"
#include "ui/widgets/views/view.h"

#include "ui/picture/plot/ticks.h"

#include <glib/gi18n.h>
#include <math.h>

#define MET 1e-9       /* required accuracy of a constraint */
#define LEAST 1e-18    /* a smaller residual counts as 0 and is not magnified */
#define NO_POWER 1e-10 /* of the energy, a second */

static gboolean
add_column(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme, guint column, guint nth, const char *label)
{
  NoslipSeries series;
  if (!noslip_view_series(view, 0, 0, (int) column, &series))
    return FALSE;
  series.color = noslip_theme_series_color(theme, nth);
  series.dash = noslip_theme_series_dash(nth);
  series.label = label;
  g_autofree char *reading = noslip_run_reading(noslip_view_simulation(view), 0,
                                                noslip_quantity_words(&noslip_view_quantities(view)->list[column]));
  series.reading = reading;
  noslip_figure_add_series(figure, &series);
  return TRUE;
}

static const char *
constraint_name(const NoslipQuantities *q, guint column)
{
  return q->system->constraints[q->list[column].index].name;
}

/* The name and the unit are at the axis if there is one curve; a unit that all share is there too. */
static void
compose_multipliers(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  noslip_figure_set_empty_text(figure, q->system->k ? _("There are no multipliers in these dynamics.")
                                                    : _("The system has no constraints, and so no multipliers."));
  NoslipAxis axis;
  noslip_view_axis(&axis, NULL);
  guint n = 0;
  for (guint c = 0; c < q->n; c++) {
    const NoslipQuantity *quantity = &q->list[c];
    if (quantity->kind != NOSLIP_QUANTITY_MULTIPLIER || !add_column(view, figure, theme, c, n, quantity->name))
      continue;
    axis.unit = n == 0 || g_strcmp0(axis.unit, quantity->unit) == 0 ? quantity->unit : NULL;
    axis.quantity = n == 0 ? quantity->name : _("multipliers");
    n++;
  }
  noslip_view_set_axis(view, 0, figure, NOSLIP_AXIS_Y, &axis);
}

static void
add_other_runs(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  for (guint run = noslip_runs_n(noslip_simulation_runs(simulation)); run-- > 1;) {
    const NoslipRunView *other = noslip_runs_view(noslip_simulation_runs(simulation), run);
    NoslipSeries series;
    if (!other->shown || !other->quantities ||
        !(noslip_runs_worst(noslip_simulation_runs(simulation), run, other->quantities->residual) > LEAST) ||
        !noslip_view_series(view, run, 0, (int) other->quantities->residual, &series))
      continue;
    series.color = noslip_run_color(theme, other);
    series.dash = noslip_run_dash(other);
    series.label = noslip_run_title(other);
    series.alpha = 0.6;
    g_autofree char *reading = noslip_run_reading(simulation, run, _("residual |φ|"));
    series.reading = reading;
    noslip_figure_add_series(figure, &series);
  }
}

/* The residuals of each constraint, unless they are exactly zero. */
static void
compose_residuals(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  noslip_figure_set_empty_text(figure, q->system->k ? _("The constraints are met to the last digit.")
                                                    : _("The system has no constraints."));
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = _("residual |φ|");
  axis.logarithmic = TRUE;
  noslip_view_set_axis(view, 1, figure, NOSLIP_AXIS_Y, &axis);
  if (q->system->k == 0)
    return;
  add_other_runs(view, figure, theme);
  guint n = 0;
  gboolean any = FALSE;
  for (guint c = 0; c < q->n; c++)
    if (q->list[c].kind == NOSLIP_QUANTITY_MAGNITUDE && add_column(view, figure, theme, c, n, constraint_name(q, c))) {
      any = any || noslip_runs_worst(noslip_simulation_runs(noslip_view_simulation(view)), 0, c) > LEAST;
      n++;
    }
  if (any)
    noslip_figure_add_reference(figure, MET, _("tolerance"));
}

static void
compose_powers(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  noslip_figure_set_empty_text(figure, _("The reactions do no work."));
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = _("reaction power");
  axis.unit = q->system->power_unit;
  axis.include_zero = TRUE;
  guint n = 0;
  for (guint c = 0; c < q->n; c++)
    if (q->list[c].kind == NOSLIP_QUANTITY_POWER && add_column(view, figure, theme, c, n, constraint_name(q, c)))
      n++;
  noslip_view_set_axis(view, 2, figure, NOSLIP_AXIS_Y, &axis);
}

static double
energy_size(NoslipView *view)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipQuantities *q = noslip_view_quantities(view);
  return fmax(noslip_runs_worst(noslip_simulation_runs(simulation), 0, q->energy),
              noslip_runs_worst(noslip_simulation_runs(simulation), 0, q->kinetic));
}

/* The largest power of a reaction up to now. */
static double
largest_power(NoslipView *view)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  double largest = 0;
  for (guint c = 0; q && c < q->n; c++)
    if (q->list[c].kind == NOSLIP_QUANTITY_POWER)
      largest = fmax(largest, noslip_runs_worst(noslip_simulation_runs(noslip_view_simulation(view)), 0, c));
  return largest;
}

/* Ideal constraints that are homogeneous in the velocities do no work; then there is no figure. */
static guint
n_shown(NoslipView *view)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  if (q && q->system->k == 0)
    return 1; /* a message says so */
  return q && noslip_system_constraint_class(q->system) != NOSLIP_LINEAR &&
                 noslip_quantities_nth(q, NOSLIP_QUANTITY_POWER, 0) >= 0
             ? 3
             : 2;
}

static void
compose(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  noslip_figure_set_empty_text(figure, _("The constraints appear here as soon as the motion is computed."));
  noslip_view_time_axis(view, index, figure);
  if (!noslip_view_quantities(view))
    return;
  if (index == 0)
    compose_multipliers(view, figure, theme);
  else if (index == 1)
    compose_residuals(view, figure, theme);
  else
    compose_powers(view, figure, theme);
}

static void
append_column(NoslipView *view, GString *text, guint column, guint digits)
{
  const NoslipQuantity *quantity = &noslip_view_quantities(view)->list[column];
  double value = noslip_runs_value(noslip_simulation_runs(noslip_view_simulation(view)), 0, column);
  g_autofree char *number = noslip_number_text(value, digits);
  g_string_append_printf(text, "%s%s = %s%s%s", text->len ? "; " : "", quantity->name, number,
                         quantity->unit ? " " : "", quantity->unit ? quantity->unit : "");
}

static char *
describe(NoslipView *view)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  if (!q)
    return g_strdup(_("The constraints appear here as soon as the motion is computed."));
  if (q->system->k == 0)
    return g_strdup(_("The system has no constraints."));
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint c = 0; c < q->n; c++)
    if (q->list[c].kind == NOSLIP_QUANTITY_MULTIPLIER || q->list[c].kind == NOSLIP_QUANTITY_POWER)
      append_column(view, text, c, 4);
  for (guint c = 0; c < q->n; c++)
    if (q->list[c].kind == NOSLIP_QUANTITY_MAGNITUDE) {
      append_column(view, text, c, 2);
      g_autofree char *worst =
          noslip_number_text(noslip_runs_worst(noslip_simulation_runs(noslip_view_simulation(view)), 0, c), 2);
      g_string_append_printf(text, _(" (worst %s)"), worst);
    }
  if (q->kind == NOSLIP_DYNAMICS_NONHOLONOMIC)
    g_string_append(text,
                    _("; a multiplier is positive where its reaction pushes towards growing phi: the force on the "
                      "velocity y is lambda times dphi/dy, and its power lambda times y dphi/dy"));
  if (q->kind == NOSLIP_DYNAMICS_NONHOLONOMIC && !(largest_power(view) > NO_POWER * energy_size(view)))
    g_string_append(text, _("; the reactions do no work"));
  return g_string_free(g_steal_pointer(&text), FALSE);
}

const NoslipViewKind noslip_constraints_view = {
    .id = "constraints",
    .name = N_("Constraints"),
    .summary =
        N_("The multipliers of the constraints, how well the constraints are met, and the power of the reactions"),
    .interest = NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_RUNS,
    .n_figures = 3,
    .share = 0.55,
    .n_shown = n_shown,
    .compose = compose,
    .describe = describe,
};
