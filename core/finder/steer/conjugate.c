/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/conjugate.h"

#include "core/base/linear.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

#define SAMPLES 240
#define MOST_STEPS 100000
#define SURE 1e-11    /* below this reciprocal condition the sign of a determinant is meaningless */
#define VANISHES 1e-6 /* a minimum of the least singular value, relative to the values beside it */
#define TOLERANCE 1e-12

/* z, dz/dp_0 (size x n), eta (n x n). */
typedef struct {
  NoslipExtremal *extremal;
  const int *cancel;
  guint size, n, length;
  int rank; /* of eta at most times */
  double *state, *errors;
  double *row_scale, *column_scale; /* n: of eta over the whole time */
  gsl_odeiv2_step *step;
  gsl_odeiv2_control *control;
  gsl_odeiv2_evolve *evolve;
  gsl_odeiv2_system equations;
} Field;

typedef struct {
  double t;
  int sign, rank; /* of the determinant, 0: unknown; of eta */
  double least; /* the last singular value that is not 0 all along, scaled alike at all times: all may vanish at once */
  double *state; /* z, dz/dp_0 and eta there */
} Sample;

static int
rates(double t, const double *state, double *out, void *data)
{
  Field *field = data;
  NoslipExtremal *extremal = field->extremal;
  guint size = field->size, n = field->n;
  if (!noslip_extremal_rates(extremal, t, state, out, TRUE))
    return GSL_EBADFUNC;
  const double *dz = state + size, *eta = dz + (gsize) size * n;
  double *dz_rate = out + size, *eta_rate = dz_rate + (gsize) size * n;
  memset(dz_rate, 0, sizeof(double) * (size + n) * n);
  for (guint k = 0; k < size; k++)
    for (guint j = 0; j < n; j++) {
      for (guint i = 0; i < size; i++)
        dz_rate[(gsize) i * n + j] += extremal->slopes[(gsize) i * size + k] * dz[(gsize) k * n + j];
      for (guint a = 0; a < n; a++)
        eta_rate[(gsize) a * n + j] += extremal->y_slopes[(gsize) a * size + k] * dz[(gsize) k * n + j];
    }
  for (guint c = 0; c < n; c++)
    for (guint a = 0; a < n; a++)
      for (guint b = 0; b < n; b++) {
        double structure = extremal->structure[((gsize) c * n + a) * n + b] * extremal->y[a];
        for (guint j = 0; j < n && structure != 0; j++)
          eta_rate[(gsize) c * n + j] -= structure * eta[(gsize) b * n + j];
      }
  return GSL_SUCCESS;
}

static gboolean
advance(Field *field, double from, double to)
{
  double t = from, h = (to - from) / 2;
  gsl_odeiv2_evolve_reset(field->evolve);
  gsl_odeiv2_step_reset(field->step);
  for (guint count = 0; t < to; count++)
    if (count >= MOST_STEPS || (field->cancel != NULL && g_atomic_int_get(field->cancel)) ||
        gsl_odeiv2_evolve_apply(field->evolve, field->control, field->step, &field->equations, &t, to, &h,
                                field->state) != GSL_SUCCESS)
      return FALSE;
  return TRUE;
}

/* Scales rows and columns to a largest entry of 1; an entry that is 0 by symmetry except for rounding does not
 * count. */
static void
equilibrate(guint n, double *a)
{
  for (guint pass = 0; pass < 4; pass++)
    for (guint i = 0; i < n; i++) {
      guint step = pass % 2 == 0 ? 1 : n;
      double *line = a + (pass % 2 == 0 ? (gsize) i * n : i), largest = 0;
      for (guint j = 0; j < n; j++)
        largest = fmax(largest, fabs(line[(gsize) j * step]));
      for (guint j = 0; j < n && largest > 0; j++)
        line[(gsize) j * step] /= largest;
    }
}

static const double *
eta_of(const Field *field, const double *state)
{
  return state + field->size + (gsize) field->size * field->n;
}

/* The rank of eta, and the sign of its determinant, with rows and columns scaled. */
static void
find_sign(const Field *field, const double *state, Sample *sample)
{
  guint n = field->n;
  g_autofree double *a = g_memdup2(eta_of(field, state), sizeof(double) * n * n);
  sample->sign = sample->rank = 0;
  if (!noslip_all_finite(a, (gsize) n * n))
    return;
  equilibrate(n, a);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(n, n);
  if (!noslip_svd_factor(svd, a) || !(noslip_svd_value(svd, 0) > 0))
    return;
  while (sample->rank < (int) n && noslip_svd_value(svd, (guint) sample->rank) >= SURE * noslip_svd_value(svd, 0))
    sample->rank++;
  if (sample->rank < (int) n)
    return;
  gsl_matrix_view view = gsl_matrix_view_array(a, n, n);
  gsl_permutation *permutation = gsl_permutation_alloc(n);
  gsl_linalg_LU_decomp(&view.matrix, permutation, &sample->sign);
  for (guint i = 0; i < n; i++)
    if (a[i * n + i] < 0)
      sample->sign = -sample->sign;
  gsl_permutation_free(permutation);
}

static void
find_least(const Field *field, const double *state, Sample *sample)
{
  guint n = field->n;
  g_autofree double *a = g_memdup2(eta_of(field, state), sizeof(double) * n * n);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(n, n);
  for (guint i = 0; i < n * n; i++)
    a[i] *= field->row_scale[i / n] * field->column_scale[i % n];
  gboolean finite = noslip_all_finite(a, (gsize) n * n) && noslip_svd_factor(svd, a);
  sample->least = finite ? noslip_svd_value(svd, (guint) field->rank - 1) : 0;
  if (field->rank < (int) n) /* there is no determinant */
    sample->sign = finite;
}

/* Computes the sample at t, starting from the previous one. */
static gboolean
take_sample(Field *field, const Sample *before, double t, Sample *sample)
{
  memcpy(field->state, before->state, sizeof(double) * field->length);
  sample->t = t;
  if (!advance(field, before->t, t))
    return FALSE;
  find_sign(field, field->state, sample);
  find_least(field, field->state, sample);
  return TRUE;
}

static double
change_of_sign(Field *field, const Sample *before, const Sample *after)
{
  double low = before->t, high = after->t;
  for (guint i = 0; i < 45 && high - low > 1e-13 * high; i++) {
    Sample middle = {0};
    double t = (low + high) / 2;
    if (!take_sample(field, before, t, &middle) || middle.sign == 0)
      return t;
    *(middle.sign == before->sign ? &low : &high) = t;
  }
  return (low + high) / 2;
}

/* Where the least singular value has its minimum between two samples: NaN if it is not a zero. */
static double
zero_without_change(Field *field, const Sample *before, const Sample *after)
{
  const double golden = (sqrt(5) - 1) / 2;
  double low = before->t, high = after->t;
  Sample left = {0}, right = {0};
  if (!take_sample(field, before, high - golden * (high - low), &left) ||
      !take_sample(field, before, low + golden * (high - low), &right))
    return NAN;
  for (guint i = 0; i < 60 && high - low > 1e-12 * high; i++) {
    gboolean falls = left.least > right.least;
    if (falls) {
      low = left.t;
      left = right;
    } else {
      high = right.t;
      right = left;
    }
    if (!take_sample(field, before, falls ? low + golden * (high - low) : high - golden * (high - low),
                     falls ? &right : &left))
      return NAN;
  }
  double least = fmin(left.least, right.least);
  return least < VANISHES * fmin(before->least, after->least) ? (low + high) / 2 : NAN;
}

static void
search(Field *field, const Sample *samples, guint n, GArray *times)
{
  guint last = 0; /* the last sample with a known sign */
  for (guint i = 1; i < n; i++) {
    if (samples[i].sign == 0)
      continue;
    double t = NAN;
    if (samples[last].sign != 0 && samples[last].sign != samples[i].sign)
      t = change_of_sign(field, &samples[last], &samples[i]);
    else if (i + 1 < n && last + 1 == i && samples[last].sign == samples[i + 1].sign &&
             samples[i].least < samples[last].least && samples[i].least < samples[i + 1].least)
      t = zero_without_change(field, &samples[last], &samples[i + 1]);
    if (isfinite(t))
      g_array_append_val(times, t);
    last = i;
  }
}

static gboolean
sample_all(Field *field, const double *z, double time, Sample *samples)
{
  guint size = field->size, n = field->n;
  memcpy(field->state, z, sizeof(double) * size);
  for (guint a = 0; a < n; a++)
    field->state[size + (gsize) (field->extremal->m + a) * n + a] = 1;
  for (guint i = 0; i <= SAMPLES; i++) {
    Sample *sample = &samples[i];
    sample->t = time * i / SAMPLES;
    if (i > 0 && !advance(field, samples[i - 1].t, sample->t))
      return FALSE;
    if (i > 0)
      find_sign(field, field->state, sample);
    sample->state = g_memdup2(field->state, sizeof(double) * field->length);
  }
  return TRUE;
}

/* Scales the rows and columns of the largest entries over the whole time to 1, and finds the rank. It is less than n
 * all along if no extremal leads in some direction to first order, as beside one that is abnormal. FALSE if it is 0. */
static gboolean
compare_all(Field *field, Sample *samples, guint count)
{
  guint n = field->n;
  g_autofree double *most = g_new0(double, (gsize) n *n);
  for (guint i = 1; i < count; i++) {
    const double *eta = eta_of(field, samples[i].state);
    field->rank = MAX(field->rank, samples[i].rank);
    for (guint j = 0; j < n * n; j++)
      most[j] = fmax(most[j], fabs(eta[j]));
  }
  noslip_linear_balance(n, n, most, field->row_scale, field->column_scale);
  for (guint i = 1; i < count && field->rank > 0; i++)
    find_least(field, samples[i].state, &samples[i]);
  return field->rank > 0;
}

/* Adds the end of the extremal if it is conjugate to rounding: the determinant then need not change its sign before the
 * end. */
static void
search_end(const Sample *samples, guint n, GArray *times)
{
  double before = samples[n - 2].least, end = samples[n - 1].least;
  double last = times->len > 0 ? g_array_index(times, double, times->len - 1) : 0;
  if (end < 1e-7 * before && last < samples[n - 2].t)
    g_array_append_val(times, samples[n - 1].t);
}

GArray *
noslip_conjugate_times(NoslipExtremal *extremal, const double *z, double time, const int *cancel)
{
  guint size = extremal->size, n = extremal->n;
  Field field = {.extremal = extremal, .cancel = cancel, .size = size, .n = n};
  field.length = size + size * n + n * n;
  field.state = g_new0(double, field.length);
  field.errors = g_new0(double, field.length);
  for (guint i = 0; i < field.length; i++)
    field.errors[i] = i < size ? fmax(fabs(z[i]), 1e-3) : 1e100;
  field.row_scale = g_new0(double, n);
  field.column_scale = g_new0(double, n);
  field.step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, field.length);
  field.control = gsl_odeiv2_control_scaled_new(TOLERANCE, TOLERANCE, 1, 0, field.errors, field.length);
  field.evolve = gsl_odeiv2_evolve_alloc(field.length);
  field.equations = (gsl_odeiv2_system){rates, NULL, field.length, &field};
  g_autofree Sample *samples = g_new0(Sample, SAMPLES + 1);
  GArray *times = NULL;
  if (sample_all(&field, z, time, samples) && compare_all(&field, samples, SAMPLES + 1)) {
    times = g_array_new(FALSE, FALSE, sizeof(double));
    search(&field, samples, SAMPLES + 1, times);
    search_end(samples, SAMPLES + 1, times);
  }
  for (guint i = 0; i <= SAMPLES; i++)
    g_free(samples[i].state);
  gsl_odeiv2_evolve_free(field.evolve);
  gsl_odeiv2_control_free(field.control);
  gsl_odeiv2_step_free(field.step);
  g_free(field.state);
  g_free(field.errors);
  g_free(field.row_scale);
  g_free(field.column_scale);
  return times;
}
