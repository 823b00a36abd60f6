/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modes of a system (system/mode.h), compiled for a formulation at first use. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/expr/tape.h"
#include "core/system/mode.h"

typedef struct _NoslipModeTable NoslipModeTable; /* shared by threads */

/* The modes of the table's system. */
const NoslipModes *noslip_mode_table_modes(const NoslipModeTable *table);
/* The program of the quantities that jumps of velocities need, (t, x, y) -> W (n x n), the directions (k + b + f) x n
 * of constraints, bounces and frictions, then for each bounce the gap, its absolute terms, its rate, the rate's
 * absolute terms and the restitution, for each friction v and its absolute terms, and the energy. */
NoslipTape *noslip_mode_table_jumps(const NoslipModeTable *table);
/* The dynamics of a mode and the program of the functions that end it, in the variables of a row; both live as long as
 * the table. NULL with *error set if the mode cannot be computed. */
NoslipDynamics *noslip_mode_table_get(NoslipModeTable *table, const NoslipModeSign *mode, NoslipTape **watched,
                                      NoslipDiagnostic **error);
/* The table of a dynamics with modes, made at first use; NULL for others, or with *error set. */
NoslipModeTable *noslip_dynamics_modes(NoslipDynamics *dynamics, NoslipDiagnostic **error);
