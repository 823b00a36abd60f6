/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entries of anchor and brackets with their values at points, from which check.c computes the residuals. */
#pragma once

#include "core/algebroid/algebroid.h"
#include "core/expr/graph.h"
#include "core/system/points.h"

#include <math.h>

#define NOSLIP_STRUCTURE_POINTS 16

/* A nonzero entry: its place, and the index of its values at the points. */
typedef struct {
  guint index, along; /* see the lists below */
  guint value;        /* values[value * n_points + point] */
} NoslipStructureEntry;

typedef struct {
  const NoslipSystem *system;
  NoslipDiagnostics *diagnostics;
  NoslipPoints *points;
  const NoslipExpr *x; /* m symbols */
  guint m, n, n_points;
  guint *used;     /* the points where everything is finite */
  GArray *outputs; /* of NoslipExpr */
  double *values;
  double *sizes;             /* for each value the sum of the absolute values of its terms; NULL: |value| */
  GArray **anchor;           /* by section a: (i, -): rho^i_a */
  GArray **anchor_slopes;    /* by section a: (i, j): d_j rho^i_a */
  GArray **structure;        /* by pair a * n + b: (c, -): C^c_ab; NULL if all vanish */
  GArray **structure_slopes; /* by pair: (c, j): d_j C^c_ab */
  guint *anchor_value;       /* by i * n + a: number of the value, or G_MAXUINT */
  guint64 n_products;
  double *sum, *terms; /* max(m, n) */
  double worst;        /* largest residual so far, relative to the size of its terms */
  gboolean measuring;  /* use all points and report nothing */
  gboolean exhausted;  /* more than PRODUCTS_MOST products would be needed */
} NoslipStructureCheck;

/* Lists the entries that are not zero, and their slopes. */
void noslip_structure_collect(NoslipStructureCheck *check, NoslipGraph *graph);
/* Lists the nonzero derivatives of e by the coordinates. */
void noslip_structure_add_slopes(NoslipStructureCheck *check, NoslipGraph *graph, GArray **list, guint index,
                                 NoslipExpr e);
/* Computes their values at the points; points where one is not finite are dropped. */
void noslip_structure_evaluate(NoslipStructureCheck *check, const NoslipGraph *graph);
/* Computes their sizes. Terms that cancel inside an entry count too, since derived brackets are not in their shortest
 * form. */
void noslip_structure_evaluate_sizes(NoslipStructureCheck *check, NoslipGraph *graph);
/* The component with the largest residual, after sums over `size` components; FALSE if all vanish. A residual counts
 * against the sum of the absolute values of the terms that should cancel in it. */
gboolean noslip_structure_largest_residual(NoslipStructureCheck *check, guint size, guint *worst);
void noslip_structure_clear_sums(NoslipStructureCheck *check, guint size);

static inline double
noslip_structure_value(const NoslipStructureCheck *check, guint value, guint point)
{
  return check->values[(gsize) value * NOSLIP_STRUCTURE_POINTS + point];
}

static inline double
noslip_structure_size(const NoslipStructureCheck *check, guint value, guint point)
{
  return check->sizes != NULL ? check->sizes[(gsize) value * NOSLIP_STRUCTURE_POINTS + point]
                              : fabs(noslip_structure_value(check, value, point));
}

static inline guint
noslip_structure_length(const GArray *list)
{
  return list != NULL ? list->len : 0;
}

static inline const NoslipStructureEntry *
noslip_structure_entry(const GArray *list, guint i)
{
  return &g_array_index(list, NoslipStructureEntry, i);
}

/* Adds sign a b, of two values at the point. */
static inline void
noslip_structure_accumulate(NoslipStructureCheck *check, guint index, int sign, guint a, guint b, guint point)
{
  check->sum[index] += sign * noslip_structure_value(check, a, point) * noslip_structure_value(check, b, point);
  check->terms[index] += noslip_structure_size(check, a, point) * noslip_structure_size(check, b, point);
  check->n_products++;
}
