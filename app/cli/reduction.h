/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli.h"
#include "core/geometry/reduction/reduction.h"

/* Checks everything that a reduction of a system should satisfy (core/geometry/reduction/reduction.h), after finding
 * the other system beside the system's file or in the catalogue. NULL after messages if it cannot be loaded, or if the
 * map is not one of bundles. */
NoslipReductionReport *cli_reduction_check(const CliProblem *problem, guint reduction);
