/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/lyapunov.h"

#include "core/base/linear.h"
#include "core/finder/nullspace.h"
#include "core/finder/states.h"
#include "core/finder/vanishing.h"
#include "core/system/mode.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

#define BEFORE 2                                 /* blocks at the beginning that are not counted */
#define BLOCKS (NOSLIP_LYAPUNOV_BLOCKS - BEFORE) /* of time, for the errors */
#define MOST_INTERVAL 0.5  /* limit of (time between two orthonormalisations) x (rate of the motion) */
#define UNCOUPLED 1e3      /* ratio of rates that is one of units */
#define LEAST_INTERVALS 10 /* least number of intervals in a block */
#define MOST_STEPS 1000000 /* limit of the steps in an interval */

typedef struct {
  const NoslipFormulation *formulation;
  gpointer work;
  guint size, n;   /* size of z; number of tangent vectors */
  double *linear;  /* zdot, then the Jacobian, of the last rates */
  double *in_time; /* of the Jacobian */
  NoslipVanishing *vanishing;
  gsl_odeiv2_step *step;
  gsl_odeiv2_control *control;
  gsl_odeiv2_evolve *evolve;
  gsl_odeiv2_system equations;
  double *state; /* z, then the tangent vectors, n x size */
  double t, h;
} Flow;

/* Computes zdot and the Jacobian in flow->linear. */
static NoslipStepStatus
linearize(Flow *flow, double t, const double *z)
{
  const NoslipFormulation *formulation = flow->formulation;
  if (formulation->linearize != NULL)
    return formulation->linearize(flow->work, t, z, flow->linear);
  NoslipStepStatus status = formulation->rates(flow->work, t, z, flow->linear);
  return status == NOSLIP_STEP_OK ? formulation->jacobian(flow->work, t, z, flow->linear + flow->size, flow->in_time)
                                  : status;
}

/* zdot, and vdot = A v of each tangent vector. */
static int
rates(double t, const double *y, double *dydt, void *data)
{
  Flow *flow = data;
  guint size = flow->size;
  if (linearize(flow, t, y) != NOSLIP_STEP_OK || !noslip_all_finite(flow->linear, size))
    return GSL_EBADFUNC;
  memcpy(dydt, flow->linear, sizeof(double) * size);
  for (guint k = 0; k < flow->n; k++) {
    const double *v = y + (gsize) (k + 1) * size;
    double *rate = dydt + (gsize) (k + 1) * size;
    for (guint i = 0; i < size; i++)
      rate[i] = noslip_nullspace_dot(size, flow->linear + size + (gsize) i * size, v);
  }
  return GSL_SUCCESS;
}

/* Gram and Schmidt, twice; logs[k] is the logarithm of the remaining length of vector k. FALSE if one has vanished. */
static gboolean
orthonormalize(Flow *flow, double *logs)
{
  guint size = flow->size;
  for (guint k = 0; k < flow->n; k++) {
    double *v = flow->state + (gsize) (k + 1) * size;
    for (guint pass = 0; pass < 2; pass++)
      for (guint j = 0; j < k; j++) {
        const double *u = flow->state + (gsize) (j + 1) * size;
        double part = noslip_nullspace_dot(size, u, v);
        for (guint i = 0; i < size; i++)
          v[i] -= part * u[i];
      }
    double norm = sqrt(noslip_nullspace_dot(size, v, v));
    if (!(norm > 0) || !isfinite(norm))
      return FALSE;
    for (guint i = 0; i < size; i++)
      v[i] /= norm;
    logs[k] = log(norm);
  }
  return TRUE;
}

/* Projects the tangent vectors onto the tangent space of M, which they leave by rounding. */
static void
project(Flow *flow)
{
  guint size = flow->size, n = 0;
  g_autofree double *basis = g_new0(double, (gsize) size *size);
  g_autofree double *moved = g_new0(double, size);
  n = noslip_vanishing_tangent(flow->vanishing, flow->t, flow->state, NULL, NULL, basis);
  for (guint k = 0; k < flow->n; k++) {
    double *v = flow->state + (gsize) (k + 1) * size;
    memset(moved, 0, sizeof(double) * size);
    for (guint i = 0; i < n; i++) {
      const double *e = basis + (gsize) i * size;
      double part = noslip_nullspace_dot(size, e, v);
      for (guint j = 0; j < size; j++)
        moved[j] += part * e[j];
    }
    memcpy(v, moved, sizeof(double) * size);
  }
}

static gboolean
advance(Flow *flow, double to, const int *cancel)
{
  gboolean changed;
  for (guint count = 0; flow->t < to; count++) {
    if (count >= MOST_STEPS || (cancel != NULL && g_atomic_int_get(cancel)))
      return FALSE;
    if (gsl_odeiv2_evolve_apply(flow->evolve, flow->control, flow->step, &flow->equations, &flow->t, to, &flow->h,
                                flow->state) != GSL_SUCCESS)
      return FALSE;
    changed = FALSE;
    if (flow->formulation->accept(flow->work, flow->t, flow->state, TRUE, &changed) != NOSLIP_STEP_OK)
      return FALSE;
    if (changed)
      gsl_odeiv2_evolve_reset(flow->evolve);
  }
  return TRUE;
}

static gboolean
flow_start(Flow *flow, const double *xy, const NoslipLyapunovOptions *options, guint *dimension)
{
  guint size = flow->size;
  guint64 seed = options->seed;
  g_autofree double *basis = g_new0(double, (gsize) size *size);
  g_autofree double *z = g_new0(double, size);
  g_autofree double *logs = g_new0(double, size);
  if (flow->formulation->enter(flow->work, 0, xy, z) != NOSLIP_STEP_OK)
    return FALSE;
  *dimension = noslip_vanishing_tangent(flow->vanishing, 0, z, NULL, NULL, basis);
  flow->n = options->count > 0 ? MIN(options->count, *dimension) : *dimension;
  flow->state = g_new0(double, (gsize) (flow->n + 1) * size);
  memcpy(flow->state, z, sizeof(double) * size);
  for (guint k = 0; k < flow->n; k++)
    for (guint i = 0; i < *dimension; i++) {
      double part = noslip_states_draw(&seed);
      for (guint j = 0; j < size; j++)
        flow->state[(gsize) (k + 1) * size + j] += part * basis[(gsize) i * size + j];
    }
  guint length = (flow->n + 1) * size;
  flow->equations = (gsl_odeiv2_system){rates, NULL, length, flow};
  flow->step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, length);
  flow->control = gsl_odeiv2_control_y_new(options->atol, options->rtol);
  flow->evolve = gsl_odeiv2_evolve_alloc(length);
  return flow->n > 0 && orthonormalize(flow, logs);
}

/* The size of the Jacobian after balancing its rows and columns, so that it does not depend on the units of coordinates
 * and velocities. */
static double
balanced_size(guint n, const double *slopes)
{
  g_autofree double *balanced = g_memdup2(slopes, sizeof(double) * n * n);
  gsl_matrix_view matrix = gsl_matrix_view_array(balanced, n, n);
  gsl_vector *units = gsl_vector_alloc(n);
  gsl_linalg_balance_matrix(&matrix.matrix, units);
  gsl_vector_free(units);
  return sqrt(noslip_nullspace_dot(n * n, balanced, balanced));
}

/* The same without the variables on which no other one depends, or which depend on no other one: their rates can have
 * any size in other units, and balancing leaves them as they are. */
static double
coupled_size(guint n, const double *slopes)
{
  g_autofree double *coupled = g_memdup2(slopes, sizeof(double) * n * n);
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < n; i++) {
      double row = 0, column = 0;
      for (guint j = 0; j < n; j++) {
        row += j != i ? fabs(coupled[i * n + j]) : 0;
        column += j != i ? fabs(coupled[j * n + i]) : 0;
      }
      if ((row == 0) == (column == 0))
        continue;
      changed = TRUE;
      for (guint j = 0; j < n; j++)
        if (j != i)
          coupled[i * n + j] = coupled[j * n + i] = 0;
    }
  }
  return balanced_size(n, coupled);
}

/* The rate of the motion. That of coordinates on which nothing depends counts unless it has another order of
 * magnitude. */
static double
rate_of(guint n, const double *slopes)
{
  double all = balanced_size(n, slopes), coupled = coupled_size(n, slopes);
  return all > UNCOUPLED * coupled ? coupled : all;
}

/* The longest time between two orthonormalisations. */
static double
interval_of(Flow *flow, double block)
{
  g_autofree double *dydt = g_new0(double, (gsize) (flow->n + 1) * flow->size);
  double rate = rates(0, flow->state, dydt, flow) == GSL_SUCCESS ? rate_of(flow->size, flow->linear + flow->size) : 0;
  double interval = block / LEAST_INTERVALS;
  return rate > 0 ? fmin(interval, fmax(MOST_INTERVAL / rate, block / 100000)) : interval;
}

static gboolean
run_block(Flow *flow, double from, double to, double interval, double *sums, const int *cancel)
{
  guint n = (guint) ceil((to - from) / interval);
  g_autofree double *logs = g_new0(double, flow->n);
  memset(sums, 0, sizeof(double) * flow->n);
  for (guint i = 1; i <= n; i++) {
    if (!advance(flow, i == n ? to : from + (to - from) * i / n, cancel))
      return FALSE;
    project(flow);
    if (!orthonormalize(flow, logs))
      return FALSE;
    for (guint k = 0; k < flow->n; k++)
      sums[k] += logs[k];
    flow->h = fmin(flow->h, interval);
    gsl_odeiv2_evolve_reset(flow->evolve);
    gsl_odeiv2_step_reset(flow->step);
  }
  return TRUE;
}

/* Means over the blocks, in decreasing order, and their standard errors. */
static void
summarize(NoslipLyapunov *lyapunov, const double *blocks, double block)
{
  guint n = lyapunov->n;
  lyapunov->exponents = g_new0(double, n);
  lyapunov->errors = g_new0(double, n);
  for (guint k = 0; k < n; k++) {
    double mean = 0, square = 0;
    for (guint b = 0; b < BLOCKS; b++)
      mean += blocks[b * n + k] / block / BLOCKS;
    for (guint b = 0; b < BLOCKS; b++)
      square += pow(blocks[b * n + k] / block - mean, 2);
    double error = sqrt(square / (BLOCKS - 1) / BLOCKS);
    guint place = k;
    for (; place > 0 && lyapunov->exponents[place - 1] < mean; place--) {
      lyapunov->exponents[place] = lyapunov->exponents[place - 1];
      lyapunov->errors[place] = lyapunov->errors[place - 1];
    }
    lyapunov->exponents[place] = mean;
    lyapunov->errors[place] = error;
  }
}

static void
stopped(const Flow *flow, const int *cancel, NoslipDiagnostic **error)
{
  if (cancel != NULL && g_atomic_int_get(cancel))
    *error =
        noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_CANCELLED, NULL, NULL, _("the computation was interrupted"));
  else
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL, _("end before, or start elsewhere"),
                                   _("the motion and its variational equations stopped at t = %.12g s"), flow->t);
}

/* The record of a block: the sums of its logarithms (n), the step, the state with its tangent vectors. */
static gboolean
recall_block(Flow *flow, const NoslipLyapunovOptions *options, guint b, guint length, double *record, double *sums)
{
  if (options->recall == NULL || !options->recall(b, length, record, options->data))
    return FALSE;
  flow->t = (b + 1) * (options->to / (BLOCKS + BEFORE));
  flow->h = record[flow->n];
  memcpy(sums, record, sizeof(double) * flow->n);
  memcpy(flow->state, record + flow->n + 1, sizeof(double) * (length - flow->n - 1));
  return TRUE;
}

static void
keep_block(const Flow *flow, const NoslipLyapunovOptions *options, guint b, guint length, double *record,
           const double *sums)
{
  if (options->keep == NULL)
    return;
  memcpy(record, sums, sizeof(double) * flow->n);
  record[flow->n] = flow->h;
  memcpy(record + flow->n + 1, flow->state, sizeof(double) * (length - flow->n - 1));
  options->keep(b, length, record, options->data);
}

/* The blocks of the time. Each enters the motion anew, so that it depends on nothing but the record of the one before
 * it. */
static gboolean
run_blocks(Flow *flow, const NoslipLyapunovOptions *options, double *blocks, const int *cancel)
{
  guint length = flow->n + 1 + (flow->n + 1) * flow->size;
  double block = options->to / (BLOCKS + BEFORE), interval = interval_of(flow, block);
  g_autofree double *record = g_new0(double, length);
  g_autofree double *z = g_new0(double, flow->size);
  flow->h = interval / 10;
  for (guint b = 0; b < BLOCKS + BEFORE; b++) {
    double *sums = blocks + (gsize) b * flow->n;
    if (!recall_block(flow, options, b, length, record, sums)) {
      if ((b > 0 && flow->formulation->enter(flow->work, flow->t, flow->state, z) != NOSLIP_STEP_OK) ||
          !run_block(flow, b * block, (b + 1) * block, interval, sums, cancel))
        return FALSE;
      keep_block(flow, options, b, length, record, sums);
    }
    if (options->done != NULL)
      g_atomic_int_inc(options->done);
  }
  return TRUE;
}

static NoslipLyapunov *
measure(Flow *flow, const double *xy, const NoslipLyapunovOptions *options, const int *cancel, NoslipDiagnostic **error)
{
  g_autoptr(NoslipLyapunov) lyapunov = g_new0(NoslipLyapunov, 1);
  double block = options->to / (BLOCKS + BEFORE);
  if (!flow_start(flow, xy, options, &lyapunov->dimension)) {
    stopped(flow, cancel, error);
    return NULL;
  }
  lyapunov->n = flow->n;
  lyapunov->time = block * BLOCKS;
  g_autofree double *blocks = g_new0(double, (gsize) (BLOCKS + BEFORE) * flow->n);
  if (!run_blocks(flow, options, blocks, cancel)) {
    stopped(flow, cancel, error);
    return NULL;
  }
  summarize(lyapunov, blocks + (gsize) BEFORE * flow->n, block);
  return g_steal_pointer(&lyapunov);
}

static gboolean
refuse(NoslipDiagnostic **error, const char *cause)
{
  *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, NULL, "%s", cause);
  return FALSE;
}

static gboolean
has_exponents(const NoslipSystem *system, NoslipDynamicsKind kind, const NoslipFormulation *formulation,
              NoslipDiagnostic **error)
{
  if (kind == NOSLIP_DYNAMICS_VAKONOMIC || formulation == NULL)
    return refuse(error, _("exponents are computed for nonholonomic and free motions"));
  if (formulation->jacobian == NULL)
    return refuse(error, _("these dynamics have no Jacobian for the variational equations"));
  if (noslip_system_has_modes(system)) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, noslip_modes_place(system),
                                   _("leave them out of the text, or write smooth forces in their place"),
                                   _("bounces and dry friction have no variational equations here"));
    return FALSE;
  }
  return TRUE;
}

struct _NoslipLyapunovFinder {
  NoslipDynamics *dynamics;
  NoslipVanishing *vanishing;
};

NoslipLyapunovFinder *
noslip_lyapunov_finder_new(NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  if (!has_exponents(system, formulation->kind, formulation, error))
    return NULL;
  if (formulation->size(noslip_dynamics_data(dynamics)) != system->m + system->n) {
    refuse(error, _("these dynamics have other variables than coordinates and velocities"));
    return NULL;
  }
  NoslipLyapunovFinder *finder = g_new0(NoslipLyapunovFinder, 1);
  finder->dynamics = noslip_dynamics_ref(dynamics);
  finder->vanishing = noslip_vanishing_new(system, formulation->kind != NOSLIP_DYNAMICS_FREE);
  return finder;
}

void
noslip_lyapunov_finder_free(NoslipLyapunovFinder *finder)
{
  if (finder == NULL)
    return;
  noslip_vanishing_free(finder->vanishing);
  noslip_dynamics_unref(finder->dynamics);
  g_free(finder);
}

guint
noslip_lyapunov_finder_dimension(NoslipLyapunovFinder *finder, const double *parameters, const double *xy)
{
  guint size = finder->vanishing->size;
  g_autofree double *basis = g_new0(double, (gsize) size *size);
  noslip_vanishing_set_parameters(finder->vanishing, parameters);
  return noslip_vanishing_tangent(finder->vanishing, 0, xy, NULL, NULL, basis);
}

NoslipLyapunov *
noslip_lyapunov_finder_measure(NoslipLyapunovFinder *finder, const double *parameters, const double *xy,
                               const NoslipLyapunovOptions *options, const int *cancel, NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(finder->dynamics);
  guint size = formulation->size(noslip_dynamics_data(finder->dynamics));
  if (!(options->to > 0) || !isfinite(options->to)) {
    refuse(error, _("the end of the time must be positive"));
    return NULL;
  }
  Flow flow = {.formulation = formulation, .size = size, .vanishing = finder->vanishing};
  flow.work = formulation->work_new(noslip_dynamics_data(finder->dynamics));
  flow.linear = g_new0(double, size + (gsize) size * size);
  flow.in_time = g_new0(double, size);
  formulation->set_parameters(flow.work, parameters);
  noslip_vanishing_set_parameters(flow.vanishing, parameters);
  NoslipLyapunov *lyapunov = measure(&flow, xy, options, cancel, error);
  g_clear_pointer(&flow.evolve, gsl_odeiv2_evolve_free);
  g_clear_pointer(&flow.control, gsl_odeiv2_control_free);
  g_clear_pointer(&flow.step, gsl_odeiv2_step_free);
  formulation->work_free(flow.work);
  g_free(flow.linear);
  g_free(flow.in_time);
  g_free(flow.state);
  return lyapunov;
}

NoslipLyapunov *
noslip_lyapunov_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters, const double *xy,
                     const NoslipLyapunovOptions *options, const int *cancel, NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_formulation_for(system, kind);
  if (!has_exponents(system, kind, formulation, error))
    return NULL;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, error);
  g_autoptr(NoslipLyapunovFinder) finder = dynamics != NULL ? noslip_lyapunov_finder_new(dynamics, error) : NULL;
  return finder != NULL ? noslip_lyapunov_finder_measure(finder, parameters, xy, options, cancel, error) : NULL;
}

void
noslip_lyapunov_free(NoslipLyapunov *lyapunov)
{
  if (lyapunov == NULL)
    return;
  g_free(lyapunov->exponents);
  g_free(lyapunov->errors);
  g_free(lyapunov);
}
