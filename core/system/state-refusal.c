/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about chosen values, and about why there are no initial velocities. */
#include "core/system/state-velocity-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static void
list_value(Listing *list, const char *name, double value)
{
  if (list->count++ < NAMES_MOST)
    g_string_append_printf(list->text, "%s%s = %.10g", list->text->len > 0 ? ", " : "", name, value);
}

static char *
finish_list(Listing *list)
{
  if (list->count > NAMES_MOST)
    g_string_append_printf(list->text, _(" and %u more"), list->count - NAMES_MOST);
  return g_string_free(list->text, FALSE);
}

/* Whether a `gauge` chooses the velocity. */
static gboolean
is_gauged(const NoslipSystem *system, guint fibre)
{
  for (guint i = 0; i < system->n_gauges; i++)
    if (system->gauges[i].fibre == fibre)
      return TRUE;
  return FALSE;
}

/* Adds one note that lists the chosen values, except those that are 0. */
void
noslip_state_note_choice(NoslipStarter *starter, const GArray *given, const gboolean *given_x, const double *x,
                         const double *y, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  Listing coordinates = {g_string_new(NULL), 0}, velocities = {g_string_new(NULL), 0};
  for (guint i = 0; i < system->m + system->n; i++)
    starter->chosen[i] = FALSE;
  for (guint i = 0; i < system->m && starter->conditions != NULL; i++)
    if (x[i] != 0 && !given_x[i]) {
      starter->chosen[i] = TRUE;
      list_value(&coordinates, system->coordinates[i].name, x[i]);
    }
  for (guint a = 0; a < system->n; a++)
    if (y[a] != 0 && !noslip_state_is_given(system, given, a) && !is_gauged(system, a)) {
      gboolean multiplier = g_str_has_prefix(system->fibres[a].name, "mu("); /* dynamics/vakonomic-extension.h */
      starter->chosen[system->m + a] = TRUE;
      list_value(multiplier ? &coordinates : &velocities, system->fibres[a].name, y[a]);
    }
  guint n_coordinates = coordinates.count, n_velocities = velocities.count;
  g_autofree char *places = finish_list(&coordinates);
  g_autofree char *speeds = finish_list(&velocities);
  g_autofree char *first = n_coordinates > 0 ? g_strdup_printf(_("%s (least change from 0)"), places) : g_strdup("");
  g_autofree char *second = n_velocities == 0          ? g_strdup("")
                            : system->two_form != NULL ? g_strdup_printf("%s (i_X Omega = alpha)", speeds)
                                                       : g_strdup_printf(_("%s (least energy)"), speeds);
  if (n_coordinates + n_velocities > 0)
    noslip_diagnostics_add(diagnostics,
                           noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_INITIAL, NULL, NULL, _("chosen: %s%s%s"),
                                                 first, n_coordinates > 0 && n_velocities > 0 ? "; " : "", second));
}

/* Whether k of the constraints have no common velocity at x, regardless of given values. */
static gboolean
contradict(const NoslipSystem *system, const double *parameters, const double *x, guint k, const guint *chosen)
{
  g_autofree double *y = g_new0(double, (gsize) system->n + 1);
  NoslipVelocityProblem problem = {.m = system->m, .n = system->n, .k = k, .x = x};
  guint which = 0;
  double residual = 0;
  for (guint c = 0; c < k; c++)
    problem.is_nonlinear |= system->constraints[chosen[c]].kind == NOSLIP_NONLINEAR;
  g_autoptr(NoslipTape) tape = noslip_state_compile_problem(system, k, chosen);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, parameters);
  problem.work = work;
  return noslip_velocity_solve(&problem, y, &which, &residual) == NOSLIP_VELOCITY_CONSTRAINT_FAILS;
}

/* Names a minimal set of constraints that contradict each other; FALSE if there is none, because the given velocities
 * are the cause. */
gboolean
noslip_state_explain_contradiction(const NoslipSystem *system, const double *parameters, const double *x,
                                   NoslipDiagnostics *diagnostics)
{
  guint k = system->k;
  g_autofree guint *chosen = g_new(guint, (gsize) k + 1);
  for (guint c = 0; c < k; c++)
    chosen[c] = c;
  if (k > CONTRADICTING_MOST || !contradict(system, parameters, x, k, chosen))
    return FALSE;
  for (guint c = k; c-- > 0 && k > 1;) {
    guint omitted = chosen[c];
    memmove(chosen + c, chosen + c + 1, (k - c - 1) * sizeof(guint));
    if (contradict(system, parameters, x, k - 1, chosen)) {
      k--;
      continue;
    }
    memmove(chosen + c + 1, chosen + c, (k - c - 1) * sizeof(guint));
    chosen[c] = omitted;
  }
  g_autoptr(GString) names = g_string_new(NULL);
  for (guint c = 0; c < k; c++)
    g_string_append_printf(names, "%s'%s'",
                           c == 0      ? ""
                           : c + 1 < k ? ", "
                                       : _(" and "),
                           system->constraints[chosen[c]].name);
  noslip_state_error(
      diagnostics, &system->constraints[chosen[k - 1]].place,
      k > 1 ? _("leave one of them out, or correct it") : _("correct it, or change the initial coordinates"),
      g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "no velocities satisfy constraint %s at the initial coordinates",
                                  "no velocities satisfy constraints %s together at the initial coordinates", k),
                      names->str));
  return TRUE;
}

/* The values of given entries that differ from the requested ones, "x = 0.6, y' = 0.1"; NULL if none does. */
static char *
state_list_changes(const NoslipSystem *system, const StateRequest *request, const GArray *given,
                   const double *requested_x, const double *requested_y, const double *x, const double *y)
{
  Listing list = {g_string_new(NULL), 0};
  for (guint i = 0; i < system->m; i++)
    if (request->given_x[i] && fabs(x[i] - requested_x[i]) > 1e-12 * (fabs(x[i]) + fabs(requested_x[i])))
      list_value(&list, system->coordinates[i].name, x[i]);
  for (guint a = 0; a < system->n; a++)
    if ((given->len == 0 || noslip_state_is_given(system, given, a)) &&
        fabs(y[a] - requested_y[a]) > 1e-12 * (fabs(y[a]) + fabs(requested_y[a])))
      list_value(&list, system->fibres[a].name, y[a]);
  g_autofree char *text = NULL;
  if (list.count > 0)
    return finish_list(&list);
  for (guint a = 0; a < system->n; a++) /* entries x' = ... for an x' that is not a fibre coordinate */
    if (fabs(y[a] - requested_y[a]) > 1e-12 * (fabs(y[a]) + fabs(requested_y[a])))
      list_value(&list, system->fibres[a].name, y[a]);
  text = finish_list(&list);
  return *text != '\0' ? g_steal_pointer(&text) : NULL;
}

char *
noslip_state_list_moved(const NoslipSystem *system, const double *from, const double *to)
{
  Listing list = {g_string_new(NULL), 0};
  for (guint i = 0; i < system->m; i++)
    if (fabs(to[i] - from[i]) > 1e-12 * (fabs(to[i]) + fabs(from[i])))
      list_value(&list, system->coordinates[i].name, to[i]);
  g_autofree char *text = finish_list(&list);
  return *text != '\0' ? g_steal_pointer(&text) : NULL;
}

/* The requested velocities at x, and 0 for the others. */
static void
request_velocities(NoslipStarter *starter, const double *parameters, const double *x, const GArray *given, double *y)
{
  guint n = starter->system->n, q = given->len;
  memset(y, 0, n * sizeof(double));
  if (q == 0)
    return;
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  g_autofree double *targets = g_new0(double, (gsize) q *n + 1);
  g_autofree double *values = g_new0(double, (gsize) q + 1);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(q, n);
  if (noslip_state_evaluate_given(starter, parameters, x, given, targets, values, ignored) &&
      noslip_svd_factor(svd, targets))
    noslip_svd_solve(svd, 1e-10, values, y);
}

/* Takes the nearest consistent state, with a note, or reports the error and suggests that state. */
static gboolean
take_nearest_or_refuse(NoslipStarter *starter, NoslipConditions *conditions, const StateRequest *request,
                       const GArray *given, const double *requested_x, double *x, double *y, const NoslipPlace *place,
                       char *cause, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  g_autofree char *owned = cause;
  g_autofree double *requested_y = g_new0(double, (gsize) system->n + 1);
  request_velocities(starter, request->known.parameters, requested_x, given, requested_y);
  memcpy(x, requested_x, system->m * sizeof(double));
  memcpy(y, requested_y, system->n * sizeof(double));
  gboolean found = noslip_conditions_nearest(conditions, &request->known, starter->conditions == NULL, x, y) !=
                   NOSLIP_CONDITIONS_NOT_MET;
  g_autofree char *changes = found ? state_list_changes(system, request, given, requested_x, requested_y, x, y) : NULL;
  if (changes != NULL && (starter->consistent || starter->moved)) {
    noslip_diagnostics_add(diagnostics,
                           noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_INITIAL, &system->lagrangian_place, NULL,
                                                 _("the nearest consistent initial values were taken: %s"), changes));
    return TRUE;
  }
  g_autofree char *remedy =
      changes != NULL ? g_strdup_printf(_("the nearest consistent values are %s (--consistent takes them)"), changes)
                      : g_strdup(_("change the initial values, or leave out one that the constraints determine"));
  noslip_state_error(diagnostics, place, remedy, g_steal_pointer(&owned));
  return FALSE;
}

/* The constraints as conditions on the velocities. */
static NoslipConditions *
constraint_conditions(const NoslipSystem *system)
{
  g_autofree NoslipExpr *phi = g_new0(NoslipExpr, (gsize) system->k + 1);
  for (guint c = 0; c < system->k; c++)
    phi[c] = system->constraints[c].phi;
  return noslip_conditions_new(system, system->graph, system->k, phi, NULL);
}

gboolean
noslip_state_explain_failure(NoslipStarter *starter, const StateRequest *request, const GArray *given, guint which,
                             double residual, double *x, double *y, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  const NoslipConstraint *constraint = &system->constraints[which];
  g_autoptr(NoslipConditions) conditions = constraint_conditions(system);
  g_autofree char *text = noslip_conditions_text(conditions, which);
  g_autofree double *requested_x = g_new0(double, (gsize) system->m + 1);
  if (system->m > 0)
    memcpy(requested_x, x, system->m * sizeof(double));
  return take_nearest_or_refuse(
      starter, conditions, request, given, requested_x, x, y, &constraint->place,
      g_strdup_printf(_("the initial velocities do not satisfy constraint '%s', %s: the residual "
                        "left - right is %.6g in size"),
                      constraint->name, text, residual),
      diagnostics);
}

void
noslip_state_explain(const NoslipSystem *system, const GArray *given, NoslipVelocityStatus status, guint which,
                     double residual, NoslipDiagnostics *diagnostics)
{
  const NoslipConstraint *constraint = which < system->k ? &system->constraints[which] : NULL;
  const NoslipPlace *place = constraint != NULL ? &constraint->place : NULL;
  if (status == NOSLIP_VELOCITY_GIVEN_CLASH)
    noslip_state_error(diagnostics, &g_array_index(given, Given, which).place, _("leave one of them out"),
                       g_strdup_printf(_("the initial value of '%s' contradicts the other initial velocities by %.3g"),
                                       g_array_index(given, Given, which).name, residual));
  else if (status == NOSLIP_VELOCITY_NOT_UNIQUE)
    noslip_state_error(diagnostics, place, _("give more of the initial velocities"),
                       g_strdup_printf(_("constraint '%s' leaves several initial velocities that are equally near to "
                                         "rest"),
                                       constraint != NULL ? constraint->name : ""));
  else
    noslip_state_error(diagnostics, constraint != NULL ? place : &system->lagrangian_place,
                       _("change the initial values, or the parameters"),
                       g_strdup(_("the constraints or the kinetic energy are not finite at the initial state")));
}

gboolean
noslip_state_refuse_condition(NoslipStarter *starter, const StateRequest *request, const GArray *given,
                              const double *requested_x, guint which, double residual, double *x, double *y,
                              NoslipDiagnostics *diagnostics)
{
  g_autofree char *text = noslip_conditions_text(starter->conditions, which);
  return take_nearest_or_refuse(
      starter, starter->conditions, request, given, requested_x, x, y, &starter->system->lagrangian_place,
      g_strdup_printf(_("the initial values contradict the constraint algorithm's %s: the residual is %.6g"), text,
                      residual),
      diagnostics);
}

gboolean
noslip_state_refuse_ambiguous(const NoslipSystem *system, NoslipDiagnostics *diagnostics)
{
  noslip_state_error(diagnostics, &system->lagrangian_place, _("give more of the initial values"),
                     g_strdup(_("the constraint algorithm leaves several initial states that are equally near to 0")));
  return FALSE;
}
