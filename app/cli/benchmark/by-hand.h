/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Right-hand sides written by hand in C for one system each: the reference for the program's own. Parameters and states
 * are those of the catalogue's systems, in the same order. */
#pragma once

typedef struct {
  const char *system; /* the catalogue's id */
  unsigned size;      /* m + n: x, then y */
  unsigned reduced_size;
  /* W ydot - Phi^T lambda = F, Phi ydot = -drift as one dense matrix, solved with a pivoted LU at each call. */
  void (*unreduced)(const double *parameters, const double *xy, double *xydot);
  /* Reduced by hand to the independent velocities. */
  void (*reduced)(const double *parameters, const double *z, double *zdot);
  void (*enter)(const double *parameters, const double *xy, double *z); /* (x, y) to z */
  void (*leave)(const double *parameters, const double *z, double *xy); /* z to (x, y) */
} NoslipByHand;

/* Ends with an entry whose `system` is NULL. */
extern const NoslipByHand noslip_by_hand[];
