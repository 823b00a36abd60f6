/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Initial coordinates and the equations on them: manifolds and holonomic constraints. */
#include "core/system/state-velocity-private.h"

/* Coordinates that are at most this far from a manifold are moved onto it; in the unit of the coordinates. */
#define NEAR_MANIFOLD 1e-2
/* A shift too small to be reported. */
#define SILENT_SHIFT 1e-12

/* One shift onto a manifold or holonomic constraint. */
static void
note_shift(const NoslipPlace *place, const NoslipConstraint *constraint, double distance,
           NoslipDiagnostics *diagnostics)
{
  noslip_diagnostics_add(
      diagnostics,
      constraint != NULL
          ? noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_INITIAL, place, NULL,
                                  _("the initial coordinates were moved by %.3g onto the constraint %s"), distance,
                                  constraint->name)
          : noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_INITIAL, place, NULL,
                                  _("the initial coordinates were moved by %.3g onto the manifold"), distance));
}

/* Moves x onto all manifolds and holonomic constraints, with the least change of the coordinates in `counted`; FALSE if
 * no such coordinates were found, or several. */
static gboolean
nearest_positions(const NoslipSystem *system, const double *parameters, const gboolean *counted, double *x)
{
  g_autofree NoslipExpr *positions = noslip_exprs_new(system->k);
  g_autofree double *y = g_new0(double, (gsize) system->n + 1);
  guint n = 0;
  for (guint c = 0; c < system->k; c++)
    if (system->constraints[c].holonomic)
      positions[n++] = system->constraints[c].position;
  const NoslipKnown known = {.parameters = parameters, .given_x = counted};
  g_autoptr(NoslipConditions) conditions = noslip_conditions_new(system, system->graph, n, positions, NULL);
  return noslip_conditions_nearest(conditions, &known, FALSE, x, y) == NOSLIP_CONDITIONS_MET;
}

/* The coordinates to suggest, "x = 0.6, y = 0.8", or NULL: if possible only coordinates that were not given are
 * changed. */
static char *
suggest_positions(const NoslipSystem *system, const double *parameters, const gboolean *given_x, const double *x,
                  double *nearest)
{
  g_autofree gboolean *all = g_new0(gboolean, (gsize) system->m + 1);
  memcpy(nearest, x, system->m * sizeof(double));
  if (nearest_positions(system, parameters, given_x, nearest))
    return noslip_state_list_moved(system, x, nearest);
  for (guint i = 0; i < system->m; i++)
    all[i] = TRUE;
  memcpy(nearest, x, system->m * sizeof(double));
  return nearest_positions(system, parameters, all, nearest) ? noslip_state_list_moved(system, x, nearest) : NULL;
}

/* Handles coordinates that are too far from the manifold: reports an error that names the nearest ones on it, or
 * (consistent) takes these. */
static gboolean
refuse_positions(NoslipStarter *starter, const double *parameters, const gboolean *given_x, guint worst, double *x,
                 NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  const NoslipConstraint *constraint = NULL;
  const NoslipPlace *place = noslip_manifold_place(starter->manifold, worst, &constraint);
  g_autofree char *equation = noslip_expr_text(system->graph, noslip_manifold_equation(starter->manifold, worst));
  g_autofree double *nearest = g_new0(double, (gsize) system->m + 1);
  double residual = noslip_manifold_residual(starter->manifold_work, 0, x, worst);
  g_autofree char *changes = suggest_positions(system, parameters, given_x, x, nearest);
  if (changes != NULL && starter->consistent) {
    memcpy(x, nearest, system->m * sizeof(double));
    starter->moved = TRUE;
    noslip_diagnostics_add(diagnostics,
                           noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_INITIAL, place, NULL,
                                                 _("the nearest consistent initial values were taken: %s"), changes));
    return TRUE;
  }
  g_autofree char *remedy =
      changes != NULL ? g_strdup_printf(_("the nearest consistent values are %s (--consistent takes them)"), changes)
                      : g_strdup(_("give initial coordinates that satisfy it; within 0.01 they are brought onto it"));
  noslip_state_error(
      diagnostics, place, remedy,
      constraint != NULL
          ? g_strdup_printf(_("the initial coordinates do not satisfy constraint '%s', %s = 0: the residual "
                              "left - right is %.3g in size"),
                            constraint->name, equation, residual)
          : g_strdup_printf(_("the initial coordinates are off the manifold %s = 0 by %.3g"), equation, residual));
  return FALSE;
}

static gboolean
onto_manifolds(NoslipStarter *starter, const double *parameters, const gboolean *given_x, double *x,
               NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  if (starter->manifold == NULL) {
    starter->manifold = noslip_manifold_new(system, TRUE);
    starter->manifold_work = noslip_manifold_workspace_new(starter->manifold);
  }
  g_autofree double *moved = g_new0(double, (gsize) system->m + 1);
  memcpy(moved, x, system->m * sizeof(double));
  guint worst = 0;
  noslip_manifold_set_parameters(starter->manifold_work, parameters);
  double distance = noslip_manifold_project(starter->manifold_work, 0, moved, &worst);
  if (!(distance >= 0 && distance <= NEAR_MANIFOLD))
    return refuse_positions(starter, parameters, given_x, worst, x, diagnostics);
  memcpy(x, moved, system->m * sizeof(double));
  starter->moved = distance > SILENT_SHIFT;
  if (starter->moved) {
    const NoslipConstraint *constraint = NULL;
    const NoslipPlace *place = noslip_manifold_place(starter->manifold, worst, &constraint);
    note_shift(place, constraint, distance, diagnostics);
  }
  return TRUE;
}

gboolean
noslip_state_positions(NoslipStarter *starter, const double *parameters, guint n_overrides,
                       const NoslipOverride *overrides, double *x, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  g_autofree gboolean *given_x = g_new0(gboolean, (gsize) system->m + 1);
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  gboolean all = TRUE;
  noslip_state_given_coordinates(system, n_overrides, overrides, given_x);
  for (guint i = 0; i < system->m; i++)
    all &= given_x[i];
  gboolean movable = starter->conditions != NULL && !all;
  return onto_manifolds(starter, parameters, given_x, x, movable ? ignored : diagnostics) || movable;
}
