/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/atiyah.h"

#include "core/geometry/symbolic.h"

/* Finds natural and vertical sections. FALSE if one is neither, or a coordinate does not have exactly one natural
 * section. */
static gboolean
sort_sections(NoslipAtiyah *atiyah)
{
  const NoslipSystem *system = atiyah->model->system;
  guint m = atiyah->m, n = system->n, vertical = 0;
  for (guint i = 0; i < m; i++)
    atiyah->horizontal[i] = G_MAXUINT;
  for (guint alpha = 0; alpha < n; alpha++) {
    guint n_along = 0, along = 0;
    for (guint i = 0; i < m; i++)
      if (system->anchor[(gsize) i * n + alpha] != NOSLIP_ZERO) {
        along = i;
        n_along++;
      }
    if (n_along == 0 && vertical < atiyah->g) {
      atiyah->vertical[vertical++] = alpha;
      continue;
    }
    if (n_along != 1 || system->anchor[(gsize) along * n + alpha] != NOSLIP_ONE ||
        atiyah->horizontal[along] != G_MAXUINT)
      return FALSE;
    atiyah->horizontal[along] = alpha;
  }
  return vertical == atiyah->g;
}

static NoslipExpr
structure_of(const NoslipAtiyah *atiyah, guint c, guint alpha, guint beta)
{
  const NoslipSystem *system = atiyah->model->system;
  return system->structure[((gsize) atiyah->vertical[c] * system->n + alpha) * system->n + beta];
}

static void
read_structure(NoslipAtiyah *atiyah)
{
  NoslipGraph *graph = atiyah->model->graph;
  guint m = atiyah->m, g = atiyah->g;
  const guint *h = atiyah->horizontal, *v = atiyah->vertical;
  for (guint c = 0; c < g; c++) {
    for (guint i = 0; i < m; i++) {
      for (guint j = 0; j < m; j++)
        atiyah->curvature[(c * m + i) * m + j] = noslip_expr_neg(graph, structure_of(atiyah, c, h[i], h[j]));
      for (guint a = 0; a < g; a++)
        atiyah->connection[(c * m + i) * g + a] = structure_of(atiyah, c, h[i], v[a]);
    }
    for (guint a = 0; a < g; a++)
      for (guint b = 0; b < g; b++)
        atiyah->algebra[(c * g + a) * g + b] = structure_of(atiyah, c, v[a], v[b]);
  }
}

static void
add_product(NoslipGraph *graph, NoslipExpr *sum, NoslipExpr a, NoslipExpr b, int sign)
{
  NoslipExpr product = noslip_expr_mul(graph, a, b);
  *sum = sign > 0 ? noslip_expr_add(graph, *sum, product) : noslip_expr_sub(graph, *sum, product);
}

/* -p_c (Gamma^c_ia v^a - omega^c_ij x'^j) for horizontal i, -p_c (C^c_ab v^b - Gamma^c_ja x'^j) for vertical a. */
static NoslipExpr
coupling_of(const NoslipAtiyah *atiyah, guint equation, const NoslipExpr *p)
{
  const NoslipModel *model = atiyah->model;
  NoslipGraph *graph = model->graph;
  guint m = atiyah->m, g = atiyah->g, a = equation - m;
  NoslipExpr coupling = NOSLIP_ZERO;
  for (guint c = 0; c < g; c++) {
    NoslipExpr turn = NOSLIP_ZERO;
    for (guint b = 0; b < g; b++)
      add_product(graph, &turn,
                  equation < m ? atiyah->connection[(c * m + equation) * g + b] : atiyah->algebra[(c * g + a) * g + b],
                  model->y[atiyah->vertical[b]], 1);
    for (guint j = 0; j < m; j++)
      add_product(graph, &turn,
                  equation < m ? atiyah->curvature[(c * m + equation) * m + j]
                               : atiyah->connection[(c * m + j) * g + a],
                  model->y[atiyah->horizontal[j]], -1);
    add_product(graph, &coupling, p[atiyah->vertical[c]], turn, -1);
  }
  return noslip_symbolic_tidy(graph, coupling);
}

static void
write_equations(NoslipAtiyah *atiyah, NoslipDynamicsKind kind)
{
  const NoslipModel *model = atiyah->model;
  const NoslipSystem *system = model->system;
  NoslipGraph *graph = model->graph;
  guint m = atiyah->m, n = model->n;
  NoslipExpr lagrangian = system->lagrangian;
  g_autofree NoslipExpr *p = g_new0(NoslipExpr, n);
  for (guint c = 0; c < model->k && kind == NOSLIP_DYNAMICS_VAKONOMIC; c++)
    add_product(graph, &lagrangian, system->constraints[c].mu, model->phi[c], 1);
  for (guint alpha = 0; alpha < n; alpha++)
    p[alpha] = noslip_symbolic_tidy(graph, noslip_expr_derivative(graph, lagrangian, model->y[alpha]));
  for (guint i = 0; i < n; i++) {
    NoslipAtiyahEquation *equation = &atiyah->equations[i];
    equation->fibre = i < m ? atiyah->horizontal[i] : atiyah->vertical[i - m];
    equation->momentum = p[equation->fibre];
    equation->coupling = coupling_of(atiyah, i, p);
    equation->force = system->forces[equation->fibre];
    if (i < m)
      equation->slope = noslip_symbolic_tidy(graph, noslip_expr_derivative(graph, lagrangian, model->x[i]));
    for (guint c = 0; c < model->k && kind == NOSLIP_DYNAMICS_NONHOLONOMIC; c++)
      add_product(graph, &equation->reaction, system->constraints[c].multiplier,
                  model->jacobian[c * n + equation->fibre], 1);
  }
}

NoslipAtiyah *
noslip_atiyah_new(NoslipModel *model, NoslipDynamicsKind kind)
{
  if (model->n <= model->m || model->system->algebroid != NOSLIP_ALGEBROID_LIE)
    return NULL;
  g_autoptr(NoslipAtiyah) atiyah = g_new0(NoslipAtiyah, 1);
  guint m = atiyah->m = model->m, g = atiyah->g = model->n - model->m;
  atiyah->model = model;
  atiyah->vertical = g_new0(guint, g);
  atiyah->horizontal = g_new0(guint, MAX(m, 1));
  if (!sort_sections(atiyah))
    return NULL;
  atiyah->curvature = g_new0(NoslipExpr, MAX((gsize) g * m * m, 1));
  atiyah->connection = g_new0(NoslipExpr, MAX((gsize) g * m * g, 1));
  atiyah->algebra = g_new0(NoslipExpr, (gsize) g * g * g);
  atiyah->equations = g_new0(NoslipAtiyahEquation, model->n);
  read_structure(atiyah);
  write_equations(atiyah, kind);
  return noslip_graph_failed(model->graph) ? NULL : g_steal_pointer(&atiyah);
}

void
noslip_atiyah_free(NoslipAtiyah *atiyah)
{
  if (atiyah == NULL)
    return;
  g_free(atiyah->vertical);
  g_free(atiyah->horizontal);
  g_free(atiyah->curvature);
  g_free(atiyah->connection);
  g_free(atiyah->algebra);
  g_free(atiyah->equations);
  g_free(atiyah);
}

const char *
noslip_atiyah_name(const NoslipAtiyah *atiyah, NoslipDynamicsKind kind)
{
  gboolean reactions = kind == NOSLIP_DYNAMICS_NONHOLONOMIC && atiyah->model->k > 0;
  if (atiyah->m == 0)
    return reactions ? "Euler-Poincaré-Suslov" : "Euler-Poincaré";
  return reactions ? "Lagrange-d'Alembert-Poincaré" : "Lagrange-Poincaré";
}

/* `before` momentum `after` - slope `equals` right, with the printer of a language. */
static char *
write_equation(const NoslipAtiyah *atiyah, guint index, NoslipSymbolicPrint print, const char *before,
               const char *after, const char *equals)
{
  const NoslipAtiyahEquation *equation = &atiyah->equations[index];
  NoslipGraph *graph = atiyah->model->graph;
  GString *text = g_string_new(NULL);
  if (equation->momentum != NOSLIP_ZERO || equation->slope == NOSLIP_ZERO) {
    g_autofree char *momentum = noslip_symbolic_print(graph, equation->momentum, print);
    g_string_append_printf(text, "%s%s%s", before, momentum, after);
  }
  if (equation->slope != NOSLIP_ZERO) {
    g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
    NoslipExpr slope = noslip_expr_neg(graph, equation->slope);
    noslip_expr_terms(graph, slope, terms);
    for (guint i = 0; i < terms->len; i++) {
      g_autofree char *term = noslip_symbolic_print(graph, g_array_index(terms, NoslipExpr, i), print);
      gboolean negative = term[0] == '-';
      g_string_append(text, text->len == 0 ? (negative ? "-" : "") : negative ? " - " : " + ");
      g_string_append(text, negative ? term + 1 : term);
    }
  }
  NoslipExpr right =
      noslip_expr_add(graph, equation->coupling, noslip_expr_add(graph, equation->force, equation->reaction));
  g_autofree char *shown = noslip_symbolic_print(graph, right, print);
  g_string_append_printf(text, "%s%s", equals, shown);
  return g_string_free(text, FALSE);
}

char *
noslip_atiyah_text(const NoslipAtiyah *atiyah, guint equation)
{
  return write_equation(atiyah, equation, noslip_expr_text, "d/dt(", ")", " = ");
}

char *
noslip_atiyah_latex(const NoslipAtiyah *atiyah, guint equation)
{
  return write_equation(atiyah, equation, noslip_expr_latex, "\\frac{d}{dt}\\left(", "\\right)", " &= ");
}
