/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli.h"

/* The same dynamics with rates that the machine's C compiler has compiled, and a message that says so; takes the
 * dynamics. Where that cannot be, the dynamics itself, and a message that says why. The problem has its initial state. */
NoslipDynamics *sweep_native_dynamics(CliProblem *problem, NoslipDynamics *dynamics);
/* Whether it is such a one. */
gboolean sweep_is_native(const NoslipDynamics *dynamics);
