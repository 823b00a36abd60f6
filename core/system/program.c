/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/program.h"

NoslipTape *
noslip_program_new(const NoslipSystem *system, const NoslipGraph *graph, guint n_variables, const NoslipExpr *variables,
                   guint n_outputs, const NoslipExpr *outputs)
{
  g_autofree NoslipExpr *constants = g_new(NoslipExpr, MAX(system->n_parameters, 1));
  for (guint i = 0; i < system->n_parameters; i++)
    constants[i] = system->parameters[i].symbol;
  return noslip_tape_new(graph, system->n_parameters, constants, n_variables, variables, n_outputs, outputs);
}

NoslipTape *
noslip_program_at_start(const NoslipSystem *system, NoslipGraph *graph, guint n_variables, const NoslipExpr *variables,
                        guint n_outputs, const NoslipExpr *outputs)
{
  g_autofree NoslipExpr *at_start = g_new(NoslipExpr, MAX(n_outputs, 1));
  const NoslipExpr zero = NOSLIP_ZERO;
  for (guint i = 0; i < n_outputs; i++)
    at_start[i] = noslip_expr_depends(graph, outputs[i], 1, &system->t)
                      ? noslip_expr_substitute(graph, outputs[i], 1, &system->t, &zero)
                      : outputs[i];
  return noslip_program_new(system, graph, n_variables, variables, n_outputs, at_start);
}

NoslipExpr *
noslip_program_state_symbols(const NoslipSystem *system)
{
  NoslipExpr *symbols = g_new(NoslipExpr, 1 + (gsize) system->m + system->n);
  symbols[0] = system->t;
  for (guint i = 0; i < system->m; i++)
    symbols[1 + i] = system->coordinates[i].symbol;
  for (guint a = 0; a < system->n; a++)
    symbols[1 + system->m + a] = system->fibres[a].symbol;
  return symbols;
}

NoslipTape *
noslip_program_of_state(const NoslipSystem *system, const NoslipGraph *graph, guint n_outputs,
                        const NoslipExpr *outputs)
{
  g_autofree NoslipExpr *symbols = noslip_program_state_symbols(system);
  return noslip_program_new(system, graph, 1 + system->m + system->n, symbols, n_outputs, outputs);
}
