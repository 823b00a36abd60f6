/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/holonomy.h"

#include "core/base/linear.h"
#include "core/finder/linear/nullspace.h"
#include "core/system/model.h"
#include "core/system/program.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

#define MOST_STEPS 100000
#define BLOCK 2000 /* steps, after which their progress is judged */
#define TOLERANCE 1e-12
#define ROUNDING (64 * DBL_EPSILON) /* of B and its derivatives, relative to their terms */

/* C = (Phi; rho of the shape), K = (W C^t; C 0). A lift (y, l) solves K (y, l) = (0, 0, rate of the shape). */
struct _NoslipHolonomy {
  guint m, n, k, size; /* size = n + k + 2, of K */
  guint shape[2];
  double *x;                 /* m: initial values */
  NoslipTapeWorkspace *work; /* (t, x, y) -> W (n x n), Phi (k x n), rho (m x n), and their derivatives by x (m each) */
  double *in, *out, *matrix, *scale;
  double *slopes;      /* dK/dx^j, size x size */
  double *lifts;       /* 2 x size */
  double *rates;       /* 2 x m: B */
  double *rate_slopes; /* 2 x m x m: dB/dx */
  double *rate_sizes;  /* 2 x m: of the terms of B, of which its rounding is a fraction */
  double *slope_sizes; /* 2 x m x m: those of dB/dx */
  NoslipQr *qr;
};

static NoslipTapeWorkspace *
compile(const NoslipSystem *system, const double *parameters)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_vals(outputs, model->mass, model->n * model->n);
  if (model->k > 0)
    g_array_append_vals(outputs, model->jacobian, model->k * model->n);
  g_array_append_vals(outputs, system->anchor, model->m * model->n);
  guint n = outputs->len;
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < model->m; j++) {
      NoslipExpr slope = noslip_expr_derivative(model->graph, g_array_index(outputs, NoslipExpr, i), model->x[j]);
      g_array_append_val(outputs, slope);
    }
  g_autoptr(NoslipTape) tape =
      noslip_program_of_state(system, model->graph, outputs->len, (const NoslipExpr *) (gpointer) outputs->data);
  NoslipTapeWorkspace *work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, parameters);
  return work;
}

/* Fills K, or its derivative by x^j, from the values of W, Phi and rho, which start at `values` and are `stride`
 * apart. */
static void
fill_matrix(const NoslipHolonomy *holonomy, const double *values, gsize stride, double *matrix)
{
  gsize n = holonomy->n, k = holonomy->k, size = holonomy->size;
  const double *phi = values + n * n * stride, *rho = phi + k * n * stride;
  memset(matrix, 0, sizeof(double) * size * size);
  for (gsize a = 0; a < n; a++) {
    for (gsize b = 0; b < n; b++)
      matrix[a * size + b] = values[(a * n + b) * stride];
    for (gsize c = 0; c < k; c++)
      matrix[a * size + n + c] = matrix[(n + c) * size + a] = phi[(c * n + a) * stride];
    for (gsize s = 0; s < 2; s++)
      matrix[a * size + n + k + s] = matrix[(n + k + s) * size + a] = rho[(holonomy->shape[s] * n + a) * stride];
  }
}

/* Scales and factors K. */
static gboolean
factor(NoslipHolonomy *holonomy)
{
  gsize n = holonomy->n, size = holonomy->size;
  double *scale = holonomy->scale;
  fill_matrix(holonomy, holonomy->out, 1, holonomy->matrix);
  noslip_linear_metric_scale(holonomy->n, holonomy->out, scale);
  for (gsize r = n; r < size; r++) {
    double length = 0;
    for (gsize a = 0; a < n; a++)
      length = fmax(length, fabs(holonomy->matrix[r * size + a] * scale[a]));
    scale[r] = length > 0 && isfinite(length) ? 1 / length : 1;
  }
  for (gsize i = 0; i < size; i++)
    for (gsize j = 0; j < size; j++)
      holonomy->matrix[i * size + j] *= scale[i] * scale[j];
  return noslip_qr_factor(holonomy->qr, holonomy->matrix) &&
         noslip_qr_reciprocal_condition(holonomy->qr) > NOSLIP_LINEAR_RANK;
}

static gboolean
solve(const NoslipHolonomy *holonomy, double *right)
{
  for (guint i = 0; i < holonomy->size; i++)
    right[i] *= holonomy->scale[i];
  if (!noslip_qr_solve(holonomy->qr, right))
    return FALSE;
  for (guint i = 0; i < holonomy->size; i++)
    right[i] *= holonomy->scale[i];
  return TRUE;
}

/* Computes B at x. */
static gboolean
lift(NoslipHolonomy *holonomy, const double *x)
{
  guint m = holonomy->m, n = holonomy->n;
  memcpy(holonomy->in + 1, x, sizeof(double) * m);
  noslip_tape_evaluate(holonomy->work, holonomy->in, holonomy->out);
  const double *rho = holonomy->out + (gsize) n * n + (gsize) holonomy->k * n;
  if (!factor(holonomy))
    return FALSE;
  for (guint s = 0; s < 2; s++) {
    double *y = holonomy->lifts + (gsize) s * holonomy->size;
    memset(y, 0, sizeof(double) * holonomy->size);
    y[n + holonomy->k + s] = 1;
    if (!solve(holonomy, y))
      return FALSE;
    for (guint i = 0; i < m; i++)
      holonomy->rates[s * m + i] = noslip_nullspace_dot(n, rho + (gsize) i * n, y);
  }
  return noslip_all_finite(holonomy->rates, (gsize) 2 * m);
}

/* Computes dB/dx at the x of the last lift from K d(y, l) = -dK (y, l). */
static gboolean
fill_slopes(NoslipHolonomy *holonomy)
{
  gsize m = holonomy->m, n = holonomy->n, k = holonomy->k, size = holonomy->size;
  const double *rho = holonomy->out + n * n + k * n, *slopes = rho + m * n;
  g_autofree double *change = g_new0(double, size);
  for (gsize j = 0; j < m; j++) {
    fill_matrix(holonomy, slopes + j, m, holonomy->slopes);
    const double *rho_slopes = slopes + (n * n + k * n) * m + j;
    for (gsize s = 0; s < 2; s++) {
      const double *y = holonomy->lifts + s * size;
      for (gsize r = 0; r < size; r++)
        change[r] = -noslip_nullspace_dot((guint) size, holonomy->slopes + r * size, y);
      if (!solve(holonomy, change))
        return FALSE;
      for (gsize i = 0; i < m; i++) {
        double slope = noslip_nullspace_dot((guint) n, rho + i * n, change);
        for (gsize a = 0; a < n; a++)
          slope += rho_slopes[(i * n + a) * m] * y[a];
        holonomy->rate_slopes[(s * m + i) * m + j] = slope;
      }
    }
  }
  return noslip_all_finite(holonomy->rate_slopes, 2 * m * m);
}

/* sum |row_a| scale_a: a row of K, rho or a derivative, with a lift of which each scaled component is 1. */
static double
scaled_sum(const NoslipHolonomy *holonomy, gsize n, const double *row, gsize stride)
{
  double sum = 0;
  for (gsize a = 0; a < n; a++)
    sum += fabs(row[a * stride]) * holonomy->scale[a];
  return sum;
}

/* Estimates the terms of dB/dx^j, and of B, of a lift whose scaled components are at most `lift`. A component that is 0
 * has the rounding of the largest one, whatever its own size is. */
static void
size_slopes(NoslipHolonomy *holonomy, gsize s, gsize j, double lift)
{
  gsize m = holonomy->m, n = holonomy->n, k = holonomy->k, size = holonomy->size;
  const double *rho = holonomy->out + n * n + k * n, *rho_slopes = rho + m * n + (n * n + k * n) * m + j;
  double change = 0;
  for (gsize r = 0; r < size; r++)
    change = fmax(change, holonomy->scale[r] * scaled_sum(holonomy, size, holonomy->slopes + r * size, 1));
  change *= lift;
  for (gsize i = 0; i < m; i++) {
    double along = scaled_sum(holonomy, n, rho + i * n, 1);
    holonomy->rate_sizes[s * m + i] = along * lift;
    holonomy->slope_sizes[(s * m + i) * m + j] =
        along * change + scaled_sum(holonomy, n, rho_slopes + i * n * m, m) * lift;
  }
}

/* Fills the sizes of the terms of B and dB/dx at the x of the last lift. */
static void
size_terms(NoslipHolonomy *holonomy)
{
  const double *slopes = holonomy->out + (gsize) holonomy->n * (holonomy->n + holonomy->k + holonomy->m);
  for (gsize s = 0; s < 2; s++) {
    const double *y = holonomy->lifts + s * holonomy->size;
    double lift = 0;
    for (gsize c = 0; c < holonomy->size; c++)
      lift = fmax(lift, fabs(y[c]) / holonomy->scale[c]);
    for (gsize j = 0; j < holonomy->m; j++) {
      fill_matrix(holonomy, slopes + j, holonomy->m, holonomy->slopes);
      size_slopes(holonomy, s, j, lift);
    }
  }
}

gboolean
noslip_holonomy_curvature(NoslipHolonomy *holonomy, const double shape[2], double *curvature)
{
  guint m = holonomy->m;
  g_autofree double *x = g_memdup2(holonomy->x, sizeof(double) * m);
  x[holonomy->shape[0]] = shape[0];
  x[holonomy->shape[1]] = shape[1];
  if (!lift(holonomy, x) || !fill_slopes(holonomy))
    return FALSE;
  const double *first = holonomy->rates, *second = first + m; /* B_a is 1 at a and 0 at b, so this is h_a */
  const double *first_slopes = holonomy->rate_slopes, *second_slopes = first_slopes + (gsize) m * m;
  for (guint i = 0; i < m; i++)
    curvature[i] = noslip_nullspace_dot(m, second_slopes + (gsize) i * m, first) -
                   noslip_nullspace_dot(m, first_slopes + (gsize) i * m, second);
  return noslip_all_finite(curvature, m);
}

typedef struct {
  NoslipHolonomy *holonomy;
  const NoslipLoop *loop;
  guint piece;
} Way;

static int
rates(double u, const double *x, double *xdot, void *data)
{
  const Way *way = data;
  NoslipHolonomy *holonomy = way->holonomy;
  guint m = holonomy->m;
  double place[2], rate[2];
  g_autofree double *at = g_memdup2(x, sizeof(double) * m);
  noslip_loop_at(way->loop, way->piece, u, place, rate);
  at[holonomy->shape[0]] = place[0];
  at[holonomy->shape[1]] = place[1];
  if (!lift(holonomy, at))
    return GSL_EBADFUNC;
  for (guint i = 0; i < m; i++)
    xdot[i] = holonomy->rates[i] * rate[0] + holonomy->rates[m + i] * rate[1];
  return GSL_SUCCESS;
}

/* x at the end of the loop; path ((pieces + 1) x m) may be NULL. */
static gboolean
go_around(NoslipHolonomy *holonomy, const NoslipLoop *loop, double *x, double *path, const int *cancel)
{
  guint m = holonomy->m;
  Way way = {holonomy, loop, 0};
  gsl_odeiv2_system equations = {rates, NULL, m, &way};
  gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, m);
  gsl_odeiv2_control *control = gsl_odeiv2_control_y_new(TOLERANCE, TOLERANCE);
  gsl_odeiv2_evolve *evolve = gsl_odeiv2_evolve_alloc(m);
  gboolean good = TRUE;
  for (; way.piece < noslip_loop_n_pieces(loop) && good; way.piece++) {
    double u = 0, judged = 0, h = 0.1, rate[2], place[2];
    noslip_loop_at(loop, way.piece, 0, place, rate);
    gsl_odeiv2_evolve_reset(evolve);
    gsl_odeiv2_step_reset(step);
    for (guint count = 0; u < 1 && good; count++) {
      if (count % BLOCK == BLOCK - 1) { /* at a pole of the connection steps get shorter and shorter */
        good = (u - judged) * MOST_STEPS / BLOCK > 1 - u;
        judged = u;
      }
      good = good && count < MOST_STEPS && (cancel == NULL || !g_atomic_int_get(cancel)) &&
             gsl_odeiv2_evolve_apply(evolve, control, step, &equations, &u, 1, &h, x) == GSL_SUCCESS;
    }
    if (path != NULL && good)
      memcpy(path + ((gsize) way.piece + 1) * m, x, sizeof(double) * m);
  }
  gsl_odeiv2_evolve_free(evolve);
  gsl_odeiv2_control_free(control);
  gsl_odeiv2_step_free(step);
  return good && noslip_all_finite(x, m);
}

/* Sets x to the start of the loop. */
static void
begin_loop(const NoslipHolonomy *holonomy, const NoslipLoop *loop, double *x)
{
  double place[2], rate[2];
  memcpy(x, holonomy->x, sizeof(double) * holonomy->m);
  noslip_loop_at(loop, 0, 0, place, rate);
  x[holonomy->shape[0]] = place[0];
  x[holonomy->shape[1]] = place[1];
}

double *
noslip_holonomy_path(NoslipHolonomy *holonomy, const NoslipLoop *loop, guint *n, const int *cancel)
{
  guint m = holonomy->m, pieces = noslip_loop_n_pieces(loop);
  double place[2], rate[2];
  g_autofree double *x = g_new0(double, m);
  g_autofree double *path = g_new0(double, ((gsize) pieces + 1) * m);
  begin_loop(holonomy, loop, x);
  memcpy(path, x, sizeof(double) * m);
  if (!go_around(holonomy, loop, x, path, cancel))
    return NULL;
  for (guint piece = 0; piece < pieces; piece++) {
    noslip_loop_at(loop, piece, 1, place, rate);
    for (guint s = 0; s < 2; s++)
      path[((gsize) piece + 1) * m + holonomy->shape[s]] = place[s];
  }
  *n = pieces + 1;
  return g_steal_pointer(&path);
}

static gboolean
curvature_at(void *data, const double shape[2], double *curvature, double *roundings)
{
  NoslipHolonomy *holonomy = data;
  gsize m = holonomy->m;
  if (!noslip_holonomy_curvature(holonomy, shape, curvature))
    return FALSE;
  size_terms(holonomy);
  const double *rates = holonomy->rate_sizes, *slopes = holonomy->slope_sizes;
  for (gsize i = 0; i < m; i++) {
    roundings[i] = 0;
    for (gsize j = 0; j < m; j++)
      roundings[i] += ROUNDING * (slopes[(m + i) * m + j] * rates[j] + slopes[i * m + j] * rates[m + j]);
  }
  return TRUE;
}

gboolean
noslip_holonomy_loop(NoslipHolonomy *holonomy, const NoslipLoop *loop, double *displacement, double *area_rule,
                     double *area, const int *cancel, NoslipDiagnostic **error)
{
  guint m = holonomy->m;
  g_autofree double *x = g_new0(double, m);
  begin_loop(holonomy, loop, x);
  if (!go_around(holonomy, loop, x, NULL, cancel) ||
      !noslip_loop_integrate(loop, m, curvature_at, holonomy, area_rule, area, cancel)) {
    gboolean cancelled = cancel != NULL && g_atomic_int_get(cancel);
    *error = cancelled ? noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_CANCELLED, NULL, NULL,
                                               _("the computation was interrupted"))
                       : noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_RANK_LOST, NULL, _("choose another loop"),
                                               _("the connection is not defined at a shape that the loop meets"));
    return FALSE;
  }
  for (guint i = 0; i < m; i++)
    displacement[i] = x[i] - holonomy->x[i];
  for (guint s = 0; s < 2; s++)
    displacement[holonomy->shape[s]] = area_rule[holonomy->shape[s]] = NAN;
  return TRUE;
}

static const char *
refusal(const NoslipSystem *system)
{
  if (noslip_system_constraint_class(system) != NOSLIP_LINEAR)
    return _("a connection needs constraints that are linear in the velocities");
  if (!noslip_system_is_quadratic(system))
    return _("a connection needs a kinetic energy that is quadratic in the velocities");
  if (noslip_system_is_timed(system))
    return _("a connection must not depend on the time");
  return NULL;
}

NoslipHolonomy *
noslip_holonomy_new(const NoslipSystem *system, const double *parameters, const guint shape[2], const double *xy,
                    NoslipDiagnostic **error)
{
  const char *cause = refusal(system);
  if (cause != NULL) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, NULL, "%s", cause);
    return NULL;
  }
  gsize m = system->m, n = system->n, k = system->k, values = n * n + k * n + m * n;
  NoslipHolonomy *holonomy = g_new0(NoslipHolonomy, 1);
  holonomy->m = system->m;
  holonomy->n = system->n;
  holonomy->k = system->k;
  holonomy->size = (guint) (n + k + 2);
  memcpy(holonomy->shape, shape, sizeof holonomy->shape);
  holonomy->x = g_memdup2(xy, sizeof(double) * m);
  holonomy->work = compile(system, parameters);
  holonomy->in = g_new0(double, 1 + m + n);
  holonomy->out = g_new0(double, values *(1 + m) + 1);
  holonomy->matrix = g_new0(double, (gsize) holonomy->size * holonomy->size);
  holonomy->slopes = g_new0(double, (gsize) holonomy->size * holonomy->size);
  holonomy->scale = g_new0(double, holonomy->size);
  holonomy->lifts = g_new0(double, (gsize) 2 * holonomy->size);
  holonomy->rates = g_new0(double, 2 * m);
  holonomy->rate_slopes = g_new0(double, 2 * m * m);
  holonomy->rate_sizes = g_new0(double, 2 * m);
  holonomy->slope_sizes = g_new0(double, 2 * m * m);
  holonomy->qr = noslip_qr_new(holonomy->size);
  return holonomy;
}

void
noslip_holonomy_free(NoslipHolonomy *holonomy)
{
  if (holonomy == NULL)
    return;
  noslip_tape_workspace_free(holonomy->work);
  noslip_qr_free(holonomy->qr);
  g_free(holonomy->x);
  g_free(holonomy->in);
  g_free(holonomy->out);
  g_free(holonomy->matrix);
  g_free(holonomy->slopes);
  g_free(holonomy->scale);
  g_free(holonomy->lifts);
  g_free(holonomy->rates);
  g_free(holonomy->rate_slopes);
  g_free(holonomy->rate_sizes);
  g_free(holonomy->slope_sizes);
  g_free(holonomy);
}

/* Whether a small loop near xy moves another coordinate: checked at three points, since the first may be special. */
static gboolean
moves(NoslipHolonomy *holonomy, const guint shape[2], const double *xy)
{
  static const double away[3][2] = {{0, 0}, {0.11, 0.17}, {-0.23, 0.31}};
  g_autofree double *curvature = g_new0(double, holonomy->m);
  for (guint trial = 0; trial < G_N_ELEMENTS(away); trial++) {
    const double at[2] = {xy[shape[0]] + away[trial][0], xy[shape[1]] + away[trial][1]};
    if (!noslip_holonomy_curvature(holonomy, at, curvature))
      continue;
    for (guint i = 0; i < holonomy->m; i++)
      if (i != shape[0] && i != shape[1] && fabs(curvature[i]) > 1e-9)
        return TRUE;
  }
  return FALSE;
}

gboolean
noslip_holonomy_guess(const NoslipSystem *system, const double *parameters, const double *xy, guint shape[2],
                      NoslipDiagnostic **error)
{
  for (guint second = system->m; second-- > 1;)
    for (guint first = second; first-- > 0;) {
      const guint pair[2] = {first, second};
      g_autoptr(NoslipHolonomy) holonomy = noslip_holonomy_new(system, parameters, pair, xy, error);
      if (holonomy == NULL)
        return FALSE;
      if (!moves(holonomy, pair, xy))
        continue;
      memcpy(shape, pair, sizeof pair);
      return TRUE;
    }
  return FALSE;
}
