/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statements of the theorems on reductions: motions are mapped to motions, nonholonomic brackets to nonholonomic
 * brackets (M "Morphisms and reduction"). */
#include "core/base/linear.h"
#include "core/dynamics/start.h"
#include "core/geometry/reduction/reduction-private.h"
#include "core/geometry/symbolic.h"
#include "core/integrate/run.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

/* Tolerances of both motions, far below the allowed difference. */
#define RTOL 1e-12
#define ATOL 1e-14
#define MULTIPLIER_ALLOWED 1e-8

static void
fail(NoslipReductionWorkspace *work, const NoslipSystem *system, const NoslipDiagnostic *error)
{
  g_autofree char *what = g_strdup_printf("%s: %s", system->id, error != NULL ? error->cause : "there is no motion");
  noslip_reduction_take(work, NOSLIP_REDUCTION_MOTION, INFINITY, what, NULL, 0);
}

static NoslipRun *
start_run(NoslipReductionWorkspace *work, NoslipSystem *system, const double *parameters, const double *xy,
          const double *mu, double to)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  NoslipDynamicsKind kind = work->morphism->source->dynamics;
  const NoslipFormulation *formulation = noslip_formulation_for(system, kind);
  g_autoptr(NoslipDynamics) dynamics = formulation != NULL ? noslip_dynamics_new(formulation, system, &error) : NULL;
  NoslipRun *run = NULL;
  NoslipRunOptions options;
  noslip_run_options_default(&options, work->morphism->source);
  options.rtol = RTOL;
  options.atol = ATOL;
  options.step = work->morphism->source->run_step;
  options.to = to > 0 ? to : work->morphism->source->run_to;
  if (dynamics != NULL)
    run = noslip_run_new(dynamics, &options, parameters, 0, xy, kind == NOSLIP_DYNAMICS_VAKONOMIC ? mu : NULL, &error);
  if (run == NULL)
    fail(work, system, error);
  return run;
}

/* Phi as a program: x, y of S -> x', y' of S'. */
static NoslipTapeWorkspace *
compile_map(const NoslipMorphism *morphism, const double *parameters)
{
  const NoslipSystem *source = morphism->source, *target = morphism->target;
  const NoslipModel *model = morphism->model;
  g_autofree NoslipExpr *symbols = noslip_program_state_symbols(source);
  g_autofree NoslipExpr *outputs = g_new0(NoslipExpr, target->m + target->n + 1);
  memcpy(outputs, morphism->base, target->m * sizeof *outputs);
  memcpy(outputs + target->m, morphism->fibre, target->n * sizeof *outputs);
  g_autoptr(NoslipTape) tape =
      noslip_program_new(source, model->graph, source->m + source->n, symbols + 1, target->m + target->n, outputs);
  NoslipTapeWorkspace *map = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(map, parameters);
  return map;
}

/* Vakonomic momenta p = dL/dy + mu dphi/dy are mapped by p_a = Phi^mu_a p'_mu; with L = L' o Phi the multipliers
 * satisfy mu_A dphi^A/dy^a = mu'_B d(phi'^B o Phi)/dy^a. FALSE if no mu' does. */
static gboolean
map_multipliers(NoslipMorphism *morphism, const double *parameters, const double *xy, const double *mu,
                double *target_mu)
{
  const NoslipSystem *source = morphism->source;
  const NoslipModel *model = morphism->model;
  guint n = source->n, k = morphism->target->k, n_symbols = source->n_parameters + source->m + n;
  double residual = 0, size = 0;
  if (k == 0 || n == 0)
    return source->k == 0;
  g_autofree NoslipExpr *symbols = g_new0(NoslipExpr, n_symbols + 1);
  g_autofree double *values = g_new0(double, n_symbols + 1), *right = g_new0(double, n);
  g_autofree double *matrix = g_new0(double, (gsize) n *k); /* d(phi'^B o Phi)/dy^a at [a * k + B] */
  for (guint i = 0; i < source->n_parameters; i++) {
    symbols[i] = source->parameters[i].symbol;
    values[i] = parameters[i];
  }
  memcpy(symbols + source->n_parameters, model->x, source->m * sizeof *symbols);
  memcpy(symbols + source->n_parameters + source->m, model->y, n * sizeof *symbols);
  memcpy(values + source->n_parameters, xy, (source->m + n) * sizeof *values);
  for (guint b = 0; b < k; b++) {
    NoslipExpr phi = noslip_morphism_pull(morphism, morphism->target->constraints[b].phi);
    for (guint a = 0; a < n; a++)
      matrix[a * k + b] = noslip_expr_value(model->graph, noslip_expr_derivative(model->graph, phi, model->y[a]),
                                            n_symbols, symbols, values);
  }
  for (guint a = 0; a < n; a++)
    for (guint c = 0; c < source->k; c++)
      right[a] += mu[c] * noslip_expr_value(model->graph, model->jacobian[c * n + a], n_symbols, symbols, values);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(n, k);
  if (!noslip_svd_factor(svd, matrix))
    return FALSE;
  noslip_svd_solve(svd, MULTIPLIER_ALLOWED, right, target_mu);
  for (guint a = 0; a < n; a++) {
    double rest = right[a];
    for (guint b = 0; b < k; b++)
      rest -= matrix[a * k + b] * target_mu[b];
    residual = fmax(residual, fabs(rest));
    size = fmax(size, fabs(right[a]));
  }
  return residual <= MULTIPLIER_ALLOWED * size;
}

/* Largest differences along the run, and the reference sizes of coordinates and velocities. */
typedef struct {
  double *difference, *time; /* m' + n' */
  double size[2];
} Tally;

static gboolean
follow(NoslipReductionWorkspace *work, NoslipRun *run, NoslipRun *target_run, NoslipTapeWorkspace *map,
       const int *cancel, Tally *tally)
{
  const NoslipSystem *source = work->morphism->source, *target = work->morphism->target;
  g_autofree double *row = g_new0(double, noslip_row_size(source));
  g_autofree double *target_row = g_new0(double, noslip_row_size(target));
  g_autofree double *image = g_new0(double, target->m + target->n + 1);
  g_autoptr(NoslipDiagnostic) error = NULL;
  while (noslip_run_next(run, row, cancel, &error)) {
    if (!noslip_run_next(target_run, target_row, cancel, &error)) {
      fail(work, target, error);
      return FALSE;
    }
    noslip_tape_evaluate(map, row + noslip_row_x(source), image);
    for (guint i = 0; i < target->m + target->n; i++) {
      double apart = fabs(image[i] - target_row[noslip_row_x(target) + i]);
      if (!(apart <= tally->difference[i])) {
        tally->difference[i] = apart;
        tally->time[i] = row[0];
      }
      tally->size[i >= target->m] = fmax(tally->size[i >= target->m], fabs(image[i]));
    }
  }
  if (error != NULL)
    fail(work, source, error);
  return error == NULL;
}

static void
judge(NoslipReductionWorkspace *work, const Tally *tally)
{
  const NoslipSystem *target = work->morphism->target;
  double motion = fmax(tally->size[0], tally->size[1]);
  work->report->checks[NOSLIP_REDUCTION_MOTION].in_symbols = FALSE;
  for (guint i = 0; i < target->m + target->n; i++) {
    double size = tally->size[i >= target->m];
    size = size > 1e-6 * motion ? size : motion;
    g_autofree char *what = g_strdup_printf(
        "%s at t = %g", i < target->m ? target->coordinates[i].name : target->fibres[i - target->m].name,
        tally->time[i]);
    noslip_reduction_take(work, NOSLIP_REDUCTION_MOTION, tally->difference[i] == 0 ? 0 : tally->difference[i] / size,
                          what, NULL, 0);
  }
}

void
noslip_reduction_motion(NoslipReductionWorkspace *work, double to, const int *cancel)
{
  NoslipMorphism *morphism = work->morphism;
  NoslipSystem *source = morphism->source, *target = morphism->target;
  guint size = target->m + target->n;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(source);
  g_autofree double *xy = g_new0(double, source->m + source->n + 1), *mu = g_new0(double, source->k + 1);
  g_autofree double *image = g_new0(double, size + 1), *target_mu = g_new0(double, target->k + 1);
  if (!work->report->checks[NOSLIP_REDUCTION_MOTION].applies)
    return;
  if (!noslip_start_state(source, source->dynamics, FALSE, parameters, 0, NULL, xy, xy + source->m, mu, NULL,
                          diagnostics)) {
    noslip_diagnostics_sort(diagnostics);
    fail(work, source, diagnostics->list->len > 0 ? diagnostics->list->pdata[0] : NULL);
    return;
  }
  if (source->dynamics == NOSLIP_DYNAMICS_VAKONOMIC && !map_multipliers(morphism, parameters, xy, mu, target_mu)) {
    noslip_reduction_take(work, NOSLIP_REDUCTION_MOTION, INFINITY, "the vakonomic momenta are no image", NULL, 0);
    return;
  }
  g_autoptr(NoslipTapeWorkspace) map = compile_map(morphism, parameters);
  noslip_tape_evaluate(map, xy, image);
  g_autoptr(NoslipRun) run = start_run(work, source, parameters, xy, mu, to);
  g_autoptr(NoslipRun) target_run = start_run(work, target, morphism->target_parameters, image, target_mu, to);
  g_autofree double *difference = g_new0(double, size + 1), *time = g_new0(double, size + 1);
  Tally tally = {difference, time, {0, 0}};
  if (run != NULL && target_run != NULL && follow(work, run, target_run, map, cancel, &tally))
    judge(work, &tally);
}
