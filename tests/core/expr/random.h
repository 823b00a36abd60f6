/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random expressions for properties that must hold for all of them. */
#pragma once

#include "core/expr/graph.h"

static inline void
random_symbols(NoslipGraph *g, guint n, NoslipExpr *symbols)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf("u%u", i + 1);
    symbols[i] = noslip_expr_symbol(g, name);
  }
}

/* Grows a pool of `size` expressions from symbols and small numbers; the last one is returned. Defined at positive
 * arguments up to about 1.5 unless cancellation makes a divisor vanish. */
static inline NoslipExpr
random_expr(NoslipGraph *g, GRand *rand, guint n, const NoslipExpr *symbols, guint size)
{
  static const NoslipOp functions[] = {NOSLIP_OP_SIN,  NOSLIP_OP_COS,  NOSLIP_OP_SIN,  NOSLIP_OP_COS,
                                       NOSLIP_OP_ATAN, NOSLIP_OP_TANH, NOSLIP_OP_SINH, NOSLIP_OP_COSH};
  g_autofree NoslipExpr *pool = g_new(NoslipExpr, size + n + 1);
  for (guint i = 0; i < n; i++)
    pool[i] = symbols[i];
  pool[n] = noslip_expr_rational(g, g_rand_int_range(rand, 1, 5), g_rand_int_range(rand, 1, 4));
  guint len = n + 1;
  for (; len < size + n + 1; len++) {
    guint recent = g_rand_boolean(rand) ? len - MIN(len, 4) : 0;
    NoslipExpr a = pool[g_rand_int_range(rand, (gint32) recent, (gint32) len)];
    NoslipExpr b = pool[g_rand_int_range(rand, 0, (gint32) len)], square = noslip_expr_powi(g, a, 2);
    switch (g_rand_int_range(rand, 0, 10)) {
    case 0:
    case 1:
      pool[len] = noslip_expr_add(g, a, b);
      break;
    case 2:
      pool[len] = noslip_expr_sub(g, a, b);
      break;
    case 3:
    case 4:
      pool[len] = noslip_expr_mul(g, a, b);
      break;
    case 5:
      pool[len] = noslip_expr_div(g, b, noslip_expr_add(g, square, NOSLIP_ONE));
      break;
    case 6:
      pool[len] = square;
      break;
    case 7:
      square = noslip_expr_add(g, square, NOSLIP_ONE);
      pool[len] = noslip_expr_apply(g, NOSLIP_OP_SQRT, 1, &square);
      break;
    default:
      pool[len] = noslip_expr_apply(g, functions[g_rand_int_range(rand, 0, G_N_ELEMENTS(functions))], 1, &a);
    }
  }
  return pool[len - 1];
}
