/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/state-private.h"

#include "core/base/linear.h"
#include "core/system/coordinates.h"
#include "core/system/program.h"
#include "core/system/velocity.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define NAMES_MOST 8
/* Among more constraints those that contradict each other are not looked for. */
#define CONTRADICTING_MOST 32

GArray *
noslip_state_given(const NoslipSystem *system, guint n_overrides, const NoslipOverride *overrides)
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
    if (stated || !noslip_state_is_entry(system, overrides[i].name, &velocity) || velocity == NOSLIP_ZERO)
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

/* The program that noslip_velocity_solve() evaluates, for k functions of (x, y) in a graph grown from the system's; see
 * velocity.h. */
static NoslipTape *
compile_functions(const NoslipSystem *system, const NoslipGraph *from, guint k, const NoslipExpr *phi,
                  const gboolean *nonlinear)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(from);
  guint m = system->m, n = system->n;
  g_autofree NoslipExpr *variables = g_new(NoslipExpr, (gsize) m + n + k + 1);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  NoslipExpr extended = system->kinetic;
  for (guint i = 0; i < m; i++)
    variables[i] = system->coordinates[i].symbol;
  for (guint a = 0; a < n; a++)
    variables[m + a] = system->fibres[a].symbol;
  for (guint c = 0; c < k; c++) {
    g_autofree char *name = g_strdup_printf("nu %u", c); /* no name of a text has a space */
    variables[m + n + c] = noslip_expr_symbol(graph, name);
    if (nonlinear[c])
      extended = noslip_expr_add_product(graph, extended, variables[m + n + c], phi[c]);
  }
  const NoslipExpr *y = variables + m;
  for (guint a = 0; a < n; a++) {
    NoslipExpr slope = noslip_expr_derivative(graph, system->kinetic, y[a]);
    g_array_append_val(outputs, slope);
  }
  append_hessian(graph, extended, n, y, outputs);
  append_hessian(graph, system->kinetic, n, y, outputs);
  g_array_append_vals(outputs, phi, k);
  for (guint c = 0; c < k; c++) {
    NoslipExpr size = noslip_expr_magnitude(graph, phi[c]);
    g_array_append_val(outputs, size);
  }
  for (guint c = 0; c < k; c++)
    for (guint a = 0; a < n; a++) {
      NoslipExpr slope = noslip_expr_derivative(graph, phi[c], y[a]);
      g_array_append_val(outputs, slope);
    }
  g_array_append_val(outputs, system->kinetic);
  return noslip_program_at_start(system, graph, m + n + k, variables, outputs->len,
                                 (const NoslipExpr *) (gpointer) outputs->data);
}

/* The same for k of the constraints. */
static NoslipTape *
compile_problem(const NoslipSystem *system, guint k, const guint *chosen)
{
  g_autofree NoslipExpr *phi = g_new(NoslipExpr, (gsize) k + 1);
  g_autofree gboolean *nonlinear = g_new(gboolean, (gsize) k + 1);
  for (guint c = 0; c < k; c++) {
    phi[c] = system->constraints[chosen[c]].phi;
    nonlinear[c] = system->constraints[chosen[c]].kind == NOSLIP_NONLINEAR;
  }
  return compile_functions(system, system->graph, k, phi, nonlinear);
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
  g_autoptr(NoslipTape) tape = noslip_program_at_start(system, graph, m, symbols + 1, outputs->len,
                                                       (const NoslipExpr *) (gpointer) outputs->data);
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
      noslip_state_error(diagnostics, &one->place, _("change it, or the parameters and coordinates that it uses"),
                         g_strdup_printf(_("the initial value of '%s' is not a finite number"), one->name));
      ok = FALSE;
    }
  }
  return ok;
}

gboolean
noslip_state_is_given(const NoslipSystem *system, const GArray *given, guint fibre)
{
  for (guint j = 0; j < given->len; j++)
    if (g_array_index(given, Given, j).target == system->fibres[fibre].symbol)
      return TRUE;
  return FALSE;
}

/* "x = 1, y = 2 and 3 more" */
typedef struct {
  GString *text;
  guint count;
} Listing;

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

/* One note with what was chosen; what stays at 0 is no choice worth a word. */
static void
tell_choice(NoslipStarter *starter, const GArray *given, const gboolean *given_x, const double *x, const double *y,
            NoslipDiagnostics *diagnostics)
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
    if (y[a] != 0 && !noslip_state_is_given(system, given, a)) {
      starter->chosen[system->m + a] = TRUE;
      list_value(&velocities, system->fibres[a].name, y[a]);
    }
  guint n_coordinates = coordinates.count, n_velocities = velocities.count;
  g_autofree char *places = finish_list(&coordinates);
  g_autofree char *speeds = finish_list(&velocities);
  g_autofree char *first = n_coordinates > 0 ? g_strdup_printf(_("%s (least change from 0)"), places) : g_strdup("");
  g_autofree char *second = n_velocities > 0 ? g_strdup_printf(_("%s (least energy)"), speeds) : g_strdup("");
  if (n_coordinates + n_velocities > 0)
    noslip_diagnostics_add(diagnostics,
                           noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_INITIAL, NULL, NULL, _("chosen: %s%s%s"),
                                                 first, n_coordinates > 0 && n_velocities > 0 ? "; " : "", second));
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
  noslip_state_error(
      diagnostics, &system->constraints[chosen[k - 1]].place,
      k > 1 ? _("leave one of them out, or correct it") : _("correct it, or change the initial coordinates"),
      g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "no velocities satisfy constraint %s at the initial coordinates",
                                  "no velocities satisfy constraints %s together at the initial coordinates", k),
                      names->str));
  return TRUE;
}

/* What was asked for, in the form of the search that keeps or moves it. */
typedef struct {
  NoslipExpr *targets, *values;
  gboolean *overridden, *given_x;
  double *numbers;
  NoslipKnown known;
} Asked;

static void
asked_init(Asked *asked, const NoslipSystem *system, const double *parameters, guint n_overrides,
           const NoslipOverride *overrides, const GArray *given)
{
  guint q = given->len;
  asked->targets = g_new0(NoslipExpr, (gsize) q + 1);
  asked->values = g_new0(NoslipExpr, (gsize) q + 1);
  asked->overridden = g_new0(gboolean, (gsize) q + 1);
  asked->numbers = g_new0(double, (gsize) q + 1);
  asked->given_x = g_new0(gboolean, (gsize) system->m + 1);
  noslip_state_given_coordinates(system, n_overrides, overrides, asked->given_x);
  for (guint j = 0; j < q; j++) {
    const Given *one = &g_array_index(given, Given, j);
    asked->targets[j] = one->target;
    asked->values[j] = one->value;
    asked->overridden[j] = one->overridden;
    asked->numbers[j] = one->number;
  }
  asked->known =
      (NoslipKnown){parameters, asked->given_x, q, asked->targets, asked->values, asked->overridden, asked->numbers};
}

static void
asked_clear(Asked *asked)
{
  g_free(asked->targets);
  g_free(asked->values);
  g_free(asked->overridden);
  g_free(asked->numbers);
  g_free(asked->given_x);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Asked, asked_clear)

/* The values of given entries that differ from those asked for, "x = 0.6, y' = 0.1"; NULL where none does. */
static char *
list_changes(const NoslipSystem *system, const Asked *asked, const GArray *given, const double *wish_x,
             const double *wish_y, const double *x, const double *y)
{
  Listing list = {g_string_new(NULL), 0};
  for (guint i = 0; i < system->m; i++)
    if (asked->given_x[i] && fabs(x[i] - wish_x[i]) > 1e-12 * (fabs(x[i]) + fabs(wish_x[i])))
      list_value(&list, system->coordinates[i].name, x[i]);
  for (guint a = 0; a < system->n; a++)
    if ((given->len == 0 || noslip_state_is_given(system, given, a)) &&
        fabs(y[a] - wish_y[a]) > 1e-12 * (fabs(y[a]) + fabs(wish_y[a])))
      list_value(&list, system->fibres[a].name, y[a]);
  g_autofree char *text = NULL;
  if (list.count > 0)
    return finish_list(&list);
  for (guint a = 0; a < system->n; a++) /* x' = ... where x' is no fibre coordinate */
    if (fabs(y[a] - wish_y[a]) > 1e-12 * (fabs(y[a]) + fabs(wish_y[a])))
      list_value(&list, system->fibres[a].name, y[a]);
  text = finish_list(&list);
  return *text != '\0' ? g_steal_pointer(&text) : NULL;
}

/* The velocities that were asked for at x, and 0 for the others. */
static void
wish_velocities(NoslipStarter *starter, const double *parameters, const double *x, const GArray *given, double *y)
{
  guint n = starter->system->n, q = given->len;
  memset(y, 0, n * sizeof(double));
  if (q == 0)
    return;
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  g_autofree double *targets = g_new0(double, (gsize) q *n + 1);
  g_autofree double *values = g_new0(double, (gsize) q + 1);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(q, n);
  if (evaluate_given(starter, parameters, x, given, targets, values, ignored) && noslip_svd_factor(svd, targets))
    noslip_svd_solve(svd, 1e-10, values, y);
}

/* Takes the nearest consistent state, with a note; or says what is wrong and suggests that state. */
static gboolean
make_way(NoslipStarter *starter, NoslipConditions *conditions, const Asked *asked, const GArray *given,
         const double *wish_x, double *x, double *y, const NoslipPlace *place, char *cause,
         NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  g_autofree char *owned = cause;
  g_autofree double *wish_y = g_new0(double, (gsize) system->n + 1);
  wish_velocities(starter, asked->known.parameters, wish_x, given, wish_y);
  memcpy(x, wish_x, system->m * sizeof(double));
  memcpy(y, wish_y, system->n * sizeof(double));
  gboolean found = noslip_conditions_nearest(conditions, &asked->known, starter->conditions == NULL, x, y);
  g_autofree char *changes = found ? list_changes(system, asked, given, wish_x, wish_y, x, y) : NULL;
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

static gboolean
explain_failure(NoslipStarter *starter, const Asked *asked, const GArray *given, guint which, double residual,
                double *x, double *y, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  const NoslipConstraint *constraint = &system->constraints[which];
  g_autoptr(NoslipConditions) conditions = constraint_conditions(system);
  g_autofree char *text = noslip_conditions_text(conditions, which);
  g_autofree double *wish_x = g_new0(double, (gsize) system->m + 1);
  if (system->m > 0)
    memcpy(wish_x, x, system->m * sizeof(double));
  return make_way(starter, conditions, asked, given, wish_x, x, y, &constraint->place,
                  g_strdup_printf(_("the initial velocities do not satisfy constraint '%s', %s: the residual "
                                    "left - right is %.6g in size"),
                                  constraint->name, text, residual),
                  diagnostics);
}

static void
explain(const NoslipSystem *system, const GArray *given, NoslipVelocityStatus status, guint which, double residual,
        NoslipDiagnostics *diagnostics)
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

/* The velocities at x that satisfy the given values and the functions of `problem`. */
static NoslipVelocityStatus
solve_velocities(NoslipStarter *starter, const double *parameters, const double *x, const GArray *given,
                 NoslipTapeWork *work, guint k, gboolean nonlinear, double *y, guint *which, double *residual,
                 NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  g_autofree double *targets = g_new0(double, (gsize) given->len * system->n + 1);
  g_autofree double *values = g_new0(double, (gsize) given->len + 1);
  if (!evaluate_given(starter, parameters, x, given, targets, values, diagnostics))
    return NOSLIP_VELOCITY_UNDEFINED;
  noslip_tape_set_constants(work, parameters);
  NoslipVelocityProblem problem = {
      .m = system->m,
      .n = system->n,
      .k = k,
      .q = given->len,
      .is_nonlinear = nonlinear,
      .work = work,
      .x = x,
      .targets = targets,
      .given = values,
  };
  return noslip_velocity_solve(&problem, y, which, residual);
}

/* The conditions that restrict velocities, as a problem of least energy. Returns their number. */
static guint
prepare_conditioned(NoslipStarter *starter)
{
  const NoslipSystem *system = starter->system;
  guint n = noslip_conditions_n(starter->conditions), count = 0;
  const NoslipExpr *functions = noslip_conditions_functions(starter->conditions);
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(noslip_conditions_graph(starter->conditions));
  g_autofree NoslipExpr *symbols = noslip_program_state_symbols(system);
  g_autofree NoslipExpr *phi = g_new(NoslipExpr, (gsize) n + 1);
  g_autofree gboolean *nonlinear = g_new0(gboolean, (gsize) n + 1);
  const NoslipExpr *y = symbols + 1 + system->m;
  starter->conditioned_nonlinear = FALSE;
  for (guint f = 0; f < n; f++) {
    if (!noslip_expr_depends(graph, functions[f], system->n, y))
      continue;
    for (guint a = 0; a < system->n; a++)
      nonlinear[count] |= noslip_expr_depends(graph, noslip_expr_derivative(graph, functions[f], y[a]), system->n, y);
    starter->conditioned_nonlinear |= nonlinear[count];
    phi[count++] = functions[f];
  }
  if (starter->conditioned == NULL) {
    g_autoptr(NoslipTape) tape = compile_functions(system, graph, count, phi, nonlinear);
    starter->conditioned = noslip_tape_work_new(tape);
  }
  return count;
}

static gboolean
refuse_condition(NoslipStarter *starter, const Asked *asked, const GArray *given, const double *wish_x, guint which,
                 double residual, double *x, double *y, NoslipDiagnostics *diagnostics)
{
  g_autofree char *text = noslip_conditions_text(starter->conditions, which);
  return make_way(
      starter, starter->conditions, asked, given, wish_x, x, y, &starter->system->lagrangian_place,
      g_strdup_printf(_("the initial values contradict the constraint algorithm's %s: the residual is %.6g"), text,
                      residual),
      diagnostics);
}

static gboolean
refuse_ambiguous(const NoslipSystem *system, NoslipDiagnostics *diagnostics)
{
  noslip_state_error(diagnostics, &system->lagrangian_place, _("give more of the initial values"),
                     g_strdup(_("the constraint algorithm leaves several initial states that are equally near to 0")));
  return FALSE;
}

/* (x, y) on the starter's conditions: given values are kept, or make way, or are refused. */
static gboolean
meet_conditions(NoslipStarter *starter, const Asked *asked, const GArray *given, double *x, double *y,
                NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  const double *parameters = asked->known.parameters;
  g_autofree double *wish_x = g_new0(double, (gsize) system->m + 1);
  if (system->m > 0)
    memcpy(wish_x, x, system->m * sizeof(double));
  guint which = 0;
  double residual = 0;
  NoslipConditionsStatus kept = noslip_conditions_keep(starter->conditions, &asked->known, x, y, &which, &residual);
  if (kept == NOSLIP_CONDITIONS_NOT_UNIQUE)
    return refuse_ambiguous(system, diagnostics);
  if (kept == NOSLIP_CONDITIONS_NOT_MET)
    return refuse_condition(starter, asked, given, wish_x, which, residual, x, y, diagnostics);
  g_autofree double *least = g_new0(double, (gsize) system->n + 1);
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  guint count = prepare_conditioned(starter);
  NoslipVelocityStatus status = solve_velocities(starter, parameters, x, given, starter->conditioned, count,
                                                 starter->conditioned_nonlinear, least, &which, &residual, ignored);
  if (status == NOSLIP_VELOCITY_NOT_UNIQUE)
    return refuse_ambiguous(system, diagnostics);
  if (status == NOSLIP_VELOCITY_FOUND)
    memcpy(y, least, system->n * sizeof(double));
  return TRUE;
}

gboolean
noslip_state_velocities(NoslipStarter *starter, const double *parameters, guint n_overrides,
                        const NoslipOverride *overrides, double *x, double *y, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  g_autoptr(GArray) given = noslip_state_given(system, n_overrides, overrides);
  g_auto(Asked) asked;
  asked_init(&asked, system, parameters, n_overrides, overrides, given);
  if (starter->problem == NULL) {
    g_autofree guint *all = g_new(guint, (gsize) system->k + 1);
    for (guint c = 0; c < system->k; c++)
      all[c] = c;
    g_autoptr(NoslipTape) tape = compile_problem(system, system->k, all);
    starter->problem = noslip_tape_work_new(tape);
  }
  guint which = 0, errors = diagnostics->n_errors;
  double residual = 0;
  NoslipVelocityStatus status =
      solve_velocities(starter, parameters, x, given, starter->problem, system->k,
                       noslip_system_constraint_class(system) == NOSLIP_NONLINEAR, y, &which, &residual, diagnostics);
  if (diagnostics->n_errors > errors)
    return FALSE;
  if (status == NOSLIP_VELOCITY_CONSTRAINT_FAILS &&
      (explain_contradiction(system, parameters, x, diagnostics) ||
       !explain_failure(starter, &asked, given, which, residual, x, y, diagnostics)))
    return FALSE;
  if (status != NOSLIP_VELOCITY_FOUND && status != NOSLIP_VELOCITY_CONSTRAINT_FAILS) {
    explain(system, given, status, which, residual, diagnostics);
    return FALSE;
  }
  if (starter->conditions != NULL && !meet_conditions(starter, &asked, given, x, y, diagnostics))
    return FALSE;
  tell_choice(starter, given, asked.given_x, x, y, diagnostics);
  return TRUE;
}
