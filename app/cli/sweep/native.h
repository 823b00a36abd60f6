/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli.h"

/* The same dynamics with compiled rates, and a message about it; takes ownership of the dynamics. If that is
 * impossible, the dynamics itself, and a message with the reason. The problem has its initial state. */
NoslipDynamics *sweep_native_dynamics(CliProblem *problem, NoslipDynamics *dynamics);
/* Whether the dynamics has compiled rates. */
gboolean sweep_is_native(const NoslipDynamics *dynamics);
