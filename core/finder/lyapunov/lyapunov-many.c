/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exponents of several motions, block by block: in lanes where these can follow them, else one after the other. */
#include "core/expr/tape.h"
#include "core/finder/lyapunov/lyapunov-private.h"
#include "core/integrate/variation-lanes.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static NoslipLyapunov *
result_of(const NoslipLyapunovMotion *motion)
{
  NoslipLyapunov *lyapunov = g_new0(NoslipLyapunov, 1);
  lyapunov->exponents = g_new0(double, motion->n);
  lyapunov->errors = g_new0(double, motion->n);
  noslip_lyapunov_motion_average(motion, lyapunov);
  return lyapunov;
}

/* Why a motion has no exponents. */
static NoslipDiagnostic *
stopped(const NoslipLyapunovMotion *motion, const int *cancel)
{
  if (cancel != NULL && g_atomic_int_get(cancel))
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_CANCELLED, NULL, NULL, _("the computation was interrupted"));
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL, _("end before, or start elsewhere"),
                               _("the motion and its variational equations stopped at t = %.12g s"), motion->t);
}

/* Several motions of which the next block is to be computed. */
typedef struct {
  NoslipVariationLanes *lanes; /* or NULL */
  const int *cancel;
  guint n;
  NoslipLyapunovMotion *motions[NOSLIP_TAPE_LANES];
  double *parameters; /* n x n_parameters */
  gsize n_parameters;
} Group;

static void
start_lanes(const Group *group)
{
  const double *states[NOSLIP_TAPE_LANES];
  double steps[NOSLIP_TAPE_LANES];
  const NoslipLyapunovMotion *first = group->motions[0];
  for (guint i = 0; i < group->n; i++) {
    NoslipLyapunovMotion *motion = group->motions[i];
    noslip_lyapunov_motion_begin_block(motion);
    states[i] = motion->state;
    steps[i] = motion->step;
    memcpy(group->parameters + i * group->n_parameters, motion->parameters, group->n_parameters * sizeof(double));
  }
  noslip_variation_lanes_start(group->lanes, group->n, group->parameters, first->n_blocks * first->block, states,
                               steps);
  for (guint i = 0; i < group->n; i++)
    noslip_variation_lanes_aim(group->lanes, i, noslip_lyapunov_motion_aim(group->motions[i]));
}

/* At the end of an interval of a motion in lanes. */
static void
turn(const Group *group, guint i)
{
  NoslipLyapunovMotion *motion = group->motions[i];
  motion->step = noslip_variation_lanes_get(group->lanes, i, motion->state);
  if (!noslip_lyapunov_motion_turn(motion)) {
    noslip_variation_lanes_drop(group->lanes, i);
    return;
  }
  noslip_variation_lanes_set(group->lanes, i, motion->state, motion->step);
  if (motion->turn < motion->n_turns)
    noslip_variation_lanes_aim(group->lanes, i, noslip_lyapunov_motion_aim(motion));
}

/* Computes the block of these motions, and returns those (bits) of which that was possible. A motion that left the lanes
 * is computed again from the start of the block. */
static guint32
run_block(const Group *group)
{
  guint32 good = 0;
  gboolean together = group->lanes != NULL && group->n >= NOSLIP_LYAPUNOV_TOGETHER;
  if (together) {
    start_lanes(group);
    for (guint32 arrived; (arrived = noslip_variation_lanes_step(group->lanes, group->cancel)) != 0;)
      for (guint i = 0; i < group->n; i++)
        if (arrived >> i & 1)
          turn(group, i);
  }
  for (guint i = 0; i < group->n; i++) {
    NoslipLyapunovMotion *motion = group->motions[i];
    gboolean whole = together && noslip_variation_lanes_holds(group->lanes, i) && motion->turn == motion->n_turns;
    if (together && !whole)
      noslip_lyapunov_motion_restore(motion);
    good |= (guint32) (whole || noslip_lyapunov_motion_block_alone(motion, group->cancel)) << i;
  }
  return good;
}

/* The next block of all motions that have not failed. */
static void
next_block(Group *group, guint n, NoslipLyapunovMotion **motions)
{
  group->n = 0;
  for (guint i = 0; i < n; i++)
    if (!motions[i]->failed && noslip_lyapunov_motion_recall_block(motions[i]))
      noslip_lyapunov_motion_end_block(motions[i], TRUE);
    else if (!motions[i]->failed)
      group->motions[group->n++] = motions[i];
  guint32 good = run_block(group);
  for (guint i = 0; i < group->n; i++)
    if (good >> i & 1)
      noslip_lyapunov_motion_end_block(group->motions[i], FALSE);
    else
      group->motions[i]->failed = TRUE;
}

/* All blocks of motions with equally many tangent vectors. */
static void
run_blocks(guint n, NoslipLyapunovMotion **motions, const int *cancel)
{
  const NoslipLyapunovMotion *first = motions[0];
  NoslipDynamics *dynamics = first->finder->dynamics;
  Group group = {.cancel = cancel, .n_parameters = noslip_dynamics_system(dynamics)->n_parameters};
  if (n >= NOSLIP_LYAPUNOV_TOGETHER)
    group.lanes = noslip_variation_lanes_new(dynamics, first->n, first->options->rtol, first->options->atol);
  group.parameters = g_new0(double, n *group.n_parameters + 1);
  for (guint b = 0; b < NOSLIP_LYAPUNOV_BLOCKS && !(cancel != NULL && g_atomic_int_get(cancel)); b++)
    next_block(&group, n, motions);
  noslip_variation_lanes_free(group.lanes);
  g_free(group.parameters);
}

static void
run_motions(guint n, NoslipLyapunovMotion *motions, const int *cancel)
{
  NoslipLyapunovMotion *alike[NOSLIP_TAPE_LANES];
  gboolean taken[NOSLIP_TAPE_LANES] = {FALSE};
  for (guint i = 0; i < n; i++) {
    guint n_alike = 0, vectors = motions[i].n;
    for (guint j = i; j < n && !taken[i]; j++)
      if (!taken[j] && !motions[j].failed && motions[j].n == vectors)
        alike[n_alike++] = &motions[j];
    for (guint j = i; j < n; j++)
      taken[j] |= motions[j].n == vectors;
    if (n_alike > 0)
      run_blocks(n_alike, alike, cancel);
  }
}

void
noslip_lyapunov_finder_measure_many(NoslipLyapunovFinder *finder, guint n, const double *parameters, const double *xy,
                                    const NoslipLyapunovOptions *options, NoslipLyapunov **found, const int *cancel,
                                    NoslipDiagnostic **errors)
{
  const NoslipSystem *system = noslip_dynamics_system(finder->dynamics);
  gsize n_parameters = system->n_parameters, size = (gsize) system->m + system->n;
  g_autofree NoslipLyapunovMotion *motions = g_new0(NoslipLyapunovMotion, n);
  gboolean good = options->to > 0 && isfinite(options->to);
  for (guint i = 0; i < n && good; i++)
    motions[i].failed =
        !noslip_lyapunov_motion_begin(&motions[i], finder, parameters + i * n_parameters, xy + i * size, &options[i]);
  if (good)
    run_motions(n, motions, cancel);
  for (guint i = 0; i < n; i++) {
    found[i] = NULL;
    errors[i] = NULL;
    if (!good)
      errors[i] = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, NULL, "%s",
                                        _("the end of the time must be positive"));
    else if (motions[i].n_blocks == NOSLIP_LYAPUNOV_BLOCKS)
      found[i] = result_of(&motions[i]);
    else
      errors[i] = stopped(&motions[i], cancel);
    noslip_lyapunov_motion_clear(&motions[i]);
  }
}

NoslipLyapunov *
noslip_lyapunov_finder_measure(NoslipLyapunovFinder *finder, const double *parameters, const double *xy,
                               const NoslipLyapunovOptions *options, const int *cancel, NoslipDiagnostic **error)
{
  NoslipLyapunov *found;
  noslip_lyapunov_finder_measure_many(finder, 1, parameters, xy, options, &found, cancel, error);
  return found;
}
