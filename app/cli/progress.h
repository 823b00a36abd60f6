/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress of a long computation, on one line of standard error if that is a terminal; it has no other effect. */
#pragma once

#include <glib.h>

/* Shows `what` (a static string), the fraction *done / `all` (read with atomic loads; NULL: unknown) and the time,
 * until cli_progress_end(). Call it from the main thread. */
void cli_progress_begin(const char *what, const guint *done, guint all);
/* Removes the line, before anything else is written. It may be called without cli_progress_begin(). */
void cli_progress_end(void);
