/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/holonomic.h"

#include "core/base/linear.h"
#include "core/expr/tape.h"
#include "core/geometry/certain-rank.h"
#include "core/geometry/symbolic.h"
#include "core/system/points.h"
#include "core/system/state.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define MOST_SECTIONS 96
#define MOST_BRACKETS 400
#define MOST_NODES 400000 /* of the graph */
#define POINTS 24         /* generic ones */
#define DEPENDENT 1e-12   /* scaled sections count as dependent below this part of their size */

typedef struct {
  NoslipDistribution *distribution;
  NoslipGraph *graph;
  guint m, n, r;
  NoslipPoints *points;
  gboolean usable[POINTS];
  GArray *sections; /* of NoslipExpr, n each */
  GArray *values;   /* of double: POINTS x n of each section */
  guint n_sections, n_brackets;
  double *scale; /* n: the largest |component| of any section at any point */
  const double *parameters, *x;
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

/* The values of sections from `first` on at the generic points; points where one is not finite are left out from now on. */
static void
evaluate(Flag *flag, guint first)
{
  guint n = flag->n, count = (flag->n_sections - first) * n;
  const NoslipPoints *points = flag->points;
  g_autoptr(NoslipTape) tape =
      noslip_tape_new(flag->graph, 0, NULL, points->n_symbols, points->symbols, count, section(flag, first));
  g_autoptr(NoslipTapeWork) work = noslip_tape_work_new(tape);
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
  g_autoptr(NoslipSvd) svd = noslip_svd_new(count, width);
  for (guint s = 0; s < count; s++) {
    double length = 0;
    for (guint i = 0; i < width; i++)
      length = hypot(length, rows[(gsize) s * width + i]);
    for (guint i = 0; i < width && length > 0; i++)
      rows[(gsize) s * width + i] /= length;
  }
  return noslip_svd_factor(svd, rows) ? noslip_svd_rank(svd, DEPENDENT) : 0;
}

/* A component in units of the largest that any section has, so that units of coordinates do not count. */
static double
scaled(const Flag *flag, guint s, guint point, guint gamma)
{
  double scale = flag->scale[gamma];
  return scale > 0 ? g_array_index(flag->values, double, ((gsize) s * POINTS + point) * flag->n + gamma) / scale : 0;
}

/* The largest rank of the first `count` sections at the generic points. */
static guint
generic_rank(const Flag *flag, guint count)
{
  guint n = flag->n, rank = 0;
  g_autofree double *rows = g_new(double, (gsize) count *n + 1);
  for (guint point = 0; point < POINTS && rank < n; point++) {
    if (!flag->usable[point])
      continue;
    for (guint s = 0; s < count; s++)
      for (guint gamma = 0; gamma < n; gamma++)
        rows[(gsize) s * n + gamma] = scaled(flag, s, point, gamma);
    rank = MAX(rank, rank_of(rows, count, n));
  }
  return rank;
}

/* Whether the last section is a combination of the others with constant coefficients: its brackets are then
 * combinations of theirs, at every point. */
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

/* The value of e at the point, exact where `graph` can say it, else with a bound of its error: that of rounding, and of
 * the coordinates and parameters being rounded. */
static void
value_at(const Flag *flag, NoslipGraph *graph, NoslipExpr e, guint n_symbols, const NoslipExpr *symbols,
         const double *values, const NoslipExpr *numbers, NoslipCertain *entry)
{
  NoslipExpr exact = noslip_expr_substitute(graph, e, n_symbols, symbols, numbers);
  *entry = (NoslipCertain){.exact = exact, .is_exact = noslip_expr_op(graph, exact) == NOSLIP_OP_NUMBER};
  if (entry->is_exact) {
    noslip_expr_is_number(graph, exact, &entry->value);
    entry->error = DBL_EPSILON * fabs(entry->value);
    return;
  }
  entry->value = noslip_expr_value(graph, e, n_symbols, symbols, values);
  entry->error = noslip_expr_value(graph, noslip_expr_magnitude(graph, e), n_symbols, symbols, values);
  for (guint i = 0; i < n_symbols; i++)
    if (values[i] != 0 && noslip_expr_depends(graph, e, 1, &symbols[i]))
      entry->error += fabs(values[i] * noslip_expr_value(graph, noslip_expr_derivative(graph, e, symbols[i]), n_symbols,
                                                         symbols, values));
  entry->error *= 8 * DBL_EPSILON;
}

/* The ranks of the first ends[i] sections at the point; FALSE where a section is not finite there. */
static gboolean
ranks_at(const Flag *flag, guint n_ends, const guint *ends, guint *ranks)
{
  const NoslipSystem *system = flag->distribution->model->system;
  guint n_symbols = system->n_parameters + flag->m, n = flag->n;
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(flag->graph);
  g_autofree NoslipExpr *symbols = noslip_exprs_new(n_symbols), *numbers = noslip_exprs_new(n_symbols);
  g_autofree double *values = g_new0(double, n_symbols + 1);
  for (guint i = 0; i < n_symbols; i++) {
    gboolean parameter = i < system->n_parameters;
    symbols[i] = parameter ? system->parameters[i].symbol : flag->distribution->model->x[i - system->n_parameters];
    values[i] = parameter ? flag->parameters[i] : flag->x[i - system->n_parameters];
    numbers[i] = noslip_expr_number(graph, values[i]);
  }
  g_autofree NoslipCertain *entries = g_new0(NoslipCertain, (gsize) flag->n_sections * n + 1);
  for (guint i = 0; i < flag->n_sections * n; i++) {
    value_at(flag, graph, g_array_index(flag->sections, NoslipExpr, i), n_symbols, symbols, values, numbers,
             &entries[i]);
    if (!isfinite(entries[i].value) || isnan(entries[i].error))
      return FALSE;
  }
  for (guint i = 0; i < n_ends; i++)
    ranks[i] = noslip_certain_rank(graph, ends[i], n, entries);
  return !noslip_graph_failed(graph);
}

/* Whether the ranks can grow no more. */
static gboolean
is_full(const Flag *flag)
{
  guint rank = 0;
  return flag->n_sections >= flag->n && generic_rank(flag, flag->n_sections) == flag->n &&
         (flag->x == NULL || (ranks_at(flag, 1, &flag->n_sections, &rank) && rank == flag->n));
}

/* The sections of the next step; those that add nothing anywhere are left out. FALSE where a limit is met. */
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
  g_free(flag->scale);
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
  evaluate(flag, 0);
}

/* Ranks that stay at the end say nothing more, where no limit cut them off. */
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
  /* Where generic ranks stay once, D^i is involutive near generic points, and they stay for good. */
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
  growth->involutive = stopped && growth->n_generic == 1;
  memcpy(growth->generic, generic, sizeof generic);
  growth->n_at = at_point ? growth->bound ? depth : without_plateau(depth, growth->at) : 0;
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
  if (distribution->r == model->n || distribution->r > MOST_SECTIONS) { /* all of E, or beyond the limits */
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
  growth->complete = good && growth->generic[growth->n_generic - 1] == model->n;
  return good && !noslip_graph_failed(model->graph);
}
