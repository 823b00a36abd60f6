/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of motion in symbols, for display: xdot and ydot on the constraint submanifold, and the multipliers.
 * They are not evaluated in numbers: see dynamics/. */
#pragma once

#include "core/expr/naming.h"
#include "core/system/model.h"

#define NOSLIP_EQUATIONS_MOST_NODES 60    /* limit for a definition, or an equation with names */
#define NOSLIP_EQUATIONS_MOST_NAMES 20000 /* limit of definitions: with more the equations are not shown */

typedef struct {
  const NoslipModel *model;
  guint r;                /* n - k, the rank of D */
  guint *independent;     /* r fibre indices: the velocities that the constraints leave free */
  guint *dependent;       /* k fibre indices: the velocities that the constraints determine */
  gboolean solved;        /* TRUE if `value` holds: linear and affine constraints */
  NoslipExpr *value;      /* k: y^dependent in (x, y^independent) */
  NoslipExpr *xdot;       /* m; on the constraint submanifold if `solved` */
  NoslipExpr *ydot;       /* n */
  NoslipExpr *multiplier; /* lambda_A, k */
  NoslipGraph *graph;     /* the graph that owns these expressions: the model's, or that of the names */
  NoslipNaming *naming;   /* the definitions used in these expressions; NULL if they are written out */
} NoslipEquations;

/* Solves W ydot = F + Phi^T lambda, Phi ydot + drift = 0 by elimination on the model's graph, every step simplified.
 * NULL with *error if the mass matrix or the constraints are singular as expressions, or if the expressions grow too
 * large to be read. */
NoslipEquations *noslip_equations_new(NoslipModel *model, NoslipDiagnostic **error);
/* The same, but expressions that are too large to be read are written with names for their parts, names that are free
 * in the system's language: `naming` defines them. NULL if this would take too many names. */
NoslipEquations *noslip_equations_new_named(NoslipModel *model, NoslipDiagnostic **error);
/* For noslip_naming_new(): whether the system (data) uses the name. */
gboolean noslip_equations_is_name(const char *name, gpointer system);
void noslip_equations_free(NoslipEquations *equations);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipEquations, noslip_equations_free)
