/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions on a state and the search for states that meet them. */
#pragma once

#include "core/system/conditions.h"
#include "core/system/program.h"

struct _NoslipConditions {
  const NoslipSystem *system;
  NoslipGraph *graph;
  guint n; /* number of functions: those of the system, then its manifolds */
  guint n_own;
  NoslipExpr *functions;
  char **names;
  guint q; /* given values in the compiled program */
  NoslipExpr *targets, *values;
  gboolean *overridden;
  NoslipTapeWorkspace *tape; /* x, y, numbers (q) -> F (n + q), their terms (n + q), dF/d(x, y) */
};

typedef enum {
  NOSLIP_UNKNOWN_KEPT,   /* it keeps its value */
  NOSLIP_UNKNOWN_COUNTS, /* its change is minimised */
  NOSLIP_UNKNOWN_FREE,   /* its change is not counted */
} NoslipFreedom;

/* A search: arrays of size m + n unless stated otherwise. */
typedef struct {
  NoslipConditions *conditions;
  guint rows, d; /* rows in use; m + n */
  const double *numbers;
  NoslipFreedom *freedom;
  double *in, *out, *target, *u, *step;
  double *scale;          /* of the unknowns: their natural size, so that units do not matter */
  guint *part;            /* part of each unknown; unknowns that are connected by rows belong to the same part */
  double *matrix, *right; /* rows x d, rows */
  guint *row;             /* index of the output for each row */
  double *round_off;      /* round-off of each unknown, at the last evaluation */
} NoslipConditionsSearch;

/* Discards the program, so that the next search compiles it again. */
void noslip_conditions_forget_program(NoslipConditions *conditions);
/* Memory for a search; compiles the conditions if other entries are given than in the last search. */
void noslip_conditions_search_init(NoslipConditionsSearch *search, NoslipConditions *conditions,
                                   const NoslipKnown *known);
/* Frees the memory. */
void noslip_conditions_search_clear(NoslipConditionsSearch *search);
/* Sets the rows: the first `n` functions, the manifolds, and the given values if `with_given`. */
void noslip_conditions_take_rows(NoslipConditionsSearch *search, guint n, gboolean with_given);
/* The largest residual of the rows relative to their terms, at search->u. */
double noslip_conditions_evaluate(NoslipConditionsSearch *search);
/* conditions-scale.c: fills `scale` and `part` from sizes[row * d + unknown] of the dependence of the rows. */
void noslip_conditions_take_scale(NoslipConditionsSearch *search, const double *sizes);
/* Fills `round_off` at search->u: the round-off of the largest change of an unknown of the same part, or of the change
 * by which it could have moved a term of a row. */
void noslip_conditions_find_round_off(NoslipConditionsSearch *search);
/* Finds the nearest of the states found from several starts; the result is search->u. */
NoslipConditionsStatus noslip_conditions_search_all(NoslipConditionsSearch *search, const double *start);
/* Copies the state at which the search ended. */
void noslip_conditions_copy_state(const NoslipConditionsSearch *search, double *x, double *y);
/* The value of a function at the state in search->u. */
double noslip_conditions_value(NoslipConditionsSearch *search, guint function);
