/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare: the same motion by several formulations, sample by sample. */
#include "app/cli/cli.h"
#include "app/cli/compare-dynamics.h"
#include "app/cli/json.h"

#include "core/trajectory/observer.h"
#include "core/trajectory/parting.h"
#include "core/verdict/agreement.h"

#include <math.h>
#include <string.h>

typedef struct {
  const NoslipFormulation *formulation;
  char *refusal;  /* NULL: it applies */
  char *reason;   /* why it is not among those that are compared, or NULL */
  double stopped; /* s: where it could not go on; NaN where it came to the end */
  double *values; /* n_rows x n_columns */
  guint n_rows;   /* computed */
  double *apart;  /* n_columns: largest difference from the first, relative to the column's size */
} Contestant;

typedef struct {
  CliProblem problem;
  NoslipObserver *observer;
  GPtrArray *columns; /* char * */
  double *size;       /* n_columns: noslip_agreement_sizes() */
  double motion;
  Contestant *contestants;
  guint n;
  guint reference; /* the first of those that are compared, or n */
  guint n_rows;    /* that all of them have */
  NoslipAgreement agreement;
  char *line; /* what is said of it */
} Comparison;

static void
comparison_clear(Comparison *comparison)
{
  for (guint i = 0; i < comparison->n; i++) {
    g_free(comparison->contestants[i].refusal);
    g_free(comparison->contestants[i].reason);
    g_free(comparison->contestants[i].values);
    g_free(comparison->contestants[i].apart);
  }
  g_free(comparison->contestants);
  g_free(comparison->size);
  g_free(comparison->line);
  g_clear_pointer(&comparison->columns, g_ptr_array_unref);
  g_clear_pointer(&comparison->observer, noslip_observer_unref);
  cli_problem_clear(&comparison->problem);
}

static gboolean
add_column(Comparison *comparison, const char *name, NoslipExpr expr)
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
add_columns(Comparison *comparison)
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
  noslip_observer_seal(comparison->observer);
  return good;
}

/* Runs one formulation and keeps its columns. */
static int
run_one(Comparison *comparison, Contestant *contestant)
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
  NoslipObserverWork *work = noslip_observer_work_new(comparison->observer);
  noslip_observer_set_parameters(work, problem->parameters);
  contestant->values = g_new(double, (gsize) n_samples *n_columns);
  while (contestant->n_rows < n_samples && noslip_run_next(run, row, &cli_cancelled, &error)) {
    noslip_observer_evaluate(work, row, contestant->values + (gsize) contestant->n_rows * n_columns);
    contestant->n_rows++;
  }
  noslip_observer_work_free(work);
  if (error == NULL)
    return CLI_DONE;
  contestant->stopped = contestant->n_rows > 0 ? noslip_run_sample_time(run, contestant->n_rows - 1) : 0;
  contestant->reason = g_strdup_printf("stopped at t = %g: %s", contestant->stopped, error->cause);
  return cli_report_one(error);
}

static gboolean
is_compared(const Contestant *contestant)
{
  return contestant->refusal == NULL && contestant->reason == NULL;
}

static double
worst(const Comparison *comparison, const Contestant *contestant)
{
  double most = 0;
  for (guint column = 0; column < comparison->columns->len; column++)
    most = MAX(most, contestant->apart[column]);
  return most;
}

/* Runs what applies. With a method that steps (x, y) itself there is one motion, and the first has it. */
static int
run_all(Comparison *comparison)
{
  g_autofree char *same = noslip_agreement_same_motion(comparison->problem.options.method);
  gboolean any = FALSE;
  int status = CLI_DONE;
  for (guint i = 0; i < comparison->n; i++) {
    Contestant *contestant = &comparison->contestants[i];
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

/* Motions that stop together are compared until there; one that stops before others is not among them. */
static void
choose_compared(Comparison *comparison)
{
  guint longest = 0;
  for (guint i = 0; i < comparison->n; i++)
    longest = MAX(longest, comparison->contestants[i].n_rows);
  comparison->reference = comparison->n;
  comparison->n_rows = longest;
  comparison->agreement.until = NAN;
  for (guint i = 0; i < comparison->n; i++) {
    Contestant *contestant = &comparison->contestants[i];
    if (isfinite(contestant->stopped) && contestant->n_rows > 1 && contestant->n_rows + 1 >= longest) {
      g_clear_pointer(&contestant->reason, g_free);
      comparison->agreement.until = fmin(
          contestant->stopped, isnan(comparison->agreement.until) ? contestant->stopped : comparison->agreement.until);
    }
    if (!is_compared(contestant))
      continue;
    comparison->n_rows = MIN(comparison->n_rows, contestant->n_rows);
    comparison->reference = MIN(comparison->reference, i);
  }
}

static void
measure(Comparison *comparison)
{
  guint n_columns = comparison->columns->len;
  const NoslipSystem *system = comparison->problem.system;
  const Contestant *reference = &comparison->contestants[comparison->reference];
  comparison->size = g_new0(double, n_columns + 1);
  comparison->motion =
      noslip_agreement_sizes(reference->n_rows, n_columns, system->m + system->n, reference->values, comparison->size);
  for (guint i = 0; i < comparison->n; i++) {
    Contestant *contestant = &comparison->contestants[i];
    if (!is_compared(contestant))
      continue;
    contestant->apart = g_new0(double, n_columns + 1);
    noslip_agreement_differences(comparison->n_rows, n_columns, reference->values, contestant->values, comparison->size,
                                 comparison->motion, contestant->apart);
  }
}

static void
judge(Comparison *comparison)
{
  g_autofree NoslipAgreementMember *members = g_new0(NoslipAgreementMember, comparison->n + 1);
  double most = 0;
  for (guint i = 0; i < comparison->n; i++) {
    const Contestant *contestant = &comparison->contestants[i];
    members[i].formulation = contestant->formulation;
    members[i].reason = contestant->refusal != NULL ? g_strdup_printf("does not apply: %s", contestant->refusal)
                                                    : g_strdup(contestant->reason);
    if (is_compared(contestant))
      most = MAX(most, worst(comparison, contestant));
  }
  noslip_agreement_judge(comparison->problem.system, comparison->n, members, most,
                         noslip_agreement_allowed(&comparison->problem.options), comparison->agreement.until,
                         &comparison->agreement);
  comparison->line = noslip_agreement_line(&comparison->agreement, comparison->n, members);
  for (guint i = 0; i < comparison->n; i++)
    g_free(members[i].reason);
}

static int
compute(Comparison *comparison)
{
  int status = run_all(comparison);
  choose_compared(comparison);
  if (comparison->reference < comparison->n)
    measure(comparison);
  judge(comparison);
  return comparison->agreement.agree ? status : cli_worse(status, CLI_FAILED);
}

static void
append_table(const Comparison *comparison, GString *text)
{
  const Contestant *reference = &comparison->contestants[comparison->reference];
  g_string_append_printf(text, "%-18s %10s", "column", "size");
  for (guint i = 0; i < comparison->n; i++)
    if (is_compared(&comparison->contestants[i]) && i != comparison->reference)
      g_string_append_printf(text, "  %*s", MAX(10, (int) strlen(comparison->contestants[i].formulation->id)),
                             comparison->contestants[i].formulation->id);
  g_string_append_c(text, '\n');
  for (guint column = 0; column < comparison->columns->len; column++) {
    const char *name = comparison->columns->pdata[column];
    g_string_append_printf(text, "%s%*s %10.3g", name, MAX(0, 18 - (int) g_utf8_strlen(name, -1)), "",
                           comparison->size[column]);
    for (guint i = 0; i < comparison->n; i++)
      if (is_compared(&comparison->contestants[i]) && i != comparison->reference)
        g_string_append_printf(text, "  %*.2g", MAX(10, (int) strlen(comparison->contestants[i].formulation->id)),
                               comparison->contestants[i].apart[column]);
    g_string_append_c(text, '\n');
  }
  g_string_append_printf(text, "Differences from %s over %u rows, relative to the size of each column.\n",
                         reference->formulation->id, comparison->n_rows);
}

/* What the formulations that are compared are derived from, and share. */
static void
append_derivations(const Comparison *comparison, GString *text)
{
  const NoslipSystem *system = comparison->problem.system;
  for (guint i = 0; i < comparison->n; i++) {
    const Contestant *contestant = &comparison->contestants[i];
    if (!is_compared(contestant))
      continue;
    const char *shares = noslip_formulation_shares(contestant->formulation, system);
    g_string_append_printf(text, "%s: from %s%s%s%s\n", contestant->formulation->id,
                           noslip_formulation_derivation(contestant->formulation, system),
                           shares != NULL ? "; shares " : "", shares != NULL ? shares : "",
                           system->k == 0                             ? ""
                           : contestant->formulation->own_multipliers ? "; lambda its own"
                                                                      : "; lambda derived");
  }
}

static int
print_text(const Comparison *comparison, int status)
{
  GString *text = g_string_new(NULL);
  if (comparison->agreement.n_motions > 1) {
    append_table(comparison, text);
    append_derivations(comparison, text);
  }
  g_string_append_printf(text, "%s\n", comparison->line);
  int printed = cli_print_text(text->str);
  g_string_free(text, TRUE);
  return cli_worse(status, printed);
}

/* The columns of multipliers that a formulation did not compute itself. */
static void
build_derived(JsonBuilder *builder, const Comparison *comparison, const Contestant *contestant)
{
  const NoslipSystem *system = comparison->problem.system;
  json_builder_set_member_name(builder, "derived");
  json_builder_begin_array(builder);
  for (guint c = 0; c < system->k && !contestant->formulation->own_multipliers; c++) {
    g_autofree char *name = g_strdup_printf("lambda[%s]", system->constraints[c].name);
    json_builder_add_string_value(builder, name);
  }
  json_builder_end_array(builder);
}

static void
build_contestant(JsonBuilder *builder, const Comparison *comparison, const Contestant *contestant)
{
  const NoslipSystem *system = comparison->problem.system;
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "id", contestant->formulation->id);
  cli_json_member_string(builder, "refusal", contestant->refusal);
  cli_json_member_string(builder, "derivation", noslip_formulation_derivation(contestant->formulation, system));
  cli_json_member_string(builder, "shares", noslip_formulation_shares(contestant->formulation, system));
  cli_json_member_boolean(builder, "compared", is_compared(contestant));
  cli_json_member_string(builder, "reason", contestant->reason);
  cli_json_member_number(builder, "stopped", contestant->stopped);
  if (is_compared(contestant)) {
    cli_json_member_int(builder, "rows", contestant->n_rows);
    cli_json_member_number(builder, "worst", worst(comparison, contestant));
    json_builder_set_member_name(builder, "differences");
    json_builder_begin_object(builder);
    for (guint column = 0; column < comparison->columns->len; column++)
      cli_json_member_number(builder, comparison->columns->pdata[column], contestant->apart[column]);
    json_builder_end_object(builder);
    build_derived(builder, comparison, contestant);
  }
  json_builder_end_object(builder);
}

static int
print_json(const Comparison *comparison, int status)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-compare-1");
  cli_json_member_string(builder, "system", comparison->problem.system->id);
  cli_json_member_number(builder, "to", comparison->problem.options.to);
  cli_json_member_number(builder, "rtol", comparison->problem.options.rtol);
  cli_json_member_number(builder, "allowed", comparison->agreement.allowed);
  if (comparison->reference < comparison->n)
    cli_json_member_string(builder, "reference", comparison->contestants[comparison->reference].formulation->id);
  json_builder_set_member_name(builder, "formulations");
  json_builder_begin_array(builder);
  for (guint i = 0; i < comparison->n; i++)
    build_contestant(builder, comparison, &comparison->contestants[i]);
  json_builder_end_array(builder);
  cli_json_member_int(builder, "motions", comparison->agreement.n_motions);
  cli_json_member_int(builder, "derivations", comparison->agreement.n_derivations);
  cli_json_member_number(builder, "difference", comparison->agreement.difference);
  cli_json_member_number(builder, "until", comparison->agreement.until);
  cli_json_member_string(builder, "line", comparison->line);
  cli_json_member_boolean(builder, "agree", comparison->agreement.agree);
  json_builder_end_object(builder);
  return cli_worse(status, cli_json_print(builder));
}

static gboolean
choose(Comparison *comparison, const char *list)
{
  g_auto(GStrv) ids = g_strsplit(list != NULL ? list : "all", ",", -1);
  gboolean all = g_strcmp0(ids[0], "all") == 0 && ids[1] == NULL;
  const NoslipFormulation *const *known = noslip_formulations();
  GArray *chosen = g_array_new(FALSE, TRUE, sizeof(Contestant));
  gboolean good = TRUE;
  for (guint f = 0; all && known[f] != NULL; f++)
    if (!known[f]->automatic)
      g_array_append_val(chosen, ((Contestant){.formulation = known[f]}));
  for (guint i = 0; !all && ids[i] != NULL; i++) {
    const NoslipFormulation *found = cli_formulation(g_strstrip(ids[i]));
    good = good && found != NULL;
    if (found != NULL)
      g_array_append_val(chosen, ((Contestant){.formulation = found}));
  }
  if (ids[0] == NULL) {
    cli_message("error: --formulations needs all, or names separated by commas");
    good = FALSE;
  }
  comparison->n = chosen->len;
  comparison->contestants = (Contestant *) (gpointer) g_array_free(chosen, FALSE);
  return good;
}

static int
compare(Comparison *comparison, const char *name, CliSetup *setup, const char *list, gboolean json)
{
  /* The differences shall be those of the formulations, not of the integrator. */
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
                comparison->problem.system->id, cli_dynamics_name(comparison->problem.kind));
    return CLI_INPUT;
  }
  if (noslip_formulation_for(comparison->problem.system, comparison->problem.kind)->automatic) {
    cli_message("error: the Lagrangian of %s is degenerate: the constraint algorithm finds its motion, and no two "
                "formulations compare; noslip-cli show tells its chain of submanifolds",
                comparison->problem.system->id);
    return CLI_INPUT;
  }
  if ((status = cli_problem_start(&comparison->problem, FALSE)) != CLI_DONE)
    return status;
  if (!add_columns(comparison))
    return CLI_INPUT;
  status = compute(comparison);
  return json ? print_json(comparison, status) : print_text(comparison, status);
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
  Comparison comparison = {0};
  gboolean json = FALSE;
  g_autofree char *list = NULL;
  g_autofree char *kinds = NULL;
  g_autofree char *apart = NULL;
  const GOptionEntry extra[] = {
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &kinds,
       "Compare kinds of dynamics from one state (--initial 'mu(NAME)=VALUE' too): nonholonomic,vakonomic", "D,D"},
      {"apart", 0, 0, G_OPTION_ARG_FILENAME, &apart,
       "With --dynamics: motions part where they differ by more than this (1e-6 of the size of a column)",
       "DIFFERENCE"},
      {"formulations", 0, 0, G_OPTION_ARG_FILENAME, &list, "all (if not given), or some, separated by commas", "F,F"},
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
        "Compute one motion by several formulations, or by several kinds of dynamics, and show how far they are apart.",
    .example = "noslip-cli compare snakeboard --formulations multipliers,projection --to 4",
    .run = run,
};
