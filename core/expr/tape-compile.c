/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From values to a program: finds the used values, fuses operations, orders them into runs of one kind and reuses
 * slots. */
#include "core/expr/tape-private.h"

#include "core/expr/tape-schedule.h"

#include <math.h>
#include <string.h>

static void
mark_live(NoslipTapeCompiler *c)
{
  for (guint i = 0; i < c->n; i++) {
    c->values[i].live = FALSE;
    c->values[i].uses = 0;
  }
  for (guint i = 0; i < c->tape->n_outputs; i++) {
    c->values[c->in->outputs[i]].live = TRUE;
    c->values[c->in->outputs[i]].uses += 2; /* never fused away */
  }
  for (guint v = c->n; v-- > 0;)
    for (guint i = 0; c->values[v].live && i < noslip_tape_n_operands(&c->values[v]); i++) {
      c->values[noslip_tape_operand(&c->values[v], i)].live = TRUE;
      c->values[noslip_tape_operand(&c->values[v], i)].uses++;
    }
}

/* Whether v is an operation of this kind with a single user, in the same part of the program. */
static gboolean
fusible(const NoslipTapeCompiler *c, guint32 v, guint kind, guint class)
{
  return c->values[v].kind == kind && c->values[v].uses == 1 && c->values[v].class == class;
}

/* a * (1/d) = a/d, (1/a) * (1/b) = 1/(a * b). */
static void
fuse_divisions(NoslipTapeCompiler *c)
{
  for (guint v = 0; v < c->n; v++) {
    NoslipTapeValue *value = &c->values[v];
    if (!value->live || value->kind != NOSLIP_TAPE_MUL || value->a == value->b)
      continue;
    for (guint side = 0; side < 2; side++) {
      guint32 d = side == 0 ? value->b : value->a, other = side == 0 ? value->a : value->b;
      const NoslipTapeValue *inverse = &c->values[d];
      if (!fusible(c, d, NOSLIP_TAPE_DIV, value->class) || c->values[inverse->a].class != NOSLIP_TAPE_NUMBER ||
          c->values[inverse->a].number != 1.0)
        continue;
      guint32 below = inverse->b;
      c->values[d].live = FALSE;
      c->values[inverse->a].uses--;
      value->kind = NOSLIP_TAPE_DIV;
      value->a = other;
      value->b = below;
      break;
    }
  }
}

static void
fuse_sums(NoslipTapeCompiler *c)
{
  for (guint v = 0; v < c->n; v++) {
    NoslipTapeValue *value = &c->values[v];
    gboolean add = value->kind == NOSLIP_TAPE_ADD;
    if (!value->live || (!add && value->kind != NOSLIP_TAPE_SUB) || value->a == value->b)
      continue;
    guint32 product = value->b, rest = value->a;
    if (add && !fusible(c, product, NOSLIP_TAPE_MUL, value->class)) {
      product = value->a;
      rest = value->b;
    }
    if (!fusible(c, product, NOSLIP_TAPE_MUL, value->class))
      continue;
    c->values[product].live = FALSE;
    value->kind = add ? NOSLIP_TAPE_MULADD : NOSLIP_TAPE_MULSUB;
    value->a = c->values[product].a;
    value->b = c->values[product].b;
    value->c = rest;
  }
}

/* Pairs sines and cosines of the same argument: an instruction for a sine also computes the cosine, and a single cosine
 * becomes the second result of a sine. */
static void
pair_sines(NoslipTapeCompiler *c)
{
  g_autofree guint32 *owner = g_new(guint32, c->n + 1);
  memset(owner, 255, c->n * sizeof *owner);
  for (guint v = 0; v < c->n; v++) {
    c->cosine[v] = NOSLIP_TAPE_NONE;
    if (c->values[v].live && c->values[v].kind == NOSLIP_TAPE_SINCOS)
      owner[c->values[v].a] = v;
  }
  for (guint v = 0; v < c->n; v++)
    if (c->values[v].live && c->values[v].kind == NOSLIP_TAPE_COS && owner[c->values[v].a] != NOSLIP_TAPE_NONE)
      c->cosine[owner[c->values[v].a]] = v;
}

/* Slots of the body, reused when their value is no longer needed. */
typedef struct {
  guint32 *last_use; /* of each value: place in the order, NOSLIP_TAPE_NONE for outputs */
  GArray *free;
  guint n_slots;
} Slots;

static guint32
slot_take(Slots *slots)
{
  if (slots->free->len == 0)
    return slots->n_slots++;
  guint32 slot = g_array_index(slots->free, guint32, slots->free->len - 1);
  g_array_set_size(slots->free, slots->free->len - 1);
  return slot;
}

static void
slot_release(Slots *slots, guint32 slot)
{
  g_array_append_val(slots->free, slot);
}

static void
find_last_uses(const NoslipTapeCompiler *c, const NoslipTapeSchedule *s, Slots *slots)
{
  slots->last_use = g_new0(guint32, c->n + 1);
  for (guint p = 0; p < s->n; p++) {
    const NoslipTapeValue *value = &c->values[s->value[s->order[p]]];
    for (guint i = 0; i < noslip_tape_n_operands(value); i++)
      slots->last_use[noslip_tape_operand(value, i)] = p;
  }
  for (guint i = 0; i < c->tape->n_outputs; i++)
    slots->last_use[c->in->outputs[i]] = NOSLIP_TAPE_NONE;
}

static void
release_operands(const NoslipTapeCompiler *c, Slots *slots, const NoslipTapeValue *value, guint p)
{
  for (guint i = 0; i < noslip_tape_n_operands(value); i++) {
    guint32 v = noslip_tape_operand(value, i);
    gboolean repeated = FALSE;
    for (guint j = 0; j < i; j++)
      repeated = repeated || noslip_tape_operand(value, j) == v;
    if (!repeated && slots->last_use[v] == p && c->values[v].class == NOSLIP_TAPE_VARIABLE)
      slot_release(slots, c->slot[v]);
  }
}

static NoslipTapeInstruction
encode(const NoslipTapeCompiler *c, guint32 v)
{
  const NoslipTapeValue *value = &c->values[v];
  NoslipTapeInstruction one = {c->slot[v], c->slot[value->a], 0, 0};
  one.b = value->b == NOSLIP_TAPE_NONE ? one.a : c->slot[value->b];
  if (value->kind == NOSLIP_TAPE_MULADD || value->kind == NOSLIP_TAPE_MULSUB)
    one.c = c->slot[value->c];
  else if (value->kind == NOSLIP_TAPE_CALL)
    one.c = value->c;
  return one;
}

/* Gives the results of one instruction their slots and writes it. */
static NoslipTapeInstruction
place_instruction(NoslipTapeCompiler *c, Slots *slots, guint32 v, guint p)
{
  const NoslipTapeValue *value = &c->values[v];
  guint kind = noslip_tape_instruction_kind(c, v);
  if (kind != NOSLIP_TAPE_SINCOS) {
    release_operands(c, slots, value, p);
    c->slot[v] = slot_take(slots);
    return encode(c, v);
  }
  /* Two results: neither may overwrite the argument, which is still to be read. */
  guint32 sine = slot_take(slots), cosine = slot_take(slots);
  gboolean lone_cosine = value->kind == NOSLIP_TAPE_COS;
  guint32 other = lone_cosine ? NOSLIP_TAPE_NONE : c->cosine[v];
  NoslipTapeInstruction one = {sine, c->slot[value->a], c->slot[value->a], cosine};
  c->slot[v] = lone_cosine ? cosine : sine;
  if (other != NOSLIP_TAPE_NONE)
    c->slot[other] = cosine;
  else
    slot_release(slots, lone_cosine ? sine : cosine);
  release_operands(c, slots, value, p);
  return one;
}

static void
write_program(NoslipTapeCompiler *c, const NoslipTapeSchedule *s, Slots *slots, NoslipTapeProgram *program)
{
  program->code = g_new(NoslipTapeInstruction, s->n + 1);
  program->runs = g_new(NoslipTapeRun, s->n + 1);
  for (guint p = 0; p < s->n; p++) {
    guint32 v = s->value[s->order[p]];
    guint kind = noslip_tape_instruction_kind(c, v);
    program->code[program->n++] = place_instruction(c, slots, v, p);
    if (program->n_runs == 0 || program->runs[program->n_runs - 1].kind != kind)
      program->runs[program->n_runs++] = (NoslipTapeRun){kind, 0};
    program->runs[program->n_runs - 1].n++;
  }
}

static guint
count_operations(const NoslipTapeProgram *program)
{
  guint count = 0;
  for (guint i = 0; i < program->n_runs; i++) {
    guint kind = program->runs[i].kind;
    gboolean double_kind = kind == NOSLIP_TAPE_MULADD || kind == NOSLIP_TAPE_MULSUB || kind == NOSLIP_TAPE_SINCOS;
    count += program->runs[i].n * (double_kind ? 2 : 1);
  }
  return count;
}

/* Numbers, constants and values that depend only on constants keep their slots permanently. */
static void
compile_prologue(NoslipTapeCompiler *c, Slots *slots)
{
  NoslipTape *tape = c->tape;
  for (guint v = 0; v < c->n; v++)
    if (c->values[v].live && c->values[v].class != NOSLIP_TAPE_VARIABLE && noslip_tape_n_operands(&c->values[v]) == 0)
      c->slot[v] = slots->n_slots++;
  NoslipTapeSchedule s;
  noslip_tape_schedule_init(&s, c, NOSLIP_TAPE_CONSTANT);
  noslip_tape_schedule_best(&s);
  find_last_uses(c, &s, slots);
  write_program(c, &s, slots, &tape->prologue);
  g_array_set_size(slots->free, 0); /* an unused cosine keeps a separate slot */
  noslip_tape_schedule_clear(&s);
  tape->n_fixed = slots->n_slots;
  tape->initial = g_new0(double, tape->n_fixed + 1);
  for (guint v = 0; v < c->n; v++)
    if (c->values[v].live && c->values[v].class != NOSLIP_TAPE_VARIABLE)
      tape->initial[c->slot[v]] = c->values[v].class == NOSLIP_TAPE_NUMBER ? c->values[v].number : (double) NAN;
}

static void
compile_body(NoslipTapeCompiler *c, Slots *slots)
{
  NoslipTape *tape = c->tape;
  NoslipTapeSchedule s;
  noslip_tape_schedule_init(&s, c, NOSLIP_TAPE_VARIABLE);
  noslip_tape_schedule_best(&s);
  g_free(slots->last_use);
  find_last_uses(c, &s, slots);
  for (guint i = 0; i < tape->n_variables; i++)
    if (c->in->variables[i] != NOSLIP_TAPE_NONE && c->values[c->in->variables[i]].live)
      c->slot[c->in->variables[i]] = slots->n_slots++;
  write_program(c, &s, slots, &tape->body);
  noslip_tape_schedule_clear(&s);
}

static guint32 *
slots_of(const NoslipTapeCompiler *c, guint n, const guint32 *values)
{
  guint32 *slots = g_new(guint32, n + 1);
  for (guint i = 0; i < n; i++)
    slots[i] = values[i] != NOSLIP_TAPE_NONE && c->values[values[i]].live ? c->slot[values[i]] : NOSLIP_TAPE_NONE;
  return slots;
}

void
noslip_tape_compile(NoslipTape *tape, NoslipTapeValues *in)
{
  NoslipTapeCompiler c = {.tape = tape, .in = in, .n = in->values->len};
  c.values = (NoslipTapeValue *) (gpointer) in->values->data;
  c.slot = g_new0(guint32, c.n + 1);
  c.cosine = g_new(guint32, c.n + 1);
  Slots slots = {.free = g_array_new(FALSE, FALSE, sizeof(guint32))};
  mark_live(&c);
  fuse_divisions(&c);
  fuse_sums(&c);
  mark_live(&c);
  pair_sines(&c);
  compile_prologue(&c, &slots);
  compile_body(&c, &slots);
  tape->n_slots = slots.n_slots;
  tape->n_operations = count_operations(&tape->body);
  tape->constants = slots_of(&c, tape->n_constants, in->constants);
  tape->variables = slots_of(&c, tape->n_variables, in->variables);
  tape->outputs = slots_of(&c, tape->n_outputs, in->outputs);
  g_array_unref(slots.free);
  g_free(slots.last_use);
  g_free(c.slot);
  g_free(c.cosine);
}
