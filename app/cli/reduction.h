/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli.h"
#include "core/geometry/reduction/reduction.h"

/* Everything that a reduction of a system promises, tried (core/geometry/reduction/reduction.h), after the other system has been
 * found beside the system's file or in the catalogue. NULL after messages where it cannot be loaded, or where the map
 * is not one of bundles. */
NoslipReductionReport *cli_reduction_check(const CliProblem *problem, guint reduction);
