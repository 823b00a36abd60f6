/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/compare-dynamics.h"

#include "app/cli/json.h"
#include "core/trajectory/parting.h"

#include <math.h>
#include <string.h>

typedef struct {
  NoslipDynamicsKind kind;
  guint n_rows;          /* computed */
  double *rows;          /* n_rows x (1 + m + n): t, x, y */
  NoslipParting parting; /* from the first */
} Motion;

typedef struct {
  CliProblem *problem;
  guint width; /* 1 + m + n */
  GArray *motions;
  double *size; /* the largest absolute value of each column along the first motion */
  double apart;
} Kinds;

static Motion *
motion_of(const Kinds *kinds, guint i)
{
  return &g_array_index(kinds->motions, Motion, i);
}

static const char *
column_name(const Kinds *kinds, guint column)
{
  const NoslipSystem *system = kinds->problem->system;
  return column <= system->m ? system->coordinates[column - 1].name : system->fibres[column - 1 - system->m].name;
}

static int
compute(Kinds *kinds, Motion *motion)
{
  CliProblem *problem = kinds->problem;
  int status;
  problem->kind = motion->kind;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDynamics) dynamics = cli_problem_dynamics(problem, NULL, &status);
  if (dynamics == NULL)
    return status;
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &problem->options, problem->parameters, 0, problem->xy,
                                            motion->kind == NOSLIP_DYNAMICS_VAKONOMIC ? problem->mu : NULL, &error);
  if (run == NULL)
    return cli_report_one(error);
  guint n_samples = noslip_run_n_samples(run);
  g_autofree double *row = g_new(double, noslip_row_size(problem->system));
  motion->rows = g_new(double, (gsize) n_samples * kinds->width + 1);
  while (motion->n_rows < n_samples && noslip_run_next(run, row, &cli_cancelled, &error))
    memcpy(motion->rows + (gsize) motion->n_rows++ * kinds->width, row, kinds->width * sizeof *row);
  return error != NULL ? cli_report_one(error) : CLI_DONE;
}

static void
measure(const Kinds *kinds, Motion *motion)
{
  const Motion *first = motion_of(kinds, 0);
  noslip_parting_find(MIN(first->n_rows, motion->n_rows), first->rows, motion->rows, kinds->width, kinds->width,
                      kinds->size, kinds->apart, &motion->parting);
}

static void
append_start(const Kinds *kinds, GString *text)
{
  const CliProblem *problem = kinds->problem;
  const NoslipSystem *system = problem->system;
  g_string_append_printf(text, "%s from", system->id);
  for (guint c = 1; c < kinds->width; c++)
    g_string_append_printf(text, "%s %s = %.6g", c > 1 ? "," : "", column_name(kinds, c), problem->xy[c - 1]);
  for (guint i = 0; i < system->k; i++)
    g_string_append_printf(text, ", %s = %.6g", noslip_expr_symbol_name(system->graph, system->constraints[i].mu),
                           problem->mu[i]);
  g_string_append_c(text, '\n');
}

static int
print_text(const Kinds *kinds)
{
  GString *text = g_string_new(NULL);
  const Motion *first = motion_of(kinds, 0);
  append_start(kinds, text);
  for (guint i = 1; i < kinds->motions->len; i++) {
    const Motion *motion = motion_of(kinds, i);
    const NoslipParting *parting = &motion->parting;
    g_string_append_printf(text, "%s and %s ", noslip_dynamics_kind_id(first->kind),
                           noslip_dynamics_kind_id(motion->kind));
    if (isnan(parting->time))
      g_string_append_printf(text, "coincide until t = %g: the largest difference is %.2g, less than %.2g\n",
                             parting->until, parting->largest, kinds->apart);
    else
      g_string_append_printf(text,
                             "part at t = %g, where %s differs by more than %.2g; until t = %g %s differs by %.2g\n",
                             parting->time, column_name(kinds, parting->column), kinds->apart, parting->until,
                             column_name(kinds, parting->largest_column), parting->largest);
  }
  g_string_append(text, "Differences are relative to the size of each coordinate and velocity.\n");
  int status = cli_print_text(text->str);
  g_string_free(text, TRUE);
  return status;
}

static void
build_motion(JsonBuilder *builder, const Kinds *kinds, const Motion *motion)
{
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "dynamics", noslip_dynamics_kind_id(motion->kind));
  cli_json_member_int(builder, "rows", motion->n_rows);
  cli_json_member_boolean(builder, "coincides", isnan(motion->parting.time));
  if (!isnan(motion->parting.time)) {
    cli_json_member_number(builder, "parts_at", motion->parting.time);
    cli_json_member_string(builder, "parts_in", column_name(kinds, motion->parting.column));
  }
  cli_json_member_number(builder, "largest", motion->parting.largest);
  json_builder_end_object(builder);
}

static int
print_json(const Kinds *kinds)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  const CliProblem *problem = kinds->problem;
  const NoslipSystem *system = problem->system;
  cli_json_begin(builder, "noslip-compare-dynamics-1");
  cli_json_member_string(builder, "system", system->id);
  cli_json_member_number(builder, "to", problem->options.to);
  cli_json_member_number(builder, "allowed", kinds->apart);
  json_builder_set_member_name(builder, "initial");
  json_builder_begin_object(builder);
  for (guint c = 1; c < kinds->width; c++)
    cli_json_member_number(builder, column_name(kinds, c), problem->xy[c - 1]);
  for (guint i = 0; i < system->k; i++)
    cli_json_member_number(builder, noslip_expr_symbol_name(system->graph, system->constraints[i].mu), problem->mu[i]);
  json_builder_end_object(builder);
  cli_json_member_string(builder, "reference", noslip_dynamics_kind_id(motion_of(kinds, 0)->kind));
  json_builder_set_member_name(builder, "motions");
  json_builder_begin_array(builder);
  for (guint i = 1; i < kinds->motions->len; i++)
    build_motion(builder, kinds, motion_of(kinds, i));
  json_builder_end_array(builder);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

static gboolean
choose(Kinds *kinds, const char *list)
{
  g_auto(GStrv) names = g_strsplit(list, ",", -1);
  for (guint i = 0; names[i] != NULL; i++) {
    if (!cli_problem_kind(kinds->problem, g_strstrip(names[i])))
      return FALSE;
    for (guint j = 0; j < kinds->motions->len; j++)
      if (motion_of(kinds, j)->kind == kinds->problem->kind) {
        cli_message("error: --dynamics names %s twice", names[i]);
        return FALSE;
      }
    g_array_append_val(kinds->motions, ((Motion){.kind = kinds->problem->kind}));
  }
  if (kinds->motions->len > 1)
    return TRUE;
  cli_message("error: there are at least two kinds of dynamics to compare: --dynamics nonholonomic,vakonomic");
  return FALSE;
}

static int
run_all(Kinds *kinds)
{
  CliProblem *problem = kinds->problem;
  problem->kind = NOSLIP_DYNAMICS_FREE;
  for (guint i = 0; i < kinds->motions->len; i++)
    if (motion_of(kinds, i)->kind == NOSLIP_DYNAMICS_NONHOLONOMIC)
      problem->kind = NOSLIP_DYNAMICS_NONHOLONOMIC;
  int status = cli_problem_start(problem, FALSE);
  for (guint i = 0; i < kinds->motions->len && (status == CLI_DONE || status == CLI_STOPPED); i++)
    status = cli_worse(status, compute(kinds, motion_of(kinds, i)));
  for (guint i = 0; i < kinds->motions->len; i++)
    if (motion_of(kinds, i)->n_rows == 0)
      return status != CLI_DONE ? status : CLI_STOPPED;
  return status;
}

int
cli_compare_dynamics(CliProblem *problem, const char *list, double apart, gboolean json)
{
  Kinds kinds = {.problem = problem, .width = 1 + problem->system->m + problem->system->n, .apart = apart};
  kinds.motions = g_array_new(FALSE, TRUE, sizeof(Motion));
  kinds.size = g_new0(double, kinds.width);
  int status = choose(&kinds, list) ? run_all(&kinds) : CLI_INPUT;
  gboolean all = kinds.motions->len > 1;
  for (guint i = 0; i < kinds.motions->len; i++)
    all = all && motion_of(&kinds, i)->n_rows > 0;
  if (all) {
    noslip_parting_sizes(motion_of(&kinds, 0)->n_rows, motion_of(&kinds, 0)->rows, kinds.width, kinds.width,
                         kinds.size);
    for (guint i = 1; i < kinds.motions->len; i++)
      measure(&kinds, motion_of(&kinds, i));
    status = cli_worse(status, json ? print_json(&kinds) : print_text(&kinds));
  }
  for (guint i = 0; i < kinds.motions->len; i++)
    g_free(motion_of(&kinds, i)->rows);
  g_array_unref(kinds.motions);
  g_free(kinds.size);
  return status;
}
