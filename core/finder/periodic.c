/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/periodic.h"

#include "core/base/linear.h"
#include "core/finder/linear/nullspace.h"
#include "core/finder/steady/steady.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE 1e-12
#define MOST_STEPS 1000000
#define NEWTON_MOST 40
#define HALVINGS 8
#define ENOUGH 1e-10   /* the largest gap of a periodic motion, relative to the size of the motion */
#define TURNS_MOST 100 /* of a motion within the period that was found first */
#define RANK 1e-9      /* singular values below this fraction of the largest count as 0 */
#define UNDECIDED 1e-6 /* a multiplier within this distance of the unit circle decides nothing */

/* One integration over a period, with its variational equations. z is a point of M, the states that satisfy the
 * constraints. */
typedef struct {
  NoslipSteady *steady;
  const int *cancel;
  guint size, n;                    /* of z; tangent vectors */
  double *slopes, *in_time, *basis; /* basis: n x size, of the tangent space of M */
  double *state;                    /* z, then the transported tangent vectors, n x size */
  double *gap;                      /* size: end - start, in the components that count */
  double *speed;                    /* size: zdot at the end */
  double scale[2];                  /* sizes of coordinates and of velocities along the motion */
  double *weight;    /* n: the largest part of each row of the basis, in units of the sizes of the state's components */
  double *sizes;     /* size: of each component of z */
  double *tolerance; /* (n + 1) x size: the sizes of what is integrated, for the absolute tolerance */
} Shot;

/* zdot, and the variational equations for the transported tangent vectors. */
static int
rates(double t, const double *y, double *dydt, void *data)
{
  const Shot *shot = data;
  guint size = shot->size;
  const NoslipFormulation *formulation = shot->steady->formulation;
  if (formulation->rates(shot->steady->work, t, y, dydt) != NOSLIP_STEP_OK ||
      formulation->jacobian(shot->steady->work, t, y, shot->slopes, shot->in_time) != NOSLIP_STEP_OK ||
      !noslip_all_finite(dydt, size))
    return GSL_EBADFUNC;
  for (guint k = 0; k < shot->n; k++)
    for (guint i = 0; i < size; i++)
      dydt[(gsize) (k + 1) * size + i] =
          noslip_nullspace_dot(size, shot->slopes + (gsize) i * size, y + (gsize) (k + 1) * size);
  return GSL_SUCCESS;
}

static void
grow_scale(Shot *shot)
{
  for (guint i = 0; i < shot->size; i++)
    if (i >= shot->steady->m || !shot->steady->cyclic[i])
      shot->scale[i >= shot->steady->m] = fmax(shot->scale[i >= shot->steady->m], fabs(shot->state[i]));
}

/* The size of each component of z in a motion of this period: its value, or its rate times period / 2 pi; of those
 * that are 0, the largest of their kind. shot->speed is used. */
static gboolean
find_sizes(Shot *shot, const double *z, double period)
{
  guint size = shot->size, m = shot->steady->m;
  double largest[2] = {0, 0};
  if (shot->steady->formulation->rates(shot->steady->work, 0, z, shot->speed) != NOSLIP_STEP_OK ||
      !noslip_all_finite(shot->speed, size))
    return FALSE;
  for (guint i = 0; i < size; i++) {
    shot->sizes[i] = fmax(fabs(z[i]), fabs(shot->speed[i]) * period / (2 * G_PI));
    largest[i >= m] = fmax(largest[i >= m], shot->sizes[i]);
  }
  for (guint i = 0; i < size; i++)
    if (!(shot->sizes[i] > 1e-6 * largest[i >= m]))
      shot->sizes[i] = largest[i >= m] > 0 ? largest[i >= m] : 1;
  return TRUE;
}

/* The absolute tolerance is in units of these sizes; a tangent vector is as large as its start in these units. */
static void
fill_tolerance(Shot *shot)
{
  const double *sizes = shot->sizes;
  guint size = shot->size;
  memcpy(shot->tolerance, sizes, sizeof(double) * size);
  for (guint k = 0; k < shot->n; k++) {
    shot->weight[k] = 0;
    for (guint i = 0; i < size; i++)
      shot->weight[k] = fmax(shot->weight[k], fabs(shot->basis[(gsize) k * size + i]) / sizes[i]);
    for (guint i = 0; i < size; i++)
      shot->tolerance[(gsize) (k + 1) * size + i] = shot->weight[k] * sizes[i];
  }
}

static gboolean
integrate(Shot *shot, double to)
{
  guint length = (shot->n + 1) * shot->size;
  const NoslipFormulation *formulation = shot->steady->formulation;
  gsl_odeiv2_system equations = {rates, NULL, length, shot};
  gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, length);
  gsl_odeiv2_control *control = gsl_odeiv2_control_scaled_new(TOLERANCE, TOLERANCE, 1, 0, shot->tolerance, length);
  gsl_odeiv2_evolve *evolve = gsl_odeiv2_evolve_alloc(length);
  double t = 0, h = to / 100;
  gboolean good = TRUE, changed = FALSE;
  for (guint count = 0; t < to && good; count++) {
    good = count < MOST_STEPS && (shot->cancel == NULL || !g_atomic_int_get(shot->cancel)) &&
           gsl_odeiv2_evolve_apply(evolve, control, step, &equations, &t, to, &h, shot->state) == GSL_SUCCESS &&
           formulation->accept(shot->steady->work, t, shot->state, TRUE, &changed) == NOSLIP_STEP_OK;
    if (good && changed)
      gsl_odeiv2_evolve_reset(evolve);
    grow_scale(shot);
  }
  gsl_odeiv2_evolve_free(evolve);
  gsl_odeiv2_control_free(control);
  gsl_odeiv2_step_free(step);
  return good && noslip_all_finite(shot->state, length);
}

/* Integrates over one period from z, and fills gap, speed, basis and state. Returns the size of the gap relative to the
 * motion, or INFINITY if the motion ends early. */
static double
shoot(Shot *shot, const double *z, double period)
{
  NoslipSteady *steady = shot->steady;
  guint size = shot->size, m = steady->m;
  double largest = 0;
  g_autofree double *entered = g_new0(double, size);
  shot->n = noslip_vanishing_tangent(steady->vanishing, 0, z, steady->cyclic, NULL, shot->basis);
  shot->scale[0] = shot->scale[1] = 0;
  memcpy(shot->state, z, sizeof(double) * size);
  memcpy(shot->state + size, shot->basis, sizeof(double) * shot->n * size);
  if (!(period > 0) || steady->formulation->enter(steady->work, 0, z, entered) != NOSLIP_STEP_OK ||
      !find_sizes(shot, z, period))
    return INFINITY;
  fill_tolerance(shot);
  if (!integrate(shot, period) ||
      steady->formulation->rates(steady->work, period, shot->state, shot->speed) != NOSLIP_STEP_OK)
    return INFINITY;
  for (guint i = 0; i < size; i++) {
    double gap = shot->state[i] - z[i];
    if (i < m && steady->system->coordinates[i].angle)
      gap = remainder(gap, 2 * G_PI);
    shot->gap[i] = i < m && steady->cyclic[i] ? 0 : gap;
    largest = fmax(largest, fabs(shot->gap[i]) / fmax(shot->scale[i >= m], 1e-300));
  }
  return largest;
}

/* The step (size, and the period's) that closes the gap to first order, of least norm in units of the sizes of the
 * state and of the period. */
static gboolean
newton_step(const Shot *shot, double period, double *step)
{
  guint size = shot->size, columns = shot->n + 1, m = shot->steady->m;
  g_autofree double *a = g_new0(double, (gsize) size *columns);
  g_autofree double *right = g_new0(double, size);
  g_autofree double *parts = g_new0(double, columns);
  for (guint i = 0; i < size; i++) {
    double scale = fmax(shot->scale[i >= m], 1e-300);
    if (i < m && shot->steady->cyclic[i])
      continue;
    right[i] = -shot->gap[i] / scale;
    for (guint k = 0; k < shot->n; k++)
      a[(gsize) i * columns + k] =
          (shot->state[(gsize) (k + 1) * size + i] - shot->basis[(gsize) k * size + i]) / (scale * shot->weight[k]);
    a[(gsize) i * columns + shot->n] = shot->speed[i] * period / scale;
  }
  g_autoptr(NoslipSvd) svd = noslip_svd_new(size, columns);
  if (!noslip_svd_factor(svd, a))
    return FALSE;
  noslip_svd_solve(svd, RANK, right, parts);
  memset(step, 0, sizeof(double) * (size + 1));
  for (guint k = 0; k < shot->n; k++)
    for (guint i = 0; i < size; i++)
      step[i] += parts[k] / shot->weight[k] * shot->basis[(gsize) k * size + i];
  step[size] = parts[shot->n] * period;
  return noslip_all_finite(step, size + 1);
}

/* Changes z and the period to those of a periodic motion nearby. FALSE if there is none; *residual is the gap. */
static gboolean
close_gap(Shot *shot, double *z, double *period, double *residual)
{
  guint size = shot->size;
  g_autofree double *step = g_new0(double, (gsize) size + 1);
  g_autofree double *tried = g_new0(double, size);
  g_autofree double *ignored = g_new0(double, size);
  double now = shoot(shot, z, *period);
  for (guint count = 0; count < NEWTON_MOST && now > ENOUGH / 100; count++) {
    double part = 1, next = INFINITY, time = *period;
    if (!isfinite(now) || !newton_step(shot, *period, step))
      return FALSE;
    for (guint half = 0; half < HALVINGS && !(next < now); half++, part /= 2) {
      gboolean changed = FALSE;
      time = *period + part * step[size];
      for (guint i = 0; i < size; i++)
        tried[i] = z[i] + part * step[i];
      /* the step along the tangent space leaves M: project onto M */
      if (shot->steady->formulation->enter(shot->steady->work, 0, tried, ignored) == NOSLIP_STEP_OK)
        shot->steady->formulation->accept(shot->steady->work, 0, tried, TRUE, &changed);
      next = shoot(shot, tried, time);
    }
    if (!(next < now)) {
      now = shoot(shot, z, *period);
      break;
    }
    memcpy(z, tried, sizeof(double) * size);
    *period = time;
    now = next;
  }
  *residual = now;
  return now <= ENOUGH;
}

typedef struct {
  double re, im;
} Value;

static int
by_size(gconstpointer a, gconstpointer b)
{
  const Value *one = a, *other = b;
  double first = hypot(one->re, one->im), second = hypot(other->re, other->im);
  if (first != second)
    return first > second ? -1 : 1;
  return one->im > other->im ? -1 : one->im < other->im;
}

/* Eigenvalues of basis . flow . basis^t, in units of the sizes; the one nearest to 1 is moved to the end. */
static gboolean
fill_multipliers(const Shot *shot, NoslipPeriodic *periodic)
{
  guint n = shot->n, size = shot->size, nearest = 0;
  g_autofree Value *values = g_new0(Value, (gsize) n + 1);
  gsl_matrix *matrix = gsl_matrix_alloc(n, n);
  gsl_vector_complex *lambda = gsl_vector_complex_alloc(n);
  gsl_eigen_nonsymm_workspace *work = gsl_eigen_nonsymm_alloc(n);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n; k++)
      gsl_matrix_set(
          matrix, i, k,
          shot->weight[i] / shot->weight[k] *
              noslip_nullspace_dot(size, shot->basis + (gsize) i * size, shot->state + (gsize) (k + 1) * size));
  gboolean good = gsl_eigen_nonsymm(matrix, lambda, work) == GSL_SUCCESS;
  for (guint i = 0; i < n && good; i++)
    values[i] = (Value){GSL_REAL(gsl_vector_complex_get(lambda, i)), GSL_IMAG(gsl_vector_complex_get(lambda, i))};
  gsl_eigen_nonsymm_free(work);
  gsl_vector_complex_free(lambda);
  gsl_matrix_free(matrix);
  for (guint i = 1; i < n; i++)
    if (hypot(values[i].re - 1, values[i].im) < hypot(values[nearest].re - 1, values[nearest].im))
      nearest = i;
  Value along = values[nearest];
  values[nearest] = values[n - 1];
  values[n - 1] = along;
  if (n > 2)
    qsort(values, n - 1, sizeof(Value), by_size);
  periodic->n = n;
  periodic->multipliers = g_new0(double, (gsize) 2 * n);
  periodic->stable = n > 1 ? 1 : -1;
  for (guint i = 0; i < n; i++) {
    double length = hypot(values[i].re, values[i].im);
    periodic->multipliers[2 * i] = values[i].re;
    periodic->multipliers[2 * i + 1] = values[i].im;
    if (i + 1 < n && length > 1 + UNDECIDED)
      periodic->stable = 0;
    else if (i + 1 < n && length > 1 - UNDECIDED && periodic->stable == 1)
      periodic->stable = -1;
  }
  return good;
}

/* A motion that closes after T also closes after 2 T, 3 T, …: takes the smallest period. */
static void
take_smallest(Shot *shot, NoslipPeriodic *periodic)
{
  gsize length = sizeof(double) * shot->size;
  g_autofree double *z = g_new0(double, shot->size);
  double period = periodic->period, residual = INFINITY;
  for (guint parts = TURNS_MOST; parts > 1; parts--) {
    period = periodic->period / parts;
    memcpy(z, periodic->state, length);
    if (shoot(shot, z, period) <= 100 * ENOUGH && close_gap(shot, z, &period, &residual)) {
      memcpy(periodic->state, z, length);
      periodic->period = period;
      break;
    }
  }
  periodic->residual = shoot(shot, periodic->state, periodic->period);
}

static NoslipPeriodic *
find(Shot *shot, const double *xy, double period, NoslipDiagnostic **error)
{
  g_autoptr(NoslipPeriodic) periodic = g_new0(NoslipPeriodic, 1);
  periodic->state = g_memdup2(xy, sizeof(double) * shot->size);
  periodic->period = period;
  if (!close_gap(shot, periodic->state, &periodic->period, &periodic->residual)) {
    gboolean cancelled = shot->cancel != NULL && g_atomic_int_get(shot->cancel);
    *error = cancelled ? noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_CANCELLED, NULL, NULL,
                                               _("the computation was interrupted"))
                       : noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL,
                                               _("start nearer to one, or with another period"),
                                               _("no periodic motion of about this period was found near here"));
    return NULL;
  }
  take_smallest(shot, periodic);
  /* a state of rest closes after any time */
  g_autofree double *zdot = g_new0(double, shot->size);
  double motion = 0;
  shot->steady->formulation->rates(shot->steady->work, 0, periodic->state, zdot);
  for (guint i = 0; i < shot->size; i++)
    if (i >= shot->steady->m || !shot->steady->cyclic[i])
      motion = fmax(motion, fabs(zdot[i]) * periodic->period / fmax(shot->scale[i >= shot->steady->m], 1e-300));
  if (motion < 1e-6) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL,
                                   _("start nearer to a periodic motion, or with another period"),
                                   _("no periodic motion of about this period was found: the search led to a state of "
                                     "rest or to a steady motion, which find equilibria judges"));
    return NULL;
  }
  return fill_multipliers(shot, periodic) ? g_steal_pointer(&periodic) : NULL;
}

NoslipPeriodic *
noslip_periodic_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters, const double *xy,
                     double period, guint64 seed, const int *cancel, NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_formulation_for(system, kind);
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, error);
  if (dynamics == NULL)
    return NULL;
  guint size = system->m + system->n;
  if (formulation->jacobian == NULL || formulation->size(noslip_dynamics_data(dynamics)) != size ||
      noslip_system_has_modes(system) || noslip_system_is_driven(system)) {
    *error =
        noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, NULL,
                              _("periodic motions are found of nonholonomic and free dynamics that do not depend on "
                                "the time, without bounces and dry friction"));
    return NULL;
  }
  NoslipSteady *steady = noslip_steady_new(dynamics, parameters, xy, TRUE, seed, error);
  if (steady == NULL)
    return NULL;
  Shot shot = {.steady = steady, .cancel = cancel, .size = size};
  g_autofree double *slopes = shot.slopes = g_new0(double, (gsize) size *size);
  g_autofree double *in_time = shot.in_time = g_new0(double, size);
  g_autofree double *basis = shot.basis = g_new0(double, (gsize) size *size);
  g_autofree double *state = shot.state = g_new0(double, (gsize) (size + 1) * size);
  g_autofree double *sizes = shot.sizes = g_new0(double, size);
  g_autofree double *weight = shot.weight = g_new0(double, size);
  g_autofree double *tolerance = shot.tolerance = g_new0(double, (gsize) (size + 1) * size);
  g_autofree double *gap = shot.gap = g_new0(double, size);
  g_autofree double *speed = shot.speed = g_new0(double, size);
  NoslipPeriodic *periodic = find(&shot, xy, period, error);
  noslip_steady_free(steady);
  return periodic;
}

void
noslip_periodic_free(NoslipPeriodic *periodic)
{
  if (periodic == NULL)
    return;
  g_free(periodic->state);
  g_free(periodic->multipliers);
  g_free(periodic);
}
