/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiler of tapes and its schedule. Private to expr/. */
#pragma once

#include "core/expr/tape-private.h"

typedef struct {
  NoslipTape *tape;
  NoslipTapeValues *in;
  NoslipTapeValue *values;
  guint n;
  guint32 *slot;   /* of each value */
  guint32 *cosine; /* of a SINCOS value: its COS value, or NOSLIP_TAPE_NONE */
} NoslipTapeCompiler;

typedef struct {
  guint n;
  guint32 *value;              /* of each instruction */
  guint32 *producer;           /* of each value: its instruction */
  guint32 *missing;            /* operands that are not computed yet */
  guint32 *user_start, *users; /* for each instruction the instructions that use its result */
  guint32 *order;              /* the result */
  guint8 *kind;                /* of each instruction */
} NoslipTapeSchedule;

/* The number of operands of a value. */
static inline guint
noslip_tape_n_operands(const NoslipTapeValue *value)
{
  if (value->kind == NOSLIP_TAPE_LEAF || value->class == NOSLIP_TAPE_NUMBER)
    return 0;
  if (value->kind == NOSLIP_TAPE_MULADD || value->kind == NOSLIP_TAPE_MULSUB)
    return 3;
  return value->b == NOSLIP_TAPE_NONE ? 1 : 2;
}

/* The i-th operand of a value. */
static inline guint32
noslip_tape_operand(const NoslipTapeValue *value, guint i)
{
  return i == 0 ? value->a : i == 1 ? value->b : value->c;
}

/* The kind of the instruction that computes a value: the cosine of a pair is computed with its sine. */
static inline guint
noslip_tape_instruction_kind(const NoslipTapeCompiler *c, guint32 v)
{
  return c->values[v].kind == NOSLIP_TAPE_COS ? NOSLIP_TAPE_SINCOS : c->values[v].kind;
}

/* Frees the arrays. */
void noslip_tape_schedule_clear(NoslipTapeSchedule *s);
/* Lists the instructions and the users of each value. */
void noslip_tape_schedule_init(NoslipTapeSchedule *s, const NoslipTapeCompiler *c, NoslipTapeClass class);
/* The order with the fewest runs among several tries: each run costs an unpredictable jump. */
void noslip_tape_schedule_best(NoslipTapeSchedule *s);
