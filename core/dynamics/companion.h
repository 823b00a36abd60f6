/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What another file derives from a dynamics at first use and keeps with it, such as the table of modes. Thread-safe. */
#pragma once

#include "core/dynamics/formulation.h"

/* NULL until one is set. It lives as long as the dynamics. */
gpointer noslip_dynamics_companion(NoslipDynamics *dynamics);
/* Takes `data`, and frees it with `destroy` when the dynamics is freed, or at once where another thread was faster. Returns
 * what the dynamics holds now. */
gpointer noslip_dynamics_set_companion(NoslipDynamics *dynamics, gpointer data, GDestroyNotify destroy);
