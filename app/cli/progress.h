/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a long computation has come, on one line of standard error where that is a terminal; nothing else sees it. */
#pragma once

#include <glib.h>

/* Replaces the line, at most ten times a second. From one thread. */
void cli_progress(const char *format, ...) G_GNUC_PRINTF(1, 2);
/* Takes the line away, before anything else is written. */
void cli_progress_end(void);
