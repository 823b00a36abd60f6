/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/run.h"

#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/integrate/modes.h"
#include "core/integrate/schedule.h"
#include "core/integrate/stepper.h"
#include "core/system/reaction.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define SAME_VELOCITY 1e-9 /* relative difference of velocities that is only rounding */

struct _NoslipRun {
  NoslipDynamics *dynamics;
  const NoslipSystem *system; /* of the dynamics */
  const NoslipFormulation *formulation;
  gpointer work;
  NoslipStepper *stepper; /* owned; with modes the stepper of the present mode, owned by the modes */
  NoslipModesRun *modes;  /* for a system with dry friction or bounces; else NULL */
  double *parameters;

  NoslipSchedule schedule;
  guint next;
  gboolean failed;

  NoslipReactionWorkspace *reaction; /* created for the first row without lambda */
  double *start;                     /* vakonomic: the given y and mu, n + k; else NULL */
};

double
noslip_run_sample_time(const NoslipRun *run, guint sample)
{
  return noslip_schedule_time(&run->schedule, sample);
}

guint
noslip_run_n_samples(const NoslipRun *run)
{
  return run->schedule.n;
}

static NoslipDiagnostic *
rank_lost(NoslipRun *run, double t)
{
  int index = run->formulation->failure(run->work);
  const char *remedy = _("end the run before, or start from a state where the constraints and the kinetic energy are "
                         "regular");
  if (index >= 0 && (guint) index < run->system->k)
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_RANK_LOST, &run->system->constraints[index].place, remedy,
                                 _("constraint '%s' is no longer independent of the others at t = %.12g s"),
                                 run->system->constraints[index].name, t);
  if (run->formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC && !noslip_vakonomic_is_singular(run->system))
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_RANK_LOST, NULL,
                                 _("end the run before, or start with other velocities or multipliers mu"),
                                 _("R_ab lost its rank at t = %.12g s: the momenta no longer determine velocities and "
                                   "multipliers, and the vakonomic motion ends"),
                                 t);
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_RANK_LOST, NULL, remedy,
                               _("the equations of motion lost their rank at t = %.12g s"), t);
}

static NoslipDiagnostic *
undefined(double t)
{
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNDEFINED, NULL,
                               _("end the run before, or change parameters or initial values"),
                               _("a value is not a finite number at t = %.12g s"), t);
}

static NoslipDiagnostic *
status_error(NoslipRun *run, NoslipStepStatus status, double t)
{
  if (status == NOSLIP_STEP_INCONSISTENT)
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_INITIAL, NULL,
                                 _("change the initial values; the system's equations show the constraints"),
                                 _("the state at t = %.12g s is not on the final constraint submanifold"), t);
  return status == NOSLIP_STEP_RANK_LOST ? rank_lost(run, t) : undefined(t);
}

/* If a sign( ) or an if( ) of the equations changes from step to step. */
static NoslipDiagnostic *
stuck_error(const NoslipRun *run, double t)
{
  const NoslipStepper *stepper = run->stepper;
  const char *sign = stepper->guard != NULL ? noslip_guard_stuck(stepper->guard) : NULL;
  g_autofree char *condition = stepper->switches != NULL ? noslip_switches_stuck(stepper->switches) : NULL;
  const char *remedy = _("write friction NAME = limit, which holds, or smooth the force, as tanh(v/0.001)");
  if (sign != NULL)
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL, remedy,
                                 _("the force sticks at t = %.12g s: sign(%s) changes sides from step to step, as dry "
                                   "friction that holds, which sign( ) cannot express"),
                                 t, sign);
  if (condition != NULL)
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL, remedy,
                                 _("the motion sticks at t = %.12g s: the condition %s changes from step to step, as "
                                   "with dry friction that holds, which if( ) cannot express"),
                                 t, condition);
  return NULL;
}

static NoslipDiagnostic *
advance_error(NoslipRun *run, NoslipAdvance advance)
{
  double t = run->stepper->t;
  NoslipDiagnostic *stuck =
      advance != NOSLIP_ADVANCE_CANCELLED && advance != NOSLIP_ADVANCE_POLE ? stuck_error(run, t) : NULL;
  if (stuck != NULL)
    return stuck;
  switch (advance) {
  case NOSLIP_ADVANCE_CANCELLED:
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_CANCELLED, NULL, NULL,
                                 _("the run was cancelled at t = %.12g s"), t);
  case NOSLIP_ADVANCE_STATUS:
    return status_error(run, run->stepper->status, t);
  case NOSLIP_ADVANCE_UNDEFINED:
    return undefined(t);
  case NOSLIP_ADVANCE_TOO_MANY:
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL,
                                 _("loosen the tolerances, take a longer fixed step or an implicit method"),
                                 _("more than %u steps between two samples at t = %.12g s"), NOSLIP_STEPS_MOST, t);
  case NOSLIP_ADVANCE_POLE:
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNDEFINED, NULL,
                                 _("end the run before, or change parameters or initial values"),
                                 _("the equations of motion have a pole just after t = %.12g s"), t);
  case NOSLIP_ADVANCE_ENERGY:
    return noslip_diagnostic_new(
        NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL, _("take shorter steps, or a method with error control"),
        _("the energy balance of the step after t = %.12g s is off by %.2g of the energy, more "
          "than the order of method '%s' explains"),
        t, noslip_guard_imbalance(run->stepper->guard), run->stepper->method->id);
  case NOSLIP_ADVANCE_CRAWLING:
    return noslip_diagnostic_new(
        NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL,
        _("end the run before, or loosen the tolerances if the motion does not grow without bound"),
        _("the steps have become ten thousand times shorter than at first, at t = %.12g s, "
          "and stay so: the motion changes ever faster"),
        t);
  case NOSLIP_ADVANCE_FAILED:
    return g_steal_pointer(&run->modes->error);
  case NOSLIP_ADVANCE_OK:
  case NOSLIP_ADVANCE_EVENT:
  case NOSLIP_ADVANCE_STUCK:
  case NOSLIP_ADVANCE_UNDERFLOW:
    break;
  }
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL,
                               _("loosen the tolerances, or end the run before the motion becomes singular"),
                               _("no step is short enough for the tolerances at t = %.12g s"), t);
}

static NoslipDiagnostic *
check_method(const NoslipRun *run, const NoslipRunOptions *options)
{
  if (options->method->kind != NOSLIP_METHOD_IMPLICIT || run->formulation->jacobian)
    return NULL;
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL,
                               _("choose an explicit method or another formulation"),
                               _("method '%s' needs the exact Jacobian, which formulation '%s' does not offer"),
                               options->method->id, noslip_formulation_words(run->formulation));
}

/* Makes the workspace and stepper of the present mode those of the run. */
static void
take_leg(NoslipRun *run)
{
  run->work = run->modes->leg->work;
  run->stepper = run->modes->leg->stepper;
}

/* The state in the form of formulations: x, y, then mu if there is one. */
static NoslipDiagnostic *
enter_state(NoslipRun *run, const double *xy, const double *mu)
{
  guint size = run->system->m + run->system->n, k = run->system->k;
  g_autofree double *full = g_new0(double, size + k + 1);
  memcpy(full, xy, size * sizeof(double));
  if (mu)
    memcpy(full + size, mu, k * sizeof(double));
  for (guint i = 0; i < size + k; i++)
    if (!isfinite(full[i]))
      return undefined(run->schedule.t0);
  if (run->modes != NULL) {
    NoslipDiagnostic *problem = noslip_modes_run_enter(run->modes, run->schedule.t0, xy);
    if (problem == NULL)
      take_leg(run);
    return problem;
  }
  if (run->formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC) {
    g_free(run->start);
    run->start = g_memdup2(full + run->system->m, (run->system->n + k) * sizeof(double));
  }
  NoslipStepStatus status = run->formulation->enter(run->work, run->schedule.t0, full, run->stepper->z);
  if (status != NOSLIP_STEP_OK)
    return status_error(run, status, run->schedule.t0);
  for (guint i = 0; i < run->stepper->size; i++)
    if (!isfinite(run->stepper->z[i]))
      return undefined(run->schedule.t0);
  if (run->stepper->xy)
    memcpy(run->stepper->xy, xy, size * sizeof(double));
  noslip_stepper_start(run->stepper, run->schedule.t0);
  return NULL;
}

NoslipRun *
noslip_run_new(NoslipDynamics *dynamics, const NoslipRunOptions *options, const double *parameters, double t0,
               const double *xy, const double *mu, NoslipDiagnostic **error)
{
  g_autoptr(NoslipRun) run = g_new0(NoslipRun, 1);
  run->dynamics = noslip_dynamics_ref(dynamics);
  run->system = noslip_dynamics_system(dynamics);
  run->formulation = noslip_dynamics_formulation(dynamics);
  run->parameters = g_memdup2(parameters, run->system->n_parameters * sizeof(double));

  NoslipDiagnostic *problem = noslip_run_options_check(options);
  if (!problem)
    problem = noslip_schedule_lay_out(&run->schedule, options, run->system, t0);
  if (!problem)
    problem = check_method(run, options);
  NoslipRunOptions resolved = *options;
  resolved.to = run->schedule.to;
  NoslipModeTable *modes = problem == NULL ? noslip_dynamics_modes(dynamics, &problem) : NULL;
  if (!problem && modes != NULL) {
    run->modes = noslip_modes_run_new(dynamics, modes, &resolved, run->parameters, &problem);
    if (!problem)
      problem = enter_state(run, xy, mu);
  } else if (!problem) {
    gconstpointer data = noslip_dynamics_data(dynamics);
    run->work = run->formulation->work_new(data);
    run->formulation->set_parameters(run->work, parameters);
    run->stepper = noslip_stepper_new(run->formulation, run->work, run->formulation->size(data), run->dynamics,
                                      run->parameters, &resolved, &problem);
    if (run->stepper)
      problem = enter_state(run, xy, mu);
  }
  if (problem) {
    if (error)
      *error = problem;
    else
      noslip_diagnostic_free(problem);
    return NULL;
  }
  return g_steal_pointer(&run);
}

gboolean
noslip_run_restart(NoslipRun *run, double t0, const double *xy, const double *mu, double to, NoslipDiagnostic **error)
{
  run->schedule = (NoslipSchedule){.t0 = t0, .step = to - t0, .to = to, .n = 2};
  run->next = 1;
  NoslipDiagnostic *problem = enter_state(run, xy, mu);
  run->failed = problem != NULL;
  if (problem && error)
    *error = problem;
  else
    noslip_diagnostic_free(problem);
  return !run->failed;
}

void
noslip_run_free(NoslipRun *run)
{
  if (!run)
    return;
  if (run->modes == NULL)
    noslip_stepper_free(run->stepper);
  if (run->work && run->modes == NULL)
    run->formulation->work_free(run->work);
  noslip_modes_run_free(run->modes);
  noslip_reaction_workspace_free(run->reaction);
  noslip_dynamics_unref(run->dynamics);
  g_free(run->parameters);
  g_free(run->start);
  g_free(run);
}

/* Computes the multipliers of nonholonomic dynamics if the formulation has none (NaN). */
static void
fill_reaction(NoslipRun *run, double *row)
{
  const NoslipSystem *system = run->system;
  double *lambda = row + noslip_row_lambda(system);
  if (system->k == 0 || run->formulation->kind != NOSLIP_DYNAMICS_NONHOLONOMIC || !isnan(lambda[0]))
    return;
  if (!run->reaction) {
    run->reaction = noslip_reaction_workspace_new(noslip_dynamics_reaction(run->dynamics));
    noslip_reaction_set_parameters(run->reaction, run->parameters);
  }
  noslip_reaction_evaluate(run->reaction, row[0], row + noslip_row_x(system), row + noslip_row_y(system),
                           row + noslip_row_ydot(system), lambda);
}

/* Writes the given velocities and multipliers to the first row, instead of those computed from the momenta with
 * rounding. The multipliers of holonomic constraints follow from the state. */
static void
keep_given(const NoslipRun *run, double *row)
{
  const NoslipSystem *system = run->system;
  double *y = row + noslip_row_y(system), size = 0, apart = 0;
  for (guint a = 0; a < system->n; a++) {
    size = fmax(size, fabs(run->start[a]));
    apart = fmax(apart, fabs(y[a] - run->start[a]));
  }
  if (!(apart <= SAME_VELOCITY * size))
    return;
  memcpy(y, run->start, system->n * sizeof(double));
  for (guint c = 0; c < system->k; c++)
    if (!system->constraints[c].holonomic)
      row[noslip_row_lambda(system) + c] = run->start[system->n + c];
}

static NoslipDiagnostic *
write_row(NoslipRun *run, double t, double *row)
{
  const NoslipSystem *system = run->system;
  row[0] = t;
  NoslipStepStatus status = run->modes != NULL
                                ? noslip_modes_run_row(run->modes, row)
                                : run->formulation->observe(run->work, t, run->stepper->z, row + noslip_row_x(system),
                                                            row + noslip_row_y(system), row + noslip_row_ydot(system),
                                                            row + noslip_row_lambda(system));
  if (status != NOSLIP_STEP_OK)
    return status_error(run, status, t);
  for (guint i = 0; i < noslip_row_lambda(system); i++)
    if (!isfinite(row[i]))
      return undefined(t);
  row[0] = t;
  if (run->next == 0 && run->start != NULL)
    keep_given(run, row);
  fill_reaction(run, row);
  return NULL;
}

void
noslip_run_expect(NoslipRun *run, double step)
{
  run->stepper->step = step;
}

/* The row at the stepper's time; if there is none, the reason. */
static gboolean
finish(NoslipRun *run, NoslipAdvance advance, double t, double *row, NoslipDiagnostic **error)
{
  NoslipDiagnostic *problem = advance == NOSLIP_ADVANCE_OK ? write_row(run, t, row) : advance_error(run, advance);
  if (!problem)
    return TRUE;
  run->failed = TRUE;
  if (error)
    *error = problem;
  else
    noslip_diagnostic_free(problem);
  return FALSE;
}

gboolean
noslip_run_next(NoslipRun *run, double *row, const int *cancel, NoslipDiagnostic **error)
{
  if (run->failed || run->next >= run->schedule.n)
    return FALSE;
  double t = noslip_run_sample_time(run, run->next);
  NoslipAdvance advance = run->modes != NULL ? noslip_modes_run_advance(run->modes, t, cancel)
                                             : noslip_stepper_advance(run->stepper, t, cancel);
  if (run->modes != NULL)
    take_leg(run);
  if (!finish(run, advance, t, row, error))
    return FALSE;
  run->next++;
  return TRUE;
}

gboolean
noslip_run_step(NoslipRun *run, double *row, const int *cancel, NoslipDiagnostic **error)
{
  if (run->next == 0 || run->modes != NULL || !noslip_stepper_has_own_steps(run->stepper))
    return noslip_run_next(run, row, cancel, error);
  double end = run->schedule.to;
  if (run->failed || !(run->stepper->t < end))
    return FALSE;
  NoslipAdvance advance = noslip_stepper_step(run->stepper, end, cancel);
  return finish(run, advance, run->stepper->t, row, error);
}

gboolean
noslip_run_nudge(NoslipRun *run, double t, double *row)
{
  if (run->failed || run->modes != NULL || !noslip_stepper_nudge(run->stepper, t))
    return FALSE;
  g_autoptr(NoslipDiagnostic) problem = write_row(run, t, row);
  return problem == NULL;
}

const NoslipModeChange *
noslip_run_changes(const NoslipRun *run, guint *n)
{
  *n = run->modes != NULL ? run->modes->changes->len : 0;
  return *n > 0 ? &g_array_index(run->modes->changes, NoslipModeChange, 0) : NULL;
}

guint64
noslip_run_n_steps(const NoslipRun *run)
{
  return run->stepper->n_steps;
}
