/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/modes.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static void
free_leg(gpointer data)
{
  NoslipLeg *leg = data;
  noslip_stepper_free(leg->stepper);
  if (leg->work != NULL)
    noslip_dynamics_formulation(leg->dynamics)->work_free(leg->work);
  noslip_reaction_workspace_free(leg->reaction);
  noslip_tape_workspace_free(leg->watched);
  g_free(leg->mode);
  g_free(leg->row);
  g_free(leg);
}

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
  run->legs = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, free_leg);
  run->jumps = noslip_tape_workspace_new(noslip_mode_table_jumps(table));
  noslip_tape_set_constants(run->jumps, parameters);
  gsize n = system->n, rows = (gsize) system->k + run->b + run->f;
  run->in = g_new0(double, 1 + (gsize) size_of(run));
  run->out = g_new0(double, n *n + rows * n + 5 * (gsize) run->b + 2 * (gsize) run->f + 1);
  run->held = g_new0(double, (gsize) noslip_modes_n_watched(run) + 1);
  run->now = g_new0(double, (gsize) noslip_modes_n_watched(run) + 1);
  run->touching = g_new0(gboolean, (gsize) run->b + 1);
  run->still = g_new0(gboolean, (gsize) run->f + 1);
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
  g_free(run->still);
  g_free((gpointer) run->options);
  g_array_unref(run->changes);
  noslip_diagnostic_free(run->error);
  g_free(run);
}

static NoslipLeg *
leg_new(NoslipModesRun *run, const NoslipModeSign *mode, NoslipDiagnostic **error)
{
  NoslipTape *watched;
  NoslipDynamics *dynamics = noslip_mode_table_get(run->table, mode, &watched, error);
  if (dynamics == NULL)
    return NULL;
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  gconstpointer data = noslip_dynamics_data(dynamics);
  NoslipLeg *leg = g_new0(NoslipLeg, 1);
  leg->mode = g_memdup2(mode, ((gsize) run->f + run->b + run->c + 1) * sizeof *mode);
  leg->dynamics = dynamics;
  leg->work = formulation->work_new(data);
  formulation->set_parameters(leg->work, run->parameters);
  leg->watched = noslip_tape_workspace_new(watched);
  noslip_tape_set_constants(leg->watched, run->parameters);
  leg->row = g_new0(double, noslip_row_size(system));
  leg->stepper =
      noslip_stepper_new(formulation, leg->work, formulation->size(data), system, run->parameters, run->options, error);
  if (leg->stepper != NULL)
    return leg;
  free_leg(leg);
  return NULL;
}

/* The leg of a mode, started at (t, xy); NULL with run->error set. */
static NoslipLeg *
enter_mode(NoslipModesRun *run, const NoslipModeSign *mode, double t, const double *xy)
{
  GBytes *key = g_bytes_new(mode, ((gsize) run->f + run->b + run->c) * sizeof *mode);
  NoslipLeg *leg = g_hash_table_lookup(run->legs, key);
  if (leg == NULL && (leg = leg_new(run, mode, &run->error)) != NULL)
    g_hash_table_insert(run->legs, g_bytes_ref(key), leg);
  g_bytes_unref(key);
  if (leg == NULL)
    return NULL;
  const NoslipFormulation *formulation = noslip_dynamics_formulation(leg->dynamics);
  if (formulation->enter(leg->work, t, xy, leg->stepper->z) == NOSLIP_STEP_OK)
    return leg;
  run->error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_RANK_LOST, NULL,
                                     _("end the run before, or leave a friction or a bounce out"),
                                     _("what sticks or rests is not independent at t = %.12g s"), t);
  return NULL;
}

/* Computes resting[b], the rate of each gap below which the bounce rests, with all contacts open and all sticking
 * frictions held. A velocity that would reach 0 within NOSLIP_MODES_REST counts as 0. */
static gboolean
measure(NoslipModesRun *run, double t, const double *xy, double *resting)
{
  double shortest = NOSLIP_MODES_REST * noslip_time_scale(run->options, t);
  g_autofree NoslipModeSign *mode = g_new0(NoslipModeSign, (gsize) run->f + run->b + run->c + 1);
  g_autofree gboolean *chosen = g_new0(gboolean, (gsize) run->b + run->f + 1);
  g_autofree double *at_rest = g_memdup2(xy, (size_of(run) + 1) * sizeof(double));
  g_autofree double *watched = g_new0(double, (gsize) noslip_modes_n_watched(run) + 1);
  for (guint i = 0; i < run->f; i++) {
    double v = noslip_modes_friction(run, i)[0];
    chosen[run->b + i] = run->still[i];
    mode[i] = run->still[i] ? 0 : v > 0 ? 1 : -1;
  }
  for (guint i = 0; i < run->c; i++)
    mode[run->f + run->b + i] = 1;
  if (!noslip_modes_bring_to_rest(run, t, at_rest, chosen))
    return FALSE;
  NoslipLeg *leg = enter_mode(run, mode, t, at_rest);
  if (leg == NULL || !noslip_modes_observe(run, leg, t, leg->stepper->z, watched))
    return FALSE;
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

/* Removes from a mode the first condition that its forces contradict; FALSE if there is none. */
static gboolean
correct(NoslipModesRun *run, NoslipModeSign *mode, const double *watched, double t, gboolean *failed)
{
  const double *corners = noslip_modes_of_corners(run, watched);
  for (guint i = 0; i < run->c; i++)
    if (mode[run->f + run->b + i] * corners[i] < 0) {
      mode[run->f + run->b + i] = (NoslipModeSign) -mode[run->f + run->b + i];
      return TRUE;
    }
  for (guint i = 0; i < run->b; i++)
    if (mode[run->f + i] != 0 && noslip_modes_of_bounce(run, watched, i)[3] < 0) {
      mode[run->f + i] = 0;
      return TRUE;
    }
  for (guint i = 0; i < run->f; i++) {
    const double *friction = noslip_modes_of_friction(watched, i);
    if (friction[2] < 0 || isnan(friction[2])) {
      run->error = noslip_diagnostic_new(
          NOSLIP_ERROR, NOSLIP_CODE_STEP, &run->system->frictions[i].place,
          _("write abs( ) around a pressure, or swap the sides of its constraint, which flips the sign of lambda"),
          _("the limit of the friction on %s is %.6g at t = %.12g s, and cannot be negative"),
          run->system->frictions[i].name, friction[2], t);
      *failed = TRUE;
      return FALSE;
    }
    if (mode[i] == 0 && fabs(friction[3]) > friction[2] * (1 + 1e-12)) {
      mode[i] = friction[3] > 0 ? -1 : 1;
      return TRUE;
    }
  }
  return FALSE;
}

/* Finds the mode at (t, xy) by trial: at first velocities at 0 stick and touching contacts rest; conditions that the
 * forces contradict are removed one by one. */
static NoslipLeg *
choose(NoslipModesRun *run, double t, const double *xy, const gboolean *chosen)
{
  g_autofree NoslipModeSign *mode = g_new0(NoslipModeSign, (gsize) run->f + run->b + run->c + 1);
  g_autofree double *watched = g_new0(double, (gsize) noslip_modes_n_watched(run) + 1);
  noslip_modes_look(run, t, xy);
  for (guint i = 0; i < run->f; i++)
    mode[i] = chosen[run->b + i] ? 0 : noslip_modes_friction(run, i)[0] > 0 ? 1 : -1;
  for (guint i = 0; i < run->b; i++)
    mode[run->f + i] = chosen[i] ? 1 : 0;
  for (guint i = 0; i < run->c; i++)
    mode[run->f + run->b + i] = 1;
  guint tries = 8 * (run->f + run->b + run->c + 1);
  for (guint i = 0; i < tries; i++) {
    gboolean failed = FALSE;
    NoslipLeg *leg = enter_mode(run, mode, t, xy);
    if (leg == NULL || !noslip_modes_observe(run, leg, t, leg->stepper->z, watched))
      return NULL;
    if (!correct(run, mode, watched, t, &failed))
      return failed ? NULL : leg;
  }
  run->error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL,
                                     _("make the friction smaller, or let fewer things touch"),
                                     _("friction and pressure contradict each other at t = %.12g s, whether things "
                                       "stick or slide"),
                                     t);
  return NULL;
}

static void
note_mode(NoslipModesRun *run, double t, const NoslipLeg *before, const NoslipLeg *after)
{
  for (guint i = 0; before != NULL && i < run->f + run->b; i++) {
    gboolean was = before->mode[i] != 0, is = after->mode[i] != 0;
    if (was == is)
      continue;
    if (i < run->f)
      noslip_modes_note_change(run, t, is ? NOSLIP_MODE_SLIDES : NOSLIP_MODE_STICKS, i, 0, 0);
    else
      noslip_modes_note_change(run, t, is ? NOSLIP_MODE_RESTS : NOSLIP_MODE_LEAVES, i - run->f, 0, 0);
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
  NoslipLeg *leg = choose(run, t, xy, chosen);
  if (leg == NULL)
    return FALSE;
  note_mode(run, t, run->leg, leg);
  run->leg = leg;
  for (guint i = 0; i < run->b; i++)
    run->touching[i] = leg->mode[run->f + i] != 0;
  for (guint i = 0; i < run->f; i++)
    run->still[i] = leg->mode[i] == 0;
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
