/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of motion in symbols, for people to read: xdot and ydot on the constraint submanifold, and the
 * multipliers. What is computed with is the business of dynamics/; this is for the board and the page. */
#pragma once

#include "core/expr/naming.h"
#include "core/system/model.h"

#define NOSLIP_EQUATIONS_MOST_NODES 60  /* of a definition or an equation with names */
#define NOSLIP_EQUATIONS_MOST_NAMES 400 /* with more definitions they are not written */

typedef struct {
  const NoslipModel *model;
  guint r;                /* n - k, the rank of D */
  guint *independent;     /* r fibre indices: the velocities that the constraints leave free */
  guint *dependent;       /* k fibre indices: the velocities that the constraints determine */
  gboolean solved;        /* TRUE where `value` holds: linear and affine constraints */
  NoslipExpr *value;      /* k: y^dependent in (x, y^independent) */
  NoslipExpr *xdot;       /* m, on the constraint submanifold where `solved` */
  NoslipExpr *ydot;       /* n */
  NoslipExpr *multiplier; /* lambda_A, k */
  NoslipGraph *graph;     /* what these are expressions of: the model's, or that of the names */
  NoslipNaming *naming;   /* the definitions that these are written with; NULL where they are written out */
} NoslipEquations;

/* Solves W ydot = F + Phi^T lambda, Phi ydot + drift = 0 by elimination on the model's
 * graph, every step simplified. NULL with *error where the mass matrix or the constraints are singular as
 * expressions, or where the expressions grow too large to be read. */
NoslipEquations *noslip_equations_new(NoslipModel *model, NoslipDiagnostic **error);
/* The same, but where expressions are too large to be read all are written with names for their parts, free ones in the
 * system's language: `naming` says what they stand for. NULL where that would take too many names. */
NoslipEquations *noslip_equations_new_named(NoslipModel *model, NoslipDiagnostic **error);
void noslip_equations_free(NoslipEquations *equations);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipEquations, noslip_equations_free)
