/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Hamiltonian side of a degenerate Lagrangian (I Definition 4.1, Propositions 4.2 and 4.3): M_1 = leg_L(E) in E*, h
 * on it with h o leg_L = E_L, and M_k = leg_L(E_k).
 *
 * Of L = 1/2 W_ab y^a y^b + b_a y^a - V with coefficients in x alone: p = W y + b, so that M_1 is N^T (p - b) = 0 with
 * N the kernel of W. On indices where W has a regular minor of its rank y = W^-1 (p - b), 0 on the others: E_L, and the
 * functions of the E_k that are constant along N, are functions of (x, p). */
#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/equations/compose-private.h"
#include "core/equations/objects.h"
#include "core/geometry/symbolic.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "core/base/linear.h"

typedef struct {
  NoslipDocument *document; /* or NULL */
  GPtrArray *functions;     /* of NoslipDualFunction, or NULL */
  const NoslipConstraintAlgorithm *algorithm;
  NoslipGraph *graph;
  guint n;
  NoslipExpr *p;        /* symbols p_1 … p_n */
  NoslipExpr *shift;    /* p_a - b_a */
  NoslipExpr *velocity; /* y^a in (x, p), n */
} Dual;

/* Writes a function of (x, p): h, or, if `vanishes`, a function that vanishes on the submanifold of this name. */
static void
put(Dual *dual, const char *name, gboolean vanishes, NoslipExpr value)
{
  value = noslip_symbolic_tidy(dual->graph, value);
  g_autofree char *text = noslip_expr_text(dual->graph, value), *latex = noslip_expr_latex(dual->graph, value);
  if (dual->functions != NULL) {
    NoslipDualFunction *function = g_new0(NoslipDualFunction, 1);
    *function = (NoslipDualFunction){g_strdup(name), g_strdup(text)};
    g_ptr_array_add(dual->functions, function);
  }
  guint size = noslip_expr_size(dual->graph, value, NOSLIP_DOCUMENT_MOST_SYMBOLS);
  if (dual->document == NULL)
    return;
  if (size >= NOSLIP_DOCUMENT_MOST_SYMBOLS) { /* too long: written with names for its parts */
    noslip_document_formula_of(dual->document, vanishes ? name : NULL, vanishes ? "0" : name, dual->graph, value);
    return;
  }
  g_autofree char *left = g_strdup_printf(vanishes ? "%s: 0" : "%s", name);
  g_autofree char *left_latex = vanishes ? g_strdup_printf("M_{%s}: \\; 0", name + strlen("M_")) : g_strdup(name);
  noslip_document_written(dual->document, left, left_latex, text, latex, size);
}

static void
function_free(gpointer data)
{
  NoslipDualFunction *function = data;
  g_free(function->name);
  g_free(function->text);
  g_free(function);
}

/* Indices of a regular principal minor of W as large as its rank; W is symmetric, so there is one. */
static guint
choose_minor(const Dual *dual, const NoslipProbe *probe, guint *index)
{
  const NoslipModel *model = dual->algorithm->model;
  guint n = dual->n, size = 0;
  g_autofree double *minor = g_new0(double, (gsize) n *n + 1);
  for (guint a = 0; a < n; a++) {
    index[size] = a;
    for (guint i = 0; i <= size; i++)
      for (guint j = 0; j <= size; j++)
        minor[i * (size + 1) + j] =
            noslip_probe_value(probe, dual->graph, 0, model->mass[(gsize) index[i] * n + index[j]]);
    if (noslip_linear_rank(size + 1, size + 1, minor, NULL) == size + 1)
      size++;
  }
  return size;
}

/* Solves W y = p - b on a minor of full rank; FALSE if none was found, or it cannot be solved. */
static gboolean
find_velocity(Dual *dual)
{
  const NoslipModel *model = dual->algorithm->model;
  guint n = dual->n;
  g_autoptr(NoslipProbe) probe = noslip_probe_new(model->system);
  g_autofree guint *index = g_new0(guint, n + 1);
  guint size = choose_minor(dual, probe, index);
  if (size != dual->algorithm->rank)
    return FALSE;
  g_autofree NoslipExpr *matrix = g_new0(NoslipExpr, (gsize) size * size + 1);
  g_autofree NoslipExpr *right = g_new0(NoslipExpr, size + 1);
  for (guint i = 0; i < size; i++) {
    right[i] = dual->shift[index[i]];
    for (guint j = 0; j < size; j++)
      matrix[i * size + j] = noslip_symbolic_tidy(dual->graph, model->mass[(gsize) index[i] * n + index[j]]);
  }
  if (size > 0 && !noslip_symbolic_solve(dual->graph, probe, size, matrix, 1, right))
    return FALSE;
  for (guint i = 0; i < size; i++)
    dual->velocity[index[i]] = right[i];
  return TRUE;
}

/* Expresses f as a function on E* if it is constant along the kernel of W, else FALSE. */
static gboolean
carry_over(Dual *dual, NoslipExpr f, NoslipExpr *image)
{
  const NoslipConstraintAlgorithm *algorithm = dual->algorithm;
  for (guint j = 0; j < algorithm->kappa; j++) {
    NoslipExpr slope = NOSLIP_ZERO;
    for (guint a = 0; a < dual->n; a++)
      slope = noslip_expr_add_product(dual->graph, slope, algorithm->kernel[(gsize) a * algorithm->kappa + j],
                                      noslip_expr_derivative(dual->graph, f, algorithm->model->y[a]));
    if (noslip_expr_simplify(dual->graph, slope) != NOSLIP_ZERO)
      return FALSE;
  }
  *image = noslip_expr_substitute(dual->graph, f, dual->n, algorithm->model->y, dual->velocity);
  return TRUE;
}

static void
write_dual(Dual *dual)
{
  const NoslipConstraintAlgorithm *algorithm = dual->algorithm;
  guint kappa = algorithm->kappa;
  NoslipExpr image;
  if (dual->document != NULL)
    noslip_document_heading(dual->document, NOSLIP_FOR_ALL, N_("Hamiltonian side: M_1 = leg(E), h and M_k = leg(E_k)"),
                            "I 4.1-4.3");
  for (guint j = 0; j < kappa; j++) {
    NoslipExpr sum = NOSLIP_ZERO;
    for (guint a = 0; a < dual->n; a++)
      sum = noslip_expr_add_product(dual->graph, sum, algorithm->kernel[(gsize) a * kappa + j], dual->shift[a]);
    put(dual, "M_1", TRUE, sum);
  }
  if (!carry_over(dual, algorithm->model->system->energy, &image))
    return;
  put(dual, "h", FALSE, image);
  for (guint s = 0; s < algorithm->n_steps; s++)
    for (guint i = 0; i < algorithm->steps[s].n; i++) {
      g_autofree char *name = g_strdup_printf("M_%u", s + 2);
      if (carry_over(dual, algorithm->steps[s].functions[i], &image))
        put(dual, name, TRUE, image);
      else if (dual->document != NULL)
        noslip_document_sentence(dual->document,
                                 "a function of E_%u changes along the kernel of W: it tells velocities, not momenta",
                                 s + 1);
    }
}

/* Composes the section into the document, the list or both. */
static void
compose_dual(const NoslipPortrait *portrait, NoslipDocument *document, GPtrArray *functions)
{
  const NoslipSystem *system = portrait->system;
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (!portrait->degenerate || system->k > 0 || !noslip_system_is_quadratic(system) || noslip_system_is_timed(system))
    return;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, &error);
  if (algorithm == NULL || algorithm->inconsistent)
    return;
  guint n = system->n;
  NoslipGraph *graph = algorithm->model->graph;
  g_autofree NoslipExpr *p = g_new0(NoslipExpr, n + 1), *shift = g_new0(NoslipExpr, n + 1);
  g_autofree NoslipExpr *velocity = g_new0(NoslipExpr, n + 1), *rest = g_new0(NoslipExpr, n + 1);
  Dual dual = {document, functions, algorithm, graph, n, p, shift, velocity};
  for (guint a = 0; a < n; a++) {
    g_autofree char *name = g_strdup_printf("p_%u", a + 1);
    NoslipExpr at_rest = noslip_expr_substitute(graph, algorithm->model->momentum[a], n, algorithm->model->y, rest);
    p[a] = noslip_expr_symbol(graph, name);
    shift[a] = noslip_expr_sub(graph, p[a], at_rest);
  }
  if (find_velocity(&dual))
    write_dual(&dual);
}

void
noslip_portrait_add_dual(const NoslipPortrait *portrait, NoslipDocument *document)
{
  compose_dual(portrait, document, NULL);
}

GPtrArray *
noslip_portrait_dual(const NoslipPortrait *portrait)
{
  GPtrArray *functions = g_ptr_array_new_with_free_func(function_free);
  compose_dual(portrait, NULL, functions);
  return functions;
}
