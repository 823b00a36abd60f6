/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is derived from a system for people to read: its distribution, energy, regularity and equations of motion. The
 * document and the JSON of `show` are written from it. */
#pragma once

#include "core/equations/document.h"
#include "core/equations/forms.h"
#include "core/geometry/atiyah.h"
#include "core/geometry/bracket.h"
#include "core/geometry/vakonomic-bracket.h"
#include "core/system/equations.h"

typedef struct {
  NoslipSystem *system; /* with a symbol for the force of each dry friction */
  NoslipModel *model;
  NoslipDistribution *distribution; /* NULL: why is in `no_distribution` */
  NoslipEquations *equations;       /* NULL: why is in `no_equations`, or they are in `named` */
  NoslipEquations *named;           /* those too long to be written out, with names for their parts; else NULL */
  NoslipAtiyah *atiyah;             /* NULL where the algebroid is not given as an Atiyah algebroid */
  NoslipAtiyahSplit *split;         /* NULL where there is none without multipliers */
  char *no_distribution, *no_equations;
  NoslipVakonomicBracket *vakonomic; /* of vakonomic systems; NULL: why is in `no_vakonomic` */
  char *no_vakonomic;
  GPtrArray *forms;  /* of NoslipWrittenForm: the formulations in their own variables; NULL where there are none */
  NoslipExpr energy; /* simplified */
  gboolean regular;
  char *irregular;      /* why not, or NULL */
  gboolean degenerate;  /* the mass matrix has no full rank at generic states */
  guint rank;           /* of D at the initial state */
  guint mass_rank;      /* of W there */
  guint vakonomic_rank; /* of R_ab there */
  double *xy, *mu;      /* the initial state and its vakonomic multipliers, or NULL */
  double *lengths;      /* of every expression of the model's graph, written out */
} NoslipPortrait;

/* Takes seconds for large systems. Calls `stop` (may be NULL) between its steps and returns NULL where that returns
 * TRUE. Keeps a reference to the system. */
NoslipPortrait *noslip_portrait_new(NoslipSystem *system, gboolean (*stop)(gpointer data), gpointer data);
void noslip_portrait_free(NoslipPortrait *portrait);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipPortrait, noslip_portrait_free)

/* "linear", "affine" or "nonlinear" */
const char *noslip_constraint_class_name(NoslipConstraintClass kind);

/* The result of the constraint algorithm in sentences, one a step. Free with g_strfreev(). */
char **noslip_portrait_algorithm(const NoslipPortrait *portrait);

/* Lagrange's equation along section alpha, not solved for the accelerations: W_alpha beta dy^beta/dt on the left,
 * forces and reactions on the right. Where L is degenerate it may be an equation without accelerations. */
void noslip_portrait_balance(const NoslipPortrait *portrait, guint alpha, NoslipExpr *left, NoslipExpr *right);

/* An expression of the model's graph as text, or a note where it is too long to be read. */
char *noslip_portrait_expr(const NoslipPortrait *portrait, NoslipExpr expr);

/* The symbol of the force of the i-th dry friction, F_1, F_2, …: the equations of motion contain it. */
NoslipExpr noslip_portrait_friction(const NoslipPortrait *portrait, guint i);

/* The name of dy^alpha/dt. */
const char *noslip_portrait_acceleration(const NoslipPortrait *portrait, guint alpha);

/* A longer expression is not written out. */
#define NOSLIP_PORTRAIT_MOST_SYMBOLS 5000

/* The equations, to be written as text or LaTeX; the graph of the model grows. */
NoslipDocument *noslip_portrait_document(const NoslipPortrait *portrait);

/* The curvature and the connection of the Atiyah algebroid, one coefficient a line. Free with g_strfreev(). */
char **noslip_portrait_atiyah_coefficients(const NoslipPortrait *portrait);
/* The sections of the document for the Atiyah algebroid; none where there is none. */
void noslip_portrait_add_atiyah(const NoslipPortrait *portrait, NoslipDocument *document);
