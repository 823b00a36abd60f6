/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions of version 1.1 of the language: degrees, min and max of many, vectors, repetition, cases. Each against
 * the same thing written out in plain scalars. */
#include "core/language/language.h"

#include <gsl/gsl_errno.h>
#include <string.h>

static NoslipSystem *
load(const char *text)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree char *whole = g_strconcat("noslip 1\n", text, NULL);
  NoslipSystem *system = noslip_language_system(whole, -1, "test.noslip", "test", diagnostics);
  for (guint i = 0; i < diagnostics->list->len; i++) {
    g_autofree char *line = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, i));
    g_test_message("%s", line);
  }
  g_assert_nonnull(system);
  return system;
}

/* Whether two expressions over the system are the same function. */
static void
assert_same(const NoslipSystem *system, const char *found, const char *expected)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipExpr a, b;
  if (!noslip_language_expression(system, graph, found, &a, diagnostics) ||
      !noslip_language_expression(system, graph, expected, &b, diagnostics)) {
    g_autofree char *line = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, 0));
    g_error("%s", line);
  }
  if (noslip_expr_simplify(graph, noslip_expr_sub(graph, a, b)) != NOSLIP_ZERO) {
    g_autofree char *text = noslip_expr_text(graph, a);
    g_error("%s is %s, not %s", found, text, expected);
  }
}

static void
test_small(void)
{
  g_autoptr(NoslipSystem) system = load("parameter a = 30 deg in -90deg .. 90 deg\nparameter deg = 2\ncoordinate x\n"
                                        "lagrangian x'^2/2\nlet slope = 2*30 deg + deg\n"
                                        "let least = min(x, 1, 2 + x, a)\nlet most = max(x, a, 3)\n");
  g_assert_cmpfloat_with_epsilon(system->parameters[0].value, G_PI / 6, 1e-15);
  g_assert_cmpfloat_with_epsilon(system->parameters[0].low, -G_PI / 2, 1e-15);
  assert_same(system, "slope", "pi/3 + deg");
  assert_same(system, "least", "min(min(min(x, 1), 2 + x), a)");
  assert_same(system, "most", "max(max(x, a), 3)");
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/language/features/small", test_small);
  return g_test_run();
}
