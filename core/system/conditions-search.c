/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for states on conditions: Newton's method from several starts, and which of the solutions is nearest. */
#include "core/base/larger.h"
#include "core/base/linear.h"
#include "core/system/conditions-private.h"
#include "core/system/conditions.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

#define ITERATIONS_MOST 200
#define SEEDS 16
#define ROUND_OFF 1e-14 /* of the terms of a function */
#define RANK_TOLERANCE 1e-10
#define SAME 1e-6 /* two states that differ by less are one */

void
noslip_conditions_forget_program(NoslipConditions *conditions)
{
  g_clear_pointer(&conditions->tape, noslip_tape_work_free);
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
  conditions->tape = noslip_tape_work_new(tape);
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
  search->wish = g_new0(double, (gsize) d + 1);
  search->freedom = g_new0(double, (gsize) d + 1);
  search->u = g_new0(double, (gsize) d + 1);
  search->step = g_new0(double, (gsize) d + 1);
  search->matrix = g_new0(double, (gsize) rows *d + 1);
  search->right = g_new0(double, (gsize) rows + 1);
  search->row = g_new0(guint, (gsize) rows + 1);
}

void
noslip_conditions_search_clear(NoslipConditionsSearch *search)
{
  double *arrays[] = {search->in, search->out,  search->wish,   search->freedom,
                      search->u,  search->step, search->matrix, search->right};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
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
  for (guint r = 0; r < search->rows; r++) {
    guint f = search->row[r];
    const double *slope = search->out + 2 * (gsize) all + (gsize) f * search->d;
    double value = fabs(search->out[f]), terms = search->out[all + f];
    for (guint i = 0; i < search->d; i++)
      terms += fabs(slope[i] * search->u[i]);
    double scaled = value == 0 ? 0 : value / terms;
    largest = noslip_larger(largest, scaled);
  }
  return largest;
}

/* One iteration; FALSE where a number is not finite. */
static gboolean
iterate(NoslipConditionsSearch *search, NoslipSvd *svd)
{
  guint all = search->conditions->n + search->conditions->q, d = search->d;
  for (guint r = 0; r < search->rows; r++) {
    guint f = search->row[r];
    const double *slope = search->out + 2 * (gsize) all + (gsize) f * d;
    double norm = 0;
    search->right[r] = -search->out[f];
    for (guint i = 0; i < d; i++) {
      search->matrix[(gsize) r * d + i] = search->freedom[i] == 0 ? 0 : slope[i] * search->freedom[i];
      norm = hypot(norm, search->matrix[(gsize) r * d + i]);
      if (search->freedom[i] != 0)
        search->right[r] += slope[i] * (search->u[i] - search->wish[i]);
    }
    for (guint i = 0; i < d && norm > 0; i++)
      search->matrix[(gsize) r * d + i] /= norm;
    search->right[r] = norm > 0 ? search->right[r] / norm : 0;
  }
  if (!noslip_svd_factor(svd, search->matrix) || !noslip_all_finite(search->right, search->rows))
    return FALSE;
  noslip_svd_solve(svd, RANK_TOLERANCE, search->right, search->step);
  for (guint i = 0; i < d; i++)
    search->u[i] = search->wish[i] + (search->freedom[i] == 0 ? 0 : search->freedom[i] * search->step[i]);
  return noslip_all_finite(search->u, d);
}

/* From search->u to a fixed point that satisfies the rows. */
static gboolean
run_search(NoslipConditionsSearch *search)
{
  if (search->rows == 0)
    return TRUE;
  g_autoptr(NoslipSvd) svd = noslip_svd_new(search->rows, search->d);
  g_autofree double *before = g_new(double, (gsize) search->d + 1);
  for (guint i = 0; i < ITERATIONS_MOST; i++) {
    double residual = noslip_conditions_evaluate(search), moved = 0;
    if (isnan(residual))
      return FALSE;
    memcpy(before, search->u, search->d * sizeof(double));
    if (!iterate(search, svd))
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
    if (search->freedom[i] != 0)
      sum = hypot(sum, (search->u[i] - search->wish[i]) / search->freedom[i]);
  return sum;
}

/* Whether another state of the same distance differs in an unknown whose change counts. */
static gboolean
differs(const NoslipConditionsSearch *search, const double *other)
{
  double difference = 0, size = 0;
  for (guint i = 0; i < search->d; i++)
    if (search->freedom[i] == 1) {
      difference = fmax(difference, fabs(search->u[i] - other[i]));
      size = fmax(size, fabs(other[i]));
    }
  return difference > SAME * size;
}

NoslipConditionsStatus
noslip_conditions_search_all(NoslipConditionsSearch *search, const double *start)
{
  g_autofree double *best = g_new0(double, (gsize) search->d + 1);
  double nearest = INFINITY;
  gboolean tie = FALSE;
  guint64 random = 7;
  memcpy(search->u, start, search->d * sizeof(double));
  if (noslip_conditions_evaluate(search) <= NOSLIP_CONDITION_CONSISTENT * 1e-4 && distance(search) == 0)
    return NOSLIP_CONDITIONS_MET; /* nothing has to move */
  for (guint seed = 0; seed < SEEDS; seed++) {
    for (guint i = 0; i < search->d; i++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      double unit = (double) (random >> 11) / 4503599627370496.0 - 1;
      double reach = (seed % 2 == 1 ? 1 : 0.1) * (start[i] != 0 ? fabs(start[i]) : 1);
      search->u[i] = start[i] + (search->freedom[i] == 0 || seed == 0 ? 0 : reach * unit);
    }
    if (!run_search(search))
      continue;
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
