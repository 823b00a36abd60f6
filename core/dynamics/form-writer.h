/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the equations of a formulation in its own variables, as expressions for display. They are not used to compute
 * motions. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/system/equations.h"

/* left = right, in the model's graph */
typedef struct {
  NoslipExpr left, right;
} NoslipWrittenLine;

struct _NoslipFormWriter {
  NoslipModel *model;
  NoslipGraph *graph;
  const NoslipEquations *equations; /* the solved equations; NULL if they cannot be solved in symbols */

  /* A basis of D = ker Phi in symbols, index order as in NoslipDistribution (core/geometry/bracket.h); `basis` is NULL
   * if there is none. */
  guint r;
  const NoslipExpr *basis;     /* e_a, n x r */
  const NoslipExpr *anchor;    /* m x r */
  const NoslipExpr *metric;    /* G_ab, r x r */
  const NoslipExpr *inverse;   /* of the metric, r x r */
  const NoslipExpr *structure; /* C^c_ab, [(c * r + a) * r + b] */
  const NoslipExpr *velocity;  /* w_a, r: a fibre symbol if it is the component along e_a, else w_1 ... */
  const NoslipExpr *rate;      /* its time derivative, r */

  GArray *lines; /* out: of NoslipWrittenLine */
  char *reason;  /* out: why no equations are shown, or NULL; owned by the caller */
};

/* FALSE, and the reason is set, if there is no basis of D in symbols. */
gboolean noslip_form_has_basis(NoslipFormWriter *writer);
/* The same if D carries no Lagrangian of its own: constraints that are not linear, or a Lagrangian that is not kinetic
 * energy minus potential. */
gboolean noslip_form_has_lagrangian_on_d(NoslipFormWriter *writer);

/* Adds left = right, the right side simplified unless that takes too long. */
void noslip_form_add_line(NoslipFormWriter *writer, NoslipExpr left, NoslipExpr right);
/* Adds lines for xdot; natural velocities that are free, or for which the constraints have been solved, are left
 * out. */
void noslip_form_add_base(NoslipFormWriter *writer, const NoslipExpr *xdot);
void noslip_form_add_constraints(NoslipFormWriter *writer);

/* e simplified, unless that takes too long. */
NoslipExpr noslip_form_tidy(const NoslipFormWriter *writer, NoslipExpr e);
/* A symbol with this name, or with the other one if the system uses the name. */
NoslipExpr noslip_form_symbol(const NoslipFormWriter *writer, const char *name, const char *other);
/* The symbol's time derivative, also a symbol. */
NoslipExpr noslip_form_rate_of(const NoslipFormWriter *writer, NoslipExpr symbol);
/* W_alpha beta dy^beta/dt */
NoslipExpr noslip_form_inertia(const NoslipFormWriter *writer, guint alpha);
/* y^alpha = e_a^alpha v_a for components v along the basis; n, free with g_free(). */
NoslipExpr *noslip_form_in_basis(const NoslipFormWriter *writer, const NoslipExpr *v);
/* rho_D(e_a)(e) */
NoslipExpr noslip_form_along(const NoslipFormWriter *writer, guint a, NoslipExpr e);
/* - C^c_ab v_b p_c + Q_a, the forces at the velocity y */
NoslipExpr noslip_form_gyroscopic(const NoslipFormWriter *writer, guint a, const NoslipExpr *v, const NoslipExpr *p,
                                  const NoslipExpr *y);
