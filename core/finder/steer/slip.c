/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/slip.h"

#include "core/finder/states.h"
#include "core/finder/steer/slip-path.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

#define WAVES 3          /* of a random path: harmonics of half the time */
#define DIFFERENCE 1e-6  /* of coordinates, in ranges, for second derivatives */
#define STEPS_MOST 60    /* of Newton's method for each weight */
#define STILL 1e-6       /* relative decrease of the effort that ends them */
#define WEIGHT_FIRST 1.0 /* of slip, and its growth */
#define WEIGHT_GROWTH 3.0
#define WEIGHT_MOST 1e5
#define STAGES_MOST 24
#define PARTS_FIRST 96
#define SHAKEN 1e-3 /* waves added between the weights, in ranges */
#define FIRM 1e-3   /* largest slip of the result, relative to the speed in the kinetic metric */
#define DAMPING_LEAST 1e-9
#define DAMPING_MOST 1e9

struct _NoslipSlip {
  NoslipSlipPath path;
  guint n_given;
  const guint *given;
  const int *cancel;
  gboolean *fixed;      /* m: prescribed at the end */
  gsl_matrix *hessian;  /* band form, (PARTS m) x (2 m): entry (i, k) belongs to unknowns i and i + k */
  gsl_matrix *factored; /* the same */
  gsl_vector *step;
  double *gradient, *kept; /* PARTS x m */
};

NoslipSlip *
noslip_slip_new(const NoslipSystem *system, const double *parameters, const double *x, guint n_given,
                const guint *given, const double *ranges, double time, const int *cancel)
{
  if (system->m != system->n || !noslip_system_is_quadratic(system) ||
      noslip_system_constraint_class(system) > NOSLIP_AFFINE)
    return NULL;
  g_autoptr(NoslipSlip) slip = g_new0(NoslipSlip, 1);
  gsize m = system->m;
  slip->path.x = x;
  slip->path.ranges = ranges;
  slip->path.time = time;
  slip->n_given = n_given;
  slip->given = given;
  slip->cancel = cancel;
  slip->fixed = g_new0(gboolean, m);
  for (guint j = 0; j < n_given; j++)
    slip->fixed[given[j]] = TRUE;
  slip->hessian = gsl_matrix_alloc(NOSLIP_SLIP_PARTS * m, 2 * m);
  slip->factored = gsl_matrix_alloc(NOSLIP_SLIP_PARTS * m, 2 * m);
  slip->step = gsl_vector_alloc(NOSLIP_SLIP_PARTS * m);
  slip->gradient = g_new0(double, NOSLIP_SLIP_PARTS *m);
  slip->kept = g_new0(double, NOSLIP_SLIP_PARTS *m);
  return noslip_slip_path_init(&slip->path, system, parameters) ? g_steal_pointer(&slip) : NULL;
}

void
noslip_slip_free(NoslipSlip *slip)
{
  if (slip == NULL)
    return;
  noslip_slip_path_clear(&slip->path);
  gsl_matrix_free(slip->hessian);
  gsl_matrix_free(slip->factored);
  gsl_vector_free(slip->step);
  g_free(slip->fixed);
  g_free(slip->gradient);
  g_free(slip->kept);
  g_free(slip);
}

/* Adds waves to all coordinates, which vanish at both ends. */
static void
shake(NoslipSlipPath *path, double size, guint64 *seed)
{
  guint m = path->m;
  for (guint wave = 1; wave <= WAVES; wave++)
    for (guint i = 0; i < m; i++) {
      double most = size * path->ranges[i] / wave * noslip_random_draw(seed);
      for (guint node = 1; node < path->parts; node++)
        path->places[(gsize) node * m + i] += most * sin(G_PI * wave * node / path->parts);
    }
}

/* Straight to the target, plus waves. */
static void
draw(NoslipSlip *slip, const double *target, guint64 *seed)
{
  NoslipSlipPath *path = &slip->path;
  guint m = path->m;
  for (guint node = 0; node <= path->parts; node++)
    memcpy(path->places + (gsize) node * m, path->x, sizeof(double) * m);
  for (guint j = 0; j < slip->n_given; j++)
    for (guint node = 1; node <= path->parts; node++)
      path->places[(gsize) node * m + slip->given[j]] += (target[j] - path->x[slip->given[j]]) * node / path->parts;
  shake(path, 0.5 * pow(4, noslip_random_draw(seed)), seed);
}

static double
effort_of(NoslipSlip *slip)
{
  NoslipSlipPath *path = &slip->path;
  double sum = 0;
  for (guint part = 0; part < path->parts; part++) {
    const double *a = path->places + (gsize) part * path->m;
    sum += noslip_slip_path_part(path, part, a, a + path->m, NULL);
  }
  return sum;
}

/* Adds the slopes of one part to the gradient, and their differences to the Hessian. */
static gboolean
add_part(NoslipSlip *slip, guint part, double *room)
{
  NoslipSlipPath *path = &slip->path;
  guint m = path->m, width = 2 * m;
  double *ends = room, *slope = ends + width, *next = slope + width;
  memcpy(ends, path->places + (gsize) part * m, sizeof(double) * width);
  if (!isfinite(noslip_slip_path_part(path, part, ends, ends + m, slope)))
    return FALSE;
  for (guint i = part == 0 ? m : 0; i < width; i++) {
    gsize row = (gsize) part * m + i - m;
    double kept = ends[i];
    slip->gradient[row] += slope[i];
    ends[i] += DIFFERENCE * path->ranges[i % m];
    double change = ends[i] - kept;
    if (!isfinite(noslip_slip_path_part(path, part, ends, ends + m, next)))
      return FALSE;
    ends[i] = kept;
    for (guint j = part == 0 ? m : 0; j < width; j++) { /* half of each entry from either side makes it symmetric */
      double entry = (next[j] - slope[j]) / change;
      gsl_matrix *hessian = slip->hessian;
      if (i == j)
        *gsl_matrix_ptr(hessian, row, 0) += entry;
      else
        *gsl_matrix_ptr(hessian, MIN(row, row - i + j), i < j ? j - i : i - j) += entry / 2;
    }
  }
  return TRUE;
}

/* Unknowns that are prescribed do not move. */
static void
fix_end(NoslipSlip *slip)
{
  guint m = slip->path.m;
  for (guint i = 0; i < m; i++) {
    gsize row = (gsize) (slip->path.parts - 1) * m + i;
    if (!slip->fixed[i])
      continue;
    slip->gradient[row] = 0;
    for (gsize k = 0; k < 2 * m; k++) {
      if (k <= row)
        gsl_matrix_set(slip->hessian, row - k, k, k == 0);
      gsl_matrix_set(slip->hessian, row, k, k == 0);
    }
  }
}

/* The gradient and the Hessian at the path. FALSE if a part is not finite. */
static gboolean
fill_derivatives(NoslipSlip *slip)
{
  gsize m = slip->path.m;
  g_autofree double *room = g_new0(double, 6 * m);
  gsl_matrix_set_zero(slip->hessian);
  memset(slip->gradient, 0, sizeof(double) * slip->path.parts * m);
  for (guint part = 0; part < slip->path.parts; part++)
    if (!add_part(slip, part, room))
      return FALSE;
  fix_end(slip);
  return TRUE;
}

/* The step of Newton's method with `damping` times the kinetic energy's Hessian. FALSE if that is not positive. */
static gboolean
find_step(NoslipSlip *slip, double damping)
{
  NoslipSlipPath *path = &slip->path;
  gsize m = path->m, size = path->parts * m;
  double h = path->time / path->parts;
  gsl_matrix_view factored = gsl_matrix_submatrix(slip->factored, 0, 0, size, 2 * m);
  gsl_vector_view step = gsl_vector_subvector(slip->step, 0, size);
  gsl_matrix_memcpy(slip->factored, slip->hessian);
  for (gsize row = 0; row < size; row++) {
    double stiff = damping * path->mass[row % m] / h;
    gboolean last = row >= size - m;
    if (last && slip->fixed[row % m])
      continue;
    *gsl_matrix_ptr(slip->factored, row, 0) += last ? stiff : 2 * stiff;
    if (row + m < size && !(row + m >= size - m && slip->fixed[row % m]))
      *gsl_matrix_ptr(slip->factored, row, m) -= stiff;
    gsl_vector_set(slip->step, row, -slip->gradient[row]);
  }
  for (gsize row = size - m; row < size; row++)
    gsl_vector_set(slip->step, row, -slip->gradient[row]);
  return gsl_linalg_cholesky_band_decomp(&factored.matrix) == GSL_SUCCESS &&
         gsl_linalg_cholesky_band_svx(&factored.matrix, &step.vector) == GSL_SUCCESS;
}

/* A minimum for the present weight and multipliers. */
static gboolean
minimize(NoslipSlip *slip, double *damping)
{
  NoslipSlipPath *path = &slip->path;
  gsize size = (gsize) path->parts * path->m;
  double now = effort_of(slip), *places = path->places + path->m;
  for (guint count = 0; count < STEPS_MOST; count++) {
    if (!isfinite(now) || (slip->cancel != NULL && g_atomic_int_get(slip->cancel)) || !fill_derivatives(slip))
      return FALSE;
    double next = INFINITY;
    memcpy(slip->kept, places, sizeof(double) * size);
    for (; *damping < DAMPING_MOST; *damping *= 4) {
      if (!find_step(slip, *damping))
        continue;
      for (gsize i = 0; i < size; i++)
        places[i] = slip->kept[i] + gsl_vector_get(slip->step, i);
      if ((next = effort_of(slip)) < now)
        break;
    }
    if (!(next < now)) {
      memcpy(places, slip->kept, sizeof(double) * size);
      *damping = 1;
      effort_of(slip);
      return TRUE;
    }
    *damping = fmax(*damping / 8, DAMPING_LEAST);
    if (now - next <= STILL * fabs(next))
      return TRUE;
    now = next;
  }
  return TRUE;
}

/* The largest slip, as a speed in the kinetic metric relative to the mean one of the path. */
static double
largest_slip(NoslipSlip *slip)
{
  NoslipSlipPath *path = &slip->path;
  double largest = 0, sum = 0;
  for (guint part = 0; part < path->parts; part++)
    for (guint i = 0; i < path->m; i++) {
      const double *a = path->places + (gsize) part * path->m;
      sum += path->mass[i] * pow((a[path->m + i] - a[i]) / path->time, 2) * path->parts;
    }
  for (gsize i = 0; i < (gsize) path->parts * path->k; i++)
    largest = fmax(largest, fabs(path->slip[i]) * sqrt(path->size[i % path->k]));
  return largest / sqrt(fmax(sum, 1e-300));
}

/* mu += s phi/e. */
static void
correct(NoslipSlipPath *path)
{
  gsize k = path->k;
  for (gsize i = 0; i < path->parts * k; i++)
    path->mu[i] += path->size[i % k] * path->slip[i] * path->weight;
}

/* Twice as many parts, along the same path. */
static void
halve_parts(NoslipSlipPath *path)
{
  gsize m = path->m, k = path->k;
  for (gsize part = path->parts; part-- > 0;) {
    double *to = path->places + 2 * part * m;
    const double *a = path->places + part * m, *b = a + m;
    memmove(to + 2 * m, b, sizeof(double) * m);
    for (gsize i = 0; i < m; i++)
      to[m + i] = (a[i] + b[i]) / 2;
    for (gsize c = 0; c < k; c++)
      path->mu[(2 * part + 1) * k + c] = path->mu[2 * part * k + c] = path->mu[part * k + c];
  }
  path->parts *= 2;
}

gboolean
noslip_slip_solve(NoslipSlip *slip, const double *target, guint64 *seed)
{
  NoslipSlipPath *path = &slip->path;
  double damping = 1;
  path->parts = PARTS_FIRST;
  path->weight = WEIGHT_FIRST;
  memset(path->mu, 0, sizeof(double) * NOSLIP_SLIP_PARTS * path->k);
  draw(slip, target, seed);
  for (guint stage = 0; stage < STAGES_MOST; stage++) {
    if (!minimize(slip, &damping))
      return FALSE;
    gboolean firm = largest_slip(slip) <= FIRM;
    if (firm && path->parts == NOSLIP_SLIP_PARTS)
      return TRUE;
    correct(path);
    if (firm) {
      halve_parts(path);
      continue;
    }
    if (path->parts == PARTS_FIRST) /* a path that is only a saddle, as symmetric ones are, is left */
      shake(path, SHAKEN, seed);
    path->weight = fmin(path->weight * WEIGHT_GROWTH, WEIGHT_MOST);
  }
  return FALSE;
}

/* The momenta by the coordinates (m) at a node: the slope of the effort beyond it. */
static gboolean
fill_momentum(NoslipSlipPath *path, guint node, double *slope)
{
  guint m = path->m, part = MIN(node, path->parts - 1);
  const double *a = path->places + (gsize) part * m;
  if (!isfinite(noslip_slip_path_part(path, part, a, a + m, slope)))
    return FALSE;
  for (guint i = 0; i < m; i++)
    slope[i] = node == part ? -slope[i] : slope[m + i];
  return TRUE;
}

gboolean
noslip_slip_nodes(NoslipSlip *slip, guint n_nodes, double *nodes, double *seeds, double *nu)
{
  NoslipSlipPath *path = &slip->path;
  gsize m = path->m, n = path->n, k = path->k;
  g_autofree double *slope = g_new0(double, 2 * m);
  for (guint node = 0; node <= n_nodes; node++) {
    guint place = node * path->parts / n_nodes;
    double *z = nodes + node * (m + n), *seed = seeds + node * (n + k);
    memcpy(z, path->places + place * m, sizeof(double) * m);
    if (!fill_momentum(path, place, slope) || (node < n_nodes && !noslip_slip_path_middle(path, place, seed, seed + n)))
      return FALSE;
    const double *rho = noslip_slip_path_anchor(path, place);
    for (gsize a = 0; a < n && rho != NULL; a++) {
      z[m + a] = 0;
      for (gsize i = 0; i < m; i++)
        z[m + a] += rho[i * n + a] * slope[i];
    }
    if (rho == NULL)
      return FALSE;
  }
  for (guint j = 0; j < slip->n_given; j++)
    nu[j] = slope[slip->given[j]];
  return noslip_all_finite(nodes, (n_nodes + 1) * (m + n));
}
