/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli section: Poincare sections, the states at which an expression changes its sign. */
#include "core/finder/section.h"
#include "app/cli/cli.h"
#include "app/cli/json.h"
#include "app/cli/progress.h"
#include "app/cli/sweep/sweep.h"
#include "core/dynamics/start.h"
#include "core/trajectory/csv.h"
#include "core/trajectory/events.h"

#define JOBS_MOST 1024
#define COUNT_MOST 100000000
/* Without --to, a motion that does not return ends after this many default durations of the system. */
#define LONGEST 1000

typedef struct {
  Sweep grid; /* the motions; its problem is borrowed by all threads */
  const char *event;
  NoslipEventDirection direction;
  guint64 count;
} Section;

/* One motion: its rows as text, how many there are, and what went wrong. */
typedef struct {
  GString *text;
  guint64 found;
  NoslipDiagnostic *error;
} Motion;

typedef struct {
  const Section *section;
  Motion *motions;
  guint64 next; /* of the motions, taken by threads in turn */
  guint done;   /* motions */
  GMutex lock;
} Crew;

/* What the rows of a motion are written with. */
typedef struct {
  NoslipCsv *csv;
  const double *parameters;
  Motion *motion;
} Writing;

static void
write_event(guint index, const double *row, gpointer data)
{
  Writing *writing = data;
  g_string_append_printf(writing->motion->text, "%u,", index);
  noslip_csv_rows(writing->csv, writing->parameters, 1, row, writing->motion->text);
}

static void
follow(const Section *section, NoslipCsv *csv, const double *parameters, const double *xy, const double *mu,
       guint64 index, Motion *motion)
{
  const CliProblem *problem = &section->grid.problem;
  const NoslipSectionCut cut = {section->event, section->direction, section->count};
  Writing writing = {csv, parameters, motion};
  motion->found = noslip_section_follow(section->grid.dynamics, &problem->options, parameters, xy,
                                        problem->kind == NOSLIP_DYNAMICS_VAKONOMIC ? mu : NULL, &cut, (guint) index,
                                        write_event, &writing, &cli_cancelled, &motion->error);
}

static void
compute(const Section *section, NoslipCsv *csv, NoslipStarter *starter, guint64 index, Motion *motion)
{
  const CliProblem *problem = &section->grid.problem;
  const NoslipSystem *system = problem->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *values = g_new0(double, (gsize) section->grid.axes->len + 1);
  g_autofree double *parameters = g_new0(double, (gsize) system->n_parameters + 1);
  g_autofree NoslipOverride *overrides =
      g_new0(NoslipOverride, (gsize) problem->overrides->len + section->grid.axes->len + 1);
  g_autofree double *xy = g_new0(double, (gsize) system->m + system->n + 1);
  g_autofree double *mu = g_new0(double, (gsize) system->k + 1);
  sweep_grid_values(&section->grid, index, values);
  guint n = sweep_grid_set(&section->grid, values, parameters, overrides);
  if (noslip_starter_state(starter, parameters, n, overrides, xy, xy + system->m, mu, diagnostics)) {
    follow(section, csv, parameters, xy, mu, index, motion);
    return;
  }
  for (guint i = 0; i < diagnostics->list->len && motion->error == NULL; i++)
    if (((NoslipDiagnostic *) diagnostics->list->pdata[i])->severity == NOSLIP_ERROR)
      motion->error = noslip_diagnostic_copy(diagnostics->list->pdata[i]);
}

static gpointer
work(gpointer data)
{
  Crew *crew = data;
  const CliProblem *problem = &crew->section->grid.problem;
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  g_autoptr(NoslipCsv) csv = noslip_csv_new(problem->system, problem->kind, ignored);
  g_autoptr(NoslipStarter) starter = noslip_start_new(problem->system, problem->kind);
  for (;;) {
    g_mutex_lock(&crew->lock);
    guint64 index = crew->next++;
    g_mutex_unlock(&crew->lock);
    if (index >= crew->section->grid.n_points || g_atomic_int_get(&cli_cancelled))
      return NULL;
    compute(crew->section, csv, starter, index, &crew->motions[index]);
    g_atomic_int_inc(&crew->done);
  }
}

/* The rows of the motions, in their order, whoever computed them. */
static int
collect_rows(const Section *section, const Motion *motions, GString *rows)
{
  int status = CLI_DONE;
  for (guint64 i = 0; i < section->grid.n_points; i++) {
    g_string_append_len(rows, motions[i].text->str, (gssize) motions[i].text->len);
    if (motions[i].error != NULL) {
      cli_message("motion %" G_GUINT64_FORMAT ":", i);
      status = cli_worse(status, cli_report_one(motions[i].error));
    } else if (motions[i].found < section->count) {
      cli_message("motion %" G_GUINT64_FORMAT " ended after %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                  " crossings; --to gives it more time",
                  i, motions[i].found, section->count);
      status = cli_worse(status, CLI_FAILED);
    }
  }
  return status;
}

/* All motions, by as many threads; their rows in order. */
static int
compute_all(const Section *section, guint jobs, GString *rows)
{
  guint64 n = section->grid.n_points;
  Crew crew = {.section = section, .motions = g_new0(Motion, n)};
  g_autofree GThread **threads = g_new0(GThread *, jobs);
  g_mutex_init(&crew.lock);
  for (guint64 i = 0; i < n; i++)
    crew.motions[i].text = g_string_new(NULL);
  cli_progress_begin("motions", &crew.done, (guint) n);
  for (guint i = 0; i < jobs; i++)
    threads[i] = g_thread_new("section", work, &crew);
  for (guint i = 0; i < jobs; i++)
    g_thread_join(threads[i]);
  cli_progress_end();
  g_mutex_clear(&crew.lock);
  int status = collect_rows(section, crew.motions, rows);
  for (guint64 i = 0; i < n; i++) {
    g_string_free(crew.motions[i].text, TRUE);
    g_clear_pointer(&crew.motions[i].error, noslip_diagnostic_free);
  }
  g_free(crew.motions);
  return status;
}

/* Rows are written to the file, or to standard output if there is none and JSON is not requested. */
static int
run_all(const Section *section, guint jobs, const char *path, gboolean json)
{
  const CliProblem *problem = &section->grid.problem;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipCsv) csv = noslip_csv_new(problem->system, problem->kind, diagnostics);
  if (csv == NULL)
    return cli_report(diagnostics);
  CliOutput output;
  NoslipOutputFile *file = NULL;
  gboolean to_file = path != NULL || !json;
  cli_output_start(&output, problem);
  if (to_file && (file = cli_output_add(&output, path)) == NULL)
    return cli_output_drop(&output);
  g_autoptr(GString) header = g_string_new("motion,");
  g_autoptr(GString) rows = g_string_new(NULL);
  noslip_csv_header(csv, header);
  int status = compute_all(section, jobs, rows);
  gboolean complete = !g_atomic_int_get(&cli_cancelled);
  if (to_file) {
    cli_output_write(&output, file, header->str, header->len);
    cli_output_write(&output, file, rows->str, rows->len);
  }
  status = cli_worse(status, cli_output_end(&output, complete));
  if (json && complete && g_strcmp0(path, "-") != 0)
    status = cli_worse(status, cli_json_print_rows(problem->system->id, header->str, rows->str));
  return status;
}

typedef struct {
  CliSetup setup;
  char *event, *direction, *count, *jobs, *path;
  char **ensemble;
  int seed;
  gboolean json;
} Options;

static gboolean
read_direction(const char *text, NoslipEventDirection *direction)
{
  *direction = NOSLIP_EVENT_BOTH;
  if (text == NULL || (noslip_event_direction_find(text, direction) && *direction != NOSLIP_EVENT_BOTH))
    return TRUE;
  cli_message("error: --direction is rising or falling, not '%s'", text);
  return FALSE;
}

static gboolean
read_number(const char *option, const char *text, guint64 most, guint64 *value)
{
  if (text == NULL || g_ascii_string_to_unsigned(text, 10, 1, most, value, NULL))
    return TRUE;
  cli_message("error: %s needs a number from 1 to %" G_GUINT64_FORMAT ", not '%s'", option, most, text);
  return FALSE;
}

/* Without --ensemble there is one motion. */
static gboolean
read_grid(Section *section, const Options *options)
{
  if (options->ensemble != NULL)
    return sweep_grid_read(&section->grid, options->ensemble, NULL, &options->setup);
  section->grid.axes = g_array_new(FALSE, FALSE, sizeof(SweepAxis));
  section->grid.n_points = section->grid.n = 1;
  return TRUE;
}

/* What can be said before any motion: the expression, the grid, the numbers. */
static int
prepare(Section *section, const Options *options, guint64 *jobs)
{
  CliProblem *problem = &section->grid.problem;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  int status = CLI_INPUT;
  if (options->event == NULL || options->count == NULL) {
    cli_message("error: section needs --event EXPR and --count N");
    return CLI_INPUT;
  }
  section->event = options->event;
  if (!read_direction(options->direction, &section->direction) ||
      !read_number("--count", options->count, COUNT_MOST, &section->count) ||
      !read_number("--jobs", options->jobs, JOBS_MOST, jobs) || !read_grid(section, options))
    return CLI_INPUT;
  if (options->setup.to == NULL)
    problem->options.to = LONGEST * problem->system->run_to;
  if (options->setup.step == NULL)
    problem->options.step = 0;
  section->grid.dynamics = cli_problem_dynamics(problem, NULL, &status);
  if (section->grid.dynamics == NULL)
    return status;
  g_autoptr(NoslipEvents) events = noslip_events_new(section->grid.dynamics, &problem->options, problem->parameters);
  if (!noslip_events_add(events, section->event, section->direction, diagnostics))
    return cli_report_option("--event", diagnostics);
  return CLI_DONE;
}

static int
run(int argc, char **argv)
{
  Options options = {0};
  Section section = {.grid = {.block = 1}};
  guint64 jobs = g_get_num_processors();
  const GOptionEntry extra[] = {
      {"event", 0, 0, G_OPTION_ARG_FILENAME, &options.event, "The expression whose zeros are the section", "EXPR"},
      {"direction", 0, 0, G_OPTION_ARG_FILENAME, &options.direction, "Only where it is rising, or falling", "WAY"},
      {"count", 0, 0, G_OPTION_ARG_FILENAME, &options.count, "Crossings of each motion", "N"},
      {"ensemble", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.ensemble,
       "N motions with values of a parameter or an initial value from LO to HI (may repeat: all combinations)",
       "NAME=LO..HI:N"},
      {"jobs", 0, 0, G_OPTION_ARG_FILENAME, &options.jobs, "Threads; the rows do not depend on it", "N"},
      {"output", 0, 0, G_OPTION_ARG_FILENAME, &options.path, "Write to this file (standard output if not given)",
       "FILE.csv"},
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &options.setup.dynamics,
       "nonholonomic, vakonomic or free (the system's if not given)", "D"},
      CLI_SEED_ENTRY(&options.seed),
      CLI_JSON_ENTRY(&options.json),
      {NULL},
  };
  g_autofree GOptionEntry *entries = cli_setup_entries(&options.setup, extra);
  int status = CLI_INPUT;
  if (cli_parse(&cli_section, entries, &argc, &argv, 1, 1)) {
    status = cli_problem_load(&section.grid.problem, argv[0], &options.setup);
    if (status == CLI_DONE)
      status = prepare(&section, &options, &jobs);
    cli_catch_interrupts();
    if (status == CLI_DONE)
      status = run_all(&section, (guint) MIN(jobs, section.grid.n_points), options.path, options.json);
    cli_problem_clear(&section.grid.problem);
  }
  g_clear_pointer(&section.grid.axes, g_array_unref);
  g_clear_pointer(&section.grid.dynamics, noslip_dynamics_unref);
  char *texts[] = {options.event, options.direction, options.count, options.jobs, options.path};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    g_free(texts[i]);
  g_strfreev(options.ensemble);
  cli_setup_clear(&options.setup);
  return status;
}

const CliCommand cli_section = {
    .name = "section",
    .usage = "SYSTEM",
    .summary = "Write the states at which an expression changes its sign: a Poincare section.",
    .details =
        "Columns: the number of the motion, then those of run. Crossings are found by integrating again, not by\n"
        "interpolation. Status 1: a motion ended before its last crossing.",
    .example = "noslip-cli section heavy-top --event w1 --direction rising --count 20",
    .run = run,
};
