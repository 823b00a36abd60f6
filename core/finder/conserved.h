/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conserved quantities, found and verified (data/help/finder.md).
 *
 * The rate of f = sum c_k f_k along the motion is linear in c: with the rates of all functions f_k of a space at random
 * states as columns, the conserved combinations are the null space. Such a combination is recognised (rational
 * coefficients), proved in symbols or verified at further states, and kept if it is independent of the known ones. */
#pragma once

#include "core/finder/space.h"
#include "core/trajectory/motion.h"

typedef enum {
  NOSLIP_CONSERVED_FUNCTION, /* of the coordinates; the kinds below are polynomials in the velocities */
  NOSLIP_CONSERVED_LINEAR,
  NOSLIP_CONSERVED_QUADRATIC,
  NOSLIP_CONSERVED_CUBIC,
  NOSLIP_CONSERVED_QUARTIC,
  NOSLIP_CONSERVED_GAUGE_MOMENTUM,
  NOSLIP_CONSERVED_MOVING_ENERGY,
} NoslipConservedKind;
/* "gauge momentum", as used in claims and JSON. */
const char *noslip_conserved_kind_name(NoslipConservedKind kind);

typedef struct {
  char *name; /* "gauge momentum 1" */
  NoslipConservedKind kind;
  char *expression; /* f in the system language */
  char *section;    /* X in <p, X>; NULL if it is not a momentum */
  gboolean proved;  /* proved in symbols; else it holds at random states */
  gboolean general; /* for all values of the parameters; else for the given ones (`parameters` lists those that
                     * matter) */
  double residual;  /* largest |df/dt| relative to its terms at random states that the search did not use */
} NoslipConservedItem;

typedef struct {
  guint degree;               /* degree of the last space that was searched */
  guint dimension;            /* number of functions searched, modulo constants */
  guint n_null;               /* dimension of the space of conserved functions, including known ones */
  double gap;                 /* ratio of the smallest kept and the largest dropped singular value */
  gboolean definite;          /* the gap is large enough */
  guint n_narrowed, n_almost; /* of the last space: see space.h */
  guint n_long;               /* radicands of the metric that are too long, and left out */
  guint n_unverified;         /* conserved in numbers, but neither recognised nor verified: the result is then not
                               * definite */
  GPtrArray *found;           /* of NoslipConservedItem */
  GPtrArray *known;           /* of char *: expressions that were divided out */
} NoslipConserved;

typedef struct {
  guint degree;          /* 0: 0: degree 1, then 2 if nothing is found */
  gboolean moving;       /* search for E + f too; always done for affine constraints whose energy is not conserved */
  const char *functions; /* "sin(x), x*y" or NULL */
  guint64 seed;
} NoslipConservedOptions;

/* For nonholonomic or free motions. NULL with *error set (CANCELLED if *cancel is set). */
NoslipConserved *noslip_conserved_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters,
                                       const double *xy, const NoslipConservedOptions *options, const int *cancel,
                                       NoslipDiagnostic **error);
void noslip_conserved_free(NoslipConserved *conserved);
/* claim "NAME": d(f) = 0; free with g_free(). */
char *noslip_conserved_claim(const NoslipConservedItem *item);
/* f in LaTeX, in the notation for motions of this kind; NULL if that is not possible. Free with g_free(). */
char *noslip_conserved_latex(NoslipSystem *system, NoslipDynamicsKind kind, const NoslipConservedItem *item);
/* The same for any expression of the system language. */
char *noslip_conserved_latex_of(NoslipSystem *system, NoslipDynamicsKind kind, const char *expression);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipConserved, noslip_conserved_free)
