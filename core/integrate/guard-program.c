/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/guard-program.h"

#include "core/dynamics/companion.h"
#include "core/expr/walk.h"
#include "core/system/model.h"
#include "core/system/program.h"

#define WATCHED_MOST 64

typedef struct {
  NoslipGraph *graph;
  GArray *watched; /* of NoslipExpr */
  GPtrArray *texts;
  guint n_variables;
  const NoslipExpr *variables;
} Search;

/* Adds e to the list unless it is there. abs(e), sqrt(e) and powers vanish where e does. */
static void
watch(Search *search, NoslipExpr e)
{
  const NoslipGraph *graph = search->graph;
  for (NoslipOp op = noslip_expr_op(graph, e); op == NOSLIP_OP_ABS || op == NOSLIP_OP_SQRT;
       op = noslip_expr_op(graph, e))
    e = noslip_expr_operand(graph, e, 0);
  if (!noslip_expr_depends(graph, e, search->n_variables, search->variables) || search->watched->len >= WATCHED_MOST)
    return;
  for (guint i = 0; i < search->watched->len; i++)
    if (g_array_index(search->watched, NoslipExpr, i) == e)
      return;
  g_array_append_val(search->watched, e);
}

static gboolean
add_denominators(NoslipExpr e, gpointer data)
{
  Search *search = data;
  NoslipGraph *graph = search->graph;
  NoslipOp op = noslip_expr_op(graph, e);
  for (guint i = 0; i < noslip_expr_n_operands(graph, e); i++) {
    NoslipExpr operand = noslip_expr_operand(graph, e, i);
    if (op == NOSLIP_OP_PRODUCT && noslip_expr_operand_number(graph, e, i) < 0) /* exponent of the factor */
      watch(search, operand);
    if (op == NOSLIP_OP_TAN)
      watch(search, noslip_expr_apply(graph, NOSLIP_OP_COS, 1, &operand));
  }
  return TRUE;
}

/* Appends the outputs after the watched expressions. */
static void
append_equations(NoslipModel *model, guint k, GArray *outputs)
{
  guint n = model->n;
  g_array_append_vals(outputs, model->velocity, model->m);
  g_array_append_vals(outputs, model->force, n);
  for (guint c = 0; c < k; c++) {
    NoslipExpr right = noslip_expr_neg(model->graph, model->drift[c]);
    g_array_append_val(outputs, right);
  }
  g_array_append_vals(outputs, model->mass, n * n);
  g_array_append_vals(outputs, model->jacobian, k * n);
}

static void
append_energy(NoslipModel *model, guint n_variables, const NoslipExpr *variables, GArray *outputs)
{
  NoslipExpr energy = model->system->energy, terms = noslip_expr_magnitude(model->graph, energy);
  g_array_append_val(outputs, energy);
  g_array_append_val(outputs, terms);
  for (guint i = 0; i < n_variables; i++) {
    NoslipExpr slope = noslip_expr_derivative(model->graph, energy, variables[i]);
    g_array_append_val(outputs, slope);
  }
}

static void
collect_all(NoslipModel *model, GArray *watched, const GArray *equations, guint n_variables,
            const NoslipExpr *variables)
{
  Search search = {model->graph, watched, NULL, n_variables, variables};
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  noslip_expr_walk(model->graph, 1, &model->system->lagrangian, seen, add_denominators, &search);
  for (guint i = 0; i < equations->len; i++)
    noslip_expr_walk(model->graph, 1, &g_array_index(equations, NoslipExpr, i), seen, add_denominators, &search);
}

static gboolean
has_switches(NoslipModel *model, const GArray *equations)
{
  for (guint i = 0; i < equations->len; i++)
    if (noslip_expr_contains(model->graph, g_array_index(equations, NoslipExpr, i), NOSLIP_OP_SIGN))
      return TRUE;
  return FALSE;
}

static gboolean
add_switches(NoslipExpr e, gpointer data)
{
  Search *search = data;
  const NoslipGraph *graph = search->graph;
  NoslipExpr argument = noslip_expr_op(graph, e) == NOSLIP_OP_SIGN ? noslip_expr_operand(graph, e, 0) : NOSLIP_ZERO;
  if (argument == NOSLIP_ZERO || search->texts->len >= WATCHED_MOST ||
      !noslip_expr_depends(graph, argument, search->n_variables, search->variables))
    return TRUE;
  g_array_append_val(search->watched, argument);
  g_ptr_array_add(search->texts, noslip_expr_text(graph, argument));
  return TRUE;
}

/* The arguments of sign( ) in the equations of motion. */
static char **
collect_switches(NoslipModel *model, const GArray *equations, GArray *watched, guint n_variables,
                 const NoslipExpr *variables)
{
  GPtrArray *texts = g_ptr_array_new();
  Search search = {model->graph, watched, texts, n_variables, variables};
  noslip_expr_walk(model->graph, equations->len, (const NoslipExpr *) (gpointer) equations->data, NULL, add_switches,
                   &search);
  g_ptr_array_add(texts, NULL);
  return (char **) g_ptr_array_free(texts, FALSE);
}

/* Leaves the program without a tape if nothing can become singular and nothing switches, unless every step is checked. */
static void
compile(NoslipGuardProgram *program, NoslipModel *model, gboolean every_step)
{
  g_autofree NoslipExpr *variables = noslip_program_state_symbols(model->system);
  g_autoptr(GArray) equations = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  guint n_variables = 1 + model->m + model->n;
  append_equations(model, program->k, equations);
  collect_all(model, outputs, equations, n_variables, variables);
  if (outputs->len == 0 && !every_step && !has_switches(model, equations))
    return;
  program->n_poles = outputs->len;
  program->switches = collect_switches(model, equations, outputs, n_variables, variables);
  program->n_watched = outputs->len;
  g_array_append_vals(outputs, equations->data, equations->len);
  program->energy = outputs->len;
  append_energy(model, n_variables, variables, outputs);
  program->n_outputs = outputs->len;
  program->tape =
      noslip_program_of_state(model->system, model->graph, outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
}

static NoslipGuardProgram *
program_of(NoslipDynamics *dynamics, gboolean every_step)
{
  g_autoptr(NoslipModel) model = noslip_model_new(noslip_dynamics_system(dynamics));
  NoslipGuardProgram *program = g_new0(NoslipGuardProgram, 1);
  program->m = model->m;
  program->n = model->n;
  program->k = noslip_dynamics_formulation(dynamics)->kind == NOSLIP_DYNAMICS_FREE ? 0 : model->k;
  compile(program, model, every_step);
  return program;
}

static gpointer
create_for_every_step(NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  return program_of(dynamics, TRUE);
}

static gpointer
create(NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  return program_of(dynamics, FALSE);
}

static void
destroy(gpointer data)
{
  NoslipGuardProgram *program = data;
  noslip_tape_unref(program->tape);
  g_strfreev(program->switches);
  g_free(program);
}

const NoslipGuardProgram *
noslip_guard_program(NoslipDynamics *dynamics, gboolean every_step)
{
  static const NoslipCompanionKind of_every_step = {create_for_every_step, destroy}, of_steps = {create, destroy};
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  if (formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC || formulation->on_submanifold)
    return NULL;
  const NoslipGuardProgram *program =
      noslip_dynamics_companion(dynamics, every_step ? &of_every_step : &of_steps, NULL);
  return program->tape != NULL ? program : NULL;
}
