/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With u = (x, y), F(u) = 0 the conditions, A = dF/du, u0 what is wished for and D the freedom of each unknown (0: it
 * is kept), the iteration
 *
 *   u <- u0 + D (A D)^+ (A (u - u0) - F(u))
 *
 * has the point of F = 0 that is nearest to u0 in the norm of D^-1 as its fixed point. */
#include "core/system/conditions.h"

#include "core/base/larger.h"
#include "core/base/linear.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

#define ITERATIONS_MOST 200
#define SEEDS 16
#define FREE 1e4        /* an unknown that may move freely, against one whose change counts */
#define ROUND_OFF 1e-14 /* of the terms of a function */
#define RANK_TOLERANCE 1e-10
#define SAME 1e-6 /* two states that differ by less are one */

struct _NoslipConditions {
  const NoslipSystem *system;
  NoslipGraph *graph;
  guint n; /* functions; those of the system, then its manifolds */
  guint n_own;
  NoslipExpr *functions;
  char **names;
  guint q; /* of the compiled program */
  NoslipExpr *targets, *values;
  gboolean *overridden;
  NoslipTapeWork *tape; /* x, y, numbers (q) -> F (n + q), their terms (n + q), dF/d(x, y) */
};

/* A search: arrays of m + n where not said otherwise. */
typedef struct {
  NoslipConditions *conditions;
  guint rows, d; /* rows in use; m + n */
  const double *numbers;
  double *in, *out, *wish, *freedom, *u, *step;
  double *matrix, *right; /* rows x d, rows */
  guint *row;             /* which output each row is */
} Search;

NoslipConditions *
noslip_conditions_new(const NoslipSystem *system, const NoslipGraph *graph, guint n, const NoslipExpr *functions,
                      const char *const *names)
{
  NoslipConditions *conditions = g_new0(NoslipConditions, 1);
  conditions->system = system;
  conditions->graph = noslip_graph_copy(graph);
  conditions->n_own = n;
  conditions->n = n + system->n_manifolds;
  conditions->functions = g_new0(NoslipExpr, (gsize) conditions->n + 1);
  conditions->names = g_new0(char *, (gsize) conditions->n + 1);
  for (guint i = 0; i < n; i++) {
    conditions->functions[i] = functions[i];
    conditions->names[i] = g_strdup(names != NULL ? names[i] : NULL);
  }
  for (guint i = 0; i < system->n_manifolds; i++)
    conditions->functions[n + i] = system->manifolds[i];
  return conditions;
}

static void
forget_program(NoslipConditions *conditions)
{
  g_clear_pointer(&conditions->tape, noslip_tape_work_free);
  g_clear_pointer(&conditions->targets, g_free);
  g_clear_pointer(&conditions->values, g_free);
  g_clear_pointer(&conditions->overridden, g_free);
}

void
noslip_conditions_free(NoslipConditions *conditions)
{
  if (conditions == NULL)
    return;
  forget_program(conditions);
  for (guint i = 0; i < conditions->n; i++)
    g_free(conditions->names[i]);
  g_free(conditions->names);
  g_free(conditions->functions);
  noslip_graph_free(conditions->graph);
  g_free(conditions);
}

guint
noslip_conditions_n(const NoslipConditions *conditions)
{
  return conditions->n_own;
}

const NoslipGraph *
noslip_conditions_graph(const NoslipConditions *conditions)
{
  return conditions->graph;
}

const NoslipExpr *
noslip_conditions_functions(const NoslipConditions *conditions)
{
  return conditions->functions;
}

char *
noslip_conditions_text(const NoslipConditions *conditions, guint function)
{
  g_autofree char *text = noslip_expr_text(conditions->graph, conditions->functions[function]);
  const char *name = conditions->names[function];
  return name != NULL ? g_strdup_printf("%s: %s = 0", name, text) : g_strdup_printf("%s = 0", text);
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
  forget_program(conditions);
  g_autoptr(NoslipTape) tape = noslip_program_at_start(system, graph, d + q, variables, rows * (2 + d), outputs);
  conditions->tape = noslip_tape_work_new(tape);
  conditions->q = q;
  conditions->targets = g_memdup2(known->targets, ((gsize) q + 1) * sizeof(NoslipExpr));
  conditions->values = g_memdup2(known->values, ((gsize) q + 1) * sizeof(NoslipExpr));
  conditions->overridden = g_memdup2(known->overridden, ((gsize) q + 1) * sizeof(gboolean));
}

static void
search_init(Search *search, NoslipConditions *conditions, const NoslipKnown *known)
{
  guint d = conditions->system->m + conditions->system->n, rows = conditions->n + known->q;
  if (!is_compiled(conditions, known))
    compile(conditions, known);
  noslip_tape_set_constants(conditions->tape, known->parameters);
  *search = (Search){.conditions = conditions, .d = d, .numbers = known->numbers};
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

static void
search_clear(Search *search)
{
  double *arrays[] = {search->in, search->out,  search->wish,   search->freedom,
                      search->u,  search->step, search->matrix, search->right};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
  g_free(search->row);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Search, search_clear)

/* The rows are the first `n` functions, the manifolds, and what is given if `with_given`. */
static void
take_rows(Search *search, guint n, gboolean with_given)
{
  const NoslipConditions *conditions = search->conditions;
  search->rows = 0;
  for (guint f = 0; f < conditions->n + conditions->q; f++)
    if (f < n || (f >= conditions->n_own && f < conditions->n) || (f >= conditions->n && with_given))
      search->row[search->rows++] = f;
}

/* The largest residual of the rows against their terms, at search->u. */
static double
evaluate(Search *search)
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
iterate(Search *search, NoslipSvd *svd)
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
run_search(Search *search)
{
  if (search->rows == 0)
    return TRUE;
  g_autoptr(NoslipSvd) svd = noslip_svd_new(search->rows, search->d);
  g_autofree double *before = g_new(double, (gsize) search->d + 1);
  for (guint i = 0; i < ITERATIONS_MOST; i++) {
    double residual = evaluate(search), moved = 0;
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
  return evaluate(search) <= NOSLIP_CONDITION_CONSISTENT;
}

static double
distance(const Search *search)
{
  double sum = 0;
  for (guint i = 0; i < search->d; i++)
    if (search->freedom[i] != 0)
      sum = hypot(sum, (search->u[i] - search->wish[i]) / search->freedom[i]);
  return sum;
}

/* Whether another state of the same distance differs in an unknown whose change counts. */
static gboolean
differs(const Search *search, const double *other)
{
  double difference = 0, size = 0;
  for (guint i = 0; i < search->d; i++)
    if (search->freedom[i] == 1) {
      difference = fmax(difference, fabs(search->u[i] - other[i]));
      size = fmax(size, fabs(other[i]));
    }
  return difference > SAME * size;
}

/* The nearest of the states that are found from several places; search->u is the result. */
static NoslipConditionsStatus
search_all(Search *search, const double *start)
{
  g_autofree double *best = g_new0(double, (gsize) search->d + 1);
  double nearest = INFINITY;
  gboolean tie = FALSE;
  guint64 random = 7;
  memcpy(search->u, start, search->d * sizeof(double));
  if (evaluate(search) <= NOSLIP_CONDITION_CONSISTENT * 1e-4 && distance(search) == 0)
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

static void
copy_state(const Search *search, double *x, double *y)
{
  guint m = search->conditions->system->m;
  memcpy(x, search->u, m * sizeof(double));
  memcpy(y, search->u + m, (search->d - m) * sizeof(double));
}

/* The value of a function at the state in search->u. */
static double
value_of(Search *search, guint function)
{
  evaluate(search);
  return search->out[function];
}

/* A fibre coordinate that is given by itself, by what does not depend on other unknowns, is none: its unit must not be
 * weighed against those of the others. */
static void
fix_given(Search *search, const NoslipKnown *known, double *start)
{
  const NoslipConditions *conditions = search->conditions;
  guint m = conditions->system->m, all = conditions->n + conditions->q;
  memcpy(search->u, start, search->d * sizeof(double));
  evaluate(search);
  for (guint j = 0; j < known->q; j++) {
    guint f = conditions->n + j, own = search->d;
    const double *slope = search->out + 2 * (gsize) all + (gsize) f * search->d;
    gboolean alone = isfinite(search->out[f]);
    for (guint a = 0; a < conditions->system->n; a++)
      own = known->targets[j] == conditions->system->fibres[a].symbol ? m + a : own;
    for (guint i = 0; i < search->d; i++)
      alone = alone && (i == own || slope[i] == 0 || search->freedom[i] == 0);
    if (own == search->d || !alone || search->freedom[own] == 0)
      continue;
    start[own] -= search->out[f]; /* the slope is 1 */
    search->wish[own] = start[own];
    search->freedom[own] = 0;
  }
}

NoslipConditionsStatus
noslip_conditions_keep(NoslipConditions *conditions, const NoslipKnown *known, double *x, double *y, guint *which,
                       double *residual)
{
  g_auto(Search) search;
  search_init(&search, conditions, known);
  guint m = conditions->system->m, n = conditions->n_own;
  g_autofree double *start = g_new(double, (gsize) search.d + 1);
  memcpy(start, x, m * sizeof(double));
  memcpy(start + m, y, (search.d - m) * sizeof(double));
  for (guint i = 0; i < search.d; i++) {
    search.freedom[i] = i < m ? (known->given_x[i] ? 0 : 1) : FREE;
    search.wish[i] = start[i];
  }
  take_rows(&search, n, TRUE);
  fix_given(&search, known, start);
  NoslipConditionsStatus status = search_all(&search, start);
  copy_state(&search, x, y);
  if (status != NOSLIP_CONDITIONS_NOT_MET)
    return status;
  memcpy(search.u, start, search.d * sizeof(double));
  for (guint f = 0; f < n; f++) {
    g_autofree double *last = g_memdup2(search.u, (gsize) search.d * sizeof(double));
    take_rows(&search, f + 1, TRUE);
    if (search_all(&search, start) != NOSLIP_CONDITIONS_NOT_MET)
      continue;
    memcpy(search.u, last, search.d * sizeof(double));
    *which = f;
    *residual = value_of(&search, f);
    copy_state(&search, x, y);
    break;
  }
  return NOSLIP_CONDITIONS_NOT_MET;
}

/* Whether a component of the velocity is given by itself, or perhaps as a part of something else. */
static gboolean
may_be_given(const NoslipSystem *system, const NoslipKnown *known, guint fibre)
{
  for (guint j = 0; j < known->q; j++)
    if (noslip_expr_depends(system->graph, known->targets[j], 1, &system->fibres[fibre].symbol))
      return TRUE;
  return FALSE;
}

gboolean
noslip_conditions_nearest(NoslipConditions *conditions, const NoslipKnown *known, gboolean fixed_x, double *x,
                          double *y)
{
  const NoslipSystem *system = conditions->system;
  g_auto(Search) search;
  search_init(&search, conditions, known);
  memcpy(search.wish, x, system->m * sizeof(double));
  memcpy(search.wish + system->m, y, system->n * sizeof(double));
  for (guint i = 0; i < system->m; i++)
    search.freedom[i] = fixed_x ? 0 : known->given_x[i] ? 1 : FREE;
  for (guint a = 0; a < system->n; a++)
    search.freedom[system->m + a] = may_be_given(system, known, a) ? 1 : FREE;
  take_rows(&search, conditions->n_own, FALSE);
  g_autofree double *start = g_memdup2(search.wish, ((gsize) search.d + 1) * sizeof(double));
  if (search_all(&search, start) == NOSLIP_CONDITIONS_NOT_MET)
    return FALSE;
  copy_state(&search, x, y);
  return TRUE;
}

double
noslip_conditions_residual(NoslipConditions *conditions, const double *parameters, const double *x, const double *y)
{
  const NoslipKnown nothing = {.parameters = parameters};
  g_auto(Search) search;
  search_init(&search, conditions, &nothing);
  memcpy(search.u, x, conditions->system->m * sizeof(double));
  memcpy(search.u + conditions->system->m, y, conditions->system->n * sizeof(double));
  take_rows(&search, conditions->n_own, FALSE);
  return evaluate(&search);
}
