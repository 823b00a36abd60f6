/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/coordinates.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

const NoslipOverride *
noslip_override_find(guint n_overrides, const NoslipOverride *overrides, const char *name)
{
  for (guint i = 0; i < n_overrides; i++)
    if (strcmp(overrides[i].name, name) == 0)
      return &overrides[i];
  return NULL;
}

static void
complain(const NoslipSystem *system, NoslipDiagnostics *diagnostics, const NoslipInitial *entry, gboolean circular)
{
  if (diagnostics == NULL)
    return;
  NoslipDiagnostic *diagnostic =
      circular ? noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_INITIAL, &entry->place,
                                       _("give one of them a value that does not use the others"),
                                       _("the initial value of '%s' depends on itself"), entry->name)
               : noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_INITIAL, &entry->place,
                                       _("change it, or the parameters that it uses"),
                                       _("the initial value of '%s' is not a finite number"), entry->name);
  noslip_diagnostics_add(diagnostics, diagnostic);
}

/* Whether every coordinate that the entry uses has its value. */
static gboolean
is_ready(const NoslipSystem *system, const NoslipInitial *entry, const gboolean *known)
{
  for (guint i = 0; i < system->m; i++)
    if (!known[i] && noslip_expr_depends(system->graph, entry->value, 1, &system->coordinates[i].symbol))
      return FALSE;
  return TRUE;
}

/* Index of the coordinate of this symbol, or -1. */
static int
coordinate_of(const NoslipSystem *system, NoslipExpr symbol)
{
  for (guint i = 0; i < system->m; i++)
    if (system->coordinates[i].symbol == symbol)
      return (int) i;
  return -1;
}

/* Completes quaternions: components that are not given are 0, except the scalar part, which makes the quaternion a unit
 * one. */
static void
complete_rotations(const NoslipSystem *system, const gboolean *given, double *x, gboolean *known)
{
  for (guint r = 0; r < system->n_rotations; r++) {
    int index[4];
    double rest = 1;
    gboolean usable = TRUE;
    for (guint i = 0; i < 4; i++) {
      index[i] = coordinate_of(system, system->rotations[r].quaternion[i]);
      usable &= index[i] >= 0;
    }
    if (!usable || given[index[0]])
      continue;
    for (guint i = 1; i < 4; i++) {
      usable &= known[index[i]];
      rest -= x[index[i]] * x[index[i]];
    }
    x[index[0]] = usable ? sqrt(fmax(rest, 0)) : 1;
    known[index[0]] = TRUE;
  }
}

static void
collect_symbols(const NoslipSystem *system, const double *parameters, NoslipExpr *symbols, double *values)
{
  for (guint i = 0; i < system->n_parameters; i++) {
    symbols[i] = system->parameters[i].symbol;
    values[i] = parameters[i];
  }
  for (guint i = 0; i < system->m; i++)
    symbols[system->n_parameters + i] = system->coordinates[i].symbol;
}

/* Marks coordinates as given by a statement or an override, and as known if their value is. */
static void
sort_entries(const NoslipSystem *system, guint n_overrides, const NoslipOverride *overrides, double *x, gboolean *known,
             gboolean *given, gboolean *done)
{
  for (guint i = 0; i < system->n_initials; i++) {
    if (system->initials[i].kind == NOSLIP_ENTRY_COORDINATE)
      given[system->initials[i].index] = TRUE;
    else
      done[i] = TRUE;
  }
  for (guint i = 0; i < system->m; i++) {
    const NoslipOverride *override = noslip_override_find(n_overrides, overrides, system->coordinates[i].name);
    known[i] = override != NULL || !given[i];
    given[i] |= override != NULL;
    x[i] = override != NULL ? override->value : 0;
  }
  for (guint i = 0; i < system->n_initials; i++)
    done[i] |= system->initials[i].kind == NOSLIP_ENTRY_COORDINATE && known[system->initials[i].index];
}

/* Evaluates the entries in an order in which each follows those that it uses. FALSE if a value is not finite; it is set
 * to 0 then. */
static gboolean
evaluate_entries(const NoslipSystem *system, const double *parameters, double *x, gboolean *known, gboolean *done,
                 NoslipDiagnostics *diagnostics)
{
  guint m = system->m, n_symbols = system->n_parameters + m;
  g_autofree NoslipExpr *symbols = g_new(NoslipExpr, MAX(n_symbols, 1));
  g_autofree double *values = g_new0(double, MAX(n_symbols, 1));
  gboolean ok = TRUE, progress = TRUE;
  collect_symbols(system, parameters, symbols, values);
  while (progress) {
    progress = FALSE;
    for (guint i = 0; i < system->n_initials; i++) {
      const NoslipInitial *entry = &system->initials[i];
      if (done[i] || !is_ready(system, entry, known))
        continue;
      memcpy(values + system->n_parameters, x, m * sizeof *x);
      x[entry->index] = noslip_expr_value(system->graph, entry->value, n_symbols, symbols, values);
      known[entry->index] = done[i] = progress = TRUE;
      if (!isfinite(x[entry->index])) {
        complain(system, diagnostics, entry, FALSE);
        x[entry->index] = 0;
        ok = FALSE;
      }
    }
  }
  return ok;
}

gboolean
noslip_coordinates_initial(const NoslipSystem *system, const double *parameters, guint n_overrides,
                           const NoslipOverride *overrides, double *x, NoslipDiagnostics *diagnostics)
{
  g_autofree gboolean *known = g_new0(gboolean, MAX(system->m, 1));
  g_autofree gboolean *given = g_new0(gboolean, MAX(system->m, 1));
  g_autofree gboolean *done = g_new0(gboolean, MAX(system->n_initials, 1));
  sort_entries(system, n_overrides, overrides, x, known, given, done);
  complete_rotations(system, given, x, known);
  gboolean ok = evaluate_entries(system, parameters, x, known, done, diagnostics);
  complete_rotations(system, given, x, known);
  for (guint i = 0; i < system->n_initials; i++)
    if (!done[i]) {
      complain(system, diagnostics, &system->initials[i], TRUE);
      return FALSE; /* each cycle is reported once */
    }
  return ok;
}
