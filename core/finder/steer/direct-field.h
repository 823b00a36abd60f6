/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The velocity of a control, projected onto the constraints (direct.h). */
#pragma once

#include "core/base/linear.h"
#include "core/expr/tape.h"
#include "core/system/system.h"

typedef struct {
  guint m, n, k;
  double lagrangian; /* at the last point that was evaluated */
  double *y, *mu;    /* n and k: velocity and multipliers at the last point */
  double *metric;    /* W at the last point, n x n */
  double *phi;       /* Phi at the last point, k x n */
  NoslipTapeWorkspace *work;
  double *in, *out, *matrix, *right;
  NoslipLu *lu;
} NoslipDirectField;

/* Compiles the program of the field. The system must outlive it. */
void noslip_direct_field_init(NoslipDirectField *field, const NoslipSystem *system, const double *parameters);
void noslip_direct_field_clear(NoslipDirectField *field);
/* W and Phi at (t, x). */
gboolean noslip_direct_field_metric(NoslipDirectField *field, double t, const double *x);
/* y at (t, x), the projection of v, with L there, and xdot (m) = rho y. */
gboolean noslip_direct_field_velocity(NoslipDirectField *field, double t, const double *x, const double *v,
                                      double *xdot);
/* p = rho^T xi, and the y and mu that correspond to it: dL/dy + mu Phi = p, phi = 0. */
gboolean noslip_direct_field_momentum(NoslipDirectField *field, double t, const double *x, const double *xi, double *p);
