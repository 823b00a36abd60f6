/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modes of a system with dry friction and bounces. In each mode the motion is smooth and is that of a separate
 * system, which every formulation accepts: the velocity of a sticking friction is constrained to 0; a sliding friction
 * is the force -N sign(v), N its limit; the gap of a bounce at rest in contact is held at 0 by a holonomic constraint.
 * integrate/modes.h switches between modes.
 *
 * A limit that uses lambda( ) is solved for: with N linear in the multipliers, W ydot = F + Phi^T lambda - s g
 * N(lambda) and Phi ydot = -drift are linear in both, and N becomes a function of the state. Corners are the
 * expressions that are linear on each side only: abs(e), max(a, b) and min(a, b) with multipliers inside. */
#pragma once

#include "core/system/system.h"

typedef struct _NoslipModes NoslipModes; /* immutable, shared by threads */

/* A mode as signs: for each friction 0 if it sticks, else the sign of its velocity; for each bounce 1 if it rests in
 * contact, else 0; for each corner the side, 1 or -1. There are noslip_modes_size() numbers, in this order. */
typedef gint8 NoslipModeSign;

/* The functions whose zeros end a mode, in the symbols of a row of its system (noslip_system_row_symbols()): for each
 * friction v, dv/dt, N and, if it sticks, the force that holds it, else 0; for each bounce the gap, its first and
 * second derivative and, in contact, the pressure, else 0; for each corner the expression that changes its sign. */
#define NOSLIP_MODE_OF_FRICTION 4
#define NOSLIP_MODE_OF_BOUNCE 4

/* NULL with *error set if a limit is not linear in lambda( ). The system must outlive it. */
NoslipModes *noslip_modes_new(const NoslipSystem *system, NoslipDiagnostic **error);
void noslip_modes_free(NoslipModes *modes);
guint noslip_modes_size(const NoslipModes *modes);
guint noslip_modes_n_corners(const NoslipModes *modes);
/* The system of this mode; its constraints are those of the origin, then those of sticking frictions, then those of
 * contacts. *watched is an array of NOSLIP_MODE_OF_FRICTION times frictions, NOSLIP_MODE_OF_BOUNCE times bounces,
 * corners, in the graph of the result; free it with g_free(). NULL with *error set if the limits cannot be solved
 * for. */
NoslipSystem *noslip_modes_system(const NoslipModes *modes, const NoslipModeSign *mode, NoslipExpr **watched,
                                  NoslipDiagnostic **error);
/* The first statement that introduces modes, for messages of code that can handle only one; NULL if there is none. */
const NoslipPlace *noslip_modes_place(const NoslipSystem *system);
/* Whether the system is a mode of another system; a system with a hand (system/push.h) is not, but may have modes. */
gboolean noslip_system_is_mode(const NoslipSystem *system);
/* A system that shares everything it does not own with its origin: it owns the graph, which starts with the handles of
 * the origin's, and the forces, which it copies. It has no claims and no picture. The caller must set its constraints
 * and then derive its momenta (noslip_system_derive()). */
NoslipSystem *noslip_system_derived(const NoslipSystem *origin, NoslipGraph *graph);
NoslipConstraint noslip_constraint_copy(const NoslipConstraint *constraint);
/* df/dt along the velocities of a function of t and x. */
NoslipExpr noslip_mode_rate(const NoslipSystem *system, NoslipGraph *graph, NoslipExpr f);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipModes, noslip_modes_free)
