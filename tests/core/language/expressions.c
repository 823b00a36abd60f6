/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions in texts: printed and read again, their tokens, errors and hints. */
#include "core/language/language.h"

#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static NoslipExpr
random_expr(NoslipGraph *graph, GRand *rand, const NoslipExpr *leaves, guint n_leaves, guint depth)
{
  if (depth == 0 || g_rand_int_range(rand, 0, 5) == 0)
    return leaves[g_rand_int_range(rand, 0, (gint32) n_leaves)];
  NoslipExpr a = random_expr(graph, rand, leaves, n_leaves, depth - 1);
  NoslipExpr b = random_expr(graph, rand, leaves, n_leaves, depth - 1);
  NoslipExpr arguments[2] = {a, b};
  switch (g_rand_int_range(rand, 0, 8)) {
  case 0:
    return noslip_expr_add(graph, a, b);
  case 1:
    return noslip_expr_sub(graph, a, b);
  case 2:
    return noslip_expr_mul(graph, a, b);
  case 3:
    return b == NOSLIP_ZERO ? a : noslip_expr_div(graph, a, b);
  case 4:
    return noslip_expr_powi(graph, a, g_rand_int_range(rand, 2, 4));
  case 5:
    return noslip_expr_apply(graph, (NoslipOp) g_rand_int_range(rand, NOSLIP_OP_SIN, NOSLIP_OP_ATAN2), 1, arguments);
  case 6:
    if (!noslip_expr_depends(graph, a, 2, leaves)) /* the first two leaves are the velocities */
      return a;
    return noslip_expr_apply(graph, g_rand_boolean(rand) ? NOSLIP_OP_RATE : NOSLIP_OP_SQRT, 1, arguments);
  default:
    return noslip_expr_apply(graph, g_rand_boolean(rand) ? NOSLIP_OP_BRACKET : NOSLIP_OP_ATAN2, 2, arguments);
  }
}

/* An expression that is printed and read again is the same node. d( ) of coordinates alone is expanded when it is read,
 * so expressions with d( ) contain only velocities. */
static void
test_round_trip(void)
{
  g_autoptr(NoslipSystem) system = test_text(
      "noslip 1\nparameter a = 1\ncoordinate x\ncoordinate y\nlagrangian x'^2 + y'^2\nconstraint c: x' = y*y'\n");
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  NoslipExpr leaves[] = {system->fibres[0].symbol,
                         system->fibres[1].symbol,
                         noslip_expr_rational(graph, 1, 3),
                         noslip_expr_decimal(graph, "0.1"),
                         noslip_expr_rational(graph, -7, 1),
                         noslip_expr_number(graph, 1.2345678901234567e-5),
                         noslip_expr_add(graph, system->fibres[0].symbol, system->parameters[0].symbol)};
  g_autoptr(GRand) rand = g_rand_new_with_seed(11);
  for (guint i = 0; i < 3000; i++) {
    NoslipExpr expr = random_expr(graph, rand, leaves, G_N_ELEMENTS(leaves), 4), again = NOSLIP_ZERO;
    g_autofree char *text = noslip_expr_text(graph, expr);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    if (strstr(text, "nan") != NULL || strstr(text, "inf") != NULL || strstr(text, "d(0)") != NULL)
      continue;
    gboolean read = noslip_language_expression(system, graph, text, &again, diagnostics);
    if (!read || again != expr) {
      g_autofree char *second = noslip_expr_text(graph, again);
      g_autofree char *error =
          diagnostics->list->len > 0 ? noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, 0)) : g_strdup("");
      g_error("%s became %s\n%s", text, second, error);
    }
  }
}

static void
test_tokens(void)
{
  const char *text = "let d = sin(x') # c\nd(x)\n\"a\xFF";
  static const NoslipTokenKind kinds[] = {
      NOSLIP_TOKEN_KEYWORD, NOSLIP_TOKEN_NAME,     NOSLIP_TOKEN_OPERATOR, NOSLIP_TOKEN_FUNCTION, NOSLIP_TOKEN_OPERATOR,
      NOSLIP_TOKEN_NAME,    NOSLIP_TOKEN_OPERATOR, NOSLIP_TOKEN_COMMENT,  NOSLIP_TOKEN_FUNCTION, NOSLIP_TOKEN_OPERATOR,
      NOSLIP_TOKEN_NAME,    NOSLIP_TOKEN_OPERATOR, NOSLIP_TOKEN_ERROR,
  };
  g_autoptr(GArray) tokens = noslip_language_tokens(text, -1);
  g_assert_cmpuint(tokens->len, ==, G_N_ELEMENTS(kinds));
  for (guint i = 0; i < tokens->len; i++)
    g_assert_cmpint(g_array_index(tokens, NoslipTokenSpan, i).kind, ==, kinds[i]);
  g_assert_cmpuint(g_array_index(tokens, NoslipTokenSpan, 5).end, ==, strlen("let d = sin(x'"));
}

/* Expressions over a system have the same errors as statements, with their place in the expression. */
static void
test_expression_errors(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\nlagrangian x'^2\n");
  static const struct {
    const char *text;
    NoslipCode code;
    guint column;
  } cases[] = {
      {"", NOSLIP_CODE_SYNTAX, 1},
      {"x +", NOSLIP_CODE_SYNTAX, 4},
      {"x y", NOSLIP_CODE_IMPLICIT_PRODUCT, 1},
      {"1 + z", NOSLIP_CODE_UNKNOWN_NAME, 5},
      {"x)", NOSLIP_CODE_SYNTAX, 2},
      {"p(x)", NOSLIP_CODE_MISPLACED, 3},
      {"d(lambda(c))", NOSLIP_CODE_UNKNOWN_NAME, 10},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    NoslipExpr expr;
    g_assert_false(noslip_language_expression(system, graph, cases[i].text, &expr, diagnostics));
    const NoslipDiagnostic *first = g_ptr_array_index(diagnostics->list, 0);
    g_assert_cmpint(first->code, ==, cases[i].code);
    g_assert_cmpuint(first->place.column, ==, cases[i].column);
  }
}

/* A name whose own statement has an error causes no further error where it is used: one error each. */
static void
test_one_error(void)
{
  static const struct {
    const char *text;
    guint errors;
  } cases[] = {
      {"coordinate x\nlet a = nothing + 1\nlet b = 2*a\nlagrangian x'^2/2 + a*x + b\nforce x' = a\n", 1},
      {"coordinate x\nlet a = x'*lambda(c)\nlet b = a + a\nlagrangian x'^2/2\nobservable o = b\n"
       "claim \"c\": o = a\n",
       1},
      {"coordinate x\nlet a = first\nlet b = second\nlagrangian x'^2/2 + a*b\n", 2},
      {"coordinate x\nlet a = (1, nothing)\nlagrangian x'^2/2 + a.x\nforce x' = a.y\n", 1},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autofree char *text = g_strconcat("noslip 1\n", cases[i].text, NULL);
    g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "test.noslip", "test", diagnostics);
    for (guint j = 0; j < diagnostics->list->len; j++)
      g_test_message("%u: %s", i, ((NoslipDiagnostic *) g_ptr_array_index(diagnostics->list, j))->cause);
    g_assert_null(system);
    g_assert_cmpuint(diagnostics->n_errors, ==, cases[i].errors);
  }
}

/* d(f) is a velocity where f depends on the coordinates: that of a constant may stand where no velocity may. */
static void
test_rate_of_constant(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\nparameter m = 2\ncoordinate x\nlet rate = d(m)\n"
                                             "lagrangian x'^2/2\ninitial x = 3 + rate + d(m^2)\n");
  g_assert_nonnull(system);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  static const char moving[] = "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\ninitial y = d(x)\n";
  g_autoptr(NoslipSystem) refused = noslip_language_system(moving, -1, "test", "test", diagnostics);
  g_assert_null(refused);
}

/* A byte order mark is skipped; another character with its two first bytes is not. */
static void
test_byte_order_mark(void)
{
  const char *marked = "\xEF\xBB\xBF"
                       "noslip 1\ncoordinate x\nlagrangian x'^2/2\n";
  g_autoptr(NoslipSystem) system = test_text(marked);
  g_assert_cmpuint(system->m, ==, 1);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_assert_null(noslip_language_system("\xEF\xBB\x80"
                                       "noslip 1\ncoordinate x\nlagrangian x'^2/2\n",
                                       -1, "test.noslip", "test", diagnostics));
  g_assert_cmpuint(diagnostics->n_errors, >, 0);
}

/* The only error of a text, with its hint. */
static void
assert_remedy(const char *text, const char *remedy)
{
  g_autofree char *whole = g_strconcat("noslip 1\n", text, NULL);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(whole, -1, "test.noslip", "test", diagnostics);
  g_assert_null(system);
  g_assert_cmpuint(diagnostics->n_errors, ==, 1);
  for (guint i = 0; i < diagnostics->list->len; i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(diagnostics->list, i);
    if (diagnostic->severity == NOSLIP_ERROR)
      g_assert_cmpstr(diagnostic->remedy, ==, remedy);
  }
}

/* A third of a name's letters may be wrong, and three at most; of two letters none. */
static void
test_spelling(void)
{
  const char *head = "parameter amplitudes = 1\ncoordinate x\nlagrangian x'^2/2 + amplitudes*x +";
  g_autofree char *three = g_strconcat(head, " amplituzzz\n", NULL);
  g_autofree char *four = g_strconcat(head, " amplitzzzz\n", NULL);
  assert_remedy(three, "did you mean amplitudes?");
  g_autofree char *whole = g_strconcat("noslip 1\n", four, NULL);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_assert_null(noslip_language_system(whole, -1, "test.noslip", "test", diagnostics));
  for (guint i = 0; i < diagnostics->list->len; i++) {
    const char *remedy = ((NoslipDiagnostic *) g_ptr_array_index(diagnostics->list, i))->remedy;
    g_assert_true(remedy == NULL || strstr(remedy, "amplitudes") == NULL);
  }
}

/* Only coordinates have velocities; a function of time has a derivative. */
static void
test_velocity_of_others(void)
{
  assert_remedy("parameter a = 1\ncoordinate x\nlagrangian x'^2/2 + a*a'\n", "only coordinates have a velocity");
  assert_remedy("coordinate x\nlet s = x^2\nlagrangian x'^2/2 + s'\n",
                "write d( ) in a claim or an observable for a time derivative");
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/language/statements/rate-of-constant", test_rate_of_constant);
  g_test_add_func("/language/one-error", test_one_error);
  g_test_add_func("/language/round-trip", test_round_trip);
  g_test_add_func("/language/tokens", test_tokens);
  g_test_add_func("/language/expression-errors", test_expression_errors);
  g_test_add_func("/language/byte-order-mark", test_byte_order_mark);
  g_test_add_func("/language/spelling", test_spelling);
  g_test_add_func("/language/velocity-of-others", test_velocity_of_others);
  return g_test_run();
}
