/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gauges: energy, constraints and agreement, which show whether a motion is reliable. */
#include "core/simulation/quantities.h"

#include "core/verdict/agreement.h"

#include <math.h>
#include <string.h>

struct _NoslipGauge {
  NoslipQuantities *quantities;
  NoslipObserverWorkspace *work;
  double *outputs; /* rows x outputs, room for `room` rows */
  guint room;
  gboolean started;
  const double *powers;    /* of the hand in these rows, or NULL */
  NoslipGaugeAccount last; /* of the previous row */
  double *phi_scale;       /* k */
  double *apart;           /* m + n: largest difference of each coordinate and velocity so far */
  double *size;            /* m + n: its largest absolute value in the primary so far */
  double *unit;            /* m + n: its largest unit by the kinetic metric so far (noslip_agreement_motion()) */
  double *motion;          /* m + n: the size of the motion in its unit */
};

NoslipGauge *
noslip_gauge_new(NoslipQuantities *quantities, const double *parameters)
{
  NoslipGauge *gauge = g_new0(NoslipGauge, 1);
  gauge->quantities = noslip_quantities_ref(quantities);
  gauge->work = noslip_observer_workspace_new(quantities->observer);
  noslip_observer_set_parameters(gauge->work, parameters);
  gauge->phi_scale = g_new0(double, quantities->system->k + 1);
  gauge->apart = g_new0(double, quantities->system->m + quantities->system->n + 1);
  gauge->size = g_new0(double, quantities->system->m + quantities->system->n + 1);
  gauge->unit = g_new0(double, quantities->system->m + quantities->system->n + 1);
  gauge->motion = g_new0(double, quantities->system->m + quantities->system->n + 1);
  return gauge;
}

void
noslip_gauge_set_parameters(NoslipGauge *gauge, const double *parameters)
{
  noslip_observer_set_parameters(gauge->work, parameters);
}

void
noslip_gauge_set_push(NoslipGauge *gauge, const double *powers)
{
  gauge->powers = powers;
}

void
noslip_gauge_resume(NoslipGauge *gauge, const NoslipGaugeAccount *account)
{
  gauge->last = *account;
  gauge->started = TRUE;
}

void
noslip_gauge_free(NoslipGauge *gauge)
{
  if (!gauge)
    return;
  noslip_observer_workspace_free(gauge->work);
  noslip_quantities_unref(gauge->quantities);
  g_free(gauge->outputs);
  g_free(gauge->phi_scale);
  g_free(gauge->apart);
  g_free(gauge->size);
  g_free(gauge->unit);
  g_free(gauge->motion);
  g_free(gauge);
}

/* How the energy changes from a row at which a hand pulls to the next one is no drift, except for what the balance
 * leaves over, as measured at that row: the next one may be the first without the hand. */
static double
drift(NoslipGauge *gauge, double t, const double *values)
{
  const NoslipQuantities *q = gauge->quantities;
  NoslipGaugeAccount *last = &gauge->last;
  double energy = values[q->energy];
  if (!gauge->started)
    last->reference = energy;
  else if (last->pushed)
    last->reference += energy - last->energy - last->surplus * (t - last->t);
  gauge->started = TRUE;
  double size = fabs(values[q->kinetic]) + fabs(values[q->potential]);
  if (isnan(size))
    size = fabs(energy);
  last->size = fmax(last->size, size);
  last->t = t;
  last->energy = energy;
  last->pushed = gauge->powers != NULL;
  last->surplus = q->conserves ? values[q->rate] - values[q->hand] : 0; /* other powers are no part of the drift */
  double change = energy - last->reference;
  return last->size > 0 ? change / last->size : change;
}

/* This fraction of the potential energy counts as motion: a body at rest has velocities of round-off. */
#define REST 1e-12

/* sum |Phi_alpha| sqrt(2 T / |W_alpha alpha|) of a constraint; 0 if it is not finite. */
static double
size_by_energy(const NoslipQuantities *q, const double *outputs, const double *values, guint a)
{
  double energy = fabs(values[q->kinetic]) + REST * fabs(values[q->potential]), size = 0;
  guint n = q->system->n;
  for (guint alpha = 0; alpha < n; alpha++) {
    int slope = q->slopes[a * n + alpha], inertia = q->inertias[alpha];
    if (slope >= 0 && inertia >= 0 && outputs[slope] != 0 && outputs[inertia] != 0)
      size += fabs(outputs[slope]) * sqrt(2 * energy / fabs(outputs[inertia]));
  }
  return isfinite(size) ? size : 0;
}

static double
residual(NoslipGauge *gauge, const double *outputs, const double *values)
{
  const NoslipQuantities *q = gauge->quantities;
  double worst = 0;
  for (guint c = 0; c < q->n; c++) {
    if (q->list[c].kind != NOSLIP_QUANTITY_RESIDUAL)
      continue;
    guint a = q->list[c].index;
    double sum = 0;
    for (guint i = 0; i < q->term_count[a]; i++)
      sum += fabs(outputs[q->term_first[a] + i]);
    gauge->phi_scale[a] = fmax(gauge->phi_scale[a], fmax(sum, size_by_energy(q, outputs, values, a)));
    double phi = fabs(values[c]), scale = gauge->phi_scale[a];
    worst = fmax(worst, scale > 0 ? phi / scale : phi);
  }
  return worst;
}

static void
raise_unit(double *unit, double value)
{
  if (isfinite(value))
    *unit = fmax(*unit, value);
}

/* 1 / sqrt |W_alpha alpha| of velocities, and of coordinates by the anchor. */
static void
raise_units(NoslipGauge *gauge, const double *outputs)
{
  const NoslipQuantities *q = gauge->quantities;
  guint m = q->system->m, n = q->system->n;
  for (guint a = 0; a < n; a++) {
    double own = q->inertias[a] >= 0 ? 1 / sqrt(fabs(outputs[q->inertias[a]])) : NAN;
    raise_unit(&gauge->unit[m + a], own);
    for (guint i = 0; i < m; i++)
      if (q->anchors[i * n + a] >= 0)
        raise_unit(&gauge->unit[i], fabs(outputs[q->anchors[i * n + a]]) * own);
  }
}

/* The difference of each coordinate and velocity relative to its own size so far. */
static double
difference(NoslipGauge *gauge, const double *row, const double *primary, const double *outputs)
{
  const NoslipSystem *system = gauge->quantities->system;
  guint n = system->m + system->n;
  double worst = 0;
  for (guint i = 0; i < n; i++) {
    double a = row[noslip_row_x(system) + i], b = primary[noslip_row_x(system) + i];
    gauge->size[i] = fmax(gauge->size[i], fabs(b));
    gauge->apart[i] = fmax(gauge->apart[i], fabs(a - b));
  }
  raise_units(gauge, outputs);
  noslip_agreement_motion(n, gauge->size, gauge->unit, gauge->motion);
  for (guint i = 0; i < n; i++)
    worst = fmax(worst, noslip_agreement_relative(gauge->apart[i], gauge->size[i], gauge->motion[i]));
  return worst;
}

void
noslip_gauge_fill(NoslipGauge *gauge, guint n_rows, const double *rows, const double *primary, double *values)
{
  const NoslipQuantities *q = gauge->quantities;
  guint row_size = noslip_row_size(q->system), stride = noslip_observer_n(q->observer);
  if (n_rows > gauge->room) {
    gauge->room = n_rows;
    gauge->outputs = g_renew(double, gauge->outputs, (gsize) n_rows *stride + 1);
  }
  noslip_observer_evaluate_rows(gauge->work, n_rows, rows, row_size, gauge->outputs, stride);
  for (guint r = 0; r < n_rows; r++) {
    const double *row = rows + (gsize) r * row_size, *outputs = gauge->outputs + (gsize) r * stride;
    double *line = values + (gsize) r * q->width;
    for (guint c = 0; c < q->n; c++) {
      const NoslipQuantity *quantity = &q->list[c];
      line[c] = quantity->row >= 0 ? row[quantity->row] : quantity->output >= 0 ? outputs[quantity->output] : NAN;
      if (quantity->kind == NOSLIP_QUANTITY_MAGNITUDE)
        line[c] = fabs(line[c]);
    }
    line[q->hand] = gauge->powers ? gauge->powers[r] : 0;
    line[q->drift] = drift(gauge, row[0], line);
    line[q->reference] = gauge->last.reference;
    line[q->size] = gauge->last.size;
    line[q->residual] = residual(gauge, outputs, line);
    line[q->difference] = primary ? difference(gauge, row, primary + (gsize) r * row_size, outputs) : 0;
  }
}
