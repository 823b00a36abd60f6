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
  guint32 *user_start, *users; /* instructions that wait for an instruction */
  guint32 *order;              /* the result */
} NoslipTapeSchedule;

/* Of a node. */
guint noslip_tape_n_operands(const NoslipTapeValue *value);
/* The i-th operand of a node. */
guint32 noslip_tape_operand(const NoslipTapeValue *value, guint i);
/* Frees the arrays. */
void noslip_tape_schedule_clear(NoslipTapeSchedule *s);
/* What a value is computed by: the cosine of a pair is computed with its sine. */
guint noslip_tape_instruction_kind(const NoslipTapeCompiler *c, guint32 v);
/* Lists the instructions and who uses whose value. */
void noslip_tape_schedule_init(NoslipTapeSchedule *s, const NoslipTapeCompiler *c, NoslipTapeClass class);
/* The order with the fewest runs of some: each run costs a jump that is hard to predict. */
void noslip_tape_schedule_best(NoslipTapeSchedule *s, const NoslipTapeCompiler *c);
