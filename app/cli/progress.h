/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a long computation has come, on one line of standard error where that is a terminal; nothing else sees it. */
#pragma once

#include <glib.h>

/* Shows `what` (a static string), how much of `all` is *done (read with atomic loads; NULL: not told) and the time, until
 * cli_progress_end(). From the main thread. */
void cli_progress_begin(const char *what, const guint *done, guint all);
/* Takes the line away, before anything else is written. May be called without a beginning. */
void cli_progress_end(void);
