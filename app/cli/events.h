/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options --event … of a run: which zeros to find, which file their rows are written to, and when they end the
 * run. */
#pragma once

#include "app/cli/cli.h"

#include "core/trajectory/csv.h"

typedef struct {
  char **functions; /* --event, each an expression */
  char *direction, *path, *stop;
} CliEventOptions;
/* Option entries that end with a NULL entry; free with g_free(). The entries of `extra` (ends with a NULL entry) come
 * first. */
GOptionEntry *cli_event_entries(CliEventOptions *options, const GOptionEntry *extra);
void cli_event_options_clear(CliEventOptions *options);

typedef struct _CliEvents CliEvents;
/* Adds the file of the rows to the results. Returns NULL with CLI_DONE if no event is requested, or NULL with a status
 * after messages. The csv writes rows; neither it nor the output is owned. */
CliEvents *cli_events_new(const CliEventOptions *options, const CliProblem *problem, NoslipDynamics *dynamics,
                          NoslipCsv *csv, CliOutput *output, int *status);
/* Handles the next row of the run and writes the events before it. Returns FALSE if the run ends here: *error is the
 * reason, or NULL after the last requested event (whose row then replaces `row`) or after a failed write. */
gboolean cli_events_feed(CliEvents *events, double *row, NoslipDiagnostic **error);
/* Reports events that did not occur in a complete run, and frees everything; NULL is allowed. */
void cli_events_close(CliEvents *events, gboolean complete);
