/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions with numbers in place of symbols: the printed result can be verified by hand. */
#include "core/expr/numbers.h"

#include "core/language/language.h"
#include "tests/core/expr/random.h"
#include "tests/core/expr/short.h"
#include "tests/core/load.h"

#include <math.h>
#include <string.h>

/* m a omega (b omega - v)/(J + m a^2) */
static NoslipExpr
sleigh_rate(NoslipGraph *g, NoslipExpr symbols[6])
{
  static const char *const names[6] = {"m", "a", "b", "J", "omega", "v"};
  for (guint i = 0; i < 6; i++)
    symbols[i] = S(names[i]);
  NoslipExpr m = symbols[0], a = symbols[1], b = symbols[2], inertia = symbols[3], omega = symbols[4], v = symbols[5];
  return DIV(MUL(MUL(MUL(m, a), omega), SUB(MUL(b, omega), v)), ADD(inertia, MUL(m, POW(a, 2))));
}

static void
test_written(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr symbols[6], rate = sleigh_rate(g, symbols);
  NoslipExprNumber nodes[6] = {{symbols[0], 1, TRUE},   {symbols[1], 0.2, TRUE},   {symbols[2], 0.1, TRUE},
                               {symbols[3], 0.3, TRUE}, {symbols[4], -1.25, TRUE}, {symbols[5], 2e-5, TRUE}};
  {
    g_auto(NoslipNumbers) all = {0};
    noslip_numbers_write(g, rate, 6, nodes, NAN, &all);
    g_assert_cmpstr(all.text, ==, "1*0.2*(-1.25)*(0.1*(-1.25) - 2e-05)/(0.3 + 1*0.2^2)");
    g_assert_nonnull(strstr(all.latex, "\\symbol{omega}{\\left(-1.25\\right)}"));
    g_assert_nonnull(strstr(all.latex, "\\symbol{v}{2 \\cdot 10^{-5}}"));
    g_assert_cmpfloat_with_epsilon(all.total, 0.2 * -1.25 * (-0.125 - 2e-5) / 0.34, 1e-15);
  }
  for (guint i = 0; i < 5; i++)
    nodes[i].written = FALSE;
  g_auto(NoslipNumbers) one = {0};
  noslip_numbers_write(g, rate, 6, nodes, NAN, &one);
  g_assert_cmpstr(one.text, ==, "m*a*omega*(b*omega - 2e-05)/(J + m*a^2)");
  nodes[5].value = NAN;
  nodes[5].written = TRUE;
  g_auto(NoslipNumbers) unknown = {0};
  noslip_numbers_write(g, rate, 6, nodes, NAN, &unknown);
  g_assert_cmpstr(unknown.text, ==, "m*a*omega*(b*omega - v)/(J + m*a^2)");
  g_assert_true(isnan(unknown.total));
}

/* The energy of the sleigh at its start, 0.41375 J: a tie at four digits, which is rounded in the same way whether the
 * value lies above it or below it by an error of rounding. */
static void
test_tie(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  const double ties[] = {0.41375, nextafter(0.41375, 0), nextafter(0.41375, 1)};
  for (guint i = 0; i < G_N_ELEMENTS(ties); i++) {
    g_auto(NoslipNumbers) numbers = {0};
    NoslipExpr e = S("E");
    const NoslipExprNumber node = {e, ties[i], TRUE};
    noslip_numbers_write(g, NEG(e), 1, &node, NAN, &numbers);
    g_assert_cmpstr(numbers.total_text, ==, "-0.4138");
    g_assert_true(numbers.agrees);
  }
}

/* d(f) is a node that may have a number too. */
static void
test_formal(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr m = S("m"), rate = F(RATE, S("energy"));
  const NoslipExprNumber nodes[2] = {{m, -2, TRUE}, {rate, 0.5, TRUE}};
  g_auto(NoslipNumbers) numbers = {0};
  noslip_numbers_write(g, MUL(rate, m), 2, nodes, NAN, &numbers);
  g_assert_cmpfloat(numbers.total, ==, -1);
  g_assert_cmpstr(numbers.total_text, ==, "-1");
  g_assert_null(strstr(numbers.text, "energy"));
  g_assert_nonnull(strstr(numbers.latex, "\\symbol{d(energy)}{0.5}"));
}

/* A known total is written; numbers whose terms cancel do not claim to give it. */
static void
test_cancelled(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr u = S("u"), v = S("v");
  const NoslipExprNumber nodes[2] = {{u, 1.0 / 3 + 1e-14, TRUE}, {v, 1.0 / 3, TRUE}};
  g_auto(NoslipNumbers) numbers = {0};
  noslip_numbers_write(g, SUB(u, v), 2, nodes, NAN, &numbers);
  g_assert_false(numbers.agrees);
  g_assert_cmpfloat_with_epsilon(numbers.total, 1e-14, 1e-15);
  g_assert_cmpstr(numbers.text, ==, "0.3333 - 0.3333");
  g_auto(NoslipNumbers) given = {0};
  noslip_numbers_write(g, SUB(u, v), 2, nodes, 7, &given);
  g_assert_cmpstr(given.total_text, ==, "7");
  g_assert_false(given.agrees);
}

/* The text with all its numbers, read as a formula, has the printed value. */
static void
test_by_hand(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("chaplygin-sleigh");
  g_autoptr(GRand) rand = g_rand_new_with_seed(11);
  guint checked = 0;
  for (guint round = 0; round < 300; round++) {
    g_autoptr(NoslipGraph) g = noslip_graph_new();
    NoslipExpr symbols[4];
    NoslipExprNumber nodes[4];
    random_symbols(g, 4, symbols);
    for (guint i = 0; i < 4; i++)
      nodes[i] = (NoslipExprNumber){symbols[i], g_rand_double_range(rand, -1.5, 1.5), TRUE};
    NoslipExpr e = random_expr(g, rand, 4, symbols, 8);
    g_auto(NoslipNumbers) numbers = {0};
    noslip_numbers_write(g, e, 4, nodes, NAN, &numbers);
    if (!numbers.agrees || !isfinite(numbers.total))
      continue;
    g_autoptr(NoslipGraph) other = noslip_graph_copy(system->graph);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    NoslipExpr read;
    if (!noslip_language_expression(system, other, numbers.text, &read, diagnostics))
      g_error("%s is no formula", numbers.text);
    double by_hand = noslip_expr_value(other, read, 0, NULL, NULL);
    g_assert_cmpfloat_with_epsilon(by_hand, g_ascii_strtod(numbers.total_text, NULL),
                                   1e-3 * fabs(numbers.total) + 1e-300);
    checked++;
  }
  g_assert_cmpuint(checked, >, 200);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/numbers/written", test_written);
  g_test_add_func("/numbers/tie", test_tie);
  g_test_add_func("/numbers/formal", test_formal);
  g_test_add_func("/numbers/cancelled", test_cancelled);
  g_test_add_func("/numbers/by-hand", test_by_hand);
  return g_test_run();
}
