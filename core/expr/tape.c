/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The public side of the tape: a shared program, and the workspace of one thread. */
#include "core/expr/lanes.h"
#include "core/expr/tape-private.h"

#include <math.h>
#include <string.h>

#define LANES NOSLIP_TAPE_LANES

struct _NoslipTapeWorkspace {
  NoslipTape *tape;
  double *slots;         /* n_slots, and a spare one */
  double *lanes;         /* n_slots x LANES; NULL until they are used */
  guint width;           /* the lanes that are evaluated: the first ones */
  gboolean lanes_behind; /* the fixed slots are set for the scalar loop, but not yet for the lanes */
};

NoslipTape *
noslip_tape_new(const NoslipGraph *graph, guint n_constants, const NoslipExpr *constants, guint n_variables,
                const NoslipExpr *variables, guint n_outputs, const NoslipExpr *outputs)
{
  NoslipTape *tape = g_new0(NoslipTape, 1);
  NoslipTapeValues values = {0};
  g_atomic_ref_count_init(&tape->references);
  tape->n_constants = n_constants;
  tape->n_variables = n_variables;
  tape->n_outputs = n_outputs;
  noslip_tape_lower(&values, graph, n_constants, constants, n_variables, variables, n_outputs, outputs);
  noslip_tape_compile(tape, &values);
  noslip_tape_values_clear(&values);
  tape->places = g_new(guint32, n_variables + 1);
  for (guint i = 0; i < n_variables; i++)
    tape->places[i] = tape->variables[i] != NOSLIP_TAPE_NONE ? tape->variables[i] : tape->n_slots;
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
  g_free(tape->constants);
  g_free(tape->variables);
  g_free(tape->places);
  g_free(tape->outputs);
  g_free(tape->initial);
  g_free(tape->prologue.code);
  g_free(tape->prologue.runs);
  g_free(tape->body.code);
  g_free(tape->body.runs);
  g_free(tape);
}

guint
noslip_tape_n_operations(const NoslipTape *tape)
{
  return tape->n_operations;
}

NoslipTapeWorkspace *
noslip_tape_workspace_new(NoslipTape *tape)
{
  NoslipTapeWorkspace *work = g_new0(NoslipTapeWorkspace, 1);
  gsize n = (gsize) tape->n_slots + 1;
  work->tape = noslip_tape_ref(tape);
  work->slots = g_new0(double, n);
  memcpy(work->slots, tape->initial, tape->n_fixed * sizeof(double));
  work->lanes_behind = TRUE;
  work->width = LANES;
  return work;
}

void
noslip_tape_workspace_free(NoslipTapeWorkspace *work)
{
  if (work == NULL)
    return;
  noslip_tape_unref(work->tape);
  g_free(work->slots);
  g_aligned_free(work->lanes);
  g_free(work);
}

void
noslip_tape_set_constants(NoslipTapeWorkspace *work, const double *values)
{
  const NoslipTape *tape = work->tape;
  for (guint i = 0; i < tape->n_constants; i++)
    if (tape->constants[i] != NOSLIP_TAPE_NONE)
      work->slots[tape->constants[i]] = values[i];
  noslip_tape_run(&tape->prologue, work->slots);
  work->lanes_behind = TRUE;
}

static void
broadcast(NoslipTapeWorkspace *work)
{
  if (work->lanes == NULL)
    work->lanes = g_aligned_alloc0(((gsize) work->tape->n_slots + 1) * LANES, sizeof(double), NOSLIP_TAPE_ALIGNMENT);
  for (guint slot = 0; slot < work->tape->n_fixed; slot++)
    for (guint lane = 0; lane < LANES; lane++)
      work->lanes[(gsize) slot * LANES + lane] = work->slots[slot];
  work->lanes_behind = FALSE;
}

void
noslip_tape_use_lanes(NoslipTapeWorkspace *work, guint n)
{
  work->width = noslip_lanes_width(n);
}

void
noslip_tape_set_constants_lanes(NoslipTapeWorkspace *work, const double *values)
{
  const NoslipTape *tape = work->tape;
  broadcast(work); /* sets the numbers */
  for (guint i = 0; i < tape->n_constants; i++)
    if (tape->constants[i] != NOSLIP_TAPE_NONE)
      memcpy(work->lanes + (gsize) tape->constants[i] * LANES, values + (gsize) i * LANES, LANES * sizeof(double));
  noslip_tape_run_lanes(&tape->prologue, LANES, work->lanes);
}

void
noslip_tape_swap_lanes(NoslipTapeWorkspace *work, guint a, guint b)
{
  if (work->lanes != NULL)
    noslip_lanes_swap(work->tape->n_fixed, work->lanes, a, b);
}

void
noslip_tape_evaluate(NoslipTapeWorkspace *work, const double *variables, double *outputs)
{
  const NoslipTape *tape = work->tape;
  double *slots = work->slots;
  for (guint i = 0; i < tape->n_variables; i++)
    slots[tape->places[i]] = variables[i];
  noslip_tape_run(&tape->body, slots);
  for (guint i = 0; i < tape->n_outputs; i++)
    outputs[i] = slots[tape->outputs[i]];
}

void
noslip_tape_evaluate_state(NoslipTapeWorkspace *work, double t, const double *z, guint n_first, double *first,
                           double *rest)
{
  const NoslipTape *tape = work->tape;
  double *slots = work->slots;
  slots[tape->places[0]] = t;
  for (guint i = 1; i < tape->n_variables; i++)
    slots[tape->places[i]] = z[i - 1];
  noslip_tape_run(&tape->body, slots);
  for (guint i = 0; i < n_first; i++)
    first[i] = slots[tape->outputs[i]];
  for (guint i = n_first; i < tape->n_outputs; i++)
    rest[i - n_first] = slots[tape->outputs[i]];
}

static inline __attribute__((always_inline)) void
copy(const guint n, const double *from, double *to)
{
  const NoslipFourLanesAnywhere *source = (const NoslipFourLanesAnywhere *) (gconstpointer) from;
  NoslipFourLanesAnywhere *target = (NoslipFourLanesAnywhere *) (gpointer) to;
  NOSLIP_FOR_GROUPS(n)
  target[g] = source[g];
}

/* The first 4 n lanes. */
static inline __attribute__((always_inline)) void
evaluate_groups(NoslipTapeWorkspace *work, const guint n, const double *t, const double *z, guint n_first,
                double *first, guint n_rest, double *rest)
{
  const NoslipTape *tape = work->tape;
  double *lanes = work->lanes;
  for (guint i = 0; i < tape->n_variables; i++)
    if (tape->variables[i] != NOSLIP_TAPE_NONE)
      copy(n, i == 0 ? t : z + (gsize) (i - 1) * LANES, lanes + (gsize) tape->places[i] * LANES);
  noslip_tape_run_lanes(&tape->body, 4 * n, lanes);
  for (guint i = 0; i < n_first; i++)
    copy(n, lanes + (gsize) tape->outputs[i] * LANES, first + (gsize) i * LANES);
  for (guint i = 0; i < n_rest; i++)
    copy(n, lanes + (gsize) tape->outputs[n_first + i] * LANES, rest + (gsize) i * LANES);
}

NOSLIP_LANE_BUILDS void
noslip_tape_evaluate_state_lanes(NoslipTapeWorkspace *work, const double *t, const double *z, guint n_first,
                                 double *first, guint n_rest, double *rest)
{
  if (work->lanes_behind)
    broadcast(work);
  if (work->width == LANES)
    evaluate_groups(work, LANES / 4, t, z, n_first, first, n_rest, rest);
  else if (work->width == LANES / 2)
    evaluate_groups(work, LANES / 8, t, z, n_first, first, n_rest, rest);
  else
    evaluate_groups(work, LANES / 16, t, z, n_first, first, n_rest, rest);
}

void
noslip_tape_evaluate_lanes(NoslipTapeWorkspace *work, const double *variables, double *outputs)
{
  noslip_tape_evaluate_state_lanes(work, variables, variables + LANES, work->tape->n_outputs, outputs, 0, NULL);
}
