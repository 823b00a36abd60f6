/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modes of a system with dry friction and bounces. In each of them the motion is smooth, and obeys a system of its
 * own, which every formulation takes: where a friction sticks, its velocity is constrained to 0; where it slides, its
 * limit N acts as the force -N sign(v); where a bounce rests in contact, its gap is held at 0 by a holonomic
 * constraint. integrate/modes.h goes from one to the next.
 *
 * A limit that uses lambda( ) is solved for: with N linear in the multipliers, W ydot = F + Phi^T lambda - s g
 * N(lambda) and Phi ydot = -drift are linear in both, and N becomes a function of the state. Corners are the places
 * where N is linear on each side alone: abs(e), max(a, b) and min(a, b) with multipliers inside. */
#pragma once

#include "core/system/system.h"

typedef struct _NoslipModes NoslipModes; /* immutable, shared by threads */

/* What one mode is, as signs: for each friction 0 where it sticks, else that of its velocity; for each bounce 1 where
 * it rests in contact, else 0; for each corner the side, 1 or -1. noslip_modes_size() numbers in this order. */
typedef gint8 NoslipModeSign;

/* The functions whose zeros end a mode, in the symbols of a row of its system (noslip_system_row_symbols()): for each
 * friction v, dv/dt, N and where it sticks the force that holds it, else 0; for each bounce the gap, its first and
 * second derivative and where it is in contact the pressure, else 0; for each corner what changes its sign. */
#define NOSLIP_MODE_OF_FRICTION 4
#define NOSLIP_MODE_OF_BOUNCE 4

/* NULL with *error set where a limit is not linear in lambda( ). The system outlives it. */
NoslipModes *noslip_modes_new(const NoslipSystem *system, NoslipDiagnostic **error);
void noslip_modes_free(NoslipModes *modes);
guint noslip_modes_size(const NoslipModes *modes);
guint noslip_modes_n_corners(const NoslipModes *modes);
/* The system in this mode, its constraints those of the origin, then those of what sticks, then those of contacts.
 * *watched is an array of NOSLIP_MODE_OF_FRICTION times frictions, NOSLIP_MODE_OF_BOUNCE times bounces, corners, in the
 * graph of the result; free it with g_free(). NULL with *error set where the limits cannot be solved for. */
NoslipSystem *noslip_modes_system(const NoslipModes *modes, const NoslipModeSign *mode, NoslipExpr **watched,
                                  NoslipDiagnostic **error);
/* The first statement that switches between modes, for what needs one mode alone; NULL where there is none. */
const NoslipPlace *noslip_modes_place(const NoslipSystem *system);
/* Whether the system is a mode of another one; a system with a hand (system/push.h) is none, but may have modes. */
gboolean noslip_system_is_mode(const NoslipSystem *system);
/* A system that shares what it does not own with its origin: it owns the graph, whose handles are those of the origin's
 * at first, and forces, which it copies. It has no claims and no picture. Constraints of its own and then its momenta
 * (noslip_system_derive()) are still to be made. */
NoslipSystem *noslip_system_derived(const NoslipSystem *origin, NoslipGraph *graph);
NoslipConstraint noslip_constraint_copy(const NoslipConstraint *constraint);
/* df/dt along the velocities of a function of t and x. */
NoslipExpr noslip_mode_rate(const NoslipSystem *system, NoslipGraph *graph, NoslipExpr f);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipModes, noslip_modes_free)
