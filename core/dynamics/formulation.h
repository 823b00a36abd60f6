/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulations of the dynamics: const tables of functions. Each computes independently of the others after the model
 * (system/model.h); no formulation refers to another's object file.
 *
 * A formulation integrates its own state vector z (for multipliers z = (x, y); for gibbs-appell z = (x, w) …). The full
 * state is (x, y): m base coordinates, then all n fibre coordinates. */
#pragma once

#include "core/base/dash.h"
#include "core/system/reaction.h"
#include "core/system/system.h"

typedef enum {
  NOSLIP_STEP_OK,
  NOSLIP_STEP_RANK_LOST,    /* constraints or mass matrix lost rank: failure() says which one */
  NOSLIP_STEP_UNDEFINED,    /* a value is not finite */
  NOSLIP_STEP_INCONSISTENT, /* the state contradicts a constraint of the dynamics; only when a motion is entered */
} NoslipStepStatus;

/* Functions for up to NOSLIP_TAPE_LANES motions, each with its own parameters and time t[lane]. Results are
 * bit-identical to those of the formulation's functions for one motion. States are z[i * NOSLIP_TAPE_LANES + lane]. A
 * motion that needs special treatment (another solver, a check of its ranks, an error) leaves: its bit of *in is
 * cleared, the content of its lane is undefined from then on, and the caller must compute it alone from its start.
 * Motions whose bit of *in is not set are ignored and keep their states. */
typedef struct {
  gpointer (*work_new)(gconstpointer dynamics); /* NULL if this system has no lanes; one for each thread */
  void (*work_free)(gpointer work);
  /* Starts n motions from parameters[n][n_parameters] and full states xy[n][m + n]; sets the bits of *in. */
  void (*enter)(gpointer work, guint n, const double *parameters, double t, const double *xy, double *z, guint32 *in);
  void (*rates)(gpointer work, const double *t, const double *z, double *zdot, guint32 *in);
  /* NoslipFormulation.accept for each motion; sets the bits of *changed for motions whose state was changed. */
  void (*accept)(gpointer work, const double *t, double *z, gboolean stabilise, guint32 *in, guint32 *changed);
  /* Exchanges the lanes of two motions; their states z are the caller's. */
  void (*swap)(gpointer work, guint a, guint b);
  /* From now on only the first n lanes are computed; the other motions keep what belongs to them. */
  void (*use)(gpointer work, guint n);
  /* NoslipFormulation.linearize: (size + size x size) numbers, [quantity][lane]; NULL if the formulation has none. */
  void (*linearize)(gpointer work, const double *t, const double *z, double *linear, guint32 *in);
  /* rows[quantity][lane]: the quantities of a row (row.h). */
  void (*observe)(gpointer work, const double *t, const double *z, double *rows, guint32 *in);
} NoslipLanes;

typedef struct _NoslipFormWriter NoslipFormWriter; /* form-writer.h */

/* What z holds after the base coordinates. */
typedef enum {
  NOSLIP_STATE_OWN,     /* velocities of the formulation's choice: in a chart, in a basis of D */
  NOSLIP_STATE_FIBRES,  /* all n fibre coordinates: z = (x, y) */
  NOSLIP_STATE_MOMENTA, /* momenta: z = (x, p) */
} NoslipStateKind;

typedef struct _NoslipFlow NoslipFlow; /* flow.h */
typedef struct _NoslipFormulation NoslipFormulation;
struct _NoslipFormulation {
  const char *id;      /* "multipliers"; marked for translation in the context "formulation" */
  const char *title;   /* "Lagrange multipliers" */
  const char *summary; /* one sentence */
  const char *source;  /* paper and equation */
  const char *latex;   /* the formulation's equations in LaTeX */
  /* Its equations for a given system, in its own variables (form-writer.h); NULL if they are not shown. */
  void (*write)(NoslipFormWriter *writer);
  NoslipDynamicsKind kind;
  NoslipStateKind state;
  const char *color; /* color of its curves, "#RRGGBB"; NULL: the text colour */
  NoslipDash dash;   /* distinguishes its curves without colour */
  /* The basis of its derivation for this system, in words that are translated; formulations with the same words share
   * that derivation, and count as one when motions agree. NULL: from F and W of the model (NOSLIP_DERIVATION_MODEL). */
  const char *(*derivation)(const NoslipSystem *system);
  /* Other parts shared with formulations that return the same text (translated), or NULL; NULL function: nothing is
   * shared. */
  const char *(*shares)(const NoslipSystem *system);
  gboolean own_multipliers; /* computes lambda itself; else it is derived from the motion (system/reaction.h) */
  gboolean automatic;       /* chosen automatically if it is the only one that applies, never named by the user */
  gboolean on_submanifold;  /* motions stay on the final constraint submanifold, and initial states are moved onto it */

  /* Why the formulation does not apply to the system; NULL if it applies to all. Call it through
   * noslip_formulation_refusal(). */
  char *(*refusal)(const NoslipSystem *system);
  /* The compiled, immutable dynamics; NULL with *error set. The system must outlive it. */
  gpointer (*create)(const NoslipSystem *system, NoslipDiagnostic **error);
  void (*destroy)(gpointer dynamics);
  guint (*size)(gconstpointer dynamics); /* length of z */

  /* Mutable workspace, one for each thread. The functions below do not allocate, except work_new, the choice of a new
   * chart and the first jacobian(). */
  gpointer (*work_new)(gconstpointer dynamics);
  void (*work_free)(gpointer work);
  void (*set_parameters)(gpointer work, const double *parameters);
  /* Converts the full state xy = (x, y), for VAKONOMIC (x, y, mu), to z; chooses charts. Must be called before the
   * functions below. */
  NoslipStepStatus (*enter)(gpointer work, double t, const double *xy, double *z);
  NoslipStepStatus (*rates)(gpointer work, double t, const double *z, double *zdot);
  /* After each accepted step: projects onto the constraints (unless `stabilise` is off), and chooses a new chart if
   * needed. *changed is TRUE if z was changed, so that the integrator drops its history. */
  NoslipStepStatus (*accept)(gpointer work, double t, double *z, gboolean stabilise, gboolean *changed);
  /* A row of the trajectory: x (m), y (n), dy/dt (n) by this formulation's own rates, and lambda or mu (k). A
   * formulation without multipliers of its own fills in NaN for lambda, which the observer computes. */
  NoslipStepStatus (*observe)(gpointer work, double t, const double *z, double *x, double *y, double *ydot,
                              double *lambda);
  /* After a status other than OK: index of the constraint that lost its rank, or -1. */
  int (*failure)(gconstpointer work);
  /* dzdot/dz (size x size, row-major) and dzdot/dt (size); NULL if the formulation has none. */
  NoslipStepStatus (*jacobian)(gpointer work, double t, const double *z, double *dfdz, double *dfdt);
  /* zdot (size), then dzdot/dz (size x size, row-major), by one program: faster than the two functions above, with other
   * rounding. NULL if the formulation has none. */
  NoslipStepStatus (*linearize)(gpointer work, double t, const double *z, double *linear);
  /* Its equations as lists of assignments, for other languages, on the branch and in the chart that it uses at (t, xy);
   * FALSE with *error set if that is not possible. NULL: never. */
  gboolean (*flow)(gconstpointer dynamics, const double *parameters, const double *xy, NoslipFlow *flow,
                   NoslipDiagnostic **error);
  const NoslipLanes *lanes; /* NULL if the formulation computes one motion at a time */
};

/* All formulations, NULL-terminated, the default (multipliers) first. "free" is the one for FREE dynamics. */
const NoslipFormulation *const *noslip_formulations(void);
const NoslipFormulation *noslip_formulation_find(const char *id);
/* The name of its motion in comparisons: the translated id. */
const char *noslip_formulation_words(const NoslipFormulation *formulation);
#define NOSLIP_DERIVATION_MODEL N_("F and W of the model")
#define NOSLIP_DERIVATION_DISTRIBUTION N_("metric and brackets of a basis of D")
#define NOSLIP_SHARES_CHART N_("the chart that solves the constraints")
/* The basis of its derivation for this system, untranslated. */
const char *noslip_formulation_derivation(const NoslipFormulation *formulation, const NoslipSystem *system);
/* Other shared parts, untranslated, or NULL. */
const char *noslip_formulation_shares(const NoslipFormulation *formulation, const NoslipSystem *system);
/* Why the formulation does not apply to the system, one sentence, or NULL; free with g_free(). */
char *noslip_formulation_refusal(const NoslipFormulation *formulation, const NoslipSystem *system);
/* The formulation of a run of this kind if the user names none. */
const NoslipFormulation *noslip_formulation_default(NoslipDynamicsKind kind);
/* The same for a given system: `singular` if the Lagrangian is degenerate and there are no constraints. */
const NoslipFormulation *noslip_formulation_for(const NoslipSystem *system, NoslipDynamicsKind kind);

/* A formulation compiled for a system, as used by the rest of the program. */
typedef struct _NoslipDynamics NoslipDynamics;
/* NULL with *error set if the formulation refuses or fails. Keeps a reference to the system. Thread-safe. */
NoslipDynamics *noslip_dynamics_new(const NoslipFormulation *formulation, NoslipSystem *system,
                                    NoslipDiagnostic **error);
NoslipDynamics *noslip_dynamics_ref(NoslipDynamics *dynamics);
void noslip_dynamics_unref(NoslipDynamics *dynamics);
const NoslipFormulation *noslip_dynamics_formulation(const NoslipDynamics *dynamics);
NoslipSystem *noslip_dynamics_system(const NoslipDynamics *dynamics);
gconstpointer noslip_dynamics_data(const NoslipDynamics *dynamics); /* what create() returned */
/* The multipliers of motions whose formulation has none of its own; compiled on first use. Thread-safe; lives as long
 * as the dynamics. */
const NoslipReaction *noslip_dynamics_reaction(NoslipDynamics *dynamics);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipDynamics, noslip_dynamics_unref)
