/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of each formulation in its own variables, as expressions for people to read. What is computed with is
 * the business of dynamics/; this is for the page. */
#pragma once

#include "core/geometry/bracket.h"
#include "core/system/equations.h"

/* left = right, in the model's graph */
typedef struct {
  NoslipExpr left, right;
} NoslipWrittenLine;

typedef struct {
  const char *id, *title; /* of the formulation */
  char *reason;           /* why there is nothing to read, or NULL */
  GArray *lines;          /* of NoslipWrittenLine */
} NoslipWrittenForm;

/* In the order of noslip_formulations(): multipliers, Gibbs-Appell (its function G and dG/dwdot = 0), projection
 * (l = L|_D and its Euler-Lagrange equations on D), Lagrange-d'Alembert (Hamel; G 4, Q 7.1), Hamiltonian (H on D* and
 * its equations). `distribution` and `equations` may be NULL where they do not exist. Array of NoslipWrittenForm *; the
 * graph of the model grows. */
GPtrArray *noslip_written_forms_new(NoslipModel *model, NoslipDistribution *distribution,
                                    const NoslipEquations *equations);
