/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli.h"
#include "core/geometry/noether.h"

/* Noether's theorem for a section X of D and a function f of the coordinates (NULL: 0), as text or JSON on standard
 * output: the momentum, its momentum equation, and whether <p, X> - f is a first integral. Returns the exit status. */
int cli_noether(NoslipDistribution *distribution, const double *parameters, const char *section, const char *function,
                gboolean json);
