/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions as LaTeX mathematics. */
#include "core/expr/graph-private.h"

char *
noslip_expr_latex(const NoslipGraph *graph, NoslipExpr e)
{
  return noslip_expr_text(graph, e);
}
