/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gauss's principle of least constraint: of all accelerations that the constraints admit, the motion has the one
 * nearest to the free one in the metric W. With W = L L^T, u = L^T (ydot - W^-1 F) and the rows P = Phi L^-T this is
 *
 *   |u| least among P u = -drift - Phi W^-1 F,
 *
 * which the rows of P, made orthonormal, solve (F. E. Udwadia, R. E. Kalaba: A new perspective on constrained motion,
 * 1992). There is no system of equations for multipliers; Phi^T lambda = L u gives them afterwards. */
#include "core/dynamics/form-writer.h"
#include "core/system/manifold.h"
#include "core/system/model.h"
#include "core/system/program.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* A pivot of W, or a row of P beside those before it, below this part of its own size is rounding. */
#define RANK 1e-13
#define PROJECTIONS_MOST 4

typedef struct {
  const NoslipSystem *system;
  guint m, n, k;
  NoslipTape *program; /* (t, x, y) -> xdot (m), F (n), W (n x n), phi (k), drift (k), Phi (k x n) */
  NoslipManifold *manifold;
} Gauss;

typedef struct {
  const Gauss *gauss;
  NoslipTapeWorkspace *program;
  NoslipManifoldWorkspace *manifold;
  double *in, *out;
  double *lower;    /* L, n x n */
  double *rows;     /* of P, orthonormal: q_A (k x n) */
  double *triangle; /* row A of P is the sum over B <= A of triangle[A k + B] q_B */
  double *free, *u; /* L^-1 F, and the answer in the same frame; n */
  double *along;    /* components of u along q_A; k */
  int failure;
} Work;

static gpointer
create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  gsize m = model->m, n = model->n, k = model->k;
  const struct {
    const NoslipExpr *exprs;
    gsize n;
  } parts[] = {{model->velocity, m}, {model->force, n}, {model->mass, n * n},
               {model->phi, k},      {model->drift, k}, {model->jacobian, k * n}};
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
    if (parts[i].n > 0)
      g_array_append_vals(outputs, parts[i].exprs, (guint) parts[i].n);
  Gauss *gauss = g_new0(Gauss, 1);
  *gauss = (Gauss){.system = system, .m = model->m, .n = model->n, .k = model->k};
  gauss->program =
      noslip_program_of_state(system, model->graph, outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
  gauss->manifold = noslip_manifold_new(system, TRUE);
  return gauss;
}

static void
destroy(gpointer data)
{
  Gauss *gauss = data;
  noslip_tape_unref(gauss->program);
  noslip_manifold_free(gauss->manifold);
  g_free(gauss);
}

static guint
size(gconstpointer data)
{
  const Gauss *gauss = data;
  return gauss->m + gauss->n;
}

static gpointer
work_new(gconstpointer data)
{
  const Gauss *gauss = data;
  gsize m = gauss->m, n = gauss->n, k = gauss->k;
  Work *work = g_new0(Work, 1);
  work->gauss = gauss;
  work->program = noslip_tape_workspace_new(gauss->program);
  work->manifold = noslip_manifold_workspace_new(gauss->manifold);
  work->in = g_new0(double, 1 + m + n);
  work->out = g_new0(double, m + n + n * n + 2 * k + k * n + 1);
  work->lower = g_new0(double, n *n + 1);
  work->rows = g_new0(double, k *n + 1);
  work->triangle = g_new0(double, k *k + 1);
  work->free = g_new0(double, n + 1);
  work->u = g_new0(double, n + 1);
  work->along = g_new0(double, k + 1);
  work->failure = -1;
  return work;
}

static void
work_free(gpointer data)
{
  Work *work = data;
  noslip_tape_workspace_free(work->program);
  noslip_manifold_workspace_free(work->manifold);
  double *arrays[] = {work->in, work->out, work->lower, work->rows, work->triangle, work->free, work->u, work->along};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
  g_free(work);
}

static void
set_parameters(gpointer data, const double *parameters)
{
  Work *work = data;
  noslip_tape_set_constants(work->program, parameters);
  noslip_manifold_set_parameters(work->manifold, parameters);
}

/* W = L L^T; FALSE where W is not positive definite. */
static gboolean
factor(guint n, const double *mass, double *lower)
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j <= i; j++) {
      double sum = mass[(gsize) i * n + j];
      for (guint l = 0; l < j; l++)
        sum -= lower[(gsize) i * n + l] * lower[(gsize) j * n + l];
      if (i == j && !(sum > RANK * fabs(mass[(gsize) i * n + i])))
        return FALSE;
      lower[(gsize) i * n + j] = i == j ? sqrt(sum) : sum / lower[(gsize) j * n + j];
    }
  return TRUE;
}

/* v := L^-1 v */
static void
solve_lower(guint n, const double *lower, double *v)
{
  for (guint i = 0; i < n; i++) {
    for (guint j = 0; j < i; j++)
      v[i] -= lower[(gsize) i * n + j] * v[j];
    v[i] /= lower[(gsize) i * n + i];
  }
}

/* v := L^-T v */
static void
solve_upper(guint n, const double *lower, double *v)
{
  for (guint i = n; i-- > 0;) {
    for (guint j = i + 1; j < n; j++)
      v[i] -= lower[(gsize) j * n + i] * v[j];
    v[i] /= lower[(gsize) i * n + i];
  }
}

static double
dot(guint n, const double *a, const double *b)
{
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Makes row A of P orthonormal to those before it, twice, since the first pass leaves rounding; FALSE where it depends
 * on them. */
static gboolean
add_row(Work *work, guint row)
{
  guint n = work->gauss->n, k = work->gauss->k;
  double *own = work->rows + (gsize) row * n, *triangle = work->triangle + (gsize) row * k;
  double length = sqrt(dot(n, own, own));
  memset(triangle, 0, k * sizeof(double));
  for (guint pass = 0; pass < 2; pass++)
    for (guint other = 0; other < row; other++) {
      const double *q = work->rows + (gsize) other * n;
      double part = dot(n, own, q);
      triangle[other] += part;
      for (guint i = 0; i < n; i++)
        own[i] -= part * q[i];
    }
  triangle[row] = sqrt(dot(n, own, own));
  if (!(triangle[row] > RANK * length))
    return FALSE;
  for (guint i = 0; i < n; i++)
    own[i] /= triangle[row];
  return TRUE;
}

/* Evaluates at (t, z): the program, L, L^-1 F and the orthonormal rows. */
static NoslipStepStatus
evaluate_at(Work *work, double t, const double *z)
{
  const Gauss *gauss = work->gauss;
  gsize m = gauss->m, n = gauss->n, k = gauss->k;
  const double *force = work->out + m, *mass = force + n, *jacobian = mass + n * n + 2 * k;
  work->failure = -1;
  work->in[0] = t;
  memcpy(work->in + 1, z, (m + n) * sizeof(double));
  noslip_tape_evaluate(work->program, work->in, work->out);
  for (gsize i = 0; i < m + n + n * n + 2 * k + k * n; i++)
    if (!isfinite(work->out[i]))
      return NOSLIP_STEP_UNDEFINED;
  if (!factor(gauss->n, mass, work->lower))
    return NOSLIP_STEP_RANK_LOST;
  memcpy(work->free, force, n * sizeof(double));
  solve_lower(gauss->n, work->lower, work->free);
  memcpy(work->rows, jacobian, k * n * sizeof(double));
  for (guint row = 0; row < k; row++) {
    solve_lower(gauss->n, work->lower, work->rows + row * n);
    if (!add_row(work, row)) {
      work->failure = (int) row;
      return NOSLIP_STEP_RANK_LOST;
    }
  }
  return NOSLIP_STEP_OK;
}

/* The shortest u with P u = right (k). */
static void
shortest(Work *work, const double *right)
{
  guint n = work->gauss->n, k = work->gauss->k;
  memset(work->u, 0, n * sizeof(double));
  for (guint row = 0; row < k; row++) {
    const double *triangle = work->triangle + (gsize) row * k, *q = work->rows + (gsize) row * n;
    work->along[row] = (right[row] - dot(row, triangle, work->along)) / triangle[row];
    for (guint i = 0; i < n; i++)
      work->u[i] += work->along[row] * q[i];
  }
}

/* ydot (n) from what evaluate_at() has computed. */
static void
accelerate(Work *work, double *ydot)
{
  const Gauss *gauss = work->gauss;
  gsize m = gauss->m, n = gauss->n, k = gauss->k;
  double *right = work->out + m + n + n * n + k; /* drift, which becomes -drift - Phi W^-1 F */
  for (guint row = 0; row < k; row++) {
    double free = 0;
    for (guint other = 0; other <= row; other++)
      free += work->triangle[row * k + other] * dot(gauss->n, work->rows + other * n, work->free);
    right[row] = -right[row] - free;
  }
  shortest(work, right);
  for (gsize i = 0; i < n; i++)
    ydot[i] = work->free[i] + work->u[i];
  solve_upper(gauss->n, work->lower, ydot);
}

static NoslipStepStatus
enter(gpointer data, double t, const double *xy, double *z)
{
  Work *work = data;
  memcpy(z, xy, ((gsize) work->gauss->m + work->gauss->n) * sizeof(double));
  return evaluate_at(work, t, z);
}

static NoslipStepStatus
rates(gpointer data, double t, const double *z, double *zdot)
{
  Work *work = data;
  NoslipStepStatus status = evaluate_at(work, t, z);
  if (status != NOSLIP_STEP_OK)
    return status;
  memcpy(zdot, work->out, work->gauss->m * sizeof(double));
  accelerate(work, zdot + work->gauss->m);
  return NOSLIP_STEP_OK;
}

/* Back to phi = 0 by the shortest change of y in the metric W. */
static NoslipStepStatus
accept(gpointer data, double t, double *z, gboolean stabilise, gboolean *changed)
{
  Work *work = data;
  const Gauss *gauss = work->gauss;
  gsize m = gauss->m, n = gauss->n, k = gauss->k;
  double *phi = work->out + m + n + n * n, before = INFINITY;
  *changed = stabilise && noslip_manifold_project(work->manifold, t, z, NULL) > 0;
  for (guint pass = 0; stabilise && k > 0 && pass < PROJECTIONS_MOST; pass++) {
    NoslipStepStatus status = evaluate_at(work, t, z);
    if (status != NOSLIP_STEP_OK)
      return status;
    double now = dot(gauss->k, phi, phi);
    if (now == 0 || !(now < before))
      break;
    before = now;
    for (gsize i = 0; i < k; i++)
      phi[i] = -phi[i];
    shortest(work, phi);
    solve_upper(gauss->n, work->lower, work->u);
    for (gsize i = 0; i < n; i++)
      z[m + i] += work->u[i];
    *changed = TRUE;
  }
  return evaluate_at(work, t, z);
}

static NoslipStepStatus
observe(gpointer data, double t, const double *z, double *x, double *y, double *ydot, double *lambda)
{
  Work *work = data;
  guint m = work->gauss->m, n = work->gauss->n, k = work->gauss->k;
  NoslipStepStatus status = evaluate_at(work, t, z);
  if (status != NOSLIP_STEP_OK)
    return status;
  memcpy(x, z, m * sizeof(double));
  memcpy(y, z + m, n * sizeof(double));
  accelerate(work, ydot);
  for (guint row = k; row-- > 0;) { /* P^T lambda = u */
    lambda[row] = work->along[row];
    for (guint other = row + 1; other < k; other++)
      lambda[row] -= work->triangle[(gsize) other * k + row] * lambda[other];
    lambda[row] /= work->triangle[(gsize) row * k + row];
  }
  return NOSLIP_STEP_OK;
}

static int
failure(gconstpointer data)
{
  return ((const Work *) data)->failure;
}

/* Z = 1/2 (ydot - W^-1 F) W (ydot - W^-1 F) without the terms that do not depend on ydot, and the equations that ydot
 * must satisfy. */
static void
write_equations(NoslipFormWriter *writer)
{
  const NoslipModel *model = writer->model;
  NoslipGraph *graph = writer->graph;
  NoslipExpr half = noslip_expr_rational(graph, 1, 2), least = NOSLIP_ZERO;
  noslip_form_add_base(writer, model->velocity);
  for (guint a = 0; a < model->n; a++) {
    NoslipExpr rate = model->system->fibres[a].acceleration;
    least = noslip_expr_add_product(graph, least, noslip_expr_mul(graph, half, rate), noslip_form_inertia(writer, a));
    least = noslip_expr_sub_product(graph, least, rate, model->force[a]);
  }
  noslip_form_add_line(writer, noslip_form_symbol(writer, "Z", "Z_G"), noslip_form_tidy(writer, least));
  for (guint c = 0; c < model->k; c++) {
    NoslipExpr left = NOSLIP_ZERO;
    for (guint a = 0; a < model->n; a++)
      left = noslip_expr_add_product(graph, left, model->jacobian[c * model->n + a],
                                     model->system->fibres[a].acceleration);
    noslip_form_add_line(writer, noslip_form_tidy(writer, left), noslip_expr_neg(graph, model->drift[c]));
  }
}

const NoslipFormulation noslip_formulation_gauss = {
    .id = NC_("formulation", "gauss"),
    .title = N_("Gauss's least constraint"),
    .summary = N_("The acceleration nearest to the free one among those that the constraints admit."),
    .source = "C. F. Gauss: Über ein neues allgemeines Grundgesetz der Mechanik (1829)",
    .latex = "Z = \\tfrac12 (\\dot y - W^{-1}F)^{\\mathsf T} W (\\dot y - W^{-1}F) \\to \\min, \\\\ "
             "\\frac{\\partial\\varphi^A}{\\partial y^\\alpha}\\,\\dot y^\\alpha = "
             "-\\frac{\\partial\\varphi^A}{\\partial x^i}\\,\\rho^i_\\alpha y^\\alpha",
    .write = write_equations,
    .kind = NOSLIP_DYNAMICS_NONHOLONOMIC,
    .state = NOSLIP_STATE_FIBRES,
    .color = "#117733",
    .dash = NOSLIP_DASH_DASH_DOT,
    .own_multipliers = TRUE,
    .create = create,
    .destroy = destroy,
    .size = size,
    .work_new = work_new,
    .work_free = work_free,
    .set_parameters = set_parameters,
    .enter = enter,
    .rates = rates,
    .accept = accept,
    .observe = observe,
    .failure = failure,
};
