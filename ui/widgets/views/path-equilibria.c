/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/path-equilibria.h"

#include "core/expr/tape.h"
#include "core/geometry/bracket.h"
#include "ui/picture/plot/contour.h"
#include "ui/widgets/views/view-derived.h"

#include <math.h>
#include <string.h>

#define NODES 33      /* samples a side */
#define APART 15      /* pixels: the least distance of two marks */
#define MOST 400      /* marks */
#define ROUNDS 40     /* of Levenberg and Marquardt's method */
#define ZERO 1e-10    /* relative to the largest visible acceleration */
#define ROUNDING 1e-6 /* relative to the other velocities: smaller changes do not move the marks */
#define GROWS 1e-6    /* of the largest rate of deviations */
#define SINGULAR 1e-6 /* relative to its largest possible value: equilibria that belong to a curve */

/* The accelerations of the constrained motion, compiled over (x, y) and the parameters. */
typedef struct {
  NoslipTapeWorkspace *work; /* NULL unless they form a plane of velocities */
  double *state, *rates;
  guint m, n;
  /* the marks of the last plane */
  GArray *key, *marks; /* of double; of NoslipMark */
} Flow;

static void
flow_free(gpointer data)
{
  Flow *flow = data;
  g_clear_pointer(&flow->work, noslip_tape_workspace_free);
  g_free(flow->state);
  g_free(flow->rates);
  g_array_unref(flow->key);
  g_array_unref(flow->marks);
  g_free(flow);
}

static void
compile(Flow *flow, const NoslipSystem *system, NoslipDistribution *distribution)
{
  const NoslipModel *model = distribution->model;
  const NoslipExpr *acceleration = noslip_distribution_acceleration(distribution);
  for (guint a = 0; a < model->n; a++)
    if (noslip_expr_depends(model->graph, acceleration[a], model->m, model->x) ||
        noslip_expr_depends(model->graph, acceleration[a], 1, &system->t))
      return;
  g_autofree NoslipExpr *constants = g_new0(NoslipExpr, system->n_parameters + 1);
  for (guint i = 0; i < system->n_parameters; i++)
    constants[i] = system->parameters[i].symbol;
  g_autoptr(NoslipTape) tape =
      noslip_tape_new(model->graph, system->n_parameters, constants, model->n, model->y, model->n, acceleration);
  flow->work = noslip_tape_workspace_new(tape);
}

static gpointer
derive(NoslipSystem *system, const char *key, NoslipJob *job)
{
  Flow *flow = g_new0(Flow, 1);
  flow->m = system->m;
  flow->n = system->n;
  flow->state = g_new0(double, system->n + 1);
  flow->rates = g_new0(double, system->n + 1);
  flow->key = g_array_new(FALSE, FALSE, sizeof(double));
  flow->marks = g_array_new(FALSE, FALSE, sizeof(NoslipMark));
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDistribution) distribution = noslip_distribution_new(model, &error);
  if (distribution && !noslip_job_is_cancelled(job))
    compile(flow, system, distribution);
  return flow;
}

/* A plane of the flow, in coordinates u, v from 0 to 1 over the axes. */
typedef struct {
  Flow *flow;
  guint x, y; /* fibres */
  double low[2], high[2];
  double pixels[2]; /* of the axes */
  double scale;     /* the largest acceleration */
} Plane;

/* All accelerations at a point of the plane; returns their size. */
static double
rates_at(const Plane *plane, double u, double v, double *rates)
{
  Flow *flow = plane->flow;
  flow->state[plane->x] = plane->low[0] + u * (plane->high[0] - plane->low[0]);
  flow->state[plane->y] = plane->low[1] + v * (plane->high[1] - plane->low[1]);
  noslip_tape_evaluate(flow->work, flow->state, rates);
  double sum = 0;
  for (guint a = 0; a < flow->n; a++)
    sum += rates[a] * rates[a];
  return sqrt(sum);
}

/* dr/du and dr/dv by central differences. */
static void
slopes_at(const Plane *plane, double u, double v, double *du, double *dv)
{
  const double h = 1e-5;
  guint n = plane->flow->n;
  g_autofree double *back = g_new(double, n + 1);
  rates_at(plane, u + h, v, du);
  rates_at(plane, u - h, v, back);
  for (guint a = 0; a < n; a++)
    du[a] = (du[a] - back[a]) / (2 * h);
  rates_at(plane, u, v + h, dv);
  rates_at(plane, u, v - h, back);
  for (guint a = 0; a < n; a++)
    dv[a] = (dv[a] - back[a]) / (2 * h);
}

/* Moves from (u, v) to where the accelerations vanish, along the nearest way (damped, because whole lines may be
 * equilibria); FALSE if there is none nearby. */
static gboolean
descend(const Plane *plane, double *u, double *v)
{
  guint n = plane->flow->n;
  g_autofree double *r = g_new(double, n + 1), *du = g_new(double, n + 1), *dv = g_new(double, n + 1);
  double u0 = *u, v0 = *v;
  for (guint round = 0; round < ROUNDS; round++) {
    if (rates_at(plane, *u, *v, r) <= ZERO * plane->scale)
      return TRUE;
    slopes_at(plane, *u, *v, du, dv);
    rates_at(plane, *u, *v, r);
    double a = 0, b = 0, c = 0, p = 0, q = 0;
    for (guint i = 0; i < n; i++) {
      a += du[i] * du[i];
      b += du[i] * dv[i];
      c += dv[i] * dv[i];
      p -= du[i] * r[i];
      q -= dv[i] * r[i];
    }
    double damping = 1e-9 * (a + c);
    a += damping;
    c += damping;
    double determinant = a * c - b * b;
    if (!(determinant > 0))
      return FALSE;
    *u += (c * p - b * q) / determinant;
    *v += (a * q - b * p) / determinant;
    if (!(hypot(*u - u0, *v - v0) < 3.0 / NODES))
      return FALSE;
  }
  return rates_at(plane, *u, *v, r) <= sqrt(ZERO) * plane->scale; /* a double root is approached slowly */
}

/* Whether a deviation inside the plane grows: the eigenvalue of the plane's flow with the largest real part. */
static gboolean
grows(const Plane *plane, double u, double v)
{
  guint n = plane->flow->n;
  g_autofree double *du = g_new(double, n + 1), *dv = g_new(double, n + 1);
  slopes_at(plane, u, v, du, dv);
  double width = plane->high[0] - plane->low[0], height = plane->high[1] - plane->low[1];
  double a = du[plane->x] / width, b = dv[plane->x] / height, c = du[plane->y] / width, d = dv[plane->y] / height;
  double half = (a + d) / 2, root = half * half - (a * d - b * c);
  return half + (root > 0 ? sqrt(root) : 0) > GROWS * (fabs(a) + fabs(b) + fabs(c) + fabs(d));
}

/* Whether the equilibrium belongs to a curve of them: the accelerations do not change in some direction. */
static gboolean
has_neighbour(const Plane *plane, double u, double v)
{
  guint n = plane->flow->n;
  g_autofree double *du = g_new(double, n + 1), *dv = g_new(double, n + 1);
  slopes_at(plane, u, v, du, dv);
  double a = 0, b = 0, c = 0;
  for (guint i = 0; i < n; i++) {
    a += du[i] * du[i];
    b += du[i] * dv[i];
    c += dv[i] * dv[i];
  }
  return !(a * c - b * b > SINGULAR * (a + c) * (a + c));
}

static void
try_point(const Plane *plane, double u, double v)
{
  GArray *marks = plane->flow->marks;
  if (marks->len >= MOST || !descend(plane, &u, &v) || !(u >= 0 && u <= 1 && v >= 0 && v <= 1))
    return;
  double width = plane->high[0] - plane->low[0], height = plane->high[1] - plane->low[1];
  NoslipMark mark = {.x = plane->low[0] + u * width, .y = plane->low[1] + v * height, .rest = TRUE, .passive = TRUE};
  for (guint i = 0; i < marks->len; i++) {
    const NoslipMark *other = &g_array_index(marks, NoslipMark, i);
    if (hypot((mark.x - other->x) / width * plane->pixels[0], (mark.y - other->y) / height * plane->pixels[1]) < APART)
      return;
  }
  mark.hollow = grows(plane, u, v);
  mark.one_of_many = has_neighbour(plane, u, v);
  g_array_append_val(marks, mark);
}

/* Along the curves on which one of the two velocities does not change. */
static void
search(const Plane *plane, const double *values, double largest)
{
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(double));
  if (!(largest > 0))
    return;
  noslip_contour_grid(NODES, NODES, values, 0, 1, 0, 1, 0, points);
  for (guint i = 0; i + 1 < points->len; i += 2)
    if (!isnan(g_array_index(points, double, i)))
      try_point(plane, g_array_index(points, double, i), g_array_index(points, double, i + 1));
}

static void
find_marks(Plane *plane)
{
  guint n = plane->flow->n;
  g_autofree double *rates = g_new(double, n + 1), *f = g_new(double, NODES *NODES), *g = g_new(double, NODES *NODES);
  double most_f = 0, most_g = 0;
  g_array_set_size(plane->flow->marks, 0);
  plane->scale = 0;
  for (guint j = 0; j < NODES; j++)
    for (guint i = 0; i < NODES; i++) {
      double size = rates_at(plane, i / (NODES - 1.0), j / (NODES - 1.0), rates);
      f[j * NODES + i] = rates[plane->x];
      g[j * NODES + i] = rates[plane->y];
      plane->scale = fmax(plane->scale, size);
      most_f = fmax(most_f, fabs(rates[plane->x]));
      most_g = fmax(most_g, fabs(rates[plane->y]));
    }
  if (!(plane->scale > 1e-12) || !isfinite(plane->scale))
    return; /* every state is an equilibrium: no marks */
  search(plane, f, most_f > ZERO * plane->scale ? most_f : 0);
  search(plane, g, most_g > ZERO * plane->scale ? most_g : 0);
}

static gboolean
is_free(const NoslipSystem *system, guint fibre)
{
  for (guint a = 0; a < system->k; a++)
    if (noslip_expr_depends(system->graph, system->constraints[a].phi, 1, &system->fibres[fibre].symbol))
      return FALSE;
  return TRUE;
}

/* Marks are kept while the plane, the parameters and the other velocities are the same. */
static gboolean
is_known(Plane *plane, const NoslipSystem *system, const double *parameters)
{
  Flow *flow = plane->flow;
  g_autoptr(GArray) key = g_array_new(FALSE, FALSE, sizeof(double));
  const double what[] = {plane->x,      plane->y,       plane->low[0],    plane->high[0],
                         plane->low[1], plane->high[1], plane->pixels[0], plane->pixels[1]};
  g_array_append_vals(key, what, G_N_ELEMENTS(what));
  g_array_append_vals(key, parameters, system->n_parameters);
  for (guint a = 0; a < system->n; a++) {
    double rounded = a == plane->x || a == plane->y ? 0 : rint(flow->state[a] / ROUNDING) * ROUNDING;
    g_array_append_val(key, rounded);
  }
  gboolean same = key->len == flow->key->len && memcmp(key->data, flow->key->data, key->len * sizeof(double)) == 0;
  if (!same) {
    g_array_set_size(flow->key, 0);
    g_array_append_vals(flow->key, key->data, key->len);
  }
  return same;
}

void
noslip_path_add_equilibria(NoslipView *view, NoslipFigure *figure, guint fibre_x, guint fibre_y)
{
  static const NoslipDerivation compiled = {derive, flow_free};
  NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipSystem *system = noslip_simulation_system(simulation);
  Plane plane = {.x = fibre_x, .y = fibre_y};
  double unused;
  noslip_view_range(view, 0, NOSLIP_AXIS_X, &plane.low[0], &plane.high[0]);
  noslip_view_range(view, 0, NOSLIP_AXIS_Y, &plane.low[1], &plane.high[1]);
  noslip_figure_area(figure, &unused, &unused, &plane.pixels[0], &plane.pixels[1]);
  if (noslip_simulation_runs(simulation)->kind != NOSLIP_DYNAMICS_NONHOLONOMIC || !is_free(system, fibre_x) ||
      !is_free(system, fibre_y) || !isfinite(plane.low[0]) || !isfinite(plane.low[1]))
    return;
  plane.flow = noslip_view_derived(view, "flow", "", &compiled);
  const double *parameters = NULL, *row = noslip_runs_sample(noslip_simulation_runs(simulation), 0, &parameters);
  if (!plane.flow || !plane.flow->work || !row)
    return;
  memcpy(plane.flow->state, row + noslip_row_y(system), system->n * sizeof(double));
  noslip_tape_set_constants(plane.flow->work, parameters);
  if (!is_known(&plane, system, parameters))
    find_marks(&plane);
  for (guint i = 0; i < plane.flow->marks->len; i++)
    noslip_figure_add_mark(figure, &g_array_index(plane.flow->marks, NoslipMark, i));
}
