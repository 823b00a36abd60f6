/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dragging drawn objects: a body is placed through its coordinates, an arrow of a velocity changes the
 * velocities. */
#pragma once

#include "core/simulation/simulation.h"

typedef struct _NoslipGrab NoslipGrab;
/* Starts dragging the draw statement of this index at the shared time; NULL if it cannot be moved (no motion yet, a
 * ground or a trail, a point that depends on no free coordinate, an arrow that does not show a velocity). */
NoslipGrab *noslip_grab_new(NoslipSimulation *simulation, guint draw);
/* The same for the ghost at the chosen end of the motion (core/simulation/destination.h): dragging it moves the end. */
NoslipGrab *noslip_grab_new_destination(NoslipSimulation *simulation, guint draw);
gboolean noslip_grab_is_destination(const NoslipGrab *grab);
/* Turns the held object of a ghost by this angle (radians): changes the last angle on which its place in the picture
 * depends. FALSE if there is none. */
gboolean noslip_grab_turn(NoslipGrab *grab, double angle);
void noslip_grab_free(NoslipGrab *grab);
/* Whether it is an arrow, so that velocities change. */
gboolean noslip_grab_throws(const NoslipGrab *grab);
/* Moves its point by this much from its start, in the horizontal plane (world units), with the least change of the
 * coordinates (or velocities) that brings it there, or as near as possible. The motion continues from there. */
void noslip_grab_move(NoslipGrab *grab, double dx, double dy);
/* Restores the state at the start of the drag, at its time; not for a ghost. */
void noslip_grab_undo(NoslipGrab *grab);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipGrab, noslip_grab_free)
