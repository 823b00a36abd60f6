/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/guard.h"

#include "core/base/linear.h"
#include "core/dynamics/companion.h"
#include "core/dynamics/saddle.h"
#include "core/integrate/guard-program.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

#define SIZE_MOST 64 /* n + k: for larger systems determinants are not watched */
#define BISECTIONS 60
#define NEAR 1e-10 /* fraction of a step, as distance from the zero of a denominator */
#define FAR 1e-5
#define GROWTH 10 /* growth from FAR to NEAR above which there is a pole; with less the singularity is removable */

struct _NoslipGuard {
  const NoslipGuardProgram *program; /* of the dynamics */
  guint m, n, k, n_poles, n_watched; /* of the program */
  guint flips, steady, flipping;     /* sign changes of one argument in successive steps, steps without a change,
                                      * index of the argument */
  double largest;                    /* energy's terms so far */
  gboolean energy, determinant;
  NoslipTapeWorkspace *work;
  double *in, *out, *before_in, *before_out, *probe;
  double *reach; /* n_watched: the largest absolute values so far */
  double *last;  /* n_watched: the values at the state before */
  NoslipLu *lu;
  double *matrix, *right; /* (n + k)^2, n + k */
  double *scales;         /* n + k */
  gsl_permutation *permutation;
  double rate, before_rate; /* dE/dt at the state, and at the one before */
  int sign, before_sign;
  double imbalance;
  gpointer saddle_work; /* follows the directions of the constraints, or NULL */
  double *saddle_state;
};

static void
allocate(NoslipGuard *guard)
{
  gsize size = guard->n + guard->k, state = 1 + guard->m + guard->n, n_outputs = guard->program->n_outputs;
  guard->work = noslip_tape_workspace_new(guard->program->tape);
  guard->in = g_new0(double, state);
  guard->before_in = g_new0(double, state);
  guard->out = g_new0(double, n_outputs + 1);
  guard->before_out = g_new0(double, n_outputs + 1);
  guard->reach = g_new0(double, guard->n_watched + 1);
  guard->last = g_new0(double, guard->n_watched + 1);
  guard->probe = g_new0(double, 2 * n_outputs + 1);
  guard->lu = noslip_lu_new((guint) size);
  guard->matrix = g_new0(double, size *size + 1);
  guard->right = g_new0(double, size + 1);
  guard->scales = g_new0(double, size + 1);
  guard->permutation = size > 0 ? gsl_permutation_calloc(size) : NULL;
}

static gpointer
create_saddle(NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  return noslip_saddle_new(noslip_dynamics_system(dynamics), TRUE, error);
}

static void
follow_directions(NoslipGuard *guard, NoslipDynamics *dynamics, const double *parameters)
{
  static const NoslipCompanionKind saddle = {create_saddle, noslip_saddle_free};
  g_autoptr(NoslipDiagnostic) error = NULL;
  gconstpointer followed = noslip_dynamics_companion(dynamics, &saddle, &error);
  if (followed == NULL)
    return; /* the dynamics reports the reason itself */
  guard->saddle_work = noslip_saddle_workspace_new(followed);
  guard->saddle_state = g_new0(double, (gsize) guard->m + guard->n + 1);
  noslip_saddle_set_parameters(guard->saddle_work, parameters);
}

NoslipGuard *
noslip_guard_new(NoslipDynamics *dynamics, const double *parameters, gboolean every_step, gboolean directions)
{
  const NoslipGuardProgram *program = noslip_guard_program(dynamics, every_step);
  if (program == NULL)
    return NULL;
  NoslipGuard *guard = g_new0(NoslipGuard, 1);
  guard->program = program;
  guard->m = program->m;
  guard->n = program->n;
  guard->k = program->k;
  guard->n_poles = program->n_poles;
  guard->n_watched = program->n_watched;
  guard->energy = every_step;
  guard->determinant = guard->n + guard->k <= SIZE_MOST && guard->n > 0;
  allocate(guard);
  noslip_tape_set_constants(guard->work, parameters);
  if (directions && guard->k > 0)
    follow_directions(guard, dynamics, parameters);
  return guard;
}

void
noslip_guard_free(NoslipGuard *guard)
{
  if (guard == NULL)
    return;
  double *arrays[] = {guard->in,     guard->out,   guard->before_in, guard->before_out, guard->probe,
                      guard->matrix, guard->right, guard->scales,    guard->last,       guard->reach};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
  noslip_tape_workspace_free(guard->work);
  if (guard->saddle_work != NULL)
    noslip_saddle_workspace_free(guard->saddle_work);
  g_free(guard->saddle_state);
  noslip_lu_free(guard->lu);
  if (guard->permutation != NULL)
    gsl_permutation_free(guard->permutation);
  g_free(guard);
}

/* (W, -Phi^T; Phi, 0) in `matrix` and (F, -drift) in `right`, from `out`. */
static void
fill_saddle(NoslipGuard *guard)
{
  gsize n = guard->n, k = guard->k, size = n + k;
  const double *force = guard->out + guard->n_watched + guard->m, *mass = force + size, *phi = mass + n * n;
  memset(guard->matrix, 0, size * size * sizeof(double));
  memcpy(guard->right, force, size * sizeof(double));
  for (gsize a = 0; a < n; a++) {
    memcpy(guard->matrix + a * size, mass + a * n, n * sizeof(double));
    for (gsize c = 0; c < k; c++) {
      guard->matrix[a * size + n + c] = -phi[c * n + a];
      guard->matrix[(n + c) * size + a] = phi[c * n + a];
    }
  }
}

/* Scales the matrix by positive numbers in units of the kinetic metric: with entries of very different sizes rounding
 * would decide the sign of its determinant. */
static void
scale_saddle(NoslipGuard *guard)
{
  gsize n = guard->n, k = guard->k, size = n + k;
  const double *mass = guard->out + guard->n_watched + guard->m + size;
  noslip_linear_metric_scale((guint) n, mass, guard->scales);
  for (gsize c = 0; c < k; c++) {
    double length = 0;
    for (gsize a = 0; a < n; a++)
      length = hypot(length, guard->matrix[(n + c) * size + a] * guard->scales[a]);
    guard->scales[n + c] = length > 0 ? 1 / length : 1;
  }
  for (gsize i = 0; i < size; i++)
    for (gsize j = 0; j < size; j++)
      guard->matrix[i * size + j] *= guard->scales[i] * guard->scales[j];
}

static int
determinant_sign(NoslipGuard *guard)
{
  gsize size = guard->n + guard->k;
  if (!guard->determinant || !noslip_all_finite(guard->matrix, size * size))
    return 0;
  scale_saddle(guard);
  gsl_matrix_view view = gsl_matrix_view_array(guard->matrix, size, size);
  int sign;
  gsl_linalg_LU_decomp(&view.matrix, guard->permutation, &sign);
  return gsl_linalg_LU_sgndet(&view.matrix, sign);
}

/* Evaluates everything at `in`; NaN for the energy's rate if the accelerations are not determined. */
static void
evaluate(NoslipGuard *guard, double t, const double *x, const double *y)
{
  gsize m = guard->m, n = guard->n;
  guard->in[0] = t;
  memcpy(guard->in + 1, x, m * sizeof(double));
  memcpy(guard->in + 1 + m, y, n * sizeof(double));
  noslip_tape_evaluate(guard->work, guard->in, guard->out);
  fill_saddle(guard);
  const double *velocity = guard->out + guard->n_watched, *energy = guard->out + guard->program->energy;
  guard->rate = NAN;
  if (guard->energy && noslip_lu_solve(guard->lu, guard->matrix, guard->right, guard->right)) {
    guard->rate = energy[2];
    for (gsize i = 0; i < m; i++)
      guard->rate += energy[3 + i] * velocity[i];
    for (gsize a = 0; a < n; a++)
      guard->rate += energy[3 + m + a] * guard->right[a];
  }
  guard->sign = determinant_sign(guard);
}

static void
remember(NoslipGuard *guard)
{
  gsize state = 1 + guard->m + guard->n;
  memcpy(guard->before_in, guard->in, state * sizeof(double));
  memcpy(guard->before_out, guard->out, guard->program->n_outputs * sizeof(double));
  guard->before_rate = guard->rate;
  guard->before_sign = guard->sign;
}

void
noslip_guard_start(NoslipGuard *guard, double t, const double *x, const double *y)
{
  evaluate(guard, t, x, y);
  remember(guard);
  if (guard->saddle_work != NULL)
    noslip_saddle_enter(guard->saddle_work, t, guard->in + 1, guard->saddle_state);
}

/* Outputs at the fraction s of the straight line between the two states. */
static void
evaluate_between(NoslipGuard *guard, double s, double *out)
{
  gsize state = 1 + guard->m + guard->n;
  g_autofree double *point = g_new(double, state);
  for (gsize i = 0; i < state; i++)
    point[i] = guard->before_in[i] + s * (guard->in[i] - guard->before_in[i]);
  noslip_tape_evaluate(guard->work, point, out);
}

/* Whether the equations grow without bound towards the zero of a denominator. */
static gboolean
is_pole(NoslipGuard *guard, guint watched)
{
  gsize first = guard->n_watched, last = guard->program->energy, all = guard->program->n_outputs;
  double low = 0, high = 1, side = guard->before_out[watched], *near = guard->probe, *far = guard->probe + all;
  for (guint i = 0; i < BISECTIONS; i++) {
    double middle = 0.5 * (low + high);
    evaluate_between(guard, middle, near);
    if (near[watched] * side > 0)
      low = middle;
    else
      high = middle;
  }
  for (int way = -1; way <= 1; way += 2) {
    evaluate_between(guard, low + way * NEAR, near);
    evaluate_between(guard, low + way * FAR, far);
    for (gsize i = first; i < last; i++)
      if (!isfinite(near[i]) ||
          (fabs(near[i]) > GROWTH * fabs(far[i]) && fabs(near[i]) > fabs(guard->before_out[i]) + fabs(guard->out[i])))
        return TRUE;
  }
  return FALSE;
}

double
noslip_guard_imbalance(const NoslipGuard *guard)
{
  return guard->imbalance;
}

double
noslip_guard_size(const NoslipGuard *guard, double terms)
{
  return fmax(terms, NOSLIP_GUARD_SMALL * guard->largest);
}

double
noslip_guard_apart(const NoslipGuard *guard, double energy, double terms)
{
  gsize at = guard->program->energy;
  double difference = fabs(energy - guard->before_out[at]);
  double size = noslip_guard_size(guard, fmax(terms, guard->before_out[at + 1]));
  return difference > 0 ? difference / size : 0;
}

void
noslip_guard_energy(NoslipGuard *guard, double t, const double *x, const double *y, double *energy, double *rate,
                    double *terms)
{
  gsize at = guard->program->energy;
  evaluate(guard, t, x, y);
  *energy = guard->out[at];
  *terms = guard->out[at + 1];
  *rate = guard->rate;
}

/* Counts how often in a row an argument of sign( ) changes its sign or is 0 up to round-off; TRUE if too often. */
static gboolean
sticks(NoslipGuard *guard)
{
  gboolean flipped = FALSE;
  for (guint i = guard->n_poles; i < guard->n_watched; i++) {
    double here = fabs(guard->out[i]);
    guard->reach[i] = fmax(guard->reach[i], here);
    if (guard->out[i] * guard->before_out[i] < 0 || (here > 0 && here < NOSLIP_GUARD_HELD * guard->reach[i])) {
      guard->flipping = i - guard->n_poles;
      flipped = TRUE;
    }
  }
  guard->flips += flipped;
  guard->steady = flipped ? 0 : guard->steady + 1;
  if (guard->steady > NOSLIP_GUARD_STEADY)
    guard->flips = 0;
  return guard->flips >= NOSLIP_GUARD_FLIPS;
}

const char *
noslip_guard_stuck(const NoslipGuard *guard)
{
  if (guard->flips >= NOSLIP_GUARD_FLIPS)
    return guard->program->switches[guard->flipping];
  for (guint i = guard->n_poles; i < guard->n_watched; i++)
    if (fabs(guard->before_out[i]) <= 2 * fabs(guard->before_out[i] - guard->last[i]))
      return guard->program->switches[i - guard->n_poles];
  return NULL;
}

static void
balance(NoslipGuard *guard)
{
  gsize at = guard->program->energy;
  double h = guard->in[0] - guard->before_in[0];
  double change = guard->out[at] - guard->before_out[at], size = fmax(guard->out[at + 1], guard->before_out[at + 1]);
  guard->largest = fmax(guard->largest, size);
  size = noslip_guard_size(guard, size);
  double difference = fabs(change - 0.5 * h * (guard->rate + guard->before_rate));
  guard->imbalance = difference == 0 || !guard->energy ? 0 : difference / size;
}

NoslipGuardStatus
noslip_guard_step(NoslipGuard *guard, double t, const double *x, const double *y)
{
  evaluate(guard, t, x, y);
  for (guint i = 0; i < guard->n_poles; i++)
    if (guard->out[i] * guard->before_out[i] < 0 && is_pole(guard, i))
      return NOSLIP_GUARD_POLE;
  if (guard->sign * guard->before_sign < 0)
    return NOSLIP_GUARD_RANK;
  if (guard->saddle_work != NULL) {
    gboolean changed;
    memcpy(guard->saddle_state, guard->in + 1, ((gsize) guard->m + guard->n) * sizeof(double));
    if (noslip_saddle_accept(guard->saddle_work, t, guard->saddle_state, FALSE, &changed) == NOSLIP_STEP_RANK_LOST)
      return NOSLIP_GUARD_RANK;
  }
  balance(guard);
  if (sticks(guard))
    return NOSLIP_GUARD_STUCK;
  memcpy(guard->last, guard->before_out, guard->n_watched * sizeof(double));
  remember(guard);
  return guard->imbalance > NOSLIP_GUARD_IMBALANCE ? NOSLIP_GUARD_ENERGY : NOSLIP_GUARD_OK;
}
