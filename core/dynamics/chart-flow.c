/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations in the chart of the initial state as lists of assignments. The inner variables are the chart's w; the
 * velocities follow from them at each instant. */
#include "core/dynamics/chart-private.h"
#include "core/dynamics/flow.h"
#include "core/dynamics/saddle-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* One classical Runge-Kutta step; k has room for 5 x size. */
static NoslipStepStatus
step(gpointer work, double t, double h, guint size, double *z, double *k)
{
  static const double part[] = {0, 0.5, 0.5, 1};
  double *stage = k + 4 * (gsize) size;
  for (guint s = 0; s < 4; s++) {
    for (guint i = 0; i < size; i++)
      stage[i] = z[i] + (s > 0 ? part[s] * h * k[(s - 1) * size + i] : 0);
    NoslipStepStatus status = noslip_charts_rates(work, t + part[s] * h, stage, k + s * size);
    if (status != NOSLIP_STEP_OK)
      return status;
  }
  for (guint i = 0; i < size; i++)
    z[i] += h / 6 * (k[i] + 2 * (k[size + i] + k[2 * size + i]) + k[3 * size + i]);
  return NOSLIP_STEP_OK;
}

/* Whether the run stays in the chart in which it starts; TRUE also if it stops early. *stopped: it did. */
static gboolean
stays_in_chart(const NoslipCharts *charts, const double *parameters, const double *xy, const NoslipFlow *flow,
               gboolean *stopped)
{
  guint size = charts->m + charts->r;
  gpointer work = noslip_charts_workspace_new(charts);
  g_autofree double *z = g_new0(double, (gsize) size + 1);
  g_autofree double *k = g_new0(double, 5 * (gsize) size + 1);
  double h = flow->step;
  guint n = h > 0 && flow->to / h < 1e6 ? (guint) ceil(flow->to / h * (1 - 1e-9)) : 0;
  noslip_charts_set_parameters(work, parameters);
  NoslipStepStatus status = noslip_charts_enter(work, 0, xy, z);
  for (guint i = 0; i < n && status == NOSLIP_STEP_OK && charts->list->len == 1; i++) {
    gboolean changed;
    status = step(work, i * h, h, size, z, k);
    if (status == NOSLIP_STEP_OK)
      status = noslip_charts_accept(work, (i + 1) * h, z, TRUE, &changed);
  }
  noslip_charts_workspace_free(work);
  *stopped = status != NOSLIP_STEP_OK;
  return charts->list->len == 1;
}

typedef struct {
  const NoslipCharts *charts;
  const NoslipChart *chart;
  NoslipOperand *state; /* t, x, y */
} Lists;

/* xdot (m) and wdot (r) at `w`, and y and ydot (n each). */
static void
add_rates(const Lists *l, NoslipListing *listing, const NoslipOperand *w, NoslipOperand *rates, NoslipOperand *observed)
{
  guint m = l->charts->m, n = l->charts->n, r = l->charts->r, q = l->charts->curved ? n : r;
  g_autofree NoslipOperand *in = g_new0(NoslipOperand, 1 + (gsize) m + 2 * (gsize) n + r);
  g_autofree NoslipOperand *out = g_new0(NoslipOperand, (gsize) noslip_tape_n_outputs(l->chart->rates) + 1);
  memcpy(in, l->state, (1 + (gsize) m + n) * sizeof *in);
  if (!l->charts->curved)
    memcpy(in + 1 + m, w, r * sizeof *in);
  noslip_listing_add(listing, l->chart->rates, in, out);
  memcpy(rates, out, ((gsize) m + r) * sizeof *out);
  memcpy(in + 1 + m + q, out + m, r * sizeof *in);
  noslip_listing_add(listing, l->chart->observe, in, observed);
}

/* Lists the rates of the state, then the multipliers of the saddle point problem. */
static NoslipListing *
list_rates(const Lists *l, const NoslipSaddle *saddle)
{
  guint m = l->charts->m, n = l->charts->n, r = l->charts->r, k = l->charts->k;
  NoslipListing *listing = noslip_listing_new();
  g_autofree NoslipOperand *w = g_new0(NoslipOperand, (gsize) r + 1);
  g_autofree NoslipOperand *rates = g_new0(NoslipOperand, (gsize) m + r + 1);
  g_autofree NoslipOperand *observed = g_new0(NoslipOperand, 2 * (gsize) n + 1);
  g_autofree NoslipOperand *reaction = g_new0(NoslipOperand, (gsize) noslip_tape_n_outputs(saddle->rates) + 1);
  noslip_listing_add(listing, l->chart->enter, l->state, w);
  add_rates(l, listing, w, rates, observed);
  noslip_listing_output(listing, m, rates);
  noslip_listing_output(listing, n, observed + n);
  noslip_listing_add(listing, saddle->rates, l->state, reaction);
  noslip_listing_output(listing, k, reaction + m + n);
  return listing;
}

static NoslipListing *
list_inner(const Lists *l, const NoslipOperand *w)
{
  guint m = l->charts->m, n = l->charts->n, r = l->charts->r;
  NoslipListing *listing = noslip_listing_new();
  g_autofree NoslipOperand *rates = g_new0(NoslipOperand, (gsize) m + r + 1);
  g_autofree NoslipOperand *observed = g_new0(NoslipOperand, 2 * (gsize) n + 1);
  const NoslipOperand zero = noslip_operand_number(0);
  add_rates(l, listing, w, rates, observed);
  noslip_listing_output(listing, m, rates);
  for (guint a = 0; a < n; a++)
    noslip_listing_output(listing, 1, &zero);
  noslip_listing_output(listing, r, rates + m);
  return listing;
}

static NoslipOperand
difference(NoslipListing *listing, NoslipOperand a, NoslipOperand b)
{
  const NoslipListingStep sub = {.kind = NOSLIP_STEP_SUB, .a = a, .b = b, .c = a};
  g_array_append_val(listing->steps, sub);
  return (NoslipOperand){NOSLIP_OPERAND_STEP, .index = listing->steps->len - 1};
}

/* Lists the step from y to y(x, w): for curved constraints w - y, and Newton's step of the dependent components. */
static NoslipListing *
list_correction(const Lists *l, const NoslipOperand *w)
{
  guint m = l->charts->m, n = l->charts->n, r = l->charts->r, k = l->charts->k;
  NoslipListing *listing = noslip_listing_new();
  g_autofree NoslipOperand *rates = g_new0(NoslipOperand, (gsize) m + r + 1);
  g_autofree NoslipOperand *y = g_new0(NoslipOperand, 2 * (gsize) n + 1);
  g_autofree NoslipOperand *newton = g_new0(NoslipOperand, (gsize) k + 1);
  g_autofree NoslipOperand *steps = g_new0(NoslipOperand, (gsize) n + 1);
  if (l->charts->curved) {
    noslip_listing_add(listing, l->chart->newton, l->state, newton);
    for (guint s = 0; s < k; s++)
      steps[l->chart->dependent[s]] = newton[s];
    for (guint a = 0; a < r; a++)
      steps[l->chart->independent[a]] = difference(listing, w[a], l->state[1 + m + l->chart->independent[a]]);
  } else {
    add_rates(l, listing, w, rates, y);
    for (guint a = 0; a < n; a++)
      steps[a] = difference(listing, y[a], l->state[1 + m + a]);
  }
  noslip_listing_output(listing, n, steps);
  return listing;
}

/* Why the equations in the chart cannot be written out, or NULL. */
static const char *
refusal(const NoslipCharts *charts, const double *parameters, const double *xy, const NoslipFlow *flow)
{
  gboolean stopped;
  if (!stays_in_chart(charts, parameters, xy, flow, &stopped))
    return charts->list->len == 0 ? _("they are not defined at the initial state")
                                  : _("the velocities that they are solved for change along the motion");
  /* Newton's method failed: a program would continue with velocities that do not satisfy the constraints */
  if (stopped && charts->curved)
    return _("with one step from sample to sample they do not reach the end of the motion");
  const NoslipChart *chart = g_ptr_array_index(charts->list, 0);
  return chart->unrolled && charts->r > 0 ? NULL : _("their solution in symbols does not hold at the initial state");
}

gboolean
noslip_charts_flow(gconstpointer data, const double *parameters, const double *xy, NoslipFlow *flow,
                   NoslipDiagnostic **error)
{
  const NoslipCharts *charts = data;
  guint m = charts->m, n = charts->n, r = charts->r;
  const char *reason = refusal(charts, parameters, xy, flow);
  NoslipSaddle *saddle = reason == NULL ? noslip_saddle_new(charts->system, TRUE, error) : NULL;
  if (reason == NULL && saddle != NULL && saddle->rates == NULL)
    reason = _("their solution in symbols is too large");
  if (reason != NULL)
    *error = noslip_flow_refusal(reason);
  if (*error != NULL) {
    noslip_saddle_free(saddle);
    return FALSE;
  }
  g_autofree NoslipOperand *inputs = g_new0(NoslipOperand, 1 + (gsize) m + n + r);
  for (guint i = 0; i < 1 + m + n + r; i++)
    inputs[i] = noslip_operand_input(i);
  const Lists l = {charts, g_ptr_array_index(charts->list, 0), inputs};
  flow->n_state = m + n;
  flow->n_multipliers = charts->k;
  flow->n_inner = r;
  flow->rates = list_rates(&l, saddle);
  flow->enter = noslip_flow_listing(l.chart->enter, 1 + m + n, 0, r);
  flow->inner_rates = list_inner(&l, inputs + 1 + m + n);
  flow->correction = list_correction(&l, inputs + 1 + m + n);
  noslip_flow_bind(flow, charts->manifold, m);
  noslip_saddle_free(saddle);
  return TRUE;
}
