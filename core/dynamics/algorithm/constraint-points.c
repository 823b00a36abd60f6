/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/algorithm/constraint-points.h"

#include "core/base/larger.h"
#include "core/base/linear.h"
#include "core/expr/values.h"
#include "core/system/state.h"

#include <math.h>
#include <string.h>

#define DRAWS_MOST 120
#define NEWTON_MOST 40
#define STEPS_SCALED 4  /* steps of Newton's method with the same scales */
#define ROUND_OFF 1e-15 /* a residual below this fraction of its function's terms is rounding */
#define ON_SET 1e-13
#define ZERO 1e-11                   /* a value below this fraction of its terms vanishes */
#define REACH 0.5                    /* distance of the points from the initial state, relative to its size */
#define SOME_TIME 0.7310585786300049 /* at which no function of t vanishes by chance, as at t = 0 */
#define DRAWS_WIDE 24                /* after this many draws, each further one halves the reach */
#define DEPTH 4
#define SAME 1e-10 /* a smaller independent part, relative to the longest row, counts as 0 */

/* The default parameters, and the given part of the initial state. */
static void
find_centre(NoslipConstraintPoints *points)
{
  const NoslipSystem *system = points->model->system;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  guint state = system->m + system->n;
  points->centre = g_new0(double, points->n_symbols + 1);
  noslip_state_initial(system, parameters, 0, NULL, points->centre, points->centre + system->m, NULL, ignored);
  memcpy(points->centre + state, parameters, system->n_parameters * sizeof(double));
  points->centre[points->n_symbols - 1] = SOME_TIME;
}

/* The points that were found for some functions near some centre. */
typedef struct {
  guint n_functions, n_points;
  NoslipExpr *functions;
  double *centre, *values;
} Drawing;

static void
drawing_free(gpointer data)
{
  Drawing *drawing = data;
  g_free(drawing->functions);
  g_free(drawing->centre);
  g_free(drawing->values);
  g_free(drawing);
}

static void
keep_drawing(NoslipConstraintPoints *points, guint n, const NoslipExpr *functions)
{
  Drawing *drawing = g_new(Drawing, 1);
  *drawing = (Drawing){.n_functions = n, .n_points = points->n_points};
  drawing->functions = g_memdup2(functions, n * sizeof *functions);
  drawing->centre = g_memdup2(points->centre, points->n_symbols * sizeof(double));
  drawing->values = g_memdup2(points->values, (gsize) points->n_points * points->n_symbols * sizeof(double));
  g_ptr_array_add(points->drawn, drawing);
}

/* Reuses the points found earlier for the same functions and centre; FALSE if there are none. */
static gboolean
take_drawing(NoslipConstraintPoints *points, guint n, const NoslipExpr *functions)
{
  for (guint i = 0; i < points->drawn->len; i++) {
    const Drawing *drawing = g_ptr_array_index(points->drawn, i);
    if (drawing->n_functions != n || (n > 0 && memcmp(drawing->functions, functions, n * sizeof *functions) != 0) ||
        memcmp(drawing->centre, points->centre, points->n_symbols * sizeof(double)) != 0)
      continue;
    points->n_points = drawing->n_points;
    if (drawing->n_points > 0)
      memcpy(points->values, drawing->values, (gsize) drawing->n_points * points->n_symbols * sizeof(double));
    return TRUE;
  }
  return FALSE;
}

void
noslip_constraint_points_init(NoslipConstraintPoints *points, NoslipModel *model)
{
  const NoslipSystem *system = model->system;
  points->model = model;
  points->n_symbols = model->m + model->n + system->n_parameters + 1;
  points->symbols = g_new(NoslipExpr, points->n_symbols + 1);
  memcpy(points->symbols, model->x, model->m * sizeof *model->x);
  memcpy(points->symbols + model->m, model->y, model->n * sizeof *model->y);
  for (guint p = 0; p < system->n_parameters; p++)
    points->symbols[model->m + model->n + p] = system->parameters[p].symbol;
  points->symbols[points->n_symbols - 1] = system->t;
  points->values = g_new0(double, NOSLIP_CONSTRAINT_POINTS * points->n_symbols + 1);
  points->finite = NULL;
  points->n_points = 0;
  points->drawn = g_ptr_array_new_with_free_func(drawing_free);
  find_centre(points);
}

void
noslip_constraint_points_clear(NoslipConstraintPoints *points)
{
  g_clear_pointer(&points->symbols, g_free);
  g_clear_pointer(&points->values, g_free);
  g_clear_pointer(&points->centre, g_free);
  g_clear_pointer(&points->finite, noslip_tape_workspace_free);
  g_clear_pointer(&points->drawn, g_ptr_array_unref);
}

/* Sets a random start near the centre; after DRAWS_WIDE attempts each one is nearer. */
static void
draw_start(const NoslipConstraintPoints *points, GRand *random, guint attempt, double *at)
{
  const NoslipSystem *system = points->model->system;
  guint state = system->m + system->n;
  double reach = attempt < DRAWS_WIDE ? REACH : ldexp(REACH, (int) DRAWS_WIDE - (int) attempt);
  memcpy(at, points->centre, points->n_symbols * sizeof(double));
  for (guint i = 0; i < state; i++)
    at[i] += reach * g_rand_double_range(random, -1, 1) * (at[i] != 0 ? fabs(at[i]) : 1);
}

static NoslipTapeWorkspace *
tape_of(const NoslipConstraintPoints *points, guint n_outputs, const NoslipExpr *outputs)
{
  g_autoptr(NoslipTape) tape =
      noslip_tape_new(points->model->graph, 0, NULL, points->n_symbols, points->symbols, n_outputs, outputs);
  return noslip_tape_workspace_new(tape);
}

/* Whether W and F are finite at the point. */
static gboolean
is_usable(NoslipConstraintPoints *points, const double *at)
{
  const NoslipModel *model = points->model;
  guint n = model->n, size = n * n + n;
  if (points->finite == NULL) {
    g_autofree NoslipExpr *outputs = g_new(NoslipExpr, size + 1);
    memcpy(outputs, model->mass, (gsize) n * n * sizeof *outputs);
    memcpy(outputs + n * n, model->force, n * sizeof *outputs);
    points->finite = tape_of(points, size, outputs);
  }
  g_autofree double *values = g_new(double, size + 1);
  noslip_tape_evaluate(points->finite, at, values);
  return noslip_all_finite(values, size);
}

/* Functions whose zero set is searched for points: n_functions x (x, y) -> values, their terms, derivatives by x and
 * y. */
typedef struct {
  guint n, d;
  NoslipTapeWorkspace *tape;
  double *values, *row_scale, *column_scale, *change;
} ZeroSet;

static void
zero_set_init(ZeroSet *set, NoslipConstraintPoints *points, guint n, const NoslipExpr *functions)
{
  NoslipGraph *graph = points->model->graph;
  guint d = points->model->m + points->model->n, size = n * (2 + d);
  g_autofree NoslipExpr *outputs = g_new(NoslipExpr, size + 1);
  for (guint f = 0; f < n; f++) {
    outputs[f] = functions[f];
    outputs[n + f] = noslip_expr_magnitude(graph, functions[f]);
    for (guint i = 0; i < d; i++)
      outputs[2 * n + f * d + i] = noslip_expr_derivative(graph, functions[f], points->symbols[i]);
  }
  *set = (ZeroSet){.n = n, .d = d, .tape = tape_of(points, size, outputs)};
  set->values = g_new(double, size + 1);
  set->row_scale = g_new(double, n + 1);
  set->column_scale = g_new(double, d + 1);
  set->change = g_new(double, d + 1);
}

static void
zero_set_clear(ZeroSet *set)
{
  noslip_tape_workspace_free(set->tape);
  g_free(set->values);
  g_free(set->row_scale);
  g_free(set->column_scale);
  g_free(set->change);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ZeroSet, zero_set_clear)

/* One Newton iteration onto the zero set; returns the size of the residual before it, INFINITY if it is not finite.
 * rescale: computes new scales of rows and columns by balancing the Jacobian; otherwise those of an earlier step are
 * used. */
static double
newton_step(ZeroSet *set, double *at, gboolean rescale)
{
  guint n = set->n, d = set->d;
  double *residual = set->values, *terms = residual + n, *jacobian = terms + n, size = 0;
  noslip_tape_evaluate(set->tape, at, set->values);
  for (guint f = 0; f < n; f++)
    size = noslip_larger(size, residual[f] == 0 ? 0 : fabs(residual[f]) / terms[f]);
  if (!isfinite(size) || !noslip_all_finite(jacobian, (gsize) n * d))
    return INFINITY;
  if (rescale)
    noslip_linear_balance(n, d, jacobian, set->row_scale, set->column_scale);
  for (guint f = 0; f < n; f++) {
    residual[f] *= -set->row_scale[f];
    for (guint i = 0; i < d; i++)
      jacobian[f * d + i] *= set->row_scale[f] * set->column_scale[i];
  }
  noslip_linear_least_change(n, d, jacobian, residual, SAME, set->change);
  for (guint i = 0; i < d; i++)
    at[i] += set->change[i] * set->column_scale[i];
  return size;
}

/* Moves a point onto the zero set by Newton's method, to round-off. */
static gboolean
project_onto(ZeroSet *set, double *at)
{
  double residual = INFINITY, before = INFINITY;
  for (guint step = 0; step < NEWTON_MOST && residual > ROUND_OFF; step++) {
    residual = newton_step(set, at, step % STEPS_SCALED == 0);
    if (!isfinite(residual))
      return FALSE;
    if (residual <= ON_SET && !(residual < 0.5 * before))
      break;
    before = residual;
  }
  return residual <= ON_SET;
}

void
noslip_constraint_points_draw(NoslipConstraintPoints *points, guint n, const NoslipExpr *functions)
{
  const NoslipSystem *system = points->model->system;
  guint total = n + system->n_manifolds;
  if (take_drawing(points, n, functions))
    return;
  g_autofree NoslipExpr *all = g_new(NoslipExpr, total + 1);
  if (n > 0)
    memcpy(all, functions, n * sizeof *functions);
  for (guint f = 0; f < system->n_manifolds; f++)
    all[n + f] = system->manifolds[f];
  g_auto(ZeroSet) set;
  zero_set_init(&set, points, total, all);
  GRand *random = g_rand_new_with_seed(20);
  points->n_points = 0;
  for (guint draw = 0; draw < DRAWS_MOST && points->n_points < NOSLIP_CONSTRAINT_POINTS; draw++) {
    double *at = points->values + (gsize) points->n_points * points->n_symbols;
    draw_start(points, random, draw, at);
    if (total == 0 || project_onto(&set, at))
      points->n_points += is_usable(points, at);
  }
  g_rand_free(random);
  keep_drawing(points, n, functions);
}

/* The size of e: of a sum the absolute terms, of a product the sizes of its factors, down to a few levels. */
static double
size_of(const NoslipGraph *graph, const NoslipValues *values, NoslipExpr e, guint depth)
{
  NoslipOp op = noslip_expr_op(graph, e);
  if (depth == 0 || (op != NOSLIP_OP_SUM && op != NOSLIP_OP_PRODUCT))
    return fabs(noslip_values_of(values, e));
  double size = op == NOSLIP_OP_SUM ? 0 : 1;
  for (guint i = 0; i < noslip_expr_n_operands(graph, e); i++) {
    NoslipExpr operand = noslip_expr_operand(graph, e, i);
    double number = noslip_expr_operand_number(graph, e, i);
    if (op == NOSLIP_OP_SUM)
      size += fabs(number) * size_of(graph, values, operand, depth - 1);
    else
      size *= number == 1 ? size_of(graph, values, operand, depth - 1)
                          : pow(size_of(graph, values, operand, number > 0 ? depth - 1 : 0), number);
  }
  return size;
}

double
noslip_constraint_points_size(const NoslipConstraintPoints *points, NoslipExpr e, const double *at)
{
  const NoslipGraph *graph = points->model->graph;
  g_autoptr(NoslipValues) values = noslip_values_new(graph, e, points->n_symbols, points->symbols);
  noslip_values_at(values, at);
  return size_of(graph, values, e, DEPTH);
}

/* |e| at a point; 0 if it is only rounding. */
static double
magnitude_at(const NoslipConstraintPoints *points, NoslipValues *values, NoslipExpr e, guint point)
{
  double value = fabs(noslip_values_at(values, points->values + (gsize) point * points->n_symbols));
  return isfinite(value) && value > 0 && value <= ZERO * size_of(points->model->graph, values, e, DEPTH) ? 0 : value;
}

void
noslip_constraint_points_range(const NoslipConstraintPoints *points, NoslipExpr e, double *smallest, double *largest)
{
  g_autoptr(NoslipValues) values = noslip_values_new(points->model->graph, e, points->n_symbols, points->symbols);
  *smallest = INFINITY;
  *largest = 0;
  for (guint p = 0; p < points->n_points; p++) {
    double value = magnitude_at(points, values, e, p);
    if (!isfinite(value))
      continue;
    *smallest = fmin(*smallest, value);
    *largest = fmax(*largest, value);
  }
}

gboolean
noslip_constraint_points_vanishes(NoslipConstraintPoints *points, NoslipExpr e)
{
  if (e == NOSLIP_ZERO)
    return TRUE;
  g_autoptr(NoslipValues) values = noslip_values_new(points->model->graph, e, points->n_symbols, points->symbols);
  for (guint p = 0; p < points->n_points; p++) {
    double value = magnitude_at(points, values, e, p);
    if (isfinite(value) && value > 0)
      return FALSE;
  }
  return TRUE;
}

NoslipExpr
noslip_constraint_points_simplify(NoslipConstraintPoints *points, NoslipExpr e)
{
  if (e == NOSLIP_ZERO)
    return e;
  e = noslip_expr_simplify(points->model->graph, e);
  return noslip_constraint_points_vanishes(points, e) ? NOSLIP_ZERO : e;
}
