/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli lyapunov: the Lyapunov spectrum of one motion. */
#include "core/finder/lyapunov.h"
#include "app/cli/cli.h"
#include "app/cli/json.h"
#include "app/cli/progress.h"

static int
print_text(const NoslipLyapunov *lyapunov)
{
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text, "%u of %u Lyapunov exponents, over %.6g s:\n", lyapunov->n, lyapunov->dimension,
                         lyapunov->time);
  for (guint i = 0; i < lyapunov->n; i++)
    g_string_append_printf(text, "  %.9g +- %.2g /s\n", lyapunov->exponents[i], lyapunov->errors[i]);
  return cli_print_text(text->str);
}

static int
print_json(const NoslipSystem *system, const NoslipLyapunov *lyapunov)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-find-1");
  cli_json_member_string(builder, "system", system->id);
  cli_json_member_numbers(builder, "exponents", lyapunov->n, lyapunov->exponents);
  cli_json_member_numbers(builder, "error", lyapunov->n, lyapunov->errors);
  cli_json_member_int(builder, "dimension", lyapunov->dimension);
  cli_json_member_number(builder, "time", lyapunov->time);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

static int
find(const CliProblem *problem, guint count, guint64 seed, gboolean json)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  double to = problem->options.to > 0 ? problem->options.to : problem->system->run_to;
  guint done = 0;
  const NoslipLyapunovOptions options = {to, problem->options.rtol, problem->options.atol, count, seed, &done};
  cli_progress_begin("blocks", &done, NOSLIP_LYAPUNOV_BLOCKS);
  g_autoptr(NoslipLyapunov) lyapunov = noslip_lyapunov_find(problem->system, problem->kind, problem->parameters,
                                                            problem->xy, &options, &cli_cancelled, &error);
  cli_progress_end();
  if (lyapunov == NULL)
    return cli_report_one(error);
  if (count > lyapunov->dimension)
    cli_message("note: there are %u exponents, as many as M has dimensions; %u were asked for", lyapunov->dimension,
                count);
  return json ? print_json(problem->system, lyapunov) : print_text(lyapunov);
}

static int
run(int argc, char **argv)
{
  CliSetup setup = {0};
  CliProblem problem = {0};
  int count = -1, seed = 1, status = CLI_INPUT;
  gboolean json = FALSE;
  const GOptionEntry extra[] = {
      {"to", 0, 0, G_OPTION_ARG_FILENAME, &setup.to, "End of the motion in seconds", "T"},
      {"count", 0, 0, G_OPTION_ARG_INT, &count, "Number of exponents, the largest first (all if not given)", "K"},
      {"set", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &setup.set, "Value of a parameter (may repeat)", "NAME=VALUE"},
      {"initial", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &setup.initial,
       "Initial value of a coordinate or velocity (may repeat)", "NAME=VALUE"},
      {"trial", 0, 0, G_OPTION_ARG_FILENAME, &setup.trial, "Initial values of this trial of the system", "NAME"},
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &setup.dynamics, "nonholonomic or free (the system's if not given)",
       "D"},
      {"rtol", 0, 0, G_OPTION_ARG_FILENAME, &setup.rtol, "Relative tolerance of the integration", "R"},
      {"atol", 0, 0, G_OPTION_ARG_FILENAME, &setup.atol, "Absolute tolerance of the integration", "A"},
      {"seed", 0, 0, G_OPTION_ARG_INT, &seed, "Seed of the first tangent vectors (1 if not given)", "N"},
      CLI_JSON_ENTRY(&json),
      {NULL},
  };
  if (cli_parse(&cli_lyapunov, extra, &argc, &argv, 1, 1)) {
    if (count == 0 || count < -1)
      cli_message("error: --count must be positive, not %d", count);
    else
      status = cli_problem_load(&problem, argv[0], &setup);
    if (status == CLI_DONE)
      status = cli_problem_start(&problem, FALSE);
    cli_catch_interrupts();
    if (status == CLI_DONE)
      status = find(&problem, (guint) MAX(count, 0), (guint64) seed, json);
    cli_problem_clear(&problem);
  }
  cli_setup_clear(&setup);
  return status;
}

const CliCommand cli_lyapunov = {
    .name = "lyapunov",
    .usage = "SYSTEM",
    .summary = "Compute the Lyapunov exponents of a motion.",
    .details =
        "They come from the variational equations with the exact Jacobian. The first eleventh of the time, in\n"
        "which the tangent vectors take their directions, does not count; errors are standard errors of the mean over\n"
        "twenty blocks of the rest.",
    .example = "noslip-cli lyapunov heavy-top --to 200",
    .run = run,
};
