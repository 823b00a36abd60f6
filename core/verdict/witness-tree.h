/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of motion of a text, read from its syntax tree and evaluated with jets. Private to the witness: of the
 * system only the names and the order of coordinates, velocities, parameters and constraints are used. */
#pragma once

#include "core/language/statements.h"
#include "core/system/system.h"
#include "core/verdict/jet.h"

typedef struct {
  Span left, right;         /* phi = left - right */
  gboolean holonomic;       /* no velocities: the constraint is on the coordinates */
  guint component;          /* of a vector; G_MAXUINT: it is a number */
  gboolean uses_lagrangian; /* momenta or energies */
} WitnessConstraint;

typedef struct {
  char side;               /* of an anchor's entry: 'l', 'r', or 0 for both */
  guint coordinate, fibre; /* fibre G_MAXUINT: the natural velocity of `coordinate`; n + a: velocity a of `reframed` */
  Span value;
} WitnessEntry; /* of an anchor: rho^coordinate_fibre = value; of a force: its velocity and its value */

typedef struct {
  guint a, b; /* [a, b] = value */
  Span value;
} WitnessBracket;

typedef struct {
  guint quaternion[4], omega[3];
  gboolean body;
} WitnessRotation;

/* The relation between the velocities of a row and those of the coordinates. */
typedef enum {
  WITNESS_NATURAL,    /* y = x' */
  WITNESS_VELOCITIES, /* y = w(x, x'), by `velocity`: the equations are those of the natural frame */
  WITNESS_SECTIONS,   /* x' = rho(x) y, by `section` and `rotation` */
} WitnessFrame;

typedef struct _WitnessTree WitnessTree;
typedef struct _WitnessValue WitnessValue; /* witness-private.h */

/* Variables of the jets: x^i at i, x'^i at m + i and, for SECTIONS, y^alpha at 2 m + alpha. */
struct _WitnessTree {
  const NoslipSystem *system;
  Source *source;
  NoslipDiagnostics *diagnostics; /* while reading; the system was read without errors */
  GHashTable *names;              /* const char * -> WitnessName */
  GPtrArray *pool;                /* jets that are not in use */
  WitnessFrame frame;
  guint m, n, k, n_variables;
  gboolean has_lagrangian, has_kinetic, has_potential, is_presymplectic;
  Span lagrangian, kinetic, potential;
  Span presymplectic[2]; /* Omega, alpha */
  GArray *constraints;   /* WitnessConstraint, k */
  GArray *dropped;       /* WitnessConstraint: components of vectors that the system omits, because they are 0 = 0 */
  GArray *forces, *anchors, *brackets, *rotations;
  GArray *frictions;                     /* WitnessEntry: a velocity and its limit */
  GArray *bounces;                       /* WitnessConstraint: gap = left - right */
  GArray *connections;                   /* WitnessEntry: A^fibre_coordinate = value */
  GPtrArray *bodies, *springs, *dampers; /* const Statement * */
  const Statement *gravity;              /* or NULL */
  Span *velocities;                      /* n, for VELOCITIES and if `reframed` */
  gboolean reframed;   /* SECTIONS whose y in the row are w(x, y) by `velocity`: the equations are those of the
                        * sections */
  GPtrArray *sections; /* const char *, n: their names if `reframed` */
  char *reason;        /* why something could not be evaluated; NULL: nothing failed */

  /* The point of evaluation, set by the witness. */
  const double *parameters, *multipliers; /* the latter of a row: for lambda( ) */
  NoslipJet *time;
  NoslipJet **x, **v, **y; /* m, m, n; y for SECTIONS */
  double *rho;             /* rho^i_alpha, m x n: for p( ) */
  const double *rho_slope; /* d_j rho^i_alpha, m x n x m, and d/dt rho, m x n: of SECTIONS, for p( ) in constraints */
  const double *rho_rate;
  gboolean slopes;     /* momenta and energies are needed with their derivatives, as in a constraint */
  gboolean vakonomic;  /* those need rates of their derivatives */
  gboolean took_rate;  /* a rate along the motion was evaluated */
  gboolean off_motion; /* x' is not the velocity of the curve: rates are those of functions of x, by x' */
  gboolean general;    /* brackets are given in both orders: G (2.7) */
  gboolean primes_are_sections, at_rest;
  guint generation; /* of the values of lets: noslip_witness_tree_move() */
  guint depth;
  gboolean (*evaluate)(WitnessTree *tree, const Span *span, WitnessValue *result); /* noslip_witness_evaluate_span() */
};

/* NULL with *reason, to be freed, if the text contains something that the witness does not support. */
WitnessTree *noslip_witness_tree_new(const NoslipSystem *system, char **reason);
void noslip_witness_tree_free(WitnessTree *tree);
/* To be called after x, v, y, the time or the parameters have changed. */
void noslip_witness_tree_move(WitnessTree *tree);
/* A number: FALSE with `reason` set, also if it is a vector. */
gboolean noslip_witness_tree_evaluate(WitnessTree *tree, const Span *span, NoslipJet *result);
gboolean noslip_witness_tree_lagrangian(WitnessTree *tree, NoslipJet *result);
/* phi = left - right; 0 for a component that the vector does not have. */
gboolean noslip_witness_tree_constraint(WitnessTree *tree, const WitnessConstraint *constraint, NoslipJet *result);
/* The i-th damper between two points whose difference is D: *along = D . dD/dt, and the force Q_a = -pull T_a along. */
gboolean noslip_witness_tree_damper(WitnessTree *tree, guint i, NoslipJet *along, double *pull);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(WitnessTree, noslip_witness_tree_free)
