/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/direct-path.h"

#include "core/finder/linear/nullspace.h"

#include <math.h>
#include <string.h>

#define STEPS_MOST 300
#define MEMORY 12   /* number of steps from which the Hessian of the Lagrangian function is estimated */
#define LONGEST 1.0 /* limit of the change of the controls in a step, relative to their size */
#define NEAR 1e-3   /* largest error of an end, in ranges, that is still useful */
#define ENOUGH 1e-6 /* error of the end, in ranges, at which the search ends */
#define STILL 1e-4  /* relative change of the controls at which the search ends */
#define CLOSE 0.02  /* error of the end, in ranges, below which the cost is minimised too */
#define DAMPING_LEAST 1e-12
#define DAMPING_MOST 1e6
#define PART_LEAST 1e-3
#define SMALL 1e-11 /* squares of singular values below this fraction of the largest count as zero */

/* For each part h W, plus a term that keeps it regular across the constraints, where nothing depends on the control;
 * and its inverse. */
static gboolean
invert_hessians(NoslipDirect *direct)
{
  NoslipDirectField *field = &direct->field;
  gsize n = direct->n;
  double h = direct->time / PARTS;
  g_autoptr(NoslipQr) qr = noslip_qr_new((guint) n);
  for (guint part = 0; part < PARTS; part++) {
    double *hessian = direct->hessian + part * n * n, *solved = direct->solved + part * n * n;
    if (!noslip_direct_field_metric(field, h * part, direct->states + (gsize) part * direct->width))
      return FALSE;
    memcpy(hessian, field->metric, sizeof(double) * n * n);
    for (guint c = 0; c < field->k; c++) {
      const double *phi = field->phi + c * n;
      double length = 0;
      for (guint a = 0; a < n; a++)
        length += pow(phi[a] * direct->scale[a], 2);
      for (gsize i = 0; i < n * n && length > 0; i++)
        hessian[i] += phi[i / n] * phi[i % n] / length;
    }
    for (gsize i = 0; i < n * n; i++)
      hessian[i] *= h;
    if (!noslip_qr_factor(qr, hessian))
      return FALSE;
    for (gsize a = 0; a < n; a++) { /* symmetric: rows are columns */
      memset(solved + a * n, 0, sizeof(double) * n);
      solved[a * n + a] = 1;
      if (!noslip_qr_solve(qr, solved + a * n))
        return FALSE;
    }
  }
  return TRUE;
}

/* out = blocks v, block by block; both PARTS x n. */
static void
multiply_blocks(const NoslipDirect *direct, const double *blocks, const double *v, double *out)
{
  gsize n = direct->n;
  for (gsize i = 0; i < PARTS * n; i++)
    out[i] = noslip_nullspace_dot((guint) n, blocks + i * n, v + i / n * n);
}

/* The estimate of the Hessian of the Lagrangian function from the last steps: each step, and the change of the
 * function's gradient over it (L-BFGS, Nocedal's two loops). */
typedef struct {
  guint n, size; /* number of pairs, length of each vector */
  double *steps, *changes, *products;
} Memory;

/* Multiplies v by the inverse of the Hessian; `room` is scratch of the same length. */
static void
apply_inverse(const NoslipDirect *direct, const Memory *memory, double *v, double *room)
{
  double parts[MEMORY];
  gsize size = memory->size;
  for (guint pair = memory->n; pair-- > 0;) {
    parts[pair] = noslip_nullspace_dot((guint) size, memory->steps + pair * size, v) / memory->products[pair];
    for (gsize i = 0; i < size; i++)
      v[i] -= parts[pair] * memory->changes[pair * size + i];
  }
  multiply_blocks(direct, direct->solved, v, room);
  memcpy(v, room, sizeof(double) * size);
  for (guint pair = 0; pair < memory->n; pair++) {
    double part = noslip_nullspace_dot((guint) size, memory->changes + pair * size, v) / memory->products[pair];
    for (gsize i = 0; i < size; i++)
      v[i] += (parts[pair] - part) * memory->steps[pair * size + i];
  }
}

/* Stores one more pair. If the gradient's change gives too little curvature, the kinetic energy's Hessian is mixed in
 * (Powell's damping). */
static void
store_pair(const NoslipDirect *direct, Memory *memory, const double *taken, const double *change)
{
  gsize size = memory->size;
  g_autofree double *usual = g_new0(double, size);
  multiply_blocks(direct, direct->hessian, taken, usual);
  double curve = noslip_nullspace_dot((guint) size, taken, usual),
         now = noslip_nullspace_dot((guint) size, taken, change);
  double part = now >= 0.2 * curve ? 1 : 0.8 * curve / (curve - now);
  if (!(curve > 0) || !isfinite(part))
    return;
  if (memory->n == MEMORY) {
    memory->n--;
    memmove(memory->steps, memory->steps + size, sizeof(double) * size * memory->n);
    memmove(memory->changes, memory->changes + size, sizeof(double) * size * memory->n);
    memmove(memory->products, memory->products + 1, sizeof(double) * memory->n);
  }
  double *changes = memory->changes + memory->n * size;
  memcpy(memory->steps + memory->n * size, taken, sizeof(double) * size);
  for (gsize i = 0; i < size; i++)
    changes[i] = part * change[i] + (1 - part) * usual[i];
  memory->products[memory->n++] = noslip_nullspace_dot((guint) size, taken, changes);
}

static void
fill_inverse(NoslipDirect *direct, const Memory *memory, double *room)
{
  gsize size = memory->size;
  memcpy(direct->inverse, direct->slopes, sizeof(double) * size * (direct->n_given + 1));
  for (guint j = 0; j <= direct->n_given; j++)
    apply_inverse(direct, memory, direct->inverse + j * size, room);
}

/* J H^-1 J^T (n_given x n_given) and J H^-1 g (n_given), in ranges. */
static void
fill_normal(const NoslipDirect *direct, double *matrix, double *gradient)
{
  gsize g = direct->n_given, size = (gsize) PARTS * direct->n;
  for (gsize i = 0; i < g; i++) {
    double range = direct->ranges[direct->given[i]];
    const double *slope = direct->slopes + i * size;
    for (gsize j = 0; j < g; j++)
      matrix[i * g + j] = noslip_nullspace_dot((guint) size, slope, direct->inverse + j * size) / range /
                          direct->ranges[direct->given[j]];
    gradient[i] = noslip_nullspace_dot((guint) size, slope, direct->inverse + g * size) / range;
  }
}

/* nu (not in ranges) with (matrix + damping) nu = right. */
static gboolean
solve_normal(const NoslipDirect *direct, const double *matrix, const double *right, double damping, double *nu)
{
  guint g = direct->n_given;
  g_autofree double *damped = g_memdup2(matrix, sizeof(double) * ((gsize) g * g + 1));
  double trace = 0;
  g_autoptr(NoslipSvd) svd = noslip_svd_new(g, g);
  for (guint i = 0; i < g; i++)
    trace += matrix[(gsize) i * g + i];
  for (guint i = 0; i < g; i++)
    damped[(gsize) i * g + i] += damping * trace;
  if (!noslip_svd_factor(svd, damped))
    return FALSE;
  noslip_svd_solve(svd, SMALL, right, nu);
  for (guint i = 0; i < g; i++)
    nu[i] /= direct->ranges[direct->given[i]];
  return noslip_all_finite(nu, g);
}

/* out (PARTS x n) += factor (rows^T nu - with_cost times the last row). */
static void
add_rows(const NoslipDirect *direct, const double *rows, const double *nu, double with_cost, double factor, double *out)
{
  gsize g = direct->n_given, size = (gsize) PARTS * direct->n;
  for (gsize j = 0; j <= g; j++) {
    double part = factor * (j < g ? nu[j] : -with_cost);
    for (gsize i = 0; i < size && part != 0; i++)
      out[i] += part * rows[j * size + i];
  }
}

/* The largest component of PARTS x n numbers, relative to the usual ones. */
static double
length_of(const NoslipDirect *direct, const double *controls)
{
  double longest = 0;
  for (gsize i = 0; i < (gsize) PARTS * direct->n; i++)
    longest = fmax(longest, fabs(controls[i] / direct->usual[i % direct->n]));
  return longest;
}

/* The error of the end, in ranges; returns the root of the sum of the squares. */
static double
find_missing(const NoslipDirect *direct, const double *target, double *missing)
{
  double sum = 0;
  for (guint j = 0; j < direct->n_given; j++) {
    missing[j] = (target[j] - noslip_direct_end(direct)[direct->given[j]]) / direct->ranges[direct->given[j]];
    sum += missing[j] * missing[j];
  }
  return sqrt(sum);
}

/* The state of the search. */
typedef struct {
  const double *target;
  double *missing, *matrix, *gradient, *nu;
  double *change;         /* PARTS x n: the step */
  double *slope, *before; /* PARTS x n, fill_slope(): at the path, and at the one before the step */
  double miss;            /* error of the end, in ranges */
  double damping;         /* damping of steps towards the end; larger values make them shorter */
  double part;            /* length factor of steps that keep the end and lower the cost */
  double weight;          /* weight of the error of the end, relative to the cost */
  double length;          /* length of the last step, relative to the controls */
} Search;

/* share cost + weight |missing| for the path of the previous controls plus the change; INFINITY if a value is not
 * real. */
static double
try_change(NoslipDirect *direct, const Search *search, const double *kept, double share, double *missing)
{
  for (gsize i = 0; i < (gsize) PARTS * direct->n; i++)
    direct->controls[i] = kept[i] + search->change[i];
  if (!noslip_direct_follow(direct))
    return INFINITY;
  double weight = share > 0 ? search->weight : 1, miss = find_missing(direct, search->target, missing);
  return share * noslip_direct_cost(direct) + weight * miss;
}

/* Applies the change if it decreases share cost + weight |missing|, with a correction of the end if needed; otherwise
 * leaves the path unchanged and returns FALSE. */
static gboolean
take_change(NoslipDirect *direct, Search *search, double share)
{
  g_autofree double *kept = g_memdup2(direct->controls, sizeof(double) * PARTS * direct->n);
  g_autofree double *missing = g_new0(double, (gsize) direct->n_given + 1);
  g_autofree double *nu = g_new0(double, (gsize) direct->n_given + 1);
  double weight = share > 0 ? search->weight : 1;
  double now = share * noslip_direct_cost(direct) + weight * find_missing(direct, search->target, missing);
  if (try_change(direct, search, kept, share, missing) < now)
    return TRUE;
  if (share > 0 && solve_normal(direct, search->matrix, missing, DAMPING_LEAST, nu)) {
    add_rows(direct, direct->inverse, nu, 0, 1, search->change);
    if (try_change(direct, search, kept, share, missing) < now)
      return TRUE;
  }
  memcpy(direct->controls, kept, sizeof(double) * PARTS * direct->n);
  noslip_direct_follow(direct);
  return FALSE;
}

/* A step towards the end, without regard to cost. */
static gboolean
approach(NoslipDirect *direct, Search *search)
{
  for (; search->damping < DAMPING_MOST; search->damping *= 4) {
    if (!solve_normal(direct, search->matrix, search->missing, search->damping, search->nu))
      return FALSE;
    memset(search->change, 0, sizeof(double) * PARTS * direct->n);
    add_rows(direct, direct->inverse, search->nu, 0, 1, search->change);
    if (length_of(direct, search->change) <= LONGEST * fmax(1, length_of(direct, direct->controls)) &&
        take_change(direct, search, 0)) {
      search->damping = fmax(search->damping / 8, DAMPING_LEAST);
      return TRUE;
    }
  }
  return FALSE;
}

/* The gradient of nu (end) - cost by the controls, at the multipliers of the last step. */
static void
fill_slope(const NoslipDirect *direct, double *slope)
{
  memset(slope, 0, sizeof(double) * PARTS * direct->n);
  add_rows(direct, direct->slopes, direct->nu, 1, -1, slope);
}

/* A step to less cost along the paths with the required end. */
static gboolean
descend(NoslipDirect *direct, Search *search)
{
  g_autofree double *back = g_new0(double, (gsize) direct->n_given + 1);
  if (!solve_normal(direct, search->matrix, search->missing, DAMPING_LEAST, back) ||
      !solve_normal(direct, search->matrix, search->gradient, DAMPING_LEAST, search->nu))
    return FALSE;
  search->weight = 0;
  for (guint j = 0; j < direct->n_given; j++) {
    double nu = search->nu[j] + back[j];
    search->weight = fmax(search->weight, 2 * fabs(nu) * direct->ranges[direct->given[j]]);
    direct->nu[j] = nu;
  }
  fill_slope(direct, search->before);
  for (; search->part > PART_LEAST; search->part /= 2) {
    memset(search->change, 0, sizeof(double) * PARTS * direct->n);
    add_rows(direct, direct->inverse, search->nu, 1, search->part, search->change);
    search->length = length_of(direct, search->change) / search->part / length_of(direct, direct->controls);
    add_rows(direct, direct->inverse, back, 0, 1, search->change);
    if (search->part * search->length <= LONGEST && take_change(direct, search, 1)) {
      search->part = fmin(2 * search->part, 1);
      return TRUE;
    }
  }
  return FALSE;
}

/* Computes everything that a step needs at the present path. */
static gboolean
evaluate_path(NoslipDirect *direct, Search *search, Memory *memory)
{
  if (!noslip_direct_differentiate(direct) || !invert_hessians(direct))
    return FALSE;
  if (isfinite(search->length)) { /* the last step was one to less cost */
    fill_slope(direct, search->slope);
    for (gsize i = 0; i < memory->size; i++)
      search->slope[i] -= search->before[i];
    store_pair(direct, memory, search->change, search->slope);
  }
  fill_inverse(direct, memory, search->slope);
  fill_normal(direct, search->matrix, search->gradient);
  return TRUE;
}

static gboolean
iterate(NoslipDirect *direct, Search *search, Memory *memory)
{
  for (guint count = 0; count < STEPS_MOST; count++) {
    if (direct->cancel != NULL && g_atomic_int_get(direct->cancel))
      return FALSE;
    search->miss = find_missing(direct, search->target, search->missing);
    if (!evaluate_path(direct, search, memory))
      return FALSE;
    if (search->miss <= ENOUGH && search->length <= STILL)
      return TRUE;
    if (search->miss > CLOSE) {
      memory->n = 0;
      search->length = INFINITY;
      fill_inverse(direct, memory, search->slope);
      fill_normal(direct, search->matrix, search->gradient);
      if (!approach(direct, search))
        break;
    } else if (!descend(direct, search)) {
      if (memory->n == 0)
        break;
      memory->n = 0; /* the estimated Hessian is misleading here */
      search->part = 0.5;
      search->length = INFINITY;
    }
  }
  return search->miss <= NEAR;
}

gboolean
noslip_direct_solve(NoslipDirect *direct, const double *target)
{
  gsize g = direct->n_given, size = (gsize) PARTS * direct->n;
  g_autofree double *numbers = g_new0(double, g *(g + 3) + 3 * size + 1);
  g_autofree double *learnt = g_new0(double, (2 * size + 1) * MEMORY);
  Memory memory = {0, (guint) size, learnt, learnt + size * MEMORY, learnt + 2 * size * MEMORY};
  Search search = {.target = target, .damping = 1e-3, .part = 0.5, .length = INFINITY, .miss = INFINITY};
  search.missing = numbers, search.gradient = search.missing + g, search.nu = search.gradient + g;
  search.matrix = search.nu + g, search.change = search.matrix + g * g;
  search.slope = search.change + size, search.before = search.slope + size;
  return iterate(direct, &search, &memory);
}
