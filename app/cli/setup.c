/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns the options shared by the computing commands into a system with parameters and an initial state. */
#include "app/cli/cli.h"
#include "app/cli/setup-file.h"
#include "app/cli/setup-private.h"
#include "app/cli/stranger.h"
#include "core/catalogue/catalogue.h"
#include "core/dynamics/start.h"
#include "core/system/degenerate.h"
#include "core/system/trial.h"

#include <string.h>

const char *
cli_join_ids(const char *const *ids, const char *last)
{
  GString *text = g_string_new(NULL);
  for (guint i = 0; ids[i] != NULL; i++)
    g_string_append_printf(text, "%s%s", i == 0 ? "" : ids[i + 1] == NULL ? last : ", ", ids[i]);
  const char *kept = g_intern_string(text->str);
  g_string_free(text, TRUE);
  return kept;
}

/* Those that people choose; NULL-terminated. */
static GPtrArray *
formulation_ids(void)
{
  GPtrArray *ids = g_ptr_array_new();
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++)
    if (!(*f)->automatic)
      g_ptr_array_add(ids, (char *) (*f)->id);
  g_ptr_array_add(ids, NULL);
  return ids;
}

const char *
cli_formulation_list(const char *last)
{
  g_autoptr(GPtrArray) ids = formulation_ids();
  return cli_join_ids((const char *const *) ids->pdata, last);
}

const char *
cli_method_list(const char *last)
{
  g_autoptr(GPtrArray) ids = g_ptr_array_new();
  for (const NoslipMethod *const *method = noslip_methods(); *method != NULL; method++)
    g_ptr_array_add(ids, (char *) (*method)->id);
  g_ptr_array_add(ids, NULL);
  return cli_join_ids((const char *const *) ids->pdata, last);
}

GOptionEntry *
cli_setup_entries(CliSetup *setup, const GOptionEntry *extra)
{
  g_autofree char *sentence =
      g_strdup_printf("Integration method: %s (the first if not given)", cli_method_list(" or "));
  const char *method = g_intern_string(sentence);
  const GOptionEntry shared[] = {
      {"set", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &setup->set, "Value of a parameter (may repeat)", "NAME=VALUE"},
      {"initial", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &setup->initial,
       "Initial value of a coordinate or velocity (may repeat)", "NAME=VALUE"},
      {"input", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &setup->input,
       "Course of an input, an expression of t and parameters (may repeat)", "NAME=EXPR"},
      {"trial", 0, 0, G_OPTION_ARG_FILENAME, &setup->trial, "Initial values of this trial of the system", "NAME"},
      {"consistent", 0, 0, G_OPTION_ARG_NONE, &setup->consistent,
       "Take the nearest consistent initial values where those given contradict a constraint", NULL},
      {"to", 0, 0, G_OPTION_ARG_FILENAME, &setup->to, "End of the run in seconds", "T"},
      {"step", 0, 0, G_OPTION_ARG_FILENAME, &setup->step, "Time between two rows in seconds", "H"},
      {"method", 0, 0, G_OPTION_ARG_FILENAME, &setup->method, method, "M"},
      {"rtol", 0, 0, G_OPTION_ARG_FILENAME, &setup->rtol, "Relative tolerance of the integration", "R"},
      {"atol", 0, 0, G_OPTION_ARG_FILENAME, &setup->atol, "Absolute tolerance of the integration", "A"},
      {"fixed-step", 0, 0, G_OPTION_ARG_FILENAME, &setup->fixed_step, "Integrate with steps of this length", "H"},
      {"no-stabilise", 0, 0, G_OPTION_ARG_NONE, &setup->no_stabilise,
       "Let the constraints drift with the integration error", NULL},
      {NULL},
  };
  return cli_entries_join(extra, shared);
}

void
cli_setup_clear(CliSetup *setup)
{
  g_strfreev(setup->set);
  g_strfreev(setup->initial);
  g_strfreev(setup->input);
  char *texts[] = {setup->dynamics, setup->trial, setup->to,         setup->step, setup->method,
                   setup->rtol,     setup->atol,  setup->fixed_step, setup->hands};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    g_free(texts[i]);
  *setup = (CliSetup){0};
}

void
cli_problem_clear(CliProblem *problem)
{
  cli_report_about(NULL);
  g_clear_pointer(&problem->system, noslip_system_unref);
  g_clear_pointer(&problem->file, g_free);
  g_clear_pointer(&problem->formulation, g_free);
  g_clear_pointer(&problem->gestures, noslip_gestures_unref);
  g_clear_pointer(&problem->inputs, g_strfreev);
  g_clear_pointer(&problem->courses, g_ptr_array_unref);
  g_clear_pointer(&problem->parameters, g_free);
  g_clear_pointer(&problem->overrides, g_array_unref);
  g_clear_pointer(&problem->override_names, g_ptr_array_unref);
  g_clear_pointer(&problem->xy, g_free);
  g_clear_pointer(&problem->mu, g_free);
  g_clear_pointer(&problem->read, noslip_diagnostics_free);
}

const char **
cli_state_names(const NoslipSystem *system)
{
  GPtrArray *names = g_ptr_array_new();
  for (guint i = 0; i < system->m; i++)
    g_ptr_array_add(names, system->coordinates[i].name);
  for (guint i = 0; i < system->n; i++)
    g_ptr_array_add(names, system->fibres[i].name);
  for (guint i = 0; i < system->k; i++)
    g_ptr_array_add(names, (char *) noslip_expr_symbol_name(system->graph, system->constraints[i].mu));
  g_ptr_array_add(names, NULL);
  return (const char **) g_ptr_array_free(names, FALSE);
}

void
cli_report_unknown(const NoslipSystem *system, const char *kind, const char *name, const char *const *known)
{
  const char *near = noslip_catalogue_nearest(name, known);
  if (near != NULL) {
    cli_message("error: %s has no %s '%s'; did you mean %s?", system->id, kind, name, near);
    return;
  }
  g_autofree char *list = g_strjoinv(", ", (char **) known);
  cli_message("error: %s has no %s '%s'; it has %s", system->id, kind, name, *list != '\0' ? list : "none");
}

gboolean
cli_problem_set(CliProblem *problem, char **set)
{
  const NoslipSystem *system = problem->system;
  g_autofree const char **known = g_new0(const char *, system->n_parameters + 1);
  for (guint i = 0; i < system->n_parameters; i++)
    known[i] = system->parameters[i].name;
  gboolean good = TRUE;
  for (guint i = 0; set != NULL && set[i] != NULL; i++) {
    g_autofree char *name = NULL;
    double value;
    if (!cli_assignment("--set", set[i], &name, &value)) {
      good = FALSE;
      continue;
    }
    int parameter = noslip_system_parameter(system, name);
    if (parameter < 0) {
      cli_report_unknown(system, "parameter", name, known);
      good = FALSE;
    } else {
      problem->parameters[parameter] = value;
    }
  }
  return good;
}

gboolean
cli_is_state_name(const NoslipSystem *system, const char *name)
{
  g_autofree const char **known = cli_state_names(system);
  if (g_strv_contains(known, name))
    return TRUE;
  gsize length = strlen(name);
  for (guint i = 0; i < system->m && length > 0 && name[length - 1] == '\''; i++)
    if (strncmp(system->coordinates[i].name, name, length - 1) == 0 && system->coordinates[i].name[length - 1] == '\0')
      return TRUE;
  return FALSE;
}

void
cli_problem_add_override(CliProblem *problem, char *name, double value)
{
  for (guint i = 0; i < problem->overrides->len; i++) {
    NoslipOverride *known = &g_array_index(problem->overrides, NoslipOverride, i);
    if (strcmp(known->name, name) == 0) { /* the last one takes precedence */
      known->value = value;
      g_free(name);
      return;
    }
  }
  g_ptr_array_add(problem->override_names, name);
  g_array_append_val(problem->overrides, ((NoslipOverride){name, value}));
}

gboolean
cli_problem_override(CliProblem *problem, const char *option, char **assignments)
{
  g_autofree const char **known = cli_state_names(problem->system);
  gboolean good = TRUE;
  for (guint i = 0; assignments != NULL && assignments[i] != NULL; i++) {
    char *name = NULL;
    double value;
    if (!cli_assignment(option, assignments[i], &name, &value)) {
      good = FALSE;
    } else if (!cli_is_state_name(problem->system, name)) {
      cli_report_unknown(problem->system, "coordinate or velocity", name, known);
      g_free(name);
      good = FALSE;
    } else {
      cli_problem_add_override(problem, name, value);
    }
  }
  return good;
}

NoslipSystem *
cli_load(const char *name, char **file, char **text, gboolean starts, NoslipDiagnostics *diagnostics)
{
  if (strcmp(name, "-") == 0)
    return noslip_catalogue_load_standard_input(cli_stranger, starts, text, diagnostics);
  if (cli_stranger)
    return noslip_catalogue_load_sealed(name, starts, file, text, diagnostics);
  return starts ? noslip_catalogue_load_source(name, file, text, diagnostics)
                : noslip_catalogue_load_unstarted(name, file, diagnostics);
}

/* Prints the notes that tell of given values that were replaced, and not those of chosen ones. */
static void
report_replaced(const NoslipDiagnostics *diagnostics)
{
  for (guint i = 0; i < diagnostics->list->len; i++) {
    const NoslipDiagnostic *note = diagnostics->list->pdata[i];
    if (note->severity == NOSLIP_NOTE && note->code == NOSLIP_CODE_INITIAL && note->place.line > 0)
      cli_report_one(note);
  }
}

int
cli_problem_start(CliProblem *problem, gboolean notes)
{
  const NoslipSystem *system = problem->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_free(problem->xy);
  g_free(problem->mu);
  problem->xy = g_new0(double, system->m + system->n + 1);
  problem->mu = g_new0(double, system->k + 1);
  double *x = problem->xy, *y = problem->xy + system->m;
  gboolean good = noslip_start_state(
      system, problem->kind, problem->consistent, problem->parameters, problem->overrides->len,
      (const NoslipOverride *) (gpointer) problem->overrides->data, x, y, problem->mu, NULL, diagnostics);
  if (good && problem->kind == NOSLIP_DYNAMICS_NONHOLONOMIC)
    good = noslip_state_is_regular(system, problem->parameters, x, y, diagnostics);
  if (good && !notes) {
    report_replaced(diagnostics);
    return CLI_DONE;
  }
  int status = cli_report(diagnostics);
  return good ? CLI_DONE : status != CLI_DONE ? status : CLI_INPUT;
}

const NoslipFormulation *
cli_formulation(const char *id)
{
  const NoslipFormulation *found = noslip_formulation_find(id);
  if (found != NULL && !found->automatic)
    return found;
  g_autoptr(GPtrArray) known = formulation_ids();
  const char *near = noslip_catalogue_nearest(id, (const char *const *) known->pdata);
  if (near != NULL)
    cli_message("error: there is no formulation '%s'; did you mean %s?", id, near);
  else
    cli_message("error: there is no formulation '%s'; there are %s", id, cli_formulation_list(", "));
  return NULL;
}

static const NoslipFormulation *
find_formulation(const CliProblem *problem, const char *id)
{
  if (id == NULL) {
    const NoslipFormulation *usual = noslip_formulation_for(problem->system, problem->kind);
    if (usual == NULL)
      cli_message("error: this version cannot compute %s motions", noslip_dynamics_kind_id(problem->kind));
    return usual;
  }
  if (problem->kind != NOSLIP_DYNAMICS_NONHOLONOMIC) {
    cli_message("error: a %s run takes no --formulation; leave it out", noslip_dynamics_kind_id(problem->kind));
    return NULL;
  }
  return cli_formulation(id);
}

/* "multipliers and projection", those that apply; NULL if only the computation of its own does. Kept for the life
 * of the program. */
static const char *
applicable(const CliProblem *problem)
{
  const NoslipFormulation *usual = noslip_formulation_for(problem->system, problem->kind);
  g_autoptr(GPtrArray) ids = g_ptr_array_new();
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++) {
    g_autofree char *refusal = (*f)->automatic ? NULL : noslip_formulation_refusal(*f, problem->system);
    if (!(*f)->automatic && refusal == NULL)
      g_ptr_array_add(ids, (char *) (*f)->id);
  }
  g_ptr_array_add(ids, NULL);
  return usual != NULL && !usual->automatic && ids->len > 1 ? cli_join_ids((const char *const *) ids->pdata, " and ")
                                                            : NULL;
}

NoslipDynamics *
cli_problem_dynamics(const CliProblem *problem, const char *formulation, int *status)
{
  gboolean own = formulation == NULL && problem->formulation != NULL && problem->kind == NOSLIP_DYNAMICS_NONHOLONOMIC;
  const NoslipFormulation *known = own ? noslip_formulation_find(problem->formulation) : NULL;
  const NoslipFormulation *found = known != NULL && !known->automatic ? known : find_formulation(problem, formulation);
  g_autoptr(NoslipDiagnostic) error = NULL;
  *status = CLI_INPUT;
  if (found == NULL)
    return NULL;
  g_autofree char *refusal = noslip_formulation_refusal(found, problem->system);
  if (refusal != NULL) {
    const char *others = applicable(problem);
    cli_message("error: %s does not apply to %s: %s; %s%s", found->id, problem->system->id, refusal,
                others != NULL        ? "these do: "
                : formulation != NULL ? "leave the formulation out"
                                      : "change the system",
                others != NULL ? others : "");
    return NULL;
  }
  NoslipDynamics *dynamics = noslip_dynamics_new(found, problem->system, &error);
  *status = dynamics != NULL ? CLI_DONE : error != NULL ? cli_report_one(error) : CLI_INPUT;
  cli_catch_interrupts();
  return dynamics;
}

NoslipHandRun *
cli_problem_run(const CliProblem *problem, NoslipDynamics *dynamics, NoslipPushes *pushes, int *status)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  const NoslipHandRunOf of = {
      .dynamics = dynamics, .pushes = pushes, .gestures = problem->gestures, .options = &problem->options};
  NoslipHandRun *run = noslip_hand_run_new(&of, problem->parameters, 0, problem->xy,
                                           problem->kind == NOSLIP_DYNAMICS_VAKONOMIC ? problem->mu : NULL, &error);
  if (run == NULL)
    *status = cli_report_one(error);
  return run;
}
