/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the tape: from a graph to values (tape-lower.c), from values to a program (tape-compile.c), two
 * loops that run it (tape-run.c). */
#pragma once

#include "core/expr/graph-private.h"
#include "core/expr/tape.h"

/* Kinds of operations. Fused kinds save a dispatch and memory accesses; rounding is the same. */
typedef enum {
  NOSLIP_TAPE_LEAF,   /* values only: numbers, constants, variables */
  NOSLIP_TAPE_ADD,    /* a + b */
  NOSLIP_TAPE_SUB,    /* a - b */
  NOSLIP_TAPE_MUL,    /* a * b */
  NOSLIP_TAPE_DIV,    /* a / b */
  NOSLIP_TAPE_MULADD, /* c + a * b, rounded twice */
  NOSLIP_TAPE_MULSUB, /* c - a * b, rounded twice */
  NOSLIP_TAPE_SQRT,   /* of a */
  NOSLIP_TAPE_SINCOS, /* of a; as a value: the sine, as an instruction: sine in target, cosine in c */
  NOSLIP_TAPE_COS,    /* values only: the cosine of the SINCOS of the same argument */
  NOSLIP_TAPE_CALL,   /* the function c of a and b */
  NOSLIP_TAPE_N_KINDS
} NoslipTapeKind;

/* What a value depends on. */
typedef enum { NOSLIP_TAPE_NUMBER, NOSLIP_TAPE_CONSTANT, NOSLIP_TAPE_VARIABLE } NoslipTapeClass;

#define NOSLIP_TAPE_NONE G_MAXUINT32

typedef struct {
  guint8 kind, class;
  gboolean live;
  guint32 a, b, c; /* operands, NOSLIP_TAPE_NONE if there is none; c of a CALL is its NoslipOp */
  guint32 uses;    /* by live values and by outputs */
  double number;   /* of class NUMBER */
} NoslipTapeValue;

typedef struct {
  GArray *values;     /* of NoslipTapeValue, operands first */
  guint32 *constants; /* values, NOSLIP_TAPE_NONE if unused */
  guint32 *variables;
  guint32 *outputs;
} NoslipTapeValues;

void noslip_tape_lower(NoslipTapeValues *values, const NoslipGraph *graph, guint n_constants,
                       const NoslipExpr *constants, guint n_variables, const NoslipExpr *variables, guint n_outputs,
                       const NoslipExpr *outputs);
void noslip_tape_values_clear(NoslipTapeValues *values);

typedef struct {
  guint32 target, a, b, c; /* slots; see NoslipTapeKind for c */
} NoslipTapeInstruction;

typedef struct {
  guint32 kind, n;
} NoslipTapeRun;

typedef struct {
  guint n, n_runs;
  NoslipTapeInstruction *code;
  NoslipTapeRun *runs;
} NoslipTapeProgram;

struct _NoslipTape {
  gatomicrefcount references;
  guint n_slots, n_operations;
  guint n_constants, n_variables, n_outputs;
  guint32 *constants, *variables, *outputs; /* slots, NOSLIP_TAPE_NONE if unused */
  guint32 *places; /* the same for variables, with a spare slot instead of NONE, so that evaluations need no branch */
  guint n_fixed;   /* the first slots: numbers, constants and what depends on them alone */
  double *initial; /* the slots before the first run; n_fixed */
  NoslipTapeProgram prologue, body;
};

void noslip_tape_compile(NoslipTape *tape, NoslipTapeValues *values);

double noslip_tape_kind_value(NoslipTapeKind kind, double a, double b, double c);
void noslip_tape_run(const NoslipTapeProgram *program, double *slots);
/* slots[slot * NOSLIP_TAPE_LANES + lane], aligned to NOSLIP_TAPE_ALIGNMENT bytes; computes at least the first `width`
 * lanes. */
#define NOSLIP_TAPE_ALIGNMENT 64
void noslip_tape_run_lanes(const NoslipTapeProgram *program, guint width, double *slots);
