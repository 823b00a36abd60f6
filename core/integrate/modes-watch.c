/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that end a mode: their values, and whether one of them has ended it. */
#include "core/integrate/modes.h"

#include <float.h>
#include <math.h>
#include <string.h>

guint
noslip_modes_n_watched(const NoslipModesRun *run)
{
  return NOSLIP_MODE_OF_FRICTION * run->f + NOSLIP_MODE_OF_BOUNCE * run->b + run->c;
}

gboolean
noslip_modes_observe(NoslipModesRun *run, NoslipLeg *leg, double t, const double *z, double *watched)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(leg->dynamics);
  const NoslipSystem *system = noslip_dynamics_system(leg->dynamics);
  double *x = leg->row + noslip_row_x(system), *y = leg->row + noslip_row_y(system);
  double *ydot = leg->row + noslip_row_ydot(system), *lambda = leg->row + noslip_row_lambda(system);
  leg->row[0] = t;
  if (formulation->observe(leg->work, t, z, x, y, ydot, lambda) != NOSLIP_STEP_OK)
    return FALSE;
  if (system->k > 0 && isnan(lambda[0])) {
    if (leg->reaction == NULL) {
      leg->reaction = noslip_reaction_workspace_new(noslip_dynamics_reaction(leg->dynamics));
      noslip_reaction_set_parameters(leg->reaction, run->parameters);
    }
    noslip_reaction_evaluate(leg->reaction, t, x, y, ydot, lambda);
  }
  noslip_tape_evaluate(leg->watched, leg->row, watched);
  return TRUE;
}

const double *
noslip_modes_of_friction(const double *watched, guint i)
{
  return watched + NOSLIP_MODE_OF_FRICTION * (gsize) i;
}

const double *
noslip_modes_of_bounce(const NoslipModesRun *run, const double *watched, guint i)
{
  return watched + NOSLIP_MODE_OF_FRICTION * (gsize) run->f + NOSLIP_MODE_OF_BOUNCE * (gsize) i;
}

const double *
noslip_modes_of_corners(const NoslipModesRun *run, const double *watched)
{
  return noslip_modes_of_bounce(run, watched, run->b);
}

/* Whether a friction or a corner of the present mode has ended at the observed state. With `mark`, marks velocities that
 * reached 0 in `still`. */
static gboolean
has_turned(NoslipModesRun *run, gboolean mark)
{
  const NoslipModeSign *mode = run->leg->mode;
  const double *corners = noslip_modes_of_corners(run, run->now);
  gboolean ended = FALSE;
  for (guint i = 0; i < run->f; i++) {
    const double *now = noslip_modes_of_friction(run->now, i);
    gboolean turned = mode[i] != 0 && mode[i] * now[0] < 0 && !run->tied[run->b + i];
    gboolean slips = mode[i] == 0 && fabs(now[3]) > now[2] * (1 + 1e-12);
    ended = ended || turned || slips || now[2] < 0;
    if (mark && turned)
      run->still[i] = TRUE;
  }
  for (guint i = 0; i < run->c; i++)
    ended = ended || mode[run->f + run->b + i] * corners[i] < 0;
  return ended;
}

static gboolean
lets_go(const NoslipModesRun *run, guint i)
{
  return run->leg->mode[run->f + i] != 0 && noslip_modes_of_bounce(run, run->now, i)[3] < 0;
}

static gboolean
closes(const NoslipModesRun *run, guint i)
{
  return run->leg->mode[run->f + i] == 0 && !run->tied[i] &&
         noslip_modes_closes(noslip_modes_of_bounce(run, run->held, i), noslip_modes_of_bounce(run, run->now, i),
                             run->now_t - run->held_t);
}

/* Whether a condition of the present mode has ended at the observed state. With `mark`, marks velocities that reached 0
 * in `still` and gaps that closed in `touching`. */
static gboolean
has_ended(NoslipModesRun *run, gboolean mark)
{
  gboolean ended = has_turned(run, mark);
  if (run->n_tied > 0) {
    noslip_modes_look(run, run->now_t, run->leg->row + 1);
    ended = !noslip_modes_ties_last(run) || ended;
  }
  for (guint i = 0; i < run->b; i++) {
    gboolean met = closes(run, i);
    ended = ended || met || lets_go(run, i);
    if (mark && met)
      run->touching[i] = TRUE;
  }
  return ended;
}

static gboolean
passed(gpointer data, double t, const double *z)
{
  NoslipModesRun *run = data;
  run->now_t = t;
  return noslip_modes_observe(run, run->leg, t, z, run->now) && has_ended(run, FALSE);
}

/* Whether the mode ended because gaps closed, and all of these are 0 to the round-off of their terms and of t. */
static gboolean
is_met(gpointer data)
{
  NoslipModesRun *run = data;
  double time = noslip_time_scale(run->options, run->now_t);
  gboolean met = FALSE;
  if (run->now_t - run->held_t > NOSLIP_MODES_SHORT * time || has_turned(run, FALSE))
    return FALSE;
  noslip_modes_look(run, run->now_t, run->leg->row + 1);
  for (guint i = 0; i < run->b; i++) {
    const double *bounce = noslip_modes_bounce(run, i);
    double gap = noslip_modes_of_bounce(run, run->now, i)[0],
           noise = DBL_EPSILON * (8 * bounce[1] + 4 * time * bounce[3]);
    if (lets_go(run, i))
      return FALSE;
    if (!closes(run, i))
      continue;
    if (!(gap < 0 && gap > -noise))
      return FALSE;
    met = TRUE;
  }
  return met;
}

static void
kept(gpointer data)
{
  NoslipModesRun *run = data;
  has_ended(run, TRUE); /* after an accepted step: marks what ended, if anything */
  memcpy(run->held, run->now, noslip_modes_n_watched(run) * sizeof(double));
  run->held_t = run->now_t;
}

NoslipStepperWatch
noslip_modes_watch(NoslipModesRun *run)
{
  return (NoslipStepperWatch){passed, is_met, kept, run};
}
