/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/past.h"

#include "core/base/version.h"

#include <string.h>

static void
build_system(JsonBuilder *builder, const NoslipSystem *system)
{
  g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, system->text, -1);
  json_builder_set_member_name(builder, "system");
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "id", system->id);
  cli_json_member_string(builder, "title", system->title != NULL ? system->title : "");
  cli_json_member_string(builder, "sha256", hash);
  cli_json_member_string(builder, "text", system->text);
  json_builder_end_object(builder);
}

/* Those of the text, without those of hands. */
static void
build_parameters(JsonBuilder *builder, const CliProblem *problem)
{
  const NoslipSystem *written = noslip_system_written(problem->system);
  json_builder_set_member_name(builder, "parameters");
  json_builder_begin_object(builder);
  for (guint i = 0; i < written->n_parameters; i++) {
    const char *name = written->parameters[i].name;
    cli_json_member_number(builder, name, problem->parameters[noslip_system_parameter(problem->system, name)]);
  }
  json_builder_end_object(builder);
}

/* Courses of inputs that were given as options; the others are part of the text. */
static void
build_courses(JsonBuilder *builder, const CliProblem *problem)
{
  if (problem->courses == NULL)
    return;
  json_builder_set_member_name(builder, "inputs");
  json_builder_begin_object(builder);
  for (guint i = 0; i + 1 < problem->courses->len; i += 2)
    cli_json_member_string(builder, problem->courses->pdata[i], problem->courses->pdata[i + 1]);
  json_builder_end_object(builder);
}

/* The movements of hands, as the lines of a set-up's group [Hands]. */
static void
build_hands(JsonBuilder *builder, const CliProblem *problem)
{
  if (noslip_gestures_n(problem->gestures) == 0)
    return;
  g_autofree char *text = noslip_gestures_to_text(problem->gestures, problem->system);
  g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
  cli_json_member_strings(builder, "hands", lines);
}

/* The whole state if the motion has one start; otherwise the values that were given for all motions. */
static void
build_initial(JsonBuilder *builder, const CliProblem *problem)
{
  const NoslipSystem *system = problem->system;
  g_autofree const char **names = cli_state_names(system);
  json_builder_set_member_name(builder, "initial");
  json_builder_begin_object(builder);
  for (guint i = 0; problem->xy != NULL && i < system->m + system->n; i++)
    cli_json_member_number(builder, names[i], problem->xy[i]);
  for (guint i = 0; problem->xy != NULL && problem->kind == NOSLIP_DYNAMICS_VAKONOMIC && i < system->k; i++)
    cli_json_member_number(builder, names[system->m + system->n + i], problem->mu[i]);
  for (guint i = 0; problem->xy == NULL && i < problem->overrides->len; i++) {
    const NoslipOverride *given = &g_array_index(problem->overrides, NoslipOverride, i);
    cli_json_member_number(builder, given->name, given->value);
  }
  json_builder_end_object(builder);
}

/* Rare options are written only if they were given. */
static void
build_options(JsonBuilder *builder, const CliProblem *problem)
{
  const NoslipRunOptions *options = &problem->options;
  cli_json_member_string(builder, "method", options->method->id);
  cli_json_member_number(builder, "rtol", options->rtol);
  cli_json_member_number(builder, "atol", options->atol);
  cli_json_member_number(builder, "step", options->step > 0 ? options->step : problem->system->run_step);
  cli_json_member_number(builder, "to", options->to > 0 ? options->to : problem->system->run_to);
  if (options->fixed_step > 0)
    cli_json_member_number(builder, "fixed_step", options->fixed_step);
  if (!options->stabilise)
    cli_json_member_boolean(builder, "stabilise", FALSE);
}

/* The members of a claim's verdict, which the open object gets: name, line, verdict, residual, tolerance, sensitivity
 * and drift. */
static void
past_verdict(JsonBuilder *builder, const NoslipVerdict *verdict)
{
  cli_json_member_string(builder, "name", verdict->claim->title);
  cli_json_member_int(builder, "line", verdict->claim->place.line);
  cli_json_member_string(builder, "verdict", noslip_verdict_word(verdict->kind));
  cli_json_member_number(builder, "residual", verdict->residual);
  cli_json_member_number(builder, "tolerance", verdict->claim->tolerance);
  cli_json_member_number(builder, "sensitivity", verdict->sensitivity);
  cli_json_member_number(builder, "drift", verdict->drift);
}

static void
build_verdicts(JsonBuilder *builder, const NoslipClaims *claims)
{
  json_builder_set_member_name(builder, "verdicts");
  json_builder_begin_array(builder);
  for (guint i = 0; claims != NULL && i < noslip_claims_n(claims); i++) {
    NoslipVerdict verdict;
    noslip_claims_verdict(claims, i, &verdict);
    if (!verdict.applies)
      continue;
    json_builder_begin_object(builder);
    past_verdict(builder, &verdict);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}

gboolean
cli_past_add(CliOutput *output, const NoslipOutputFile *file, const char *path, NoslipOutputFile **past)
{
  *past = NULL;
  if (path == NULL || !noslip_output_file_is_regular(file))
    return TRUE;
  g_autofree char *name = g_strconcat(path, CLI_PAST_SUFFIX, NULL);
  *past = cli_output_add(output, name);
  return *past != NULL;
}

gboolean
cli_past_write(const CliPast *past, CliOutput *output, NoslipOutputFile *file)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, past->format);
  build_system(builder, past->problem->system);
  build_parameters(builder, past->problem);
  build_courses(builder, past->problem);
  build_hands(builder, past->problem);
  build_initial(builder, past->problem);
  cli_json_member_string(builder, "dynamics", noslip_dynamics_kind_id(past->problem->kind));
  cli_json_member_string(builder, "formulation", past->formulation->id);
  build_options(builder, past->problem);
  cli_json_member_strings(builder, "columns", past->columns);
  cli_json_member_string(builder, "version", noslip_version());
  build_verdicts(builder, past->claims);
  if (past->more != NULL)
    past->more(builder, past->data);
  json_builder_end_object(builder);
  g_autofree char *text = cli_json_text(builder);
  return cli_output_write(output, file, text, strlen(text));
}
