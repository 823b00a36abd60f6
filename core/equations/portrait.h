/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The quantities derived from a system for display: its distribution, energy, regularity and equations of motion. The
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
  NoslipDistribution *distribution; /* NULL: the reason is in `no_distribution` */
  NoslipEquations *equations;       /* NULL: the reason is in `no_equations`, or they are in `named` */
  NoslipEquations *named;           /* equations too long to be written out, with names for their parts; else NULL */
  NoslipAtiyah *atiyah;             /* NULL if the algebroid is not given as an Atiyah algebroid */
  NoslipAtiyahSplit *split;         /* NULL if there is no split without multipliers */
  char *no_distribution, *no_equations;
  NoslipVakonomicBracket *vakonomic; /* of vakonomic systems; NULL: the reason is in `no_vakonomic` */
  char *no_vakonomic;
  GPtrArray *forms;  /* of NoslipWrittenForm: the formulations in their own variables; NULL if there are none */
  NoslipExpr energy; /* simplified */
  gboolean regular;
  char *irregular;       /* why the system is not regular, or NULL */
  gboolean degenerate;   /* the mass matrix does not have full rank at generic states */
  guint rank;            /* rank of D at the initial state */
  guint mass_rank;       /* rank of W there */
  guint vakonomic_rank;  /* rank of R_ab there */
  double *xy, *mu;       /* the initial state and its vakonomic multipliers, or NULL */
  double *lengths;       /* length of every expression of the model's graph when written out */
  GPtrArray *reductions; /* of NoslipReductionReport *, NULL for one that cannot be checked; NULL: not asked for */
} NoslipPortrait;

/* Takes seconds for large systems. Calls `stop` (may be NULL) between its steps and returns NULL if it returns TRUE.
 * Keeps a reference to the system. */
NoslipPortrait *noslip_portrait_new(NoslipSystem *system, gboolean (*stop)(gpointer data), gpointer data);
void noslip_portrait_free(NoslipPortrait *portrait);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipPortrait, noslip_portrait_free)

/* Loads the other system of a reduction, by its name in the text of `system`; NULL with errors. As
 * noslip_catalogue_load_beside(). */
typedef NoslipSystem *(*NoslipPortraitLoad)(const NoslipSystem *system, const char *name,
                                            NoslipDiagnostics *diagnostics);
/* Checks the reductions of `system`, that of the portrait, for the document; computes its default motion and those of
 * the reduced systems. `cancel` may be NULL. */
void noslip_portrait_check_reductions(NoslipPortrait *portrait, NoslipSystem *system, NoslipPortraitLoad load,
                                      const int *cancel);
/* Why a reduction without a report is not checked; a sentence to be translated. */
const char *noslip_portrait_no_reduction(const NoslipPortrait *portrait);

/* "linear", "affine" or "nonlinear" */
const char *noslip_constraint_class_name(NoslipConstraintClass kind);

/* The result of the constraint algorithm in sentences, one a step. Free with g_strfreev(). */
char **noslip_portrait_algorithm(const NoslipPortrait *portrait);

/* Lagrange's equation along section alpha, not solved for the accelerations: W_alpha beta dy^beta/dt on the left,
 * forces and reactions on the right. For a degenerate L it may be an equation without accelerations. */
void noslip_portrait_balance(const NoslipPortrait *portrait, guint alpha, NoslipExpr *left, NoslipExpr *right);

/* An expression of the model's graph as text, or a note if it is too long to be read. */
char *noslip_portrait_expr(const NoslipPortrait *portrait, NoslipExpr expr);

/* The symbol of the force of the i-th dry friction, F_1, F_2, …: the equations of motion contain it. */
NoslipExpr noslip_portrait_friction(const NoslipPortrait *portrait, guint i);

/* The name of dy^alpha/dt. */
const char *noslip_portrait_acceleration(const NoslipPortrait *portrait, guint alpha);

/* A longer expression is not written out. */
#define NOSLIP_PORTRAIT_MOST_SYMBOLS 5000

/* The equations, for writing as text or LaTeX; the graph of the model grows. */
NoslipDocument *noslip_portrait_document(const NoslipPortrait *portrait);

/* The curvature and the connection of the Atiyah algebroid, one coefficient per line. Free with g_strfreev(). */
char **noslip_portrait_atiyah_coefficients(const NoslipPortrait *portrait);
/* The sections of the document for the Atiyah algebroid, if there is one. */
void noslip_portrait_add_atiyah(const NoslipPortrait *portrait, NoslipDocument *document);
