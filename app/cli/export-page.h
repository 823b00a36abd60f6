/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli.h"

#define CLI_PAGE_MOST 400000 /* bytes */

/* One page of HTML with the motion of the problem, its equations written out in JavaScript; where they cannot be, with
 * the rows of the motion. Free with g_free(); NULL and *status after messages. */
char *cli_export_page(CliProblem *problem, NoslipDynamics *dynamics, int *status);
