/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions on a state and the search for states that meet them. */
#pragma once

#include "core/system/conditions.h"
#include "core/system/program.h"

struct _NoslipConditions {
  const NoslipSystem *system;
  NoslipGraph *graph;
  guint n; /* functions; those of the system, then its manifolds */
  guint n_own;
  NoslipExpr *functions;
  char **names;
  guint q; /* of the compiled program */
  NoslipExpr *targets, *values;
  gboolean *overridden;
  NoslipTapeWork *tape; /* x, y, numbers (q) -> F (n + q), their terms (n + q), dF/d(x, y) */
};

typedef enum {
  NOSLIP_UNKNOWN_KEPT,   /* it stays where it is */
  NOSLIP_UNKNOWN_COUNTS, /* its change is made as small as can be */
  NOSLIP_UNKNOWN_FREE,   /* it changes as the others need it */
} NoslipFreedom;

/* A search: arrays of m + n where not said otherwise. */
typedef struct {
  NoslipConditions *conditions;
  guint rows, d; /* rows in use; m + n */
  const double *numbers;
  NoslipFreedom *freedom;
  double *in, *out, *wish, *u, *step;
  double *scale;          /* of the unknowns: what they are measured in, so that no unit matters */
  guint *part;            /* unknowns that rows connect are of one part */
  double *matrix, *right; /* rows x d, rows */
  guint *row;             /* which output each row is */
  double *round_off;      /* of each unknown, at the last evaluation */
} NoslipConditionsSearch;

/* The next search compiles anew. */
void noslip_conditions_forget_program(NoslipConditions *conditions);
/* Memory for a search; compiles the conditions where what is given differs from the last search. */
void noslip_conditions_search_init(NoslipConditionsSearch *search, NoslipConditions *conditions,
                                   const NoslipKnown *known);
/* Frees it. */
void noslip_conditions_search_clear(NoslipConditionsSearch *search);
/* The rows are the first `n` functions, the manifolds, and what is given if `with_given`. */
void noslip_conditions_take_rows(NoslipConditionsSearch *search, guint n, gboolean with_given);
/* The largest residual of the rows against their terms, at search->u. */
double noslip_conditions_evaluate(NoslipConditionsSearch *search);
/* conditions-scale.c: fills `scale` and `part` from sizes[row * d + unknown] of what the rows depend on. */
void noslip_conditions_take_scale(NoslipConditionsSearch *search, const double *sizes);
/* Fills `round_off` at search->u: round-off of the largest change of an unknown of the same part, or of what the terms of
 * a row could have changed it by. */
void noslip_conditions_find_round_off(NoslipConditionsSearch *search);
/* The nearest of the states that are found from several places; search->u is the result. */
NoslipConditionsStatus noslip_conditions_search_all(NoslipConditionsSearch *search, const double *start);
/* The state that the search ended at. */
void noslip_conditions_copy_state(const NoslipConditionsSearch *search, double *x, double *y);
/* The value of a function at the state in search->u. */
double noslip_conditions_value(NoslipConditionsSearch *search, guint function);
