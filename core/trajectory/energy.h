/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Causes of changes of the energy along a motion. */
#pragma once

#include "core/expr/tape.h"
#include "core/trajectory/motion.h"

/* dE/dt by the equations of motion, for nonholonomic and free motions, without the losses in bounces. */
NoslipExpr noslip_energy_power(NoslipMotion *motion);
/* Whether a contact moves in time: it then does work while a body rests on it. */
gboolean noslip_energy_has_moving_contacts(const NoslipSystem *system);
/* Whether the form of the equations conserves the energy: no force, friction or loss in bounces, no time, constraints
 * homogeneous in the velocities, a skew bracket. */
gboolean noslip_energy_is_conserved(const NoslipSystem *system, NoslipDynamicsKind kind);
/* E(x, y) at t = 0 over parameters, for level curves; variables x (m), y (n). */
NoslipTape *noslip_energy_tape(const NoslipSystem *system);
