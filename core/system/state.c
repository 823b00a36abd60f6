/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/state.h"

#include "core/system/coordinates.h"
#include "core/system/manifold.h"
#include "core/system/program.h"
#include "core/system/velocity.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* How far coordinates may be from a manifold to be brought onto it; the unit of the coordinates. */
#define NEAR_MANIFOLD 1e-2
/* A shift that nobody needs to be told about. */
#define SILENT_SHIFT 1e-12
#define NAMES_MOST 8
/* Among more constraints those that contradict each other are not looked for. */
#define CONTRADICTING_MOST 32

/* A velocity that is given: by an `initial` statement, or by an override of its own. */
typedef struct {
  const char *name;
  NoslipPlace place;
  NoslipExpr target;
  NoslipExpr value; /* where not overridden */
  gboolean overridden;
  double number;
} Given;

struct _NoslipStarter {
  const NoslipSystem *system;
  GArray *compiled;        /* of Given: those that `given` was compiled for */
  NoslipTapeWork *given;   /* x -> their slopes (q x n), their values (q); NULL until it is needed */
  NoslipTapeWork *problem; /* see compile_problem() */
  NoslipManifold *manifold;
  NoslipManifoldWork *manifold_work;
};

static void
add_error(NoslipDiagnostics *diagnostics, const NoslipPlace *place, const char *remedy, char *cause)
{
  noslip_diagnostics_add(diagnostics,
                         noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_INITIAL, place, remedy, "%s", cause));
  g_free(cause);
}

/* What an override may name: coordinates, velocities, mu(CONSTRAINT). */
static gboolean
is_entry(const NoslipSystem *system, const char *name, NoslipExpr *velocity)
{
  *velocity = NOSLIP_ZERO;
  for (guint i = 0; i < system->n; i++)
    if (strcmp(system->fibres[i].name, name) == 0) {
      *velocity = system->fibres[i].symbol;
      return TRUE;
    }
  for (guint i = 0; i < system->m; i++) {
    const char *coordinate = system->coordinates[i].name;
    if (strcmp(coordinate, name) == 0)
      return TRUE;
    gsize length = strlen(coordinate);
    if (strncmp(name, coordinate, length) == 0 && strcmp(name + length, "'") == 0) {
      *velocity = system->coordinates[i].velocity;
      return TRUE;
    }
  }
  for (guint c = 0; c < system->k; c++) {
    g_autofree char *mu = g_strdup_printf("mu(%s)", system->constraints[c].name);
    if (strcmp(mu, name) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Copies of the overrides with ASCII apostrophes; FALSE where one cannot be honoured. */
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
    if (!is_entry(system, name, &velocity)) {
      noslip_diagnostics_add(diagnostics,
                             noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNKNOWN_NAME, NULL,
                                                   _("name a coordinate, a velocity or mu(CONSTRAINT) of the system"),
                                                   _("'%s' has no initial value in this system"), name));
      ok = FALSE;
    } else if (!isfinite(overrides[i].value)) {
      add_error(diagnostics, NULL, _("give a finite number"),
                g_strdup_printf(_("the initial value of '%s' is not a finite number"), name));
      ok = FALSE;
    }
  }
  return ok;
}

static gboolean
onto_manifolds(NoslipStarter *starter, const double *parameters, double *x, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  if (starter->manifold == NULL) {
    starter->manifold = noslip_manifold_new(system);
    starter->manifold_work = noslip_manifold_work_new(starter->manifold);
  }
  NoslipManifoldWork *work = starter->manifold_work;
  g_autofree double *moved = g_new(double, (gsize) system->m + 1);
  guint worst = 0;
  noslip_manifold_set_parameters(work, parameters);
  memcpy(moved, x, system->m * sizeof(double));
  double distance = noslip_manifold_project(work, moved, &worst);
  if (distance >= 0 && distance <= NEAR_MANIFOLD) {
    memcpy(x, moved, system->m * sizeof(double));
    if (distance > SILENT_SHIFT)
      noslip_diagnostics_add(
          diagnostics,
          noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_INITIAL, &system->manifold_places[worst], NULL,
                                _("the initial coordinates were moved by %.3g onto the manifold"), distance));
    return TRUE;
  }
  g_autofree char *equation = noslip_expr_text(system->graph, system->manifolds[worst]);
  add_error(diagnostics, &system->manifold_places[worst],
            _("give initial coordinates that satisfy it; within 0.01 they are brought onto it"),
            g_strdup_printf(_("the initial coordinates are off the manifold %s = 0 by %.3g"), equation,
                            noslip_manifold_residual(work, x, worst)));
  return FALSE;
}

static GArray *
collect_given(const NoslipSystem *system, guint n_overrides, const NoslipOverride *overrides)
{
  GArray *given = g_array_new(FALSE, TRUE, sizeof(Given));
  for (guint i = 0; i < system->n_initials; i++) {
    const NoslipInitial *entry = &system->initials[i];
    if (entry->kind != NOSLIP_ENTRY_VELOCITY)
      continue;
    Given one = {entry->name, entry->place, entry->target, entry->value, FALSE, 0};
    const NoslipOverride *override = noslip_override_find(n_overrides, overrides, entry->name);
    if (override != NULL) {
      one.overridden = TRUE;
      one.number = override->value;
    }
    g_array_append_val(given, one);
  }
  for (guint i = 0; i < n_overrides; i++) {
    NoslipExpr velocity;
    gboolean stated = FALSE;
    for (guint j = 0; j < given->len; j++)
      stated |= strcmp(g_array_index(given, Given, j).name, overrides[i].name) == 0;
    if (stated || !is_entry(system, overrides[i].name, &velocity) || velocity == NOSLIP_ZERO)
      continue;
    Given one = {overrides[i].name, {0, 0, 0}, velocity, NOSLIP_ZERO, TRUE, overrides[i].value};
    g_array_append_val(given, one);
  }
  return given;
}

/* d2 e/dy^a dy^b, [a * n + b]. */
static void
append_hessian(NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *y, GArray *outputs)
{
  for (guint a = 0; a < n; a++) {
    NoslipExpr slope = noslip_expr_derivative(graph, e, y[a]);
    for (guint b = 0; b < n; b++) {
      NoslipExpr second = noslip_expr_derivative(graph, slope, y[b]);
      g_array_append_val(outputs, second);
    }
  }
}

/* The program that noslip_velocity_solve() evaluates, for k of the constraints; see velocity.h. */
static NoslipTape *
compile_problem(const NoslipSystem *system, guint k, const guint *chosen)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  guint m = system->m, n = system->n;
  g_autofree NoslipExpr *variables = g_new(NoslipExpr, (gsize) m + n + k + 1);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autofree NoslipExpr *gradient = g_new(NoslipExpr, (gsize) n + 1);
  NoslipExpr extended = system->kinetic;
  for (guint i = 0; i < m; i++)
    variables[i] = system->coordinates[i].symbol;
  for (guint a = 0; a < n; a++)
    variables[m + a] = system->fibres[a].symbol;
  for (guint c = 0; c < k; c++) {
    g_autofree char *name = g_strdup_printf("nu %u", c); /* no name of a text has a space */
    variables[m + n + c] = noslip_expr_symbol(graph, name);
    if (system->constraints[chosen[c]].kind == NOSLIP_NONLINEAR)
      extended = noslip_expr_add_product(graph, extended, variables[m + n + c], system->constraints[chosen[c]].phi);
  }
  const NoslipExpr *y = variables + m;
  for (guint a = 0; a < n; a++)
    gradient[a] = noslip_expr_derivative(graph, system->kinetic, y[a]);
  g_array_append_vals(outputs, gradient, n);
  append_hessian(graph, extended, n, y, outputs);
  append_hessian(graph, system->kinetic, n, y, outputs);
  for (guint c = 0; c < k; c++)
    g_array_append_val(outputs, system->constraints[chosen[c]].phi);
  for (guint c = 0; c < k; c++) {
    NoslipExpr size = noslip_expr_magnitude(graph, system->constraints[chosen[c]].phi);
    g_array_append_val(outputs, size);
  }
  for (guint c = 0; c < k; c++)
    for (guint a = 0; a < n; a++) {
      NoslipExpr slope = noslip_expr_derivative(graph, system->constraints[chosen[c]].phi, y[a]);
      g_array_append_val(outputs, slope);
    }
  g_array_append_val(outputs, system->kinetic);
  return noslip_program_new(system, graph, m + n + k, variables, outputs->len, (const NoslipExpr *) outputs->data);
}

static gboolean
is_compiled(const NoslipStarter *starter, const GArray *given)
{
  if (starter->given == NULL || starter->compiled->len != given->len)
    return FALSE;
  for (guint j = 0; j < given->len; j++) {
    const Given *one = &g_array_index(given, Given, j), *other = &g_array_index(starter->compiled, Given, j);
    if (one->target != other->target || one->value != other->value)
      return FALSE;
  }
  return TRUE;
}

static void
compile_given(NoslipStarter *starter, const GArray *given)
{
  const NoslipSystem *system = starter->system;
  guint m = system->m, n = system->n, q = given->len;
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autofree NoslipExpr *symbols = noslip_program_state_symbols(system);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint j = 0; j < q; j++)
    for (guint a = 0; a < n; a++) {
      NoslipExpr slope = noslip_expr_derivative(graph, g_array_index(given, Given, j).target, system->fibres[a].symbol);
      g_array_append_val(outputs, slope);
    }
  for (guint j = 0; j < q; j++)
    g_array_append_val(outputs, g_array_index(given, Given, j).value);
  g_autoptr(NoslipTape) tape =
      noslip_program_new(system, graph, m, symbols + 1, outputs->len, (const NoslipExpr *) outputs->data);
  noslip_tape_work_free(starter->given);
  starter->given = noslip_tape_work_new(tape);
  g_array_set_size(starter->compiled, 0);
  g_array_append_vals(starter->compiled, given->data, q);
}

/* Numbers for what is given: targets q x n, values q. FALSE where one is not finite. */
static gboolean
evaluate_given(NoslipStarter *starter, const double *parameters, const double *x, const GArray *given, double *targets,
               double *values, NoslipDiagnostics *diagnostics)
{
  guint n = starter->system->n, q = given->len;
  g_autofree double *out = g_new(double, (gsize) q *(n + 1) + 1);
  gboolean ok = TRUE;
  if (!is_compiled(starter, given))
    compile_given(starter, given);
  noslip_tape_set_constants(starter->given, parameters);
  noslip_tape_evaluate(starter->given, x, out);
  memcpy(targets, out, (gsize) q * n * sizeof(double));
  for (guint j = 0; j < q; j++) {
    const Given *one = &g_array_index(given, Given, j);
    values[j] = one->overridden ? one->number : out[(gsize) q * n + j];
    if (!isfinite(values[j])) {
      add_error(diagnostics, &one->place, _("change it, or the parameters and coordinates that it uses"),
                g_strdup_printf(_("the initial value of '%s' is not a finite number"), one->name));
      ok = FALSE;
    }
  }
  return ok;
}

static gboolean
is_given(const NoslipSystem *system, const GArray *given, guint fibre)
{
  for (guint j = 0; j < given->len; j++)
    if (g_array_index(given, Given, j).target == system->fibres[fibre].symbol)
      return TRUE;
  return FALSE;
}

/* One note with what was chosen; velocities that stay at rest are no choice worth a word. */
static void
tell_choice(const NoslipSystem *system, const GArray *given, const double *y, NoslipDiagnostics *diagnostics)
{
  g_autoptr(GString) text = g_string_new(NULL);
  guint count = 0;
  for (guint a = 0; a < system->n; a++) {
    if (y[a] == 0 || is_given(system, given, a))
      continue;
    if (count++ < NAMES_MOST)
      g_string_append_printf(text, "%s%s = %.10g", text->len > 0 ? ", " : "", system->fibres[a].name, y[a]);
  }
  if (count > NAMES_MOST)
    g_string_append_printf(text, _(" and %u more"), count - NAMES_MOST);
  if (count > 0)
    noslip_diagnostics_add(
        diagnostics,
        noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_INITIAL, NULL, NULL,
                              _("initial velocities were chosen so that the constraints hold and the kinetic "
                                "energy is least: %s"),
                              text->str));
}

/* Whether k of the constraints have no velocities at all in common at x, whatever is given. */
static gboolean
contradict(const NoslipSystem *system, const double *parameters, const double *x, guint k, const guint *chosen)
{
  g_autofree double *y = g_new0(double, (gsize) system->n + 1);
  NoslipVelocityProblem problem = {.m = system->m, .n = system->n, .k = k, .x = x};
  guint which = 0;
  double residual = 0;
  for (guint c = 0; c < k; c++)
    problem.is_nonlinear |= system->constraints[chosen[c]].kind == NOSLIP_NONLINEAR;
  g_autoptr(NoslipTape) tape = compile_problem(system, k, chosen);
  g_autoptr(NoslipTapeWork) work = noslip_tape_work_new(tape);
  noslip_tape_set_constants(work, parameters);
  problem.work = work;
  return noslip_velocity_solve(&problem, y, &which, &residual) == NOSLIP_VELOCITY_CONSTRAINT_FAILS;
}

/* Names the constraints that contradict each other, so few that each of them is needed; FALSE where none do and it is
 * the given velocities that are at fault. */
static gboolean
explain_contradiction(const NoslipSystem *system, const double *parameters, const double *x,
                      NoslipDiagnostics *diagnostics)
{
  guint k = system->k;
  g_autofree guint *chosen = g_new(guint, (gsize) k + 1);
  for (guint c = 0; c < k; c++)
    chosen[c] = c;
  if (k > CONTRADICTING_MOST || !contradict(system, parameters, x, k, chosen))
    return FALSE;
  for (guint c = k; c-- > 0 && k > 1;) {
    guint left_out = chosen[c];
    memmove(chosen + c, chosen + c + 1, (k - c - 1) * sizeof(guint));
    if (contradict(system, parameters, x, k - 1, chosen)) {
      k--;
      continue;
    }
    memmove(chosen + c + 1, chosen + c, (k - c - 1) * sizeof(guint));
    chosen[c] = left_out;
  }
  g_autoptr(GString) names = g_string_new(NULL);
  for (guint c = 0; c < k; c++)
    g_string_append_printf(names, "%s'%s'",
                           c == 0      ? ""
                           : c + 1 < k ? ", "
                                       : _(" and "),
                           system->constraints[chosen[c]].name);
  add_error(
      diagnostics, &system->constraints[chosen[k - 1]].place,
      k > 1 ? _("leave one of them out, or correct it") : _("correct it, or change the initial coordinates"),
      g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "no velocities satisfy constraint %s at the initial coordinates",
                                  "no velocities satisfy constraints %s together at the initial coordinates", k),
                      names->str));
  return TRUE;
}

static void
explain(const NoslipSystem *system, const GArray *given, NoslipVelocityStatus status, guint which, double residual,
        NoslipDiagnostics *diagnostics)
{
  const NoslipConstraint *constraint = which < system->k ? &system->constraints[which] : NULL;
  const char *name = constraint != NULL ? constraint->name : "";
  const NoslipPlace *place = constraint != NULL ? &constraint->place : NULL;
  switch (status) {
  case NOSLIP_VELOCITY_FOUND:
    break;
  case NOSLIP_VELOCITY_GIVEN_CLASH:
    add_error(diagnostics, &g_array_index(given, Given, which).place, _("leave one of them out"),
              g_strdup_printf(_("the initial value of '%s' contradicts the other initial velocities by %.3g"),
                              g_array_index(given, Given, which).name, residual));
    break;
  case NOSLIP_VELOCITY_CONSTRAINT_FAILS:
    add_error(
        diagnostics, place, _("change the initial velocities, or leave out one that the constraint determines"),
        g_strdup_printf(_("the initial velocities do not satisfy constraint '%s': the residual left - right is %.6g "
                          "in size"),
                        name, residual));
    break;
  case NOSLIP_VELOCITY_NOT_UNIQUE:
    add_error(
        diagnostics, place, _("give more of the initial velocities"),
        g_strdup_printf(_("constraint '%s' leaves several initial velocities that are equally near to rest"), name));
    break;
  case NOSLIP_VELOCITY_UNDEFINED:
    add_error(diagnostics, constraint != NULL ? place : &system->lagrangian_place,
              _("change the initial values, or the parameters"),
              g_strdup(_("the constraints or the kinetic energy are not finite at the initial state")));
    break;
  }
}

static gboolean
choose_velocities(NoslipStarter *starter, const double *parameters, guint n_overrides, const NoslipOverride *overrides,
                  const double *x, double *y, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  g_autoptr(GArray) given = collect_given(system, n_overrides, overrides);
  g_autofree double *targets = g_new0(double, (gsize) given->len * system->n + 1);
  g_autofree double *values = g_new0(double, (gsize) given->len + 1);
  if (!evaluate_given(starter, parameters, x, given, targets, values, diagnostics))
    return FALSE;
  if (starter->problem == NULL) {
    g_autofree guint *all = g_new(guint, (gsize) system->k + 1);
    for (guint c = 0; c < system->k; c++)
      all[c] = c;
    g_autoptr(NoslipTape) tape = compile_problem(system, system->k, all);
    starter->problem = noslip_tape_work_new(tape);
  }
  noslip_tape_set_constants(starter->problem, parameters);
  NoslipVelocityProblem problem = {
      .m = system->m,
      .n = system->n,
      .k = system->k,
      .q = given->len,
      .is_nonlinear = noslip_system_constraint_class(system) == NOSLIP_NONLINEAR,
      .work = starter->problem,
      .x = x,
      .targets = targets,
      .given = values,
  };
  guint which = 0;
  double residual = 0;
  NoslipVelocityStatus status = noslip_velocity_solve(&problem, y, &which, &residual);
  if (status == NOSLIP_VELOCITY_CONSTRAINT_FAILS && explain_contradiction(system, parameters, x, diagnostics))
    return FALSE;
  if (status != NOSLIP_VELOCITY_FOUND) {
    explain(system, given, status, which, residual, diagnostics);
    return FALSE;
  }
  tell_choice(system, given, y, diagnostics);
  return TRUE;
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
      add_error(diagnostics, NULL, _("change it, or the parameters and coordinates that it uses"),
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
  if (system->n_manifolds > 0 && !onto_manifolds(starter, parameters, x, diagnostics))
    return FALSE;
  if (mu != NULL && !evaluate_mu(system, parameters, n_overrides, clean, x, mu, diagnostics))
    return FALSE;
  return choose_velocities(starter, parameters, n_overrides, clean, x, y, diagnostics);
}

NoslipStarter *
noslip_starter_new(const NoslipSystem *system)
{
  NoslipStarter *starter = g_new0(NoslipStarter, 1);
  starter->system = system;
  starter->compiled = g_array_new(FALSE, FALSE, sizeof(Given));
  return starter;
}

void
noslip_starter_free(NoslipStarter *starter)
{
  if (starter == NULL)
    return;
  g_array_unref(starter->compiled);
  noslip_tape_work_free(starter->given);
  noslip_tape_work_free(starter->problem);
  noslip_manifold_work_free(starter->manifold_work);
  noslip_manifold_free(starter->manifold);
  g_free(starter);
}

gboolean
noslip_starter_state(NoslipStarter *starter, const double *parameters, guint n_overrides,
                     const NoslipOverride *overrides, double *x, double *y, double *mu, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  gboolean ok = find_state(starter, parameters, n_overrides, overrides, x, y, mu, diagnostics);
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
