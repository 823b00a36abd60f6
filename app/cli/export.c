/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/setup-file.h"

#include "core/catalogue/catalogue.h"
#include "core/codegen/code.h"
#include "core/simulation/setup/story.h"
#include "ui/export/page.h"

#include <math.h>
#include <string.h>

#define PAGE "html"
#define LINK "link"

/* "c, python or html" */
static const char *
language_list(const char *last)
{
  static GString *list;
  const NoslipCodeLanguage *const *languages = noslip_code_languages();
  if (list == NULL)
    list = g_string_new(NULL);
  g_string_truncate(list, 0);
  for (guint i = 0; languages[i] != NULL; i++)
    g_string_append_printf(list, "%s, ", languages[i]->id);
  g_string_truncate(list, list->len - 2);
  g_string_append_printf(list, ", " PAGE "%s" LINK, last);
  return list->str;
}

static const NoslipCodeLanguage *
find_language(const char *id)
{
  if (id == NULL) {
    cli_message("error: --as is missing; it is %s", language_list(" or "));
    return NULL;
  }
  const NoslipCodeLanguage *language = noslip_code_language_find(id);
  if (language == NULL)
    cli_message("error: --as is %s, not '%s'", language_list(" or "), id);
  return language;
}

/* A link that opens the set-up. */
static int
write_link(CliProblem *problem, const char *formulation, const char *path)
{
  int status;
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, formulation, &status);
  if (dynamics == NULL || (status = cli_problem_start(problem, TRUE)) != CLI_DONE)
    return status;
  const NoslipFormulation *chosen = noslip_dynamics_formulation(dynamics);
  g_autofree char *link = cli_setup_link(problem, chosen->automatic ? NULL : chosen->id);
  if (link == NULL)
    return CLI_INPUT;
  g_autofree char *line = g_strconcat(link, "\n", NULL);
  return cli_output_text(problem, path, line);
}

/* What a set-up says besides the motion: overlays, and the words of a story. */
static void
take_setup(NoslipPageContent *content, const char *name)
{
  g_autoptr(NoslipSetup) setup = cli_is_setup(name) ? cli_setup_open(name) : NULL;
  if (setup == NULL)
    return;
  const char *compared = noslip_setup_block(setup, "Compare");
  g_autofree char *problem = NULL;
  content->comparison = compared != NULL ? noslip_comparison_from_text(compared, &problem) : NULL;
  content->caption = noslip_story_caption(setup);
  content->pause = noslip_story_pause(setup);
  if (problem != NULL)
    cli_message("note: %s", problem);
}

/* The page of a motion, which starts where the problem does. */
static int
write_page(CliProblem *problem, const char *name, const char *formulation, const char *path)
{
  int status;
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, formulation, &status);
  if (dynamics == NULL || (status = cli_problem_start(problem, TRUE)) != CLI_DONE)
    return status;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipPageContent content = {.system = noslip_system_ref(problem->system),
                               .kind = problem->kind,
                               .formulation = noslip_dynamics_formulation(dynamics),
                               .options = problem->options,
                               .parameters = problem->parameters,
                               .xy = problem->xy,
                               .mu = problem->mu,
                               .pause = NAN};
  take_setup(&content, name);
  g_autofree char *page = noslip_page_text(&content, dynamics, &cli_cancelled, diagnostics);
  content.parameters = content.xy = content.mu = NULL; /* the problem's */
  noslip_page_content_clear(&content);
  status = cli_report(diagnostics);
  if (page == NULL)
    return status != CLI_DONE ? status : CLI_INPUT;
  return cli_output_text(problem, path, page);
}

static int
write_code(CliProblem *problem, const NoslipCodeLanguage *language, const char *formulation, const char *path)
{
  int status;
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, formulation, &status);
  if (dynamics == NULL || (status = cli_problem_start(problem, TRUE)) != CLI_DONE)
    return status;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipExport) code =
      noslip_code_new(dynamics, &problem->options, problem->parameters, problem->xy, problem->mu, diagnostics);
  if (code == NULL) {
    cli_report(diagnostics);
    return CLI_INPUT;
  }
  g_autoptr(GString) text = g_string_new(NULL);
  language->write(code, text);
  return cli_output_text(problem, path, text->str);
}

static int
run(int argc, char **argv)
{
  CliSetup setup = {0};
  CliProblem problem = {0};
  g_autofree char *as = NULL;
  g_autofree char *formulation = NULL;
  g_autofree char *path = NULL;
  const GOptionEntry extra[] = {
      {"as", 0, 0, G_OPTION_ARG_FILENAME, &as, language_list(" or "), "LANGUAGE"},
      {"formulation", 0, 0, G_OPTION_ARG_FILENAME, &formulation, cli_formulation_list(" or "), "F"},
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &setup.dynamics, "nonholonomic, vakonomic or free", "D"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to this file instead of standard output", "FILE"},
      {NULL},
  };
  g_autofree GOptionEntry *entries = cli_setup_entries(&setup, extra);
  int status = CLI_INPUT;
  const NoslipCodeLanguage *language = NULL;
  gboolean read = cli_parse(&cli_export, entries, &argc, &argv, 1, 1), page = g_strcmp0(as, PAGE) == 0;
  gboolean link = g_strcmp0(as, LINK) == 0;
  if (read && (page || link || (language = find_language(as)) != NULL))
    status = cli_problem_load(&problem, argv[0], &setup);
  if (problem.system != NULL && status == CLI_DONE)
    status = page   ? write_page(&problem, argv[0], formulation, path)
             : link ? write_link(&problem, formulation, path)
                    : write_code(&problem, language, formulation, path);
  cli_problem_clear(&problem);
  cli_setup_clear(&setup);
  return status;
}

const CliCommand cli_export = {
    .name = "export",
    .usage = "SYSTEM --as LANGUAGE",
    .summary = "Write a system's equations of motion as a program in another language.",
    .details =
        "The program stands alone. It has the rates of the state, the projection onto the constraints, the\n"
        "observables, the names of states, parameters and observables, and a main program that writes the\n"
        "CSV of `run --method rk4` with one fixed step from sample to sample of the system's text.\n\n"
        "--as html writes one page for any browser, which needs no network: it computes the motion by itself,\n"
        "draws it, and lets its reader change parameters and values. --as link writes a link to the set-up, which\n"
        "SYSTEM of any command may be.",
    .example = "noslip-cli export chaplygin-sleigh --as c --output sleigh.c",
    .run = run,
};
