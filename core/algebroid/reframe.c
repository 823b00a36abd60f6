/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another frame of an algebroid (Q 6 (10)-(13)). With w^a = F^a_alpha y^alpha and G = F^-1 the sections are
 * e'_a = G^alpha_a e_alpha, their anchor is rho G, and by the rule of Leibniz
 *
 *   [e'_a, e'_b] = (rho'_a(G^gamma_b) - sigma'_b(G^gamma_a) + G^alpha_a G^beta_b C^gamma_alpha beta) F^c_gamma e'_c,
 *
 * sigma the right anchor of a general algebroid, else rho. */
#include "core/algebroid/algebroid.h"

typedef struct {
  NoslipSystem *system;
  guint m, n;
  NoslipExpr *x;             /* m */
  const NoslipExpr *frame;   /* F, n x n: [a * n + alpha] */
  const NoslipExpr *inverse; /* G, n x n: [alpha * n + a] */
} Reframe;

/* anchor G, m x n */
static NoslipExpr *
turn_anchor(const Reframe *reframe, const NoslipExpr *anchor)
{
  NoslipGraph *graph = reframe->system->graph;
  guint n = reframe->n;
  NoslipExpr *turned = noslip_exprs_new((gsize) reframe->m * n);
  for (guint i = 0; i < reframe->m; i++)
    for (guint a = 0; a < n; a++) {
      for (guint alpha = 0; alpha < n; alpha++)
        turned[i * n + a] =
            noslip_expr_add_product(graph, turned[i * n + a], anchor[i * n + alpha], reframe->inverse[alpha * n + a]);
      turned[i * n + a] = noslip_expr_simplify(graph, turned[i * n + a]);
    }
  return turned;
}

/* The derivative of e along the a-th section of this anchor. */
static NoslipExpr
along(const Reframe *reframe, const NoslipExpr *anchor, guint a, NoslipExpr e)
{
  NoslipGraph *graph = reframe->system->graph;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < reframe->m && noslip_expr_depends(graph, e, reframe->m, reframe->x); i++)
    sum = noslip_expr_add_product(graph, sum, anchor[i * reframe->n + a],
                                  noslip_expr_derivative(graph, e, reframe->x[i]));
  return sum;
}

/* [e'_a, e'_b] in the sections e. */
static void
bracket(const Reframe *reframe, const NoslipExpr *left, const NoslipExpr *right, guint a, guint b, NoslipExpr *result)
{
  const NoslipSystem *system = reframe->system;
  NoslipGraph *graph = reframe->system->graph;
  const NoslipExpr *g = reframe->inverse;
  guint n = reframe->n;
  for (guint c = 0; c < n; c++) {
    NoslipExpr sum =
        noslip_expr_sub(graph, along(reframe, left, a, g[c * n + b]), along(reframe, right, b, g[c * n + a]));
    for (guint alpha = 0; alpha < n; alpha++)
      for (guint beta = 0; beta < n && g[alpha * n + a] != NOSLIP_ZERO; beta++) {
        NoslipExpr structure = system->structure[((gsize) c * n + alpha) * n + beta];
        if (structure != NOSLIP_ZERO && g[beta * n + b] != NOSLIP_ZERO)
          sum =
              noslip_expr_add_product(graph, sum, structure, noslip_expr_mul(graph, g[alpha * n + a], g[beta * n + b]));
      }
    result[c] = sum;
  }
}

static NoslipExpr *
turn_structure(const Reframe *reframe, const NoslipExpr *left, const NoslipExpr *right)
{
  NoslipGraph *graph = reframe->system->graph;
  gsize n = reframe->n;
  NoslipExpr *turned = noslip_exprs_new(n * n * n);
  g_autofree NoslipExpr *old = noslip_exprs_new(n);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++) {
      if (b == a && left == right)
        continue; /* skew */
      bracket(reframe, left, right, a, b, old);
      for (guint c = 0; c < n; c++)
        turned[(c * n + a) * n + b] =
            noslip_expr_simplify(graph, noslip_expr_dot(graph, (guint) n, reframe->frame + c * n, old));
    }
  return turned;
}

/* T^c_a = F^c_alpha dG^alpha_a/dt, if the frame depends on t. */
static void
turn_time(const Reframe *reframe)
{
  NoslipSystem *system = reframe->system;
  NoslipGraph *graph = reframe->system->graph;
  gsize n = reframe->n;
  gboolean timed = FALSE;
  for (gsize i = 0; i < n * n; i++)
    timed = timed || noslip_expr_depends(graph, reframe->inverse[i], 1, &system->t);
  if (!timed)
    return;
  system->time_structure = noslip_exprs_new(n * n);
  for (gsize c = 0; c < n; c++)
    for (gsize a = 0; a < n; a++) {
      NoslipExpr sum = NOSLIP_ZERO;
      for (gsize alpha = 0; alpha < n; alpha++)
        sum = noslip_expr_add_product(graph, sum, reframe->frame[c * n + alpha],
                                      noslip_expr_derivative(graph, reframe->inverse[alpha * n + a], system->t));
      system->time_structure[c * n + a] = noslip_expr_simplify(graph, sum);
    }
}

/* The inverse, computed like that of a frame over n coordinates on which it does not depend. */
static gboolean
invert(NoslipGraph *graph, guint n, const NoslipExpr *frame, NoslipExpr *inverse)
{
  g_autofree NoslipExpr *nowhere = noslip_exprs_new(n), *flat = noslip_exprs_new((gsize) n * n * n);
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf("~%u", i);
    nowhere[i] = noslip_expr_symbol(graph, name);
  }
  return noslip_algebroid_from_frame(graph, n, nowhere, frame, inverse, flat);
}

gboolean
noslip_algebroid_reframe(NoslipSystem *system, const NoslipExpr *frame, NoslipExpr *inverse)
{
  g_autofree NoslipExpr *x = noslip_exprs_new(system->m);
  for (guint i = 0; i < system->m; i++)
    x[i] = system->coordinates[i].symbol;
  if (!invert(system->graph, system->n, frame, inverse))
    return FALSE;
  const Reframe reframe = {system, system->m, system->n, x, frame, inverse};
  NoslipExpr *left = turn_anchor(&reframe, system->anchor);
  NoslipExpr *right = system->right_anchor != NULL ? turn_anchor(&reframe, system->right_anchor) : left;
  NoslipExpr *structure = turn_structure(&reframe, left, right);
  turn_time(&reframe);
  g_free(system->anchor);
  g_free(system->structure);
  system->anchor = left;
  system->structure = structure;
  if (system->right_anchor != NULL) {
    g_free(system->right_anchor);
    system->right_anchor = right;
  }
  return TRUE;
}
