/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applies the set-up of a system to a problem: parameters, initial values, trial, dynamics and method. */
#include "app/cli/cli.h"
#include "app/cli/setup-file.h"
#include "app/cli/setup-private.h"
#include "core/catalogue/catalogue.h"
#include "core/language/language.h"
#include "core/system/degenerate.h"
#include "core/system/dynamics-kind.h"
#include "core/system/trial.h"

#include <string.h>

void
cli_problem_trial(CliProblem *problem, guint trial)
{
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  noslip_trial_overrides(problem->system, trial, problem->parameters, problem->overrides->len,
                         (const NoslipOverride *) (gpointer) problem->overrides->data, values);
  for (guint i = problem->overrides->len; i < values->len; i++) {
    const NoslipOverride *value = &g_array_index(values, NoslipOverride, i);
    cli_problem_add_override(problem, g_strdup(value->name), value->value);
  }
}

static gboolean
read_trial(CliProblem *problem, const char *name)
{
  const NoslipSystem *system = problem->system;
  if (name == NULL)
    return TRUE;
  int trial = noslip_trial_find(system, name);
  if (trial >= 0) {
    cli_problem_trial(problem, (guint) trial);
    return TRUE;
  }
  g_autofree const char **known = g_new0(const char *, (gsize) system->n_trials + 1);
  for (guint i = 0; i < system->n_trials; i++)
    known[i] = system->trials[i].name;
  cli_report_unknown(system, "trial", name, known);
  return FALSE;
}

static gboolean
read_dynamics(const char *text, const NoslipSystem *system, NoslipDynamicsKind *kind)
{
  *kind = system->dynamics;
  if (text == NULL || noslip_dynamics_kind_find(text, kind))
    return TRUE;
  const char *near = noslip_catalogue_nearest(text, noslip_dynamics_kind_ids());
  cli_message("error: --dynamics is nonholonomic, vakonomic or free, not '%s'%s%s%s", text,
              near != NULL ? "; did you mean " : "", near != NULL ? near : "", near != NULL ? "?" : "");
  return FALSE;
}

gboolean
cli_problem_kind(CliProblem *problem, const char *text)
{
  return read_dynamics(text, problem->system, &problem->kind);
}

static gboolean
read_method(const char *text, NoslipRunOptions *options)
{
  if (text == NULL)
    return TRUE;
  options->method = noslip_method_find(text);
  if (options->method != NULL)
    return TRUE;
  const char *library = noslip_method_library(text);
  if (library != NULL)
    cli_message("error: the method '%s' needs %s, which was left out of this build; there are %s", text, library,
                cli_method_list(", "));
  else
    cli_message("error: there is no method '%s'; there are %s", text, cli_method_list(", "));
  return FALSE;
}

static gboolean
read_options(const CliSetup *setup, NoslipRunOptions *options)
{
  gboolean good = read_method(setup->method, options);
  const struct {
    const char *option, *text;
    double *value;
  } numbers[] = {
      {"--to", setup->to, &options->to},
      {"--step", setup->step, &options->step},
      {"--rtol", setup->rtol, &options->rtol},
      {"--atol", setup->atol, &options->atol},
      {"--fixed-step", setup->fixed_step, &options->fixed_step},
  };
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
    if (numbers[i].text == NULL)
      continue;
    if (!cli_number(numbers[i].option, numbers[i].text, numbers[i].value)) {
      good = FALSE;
    } else if (*numbers[i].value < 0 || (*numbers[i].value == 0 && numbers[i].value != &options->atol)) {
      cli_message("error: %s must be positive, not %s", numbers[i].option, numbers[i].text);
      good = FALSE;
    }
  }
  options->stabilise = !setup->no_stabilise;
  if (!good)
    return FALSE;
  g_autoptr(NoslipDiagnostic) error = noslip_run_options_check(options);
  if (error != NULL)
    cli_report_one(error);
  return error == NULL;
}

/* The result of the constraint algorithm depends on the parameters and the initial state, so it is run with them. */
static void
take_values(CliProblem *problem)
{
  NoslipSystem *system = problem->system;
  if (system->k == 0 &&
      (noslip_system_is_degenerate(system) || noslip_system_is_degenerate_at(system, problem->parameters)))
    noslip_system_take_values(system, problem->parameters, problem->overrides->len,
                              (const NoslipOverride *) (gpointer) problem->overrides->data);
}

/* Reads the system again with the courses of --input, and reports its diagnostics: a parameter may be used only in a
 * course. */
static gboolean
drive(CliProblem *problem, char **input)
{
  g_autoptr(GArray) courses = g_array_new(FALSE, FALSE, sizeof(NoslipCourse));
  g_autoptr(NoslipDiagnostics) found = noslip_diagnostics_new();
  problem->courses = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; input[i] != NULL; i++) {
    char *sign = strchr(input[i], '=');
    if (sign == NULL || sign == input[i] || !g_utf8_validate(input[i], -1, NULL)) {
      cli_message("error: --input takes NAME=EXPR, not '%s'", input[i]);
      return FALSE;
    }
    char *name = g_strstrip(g_strndup(input[i], (gsize) (sign - input[i]))), *expr = g_strdup(sign + 1);
    g_ptr_array_add(problem->courses, name);
    g_ptr_array_add(problem->courses, expr);
    NoslipCourse course = {name, expr};
    g_array_append_val(courses, course);
  }
  NoslipSystem *driven =
      noslip_language_drive(problem->system, courses->len, (const NoslipCourse *) (gpointer) courses->data, found);
  cli_report(found);
  if (driven == NULL)
    return FALSE;
  noslip_system_unref(problem->system);
  problem->system = driven;
  return TRUE;
}

/* Reads the system again, such that hands can move its inputs. */
static gboolean
prepare_for_hands(CliProblem *problem, const CliSetup *setup)
{
  if (setup->input != NULL) {
    cli_message("error: --input gives no course to an input of a set-up with movements of hands; leave it out, or the "
                "group [Hands]");
    return FALSE;
  }
  NoslipSystem *prepared = noslip_language_by_hand(problem->system);
  noslip_system_unref(problem->system);
  problem->system = prepared;
  return TRUE;
}

/* The motion starts with the values that hands give the inputs at t = 0. */
static void
take_hands(CliProblem *problem, const char *text)
{
  g_autofree char *wrong = NULL;
  problem->gestures = noslip_gestures_from_text(text, problem->system, &wrong);
  if (wrong != NULL)
    cli_message("warning: %s", wrong);
  noslip_gestures_apply(problem->gestures, problem->system, 0, problem->parameters);
}

/* The system has been read; the values of the set-up have not been applied yet. */
static int
apply_setup(CliProblem *problem, const CliSetup *setup, const NoslipDiagnostics *diagnostics)
{
  gboolean driven = problem->system != NULL && setup != NULL && setup->input != NULL;
  int status = driven ? CLI_DONE : cli_report(diagnostics);
  if (problem->system == NULL)
    return status != CLI_DONE ? status : CLI_INPUT;
  problem->inputs = noslip_catalogue_inputs(problem->system, problem->file);
  if (setup != NULL && setup->hands != NULL && !prepare_for_hands(problem, setup))
    return CLI_INPUT;
  if (driven && !drive(problem, setup->input))
    return CLI_INPUT;
  cli_report_about(problem->system);
  problem->parameters = noslip_system_default_parameters(problem->system);
  problem->overrides = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  problem->override_names = g_ptr_array_new_with_free_func(g_free);
  problem->kind = problem->system->dynamics;
  noslip_run_options_default(&problem->options, problem->system);
  if (setup == NULL)
    return CLI_DONE;
  gboolean good = cli_problem_set(problem, setup->set);
  if (setup->hands != NULL)
    take_hands(problem, setup->hands);
  good = cli_problem_override(problem, "--initial", setup->initial) && good;
  good = read_trial(problem, setup->trial) && good;
  good = read_dynamics(setup->dynamics, problem->system, &problem->kind) && good;
  problem->consistent = setup->consistent;
  if (good)
    take_values(problem);
  good = read_options(setup, &problem->options) && good;
  return good ? CLI_DONE : CLI_INPUT;
}

int
cli_problem_load(CliProblem *problem, const char *name, const CliSetup *setup)
{
  NoslipDiagnostics *diagnostics = noslip_diagnostics_new();
  CliSetup merged = {0};
  cli_report_about(NULL);
  gboolean other = setup != NULL && (setup->set || setup->initial || setup->input || setup->trial || setup->consistent);
  *problem = (CliProblem){.read = diagnostics};
  if (!cli_is_setup(name)) {
    /* if values differ from the text's, the initial state is checked when the motion starts */
    problem->system = cli_load(name, &problem->file, NULL, !other, diagnostics);
    return apply_setup(problem, setup, diagnostics);
  }
  problem->system = cli_setup_read(name, setup, &merged, &problem->formulation, &problem->file, diagnostics);
  int status = apply_setup(problem, &merged, diagnostics);
  cli_setup_clear(&merged);
  return status;
}
