/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli.h"

/* compare --dynamics: computes the motions of several kinds of dynamics (`list`: "nonholonomic,vakonomic") from one
 * state, and reports whether they coincide, or else the first row where a coordinate or velocity differs by more than
 * `apart` times the size of its column. The problem is loaded; its own kind of dynamics is not used. */
int cli_compare_dynamics(CliProblem *problem, const char *list, double apart, gboolean json);
