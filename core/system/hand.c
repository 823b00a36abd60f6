/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/hand.h"

char *
noslip_hand_name(const char *input, guint parameter)
{
  static const char *const words[NOSLIP_HAND_N] = {"own", "at", "c0", "c1", "c2", "c3"};
  return g_strdup_printf("%s by hand: %s", input, words[parameter]);
}

char *
noslip_hand_rate_name(const char *input, guint order)
{
  GString *name = g_string_new(input);
  for (guint i = 0; i < order; i++)
    g_string_append_c(name, '\'');
  return g_string_free(name, FALSE);
}

NoslipExpr
noslip_hand_value(NoslipGraph *graph, NoslipExpr t, NoslipExpr course, const NoslipExpr *symbols)
{
  NoslipExpr s = noslip_expr_sub(graph, t, symbols[NOSLIP_HAND_AT]), value = symbols[NOSLIP_HAND_C3];
  for (guint i = NOSLIP_HAND_C3; i > NOSLIP_HAND_C0; i--)
    value = noslip_expr_add(graph, symbols[i - 1], noslip_expr_mul(graph, s, value));
  return noslip_expr_add(graph, noslip_expr_mul(graph, symbols[NOSLIP_HAND_OWN], course), value);
}
