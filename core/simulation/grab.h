/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taking hold of what is drawn: a body is placed by its coordinates, an arrow of a velocity throws by the velocities.
 */
#pragma once

#include "core/simulation/simulation.h"

typedef struct _NoslipGrab NoslipGrab;
/* Holds the draw statement of this index at the shared time; NULL where nothing of it can be moved (no motion yet, a
 * ground or a trail, a point that depends on no free coordinate, an arrow that shows no velocity). */
NoslipGrab *noslip_grab_new(NoslipSimulation *simulation, guint draw);
void noslip_grab_free(NoslipGrab *grab);
/* Whether it is an arrow, that is, whether velocities change. */
gboolean noslip_grab_throws(const NoslipGrab *grab);
/* Moves its point by so much from where it was taken, in the horizontal plane (world units): the least change of the
 * coordinates (or velocities) that brings it there, or as near as they let it. The motion goes on from there. */
void noslip_grab_move(NoslipGrab *grab, double dx, double dy);
/* Puts everything back to where it was taken, at the time when it was taken. */
void noslip_grab_undo(NoslipGrab *grab);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipGrab, noslip_grab_free)
