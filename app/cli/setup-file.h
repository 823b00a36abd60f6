/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Set-ups given as SYSTEM, and links to set-ups. */
#pragma once

#include "app/cli/cli.h"

/* Whether SYSTEM names a set-up: a link, or a file NAME.noslip-setup. */
gboolean cli_is_setup(const char *name);
/* The first set-up of a link or a file; NULL if it cannot be read. */
typedef struct _NoslipSetup NoslipSetup;
NoslipSetup *cli_setup_open(const char *name);
/* The set-up's system; NULL with errors. Values given on the command line (`given`, may be NULL) come before those of
 * the set-up; *merged has both, to be cleared, and *formulation (free with g_free()) is the set-up's. `file` is the
 * file of the system, if it has one. */
NoslipSystem *cli_setup_read(const char *name, const CliSetup *given, CliSetup *merged, char **formulation, char **file,
                             NoslipDiagnostics *diagnostics);
/* The problem as a link; NULL after a message. If `name`, from which it was read, is a set-up, the link keeps what else
 * that contains: its name, views, comparisons. Free with g_free(). */
char *cli_setup_link(const CliProblem *problem, const char *name, const char *formulation);
