/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tapes as a list of assignments that can be written in another language: the same operations, each after its operands.
 * A tape that is added takes its variables from the values already in the list, so that programs which the core
 * evaluates one after the other become one list. */
#pragma once

#include "core/expr/tape.h"

typedef enum {
  NOSLIP_OPERAND_NUMBER,
  NOSLIP_OPERAND_CONSTANT, /* `index` of the tapes' constants: a parameter */
  NOSLIP_OPERAND_INPUT,    /* `index` of the list's inputs */
  NOSLIP_OPERAND_STEP,     /* `index` of an earlier step */
} NoslipOperandKind;

typedef struct {
  NoslipOperandKind kind;
  union {
    double number; /* of a NUMBER */
    guint32 index; /* of all other kinds */
  };
} NoslipOperand;

typedef enum {
  NOSLIP_STEP_ADD,    /* a + b */
  NOSLIP_STEP_SUB,    /* a - b */
  NOSLIP_STEP_MUL,    /* a * b */
  NOSLIP_STEP_DIV,    /* a / b */
  NOSLIP_STEP_MULADD, /* c + a * b */
  NOSLIP_STEP_MULSUB, /* c - a * b */
  NOSLIP_STEP_CALL,   /* the function `op` of a, or of a and b */
} NoslipStepKind;

typedef struct {
  NoslipStepKind kind;
  NoslipOp op; /* of a CALL: SIN to WHEN, or POWER */
  NoslipOperand a, b, c;
} NoslipListingStep;

typedef struct {
  GArray *steps;   /* of NoslipListingStep */
  GArray *outputs; /* of NoslipOperand */
} NoslipListing;

NoslipListing *noslip_listing_new(void);
NoslipListing *noslip_listing_copy(const NoslipListing *listing);
void noslip_listing_free(NoslipListing *listing);
static inline NoslipOperand
noslip_operand_number(double number)
{
  return (NoslipOperand){NOSLIP_OPERAND_NUMBER, .number = number};
}
static inline NoslipOperand
noslip_operand_input(guint index)
{
  return (NoslipOperand){NOSLIP_OPERAND_INPUT, .index = index};
}
/* Adds the steps of a tape with these variables (as many as the tape has); `outputs` receives its outputs. */
void noslip_listing_add(NoslipListing *listing, const NoslipTape *tape, const NoslipOperand *variables,
                        NoslipOperand *outputs);
/* Adds n outputs to the list. */
void noslip_listing_output(NoslipListing *listing, guint n, const NoslipOperand *outputs);
/* Removes the steps that no output needs; nothing can be added afterwards. */
void noslip_listing_seal(NoslipListing *listing);
/* The number of operands of a step: 1, 2 or 3. */
guint noslip_listing_arity(const NoslipListingStep *step);
guint noslip_tape_n_outputs(const NoslipTape *tape);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipListing, noslip_listing_free)
