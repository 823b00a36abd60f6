/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Right-hand sides that a person would write in C for one system each: what the program's own are measured against.
 * Parameters and states are those of the catalogue's systems, in their order. */
#pragma once

typedef struct {
  const char *system; /* the catalogue's id */
  unsigned size;      /* m + n: x, then y */
  unsigned reduced_size;
  /* W ydot - Phi^T lambda = F, Phi ydot = -drift as one dense matrix, solved with a pivoted LU at each call. */
  void (*unreduced)(const double *parameters, const double *xy, double *xydot);
  /* The independent velocities only, solved with pencil and paper. */
  void (*reduced)(const double *parameters, const double *z, double *zdot);
  void (*enter)(const double *parameters, const double *xy, double *z); /* (x, y) to z */
  void (*leave)(const double *parameters, const double *z, double *xy); /* z to (x, y) */
} NoslipByHand;

/* Ends with an entry whose `system` is NULL. */
extern const NoslipByHand noslip_by_hand[];
