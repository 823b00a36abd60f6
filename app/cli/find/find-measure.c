/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli find measure: the phase volume on D*, and the multiplier of the bracket. */
#include "app/cli/find/find.h"
#include "app/cli/json.h"
#include "app/cli/progress.h"
#include "core/finder/measure/measure.h"

#include <string.h>

#define MOST_READ 2000 /* characters */

static const char *
answer_word(NoslipAnswer answer)
{
  return answer == NOSLIP_YES ? "yes" : answer == NOSLIP_NO ? "no" : "undecided";
}

/* Long expressions are printed by --json only. */
static const char *
readable(const char *text)
{
  return strlen(text) <= MOST_READ ? text : "(long: --json prints it)";
}

static const char *
evidence_word(gboolean proved)
{
  return proved ? "in symbols" : "by numbers";
}

/* ", at x = 0.5, y = 1"; nothing without coordinates. */
static void
append_place(GString *text, const NoslipHindrance *hindrance)
{
  g_string_append(text, hindrance->m > 0 ? ", at " : "");
  for (guint i = 0; i < hindrance->m; i++)
    g_string_append_printf(text, "%s%s = %.6g", i > 0 ? ", " : "", hindrance->coordinates[i], hindrance->at[i]);
}

static void
append_hindrance(GString *text, const NoslipHindrance *hindrance, const char *what)
{
  g_autofree char *turns = noslip_hindrance_turns(hindrance);
  if (hindrance->of[0] != NULL) {
    g_string_append_printf(text, "  obstruction of %s and %s: %s\n", readable(hindrance->of[0]),
                           readable(hindrance->of[1]), readable(hindrance->value));
    g_string_append_printf(text, "    %.6g, rounding %.1g", hindrance->number, hindrance->noise);
    append_place(text, hindrance);
    g_string_append_c(text, '\n');
  }
  if (hindrance->local != NULL)
    g_string_append_printf(text, "  locally: %s\n", readable(hindrance->local));
  if (turns != NULL)
    g_string_append_printf(text, "  but a turn of %s changes the logarithm of the %s by %s (%.6g)\n", turns, what,
                           readable(hindrance->period), hindrance->number);
}

static void
append_density(GString *text, const NoslipMeasure *measure)
{
  g_autofree char *claim = noslip_measure_claim(measure);
  g_string_append_printf(text, "Invariant measure with a density in the coordinates: %s\n",
                         answer_word(measure->exact));
  if (measure->density != NULL)
    g_string_append_printf(text, "  density of dx dp: %s\n", readable(measure->density));
  if (claim != NULL)
    g_string_append_printf(text, "  %s\n", readable(claim));
  if (measure->singular != NULL)
    g_string_append_printf(text,
                           "  it is singular at the initial state, %s, where no claim with it is defined; another\n"
                           "  density was not found in symbols\n",
                           measure->singular);
  if (measure->exact == NOSLIP_YES && measure->density == NULL)
    g_string_append(text, "  its density was not found in symbols\n");
  if (measure->exact == NOSLIP_UNKNOWN && measure->locally)
    g_string_append(text, "  a density exists in a neighbourhood of each state; whether it fits together is open\n");
  append_hindrance(text, &measure->hindrance, "density");
  if (measure->exact != NOSLIP_UNKNOWN)
    g_string_append_printf(text, "  decided %s\n", evidence_word(measure->proved));
}

static void
append_multiplier(GString *text, const NoslipMeasure *measure)
{
  const NoslipHindrance *hindrance = &measure->multiplier.hindrance;
  g_autofree char *names = g_strjoinv(", ", measure->multiplier.space);
  g_string_append_printf(text, "Multiplier that makes the bracket a Poisson bracket (%s space): %s\n",
                         measure->multiplier.reduced ? "reduced" : "full", answer_word(measure->multiplier.exists));
  g_string_append_printf(text, "  functions of: %s\n", *names != '\0' ? names : "nothing, it is a number");
  if (measure->multiplier.phi != NULL)
    g_string_append_printf(text, "  multiplier: %s\n", readable(measure->multiplier.phi));
  if (measure->multiplier.exists == NOSLIP_YES && measure->multiplier.phi == NULL)
    g_string_append(text, "  it was not found in symbols\n");
  if (hindrance->at != NULL && hindrance->of[0] == NULL) {
    g_string_append_printf(text, "  its equations contradict each other by %.3g of their terms, rounding %.1g",
                           hindrance->number, hindrance->noise);
    append_place(text, hindrance);
    g_string_append_c(text, '\n');
  }
  append_hindrance(text, hindrance, "multiplier");
}

/* What theta relies on. */
static void
append_zeros(GString *text, const NoslipMeasure *measure)
{
  g_autofree char *names = g_strjoinv(" = 0, ", measure->zeros);
  if (*names != '\0')
    g_string_append_printf(text, "  for %s = 0 only: theta or the drift depends on them\n", names);
}

static int
print_text(const NoslipMeasure *measure)
{
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text, "Rate of log phase volume on D*: theta_a y^a%s\n",
                         measure->drift != NULL ? " + theta_0, y = y_0 + y^a e_a" : "");
  if (measure->drift != NULL)
    g_string_append_printf(text, "  y_0 = %s: theta_0 = %s\n", readable(measure->drift),
                           readable(measure->drift_theta));
  for (guint a = 0; a < measure->r; a++)
    g_string_append_printf(text, "  e_%u = %s: theta_%u = %s\n", a + 1, readable(measure->basis[a]), a + 1,
                           readable(measure->theta[a]));
  append_zeros(text, measure);
  append_density(text, measure);
  if (measure->drift == NULL)
    append_multiplier(text, measure);
  return cli_print_text(text->str);
}

static void
build_string(JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name(builder, name);
  if (value != NULL)
    json_builder_add_string_value(builder, value);
  else
    json_builder_add_null_value(builder);
}

static void
build_answer(JsonBuilder *builder, const char *name, NoslipAnswer answer)
{
  json_builder_set_member_name(builder, name);
  if (answer == NOSLIP_UNKNOWN)
    json_builder_add_null_value(builder);
  else
    json_builder_add_boolean_value(builder, answer == NOSLIP_YES);
}

static void
build_strings(JsonBuilder *builder, const char *name, guint n, char *const *values)
{
  json_builder_set_member_name(builder, name);
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++)
    json_builder_add_string_value(builder, values[i]);
  json_builder_end_array(builder);
}

/* The numbers at a state: "number", "rounding", "at". */
static void
build_place(JsonBuilder *builder, const NoslipHindrance *hindrance)
{
  cli_json_member_number(builder, "number", hindrance->number);
  cli_json_member_number(builder, "rounding", hindrance->noise);
  json_builder_set_member_name(builder, "at");
  json_builder_begin_object(builder);
  for (guint i = 0; i < hindrance->m; i++)
    cli_json_member_number(builder, hindrance->coordinates[i], hindrance->at[i]);
  json_builder_end_object(builder);
}

static void
build_obstruction(JsonBuilder *builder, const char *name, const NoslipHindrance *hindrance)
{
  json_builder_set_member_name(builder, name);
  if (hindrance->at == NULL) {
    json_builder_add_null_value(builder);
    return;
  }
  json_builder_begin_object(builder);
  if (hindrance->of[0] != NULL) {
    build_strings(builder, "of", 2, hindrance->of);
    cli_json_member_string(builder, "value", hindrance->value);
  }
  build_place(builder, hindrance);
  json_builder_end_object(builder);
}

/* A closed path along which the logarithm changes, and the function that exists locally. */
static void
build_period(JsonBuilder *builder, const char *name, const NoslipHindrance *hindrance)
{
  json_builder_set_member_name(builder, name);
  if (hindrance->turns == NULL) {
    json_builder_add_null_value(builder);
    return;
  }
  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, "turns");
  json_builder_begin_object(builder);
  for (guint i = 0; i < hindrance->m; i++)
    if (hindrance->turns[i] != 0)
      cli_json_member_number(builder, hindrance->coordinates[i], hindrance->turns[i]);
  json_builder_end_object(builder);
  cli_json_member_string(builder, "value", hindrance->period);
  cli_json_member_number(builder, "number", hindrance->number);
  json_builder_end_object(builder);
}

static void
build_multiplier(JsonBuilder *builder, const NoslipMeasure *measure)
{
  build_answer(builder, "hamiltonizable", measure->multiplier.exists);
  build_string(builder, "multiplier", measure->multiplier.phi);
  cli_json_member_string(builder, "on", measure->multiplier.reduced ? "reduced" : "full");
  build_strings(builder, "functions_of", measure->drift == NULL ? g_strv_length(measure->multiplier.space) : 0,
                measure->multiplier.space);
  build_obstruction(builder, "no_multiplier", &measure->multiplier.hindrance);
  build_period(builder, "multiplier_period", &measure->multiplier.hindrance);
  build_string(builder, "local_multiplier", measure->multiplier.hindrance.local);
}

static int
print_json(const NoslipSystem *system, const NoslipMeasure *measure)
{
  g_autofree char *claim = noslip_measure_claim(measure);
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-find-1");
  cli_json_member_string(builder, "system", system->id);
  build_strings(builder, "basis", measure->r, measure->basis);
  json_builder_set_member_name(builder, "theta");
  json_builder_begin_object(builder);
  for (guint a = 0; a < measure->r; a++)
    cli_json_member_string(builder, measure->basis[a], measure->theta[a]);
  json_builder_end_object(builder);
  build_string(builder, "drift", measure->drift);
  build_string(builder, "drift_theta", measure->drift_theta);
  build_strings(builder, "zeros", g_strv_length(measure->zeros), measure->zeros);
  build_answer(builder, "exact", measure->exact);
  build_string(builder, "evidence", measure->exact == NOSLIP_UNKNOWN ? NULL : measure->proved ? "symbols" : "numbers");
  build_string(builder, "density", measure->density);
  build_string(builder, "singular_at", measure->singular);
  build_string(builder, "claim", claim);
  build_obstruction(builder, "obstruction", &measure->hindrance);
  build_period(builder, "period", &measure->hindrance);
  build_string(builder, "local_density", measure->hindrance.local);
  build_multiplier(builder, measure);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

static int
find(CliProblem *problem, guint64 seed, gboolean json)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  cli_progress_begin("invariant measures", NULL, 0);
  g_autoptr(NoslipMeasure) measure =
      noslip_measure_find(problem->system, problem->kind, problem->parameters, problem->xy, seed, &error);
  cli_progress_end();
  if (measure == NULL)
    return cli_report_one(error);
  int status = json ? print_json(problem->system, measure) : print_text(measure);
  return cli_worse(status, measure->exact == NOSLIP_UNKNOWN ? CLI_FAILED : CLI_DONE);
}

static int
run(int argc, char **argv)
{
  FindOptions options = {0};
  const GOptionEntry none[] = {{NULL}};
  g_autofree GOptionEntry *entries = find_entries(&options, none);
  int status = CLI_INPUT;
  CliProblem problem = {0};
  if (cli_parse(&cli_find_measure, entries, &argc, &argv, 1, 1)) {
    status = find_load(&problem, argv[0], &options);
    if (status == CLI_DONE)
      status = find(&problem, (guint64) options.seed, options.json);
    cli_problem_clear(&problem);
  }
  find_options_clear(&options);
  return status;
}

const CliCommand cli_find_measure = {
    .name = "find measure",
    .usage = "SYSTEM",
    .summary = "Invariant measures, and multipliers that make the bracket a Poisson bracket.",
    .details = "Status 0: the answer is definite; 1: it is undecided whether there is an invariant measure.",
    .example = "noslip-cli find measure nonholonomic-particle",
    .run = run,
};
