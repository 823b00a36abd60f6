/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/section.h"

#include "core/base/decimal.h"
#include "core/dynamics/start.h"
#include "core/expr/tape.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Reading a spread */

static NoslipDiagnostic *
wrong(const char *text)
{
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL,
                               _("write the name, two values and how many motions: theta=0..1:20"),
                               _("'%s' is not NAME=LO..HI:N"), text);
}

static gboolean
read_values(const char *text, NoslipSectionSpread *spread)
{
  const char *dots = strstr(text, ".."), *colon = strrchr(text, ':');
  guint64 n = 0;
  if (dots == NULL || colon == NULL || colon < dots)
    return FALSE;
  g_autofree char *low = g_strndup(text, (gsize) (dots - text));
  g_autofree char *high = g_strndup(dots + 2, (gsize) (colon - dots - 2));
  if (!noslip_decimal_read(g_strstrip(low), &spread->low) || !noslip_decimal_read(g_strstrip(high), &spread->high) ||
      !isfinite(spread->low) || !isfinite(spread->high) ||
      !g_ascii_string_to_unsigned(colon + 1, 10, 1, NOSLIP_SECTION_MOST_MOTIONS, &n, NULL))
    return FALSE;
  spread->n = (guint) n;
  return TRUE;
}

static gboolean
names_initial_value(const NoslipSystem *system, const char *name)
{
  for (guint i = 0; i < system->m + system->n; i++)
    if (strcmp(noslip_state_name(system, i), name) == 0)
      return TRUE;
  return FALSE;
}

gboolean
noslip_section_spread_read(const NoslipSystem *system, const char *text, NoslipSectionSpread *spread,
                           NoslipDiagnostic **error)
{
  const char *equals = text != NULL ? strchr(text, '=') : NULL;
  *spread = (NoslipSectionSpread){.parameter = -1, .n = 1};
  if (text == NULL || *text == '\0')
    return TRUE;
  if (equals == NULL || !read_values(equals + 1, spread)) {
    *spread = (NoslipSectionSpread){.parameter = -1, .n = 1};
    *error = wrong(text);
    return FALSE;
  }
  g_autofree char *name = g_strstrip(g_strndup(text, (gsize) (equals - text)));
  spread->parameter = noslip_system_parameter(system, name);
  if (spread->parameter < 0 && !names_initial_value(system, name)) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, NULL,
                                   _("'%s' is neither a parameter nor an initial value"), name);
    *spread = (NoslipSectionSpread){.parameter = -1, .n = 1};
    return FALSE;
  }
  spread->name = g_steal_pointer(&name);
  return TRUE;
}

void
noslip_section_spread_clear(NoslipSectionSpread *spread)
{
  g_clear_pointer(&spread->name, g_free);
}

double
noslip_section_spread_value(const NoslipSectionSpread *spread, guint motion)
{
  return spread->n > 1 ? spread->low + (spread->high - spread->low) * motion / (spread->n - 1) : spread->low;
}

/* Running a section */

#define BLOCK NOSLIP_TAPE_LANES /* motions followed together */

typedef struct {
  const NoslipSectionOrder *order;
  NoslipDynamics *dynamics;
  NoslipStarter *starter;
  NoslipOverride *overrides;    /* the order's, and one for the spread */
  double *parameters, *xy, *mu; /* of the motions of a block */
  guint motions[BLOCK];         /* their numbers */
  NoslipSectionFound found;     /* the caller's */
  gpointer data;
} Work;

static void
keep_start(const Work *work, guint motion, const double *xy, const double *mu)
{
  const NoslipSystem *system = work->order->system;
  guint n = system->m + system->n;
  if (work->order->starts == NULL)
    return;
  double *start = work->order->starts + (gsize) motion * (n + system->k);
  memcpy(start, xy, sizeof(double) * n);
  if (work->order->kind == NOSLIP_DYNAMICS_VAKONOMIC)
    memcpy(start + n, mu, sizeof(double) * system->k);
}

/* As place `at` of the block. */
static gboolean
start_motion(Work *work, guint motion, guint at, NoslipDiagnostic **error)
{
  const NoslipSectionOrder *order = work->order;
  const NoslipSystem *system = order->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  double *parameters = work->parameters + (gsize) at * system->n_parameters;
  double *xy = work->xy + (gsize) at * (system->m + system->n), *mu = work->mu + (gsize) at * system->k;
  guint n = 0;
  memcpy(parameters, order->parameters, sizeof(double) * system->n_parameters);
  for (guint i = 0; i < order->n_overrides; i++)
    if (g_strcmp0(order->overrides[i].name, order->spread.name) != 0)
      work->overrides[n++] = order->overrides[i];
  double value = noslip_section_spread_value(&order->spread, motion);
  if (order->spread.parameter >= 0)
    parameters[order->spread.parameter] = value;
  else if (order->spread.name != NULL)
    work->overrides[n++] = (NoslipOverride){order->spread.name, value};
  if (noslip_starter_state(work->starter, parameters, n, work->overrides, xy, xy + system->m, mu, diagnostics)) {
    keep_start(work, motion, xy, mu);
    work->motions[at] = motion;
    return TRUE;
  }
  for (guint i = 0; i < diagnostics->list->len && *error == NULL; i++)
    if (((NoslipDiagnostic *) diagnostics->list->pdata[i])->severity == NOSLIP_ERROR)
      *error = noslip_diagnostic_copy(diagnostics->list->pdata[i]);
  return FALSE;
}

/* Reads the expression once before any motion, so that an error in it is reported once. */
static gboolean
is_readable(NoslipDynamics *dynamics, const NoslipSectionOrder *order, NoslipDiagnostic **error)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipEvents) events = noslip_events_new(dynamics, &order->options, order->parameters);
  if (noslip_events_add(events, order->cut.event, order->cut.direction, diagnostics))
    return TRUE;
  *error = noslip_diagnostic_copy(diagnostics->list->pdata[0]);
  return FALSE;
}

/* By its number instead of its place in the block. */
static void
found_in_block(guint at, const double *row, gpointer data)
{
  const Work *work = data;
  work->found(work->motions[at], row, work->data);
}

static void
keep_error(NoslipDiagnostic **ended, guint motion, NoslipDiagnostic *error)
{
  if (ended != NULL)
    ended[motion] = error;
  else
    g_clear_pointer(&error, noslip_diagnostic_free);
}

/* Motions first .. last - 1; those that cannot start leave no gap in the block. */
static void
run_block(Work *work, guint first, guint last, NoslipDiagnostic **ended, const int *cancel)
{
  const NoslipSectionOrder *order = work->order;
  guint64 counts[BLOCK];
  NoslipDiagnostic *errors[BLOCK];
  guint n = 0;
  for (guint i = first; i < last; i++) {
    NoslipDiagnostic *error = NULL;
    if (start_motion(work, i, n, &error))
      n++;
    else
      keep_error(ended, i, error);
  }
  const NoslipSectionMotions motions = {.dynamics = work->dynamics,
                                        .options = &order->options,
                                        .cut = &order->cut,
                                        .n = n,
                                        .parameters = work->parameters,
                                        .xy = work->xy,
                                        .mu = order->kind == NOSLIP_DYNAMICS_VAKONOMIC ? work->mu : NULL,
                                        .counts = counts,
                                        .errors = errors};
  noslip_section_follow_many(&motions, found_in_block, work, cancel);
  for (guint i = 0; i < n; i++)
    keep_error(ended, work->motions[i], errors[i]);
}

static void
run_all(Work *work, NoslipDiagnostic **ended, const int *cancel)
{
  guint n = work->order->spread.n;
  for (guint i = 0; i < n && !(cancel != NULL && g_atomic_int_get(cancel)); i += BLOCK)
    run_block(work, i, MIN(i + BLOCK, n), ended, cancel);
}

gboolean
noslip_section_run(const NoslipSectionOrder *order, NoslipSectionFound found, gpointer data, NoslipDiagnostic **ended,
                   const int *cancel, NoslipDiagnostic **error)
{
  NoslipSystem *system = order->system;
  const NoslipFormulation *formulation = noslip_formulation_for(system, order->kind);
  NoslipDynamics *dynamics = formulation != NULL ? noslip_dynamics_new(formulation, system, error) : NULL;
  if (formulation == NULL)
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, NULL,
                                   _("motions of this kind cannot be computed"));
  if (dynamics == NULL)
    return FALSE;
  gboolean good = is_readable(dynamics, order, error);
  if (good) {
    Work work = {.order = order,
                 .dynamics = dynamics,
                 .starter = noslip_start_new(system, order->kind),
                 .found = found,
                 .data = data};
    work.parameters = g_new0(double, (gsize) BLOCK * system->n_parameters + 1);
    work.xy = g_new0(double, (gsize) BLOCK *(system->m + system->n) + 1);
    work.mu = g_new0(double, (gsize) BLOCK * system->k + 1);
    work.overrides = g_new0(NoslipOverride, (gsize) order->n_overrides + 1);
    run_all(&work, ended, cancel);
    noslip_starter_free(work.starter);
    g_free(work.parameters);
    g_free(work.xy);
    g_free(work.mu);
    g_free(work.overrides);
  }
  noslip_dynamics_unref(dynamics);
  return good;
}
