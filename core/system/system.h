/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The system: the contents of a text, with all derived geometric objects, as expressions of one graph. Immutable once
 * built, shared by threads, reference-counted. Shapes: m base coordinates x^i, n fibre coordinates y^alpha, k
 * constraints phi^A. Index order of arrays is that of the comment, last index fastest. */
#pragma once

#include "core/base/diagnostic.h"
#include "core/expr/graph.h"

typedef struct {
  char *name;
  double value;             /* default */
  double low, high;         /* slider hint; NaN if the text gives none */
  char *unit, *description; /* or NULL */
  NoslipExpr symbol;
} NoslipParameter;

typedef struct {
  char *name;
  gboolean angle;   /* plotted modulo 2 pi */
  double low, high; /* NaN if not given */
  char *unit, *description;
  NoslipExpr symbol;   /* x^i */
  NoslipExpr velocity; /* rho^i_alpha y^alpha, the meaning of x' */
  NoslipPlace place;   /* of its declaration */
} NoslipCoordinate;

typedef struct {
  char *name; /* "omega", or "x'" for a natural one */
  char *unit, *description;
  NoslipExpr symbol;       /* y^alpha */
  NoslipExpr acceleration; /* the symbol of dy^alpha/dt, for observations; named like "omega'" or "x''" */
  NoslipPlace place;       /* of its declaration */
} NoslipFibre;

typedef enum { NOSLIP_LINEAR, NOSLIP_AFFINE, NOSLIP_NONLINEAR } NoslipConstraintClass;

typedef struct {
  char *name; /* "blade", or "c1" */
  char *unit; /* of the multiplier, or NULL if it is not known */
  char *description;
  NoslipExpr phi;      /* left - right, in (t, x, y); of a holonomic constraint the derivative of `position` */
  gboolean holonomic;  /* the text gives an equation of coordinates */
  NoslipExpr position; /* left - right in (t, x) if holonomic; lambda and mu multiply it */
  NoslipConstraintClass kind;
  NoslipExpr multiplier; /* the symbol lambda(NAME), named "lambda(blade)" */
  NoslipExpr mu;         /* the symbol mu(NAME), named "mu(blade)" */
  NoslipPlace place;
} NoslipConstraint;

typedef struct {
  char *name;
  NoslipExpr expr;
  char *unit, *description;
  NoslipPlace place;
} NoslipNamed; /* lets and observables */

/* `friction NAME = N`: the force -N sign(v) while the velocity v is not 0, and the force that holds it at 0, up to N,
 * while it is (system/mode.h). */
typedef struct {
  char *name;          /* of the velocity: "x'", "omega" */
  NoslipExpr velocity; /* linear in y */
  NoslipExpr limit;    /* N >= 0, in t, x, y and the multipliers of the constraints */
  char *description;   /* or NULL */
  NoslipPlace place;
} NoslipFriction;

/* A mass or a moment of inertia of a `body`, which no value of the parameters may make negative. */
typedef struct {
  char *body;
  guint moment;     /* 1, 2 or 3; 0: the mass */
  NoslipExpr value; /* in parameters; one that changes along the motion is not checked */
  NoslipPlace place;
} NoslipBodyNumber;

/* `bounce EXPR >= 0 restitution e`: the coordinates satisfy gap >= 0; if the gap is 0 and falls, the velocity jumps. */
typedef struct {
  char *name;             /* the text of the gap */
  NoslipExpr gap;         /* in t and x */
  NoslipExpr restitution; /* e, in parameters and x; from 0 to 1 */
  NoslipPlace place;
} NoslipBounce;

#define NOSLIP_INPUT_RATES 3

/* `input NAME = expr in LO .. HI`: a function of time that the user may change by hand. */
typedef struct {
  char *name;
  NoslipExpr expr;                      /* its course, in t and parameters */
  NoslipExpr rates[NOSLIP_INPUT_RATES]; /* its derivatives: NAME', NAME'', ... */
  double low, high;                     /* range of values set by hand */
  char *unit, *description;
  char *keys[2]; /* keys that lower and raise it, or NULL */
  guint hand;    /* index of its first parameter (hand.h) if it is moved by hand, else G_MAXUINT */
  NoslipPlace place;
} NoslipInput;

typedef enum { NOSLIP_DYNAMICS_NONHOLONOMIC, NOSLIP_DYNAMICS_VAKONOMIC, NOSLIP_DYNAMICS_FREE } NoslipDynamicsKind;

typedef enum { NOSLIP_ENTRY_COORDINATE, NOSLIP_ENTRY_VELOCITY, NOSLIP_ENTRY_MU } NoslipEntryKind;

/* `initial NAME = expr`. A VELOCITY entry fixes the value of `target`, an expression linear in the fibre: a fibre
 * coordinate, or x' = rho^i_alpha y^alpha. */
typedef struct {
  char *name; /* "x", "x'", "omega", "mu(blade)" */
  NoslipEntryKind kind;
  guint index;       /* of the coordinate, fibre coordinate or constraint; G_MAXUINT for an x' that is not a fibre
                * coordinate */
  NoslipExpr target; /* the expression whose value is given */
  NoslipExpr value;  /* in parameters and coordinates (their initial values) */
  NoslipPlace place;
} NoslipInitial;

/* `trial "NAME": NAME = expr, …`: initial values that replace the system's entries of the same names, each entry after
 * those that it uses (system/trial.h). */
typedef struct {
  char *name;
  guint n_entries;
  NoslipInitial *entries;
  NoslipPlace place;
} NoslipTrial;

typedef struct {
  char *title;
  NoslipExpr left, right; /* formal operators included */
  guint n_domain;         /* what must be finite where both sides, as they were written, are defined */
  NoslipExpr *domain;
  double tolerance;
  gboolean has_tolerance; /* "within TOL"; otherwise 1e-10 */
  gboolean has_kind;      /* "for nonholonomic" or "for vakonomic" */
  NoslipDynamicsKind kind;
  gboolean expected_to_fail;
  NoslipPlace place;
} NoslipClaim;

/* Which structure equations must hold (G 2): all; all except the Jacobi identity; only skew symmetry; none. */
typedef enum {
  NOSLIP_ALGEBROID_LIE,
  NOSLIP_ALGEBROID_ALMOST,
  NOSLIP_ALGEBROID_QUASI,
  NOSLIP_ALGEBROID_GENERAL,
} NoslipAlgebroidKind;

/* `form NAME = expr`: a form on E over the dual of the basis of sections, skew-symmetric. */
typedef struct {
  char *name;
  guint degree;             /* 1 or 2 */
  NoslipExpr *coefficients; /* of x: n, or n x n: a(e_alpha, e_beta) at [alpha * n + beta] */
  NoslipPlace place;
} NoslipForm;

/* `gauge NAME = expr`: the value of a fibre coordinate along motions of a system that leaves it undetermined. */
typedef struct {
  guint fibre;
  NoslipExpr value; /* of t and the state */
  NoslipPlace place;
} NoslipGaugeChoice;

typedef struct {
  char *system; /* the other system's id or file */
  guint n;
  char **names; /* of the other system's coordinates and fibre coordinates */
  NoslipExpr *exprs;
  NoslipPlace *places; /* of the entries; or NULL */
  NoslipPlace place;
} NoslipReduction;

/* The picture. */
typedef enum {
#define NOSLIP_SHAPE(KIND, ...) NOSLIP_DRAW_##KIND,
#include "core/system/shapes.def"
#undef NOSLIP_SHAPE
  NOSLIP_DRAW_TRAIL,
} NoslipDrawKind;

/* Whether the user may hold the drawn body with the pointer. */
gboolean noslip_draw_kind_is_held(NoslipDrawKind kind);

typedef struct {
  char axis; /* 'x', 'y', 'z', or 'q' for a quaternion */
  union {
    NoslipExpr angle; /* about an axis */
    NoslipExpr quaternion[4];
  };
} NoslipTurn;

typedef struct {
  NoslipDrawKind kind;
  NoslipExpr at[3];    /* at; from; the trail's point */
  NoslipExpr along[3]; /* size (box, ellipsoid), to (cylinder, line), along (arrow), axis (disk) */
  NoslipExpr radius;   /* sphere, disk, cylinder, cone, torus */
  NoslipExpr tube;     /* torus: radius of its tube */
  NoslipExpr z, spin;  /* ground; NOSLIP_ZERO if not given */
  guint n_points;
  NoslipExpr *points; /* n_points x 3; the first one is `at` too */
  guint n_turns;
  NoslipTurn *turns;             /* applied left to right */
  char *color, *label, *pattern; /* or NULL */
  NoslipPlace place;
} NoslipDraw;

typedef struct {
  char *name, *against; /* against NULL: against t */
  NoslipExpr expr, against_expr;
} NoslipPlot;

typedef struct {
  char *name; /* "R" */
  NoslipExpr quaternion[4];
  NoslipExpr omega[3];
  gboolean body; /* frame of the angular velocity */
  NoslipPlace place;
} NoslipRotation;

typedef struct _NoslipSystem NoslipSystem;
struct _NoslipSystem {
  char *id;             /* the file's name without .noslip */
  char *file;           /* the file name as given */
  char *text;           /* the source */
  GHashTable *included; /* const char * name -> char *, the texts that it includes; or NULL */
  char *title, *summary;
  char **sources, **tags; /* NULL-terminated */

  NoslipGraph *graph;
  NoslipExpr t; /* the symbol of time */

  guint n_parameters;
  NoslipParameter *parameters;
  guint n_hidden; /* the number of parameters of hands (hand.h) or rates of inputs, the last ones, without sliders */
  guint m;
  NoslipCoordinate *coordinates;
  guint n;
  NoslipFibre *fibres;
  guint n_manifolds;
  NoslipExpr *manifolds; /* left - right, functions of x that vanish on M */
  NoslipPlace *manifold_places;
  guint n_rotations;
  NoslipRotation *rotations;

  /* The Lie algebroid (I 2, Q (5)-(7)). */
  NoslipAlgebroidKind algebroid;
  NoslipExpr *anchor;       /* rho^i_alpha; m x n: [i * n + alpha] */
  NoslipExpr *right_anchor; /* sigma^i_alpha of a general algebroid (G (2.4)): xdot = rho y, while sigma dL/dx is the
                             * force; NULL if the two are the same */
  NoslipExpr *structure; /* C^gamma_alpha beta, [e_alpha, e_beta] = C^gamma e_gamma; [(gamma * n + alpha) * n + beta] */
  NoslipPlace *bracket_places; /* n x n: the statement that gives the pair, line 0 if none does; or NULL */
  gboolean frame_is_derived;   /* from `velocity` statements: E = TM */
  NoslipExpr *frame;           /* w^alpha = frame^alpha_i x'^i, n x m, if frame_is_derived, else NULL */
  NoslipExpr *time_structure;  /* T^gamma_alpha, [d/dt, e_alpha] = T^gamma_alpha e_gamma, n x n: [gamma * n + alpha];
                                * NULL if the frame does not depend on t */

  /* `presymplectic`: i_X Omega = alpha in addition to L (I (3.4)). Its contribution is in `forces`, y Omega - alpha;
   * NULL if the text has no such statement. */
  NoslipExpr *two_form; /* Omega(e_alpha, e_beta), n x n */
  NoslipExpr *one_form; /* alpha(e_alpha), n: without dE(H), which is in L = -H */

  guint n_forms, n_gauges;
  NoslipForm *forms;
  NoslipGaugeChoice *gauges;

  NoslipPlace lagrangian_place;
  NoslipExpr lagrangian, kinetic, potential, energy; /* energy = y dL/dy - L */
  char *energy_unit, *power_unit; /* normally "J" and "W"; NULL if the text does not give the units */
  NoslipExpr *momentum;           /* dL/dy^alpha, n: the meaning of p(NAME); set by noslip_system_derive() */
  NoslipExpr *forces;             /* Q_alpha, n; may use t */
  guint k;
  NoslipConstraint *constraints;
  guint n_frictions, n_bounces, n_inputs, n_body_numbers;
  NoslipFriction *frictions;
  NoslipBounce *bounces;
  NoslipInput *inputs;
  NoslipBodyNumber *body_numbers;
  NoslipSystem *origin;  /* if this is a mode of a system (mode.h): that system, referenced; else NULL */
  NoslipSystem *written; /* if inputs are moved by hand: the system for formulas, referenced; else NULL */

  NoslipDynamicsKind dynamics; /* the default */
  guint n_initials;
  NoslipInitial *initials;
  guint n_trials;
  NoslipTrial *trials;
  double run_to, run_step;

  guint n_lets, n_observables, n_claims, n_reductions, n_draws, n_plots;
  NoslipNamed *lets, *observables;
  NoslipClaim *claims;
  NoslipReduction *reductions;
  gboolean has_camera;
  NoslipExpr camera_from[3], camera_to[3];
  NoslipDraw *draws;
  NoslipPlot *plots;

  gboolean sealed; /* untrusted: no other file is opened for it */

  gatomicrefcount references;
};

/* An empty system with its own graph, all handles NOSLIP_ZERO; the builder fills it with arrays from g_malloc(). */
NoslipSystem *noslip_system_new(void);
/* Fills `momentum`, `energy`, and the class and multiplier symbols of each constraint. Called while a system is built,
 * after x, y, the Lagrangian and the constraints are set. */
void noslip_system_derive(NoslipSystem *system);
NoslipSystem *noslip_system_ref(NoslipSystem *system);
void noslip_system_unref(NoslipSystem *system);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSystem, noslip_system_unref)

/* The meaning of a name in expressions of this system (p(...), lambda(...), energy and lets included), as a handle of
 * its graph; FALSE if the system has no such name. "x'" works for every coordinate. */
gboolean noslip_system_lookup(const NoslipSystem *system, const char *name, NoslipExpr *expr);
/* Whether its motion has modes: it has dry friction or bounces. */
gboolean noslip_system_has_modes(const NoslipSystem *system);
/* The system for formulas, as in its text: without the parameters of hands. Each input is a symbol there, and its rates
 * are symbols too. */
NoslipSystem *noslip_system_written(NoslipSystem *system);
/* Index of a parameter, or -1. */
int noslip_system_parameter(const NoslipSystem *system, const char *name);
/* All symbols of a row, in its order: t, x^i (m), y^alpha (n), dy^alpha/dt (n), lambda or mu (k). Returns 1 + m + 2 n +
 * k handles; free with g_free(). See row.h. */
NoslipExpr *noslip_system_row_symbols(const NoslipSystem *system, NoslipDynamicsKind kind, guint *n);
/* The strongest class among the constraints; LINEAR if there are none. */
NoslipConstraintClass noslip_system_constraint_class(const NoslipSystem *system);
/* Whether L is a quadratic kinetic energy minus a potential (no term linear in the velocities, nothing of degree > 2).
 */
gboolean noslip_system_is_mechanical(const NoslipSystem *system);
/* The number of equations on the coordinates: the manifolds, and with `constrained` the holonomic constraints. */
guint noslip_system_n_positions(const NoslipSystem *system, gboolean constrained);
/* Whether the Lagrangian, the frame or a constraint depends on t. */
gboolean noslip_system_is_timed(const NoslipSystem *system);
/* Whether the motion depends on t: as above, or through a force, a limit of friction, a bounce or a gauge. */
gboolean noslip_system_is_driven(const NoslipSystem *system);
/* Whether a motion that is shifted in time is a motion too: neither driven, nor with a holonomic constraint that depends
 * on t (its derivative, which counts above, may not). */
gboolean noslip_system_is_autonomous(const NoslipSystem *system);
/* Whether L is a polynomial of degree two in the velocities. */
gboolean noslip_system_is_quadratic(const NoslipSystem *system);
