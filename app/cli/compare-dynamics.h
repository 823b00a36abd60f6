/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli.h"

/* compare --dynamics: the motions that several kinds of dynamics (`list`: "nonholonomic,vakonomic") make from one
 * state, whether they coincide and since when they part: the first row where a coordinate or velocity differs by more
 * than `apart` of the size of its column. The problem is loaded; its kind is of no account. */
int cli_compare_dynamics(CliProblem *problem, const char *list, double apart, gboolean json);
