/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/direct-path.h"

#include "core/finder/linear/nullspace.h"
#include "core/finder/states.h"

#include <math.h>
#include <string.h>

#define WAVES 3         /* harmonics of a random path, over the whole time */
#define DIFFERENCE 1e-6 /* step of difference quotients, relative to ranges and to the size of controls */

NoslipDirect *
noslip_direct_new(const NoslipSystem *system, const double *parameters, const double *x, guint n_given,
                  const guint *given, const double *ranges, double time, const int *cancel)
{
  if (!noslip_system_is_quadratic(system) || noslip_system_constraint_class(system) > NOSLIP_AFFINE)
    return NULL;
  NoslipDirect *direct = g_new0(NoslipDirect, 1);
  noslip_direct_field_init(&direct->field, system, parameters);
  gsize m = direct->m = system->m, n = direct->n = system->n, width = direct->width = (guint) m + 1;
  direct->n_given = n_given;
  direct->x = x;
  direct->given = given;
  direct->ranges = ranges;
  direct->time = time;
  direct->cancel = cancel;
  direct->states = g_new0(double, (PARTS + 1) * width);
  direct->controls = g_new0(double, PARTS *n);
  direct->scale = g_new0(double, n);
  direct->usual = g_new0(double, n);
  direct->by_state = g_new0(double, PARTS *width *width);
  direct->by_v = g_new0(double, PARTS *width *n);
  direct->rows = g_new0(double, (PARTS + 1) * (n_given + 1) * width);
  direct->slopes = g_new0(double, PARTS *(n_given + 1) * n);
  direct->inverse = g_new0(double, PARTS *(n_given + 1) * n);
  direct->hessian = g_new0(double, PARTS *n *n);
  direct->solved = g_new0(double, PARTS *n *n);
  direct->nu = g_new0(double, (gsize) n_given + 1);
  return direct;
}

void
noslip_direct_free(NoslipDirect *direct)
{
  if (direct == NULL)
    return;
  noslip_direct_field_clear(&direct->field);
  g_free(direct->states);
  g_free(direct->controls);
  g_free(direct->scale);
  g_free(direct->usual);
  g_free(direct->by_state);
  g_free(direct->by_v);
  g_free(direct->rows);
  g_free(direct->slopes);
  g_free(direct->inverse);
  g_free(direct->hessian);
  g_free(direct->solved);
  g_free(direct->nu);
  g_free(direct);
}

const double *
noslip_direct_end(const NoslipDirect *direct)
{
  return direct->states + (gsize) PARTS * direct->width;
}

double
noslip_direct_cost(const NoslipDirect *direct)
{
  return noslip_direct_end(direct)[direct->m];
}

/* One step of the Runge-Kutta method of order 4 over one part. */
static gboolean
step(NoslipDirect *direct, guint part, const double *state, const double *v, double *next)
{
  static const double places[] = {0, 0.5, 0.5, 1}, weights[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  guint m = direct->m;
  double h = direct->time / PARTS;
  g_autofree double *at = g_memdup2(state, sizeof(double) * direct->width);
  g_autofree double *rate = g_new0(double, direct->width);
  memcpy(next, state, sizeof(double) * direct->width);
  for (guint stage = 0; stage < 4; stage++) {
    for (guint i = 0; stage > 0 && i < m; i++)
      at[i] = state[i] + h * places[stage] * rate[i];
    if (!noslip_direct_field_velocity(&direct->field, h * (part + places[stage]), at, v, rate))
      return FALSE;
    for (guint i = 0; i < m; i++)
      next[i] += h * weights[stage] * rate[i];
    next[m] += h * weights[stage] * direct->field.lagrangian;
  }
  return noslip_all_finite(next, direct->width);
}

/* Computes the path of the present controls. */
gboolean
noslip_direct_follow(NoslipDirect *direct)
{
  gsize width = direct->width;
  memcpy(direct->states, direct->x, sizeof(double) * direct->m);
  direct->states[direct->m] = 0;
  for (guint part = 0; part < PARTS; part++)
    if (!step(direct, part, direct->states + part * width, direct->controls + (gsize) part * direct->n,
              direct->states + (part + 1) * width))
      return FALSE;
  return TRUE;
}

/* Fills `scale` and `usual`. Components that the constraints exclude are given the speed of the fastest component. */
static gboolean
measure(NoslipDirect *direct)
{
  NoslipDirectField *field = &direct->field;
  guint m = direct->m, n = direct->n;
  double fastest = 0;
  g_autofree double *xdot = g_new0(double, m);
  g_autofree double *v = g_new0(double, n);
  if (!noslip_direct_field_metric(field, 0, direct->x))
    return FALSE;
  noslip_linear_metric_scale(n, field->metric, direct->scale);
  for (guint a = 0; a < n; a++) {
    double far = 0;
    memset(v, 0, sizeof(double) * n);
    v[a] = direct->scale[a];
    if (!noslip_direct_field_velocity(field, 0, direct->x, v, xdot))
      return FALSE;
    for (guint i = 0; i < m; i++)
      far = fmax(far, fabs(xdot[i]) * direct->time / direct->ranges[i]);
    direct->usual[a] = far;
    fastest = fmax(fastest, far);
  }
  for (guint a = 0; a < n; a++)
    direct->usual[a] =
        direct->scale[a] / (direct->usual[a] > 1e-6 * fastest ? direct->usual[a] : fmax(fastest, 1e-300));
  return TRUE;
}

/* The control (n) of least size that would lead about to the target if the position stayed the same; 0 if there is
 * none. */
static gboolean
find_straight(NoslipDirect *direct, const double *target, double *v)
{
  guint m = direct->m, n = direct->n, g = direct->n_given;
  g_autofree double *xdot = g_new0(double, m);
  g_autofree double *rates = g_new0(double, (gsize) g *n + 1);
  g_autofree double *right = g_new0(double, (gsize) g + 1);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(g, n);
  for (guint a = 0; a < n; a++) {
    memset(v, 0, sizeof(double) * n);
    v[a] = direct->usual[a];
    if (!noslip_direct_field_velocity(&direct->field, 0, direct->x, v, xdot))
      return FALSE;
    for (guint j = 0; j < g; j++)
      rates[(gsize) j * n + a] = xdot[direct->given[j]] / direct->ranges[direct->given[j]];
  }
  for (guint j = 0; j < g; j++)
    right[j] = (target[j] - direct->x[direct->given[j]]) / direct->ranges[direct->given[j]] / direct->time;
  if (!noslip_svd_factor(svd, rates))
    return FALSE;
  noslip_svd_solve(svd, 1e-6, right, v);
  for (guint a = 0; a < n; a++)
    v[a] *= direct->usual[a];
  return TRUE;
}

gboolean
noslip_direct_draw(NoslipDirect *direct, const double *target, guint64 *seed)
{
  guint n = direct->n;
  g_autofree double *straight = g_new0(double, n);
  if (!measure(direct) || (target != NULL && !find_straight(direct, target, straight)))
    return FALSE;
  double size = target != NULL ? 0.1 : 1.5 * pow(3, noslip_random_draw(seed));
  for (guint i = 0; i < PARTS * n; i++)
    direct->controls[i] = straight[i % n];
  for (guint wave = 0; wave <= WAVES; wave++)
    for (guint a = 0; a < n; a++) {
      double most = direct->usual[a] * size / ((1 + wave) * (1 + wave));
      double cosine = most * noslip_random_draw(seed), sine = most * noslip_random_draw(seed);
      for (guint part = 0; part < PARTS; part++) {
        double phase = 2 * G_PI * wave * (part + 0.5) / PARTS;
        direct->controls[(gsize) part * n + a] += cosine * cos(phase) + sine * sin(phase);
      }
    }
  return noslip_direct_follow(direct);
}

/* The derivatives of each part by differences: they only guide the search. */
static gboolean
differentiate(NoslipDirect *direct)
{
  guint m = direct->m, n = direct->n, width = direct->width;
  double size = 0;
  g_autofree double *state = g_new0(double, width);
  g_autofree double *v = g_new0(double, n);
  g_autofree double *next = g_new0(double, width);
  for (guint i = 0; i < PARTS * n; i++)
    size = fmax(size, fabs(direct->controls[i] / direct->usual[i % n]));
  for (guint part = 0; part < PARTS; part++) {
    const double *there = direct->states + (gsize) (part + 1) * width;
    double *by_state = direct->by_state + (gsize) part * width * width, *by_v = direct->by_v + (gsize) part * width * n;
    memcpy(state, direct->states + (gsize) part * width, sizeof(double) * width);
    memcpy(v, direct->controls + (gsize) part * n, sizeof(double) * n);
    by_state[(gsize) m * width + m] = 1;
    for (guint j = 0; j < m + n; j++) {
      double *entry = j < m ? state + j : v + j - m, kept = *entry;
      double change = DIFFERENCE * (j < m ? direct->ranges[j] : fmax(size, 1e-300) * direct->usual[j - m]);
      *entry += change;
      if (!step(direct, part, state, v, next))
        return FALSE;
      for (guint i = 0; i < width; i++)
        *(j < m ? by_state + (gsize) i * width + j : by_v + (gsize) i * n + j - m) =
            (next[i] - there[i]) / (*entry - kept);
      *entry = kept;
    }
  }
  return TRUE;
}

/* out (rows x columns) = a (rows x inner) b (inner x columns). */
static void
multiply(guint rows, guint inner, guint columns, const double *a, const double *b, double *out)
{
  memset(out, 0, sizeof(double) * rows * columns);
  for (guint i = 0; i < rows; i++)
    for (guint k = 0; k < inner; k++)
      for (guint j = 0; j < columns; j++)
        out[(gsize) i * columns + j] += a[(gsize) i * inner + k] * b[(gsize) k * columns + j];
}

/* Fills `rows` and `slopes` from the end backwards. */
static void
carry_back(NoslipDirect *direct)
{
  gsize width = direct->width, n = direct->n, count = direct->n_given + 1;
  g_autofree double *slopes = g_new0(double, count *n);
  double *last = direct->rows + PARTS * count * width;
  memset(last, 0, sizeof(double) * count * width);
  for (guint j = 0; j < direct->n_given; j++)
    last[j * width + direct->given[j]] = 1;
  last[direct->n_given * width + direct->m] = 1;
  for (guint part = PARTS; part-- > 0;) {
    const double *next = direct->rows + (part + 1) * count * width;
    multiply((guint) count, (guint) width, (guint) width, next, direct->by_state + part * width * width,
             direct->rows + part * count * width);
    multiply((guint) count, (guint) width, (guint) n, next, direct->by_v + part * width * n, slopes);
    for (gsize j = 0; j < count; j++)
      memcpy(direct->slopes + (j * PARTS + part) * n, slopes + j * n, n * sizeof(double));
  }
}

gboolean
noslip_direct_differentiate(NoslipDirect *direct)
{
  if (!differentiate(direct))
    return FALSE;
  carry_back(direct);
  return TRUE;
}

gboolean
noslip_direct_nodes(NoslipDirect *direct, guint n_nodes, double *nodes, double *seeds, double *nu)
{
  NoslipDirectField *field = &direct->field;
  gsize m = direct->m, n = direct->n, width = direct->width, count = direct->n_given + 1;
  g_autofree double *xi = g_new0(double, m);
  memcpy(nu, direct->nu, sizeof(double) * direct->n_given);
  for (guint node = 0; node <= n_nodes; node++) {
    gsize part = (gsize) node * PARTS / n_nodes;
    const double *rows = direct->rows + part * count * width;
    double *z = nodes + node * (m + n);
    memcpy(z, direct->states + part * width, sizeof(double) * m);
    for (guint i = 0; i < m; i++) {
      xi[i] = -rows[direct->n_given * width + i];
      for (guint j = 0; j < direct->n_given; j++)
        xi[i] += direct->nu[j] * rows[j * width + i];
    }
    if (!noslip_direct_field_momentum(field, direct->time * node / n_nodes, z, xi, z + m))
      return FALSE;
    if (node < n_nodes)
      memcpy(seeds + node * (n + field->k), field->right, sizeof(double) * (n + field->k));
  }
  return noslip_all_finite(nodes, (n_nodes + 1) * (m + n));
}
