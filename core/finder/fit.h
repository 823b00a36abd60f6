/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters and initial values from data: weighted least squares by Levenberg and Marquardt. Each sensitivity is the
 * central difference of two motions. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct {
  guint n_rows, n_columns;
  const double *times;      /* s, not falling, at least 0 */
  const NoslipExpr *exprs;  /* n_columns, of the system's graph or one grown from it: what a column measures */
  const NoslipGraph *graph; /* of `exprs` */
  const double *values;     /* n_rows x n_columns; NaN: not measured */
  const double *weights;    /* n_columns, of the squares; NULL: all 1, and errors are scaled by the residuals */
} NoslipFitData;

/* What is fitted: a parameter, or an initial value by its name. */
typedef struct {
  const char *name;
  int parameter; /* its index, or -1 */
  double start;
} NoslipFitUnknown;

typedef struct {
  guint n, n_measured; /* unknowns; values that were measured */
  double *values;      /* n */
  double *errors;      /* n: standard errors; NaN where they are not determined */
  double chi2;         /* weighted sum of squares */
  double condition;    /* of the sensitivities with columns of size 1; INFINITY where one is 0 */
  gboolean identifiable, converged;
} NoslipFit;

/* `overrides` are further initial values. NULL with *error set where no motion can be computed at the start or *cancel is
 * set. */
NoslipFit *noslip_fit_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters, GArray *overrides,
                           const NoslipFitData *data, guint n, const NoslipFitUnknown *unknowns, const int *cancel,
                           NoslipDiagnostic **error);
void noslip_fit_free(NoslipFit *fit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipFit, noslip_fit_free)
