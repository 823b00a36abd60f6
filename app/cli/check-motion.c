/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The motion of a system: drift of the constraints, claims and the witness. */
#include "app/cli/check.h"

#include "core/dynamics/algorithm/constraint-algorithm.h"

#include <math.h>
#include <string.h>

/* The largest |phi| over the rows of the run, relative to the size of phi: the larger of the sum of its absolute terms
 * and of sum |Phi_alpha| sqrt(2 T / |W_alpha alpha|), which is the size of its terms if one velocity held all of the
 * kinetic energy. The second is needed for a constraint with a single term, which vanishes by itself (v2 = 0). The
 * units of x, y and L cancel. A holonomic constraint may be off by the distance that such a velocity covers in the time
 * since the start. */
typedef struct {
  NoslipObserver *observer;
  NoslipObserverWorkspace *work;
  guint *first, *n;         /* of the terms of each constraint */
  guint *slopes, *inertias; /* outputs: Phi_A alpha (k x n), W_alpha alpha (n) */
  guint kinetic, potential;
  double *values, *worst, *scale;
} Drift;

/* This fraction of the potential energy is added to the kinetic energy: the velocities of a body at rest are
 * round-off. */
#define REST 1e-12

static void
drift_clear(Drift *drift)
{
  g_clear_pointer(&drift->work, noslip_observer_workspace_free);
  g_clear_pointer(&drift->observer, noslip_observer_unref);
  g_free(drift->first);
  g_free(drift->n);
  g_free(drift->slopes);
  g_free(drift->inertias);
  g_free(drift->values);
  g_free(drift->worst);
  g_free(drift->scale);
}

static guint
add_output(Drift *drift, NoslipExpr expr)
{
  int output = noslip_observer_add(drift->observer, expr, NULL);
  return output >= 0 ? (guint) output : (guint) noslip_observer_add_undefined(drift->observer);
}

static void
add_sizes(Drift *drift, const NoslipSystem *system)
{
  const NoslipModel *model = noslip_observer_motion(drift->observer)->model;
  guint n = system->n, k = system->k;
  drift->slopes = g_new0(guint, (gsize) k * n + 1);
  drift->inertias = g_new0(guint, (gsize) n + 1);
  for (guint i = 0; i < k * n; i++)
    drift->slopes[i] = add_output(drift, model->jacobian[i]);
  for (guint alpha = 0; alpha < n; alpha++)
    drift->inertias[alpha] = add_output(drift, model->mass[alpha * n + alpha]);
  drift->kinetic = add_output(drift, system->kinetic);
  drift->potential = add_output(drift, system->potential);
}

static gboolean
drift_init(Drift *drift, const CliProblem *problem)
{
  guint k = problem->system->k;
  *drift = (Drift){.observer = noslip_observer_new(problem->system, problem->kind)};
  drift->first = g_new0(guint, 2 * (gsize) k + 1);
  drift->n = g_new0(guint, 2 * (gsize) k + 1);
  for (guint i = 0; i < 2 * k; i++) {
    g_autoptr(NoslipDiagnostic) error = NULL;
    const NoslipConstraint *constraint = &problem->system->constraints[i % k];
    if (i >= k && !constraint->holonomic)
      continue;
    if (noslip_observer_add_terms(drift->observer, i < k ? constraint->phi : constraint->position, &drift->first[i],
                                  &drift->n[i], &error) < 0) {
      cli_report_one(error);
      return FALSE;
    }
  }
  if (k > 0)
    add_sizes(drift, problem->system);
  noslip_observer_seal(drift->observer);
  drift->work = noslip_observer_workspace_new(drift->observer);
  noslip_observer_set_parameters(drift->work, problem->parameters);
  drift->values = g_new0(double, (gsize) noslip_observer_n(drift->observer) + 1);
  drift->worst = g_new0(double, 2 * (gsize) k + 1);
  drift->scale = g_new0(double, 2 * (gsize) k + 1);
  return TRUE;
}

/* sum |Phi_alpha| sqrt(2 T / |W_alpha alpha|) at the row that was evaluated. */
static double
size_by_energy(const Drift *drift, guint n, guint constraint)
{
  double energy = fabs(drift->values[drift->kinetic]) + REST * fabs(drift->values[drift->potential]), size = 0;
  for (guint alpha = 0; alpha < n; alpha++) {
    double inertia = fabs(drift->values[drift->inertias[alpha]]);
    double slope = fabs(drift->values[drift->slopes[constraint * n + alpha]]);
    if (inertia > 0 && slope > 0)
      size += slope * sqrt(2 * energy / inertia);
  }
  return isfinite(size) ? size : 0;
}

static void
drift_add(Drift *drift, const NoslipSystem *system, const double *row)
{
  if (system->k == 0)
    return;
  noslip_observer_evaluate(drift->work, row, drift->values);
  for (guint i = 0; i < 2 * system->k; i++) {
    double sum = 0, size = 0;
    for (guint term = 0; term < drift->n[i]; term++) {
      sum += drift->values[drift->first[i] + term];
      size += fabs(drift->values[drift->first[i] + term]);
    }
    drift->worst[i] = isfinite(sum) ? MAX(drift->worst[i], fabs(sum)) : INFINITY;
    double speed = size_by_energy(drift, system->n, i % system->k);
    drift->scale[i] = MAX(drift->scale[i], MAX(size, i < system->k ? speed : speed * row[0]));
  }
}

static double
relative_drift(const Drift *drift, guint i)
{
  return drift->worst[i] > 0 ? drift->worst[i] / (drift->scale[i] > 0 ? drift->scale[i] : 1) : 0;
}

static void
add_drift(Report *report, const Drift *drift, const CliProblem *problem)
{
  const NoslipSystem *system = problem->system;
  for (guint i = 0; i < system->k; i++) {
    double residual = MAX(relative_drift(drift, i), relative_drift(drift, system->k + i));
    g_autofree char *title = g_strdup_printf("constraint %s along the run", system->constraints[i].name);
    cli_check_add(report, title, residual <= 1e-9, residual, 1e-9);
  }
}

/* A claim for other dynamics, once for all motions. */
static void
add_unchecked(Report *report, const NoslipClaim *claim, guint index)
{
  const char *dynamics = noslip_dynamics_kind_id(claim->kind);
  if (report->trial != NULL)
    return;
  Finding finding = {
      .title = g_strdup(claim->title),
      .detail = g_strdup_printf("not checked: it is for %s dynamics; run --dynamics %s judges it", dynamics, dynamics),
      .is_claim = TRUE,
      .good = TRUE,
      .residual = NAN,
      .allowed = claim->tolerance,
      .claim = index,
      .line = claim->place.line,
      .unchecked = TRUE,
      .expected_to_fail = claim->expected_to_fail,
      .sensitivity = NAN,
      .drift = NAN,
      .time = NAN};
  g_array_append_val(report->findings, finding);
}

static void
add_claims(Report *report, const NoslipClaims *claims, const NoslipRunOptions *options)
{
  for (guint i = 0; i < noslip_claims_n(claims); i++) {
    NoslipVerdict verdict;
    noslip_claims_verdict(claims, i, &verdict);
    if (!verdict.applies) {
      add_unchecked(report, verdict.claim, i);
      continue;
    }
    Finding finding = {.title = g_strdup(verdict.claim->title),
                       .detail = cli_verdict_text(claims, &verdict, options),
                       .trial = g_strdup(report->trial),
                       .is_claim = TRUE,
                       .good = verdict.good,
                       .residual = verdict.residual,
                       .allowed = verdict.claim->tolerance,
                       .claim = i,
                       .line = verdict.claim->place.line,
                       .kind = verdict.kind,
                       .expected_to_fail = verdict.claim->expected_to_fail,
                       .sensitivity = verdict.sensitivity,
                       .drift = verdict.drift,
                       .time = verdict.worst_time};
    g_array_append_val(report->findings, finding);
  }
}

/* Whether another motion tests the claim well. */
static gboolean
is_tested(const Report *report, guint claim)
{
  for (guint i = 0; i < report->findings->len; i++) {
    const Finding *finding = &g_array_index(report->findings, Finding, i);
    if (finding->is_claim && !finding->unchecked && finding->claim == claim &&
        noslip_verdict_is_good(finding->kind, TRUE))
      return TRUE;
  }
  return FALSE;
}

/* --strict: a claim that no motion tests counts as a failure. */
void
cli_check_be_strict(Report *report)
{
  for (guint i = 0; i < report->findings->len; i++) {
    Finding *finding = &g_array_index(report->findings, Finding, i);
    gboolean tests = !finding->unchecked && noslip_verdict_is_good(finding->kind, TRUE);
    if (finding->is_claim && !tests && !is_tested(report, finding->claim))
      finding->good = FALSE;
  }
}

/* The largest residual of a constraint at the initial state, relative to the size of its terms; NaN without
 * constraints. */
double
cli_check_initial_residual(const CliProblem *problem)
{
  const NoslipSystem *system = problem->system;
  double largest = 0;
  Drift drift;
  if (system->k == 0)
    return NAN;
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  memcpy(row + noslip_row_x(system), problem->xy, (system->m + system->n) * sizeof *row);
  if (drift_init(&drift, problem))
    drift_add(&drift, system, row);
  for (guint i = 0; drift.worst != NULL && i < system->k; i++)
    largest = MAX(largest, relative_drift(&drift, i));
  drift_clear(&drift);
  return largest;
}

/* The witness (a second derivation of the equations of motion) is evaluated at this many rows of the motion at most. */
#define MOST_WITNESSED 500

static void
add_witness(Report *report, NoslipWitness *witness)
{
  NoslipWitnessResult result;
  noslip_witness_result(witness, &result);
  cli_check_add(report, "witness", !result.checked || result.holds, result.residual, NOSLIP_WITNESS_TOLERANCE);
  Finding *finding = cli_check_last(report);
  finding->is_witness = TRUE;
  finding->detail = result.checked ? g_strdup_printf("at %u rows; largest in %s", result.n_rows, result.where)
                                   : g_strdup_printf("not checked: %s", result.where);
}

/* Checks the equations between forms, for systems that have them. */
static void
add_identities(Report *report, const NoslipIdentities *identities)
{
  for (guint i = 0; identities != NULL && i < NOSLIP_N_IDENTITIES; i++) {
    double residual = noslip_identities_residual(identities, i);
    cli_check_add(report, noslip_identity_title(i), residual <= NOSLIP_IDENTITY_TOLERANCE, residual,
                  NOSLIP_IDENTITY_TOLERANCE);
  }
}

/* Checks the action of a vakonomic motion. */
static void
add_stationary(Report *report, const NoslipStationary *stationary)
{
  NoslipStationaryResult result;
  if (stationary == NULL)
    return;
  noslip_stationary_result(stationary, &result);
  cli_check_add(report, "the action is stationary", !(result.residual > result.allowed), result.residual,
                result.allowed);
  if (isnan(result.residual))
    cli_check_last(report)->detail = g_strdup_printf(
        "not checked: no admissible variation was found, or %u rows are too few or too far apart", result.n_rows);
}

/* Computes the default motion and checks it; 0, or the status of the error that stopped it. */
static int
follow(Report *report, const CliProblem *problem, NoslipDynamics *dynamics, NoslipRun *run, NoslipClaims *claims,
       NoslipWatch *watch, Drift *drift)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  const NoslipSystem *system = problem->system;
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  g_autoptr(NoslipWitness) witness = noslip_witness_new(problem->system, problem->kind);
  g_autoptr(NoslipIdentities) identities = noslip_identities_new(problem->system, problem->kind);
  g_autoptr(NoslipStationary) stationary = noslip_stationary_new(problem->system, problem->kind);
  noslip_witness_follow(witness, dynamics);
  guint stride = 1 + noslip_run_n_samples(run) / MOST_WITNESSED;
  for (guint sample = 0; noslip_run_next(run, row, &cli_cancelled, &error); sample++) {
    noslip_claims_add_rows(claims, problem->parameters, 1, row);
    noslip_watch_add_rows(watch, problem->parameters, 1, row);
    drift_add(drift, system, row);
    if (sample % stride == 0)
      noslip_witness_add_row(witness, problem->parameters, row);
    if (sample % stride == 0 && identities != NULL)
      noslip_identities_add_row(identities, problem->parameters, row);
    if (sample % stride == 0 && stationary != NULL)
      noslip_stationary_add_row(stationary, problem->parameters, row);
  }
  add_witness(report, witness);
  add_identities(report, identities);
  add_stationary(report, stationary);
  cli_check_add(report, "motion to the end of the run", error == NULL, NAN, NAN);
  cli_check_last(report)->detail = g_strdup_printf("until t = %g", row[0]);
  if (problem->kind == NOSLIP_DYNAMICS_VAKONOMIC && system->k > 0)
    cli_check_add(report,
                  noslip_vakonomic_is_singular(system) ? "the motion stays on W_f of the constraint algorithm"
                                                       : "R_ab keeps its rank along the run (vakonomic regularity)",
                  error == NULL || error->code != NOSLIP_CODE_RANK_LOST, NAN, NAN);
  return error != NULL ? cli_report_one(error) : CLI_DONE;
}

int
cli_check_motion(Report *report, CliProblem *problem)
{
  int status;
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, NULL, &status);
  if (dynamics == NULL) {
    cli_check_add(report, "motion to the end of the run", FALSE, NAN, NAN);
    return status;
  }
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipClaims) claims = noslip_claims_new(problem->system, problem->kind, diagnostics);
  if (claims == NULL) {
    cli_check_add(report, "claims can be evaluated", FALSE, NAN, NAN);
    status = cli_report(diagnostics);
    return status != CLI_DONE ? status : CLI_INPUT;
  }
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &problem->options, problem->parameters, 0, problem->xy,
                                            problem->kind == NOSLIP_DYNAMICS_VAKONOMIC ? problem->mu : NULL, &error);
  if (run == NULL) {
    cli_check_add(report, "motion to the end of the run", FALSE, NAN, NAN);
    return cli_report_one(error);
  }
  Drift drift;
  g_autoptr(NoslipWatch) watch = noslip_watch_new(problem->system, problem->kind);
  status = drift_init(&drift, problem) ? follow(report, problem, dynamics, run, claims, watch, &drift) : CLI_INPUT;
  if (drift.worst != NULL && problem->kind != NOSLIP_DYNAMICS_FREE)
    add_drift(report, &drift, problem);
  drift_clear(&drift);
  add_claims(report, claims, &problem->options);
  noslip_watch_report(watch, diagnostics);
  cli_report(diagnostics);
  return status;
}

/* Checks the claims along the motion of a trial. */
int
cli_check_trial(Report *report, CliProblem *problem, guint trial)
{
  report->trial = problem->system->trials[trial].name;
  g_array_set_size(problem->overrides, 0);
  cli_problem_trial(problem, trial);
  gboolean good = cli_problem_start(problem, FALSE) == CLI_DONE;
  cli_check_add(report, "initial state", good, good ? cli_check_initial_residual(problem) : NAN, 1e-9);
  int status = good ? cli_check_motion(report, problem) : CLI_INPUT;
  g_array_set_size(problem->overrides, 0);
  return status;
}
