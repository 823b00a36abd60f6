/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check: everything that a system promises, tried. One Finding a check or claim. */
#include "app/cli/cli.h"
#include "app/cli/json.h"
#include "app/cli/reduction.h"
#include "app/cli/verdicts.h"

#include "core/algebroid/algebroid.h"
#include "core/catalogue/catalogue.h"
#include "core/verdict/watch.h"
#include "core/verdict/witness.h"

#include <math.h>
#include <string.h>

typedef struct {
  gboolean strict, warnings_as_errors, all, consistent, json;
} Options;

typedef struct {
  char *title, *detail; /* detail: where or how, or the verdict in words; or NULL */
  char *trial;          /* whose motion; NULL: the default motion, or none */
  gboolean is_claim, is_witness, good;
  double residual, allowed; /* NaN where there is none */
  /* Of claims: */
  guint claim, line;
  NoslipVerdictKind kind;
  gboolean expected_to_fail;
  double sensitivity, drift, time;
} Finding;

typedef struct {
  char *system;
  GArray *findings;    /* of Finding */
  GPtrArray *warnings; /* NoslipDiagnostic *, of the text */
  const char *trial;   /* whose motion is followed now; NULL: the default motion */
  int status;
} Report;

static void
finding_clear(gpointer finding)
{
  g_free(((Finding *) finding)->title);
  g_free(((Finding *) finding)->detail);
  g_free(((Finding *) finding)->trial);
}

static void
add(Report *report, const char *title, gboolean good, double residual, double allowed)
{
  Finding finding = {.title = g_strdup(title),
                     .trial = g_strdup(report->trial),
                     .good = good,
                     .residual = residual,
                     .allowed = allowed};
  g_array_append_val(report->findings, finding);
}

static Finding *
last_finding(Report *report)
{
  return &g_array_index(report->findings, Finding, report->findings->len - 1);
}

/* |phi| at rows, the worst over the run, against the size of phi: the larger of the sum of its absolute terms and of
 * sum |Phi_alpha| sqrt(2 T / |W_alpha alpha|), what its terms would be if all of the kinetic energy were in one velocity.
 * The latter counts where a constraint has one term that vanishes by itself (v2 = 0). Units of x, y and L cancel. The
 * position of a holonomic constraint may be off by what such a velocity covers in the time since the start. */
typedef struct {
  NoslipObserver *observer;
  NoslipObserverWork *work;
  guint *first, *n;         /* of the terms of each constraint */
  guint *slopes, *inertias; /* outputs: Phi_A alpha (k x n), W_alpha alpha (n) */
  guint kinetic, potential;
  double *values, *worst, *scale;
} Drift;

/* So much of the potential energy counts as motion: a body at rest has velocities of round-off. */
#define REST 1e-12

static void
drift_clear(Drift *drift)
{
  g_clear_pointer(&drift->work, noslip_observer_work_free);
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
  drift->work = noslip_observer_work_new(drift->observer);
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
    add(report, title, residual <= 1e-9, residual, 1e-9);
  }
}

static void
add_claims(Report *report, const NoslipClaims *claims, const NoslipRunOptions *options)
{
  for (guint i = 0; i < noslip_claims_n(claims); i++) {
    NoslipVerdict verdict;
    noslip_claims_verdict(claims, i, &verdict);
    if (!verdict.applies)
      continue;
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

/* Whether a claim is tested well along another motion. */
static gboolean
is_tested(const Report *report, guint claim)
{
  for (guint i = 0; i < report->findings->len; i++) {
    const Finding *finding = &g_array_index(report->findings, Finding, i);
    if (finding->is_claim && finding->claim == claim && noslip_verdict_is_good(finding->kind, TRUE))
      return TRUE;
  }
  return FALSE;
}

/* --strict: a claim that no motion tests is not good. */
static void
be_strict(Report *report)
{
  for (guint i = 0; i < report->findings->len; i++) {
    Finding *finding = &g_array_index(report->findings, Finding, i);
    if (finding->is_claim && !noslip_verdict_is_good(finding->kind, TRUE) && !is_tested(report, finding->claim))
      finding->good = FALSE;
  }
}

/* The largest residual of a constraint at the initial state, against the size of its terms; NaN without constraints. */
static double
initial_residual(const CliProblem *problem)
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

/* The equations of motion, derived a second time, at this many rows of the motion at most. */
#define MOST_WITNESSED 500

static void
add_witness(Report *report, NoslipWitness *witness)
{
  NoslipWitnessResult result;
  noslip_witness_result(witness, &result);
  add(report, "witness", !result.checked || result.holds, result.residual, NOSLIP_WITNESS_TOLERANCE);
  Finding *finding = last_finding(report);
  finding->is_witness = TRUE;
  finding->detail = result.checked ? g_strdup_printf("at %u rows; largest in %s", result.n_rows, result.where)
                                   : g_strdup_printf("not checked: %s", result.where);
}

/* Follows the default motion; 0 or the status of what stopped it. */
static int
follow(Report *report, const CliProblem *problem, NoslipDynamics *dynamics, NoslipRun *run, NoslipClaims *claims,
       NoslipWatch *watch, Drift *drift)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  const NoslipSystem *system = problem->system;
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  g_autoptr(NoslipWitness) witness = noslip_witness_new(problem->system, problem->kind);
  noslip_witness_follow(witness, dynamics);
  guint stride = 1 + noslip_run_n_samples(run) / MOST_WITNESSED;
  for (guint sample = 0; noslip_run_next(run, row, &cli_cancelled, &error); sample++) {
    noslip_claims_add_rows(claims, problem->parameters, 1, row);
    noslip_watch_add_rows(watch, problem->parameters, 1, row);
    drift_add(drift, system, row);
    if (sample % stride == 0)
      noslip_witness_add_row(witness, problem->parameters, row);
  }
  add_witness(report, witness);
  add(report, "motion to the end of the run", error == NULL, NAN, NAN);
  last_finding(report)->detail = g_strdup_printf("until t = %g", row[0]);
  if (problem->kind == NOSLIP_DYNAMICS_VAKONOMIC && system->k > 0)
    add(report, "R_ab keeps its rank along the run (vakonomic regularity)",
        error == NULL || error->code != NOSLIP_CODE_RANK_LOST, NAN, NAN);
  return error != NULL ? cli_report_one(error) : CLI_DONE;
}

static int
check_motion(Report *report, CliProblem *problem)
{
  int status;
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, NULL, &status);
  if (dynamics == NULL) {
    add(report, "motion to the end of the run", FALSE, NAN, NAN);
    return status;
  }
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipClaims) claims = noslip_claims_new(problem->system, problem->kind, diagnostics);
  if (claims == NULL) {
    add(report, "claims can be evaluated", FALSE, NAN, NAN);
    status = cli_report(diagnostics);
    return status != CLI_DONE ? status : CLI_INPUT;
  }
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &problem->options, problem->parameters, 0, problem->xy,
                                            problem->kind == NOSLIP_DYNAMICS_VAKONOMIC ? problem->mu : NULL, &error);
  if (run == NULL) {
    add(report, "motion to the end of the run", FALSE, NAN, NAN);
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

static void
add_reduction(Report *report, const char *other, const NoslipReductionCheck *check)
{
  if (!check->applies && check->detail == NULL)
    return;
  Finding finding = {.title = g_strdup_printf("reduction to %s: %s", other, check->title),
                     .good = check->good,
                     .residual = check->residual,
                     .allowed = check->allowed};
  if (!check->applies) {
    finding.good = TRUE;
    finding.residual = NAN;
    finding.detail = g_strdup_printf("not applicable: %s", check->detail);
  } else if (check->in_symbols) {
    finding.detail = g_strdup("in symbols");
  } else if (!check->good) {
    finding.detail = g_strdup(check->detail);
  }
  g_array_append_val(report->findings, finding);
}

static int
check_reductions(Report *report, const CliProblem *problem)
{
  int status = CLI_DONE;
  for (guint i = 0; i < problem->system->n_reductions; i++) {
    const char *other = problem->system->reductions[i].system;
    g_autofree char *title = g_strdup_printf("reduction to %s: a map of bundles", other);
    if (problem->system->sealed) {
      add(report, title, TRUE, NAN, NAN);
      last_finding(report)->detail = g_strdup("not checked: --stranger opens no other file");
      continue;
    }
    g_autoptr(NoslipReductionReport) result = cli_reduction_check(problem, i);
    add(report, title, result != NULL, NAN, NAN);
    if (result == NULL)
      status = CLI_INPUT;
    for (guint j = 0; result != NULL && j < NOSLIP_N_REDUCTION_CHECKS; j++)
      add_reduction(report, other, &result->checks[j]);
  }
  return status;
}

/* The claims along the motion of a trial. */
static int
check_trial(Report *report, CliProblem *problem, guint trial)
{
  report->trial = problem->system->trials[trial].name;
  g_array_set_size(problem->overrides, 0);
  cli_problem_trial(problem, trial);
  gboolean good = cli_problem_start(problem, FALSE) == CLI_DONE;
  add(report, "initial state", good, good ? initial_residual(problem) : NAN, 1e-9);
  int status = good ? check_motion(report, problem) : CLI_INPUT;
  g_array_set_size(problem->overrides, 0);
  return status;
}

static void
add_one_measured(Report *report, const char *title, double residual)
{
  add(report, title, TRUE, residual, NAN);
  last_finding(report)->detail = g_strdup(isnan(residual) ? "not checked: the brackets are not finite, or too many"
                                          : residual <= NOSLIP_ALGEBROID_TOLERANCE ? "holds, though not required"
                                                                                   : "does not hold, not required");
}

/* The structure equations that the kind of algebroid does not require. */
static void
add_measured(Report *report, const NoslipSystem *system)
{
  NoslipStructureResiduals measured;
  if (system->algebroid == NOSLIP_ALGEBROID_LIE)
    return;
  noslip_algebroid_measure(system, &measured);
  if (system->algebroid == NOSLIP_ALGEBROID_GENERAL)
    add_one_measured(report, "skew symmetry of the tensor", measured.skew);
  if (system->algebroid >= NOSLIP_ALGEBROID_QUASI)
    add_one_measured(report, "anchor as a homomorphism of brackets", measured.anchor);
  add_one_measured(report, "Jacobi identity of the sections", measured.jacobi);
}

static int
check_system(Report *report, CliProblem *problem)
{
  const NoslipSystem *system = problem->system;
  add(report, "text", TRUE, NAN, NAN);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  double residual;
  gboolean good = noslip_algebroid_check_residual(system, diagnostics, &residual);
  static const char *const titles[] = {
      "structure equations of the Lie algebroid",
      "anchor of the almost Lie algebroid",
      "tangency of the anchor of the quasi-Lie algebroid",
      "tangency of the anchor of the general algebroid",
  };
  add(report, titles[system->algebroid], good, residual, NOSLIP_ALGEBROID_TOLERANCE);
  for (guint i = 0; i < diagnostics->list->len && isnan(residual); i++) {
    const NoslipDiagnostic *note = g_ptr_array_index(diagnostics->list, i);
    if (note->severity == NOSLIP_NOTE && last_finding(report)->detail == NULL)
      last_finding(report)->detail = g_strdup_printf("not checked: %s", note->cause);
  }
  add_measured(report, system);
  int status = good ? CLI_DONE : cli_report(diagnostics);
  good = cli_problem_start(problem, FALSE) == CLI_DONE;
  add(report, system->k > 0 ? "initial state, independent constraints, regularity" : "initial state, regularity", good,
      good ? initial_residual(problem) : NAN, 1e-9);
  if (!good)
    return CLI_INPUT;
  status = cli_worse(status, check_motion(report, problem));
  for (guint i = 0; i < system->n_trials; i++)
    status = cli_worse(status, check_trial(report, problem, i));
  report->trial = NULL;
  return cli_worse(status, check_reductions(report, problem));
}

static void
print_finding(GString *text, const Finding *finding)
{
  g_string_append_printf(text, "  %s  ", finding->good ? "ok    " : "FAILED");
  if (finding->trial != NULL)
    g_string_append_printf(text, "trial \"%s\": ", finding->trial);
  if (finding->is_claim) {
    g_string_append_printf(text, "claim: %s: %s\n", finding->title, finding->detail);
    return;
  }
  g_string_append(text, finding->title);
  if (finding->is_witness && !isnan(finding->residual))
    g_string_append_printf(text, ": %.2g, allowed %.2g", finding->residual, finding->allowed);
  else if (!isnan(finding->residual) && isnan(finding->allowed))
    g_string_append_printf(text, ": residual %.2g", finding->residual);
  else if (!isnan(finding->residual))
    g_string_append_printf(text, ": residual %.2g, allowed %.2g", finding->residual, finding->allowed);
  if (finding->detail != NULL)
    g_string_append_printf(text, " (%s)", finding->detail);
  g_string_append_c(text, '\n');
}

static guint
count_failed(const Report *report)
{
  guint failed = 0;
  for (guint i = 0; i < report->findings->len; i++)
    failed += !g_array_index(report->findings, Finding, i).good;
  return failed;
}

static int
print_text(const GPtrArray *reports)
{
  GString *text = g_string_new(NULL);
  guint checks = 0, failed = 0, unread = 0;
  for (guint i = 0; i < reports->len; i++) {
    const Report *report = reports->pdata[i];
    g_string_append_printf(text, "%s\n", report->system);
    for (guint j = 0; j < report->findings->len; j++)
      print_finding(text, &g_array_index(report->findings, Finding, j));
    if (report->findings->len == 0)
      g_string_append(text, "  FAILED  text\n");
    unread += report->findings->len == 0;
    checks += report->findings->len;
    failed += count_failed(report);
  }
  g_string_append_printf(text, "%u system%s, %u checks and claims: %u held, %u failed", reports->len,
                         reports->len == 1 ? "" : "s", checks + unread, checks - failed, failed + unread);
  g_string_append_c(text, '\n');
  int status = cli_print_text(text->str);
  g_string_free(text, TRUE);
  return status;
}

static void
build_finding(JsonBuilder *builder, const Finding *finding)
{
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "kind", finding->is_claim ? "claim" : "check");
  cli_json_member_string(builder, "title", finding->title);
  cli_json_member_boolean(builder, "good", finding->good);
  if (finding->is_claim)
    cli_json_member_boolean(builder, "expected_to_fail", finding->expected_to_fail);
  if (finding->is_claim || !isnan(finding->residual)) {
    cli_json_member_number(builder, "residual", finding->residual);
    cli_json_member_number(builder, "allowed", finding->allowed);
  }
  cli_json_member_string(builder, "detail", finding->detail);
  cli_json_member_string(builder, "trial", finding->trial);
  if (finding->is_claim)
    cli_json_member_number(builder, "worst_time", finding->time);
  json_builder_end_object(builder);
}

/* The witness's residual along the default motion; null where it was not checked. */
static void
build_witness(JsonBuilder *builder, const Report *report)
{
  double residual = NAN;
  for (guint i = 0; i < report->findings->len; i++)
    if (g_array_index(report->findings, Finding, i).is_witness &&
        g_array_index(report->findings, Finding, i).trial == NULL)
      residual = g_array_index(report->findings, Finding, i).residual;
  cli_json_member_number(builder, "witness", residual);
}

static void
build_claim(JsonBuilder *builder, const Finding *finding)
{
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "name", finding->title);
  cli_json_member_int(builder, "line", finding->line);
  cli_json_member_string(builder, "verdict", noslip_verdict_word(finding->kind));
  cli_json_member_number(builder, "residual", finding->residual);
  cli_json_member_number(builder, "tolerance", finding->allowed);
  cli_json_member_number(builder, "sensitivity", finding->sensitivity);
  cli_json_member_number(builder, "drift", finding->drift);
  json_builder_set_member_name(builder, "trial");
  if (finding->trial != NULL)
    json_builder_add_string_value(builder, finding->trial);
  else
    json_builder_add_null_value(builder);
  json_builder_end_object(builder);
}

static void
build_warnings(JsonBuilder *builder, const Report *report)
{
  json_builder_set_member_name(builder, "warnings");
  json_builder_begin_array(builder);
  for (guint i = 0; i < report->warnings->len; i++) {
    const NoslipDiagnostic *warning = report->warnings->pdata[i];
    json_builder_begin_object(builder);
    cli_json_member_int(builder, "line", warning->place.line);
    cli_json_member_int(builder, "column", warning->place.column);
    cli_json_member_string(builder, "code", noslip_diagnostic_slug(warning->code));
    cli_json_member_string(builder, "cause", warning->cause);
    cli_json_member_string(builder, "remedy", warning->remedy != NULL ? warning->remedy : "");
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}

static void
build_report(JsonBuilder *builder, const Report *report)
{
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "system", report->system);
  cli_json_member_int(builder, "status", report->status);
  build_witness(builder, report);
  build_warnings(builder, report);
  json_builder_set_member_name(builder, "findings");
  json_builder_begin_array(builder);
  for (guint j = 0; j < report->findings->len; j++)
    build_finding(builder, &g_array_index(report->findings, Finding, j));
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "claims");
  json_builder_begin_array(builder);
  for (guint j = 0; j < report->findings->len; j++)
    if (g_array_index(report->findings, Finding, j).is_claim)
      build_claim(builder, &g_array_index(report->findings, Finding, j));
  json_builder_end_array(builder);
  json_builder_end_object(builder);
}

static int
print_json(const GPtrArray *reports)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  guint checks = 0, failed = 0;
  cli_json_begin(builder, "noslip-check-1");
  json_builder_set_member_name(builder, "systems");
  json_builder_begin_array(builder);
  for (guint i = 0; i < reports->len; i++) {
    const Report *report = reports->pdata[i];
    build_report(builder, report);
    checks += report->findings->len;
    failed += count_failed(report);
  }
  json_builder_end_array(builder);
  cli_json_member_int(builder, "total", checks);
  cli_json_member_int(builder, "failed", failed);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

static void
report_free(gpointer data)
{
  Report *report = data;
  g_free(report->system);
  g_array_unref(report->findings);
  g_ptr_array_unref(report->warnings);
  g_free(report);
}

static Report *
report_new(const char *name, const Options *options)
{
  Report *report = g_new0(Report, 1);
  const CliSetup setup = {.consistent = options->consistent};
  CliProblem problem;
  guint warnings = cli_n_warnings();
  report->system = g_filename_display_name(name);
  report->findings = g_array_new(FALSE, FALSE, sizeof(Finding));
  g_array_set_clear_func(report->findings, finding_clear);
  report->warnings = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_diagnostic_free);
  report->status = cli_problem_load(&problem, name, &setup);
  for (guint i = 0; i < problem.read->list->len; i++) {
    const NoslipDiagnostic *diagnostic = problem.read->list->pdata[i];
    if (diagnostic->severity == NOSLIP_WARNING)
      g_ptr_array_add(report->warnings, noslip_diagnostic_copy(diagnostic));
  }
  if (report->status == CLI_DONE)
    report->status = check_system(report, &problem);
  if (options->strict)
    be_strict(report);
  if (options->warnings_as_errors && cli_n_warnings() > warnings)
    add(report, "no warnings", FALSE, NAN, NAN);
  if (count_failed(report) > 0)
    report->status = cli_worse(report->status, CLI_FAILED);
  cli_problem_clear(&problem);
  return report;
}

static void
add_ids(GPtrArray *names, const GPtrArray *entries)
{
  for (guint i = 0; i < entries->len; i++)
    g_ptr_array_add(names, g_strdup(((NoslipCatalogueEntry *) entries->pdata[i])->id));
}

/* The ids of the whole catalogue, misprints last. */
static void
add_catalogue(GPtrArray *names)
{
  g_autoptr(GPtrArray) systems = noslip_catalogue_list();
  g_autoptr(GPtrArray) misprints = noslip_catalogue_misprints();
  add_ids(names, systems);
  add_ids(names, misprints);
}

static int
run(int argc, char **argv)
{
  Options options = {0};
  const GOptionEntry entries[] = {
      {"strict", 0, 0, G_OPTION_ARG_NONE, &options.strict, "A claim that no motion tests (weak, vacuous) fails", NULL},
      {"warnings-as-errors", 0, 0, G_OPTION_ARG_NONE, &options.warnings_as_errors, "A system with warnings fails",
       NULL},
      {"all", 0, 0, G_OPTION_ARG_NONE, &options.all, "The whole catalogue, misprints included", NULL},
      {"consistent", 0, 0, G_OPTION_ARG_NONE, &options.consistent,
       "Take the nearest consistent initial values where those given contradict a constraint", NULL},
      CLI_JSON_ENTRY(&options.json),
      {NULL},
  };
  if (!cli_parse(&cli_check, entries, &argc, &argv, 0, 0))
    return CLI_INPUT;
  int status = CLI_DONE;
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) reports = g_ptr_array_new_with_free_func(report_free);
  if (options.all)
    add_catalogue(names);
  for (int i = 0; i < argc; i++)
    g_ptr_array_add(names, g_strdup(argv[i]));
  if (names->len == 0) {
    cli_message("error: noslip-cli check needs a SYSTEM, or --all; noslip-cli list shows the catalogue");
    return CLI_INPUT;
  }
  for (guint i = 0; i < names->len && !g_atomic_int_get(&cli_cancelled); i++) {
    g_ptr_array_add(reports, report_new(names->pdata[i], &options));
    status = cli_worse(status, ((Report *) reports->pdata[i])->status);
  }
  return cli_worse(status, options.json ? print_json(reports) : print_text(reports));
}

const CliCommand cli_check = {
    .name = "check",
    .usage = "[--all | SYSTEM...]",
    .summary = "Check a system: its structure equations, constraints, motion and claims.",
    .details =
        "Each claim gets a verdict: proved, holds, weak, vacuous, drifts, fails, undefined; fails, as expected; or\n"
        "holds, though expected to fail. The manual says what they mean. Claims are judged along the default motion\n"
        "and along that of every trial of the system; weak and vacuous are no failures without --strict, nor with\n"
        "it where another motion tests the claim.",
    .example = "noslip-cli check chaplygin-sleigh snakeboard",
    .run = run,
};
