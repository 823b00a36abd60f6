/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/guard-lanes.h"

#include "core/expr/lanes.h"
#include "core/integrate/guard-program.h"
#include "core/integrate/guard.h"
#include "core/system/state.h"

#include <math.h>
#include <string.h>

#define LANES NOSLIP_TAPE_LANES
#define FOR_LANES for (guint lane = 0; lane < LANES; lane++)
#define DOUBT 0.5 /* a motion leaves at this fraction of the limits of its own guard */

/* The index order of arrays is [quantity][lane]. */
struct _NoslipGuardLanes {
  const NoslipSystem *system;
  const NoslipGuardProgram *program; /* of the dynamics */
  NoslipTapeWorkspace *work;
  gsize state; /* m + n */
  gboolean energy;
  double t[LANES];
  double *constants, *in, *out, *before;
  double *reach; /* largest values of the arguments of sign( ) so far, n_watched */
  double rate[LANES], before_rate[LANES], largest[LANES];
  guint flips[LANES], steady[LANES];
};

static double *
lanes_new(gsize n)
{
  return g_aligned_alloc0((n + 1) * LANES, sizeof(double), 64);
}

NoslipGuardLanes *
noslip_guard_lanes_new(NoslipDynamics *dynamics, gboolean every_step)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  const NoslipGuardProgram *program = noslip_guard_program(dynamics, every_step);
  if (program == NULL)
    return NULL;
  NoslipGuardLanes *lanes = g_new0(NoslipGuardLanes, 1);
  lanes->system = system;
  lanes->program = program;
  lanes->energy = every_step;
  lanes->work = noslip_tape_workspace_new(program->tape);
  lanes->state = (gsize) system->m + system->n;
  lanes->constants = lanes_new(system->n_parameters);
  lanes->in = lanes_new(1 + lanes->state);
  lanes->out = lanes_new(program->n_outputs);
  lanes->before = lanes_new(program->n_outputs);
  lanes->reach = lanes_new(program->n_watched);
  return lanes;
}

void
noslip_guard_lanes_free(NoslipGuardLanes *guard)
{
  if (guard == NULL)
    return;
  double *arrays[] = {guard->constants, guard->in, guard->out, guard->before, guard->reach};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_aligned_free(arrays[i]);
  noslip_tape_workspace_free(guard->work);
  g_free(guard);
}

/* Computes the guarded values at the states, and dE/dt along their rates if the energy is monitored. */
static void
evaluate(NoslipGuardLanes *guard, const double *t, const double *z, const double *zdot)
{
  memcpy(guard->in, t, LANES * sizeof(double));
  memcpy(guard->in + LANES, z, guard->state * LANES * sizeof(double));
  noslip_tape_evaluate_lanes(guard->work, guard->in, guard->out);
  if (!guard->energy)
    return;
  const double *slopes = guard->out + (gsize) (guard->program->energy + 2) * LANES;
  FOR_LANES
  guard->rate[lane] = slopes[lane];
  for (gsize i = 0; i < guard->state; i++)
    FOR_LANES
  guard->rate[lane] += slopes[(1 + i) * LANES + lane] * zdot[i * LANES + lane];
}

static void
remember(NoslipGuardLanes *guard, const double *t)
{
  memcpy(guard->t, t, sizeof guard->t);
  memcpy(guard->before, guard->out, (gsize) guard->program->n_outputs * LANES * sizeof(double));
  memcpy(guard->before_rate, guard->rate, sizeof guard->rate);
}

void
noslip_guard_lanes_start(NoslipGuardLanes *guard, guint n, const double *parameters, const double *t, const double *z,
                         const double *zdot)
{
  guint n_parameters = guard->system->n_parameters;
  for (guint p = 0; p < n_parameters; p++)
    FOR_LANES
  guard->constants[(gsize) p * LANES + lane] = parameters[(gsize) (lane < n ? lane : 0) * n_parameters + p];
  noslip_tape_set_constants_lanes(guard->work, guard->constants);
  noslip_tape_use_lanes(guard->work, n);
  memset(guard->reach, 0, (gsize) guard->program->n_watched * LANES * sizeof(double));
  memset(guard->largest, 0, sizeof guard->largest);
  memset(guard->flips, 0, sizeof guard->flips);
  memset(guard->steady, 0, sizeof guard->steady);
  evaluate(guard, t, z, zdot);
  remember(guard, t);
}

static void
swap_counts(guint *counts, guint a, guint b)
{
  guint kept = counts[a];
  counts[a] = counts[b];
  counts[b] = kept;
}

void
noslip_guard_lanes_swap(NoslipGuardLanes *guard, guint a, guint b)
{
  noslip_lanes_swap(guard->system->n_parameters, guard->constants, a, b);
  noslip_lanes_swap(guard->program->n_outputs, guard->out, a, b);
  noslip_lanes_swap(guard->program->n_outputs, guard->before, a, b);
  noslip_lanes_swap(guard->program->n_watched, guard->reach, a, b);
  noslip_lanes_swap(1, guard->t, a, b);
  noslip_lanes_swap(1, guard->before_rate, a, b);
  noslip_lanes_swap(1, guard->largest, a, b);
  swap_counts(guard->flips, a, b);
  swap_counts(guard->steady, a, b);
  noslip_tape_swap_lanes(guard->work, a, b);
}

void
noslip_guard_lanes_use(NoslipGuardLanes *guard, guint n)
{
  noslip_tape_use_lanes(guard->work, n);
}

/* Whether a denominator has changed its sign. */
static gboolean
passes_pole(const NoslipGuardLanes *guard, guint lane)
{
  for (gsize i = 0; i < guard->program->n_poles; i++)
    if (guard->out[i * LANES + lane] * guard->before[i * LANES + lane] < 0)
      return TRUE;
  return FALSE;
}

static gboolean
sticks(NoslipGuardLanes *guard, guint lane)
{
  gboolean flipped = FALSE;
  for (gsize i = guard->program->n_poles; i < guard->program->n_watched; i++) {
    gsize at = i * LANES + lane;
    double here = fabs(guard->out[at]);
    guard->reach[at] = fmax(guard->reach[at], here);
    flipped =
        flipped || guard->out[at] * guard->before[at] < 0 || (here > 0 && here < NOSLIP_GUARD_HELD * guard->reach[at]);
  }
  guard->flips[lane] += flipped;
  guard->steady[lane] = flipped ? 0 : guard->steady[lane] + 1;
  if (guard->steady[lane] > NOSLIP_GUARD_STEADY)
    guard->flips[lane] = 0;
  return guard->flips[lane] >= DOUBT * NOSLIP_GUARD_FLIPS;
}

/* Whether the energy changed by an amount that its rate does not explain. */
static gboolean
is_off_balance(NoslipGuardLanes *guard, guint lane, double h)
{
  const double *energy = guard->out + (gsize) guard->program->energy * LANES,
               *before = guard->before + (gsize) guard->program->energy * LANES;
  double size = fmax(energy[LANES + lane], before[LANES + lane]);
  guard->largest[lane] = fmax(guard->largest[lane], size);
  size = fmax(size, NOSLIP_GUARD_SMALL * guard->largest[lane]);
  double change = energy[lane] - before[lane];
  double difference = fabs(change - 0.5 * h * (guard->rate[lane] + guard->before_rate[lane]));
  return difference > DOUBT * NOSLIP_GUARD_IMBALANCE * size;
}

void
noslip_guard_lanes_step(NoslipGuardLanes *guard, const double *t, const double *z, const double *zdot, guint32 *in)
{
  evaluate(guard, t, z, zdot);
  FOR_LANES
  {
    if (!(*in >> lane & 1))
      continue;
    gboolean stuck = sticks(guard, lane);
    gboolean unbalanced = guard->energy && is_off_balance(guard, lane, t[lane] - guard->t[lane]);
    if (stuck || unbalanced || passes_pole(guard, lane))
      *in &= ~((guint32) 1 << lane);
  }
  remember(guard, t);
}
