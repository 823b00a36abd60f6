/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli find measure: the phase volume on D*, and the multiplier of the bracket. */
#include "app/cli/find/find.h"
#include "app/cli/json.h"
#include "app/cli/progress.h"
#include "core/finder/measure.h"

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

static int
print_text(const NoslipMeasure *measure)
{
  g_autofree char *claim = noslip_measure_claim(measure);
  g_autoptr(GString) text = g_string_new("Rate of log phase volume on D*: theta_a y^a\n");
  for (guint a = 0; a < measure->r; a++)
    g_string_append_printf(text, "  e_%u = %s: theta_%u = %s\n", a + 1, measure->basis[a], a + 1,
                           readable(measure->theta[a]));
  g_string_append_printf(text, "Invariant measure with a density in the coordinates: %s\n",
                         answer_word(measure->exact));
  if (measure->density != NULL)
    g_string_append_printf(text, "  density of dx dp: %s\n", readable(measure->density));
  if (claim != NULL)
    g_string_append_printf(text, "  %s\n", readable(claim));
  if (measure->exact == NOSLIP_YES && measure->density == NULL)
    g_string_append(text, "  its density was not found in symbols\n");
  if (measure->obstruction != NULL)
    g_string_append_printf(text, "  obstruction of %s and %s: %s\n", measure->obstruction_of[0],
                           measure->obstruction_of[1], readable(measure->obstruction));
  g_string_append_printf(text, "Multiplier that makes the bracket a Poisson bracket (%s space): %s\n",
                         measure->reduced ? "reduced" : "full", answer_word(measure->hamiltonizable));
  if (measure->multiplier != NULL)
    g_string_append_printf(text, "  multiplier: %s\n", readable(measure->multiplier));
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
build_obstruction(JsonBuilder *builder, const NoslipMeasure *measure)
{
  json_builder_set_member_name(builder, "obstruction");
  if (measure->obstruction == NULL) {
    json_builder_add_null_value(builder);
    return;
  }
  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, "of");
  json_builder_begin_array(builder);
  for (guint i = 0; i < 2; i++)
    json_builder_add_string_value(builder, measure->obstruction_of[i]);
  json_builder_end_array(builder);
  cli_json_member_string(builder, "value", measure->obstruction);
  json_builder_end_object(builder);
}

static int
print_json(const NoslipSystem *system, const NoslipMeasure *measure)
{
  g_autofree char *claim = noslip_measure_claim(measure);
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-find-1");
  cli_json_member_string(builder, "system", system->id);
  json_builder_set_member_name(builder, "basis");
  json_builder_begin_array(builder);
  for (guint a = 0; a < measure->r; a++)
    json_builder_add_string_value(builder, measure->basis[a]);
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "theta");
  json_builder_begin_object(builder);
  for (guint a = 0; a < measure->r; a++)
    cli_json_member_string(builder, measure->basis[a], measure->theta[a]);
  json_builder_end_object(builder);
  build_answer(builder, "exact", measure->exact);
  build_string(builder, "density", measure->density);
  build_string(builder, "claim", claim);
  build_obstruction(builder, measure);
  build_answer(builder, "hamiltonizable", measure->hamiltonizable);
  build_string(builder, "multiplier", measure->multiplier);
  cli_json_member_string(builder, "on", measure->reduced ? "reduced" : "full");
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
