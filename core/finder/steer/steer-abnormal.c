/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds which of the motions are abnormal extremals: one starts at the same state, and the end of the motion responds to
 * the controls along it in fewer directions than there are (the end-point map is singular; R. Montgomery, A Tour of
 * Subriemannian Geometries, 2002, section 5). */
#include "core/dynamics/algorithm/abnormal.h"
#include "core/finder/steer/direct-field.h"
#include "core/finder/steer/steer.h"
#include "core/system/state.h"

#include <math.h>
#include <string.h>

#define STEPS 100     /* of the linearization along a motion */
#define CHANGE 1e-5   /* of a coordinate, relative to its size, in a difference */
#define SINGULAR 1e-6 /* ratio of the singular values below which the end does not respond */

/* A motion at 2 STEPS + 1 times: x and the velocities. */
typedef struct {
  const NoslipSystem *system;
  NoslipDirectField field;
  guint n_rows;
  double *rows;  /* (m + n) each */
  double *sizes; /* m */
} Path;

static void
add_row(const double *row, gpointer data)
{
  Path *path = data;
  guint m = path->system->m, size = m + path->system->n;
  if (path->n_rows > 2 * STEPS)
    return;
  memcpy(path->rows + (gsize) path->n_rows++ * size, row + noslip_row_x(path->system), sizeof(double) * size);
  for (guint i = 0; i < m; i++)
    path->sizes[i] = fmax(path->sizes[i], fabs(row[noslip_row_x(path->system) + i]));
}

/* Derivatives of x' = rho P(x) v at row j: with respect to x (m x m), and to v (m x n). */
static gboolean
linearize(Path *path, guint j, double *by_x, double *by_v)
{
  guint m = path->system->m, n = path->system->n;
  const double *row = path->rows + (gsize) j * (m + n);
  g_autofree double *at = g_memdup2(row, sizeof(double) * (m + n));
  g_autofree double *ends = g_new0(double, 2 * (gsize) m + 1);
  for (guint c = 0; c < m + n; c++) {
    double *changed = at + c, step = c < m ? CHANGE * (path->sizes[c] > 0 ? path->sizes[c] : 1) : 1;
    for (guint side = 0; side < 2; side++) {
      *changed = row[c] + (side == 0 ? step : -step);
      if (!noslip_direct_field_velocity(&path->field, 0, at, at + m, ends + side * m))
        return FALSE;
    }
    *changed = row[c];
    for (guint i = 0; i < m; i++)
      *(c < m ? &by_x[i * m + c] : &by_v[i * n + c - m]) = (ends[i] - ends[m + i]) / (2 * step);
  }
  return noslip_all_finite(by_x, (gsize) m * m) && noslip_all_finite(by_v, (gsize) m * n);
}

/* out = a + factor slope b, all m x m; out may be a. */
static void
add_product(guint m, const double *a, double factor, const double *slope, const double *b, double *out)
{
  for (guint i = 0; i < m; i++)
    for (guint k = 0; k < m; k++) {
      double sum = 0;
      for (guint l = 0; l < m; l++)
        sum += slope[i * m + l] * b[l * m + k];
      out[i * m + k] = a[i * m + k] + factor * sum;
    }
}

/* The response of the end at one step earlier: d(response)/dt = -response by_x, by the classical Runge-Kutta method.
 * by_x: at the end, the middle and the beginning of the step. */
static void
step_back(guint m, double h, const double *const by_x[3], double *response)
{
  gsize size = (gsize) m * m;
  g_autofree double *stage = g_memdup2(response, sizeof(double) * size);
  g_autofree double *sum = g_memdup2(response, sizeof(double) * size);
  static const double weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, ahead[4] = {0.5, 0.5, 1, 0};
  static const guint which[4] = {0, 1, 1, 2};
  for (guint s = 0; s < 4; s++) {
    g_autofree double *next = g_new0(double, size);
    add_product(m, sum, h * weight[s], stage, by_x[which[s]], sum);
    add_product(m, response, h * ahead[s], stage, by_x[which[s]], next);
    memcpy(stage, next, sizeof(double) * size);
  }
  memcpy(response, sum, sizeof(double) * size);
}

/* Writes the response of the end to the controls at a step: rows of `matrix`, one for each v. */
static void
write_response(guint m, guint n, const double *response, const double *by_v, double *matrix)
{
  for (guint a = 0; a < n; a++)
    for (guint i = 0; i < m; i++) {
      matrix[a * m + i] = 0;
      for (guint l = 0; l < m; l++)
        matrix[a * m + i] += response[i * m + l] * by_v[l * n + a];
    }
}

/* Whether the rows span fewer dimensions than the coordinates have on M. */
static gboolean
is_deficient(const NoslipSystem *system, guint rows, double *matrix)
{
  guint m = system->m;
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, m);
  for (guint i = 0; i < m; i++) {
    double norm = 0;
    for (guint r = 0; r < rows; r++)
      norm = hypot(norm, matrix[(gsize) r * m + i]);
    for (guint r = 0; r < rows && norm > 0; r++)
      matrix[(gsize) r * m + i] /= norm;
  }
  return m <= system->n_manifolds || !noslip_svd_factor(svd, matrix) ||
         noslip_svd_value(svd, m - system->n_manifolds - 1) <= SINGULAR * noslip_svd_value(svd, 0);
}

/* Whether the end responds in fewer directions; TRUE if that cannot be computed. */
static gboolean
is_singular(Path *path, double time)
{
  guint m = path->system->m, n = path->system->n;
  gsize size = (gsize) m * m;
  g_autofree double *response = g_new0(double, size + 1);
  g_autofree double *by_x = g_new0(double, 3 * size + 1);
  g_autofree double *by_v = g_new0(double, (gsize) m *n + 1);
  g_autofree double *matrix = g_new0(double, ((gsize) STEPS + 1) * n * m + 1);
  for (guint i = 0; i < m; i++)
    response[i * m + i] = 1;
  const double *const three[3] = {by_x, by_x + size, by_x + 2 * size};
  if (path->n_rows != 2 * STEPS + 1 || !linearize(path, 2 * STEPS, by_x, by_v))
    return TRUE;
  write_response(m, n, response, by_v, matrix);
  for (guint s = 1; s <= STEPS; s++) {
    guint j = 2 * (STEPS - s);
    if (!linearize(path, j + 1, by_x + size, by_v) || !linearize(path, j, by_x + 2 * size, by_v))
      return TRUE;
    step_back(m, time / STEPS, three, response);
    write_response(m, n, response, by_v, matrix + (gsize) s * n * m);
    memcpy(by_x, by_x + 2 * size, sizeof(double) * size);
  }
  return is_deficient(path->system, (STEPS + 1) * n, matrix);
}

/* Follows the motion and judges it. With more sections than coordinates x does not tell where it ends: TRUE. */
static gboolean
is_singular_along(const NoslipSystem *system, NoslipDynamics *dynamics, const double *parameters,
                  const NoslipSteering *one, const int *cancel)
{
  if (system->n + system->n_manifolds > system->m)
    return TRUE;
  NoslipRunOptions options;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *rows = g_new0(double, (2 * (gsize) STEPS + 1) * (system->m + system->n));
  g_autofree double *sizes = g_new0(double, (gsize) system->m + 1);
  Path path = {.system = system, .rows = rows, .sizes = sizes};
  noslip_run_options_default(&options, system);
  options.rtol = 1e-12;
  options.atol = 1e-14;
  options.step = one->time / (2 * STEPS);
  noslip_steering_follow(one, dynamics, &options, parameters, add_row, &path, cancel, &error);
  noslip_direct_field_init(&path.field, system, parameters);
  gboolean singular = is_singular(&path, one->time);
  noslip_direct_field_clear(&path.field);
  return singular;
}

static gboolean
has_defaults(const NoslipSystem *system, const double *parameters)
{
  g_autofree double *defaults = noslip_system_default_parameters(system);
  for (guint i = 0; i < system->n_parameters; i++)
    if (parameters[i] != defaults[i])
      return FALSE;
  return TRUE;
}

static int
is_abnormal(const NoslipSystem *system, const double *xy)
{
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipAbnormal) abnormal = noslip_abnormal_new(system, xy, xy + system->m, &error);
  noslip_diagnostic_free(error);
  return abnormal == NULL ? -1 : abnormal->existence == NOSLIP_ABNORMAL_HERE;
}

void
noslip_steer_name_abnormal(const NoslipSystem *system, NoslipDynamics *dynamics, const double *parameters,
                           GPtrArray *found, const int *cancel)
{
  gboolean known = has_defaults(system, parameters);
  for (guint i = 0; i < found->len; i++) {
    NoslipSteering *one = found->pdata[i];
    gboolean stop = cancel != NULL && g_atomic_int_get(cancel);
    one->abnormal = system->k == 0 ? 0 : known && !stop ? is_abnormal(system, one->xy) : -1;
    if (one->abnormal > 0)
      one->abnormal = is_singular_along(system, dynamics, parameters, one, cancel);
  }
}
