/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/section.h"

#include "core/base/decimal.h"
#include "core/dynamics/start.h"

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

typedef struct {
  const NoslipSectionOrder *order;
  NoslipDynamics *dynamics;
  NoslipStarter *starter;
  double *parameters, *xy, *mu;
  NoslipOverride *overrides; /* the order's, and one for the spread */
} Work;

static void
keep_start(const Work *work, guint motion)
{
  const NoslipSystem *system = work->order->system;
  guint n = system->m + system->n;
  if (work->order->starts == NULL)
    return;
  double *start = work->order->starts + (gsize) motion * (n + system->k);
  memcpy(start, work->xy, sizeof(double) * n);
  if (work->order->kind == NOSLIP_DYNAMICS_VAKONOMIC)
    memcpy(start + n, work->mu, sizeof(double) * system->k);
}

static gboolean
start_motion(Work *work, guint motion, NoslipDiagnostic **error)
{
  const NoslipSectionOrder *order = work->order;
  const NoslipSystem *system = order->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  guint n = 0;
  memcpy(work->parameters, order->parameters, sizeof(double) * system->n_parameters);
  for (guint i = 0; i < order->n_overrides; i++)
    if (g_strcmp0(order->overrides[i].name, order->spread.name) != 0)
      work->overrides[n++] = order->overrides[i];
  double value = noslip_section_spread_value(&order->spread, motion);
  if (order->spread.parameter >= 0)
    work->parameters[order->spread.parameter] = value;
  else if (order->spread.name != NULL)
    work->overrides[n++] = (NoslipOverride){order->spread.name, value};
  if (noslip_starter_state(work->starter, work->parameters, n, work->overrides, work->xy, work->xy + system->m,
                           work->mu, diagnostics)) {
    keep_start(work, motion);
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

static void
run_all(Work *work, NoslipSectionFound found, gpointer data, NoslipDiagnostic **ended, const int *cancel)
{
  const NoslipSectionOrder *order = work->order;
  const double *mu = order->kind == NOSLIP_DYNAMICS_VAKONOMIC ? work->mu : NULL;
  for (guint i = 0; i < order->spread.n && !(cancel != NULL && g_atomic_int_get(cancel)); i++) {
    NoslipDiagnostic *error = NULL;
    if (start_motion(work, i, &error))
      noslip_section_follow(work->dynamics, &order->options, work->parameters, work->xy, mu, &order->cut, i, found,
                            data, cancel, &error);
    if (ended != NULL)
      ended[i] = error;
    else
      g_clear_pointer(&error, noslip_diagnostic_free);
  }
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
    Work work = {.order = order, .dynamics = dynamics, .starter = noslip_start_new(system, order->kind)};
    work.parameters = g_new0(double, (gsize) system->n_parameters + 1);
    work.xy = g_new0(double, (gsize) system->m + system->n + 1);
    work.mu = g_new0(double, (gsize) system->k + 1);
    work.overrides = g_new0(NoslipOverride, (gsize) order->n_overrides + 1);
    run_all(&work, found, data, ended, cancel);
    noslip_starter_free(work.starter);
    g_free(work.parameters);
    g_free(work.xy);
    g_free(work.mu);
    g_free(work.overrides);
  }
  noslip_dynamics_unref(dynamics);
  return good;
}
