/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/compare-terms.h"

#include <math.h>

struct _CliCompareTerms {
  guint m, n, k, energy, n_observables; /* energy: its column */
  int *sums;                            /* outputs: of the energy, then of the observables */
  int *forces, *masses;                 /* n: of F_alpha, W_alpha alpha */
  int *slopes;                          /* k x n: of Phi */
  int *anchors;                         /* m x n: of rho */
  double *units;                        /* n: 1 / sqrt |W_alpha alpha| at a row, 0 if that is not finite */
};

static gboolean
add_sum(NoslipObserver *observer, NoslipExpr expr, int *output, NoslipDiagnostic **error)
{
  *output = noslip_observer_add_magnitude(observer, expr, error);
  return *output >= 0;
}

static gboolean
add_value(NoslipObserver *observer, NoslipExpr expr, int *output, NoslipDiagnostic **error)
{
  *output = noslip_observer_add(observer, expr, error);
  return *output >= 0;
}

CliCompareTerms *
cli_compare_terms_new(NoslipObserver *observer, NoslipSystem *system, NoslipDiagnostic **error)
{
  const NoslipModel *model = noslip_observer_motion(observer)->model;
  guint n = system->n, k = system->k;
  CliCompareTerms *terms = g_new0(CliCompareTerms, 1);
  *terms = (CliCompareTerms){
      .m = system->m, .n = n, .k = k, .energy = system->m + n, .n_observables = system->n_observables};
  terms->sums = g_new0(int, (gsize) system->n_observables + 1);
  terms->forces = g_new0(int, (gsize) n + 1);
  terms->masses = g_new0(int, (gsize) n + 1);
  terms->slopes = g_new0(int, (gsize) k *n + 1);
  terms->anchors = g_new0(int, (gsize) system->m *n + 1);
  terms->units = g_new0(double, (gsize) n + 1);
  gboolean good = add_sum(observer, system->energy, &terms->sums[0], error);
  for (guint i = 0; i < system->n_observables; i++)
    good = good && add_sum(observer, system->observables[i].expr, &terms->sums[1 + i], error);
  for (guint a = 0; a < n; a++) {
    good = good && (k == 0 || add_sum(observer, model->force[a], &terms->forces[a], error));
    good = good && add_value(observer, model->mass[a * n + a], &terms->masses[a], error);
  }
  for (guint i = 0; i < k * n; i++)
    good = good && add_value(observer, model->jacobian[i], &terms->slopes[i], error);
  for (guint i = 0; i < system->m * n; i++)
    good = good && add_value(observer, system->anchor[i], &terms->anchors[i], error);
  if (!good)
    g_clear_pointer(&terms, cli_compare_terms_free);
  return terms;
}

void
cli_compare_terms_free(CliCompareTerms *terms)
{
  if (terms == NULL)
    return;
  g_free(terms->sums);
  g_free(terms->forces);
  g_free(terms->masses);
  g_free(terms->slopes);
  g_free(terms->anchors);
  g_free(terms->units);
  g_free(terms);
}

static void
raise_size(double *size, double value)
{
  if (isfinite(value))
    *size = fmax(*size, value);
}

/* Units of velocities, and of coordinates by the anchor, at the row. */
static void
raise_units(const CliCompareTerms *terms, const double *outputs, double *units)
{
  guint m = terms->m, n = terms->n;
  for (guint a = 0; a < n; a++) {
    double unit = 1 / sqrt(fabs(outputs[terms->masses[a]]));
    terms->units[a] = isfinite(unit) ? unit : 0;
    raise_size(&units[m + a], unit);
  }
  for (guint i = 0; i < m; i++)
    for (guint a = 0; a < n; a++)
      raise_size(&units[i], fabs(outputs[terms->anchors[i * n + a]]) * terms->units[a]);
}

/* sqrt(sum over alpha F_alpha^2/W_alpha alpha): all, or where the constraint has a slope. */
static double
size_of_forces(const CliCompareTerms *terms, const double *outputs, const int *slopes)
{
  double forces = 0;
  for (guint a = 0; a < terms->n; a++)
    if (slopes == NULL || outputs[slopes[a]] != 0)
      forces = hypot(forces, outputs[terms->forces[a]] * terms->units[a]);
  return forces;
}

void
cli_compare_terms_raise(const CliCompareTerms *terms, const double *outputs, double *sizes, double *whole)
{
  guint n = terms->n, k = terms->k;
  raise_units(terms, outputs, whole);
  double kinetic = 0; /* sqrt(sum W_alpha alpha y_alpha^2) */
  for (guint a = 0; a < n; a++)
    if (terms->units[a] > 0)
      kinetic = hypot(kinetic, outputs[terms->m + a] / terms->units[a]);
  raise_size(&sizes[terms->energy], outputs[terms->sums[0]]);
  raise_size(&whole[terms->energy], kinetic * kinetic);
  for (guint i = 0; i < terms->n_observables; i++)
    raise_size(&sizes[terms->energy + 1 + k + i], outputs[terms->sums[1 + i]]);
  double all = hypot(kinetic, k > 0 ? size_of_forces(terms, outputs, NULL) : 0); /* changes of p in 1 s */
  for (guint c = 0; c < k; c++) {
    const int *slopes = terms->slopes + (gsize) c * n;
    double slope = 0;
    for (guint a = 0; a < n; a++)
      slope = hypot(slope, outputs[slopes[a]] * terms->units[a]);
    raise_size(&sizes[terms->energy + 1 + c], size_of_forces(terms, outputs, slopes) / slope);
    raise_size(&whole[terms->energy + 1 + c], all / slope);
  }
}
