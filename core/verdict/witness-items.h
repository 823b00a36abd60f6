/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The witness's memory: one item for each equation that it checks along a motion. */
#pragma once

#include "core/verdict/witness-equations.h"
#include "core/verdict/witness.h"

typedef enum {
  ITEM_EQUATION,          /* n */
  ITEM_CONSTRAINT,        /* k */
  ITEM_CONSTRAINT_RATE,   /* k */
  ITEM_CONSTRAINT_SECOND, /* k, of holonomic constraints */
  ITEM_DROPPED,           /* components of vector constraints that the system omits as 0 = 0 */
  ITEM_VELOCITY,          /* m */
  ITEM_MOMENTUM,          /* n, vakonomic */
  ITEM_MOMENTUM_RATE,     /* n, vakonomic */
  ITEM_HELD,              /* the forces that hold dry frictions and contacts */
  ITEM_GAP,               /* of bounces */
  N_ITEMS
} WitnessItemKind;

/* A measurement: |residual| and the size of its terms, largest over the rows. */
typedef struct {
  double largest, size, time;
} WitnessItem;

struct _NoslipWitness {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  WitnessTree *tree; /* NULL: `reason` */
  WitnessEquations *equations;
  char *reason;
  WitnessItem *items[N_ITEMS];
  guint n_items[N_ITEMS];
  double *mass, *fitted, *column;          /* n */
  double *beyond, *below, *depth, *unit;   /* of frictions and bounces, bounces, bounces, and n */
  WitnessNumber *momentum, *momentum_rate; /* n */
  double speed, acceleration;              /* largest over the rows, in the kinetic metric */
  double *slope;                           /* k: the largest |dphi/dy| in that metric */
  guint n_rows;
  NoslipDynamics *dynamics; /* NULL: the rates are not checked */
  gpointer work;
  double *state, *z, *zdot; /* (x, y, mu), and arrays of the formulation's own size */
  guint size;               /* that */
  double first_time, last_time;
  gboolean undefined;
  double undefined_time;
  char *where;
};

/* sqrt(W_aa), the unit of the a-th velocity's kinetic metric; 1 if W_aa is 0. */
double noslip_witness_unit(const NoslipWitness *witness, guint a);
