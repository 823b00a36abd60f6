/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/holonomic.h"

#include "core/base/linear.h"
#include "core/geometry/form.h"

#include <math.h>
#include <string.h>

#define MOST_SECTIONS 64
#define RANK_TOLERANCE 1e-9

/* Rows of `sections`, n expressions each:
 *
 *   [u, v]^gamma = u^alpha v^beta C^gamma_alpha beta + rho(u)(v^gamma) - rho(v)(u^gamma). */
static void
bracket_of_sections(const NoslipModel *model, const NoslipExpr *u, const NoslipExpr *v, NoslipExpr *bracket)
{
  NoslipGraph *graph = model->graph;
  const NoslipSystem *system = model->system;
  guint m = model->m, n = model->n;
  for (guint gamma = 0; gamma < n; gamma++) {
    NoslipExpr sum = NOSLIP_ZERO;
    for (guint alpha = 0; alpha < n; alpha++) {
      for (guint beta = 0; beta < n && u[alpha] != NOSLIP_ZERO; beta++) {
        NoslipExpr structure = system->structure[(gamma * n + alpha) * n + beta];
        if (structure != NOSLIP_ZERO && v[beta] != NOSLIP_ZERO)
          sum = noslip_expr_add_product(graph, sum, structure, noslip_expr_mul(graph, u[alpha], v[beta]));
      }
      for (guint i = 0; i < m; i++) {
        NoslipExpr anchor = system->anchor[i * n + alpha];
        if (anchor == NOSLIP_ZERO)
          continue;
        NoslipExpr forth = noslip_expr_mul(graph, u[alpha], noslip_expr_derivative(graph, v[gamma], model->x[i]));
        NoslipExpr back = noslip_expr_mul(graph, v[alpha], noslip_expr_derivative(graph, u[gamma], model->x[i]));
        sum = noslip_expr_add_product(graph, sum, anchor, noslip_expr_sub(graph, forth, back));
      }
    }
    bracket[gamma] = noslip_symbolic_tidy(graph, sum);
  }
}

/* The largest rank of the sections over the probe's states; each section is scaled to length 1. */
static guint
rank_of(const NoslipDistribution *distribution, guint n_sections, const NoslipExpr *sections)
{
  const NoslipModel *model = distribution->model;
  guint n = model->n, rank = 0;
  g_autoptr(NoslipSvd) svd = noslip_svd_new(n_sections, n);
  g_autofree double *matrix = g_new0(double, (gsize) n_sections *n + 1);
  for (guint point = 0; point < NOSLIP_PROBES; point++) {
    for (guint s = 0; s < n_sections; s++) {
      double length = 0;
      for (guint alpha = 0; alpha < n; alpha++) {
        double value =
            noslip_probe_value(distribution->form->probe, model->graph, point, sections[(gsize) s * n + alpha]);
        matrix[(gsize) s * n + alpha] = value;
        length += value * value;
      }
      for (guint alpha = 0; alpha < n; alpha++)
        matrix[(gsize) s * n + alpha] = length > 1e-20 ? matrix[(gsize) s * n + alpha] / sqrt(length) : 0;
    }
    if (noslip_svd_factor(svd, matrix))
      rank = MAX(rank, noslip_svd_rank(svd, RANK_TOLERANCE));
  }
  return rank;
}

gboolean
noslip_distribution_growth(NoslipDistribution *distribution, NoslipGrowth *growth)
{
  const NoslipModel *model = distribution->model;
  guint n = model->n, r = distribution->r, count = r, first = 0;
  memset(growth, 0, sizeof *growth);
  if (noslip_system_constraint_class(model->system) == NOSLIP_NONLINEAR)
    return FALSE;
  g_autofree NoslipExpr *sections = g_new0(NoslipExpr, (gsize) (MOST_SECTIONS + 1) * MAX(n, 1));
  if (r > MOST_SECTIONS)
    return FALSE;
  for (guint a = 0; a < r; a++)
    for (guint alpha = 0; alpha < n; alpha++)
      sections[(gsize) a * n + alpha] = distribution->basis[alpha * r + a];
  growth->ranks[growth->n++] = r;
  while (growth->n < NOSLIP_GROWTH_MOST) {
    guint rank = growth->ranks[growth->n - 1], end = count;
    for (guint a = 0; a < r; a++)
      for (guint b = MAX(first, growth->n == 1 ? a + 1 : 0); b < end && rank < n; b++) {
        if (count == MOST_SECTIONS)
          return FALSE;
        bracket_of_sections(model, sections + (gsize) a * n, sections + (gsize) b * n, sections + (gsize) count * n);
        guint with = rank_of(distribution, count + 1, sections);
        if (with > rank) { /* what adds nothing now adds nothing later */
          rank = with;
          count++;
        }
      }
    if (rank == growth->ranks[growth->n - 1])
      break;
    growth->ranks[growth->n++] = rank;
    first = end;
  }
  growth->involutive = growth->n == 1;
  growth->complete = growth->ranks[growth->n - 1] == n;
  return !noslip_graph_failed(model->graph);
}
