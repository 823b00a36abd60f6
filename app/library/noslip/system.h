/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system: coordinates, velocities, a Lagrangian, constraints, and the formulas that are claimed of its motion. */
#pragma once

#include <noslip/diagnostic.h>

G_BEGIN_DECLS

#ifndef NOSLIP_CORE
/**
 * NoslipSystem:
 *
 * An immutable system.
 */
typedef struct _NoslipSystem NoslipSystem;
#endif

GType noslip_system_get_type(void);

/**
 * noslip_version:
 *
 * Returns: the version of the library, "0.1.0".
 */
const char *noslip_version(void);
/**
 * noslip_list_catalogue:
 *
 * Returns: (transfer full) (array zero-terminated=1): the ids of the catalogue's systems.
 */
char **noslip_list_catalogue(void);

/**
 * noslip_system_load:
 * @name: an id of the catalogue, the path of a file, or a text of more than one line
 * @diagnostics: what is wrong with it, and warnings
 *
 * Returns: (transfer full) (nullable): the system, or %NULL after errors.
 */
NoslipSystem *noslip_system_load(const char *name, NoslipDiagnostics *diagnostics);
/**
 * noslip_system_ref: (skip)
 * @system: a system
 *
 * Returns: (transfer full): the system.
 */
NoslipSystem *noslip_system_ref(NoslipSystem *system);
/**
 * noslip_system_unref: (skip)
 * @system: (nullable): a system
 */
void noslip_system_unref(NoslipSystem *system);

/**
 * noslip_system_get_id:
 * @system: a system
 *
 * Returns: its id in the catalogue, or its file's name.
 */
const char *noslip_system_get_id(const NoslipSystem *system);
/**
 * noslip_system_get_title:
 * @system: a system
 *
 * Returns: its title, "" where it has none.
 */
const char *noslip_system_get_title(const NoslipSystem *system);
/**
 * noslip_system_get_text:
 * @system: a system
 *
 * Returns: the text that it was read from.
 */
const char *noslip_system_get_text(const NoslipSystem *system);
/**
 * noslip_system_list_parameters:
 * @system: a system
 *
 * Returns: (transfer full) (array zero-terminated=1): names of the parameters.
 */
char **noslip_system_list_parameters(const NoslipSystem *system);
/**
 * noslip_system_list_coordinates:
 * @system: a system
 *
 * Returns: (transfer full) (array zero-terminated=1): names of the coordinates x.
 */
char **noslip_system_list_coordinates(const NoslipSystem *system);
/**
 * noslip_system_list_velocities:
 * @system: a system
 *
 * Returns: (transfer full) (array zero-terminated=1): names of the fibre coordinates y.
 */
char **noslip_system_list_velocities(const NoslipSystem *system);
/**
 * noslip_system_get_parameter:
 * @system: a system
 * @index: of a parameter, from 0
 *
 * Returns: its value in the text.
 */
double noslip_system_get_parameter(const NoslipSystem *system, guint index);
/**
 * noslip_system_initial:
 * @system: a system
 * @values: (nullable) (array zero-terminated=1): "NAME=VALUE" of parameters and initial values that replace the text's
 * @n: (out): coordinates and velocities
 * @diagnostics: what is wrong with the values
 *
 * Returns: (transfer full) (nullable) (array length=n): the initial state (x, y); free with g_free().
 */
double *noslip_system_initial(NoslipSystem *system, const char *const *values, guint *n,
                              NoslipDiagnostics *diagnostics);
/**
 * noslip_system_write_equations:
 * @system: a system
 * @latex: a LaTeX document, not plain text
 *
 * Returns: (transfer full): geometry, brackets and equations of motion. Takes seconds for large systems.
 */
char *noslip_system_write_equations(NoslipSystem *system, gboolean latex);
/**
 * noslip_system_structure_residual:
 * @system: a system
 *
 * Returns: the largest residual of the structure equations of its Lie algebroid; not a number where they were not
 *   computed.
 */
double noslip_system_structure_residual(NoslipSystem *system);

G_END_DECLS
