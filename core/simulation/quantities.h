/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities: all values of a motion at each sample, in one table, so that all views read the same columns. The worker
 * fills the columns, the window only draws them. */
#pragma once

#include "core/expr/tape.h"
#include "core/trajectory/observer.h"

#include <stdatomic.h>

typedef enum {
  NOSLIP_QUANTITY_TIME,
  NOSLIP_QUANTITY_COORDINATE,
  NOSLIP_QUANTITY_VELOCITY, /* fibre coordinate */
  NOSLIP_QUANTITY_ENERGY,   /* energy, kinetic, potential */
  NOSLIP_QUANTITY_RATE,     /* d(energy) along the motion, and its value according to each energy claim */
  NOSLIP_QUANTITY_MOMENTUM, /* p(section) */
  NOSLIP_QUANTITY_MULTIPLIER,
  NOSLIP_QUANTITY_RESIDUAL,     /* phi of a constraint */
  NOSLIP_QUANTITY_MAGNITUDE,    /* |phi| of a constraint, for logarithmic axes */
  NOSLIP_QUANTITY_POWER,        /* of a constraint's reaction */
  NOSLIP_QUANTITY_SECTION,      /* momentum of a section of D */
  NOSLIP_QUANTITY_SECTION_RATE, /* its rate, measured along the motion, and by the momentum equation */
  NOSLIP_QUANTITY_OBSERVABLE,
  NOSLIP_QUANTITY_INPUT, /* an input that can be moved by hand */
  NOSLIP_QUANTITY_PLOT,  /* an expression that occurs only in a `plot` */
  NOSLIP_QUANTITY_GAUGE, /* drift, residual, difference: computed by the worker from the others */
} NoslipQuantityKind;

typedef struct {
  NoslipQuantityKind kind;
  char *name;        /* "omega", "p(omega)", "d(energy)": its identifier */
  char *words;       /* the name shown to users, or NULL if it is the identifier */
  char *unit;        /* or NULL */
  char *description; /* or NULL */
  gboolean angle;    /* plotted modulo 2 pi */
  guint index;       /* of the coordinate, fibre, constraint, claim … */
  int row;           /* index in a row of the trajectory, or -1 */
  int output;        /* of the observer, or -1 */
} NoslipQuantity;

/* The columns of a section of D (core/trajectory/balance.h). */
typedef struct {
  guint momentum, rate, equation;
  gboolean conserved; /* a first integral at the text's parameters */
} NoslipSectionColumns;

typedef struct {
  atomic_int references;
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  NoslipObserver *observer;
  guint n;
  NoslipQuantity *list;
  /* columns of the table */
  guint width; /* their number: after the n quantities those without a name, which the gauge needs to go on */
  guint energy, kinetic, potential, rate;
  guint drift;       /* (E - reference) / size: what the balance of the energy leaves over */
  guint reference;   /* without a name: E at the start, and how much it has changed while a hand pulled, less the
                      * integral of dE/dt - (power of the hand) over that time */
  guint size;        /* without a name: largest |T| + |V| so far */
  guint residual;    /* largest |phi| relative to its size so far: the larger of the sum of its absolute terms and of
                      * sum |Phi_alpha| sqrt(2 T / |W_alpha alpha|), their value if all of the kinetic energy were in
                      * one velocity; 0 if there is no constraint */
  guint difference;  /* largest difference from the primary run so far, over the coordinates and velocities, each
                      * relative to its own size (core/verdict/agreement.h) */
  guint hand;        /* the power of the hand that pulls a body; 0 without one */
  int others;        /* the power of everything else that changes the energy; -1: there is nothing else, or it is not
                      * known */
  gboolean balances; /* only `others` and a hand change the energy */
  guint n_sections;
  NoslipSectionColumns *sections;
  gboolean conserves; /* energy is conserved: no force, friction or loss in bounces, constraints homogeneous in the
                         velocities, a skew bracket */
  /* The terms of the constraints, as outputs of the observer: first[A], count[A]. */
  guint *term_first, *term_count;
  int *slopes, *inertias;  /* outputs of the observer, or -1: Phi^A_alpha (k x n), W_alpha alpha (n) */
  int *anchors;            /* the same: rho^i_alpha (m x n) */
  NoslipTape *energy_tape; /* E(x, y) over parameters, for level curves; variables x (m), y (n) */
} NoslipQuantities;

NoslipQuantities *noslip_quantities_new(NoslipSystem *system, NoslipDynamicsKind kind);
NoslipQuantities *noslip_quantities_ref(NoslipQuantities *quantities);
void noslip_quantities_unref(NoslipQuantities *quantities);
/* The column of this name, or -1. */
int noslip_quantities_find(const NoslipQuantities *quantities, const char *name);
/* The n-th column of this kind, or -1. */
int noslip_quantities_nth(const NoslipQuantities *quantities, NoslipQuantityKind kind, guint nth);
/* The unit of a fibre coordinate: its own, or for a natural velocity the coordinate's per second; or NULL. Free with
 * g_free(). */
char *noslip_quantities_fibre_unit(const NoslipSystem *system, guint fibre);
/* The name shown to users. */
const char *noslip_quantity_words(const NoslipQuantity *quantity);
/* "omega (rad/s)"; free with g_free(). */
char *noslip_quantity_label(const NoslipQuantity *quantity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipQuantities, noslip_quantities_unref)

/* Fills columns from rows; one for each run, used by one thread. */
typedef struct _NoslipGauge NoslipGauge;
NoslipGauge *noslip_gauge_new(NoslipQuantities *quantities, const double *parameters);
void noslip_gauge_free(NoslipGauge *gauge);
/* The following rows have these parameters. */
void noslip_gauge_set_parameters(NoslipGauge *gauge, const double *parameters);
/* The powers of the hand that pulls a body, in the rows of the next call of noslip_gauge_fill(), or NULL: none pulls. */
void noslip_gauge_set_push(NoslipGauge *gauge, const double *powers);
/* The columns of the last row before the present ones, for a motion that goes on there. */
typedef struct {
  double t, energy, reference, size;
  gboolean pushed; /* a hand pulls from this row on */
  double surplus;  /* dE/dt - (power of the hand) */
} NoslipGaugeAccount;
/* The following rows continue the motion of that row. */
void noslip_gauge_resume(NoslipGauge *gauge, const NoslipGaugeAccount *account);
/* n_rows rows -> values[row * width + column]. `primary` has the same rows of the primary run (with the given stride, x
 * then y in its row layout) or is NULL: the difference is then 0. Rows must be in order of time. */
void noslip_gauge_fill(NoslipGauge *gauge, guint n_rows, const double *rows, const double *primary, double *values);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipGauge, noslip_gauge_free)
