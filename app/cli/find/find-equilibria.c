/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli find equilibria: equilibria and steady motions of a system, and their stability. */
#include "app/cli/find/find.h"
#include "app/cli/json.h"
#include "app/cli/progress.h"
#include "core/dynamics/start.h"
#include "core/finder/equilibria.h"

#include <math.h>
#include <string.h>

#define SAME 1e-6 /* of the range, or of a state: the same */

typedef struct {
  const NoslipSystem *system;
  const NoslipEquilibria *found;
  int along;        /* a parameter, or -1 */
  double low, high; /* its range */
} Report;

static void
append_state(GString *text, const NoslipSystem *system, const double *state)
{
  for (guint i = 0; i < system->m + system->n; i++)
    g_string_append_printf(text, "%s%s = %.9g", i > 0 ? ", " : "", noslip_state_name(system, i),
                           fabs(state[i]) < 1e-12 ? 0 : state[i]);
}

static void
append_equilibrium(GString *text, const Report *report, const NoslipEquilibrium *at)
{
  static const char *const words[] = {"undecided by the linearization", "unstable", "stable"};
  g_string_append_printf(text, "%s (%s): ", at->relative ? "relative equilibrium" : "equilibrium",
                         words[at->stable + 1]);
  append_state(text, report->system, at->state);
  for (guint s = 0; s < at->n_symmetries; s++)
    g_string_append_printf(text, "; %s: %.9g rad/s", report->found->symmetries[s], at->rates[s]);
  g_string_append(text, "\n  eigenvalues:");
  for (guint i = 0; i + at->forced < at->n; i++)
    g_string_append_printf(text, " %.9g%+.9gi", at->eigenvalues[2 * i], at->eigenvalues[2 * i + 1]);
  g_string_append_printf(text, "; and %u zeros that symmetry and family force\n", at->forced);
  if (at->members > 1)
    g_string_append_printf(text, "  it represents a family of dimension %u, of which %u were found\n", at->dimension,
                           at->members);
}

/* Whether a branch comes back to where it begins. */
static gboolean
is_closed(const NoslipSystem *system, const NoslipEquilibriumBranch *branch)
{
  guint last = branch->points->len - 1;
  const NoslipEquilibrium *start = branch->points->pdata[0], *end = branch->points->pdata[last];
  gboolean same = last > 1 && g_array_index(branch->values, double, 0) == g_array_index(branch->values, double, last);
  for (guint i = 0; i < system->m + system->n && same; i++) {
    double apart = end->state[i] - start->state[i];
    if (i < system->m && system->coordinates[i].angle)
      apart = remainder(apart, 2 * G_PI);
    same = fabs(apart) <= SAME * (1 + fabs(start->state[i]));
  }
  return same;
}

/* An end of a branch, and that it was not followed further if it is within the range, or its only point. */
static void
append_end(GString *text, const Report *report, const NoslipEquilibriumBranch *branch, guint i)
{
  double value = g_array_index(branch->values, double, i), range = fabs(report->high - report->low);
  gboolean within = fmin(fabs(value - report->low), fabs(value - report->high)) > SAME * range;
  g_string_append_printf(text, "%s = %.9g: ", report->system->parameters[report->along].name, value);
  append_state(text, report->system, ((const NoslipEquilibrium *) branch->points->pdata[i])->state);
  if ((within || branch->points->len == 1) && !is_closed(report->system, branch))
    g_string_append(text, ", where it ends or could not be followed further");
  g_string_append_c(text, '\n');
}

static void
append_branches(GString *text, const Report *report)
{
  for (guint b = 0; b < report->found->branches->len; b++) {
    const NoslipEquilibriumBranch *branch = report->found->branches->pdata[b];
    if (branch->points->len == 0)
      continue;
    g_string_append_printf(text, "branch with %u points%s\n  from ", branch->points->len,
                           is_closed(report->system, branch) ? ", closed" : "");
    append_end(text, report, branch, 0);
    g_string_append(text, "  to ");
    append_end(text, report, branch, branch->points->len - 1);
  }
}

/* That no equilibrium was found, as if no parameter varies, or at the first of its values. */
static void
append_none(GString *text, const Report *report)
{
  g_string_append(text, "no equilibrium was found from the states that were tried");
  if (report->along >= 0)
    g_string_append_printf(text, " at %s = %.9g, the first value", report->system->parameters[report->along].name,
                           report->low);
  g_string_append_c(text, '\n');
}

static int
print_text(const Report *report)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < report->found->equilibria->len; i++)
    append_equilibrium(text, report, report->found->equilibria->pdata[i]);
  if (report->found->equilibria->len == 0)
    append_none(text, report);
  if (report->found->n_singular > 0)
    g_string_append_printf(
        text,
        "%u searches led to states at which constraints lose rank or coordinates have a pole: no linearization exists "
        "there, and they are left out\n",
        report->found->n_singular);
  if (report->found->n_undecided_joins > 0)
    g_string_append_printf(text,
                           "undecided: %u pairs of these families may be one each; the paths tried between them were "
                           "given up before they ended\n",
                           report->found->n_undecided_joins);
  append_branches(text, report);
  for (guint i = 0; i < report->found->events->len; i++) {
    const NoslipEquilibriumEvent *event = &g_array_index(report->found->events, NoslipEquilibriumEvent, i);
    g_string_append_printf(text, "%s at %s = %.9g: ", event->kind, report->system->parameters[report->along].name,
                           event->parameter);
    append_state(text, report->system, event->at->state);
    g_string_append_c(text, '\n');
  }
  return cli_print_text(text->str);
}

static void
build_state(JsonBuilder *builder, const NoslipSystem *system, const double *state)
{
  for (guint i = 0; i < system->m + system->n; i++)
    cli_json_member_number(builder, noslip_state_name(system, i), state[i]);
}

static void
build_modes(JsonBuilder *builder, const NoslipSystem *system, const NoslipEquilibrium *at)
{
  guint size = system->m + system->n;
  json_builder_set_member_name(builder, "modes");
  json_builder_begin_array(builder);
  for (guint k = 0; k + at->forced < at->n; k++) {
    json_builder_begin_object(builder);
    for (guint i = 0; i < size; i++) {
      json_builder_set_member_name(builder, noslip_state_name(system, i));
      json_builder_begin_array(builder);
      cli_json_number(builder, at->modes[((gsize) k * size + i) * 2]);
      cli_json_number(builder, at->modes[((gsize) k * size + i) * 2 + 1]);
      json_builder_end_array(builder);
    }
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}

static void
build_symmetry(JsonBuilder *builder, const Report *report, const NoslipEquilibrium *at)
{
  json_builder_set_member_name(builder, "symmetry");
  if (!at->relative) {
    json_builder_add_null_value(builder);
    return;
  }
  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, "cyclic");
  json_builder_begin_array(builder);
  for (guint i = 0; i < report->system->m; i++)
    if (report->found->cyclic[i])
      json_builder_add_string_value(builder, report->system->coordinates[i].name);
  json_builder_end_array(builder);
  for (guint s = 0; s < at->n_symmetries; s++)
    cli_json_member_number(builder, report->found->symmetries[s], at->rates[s]);
  json_builder_end_object(builder);
}

static void
build_equilibrium(JsonBuilder *builder, const Report *report, const NoslipEquilibrium *at)
{
  json_builder_set_member_name(builder, "state");
  json_builder_begin_object(builder);
  build_state(builder, report->system, at->state);
  json_builder_end_object(builder);
  cli_json_member_string(builder, "kind", at->relative ? "relative" : "equilibrium");
  build_symmetry(builder, report, at);
  cli_json_member_number(builder, "residual", at->residual);
  json_builder_set_member_name(builder, "eigenvalues");
  json_builder_begin_array(builder);
  for (guint i = 0; i < at->n; i++) {
    json_builder_begin_array(builder);
    cli_json_number(builder, at->eigenvalues[2 * i]);
    cli_json_number(builder, at->eigenvalues[2 * i + 1]);
    json_builder_end_array(builder);
  }
  json_builder_end_array(builder);
  cli_json_member_int(builder, "forced", at->forced);
  cli_json_member_int(builder, "dimension", at->dimension);
  cli_json_member_int(builder, "members", at->members);
  json_builder_set_member_name(builder, "stable");
  if (at->stable < 0)
    json_builder_add_null_value(builder);
  else
    json_builder_add_boolean_value(builder, at->stable == 1);
  build_modes(builder, report->system, at);
}

static void
build_branches(JsonBuilder *builder, const Report *report)
{
  json_builder_set_member_name(builder, "branches");
  json_builder_begin_array(builder);
  for (guint b = 0; b < report->found->branches->len; b++) {
    const NoslipEquilibriumBranch *branch = report->found->branches->pdata[b];
    json_builder_begin_array(builder);
    for (guint i = 0; i < branch->points->len; i++) {
      json_builder_begin_object(builder);
      cli_json_member_number(builder, report->system->parameters[report->along].name,
                             g_array_index(branch->values, double, i));
      build_equilibrium(builder, report, branch->points->pdata[i]);
      json_builder_end_object(builder);
    }
    json_builder_end_array(builder);
  }
  json_builder_end_array(builder);
}

static void
build_events(JsonBuilder *builder, const Report *report)
{
  json_builder_set_member_name(builder, "events");
  json_builder_begin_array(builder);
  for (guint i = 0; i < report->found->events->len; i++) {
    const NoslipEquilibriumEvent *event = &g_array_index(report->found->events, NoslipEquilibriumEvent, i);
    json_builder_begin_object(builder);
    cli_json_member_string(builder, "kind", event->kind);
    json_builder_set_member_name(builder, "at");
    json_builder_begin_object(builder);
    cli_json_member_number(builder, report->system->parameters[report->along].name, event->parameter);
    build_state(builder, report->system, event->at->state);
    json_builder_end_object(builder);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}

static int
print_json(const Report *report)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-find-1");
  cli_json_member_string(builder, "system", report->system->id);
  json_builder_set_member_name(builder, "equilibria");
  json_builder_begin_array(builder);
  for (guint i = 0; i < report->found->equilibria->len; i++) {
    json_builder_begin_object(builder);
    build_equilibrium(builder, report, report->found->equilibria->pdata[i]);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "singular");
  json_builder_add_int_value(builder, report->found->n_singular);
  json_builder_set_member_name(builder, "undecided_joins");
  json_builder_add_int_value(builder, report->found->n_undecided_joins);
  build_branches(builder, report);
  build_events(builder, report);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

/* PARAMETER=LO..HI:N */
static gboolean
read_along(const CliProblem *problem, const char *text, NoslipEquilibriaOptions *options)
{
  g_auto(GStrv) sides = g_strsplit(text, "=", 2);
  g_auto(GStrv) ends = g_strv_length(sides) == 2 ? g_strsplit(sides[1], "..", 2) : NULL;
  g_auto(GStrv) count = ends != NULL && g_strv_length(ends) == 2 ? g_strsplit(ends[1], ":", 2) : NULL;
  guint64 n = 0;
  if (count == NULL || g_strv_length(count) != 2 || !g_ascii_string_to_unsigned(count[1], 10, 2, 100000, &n, NULL)) {
    cli_message("error: --along needs PARAMETER=LO..HI:N with N from 2 to 100000, not '%s'", text);
    return FALSE;
  }
  options->along = noslip_system_parameter(problem->system, sides[0]);
  options->n_values = (guint) n;
  if (options->along < 0) {
    cli_message("error: %s has no parameter '%s'", problem->system->id, sides[0]);
    return FALSE;
  }
  return cli_number("--along", ends[0], &options->low) && cli_number("--along", count[0], &options->high);
}

/* Where the search begins: the initial state that has these values; if the constraints allow none, the given initial
 * state with these values in place of its own. */
static gboolean
read_near(const CliProblem *problem, char **near, double *state)
{
  const NoslipSystem *system = problem->system;
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  g_autofree double *mu = g_new0(double, (gsize) system->k + 1);
  g_autofree double *raw = g_memdup2(problem->xy, sizeof(double) * MAX(system->m + system->n, 1));
  for (guint i = 0; near[i] != NULL; i++) {
    char *name = NULL;
    double value;
    gboolean known = FALSE;
    if (!cli_assignment("--near", near[i], &name, &value))
      return FALSE;
    g_ptr_array_add(names, name);
    g_array_append_val(values, ((NoslipOverride){name, value}));
    for (guint j = 0; j < system->m + system->n; j++)
      if (strcmp(noslip_state_name(system, j), name) == 0) {
        raw[j] = value;
        known = TRUE;
      }
    if (!known) {
      cli_message("error: %s has no coordinate or velocity '%s'", system->id, name);
      return FALSE;
    }
  }
  g_array_append_vals(values, problem->overrides->data, problem->overrides->len);
  if (!noslip_start_state(system, problem->kind, FALSE, problem->parameters, values->len,
                          (const NoslipOverride *) (gpointer) values->data, state, state + system->m, mu, NULL,
                          ignored))
    memcpy(state, raw, sizeof(double) * (system->m + system->n));
  return TRUE;
}

static int
find(CliProblem *problem, const NoslipEquilibriaOptions *options, gboolean json)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  cli_progress_begin("equilibria", NULL, 0);
  g_autoptr(NoslipEquilibria) found = noslip_equilibria_find(problem->system, problem->kind, problem->parameters,
                                                             problem->xy, options, &cli_cancelled, &error);
  cli_progress_end();
  if (found == NULL)
    return cli_report_one(error);
  const Report report = {problem->system, found, options->along, options->low, options->high};
  int status = json ? print_json(&report) : print_text(&report);
  gboolean some = found->equilibria->len > 0;
  for (guint b = 0; b < found->branches->len; b++)
    some = some || ((const NoslipEquilibriumBranch *) found->branches->pdata[b])->points->len > 0;
  return cli_worse(status, some ? CLI_DONE : CLI_FAILED);
}

static int
run(int argc, char **argv)
{
  FindOptions options = {0};
  NoslipEquilibriaOptions search = {.along = -1};
  g_autofree char *along = NULL;
  g_auto(GStrv) near = NULL;
  g_autofree double *start = NULL;
  const GOptionEntry extra[] = {
      {"relative", 0, 0, G_OPTION_ARG_NONE, &search.relative, "Relative equilibria too: symmetries may turn", NULL},
      {"along", 0, 0, G_OPTION_ARG_FILENAME, &along, "Follow each over N values of a parameter", "PARAMETER=LO..HI:N"},
      {"near", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &near, "Search from the initial state with this value (may repeat)",
       "NAME=VALUE"},
      {NULL},
  };
  g_autofree GOptionEntry *entries = find_entries(&options, extra);
  int status = CLI_INPUT;
  CliProblem problem = {0};
  if (cli_parse(&cli_find_equilibria, entries, &argc, &argv, 1, 1)) {
    status = find_load(&problem, argv[0], &options);
    search.seed = (guint64) options.seed;
    if (status == CLI_DONE && along != NULL && !read_along(&problem, along, &search))
      status = CLI_INPUT;
    if (status == CLI_DONE && near != NULL) {
      start = g_new0(double, (gsize) problem.system->m + problem.system->n + 1);
      search.near = start;
      status = read_near(&problem, near, start) ? CLI_DONE : CLI_INPUT;
    }
    if (status == CLI_DONE)
      status = find(&problem, &search, options.json);
    cli_problem_clear(&problem);
  }
  find_options_clear(&options);
  return status;
}

const CliCommand cli_find_equilibria = {
    .name = "find equilibria",
    .usage = "SYSTEM",
    .summary = "Equilibria and relative equilibria, with the eigenvalues of the linearization.",
    .details = "Status 0: some were found; 1: none from the states that were tried.",
    .example = "noslip-cli find equilibria chaplygin-sleigh --relative",
    .run = run,
};
