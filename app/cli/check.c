/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check: tests everything that a system is supposed to satisfy. One Finding for each check or claim. */
#include "app/cli/check.h"

#include "core/geometry/regularity.h"

#include <math.h>

static void
finding_clear(gpointer finding)
{
  g_free(((Finding *) finding)->title);
  g_free(((Finding *) finding)->detail);
  g_free(((Finding *) finding)->trial);
}

void
cli_check_add(Report *report, const char *title, gboolean good, double residual, double allowed)
{
  Finding finding = {.title = g_strdup(title),
                     .trial = g_strdup(report->trial),
                     .good = good,
                     .residual = residual,
                     .allowed = allowed};
  g_array_append_val(report->findings, finding);
}

Finding *
cli_check_last(Report *report)
{
  return &g_array_index(report->findings, Finding, report->findings->len - 1);
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
      cli_check_add(report, title, TRUE, NAN, NAN);
      cli_check_last(report)->detail = g_strdup("not checked: --stranger opens no other file");
      continue;
    }
    g_autoptr(NoslipReductionReport) result = cli_reduction_check(problem, i);
    cli_check_add(report, title, result != NULL, NAN, NAN);
    if (result == NULL)
      status = CLI_INPUT;
    for (guint j = 0; result != NULL && j < NOSLIP_N_REDUCTION_CHECKS; j++)
      add_reduction(report, other, &result->checks[j]);
  }
  return status;
}

static void
add_one_measured(Report *report, const char *title, double residual)
{
  cli_check_add(report, title, TRUE, residual, NAN);
  cli_check_last(report)->detail = g_strdup(isnan(residual) ? "not checked: the brackets are not finite, or too many"
                                            : residual <= NOSLIP_ALGEBROID_TOLERANCE ? "holds, though not required"
                                                                                     : "does not hold, not required");
}

/* The structure equations that are optional for this kind of algebroid. */
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

static void
append_number(GString *text, const char *what, const NoslipRegularityNumber *number)
{
  g_string_append_printf(text, "%s%s has rank %u of %u (1/condition %.2g)", text->len ? ", " : "", what, number->rank,
                         number->size, number->reciprocal);
}

/* The equivalent conditions for regularity, each with its numbers, for systems whose reactions are those of
 * constraints. */
static void
add_regularity(Report *report, const CliProblem *problem)
{
  NoslipRegularity regularity;
  if (problem->kind != NOSLIP_DYNAMICS_NONHOLONOMIC ||
      !noslip_regularity_at(problem->system, problem->parameters, problem->xy, problem->xy + problem->system->m,
                            &regularity))
    return;
  g_autoptr(GString) text = g_string_new(NULL);
  append_number(text, "C^AB", &regularity.multipliers);
  append_number(text, "the metric on D", &regularity.metric);
  append_number(text, "TM with the reactions", &regularity.transverse);
  cli_check_add(report, "regular in three ways",
                regularity.multipliers.rank == regularity.multipliers.size &&
                    regularity.metric.rank == regularity.metric.size &&
                    regularity.transverse.rank == regularity.transverse.size,
                NAN, NAN);
  cli_check_last(report)->detail = g_string_free(g_steal_pointer(&text), FALSE);
}

/* The paper Q's condition on the constraints, with its two dimensions. */
static void
add_admissibility(Report *report, const CliProblem *problem)
{
  guint all, fibre;
  if (problem->kind != NOSLIP_DYNAMICS_NONHOLONOMIC || problem->system->k == 0 ||
      !noslip_admissibility_at(problem->system, problem->parameters, problem->xy, problem->xy + problem->system->m,
                               &all, &fibre))
    return;
  cli_check_add(report, "constraints are admissible", fibre == all, NAN, NAN);
  cli_check_last(report)->detail = g_strdup_printf("dphi has rank %u, its image under S* has rank %u", all, fibre);
}

static int
check_system(Report *report, CliProblem *problem)
{
  const NoslipSystem *system = problem->system;
  cli_check_add(report, "text", TRUE, NAN, NAN);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  double residual;
  gboolean good = noslip_algebroid_check_residual(system, diagnostics, &residual);
  static const char *const titles[] = {
      "structure equations of the Lie algebroid",
      "anchor of the almost Lie algebroid",
      "tangency of the anchor of the quasi-Lie algebroid",
      "tangency of the anchor of the general algebroid",
  };
  cli_check_add(report, titles[system->algebroid], good, residual, NOSLIP_ALGEBROID_TOLERANCE);
  for (guint i = 0; i < diagnostics->list->len && isnan(residual); i++) {
    const NoslipDiagnostic *note = g_ptr_array_index(diagnostics->list, i);
    if (note->severity == NOSLIP_NOTE && cli_check_last(report)->detail == NULL)
      cli_check_last(report)->detail = g_strdup_printf("not checked: %s", note->cause);
  }
  add_measured(report, system);
  int status = good ? CLI_DONE : cli_report(diagnostics);
  good = cli_problem_start(problem, FALSE) == CLI_DONE;
  cli_check_add(report,
                system->k > 0 ? "initial state, independent constraints, regularity" : "initial state, regularity",
                good, good ? cli_check_initial_residual(problem) : NAN, 1e-9);
  if (!good)
    return CLI_INPUT;
  add_admissibility(report, problem);
  add_regularity(report, problem);
  status = cli_worse(status, cli_check_motion(report, problem));
  for (guint i = 0; i < system->n_trials; i++)
    status = cli_worse(status, cli_check_trial(report, problem, i));
  report->trial = NULL;
  return cli_worse(status, check_reductions(report, problem));
}

static void
report_free(gpointer data)
{
  Report *report = data;
  g_free(report->system);
  g_array_unref(report->findings);
  g_ptr_array_unref(report->warnings);
  g_ptr_array_unref(report->errors);
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
  report->errors = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_diagnostic_free);
  report->status = cli_problem_load(&problem, name, &setup);
  for (guint i = 0; i < problem.read->list->len; i++) {
    const NoslipDiagnostic *diagnostic = problem.read->list->pdata[i];
    if (diagnostic->severity != NOSLIP_NOTE)
      g_ptr_array_add(diagnostic->severity == NOSLIP_WARNING ? report->warnings : report->errors,
                      noslip_diagnostic_copy(diagnostic));
  }
  if (report->status == CLI_DONE)
    report->status = check_system(report, &problem);
  if (report->findings->len == 0)
    cli_check_add(report, "text", FALSE, NAN, NAN);
  if (options->strict)
    cli_check_be_strict(report);
  if (options->warnings_as_errors && cli_n_warnings() > warnings)
    cli_check_add(report, "no warnings", FALSE, NAN, NAN);
  if (cli_check_count_failed(report) > 0)
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

/* The ids of the whole catalogue, systems with known misprints last. */
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
      {"strict", 0, 0, G_OPTION_ARG_NONE, &options.strict,
       "A claim that no motion tests (weak, vacuous, not checked) fails", NULL},
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
  return cli_worse(status, options.json ? cli_check_print_json(reports) : cli_check_print_text(reports));
}

const CliCommand cli_check = {
    .name = "check",
    .usage = "[--all | SYSTEM...]",
    .summary = "Check a system: its structure equations, constraints, motion and claims.",
    .details =
        "Each claim gets a verdict: proved, holds, weak, vacuous, drifts, fails, undefined; fails, as expected; or\n"
        "holds, though expected to fail. The manual explains them. Claims are judged along the default motion\n"
        "and along that of every trial of the system; weak and vacuous claims fail only with --strict, and only if\n"
        "no other motion tests them. A claim for other dynamics is not checked; it fails with --strict.",
    .example = "noslip-cli check chaplygin-sleigh snakeboard",
    .run = run,
};
