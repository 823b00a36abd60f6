/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number of velocities that the constraints leave free: the subject of find that the test adds. */
#include "app/cli/find/find.h"

static int
run(int argc, char **argv)
{
  FindOptions options = {0};
  const GOptionEntry none[] = {{NULL}};
  g_autofree GOptionEntry *entries = find_entries(&options, none);
  int status = CLI_INPUT;
  CliProblem problem = {0};
  if (cli_parse(&cli_find_freedom, entries, &argc, &argv, 1, 1)) {
    status = find_load(&problem, argv[0], &options);
    if (status == CLI_DONE) {
      g_autofree char *text = g_strdup_printf("%u\n", problem.system->n - problem.system->k);
      status = cli_print_text(text);
    }
    cli_problem_clear(&problem);
  }
  find_options_clear(&options);
  return status;
}

const CliCommand cli_find_freedom = {
    .name = "find freedom",
    .usage = "SYSTEM",
    .summary = "How many velocities the constraints leave free.",
    .example = "noslip-cli find freedom snakeboard",
    .run = run,
};
