/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions of the graph g, in short notation. */
#pragma once

#include "core/expr/graph.h"

#define ADD(x, y) noslip_expr_add(g, x, y)
#define SUB(x, y) noslip_expr_sub(g, x, y)
#define MUL(x, y) noslip_expr_mul(g, x, y)
#define DIV(x, y) noslip_expr_div(g, x, y)
#define POW(x, n) noslip_expr_powi(g, x, n)
#define NEG(x) noslip_expr_neg(g, x)
#define F(op, x) noslip_expr_apply(g, NOSLIP_OP_##op, 1, (NoslipExpr[]){x})
#define S(name) noslip_expr_symbol(g, name)
#define Q(p, q) noslip_expr_rational(g, p, q)
