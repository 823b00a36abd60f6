/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/show/show.h"

#include "core/catalogue/catalogue.h"
#include "core/language/language.h"

static int
run(int argc, char **argv)
{
  gboolean json = FALSE, latex = FALSE;
  const GOptionEntry entries[] = {
      CLI_JSON_ENTRY(&json),
      {"latex", 0, 0, G_OPTION_ARG_NONE, &latex, "Print the equations as LaTeX", NULL},
      {NULL},
  };
  if (!cli_parse(&cli_show, entries, &argc, &argv, 1, 1))
    return CLI_INPUT;
  if (json && latex) {
    cli_message("error: show prints either JSON or LaTeX");
    return CLI_INPUT;
  }
  CliProblem problem;
  int status = cli_problem_load(&problem, argv[0], NULL);
  if (status == CLI_DONE) {
    g_autoptr(NoslipSystem) system = noslip_language_for_formulas(problem.system);
    g_autoptr(NoslipPortrait) portrait = noslip_portrait_new(system, NULL, NULL);
    noslip_portrait_check_reductions(portrait, system, noslip_catalogue_load_beside, &cli_cancelled);
    status = json ? cli_show_json(portrait) : latex ? cli_show_latex(portrait) : cli_show_text(portrait);
  }
  cli_problem_clear(&problem);
  return status;
}

const CliCommand cli_show = {
    .name = "show",
    .usage = "SYSTEM",
    .summary = "Show a system: its geometry, its brackets and its equations of motion.",
    .details =
        "--json has, where they exist, the objects that papers name: G, l, L_c, H, h, R_L, P, Q, theta_L, omega_L,\n"
        "curvature, growth, H_W1, R_ab, for the constraint algorithm chain, branches and free, and the checks of\n"
        "reductions.",
    .example = "noslip-cli show chaplygin-sleigh",
    .run = run,
};
