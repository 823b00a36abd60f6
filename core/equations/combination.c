/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/equations/combination.h"

static char *
written(const NoslipGraph *graph, NoslipExpr e, gboolean latex)
{
  return latex ? noslip_expr_latex(graph, e) : noslip_expr_text(graph, e);
}

void
noslip_combination_append(GString *text, NoslipGraph *graph, guint n, const NoslipExpr *coefficients, guint stride,
                          char *const *names, gboolean latex)
{
  gboolean any = FALSE;
  for (guint i = 0; i < n; i++) {
    NoslipExpr coefficient = coefficients[i * stride];
    if (coefficient == NOSLIP_ZERO)
      continue;
    g_autofree char *plain = noslip_expr_text(graph, coefficient);
    gboolean sum =
        noslip_expr_op(graph, coefficient) == NOSLIP_OP_SUM && noslip_expr_n_operands(graph, coefficient) > 1;
    gboolean negative = plain[0] == '-' && !sum;
    NoslipExpr part = negative ? noslip_expr_neg(graph, coefficient) : coefficient;
    g_autofree char *shown = written(graph, part, latex);
    g_string_append(text, any ? (negative ? " - " : " + ") : (negative ? "-" : ""));
    if (part == NOSLIP_ONE)
      g_string_append(text, names[i]);
    else if (latex)
      g_string_append_printf(text, sum ? "\\left(%s\\right) %s" : "%s \\, %s", shown, names[i]);
    else
      g_string_append_printf(text, sum ? "(%s)*%s" : "%s*%s", shown, names[i]);
    any = TRUE;
  }
  if (!any)
    g_string_append_c(text, '0');
}

gboolean
noslip_combination_is_zero_bracket(guint n, const NoslipExpr *structure, guint a, guint b)
{
  for (guint c = 0; c < n; c++)
    if (structure[(c * n + a) * n + b] != NOSLIP_ZERO)
      return FALSE;
  return TRUE;
}

/* Whether [b, a] = -[a, b], or a = b and both vanish. */
static gboolean
is_skew(NoslipGraph *graph, guint n, const NoslipExpr *structure, guint a, guint b)
{
  for (guint c = 0; c < n; c++)
    if (structure[(c * n + b) * n + a] != noslip_expr_neg(graph, structure[(c * n + a) * n + b]))
      return FALSE;
  return TRUE;
}

guint
noslip_combination_each_bracket(NoslipGraph *graph, guint n, const NoslipExpr *structure, char *const *names,
                                gboolean latex, NoslipBracketLine line, gpointer data)
{
  guint n_lines = 0;
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++) {
      if (noslip_combination_is_zero_bracket(n, structure, a, b) || (b <= a && is_skew(graph, n, structure, b, a)))
        continue;
      GString *value = g_string_new(NULL);
      noslip_combination_append(value, graph, n, structure + a * n + b, n * n, names, latex);
      line(a, b, value->str, data);
      g_string_free(value, TRUE);
      n_lines++;
    }
  return n_lines;
}
