/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an expression is not smooth: where an argument of abs or sign is 0, two arguments of min or max are equal, or a
 * comparison switches. */
#pragma once

#include "core/expr/graph.h"

/* Expressions in the symbols below the roots: at a point where one of them is 0 a root may have a kink. Empty if the
 * roots are smooth. The graph grows. Unref with g_array_unref(). */
GArray *noslip_kinks_new(NoslipGraph *graph, guint n_roots, const NoslipExpr *roots, guint n_symbols,
                         const NoslipExpr *symbols);
