/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of an expression, and of the nodes below it, at many points. */
#pragma once

#include "core/expr/graph.h"

typedef struct _NoslipValues NoslipValues;

NoslipValues *noslip_values_new(const NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *symbols);
void noslip_values_free(NoslipValues *values);
/* Value of e at symbols[i] = at[i], as noslip_expr_value() computes it. */
double noslip_values_at(NoslipValues *values, const double *at);
/* The value there of a node below e. */
double noslip_values_of(const NoslipValues *values, NoslipExpr node);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipValues, noslip_values_free)
