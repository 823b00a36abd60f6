/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/linear/nullspace.h"
#include "core/finder/lyapunov/lyapunov-private.h"
#include "core/finder/states.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

#define MOST_INTERVAL 0.5  /* limit of (time between two orthonormalisations) x (rate of the motion) */
#define UNCOUPLED 1e3      /* ratio of rates that is one of units */
#define LEAST_INTERVALS 10 /* least number of intervals in a block */

/* The tangent vectors */

/* Gram and Schmidt, twice; logs[k] is the logarithm of the remaining length of vector k. FALSE if one has vanished. */
static gboolean
orthonormalize(NoslipLyapunovMotion *motion)
{
  guint size = motion->size;
  for (guint k = 0; k < motion->n; k++) {
    double *v = motion->state + (gsize) (k + 1) * size;
    for (guint pass = 0; pass < 2; pass++)
      for (guint j = 0; j < k; j++) {
        const double *u = motion->state + (gsize) (j + 1) * size;
        double part = noslip_nullspace_dot(size, u, v);
        for (guint i = 0; i < size; i++)
          v[i] -= part * u[i];
      }
    double norm = sqrt(noslip_nullspace_dot(size, v, v));
    if (!(norm > 0) || !isfinite(norm))
      return FALSE;
    for (guint i = 0; i < size; i++)
      v[i] /= norm;
    motion->logs[k] = log(norm);
  }
  return TRUE;
}

/* Projects the tangent vectors onto the tangent space of M, which they leave by rounding. */
static void
project(NoslipLyapunovMotion *motion, double t)
{
  guint size = motion->size;
  double *basis = motion->basis, *moved = motion->moved;
  NoslipLyapunovFinder *finder = motion->finder;
  if (finder->turning != motion)
    noslip_vanishing_set_parameters(finder->vanishing, motion->parameters);
  finder->turning = motion;
  memset(basis, 0, sizeof(double) * size * size);
  guint n = noslip_vanishing_tangent(finder->vanishing, t, motion->state, NULL, NULL, basis);
  for (guint k = 0; k < motion->n; k++) {
    double *v = motion->state + (gsize) (k + 1) * size;
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

static void
draw_vectors(NoslipLyapunovMotion *motion, const double *basis)
{
  guint64 seed = motion->options->seed;
  guint size = motion->size;
  for (guint k = 0; k < motion->n; k++)
    for (guint i = 0; i < motion->dimension; i++) {
      double part = noslip_random_draw(&seed);
      for (guint j = 0; j < size; j++)
        motion->state[(gsize) (k + 1) * size + j] += part * basis[(gsize) i * size + j];
    }
}

/* The intervals */

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
interval_of(NoslipLyapunovMotion *motion)
{
  const double *linear = noslip_variations_linear(motion->finder->variations, 0, motion->state);
  double rate = linear != NULL ? rate_of(motion->size, linear + motion->size) : 0;
  double interval = motion->block / LEAST_INTERVALS;
  return rate > 0 ? fmin(interval, fmax(MOST_INTERVAL / rate, motion->block / 100000)) : interval;
}

/* Prepares the variations that the motions of a finder share for this one: its number of vectors, its parameters. */
static NoslipVariations *
use_variations(NoslipLyapunovMotion *motion)
{
  NoslipLyapunovFinder *finder = motion->finder;
  const NoslipLyapunovOptions *options = motion->options;
  if (finder->moving == motion)
    return finder->variations;
  if (finder->variations == NULL || finder->n != motion->n || finder->rtol != options->rtol ||
      finder->atol != options->atol) {
    noslip_variations_free(finder->variations);
    finder->variations = noslip_variations_new(finder->dynamics, motion->n, options->rtol, options->atol);
    finder->n = motion->n;
    finder->rtol = options->rtol;
    finder->atol = options->atol;
  }
  finder->moving = motion;
  noslip_variations_set_parameters(finder->variations, motion->parameters);
  return finder->variations;
}

/* Fills the basis (size x size) of the tangent space of M at xy. */
static guint
find_tangent(NoslipLyapunovFinder *finder, const double *parameters, const double *xy, double *basis)
{
  finder->turning = NULL;
  noslip_vanishing_set_parameters(finder->vanishing, parameters);
  return noslip_vanishing_tangent(finder->vanishing, 0, xy, NULL, NULL, basis);
}

guint
noslip_lyapunov_finder_dimension(NoslipLyapunovFinder *finder, const double *parameters, const double *xy)
{
  guint size = finder->vanishing->size;
  g_autofree double *basis = g_new0(double, (gsize) size *size + 1);
  return find_tangent(finder, parameters, xy, basis);
}

gboolean
noslip_lyapunov_motion_begin(NoslipLyapunovMotion *motion, NoslipLyapunovFinder *finder, const double *parameters,
                             const double *xy, const NoslipLyapunovOptions *options)
{
  guint size = finder->vanishing->size;
  *motion = (NoslipLyapunovMotion){.finder = finder, .options = options, .parameters = parameters, .size = size};
  motion->block = options->to / NOSLIP_LYAPUNOV_BLOCKS;
  motion->basis = g_new0(double, (gsize) size *size + 1);
  motion->moved = g_new0(double, (gsize) size + 1);
  motion->dimension = find_tangent(finder, parameters, xy, motion->basis);
  guint n = motion->n = options->count > 0 ? MIN(options->count, motion->dimension) : motion->dimension;
  motion->length = (gsize) (n + 1) * size;
  motion->state = g_new0(double, motion->length);
  motion->saved = g_new0(double, motion->length);
  motion->logs = g_new0(double, (gsize) n + 1);
  motion->record = g_new0(double, n + 1 + motion->length);
  motion->sums = g_new0(double, NOSLIP_LYAPUNOV_BLOCKS *(gsize) n + 1);
  motion->so_far.exponents = g_new0(double, (gsize) n + 1);
  motion->so_far.errors = g_new0(double, (gsize) n + 1);
  if (n == 0 || noslip_variations_enter(use_variations(motion), 0, xy, motion->state) != NOSLIP_STEP_OK)
    return FALSE;
  draw_vectors(motion, motion->basis);
  motion->interval = interval_of(motion);
  motion->step = motion->interval / 10;
  return orthonormalize(motion);
}

void
noslip_lyapunov_motion_clear(NoslipLyapunovMotion *motion)
{
  if (motion->finder != NULL)
    motion->finder->turning = motion->finder->moving = NULL;
  double *arrays[] = {motion->basis,        motion->moved, motion->state,  motion->saved,
                      motion->logs,         motion->sums,  motion->record, motion->so_far.exponents,
                      motion->so_far.errors};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
}

double
noslip_lyapunov_motion_aim(const NoslipLyapunovMotion *motion)
{
  double from = motion->n_blocks * motion->block, to = (motion->n_blocks + 1) * motion->block;
  return motion->turn + 1 == motion->n_turns ? to : from + (to - from) * (motion->turn + 1) / motion->n_turns;
}

void
noslip_lyapunov_motion_begin_block(NoslipLyapunovMotion *motion)
{
  double from = motion->n_blocks * motion->block, to = (motion->n_blocks + 1) * motion->block;
  motion->turn = 0;
  motion->n_turns = (guint) ceil((to - from) / motion->interval);
  memset(motion->sums + (gsize) motion->n_blocks * motion->n, 0, sizeof(double) * motion->n);
  memcpy(motion->saved, motion->state, sizeof(double) * motion->length);
  motion->saved_step = motion->step;
}

void
noslip_lyapunov_motion_restore(NoslipLyapunovMotion *motion)
{
  memcpy(motion->state, motion->saved, sizeof(double) * motion->length);
  motion->step = motion->saved_step;
}

/* Shows the averages after some of the intervals, the last of the block among them. */
static void
show(NoslipLyapunovMotion *motion)
{
  const NoslipLyapunovOptions *options = motion->options;
  guint64 n = motion->n_turns, looks = NOSLIP_LYAPUNOV_LOOKS;
  gboolean due = motion->turn * looks / n > (motion->turn - 1) * looks / n;
  if (options->watch == NULL || motion->n_blocks < NOSLIP_LYAPUNOV_BEFORE || !due)
    return;
  noslip_lyapunov_motion_average(motion, &motion->so_far);
  options->watch(&motion->so_far, options->data);
}

gboolean
noslip_lyapunov_motion_turn(NoslipLyapunovMotion *motion)
{
  double *sums = motion->sums + (gsize) motion->n_blocks * motion->n;
  project(motion, noslip_lyapunov_motion_aim(motion));
  if (!orthonormalize(motion))
    return FALSE;
  for (guint k = 0; k < motion->n; k++)
    sums[k] += motion->logs[k];
  motion->step = fmin(motion->step, motion->interval);
  motion->turn++;
  show(motion);
  return TRUE;
}

gboolean
noslip_lyapunov_motion_block_alone(NoslipLyapunovMotion *motion, const int *cancel)
{
  noslip_lyapunov_motion_begin_block(motion);
  motion->t = motion->n_blocks * motion->block;
  NoslipVariations *variations = use_variations(motion);
  if (noslip_variations_enter(variations, motion->t, motion->state, motion->moved) != NOSLIP_STEP_OK)
    return FALSE;
  noslip_variations_start(variations, motion->t, motion->state, motion->step);
  while (motion->turn < motion->n_turns) {
    gboolean arrived = noslip_variations_advance(variations, noslip_lyapunov_motion_aim(motion), cancel);
    motion->t = noslip_variations_time(variations);
    if (!arrived)
      return FALSE;
    memcpy(motion->state, noslip_variations_state(variations), sizeof(double) * motion->length);
    motion->step = noslip_variations_step(variations);
    if (!noslip_lyapunov_motion_turn(motion))
      return FALSE;
    noslip_variations_set(variations, motion->state, motion->step);
  }
  return TRUE;
}

/* The record of a block: the sums of its logarithms (n), the step, the state with its tangent vectors. */
gboolean
noslip_lyapunov_motion_recall_block(NoslipLyapunovMotion *motion)
{
  const NoslipLyapunovOptions *options = motion->options;
  const double *record = motion->record;
  guint b = motion->n_blocks, n = motion->n;
  if (options->recall == NULL || !options->recall(b, (guint) (n + 1 + motion->length), motion->record, options->data))
    return FALSE;
  memcpy(motion->sums + (gsize) b * n, record, sizeof(double) * n);
  motion->step = record[n];
  memcpy(motion->state, record + n + 1, sizeof(double) * motion->length);
  return TRUE;
}

void
noslip_lyapunov_motion_end_block(NoslipLyapunovMotion *motion, gboolean recalled)
{
  const NoslipLyapunovOptions *options = motion->options;
  double *record = motion->record;
  guint b = motion->n_blocks++, n = motion->n;
  if (options->keep != NULL && !recalled) {
    memcpy(record, motion->sums + (gsize) b * n, sizeof(double) * n);
    record[n] = motion->step;
    memcpy(record + n + 1, motion->state, sizeof(double) * motion->length);
    options->keep(b, (guint) (n + 1 + motion->length), record, options->data);
  }
  if (options->done != NULL)
    g_atomic_int_inc(options->done);
}
