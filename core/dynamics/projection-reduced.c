/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nonholonomic motion as unconstrained motion on the quasi-Lie algebroid D (G 4 and Theorem 5.1).
 *
 * D = ker Phi has the basis e_a = X^alpha_a e_alpha, the anchor rho_D = rho|_D, the metric g_ab = X_a^T W X_b and the
 * bracket [e_a, e_b]_P = P[e_a, e_b] = C^c_ab e_c, P the W-orthogonal projector on D, so that
 *
 *   C^c_ab g_cd = e_d^T W [e_a, e_b].
 *
 * With the restricted Lagrangian l(x, v) = L(x, X v) the Euler-Lagrange equations on D are
 *
 *   g_ab vdot^b = rho^i_a dl/dx^i - C^c_ab v^b dl/dv^c - rho^i_b v^b d2l/dx^i dv^a + X^alpha_a Q_alpha,
 *
 * where C^c_ab dl/dv^c = C^c_ab g_cd v^d needs no inverse of g. */
#include "core/dynamics/chart.h"
#include "core/dynamics/projection-private.h"

typedef struct {
  NoslipChartDraft *draft;
  NoslipGraph *graph;
  guint m, n, r;
  NoslipExpr *anchor;  /* rho_D^i_a, m x r */
  NoslipExpr *lowered; /* W_alpha beta X^beta_d, r x n */
  gboolean *curved;    /* whether any C^gamma_alpha beta does not vanish, n */
} Distribution;

static NoslipExpr
basis(const Distribution *d, guint alpha, guint a)
{
  return d->draft->basis[alpha * d->r + a];
}

static void
distribution_fill(Distribution *d)
{
  const NoslipModel *model = d->draft->model;
  g_autofree NoslipExpr *column = g_new0(NoslipExpr, d->n + 1);
  for (guint a = 0; a < d->r; a++) {
    for (guint alpha = 0; alpha < d->n; alpha++)
      column[alpha] = basis(d, alpha, a);
    for (guint i = 0; i < d->m; i++)
      d->anchor[i * d->r + a] = noslip_expr_dot(d->graph, d->n, model->system->anchor + i * d->n, column);
    for (guint alpha = 0; alpha < d->n; alpha++)
      d->lowered[a * d->n + alpha] = noslip_expr_dot(d->graph, d->n, model->mass + alpha * d->n, column);
    for (guint b = 0; b <= a; b++)
      d->draft->mass[a * d->r + b] = d->draft->mass[b * d->r + a] =
          noslip_expr_dot(d->graph, d->n, d->lowered + b * d->n, column);
  }
}

/* rho_a(f) */
static NoslipExpr
along(const Distribution *d, guint a, NoslipExpr f)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < d->m && f != NOSLIP_ZERO && f != NOSLIP_ONE; i++) {
    NoslipExpr anchor = d->anchor[i * d->r + a];
    if (anchor != NOSLIP_ZERO)
      sum = noslip_expr_add_product(d->graph, sum, anchor, noslip_expr_derivative(d->graph, f, d->draft->model->x[i]));
  }
  return sum;
}

/* [e_a, e_b]^gamma = rho_a(X^gamma_b) - rho_b(X^gamma_a) + C^gamma_alpha beta X^alpha_a X^beta_b */
static NoslipExpr
bracket(const Distribution *d, guint gamma, guint a, guint b)
{
  const NoslipExpr *structure = d->draft->model->system->structure + gamma * d->n * d->n;
  NoslipExpr sum = noslip_expr_sub(d->graph, along(d, a, basis(d, gamma, b)), along(d, b, basis(d, gamma, a)));
  for (guint alpha = 0; alpha < d->n && d->curved[gamma]; alpha++)
    for (guint beta = 0; beta < d->n && basis(d, alpha, a) != NOSLIP_ZERO; beta++) {
      NoslipExpr c = structure[alpha * d->n + beta];
      if (c == NOSLIP_ZERO || basis(d, beta, b) == NOSLIP_ZERO)
        continue;
      NoslipExpr product = noslip_expr_mul(d->graph, basis(d, alpha, a), basis(d, beta, b));
      sum = noslip_expr_add_product(d->graph, sum, c, product);
    }
  return sum;
}

/* right_a -= C^c_ab g_cd v^b v^d for all a; the bracket is skew, so each pair is computed once. */
static void
subtract_gyroscopic(Distribution *d)
{
  NoslipGraph *graph = d->graph;
  const NoslipExpr *v = d->draft->w;
  NoslipExpr *right = d->draft->right;
  g_autofree NoslipExpr *section = g_new0(NoslipExpr, d->n + 1);
  g_autofree NoslipExpr *projected = g_new0(NoslipExpr, d->r + 1);
  for (guint a = 0; a < d->r; a++)
    for (guint b = 0; b < a; b++) {
      gboolean any = FALSE;
      for (guint gamma = 0; gamma < d->n; gamma++) {
        section[gamma] = bracket(d, gamma, a, b);
        any = any || section[gamma] != NOSLIP_ZERO;
      }
      if (!any)
        continue;
      for (guint e = 0; e < d->r; e++)
        projected[e] = noslip_expr_dot(graph, d->n, d->lowered + e * d->n, section);
      NoslipExpr value = noslip_expr_dot(graph, d->r, projected, v);
      right[a] = noslip_expr_sub_product(graph, right[a], value, v[b]);
      right[b] = noslip_expr_add_product(graph, right[b], value, v[a]);
    }
}

static void
euler_lagrange(Distribution *d)
{
  NoslipChartDraft *draft = d->draft;
  NoslipGraph *graph = d->graph;
  NoslipExpr lagrangian = noslip_chart_restrict(draft, draft->model->system->lagrangian);
  for (guint i = 0; i < d->m; i++)
    draft->xdot[i] = noslip_expr_dot(graph, d->r, d->anchor + i * d->r, draft->w);
  for (guint a = 0; a < d->r; a++) {
    NoslipExpr sum = along(d, a, lagrangian);
    NoslipExpr momentum = noslip_expr_derivative(graph, lagrangian, draft->w[a]);
    for (guint i = 0; i < d->m; i++)
      sum = noslip_expr_sub_product(graph, sum, noslip_expr_derivative(graph, momentum, draft->model->x[i]),
                                    draft->xdot[i]);
    for (guint alpha = 0; alpha < d->n; alpha++) {
      NoslipExpr force = noslip_chart_restrict(draft, draft->model->system->forces[alpha]);
      sum = noslip_expr_add_product(graph, sum, basis(d, alpha, a), force);
    }
    draft->right[a] = sum;
  }
  subtract_gyroscopic(d);
}

static gboolean
derive(NoslipChartDraft *draft)
{
  guint m = draft->m, n = draft->n, r = draft->r;
  NoslipGraph *graph = draft->model->graph;
  g_autofree NoslipExpr *anchor = g_new0(NoslipExpr, m * r + 1);
  g_autofree NoslipExpr *lowered = g_new0(NoslipExpr, r * n + 1);
  g_autofree gboolean *curved = g_new0(gboolean, n + 1);
  Distribution d = {draft, graph, m, n, r, anchor, lowered, curved};
  for (gsize i = 0; i < (gsize) n * n * n; i++)
    curved[i / ((gsize) n * n)] |= draft->model->system->structure[i] != NOSLIP_ZERO;
  distribution_fill(&d);
  euler_lagrange(&d);
  for (guint alpha = 0; alpha < n; alpha++) { /* y = X v */
    NoslipExpr sum = noslip_expr_dot(graph, r, draft->basis + alpha * r, draft->wdot);
    for (guint i = 0; i < m; i++)
      sum = noslip_expr_add_product(graph, sum, noslip_expr_derivative(graph, draft->y[alpha], draft->model->x[i]),
                                    draft->xdot[i]);
    draft->ydot[alpha] = sum;
  }
  return TRUE;
}

static gpointer
create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  return noslip_charts_new(system, derive, error);
}

const NoslipFormulation noslip_projection_reduced = {
    .create = create,
    NOSLIP_CHARTS_FUNCTIONS,
};
