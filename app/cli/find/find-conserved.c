/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli find conserved: conserved quantities as claims. */
#include "app/cli/find/find.h"
#include "app/cli/json.h"
#include "app/cli/progress.h"
#include "core/finder/conserved.h"
#include "core/finder/linear/nullspace.h"

#include <string.h>

static int
print_text(const NoslipConserved *conserved)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < conserved->found->len; i++) {
    const NoslipConservedItem *item = conserved->found->pdata[i];
    g_autofree char *claim = noslip_conserved_claim(item);
    g_string_append_printf(text, "%s  # %s%s; residual %.2g\n", claim, item->proved ? "proved" : "holds",
                           item->general ? "" : " at these parameters", item->residual);
  }
  for (guint i = 0; i < conserved->known->len; i++)
    g_string_append_printf(text, "# known: %s\n", (const char *) conserved->known->pdata[i]);
  if (conserved->n_unverified > 0)
    g_string_append_printf(text, "# undecided: %u combinations are conserved in numbers and could not be verified\n",
                           conserved->n_unverified);
  else if (!conserved->definite)
    g_string_append(text, conserved->gap < NOSLIP_NULLSPACE_GAP
                              ? "# undecided: the singular values have no gap of 1e6\n"
                              : "# undecided: the singular values below the gap are larger than rounding errors\n");
  else if (conserved->found->len == 0)
    g_string_append(text, "# none in this space\n");
  g_string_append_printf(text, "# space: dimension %u, degree %u, gap %.3g\n", conserved->dimension, conserved->degree,
                         conserved->gap);
  if (conserved->n_narrowed > 0)
    g_string_append_printf(text, "# the space was made smaller in %u steps: the full one is too large\n",
                           conserved->n_narrowed);
  if (conserved->n_almost > 0)
    g_string_append_printf(text, "# %u functions that are almost combinations of others were left out\n",
                           conserved->n_almost);
  if (conserved->n_long > 0)
    g_string_append_printf(text, "# the roots of %u functions of the metric, which are too long, were left out\n",
                           conserved->n_long);
  return cli_print_text(text->str);
}

static void
build_item(JsonBuilder *builder, const NoslipConservedItem *item)
{
  g_autofree char *claim = noslip_conserved_claim(item);
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "claim", claim);
  cli_json_member_string(builder, "kind", noslip_conserved_kind_name(item->kind));
  cli_json_member_string(builder, "expression", item->expression);
  json_builder_set_member_name(builder, "section");
  if (item->section != NULL)
    json_builder_add_string_value(builder, item->section);
  else
    json_builder_add_null_value(builder);
  cli_json_member_string(builder, "verdict", item->proved ? "proved" : "holds");
  cli_json_member_string(builder, "parameters", item->general ? "all" : "given");
  cli_json_member_number(builder, "residual", item->residual);
  json_builder_end_object(builder);
}

static int
print_json(const NoslipSystem *system, const NoslipConserved *conserved)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-find-1");
  cli_json_member_string(builder, "system", system->id);
  json_builder_set_member_name(builder, "space");
  json_builder_begin_object(builder);
  cli_json_member_int(builder, "dimension", conserved->dimension);
  cli_json_member_number(builder, "gap", conserved->gap);
  cli_json_member_int(builder, "degree", conserved->degree);
  cli_json_member_int(builder, "null", conserved->n_null);
  cli_json_member_boolean(builder, "definite", conserved->definite);
  cli_json_member_int(builder, "unverified", conserved->n_unverified);
  cli_json_member_int(builder, "narrowed", conserved->n_narrowed);
  cli_json_member_int(builder, "left_out", conserved->n_almost + conserved->n_long);
  json_builder_end_object(builder);
  json_builder_set_member_name(builder, "known");
  json_builder_begin_array(builder);
  for (guint i = 0; i < conserved->known->len; i++)
    json_builder_add_string_value(builder, conserved->known->pdata[i]);
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "found");
  json_builder_begin_array(builder);
  for (guint i = 0; i < conserved->found->len; i++)
    build_item(builder, conserved->found->pdata[i]);
  json_builder_end_array(builder);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

static int
find(CliProblem *problem, const NoslipConservedOptions *options, gboolean json)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  cli_progress_begin("conserved quantities", NULL, 0);
  g_autoptr(NoslipConserved) conserved = noslip_conserved_find(problem->system, problem->kind, problem->parameters,
                                                               problem->xy, options, &cli_cancelled, &error);
  cli_progress_end();
  if (conserved == NULL)
    return cli_report_one(error);
  int status = json ? print_json(problem->system, conserved) : print_text(conserved);
  return cli_worse(status, conserved->definite ? CLI_DONE : CLI_FAILED);
}

static int
run(int argc, char **argv)
{
  FindOptions options = {0};
  int degree = -1;
  gboolean moving = FALSE;
  g_autofree char *functions = NULL;
  const GOptionEntry extra[] = {
      {"degree", 0, 0, G_OPTION_ARG_INT, &degree, "Degree in the velocities: 1, 2 or 4 (1, then 2, if not given)", "N"},
      {"functions", 0, 0, G_OPTION_ARG_FILENAME, &functions, "Further functions of the coordinates", "EXPR,..."},
      {"moving", 0, 0, G_OPTION_ARG_NONE, &moving, "Moving energies too: the energy plus such functions", NULL},
      {NULL},
  };
  g_autofree GOptionEntry *entries = find_entries(&options, extra);
  int status = CLI_INPUT;
  CliProblem problem = {0};
  if (cli_parse(&cli_find_conserved, entries, &argc, &argv, 1, 1)) {
    if (degree != -1 && degree != 1 && degree != 2 && degree != 4)
      cli_message("error: --degree is 1, 2 or 4, not %d", degree);
    else
      status = find_load(&problem, argv[0], &options);
    const NoslipConservedOptions search = {(guint) MAX(degree, 0), moving, functions, (guint64) options.seed};
    if (status == CLI_DONE)
      status = find(&problem, &search, options.json);
    cli_problem_clear(&problem);
  }
  find_options_clear(&options);
  return status;
}

const CliCommand cli_find_conserved = {
    .name = "find conserved",
    .usage = "SYSTEM",
    .summary = "Conserved quantities: momenta, polynomials in the velocities, moving energies.",
    .details = "Prints a claim for each. Status 0: the answer is definite (\"none in this space\" too); 1: undecided.",
    .example = "noslip-cli find conserved snakeboard",
    .run = run,
};
