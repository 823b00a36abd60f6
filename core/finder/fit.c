/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/fit.h"

#include "core/base/linear.h"
#include "core/dynamics/start.h"
#include "core/finder/sensitivity.h"
#include "core/integrate/run.h"
#include "core/trajectory/observer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MOST_STEPS 200
#define STEP 1e-5       /* of differences of motions, relative to the size of an unknown */
#define TOLERANCE 1e-12 /* of the motions */
#define CONVERGED 1e-9  /* limit of the last step, relative to the standard error or to the value */
#define MOST_CONDITION 1e7
#define LEAST_EXACT 1e-9 /* relative change of the data when an unknown changes by its own size; less is rounding */
#define LEAST_ROUGH 1e-6 /* the same if sensitivities are differences of motions */
#define FARTHEST 100     /* longest step, in sizes of an unknown */
#define UNEXPLAINED 1e-2 /* of the scatter of the data: if more is left, other starts are tried */
#define SPREAD 2 /* the first half is between the given values divided and multiplied by this, the others by FAR */
#define FAR 10
#define LESS 1e-6 /* relative: a minimum that is lower by less is the same */

typedef struct {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  NoslipDynamics *dynamics;
  const double *parameters;
  GArray *overrides;
  const NoslipFitData *data;
  guint n;
  const NoslipFitUnknown *unknowns;
  const int *cancel;
  guint *done;
  NoslipStarter *starter;
  NoslipObserver *observer;
  NoslipObserverWorkspace *observing;
  guint n_residuals;              /* rows x columns; 0 if nothing was measured */
  NoslipSensitivity *sensitivity; /* or NULL */
} Fit;

static gboolean
observe(const Fit *fit, const double *row, guint i, double *residuals)
{
  const NoslipFitData *data = fit->data;
  g_autofree double *seen = g_new0(double, (gsize) data->n_columns + 1);
  noslip_observer_evaluate(fit->observing, row, seen);
  for (guint c = 0; c < data->n_columns; c++) {
    double measured = data->values[i * data->n_columns + c], weight = data->weights != NULL ? data->weights[c] : 1;
    residuals[i * data->n_columns + c] = isnan(measured) ? 0 : sqrt(weight) * (seen[c] - measured);
    if (!isfinite(residuals[i * data->n_columns + c]))
      return FALSE;
  }
  return TRUE;
}

/* Continues the motion from one time of the data to the next. */
static gboolean
follow(const Fit *fit, const double *parameters, double *xy, const double *mu, double *residuals,
       NoslipDiagnostic **error)
{
  const NoslipSystem *system = fit->system;
  NoslipRunOptions options;
  gboolean vakonomic = fit->kind == NOSLIP_DYNAMICS_VAKONOMIC;
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  noslip_run_options_default(&options, system);
  options.rtol = options.atol = TOLERANCE;
  options.to = options.step = fmax(fit->data->times[fit->data->n_rows - 1], 1e-3);
  g_autoptr(NoslipRun) run = noslip_run_new(fit->dynamics, &options, parameters, 0, xy, vakonomic ? mu : NULL, error);
  if (run == NULL || !noslip_run_next(run, row, fit->cancel, error))
    return FALSE;
  noslip_observer_set_parameters(fit->observing, parameters);
  for (guint i = 0; i < fit->data->n_rows; i++) {
    double to = fit->data->times[i];
    if (to > row[0]) {
      g_autofree double *from = g_memdup2(row + noslip_row_x(system), sizeof(double) * (system->m + system->n));
      g_autofree double *multipliers = g_memdup2(row + noslip_row_lambda(system), sizeof(double) * system->k);
      if (!noslip_run_restart(run, row[0], from, vakonomic ? multipliers : NULL, to, error) ||
          !noslip_run_next(run, row, fit->cancel, error))
        return FALSE;
    }
    if (!observe(fit, row, i, residuals))
      return FALSE;
  }
  return TRUE;
}

/* Residuals at these values of the unknowns; FALSE (with *error if there is a reason) if no motion exists. */
static gboolean
residuals_at(const Fit *fit, const double *values, double *residuals, NoslipDiagnostic **error)
{
  const NoslipSystem *system = fit->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = g_memdup2(fit->parameters, sizeof(double) * MAX(system->n_parameters, 1));
  g_autofree double *xy = g_new0(double, (gsize) system->m + system->n + 1);
  g_autofree double *mu = g_new0(double, (gsize) system->k + 1);
  g_autoptr(GArray) overrides = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  g_array_append_vals(overrides, fit->overrides->data, fit->overrides->len);
  for (guint u = 0; u < fit->n; u++) {
    const NoslipOverride one = {fit->unknowns[u].name, values[u]};
    if (fit->unknowns[u].parameter >= 0)
      parameters[fit->unknowns[u].parameter] = values[u];
    else
      g_array_prepend_val(overrides, one); /* the first of a name counts: a given value is only the start */
  }
  if (noslip_starter_state(fit->starter, parameters, overrides->len,
                           (const NoslipOverride *) (gpointer) overrides->data, xy, xy + system->m, mu, diagnostics))
    return follow(fit, parameters, xy, mu, residuals, error);
  for (guint i = 0; i < diagnostics->list->len && *error == NULL; i++)
    if (((NoslipDiagnostic *) diagnostics->list->pdata[i])->severity == NOSLIP_ERROR)
      *error = noslip_diagnostic_copy(diagnostics->list->pdata[i]);
  return FALSE;
}

/* Sensitivities by variational equations. */
static gboolean
exact_sensitivities(const Fit *fit, const double *values, double *jacobian, NoslipDiagnostic **error)
{
  const NoslipFitData *data = fit->data;
  if (!noslip_sensitivity_evaluate(fit->sensitivity, fit->starter, fit->parameters, fit->overrides, values, jacobian,
                                   fit->cancel, error))
    return FALSE;
  for (guint i = 0; i < fit->n_residuals; i++) {
    double weight = data->weights != NULL ? data->weights[i % data->n_columns] : 1;
    for (guint u = 0; u < fit->n; u++)
      jacobian[(gsize) i * fit->n + u] *= isnan(data->values[i]) ? 0 : sqrt(weight);
  }
  return TRUE;
}

/* The size of an unknown: of its present value or of the one that it starts from. */
static double
size_of(const Fit *fit, const double *values, guint u)
{
  return fmax(fabs(values[u]), fabs(fit->unknowns[u].start));
}

/* The same for steps, which is never 0. */
static double
step_size(const Fit *fit, const double *values, guint u)
{
  return noslip_sensitivity_step_size(&fit->unknowns[u], values[u]);
}

/* Sensitivities by finite differences of motions. */
static gboolean
rough_sensitivities(const Fit *fit, const double *values, double *jacobian, NoslipDiagnostic **error)
{
  guint n = fit->n, rows = fit->n_residuals;
  g_autofree double *at = g_memdup2(values, sizeof(double) * n);
  g_autofree double *plus = g_new0(double, rows);
  g_autofree double *minus = g_new0(double, rows);
  for (guint u = 0; u < n; u++) {
    double h = STEP * step_size(fit, values, u);
    at[u] = values[u] + h;
    if (!residuals_at(fit, at, plus, error))
      return FALSE;
    at[u] = values[u] - h;
    if (!residuals_at(fit, at, minus, error))
      return FALSE;
    at[u] = values[u];
    for (guint i = 0; i < rows; i++)
      jacobian[i * n + u] = (plus[i] - minus[i]) / (2 * h);
  }
  return TRUE;
}

static gboolean
sensitivities(const Fit *fit, const double *values, double *jacobian, NoslipDiagnostic **error)
{
  return fit->sensitivity != NULL ? exact_sensitivities(fit, values, jacobian, error)
                                  : rough_sensitivities(fit, values, jacobian, error);
}

static double
sum_of_squares(guint n, const double *v)
{
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += v[i] * v[i];
  return sum;
}

/* Root of the weighted sum of squares of all that was measured. */
static double
size_of_data(const NoslipFitData *data)
{
  double sum = 0;
  for (guint i = 0; i < data->n_rows * data->n_columns; i++)
    if (!isnan(data->values[i]))
      sum += (data->weights != NULL ? data->weights[i % data->n_columns] : 1) * data->values[i] * data->values[i];
  return sqrt(sum);
}

/* Sizes of the columns of J; J is divided by them. A column of rounding errors counts as zero: the data do not depend
 * on its unknown. */
static void
scale_columns(const Fit *fit, const double *values, double *jacobian, double *scale)
{
  guint rows = fit->n_residuals, n = fit->n;
  double least = (fit->sensitivity != NULL ? LEAST_EXACT : LEAST_ROUGH) * size_of_data(fit->data);
  for (guint u = 0; u < n; u++) {
    double sum = 0, size = size_of(fit, values, u);
    for (guint i = 0; i < rows; i++)
      sum += jacobian[i * n + u] * jacobian[i * n + u];
    scale[u] = size > 0 && sqrt(sum) * size <= least ? 0 : sqrt(sum);
    for (guint i = 0; i < rows; i++)
      jacobian[i * n + u] = scale[u] > 0 ? jacobian[i * n + u] / scale[u] : 0;
  }
}

/* Replaces J (rows x n) and r by n rows with the same products, if there are more; returns their number. */
static guint
reduce_rows(guint rows, guint n, double *jacobian, double *residuals)
{
  if (rows <= n)
    return rows;
  noslip_linear_reduce(rows, n, jacobian, residuals);
  return n;
}

/* The step that minimises |J s + r|^2 + damping |s|^2 in the scaled unknowns. */
static gboolean
damped_step(guint rows, guint n, const double *jacobian, const double *scale, const double *residuals, double damping,
            double *step)
{
  g_autofree double *a = g_new0(double, (gsize) (rows + n) * n);
  g_autofree double *b = g_new0(double, (gsize) rows + n);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows + n, n);
  memcpy(a, jacobian, sizeof(double) * rows * n);
  for (guint i = 0; i < rows; i++)
    b[i] = -residuals[i];
  for (guint u = 0; u < n; u++)
    a[(gsize) (rows + u) * n + u] = sqrt(damping);
  if (!noslip_svd_factor(svd, a))
    return FALSE;
  noslip_svd_solve(svd, 1e-12, b, step);
  for (guint u = 0; u < n; u++)
    step[u] = scale[u] > 0 ? step[u] / scale[u] : 0;
  return TRUE;
}

/* Tries steps with increasing damping until one decreases the sum; *moved is its relative size. A step that is much
 * longer than its unknown is shortened: motions with extreme values may not end in acceptable time. */
static gboolean
improve(const Fit *fit, double *values, double *residuals, const double *jacobian, const double *scale, double *damping,
        double *moved)
{
  guint n = fit->n, rows = fit->n_residuals;
  g_autofree double *step = g_new0(double, n);
  g_autofree double *trial = g_new0(double, n);
  g_autofree double *there = g_new0(double, rows);
  double before = sum_of_squares(rows, residuals);
  g_autofree double *slopes = g_memdup2(jacobian, sizeof(double) * rows * n);
  g_autofree double *right = g_memdup2(residuals, sizeof(double) * rows);
  guint left = reduce_rows(rows, n, slopes, right);
  for (guint attempt = 0; attempt < 30; attempt++, *damping = fmax(*damping, 1e-12) * 10) {
    if (!damped_step(left, n, slopes, scale, right, *damping, step))
      return FALSE;
    *moved = 0;
    double longest = 1;
    for (guint u = 0; u < n; u++)
      longest = fmax(longest, fabs(step[u]) / (FARTHEST * step_size(fit, values, u)));
    for (guint u = 0; u < n; u++) {
      step[u] /= longest;
      trial[u] = values[u] + step[u];
      *moved = fmax(*moved, fabs(step[u]) / step_size(fit, values, u));
    }
    NoslipDiagnostic *ignored = NULL;
    gboolean possible = residuals_at(fit, trial, there, &ignored);
    noslip_diagnostic_free(ignored);
    if (possible && sum_of_squares(rows, there) <= before) {
      memcpy(values, trial, sizeof(double) * n);
      memcpy(residuals, there, sizeof(double) * rows);
      *damping /= 10;
      return TRUE;
    }
    if (*moved < CONVERGED)
      return FALSE;
  }
  return FALSE;
}

/* Computes standard errors from J^T J, and whether the data determine the unknowns. */
static void
judge(NoslipFit *result, guint rows, const double *jacobian, const double *scale, gboolean weighted)
{
  guint n = result->n;
  g_autofree double *a = g_new0(double, (gsize) MAX(rows, n) * n);
  g_autofree double *ignored = g_new0(double, (gsize) rows + 1);
  gboolean zero = FALSE;
  memcpy(a, jacobian, sizeof(double) * rows * n);
  reduce_rows(rows, n, a, ignored);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(n, n);
  for (guint u = 0; u < n; u++)
    zero = zero || scale[u] == 0;
  result->condition = INFINITY;
  if (noslip_svd_factor(svd, a) && !zero && noslip_svd_value(svd, n - 1) > 0)
    result->condition = noslip_svd_value(svd, 0) / noslip_svd_value(svd, n - 1);
  gboolean enough = weighted ? result->n_measured >= n : result->n_measured > n; /* the spread needs one value more */
  result->identifiable = result->condition <= MOST_CONDITION && enough;
  double spread = weighted ? 1 : result->n_measured > n ? result->chi2 / (result->n_measured - n) : NAN;
  g_autofree double *gram = g_new0(double, (gsize) n *n);
  g_autofree double *unit = g_new0(double, n);
  g_autofree double *inverse = g_new0(double, n);
  g_autoptr(NoslipLu) lu = noslip_lu_new(n);
  for (guint i = 0; i < rows; i++)
    for (guint u = 0; u < n; u++)
      for (guint v = 0; v < n; v++)
        gram[u * n + v] += jacobian[i * n + u] * jacobian[i * n + v];
  for (guint u = 0; u < n; u++) {
    memset(unit, 0, sizeof(double) * n);
    unit[u] = 1;
    result->errors[u] = NAN;
    if (result->identifiable && noslip_lu_solve(lu, gram, unit, inverse))
      result->errors[u] = sqrt(inverse[u] * spread) / scale[u];
  }
}

/* The nearest minimum to these values. */
static NoslipFit *
descend(const Fit *fit, const double *start, NoslipDiagnostic **error)
{
  guint n = fit->n, rows = fit->n_residuals;
  g_autoptr(NoslipFit) result = g_new0(NoslipFit, 1);
  g_autofree double *residuals = g_new0(double, (gsize) rows + 1);
  g_autofree double *jacobian = g_new0(double, (gsize) rows *n + 1);
  g_autofree double *scale = g_new0(double, n);
  double damping = 1e-3, moved;
  result->n = n;
  result->exact = fit->sensitivity != NULL;
  result->values = g_new0(double, n);
  result->errors = g_new0(double, n);
  for (guint i = 0; i < rows; i++)
    result->n_measured += !isnan(fit->data->values[i]);
  result->n_missing = rows - result->n_measured;
  memcpy(result->values, start, sizeof(double) * n);
  if (!residuals_at(fit, result->values, residuals, error))
    return NULL;
  for (guint step = 0; step < MOST_STEPS && !result->converged; step++) {
    if (!sensitivities(fit, result->values, jacobian, error))
      return NULL;
    scale_columns(fit, result->values, jacobian, scale);
    result->converged =
        !improve(fit, result->values, residuals, jacobian, scale, &damping, &moved) || moved < CONVERGED;
  }
  if (!sensitivities(fit, result->values, jacobian, error))
    return NULL;
  scale_columns(fit, result->values, jacobian, scale);
  result->chi2 = sum_of_squares(rows, residuals);
  judge(result, rows, jacobian, scale, fit->data->weights != NULL);
  return g_steal_pointer(&result);
}

/* The weighted sum of squares of the data about the mean of each column: that of a model that explains nothing. */
static double
scatter(const NoslipFitData *data)
{
  double whole = 0;
  for (guint c = 0; c < data->n_columns; c++) {
    double sum = 0, squares = 0;
    guint count = 0;
    for (guint i = 0; i < data->n_rows; i++) {
      double value = data->values[i * data->n_columns + c];
      if (isnan(value))
        continue;
      count++;
      double off = value - sum;
      sum += off / count; /* the mean so far */
      squares += off * (value - sum);
    }
    whole += (data->weights != NULL ? data->weights[c] : 1) * squares;
  }
  return whole;
}

/* Where the minimum nearest to the start leaves more than UNEXPLAINED of the scatter, it may be one beside the true one,
 * as of an oscillation whose phase is off by whole turns: further starts are tried around the given one, evenly spread
 * in the logarithms of the values, and the least sum of squares counts. */
static NoslipFit *
solve(const Fit *fit, NoslipDiagnostic **error)
{
  g_autofree double *start = g_new0(double, fit->n);
  for (guint u = 0; u < fit->n; u++)
    start[u] = fit->unknowns[u].start;
  NoslipFit *best = descend(fit, start, error);
  double enough = UNEXPLAINED * scatter(fit->data);
  for (guint k = 1; k <= NOSLIP_FIT_STARTS && best != NULL && best->n_measured > fit->n && !(best->chi2 <= enough);
       k++) {
    NoslipDiagnostic *ignored = NULL;
    if (fit->done != NULL)
      g_atomic_int_set(fit->done, k);
    for (guint u = 0; u < fit->n; u++) {
      double part = fmod(k * (u + 1) * 0.6180339887498949, 1), given = fit->unknowns[u].start;
      start[u] = given != 0 ? given * pow(2 * k <= NOSLIP_FIT_STARTS ? SPREAD : FAR, 2 * part - 1) : 2 * part - 1;
    }
    NoslipFit *other = descend(fit, start, &ignored);
    if (ignored != NULL && ignored->code == NOSLIP_CODE_CANCELLED) {
      noslip_fit_free(best);
      *error = ignored;
      return NULL;
    }
    noslip_diagnostic_free(ignored);
    if (other != NULL && other->chi2 < (1 - LESS) * best->chi2) {
      noslip_fit_free(best);
      best = g_steal_pointer(&other);
    }
    noslip_fit_free(other);
  }
  return best;
}

NoslipFit *
noslip_fit_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters, GArray *overrides,
                const NoslipFitData *data, guint n, const NoslipFitUnknown *unknowns, const int *cancel, guint *done,
                NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_formulation_for(system, kind);
  g_autoptr(NoslipDynamics) dynamics = formulation != NULL ? noslip_dynamics_new(formulation, system, error) : NULL;
  if (dynamics == NULL)
    return NULL;
  Fit fit = {system, kind, dynamics, parameters, overrides, data, n, unknowns, cancel, done, NULL, NULL, NULL, 0, NULL};
  fit.n_residuals = data->n_rows * data->n_columns;
  fit.starter = noslip_start_new(system, kind);
  fit.observer = noslip_observer_new(system, kind);
  gboolean good = TRUE;
  for (guint c = 0; c < data->n_columns && good; c++)
    good = noslip_observer_add(fit.observer, data->exprs[c], error) >= 0;
  NoslipFit *result = NULL;
  if (good)
    fit.sensitivity = noslip_sensitivity_new(system, kind, data, n, unknowns, error);
  if (good && *error == NULL) {
    noslip_observer_seal(fit.observer);
    fit.observing = noslip_observer_workspace_new(fit.observer);
    result = solve(&fit, error);
    noslip_observer_workspace_free(fit.observing);
  }
  noslip_sensitivity_free(fit.sensitivity);
  noslip_observer_unref(fit.observer);
  noslip_starter_free(fit.starter);
  if (result == NULL && *error == NULL)
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNDEFINED, NULL, _("start from other values"),
                                   _("no motion reaches the end of the data"));
  return result;
}

void
noslip_fit_free(NoslipFit *fit)
{
  if (fit == NULL)
    return;
  g_free(fit->values);
  g_free(fit->errors);
  g_free(fit);
}
