/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/direct-path.h"

#include "core/finder/nullspace.h"

#include <math.h>
#include <string.h>

#define STEPS_MOST 300
#define MEMORY 12   /* steps that the Hessian of the Lagrangian function is learnt from */
#define LONGEST 1.0 /* how much the controls may change in a step, against their size */
#define NEAR 1e-3   /* what an end may miss, in ranges, to be of use */
#define ENOUGH 1e-6 /* what it misses at the end of the search */
#define STILL 1e-4  /* and how little the controls change then */
#define CLOSE 0.02  /* what it misses when the cost begins to count */
#define DAMPING_LEAST 1e-12
#define DAMPING_MOST 1e6
#define PART_LEAST 1e-3
#define SMALL 1e-11 /* squares of singular values below this part of the largest count as zero */

/* For each part h W, and what keeps it regular across the constraints, where nothing depends on the control; and its
 * inverse. */
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

/* What the last steps have taught of the Hessian of the Lagrangian function: each step, and how the function's slope
 * changed with it (L-BFGS, Nocedal's two loops). */
typedef struct {
  guint n, size; /* pairs, numbers of each */
  double *steps, *changes, *products;
} Memory;

/* v becomes the inverse of the Hessian times v; `room` is as long. */
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

/* One more pair; where the slope changed too little for a minimum, the kinetic energy's Hessian has a share (Powell). */
static void
learn(const NoslipDirect *direct, Memory *memory, const double *taken, const double *change)
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

/* The largest component of PARTS x n numbers, against what is usual. */
static double
length_of(const NoslipDirect *direct, const double *controls)
{
  double longest = 0;
  for (gsize i = 0; i < (gsize) PARTS * direct->n; i++)
    longest = fmax(longest, fabs(controls[i] / direct->usual[i % direct->n]));
  return longest;
}

/* What the end misses, in ranges; returns the root of the sum of the squares. */
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

/* The search: what its steps hand on. */
typedef struct {
  const double *target;
  double *missing, *matrix, *gradient, *nu;
  double *change;         /* PARTS x n: the step */
  double *slope, *before; /* PARTS x n: see fill_slope(); now, and before the step at its multipliers */
  double miss;            /* of the end, in ranges */
  double damping;         /* of steps to the end; the larger, the shorter */
  double part;            /* of steps along the paths that end there */
  double weight;          /* of what is missing, against the cost */
  double length;          /* of the last step, against the controls */
} Search;

/* share cost + weight |missing| along the path of the controls before, with the change; INFINITY where it leaves the reals. */
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

/* Accepts the change if it makes share cost + weight |missing| smaller, with a correction of the end if needed; else
 * FALSE, and the path is unchanged. */
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

/* Towards the end, whatever it costs. */
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

/* The slope of nu (end) - cost by the controls, at the multipliers of the last step. */
static void
fill_slope(const NoslipDirect *direct, double *slope)
{
  memset(slope, 0, sizeof(double) * PARTS * direct->n);
  add_rows(direct, direct->slopes, direct->nu, 1, -1, slope);
}

/* Along the paths that end there, to less cost. */
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

/* All that a step needs at the present path. */
static gboolean
look(NoslipDirect *direct, Search *search, Memory *memory)
{
  if (!noslip_direct_differentiate(direct) || !invert_hessians(direct))
    return FALSE;
  if (isfinite(search->length)) { /* a step along the paths that end there was taken */
    fill_slope(direct, search->slope);
    for (gsize i = 0; i < memory->size; i++)
      search->slope[i] -= search->before[i];
    learn(direct, memory, search->change, search->slope);
  }
  fill_inverse(direct, memory, search->slope);
  fill_normal(direct, search->matrix, search->gradient);
  return TRUE;
}

static gboolean
go_on(NoslipDirect *direct, Search *search, Memory *memory)
{
  for (guint count = 0; count < STEPS_MOST; count++) {
    if (direct->cancel != NULL && g_atomic_int_get(direct->cancel))
      return FALSE;
    search->miss = find_missing(direct, search->target, search->missing);
    if (!look(direct, search, memory))
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
      memory->n = 0; /* what was learnt leads astray here */
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
  return go_on(direct, &search, &memory);
}
