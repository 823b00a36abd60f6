/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bracket of observables at a state: its matrix and its Jacobiator. */
#pragma once

#include <noslip/system.h>

G_BEGIN_DECLS

/**
 * NoslipBrackets:
 *
 * The brackets of some observables at a state.
 */
typedef struct _NoslipBrackets NoslipBrackets;

GType noslip_brackets_get_type(void);

/**
 * noslip_brackets_compute:
 * @system: a system
 * @of: (nullable): observables, separated by commas: "x, p(omega)"; %NULL: coordinates and momenta of a basis of D
 * @values: (nullable) (array zero-terminated=1): "NAME=VALUE" of parameters and of the state
 * @dynamics: (nullable): "nonholonomic", "vakonomic" or "free"; %NULL: the system's own
 * @diagnostics: receives the errors
 *
 * Returns: (transfer full) (nullable): the brackets.
 */
NoslipBrackets *noslip_brackets_compute(NoslipSystem *system, const char *of, const char *const *values,
                                        const char *dynamics, NoslipDiagnostics *diagnostics);
/**
 * noslip_brackets_ref: (skip)
 * @brackets: brackets
 *
 * Returns: (transfer full): the brackets.
 */
NoslipBrackets *noslip_brackets_ref(NoslipBrackets *brackets);
/**
 * noslip_brackets_unref: (skip)
 * @brackets: (nullable): brackets
 */
void noslip_brackets_unref(NoslipBrackets *brackets);
/**
 * noslip_brackets_list_names:
 * @brackets: brackets
 *
 * Returns: (transfer full) (array zero-terminated=1): the observables.
 */
char **noslip_brackets_list_names(const NoslipBrackets *brackets);
/**
 * noslip_brackets_get_matrix:
 * @brackets: brackets
 * @n: (out): the number of observables, squared
 *
 * Returns: (transfer none) (array length=n): the bracket of observables i and j at [i * observables + j].
 */
const double *noslip_brackets_get_matrix(const NoslipBrackets *brackets, guint *n);
/**
 * noslip_brackets_get_n_triples:
 * @brackets: brackets
 *
 * Returns: triples i < j < k of observables.
 */
guint noslip_brackets_get_n_triples(const NoslipBrackets *brackets);
/**
 * noslip_brackets_get_triple:
 * @brackets: brackets
 * @index: of a triple, from 0
 * @i: (out): an observable
 * @j: (out): an observable
 * @k: (out): an observable
 *
 * Returns: its Jacobiator.
 */
double noslip_brackets_get_triple(const NoslipBrackets *brackets, guint index, guint *i, guint *j, guint *k);

G_END_DECLS
