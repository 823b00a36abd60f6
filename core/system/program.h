/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs over a system: expressions compiled to a tape whose constants are the system's parameters. */
#pragma once

#include "core/expr/tape.h"
#include "core/system/system.h"

/* `graph` is the system's or one grown from a copy of it. See noslip_tape_new() for the rest. */
NoslipTape *noslip_program_new(const NoslipSystem *system, const NoslipGraph *graph, guint n_variables,
                               const NoslipExpr *variables, guint n_outputs, const NoslipExpr *outputs);
/* The same at t = 0, the start of motions; new nodes are added to `graph`. */
NoslipTape *noslip_program_at_start(const NoslipSystem *system, NoslipGraph *graph, guint n_variables,
                                    const NoslipExpr *variables, guint n_outputs, const NoslipExpr *outputs);
/* The symbols of a state: t, x^i (m), y^alpha (n). 1 + m + n handles; free with g_free(). */
NoslipExpr *noslip_program_state_symbols(const NoslipSystem *system);
/* A program with these symbols as its variables. */
NoslipTape *noslip_program_of_state(const NoslipSystem *system, const NoslipGraph *graph, guint n_outputs,
                                    const NoslipExpr *outputs);
