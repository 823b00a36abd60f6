/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/state-private.h"

#include "core/system/coordinates.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Copies of the overrides with ASCII apostrophes; FALSE if one of them is invalid. */
static gboolean
check_overrides(const NoslipSystem *system, guint n, const NoslipOverride *overrides, NoslipOverride *clean,
                GPtrArray *names, NoslipDiagnostics *diagnostics)
{
  gboolean ok = TRUE;
  for (guint i = 0; i < n; i++) {
    g_auto(GStrv) parts = g_strsplit(overrides[i].name, "\u2032", -1);
    char *name = g_strjoinv("'", parts);
    NoslipExpr velocity;
    g_ptr_array_add(names, name);
    clean[i] = (NoslipOverride){name, overrides[i].value};
    if (!noslip_state_is_entry(system, name, &velocity)) {
      noslip_diagnostics_add(diagnostics,
                             noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNKNOWN_NAME, NULL,
                                                   _("name a coordinate, a velocity or mu(CONSTRAINT) of the system"),
                                                   _("'%s' has no initial value in this system"), name));
      ok = FALSE;
    } else if (!isfinite(overrides[i].value)) {
      noslip_state_error(diagnostics, NULL, _("give a finite number"),
                         g_strdup_printf(_("the initial value of '%s' is not a finite number"), name));
      ok = FALSE;
    }
  }
  return ok;
}

static gboolean
evaluate_mu(const NoslipSystem *system, const double *parameters, guint n_overrides, const NoslipOverride *overrides,
            const double *x, double *mu, NoslipDiagnostics *diagnostics)
{
  guint n_symbols = system->n_parameters + system->m;
  g_autofree NoslipExpr *symbols = g_new(NoslipExpr, (gsize) n_symbols + 1);
  g_autofree double *values = g_new(double, (gsize) n_symbols + 1);
  gboolean ok = TRUE;
  for (guint i = 0; i < system->n_parameters; i++) {
    symbols[i] = system->parameters[i].symbol;
    values[i] = parameters[i];
  }
  for (guint i = 0; i < system->m; i++) {
    symbols[system->n_parameters + i] = system->coordinates[i].symbol;
    values[system->n_parameters + i] = x[i];
  }
  memset(mu, 0, system->k * sizeof(double));
  for (guint i = 0; i < system->n_initials; i++) {
    const NoslipInitial *entry = &system->initials[i];
    if (entry->kind == NOSLIP_ENTRY_MU)
      mu[entry->index] = noslip_expr_value(system->graph, entry->value, n_symbols, symbols, values);
  }
  for (guint c = 0; c < system->k; c++) {
    g_autofree char *name = g_strdup_printf("mu(%s)", system->constraints[c].name);
    const NoslipOverride *override = noslip_override_find(n_overrides, overrides, name);
    if (override != NULL)
      mu[c] = override->value;
    if (!isfinite(mu[c])) {
      noslip_state_error(diagnostics, NULL, _("change it, or the parameters and coordinates that it uses"),
                         g_strdup_printf(_("the initial value of '%s' is not a finite number"), name));
      ok = FALSE;
    }
  }
  return ok;
}

static gboolean
find_state(NoslipStarter *starter, const double *parameters, guint n_overrides, const NoslipOverride *overrides,
           double *x, double *y, double *mu, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  g_autofree NoslipOverride *clean = g_new0(NoslipOverride, MAX(n_overrides, 1));
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  memset(x, 0, system->m * sizeof(double));
  memset(y, 0, system->n * sizeof(double));
  if (!check_overrides(system, n_overrides, overrides, clean, names, diagnostics))
    return FALSE;
  if (!noslip_coordinates_initial(system, parameters, n_overrides, clean, x, diagnostics))
    return FALSE;
  starter->moved = FALSE;
  if (noslip_system_n_positions(system, TRUE) > 0 &&
      !noslip_state_positions(starter, parameters, n_overrides, clean, x, diagnostics))
    return FALSE;
  if (mu != NULL && !evaluate_mu(system, parameters, n_overrides, clean, x, mu, diagnostics))
    return FALSE;
  return noslip_state_velocities(starter, parameters, n_overrides, clean, x, y, diagnostics);
}

NoslipStarter *
noslip_starter_new(const NoslipSystem *system)
{
  NoslipStarter *starter = g_new0(NoslipStarter, 1);
  starter->system = system;
  starter->compiled = g_array_new(FALSE, FALSE, sizeof(Given));
  starter->chosen = g_new0(gboolean, (gsize) system->m + system->n + 1);
  return starter;
}

void
noslip_starter_free(NoslipStarter *starter)
{
  if (starter == NULL)
    return;
  g_array_unref(starter->compiled);
  noslip_tape_workspace_free(starter->given);
  noslip_tape_workspace_free(starter->problem);
  noslip_tape_workspace_free(starter->conditioned);
  noslip_conditions_free(starter->conditions);
  g_free(starter->chosen);
  noslip_manifold_workspace_free(starter->manifold_work);
  noslip_manifold_free(starter->manifold);
  noslip_starter_free(starter->whole);
  g_clear_pointer(&starter->owner, starter->free_owner);
  g_free(starter);
}

void
noslip_starter_require(NoslipStarter *starter, NoslipConditions *conditions)
{
  noslip_conditions_free(starter->conditions);
  g_clear_pointer(&starter->conditioned, noslip_tape_workspace_free);
  starter->conditions = conditions;
}

void
noslip_starter_extend(NoslipStarter *starter, NoslipStarter *whole, gpointer owner, GDestroyNotify free_owner)
{
  noslip_starter_free(starter->whole);
  g_clear_pointer(&starter->owner, starter->free_owner);
  starter->whole = whole;
  starter->owner = owner;
  starter->free_owner = free_owner;
}

void
noslip_starter_take_consistent(NoslipStarter *starter, gboolean consistent)
{
  starter->consistent = consistent;
  if (starter->whole != NULL)
    noslip_starter_take_consistent(starter->whole, consistent);
}

const gboolean *
noslip_starter_chosen(const NoslipStarter *starter)
{
  return starter->chosen;
}

/* Reports gaps that are negative by more than round-off: the motion would start inside the obstacle. */
static gboolean
check_gaps(const NoslipSystem *system, const double *parameters, const double *x, NoslipDiagnostics *diagnostics)
{
  g_autoptr(NoslipGraph) graph = system->n_bounces > 0 ? noslip_graph_copy(system->graph) : NULL;
  guint n = 1 + system->n_parameters + system->m;
  g_autofree NoslipExpr *symbols = noslip_exprs_new(n);
  g_autofree double *values = g_new0(double, n);
  gboolean good = TRUE;
  symbols[0] = system->t;
  for (guint i = 0; i < system->n_parameters; i++) {
    symbols[1 + i] = system->parameters[i].symbol;
    values[1 + i] = parameters[i];
  }
  for (guint i = 0; i < system->m; i++) {
    symbols[1 + system->n_parameters + i] = system->coordinates[i].symbol;
    values[1 + system->n_parameters + i] = x[i];
  }
  for (guint i = 0; i < system->n_bounces; i++) {
    const NoslipBounce *bounce = &system->bounces[i];
    double gap = noslip_expr_value(graph, bounce->gap, n, symbols, values);
    double size = noslip_expr_value(graph, noslip_expr_magnitude(graph, bounce->gap), n, symbols, values);
    if (gap >= -1e-9 * size)
      continue;
    noslip_diagnostics_add(
        diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_INITIAL, &bounce->place,
                                           _("change the initial coordinates, or write the other sign"),
                                           _("at the start %s is %.6g, and must not be negative"), bounce->name, gap));
    good = FALSE;
  }
  return good;
}

gboolean
noslip_state_check_bodies(const NoslipSystem *system, const double *parameters, NoslipDiagnostics *diagnostics)
{
  g_autofree NoslipExpr *symbols = noslip_exprs_new(system->n_parameters + 1);
  gboolean good = TRUE;
  for (guint i = 0; i < system->n_parameters; i++)
    symbols[i] = system->parameters[i].symbol;
  for (guint i = 0; i < system->n_body_numbers; i++) {
    const NoslipBodyNumber *number = &system->body_numbers[i];
    double value = noslip_expr_value(system->graph, number->value, system->n_parameters, symbols, parameters);
    if (!(value < 0))
      continue;
    good = FALSE;
    g_autofree char *cause =
        number->moment == 0
            ? g_strdup_printf(_("the mass of the body %s is %g"), number->body, value)
            : g_strdup_printf(_("the moment of inertia %u of the body %s is %g"), number->moment, number->body, value);
    noslip_diagnostics_add(diagnostics,
                           noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, &number->place,
                                                 number->moment == 0 ? _("write a mass that is not negative")
                                                                     : _("write moments that are not negative"),
                                                 "%s", cause));
  }
  return good;
}

/* Finds a state by `whole`. The system's own search runs first, because its errors concern velocities only. */
static gboolean
find_whole_state(NoslipStarter *starter, const double *parameters, guint n_overrides, const NoslipOverride *overrides,
                 double *x, double *y, double *mu, NoslipDiagnostics *diagnostics)
{
  guint n = starter->system->n, k = starter->system->k;
  g_autofree double *all = g_new0(double, (gsize) n + k + 1);
  g_autoptr(NoslipDiagnostics) own = noslip_diagnostics_new();
  if (!find_state(starter, parameters, n_overrides, overrides, x, y, mu, own)) {
    for (guint i = 0; i < own->list->len; i++)
      noslip_diagnostics_add(diagnostics, noslip_diagnostic_copy(g_ptr_array_index(own->list, i)));
    return FALSE;
  }
  if (!find_state(starter->whole, parameters, n_overrides, overrides, x, all, NULL, diagnostics))
    return FALSE;
  memcpy(y, all, n * sizeof(double));
  if (mu != NULL)
    memcpy(mu, all + n, k * sizeof(double));
  memcpy(starter->chosen, starter->whole->chosen, ((gsize) starter->system->m + n) * sizeof(gboolean));
  return TRUE;
}

gboolean
noslip_starter_state(NoslipStarter *starter, const double *parameters, guint n_overrides,
                     const NoslipOverride *overrides, double *x, double *y, double *mu, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  gboolean found =
      noslip_state_check_bodies(system, parameters, diagnostics) &&
      (starter->whole != NULL ? find_whole_state(starter, parameters, n_overrides, overrides, x, y, mu, diagnostics)
                              : find_state(starter, parameters, n_overrides, overrides, x, y, mu, diagnostics));
  gboolean ok = found && check_gaps(system, parameters, x, diagnostics);
  if (system->text != NULL)
    noslip_diagnostics_locate(diagnostics, system->text, strlen(system->text), system->file);
  return ok;
}

gboolean
noslip_state_initial(const NoslipSystem *system, const double *parameters, guint n_overrides,
                     const NoslipOverride *overrides, double *x, double *y, double *mu, NoslipDiagnostics *diagnostics)
{
  g_autoptr(NoslipStarter) starter = noslip_starter_new(system);
  return noslip_starter_state(starter, parameters, n_overrides, overrides, x, y, mu, diagnostics);
}

const char *
noslip_state_name(const NoslipSystem *system, guint index)
{
  return index < system->m ? system->coordinates[index].name : system->fibres[index - system->m].name;
}

static NoslipInitial *
find_initial(NoslipSystem *system, const char *name)
{
  for (guint i = 0; i < system->n_initials; i++)
    if (strcmp(system->initials[i].name, name) == 0)
      return &system->initials[i];
  system->initials = g_renew(NoslipInitial, system->initials, system->n_initials + 1);
  NoslipInitial *fresh = &system->initials[system->n_initials++];
  *fresh = (NoslipInitial){.name = g_strdup(name), .index = G_MAXUINT};
  return fresh;
}

static void
take_entry(NoslipSystem *system, const NoslipOverride *override)
{
  NoslipExpr velocity;
  if (!noslip_state_is_entry(system, override->name, &velocity) || strncmp(override->name, "mu(", 3) == 0)
    return;
  NoslipInitial *entry = find_initial(system, override->name);
  entry->value = noslip_expr_number(system->graph, override->value);
  entry->kind = velocity == NOSLIP_ZERO ? NOSLIP_ENTRY_COORDINATE : NOSLIP_ENTRY_VELOCITY;
  entry->target = velocity;
  for (guint i = 0; i < system->m && velocity == NOSLIP_ZERO; i++)
    if (strcmp(system->coordinates[i].name, override->name) == 0) {
      entry->index = i;
      entry->target = system->coordinates[i].symbol;
    }
  for (guint a = 0; a < system->n && velocity != NOSLIP_ZERO; a++)
    if (system->fibres[a].symbol == velocity)
      entry->index = a;
}

void
noslip_system_take_values(NoslipSystem *system, const double *parameters, guint n_overrides,
                          const NoslipOverride *overrides)
{
  for (guint p = 0; p < system->n_parameters; p++)
    system->parameters[p].value = parameters[p];
  for (guint i = 0; i < n_overrides; i++)
    take_entry(system, &overrides[i]);
}
