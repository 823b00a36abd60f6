/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names in formulas, and their present values. */
#pragma once

#include "core/simulation/runs.h"

/* The primary motion at the last sample not after the shared time: between samples rates are interpolated, and
 * equations hold less accurately. Borrows from the runs: valid until they change. */
typedef struct _NoslipSymbols NoslipSymbols;

/* NULL if there is no motion yet. */
NoslipSymbols *noslip_symbols_new(const NoslipRuns *runs);
void noslip_symbols_free(NoslipSymbols *symbols);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSymbols, noslip_symbols_free)
/* The value of a parameter, t, a coordinate, its rate, a fibre coordinate, its rate, a multiplier, an input or a
 * quantity by its name ("energy", "p(omega)"); E, T and V are the energies unless the system uses that name for
 * something else. NaN if there is no such name, or no value. */
double noslip_symbols_value(NoslipSymbols *symbols, const char *name);

typedef struct {
  char *quantity;    /* its name among the quantities, or NULL: it is a parameter, or has no curve */
  char *unit;        /* or NULL */
  char *description; /* or NULL */
} NoslipSymbolInfo;

/* The name of a symbol of a formula among parameters and quantities: "energy" for E; usually the name
 * itself. */
const char *noslip_symbol_canonical(const NoslipRuns *runs, const char *name);
/* Information on a name, without its value; FALSE if it is unknown. Clear with noslip_symbol_info_clear(). */
gboolean noslip_symbol_info(const NoslipRuns *runs, const char *name, NoslipSymbolInfo *info);
void noslip_symbol_info_clear(NoslipSymbolInfo *info);
/* All names with a value that may occur in a formula: parameters, coordinates, rates, multipliers, quantities. Free
 * with g_strfreev(). */
char **noslip_symbol_names(const NoslipRuns *runs);
