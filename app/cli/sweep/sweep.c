/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep: many motions over a grid of parameters and initial values. The rows are in the order of the grid, the last
 * variable fastest; they are identical for any number of threads and any division into parts. */
#include "app/cli/sweep/sweep.h"
#include "app/cli/json.h"
#include "app/cli/past.h"
#include "app/cli/sweep/crew.h"
#include "app/cli/sweep/native.h"
#include "core/expr/tape.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOBS_MOST 1024
#define BLOCKS_WANTED 1024     /* if motions are computed one by one, blocks only share the work */
#define VALUES_MOST (1u << 27) /* doubles that a block may hold in memory */

int
sweep_status(const guint64 counts[4])
{
  guint64 ended = counts[CLI_INPUT] + counts[CLI_STOPPED], n = counts[CLI_DONE] + counts[CLI_FAILED] + ended;
  if (ended > 0)
    cli_message("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " motions did not come to their end; their status is 2 "
                "or 3",
                ended, n);
  if (counts[CLI_FAILED] > 0)
    cli_message("claims failed along %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " motions; their status is 1",
                counts[CLI_FAILED], n);
  return ended > 0 ? CLI_STOPPED : counts[CLI_FAILED] > 0 ? CLI_FAILED : CLI_DONE;
}

static gboolean
is_file(const char *path)
{
  struct stat status;
  return path != NULL && strcmp(path, "-") != 0 && (stat(path, &status) != 0 || S_ISREG(status.st_mode));
}

static void
build_vary(JsonBuilder *builder, gconstpointer data)
{
  const Sweep *sweep = data;
  json_builder_set_member_name(builder, "vary");
  json_builder_begin_array(builder);
  for (guint i = 0; i < sweep->axes->len; i++) {
    const SweepAxis *axis = &g_array_index(sweep->axes, SweepAxis, i);
    json_builder_begin_object(builder);
    cli_json_member_string(builder, "name", axis->name);
    cli_json_member_number(builder, "from", axis->low);
    cli_json_member_number(builder, "to", axis->high);
    cli_json_member_int(builder, "n", axis->n);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
  cli_json_member_string(builder, "rows", sweep->all_rows ? "all" : "last");
  cli_json_member_int(builder, "part", sweep->part);
  cli_json_member_int(builder, "parts", sweep->parts);
}

static gboolean
write_past(const Sweep *sweep, const char *header, CliOutput *output, NoslipOutputFile *file)
{
  g_autofree char *line = g_strndup(header, strcspn(header, "\n"));
  g_auto(GStrv) columns = g_strsplit(line, ",", -1); /* names have no commas */
  const CliPast past = {.format = "noslip-sweep-1",
                        .problem = &sweep->problem,
                        .formulation = noslip_dynamics_formulation(sweep->dynamics),
                        .columns = columns,
                        .more = build_vary,
                        .data = sweep};
  return cli_past_write(&past, output, file);
}

static gboolean
write_rows(const Sweep *sweep, SweepJournal *journal, const char *header, const char *path, CliOutput *output)
{
  NoslipOutputFile *rows = cli_output_add(output, path), *about = NULL;
  if (rows != NULL && sweep->is_part && is_file(path)) {
    g_autofree char *name = g_strconcat(path, SWEEP_PART_SUFFIX, NULL);
    about = cli_output_add(output, name);
  }
  NoslipOutputFile *past = NULL;
  if (output->failed || !cli_past_add(output, rows, path, &past))
    return FALSE;
  g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
  guint64 length = strlen(header), counts[4];
  g_checksum_update(checksum, (const guchar *) header, (gssize) length);
  if (!cli_output_write(output, rows, header, length) || !sweep_journal_copy(journal, output, rows, checksum, &length))
    return FALSE;
  if (past != NULL && !write_past(sweep, header, output, past))
    return FALSE;
  if (about == NULL)
    return TRUE;
  sweep_journal_counts(journal, counts);
  g_autofree char *text = sweep_part_text(sweep, length, g_checksum_get_string(checksum), counts);
  return cli_output_write(output, about, text, strlen(text));
}

static int
print_json(const Sweep *sweep, const SweepJournal *journal, const char *header)
{
  g_autoptr(GString) rows = g_string_new(NULL);
  if (!sweep_journal_text(journal, rows))
    return CLI_INPUT;
  return cli_json_print_rows(sweep->problem.system->id, header, rows->str);
}

/* The results are in the journal; if the file cannot be written, they are not stored a second time. */
static int
write_file(const Sweep *sweep, SweepJournal *journal, const char *header, const char *path)
{
  CliOutput output = {0};
  guint64 counts[4];
  int status = CLI_DONE;
  if (path != NULL || !sweep->json) {
    cli_output_start(&output, &sweep->problem);
    status =
        write_rows(sweep, journal, header, path, &output) ? cli_output_end(&output, TRUE) : cli_output_drop(&output);
  }
  if (status == CLI_DONE && sweep->json && g_strcmp0(path, "-") != 0)
    status = print_json(sweep, journal, header);
  sweep_journal_counts(journal, counts);
  return cli_worse(output.quiet ? CLI_DONE : status, sweep_status(counts));
}

static int
run_all(const Sweep *sweep, guint jobs, const char *path)
{
  g_autofree char *header = sweep_header(sweep);
  g_autofree char *fingerprint = sweep_grid_fingerprint(sweep, FALSE);
  guint64 counts[4];
  if (header == NULL)
    return CLI_INPUT;
  SweepJournal *journal = sweep_journal_open(path, fingerprint, sweep->n_blocks);
  if (journal == NULL)
    return CLI_INPUT;
  guint64 left = sweep->n_blocks - sweep_journal_counts(journal, counts);
  g_autoptr(NoslipDiagnostic) error = sweep_compute(sweep, journal, (guint) MIN(jobs, left));
  int status;
  guint64 done = sweep_journal_counts(journal, counts);
  if (done == sweep->n_blocks) {
    status = write_file(sweep, journal, header, path);
  } else if (error != NULL) {
    status = cli_report_one(error);
  } else if (cli_cancelled) {
    cli_message("interrupted after %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " motions; the same command goes on%s",
                counts[0] + counts[1] + counts[2] + counts[3], sweep->n,
                path == NULL ? " only with --output" : " from there");
    status = CLI_STOPPED;
  } else {
    status = CLI_INPUT; /* the journal has printed the reason */
  }
  sweep_journal_close(journal, done < sweep->n_blocks && error == NULL);
  return status;
}

/* Checks before the computation: memory and rows are within limits, and the file can be written. */
static gboolean
check_size(const Sweep *sweep, const char *path)
{
  struct stat status;
  const NoslipRunOptions *options = &sweep->problem.options;
  double samples = options->to / options->step + 2;
  double values = samples * noslip_row_size(sweep->problem.system) * sweep->block;
  if (sweep->all_rows && (samples * (double) sweep->n > SWEEP_ROWS_MOST || values > VALUES_MOST)) {
    cli_message("error: --rows all would give %.3g rows of %.3g a motion; take a longer --step, or vary less at a time",
                samples * (double) sweep->n, samples);
    return FALSE;
  }
  if (path == NULL || strcmp(path, "-") == 0)
    return TRUE;
  g_autofree char *partial = g_strconcat(path, ".partial", NULL), *about = g_strconcat(path, SWEEP_PART_SUFFIX, NULL);
  const char *names[] = {path, partial, about};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (noslip_output_is_one_of(names[i], (const char *const *) sweep->problem.inputs)) {
      cli_message("error: cannot write %s: it is read by the same command", names[i]);
      return FALSE;
    }
  if (stat(path, &status) != 0)
    return TRUE;
  int error = S_ISDIR(status.st_mode) ? EISDIR : access(path, W_OK) != 0 ? errno : 0;
  if (error != 0)
    cli_message("error: cannot write %s: %s", path, g_strerror(error));
  return error == 0;
}

typedef struct {
  char **vary;
  char *formulation, *path, *jobs, *part, *rows;
  char *classify, *event, *direction, *keep_last;
  gboolean check, join, json, native;
  int seed;
} Options;

/* --join FILE… --output FILE */
static int
join(char **parts, const Options *options)
{
  if (options->vary != NULL || options->part != NULL) {
    cli_message("error: --join takes the files of the parts and --output; they describe what they hold");
    return CLI_INPUT;
  }
  return sweep_join(parts, options->path);
}

/* Checks for basins and bifurcation, beyond those of a sweep: expressions that can be read, and the number of rows. */
static int
read_questions(Sweep *sweep, const Options *options)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  sweep->classify = options->classify;
  sweep->event = options->event;
  sweep->keep_last = 1;
  if (options->event == NULL && (options->keep_last != NULL || options->direction != NULL)) {
    cli_message("error: --keep-last and --direction choose among the zeros of --event EXPR, which is not given");
    return CLI_INPUT;
  }
  if (options->keep_last != NULL &&
      !g_ascii_string_to_unsigned(options->keep_last, 10, 1, 1000000, &sweep->keep_last, NULL)) {
    cli_message("error: --keep-last needs a number from 1 to 1000000, not '%s'", options->keep_last);
    return CLI_INPUT;
  }
  sweep->direction = NOSLIP_EVENT_BOTH;
  if (options->direction != NULL &&
      (!noslip_event_direction_find(options->direction, &sweep->direction) || sweep->direction == NOSLIP_EVENT_BOTH)) {
    cli_message("error: --direction is rising or falling, not '%s'", options->direction);
    return CLI_INPUT;
  }
  g_autoptr(NoslipObserver) observer = noslip_observer_new(sweep->problem.system, sweep->problem.kind);
  if (options->classify != NULL && noslip_observer_add_text(observer, options->classify, diagnostics) < 0)
    return cli_report_option("--classify", diagnostics);
  if (options->event != NULL && noslip_observer_add_text(observer, options->event, diagnostics) < 0)
    return cli_report_option("--event", diagnostics);
  return CLI_DONE;
}

static int
start(Sweep *sweep, const Options *options, const CliSetup *setup)
{
  guint64 jobs = g_get_num_processors();
  int status;
  if (options->jobs != NULL && !g_ascii_string_to_unsigned(options->jobs, 10, 1, JOBS_MOST, &jobs, NULL)) {
    cli_message("error: --jobs needs a number from 1 to %d, not '%s'", JOBS_MOST, options->jobs);
    return CLI_INPUT;
  }
  if (options->rows != NULL && strcmp(options->rows, "last") != 0 && strcmp(options->rows, "all") != 0) {
    cli_message("error: --rows is last or all, not '%s'", options->rows);
    return CLI_INPUT;
  }
  if (!sweep_grid_read(sweep, options->vary, options->part, setup))
    return CLI_INPUT;
  sweep->all_rows = g_strcmp0(options->rows, "all") == 0;
  sweep->check = options->check;
  sweep->json = options->json;
  sweep->dynamics = cli_problem_dynamics(&sweep->problem, options->formulation, &status);
  if (sweep->dynamics == NULL)
    return status;
  if (options->native)
    sweep->dynamics = sweep_native_dynamics(&sweep->problem, sweep->dynamics);
  status = read_questions(sweep, options);
  if (status != CLI_DONE)
    return status;
  sweep->block =
      sweep_takes_lanes(sweep) ? NOSLIP_TAPE_LANES : (guint) CLAMP(sweep->n / BLOCKS_WANTED, 1, NOSLIP_TAPE_LANES);
  sweep->n_blocks = (sweep->n + sweep->block - 1) / sweep->block;
  if (!check_size(sweep, options->path))
    return CLI_INPUT;
  guint64 counts[4];
  if (sweep->is_part && sweep_part_is_finished(sweep, options->path, counts)) {
    cli_message("note: %s holds part %u/%u of this sweep already", options->path, sweep->part, sweep->parts);
    return sweep_status(counts);
  }
  return run_all(sweep, (guint) jobs, options->path);
}

static int
run_as(const CliCommand *command, const GOptionEntry *own, Options *options, int argc, char **argv)
{
  CliSetup setup = {0};
  Sweep sweep = {0};
  const GOptionEntry extra[] = {
      {"vary", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->vary,
       "N values of a parameter or initial value (may repeat: all combinations, the last varies fastest)",
       "NAME=LO..HI:N"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->path, "Write to this file instead of standard output",
       "FILE.csv"},
      {"native", 0, 0, G_OPTION_ARG_NONE, &options->native,
       "Compile the equations of motion with this machine's C compiler (cc), where there is one", NULL},
      {"jobs", 'j', 0, G_OPTION_ARG_FILENAME, &options->jobs, "Threads; all processors if not given", "N"},
      {"part", 0, 0, G_OPTION_ARG_FILENAME, &options->part, "Compute the K-th of N parts of the grid", "K/N"},
      {"join", 0, 0, G_OPTION_ARG_NONE, &options->join,
       "Join FILE.csv…, all parts of one grid, instead of computing; each has its FILE.csv.sweep beside it", NULL},
      {"rows", 0, 0, G_OPTION_ARG_FILENAME, &options->rows, "last (a row for each motion) or all (each sample)", "R"},
      {"check", 0, 0, G_OPTION_ARG_NONE, &options->check, "Judge the system's claims along each motion", NULL},
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &setup.dynamics, "nonholonomic, vakonomic or free", "D"},
      {"formulation", 0, 0, G_OPTION_ARG_FILENAME, &options->formulation, cli_formulation_list(" or "), "F"},
      {NULL},
  };
  g_autofree GOptionEntry *shared = cli_setup_entries(&setup, extra);
  g_autofree GOptionEntry *entries = cli_entries_join(own, shared);
  int status = CLI_INPUT;
  gboolean read = cli_parse(command, entries, &argc, &argv, 1, 0);
  if (read && options->join)
    status = join(argv, options);
  else if (read && argc > 1)
    cli_message("error: noslip-cli %s: unexpected argument '%s'", command->name, argv[1]);
  else if (read)
    status = cli_problem_load(&sweep.problem, argv[0], &setup);
  if (sweep.problem.system != NULL && status == CLI_DONE)
    status = start(&sweep, options, &setup);
  g_clear_pointer(&sweep.dynamics, noslip_dynamics_unref);
  g_clear_pointer(&sweep.axes, g_array_unref);
  cli_problem_clear(&sweep.problem);
  cli_setup_clear(&setup);
  g_strfreev(options->vary);
  char *texts[] = {options->formulation, options->path,  options->jobs,      options->part,     options->rows,
                   options->classify,    options->event, options->direction, options->keep_last};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    g_free(texts[i]);
  return status;
}

static int
run(int argc, char **argv)
{
  Options options = {0};
  const GOptionEntry none[] = {{NULL}};
  return run_as(&cli_sweep, none, &options, argc, argv);
}

static int
run_basins(int argc, char **argv)
{
  Options options = {0};
  const GOptionEntry own[] = {
      {"classify", 0, 0, G_OPTION_ARG_FILENAME, &options.classify, "The column class: this expression at the end",
       "EXPR"},
      CLI_SEED_ENTRY(&options.seed),
      CLI_JSON_ENTRY(&options.json),
      {NULL},
  };
  return run_as(&cli_basins, own, &options, argc, argv);
}

static int
run_bifurcation(int argc, char **argv)
{
  Options options = {0};
  const GOptionEntry own[] = {
      {"event", 0, 0, G_OPTION_ARG_FILENAME, &options.event,
       "The rows of a motion are its last zeros of this expression", "EXPR"},
      {"direction", 0, 0, G_OPTION_ARG_FILENAME, &options.direction, "Only where it is rising, or falling", "WAY"},
      {"keep-last", 0, 0, G_OPTION_ARG_FILENAME, &options.keep_last, "How many of them (1 if not given)", "N"},
      {"classify", 0, 0, G_OPTION_ARG_FILENAME, &options.classify, "The column class: this expression at each row",
       "EXPR"},
      CLI_SEED_ENTRY(&options.seed),
      CLI_JSON_ENTRY(&options.json),
      {NULL},
  };
  return run_as(&cli_bifurcation, own, &options, argc, argv);
}

const CliCommand cli_basins = {
    .name = "basins",
    .usage = "SYSTEM",
    .summary = "Compute where the motions of a grid end: a sweep with a class for each.",
    .details = "Columns and options are those of sweep, and the column class.",
    .example = "noslip-cli basins chaplygin-sleigh --vary v1=-1..1:9 --classify \"sign(v1)\" --to 20",
    .run = run_basins,
};

const CliCommand cli_bifurcation = {
    .name = "bifurcation",
    .usage = "SYSTEM",
    .summary = "Write the last crossings of each motion of a grid: a bifurcation diagram.",
    .details =
        "Columns and options are those of sweep; a motion has as many rows as it has crossings, up to --keep-last.",
    .example = "noslip-cli bifurcation heavy-top --vary mgl=1..3:5 --event w1 --keep-last 20 --to 50",
    .run = run_bifurcation,
};

const CliCommand cli_sweep = {
    .name = "sweep",
    .usage = "SYSTEM | --join FILE...",
    .summary = "Compute many motions over a grid of parameters and initial values: the end of each is a row of CSV.",
    .details =
        "The columns are: index (in the grid, from 0), the varied values (NAME, or initial[NAME]), those of run at "
        "the\n"
        "last sample, energy_drift (since t = 0), residual (largest |phi| of the constraints), status (0 done, 1 a "
        "claim\n"
        "failed, 2 no such initial state, 3 it could not continue; nan where there is no value).\n\n"
        "Finished blocks are kept in FILE.csv.partial: after an interrupt the same command continues there. The\n"
        "bytes depend neither on --jobs nor on --part; with rk8pd, rkf45, rkck and rk4 motions are\n"
        "computed side by side.\n\n"
        "A part has FILE.csv.sweep beside it, which identifies it: repeating the command computes nothing, and\n"
        "sweep --join PART.csv... --output FILE.csv joins all parts of one grid, and refuses others.",
    .example = "noslip-cli sweep chaplygin-sleigh --vary a=-0.3..0.3:7 --vary omega=1..2:3 --to 5",
    .run = run,
};
