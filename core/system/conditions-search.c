/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for states that satisfy conditions: Newton's method from several starts, and the choice of the nearest
 * solution. */
#include "core/base/larger.h"
#include "core/base/linear.h"
#include "core/system/conditions-private.h"
#include "core/system/conditions.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

#define ITERATIONS_MOST 200
#define SEEDS 16
#define ROUND_OFF 1e-14 /* relative to the terms of a function */
#define RANK_TOLERANCE 1e-10
#define SAME 1e-6 /* two states that differ by less are the same */

void
noslip_conditions_forget_program(NoslipConditions *conditions)
{
  g_clear_pointer(&conditions->tape, noslip_tape_workspace_free);
  g_clear_pointer(&conditions->targets, g_free);
  g_clear_pointer(&conditions->values, g_free);
  g_clear_pointer(&conditions->overridden, g_free);
}

static gboolean
is_compiled(const NoslipConditions *conditions, const NoslipKnown *known)
{
  if (conditions->tape == NULL || conditions->q != known->q)
    return FALSE;
  for (guint j = 0; j < known->q; j++)
    if (conditions->targets[j] != known->targets[j] || conditions->overridden[j] != known->overridden[j] ||
        (!known->overridden[j] && conditions->values[j] != known->values[j]))
      return FALSE;
  return TRUE;
}

static void
compile(NoslipConditions *conditions, const NoslipKnown *known)
{
  const NoslipSystem *system = conditions->system;
  guint d = system->m + system->n, q = known->q, rows = conditions->n + q;
  NoslipGraph *graph = conditions->graph;
  g_autofree NoslipExpr *state = noslip_program_state_symbols(system);
  g_autofree NoslipExpr *variables = g_new(NoslipExpr, (gsize) d + q + 1);
  g_autofree NoslipExpr *outputs = g_new(NoslipExpr, (gsize) rows * (2 + (gsize) d) + 1);
  memcpy(variables, state + 1, d * sizeof(NoslipExpr));
  for (guint f = 0; f < conditions->n; f++)
    outputs[f] = conditions->functions[f];
  for (guint j = 0; j < q; j++) {
    g_autofree char *name = g_strdup_printf("given %u", j); /* no name of a text has a space */
    variables[d + j] = noslip_expr_symbol(graph, name);
    outputs[conditions->n + j] =
        noslip_expr_sub(graph, known->targets[j], known->overridden[j] ? variables[d + j] : known->values[j]);
  }
  for (guint f = 0; f < rows; f++) {
    outputs[rows + f] = noslip_expr_magnitude(graph, outputs[f]);
    for (guint i = 0; i < d; i++)
      outputs[2 * (gsize) rows + (gsize) f * d + i] = noslip_expr_derivative(graph, outputs[f], variables[i]);
  }
  noslip_conditions_forget_program(conditions);
  g_autoptr(NoslipTape) tape = noslip_program_at_start(system, graph, d + q, variables, rows * (2 + d), outputs);
  conditions->tape = noslip_tape_workspace_new(tape);
  conditions->q = q;
  conditions->targets = g_memdup2(known->targets, ((gsize) q + 1) * sizeof(NoslipExpr));
  conditions->values = g_memdup2(known->values, ((gsize) q + 1) * sizeof(NoslipExpr));
  conditions->overridden = g_memdup2(known->overridden, ((gsize) q + 1) * sizeof(gboolean));
}

void
noslip_conditions_search_init(NoslipConditionsSearch *search, NoslipConditions *conditions, const NoslipKnown *known)
{
  guint d = conditions->system->m + conditions->system->n, rows = conditions->n + known->q;
  if (!is_compiled(conditions, known))
    compile(conditions, known);
  noslip_tape_set_constants(conditions->tape, known->parameters);
  *search = (NoslipConditionsSearch){.conditions = conditions, .d = d, .numbers = known->numbers};
  search->in = g_new0(double, (gsize) d + known->q + 1);
  search->out = g_new0(double, (gsize) rows *(2 + (gsize) d) + 1);
  search->target = g_new0(double, (gsize) d + 1);
  search->freedom = g_new0(NoslipFreedom, (gsize) d + 1);
  search->u = g_new0(double, (gsize) d + 1);
  search->scale = g_new0(double, (gsize) d + 1);
  search->round_off = g_new0(double, (gsize) d + 1);
  search->part = g_new0(guint, (gsize) d + 1);
  for (guint i = 0; i < d; i++)
    search->scale[i] = 1;
  search->step = g_new0(double, (gsize) d + 1);
  search->matrix = g_new0(double, (gsize) rows *d + 1);
  search->right = g_new0(double, (gsize) rows + 1);
  search->row = g_new0(guint, (gsize) rows + 1);
}

void
noslip_conditions_search_clear(NoslipConditionsSearch *search)
{
  double *arrays[] = {search->in,    search->out,       search->target, search->u,    search->step,
                      search->scale, search->round_off, search->matrix, search->right};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
  g_free(search->freedom);
  g_free(search->part);
  g_free(search->row);
}

void
noslip_conditions_take_rows(NoslipConditionsSearch *search, guint n, gboolean with_given)
{
  const NoslipConditions *conditions = search->conditions;
  search->rows = 0;
  for (guint f = 0; f < conditions->n + conditions->q; f++)
    if (f < n || (f >= conditions->n_own && f < conditions->n) || (f >= conditions->n && with_given))
      search->row[search->rows++] = f;
}

double
noslip_conditions_evaluate(NoslipConditionsSearch *search)
{
  const NoslipConditions *conditions = search->conditions;
  guint all = conditions->n + conditions->q;
  double largest = 0;
  memcpy(search->in, search->u, search->d * sizeof(double));
  if (conditions->q > 0)
    memcpy(search->in + search->d, search->numbers, conditions->q * sizeof(double));
  noslip_tape_evaluate(conditions->tape, search->in, search->out);
  noslip_conditions_find_round_off(search);
  for (guint r = 0; r < search->rows; r++) {
    guint f = search->row[r];
    const double *slope = search->out + 2 * (gsize) all + (gsize) f * search->d;
    double value = fabs(search->out[f]), terms = search->out[all + f], noise = 0;
    for (guint i = 0; i < search->d; i++) {
      terms += fabs(slope[i] * search->u[i]);
      noise += fabs(slope[i]) * search->round_off[i];
    }
    double scaled = value <= noise ? 0 : value / terms;
    largest = noslip_larger(largest, scaled);
  }
  return largest;
}

typedef struct {
  NoslipSvd *free, *counted;
  double *outside;         /* rows x d */
  double *column, *change; /* rows; d */
} Steps;

static void
steps_init(Steps *steps, guint rows, guint d)
{
  *steps = (Steps){.free = noslip_svd_new(rows, d), .counted = noslip_svd_new(rows, d)};
  steps->outside = g_new0(double, (gsize) rows *d + 1);
  steps->column = g_new0(double, (gsize) rows + 1);
  steps->change = g_new0(double, (gsize) d + 1);
}

static void
steps_clear(Steps *steps)
{
  noslip_svd_free(steps->free);
  noslip_svd_free(steps->counted);
  g_free(steps->outside);
  g_free(steps->column);
  g_free(steps->change);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Steps, steps_clear)

/* Computes the rows at search->u in the scales of the unknowns, each of length 1, and the change that they require from
 * the requested state. */
static gboolean
linearise(NoslipConditionsSearch *search)
{
  guint all = search->conditions->n + search->conditions->q, d = search->d;
  for (guint r = 0; r < search->rows; r++) {
    guint f = search->row[r];
    const double *slope = search->out + 2 * (gsize) all + (gsize) f * d;
    double *row = search->matrix + (gsize) r * d, norm = 0;
    search->right[r] = -search->out[f];
    for (guint i = 0; i < d; i++) {
      row[i] = search->freedom[i] == NOSLIP_UNKNOWN_KEPT ? 0 : slope[i] * search->scale[i];
      norm = hypot(norm, row[i]);
      search->right[r] += row[i] / search->scale[i] * (search->u[i] - search->target[i]);
    }
    for (guint i = 0; i < d && norm > 0; i++)
      row[i] /= norm;
    search->right[r] = norm > 0 ? search->right[r] / norm : 0;
  }
  return noslip_all_finite(search->right, search->rows) && noslip_all_finite(search->matrix, (gsize) search->rows * d);
}

/* Copies the columns of the rows for the unknowns of one freedom, and 0 for the others. */
static void
take_columns(const NoslipConditionsSearch *search, NoslipFreedom freedom, double *matrix)
{
  for (guint r = 0; r < search->rows; r++)
    for (guint i = 0; i < search->d; i++) {
      gsize at = (gsize) r * search->d + i;
      matrix[at] = search->freedom[i] == freedom ? search->matrix[at] : 0;
    }
}

/* column -= A A^+ column: leaves the part that changes of the `free` unknowns cannot produce. */
static void
take_outside(const NoslipConditionsSearch *search, Steps *steps, double *column)
{
  noslip_svd_solve(steps->free, RANK_TOLERANCE, column, search->step);
  for (guint r = 0; r < search->rows; r++)
    for (guint i = 0; i < search->d; i++)
      if (search->freedom[i] == NOSLIP_UNKNOWN_FREE)
        column[r] -= search->matrix[(gsize) r * search->d + i] * search->step[i];
}

/* The remaining rows, in the units of the text: vanishing ones become 0, the others get length 1. */
static void
leave_scales(const NoslipConditionsSearch *search, Steps *steps)
{
  guint d = search->d;
  for (guint r = 0; r < search->rows; r++) {
    double *row = steps->outside + (gsize) r * d, left = 0, norm = 0;
    for (guint i = 0; i < d; i++) {
      left = hypot(left, row[i]);
      row[i] /= search->scale[i];
      norm = hypot(norm, row[i]);
    }
    double factor = left > RANK_TOLERANCE ? 1 / norm : 0;
    for (guint i = 0; i < d; i++)
      row[i] *= factor;
    steps->column[r] *= factor;
  }
}

/* Finds the least changes of the counted unknowns, after the free unknowns were used as far as possible. */
static gboolean
find_counted(NoslipConditionsSearch *search, Steps *steps)
{
  guint d = search->d, rows = search->rows;
  memset(steps->outside, 0, (gsize) rows * d * sizeof(double));
  for (guint i = 0; i < d; i++) {
    if (search->freedom[i] != NOSLIP_UNKNOWN_COUNTS)
      continue;
    for (guint r = 0; r < rows; r++)
      steps->column[r] = search->matrix[(gsize) r * d + i];
    take_outside(search, steps, steps->column);
    for (guint r = 0; r < rows; r++)
      steps->outside[(gsize) r * d + i] = steps->column[r];
  }
  memcpy(steps->column, search->right, rows * sizeof(double));
  take_outside(search, steps, steps->column);
  leave_scales(search, steps);
  if (!noslip_svd_factor(steps->counted, steps->outside))
    return FALSE;
  noslip_svd_solve(steps->counted, RANK_TOLERANCE, steps->column, steps->change);
  return TRUE;
}

/* One iteration; FALSE if a number is not finite. */
static gboolean
iterate(NoslipConditionsSearch *search, Steps *steps)
{
  guint d = search->d;
  if (!linearise(search))
    return FALSE;
  take_columns(search, NOSLIP_UNKNOWN_FREE, steps->outside);
  if (!noslip_svd_factor(steps->free, steps->outside) || !find_counted(search, steps))
    return FALSE;
  for (guint r = 0; r < search->rows; r++)
    for (guint i = 0; i < d; i++)
      if (search->freedom[i] == NOSLIP_UNKNOWN_COUNTS)
        search->right[r] -= search->matrix[(gsize) r * d + i] / search->scale[i] * steps->change[i];
  noslip_svd_solve(steps->free, RANK_TOLERANCE, search->right, search->step);
  for (guint i = 0; i < d; i++)
    search->step[i] *= search->scale[i];
  for (guint i = 0; i < d; i++)
    search->u[i] = search->target[i] + (search->freedom[i] == NOSLIP_UNKNOWN_COUNTS ? steps->change[i]
                                        : search->freedom[i] == NOSLIP_UNKNOWN_FREE ? search->step[i]
                                                                                    : 0);
  return noslip_all_finite(search->u, d);
}

/* Undoes changes of unknowns that are only round-off. */
static void
undo_round_off(NoslipConditionsSearch *search)
{
  noslip_conditions_evaluate(search);
  for (guint i = 0; i < search->d; i++)
    if (fabs(search->u[i] - search->target[i]) <= search->round_off[i])
      search->u[i] = search->target[i];
}

/* Iterates from search->u to a fixed point that satisfies the rows. */
static gboolean
run_search(NoslipConditionsSearch *search)
{
  if (search->rows == 0)
    return TRUE;
  g_auto(Steps) steps;
  steps_init(&steps, search->rows, search->d);
  g_autofree double *before = g_new(double, (gsize) search->d + 1);
  for (guint i = 0; i < ITERATIONS_MOST; i++) {
    double residual = noslip_conditions_evaluate(search), moved = 0;
    if (isnan(residual))
      return FALSE;
    memcpy(before, search->u, search->d * sizeof(double));
    if (!iterate(search, &steps))
      return FALSE;
    for (guint j = 0; j < search->d; j++)
      moved = fmax(moved, fabs(search->u[j] - before[j]) / (1e-3 + fabs(before[j])));
    if (moved <= ROUND_OFF * 10)
      break;
  }
  return noslip_conditions_evaluate(search) <= NOSLIP_CONDITION_CONSISTENT;
}

static double
distance(const NoslipConditionsSearch *search)
{
  double sum = 0;
  for (guint i = 0; i < search->d; i++)
    if (search->freedom[i] == NOSLIP_UNKNOWN_COUNTS)
      sum = hypot(sum, search->u[i] - search->target[i]);
  return sum;
}

/* Whether another state of the same distance differs in an unknown whose change counts. */
static gboolean
differs(const NoslipConditionsSearch *search, const double *other)
{
  double difference = 0, size = 0;
  for (guint i = 0; i < search->d; i++)
    if (search->freedom[i] == NOSLIP_UNKNOWN_COUNTS) {
      double here = fabs(search->u[i] - other[i]);
      difference = fmax(difference, here > search->round_off[i] ? here : 0);
      size = fmax(size, fabs(other[i]));
    }
  return difference > SAME * size;
}

/* A starting point at one of the distances of the seeds from `start`; the first one is `start`. */
static void
draw_seed(NoslipConditionsSearch *search, const double *start, guint seed, guint64 *random)
{
  for (guint i = 0; i < search->d; i++) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    double unit = (double) (*random >> 11) / 4503599627370496.0 - 1;
    double far = (seed % 2 == 1 ? 1 : 0.1) * (start[i] != 0 ? fabs(start[i]) : search->scale[i]);
    search->u[i] = start[i] + (search->freedom[i] == NOSLIP_UNKNOWN_KEPT || seed == 0 ? 0 : far * unit);
  }
}

/* The relative scales of the unknowns, from the dependence of the rows at the start and near it. */
static void
find_scale(NoslipConditionsSearch *search, const double *start)
{
  guint all = search->conditions->n + search->conditions->q, d = search->d, rows = search->rows;
  g_autofree double *sizes = g_new0(double, (gsize) rows *d + 1);
  guint64 random = 3;
  for (guint i = 0; i < d; i++)
    search->scale[i] = 1;
  for (guint seed = 0; seed < 2; seed++) {
    draw_seed(search, start, seed, &random);
    noslip_conditions_evaluate(search);
    for (guint r = 0; r < rows; r++)
      for (guint i = 0; i < d; i++) {
        double slope = fabs(search->out[2 * (gsize) all + (gsize) search->row[r] * d + i]);
        gboolean seen = search->freedom[i] != NOSLIP_UNKNOWN_KEPT && isfinite(slope);
        sizes[(gsize) r * d + i] = fmax(sizes[(gsize) r * d + i], seen ? slope : 0);
      }
  }
  noslip_conditions_take_scale(search, sizes);
}

NoslipConditionsStatus
noslip_conditions_search_all(NoslipConditionsSearch *search, const double *start)
{
  g_autofree double *best = g_new0(double, (gsize) search->d + 1);
  double nearest = INFINITY;
  gboolean tie = FALSE;
  guint64 random = 7;
  find_scale(search, start);
  memcpy(search->u, start, search->d * sizeof(double));
  if (noslip_conditions_evaluate(search) <= NOSLIP_CONDITION_CONSISTENT * 1e-4 && distance(search) == 0)
    return NOSLIP_CONDITIONS_MET; /* the state satisfies the conditions */
  for (guint seed = 0; seed < SEEDS; seed++) {
    draw_seed(search, start, seed, &random);
    if (!run_search(search))
      continue;
    undo_round_off(search);
    double here = distance(search);
    if (here < nearest * (1 - SAME)) {
      tie = FALSE;
      nearest = here;
      memcpy(best, search->u, search->d * sizeof(double));
    } else if (here <= nearest * (1 + SAME) && differs(search, best)) {
      tie = TRUE;
    }
  }
  if (!isfinite(nearest))
    return NOSLIP_CONDITIONS_NOT_MET;
  memcpy(search->u, best, search->d * sizeof(double));
  return tie ? NOSLIP_CONDITIONS_NOT_UNIQUE : NOSLIP_CONDITIONS_MET;
}

void
noslip_conditions_copy_state(const NoslipConditionsSearch *search, double *x, double *y)
{
  guint m = search->conditions->system->m;
  memcpy(x, search->u, m * sizeof(double));
  memcpy(y, search->u + m, (search->d - m) * sizeof(double));
}

double
noslip_conditions_value(NoslipConditionsSearch *search, guint function)
{
  noslip_conditions_evaluate(search);
  return search->out[function];
}
