/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of the constraint bundle M: which k of the n fibre coordinates depend on the other r = n - k, y = Psi(x, w),
 * chosen by pivoting on Phi at a state and chosen again where the minor becomes ill-conditioned. Linear and affine
 * constraints are solved on the graph, Psi = X(x) w + g(x); constraints that are nonlinear in the velocities by
 * Newton's method from the last solution, which brings phi to 0 to rounding.
 *
 * A chart knows no mechanics. A formulation that works on M derives its own equations for a chart that it is given
 * (NoslipChartDerive); what is here compiles them to tapes, watches pivots, and moves states between charts. The
 * functions have the signatures of NoslipFormulation. Compiled charts are kept and shared by threads; only entering
 * a chart for the first time allocates. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/system/model.h"

/* What a formulation writes down for one chart, on model->graph, which is the draft's own. */
typedef struct {
  NoslipModel *model;
  guint m, n, k, r;
  const guint *independent; /* fibre coordinates w, r */
  const guint *dependent;   /* the others, k, in the order of the pivots */
  const guint *rows;        /* the constraint of each pivot, k */
  gboolean curved;          /* nonlinear constraints: y stays y in all expressions, and Newton supplies its values */
  NoslipExpr *basis;        /* X^alpha_a = dPsi^alpha/dw^a, n x r: the columns span ker Phi; the identity on the
                             * independent ones. In x; in x and y where `curved` */
  NoslipExpr *offset;       /* g^alpha in x, n: y = X w + g; 0 on the independent ones. Not where `curved` */
  NoslipExpr *w;            /* symbols of the fibre part of the state, r: y^alpha of the independent ones; a
                             * formulation may put others in their place */
  NoslipExpr *wdot;         /* symbols of its rates, r */

  /* To be filled, in t, x and w (and y where `curved`): */
  NoslipExpr *xdot;  /* m */
  NoslipExpr *mass;  /* r x r: mass wdot = right */
  NoslipExpr *right; /* r */
  NoslipExpr *y;     /* n */
  NoslipExpr *ydot;  /* n, in wdot as well */
  NoslipExpr *enter; /* w in x and y, r; as it comes, the independent y */
} NoslipChartDraft;

/* FALSE where the equations are structurally singular. */
typedef gboolean (*NoslipChartDerive)(NoslipChartDraft *draft);

/* e on M: X w + g in place of the dependent y (w being the independent ones); e itself where the draft is curved. */
NoslipExpr noslip_chart_restrict(const NoslipChartDraft *draft, NoslipExpr e);

/* Why no chart is of use for a system, or NULL: a degenerate Lagrangian without constraints, whose motion lies on a
 * submanifold that only the constraint algorithm finds. Free with g_free(). */
char *noslip_charts_refusal(const NoslipSystem *system);
const char *noslip_charts_shares(const NoslipSystem *system);

/* The shared part, what NoslipFormulation.create() returns; NULL with *error set where there are more constraints than
 * velocities. */
typedef struct _NoslipCharts NoslipCharts;
NoslipCharts *noslip_charts_new(const NoslipSystem *system, NoslipChartDerive derive, NoslipDiagnostic **error);
void noslip_charts_free(gpointer charts);
guint noslip_charts_size(gconstpointer charts); /* m + r */

gpointer noslip_charts_work_new(gconstpointer charts);
void noslip_charts_work_free(gpointer work);
void noslip_charts_set_parameters(gpointer work, const double *parameters);
NoslipStepStatus noslip_charts_enter(gpointer work, double t, const double *xy, double *z);
NoslipStepStatus noslip_charts_rates(gpointer work, double t, const double *z, double *zdot);
NoslipStepStatus noslip_charts_accept(gpointer work, double t, double *z, gboolean stabilise, gboolean *changed);
NoslipStepStatus noslip_charts_observe(gpointer work, double t, const double *z, double *x, double *y, double *ydot,
                                       double *lambda);
int noslip_charts_failure(gconstpointer work);
/* The first call in a chart compiles its Jacobian. */
NoslipStepStatus noslip_charts_jacobian(gpointer work, double t, const double *z, double *dfdz, double *dfdt);
gboolean noslip_charts_flow(gconstpointer charts, const double *parameters, const double *xy, NoslipFlow *flow,
                            NoslipDiagnostic **error);
/* All of them, in the table of a formulation. */
#define NOSLIP_CHARTS_FUNCTIONS                                                                                        \
  .destroy = noslip_charts_free, .size = noslip_charts_size, .work_new = noslip_charts_work_new,                       \
  .work_free = noslip_charts_work_free, .set_parameters = noslip_charts_set_parameters, .enter = noslip_charts_enter,  \
  .rates = noslip_charts_rates, .accept = noslip_charts_accept, .observe = noslip_charts_observe,                      \
  .failure = noslip_charts_failure, .jacobian = noslip_charts_jacobian, .flow = noslip_charts_flow
