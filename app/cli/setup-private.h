/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What setup.c gives to setup-problem.c. */
#pragma once

#include "app/cli/cli.h"
#include "app/cli/setup-file.h"
#include "core/system/degenerate.h"

/* An error: there is no such name, did you mean. */
void cli_say_unknown(const NoslipSystem *system, const char *kind, const char *name, const char *const *known);
/* Adds an initial value to those that the command line gives. */
void cli_problem_add_override(CliProblem *problem, char *name, double value);
