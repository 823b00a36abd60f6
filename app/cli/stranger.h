/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --stranger: a system that somebody else has written, which may be made to do harm. What it may cost is bounded, and
 * no file but its own is opened for it. */
#pragma once

#include <glib.h>

/* Whether --stranger was given. */
extern gboolean cli_stranger;

/* Takes --stranger[=SECONDS[,MIB]] out of the arguments, wherever it stands before "--". Where it was there, a child
 * process with these bounds goes on with the command, and this one waits for it. TRUE where the caller is to go on (the
 * child, or a program without the option); else *status is that of the command. */
gboolean cli_stranger_start(int *argc, char **argv, int *status);

/* Lines about it for --help. */
char *cli_stranger_help(void);
