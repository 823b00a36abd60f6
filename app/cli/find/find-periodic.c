/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli find periodic: a periodic motion and its Floquet multipliers. */
#include "app/cli/find/find.h"
#include "app/cli/json.h"
#include "app/cli/progress.h"
#include "core/finder/periodic.h"

#include <string.h>

static int
print_text(const NoslipSystem *system, const NoslipPeriodic *periodic)
{
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text, "periodic motion (%s): period %.12g s, misses by %.1e\n ",
                         periodic->stable > 0    ? "stable"
                         : periodic->stable == 0 ? "unstable"
                                                 : "undecided by the linearization",
                         periodic->period, periodic->residual);
  for (guint i = 0; i < system->m + system->n; i++)
    g_string_append_printf(text, "%s %s = %.9g", i > 0 ? "," : "", noslip_state_name(system, i), periodic->state[i]);
  g_string_append(text, "\n  multipliers:");
  for (guint i = 0; i < periodic->n; i++)
    g_string_append_printf(text, " %.9g%+.9gi", periodic->multipliers[2 * i], periodic->multipliers[2 * i + 1]);
  g_string_append_c(text, '\n');
  return cli_print_text(text->str);
}

static int
print_json(const NoslipSystem *system, const NoslipPeriodic *periodic)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-find-1");
  cli_json_member_string(builder, "system", system->id);
  json_builder_set_member_name(builder, "periodic");
  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, "state");
  json_builder_begin_object(builder);
  for (guint i = 0; i < system->m + system->n; i++)
    cli_json_member_number(builder, noslip_state_name(system, i), periodic->state[i]);
  json_builder_end_object(builder);
  cli_json_member_number(builder, "period", periodic->period);
  cli_json_member_number(builder, "residual", periodic->residual);
  json_builder_set_member_name(builder, "multipliers");
  json_builder_begin_array(builder);
  for (guint i = 0; i < periodic->n; i++) {
    json_builder_begin_array(builder);
    cli_json_number(builder, periodic->multipliers[2 * i]);
    cli_json_number(builder, periodic->multipliers[2 * i + 1]);
    json_builder_end_array(builder);
  }
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "stable");
  if (periodic->stable < 0)
    json_builder_add_null_value(builder);
  else
    json_builder_add_boolean_value(builder, periodic->stable > 0);
  json_builder_end_object(builder);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

static int
find(const CliProblem *problem, const FindOptions *options, const char *text)
{
  double period = problem->system->run_to;
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (text != NULL && (!cli_number("--period", text, &period) || period <= 0)) {
    cli_message("error: --period must be positive");
    return CLI_INPUT;
  }
  cli_progress_begin("periodic motions", NULL, 0);
  g_autoptr(NoslipPeriodic) periodic =
      noslip_periodic_find(problem->system, problem->kind, problem->parameters, problem->xy, period,
                           (guint64) options->seed, &cli_cancelled, &error);
  cli_progress_end();
  if (periodic == NULL)
    return cli_report_one(error);
  return options->json ? print_json(problem->system, periodic) : print_text(problem->system, periodic);
}

static int
run(int argc, char **argv)
{
  FindOptions options = {0};
  CliProblem problem = {0};
  char *period = NULL;
  int status = CLI_INPUT;
  const GOptionEntry extra[] = {
      {"period", 0, 0, G_OPTION_ARG_FILENAME, &period,
       "Approximate period in seconds (the run of the system if not given)", "T"},
      {NULL},
  };
  g_autofree GOptionEntry *entries = find_entries(&options, extra);
  if (cli_parse(&cli_find_periodic, entries, &argc, &argv, 1, 1)) {
    status = find_load(&problem, argv[0], &options);
    if (status == CLI_DONE)
      status = find(&problem, &options, period);
    cli_problem_clear(&problem);
  }
  find_options_clear(&options);
  g_free(period);
  return status;
}

const CliCommand cli_find_periodic = {
    .name = "find periodic",
    .usage = "SYSTEM",
    .summary = "Find a periodic motion near the initial state, and its Floquet multipliers.",
    .details = "Coordinates on which nothing depends may end at other values, angles a whole turn later. Status 3: "
               "none is near.",
    .example = "noslip-cli find periodic bead-on-hoop --initial theta=1.2 --period 1.2",
    .run = run,
};
