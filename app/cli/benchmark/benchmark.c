/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmark: the cost of one evaluation, compared with hand-written C for the same system. */
#include "app/cli/benchmark/benchmark.h"
#include "app/cli/benchmark/by-hand.h"
#include "app/cli/json.h"
#include "core/catalogue/catalogue.h"
#include "core/language/language.h"

#include <math.h>
#include <string.h>
#include <time.h>

#define REPEATS 7   /* medians are taken over this many repeats */
#define LONGEST 5.0 /* s: the length of the motion whose steps are timed */
#define SLICE 2e-3  /* seconds: the least duration of one repeat */

typedef struct {
  char *system;
  const NoslipFormulation *formulation;
  double ready;              /* seconds from reading the text to the first evaluation */
  double evaluation;         /* seconds a right-hand side */
  double steps;              /* steps a second of the default integrator */
  double unreduced, reduced; /* seconds of one right-hand side written by hand, or NaN */
} Result;

double
cli_benchmark_now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

static int
by_size(const void *a, const void *b)
{
  double first = *(const double *) a, second = *(const double *) b;
  return (first > second) - (first < second);
}

static double
median(double *values)
{
  qsort(values, REPEATS, sizeof *values, by_size);
  return values[REPEATS / 2];
}

/* The timed operation: one call of `evaluate`. */
typedef struct {
  const NoslipFormulation *formulation;
  gpointer work;
  const NoslipByHand *hand;
  gboolean reduced;
  const double *parameters;
  double *state, *rates;
} Subject;

static void
evaluate(const Subject *subject, guint times)
{
  for (guint i = 0; i < times; i++) {
    /* Let the state depend on the last result, so that the compiler cannot omit or overlap calls. */
    subject->state[0] += 1e-300 * subject->rates[0];
    if (subject->formulation != NULL)
      subject->formulation->rates(subject->work, 0, subject->state, subject->rates);
    else if (subject->reduced)
      subject->hand->reduced(subject->parameters, subject->state, subject->rates);
    else
      subject->hand->unreduced(subject->parameters, subject->state, subject->rates);
  }
}

/* Seconds of one call: the median over repeats of at least SLICE. */
static double
time_calls(const Subject *subject)
{
  guint times = 16;
  double values[REPEATS];
  for (;;) {
    double start = cli_benchmark_now();
    evaluate(subject, times);
    if (cli_benchmark_now() - start > SLICE || times > 1u << 24)
      break;
    times *= 2;
  }
  for (guint i = 0; i < REPEATS; i++) {
    double start = cli_benchmark_now();
    evaluate(subject, times);
    values[i] = (cli_benchmark_now() - start) / times;
  }
  return median(values);
}

double
cli_benchmark_rates(const NoslipFormulation *formulation, gpointer work, double *state, double *rates)
{
  Subject subject = {.formulation = formulation, .work = work, .state = state, .rates = rates};
  return time_calls(&subject);
}

static void
time_by_hand(Result *result, const CliProblem *problem)
{
  for (const NoslipByHand *hand = noslip_by_hand; hand->system != NULL; hand++) {
    if (strcmp(hand->system, problem->system->id) != 0 || hand->size != problem->system->m + problem->system->n)
      continue;
    g_autofree double *state = g_memdup2(problem->xy, hand->size * sizeof(double));
    g_autofree double *rates = g_new0(double, hand->size);
    Subject subject = {.hand = hand, .parameters = problem->parameters, .state = state, .rates = rates};
    result->unreduced = time_calls(&subject);
    hand->enter(problem->parameters, problem->xy, state);
    subject.reduced = TRUE;
    result->reduced = time_calls(&subject);
  }
}

/* Evaluates the rates at the state once. FALSE if they cannot be evaluated there. */
static gboolean
evaluate_once(const NoslipFormulation *formulation, NoslipDynamics *dynamics, const double *parameters,
              const double *full)
{
  gconstpointer data = noslip_dynamics_data(dynamics);
  gpointer work = formulation->work_new(data);
  g_autofree double *state = g_new0(double, formulation->size(data) + 1);
  g_autofree double *rates = g_new0(double, formulation->size(data) + 1);
  formulation->set_parameters(work, parameters);
  gboolean good = formulation->enter(work, 0, full, state) == NOSLIP_STEP_OK &&
                  formulation->rates(work, 0, state, rates) == NOSLIP_STEP_OK;
  formulation->work_free(work);
  return good;
}

/* From the text, whose initial state is computed as it is read, to the first right-hand side. `full`: x, y and mu. */
static double
time_ready(const CliProblem *problem, const NoslipFormulation *formulation, const double *full)
{
  double values[REPEATS] = {0};
  for (guint i = 0; i < REPEATS; i++) {
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autoptr(NoslipDiagnostic) error = NULL;
    double start = cli_benchmark_now();
    g_autoptr(NoslipSystem) system =
        noslip_language_system(problem->system->text, -1, problem->system->file, problem->system->id, diagnostics);
    g_autoptr(NoslipDynamics) dynamics = system != NULL ? noslip_dynamics_new(formulation, system, &error) : NULL;
    gboolean good = dynamics != NULL && evaluate_once(formulation, dynamics, problem->parameters, full);
    values[i] = good ? cli_benchmark_now() - start : NAN;
  }
  return median(values);
}

static double
time_steps(const CliProblem *problem, NoslipDynamics *dynamics)
{
  double values[REPEATS] = {0};
  g_autofree double *row = g_new(double, noslip_row_size(problem->system));
  for (guint i = 0; i < REPEATS; i++) {
    g_autoptr(NoslipDiagnostic) error = NULL;
    NoslipRunOptions options = problem->options;
    options.to = fmin(options.to, LONGEST);
    options.step = options.to; /* the integrator's own steps, not the samples */
    g_autoptr(NoslipRun) run =
        noslip_run_new(dynamics, &options, problem->parameters, 0, problem->xy, problem->mu, &error);
    if (run == NULL)
      return NAN;
    double start = cli_benchmark_now();
    while (noslip_run_next(run, row, &cli_cancelled, &error))
      ;
    values[i] = (double) noslip_run_n_steps(run) / (cli_benchmark_now() - start);
  }
  return median(values);
}

static gboolean
time_formulation(Result *result, const CliProblem *problem)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  const NoslipFormulation *formulation = result->formulation;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, problem->system, &error);
  if (dynamics == NULL)
    return FALSE;
  gconstpointer data = noslip_dynamics_data(dynamics);
  gpointer work = formulation->work_new(data);
  formulation->set_parameters(work, problem->parameters);
  g_autofree double *state = g_new0(double, formulation->size(data) + 1);
  g_autofree double *rates = g_new0(double, formulation->size(data) + 1);
  guint n = problem->system->m + problem->system->n, k = problem->system->k;
  g_autofree double *full = g_new0(double, n + k + 1); /* x, y and mu, as formulations take a state */
  memcpy(full, problem->xy, n * sizeof *full);
  memcpy(full + n, problem->mu, k * sizeof *full);
  gboolean good = formulation->enter(work, 0, full, state) == NOSLIP_STEP_OK;
  if (good) {
    result->evaluation = cli_benchmark_rates(formulation, work, state, rates);
    result->ready = time_ready(problem, formulation, full);
    result->steps = time_steps(problem, dynamics);
  }
  formulation->work_free(work);
  return good;
}

/* Whether the system is timed with this formulation: the nonholonomic formulations that the user can choose from, the
 * formulation of the system's own dynamics, and the vakonomic formulations for systems with constraints. */
static gboolean
applies(const NoslipFormulation *formulation, const CliProblem *problem)
{
  const NoslipSystem *system = problem->system;
  gboolean choice = !formulation->automatic && problem->kind == NOSLIP_DYNAMICS_NONHOLONOMIC;
  gboolean usual = formulation == noslip_formulation_for(system, problem->kind);
  gboolean vakonomic = formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC && system->k > 0;
  if (!choice && !usual && !vakonomic)
    return FALSE;
  g_autofree char *refusal = noslip_formulation_refusal(formulation, system);
  return refusal == NULL;
}

static int
benchmark_system(const char *name, GArray *results)
{
  CliProblem problem;
  guint before = results->len;
  int status = cli_problem_load(&problem, name, NULL);
  if (status == CLI_DONE)
    status = cli_problem_start(&problem, FALSE);
  for (const NoslipFormulation *const *f = noslip_formulations(); status == CLI_DONE && *f != NULL; f++) {
    Result result = {.formulation = *f, .unreduced = NAN, .reduced = NAN};
    if (!applies(*f, &problem) || !time_formulation(&result, &problem))
      continue;
    if ((*f)->kind == NOSLIP_DYNAMICS_NONHOLONOMIC)
      time_by_hand(&result, &problem);
    result.system = g_strdup(problem.system->id);
    g_array_append_val(results, result);
  }
  if (status == CLI_DONE && results->len == before)
    cli_message("note: %s has no motion to measure; noslip-cli show %s explains why", problem.system->id, name);
  cli_problem_clear(&problem);
  return status;
}

static int
print_text(const GArray *results)
{
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%-32s %-18s %12s %10s %12s %10s %10s\n", "system", "formulation", "ns/evaluation",
                         "ms ready", "steps/s", "/unreduced", "/reduced");
  for (guint i = 0; i < results->len; i++) {
    const Result *result = &g_array_index(results, Result, i);
    g_string_append_printf(text, "%-32s %-18s %12.1f %10.2f %12.0f", result->system, result->formulation->id,
                           1e9 * result->evaluation, 1e3 * result->ready, result->steps);
    if (!isnan(result->unreduced))
      g_string_append_printf(text, " %10.2f %10.2f", result->evaluation / result->unreduced,
                             result->evaluation / result->reduced);
    g_string_append_c(text, '\n');
  }
  g_string_append(
      text, "Processor time, medians. The last two columns are the ratio to C written by hand for the same system,\n"
            "with a dense solve of the unreduced equations and reduced with pencil and paper.\n");
  int status = cli_print_text(text->str);
  g_string_free(text, TRUE);
  return status;
}

static int
print_json(const GArray *results)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-benchmark-1");
  json_builder_set_member_name(builder, "results");
  json_builder_begin_array(builder);
  for (guint i = 0; i < results->len; i++) {
    const Result *result = &g_array_index(results, Result, i);
    json_builder_begin_object(builder);
    cli_json_member_string(builder, "system", result->system);
    cli_json_member_string(builder, "formulation", result->formulation->id);
    cli_json_member_number(builder, "ns_per_evaluation", 1e9 * result->evaluation);
    cli_json_member_number(builder, "ms_from_text_to_ready", 1e3 * result->ready);
    cli_json_member_number(builder, "steps_per_second", result->steps);
    if (!isnan(result->unreduced)) {
      cli_json_member_number(builder, "ns_by_hand_unreduced", 1e9 * result->unreduced);
      cli_json_member_number(builder, "ns_by_hand_reduced", 1e9 * result->reduced);
      cli_json_member_number(builder, "ratio_to_unreduced", result->evaluation / result->unreduced);
      cli_json_member_number(builder, "ratio_to_reduced", result->evaluation / result->reduced);
    }
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

static void
append_sweep(GString *text, const CliSweepTimes *times)
{
  g_string_append_printf(text, "\n%u snakeboards by %s: %.0f us each alone, %.0f us each side by side: %.2f of it\n",
                         times->motions, times->method, 1e6 * times->alone, 1e6 * times->side_by_side,
                         times->side_by_side / times->alone);
  if (!isnan(times->two_threads))
    g_string_append_printf(text, "on the clock %.2f s by one thread, %.2f s by two: %.2f of it\n", times->one_thread,
                           times->two_threads, times->two_threads / times->one_thread);
}

static void
append_trailers(GString *text, const CliTrailerTimes *times)
{
  g_string_append_printf(text, "\n%8s %12s %14s\n", "trailers", "ms ready", "ns/evaluation");
  for (guint i = 0; i < CLI_TRAILERS; i++)
    g_string_append_printf(text, "%8u %12.2f %14.1f\n", i + 1, 1e3 * times->ready[i], 1e9 * times->rates[i]);
  g_string_append_printf(text, "%8s %12.2f %14.2f\n", "exponent", times->ready_exponent, times->rates_exponent);
}

/* The measurements that grow with the number of motions and bodies. */
static int
print_many(void)
{
  CliSweepTimes fixed, own;
  CliTrailerTimes trailers;
  int status = cli_benchmark_sweep("rk4", &fixed);
  if (status == CLI_DONE)
    status = cli_benchmark_sweep("rk8pd", &own);
  if (status == CLI_DONE)
    status = cli_benchmark_trailers(&trailers);
  if (status != CLI_DONE)
    return status;
  GString *text = g_string_new(NULL);
  append_sweep(text, &fixed);
  append_sweep(text, &own);
  append_trailers(text, &trailers);
  status = cli_print_text(text->str);
  g_string_free(text, TRUE);
  return status;
}

static int
print_finder(gboolean json)
{
  CliFinderTime times[CLI_FINDER_TASKS];
  int status = cli_benchmark_finder(times);
  if (status != CLI_DONE)
    return status;
  if (!json) {
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, "\n%-32s %-18s %12s %12s\n", "system", "search", "ms", "times C");
    for (guint i = 0; i < CLI_FINDER_TASKS; i++) {
      g_string_append_printf(text, "%-32s %-18s %12.1f", times[i].system, times[i].task, 1e3 * times[i].seconds);
      if (!isnan(times[i].by_hand))
        g_string_append_printf(text, " %12.1f", times[i].seconds / times[i].by_hand);
      g_string_append_c(text, '\n');
    }
    return cli_print_text(text->str);
  }
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-benchmark-1");
  json_builder_set_member_name(builder, "results");
  json_builder_begin_array(builder);
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "finder");
  json_builder_begin_array(builder);
  for (guint i = 0; i < CLI_FINDER_TASKS; i++) {
    json_builder_begin_object(builder);
    cli_json_member_string(builder, "system", times[i].system);
    cli_json_member_string(builder, "search", times[i].task);
    cli_json_member_number(builder, "ms", 1e3 * times[i].seconds);
    if (!isnan(times[i].by_hand))
      cli_json_member_number(builder, "times_c", times[i].seconds / times[i].by_hand);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

static void
result_clear(gpointer result)
{
  g_free(((Result *) result)->system);
}

static int
run(int argc, char **argv)
{
  gboolean json = FALSE, many = FALSE, finder = FALSE;
  const GOptionEntry entries[] = {
      CLI_JSON_ENTRY(&json),
      {"scaling", 0, 0, G_OPTION_ARG_NONE, &many,
       "Only how costs grow: a sweep alone, side by side and in threads; 1 to 12 trailers", NULL},
      {"finder", 0, 0, G_OPTION_ARG_NONE, &finder, "Measure only the searches of the finder", NULL},
      {NULL},
  };
  if (!cli_parse(&cli_benchmark, entries, &argc, &argv, 0, 0))
    return CLI_INPUT;
  if (many && (json || argc > 0)) {
    cli_message("error: --scaling takes no SYSTEM and prints text");
    return CLI_INPUT;
  }
  if (finder && (many || argc > 0)) {
    cli_message("error: --finder takes no SYSTEM and no --scaling");
    return CLI_INPUT;
  }
  if (many)
    return print_many();
  if (finder)
    return print_finder(json);
  int status = CLI_DONE;
  g_autoptr(GArray) results = g_array_new(FALSE, FALSE, sizeof(Result));
  g_array_set_clear_func(results, result_clear);
  g_autoptr(GPtrArray) catalogue = noslip_catalogue_list();
  for (int i = 0; i < argc; i++)
    status = cli_worse(status, benchmark_system(argv[i], results));
  for (guint i = 0; argc == 0 && i < catalogue->len; i++)
    status = cli_worse(status, benchmark_system(((NoslipCatalogueEntry *) catalogue->pdata[i])->id, results));
  status = cli_worse(status, json ? print_json(results) : print_text(results));
  if (argc > 0 || json)
    return status;
  status = cli_worse(status, print_many());
  return cli_worse(status, print_finder(FALSE));
}

const CliCommand cli_benchmark = {
    .name = "benchmark",
    .usage = "[SYSTEM...]",
    .summary = "Measure the cost of evaluating the equations of motion.",
    .example = "noslip-cli benchmark chaplygin-sleigh",
    .run = run,
};
