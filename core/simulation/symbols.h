/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names in formulas, and their values now. */
#pragma once

#include "core/simulation/runs.h"

/* The primary motion at the last sample not after the shared time: between samples rates are interpolated, and equations
 * hold less well. Borrows from the runs: it is good until they change. */
typedef struct _NoslipSymbols NoslipSymbols;

/* NULL while there is no motion. */
NoslipSymbols *noslip_symbols_new(const NoslipRuns *runs);
void noslip_symbols_free(NoslipSymbols *symbols);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSymbols, noslip_symbols_free)
/* The value of a parameter, t, a coordinate, its rate, a fibre coordinate, its rate, a multiplier, an input or a
 * quantity by its name ("energy", "p(omega)"); E, T and V are the energies unless the system has that name for something
 * else. NaN where there is no such name, or no number. */
double noslip_symbols_value(NoslipSymbols *symbols, const char *name);

typedef struct {
  char *quantity;    /* what it is called among the quantities, or NULL: it is a parameter, or has no curve */
  char *unit;        /* or NULL */
  char *description; /* or NULL */
} NoslipSymbolInfo;

/* The name among parameters and quantities that a symbol of a formula stands for: "energy" for E; the name itself as a
 * rule. */
const char *noslip_symbol_canonical(const NoslipRuns *runs, const char *name);
/* What a name is, without its value; FALSE where it is none. Clear with noslip_symbol_info_clear(). */
gboolean noslip_symbol_info(const NoslipRuns *runs, const char *name, NoslipSymbolInfo *info);
void noslip_symbol_info_clear(NoslipSymbolInfo *info);
/* All names that may stand in a formula and have a value: parameters, coordinates, rates, multipliers, quantities. Free
 * with g_strfreev(). */
char **noslip_symbol_names(const NoslipRuns *runs);
