/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The vakonomic Poisson bracket (I 5.8): it generates the vakonomic dynamics, it satisfies the Jacobi identity, and
 * H_W1 is the one printed in the paper. */
#include "core/dynamics/formulation.h"
#include "core/geometry/bracket-table.h"
#include "tests/core/geometry/support.h"

#include <math.h>
#include <string.h>

typedef struct {
  NoslipSystem *system;
  NoslipModel *model;
  NoslipVakonomicBracket *bracket;
  double *parameters, *xymu;
  guint n_symbols;
  NoslipExpr *symbols; /* parameters, x, y, mu, p */
  double *values;
} Case;

static void
case_open(Case *c, const char *what)
{
  NoslipDiagnostic *error = NULL;
  c->system = test_open(what);
  c->model = noslip_model_new(c->system);
  c->bracket = noslip_vakonomic_bracket_new(c->model, &error);
  g_assert_null(error);
  c->parameters = test_parameters(c->system, NULL);
  guint m = c->system->m, n = c->system->n, k = c->system->k, n_parameters = c->system->n_parameters, at = 0;
  c->xymu = g_new0(double, m + n + k + 1);
  c->symbols = g_new0(NoslipExpr, n_parameters + m + 2 * n + k + 1);
  c->values = g_new0(double, n_parameters + m + 2 * n + k + 1);
  for (guint i = 0; i < n_parameters; i++)
    c->symbols[at++] = c->system->parameters[i].symbol;
  for (guint i = 0; i < m; i++)
    c->symbols[at++] = c->model->x[i];
  for (guint i = 0; i < n; i++)
    c->symbols[at++] = c->model->y[i];
  for (guint i = 0; i < k; i++)
    c->symbols[at++] = c->system->constraints[i].mu;
  for (guint i = 0; i < n; i++)
    c->symbols[at++] = c->bracket->p[i];
  c->n_symbols = at;
}

static void
case_close(Case *c)
{
  noslip_vakonomic_bracket_free(c->bracket);
  noslip_model_free(c->model);
  noslip_system_unref(c->system);
  g_free(c->parameters);
  g_free(c->xymu);
  g_free(c->symbols);
  g_free(c->values);
}

static double
value(const Case *c, NoslipExpr e)
{
  return noslip_expr_value(c->model->graph, e, c->n_symbols, c->symbols, c->values);
}

/* A seeded point of W_1. */
static void
set_state(Case *c, guint32 seed)
{
  guint m = c->system->m, n = c->system->n, k = c->system->k, n_parameters = c->system->n_parameters;
  g_autoptr(GRand) random = g_rand_new_with_seed(seed);
  for (guint i = 0; i < n_parameters; i++) {
    double *parameter = &c->parameters[i];
    *parameter = *parameter == 0 ? g_rand_double_range(random, 0.2, 0.6) : *parameter;
  }
  test_seeded_state(c->system, c->parameters, seed, c->xymu, c->xymu + m);
  for (guint i = 0; i < k; i++)
    c->xymu[m + n + i] = g_rand_double_range(random, -1, 1);
  memcpy(c->values, c->parameters, n_parameters * sizeof(double));
  memcpy(c->values + n_parameters, c->xymu, (m + n + k) * sizeof(double));
  for (guint i = 0; i < n; i++)
    c->values[n_parameters + m + n + k + i] = value(c, c->bracket->momentum[i]);
}

/* {x, H_W1} and {p, H_W1} are the rates that the dynamics computes from its own equations, and so are the right-hand
 * sides in (x, p) where they could be solved for. */
static void
test_moves_the_state(gconstpointer what)
{
  Case c = {0};
  case_open(&c, what);
  guint m = c.system->m, n = c.system->n;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_find("vakonomic"), c.system, &error);
  g_assert_nonnull(dynamics);
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  gpointer work = formulation->work_new(noslip_dynamics_data(dynamics));
  g_autofree double *z = g_new0(double, m + n + 1);
  g_autofree double *zdot = g_new0(double, m + n + 1);
  double largest = 0;
  for (guint32 seed = 31; seed <= 33; seed++) {
    set_state(&c, seed);
    formulation->set_parameters(work, c.parameters);
    g_assert_cmpint(formulation->enter(work, 0, c.xymu, z), ==, NOSLIP_STEP_OK);
    g_assert_cmpint(formulation->rates(work, 0, z, zdot), ==, NOSLIP_STEP_OK);
    for (guint i = 0; i < m; i++) {
      NoslipExpr rate = noslip_vakonomic_bracket(c.bracket, c.model->x[i], c.bracket->energy);
      test_close(value(&c, rate), zdot[i], 1e-9, "{x, H}");
      if (c.bracket->solved)
        test_close(value(&c, c.bracket->xdot[i]), zdot[i], 1e-9, "xdot(x, p)");
    }
    for (guint a = 0; a < n; a++) {
      NoslipExpr rate = noslip_vakonomic_bracket(c.bracket, c.bracket->p[a], c.bracket->energy);
      test_close(value(&c, rate), zdot[m + a], 1e-9, "{p, H}");
      NoslipExpr written = noslip_vakonomic_bracket(c.bracket, c.bracket->momentum[a], c.bracket->energy);
      test_close(value(&c, written), zdot[m + a], 1e-9, "{p(x, y, mu), H}");
      largest = fmax(largest, fabs(zdot[m + a]));
      if (c.bracket->solved)
        test_close(value(&c, c.bracket->pdot[a]), zdot[m + a], 1e-9, "pdot(x, p)");
    }
    if (c.bracket->solved)
      test_close(value(&c, c.bracket->hamiltonian), value(&c, c.bracket->energy), 1e-11, "H_W1");
  }
  g_assert_cmpfloat(largest, >, 1e-2);
  formulation->work_free(work);
  case_close(&c);
}

/* I Theorem 5.8: a Poisson bracket, also for functions that are not linear in the momenta; the nonholonomic bracket of
 * the same system violates the identity. */
static void
test_jacobi(void)
{
  Case c = {0};
  case_open(&c, "snakeboard");
  NoslipGraph *graph = c.model->graph;
  NoslipExpr f = noslip_expr_mul(graph, c.model->y[0], c.model->y[2]);
  NoslipExpr g = noslip_expr_mul(graph, c.model->x[2], c.system->constraints[0].mu);
  NoslipExpr h = noslip_expr_mul(graph, c.model->y[4], c.model->x[4]);
  NoslipExpr all = noslip_vakonomic_bracket_jacobiator(c.bracket, f, g, h);
  NoslipExpr part = noslip_vakonomic_bracket(c.bracket, f, noslip_vakonomic_bracket(c.bracket, g, h));
  for (guint32 seed = 41; seed <= 44; seed++) {
    set_state(&c, seed);
    double size = fabs(value(&c, part));
    g_assert_cmpfloat(size, >, 1e-3);
    g_assert_cmpfloat(fabs(value(&c, all)), <, 1e-10 * (1 + size));
  }
  case_close(&c);
}

static void
assert_text(const NoslipGraph *graph, NoslipExpr e, const char *expected)
{
  g_autofree char *text = noslip_expr_text(graph, e);
  g_assert_cmpstr(text, ==, expected);
}

/* I Example 5.12: H_W1 = (x1'^2 + x2'^2)/2 + c p5 + Omega (p3 x1 + p4 x2). I Example 5.11: {p1, p2} = -x p3. */
static void
test_papers(void)
{
  Case c = {0};
  case_open(&c, "martinet");
  g_assert_true(c.bracket->solved);
  assert_text(c.model->graph, c.bracket->hamiltonian, "p_1^2/2 + p_2^2/2");
  assert_text(c.model->graph, noslip_vakonomic_bracket(c.bracket, c.bracket->p[0], c.bracket->p[1]), "-x*p_3");
  assert_text(c.model->graph, c.bracket->pdot[0], "-x*p_2*p_3");
  assert_text(c.model->graph, c.bracket->pdot[2], "0");
  case_close(&c);
  c = (Case){0};
  case_open(&c, "plate-ball");
  set_state(&c, 51);
  for (guint i = 0; i < c.system->n_observables; i++)
    if (strcmp(c.system->observables[i].name, "H_W1") == 0)
      test_close(value(&c, c.bracket->energy), value(&c, c.system->observables[i].expr), 1e-12, "H_W1 as printed");
  g_assert_cmpuint(c.bracket->r, ==, 2);
  assert_text(c.model->graph, c.bracket->regular[0], "1");
  assert_text(c.model->graph, c.bracket->regular[1], "0");
  case_close(&c);
}

/* R_ab has no rank: the Lagrangian does not depend on the one velocity that the constraint leaves free. */
static void
test_not_regular(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\nlagrangian x'^2/2\nconstraint c: x' = y*x\n"
                "dynamics vakonomic\n");
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_assert_null(noslip_vakonomic_bracket_new(model, &error));
  g_assert_nonnull(error);
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_REGULARITY);
}

/* The same numbers from the compiled table, by name. */
static void
test_table(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("plate-ball");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  const char *names[] = {"x1", "p_1", "p_3", "p_4", "x1'", "mu(p5)"};
  const NoslipBracketTableOptions options = {.kind = NOSLIP_DYNAMICS_VAKONOMIC, .with_jacobiator = TRUE};
  g_autoptr(NoslipBracketTable) table = noslip_bracket_table_new_with(system, 6, names, &options, diagnostics);
  g_assert_nonnull(table);
  g_assert_cmpuint(noslip_bracket_table_rank(table), ==, 5);
  const double parameters[] = {0, 0}, x[] = {0.1, -0.2}, y[] = {0.8, 0.6, -0.6, 0.8, 0}, mu[] = {0.3, -0.4, 0.5};
  double matrix[36], triples[20], values[6];
  noslip_bracket_table_evaluate(table, parameters, x, y, mu, values, matrix, triples, NULL);
  g_assert_cmpfloat(values[1], ==, 0.8 + 0.4); /* p_1 = x1' - mu(p4) */
  g_assert_cmpfloat(matrix[0 * 6 + 1], ==, 1);
  g_assert_cmpfloat(matrix[2 * 6 + 3], ==, 0.5); /* {p_3, p_4} = p_5: axes fixed in space */
  g_assert_cmpfloat(matrix[0 * 6 + 4], ==, 1);   /* x1' = p_1 + p_4 */
  g_assert_cmpfloat(matrix[3 * 6 + 5], ==, 0.3); /* {p_4, p_5} = p_3 */
  for (guint i = 0; i < noslip_bracket_table_n_triples(table); i++)
    g_assert_cmpfloat(fabs(triples[i]), <, 1e-14);
}

int
main(int argc, char **argv)
{
  static const char *const systems[] = {"martinet",   "plate-ball",   "heisenberg",   "chaplygin-sleigh",
                                        "snakeboard", "rolling-ball", "appell-hamel", "heavy-top"};
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(systems); i++) {
    g_autofree char *path = g_strdup_printf("/bracket/vakonomic/moves-the-state/%s", systems[i]);
    g_test_add_data_func(path, systems[i], test_moves_the_state);
  }
  g_test_add_func("/bracket/vakonomic/jacobi", test_jacobi);
  g_test_add_func("/bracket/vakonomic/papers", test_papers);
  g_test_add_func("/bracket/vakonomic/not-regular", test_not_regular);
  g_test_add_func("/bracket/vakonomic/table", test_table);
  return g_test_run();
}
