/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/events.h"

#include "core/system/row.h"
#include "core/trajectory/events.h"

#include <math.h>
#include <string.h>

struct _CliEvents {
  NoslipEvents *events;
  NoslipCsv *csv;
  const CliProblem *problem;
  CliOutput *output;
  NoslipOutputFile *file;
  GString *text;
  double n, stop; /* the number of events so far; the number that ends the run, 0: none does */
};

GOptionEntry *
cli_event_entries(CliEventOptions *options, const GOptionEntry *extra)
{
  const GOptionEntry own[] = {
      {"event", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->functions,
       "Find the times at which EXPR changes its sign (may repeat)", "EXPR"},
      {"event-direction", 0, 0, G_OPTION_ARG_FILENAME, &options->direction,
       "Only where it is rising, or falling; both if not given", "WAY"},
      {"events", 0, 0, G_OPTION_ARG_FILENAME, &options->path,
       "Write the events to this file, with their number among the EXPR as a last column; standard output if not "
       "given, and then samples are only written with --output",
       "FILE.csv"},
      {"stop-at-event", 0, 0, G_OPTION_ARG_FILENAME, &options->stop, "End the run at the N-th event", "N"},
      {NULL},
  };
  return cli_entries_join(extra, own);
}

void
cli_event_options_clear(CliEventOptions *options)
{
  g_strfreev(options->functions);
  g_free(options->direction);
  g_free(options->path);
  g_free(options->stop);
  *options = (CliEventOptions){0};
}

static gboolean
read_direction(const char *text, NoslipEventDirection *direction)
{
  *direction = NOSLIP_EVENT_BOTH;
  if (text == NULL || noslip_event_direction_find(text, direction))
    return TRUE;
  cli_message("error: --event-direction is rising, falling or both, not '%s'", text);
  return FALSE;
}

static gboolean
read_stop(const char *text, double *stop)
{
  *stop = 0;
  if (text == NULL)
    return TRUE;
  if (!cli_number("--stop-at-event", text, stop))
    return FALSE;
  if (*stop >= 1 && *stop == floor(*stop))
    return TRUE;
  cli_message("error: --stop-at-event needs a whole number from 1, not '%s'", text);
  return FALSE;
}

static gboolean
set_up(CliEvents *events, const CliEventOptions *options)
{
  NoslipEventDirection direction;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  if (!read_direction(options->direction, &direction) || !read_stop(options->stop, &events->stop))
    return FALSE;
  for (guint i = 0; options->functions[i] != NULL; i++)
    noslip_events_add(events->events, options->functions[i], direction, diagnostics);
  if (cli_report_option("--event", diagnostics) == CLI_DONE)
    events->file = cli_output_add(events->output, options->path);
  return events->file != NULL;
}

static void
free_events(CliEvents *events)
{
  noslip_events_free(events->events);
  g_string_free(events->text, TRUE);
  g_free(events);
}

/* A row in the format of the samples, with one more column. */
static void
write_line(CliEvents *events, const char *column)
{
  if (events->text->len > 0 && events->text->str[events->text->len - 1] == '\n')
    g_string_truncate(events->text, events->text->len - 1);
  g_string_append_printf(events->text, ",%s\n", column);
  cli_output_write(events->output, events->file, events->text->str, events->text->len);
  g_string_truncate(events->text, 0);
}

CliEvents *
cli_events_new(const CliEventOptions *options, const CliProblem *problem, NoslipDynamics *dynamics, NoslipCsv *csv,
               CliOutput *output, int *status)
{
  *status = CLI_DONE;
  if (options->functions == NULL) {
    const char *idle = options->direction != NULL ? "--event-direction"
                       : options->path != NULL    ? "--events"
                       : options->stop != NULL    ? "--stop-at-event"
                                                  : NULL;
    if (idle != NULL) {
      cli_message("error: %s needs an --event EXPR", idle);
      *status = CLI_INPUT;
    }
    return NULL;
  }
  CliEvents *events = g_new0(CliEvents, 1);
  events->events = noslip_events_new(dynamics, &problem->options, problem->parameters);
  events->csv = csv;
  events->output = output;
  events->problem = problem;
  events->text = g_string_new(NULL);
  if (!set_up(events, options)) {
    *status = CLI_INPUT;
    free_events(events);
    return NULL;
  }
  noslip_csv_header(csv, events->text);
  write_line(events, "event");
  return events;
}

gboolean
cli_events_feed(CliEvents *events, double *row, NoslipDiagnostic **error)
{
  gboolean good = noslip_events_feed(events->events, row, &cli_cancelled, error);
  for (guint i = 0; i < noslip_events_n(events->events); i++) {
    NoslipEvent event = noslip_events_get(events->events, i);
    g_autofree char *number = g_strdup_printf("%u", event.index + 1);
    noslip_csv_rows(events->csv, events->problem->parameters, 1, event.row, events->text);
    write_line(events, number);
    if (++events->n == events->stop) {
      memcpy(row, event.row, noslip_row_size(events->problem->system) * sizeof(double));
      return FALSE;
    }
  }
  return good && !events->output->failed;
}

void
cli_events_close(CliEvents *events, gboolean complete)
{
  if (events == NULL)
    return;
  if (complete && events->stop > 0 && events->n < events->stop)
    cli_message("note: the run ended before event %.0f: there were %.0f", events->stop, events->n);
  free_events(events);
}
