/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agreement: how far the formulations' motions are apart; and Constraints: residuals and multipliers. */
#include "ui/widgets/view.h"

#include <glib/gi18n.h>

#define AGREED 1e-9 /* what all formulations must agree to */
#define MET 1e-9    /* what a constraint must be met to */

static void
logarithmic(NoslipView *view, guint index, NoslipFigure *figure, const char *quantity)
{
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = quantity;
  axis.logarithmic = TRUE;
  noslip_view_set_axis(view, index, figure, NOSLIP_AXIS_Y, &axis);
}

static void
compose_agreement(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  noslip_figure_set_empty_text(
      figure, noslip_simulation_n_runs(simulation) > 1
                  ? _("The formulations agree to the last digit.")
                  : _("Only one formulation applies to this system, so there is nothing to compare it with."));
  noslip_view_time_axis(view, index, figure);
  logarithmic(view, index, figure, _("difference"));
  gboolean any = FALSE;
  for (guint run = 1; run < noslip_simulation_n_runs(simulation); run++) {
    const NoslipRunView *other = noslip_simulation_run(simulation, run);
    NoslipSeries series;
    if (!other->checks || !other->quantities ||
        !noslip_view_series(view, run, 0, (int) other->quantities->difference, &series))
      continue;
    series.color = noslip_theme_formulation_color(theme, other->formulation->id);
    series.dash = noslip_theme_formulation_dash(other->formulation->id);
    series.label = other->name;
    noslip_figure_add_series(figure, &series);
    any = TRUE;
  }
  if (any)
    noslip_figure_add_reference(figure, AGREED, NULL);
}

static void
compose_multipliers(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  noslip_figure_set_empty_text(figure, _("There are no multipliers in these dynamics."));
  NoslipAxis axis;
  noslip_view_axis(&axis, NULL);
  guint n = 0;
  for (guint c = 0; c < q->n; c++) {
    NoslipSeries series;
    if (q->list[c].kind != NOSLIP_QUANTITY_MULTIPLIER || !noslip_view_series(view, 0, 0, (int) c, &series))
      continue;
    series.color = noslip_theme_series_color(theme, n);
    series.dash = noslip_theme_series_dash(n);
    series.label = q->list[c].name;
    noslip_figure_add_series(figure, &series);
    axis.quantity = n == 0 ? q->list[c].name : _("multipliers");
    axis.unit = n == 0 ? q->list[c].unit : NULL;
    n++;
  }
  noslip_view_set_axis(view, 0, figure, NOSLIP_AXIS_Y, &axis);
}

static void
compose_residuals(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  noslip_figure_set_empty_text(figure, noslip_simulation_system(simulation)->k
                                           ? _("The constraints are met to the last digit.")
                                           : _("The system has no constraints."));
  logarithmic(view, 1, figure, _("residual"));
  for (guint run = noslip_simulation_n_runs(simulation); run-- > 0;) {
    const NoslipRunView *other = noslip_simulation_run(simulation, run);
    NoslipSeries series;
    if (!other->shown || !other->quantities || other->quantities->system->k == 0 ||
        !noslip_view_series(view, run, 0, (int) other->quantities->residual, &series))
      continue;
    series.color = run == 0 ? theme->text : noslip_theme_formulation_color(theme, other->formulation->id);
    series.dash = run == 0 ? NOSLIP_DASH_SOLID : noslip_theme_formulation_dash(other->formulation->id);
    series.label = run == 0 ? NULL : other->name;
    noslip_figure_add_series(figure, &series);
    if (run == 0 && noslip_simulation_worst(simulation, 0, other->quantities->residual) > 0)
      noslip_figure_add_reference(figure, MET, NULL);
  }
}

static void
compose_constraints(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  noslip_view_time_axis(view, index, figure);
  if (!noslip_view_quantities(view))
    return;
  if (index == 0)
    compose_multipliers(view, figure, theme);
  else
    compose_residuals(view, figure, theme);
}

const NoslipViewKind noslip_agreement_view = {
    .id = "agreement",
    .name = N_("Agreement"),
    .summary = N_("Differences between the formulations' motions, on a logarithmic scale"),
    .interest = NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_RUNS,
    .n_figures = 1,
    .compose = compose_agreement,
};

const NoslipViewKind noslip_constraints_view = {
    .id = "constraints",
    .name = N_("Constraints"),
    .summary = N_("The multipliers of the constraints, and how well the constraints are met"),
    .interest = NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_RUNS,
    .n_figures = 2,
    .share = 0.55,
    .compose = compose_constraints,
};
