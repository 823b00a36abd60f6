/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions with names for their parts: the same values, nothing too long, names that are free and in order. */
#include "core/expr/naming.h"

#include "core/geometry/symbolic.h"
#include "tests/core/expr/random.h"

#include <math.h>
#include <string.h>

#define N 4

/* The symbols of random.h, and one with a name that the naming could choose. */
static void
symbols_of(NoslipGraph *g, NoslipExpr *symbols)
{
  random_symbols(g, N, symbols);
  noslip_expr_symbol(g, "A3");
}

static gboolean
is_even(const char *name, gpointer data)
{
  return (name[strlen(name) - 1] - '0') % 2 == 0;
}

/* Properties of all of them; `exprs` are the expressions of `g` that are named. */
static void
assert_sound(const NoslipGraph *g, const NoslipNaming *naming, const NoslipExpr *exprs, const NoslipExpr *symbols,
             guint most)
{
  static const double at[N] = {0.4, 0.9, 1.1, 0.7};
  g_autofree NoslipExpr *known = g_new(NoslipExpr, N + naming->n);
  g_autofree double *values = g_new(double, N + naming->n);
  memcpy(known, symbols, N * sizeof *known);
  memcpy(values, at, sizeof at);
  for (guint i = 0; i < naming->n; i++) {
    const char *name = noslip_expr_symbol_name(naming->graph, naming->name[i]);
    g_assert_cmpint(name[0], ==, 'A');
    g_assert_false(is_even(name, NULL));
    g_assert_cmpstr(name, !=, "A3");
    for (guint j = i; j < naming->n; j++)
      g_assert_false(noslip_expr_depends(naming->graph, naming->value[i], 1, &naming->name[j]));
    g_assert_cmpuint(noslip_expr_size(naming->graph, naming->value[i], 2 * most), <=, most);
    known[N + i] = naming->name[i];
    values[N + i] = noslip_expr_value(naming->graph, naming->value[i], N + i, known, values);
  }
  for (guint i = 0; i < naming->n_exprs; i++) {
    g_assert_cmpuint(noslip_expr_size(naming->graph, naming->exprs[i], 2 * most), <=, most);
    double before = noslip_expr_value(g, exprs[i], N, symbols, at);
    double after = noslip_expr_value(naming->graph, naming->exprs[i], N + naming->n, known, values);
    if (isfinite(before) && fabs(before) < 1e8)
      g_assert_cmpfloat_with_epsilon(before, after, 1e-9 * MAX(1, fabs(before)));
  }
}

static void
test_random(void)
{
  static const guint limits[] = {NOSLIP_NAMING_LEAST, 9, 20, 60};
  g_autoptr(GRand) rand = g_rand_new_with_seed(71);
  guint n_named = 0;
  for (guint round = 0; round < 400; round++) {
    g_autoptr(NoslipGraph) g = noslip_graph_new();
    NoslipExpr symbols[N], exprs[3];
    symbols_of(g, symbols);
    for (guint i = 0; i < G_N_ELEMENTS(exprs); i++)
      exprs[i] = random_expr(g, rand, N, symbols, 5 + round % 40);
    exprs[2] = noslip_expr_derivative(g, noslip_expr_mul(g, exprs[0], exprs[1]), symbols[0]);
    guint most = limits[round % G_N_ELEMENTS(limits)], size = noslip_graph_size(g);
    g_autoptr(NoslipNaming) naming = noslip_naming_new(g, G_N_ELEMENTS(exprs), exprs, most, 10000, is_even, NULL);
    g_assert_nonnull(naming);
    g_assert_cmpuint(noslip_graph_size(g), ==, size);
    assert_sound(g, naming, exprs, symbols, most);
    n_named += naming->n > 0;
  }
  g_assert_cmpuint(n_named, >, 100);
}

/* Doubled fifty times, it would fill the disk; with names it is a page. */
static void
test_doubling(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr symbols[N];
  symbols_of(g, symbols);
  NoslipExpr e = noslip_expr_add(g, symbols[0], symbols[1]);
  for (guint i = 0; i < 50; i++) {
    NoslipExpr sine = noslip_expr_apply(g, NOSLIP_OP_SIN, 1, &e), cosine = noslip_expr_apply(g, NOSLIP_OP_COS, 1, &e);
    e = noslip_expr_add_product(g, noslip_expr_mul(g, sine, symbols[2]), cosine, symbols[3]);
  }
  g_autoptr(NoslipNaming) naming = noslip_naming_new(g, 1, &e, 30, 50, is_even, NULL);
  assert_sound(g, naming, &e, symbols, 30);
  g_assert_cmpuint(naming->n, >=, 10);
  g_assert_cmpuint(naming->n, <=, 50);
  g_assert_null(noslip_naming_new(g, 1, &e, 30, naming->n - 1, is_even, NULL));
}

/* A sum and a product of very many different parts are written in pieces. */
static void
test_many_parts(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr symbols[N], exprs[2] = {NOSLIP_ZERO, NOSLIP_ONE};
  symbols_of(g, symbols);
  for (int i = 1; i <= 600; i++) {
    NoslipExpr shifted = noslip_expr_add(g, noslip_expr_number(g, i), symbols[i % N]);
    NoslipExpr wave = noslip_expr_apply(g, NOSLIP_OP_SIN, 1, &shifted);
    exprs[0] = noslip_expr_add_product(g, exprs[0], noslip_expr_number(g, i % 7 - 3), wave);
    exprs[1] = noslip_expr_mul(g, exprs[1], noslip_expr_add(g, wave, noslip_expr_number(g, 1.5)));
  }
  for (guint most = NOSLIP_NAMING_LEAST; most <= 60; most += 13) {
    g_autoptr(NoslipNaming) naming = noslip_naming_new(g, 2, exprs, most, 10000, is_even, NULL);
    assert_sound(g, naming, exprs, symbols, most);
    g_assert_cmpuint(naming->n, >=, 2 * 600 / most);
  }
}

/* Short expressions that are used once are unchanged. */
static void
test_nothing_to_name(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr symbols[N];
  symbols_of(g, symbols);
  NoslipExpr e = noslip_expr_div(g, noslip_expr_mul(g, symbols[0], symbols[1]),
                                 noslip_expr_add_product(g, symbols[2], symbols[3], symbols[3]));
  g_autoptr(NoslipNaming) naming = noslip_naming_new(g, 1, &e, 60, 10, NULL, NULL);
  g_assert_cmpuint(naming->n, ==, 0);
  g_assert_cmpuint(naming->exprs[0], ==, e);
  g_autoptr(NoslipNaming) none = noslip_naming_new(g, 0, NULL, 60, 10, NULL, NULL);
  g_assert_cmpuint(none->n + none->n_exprs, ==, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/naming/random", test_random);
  g_test_add_func("/naming/doubling", test_doubling);
  g_test_add_func("/naming/many-parts", test_many_parts);
  g_test_add_func("/naming/nothing-to-name", test_nothing_to_name);
  return g_test_run();
}
