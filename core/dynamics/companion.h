/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data that another file derives from a dynamics at first use and keeps with it, such as the table of modes.
 * Thread-safe. */
#pragma once

#include "core/dynamics/formulation.h"

/* The data, or NULL if none are set. They live as long as the dynamics. */
gpointer noslip_dynamics_companion(NoslipDynamics *dynamics);
/* Takes ownership of `data`, and frees it with `destroy` when the dynamics is freed, or at once if another thread was
 * faster. Returns the data that the dynamics holds now. */
gpointer noslip_dynamics_set_companion(NoslipDynamics *dynamics, gpointer data, GDestroyNotify destroy);
