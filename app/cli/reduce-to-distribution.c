/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include "core/geometry/distribution-text.h"

static int
reduce(const char *name, const char *path)
{
  CliProblem problem = {0};
  CliSetup setup = {0};
  int status = cli_problem_load(&problem, name, &setup);
  if (status == CLI_DONE) {
    NoslipDiagnostic *error = NULL;
    g_autofree char *text = noslip_distribution_system_text(problem.system, &error);
    if (text != NULL) {
      status = cli_output_text(&problem, path, text);
    } else {
      g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
      noslip_diagnostics_add(diagnostics, error);
      cli_report(diagnostics);
      status = CLI_INPUT;
    }
  }
  cli_problem_clear(&problem);
  return status;
}

static int
run(int argc, char **argv)
{
  g_autofree char *path = NULL;
  const GOptionEntry entries[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to this file instead of standard output", "FILE"},
      {NULL},
  };
  if (!cli_parse(&cli_reduce_to_distribution, entries, &argc, &argv, 1, 1))
    return CLI_INPUT;
  return reduce(argv[0], path);
}

const CliCommand cli_reduce_to_distribution = {
    .name = "reduce-to-distribution",
    .usage = "SYSTEM",
    .summary = "Write D with the projected bracket and the restricted Lagrangian as a system of its own.",
    .details = "The free motions of what is written are the nonholonomic motions of SYSTEM (Grabowski et al., theorem\n"
               "5.1). The constraints must be linear in the velocities, and the Lagrangian mechanical. Sections of D\n"
               "that are sections of SYSTEM keep their names; other velocities become observables.",
    .example = "noslip-cli reduce-to-distribution snakeboard --output snakeboard-on-D.noslip",
    .run = run,
};
