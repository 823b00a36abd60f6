/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/modes.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static guint
size_of(const NoslipModesRun *run)
{
  return run->system->m + run->system->n;
}

NoslipModesRun *
noslip_modes_run_new(NoslipDynamics *dynamics, NoslipModeTable *table, const NoslipRunOptions *options,
                     const double *parameters, NoslipDiagnostic **error)
{
  if (options->method->kind == NOSLIP_METHOD_GEOMETRIC) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, _("choose another method"),
                                   _("method '%s' supports neither dry friction nor bounces"), options->method->id);
    return NULL;
  }
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  NoslipModesRun *run = g_new0(NoslipModesRun, 1);
  run->table = table;
  run->dynamics = dynamics;
  run->system = system;
  run->options = g_memdup2(options, sizeof *options);
  run->parameters = parameters;
  run->f = system->n_frictions;
  run->b = system->n_bounces;
  run->c = noslip_modes_n_corners(noslip_mode_table_modes(table));
  run->legs = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, noslip_leg_free);
  run->jumps = noslip_tape_workspace_new(noslip_mode_table_jumps(table));
  noslip_tape_set_constants(run->jumps, parameters);
  gsize n = system->n, rows = (gsize) system->k + run->b + run->f;
  run->in = g_new0(double, 1 + (gsize) size_of(run));
  run->out = g_new0(double, n *n + rows * n + 5 * (gsize) run->b + 2 * (gsize) run->f + 1);
  run->held = g_new0(double, (gsize) noslip_modes_n_watched(run) + 1);
  run->now = g_new0(double, (gsize) noslip_modes_n_watched(run) + 1);
  run->touching = g_new0(gboolean, (gsize) run->b + 1);
  run->still = g_new0(gboolean, (gsize) run->f + 1);
  run->resting = g_new0(gboolean, (gsize) run->b + 1);
  run->sticking = g_new0(gboolean, (gsize) run->f + 1);
  run->tied = g_new0(gboolean, (gsize) run->b + run->f + 1);
  run->changes = g_array_new(FALSE, FALSE, sizeof(NoslipModeChange));
  return run;
}

void
noslip_modes_run_free(NoslipModesRun *run)
{
  if (run == NULL)
    return;
  g_hash_table_unref(run->legs);
  noslip_tape_workspace_free(run->jumps);
  double *arrays[] = {run->in, run->out, run->held, run->now};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
  g_free(run->touching);
  gboolean *flags[] = {run->still, run->resting, run->sticking, run->tied};
  for (guint i = 0; i < G_N_ELEMENTS(flags); i++)
    g_free(flags[i]);
  g_free((gpointer) run->options);
  g_array_unref(run->changes);
  noslip_diagnostic_free(run->error);
  g_free(run);
}

/* Computes resting[b], the rate of each gap below which the bounce rests, with all contacts open and frictions that
 * stick where their limits allow it. A velocity that would reach 0 within NOSLIP_MODES_REST counts as 0. */
static gboolean
measure(NoslipModesRun *run, double t, const double *xy, double *resting)
{
  double shortest = NOSLIP_MODES_REST * noslip_time_scale(run->options, t);
  g_autofree gboolean *chosen = g_new0(gboolean, (gsize) run->b + run->f + 1);
  g_autofree double *at_rest = g_memdup2(xy, (size_of(run) + 1) * sizeof(double));
  g_autofree double *watched = g_new0(double, (gsize) noslip_modes_n_watched(run) + 1);
  gboolean contradicts = FALSE;
  memcpy(chosen + run->b, run->still, run->f * sizeof(gboolean));
  if (!noslip_modes_bring_to_rest(run, t, at_rest, chosen))
    return FALSE;
  if (noslip_modes_settle(run, t, at_rest, chosen, watched, &contradicts) == NULL) {
    if (!contradicts)
      return FALSE;
    g_clear_pointer(&run->error, noslip_diagnostic_free); /* contacts that are held may resolve it */
  }
  noslip_modes_look(run, t, xy);
  for (guint i = 0; i < run->b; i++) {
    double acceleration = noslip_modes_of_bounce(run, watched, i)[2];
    resting[i] = NOSLIP_MODES_ROUND_OFF * noslip_modes_bounce(run, i)[3] * (noslip_modes_bounce(run, i)[3] > 0) +
                 0.5 * shortest * fmax(0, -acceleration);
  }
  for (guint i = 0; i < run->f; i++) {
    const double *friction = noslip_modes_of_friction(watched, i);
    if (friction[0] * friction[1] < 0 && fabs(friction[0]) < 1e-3 * shortest * fabs(friction[1]))
      run->still[i] = TRUE;
  }
  return TRUE;
}

/* Takes over what rests and sticks in the new leg: held, or tied to what is held. */
static void
take_mode(NoslipModesRun *run, double t, const NoslipLeg *leg)
{
  gboolean first = run->leg == NULL;
  for (guint i = 0; i < run->f; i++) {
    gboolean was = run->sticking[i], is = leg->mode[i] == 0 || run->tied[run->b + i];
    if (was != is && !first)
      noslip_modes_note_change(run, t, is ? NOSLIP_MODE_STICKS : NOSLIP_MODE_SLIDES, i, 0, 0);
    run->sticking[i] = run->still[i] = is;
  }
  for (guint i = 0; i < run->b; i++) {
    gboolean was = run->resting[i], is = leg->mode[run->f + i] != 0 || run->tied[i];
    if (was != is && !first)
      noslip_modes_note_change(run, t, is ? NOSLIP_MODE_RESTS : NOSLIP_MODE_LEAVES, i, 0, 0);
    run->resting[i] = run->touching[i] = is;
  }
}

/* Switches from the state xy at t to the following mode. */
static gboolean
follow(NoslipModesRun *run, double t, double *xy)
{
  g_autofree double *resting = g_new0(double, (gsize) run->b + 1);
  g_autofree gboolean *chosen = g_new0(gboolean, (gsize) run->b + run->f + 1);
  g_autofree double *before = g_new0(double, (gsize) run->f + 1);
  noslip_modes_find_contacts(run, t, xy);
  if (!measure(run, t, xy, resting))
    return FALSE;
  for (guint i = 0; i < run->f; i++)
    before[i] = noslip_modes_friction(run, i)[0];
  if (!noslip_modes_strike(run, t, xy, resting))
    return FALSE;
  noslip_modes_look(run, t, xy);
  for (guint i = 0; i < run->b; i++)
    chosen[i] = run->touching[i] && resting[i] > 0 && fabs(noslip_modes_bounce(run, i)[2]) <= resting[i];
  for (guint i = 0; i < run->f; i++) { /* an impact may set a sticking friction in motion */
    const double *friction = noslip_modes_friction(run, i);
    chosen[run->b + i] = run->still[i] && fabs(friction[0] - before[i]) <= 1e-12 * friction[1];
  }
  if (!noslip_modes_bring_to_rest(run, t, xy, chosen))
    return FALSE;
  g_autofree double *watched = g_new0(double, (gsize) noslip_modes_n_watched(run) + 1);
  gboolean contradicts;
  NoslipLeg *leg = noslip_modes_settle(run, t, xy, chosen, watched, &contradicts);
  if (leg == NULL)
    return FALSE;
  noslip_modes_find_tied(run, leg->mode, chosen);
  take_mode(run, t, leg);
  run->leg = leg;
  run->watch = noslip_modes_watch(run);
  leg->stepper->watch = &run->watch;
  noslip_stepper_start(leg->stepper, t);
  noslip_modes_observe(run, leg, t, leg->stepper->z, run->held);
  memcpy(run->now, run->held, noslip_modes_n_watched(run) * sizeof(double));
  run->held_t = run->now_t = t;
  return TRUE;
}

static NoslipDiagnostic *
take_error(NoslipModesRun *run, double t)
{
  if (run->error != NULL)
    return g_steal_pointer(&run->error);
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNDEFINED, NULL,
                               _("end the run before, or change parameters or initial values"),
                               _("a value is not a finite number at t = %.12g s"), t);
}

NoslipDiagnostic *
noslip_modes_run_enter(NoslipModesRun *run, double t, const double *xy)
{
  g_autofree double *state = g_new(double, (gsize) size_of(run) + 1);
  memcpy(state, xy, size_of(run) * sizeof(double));
  run->leg = NULL;
  run->n_quick = 0;
  run->last_change = -INFINITY;
  memset(run->touching, 0, run->b * sizeof(gboolean));
  memset(run->still, 0, run->f * sizeof(gboolean));
  memset(run->tied, 0, ((gsize) run->b + run->f) * sizeof(gboolean));
  run->n_tied = 0;
  return follow(run, t, state) ? NULL : take_error(run, t);
}

/* Whether there were too many changes of the mode without time between them; sets run->error then. */
static gboolean
is_endless(NoslipModesRun *run, double t)
{
  run->n_quick = t - run->last_change <= NOSLIP_MODES_REST * noslip_time_scale(run->options, t) ? run->n_quick + 1 : 0;
  run->last_change = t;
  if (run->n_quick < NOSLIP_MODES_CHANGES_MOST)
    return FALSE;
  run->error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL,
                                     _("end the run before, or choose a lower restitution"),
                                     _("friction or impacts follow each other without end at t = %.12g s"), t);
  return TRUE;
}

NoslipAdvance
noslip_modes_run_advance(NoslipModesRun *run, double to, const int *cancel)
{
  g_autofree double *xy = g_new0(double, (gsize) size_of(run) + 1);
  for (;;) {
    NoslipStepper *stepper = run->leg->stepper;
    NoslipAdvance advance = noslip_stepper_advance(stepper, to, cancel);
    if (advance != NOSLIP_ADVANCE_EVENT)
      return advance;
    double t = stepper->t;
    if (is_endless(run, t))
      return NOSLIP_ADVANCE_FAILED;
    if (!noslip_modes_observe(run, run->leg, t, stepper->z, run->now))
      return NOSLIP_ADVANCE_UNDEFINED;
    memcpy(xy, run->leg->row + 1, size_of(run) * sizeof(double));
    if (!follow(run, t, xy))
      return run->error != NULL ? NOSLIP_ADVANCE_FAILED : NOSLIP_ADVANCE_UNDEFINED;
  }
}

NoslipStepStatus
noslip_modes_run_row(NoslipModesRun *run, double *row)
{
  NoslipStepper *stepper = run->leg->stepper;
  if (!noslip_modes_observe(run, run->leg, stepper->t, stepper->z, run->now))
    return NOSLIP_STEP_UNDEFINED;
  memcpy(row, run->leg->row, noslip_row_size(run->system) * sizeof(double));
  return NOSLIP_STEP_OK;
}
