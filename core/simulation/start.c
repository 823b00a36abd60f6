/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/start.h"

#include "core/system/trial.h"

#include <math.h>
#include <string.h>

void
noslip_start_init(NoslipStart *start, const NoslipSystem *system)
{
  start->system = system;
  start->parameters = noslip_system_default_parameters(system);
  start->found = g_new0(double, noslip_start_n(system) + 1);
  start->is_found = FALSE;
  start->is_set = g_new0(gboolean, noslip_start_n(system) + 1);
  start->value = g_new0(double, noslip_start_n(system) + 1);
  start->chosen = g_new0(gboolean, system->m + system->n + 1);
}

void
noslip_start_clear(NoslipStart *start)
{
  g_free(start->parameters);
  g_free(start->found);
  g_free(start->is_set);
  g_free(start->value);
  g_free(start->chosen);
  *start = (NoslipStart){0};
}

void
noslip_start_copy(NoslipStart *to, const NoslipStart *from)
{
  const NoslipSystem *system = from->system;
  guint n = noslip_start_n(system);
  to->system = system;
  to->parameters = g_memdup2(from->parameters, system->n_parameters * sizeof(double));
  to->found = g_memdup2(from->found, n * sizeof(double));
  to->is_set = g_memdup2(from->is_set, n * sizeof(gboolean));
  to->value = g_memdup2(from->value, n * sizeof(double));
  to->chosen = g_memdup2(from->chosen, (system->m + system->n) * sizeof(gboolean));
}

guint
noslip_start_n(const NoslipSystem *system)
{
  return system->m + system->n + system->k;
}

const char *
noslip_start_name(const NoslipSystem *system, guint index)
{
  guint n = system->m + system->n;
  return index < n ? noslip_state_name(system, index)
                   : noslip_expr_symbol_name(system->graph, system->constraints[index - n].mu);
}

double
noslip_start_parameter(const NoslipStart *start, guint parameter)
{
  return start->system && parameter < start->system->n_parameters ? start->parameters[parameter] : NAN;
}

double
noslip_start_initial(const NoslipStart *start, guint index)
{
  if (!start->system || index >= noslip_start_n(start->system))
    return NAN;
  return start->is_set[index] ? start->value[index] : start->found[index];
}

gboolean
noslip_start_initial_is_set(const NoslipStart *start, guint index)
{
  return start->system && index < noslip_start_n(start->system) && start->is_set[index];
}

gboolean
noslip_start_initial_is_chosen(const NoslipStart *start, guint index)
{
  return start->system && index < start->system->m + start->system->n && !start->is_set[index] && start->chosen[index];
}

gboolean
noslip_start_set_parameter(NoslipStart *start, guint parameter, double value)
{
  if (!start->system || parameter >= start->system->n_parameters || !isfinite(value) ||
      start->parameters[parameter] == value)
    return FALSE;
  start->parameters[parameter] = value;
  return TRUE;
}

static void
set_value(NoslipStart *start, guint index, double value)
{
  start->is_set[index] = TRUE;
  start->value[index] = value;
}

gboolean
noslip_start_set(NoslipStart *start, guint index, double value)
{
  if (!start->system || index >= noslip_start_n(start->system) || !isfinite(value))
    return FALSE;
  if (start->is_set[index] ? start->value[index] == value : start->is_found && start->found[index] == value)
    return FALSE;
  set_value(start, index, value);
  return TRUE;
}

/* A value of a trial; FALSE for a velocity x' that is not a fibre coordinate, which has no slider. */
static gboolean
set_named(NoslipStart *start, const NoslipOverride *value)
{
  for (guint i = 0; i < noslip_start_n(start->system); i++)
    if (strcmp(noslip_start_name(start->system, i), value->name) == 0) {
      set_value(start, i, value->value);
      return TRUE;
    }
  return FALSE;
}

/* If a value has no slider, all velocities are set to those of the state that it gives. */
static NoslipDiagnostic *
set_velocities(NoslipStart *start, const GArray *values)
{
  const NoslipSystem *system = start->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *xy = g_new0(double, (gsize) system->m + system->n + 1);
  if (!noslip_state_initial(system, start->parameters, values->len, (const NoslipOverride *) (gpointer) values->data,
                            xy, xy + system->m, NULL, diagnostics))
    return noslip_diagnostics_first_error(diagnostics);
  for (guint i = system->m; i < system->m + system->n; i++)
    set_value(start, i, xy[i]);
  return NULL;
}

NoslipDiagnostic *
noslip_start_set_trial(NoslipStart *start, guint trial)
{
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  gboolean all = TRUE;
  noslip_trial_overrides(start->system, trial, start->parameters, 0, NULL, values);
  memset(start->is_set, 0, noslip_start_n(start->system) * sizeof *start->is_set);
  for (guint i = 0; i < values->len; i++)
    all = set_named(start, &g_array_index(values, NoslipOverride, i)) && all;
  return all ? NULL : set_velocities(start, values);
}

void
noslip_start_reset(NoslipStart *start)
{
  g_free(start->parameters);
  start->parameters = noslip_system_default_parameters(start->system);
  memset(start->is_set, 0, noslip_start_n(start->system) * sizeof *start->is_set);
}

void
noslip_start_take(NoslipStart *start, const NoslipStart *other)
{
  const NoslipSystem *system = start->system, *before = other->system;
  for (guint i = 0; i < before->n_parameters; i++) {
    int at = noslip_system_parameter(system, before->parameters[i].name);
    if (at >= 0 && system->parameters[at].value == before->parameters[i].value)
      start->parameters[at] = other->parameters[i];
  }
  for (guint i = 0; i < noslip_start_n(before); i++)
    for (guint j = 0; other->is_set[i] && j < noslip_start_n(system); j++)
      if (g_str_equal(noslip_start_name(before, i), noslip_start_name(system, j)))
        set_value(start, j, other->value[i]);
}

void
noslip_start_override(const NoslipStart *start, NoslipTicket *ticket)
{
  for (guint i = 0; i < noslip_start_n(start->system); i++)
    if (start->is_set[i])
      noslip_ticket_add_override(ticket, noslip_start_name(start->system, i), start->value[i]);
}
