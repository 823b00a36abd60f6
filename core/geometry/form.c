/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/form.h"

/* sum_alpha,beta u_alpha A_alpha beta v_beta for columns u, v of n-rowed matrices with `u_columns`, `v_columns`. */
static NoslipExpr
contract(NoslipGraph *graph, guint n, const NoslipExpr *matrix, const NoslipExpr *u, guint u_columns,
         const NoslipExpr *v, guint v_columns)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint alpha = 0; alpha < n; alpha++) {
    if (u[alpha * u_columns] == NOSLIP_ZERO)
      continue;
    NoslipExpr row = NOSLIP_ZERO;
    for (guint beta = 0; beta < n; beta++)
      if (v[beta * v_columns] != NOSLIP_ZERO && matrix[alpha * n + beta] != NOSLIP_ZERO)
        row = noslip_expr_add_product(graph, row, matrix[alpha * n + beta], v[beta * v_columns]);
    sum = noslip_expr_add_product(graph, sum, u[alpha * u_columns], row);
  }
  return sum;
}

/* right = K Phi^T (Phi K Phi^T)^-1 with K = W^-1, so that its columns are W-orthogonal to D, or with K = 1 if W is
 * singular. form->orthogonal is set accordingly. FALSE if neither is defined. */
static gboolean
right_inverse(NoslipDistribution *distribution, NoslipBracketForm *form)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n, k = model->k;
  g_autofree NoslipExpr *mass = g_memdup2(model->mass, sizeof(NoslipExpr) * n * n);
  g_autofree NoslipExpr *forces = g_new0(NoslipExpr, MAX(n * k, 1)); /* K Phi^T, n x k */
  g_autofree NoslipExpr *gram = g_new0(NoslipExpr, MAX(k * k, 1));
  for (guint alpha = 0; alpha < n; alpha++)
    for (guint c = 0; c < k; c++)
      forces[alpha * k + c] = model->jacobian[c * n + alpha];
  form->orthogonal = noslip_symbolic_solve(graph, form->probe, n, mass, k, forces);
  for (guint alpha = 0; alpha < n && !form->orthogonal; alpha++)
    for (guint c = 0; c < k; c++)
      forces[alpha * k + c] = model->jacobian[c * n + alpha];
  for (guint c = 0; c < k; c++)
    for (guint d = 0; d < k; d++) {
      NoslipExpr sum = NOSLIP_ZERO;
      for (guint alpha = 0; alpha < n; alpha++)
        sum = noslip_expr_add_product(graph, sum, model->jacobian[c * n + alpha], forces[alpha * k + d]);
      gram[c * k + d] = noslip_symbolic_tidy(graph, sum);
    }
  g_autofree NoslipExpr *inverse = g_new0(NoslipExpr, MAX(k * k, 1));
  for (guint c = 0; c < k; c++)
    inverse[c * k + c] = NOSLIP_ONE;
  if (!noslip_symbolic_solve(graph, form->probe, k, gram, k, inverse))
    return FALSE;
  form->right = g_new0(NoslipExpr, MAX(n * k, 1));
  for (guint alpha = 0; alpha < n; alpha++)
    for (guint c = 0; c < k; c++) {
      NoslipExpr sum = NOSLIP_ZERO;
      for (guint d = 0; d < k; d++)
        sum = noslip_expr_add_product(graph, sum, forces[alpha * k + d], inverse[d * k + c]);
      form->right[alpha * k + c] = noslip_symbolic_tidy(graph, sum);
    }
  return TRUE;
}

/* c_a = -right . (dphi/dx rho e_a) */
static void
lift_basis(NoslipDistribution *distribution, NoslipBracketForm *form)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n, r = distribution->r;
  form->lift = g_new0(NoslipExpr, MAX(n * r, 1));
  for (guint c = 0; c < model->k; c++)
    for (guint a = 0; a < r; a++) {
      NoslipExpr slope = NOSLIP_ZERO; /* dphi^c along rho e_a */
      for (guint i = 0; i < model->m; i++) {
        NoslipExpr speed = distribution->anchor[i * r + a];
        if (speed != NOSLIP_ZERO)
          slope =
              noslip_expr_add_product(graph, slope, noslip_expr_derivative(graph, model->phi[c], model->x[i]), speed);
      }
      slope = noslip_symbolic_tidy(graph, slope);
      for (guint alpha = 0; alpha < n; alpha++)
        form->lift[alpha * r + a] =
            noslip_expr_sub_product(graph, form->lift[alpha * r + a], form->right[alpha * model->k + c], slope);
    }
}

/* B_alpha beta = p_gamma C^gamma_alpha beta - rho_alpha(p_beta) + rho_beta(p_alpha), n x n. */
static NoslipExpr *
cartan_matrix(const NoslipModel *model)
{
  NoslipGraph *graph = model->graph;
  const NoslipSystem *system = model->system;
  guint m = model->m, n = model->n;
  g_autofree NoslipExpr *slope = g_new0(NoslipExpr, MAX(n * n, 1)); /* rho_alpha(p_beta) */
  for (guint alpha = 0; alpha < n; alpha++)
    for (guint beta = 0; beta < n; beta++) {
      NoslipExpr sum = NOSLIP_ZERO;
      for (guint i = 0; i < m; i++)
        if (system->anchor[i * n + alpha] != NOSLIP_ZERO)
          sum = noslip_expr_add_product(graph, sum, system->anchor[i * n + alpha],
                                        noslip_expr_derivative(graph, model->momentum[beta], model->x[i]));
      slope[alpha * n + beta] = sum;
    }
  NoslipExpr *matrix = g_new0(NoslipExpr, MAX(n * n, 1));
  for (guint alpha = 0; alpha < n; alpha++)
    for (guint beta = 0; beta < n; beta++) {
      NoslipExpr sum = noslip_expr_sub(graph, slope[beta * n + alpha], slope[alpha * n + beta]);
      for (guint gamma = 0; gamma < n; gamma++)
        sum = noslip_expr_add_product(graph, sum, system->structure[(gamma * n + alpha) * n + beta],
                                      model->momentum[gamma]);
      matrix[alpha * n + beta] = sum;
    }
  return matrix;
}

static void
restrict_form(NoslipDistribution *distribution, NoslipBracketForm *form)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n, r = distribution->r;
  const NoslipExpr *e = distribution->basis, *c = form->lift;
  g_autofree NoslipExpr *matrix = cartan_matrix(model);
  form->omega = g_new0(NoslipExpr, MAX(r * r, 1));
  for (guint a = 0; a < r; a++)
    for (guint b = a + 1; b < r; b++) {
      NoslipExpr value = contract(graph, n, matrix, e + a, r, e + b, r);
      if (!form->orthogonal) {
        value = noslip_expr_add(graph, value, contract(graph, n, model->mass, e + a, r, c + b, r));
        value = noslip_expr_sub(graph, value, contract(graph, n, model->mass, e + b, r, c + a, r));
      }
      value = noslip_symbolic_tidy(graph, value);
      form->omega[a * r + b] = value;
      form->omega[b * r + a] = noslip_expr_neg(graph, value);
    }
}

gboolean
noslip_bracket_form_new(NoslipDistribution *distribution, NoslipProbe *probe)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint r = distribution->r;
  NoslipBracketForm *form = distribution->form = g_new0(NoslipBracketForm, 1);
  form->probe = probe;
  form->slopes = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  distribution->metric = g_new0(NoslipExpr, MAX(r * r, 1));
  for (guint a = 0; a < r; a++)
    for (guint b = 0; b < r; b++)
      distribution->metric[a * r + b] = noslip_symbolic_tidy(
          graph, contract(graph, model->n, model->mass, distribution->basis + a, r, distribution->basis + b, r));
  form->inverse = g_new0(NoslipExpr, MAX(r * r, 1));
  for (guint a = 0; a < r; a++)
    form->inverse[a * r + a] = NOSLIP_ONE;
  g_autofree NoslipExpr *metric = g_memdup2(distribution->metric, sizeof(NoslipExpr) * r * r);
  if (!noslip_symbolic_solve(graph, probe, r, metric, r, form->inverse))
    return FALSE;
  for (guint i = 0; i < r * r; i++)
    form->inverse[i] = noslip_symbolic_tidy(graph, form->inverse[i]);
  if (!right_inverse(distribution, form))
    return FALSE;
  lift_basis(distribution, form);
  restrict_form(distribution, form);
  return TRUE;
}

void
noslip_bracket_form_free(NoslipBracketForm *form)
{
  if (form == NULL)
    return;
  noslip_probe_free(form->probe);
  g_free(form->right);
  g_free(form->lift);
  g_free(form->inverse);
  g_free(form->omega);
  g_free(form->acceleration);
  g_hash_table_unref(form->slopes);
  g_free(form);
}

/* V(p_c) is the column c of G if the basis does not depend on y; then G^-1 V is exactly a unit vector. */
static guint
find_momentum(const NoslipDistribution *distribution, const NoslipExpr *slopes)
{
  guint r = distribution->r, c = 0;
  for (; c < r; c++) {
    guint a = 0;
    while (a < r && slopes[a] == distribution->metric[a * r + c])
      a++;
    if (a == r)
      break;
  }
  return c;
}

const NoslipExpr *
noslip_bracket_slopes(NoslipDistribution *distribution, NoslipExpr f)
{
  NoslipBracketForm *form = distribution->form;
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint r = distribution->r;
  NoslipExpr *slopes = g_hash_table_lookup(form->slopes, GUINT_TO_POINTER(f));
  if (slopes != NULL)
    return slopes;
  slopes = g_new0(NoslipExpr, MAX(3 * r, 1));
  for (guint i = 0; i < model->m; i++) {
    NoslipExpr slope = noslip_expr_derivative(graph, f, model->x[i]);
    for (guint a = 0; a < r && slope != NOSLIP_ZERO; a++)
      slopes[a] = noslip_expr_add_product(graph, slopes[a], distribution->anchor[i * r + a], slope);
  }
  for (guint alpha = 0; alpha < model->n; alpha++) {
    NoslipExpr slope = noslip_expr_derivative(graph, f, model->y[alpha]);
    for (guint a = 0; a < r && slope != NOSLIP_ZERO; a++) {
      slopes[a] = noslip_expr_add_product(graph, slopes[a], form->lift[alpha * r + a], slope);
      slopes[r + a] = noslip_expr_add_product(graph, slopes[r + a], distribution->basis[alpha * r + a], slope);
    }
  }
  for (guint i = 0; i < 2 * r; i++)
    slopes[i] = noslip_symbolic_tidy(graph, slopes[i]);
  guint momentum = find_momentum(distribution, slopes + r);
  for (guint a = 0; a < r; a++)
    slopes[2 * r + a] = momentum < r ? (a == momentum ? NOSLIP_ONE : NOSLIP_ZERO)
                                     : noslip_expr_dot(graph, r, form->inverse + (gsize) a * r, slopes + r);
  g_hash_table_insert(form->slopes, GUINT_TO_POINTER(f), slopes);
  return slopes;
}
