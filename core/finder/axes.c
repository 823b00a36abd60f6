/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/axes.h"

#include "core/geometry/symbolic.h"
#include "core/language/scope.h"

#include <math.h>
#include <string.h>

#define MOST_DEGREE 4
#define TURN 0.7
#define MOST_TERMS 1000 /* of a coefficient, multiplied out, before its terms are summed */
#define AGREE 1e-9      /* relative difference of values that agree */

/* Quaternions with rational components, divided by their size: the first four components, and the size. */
static const int attitudes[][5] = {{1, 1, 1, 1, 2}, {2, 2, 4, 1, 5}, {2, 3, 6, 0, 7},  {4, 1, 4, 4, 7},
                                   {6, 2, 5, 4, 9}, {4, 6, 2, 5, 9}, {1, 7, 1, 7, 10}, {6, 7, 6, 0, 11},
                                   {1, 4, 4, 4, 7}, {5, 2, 4, 6, 9}};

typedef struct {
  NoslipDistribution *distribution;
  const NoslipExpr *metric;
  const NoslipRotation *rotation;
  const NoslipProbe *probe;
  guint sections[3]; /* the sections of the basis that rotate */
  guint n, k;        /* axis n of the body, axis k of space */
} Pair;

static NoslipGraph *
graph_of(const Pair *pair)
{
  return pair->distribution->model->graph;
}

static NoslipExpr
cosine_of(const Pair *pair)
{
  return noslip_rotation_entry(graph_of(pair), pair->rotation->quaternion, pair->k, pair->n);
}

static NoslipExpr
angular_velocity(const Pair *pair, guint component, guint section)
{
  const NoslipModel *model = pair->distribution->model;
  for (guint alpha = 0; alpha < model->n; alpha++)
    if (model->system->fibres[alpha].symbol == pair->rotation->omega[component])
      return pair->distribution->basis[alpha * pair->distribution->r + section];
  return NOSLIP_ZERO;
}

/* Finds the sections that rotate; FALSE if there are not three. */
static gboolean
find_sections(Pair *pair)
{
  guint found = 0;
  for (guint a = 0; a < pair->distribution->r; a++) {
    gboolean rotates = FALSE;
    for (guint c = 0; c < 3; c++)
      rotates = rotates || angular_velocity(pair, c, a) != NOSLIP_ZERO;
    if (rotates && found == 3)
      return FALSE;
    if (rotates)
      pair->sections[found++] = a;
  }
  return found == 3;
}

/* An axis of the body or of space, in the frame of the angular velocity. */
static void
fill_axis(const Pair *pair, gboolean of_body, NoslipExpr axis[3])
{
  gboolean body = pair->rotation->body;
  for (guint i = 0; i < 3; i++) {
    axis[i] = i == (of_body ? pair->n : pair->k) ? NOSLIP_ONE : NOSLIP_ZERO;
    if (body != of_body)
      axis[i] =
          noslip_rotation_entry(graph_of(pair), pair->rotation->quaternion, body ? pair->k : i, body ? i : pair->n);
  }
}

/* e at an attitude, other coordinates 0. */
static NoslipExpr
at_attitude(const Pair *pair, const int *attitude, NoslipExpr e)
{
  const NoslipModel *model = pair->distribution->model;
  g_autofree NoslipExpr *values = noslip_exprs_new(model->m);
  for (guint i = 0; i < model->m; i++)
    for (guint c = 0; c < 4; c++)
      if (model->x[i] == pair->rotation->quaternion[c])
        values[i] = noslip_expr_rational(model->graph, attitude[c], attitude[4]);
  return noslip_symbolic_tidy(model->graph, noslip_expr_substitute(model->graph, e, model->m, model->x, values));
}

static NoslipExpr
minor(NoslipGraph *graph, const NoslipExpr *a, guint i, guint j)
{
  guint r = (i + 1) % 3, s = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
  return noslip_expr_sub(graph, noslip_expr_mul(graph, a[3 * r + c], a[3 * s + d]),
                         noslip_expr_mul(graph, a[3 * r + d], a[3 * s + c]));
}

/* With omega = W c for the combination c of the sections, and G the metric in c: det(J on (u, v)) = z . adj(G) z/det(W)^2
 * for z = W^T (u x v); w and g are W and G, normal is u x v. */
static NoslipExpr
plane_determinant(NoslipGraph *graph, const NoslipExpr *w, const NoslipExpr *g, const NoslipExpr *normal)
{
  NoslipExpr z[3] = {NOSLIP_ZERO, NOSLIP_ZERO, NOSLIP_ZERO}, det = NOSLIP_ZERO, sum = NOSLIP_ZERO;
  for (guint a = 0; a < 3; a++)
    for (guint c = 0; c < 3; c++)
      z[a] = noslip_expr_add_product(graph, z[a], w[3 * c + a], normal[c]);
  for (guint i = 0; i < 3; i++)
    det = noslip_expr_add_product(graph, det, w[i], minor(graph, w, 0, i));
  for (guint i = 0; i < 3; i++)
    for (guint j = 0; j < 3; j++)
      if (z[i] != NOSLIP_ZERO && z[j] != NOSLIP_ZERO)
        sum = noslip_expr_add_product(graph, sum, noslip_expr_mul(graph, z[i], z[j]), minor(graph, g, i, j));
  return noslip_expr_div(graph, sum, noslip_expr_powi(graph, det, 2));
}

/* D at an attitude, or as a function of the coordinates if it is NULL. */
static NoslipExpr
density(const Pair *pair, const int *attitude)
{
  NoslipGraph *graph = graph_of(pair);
  guint r = pair->distribution->r;
  NoslipExpr w[9], g[9], u[3], v[3], normal[3], square = NOSLIP_ZERO;
  fill_axis(pair, TRUE, u);
  fill_axis(pair, FALSE, v);
  for (guint i = 0; i < 3; i++)
    for (guint j = 0; j < 3; j++) {
      w[3 * i + j] = angular_velocity(pair, i, pair->sections[j]);
      g[3 * i + j] = pair->metric[pair->sections[i] * r + pair->sections[j]];
    }
  for (guint i = 0; i < 9 && attitude != NULL; i++) {
    w[i] = at_attitude(pair, attitude, w[i]);
    g[i] = at_attitude(pair, attitude, g[i]);
  }
  for (guint i = 0; i < 3 && attitude != NULL; i++) {
    u[i] = at_attitude(pair, attitude, u[i]);
    v[i] = at_attitude(pair, attitude, v[i]);
  }
  for (guint i = 0; i < 3; i++) {
    guint j = (i + 1) % 3, k = (i + 2) % 3;
    normal[i] = noslip_expr_sub(graph, noslip_expr_mul(graph, u[j], v[k]), noslip_expr_mul(graph, u[k], v[j]));
    square = noslip_expr_add_product(graph, square, normal[i], normal[i]);
  }
  return noslip_expr_div(graph, plane_determinant(graph, w, g, normal), square);
}

/* e multiplied out, if that is short. */
static NoslipExpr
expanded(NoslipGraph *graph, NoslipExpr e)
{
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  NoslipExpr sum = NOSLIP_ZERO;
  noslip_expr_expanded_terms(graph, e, MOST_TERMS, terms);
  for (guint i = 0; i < terms->len; i++)
    sum = noslip_expr_add(graph, sum, g_array_index(terms, NoslipExpr, i));
  return noslip_symbolic_tidy(graph, sum);
}

/* Attitudes with different cosines that are not 1 or -1, and the cosines. */
static guint
choose_attitudes(const Pair *pair, guint most, const int **chosen, NoslipExpr *cosines)
{
  guint n = 0;
  for (guint i = 0; i < G_N_ELEMENTS(attitudes) && n < most; i++) {
    NoslipExpr c = at_attitude(pair, attitudes[i], cosine_of(pair));
    gboolean fits = c != NOSLIP_ONE && c != noslip_expr_neg(graph_of(pair), NOSLIP_ONE);
    for (guint j = 0; j < n; j++)
      fits = fits && cosines[j] != c;
    if (fits) {
      chosen[n] = attitudes[i];
      cosines[n++] = c;
    }
  }
  return n;
}

/* The coefficients of the polynomial with these values (n each, replaced), by Newton's divided differences. */
static void
interpolate(NoslipGraph *graph, guint n, const NoslipExpr *nodes, NoslipExpr *values)
{
  for (guint step = 1; step < n; step++)
    for (guint i = n; i-- > step;)
      values[i] = expanded(graph, noslip_expr_div(graph, noslip_expr_sub(graph, values[i], values[i - 1]),
                                                  noslip_expr_sub(graph, nodes[i], nodes[i - step])));
  for (guint from = n - 1; from-- > 0;)
    for (guint i = from; i + 1 < n; i++)
      values[i] = expanded(graph, noslip_expr_sub_product(graph, values[i], nodes[from], values[i + 1]));
}

static gboolean
agree(const Pair *pair, NoslipExpr a, NoslipExpr b)
{
  for (guint point = 0; point < NOSLIP_PROBES; point++) {
    double one = noslip_probe_value(pair->probe, graph_of(pair), point, a);
    double other = noslip_probe_value(pair->probe, graph_of(pair), point, b);
    if (!(fabs(one - other) <= AGREE * fabs(one)))
      return FALSE;
  }
  return TRUE;
}

/* The value of e at the probe's first point, turned about an axis: of the body, or of space. */
static double
turned_value(const Pair *pair, NoslipExpr e, gboolean of_body)
{
  const NoslipProbe *probe = pair->probe;
  g_autofree double *values = g_memdup2(probe->values, sizeof(double) * probe->n_symbols);
  guint index[4] = {0};
  double q[4] = {0}, turn[4] = {cos(TURN), 0, 0, 0};
  turn[1 + (of_body ? pair->n : pair->k)] = sin(TURN);
  for (guint i = 0; i < probe->n_symbols; i++)
    for (guint c = 0; c < 4; c++)
      if (probe->symbols[i] == pair->rotation->quaternion[c]) {
        index[c] = i;
        q[c] = values[i];
      }
  const double *a = of_body ? q : turn, *b = of_body ? turn : q;
  values[index[0]] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  for (guint c = 0; c < 3; c++) {
    guint d = (c + 1) % 3, f = (c + 2) % 3;
    values[index[c + 1]] = a[0] * b[c + 1] + a[c + 1] * b[0] + a[d + 1] * b[f + 1] - a[f + 1] * b[d + 1];
  }
  return noslip_expr_value(graph_of(pair), e, probe->n_symbols, probe->symbols, values);
}

/* Whether e is the same after turns about both axes, as a function of their cosine is. Tested first: interpolating a long
 * function that is not symmetric would fill the graph. */
static gboolean
is_symmetric(const Pair *pair, NoslipExpr e)
{
  double here = noslip_probe_value(pair->probe, graph_of(pair), 0, e);
  return fabs(turned_value(pair, e, TRUE) - here) <= AGREE * fabs(here) &&
         fabs(turned_value(pair, e, FALSE) - here) <= AGREE * fabs(here);
}

/* D as a polynomial in the cosine, of the lowest degree; NOSLIP_ZERO if it is none. */
static NoslipExpr
polynomial_of(const Pair *pair)
{
  NoslipGraph *graph = graph_of(pair);
  const int *chosen[MOST_DEGREE + 1];
  NoslipExpr cosines[MOST_DEGREE + 1], at[MOST_DEGREE + 1], whole = density(pair, NULL);
  guint n = is_symmetric(pair, whole) ? choose_attitudes(pair, MOST_DEGREE + 1, chosen, cosines) : 0;
  for (guint count = 1; count <= n; count++) {
    NoslipExpr values[MOST_DEGREE + 1], sum = NOSLIP_ZERO;
    at[count - 1] = density(pair, chosen[count - 1]);
    memcpy(values, at, sizeof(NoslipExpr) * count);
    interpolate(graph, count, cosines, values);
    for (guint i = count; i-- > 0;)
      sum = noslip_expr_add(graph, noslip_expr_mul(graph, sum, cosine_of(pair)), values[i]);
    if (agree(pair, whole, sum))
      return sum;
  }
  return NOSLIP_ZERO;
}

static void
add_pair(const Pair *pair, GArray *list)
{
  const NoslipModel *model = pair->distribution->model;
  NoslipAxes axes = {.radicand = polynomial_of(pair)};
  if (!noslip_expr_depends(model->graph, axes.radicand, model->m, model->x))
    return;
  fill_axis(pair, TRUE, axes.body_axis);
  g_array_append_val(list, axes);
}

GArray *
noslip_axes_new(NoslipDistribution *distribution, const NoslipExpr *metric)
{
  const NoslipSystem *system = distribution->model->system;
  GArray *list = g_array_new(FALSE, FALSE, sizeof(NoslipAxes));
  if (system->n_rotations == 0)
    return list;
  g_autoptr(NoslipProbe) probe = noslip_probe_new(system);
  for (guint i = 0; i < system->n_rotations; i++) {
    Pair pair = {.distribution = distribution, .metric = metric, .rotation = &system->rotations[i], .probe = probe};
    for (pair.n = 0; pair.n < 3 && find_sections(&pair); pair.n++)
      for (pair.k = 0; pair.k < 3; pair.k++)
        add_pair(&pair, list);
  }
  return list;
}
