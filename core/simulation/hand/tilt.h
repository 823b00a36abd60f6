/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An input by a stick, which comes back to its middle by itself. */
#pragma once

#include "core/simulation/simulation.h"

/* Moves the input, as noslip_simulation_move_input() does, to a share of the way from its own course at the shared time to
 * an end of its range: tilt -1 is LO, 1 is HI. At 0 it goes back to its course. */
void noslip_simulation_tilt_input(NoslipSimulation *simulation, guint input, double tilt);
