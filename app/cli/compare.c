/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare: the same motion by several formulations, compared sample by sample. */
#include "app/cli/cli.h"
#include "app/cli/compare-dynamics.h"
#include "app/cli/compare-private.h"
#include "core/trajectory/observer.h"
#include "core/trajectory/parting.h"
#include "core/verdict/agreement.h"

#include <math.h>
#include <string.h>

static void
comparison_clear(CliComparison *comparison)
{
  for (guint i = 0; i < comparison->n; i++) {
    g_free(comparison->contestants[i].refusal);
    g_free(comparison->contestants[i].reason);
    g_free(comparison->contestants[i].values);
    g_free(comparison->contestants[i].terms);
    g_free(comparison->contestants[i].whole);
    g_free(comparison->contestants[i].apart);
  }
  g_free(comparison->contestants);
  g_free(comparison->size);
  g_free(comparison->motion);
  g_free(comparison->line);
  g_clear_pointer(&comparison->columns, g_ptr_array_unref);
  g_clear_pointer(&comparison->terms, cli_compare_terms_free);
  g_clear_pointer(&comparison->observer, noslip_observer_unref);
  cli_problem_clear(&comparison->problem);
}

static gboolean
add_column(CliComparison *comparison, const char *name, NoslipExpr expr)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (noslip_observer_add(comparison->observer, expr, &error) < 0) {
    cli_report_one(error);
    return FALSE;
  }
  g_ptr_array_add(comparison->columns, g_strdup(name));
  return TRUE;
}

/* The columns of the CSV file: the state, the energy, the multipliers, the observables. */
static gboolean
add_columns(CliComparison *comparison)
{
  NoslipSystem *system = comparison->problem.system;
  comparison->observer = noslip_observer_new(system, comparison->problem.kind);
  comparison->columns = g_ptr_array_new_with_free_func(g_free);
  gboolean good = TRUE;
  for (guint i = 0; i < system->m; i++)
    good = good && add_column(comparison, system->coordinates[i].name, system->coordinates[i].symbol);
  for (guint i = 0; i < system->n; i++)
    good = good && add_column(comparison, system->fibres[i].name, system->fibres[i].symbol);
  good = good && add_column(comparison, "energy", system->energy);
  for (guint i = 0; i < system->k; i++) {
    g_autofree char *name = g_strdup_printf("lambda[%s]", system->constraints[i].name);
    good = good && add_column(comparison, name, system->constraints[i].multiplier);
  }
  for (guint i = 0; i < system->n_observables; i++)
    good = good && add_column(comparison, system->observables[i].name, system->observables[i].expr);
  g_autoptr(NoslipDiagnostic) error = NULL;
  comparison->terms = good ? cli_compare_terms_new(comparison->observer, system, &error) : NULL;
  if (error != NULL)
    cli_report_one(error);
  noslip_observer_seal(comparison->observer);
  return comparison->terms != NULL;
}

/* The columns of a row from the observer's outputs. */
static void
keep_row(const CliComparison *comparison, CliContestant *contestant, const double *outputs)
{
  guint n_columns = comparison->columns->len;
  memcpy(contestant->values + (gsize) contestant->n_rows++ * n_columns, outputs, n_columns * sizeof(double));
  cli_compare_terms_raise(comparison->terms, outputs, contestant->terms, contestant->whole);
}

/* Runs one formulation and keeps its columns. */
static int
run_one(CliComparison *comparison, CliContestant *contestant)
{
  CliProblem *problem = &comparison->problem;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(contestant->formulation, problem->system, &error);
  g_autoptr(NoslipRun) run = NULL;
  if (dynamics != NULL)
    run = noslip_run_new(dynamics, &problem->options, problem->parameters, 0, problem->xy, NULL, &error);
  if (run == NULL) {
    contestant->reason = g_strdup_printf("could not start: %s", error->cause);
    return cli_report_one(error);
  }
  guint n_columns = comparison->columns->len;
  guint n_samples = noslip_run_n_samples(run);
  g_autofree double *row = g_new(double, noslip_row_size(problem->system));
  NoslipObserverWorkspace *work = noslip_observer_workspace_new(comparison->observer);
  noslip_observer_set_parameters(work, problem->parameters);
  contestant->values = g_new(double, (gsize) n_samples *n_columns);
  contestant->terms = g_new0(double, n_columns);
  contestant->whole = g_new0(double, n_columns);
  g_autofree double *outputs = g_new(double, noslip_observer_n(comparison->observer));
  while (contestant->n_rows < n_samples && noslip_run_next(run, row, &cli_cancelled, &error)) {
    noslip_observer_evaluate(work, row, outputs);
    keep_row(comparison, contestant, outputs);
  }
  noslip_observer_workspace_free(work);
  if (error == NULL)
    return CLI_DONE;
  contestant->stopped = contestant->n_rows > 0 ? noslip_run_sample_time(run, contestant->n_rows - 1) : 0;
  contestant->reason = g_strdup_printf("stopped at t = %g: %s", contestant->stopped, error->cause);
  return cli_report_one(error);
}

/* Runs all formulations that can be used. With a method that steps (x, y) itself there is one motion, which the first
 * formulation computes. */
static int
run_all(CliComparison *comparison)
{
  g_autofree char *same = noslip_agreement_same_motion(comparison->problem.options.method);
  gboolean any = FALSE;
  int status = CLI_DONE;
  for (guint i = 0; i < comparison->n; i++) {
    CliContestant *contestant = &comparison->contestants[i];
    contestant->stopped = NAN;
    contestant->refusal = noslip_formulation_refusal(contestant->formulation, comparison->problem.system);
    if (contestant->refusal != NULL)
      continue;
    if (any && same != NULL)
      contestant->reason = g_strdup(same);
    else
      status = cli_worse(status, run_one(comparison, contestant));
    any = TRUE;
  }
  return status;
}

/* Motions that stop at the same time are compared until then; one that stops earlier than the others is left out. */
static void
choose_compared(CliComparison *comparison)
{
  guint longest = 0;
  for (guint i = 0; i < comparison->n; i++)
    longest = MAX(longest, comparison->contestants[i].n_rows);
  comparison->reference = comparison->n;
  comparison->n_rows = longest;
  comparison->agreement.until = NAN;
  for (guint i = 0; i < comparison->n; i++) {
    CliContestant *contestant = &comparison->contestants[i];
    if (isfinite(contestant->stopped) && contestant->n_rows > 1 && contestant->n_rows + 1 >= longest) {
      g_clear_pointer(&contestant->reason, g_free);
      comparison->agreement.until = fmin(
          contestant->stopped, isnan(comparison->agreement.until) ? contestant->stopped : comparison->agreement.until);
    }
    if (!cli_compare_is_compared(contestant))
      continue;
    comparison->n_rows = MIN(comparison->n_rows, contestant->n_rows);
    comparison->reference = MIN(comparison->reference, i);
  }
}

static void
measure(CliComparison *comparison)
{
  guint n_columns = comparison->columns->len;
  const NoslipSystem *system = comparison->problem.system;
  const CliContestant *reference = &comparison->contestants[comparison->reference];
  comparison->size = g_new0(double, n_columns + 1);
  comparison->motion = g_new0(double, n_columns + 1);
  noslip_agreement_sizes(reference->n_rows, n_columns, reference->values, comparison->size);
  noslip_agreement_motion(system->m + system->n, comparison->size, reference->whole, comparison->motion);
  for (guint i = system->m + system->n; i < n_columns; i++) {
    comparison->size[i] = fmax(comparison->size[i], reference->terms[i]);
    comparison->motion[i] = fmax(comparison->size[i], reference->whole[i]);
  }
  for (guint i = 0; i < comparison->n; i++) {
    CliContestant *contestant = &comparison->contestants[i];
    if (!cli_compare_is_compared(contestant))
      continue;
    contestant->apart = g_new0(double, n_columns + 1);
    noslip_agreement_differences(comparison->n_rows, n_columns, reference->values, contestant->values, comparison->size,
                                 comparison->motion, contestant->apart);
  }
}

static void
judge(CliComparison *comparison)
{
  g_autofree NoslipAgreementMember *members = g_new0(NoslipAgreementMember, comparison->n + 1);
  double most = 0;
  for (guint i = 0; i < comparison->n; i++) {
    const CliContestant *contestant = &comparison->contestants[i];
    members[i].formulation = contestant->formulation;
    members[i].reason = contestant->refusal != NULL ? g_strdup_printf("does not apply: %s", contestant->refusal)
                                                    : g_strdup(contestant->reason);
    if (cli_compare_is_compared(contestant))
      most = MAX(most, cli_compare_worst(comparison, contestant));
  }
  noslip_agreement_judge(comparison->problem.system, comparison->n, members, most,
                         noslip_agreement_allowed(&comparison->problem.options), comparison->agreement.until,
                         &comparison->agreement);
  comparison->line = noslip_agreement_line(&comparison->agreement, comparison->n, members);
  for (guint i = 0; i < comparison->n; i++)
    g_free(members[i].reason);
}

static int
compute(CliComparison *comparison)
{
  int status = run_all(comparison);
  choose_compared(comparison);
  if (comparison->reference < comparison->n)
    measure(comparison);
  judge(comparison);
  return comparison->agreement.agree ? status : cli_worse(status, CLI_FAILED);
}

static gboolean
choose(CliComparison *comparison, const char *list)
{
  g_auto(GStrv) ids = g_strsplit(list != NULL ? list : "all", ",", -1);
  gboolean all = g_strcmp0(ids[0], "all") == 0 && ids[1] == NULL;
  const NoslipFormulation *const *known = noslip_formulations();
  GArray *chosen = g_array_new(FALSE, TRUE, sizeof(CliContestant));
  gboolean good = TRUE;
  for (guint f = 0; all && known[f] != NULL; f++)
    if (!known[f]->automatic)
      g_array_append_val(chosen, ((CliContestant){.formulation = known[f]}));
  for (guint i = 0; !all && ids[i] != NULL; i++) {
    const NoslipFormulation *found = cli_formulation(g_strstrip(ids[i]));
    good = good && found != NULL;
    for (guint j = 0; good && j < chosen->len; j++)
      if (g_array_index(chosen, CliContestant, j).formulation == found) {
        cli_message("error: --formulations names %s twice", ids[i]);
        good = FALSE;
      }
    if (found != NULL)
      g_array_append_val(chosen, ((CliContestant){.formulation = found}));
  }
  if (ids[0] == NULL) {
    cli_message("error: --formulations needs all, or names separated by commas");
    good = FALSE;
  }
  comparison->n = chosen->len;
  comparison->contestants = (CliContestant *) (gpointer) g_array_free(chosen, FALSE);
  return good;
}

static int
compare(CliComparison *comparison, const char *name, CliSetup *setup, const char *list, gboolean json)
{
  /* The differences should come from the formulations, not from the integrator. */
  if (setup->rtol == NULL)
    setup->rtol = g_strdup("1e-12");
  if (setup->atol == NULL)
    setup->atol = g_strdup("1e-16");
  int status = cli_problem_load(&comparison->problem, name, setup);
  if (status != CLI_DONE)
    return status;
  if (!choose(comparison, list))
    return CLI_INPUT;
  if (comparison->problem.kind != NOSLIP_DYNAMICS_NONHOLONOMIC) {
    cli_message("error: %s is %s; the formulations to compare are those of nonholonomic dynamics; "
                "--dynamics nonholonomic,vakonomic compares the two principles",
                comparison->problem.system->id, noslip_dynamics_kind_id(comparison->problem.kind));
    return CLI_INPUT;
  }
  if (noslip_formulation_for(comparison->problem.system, comparison->problem.kind)->automatic) {
    cli_message("error: the Lagrangian of %s is degenerate: the constraint algorithm finds its motion, and no two "
                "formulations compare; noslip-cli show prints its chain of submanifolds",
                comparison->problem.system->id);
    return CLI_INPUT;
  }
  if ((status = cli_problem_start(&comparison->problem, FALSE)) != CLI_DONE)
    return status;
  if (!add_columns(comparison))
    return CLI_INPUT;
  status = compute(comparison);
  return json ? cli_compare_print_json(comparison, status) : cli_compare_print_text(comparison, status);
}

/* --dynamics */
static int
compare_kinds(CliProblem *problem, const char *name, CliSetup *setup, const char *kinds, const char *apart,
              gboolean json)
{
  double allowed = NOSLIP_APART;
  if (apart != NULL && !cli_number("--apart", apart, &allowed))
    return CLI_INPUT;
  if (!(allowed > 0)) {
    cli_message("error: --apart must be positive, not %s", apart);
    return CLI_INPUT;
  }
  int status = cli_problem_load(problem, name, setup);
  return status == CLI_DONE ? cli_compare_dynamics(problem, kinds, allowed, json) : status;
}

static int
run(int argc, char **argv)
{
  CliSetup setup = {0};
  CliComparison comparison = {0};
  gboolean json = FALSE;
  g_autofree char *list = NULL;
  g_autofree char *kinds = NULL;
  g_autofree char *apart = NULL;
  g_autofree char *sentence =
      g_strdup_printf("all (if not given), or some of %s, separated by commas", cli_formulation_list(", "));
  const char *which = g_intern_string(sentence); /* the manual is written after this function has ended */
  const GOptionEntry extra[] = {
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &kinds,
       "Compare kinds of dynamics from one state (--initial 'mu(NAME)=VALUE' too): nonholonomic,vakonomic", "D,D"},
      {"apart", 0, 0, G_OPTION_ARG_FILENAME, &apart,
       "With --dynamics: motions separate where they differ by more than this (1e-6 of the size of a column)",
       "DIFFERENCE"},
      {"formulations", 0, 0, G_OPTION_ARG_FILENAME, &list, which, "F,F"},
      CLI_JSON_ENTRY(&json),
      {NULL},
  };
  g_autofree GOptionEntry *entries = cli_setup_entries(&setup, extra);
  int status = CLI_INPUT;
  if (!cli_parse(&cli_compare, entries, &argc, &argv, 1, 1))
    status = CLI_INPUT;
  else if ((kinds != NULL && list != NULL) || (kinds == NULL && apart != NULL))
    cli_message("error: %s",
                kinds != NULL ? "compare takes either --formulations or --dynamics" : "--apart goes with --dynamics");
  else
    status = kinds != NULL ? compare_kinds(&comparison.problem, argv[0], &setup, kinds, apart, json)
                           : compare(&comparison, argv[0], &setup, list, json);
  comparison_clear(&comparison);
  cli_setup_clear(&setup);
  return status;
}

const CliCommand cli_compare = {
    .name = "compare",
    .usage = "SYSTEM",
    .summary =
        "Compute one motion by several formulations, or by several kinds of dynamics, and show their differences.",
    .example = "noslip-cli compare snakeboard --formulations multipliers,projection --to 4",
    .run = run,
};
