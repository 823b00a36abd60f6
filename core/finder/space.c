/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/space.h"

#include "core/finder/atoms.h"
#include "core/finder/graded.h"
#include "core/finder/linear/nullspace.h"
#include "core/finder/linear/reflections.h"
#include "core/finder/polynomials.h"
#include "core/system/program.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Limit before dependent functions are removed: the time grows with the cube of their number. */
#define MOST_COLUMNS 1400
#define MOST_FAMILY 700
#define WITH_RADICALS 2 /* number of narrowing steps that keep products with radicals */
#define MOST_NARROW 4   /* number of steps that make a space smaller; see plan_functions() */
/* The independent part of a function of size 1: below the first it is dependent to rounding, below the second almost
 * dependent. */
#define DEPENDS 1e-11
#define ALMOST 1e-7

/* The input of the construction of a space; `narrow` steps make it smaller. */
typedef struct {
  NoslipSpace *space;
  const NoslipAtoms *atoms;
  const NoslipSpaceOptions *options;
  guint narrow;
} Plan;

static void
add_function(GArray *functions, NoslipExpr e)
{
  for (guint i = 0; i < functions->len; i++)
    if (g_array_index(functions, NoslipExpr, i) == e)
      return;
  g_array_append_val(functions, e);
}

/* b_k: 1, atoms, radicals, products of two. A family after those of the radicals has the functions `alone`. The first step drops squares of velocities, the second products with
 * coordinates that L, frame and constraints do not contain, the third products with radicals, the fourth all products.
 * */
static GArray *
plan_functions(const Plan *plan)
{
  NoslipGraph *graph = plan->space->model->graph;
  const GArray *atoms = plan->atoms->atoms, *radicals = plan->atoms->radicals;
  const NoslipExpr *a = (const NoslipExpr *) (gpointer) atoms->data;
  const gboolean *occurs = (const gboolean *) (gpointer) plan->atoms->occurs->data;
  GArray *functions = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  guint family = plan->options->family, first = family > 0 ? NOSLIP_ATOMS_FAMILY * (family - 1) : 0;
  guint end = family > 0 ? MIN(NOSLIP_ATOMS_FAMILY * family, radicals->len) : radicals->len;
  gboolean with_alone = family == 0 || first >= radicals->len;
  add_function(functions, NOSLIP_ONE);
  for (guint i = 0; i < atoms->len; i++)
    add_function(functions, a[i]);
  for (guint i = first; i < end; i++)
    add_function(functions, g_array_index(radicals, NoslipExpr, i));
  for (guint i = 0; i < plan->atoms->alone->len && with_alone; i++)
    add_function(functions, g_array_index(plan->atoms->alone, NoslipExpr, i));
  for (guint i = first; i < end && plan->narrow < 3; i++)
    for (guint j = 0; j < atoms->len; j++)
      if (plan->narrow < 2 || occurs[j])
        add_function(functions, noslip_expr_mul(graph, g_array_index(radicals, NoslipExpr, i), a[j]));
  for (guint i = 0; i < atoms->len && plan->narrow < 4; i++)
    for (guint j = i; j < atoms->len; j++)
      if (plan->narrow < 2 || (occurs[i] && occurs[j]))
        add_function(functions, noslip_expr_mul(graph, a[i], a[j]));
  return functions;
}

static void
add_monomials(GArray *monomials, const NoslipMonomial *start, guint first, guint end, guint degree)
{
  if (degree == 0) {
    g_array_append_vals(monomials, start, 1);
    return;
  }
  for (guint i = first; i < end; i++) {
    NoslipMonomial next = *start;
    next.factor[next.degree++] = i;
    add_monomials(monomials, &next, i, end, degree - 1);
  }
}

/* Monomials of p_a up to the degree, and of y^alpha unless there are too many. */
static GArray *
plan_monomials(const Plan *plan)
{
  const NoslipSpace *space = plan->space;
  guint r = space->distribution->r, degree = plan->options->degree;
  GArray *monomials = g_array_new(FALSE, FALSE, sizeof(NoslipMonomial));
  const NoslipMonomial one = {0};
  g_array_append_val(monomials, one);
  for (guint d = 1; d <= degree; d++) {
    if (!plan->options->without_momenta)
      add_monomials(monomials, &one, 0, r, d);
    if (!plan->options->without_velocities && (d == 1 || (plan->narrow < 1 && d == 2) || plan->options->graded))
      add_monomials(monomials, &one, r, space->n_u, d);
  }
  return monomials;
}

/* de/dt by the symbols of a row. */
static NoslipExpr
rate_of(const NoslipModel *model, NoslipExpr e)
{
  NoslipExpr rate = noslip_model_base_rate(model, e);
  for (guint alpha = 0; alpha < model->n; alpha++)
    rate = noslip_expr_add_product(model->graph, rate, noslip_expr_derivative(model->graph, e, model->y[alpha]),
                                   model->system->fibres[alpha].acceleration);
  return rate;
}

static void
compile(NoslipSpace *space)
{
  const NoslipModel *model = space->model;
  const NoslipSystem *system = model->system;
  guint n_values = space->n_values = space->n_b + space->n_u + 1, n_symbols;
  g_autofree NoslipExpr *outputs = noslip_exprs_new((gsize) 3 * n_values);
  memcpy(outputs, space->b, sizeof(NoslipExpr) * space->n_b);
  memcpy(outputs + space->n_b, space->u, sizeof(NoslipExpr) * space->n_u);
  outputs[n_values - 1] = system->energy;
  for (guint i = 0; i < n_values; i++) {
    outputs[n_values + i] = rate_of(model, outputs[i]);
    outputs[2 * n_values + i] = noslip_expr_magnitude(model->graph, outputs[n_values + i]);
  }
  g_autofree NoslipExpr *symbols = noslip_system_row_symbols(system, NOSLIP_DYNAMICS_NONHOLONOMIC, &n_symbols);
  g_clear_pointer(&space->tape, noslip_tape_unref);
  space->tape = noslip_program_new(system, model->graph, n_symbols, symbols, 3 * n_values, outputs);
}

/* Value, rate and size of one column from the outputs of the tape. */
static void
column_values(const NoslipSpace *space, const NoslipSpaceColumn *column, const double *out, double values[3])
{
  guint n = space->n_values;
  if (column->energy) {
    for (guint i = 0; i < 3; i++)
      values[i] = out[i * n + n - 1];
    return;
  }
  const NoslipMonomial *m = &space->monomials[column->monomial];
  const double *u = out + space->n_b;
  double value = out[column->b], rate = out[n + column->b], size = out[2 * n + column->b];
  for (guint i = 0; i < m->degree; i++) {
    guint f = m->factor[i];
    rate = rate * u[f] + value * u[n + f];
    size = size * fabs(u[f]) + fabs(value) * u[2 * n + f];
    value *= u[f];
  }
  values[0] = value;
  values[1] = rate;
  values[2] = size;
}

void
noslip_space_evaluate(const NoslipSpace *space, const double *parameters, const NoslipStates *states, guint n_columns,
                      const guint *columns, double *value, double *rate, double *size)
{
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(space->tape);
  g_autofree double *out = g_new0(double, (gsize) 3 * space->n_values);
  double *to[3] = {value, rate, size};
  noslip_tape_set_constants(work, parameters);
  for (guint s = 0; s < states->n; s++) {
    noslip_tape_evaluate(work, noslip_states_row(states, s), out);
    for (guint i = 0; i < n_columns; i++) {
      double values[3];
      column_values(space, &space->columns[columns != NULL ? columns[i] : i], out, values);
      for (guint j = 0; j < 3; j++)
        if (to[j] != NULL)
          to[j][(gsize) i * states->n + s] = values[j];
    }
  }
}

/* Goes through columns (n of `rows` values each; the first one is 1) in order and drops those that depend on earlier
 * ones; kept[] are the indices of the others. */
static guint
independent_columns(guint rows, guint n, const double *a, guint *kept, double small, guint *almost, const int *cancel)
{
  guint done = 0;
  g_autofree double *distance = g_new(double, n);
  noslip_reflections_distances(rows, n, a, small, distance, NULL, cancel);
  for (guint c = 0; c < n; c++) {
    *almost += distance[c] >= DEPENDS && distance[c] < small;
    if (distance[c] >= small)
      kept[done++] = c;
  }
  return done;
}

/* The states at which independence is judged. */
typedef struct {
  NoslipDynamics *dynamics;
  const double *parameters, *xy;
  const int *cancel;
  double almost;
} Where;

static gboolean
keep_independent(NoslipSpace *space, const Where *where, guint64 seed, NoslipDiagnostic **error)
{
  guint n = space->n_columns;
  g_autoptr(NoslipStates) states =
      noslip_states_new(where->dynamics, where->parameters, where->xy, n + n / 4 + 20, seed, error);
  if (states == NULL)
    return FALSE;
  g_autofree double *value = g_new0(double, (gsize) (n + 1) * states->n);
  g_autofree double *scale = g_new0(double, (gsize) n + 1);
  g_autofree guint *kept = g_new0(guint, (gsize) n + 1);
  for (guint i = 0; i < states->n; i++)
    value[i] = 1;
  noslip_space_evaluate(space, where->parameters, states, n, NULL, value + states->n, NULL, NULL);
  noslip_nullspace_balance(states->n, n + 1, value, value, scale);
  guint n_kept = independent_columns(states->n, n + 1, value, kept, where->almost, &space->n_almost, where->cancel);
  space->n_columns = MAX(n_kept, 1) - 1;
  for (guint i = 0; i < space->n_columns; i++)
    space->columns[i] = space->columns[kept[i + 1] - 1];
  return where->cancel == NULL || !g_atomic_int_get(where->cancel);
}

static void
append_column(NoslipSpace *space, gboolean energy, guint b, guint monomial)
{
  space->columns[space->n_columns++] = (NoslipSpaceColumn){energy, b, monomial};
}

/* A monomial of high degree belongs to the potentials of a conserved quantity: to at least two momenta less. */
static gboolean
is_planned(const NoslipSpace *space, guint b, guint monomial, guint degree)
{
  if (space->is_graded)
    return b < space->n_graded[MIN((degree - space->monomials[monomial].degree) / 2, NOSLIP_GRADES - 1)];
  return b < space->n_simple || space->monomials[monomial].degree + 2 <= degree;
}

static guint
count_planned(const NoslipSpace *space, guint degree)
{
  guint count = 0;
  for (guint m = 0; m < space->n_monomials; m++)
    for (guint b = 0; b < space->n_b; b++)
      count += is_planned(space, b, m, degree);
  return count;
}

/* Keeps the functions of x that are independent on M. This is done before they are multiplied with monomials: a
 * dependent function would give a dependent column for each monomial. */
static gboolean
keep_functions(NoslipSpace *space, const GArray *functions, guint n_simple, const Where *where, guint64 seed,
               NoslipDiagnostic **error)
{
  guint graded[NOSLIP_GRADES];
  memcpy(graded, space->n_graded, sizeof graded);
  for (guint g = 0; g < NOSLIP_GRADES; g++)
    space->n_graded[g] = 1;
  space->n_almost = 0;
  space->n_simple = 1;
  space->n_b = functions->len;
  space->b = g_memdup2(functions->data, sizeof(NoslipExpr) * functions->len);
  compile(space);
  space->columns = g_new0(NoslipSpaceColumn, (gsize) space->n_b + 1);
  for (guint b = 1; b < space->n_b; b++)
    append_column(space, FALSE, b, 0);
  if (!keep_independent(space, where, seed, error))
    return FALSE;
  for (guint i = 0; i < space->n_columns; i++) {
    space->n_simple += space->columns[i].b < n_simple;
    for (guint g = 0; g < NOSLIP_GRADES; g++)
      space->n_graded[g] += space->columns[i].b < graded[g];
    space->b[1 + i] = space->b[space->columns[i].b];
  }
  space->n_b = 1 + space->n_columns;
  g_clear_pointer(&space->columns, g_free);
  space->n_columns = 0;
  compile(space);
  return TRUE;
}

static void
all_columns(NoslipSpace *space, guint degree, gboolean with_energy)
{
  space->columns = g_new0(NoslipSpaceColumn, (gsize) space->n_b * space->n_monomials + 2);
  for (guint m = 0; m < space->n_monomials; m++)
    for (guint b = 0; b < space->n_b; b++)
      if ((b > 0 || m > 0) && is_planned(space, b, m, degree))
        append_column(space, FALSE, b, m);
  if (with_energy)
    append_column(space, TRUE, 0, 0);
}

static void
fibre_functions(NoslipSpace *space)
{
  const NoslipModel *model = space->model;
  guint r = space->distribution->r;
  space->n_u = r + model->n;
  space->u = noslip_exprs_new(space->n_u);
  memcpy(space->u, space->distribution->momenta, sizeof(NoslipExpr) * r);
  memcpy(space->u + r, model->y, sizeof(NoslipExpr) * model->n);
}

static gboolean
plan_space(const Plan *plan, const Where *where, NoslipDiagnostic **error)
{
  NoslipSpace *space = plan->space;
  space->is_graded = plan->options->graded;
  g_autoptr(GArray) functions =
      space->is_graded ? noslip_graded_functions(space->model, plan->atoms, plan->options->degree, space->n_graded)
                       : plan_functions(plan);
  if (functions->len == 0)
    add_function(functions, NOSLIP_ONE);
  g_autoptr(GArray) monomials = plan_monomials(plan);
  g_free(space->b);
  g_free(space->monomials);
  space->n_monomials = monomials->len;
  space->monomials = g_memdup2(monomials->data, sizeof(NoslipMonomial) * monomials->len);
  guint n_simple = functions->len;
  if (plan->options->with_monomials && plan->narrow == 0) {
    g_autoptr(GArray) high = noslip_polynomials_monomials(space->model, plan->options->degree);
    for (guint i = 0; i < high->len; i++)
      add_function(functions, g_array_index(high, NoslipExpr, i));
  }
  return keep_functions(space, functions, n_simple, where, plan->options->seed, error);
}

NoslipSpace *
noslip_space_new(NoslipDistribution *distribution, NoslipDynamics *dynamics, const double *parameters, const double *xy,
                 const NoslipSpaceOptions *options, const int *cancel, NoslipDiagnostic **error)
{
  g_autoptr(NoslipSpace) space = g_new0(NoslipSpace, 1);
  g_autoptr(NoslipAtoms) atoms =
      noslip_atoms_new(distribution, parameters, options->n_functions, options->functions, TRUE);
  const Where where = {dynamics, parameters, xy, cancel, options->almost > 0 ? options->almost : ALMOST};
  space->model = distribution->model;
  space->distribution = distribution;
  fibre_functions(space);
  Plan plan = {space, atoms, options, 0};
  for (;; plan.narrow++) {
    if (!plan_space(&plan, &where, error))
      return NULL;
    if (count_planned(space, options->degree) <= (options->family > 0 ? MOST_FAMILY : MOST_COLUMNS) ||
        plan.narrow == MOST_NARROW)
      break;
  }
  if (options->family > 0 && plan.narrow > WITH_RADICALS)
    return g_steal_pointer(&space); /* too large: the space has no columns */
  space->n_narrowed = plan.narrow;
  space->n_families = atoms->radicals->len / NOSLIP_ATOMS_FAMILY + (atoms->alone->len > 0);
  space->n_long = atoms->n_long;
  guint n_planned = count_planned(space, options->degree);
  if (n_planned > 2 * MOST_COLUMNS) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL, _("ask for a lower degree"),
                                   _("the space has %u functions, too many to search"), n_planned);
    return NULL;
  }
  all_columns(space, options->degree, options->with_energy);
  if (!keep_independent(space, &where, options->seed + 1, error))
    return NULL;
  return g_steal_pointer(&space);
}

void
noslip_space_free(NoslipSpace *space)
{
  if (space == NULL)
    return;
  g_free(space->b);
  g_free(space->u);
  g_free(space->monomials);
  g_free(space->columns);
  g_clear_pointer(&space->tape, noslip_tape_unref);
  g_free(space);
}

static NoslipExpr
column_expr(const NoslipSpace *space, NoslipGraph *graph, const NoslipExpr *u, NoslipExpr energy, guint column)
{
  const NoslipSpaceColumn *c = &space->columns[column];
  if (c->energy)
    return energy;
  NoslipExpr e = space->b[c->b];
  for (guint i = 0; i < space->monomials[c->monomial].degree; i++)
    e = noslip_expr_mul(graph, e, u[space->monomials[c->monomial].factor[i]]);
  return e;
}

NoslipExpr
noslip_space_expr(const NoslipSpace *space, guint column)
{
  return column_expr(space, space->model->graph, space->u, space->model->system->energy, column);
}

/* p_a = e_a^alpha p(alpha), with symbols named p(NAME). */
NoslipExpr
noslip_space_written(const NoslipSpace *space, NoslipGraph *graph, guint column)
{
  guint r = space->distribution->r, n = space->model->n;
  g_autofree NoslipExpr *u = noslip_exprs_new(space->n_u);
  for (guint a = 0; a < r; a++)
    for (guint alpha = 0; alpha < n; alpha++) {
      g_autofree char *name = g_strdup_printf("p(%s)", space->model->system->fibres[alpha].name);
      u[a] = noslip_expr_add_product(graph, u[a], space->distribution->basis[alpha * r + a],
                                     noslip_expr_symbol(graph, name));
    }
  memcpy(u + r, space->u + r, sizeof(NoslipExpr) * n);
  return column_expr(space, graph, u, noslip_expr_symbol(graph, "energy"), column);
}
