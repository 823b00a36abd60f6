/* SPDX-License-Identifier: GPL-3.0-or-later */
/* If the graph has no room for all expressions, the result is an error with that reason; otherwise it is complete. */
#include "core/expr/graph-private.h"
#include "core/geometry/bracket-table.h"
#include "core/geometry/holonomic.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <string.h>

#define KNIFE                                                                                                          \
  "coordinate x\ncoordinate y\ncoordinate a angle\nlagrangian (x'^2 + y'^2*(2 + sin(x)) + a'^2)/2 - x*y\n"             \
  "constraint c: sin(a)*x' - cos(a)*y' = 0\n"

/* The brackets and Jacobiators of x, y, a and the momenta at a state. */
static NoslipBracketTable *
table_of(NoslipSystem *system, NoslipDynamicsKind kind, guint room, NoslipDiagnostics *diagnostics)
{
  const NoslipBracketTableOptions options = {kind, TRUE, NULL, NULL, NULL};
  system->graph->most_nodes = room;
  return noslip_bracket_table_new_with(system, 0, NULL, &options, diagnostics);
}

static guint
evaluate(NoslipBracketTable *table, double *values)
{
  static const double x[3] = {0.3, -0.4, 0.7}, y[3] = {0.764842187284489, 0.644217687237691, 0.2}, mu[1] = {0.6};
  guint n = noslip_bracket_table_n(table), n_triples = noslip_bracket_table_n_triples(table);
  noslip_bracket_table_evaluate(table, NULL, x, y, mu, NULL, values, values + n * n, NULL);
  memcpy(values + n * n + n_triples, noslip_bracket_table_jacobiator_sizes(table), n_triples * sizeof *values);
  return n * n + 2 * n_triples;
}

static void
test_table(gconstpointer data)
{
  NoslipDynamicsKind kind = (NoslipDynamicsKind) GPOINTER_TO_UINT(data);
  g_autoptr(NoslipSystem) system = test_statements(KNIFE);
  guint start = noslip_graph_size(system->graph), refused = 0, n = 0;
  double expected[128], found[128];
  for (guint room = NOSLIP_GRAPH_MOST_NODES; room >= start; room = room > 1u << 20 ? start + 1200 : room - 13) {
    g_autoptr(NoslipDiagnostics) errors = noslip_diagnostics_new();
    g_autoptr(NoslipBracketTable) table = table_of(system, kind, room, errors);
    if (table == NULL) {
      refused++;
      g_assert_cmpuint(errors->list->len, ==, 1);
      const NoslipDiagnostic *error = errors->list->pdata[0];
      g_test_message("%u: %s", room - start, error->cause);
      g_assert_cmpint(error->code, ==, NOSLIP_CODE_TOO_LARGE);
      continue;
    }
    g_assert_cmpuint(evaluate(table, found), <=, G_N_ELEMENTS(found));
    if (n == 0) {
      n = evaluate(table, expected);
      g_assert_cmpuint(n, >, 0);
    }
    g_assert_cmpmem(found, n * sizeof *found, expected, n * sizeof *found);
  }
  g_assert_cmpuint(refused, >, 20);
}

/* The growth vector at x is found in a graph with this room after the distribution; returns the size of the graph. */
static guint
find_growth(guint room)
{
  static const double x[4] = {0.3, -0.4, 0.7, 0.2}, y[4] = {0};
  g_autoptr(NoslipSystem) system = test_statements(
      "coordinate x\ncoordinate y\ncoordinate a\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2 + a'^2)/2\n"
      "constraint c: z' = sin(x)*exp(a)*y'/(2 + cos(x))\nconstraint d: a' = cos(y)*sqrt(2 + x)*x'\n");
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipDistribution) distribution = noslip_distribution_new_at(model, NULL, x, y, &error);
  g_assert_null(error);
  guint start = noslip_graph_size(model->graph);
  model->graph->most_nodes = room;
  NoslipGrowth growth;
  g_assert_true(noslip_distribution_growth(distribution, NULL, x, &growth));
  g_assert_cmpuint(growth.n_at, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint(growth.at[i], ==, 2 + i);
  g_test_message("room %u: %u expressions before, %u after", room, start, noslip_graph_size(model->graph));
  return noslip_graph_size(model->graph);
}

/* Errors of the values at the point need derivatives by every coordinate and parameter: where these would fill the
 * graph, it has room for the brackets. */
static void
test_growth(void)
{
  guint whole = find_growth(NOSLIP_GRAPH_MOST_NODES), room = whole - whole / 8;
  g_assert_cmpuint(find_growth(room), <, room);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_data_func("/room/table/nonholonomic", GUINT_TO_POINTER(NOSLIP_DYNAMICS_NONHOLONOMIC), test_table);
  g_test_add_data_func("/room/table/vakonomic", GUINT_TO_POINTER(NOSLIP_DYNAMICS_VAKONOMIC), test_table);
  g_test_add_func("/room/growth", test_growth);
  return g_test_run();
}
