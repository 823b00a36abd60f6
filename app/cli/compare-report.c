/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output of noslip-cli compare: the table of formulations and their derivations, or JSON. */
#include "app/cli/cli.h"
#include "app/cli/compare-dynamics.h"
#include "app/cli/compare-private.h"
#include "app/cli/json.h"

#include <string.h>

gboolean
cli_compare_is_compared(const CliContestant *contestant)
{
  return contestant->refusal == NULL && contestant->reason == NULL;
}

double
cli_compare_worst(const CliComparison *comparison, const CliContestant *contestant)
{
  double most = 0;
  for (guint column = 0; column < comparison->columns->len; column++)
    most = MAX(most, contestant->apart[column]);
  return most;
}

static void
append_table(const CliComparison *comparison, GString *text)
{
  const CliContestant *reference = &comparison->contestants[comparison->reference];
  g_string_append_printf(text, "%-18s %10s", "column", "size");
  for (guint i = 0; i < comparison->n; i++)
    if (cli_compare_is_compared(&comparison->contestants[i]) && i != comparison->reference)
      g_string_append_printf(text, "  %*s", MAX(10, (int) strlen(comparison->contestants[i].formulation->id)),
                             comparison->contestants[i].formulation->id);
  g_string_append_c(text, '\n');
  for (guint column = 0; column < comparison->columns->len; column++) {
    const char *name = comparison->columns->pdata[column];
    g_string_append_printf(text, "%s%*s %10.3g", name, MAX(0, 18 - (int) g_utf8_strlen(name, -1)), "",
                           comparison->size[column]);
    for (guint i = 0; i < comparison->n; i++)
      if (cli_compare_is_compared(&comparison->contestants[i]) && i != comparison->reference)
        g_string_append_printf(text, "  %*.2g", MAX(10, (int) strlen(comparison->contestants[i].formulation->id)),
                               comparison->contestants[i].apart[column]);
    g_string_append_c(text, '\n');
  }
  g_string_append_printf(text, "Differences from %s over %u rows, relative to the size of each column.\n",
                         reference->formulation->id, comparison->n_rows);
}

/* The sources of the compared formulations, and the derivations that they share. */
static void
append_derivations(const CliComparison *comparison, GString *text)
{
  const NoslipSystem *system = comparison->problem.system;
  for (guint i = 0; i < comparison->n; i++) {
    const CliContestant *contestant = &comparison->contestants[i];
    if (!cli_compare_is_compared(contestant))
      continue;
    const char *shares = noslip_formulation_shares(contestant->formulation, system);
    g_string_append_printf(text, "%s: from %s%s%s%s\n", contestant->formulation->id,
                           noslip_formulation_derivation(contestant->formulation, system),
                           shares != NULL ? "; shares " : "", shares != NULL ? shares : "",
                           system->k == 0                             ? ""
                           : contestant->formulation->own_multipliers ? "; lambda its own"
                                                                      : "; lambda derived");
  }
}

int
cli_compare_print_text(const CliComparison *comparison, int status)
{
  GString *text = g_string_new(NULL);
  if (comparison->agreement.n_motions > 1) {
    append_table(comparison, text);
    append_derivations(comparison, text);
  }
  g_string_append_printf(text, "%s\n", comparison->line);
  int printed = cli_print_text(text->str);
  g_string_free(text, TRUE);
  return cli_worse(status, printed);
}

/* The columns of multipliers that a formulation did not compute itself. */
static void
build_derived(JsonBuilder *builder, const CliComparison *comparison, const CliContestant *contestant)
{
  const NoslipSystem *system = comparison->problem.system;
  json_builder_set_member_name(builder, "derived");
  json_builder_begin_array(builder);
  for (guint c = 0; c < system->k && !contestant->formulation->own_multipliers; c++) {
    g_autofree char *name = g_strdup_printf("lambda[%s]", system->constraints[c].name);
    json_builder_add_string_value(builder, name);
  }
  json_builder_end_array(builder);
}

static void
build_contestant(JsonBuilder *builder, const CliComparison *comparison, const CliContestant *contestant)
{
  const NoslipSystem *system = comparison->problem.system;
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "id", contestant->formulation->id);
  cli_json_member_string(builder, "refusal", contestant->refusal);
  cli_json_member_string(builder, "derivation", noslip_formulation_derivation(contestant->formulation, system));
  cli_json_member_string(builder, "shares", noslip_formulation_shares(contestant->formulation, system));
  cli_json_member_boolean(builder, "compared", cli_compare_is_compared(contestant));
  cli_json_member_string(builder, "reason", contestant->reason);
  cli_json_member_number(builder, "stopped", contestant->stopped);
  if (cli_compare_is_compared(contestant)) {
    cli_json_member_int(builder, "rows", contestant->n_rows);
    cli_json_member_number(builder, "worst", cli_compare_worst(comparison, contestant));
    json_builder_set_member_name(builder, "differences");
    json_builder_begin_object(builder);
    for (guint column = 0; column < comparison->columns->len; column++)
      cli_json_member_number(builder, comparison->columns->pdata[column], contestant->apart[column]);
    json_builder_end_object(builder);
    build_derived(builder, comparison, contestant);
  }
  json_builder_end_object(builder);
}

int
cli_compare_print_json(const CliComparison *comparison, int status)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-compare-1");
  cli_json_member_string(builder, "system", comparison->problem.system->id);
  cli_json_member_number(builder, "to", comparison->problem.options.to);
  cli_json_member_number(builder, "rtol", comparison->problem.options.rtol);
  cli_json_member_number(builder, "allowed", comparison->agreement.allowed);
  json_builder_set_member_name(builder, "reference");
  if (comparison->reference < comparison->n)
    json_builder_add_string_value(builder, comparison->contestants[comparison->reference].formulation->id);
  else
    json_builder_add_null_value(builder);
  json_builder_set_member_name(builder, "formulations");
  json_builder_begin_array(builder);
  for (guint i = 0; i < comparison->n; i++)
    build_contestant(builder, comparison, &comparison->contestants[i]);
  json_builder_end_array(builder);
  cli_json_member_int(builder, "motions", comparison->agreement.n_motions);
  cli_json_member_int(builder, "derivations", comparison->agreement.n_derivations);
  cli_json_member_number(builder, "difference", comparison->agreement.difference);
  cli_json_member_number(builder, "until", comparison->agreement.until);
  cli_json_member_string(builder, "line", comparison->line);
  cli_json_member_boolean(builder, "agree", comparison->agreement.agree);
  json_builder_end_object(builder);
  return cli_worse(status, cli_json_print(builder));
}
