/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/holonomic.h"

#include "core/base/linear.h"
#include "core/expr/tape.h"
#include "core/geometry/certain-rank.h"
#include "core/geometry/kinks.h"
#include "core/geometry/symbolic.h"
#include "core/system/points.h"
#include "core/system/state.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define MOST_SECTIONS 96
#define MOST_BRACKETS 400
#define MOST_NODES 400000 /* limit of the nodes of the graph */
#define POINTS 24         /* number of generic points */
#define DEPENDENT 1e-12   /* scaled sections count as dependent below this fraction of their size */

typedef struct {
  NoslipDistribution *distribution;
  NoslipGraph *graph;
  guint m, n, r;
  NoslipPoints *points;
  gboolean usable[POINTS];
  GArray *sections; /* of NoslipExpr, n for each section */
  GArray *values;   /* of double: POINTS x n for each section */
  guint n_sections, n_brackets;
  gboolean any_bracket; /* some bracket does not vanish in symbols */
  double *scale;        /* n: the largest |component| of any section at any point */
  GArray *kinks;        /* of NoslipExpr: D and the brackets of E are not smooth where one of them is 0 */
  const double *parameters, *x;
  NoslipGraph *at; /* graph of the components at the point x */
  GArray *entries; /* of NoslipCertain, n for each of the first sections: their components at x, as far as they are
                    * computed */
  guint n_symbols; /* parameters and coordinates */
  NoslipExpr *symbols, *names, *numbers; /* n_symbols: symbols of the model's graph, the same in `at`, and their values
                                          * at x */
  double *symbol_values;
} Flag;

static NoslipExpr *
section(const Flag *flag, guint s)
{
  return &g_array_index(flag->sections, NoslipExpr, (gsize) s * flag->n);
}

/* [u, v]^gamma = u^alpha v^beta C^gamma_alpha beta + rho(u)(v^gamma) - rho(v)(u^gamma) */
static void
bracket_of_sections(const Flag *flag, const NoslipExpr *u, const NoslipExpr *v, NoslipExpr *bracket)
{
  NoslipGraph *graph = flag->graph;
  const NoslipModel *model = flag->distribution->model;
  const NoslipSystem *system = model->system;
  guint m = flag->m, n = flag->n;
  for (guint gamma = 0; gamma < n; gamma++) {
    NoslipExpr sum = NOSLIP_ZERO;
    for (guint alpha = 0; alpha < n; alpha++) {
      if (u[alpha] == NOSLIP_ZERO && v[alpha] == NOSLIP_ZERO)
        continue;
      for (guint beta = 0; beta < n && u[alpha] != NOSLIP_ZERO; beta++) {
        NoslipExpr structure = system->structure[(gamma * n + alpha) * n + beta];
        if (structure != NOSLIP_ZERO && v[beta] != NOSLIP_ZERO)
          sum = noslip_expr_add_product(graph, sum, structure, noslip_expr_mul(graph, u[alpha], v[beta]));
      }
      for (guint i = 0; i < m; i++) {
        NoslipExpr anchor = system->anchor[i * n + alpha];
        if (anchor == NOSLIP_ZERO)
          continue;
        NoslipExpr forth = noslip_expr_mul(graph, u[alpha], noslip_expr_derivative(graph, v[gamma], model->x[i]));
        NoslipExpr back = noslip_expr_mul(graph, v[alpha], noslip_expr_derivative(graph, u[gamma], model->x[i]));
        sum = noslip_expr_add_product(graph, sum, anchor, noslip_expr_sub(graph, forth, back));
      }
    }
    bracket[gamma] = noslip_symbolic_tidy(graph, sum);
  }
}

/* Computes the values of sections from `first` on at the generic points; points where one is not finite are dropped. */
static void
evaluate(Flag *flag, guint first)
{
  guint n = flag->n, count = (flag->n_sections - first) * n;
  const NoslipPoints *points = flag->points;
  g_autoptr(NoslipTape) tape =
      noslip_tape_new(flag->graph, 0, NULL, points->n_symbols, points->symbols, count, section(flag, first));
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  g_autofree double *out = g_new(double, (gsize) count + 1);
  g_array_set_size(flag->values, flag->n_sections * POINTS * n);
  noslip_tape_set_constants(work, NULL);
  for (guint point = 0; point < POINTS; point++) {
    noslip_tape_evaluate(work, points->values + (gsize) point * points->n_symbols, out);
    flag->usable[point] = flag->usable[point] && noslip_all_finite(out, count);
    for (guint s = first; s < flag->n_sections; s++)
      for (guint gamma = 0; gamma < n; gamma++) {
        double value = out[(s - first) * n + gamma];
        g_array_index(flag->values, double, ((gsize) s * POINTS + point) * n + gamma) = value;
        if (flag->usable[point])
          flag->scale[gamma] = fmax(flag->scale[gamma], fabs(value));
      }
  }
}

/* The rank of rows[count][width] after each is scaled to length 1. */
static guint
rank_of(double *rows, guint count, guint width)
{
  g_autofree double *right = g_new0(double, count + 1), *change = g_new0(double, width + 1);
  for (guint s = 0; s < count; s++) {
    double length = 0;
    for (guint i = 0; i < width; i++)
      length = hypot(length, rows[(gsize) s * width + i]);
    for (guint i = 0; i < width && length > 0; i++)
      rows[(gsize) s * width + i] /= length;
  }
  return noslip_linear_least_change(count, width, rows, right, DEPENDENT, change);
}

/* A component relative to the largest of all sections, so that units of coordinates do not matter. */
static double
scaled(const Flag *flag, guint s, guint point, guint gamma)
{
  double scale = flag->scale[gamma];
  return scale > 0 ? g_array_index(flag->values, double, ((gsize) s * POINTS + point) * flag->n + gamma) / scale : 0;
}

/* The rank of the first `count` sections at a generic point. */
static guint
rank_at_generic(const Flag *flag, guint count, guint point)
{
  guint n = flag->n;
  g_autofree double *rows = g_new(double, (gsize) count *n + 1);
  for (guint s = 0; s < count; s++)
    for (guint gamma = 0; gamma < n; gamma++)
      rows[(gsize) s * n + gamma] = scaled(flag, s, point, gamma);
  return rank_of(rows, count, n);
}

/* The largest rank of the first `count` sections at the generic points. */
static guint
generic_rank(const Flag *flag, guint count)
{
  guint rank = 0;
  for (guint point = 0; point < POINTS && rank < flag->n; point++)
    if (flag->usable[point])
      rank = MAX(rank, rank_at_generic(flag, count, point));
  return rank;
}

/* Whether the sections span E at the generic points: at one of them if D is analytic, else at all. */
static gboolean
is_complete(const Flag *flag)
{
  if (generic_rank(flag, flag->n_sections) < flag->n)
    return FALSE;
  gboolean complete = TRUE;
  for (guint point = 0; point < POINTS && complete && flag->kinks->len > 0; point++)
    complete = !flag->usable[point] || rank_at_generic(flag, flag->n_sections, point) == flag->n;
  return complete;
}

/* Whether the last section is a combination of the others with constant coefficients: its brackets are then
 * combinations of theirs at every point. */
static gboolean
last_is_constant_combination(const Flag *flag)
{
  guint n = flag->n, count = flag->n_sections, n_usable = 0;
  for (guint point = 0; point < POINTS; point++)
    n_usable += flag->usable[point];
  guint width = n_usable * n;
  if (width <= count)
    return FALSE;
  g_autofree double *rows = g_new(double, (gsize) count *width + 1);
  for (guint s = 0; s < count; s++)
    for (guint point = 0, at = 0; point < POINTS; point++)
      for (guint gamma = 0; gamma < n && flag->usable[point]; gamma++)
        rows[(gsize) s * width + at++] = scaled(flag, s, point, gamma);
  return rank_of(rows, count, width) < count;
}

/* The error of the value of e, which depends on the n symbols with the values: by rounding, with that of the values. */
static double
error_of(NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *symbols, const double *values)
{
  double error = noslip_expr_value(graph, noslip_expr_magnitude(graph, e), n, symbols, values);
  for (guint i = 0; i < n; i++)
    if (values[i] != 0 && noslip_expr_depends(graph, e, 1, &symbols[i]))
      error +=
          fabs(values[i] * noslip_expr_value(graph, noslip_expr_derivative(graph, e, symbols[i]), n, symbols, values));
  return 8 * DBL_EPSILON * error;
}

/* The same in a graph of its own, which is freed: the derivatives of long brackets would fill the graph. NaN if they
 * fill this one too. */
static double
error_apart(const NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *symbols, const double *values)
{
  g_autoptr(NoslipGraph) apart = noslip_graph_new();
  g_autofree NoslipExpr *own = noslip_exprs_new(n);
  for (guint i = 0; i < n; i++)
    own[i] = noslip_expr_import(apart, graph, symbols[i]);
  double error = error_of(apart, noslip_expr_import(apart, graph, e), n, own, values);
  return noslip_graph_failed(apart) ? NAN : error;
}

/* The value of e at the point: exact if it is rational there, otherwise with an error bound for rounding, including
 * that of the coordinates and parameters. FALSE if it is not finite. */
static gboolean
value_at(const Flag *flag, NoslipExpr e, NoslipCertain *entry)
{
  NoslipGraph *graph = flag->graph;
  guint n = flag->n_symbols;
  const NoslipExpr *symbols = flag->symbols;
  const double *values = flag->symbol_values;
  NoslipExpr own = noslip_expr_import(flag->at, graph, e);
  NoslipExpr exact = noslip_expr_substitute(flag->at, own, n, flag->names, flag->numbers);
  *entry = (NoslipCertain){.exact = exact, .is_exact = noslip_expr_op(flag->at, exact) == NOSLIP_OP_NUMBER};
  if (entry->is_exact) {
    noslip_expr_is_number(flag->at, exact, &entry->value);
    entry->error = DBL_EPSILON * fabs(entry->value);
    return isfinite(entry->value);
  }
  entry->value = noslip_expr_value(graph, e, n, symbols, values);
  entry->error = noslip_graph_is_crowded(graph) ? error_apart(graph, e, n, symbols, values)
                                                : error_of(graph, e, n, symbols, values);
  return isfinite(entry->value) && !isnan(entry->error);
}

/* Whether D and the brackets are smooth at the point: no kink is 0 there, within the error of its value. */
static gboolean
is_smooth_at(const Flag *flag)
{
  for (guint i = 0; i < flag->kinks->len; i++) {
    NoslipCertain entry;
    if (!value_at(flag, g_array_index(flag->kinks, NoslipExpr, i), &entry) ||
        !(entry.is_exact ? entry.value != 0 : fabs(entry.value) > entry.error))
      return FALSE;
  }
  return TRUE;
}

/* The ranks of the first ends[i] sections at the point; FALSE if a section is not finite there. */
static gboolean
ranks_at(Flag *flag, guint n_ends, const guint *ends, guint *ranks)
{
  guint n = flag->n;
  g_array_set_size(flag->entries, MIN(flag->entries->len, flag->n_sections * n));
  for (guint i = flag->entries->len; i < flag->n_sections * n; i++) {
    NoslipCertain entry;
    if (!value_at(flag, g_array_index(flag->sections, NoslipExpr, i), &entry))
      return FALSE;
    g_array_append_val(flag->entries, entry);
  }
  for (guint i = 0; i < n_ends; i++)
    ranks[i] = noslip_certain_rank(flag->at, ends[i], n, (NoslipCertain *) (gpointer) flag->entries->data);
  return !noslip_graph_failed(flag->at);
}

/* Whether the ranks cannot grow any more. */
static gboolean
is_full(Flag *flag)
{
  guint rank = 0;
  return flag->n_sections >= flag->n && generic_rank(flag, flag->n_sections) == flag->n &&
         (flag->x == NULL || (ranks_at(flag, 1, &flag->n_sections, &rank) && rank == flag->n));
}

/* The sections of the next step; those that are dependent everywhere are left out. FALSE if a limit is reached. */
static gboolean
grow(Flag *flag, guint first, guint end)
{
  guint n = flag->n;
  g_autofree NoslipExpr *bracket = noslip_exprs_new(n);
  for (guint a = 0; a < flag->r; a++)
    for (guint s = MAX(first, end == flag->r ? a + 1 : 0); s < end; s++) {
      if (flag->n_brackets++ == MOST_BRACKETS)
        return FALSE;
      bracket_of_sections(flag, section(flag, a), section(flag, s), bracket);
      gboolean zero = TRUE;
      for (guint gamma = 0; gamma < n; gamma++)
        zero = zero && bracket[gamma] == NOSLIP_ZERO;
      if (zero)
        continue;
      flag->any_bracket = TRUE;
      if (flag->n_sections == MOST_SECTIONS || noslip_graph_size(flag->graph) > MOST_NODES)
        return FALSE;
      g_array_append_vals(flag->sections, bracket, n);
      flag->n_sections++;
      evaluate(flag, flag->n_sections - 1);
      if (last_is_constant_combination(flag))
        g_array_set_size(flag->sections, --flag->n_sections * n);
      else if (is_full(flag))
        return TRUE;
    }
  return TRUE;
}

static void
flag_clear(Flag *flag)
{
  noslip_points_free(flag->points);
  g_array_unref(flag->sections);
  g_array_unref(flag->values);
  g_array_unref(flag->kinks);
  g_free(flag->scale);
  g_array_unref(flag->entries);
  noslip_graph_free(flag->at);
  g_free(flag->symbols);
  g_free(flag->names);
  g_free(flag->numbers);
  g_free(flag->symbol_values);
}

static GArray *
find_kinks(const Flag *flag)
{
  const NoslipSystem *system = flag->distribution->model->system;
  guint m = flag->m, n = flag->n;
  g_autoptr(GArray) roots = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_vals(roots, flag->sections->data, flag->sections->len);
  g_array_append_vals(roots, system->anchor, m * n);
  g_array_append_vals(roots, system->structure, n * n * n);
  return noslip_kinks_new(flag->graph, roots->len, (const NoslipExpr *) (gpointer) roots->data, m,
                          flag->distribution->model->x);
}

/* Stores the point as symbols and their values. */
static void
take_point(Flag *flag)
{
  const NoslipSystem *system = flag->distribution->model->system;
  guint n_parameters = system->n_parameters;
  flag->n_symbols = n_parameters + flag->m;
  flag->symbols = noslip_exprs_new(flag->n_symbols);
  flag->names = noslip_exprs_new(flag->n_symbols);
  flag->numbers = noslip_exprs_new(flag->n_symbols);
  flag->symbol_values = g_new0(double, flag->n_symbols + 1);
  flag->at = noslip_graph_new();
  flag->entries = g_array_new(FALSE, TRUE, sizeof(NoslipCertain));
  for (guint i = 0; i < flag->n_symbols && flag->x != NULL; i++) {
    gboolean parameter = i < n_parameters;
    flag->symbols[i] = parameter ? system->parameters[i].symbol : flag->distribution->model->x[i - n_parameters];
    flag->symbol_values[i] = parameter ? flag->parameters[i] : flag->x[i - n_parameters];
    flag->names[i] = noslip_expr_import(flag->at, flag->graph, flag->symbols[i]);
    flag->numbers[i] = noslip_expr_number(flag->at, flag->symbol_values[i]);
  }
}

static void
flag_init(Flag *flag, NoslipDistribution *distribution, const double *parameters, const double *x)
{
  const NoslipModel *model = distribution->model;
  const NoslipSystem *system = model->system;
  *flag = (Flag){.distribution = distribution, .graph = model->graph, .m = model->m, .n = model->n};
  flag->r = distribution->r;
  flag->parameters = parameters;
  flag->x = x;
  take_point(flag);
  flag->points = noslip_points_new(system, POINTS, FALSE);
  for (guint point = 0; point < POINTS; point++) {
    flag->usable[point] = TRUE;
    for (guint i = 0; i < system->n_parameters && parameters != NULL; i++)
      flag->points->values[(gsize) point * flag->points->n_symbols + flag->points->x - system->n_parameters + i] =
          parameters[i];
  }
  flag->sections = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  flag->values = g_array_new(FALSE, TRUE, sizeof(double));
  flag->scale = g_new0(double, flag->n + 1);
  for (guint a = 0; a < flag->r; a++)
    for (guint alpha = 0; alpha < flag->n; alpha++)
      g_array_append_val(flag->sections, distribution->basis[alpha * flag->r + a]);
  flag->n_sections = flag->r;
  flag->kinks = find_kinks(flag);
  if (flag->x != NULL && !is_smooth_at(flag))
    flag->x = NULL;
  evaluate(flag, 0);
}

/* Removes repeated ranks at the end, unless a limit ended the list. */
static guint
without_plateau(guint n, const guint *ranks)
{
  while (n > 1 && ranks[n - 1] == ranks[n - 2])
    n--;
  return n;
}

static gboolean
follow(Flag *flag, NoslipGrowth *growth)
{
  guint ends[NOSLIP_GROWTH_MOST] = {flag->n_sections}, generic[NOSLIP_GROWTH_MOST] = {generic_rank(flag, flag->r)};
  guint depth = 1, first = 0;
  gboolean at_point = flag->x != NULL, stopped = FALSE;
  if (at_point && !ranks_at(flag, 1, ends, growth->at))
    return FALSE;
  /* If the generic ranks do not grow in one step, D^i is involutive near generic points, and they never grow again. */
  for (;;) {
    gboolean closed = depth > 1 && generic[depth - 1] == generic[depth - 2];
    gboolean full = generic[depth - 1] == flag->n;
    stopped = stopped || closed || full;
    if (stopped && (!at_point || growth->at[depth - 1] == generic[depth - 1]))
      break;
    guint end = flag->n_sections;
    gboolean whole = depth < NOSLIP_GROWTH_MOST && grow(flag, first, end);
    if (!whole) {
      growth->bound = TRUE;
      break;
    }
    if (flag->n_sections == end) {
      stopped = TRUE;
      break;
    }
    ends[depth] = flag->n_sections;
    generic[depth] = stopped ? generic[depth - 1] : generic_rank(flag, flag->n_sections);
    first = end;
    depth++;
    if (at_point && !ranks_at(flag, depth, ends, growth->at))
      return FALSE;
  }
  growth->n_generic = without_plateau(depth, generic);
  /* A bracket that vanishes at the generic points may not vanish beyond a kink. */
  growth->involutive = stopped && growth->n_generic == 1 && !(flag->kinks->len > 0 && flag->any_bracket);
  memcpy(growth->generic, generic, sizeof generic);
  growth->n_at = at_point ? growth->bound ? depth : without_plateau(depth, growth->at) : 0;
  growth->complete = is_complete(flag);
  return TRUE;
}

gboolean
noslip_distribution_growth(NoslipDistribution *distribution, const double *parameters, const double *x,
                           NoslipGrowth *growth)
{
  const NoslipModel *model = distribution->model;
  memset(growth, 0, sizeof *growth);
  if (noslip_system_constraint_class(model->system) == NOSLIP_NONLINEAR)
    return FALSE;
  if (distribution->r == model->n || distribution->r > MOST_SECTIONS) { /* D is all of E, or exceeds the limits */
    growth->n_generic = growth->n_at = 1;
    growth->generic[0] = growth->at[0] = distribution->r;
    growth->involutive = growth->complete = distribution->r == model->n;
    growth->bound = distribution->r != model->n;
    return TRUE;
  }
  Flag flag;
  flag_init(&flag, distribution, parameters, x);
  gboolean good = follow(&flag, growth);
  flag_clear(&flag);
  return good && !noslip_graph_failed(model->graph);
}
