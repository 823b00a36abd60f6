/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --stranger: for a system from an untrusted source, which may be malicious. Its time and memory are limited, and no
 * file but its own is opened for it. */
#pragma once

#include <glib.h>

/* Whether --stranger was given. */
extern gboolean cli_stranger;

/* Removes --stranger[=SECONDS[,MIB]] from the arguments, at any place before "--". If it was given, a child process
 * with these limits runs the command, and this process waits for it. TRUE if the caller should continue (the child, or
 * a program without the option); otherwise *status is the exit status of the command. */
gboolean cli_stranger_start(int *argc, char **argv, int *status);

/* Its lines in --help. */
char *cli_stranger_help(void);
