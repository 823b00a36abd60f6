/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of the constraint bundle M: which k of the n fibre coordinates depend on the other r = n - k, y = Psi(x, w),
 * chosen by pivoting on Phi at a state, and again when the minor becomes ill-conditioned. Linear and affine
 * constraints are solved on the graph, Psi = X(x) w + g(x); constraints that are nonlinear in the velocities by
 * Newton's method from the last solution, which brings phi to 0 to rounding.
 *
 * A chart contains no mechanics. A formulation on M derives its own equations for a given chart (NoslipChartDerive);
 * this file compiles them to tapes, watches pivots, and moves states between charts. The functions have the signatures
 * of NoslipFormulation. Compiled charts are kept and shared by threads; only entering a chart for the first time
 * allocates. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/system/model.h"

/* The equations of a formulation for one chart, on model->graph, which belongs to the draft. */
typedef struct {
  NoslipModel *model;
  guint m, n, k, r;
  const guint *independent; /* fibre coordinates w, r */
  const guint *dependent;   /* the others, k, in the order of the pivots */
  const guint *rows;        /* the constraint of each pivot, k */
  gboolean curved;          /* nonlinear constraints: y stays y in all expressions, and Newton's method supplies its
                             * values */
  NoslipExpr *basis;        /* X^alpha_a = dPsi^alpha/dw^a, n x r: the columns span ker Phi; the identity on the
                             * independent ones. Functions of x; of x and y if `curved` */
  NoslipExpr *offset;       /* g^alpha in x, n: y = X w + g; 0 on the independent ones. Unused if `curved` */
  NoslipExpr *w;            /* symbols of the fibre part of the state, r: y^alpha of the independent ones; a formulation
                             * may replace them */
  NoslipExpr *wdot;         /* symbols of its rates, r */

  /* Filled in by the formulation, in t, x and w (and y if `curved`): */
  NoslipExpr *xdot;  /* m */
  NoslipExpr *mass;  /* r x r: mass wdot = right */
  NoslipExpr *right; /* r */
  NoslipExpr *y;     /* n */
  NoslipExpr *ydot;  /* n, in wdot as well */
  NoslipExpr *enter; /* w in x and y, r; initially the independent y */
} NoslipChartDraft;

/* FALSE if the equations are structurally singular. */
typedef gboolean (*NoslipChartDerive)(NoslipChartDraft *draft);

/* e on M: X w + g substituted for the dependent y (w being the independent ones); e itself if the draft is curved. */
NoslipExpr noslip_chart_restrict(const NoslipChartDraft *draft, NoslipExpr e);

/* Why charts do not apply to a system, or NULL: a degenerate Lagrangian without constraints, whose motion lies on a
 * submanifold that only the constraint algorithm finds. Free with g_free(). */
char *noslip_charts_refusal(const NoslipSystem *system);
const char *noslip_charts_shares(const NoslipSystem *system);

/* The shared part, returned by NoslipFormulation.create(); NULL with *error set if there are more constraints than
 * velocities. */
typedef struct _NoslipCharts NoslipCharts;
NoslipCharts *noslip_charts_new(const NoslipSystem *system, NoslipChartDerive derive, NoslipDiagnostic **error);
void noslip_charts_free(gpointer charts);
guint noslip_charts_size(gconstpointer charts); /* m + r */

gpointer noslip_charts_workspace_new(gconstpointer charts);
void noslip_charts_workspace_free(gpointer work);
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
/* All functions above, for the table of a formulation. */
#define NOSLIP_CHARTS_FUNCTIONS                                                                                        \
  .destroy = noslip_charts_free, .size = noslip_charts_size, .work_new = noslip_charts_workspace_new,                  \
  .work_free = noslip_charts_workspace_free, .set_parameters = noslip_charts_set_parameters,                           \
  .enter = noslip_charts_enter, .rates = noslip_charts_rates, .accept = noslip_charts_accept,                          \
  .observe = noslip_charts_observe, .failure = noslip_charts_failure, .jacobian = noslip_charts_jacobian,              \
  .flow = noslip_charts_flow
