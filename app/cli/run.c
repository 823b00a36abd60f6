/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/events.h"
#include "app/cli/verdicts.h"

#include "core/trajectory/csv.h"
#include "core/verdict/watch.h"

#define ROWS 256 /* computed, judged and written at a time */

/* One run on its way from the integrator to the file. */
typedef struct {
  const CliProblem *problem;
  NoslipRun *run;
  NoslipCsv *csv;
  NoslipClaims *claims; /* NULL: none is judged */
  NoslipWatch *watch;
  CliEvents *events; /* NULL: none is looked for */
  gboolean silent;   /* standard output is taken: no samples are written */
  CliOutput output;
} Stream;

/* FALSE at the end; *status tells how it ended. */
static gboolean
next_chunk(Stream *stream, double *rows, guint row_size, GString *text, int *status)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  guint n = 0;
  gboolean more = TRUE;
  while (n < ROWS && more && noslip_run_next(stream->run, rows + (gsize) n * row_size, &cli_cancelled, &error)) {
    more = stream->events == NULL || cli_events_feed(stream->events, rows + (gsize) n * row_size, &error);
    n += error == NULL;
  }
  g_string_truncate(text, 0);
  noslip_csv_rows(stream->csv, stream->problem->parameters, n, rows, text);
  if (stream->claims != NULL)
    noslip_claims_add_rows(stream->claims, stream->problem->parameters, n, rows);
  noslip_watch_add_rows(stream->watch, stream->problem->parameters, n, rows);
  if (!stream->silent && !cli_output_write(&stream->output, text->str, text->len))
    return FALSE;
  if (error != NULL)
    *status = cli_report_one(error);
  return n == ROWS && more && error == NULL;
}

/* One line for each claim. */
static int
judge(const Stream *stream)
{
  int status = CLI_DONE;
  for (guint i = 0; i < noslip_claims_n(stream->claims); i++) {
    NoslipVerdict verdict;
    noslip_claims_verdict(stream->claims, i, &verdict);
    if (!verdict.applies)
      continue;
    g_autofree char *text = cli_verdict_text(stream->claims, &verdict, &stream->problem->options);
    cli_message("claim \"%s\": %s", verdict.claim->title, text);
    if (!verdict.good)
      status = CLI_FAILED;
  }
  return status;
}

static void
warn(const NoslipWatch *watch)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  noslip_watch_report(watch, diagnostics);
  cli_report(diagnostics);
}

static int
stream_all(Stream *stream, const char *path)
{
  if (!cli_output_open(&stream->output, path))
    return CLI_INPUT;
  guint row_size = noslip_row_size(stream->problem->system);
  g_autofree double *rows = g_new(double, (gsize) ROWS *row_size);
  GString *text = g_string_new(NULL);
  int status = CLI_DONE;
  noslip_csv_header(stream->csv, text);
  if (!stream->silent)
    cli_output_write(&stream->output, text->str, text->len);
  while (!stream->output.failed && next_chunk(stream, rows, row_size, text, &status))
    ;
  g_string_free(text, TRUE);
  gboolean complete = !stream->output.failed;
  status = cli_worse(status, cli_output_close(&stream->output));
  if (complete)
    warn(stream->watch);
  if (complete && stream->claims != NULL)
    status = cli_worse(status, judge(stream));
  return status;
}

static int
run_problem(CliProblem *problem, const char *formulation, const char *path, const CliEventOptions *wanted)
{
  int status;
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, formulation, &status);
  if (dynamics == NULL || (status = cli_problem_start(problem, TRUE)) != CLI_DONE)
    return status;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipCsv) csv = noslip_csv_new(problem->system, problem->kind, diagnostics);
  /* The claims of a constrained system speak of its constrained motion, unless it says that its dynamics are free. */
  gboolean judged = problem->kind != NOSLIP_DYNAMICS_FREE || problem->system->k == 0 ||
                    problem->system->dynamics == NOSLIP_DYNAMICS_FREE;
  g_autoptr(NoslipClaims) claims = judged ? noslip_claims_new(problem->system, problem->kind, diagnostics) : NULL;
  status = cli_report(diagnostics);
  if (csv == NULL || (judged && claims == NULL) || status != CLI_DONE)
    return status != CLI_DONE ? status : CLI_INPUT;
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &problem->options, problem->parameters, 0, problem->xy,
                                            problem->kind == NOSLIP_DYNAMICS_VAKONOMIC ? problem->mu : NULL, &error);
  if (run == NULL)
    return cli_report_one(error);
  g_autoptr(NoslipWatch) watch = noslip_watch_new(problem->system, problem->kind);
  Stream stream = {.problem = problem, .run = run, .csv = csv, .claims = claims, .watch = watch};
  stream.events = cli_events_new(wanted, problem, dynamics, csv, &status);
  if (status != CLI_DONE)
    return status;
  stream.silent = stream.events != NULL && cli_events_take_output(stream.events) && path == NULL;
  if (stream.events != NULL && cli_events_take_output(stream.events) && g_strcmp0(path, "-") == 0) {
    cli_message("error: samples and events cannot both go to standard output");
    return cli_worse(CLI_INPUT, cli_events_close(stream.events));
  }
  status = stream_all(&stream, path);
  return stream.events != NULL ? cli_worse(status, cli_events_close(stream.events)) : status;
}

static int
run(int argc, char **argv)
{
  CliSetup setup = {0};
  CliProblem problem = {0};
  CliEventOptions events = {0};
  g_autofree char *formulation = NULL;
  g_autofree char *path = NULL;
  const GOptionEntry extra[] = {
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &setup.dynamics, "nonholonomic, vakonomic or free", "D"},
      {"formulation", 0, 0, G_OPTION_ARG_FILENAME, &formulation, cli_formulation_list(" or "), "F"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to this file instead of standard output", "FILE.csv"},
      {NULL},
  };
  g_autofree GOptionEntry *with_events = cli_event_entries(&events, extra);
  g_autofree GOptionEntry *entries = cli_setup_entries(&setup, with_events);
  int status = CLI_INPUT;
  if (cli_parse(&cli_run, entries, &argc, &argv, 1, 1))
    status = cli_problem_load(&problem, argv[0], &setup);
  if (problem.system != NULL && status == CLI_DONE)
    status = run_problem(&problem, formulation, path, &events);
  cli_problem_clear(&problem);
  cli_setup_clear(&setup);
  cli_event_options_clear(&events);
  return status;
}

const CliCommand cli_run = {
    .name = "run",
    .usage = "SYSTEM",
    .summary = "Compute a motion, write it as CSV and judge the system's claims along it.",
    .example = "noslip-cli run chaplygin-sleigh --set a=0.3 --initial omega=2 --to 10 --step 0.1\n"
               "  noslip-cli run nonholonomic-oscillator --event y --event-direction rising --to 100",
    .run = run,
};
