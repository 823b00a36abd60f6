/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli section: Poincare sections, i.e. the states at which an expression changes its sign. */
#include "core/finder/section.h"
#include "app/cli/cli.h"
#include "app/cli/find/section-motions.h"
#include "app/cli/json.h"
#include "core/expr/tape.h"
#include "core/trajectory/csv.h"
#include "core/trajectory/events.h"

#include <string.h>

#define JOBS_MOST 1024
#define COUNT_MOST 100000000
/* Without --to, a motion that does not return is ended after this many default durations of the system. */
#define LONGEST 1000
#define BLOCKS_WANTED 8 /* as many threads have work */

/* The rows of the journal, or without one those of `rows`, are written to the file, or to standard output if there is no
 * file and JSON is not requested. *complete becomes FALSE if the journal cannot be read. */
static int
write_rows(const Section *section, const char *header, SweepJournal *journal, const GString *rows, const char *path,
           gboolean *complete)
{
  CliOutput output;
  cli_output_start(&output, &section->grid.problem);
  NoslipOutputFile *file = cli_output_add(&output, path);
  if (file == NULL)
    return cli_output_drop(&output);
  cli_output_write(&output, file, header, strlen(header));
  if (journal == NULL) {
    cli_output_write(&output, file, rows->str, rows->len);
  } else if (!sweep_journal_copy(journal, &output, file, NULL, NULL) && !output.failed) {
    *complete = FALSE;
    return cli_output_drop(&output);
  }
  return cli_output_end(&output, *complete);
}

/* Whether interrupted work can be continued: several motions, written to a file. */
static gboolean
can_resume(const Section *section, const char *path)
{
  return section->grid.n_blocks > 1 && path != NULL && strcmp(path, "-") != 0 &&
         (!g_file_test(path, G_FILE_TEST_EXISTS) || g_file_test(path, G_FILE_TEST_IS_REGULAR));
}

static int
interrupted(const Section *section, SweepJournal *journal)
{
  guint64 counts[4];
  sweep_journal_counts(journal, counts);
  cli_message("interrupted after %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
              " motions; the same command goes on from there",
              counts[0] + counts[1] + counts[2] + counts[3], section->grid.n_points);
  return CLI_STOPPED;
}

static int
run_all(const Section *section, guint jobs, const char *path, gboolean json)
{
  const CliProblem *problem = &section->grid.problem;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipCsv) csv = noslip_csv_new(problem->system, problem->kind, diagnostics);
  if (csv == NULL)
    return cli_report(diagnostics);
  if (path != NULL && noslip_output_is_one_of(path, (const char *const *) problem->inputs)) {
    cli_message("error: cannot write %s: it is read by the same command", path);
    return CLI_INPUT;
  }
  SweepJournal *journal = NULL;
  if (can_resume(section, path)) {
    g_autofree char *fingerprint = sweep_grid_fingerprint(&section->grid, FALSE);
    if ((journal = sweep_journal_open(path, fingerprint, section->grid.n_blocks)) == NULL)
      return CLI_INPUT;
  }
  g_autoptr(GString) header = g_string_new("motion,");
  g_autoptr(GString) rows = g_string_new(NULL);
  noslip_csv_header(csv, header);
  gboolean complete;
  int status = section_motions_compute(section, journal, jobs, rows, &complete);
  if (journal != NULL && !complete && g_atomic_int_get(&cli_cancelled))
    status = interrupted(section, journal);
  else if (journal == NULL || complete)
    if (path != NULL || !json)
      status = cli_worse(status, write_rows(section, header->str, journal, rows, path, &complete));
  if (journal != NULL && json && complete && !sweep_journal_text(journal, rows)) {
    complete = FALSE;
    status = CLI_INPUT;
  }
  if (journal != NULL)
    sweep_journal_close(journal, !complete);
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
  section->grid.part = section->grid.parts = 1;
  section->grid.n_points = section->grid.n = 1;
  return TRUE;
}

/* Checks that are possible before any motion is computed: the expression, the grid, the numbers. */
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
  Sweep *grid = &section->grid;
  grid->event = section->event;
  grid->direction = section->direction;
  grid->keep_last = section->count;
  /* Independent of --jobs. */
  guint64 least = grid->n_points >= 2 * NOSLIP_SECTION_TOGETHER ? NOSLIP_SECTION_TOGETHER : 1;
  grid->block = (guint) CLAMP(grid->n_points / BLOCKS_WANTED, least, NOSLIP_TAPE_LANES);
  grid->n_blocks = (grid->n_points + grid->block - 1) / grid->block;
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
      status = run_all(&section, (guint) MIN(jobs, section.grid.n_blocks), options.path, options.json);
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
        "interpolation. Status 1: a motion ended before its last crossing. Several motions are computed side by side; "
        "with\n"
        "--output finished ones are kept in FILE.csv.partial, and after an interrupt the same command continues there.",
    .example = "noslip-cli section heavy-top --event w1 --direction rising --count 20",
    .run = run,
};
