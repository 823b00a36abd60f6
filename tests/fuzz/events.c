/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions as users type them, and the CSV of their events. The text: an expression, a line ---, a system. */
#include "tests/fuzz/fuzz.h"

#include "core/language/language.h"
#include "core/system/state.h"
#include "core/trajectory/csv.h"
#include "core/trajectory/events.h"

#include <gsl/gsl_errno.h>
#include <string.h>

#define SEPARATOR "\n---\n"
#define ROWS_MOST 8
#define STEP_MOST 0.05 /* seconds */

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  gsl_set_error_handler_off();
  fuzz_gently = TRUE;
  return 0;
}

/* The fields of the record that starts here, by RFC 4180; *next is the start of the next one. */
static guint
count_fields(const char *text, const char **next)
{
  guint n = 1;
  gboolean quoted = FALSE;
  for (; *text != '\0' && (quoted || *text != '\n'); text++) {
    if (*text == '"')
      quoted = !quoted;
    n += *text == ',' && !quoted;
  }
  g_assert_false(quoted);
  *next = *text == '\n' ? text + 1 : text;
  return n;
}

static void
check_table(const GString *text)
{
  const char *record = text->str;
  guint n = count_fields(record, &record);
  g_assert_true(g_utf8_validate(text->str, (gssize) text->len, NULL));
  while (*record != '\0')
    g_assert_cmpuint(count_fields(record, &record), ==, n);
}

static void
follow(NoslipSystem *system, NoslipDynamics *dynamics, NoslipEvents *events, NoslipRun *run, const double *parameters)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDiagnostic) stopped = NULL;
  g_autoptr(NoslipCsv) csv = noslip_csv_new(system, noslip_dynamics_formulation(dynamics)->kind, diagnostics);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  g_autoptr(GString) text = g_string_new(NULL);
  if (csv == NULL)
    return;
  noslip_csv_header(csv, text);
  const int *deadline = fuzz_deadline();
  while (!stopped && noslip_run_next(run, row, deadline, &error)) {
    noslip_events_feed(events, row, deadline, &stopped);
    for (guint i = 0; i < noslip_events_n(events); i++)
      noslip_csv_rows(csv, parameters, 1, noslip_events_get(events, i).row, text);
  }
  check_table(text);
  fuzz_count("motions with events");
}

static void
find(NoslipSystem *system, const char *expression)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1), *mu = g_new0(double, system->k + 1);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  options.rtol = 1e-6;
  options.step = MIN(system->run_step > 0 ? system->run_step : STEP_MOST, STEP_MOST);
  options.to = ROWS_MOST * options.step;
  if (!noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, mu, diagnostics))
    return;
  const NoslipFormulation *formulation = noslip_formulation_for(system, system->dynamics);
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, &error);
  if (dynamics == NULL)
    return;
  g_autoptr(NoslipEvents) events = noslip_events_new(dynamics, &options, parameters);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy,
                                            formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC ? mu : NULL, &error);
  if (run != NULL && noslip_events_add(events, expression, NOSLIP_EVENT_BOTH, diagnostics))
    follow(system, dynamics, events, run, parameters);
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree char *text = g_strndup((const char *) data, size);
  char *separator = strstr(text, SEPARATOR);
  if (separator == NULL)
    return 0;
  *separator = '\0';
  const char *system_text = separator + strlen(SEPARATOR);
  g_autoptr(NoslipSystem) system = noslip_language_system(system_text, -1, "fuzz.noslip", "fuzz", diagnostics);
  fuzz_accepted = system != NULL;
  if (system != NULL)
    find(system, text);
  return 0;
}
