/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/algebroid/algebroid.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static NoslipExpr
apply(NoslipGraph *graph, NoslipOp op, NoslipExpr e)
{
  return noslip_expr_apply(graph, op, 1, &e);
}

/* The sleigh's frame (v1, v2, omega): [e1, e3] = -e2 and [e2, e3] = e1 with e1 along the blade. */
static void
test_sleigh(void)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_new();
  const NoslipExpr x[] = {noslip_expr_symbol(graph, "x"), noslip_expr_symbol(graph, "y"),
                          noslip_expr_symbol(graph, "theta")};
  NoslipExpr s = apply(graph, NOSLIP_OP_SIN, x[2]), c = apply(graph, NOSLIP_OP_COS, x[2]);
  NoslipExpr minus_s = noslip_expr_neg(graph, s), minus = noslip_expr_number(graph, -1);
  const NoslipExpr frame[] = {c, s, 0, minus_s, c, 0, 0, 0, 1};
  NoslipExpr anchor[9], structure[27];
  g_assert_true(noslip_algebroid_from_frame(graph, 3, x, frame, anchor, structure));
  const NoslipExpr inverse[] = {c, minus_s, 0, s, c, 0, 0, 0, 1};
  for (guint i = 0; i < 9; i++)
    g_assert_cmpuint(anchor[i], ==, inverse[i]);
  for (guint g = 0; g < 3; g++)
    for (guint a = 0; a < 3; a++)
      for (guint b = 0; b < 3; b++) {
        NoslipExpr expected = NOSLIP_ZERO;
        if (g == 1 && a == 0 && b == 2)
          expected = minus;
        if (g == 1 && a == 2 && b == 0)
          expected = NOSLIP_ONE;
        if (g == 0 && a == 1 && b == 2)
          expected = NOSLIP_ONE;
        if (g == 0 && a == 2 && b == 1)
          expected = minus;
        g_assert_cmpuint(structure[(g * 3 + a) * 3 + b], ==, expected);
      }
}

/* A frame of size 6 is solved by elimination: rho frame = 1, and the brackets are those of the vector fields. */
static void
test_elimination(void)
{
  enum { N = 6 };
  g_autoptr(NoslipGraph) graph = noslip_graph_new();
  NoslipExpr x[N], frame[N * N], anchor[N * N], structure[N * N * N];
  double values[N] = {0.3, -0.4, 0.9, 0.2, 0.1, -0.7};
  for (guint i = 0; i < N; i++) {
    g_autofree char *name = g_strdup_printf("x%u", i);
    x[i] = noslip_expr_symbol(graph, name);
  }
  for (guint i = 0; i < N * N; i++) {
    guint a = i / N, b = i % N;
    frame[i] = a == b ? noslip_expr_number(graph, 2 + a) : (a + b) % 2 == 0 ? x[a] : noslip_expr_powi(graph, x[b], 2);
  }
  g_assert_true(noslip_algebroid_from_frame(graph, N, x, frame, anchor, structure));
  for (guint a = 0; a < N; a++)
    for (guint b = 0; b < N; b++) {
      double sum = a == b ? -1 : 0;
      for (guint i = 0; i < N; i++)
        sum += noslip_expr_value(graph, frame[a * N + i], N, x, values) *
               noslip_expr_value(graph, anchor[i * N + b], N, x, values);
      g_assert_cmpfloat_with_epsilon(sum, 0, 1e-12);
    }
  /* C^gamma_alpha beta e_gamma = [e_alpha, e_beta] with the Lie bracket of vector fields. */
  for (guint a = 0; a < N; a++)
    for (guint b = 0; b < a; b++)
      for (guint g = 0; g < N; g++) {
        double sum = 0;
        for (guint j = 0; j < N; j++) {
          double bracket = 0;
          for (guint i = 0; i < N; i++) {
            NoslipExpr da = noslip_expr_derivative(graph, anchor[j * N + a], x[i]);
            NoslipExpr db = noslip_expr_derivative(graph, anchor[j * N + b], x[i]);
            bracket +=
                noslip_expr_value(graph, anchor[i * N + a], N, x, values) * noslip_expr_value(graph, db, N, x, values) -
                noslip_expr_value(graph, anchor[i * N + b], N, x, values) * noslip_expr_value(graph, da, N, x, values);
          }
          sum += bracket * noslip_expr_value(graph, frame[g * N + j], N, x, values);
        }
        g_assert_cmpfloat_with_epsilon(sum, noslip_expr_value(graph, structure[(g * N + a) * N + b], N, x, values),
                                       1e-12);
      }
}

static void
test_singular(void)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_new();
  const NoslipExpr x[] = {noslip_expr_symbol(graph, "x"), noslip_expr_symbol(graph, "y")};
  NoslipExpr anchor[4], structure[8];
  const NoslipExpr dependent[] = {x[0], x[1], noslip_expr_mul(graph, x[0], x[1]), noslip_expr_powi(graph, x[1], 2)};
  g_assert_false(noslip_algebroid_from_frame(graph, 2, x, dependent, anchor, structure));
  const NoslipExpr missing[] = {x[0], 0, x[1], 0};
  g_assert_false(noslip_algebroid_from_frame(graph, 2, x, missing, anchor, structure));
  const NoslipExpr empty[] = {0, 0, x[1], 1};
  g_assert_false(noslip_algebroid_from_frame(graph, 2, x, empty, anchor, structure));
}

/* A frame in small units is as independent as in large ones, and so is one that is not defined where it is sampled. */
static void
test_units(void)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_new();
  const NoslipExpr x[] = {noslip_expr_symbol(graph, "x"), noslip_expr_symbol(graph, "theta")};
  NoslipExpr anchor[4], structure[8];
  NoslipExpr s = apply(graph, NOSLIP_OP_SIN, x[1]), c = apply(graph, NOSLIP_OP_COS, x[1]);
  for (int power = -9; power <= 9; power += 3) {
    NoslipExpr unit = noslip_expr_number(graph, pow(10, power));
    const NoslipExpr frame[] = {noslip_expr_mul(graph, unit, c), noslip_expr_mul(graph, unit, s),
                                noslip_expr_neg(graph, noslip_expr_mul(graph, unit, s)),
                                noslip_expr_mul(graph, unit, c)};
    g_assert_true(noslip_algebroid_from_frame(graph, 2, x, frame, anchor, structure));
    const NoslipExpr dependent[] = {frame[0], frame[1], noslip_expr_mul(graph, x[0], frame[0]),
                                    noslip_expr_mul(graph, x[0], frame[1])};
    g_assert_false(noslip_algebroid_from_frame(graph, 2, x, dependent, anchor, structure));
  }
  const NoslipExpr far[] = {apply(graph, NOSLIP_OP_SQRT, noslip_expr_sub(graph, x[0], noslip_expr_number(graph, 5))), 0,
                            0, NOSLIP_ONE};
  g_assert_true(noslip_algebroid_from_frame(graph, 2, x, far, anchor, structure));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/algebroid/frame/sleigh", test_sleigh);
  g_test_add_func("/algebroid/frame/elimination", test_elimination);
  g_test_add_func("/algebroid/frame/singular", test_singular);
  g_test_add_func("/algebroid/frame/units", test_units);
  return g_test_run();
}
