/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of setup.c that setup-problem.c uses. */
#pragma once

#include "app/cli/cli.h"
#include "app/cli/setup-file.h"
#include "core/system/degenerate.h"

/* Prints an error: there is no such name, did you mean another one. */
void cli_report_unknown(const NoslipSystem *system, const char *kind, const char *name, const char *const *known);
/* Adds an initial value to those of the command line. */
void cli_problem_add_override(CliProblem *problem, char *name, double value);
