/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agreement: the differences between the formulations' motions. */
#include "ui/widgets/common/run-style.h"
#include "ui/widgets/views/view.h"

#include <glib/gi18n.h>
#include <math.h>

static void
logarithmic(NoslipView *view, guint index, NoslipFigure *figure, const char *quantity)
{
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = quantity;
  axis.logarithmic = TRUE;
  noslip_view_set_axis(view, index, figure, NOSLIP_AXIS_Y, &axis);
}

/* The hint shown in an empty view: show other formulations of the same dynamics. Overlays of other kinds do not count.
 * Free with g_free(). */
static char *
wanting(NoslipSimulation *simulation)
{
  guint n_checks = 0, known = 0, stopped = 0;
  const NoslipRunView *first = NULL; /* of those that stopped */
  for (guint run = 1; run < noslip_runs_n(noslip_simulation_runs(simulation)); run++) {
    const NoslipRunView *other = noslip_runs_view(noslip_simulation_runs(simulation), run);
    n_checks += other->checks;
    known += other->checks && other->n_rows > 0;
    if (other->checks && other->n_rows == 0 && other->report.error && stopped++ == 0)
      first = other;
  }
  if (n_checks == 0)
    return g_strdup(
        _("Only one formulation of these dynamics applies to this system, so there is nothing to compare it with."));
  if (known > 0)
    return noslip_runs_agreement_line(noslip_simulation_runs(simulation));
  if (stopped < n_checks)
    return g_strdup(_("The differences appear here as soon as the other formulations are computed."));
  return g_strdup_printf(_("The other formulations could not be computed. %s: %s."), noslip_run_title(first),
                         first->report.error->cause);
}

static void
compose_agreement(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  noslip_view_time_axis(view, index, figure);
  logarithmic(view, index, figure, _("difference"));
  double worst = 0;
  for (guint run = 1; run < noslip_runs_n(noslip_simulation_runs(simulation)); run++) {
    const NoslipRunView *other = noslip_runs_view(noslip_simulation_runs(simulation), run);
    NoslipSeries series;
    if (!other->checks || !other->quantities ||
        !noslip_view_series(view, run, 0, (int) other->quantities->difference, &series))
      continue;
    series.color = noslip_theme_formulation_color(theme, other->formulation->id);
    series.dash = noslip_theme_formulation_dash(other->formulation->id);
    series.label = noslip_run_title(other);
    noslip_figure_add_series(figure, &series);
    worst = fmax(worst, noslip_runs_worst(noslip_simulation_runs(simulation), run, other->quantities->difference));
  }
  if (worst > 0)
    noslip_figure_add_reference(figure, noslip_runs_accord(noslip_simulation_runs(simulation)), _("tolerance"));
  if (worst > 0 && isfinite(worst)) /* it has a place on the axis, so there is no text */
    return;
  g_autofree char *empty = wanting(simulation);
  noslip_figure_set_empty_text(figure, empty);
}

static char *
caption(NoslipView *view)
{
  return noslip_runs_agreement_heading(noslip_simulation_runs(noslip_view_simulation(view)));
}

static char *
detail(NoslipView *view)
{
  return noslip_runs_agreement_line(noslip_simulation_runs(noslip_view_simulation(view)));
}

const NoslipViewKind noslip_agreement_view = {
    .id = "agreement",
    .name = N_("Agreement"),
    .summary = N_("Differences between the formulations' motions, on a logarithmic scale"),
    .interest = NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_RUNS,
    .n_figures = 1,
    .compose = compose_agreement,
    .caption = caption,
    .detail = detail,
};
