/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/expr/tape.h"

#include "core/expr/graph-private.h"

#include <math.h>
#include <string.h>

typedef struct {
  guint32 target, a, b;
  guint8 op; /* NoslipOp; SUM adds number * a to b, PRODUCT multiplies b by a^number */
  NoslipRational number;
} Instruction;

struct _NoslipTape {
  gatomicrefcount references;
  GArray *code;
  guint n_slots, n_constants, n_variables, n_outputs;
  guint32 *constants, *variables, *outputs; /* slots */
  double *initial;
};

struct _NoslipTapeWork {
  NoslipTape *tape;
  double *slots, *lane_constants, *in, *out;
  gboolean by_lane;
};

static void
compile_node(NoslipTape *tape, const NoslipGraph *graph, const NoslipReach *reach, guint index)
{
  NoslipExpr e = reach->exprs[index];
  guint n = noslip_expr_n_operands(graph, e);
  const NoslipPart *parts = noslip_graph_parts(graph, e);
  NoslipOp op = noslip_expr_op(graph, e);
  Instruction one = {.target = index, .op = (guint8) op, .number = NOSLIP_RATIONAL_ONE};
  tape->initial[index] = n > 0 ? op == NOSLIP_OP_PRODUCT ? 1.0 : 0.0 : noslip_graph_number_value(graph, e);
  if (n == 0)
    return;
  if (op == NOSLIP_OP_SUM || op == NOSLIP_OP_PRODUCT) {
    for (guint i = 0; i < n; i++) {
      one.a = noslip_reach_index(reach, parts[i].expr);
      one.b = i == 0 ? reach->n + (op == NOSLIP_OP_PRODUCT) : index;
      one.number = parts[i].number;
      g_array_append_val(tape->code, one);
    }
    return;
  }
  one.a = noslip_reach_index(reach, parts[0].expr);
  one.b = noslip_reach_index(reach, parts[n > 1 ? 1 : 0].expr);
  g_array_append_val(tape->code, one);
}

static guint32 *
slots_of(const NoslipReach *reach, guint n, const NoslipExpr *exprs)
{
  guint32 *slots = g_new(guint32, n + 1);
  for (guint i = 0; i < n; i++)
    slots[i] = noslip_reach_index(reach, exprs[i]);
  return slots;
}

NoslipTape *
noslip_tape_new(const NoslipGraph *graph, guint n_constants, const NoslipExpr *constants, guint n_variables,
                const NoslipExpr *variables, guint n_outputs, const NoslipExpr *outputs)
{
  NoslipTape *tape = g_new0(NoslipTape, 1);
  g_auto(NoslipReach) reach;
  g_atomic_ref_count_init(&tape->references);
  noslip_reach_init(&reach, graph, n_outputs, outputs, NULL, NULL);
  tape->code = g_array_new(FALSE, FALSE, sizeof(Instruction));
  tape->n_slots = reach.n + 2;
  tape->n_constants = n_constants;
  tape->n_variables = n_variables;
  tape->n_outputs = n_outputs;
  tape->initial = g_new0(double, tape->n_slots);
  tape->initial[reach.n + 1] = 1.0;
  for (guint i = 0; i < reach.n; i++)
    compile_node(tape, graph, &reach, i);
  tape->constants = slots_of(&reach, n_constants, constants);
  tape->variables = slots_of(&reach, n_variables, variables);
  tape->outputs = slots_of(&reach, n_outputs, outputs);
  return tape;
}

NoslipTape *
noslip_tape_ref(NoslipTape *tape)
{
  g_atomic_ref_count_inc(&tape->references);
  return tape;
}

void
noslip_tape_unref(NoslipTape *tape)
{
  if (tape == NULL || !g_atomic_ref_count_dec(&tape->references))
    return;
  g_array_unref(tape->code);
  g_free(tape->constants);
  g_free(tape->variables);
  g_free(tape->outputs);
  g_free(tape->initial);
  g_free(tape);
}

guint
noslip_tape_n_operations(const NoslipTape *tape)
{
  return tape->code->len;
}

NoslipTapeWork *
noslip_tape_work_new(NoslipTape *tape)
{
  NoslipTapeWork *work = g_new0(NoslipTapeWork, 1);
  work->tape = noslip_tape_ref(tape);
  work->slots = g_memdup2(tape->initial, tape->n_slots * sizeof(double));
  work->lane_constants = g_new0(double, (gsize) tape->n_constants * NOSLIP_TAPE_LANES + 1);
  work->in = g_new0(double, tape->n_variables + 1);
  work->out = g_new0(double, tape->n_outputs + 1);
  for (guint i = 0; i < tape->n_constants * NOSLIP_TAPE_LANES; i++)
    work->lane_constants[i] = (double) NAN;
  return work;
}

void
noslip_tape_work_free(NoslipTapeWork *work)
{
  if (work == NULL)
    return;
  noslip_tape_unref(work->tape);
  g_free(work->slots);
  g_free(work->lane_constants);
  g_free(work->in);
  g_free(work->out);
  g_free(work);
}

static void
set(NoslipTapeWork *work, guint32 slot, double value)
{
  if (slot != G_MAXUINT)
    work->slots[slot] = value;
}

void
noslip_tape_set_constants(NoslipTapeWork *work, const double *values)
{
  work->by_lane = FALSE;
  for (guint i = 0; i < work->tape->n_constants; i++)
    set(work, work->tape->constants[i], values[i]);
}

void
noslip_tape_set_constants_lanes(NoslipTapeWork *work, const double *values)
{
  work->by_lane = TRUE;
  memcpy(work->lane_constants, values, (gsize) work->tape->n_constants * NOSLIP_TAPE_LANES * sizeof(double));
}

void
noslip_tape_evaluate(NoslipTapeWork *work, const double *variables, double *outputs)
{
  const NoslipTape *tape = work->tape;
  double *slots = work->slots;
  for (guint i = 0; i < tape->n_variables; i++)
    set(work, tape->variables[i], variables[i]);
  for (guint i = 0; i < tape->code->len; i++) {
    const Instruction *one = &g_array_index(tape->code, Instruction, i);
    double a = slots[one->a], b = slots[one->b];
    if (one->op == NOSLIP_OP_SUM)
      slots[one->target] = b + noslip_rational_value(one->number) * a;
    else if (one->op == NOSLIP_OP_PRODUCT)
      slots[one->target] = b * noslip_value_power(a, one->number);
    else
      slots[one->target] = noslip_op_value((NoslipOp) one->op, a, b);
  }
  for (guint i = 0; i < tape->n_outputs; i++)
    outputs[i] = slots[tape->outputs[i]];
}

void
noslip_tape_evaluate_lanes(NoslipTapeWork *work, const double *variables, double *outputs)
{
  const NoslipTape *tape = work->tape;
  for (guint lane = 0; lane < NOSLIP_TAPE_LANES; lane++) {
    for (guint i = 0; work->by_lane && i < tape->n_constants; i++)
      set(work, tape->constants[i], work->lane_constants[i * NOSLIP_TAPE_LANES + lane]);
    for (guint i = 0; i < tape->n_variables; i++)
      work->in[i] = variables[i * NOSLIP_TAPE_LANES + lane];
    noslip_tape_evaluate(work, work->in, work->out);
    for (guint i = 0; i < tape->n_outputs; i++)
      outputs[i * NOSLIP_TAPE_LANES + lane] = work->out[i];
  }
}
