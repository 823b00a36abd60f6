/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the tape on a linear solve of six equations carried out on the graph, about 280 operations:
 * nanoseconds an operation for one state and a lane of many. Prints medians of some runs. */
#include "tests/core/expr/short.h"

#include "core/expr/tape.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define N 6
#define LANES NOSLIP_TAPE_LANES

static double
now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e9 + (double) time.tv_nsec;
}

static int
compare(const void *a, const void *b)
{
  double p = *(const double *) a, q = *(const double *) b;
  return (p > q) - (p < q);
}

static NoslipExpr
symbol(NoslipGraph *g, const char *stem, guint i)
{
  g_autofree char *name = g_strdup_printf("%s%u", stem, i);
  return noslip_expr_symbol(g, name);
}

/* x of A x = b by elimination, A symmetric with diagonal m_i and off the diagonal products with sines and
 * cosines. */
static void
solve(NoslipGraph *g, const NoslipExpr *m, const NoslipExpr *q, NoslipExpr *x)
{
  NoslipExpr a[N][N + 1], circle[4] = {F(SIN, q[0]), F(COS, q[0]), F(SIN, q[1]), F(COS, q[1])};
  for (guint i = 0; i < N; i++) {
    for (guint j = i; j < N; j++) {
      NoslipExpr product = noslip_expr_mul(g, circle[(i + j) % 4], q[2 + j % 4]);
      a[i][j] = i == j ? noslip_expr_add(g, m[i], noslip_expr_mul(g, product, product)) : product;
      a[j][i] = a[i][j];
    }
    a[i][N] = noslip_expr_mul(g, q[i], noslip_expr_add(g, q[(i + 1) % N], m[i]));
  }
  NoslipExpr root = noslip_expr_add(g, noslip_expr_mul(g, q[0], q[0]), NOSLIP_ONE);
  a[0][N] = noslip_expr_add(g, a[0][N], F(SQRT, root));
  for (guint k = 0; k < N; k++)
    for (guint i = k + 1; i < N; i++) {
      NoslipExpr ratio = noslip_expr_div(g, a[i][k], a[k][k]);
      for (guint j = k + 1; j <= N; j++)
        a[i][j] = noslip_expr_sub(g, a[i][j], noslip_expr_mul(g, ratio, a[k][j]));
    }
  for (guint i = N; i-- > 0;) {
    NoslipExpr rest = a[i][N];
    for (guint j = i + 1; j < N; j++)
      rest = noslip_expr_sub(g, rest, noslip_expr_mul(g, a[i][j], x[j]));
    x[i] = noslip_expr_div(g, rest, a[i][i]);
  }
}

static double
measure(NoslipTapeWorkspace *work, gboolean lanes, double *variables, double *outputs, guint n)
{
  double times[11];
  for (guint run = 0; run < G_N_ELEMENTS(times); run++) {
    double start = now();
    for (guint i = 0; i < n; i++) {
      variables[0] += 1e-9;
      if (lanes)
        noslip_tape_evaluate_lanes(work, variables, outputs);
      else
        noslip_tape_evaluate(work, variables, outputs);
    }
    times[run] = (now() - start) / n;
  }
  qsort(times, G_N_ELEMENTS(times), sizeof *times, compare);
  return times[G_N_ELEMENTS(times) / 2];
}

int
main(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr m[N], q[N], x[N];
  double constants[N], variables[N * LANES], outputs[N * LANES];
  for (guint i = 0; i < N; i++) {
    m[i] = symbol(g, "m", i + 1);
    q[i] = symbol(g, "q", i + 1);
    constants[i] = 3 + i;
    for (guint lane = 0; lane < LANES; lane++)
      variables[i * LANES + lane] = 0.1 * (i + 1) + 0.01 * lane;
  }
  double start = now();
  solve(g, m, q, x);
  g_autoptr(NoslipTape) tape = noslip_tape_new(g, N, m, N, q, N, x);
  printf("text to program without the text: %.1f us\n", (now() - start) / 1e3);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, constants);
  guint n = noslip_tape_n_operations(tape);
  double scalar = measure(work, FALSE, variables, outputs, 20000);
  double lanes = measure(work, TRUE, variables, outputs, 5000) / LANES;
  printf("%u operations\n", n);
  printf("one state:   %7.1f ns, %.3f ns an operation\n", scalar, scalar / n);
  printf("lane of %d:  %7.1f ns, %.3f ns an operation\n", LANES, lanes, lanes / n);
  return 0;
}
