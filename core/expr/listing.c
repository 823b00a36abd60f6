/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/expr/listing.h"

#include "core/expr/tape-private.h"

NoslipListing *
noslip_listing_new(void)
{
  NoslipListing *listing = g_new0(NoslipListing, 1);
  listing->steps = g_array_new(FALSE, TRUE, sizeof(NoslipListingStep));
  listing->outputs = g_array_new(FALSE, TRUE, sizeof(NoslipOperand));
  return listing;
}

NoslipListing *
noslip_listing_copy(const NoslipListing *listing)
{
  NoslipListing *copy = noslip_listing_new();
  if (listing->steps->len > 0)
    g_array_append_vals(copy->steps, listing->steps->data, listing->steps->len);
  if (listing->outputs->len > 0)
    g_array_append_vals(copy->outputs, listing->outputs->data, listing->outputs->len);
  return copy;
}

void
noslip_listing_free(NoslipListing *listing)
{
  if (listing == NULL)
    return;
  g_array_unref(listing->steps);
  g_array_unref(listing->outputs);
  g_free(listing);
}

static NoslipOperand
append(NoslipListing *listing, NoslipStepKind kind, NoslipOp op, NoslipOperand a, NoslipOperand b, NoslipOperand c)
{
  const NoslipListingStep step = {kind, op, a, b, c};
  g_array_append_val(listing->steps, step);
  return (NoslipOperand){NOSLIP_OPERAND_STEP, .index = listing->steps->len - 1};
}

/* Adds the instructions of a program; held[slot] is the present value of a slot. */
static void
add_program(NoslipListing *listing, const NoslipTapeProgram *program, NoslipOperand *held)
{
  static const NoslipStepKind kinds[NOSLIP_TAPE_N_KINDS] = {
      [NOSLIP_TAPE_ADD] = NOSLIP_STEP_ADD,       [NOSLIP_TAPE_SUB] = NOSLIP_STEP_SUB,
      [NOSLIP_TAPE_MUL] = NOSLIP_STEP_MUL,       [NOSLIP_TAPE_DIV] = NOSLIP_STEP_DIV,
      [NOSLIP_TAPE_MULADD] = NOSLIP_STEP_MULADD, [NOSLIP_TAPE_MULSUB] = NOSLIP_STEP_MULSUB,
  };
  const NoslipTapeInstruction *i = program->code;
  for (guint r = 0; r < program->n_runs; r++) {
    guint kind = program->runs[r].kind;
    for (const NoslipTapeInstruction *end = i + program->runs[r].n; i < end; i++) {
      NoslipOperand a = held[i->a], b = held[i->b];
      if (kind == NOSLIP_TAPE_SINCOS) {
        held[i->target] = append(listing, NOSLIP_STEP_CALL, NOSLIP_OP_SIN, a, a, a);
        held[i->c] = append(listing, NOSLIP_STEP_CALL, NOSLIP_OP_COS, a, a, a);
      } else if (kind == NOSLIP_TAPE_SQRT) {
        held[i->target] = append(listing, NOSLIP_STEP_CALL, NOSLIP_OP_SQRT, a, a, a);
      } else if (kind == NOSLIP_TAPE_CALL) {
        held[i->target] = append(listing, NOSLIP_STEP_CALL, (NoslipOp) i->c, a, b, a);
      } else {
        gboolean three = kind == NOSLIP_TAPE_MULADD || kind == NOSLIP_TAPE_MULSUB;
        held[i->target] = append(listing, kinds[kind], NOSLIP_OP_SIN, a, b, three ? held[i->c] : a);
      }
    }
  }
}

void
noslip_listing_add(NoslipListing *listing, const NoslipTape *tape, const NoslipOperand *variables,
                   NoslipOperand *outputs)
{
  g_autofree NoslipOperand *held = g_new0(NoslipOperand, (gsize) tape->n_slots + 1);
  for (guint slot = 0; slot < tape->n_fixed; slot++)
    held[slot] = noslip_operand_number(tape->initial[slot]);
  for (guint i = 0; i < tape->n_constants; i++)
    if (tape->constants[i] != NOSLIP_TAPE_NONE)
      held[tape->constants[i]] = (NoslipOperand){NOSLIP_OPERAND_CONSTANT, .index = i};
  for (guint i = 0; i < tape->n_variables; i++)
    if (tape->variables[i] != NOSLIP_TAPE_NONE)
      held[tape->variables[i]] = variables[i];
  add_program(listing, &tape->prologue, held);
  add_program(listing, &tape->body, held);
  for (guint i = 0; i < tape->n_outputs; i++)
    outputs[i] = held[tape->outputs[i]];
}

void
noslip_listing_output(NoslipListing *listing, guint n, const NoslipOperand *outputs)
{
  if (n > 0)
    g_array_append_vals(listing->outputs, outputs, n);
}

guint
noslip_listing_arity(const NoslipListingStep *step)
{
  if (step->kind == NOSLIP_STEP_MULADD || step->kind == NOSLIP_STEP_MULSUB)
    return 3;
  if (step->kind == NOSLIP_STEP_CALL && step->op != NOSLIP_OP_POWER)
    return noslip_op_arity(step->op);
  return 2;
}

static NoslipOperand *
operand(NoslipListingStep *step, guint i)
{
  return i == 0 ? &step->a : i == 1 ? &step->b : &step->c;
}

static void
need(gboolean *needed, const NoslipOperand *of)
{
  if (of->kind == NOSLIP_OPERAND_STEP)
    needed[of->index] = TRUE;
}

static void
move(const guint32 *places, NoslipOperand *of)
{
  if (of->kind == NOSLIP_OPERAND_STEP)
    of->index = places[of->index];
}

void
noslip_listing_seal(NoslipListing *listing)
{
  guint n = listing->steps->len, kept = 0;
  NoslipListingStep *steps = (NoslipListingStep *) (gpointer) listing->steps->data;
  g_autofree gboolean *needed = g_new0(gboolean, (gsize) n + 1);
  g_autofree guint32 *places = g_new0(guint32, (gsize) n + 1);
  for (guint i = 0; i < listing->outputs->len; i++)
    need(needed, &g_array_index(listing->outputs, NoslipOperand, i));
  for (guint s = n; s-- > 0;)
    for (guint i = 0; needed[s] && i < noslip_listing_arity(&steps[s]); i++)
      need(needed, operand(&steps[s], i));
  for (guint s = 0; s < n; s++) {
    if (!needed[s])
      continue;
    for (guint i = 0; i < noslip_listing_arity(&steps[s]); i++)
      move(places, operand(&steps[s], i));
    places[s] = kept;
    steps[kept++] = steps[s];
  }
  for (guint i = 0; i < listing->outputs->len; i++)
    move(places, &g_array_index(listing->outputs, NoslipOperand, i));
  g_array_set_size(listing->steps, kept);
}

guint
noslip_tape_n_outputs(const NoslipTape *tape)
{
  return tape->n_outputs;
}
