/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli lyapunov: the Lyapunov spectrum of one motion, or of the motions of an ensemble. */
#include "core/finder/lyapunov/lyapunov.h"
#include "app/cli/cli.h"
#include "app/cli/find/lyapunov-motions.h"
#include "app/cli/json.h"
#include "app/cli/progress.h"

#include <string.h>

#define JOBS_MOST 1024

typedef struct {
  CliSetup setup;
  char *jobs, *path;
  char **ensemble;
  int count, seed;
  gboolean json;
} Options;

static char *
as_text(const NoslipLyapunov *lyapunov)
{
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%u of %u Lyapunov exponents, over %.6g s:\n", lyapunov->n, lyapunov->dimension,
                         lyapunov->time);
  for (guint i = 0; i < lyapunov->n; i++)
    g_string_append_printf(text, "  %.9g +- %.2g /s\n", lyapunov->exponents[i], lyapunov->errors[i]);
  return g_string_free(text, FALSE);
}

static char *
as_json(const NoslipSystem *system, const NoslipLyapunov *lyapunov)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-find-1");
  cli_json_member_string(builder, "system", system->id);
  cli_json_member_numbers(builder, "exponents", lyapunov->n, lyapunov->exponents);
  cli_json_member_numbers(builder, "error", lyapunov->n, lyapunov->errors);
  cli_json_member_int(builder, "dimension", lyapunov->dimension);
  cli_json_member_number(builder, "time", lyapunov->time);
  json_builder_end_object(builder);
  return cli_json_text(builder);
}

/* The journal of this computation beside the file, or, for an ensemble without a file, in a temporary one. NULL after a
 * message. */
static SweepJournal *
open_journal(const Sweep *grid, const Options *options, guint64 n_blocks)
{
  if (options->path != NULL && noslip_output_is_one_of(options->path, (const char *const *) grid->problem.inputs)) {
    cli_message("error: cannot write %s: it is read by the same command", options->path);
    return NULL;
  }
  g_autofree char *motions = sweep_grid_fingerprint(grid, FALSE);
  g_autofree char *fingerprint = g_strdup_printf("%s lyapunov %d %d", motions, options->count, options->seed);
  return sweep_journal_open(options->path, fingerprint, n_blocks);
}

static int
interrupted(SweepJournal *journal, const char *what, guint64 n, const char *path)
{
  cli_message("interrupted after %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " %s; the same command goes on%s",
              lyapunov_records_done(journal), n, what, path == NULL ? " only with --output" : " from there");
  return CLI_STOPPED;
}

static NoslipLyapunov *
find(const Sweep *grid, const Options *options, SweepJournal *journal, NoslipDiagnostic **error)
{
  const CliProblem *problem = &grid->problem;
  guint done = 0;
  LyapunovRecords records = {journal, 0, 1};
  const NoslipLyapunovOptions how = {.to = problem->options.to,
                                     .rtol = problem->options.rtol,
                                     .atol = problem->options.atol,
                                     .count = (guint) options->count,
                                     .seed = (guint64) options->seed,
                                     .done = &done,
                                     .recall = journal != NULL ? lyapunov_records_recall : NULL,
                                     .keep = journal != NULL ? lyapunov_records_keep : NULL,
                                     .data = &records};
  cli_progress_begin("blocks", &done, NOSLIP_LYAPUNOV_BLOCKS);
  NoslipLyapunov *lyapunov = noslip_lyapunov_find(problem->system, problem->kind, problem->parameters, problem->xy,
                                                  &how, &cli_cancelled, error);
  cli_progress_end();
  return lyapunov;
}

static int
run_one(Sweep *grid, const Options *options)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  SweepJournal *journal = NULL;
  int status = cli_problem_start(&grid->problem, FALSE);
  if (status != CLI_DONE)
    return status;
  grid->axes = g_array_new(FALSE, FALSE, sizeof(SweepAxis));
  grid->part = grid->parts = 1;
  if (options->path != NULL && (grid->dynamics = cli_problem_dynamics(&grid->problem, NULL, &status)) == NULL)
    return status;
  if (options->path != NULL && (journal = open_journal(grid, options, NOSLIP_LYAPUNOV_BLOCKS)) == NULL)
    return CLI_INPUT;
  if (journal != NULL)
    sweep_journal_set_spare(journal);
  g_autoptr(NoslipLyapunov) lyapunov = find(grid, options, journal, &error);
  if (lyapunov == NULL && journal != NULL && error->code == NOSLIP_CODE_CANCELLED)
    status = interrupted(journal, "blocks of time", NOSLIP_LYAPUNOV_BLOCKS, options->path);
  else if (lyapunov == NULL)
    status = cli_report_one(error);
  if (journal != NULL)
    sweep_journal_close(journal, lyapunov == NULL && error->code == NOSLIP_CODE_CANCELLED);
  if (lyapunov == NULL)
    return status;
  if (options->count > (int) lyapunov->dimension)
    cli_message("note: there are %u exponents, as many as M has dimensions; %d were asked for", lyapunov->dimension,
                options->count);
  g_autofree char *text = options->json ? as_json(grid->problem.system, lyapunov) : as_text(lyapunov);
  return options->path != NULL ? cli_output_text(&grid->problem, options->path, text)
         : options->json       ? cli_print(text)
                               : cli_print_text(text);
}

static int
write_rows(const LyapunovMotions *motions, const SweepJournal *journal, const Options *options)
{
  g_autofree char *header = lyapunov_motions_header(motions);
  g_autoptr(GString) rows = g_string_new(header);
  int status = CLI_DONE;
  for (guint64 motion = 0; motion < motions->grid.n_points; motion++)
    if (!sweep_journal_block(journal, motion, rows))
      return CLI_INPUT;
  if (options->path != NULL || !options->json)
    status = cli_output_text(&motions->grid.problem, options->path, rows->str);
  if (options->json && g_strcmp0(options->path, "-") != 0)
    status =
        cli_worse(status, cli_json_print_rows(motions->grid.problem.system->id, header, rows->str + strlen(header)));
  return status;
}

static int
run_many(LyapunovMotions *motions, const Options *options, guint jobs)
{
  Sweep *grid = &motions->grid;
  guint64 counts[4];
  int status = CLI_INPUT;
  if (!sweep_grid_read(grid, options->ensemble, NULL, &options->setup))
    return CLI_INPUT;
  grid->block = 1;
  motions->keeps_blocks = options->path != NULL && strcmp(options->path, "-") != 0;
  grid->n_blocks = grid->n_points * (motions->keeps_blocks ? 1 + NOSLIP_LYAPUNOV_BLOCKS : 1);
  motions->count = (guint) options->count;
  motions->seed = (guint64) options->seed;
  if ((grid->dynamics = cli_problem_dynamics(&grid->problem, NULL, &status)) == NULL)
    return status;
  if ((status = lyapunov_motions_prepare(motions)) != CLI_DONE)
    return status;
  SweepJournal *journal = open_journal(grid, options, grid->n_blocks);
  if (journal == NULL)
    return CLI_INPUT;
  gboolean complete = lyapunov_motions_compute(motions, journal, (guint) MIN(jobs, grid->n_points));
  if (complete)
    status = write_rows(motions, journal, options);
  else
    status = g_atomic_int_get(&cli_cancelled) ? interrupted(journal, "motions", grid->n_points, options->path)
                                              : CLI_INPUT; /* the journal has printed the reason */
  sweep_journal_counts(journal, counts);
  sweep_journal_close(journal, !complete);
  return complete ? cli_worse(status, sweep_status(counts)) : status;
}

static int
run_loaded(LyapunovMotions *motions, const Options *options)
{
  CliProblem *problem = &motions->grid.problem;
  guint64 jobs = g_get_num_processors();
  if (options->jobs != NULL && !g_ascii_string_to_unsigned(options->jobs, 10, 1, JOBS_MOST, &jobs, NULL)) {
    cli_message("error: --jobs needs a number from 1 to %d, not '%s'", JOBS_MOST, options->jobs);
    return CLI_INPUT;
  }
  if (!(problem->options.to > 0))
    problem->options.to = problem->system->run_to;
  return options->ensemble != NULL ? run_many(motions, options, (guint) jobs) : run_one(&motions->grid, options);
}

static int
run(int argc, char **argv)
{
  Options options = {.seed = 1};
  LyapunovMotions motions = {0};
  int count = -1, status = CLI_INPUT;
  const GOptionEntry extra[] = {
      {"to", 0, 0, G_OPTION_ARG_FILENAME, &options.setup.to, "End of the motion in seconds", "T"},
      {"count", 0, 0, G_OPTION_ARG_INT, &count, "Number of exponents, the largest first (all if not given)", "K"},
      {"ensemble", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.ensemble,
       "N motions with values of a parameter or an initial value from LO to HI (may repeat: all combinations)",
       "NAME=LO..HI:N"},
      {"jobs", 0, 0, G_OPTION_ARG_FILENAME, &options.jobs,
       "Threads of an ensemble, all processors if not given; the rows do not depend on it", "N"},
      {"output", 0, 0, G_OPTION_ARG_FILENAME, &options.path, "Write to this file (standard output if not given)",
       "FILE"},
      {"set", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.setup.set, "Value of a parameter (may repeat)", "NAME=VALUE"},
      {"initial", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.setup.initial,
       "Initial value of a coordinate or velocity (may repeat)", "NAME=VALUE"},
      {"trial", 0, 0, G_OPTION_ARG_FILENAME, &options.setup.trial, "Initial values of this trial of the system",
       "NAME"},
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &options.setup.dynamics,
       "nonholonomic or free (the system's if not given)", "D"},
      {"rtol", 0, 0, G_OPTION_ARG_FILENAME, &options.setup.rtol, "Relative tolerance of the integration", "R"},
      {"atol", 0, 0, G_OPTION_ARG_FILENAME, &options.setup.atol, "Absolute tolerance of the integration", "A"},
      {"seed", 0, 0, G_OPTION_ARG_INT, &options.seed, "Seed of the first tangent vectors (1 if not given)", "N"},
      CLI_JSON_ENTRY(&options.json),
      {NULL},
  };
  if (cli_parse(&cli_lyapunov, extra, &argc, &argv, 1, 1)) {
    options.count = MAX(count, 0);
    if (count == 0 || count < -1)
      cli_message("error: --count must be positive, not %d", count);
    else
      status = cli_problem_load(&motions.grid.problem, argv[0], &options.setup);
    cli_catch_interrupts();
    if (status == CLI_DONE)
      status = run_loaded(&motions, &options);
    cli_problem_clear(&motions.grid.problem);
  }
  g_clear_pointer(&motions.grid.axes, g_array_unref);
  g_clear_pointer(&motions.grid.dynamics, noslip_dynamics_unref);
  g_free(options.jobs);
  g_free(options.path);
  g_strfreev(options.ensemble);
  cli_setup_clear(&options.setup);
  return status;
}

const CliCommand cli_lyapunov = {
    .name = "lyapunov",
    .usage = "SYSTEM",
    .summary = "Compute the Lyapunov exponents of a motion.",
    .details =
        "They come from the variational equations with the exact Jacobian. The first eleventh of the time, in\n"
        "which the tangent vectors take their directions, does not count; errors are standard errors of the mean over\n"
        "twenty blocks of the rest. With --ensemble each motion is a row of CSV: its number, the varied values, the\n"
        "exponents, their errors, status (0 done, 2 no such initial state, 3 it could not continue; nan where there "
        "is\n"
        "no value). With --output finished blocks of the time, or finished motions, are kept in FILE.partial, and "
        "after\n"
        "an interrupt the same command continues there, with the same bytes.",
    .example = "noslip-cli lyapunov heavy-top --to 200",
    .run = run,
};
