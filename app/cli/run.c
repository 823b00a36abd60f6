/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/contacts.h"
#include "app/cli/events.h"
#include "app/cli/past.h"
#include "app/cli/verdicts.h"

#include "core/simulation/hand/push-columns.h"
#include "core/verdict/watch.h"

#include <string.h>

#define ROWS 256 /* this many rows are computed, judged and written at a time */

/* One run: its integrator, claims, events and files. */
typedef struct {
  const CliProblem *problem;
  NoslipHandRun *run;
  NoslipPushes *pushes; /* of the hands, if any */
  double *parameters;   /* of the present rows */
  NoslipCsv *csv;
  NoslipClaims *claims; /* NULL: none are judged */
  NoslipWatch *watch;
  CliEvents *events; /* NULL: none are requested */
  CliOutput *output;
  NoslipOutputFile *file; /* of the samples; NULL: standard output is used elsewhere, and no samples are written */
  NoslipOutputFile *past; /* FILE.json beside them; NULL if they are not written to a regular file */
  const NoslipFormulation *formulation;
} Stream;

/* Computes up to ROWS rows with the same parameters, which are stored; *n is their number. FALSE if there are none after
 * them. */
static gboolean
compute(Stream *stream, double *rows, guint row_size, guint *n, NoslipDiagnostic **error)
{
  memcpy(stream->parameters, noslip_hand_run_parameters(stream->run),
         stream->problem->system->n_parameters * sizeof(double));
  NoslipHandRunStep step = NOSLIP_HAND_RUN_ROW;
  gboolean more = TRUE;
  for (*n = 0; *n < ROWS && more;) {
    double *row = rows + (gsize) *n * row_size;
    step = noslip_hand_run_next(stream->run, row, &cli_cancelled, error);
    if (step != NOSLIP_HAND_RUN_ROW)
      return step == NOSLIP_HAND_RUN_TURN;
    more = stream->events == NULL || cli_events_feed(stream->events, row, error);
    *n += *error == NULL;
  }
  return more && *error == NULL;
}

/* FALSE at the end, with *status. */
static gboolean
next_chunk(Stream *stream, double *rows, guint row_size, GString *text, int *status)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  guint n = 0;
  gboolean pushed = noslip_hand_run_push(stream->run) != NULL; /* claims do not contain the force of a hand */
  gboolean more = compute(stream, rows, row_size, &n, &error);
  g_string_truncate(text, 0);
  noslip_hand_table_rows(stream->csv, stream->pushes, stream->problem->gestures, stream->parameters, n, rows, row_size,
                         text);
  if (stream->claims != NULL && pushed)
    noslip_claims_interrupt(stream->claims);
  else if (stream->claims != NULL)
    noslip_claims_add_rows(stream->claims, stream->parameters, n, rows);
  noslip_watch_add_rows(stream->watch, stream->parameters, n, rows);
  if (stream->file != NULL && !cli_output_write(stream->output, stream->file, text->str, text->len))
    return FALSE;
  if (error != NULL)
    *status = cli_report_one(error);
  return more && error == NULL;
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

/* Whether the rows are complete: to the requested end, or to the time where the motion itself ends. */
static gboolean
is_complete(const Stream *stream, int status)
{
  gboolean interrupted = status == CLI_STOPPED && __atomic_load_n(&cli_cancelled, __ATOMIC_RELAXED);
  return !stream->output->failed && status != CLI_INPUT && !interrupted;
}

/* Whether the files get their names. The rows up to where the motion ends replace no older file: then they remain in
 * FILE.partial. */
static gboolean
is_kept(const Stream *stream, gboolean complete, int status)
{
  return complete && !(status == CLI_STOPPED && noslip_output_replaces(stream->output->files));
}

static void
add_contacts(JsonBuilder *builder, gconstpointer data)
{
  const Stream *stream = data;
  guint n;
  const NoslipModeChange *changes = noslip_hand_run_changes(stream->run, &n);
  cli_contacts_json(builder, changes, n, stream->problem->system);
}

static void
report_contacts(const Stream *stream)
{
  guint n;
  const NoslipModeChange *changes = noslip_hand_run_changes(stream->run, &n);
  cli_contacts_report(changes, n, stream->problem->system);
}

static void
write_past(const Stream *stream)
{
  g_auto(GStrv) columns = noslip_hand_table_columns(stream->csv, stream->problem->gestures);
  const CliPast past = {.format = "noslip-run-1",
                        .problem = stream->problem,
                        .formulation = stream->formulation,
                        .columns = columns,
                        .claims = stream->claims,
                        .more = add_contacts,
                        .data = stream};
  cli_past_write(&past, stream->output, stream->past);
}

static int
stream_all(Stream *stream)
{
  guint row_size = noslip_row_size(stream->problem->system);
  g_autofree double *rows = g_new(double, (gsize) ROWS *row_size);
  g_autoptr(GString) text = g_string_new(NULL);
  int status = CLI_DONE;
  noslip_hand_table_header(stream->csv, stream->problem->gestures, text);
  if (stream->file != NULL)
    cli_output_write(stream->output, stream->file, text->str, text->len);
  while (!stream->output->failed && next_chunk(stream, rows, row_size, text, &status))
    ;
  gboolean complete = is_complete(stream, status);
  if (complete && stream->past != NULL)
    write_past(stream);
  status =
      cli_worse(status, cli_output_end(stream->output, is_kept(stream, complete, status) || stream->output->failed));
  if (complete)
    report_contacts(stream);
  if (complete)
    warn(stream->watch);
  if (complete && stream->claims != NULL)
    status = cli_worse(status, judge(stream));
  cli_events_close(g_steal_pointer(&stream->events), complete);
  return status;
}

/* The files of the events and of the samples. */
static int
open_files(Stream *stream, const CliEventOptions *wanted, NoslipDynamics *dynamics, const char *path)
{
  int status;
  gboolean standard = path == NULL || strcmp(path, "-") == 0;
  gboolean events_standard = wanted->functions != NULL && (wanted->path == NULL || strcmp(wanted->path, "-") == 0);
  if (path != NULL && standard && events_standard) {
    cli_message("error: samples and events cannot both go to standard output");
    return CLI_INPUT;
  }
  stream->events = cli_events_new(wanted, stream->problem, dynamics, stream->csv, stream->output, &status);
  if (status != CLI_DONE || (standard && events_standard))
    return status;
  stream->file = cli_output_add(stream->output, path);
  if (stream->file == NULL)
    return CLI_INPUT;
  return cli_past_add(stream->output, stream->file, path, &stream->past) ? CLI_DONE : CLI_INPUT;
}

static int
run_dynamics(CliProblem *problem, NoslipDynamics *dynamics, const char *path, const CliEventOptions *wanted)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipCsv) csv = noslip_csv_new(problem->system, problem->kind, diagnostics);
  /* The claims of a constrained system are about its constrained motion, unless its text declares free dynamics. */
  gboolean judged = problem->kind != NOSLIP_DYNAMICS_FREE || problem->system->k == 0 ||
                    problem->system->dynamics == NOSLIP_DYNAMICS_FREE;
  g_autoptr(NoslipClaims) claims = judged ? noslip_claims_new(problem->system, problem->kind, diagnostics) : NULL;
  int status = cli_report(diagnostics);
  if (csv == NULL || (judged && claims == NULL) || status != CLI_DONE)
    return status != CLI_DONE ? status : CLI_INPUT;
  g_autoptr(NoslipPushes) pushes = noslip_pushes_new(problem->system);
  g_autoptr(NoslipHandRun) run = cli_problem_run(problem, dynamics, pushes, &status);
  if (run == NULL)
    return status;
  g_autofree double *parameters = g_new(double, problem->system->n_parameters + 1);
  CliOutput output;
  cli_output_start(&output, problem);
  g_autoptr(NoslipWatch) watch = noslip_watch_new(problem->system, problem->kind);
  Stream stream = {.problem = problem,
                   .run = run,
                   .pushes = pushes,
                   .parameters = parameters,
                   .csv = csv,
                   .claims = claims,
                   .watch = watch,
                   .output = &output,
                   .formulation = noslip_dynamics_formulation(dynamics)};
  status = open_files(&stream, wanted, dynamics, path);
  if (status == CLI_DONE)
    return stream_all(&stream);
  cli_events_close(stream.events, FALSE);
  int dropped = cli_output_drop(&output);
  return output.failed ? dropped : status;
}

static int
run_problem(CliProblem *problem, const char *formulation, const char *path, const CliEventOptions *wanted)
{
  int status;
  if (problem->gestures != NULL && wanted->functions != NULL) {
    cli_message(
        "error: --event finds no zeros in a motion with movements of hands; leave it out, or the group [Hands]");
    return CLI_INPUT;
  }
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, formulation, &status);
  if (dynamics == NULL || (status = cli_problem_start(problem, TRUE)) != CLI_DONE)
    return status;
  return run_dynamics(problem, dynamics, path, wanted);
}

static int
run(int argc, char **argv)
{
  CliSetup setup = {.takes_hands = TRUE};
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
    .details =
        "With --output FILE.csv there is FILE.csv.json beside it: the system's text and its SHA-256, parameters,\n"
        "initial values, dynamics, formulation, method, tolerances, columns and verdicts, and every impact and change\n"
        "between sliding and sticking as `contacts`. --input 'u=sin(3*t)' gives an input of the text another course.\n"
        "If the motion cannot go on, the rows until then are written; files that exist are then left as they are, and\n"
        "the rows are in FILE.csv.partial.\n"
        "A set-up's movements of hands are computed with the motion, and the force of a hand that pulls has columns "
        "of\n"
        "its own; the claims are judged while no hand pulls.",
    .example = "noslip-cli run chaplygin-sleigh --set a=0.3 --initial omega=2 --to 10 --step 0.1\n"
               "  noslip-cli run nonholonomic-oscillator --event y --event-direction rising --to 100",
    .run = run,
};
