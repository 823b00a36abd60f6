/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Energy: E, T and V along the motion, and below its rate, compared with each claim about it. */
#include "core/simulation/hand/push-columns.h"
#include "ui/widgets/common/run-style.h"
#include "ui/widgets/views/view.h"

#include <glib/gi18n.h>
#include <math.h>

#define MEASURED 3.5    /* pixels at scale 1: the claim's dashes are drawn over it */
#define BAND 10         /* the same, for the power of a hand */
#define MOST_CLAIMED 24 /* curves; the claims have a view of their own */

static void
add(NoslipView *view, NoslipFigure *figure, guint run, int column, const char *label, NoslipColor color,
    NoslipDash dash, double width)
{
  NoslipSeries series;
  if (!noslip_view_series(view, run, 0, column, &series))
    return;
  series.label = label;
  series.color = color;
  series.dash = dash;
  series.width = width;
  series.quiet = label == NULL;
  g_autofree char *reading = label ? NULL : noslip_run_reading(noslip_view_simulation(view), run, "E");
  series.reading = reading;
  noslip_figure_add_series(figure, &series);
}

#define LOOKED_AT 64 /* number of rows that give the size of an energy with sufficient accuracy */

/* A flat curve is not magnified into noise by default. The value is constant along the motion, to a power of two, so
 * that the axis does not change with the energies or their rounding. */
static double
least_span(NoslipView *view)
{
  const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(noslip_view_simulation(view)));
  const NoslipQuantities *q = noslip_view_quantities(view);
  double size = 0;
  if (noslip_view_choice(view, "magnify"))
    return 0;
  for (guint i = 0; run->n_rows > 0 && i <= LOOKED_AT; i++) {
    guint row = (guint) ((guint64) (run->n_rows - 1) * i / LOOKED_AT);
    size = fmax(size, fabs(noslip_columns_value(run->values, row, q->energy)));
    size = fmax(size, fabs(noslip_columns_value(run->values, row, q->kinetic)));
  }
  return size > 0 ? 1e-6 * exp2(round(log2(size))) : 0;
}

static void
compose_energies(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipQuantities *q = noslip_view_quantities(view);
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = _("energy");
  axis.unit = q->system->energy_unit;
  axis.minimum_span = least_span(view);
  noslip_view_set_axis(view, 0, figure, NOSLIP_AXIS_Y, &axis);
  if (q->system->two_form ==
      NULL) { /* green is of velocities, blue of forces; of a presymplectic system H is all that is given */
    add(view, figure, 0, (int) q->kinetic, "T", noslip_theme_series_color(theme, 2), NOSLIP_DASH_DASHED, 0);
    add(view, figure, 0, (int) q->potential, "V", noslip_theme_series_color(theme, 0), NOSLIP_DASH_DOTTED, 0);
  }
  for (guint i = 1; i < noslip_runs_n(noslip_simulation_runs(simulation)); i++) {
    const NoslipRunView *run = noslip_runs_view(noslip_simulation_runs(simulation), i);
    if (run->shown && run->quantities)
      /* named in the status line and in the Agreement view, where they are compared */
      add(view, figure, i, (int) run->quantities->energy, NULL, noslip_run_color(theme, run), noslip_run_dash(run), 0);
  }
  add(view, figure, 0, (int) q->energy, "E", theme->text, NOSLIP_DASH_SOLID, 0);
}

static void
compose_rates(NoslipView *view, NoslipFigure *figure, const NoslipTheme *theme)
{
  const NoslipQuantities *q = noslip_view_quantities(view);
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = _("dE/dt measured, and claimed (dashes)");
  axis.unit = q->system->power_unit;
  axis.minimum_span = least_span(view); /* in a second */
  axis.include_zero = TRUE;
  noslip_view_set_axis(view, 1, figure, NOSLIP_AXIS_Y, &axis);
  if (noslip_gestures_have_push(noslip_hands_gestures(noslip_simulation_hands(noslip_view_simulation(view))))) {
    /* a band: if no other force changes the energy, its rate lies in it */
    NoslipColor color = noslip_theme_series_color(theme, 4);
    color.a = 0.45;
    add(view, figure, 0, (int) q->hand, C_("curve", "hand"), color, NOSLIP_DASH_SOLID, BAND);
  }
  add(view, figure, 0, (int) q->rate, "dE/dt", theme->text, NOSLIP_DASH_SOLID, MEASURED);
  guint n = 0;
  for (guint c = 0; c < q->n && n < MOST_CLAIMED; c++)
    if (q->list[c].kind == NOSLIP_QUANTITY_RATE && c != q->rate) {
      add(view, figure, 0, (int) c, _("claim"), noslip_theme_series_color(theme, n), NOSLIP_DASH_DASHED, 0);
      n++;
    }
}

static void
compose(NoslipView *view, guint index, NoslipFigure *figure, const NoslipTheme *theme)
{
  noslip_figure_set_empty_text(figure,
                               index == 0 ? _("The energy appears here as soon as the motion is computed.") : "");
  noslip_view_time_axis(view, index, figure);
  if (!noslip_view_quantities(view))
    return;
  if (index == 0)
    compose_energies(view, figure, theme);
  else
    compose_rates(view, figure, theme);
}

const NoslipViewKind noslip_energy_view = {
    .id = "energy",
    .name = N_("Energy"),
    .summary = N_("Energy, kinetic and potential, and the rate of the energy measured against each claim"),
    .interest = NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_RUNS,
    .n_figures = 2,
    .magnifies = TRUE,
    .share = 0.58,
    .compose = compose,
};
