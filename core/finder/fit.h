/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters and initial values from data: weighted least squares by Levenberg and Marquardt. Sensitivities are exact
 * (sensitivity.h); without variational equations each is the central difference of two motions. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct {
  guint n_rows, n_columns;
  const double *times;      /* s, nondecreasing, at least 0 */
  const NoslipExpr *exprs;  /* n_columns, of the system's graph or one grown from it: the measured quantity of each
                             * column */
  const NoslipGraph *graph; /* of `exprs` */
  const double *values;     /* n_rows x n_columns; NaN: not measured */
  const double *weights;    /* n_columns, of the squares; NULL: all 1, and errors are scaled by the residuals */
} NoslipFitData;

/* An unknown of the fit: a parameter, or an initial value by its name. */
typedef struct {
  const char *name;
  int parameter; /* its index, or -1 */
  double start;
} NoslipFitUnknown;

typedef struct {
  guint n, n_measured, n_missing; /* number of unknowns, of measured values, and of those that are NaN */
  double *values;                 /* n */
  double *errors;                 /* n: standard errors; NaN if they are not determined */
  double chi2;                    /* weighted sum of squares */
  double condition;               /* of the sensitivities with columns scaled to size 1; INFINITY if one is 0 */
  /* The data determine the unknowns and their errors: with weights there are at least as many values as unknowns,
   * without them one more, since the residuals then give the errors their scale. */
  gboolean identifiable;
  gboolean converged;
  gboolean exact; /* the sensitivities are those of variational equations */
} NoslipFit;

#define NOSLIP_FIT_STARTS 32 /* starts at most, in addition to the given one */

/* `overrides` are further initial values. *done (or NULL; atomic): while further starts are tried, which is done if
 * much of the data is left unexplained, the number of those that have ended, the given one first. NULL with *error
 * set if no motion can be computed at the start or *cancel is set. */
NoslipFit *noslip_fit_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters, GArray *overrides,
                           const NoslipFitData *data, guint n, const NoslipFitUnknown *unknowns, const int *cancel,
                           guint *done, NoslipDiagnostic **error);
void noslip_fit_free(NoslipFit *fit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipFit, noslip_fit_free)
