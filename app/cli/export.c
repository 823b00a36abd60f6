/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/setup-file.h"

#include "core/catalogue/catalogue.h"
#include "core/codegen/code.h"
#include "core/language/language.h"
#include "core/simulation/setup/story.h"
#include "core/system/hand.h"
#include "ui/export/page.h"

#include <math.h>
#include <string.h>

/* What is exported, and where to. */
typedef struct {
  const char *name; /* SYSTEM */
  const char *formulation;
  const char *path;
  const CliSetup *given;
} Request;

/* Options that were given and that a format does not use. */
typedef struct {
  const char *name;
  gboolean given;
} Lost;

static const char *
first_lost(guint n, const Lost *lost)
{
  for (guint i = 0; i < n; i++)
    if (lost[i].given)
      return lost[i].name;
  return NULL;
}

/* A link does not hold all options: those that it would lose are refused. */
static gboolean
is_held(const CliSetup *given)
{
  const Lost lost[] = {{"input", given->input != NULL},
                       {"to", given->to != NULL},
                       {"step", given->step != NULL},
                       {"atol", given->atol != NULL},
                       {"fixed-step", given->fixed_step != NULL},
                       {"no-stabilise", given->no_stabilise},
                       {"consistent", given->consistent}};
  const char *name = first_lost(G_N_ELEMENTS(lost), lost);
  if (name != NULL)
    cli_message("error: a link does not hold --%s; give it to the command that takes the link", name);
  return name == NULL;
}

/* A link that opens the set-up. */
static int
write_link(CliProblem *problem, const Request *request)
{
  int status;
  if (!is_held(request->given))
    return CLI_INPUT;
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, request->formulation, &status);
  if (dynamics == NULL || (status = cli_problem_start(problem, TRUE)) != CLI_DONE)
    return status;
  const NoslipFormulation *chosen = noslip_dynamics_formulation(dynamics);
  g_autofree char *link = cli_setup_link(problem, request->name, chosen->automatic ? NULL : chosen->id);
  if (link == NULL)
    return CLI_INPUT;
  g_autofree char *line = g_strconcat(link, "\n", NULL);
  return cli_output_text(problem, request->path, line);
}

/* The parts of a set-up besides the motion: overlays, and the captions of a story. */
static void
take_setup(NoslipPageContent *content, const char *name)
{
  g_autoptr(NoslipSetup) setup = cli_is_setup(name) ? cli_setup_open(name) : NULL;
  if (setup == NULL)
    return;
  const char *compared = noslip_setup_block(setup, "Compare");
  g_autofree char *problem = NULL;
  content->comparison = compared != NULL ? noslip_comparison_from_text(compared, &problem) : NULL;
  content->caption = noslip_story_answered(setup);
  content->pause = noslip_story_pause(setup);
  if (problem != NULL)
    cli_message("note: %s", problem);
}

/* An input with a number for its course is a parameter of the system as written, and may have another value. */
static void
hold_inputs(const NoslipSystem *moved, const NoslipSystem *system, const double *values, double *parameters)
{
  for (guint i = 0; i < moved->n_inputs; i++)
    for (guint j = 0; j < system->n_parameters; j++)
      if (moved->inputs[i].hand != G_MAXUINT && strcmp(moved->inputs[i].name, system->parameters[j].name) == 0 &&
          values[j] != system->parameters[j].value) {
        parameters[moved->inputs[i].hand + NOSLIP_HAND_OWN] = 0;
        parameters[moved->inputs[i].hand + NOSLIP_HAND_C0] = values[j];
      }
}

/* Inputs without a course of --input can be moved in the page. */
static void
take_hands(CliProblem *problem)
{
  NoslipSystem *system = problem->system;
  NoslipSystem *moved = problem->courses == NULL ? noslip_language_by_hand(system) : NULL;
  if (moved == NULL)
    return;
  double *parameters = noslip_system_default_parameters(moved);
  for (guint i = 0; i < moved->n_parameters; i++)
    for (guint j = 0; j < system->n_parameters; j++)
      if (strcmp(moved->parameters[i].name, system->parameters[j].name) == 0)
        parameters[i] = problem->parameters[j];
  hold_inputs(moved, system, problem->parameters, parameters);
  g_free(problem->parameters);
  problem->parameters = parameters;
  noslip_system_unref(system);
  problem->system = moved;
}

/* The page of a motion, which starts where the problem does. */
static int
write_page(CliProblem *problem, const Request *request)
{
  const CliSetup *given = request->given;
  const Lost own[] = {{"--method", given->method != NULL},
                      {"--rtol", given->rtol != NULL},
                      {"--atol", given->atol != NULL},
                      {"--fixed-step", given->fixed_step != NULL},
                      {"--no-stabilise", given->no_stabilise}};
  int status;
  take_hands(problem);
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, request->formulation, &status);
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
                               .pause = NAN,
                               .integration = first_lost(G_N_ELEMENTS(own), own)};
  take_setup(&content, request->name);
  g_autofree char *page = noslip_page_text(&content, dynamics, &cli_cancelled, diagnostics);
  content.parameters = content.xy = content.mu = NULL; /* the problem's */
  noslip_page_content_clear(&content);
  status = cli_report(diagnostics);
  if (page == NULL)
    return status != CLI_DONE ? status : CLI_INPUT;
  return cli_output_text(problem, request->path, page);
}

/* The main program of an exported file computes by rk4, with one step from sample to sample and projected; a file of
 * formulas alone computes nothing. Options that ask for something else are refused. */
static gboolean
is_computed(const CliProblem *problem, const NoslipCodeLanguage *language, const CliSetup *given)
{
  const NoslipRunOptions *options = &problem->options;
  gboolean formulas = language->formulas_only, rk4 = strcmp(options->method->id, "rk4") == 0;
  double step = options->step > 0 ? options->step : problem->system->run_step;
  const Lost lost[] = {
      {"to", given->to != NULL && formulas},
      {"step", given->step != NULL && formulas},
      {"method", given->method != NULL && (formulas || !rk4)},
      {"rtol", given->rtol != NULL},
      {"atol", given->atol != NULL},
      {"fixed-step", given->fixed_step != NULL && (formulas || options->fixed_step != step)},
      {"no-stabilise", given->no_stabilise},
  };
  const char *name = first_lost(G_N_ELEMENTS(lost), lost);
  if (name != NULL && formulas)
    cli_message("error: a file of %s has formulas and no motion, and does not use --%s; leave it out", language->title,
                name);
  else if (name != NULL)
    cli_message("error: the program in %s integrates by rk4, projected, with one step from sample to sample, and does "
                "not use --%s; leave it out (--step gives the time between samples)",
                language->title, name);
  return name == NULL;
}

/* What a set-up says on the integration and the program does not take over: a sentence, or NULL. Free with g_free(). */
static char *
left_out(const CliProblem *problem, const NoslipCodeLanguage *language, const Request *request)
{
  const NoslipRunOptions *options = &problem->options;
  NoslipRunOptions usual;
  noslip_run_options_default(&usual, problem->system);
  gboolean method = options->method != usual.method && strcmp(options->method->id, "rk4") != 0;
  gboolean tolerance = options->rtol != usual.rtol;
  if (language->formulas_only || !cli_is_setup(request->name) || !(method || tolerance))
    return NULL;
  return g_strdup_printf("main integrates by rk4, with one step from sample to sample; %s of the set-up "
                         "%s not taken over.",
                         !tolerance ? "the method"
                         : !method  ? "the tolerance"
                                    : "the method and the tolerance",
                         method && tolerance ? "are" : "is");
}

static int
write_code(CliProblem *problem, const NoslipCodeLanguage *language, const Request *request)
{
  int status;
  if (!is_computed(problem, language, request->given))
    return CLI_INPUT;
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, request->formulation, &status);
  if (dynamics == NULL || (status = cli_problem_start(problem, TRUE)) != CLI_DONE)
    return status;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipExport) code =
      noslip_code_new(dynamics, &problem->options, problem->parameters, problem->xy, problem->mu, diagnostics);
  if (code == NULL) {
    cli_report(diagnostics);
    return CLI_INPUT;
  }
  g_autofree char *note = left_out(problem, language, request);
  if (note != NULL)
    cli_message("note: %s", note);
  code->note = note;
  g_autoptr(GString) text = g_string_new(NULL);
  language->write(code, text);
  return cli_output_text(problem, request->path, text->str);
}

/* The formats of a system other than programs. */
static const struct {
  const char *id;
  int (*write)(CliProblem *problem, const Request *request);
} others[] = {{"html", write_page}, {"link", write_link}};

const char **
cli_export_ids(void)
{
  GPtrArray *ids = g_ptr_array_new();
  for (const NoslipCodeLanguage *const *language = noslip_code_languages(); *language != NULL; language++)
    g_ptr_array_add(ids, (gpointer) (*language)->id);
  for (guint i = 0; i < G_N_ELEMENTS(others); i++)
    g_ptr_array_add(ids, (gpointer) others[i].id);
  g_ptr_array_add(ids, NULL);
  return (const char **) g_ptr_array_free(ids, FALSE);
}

/* "c, python, html or link" */
static const char *
export_list(void)
{
  g_autofree const char **ids = cli_export_ids();
  return cli_join_ids(ids, " or ");
}

static int
write_as(CliProblem *problem, const char *as, const Request *request)
{
  for (guint i = 0; i < G_N_ELEMENTS(others); i++)
    if (strcmp(as, others[i].id) == 0)
      return others[i].write(problem, request);
  return write_code(problem, noslip_code_language_find(as), request);
}

static gboolean
is_known(const char *as)
{
  g_autofree const char **ids = cli_export_ids();
  if (as == NULL)
    cli_message("error: --as is missing; it is %s", export_list());
  else if (!g_strv_contains(ids, as))
    cli_message("error: --as is %s, not '%s'", export_list(), as);
  else
    return TRUE;
  return FALSE;
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
      {"as", 0, 0, G_OPTION_ARG_FILENAME, &as, export_list(), "LANGUAGE"},
      {"formulation", 0, 0, G_OPTION_ARG_FILENAME, &formulation, cli_formulation_list(" or "), "F"},
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &setup.dynamics, "nonholonomic, vakonomic or free", "D"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write to this file instead of standard output", "FILE"},
      {NULL},
  };
  g_autofree GOptionEntry *entries = cli_setup_entries(&setup, extra);
  int status = CLI_INPUT;
  if (cli_parse(&cli_export, entries, &argc, &argv, 1, 1) && is_known(as))
    status = cli_problem_load(&problem, argv[0], &setup);
  if (problem.system != NULL && status == CLI_DONE)
    status = write_as(&problem, as, &(Request){argv[0], formulation, path, &setup});
  cli_problem_clear(&problem);
  cli_setup_clear(&setup);
  return status;
}

const CliCommand cli_export = {
    .name = "export",
    .usage = "SYSTEM --as LANGUAGE",
    .summary = "Write a system's equations of motion as a program in another language.",
    .details =
        "The program is self-contained. It has the rates of the state, the projection onto the constraints, the\n"
        "observables, the names of states, parameters and observables, and a main program that writes the\n"
        "CSV of `run --method rk4` with one fixed step from sample to sample of the system's text.\n\n"
        "--as html writes one page for any browser, which needs no network: it computes the motion by itself,\n"
        "draws it, and lets its reader change parameters and values. --as link writes a link to the set-up, which\n"
        "SYSTEM of any command may be; a set-up keeps its views and comparisons in it.\n\n"
        "Options that a format does not use are refused.",
    .example = "noslip-cli export chaplygin-sleigh --as c --output sleigh.c",
    .run = run,
};
