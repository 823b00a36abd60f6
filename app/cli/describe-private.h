/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What describe.c shares with describe-completion.c. */
#pragma once

#include "app/cli/describe.h"

/* Runs the command only to collect its options and subjects. Free with cli_description_free(). */
CliDescription *cli_description_new(const CliCommand *command);
void cli_description_free(CliDescription *description);
/* The second words of the names of the subjects, separated by blanks; free with g_free(). */
char *cli_description_subjects(const CliDescription *description);
const GOptionEntry *cli_description_option(const CliDescription *description, guint i);
