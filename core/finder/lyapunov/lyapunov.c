/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/lyapunov/lyapunov.h"

#include "core/finder/lyapunov/lyapunov-private.h"
#include "core/system/mode.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define BEFORE 2                                 /* blocks at the beginning that are not counted */
#define BLOCKS (NOSLIP_LYAPUNOV_BLOCKS - BEFORE) /* of time, for the errors */

/* Means over the blocks, in decreasing order, and their standard errors. */
static void
summarize(NoslipLyapunov *lyapunov, const double *blocks, double block)
{
  guint n = lyapunov->n;
  lyapunov->exponents = g_new0(double, n);
  lyapunov->errors = g_new0(double, n);
  for (guint k = 0; k < n; k++) {
    double mean = 0, square = 0;
    for (guint b = 0; b < BLOCKS; b++)
      mean += blocks[b * n + k] / block / BLOCKS;
    for (guint b = 0; b < BLOCKS; b++)
      square += pow(blocks[b * n + k] / block - mean, 2);
    double error = sqrt(square / (BLOCKS - 1) / BLOCKS);
    guint place = k;
    for (; place > 0 && lyapunov->exponents[place - 1] < mean; place--) {
      lyapunov->exponents[place] = lyapunov->exponents[place - 1];
      lyapunov->errors[place] = lyapunov->errors[place - 1];
    }
    lyapunov->exponents[place] = mean;
    lyapunov->errors[place] = error;
  }
}

static void
stopped(const NoslipLyapunovMotion *motion, const int *cancel, NoslipDiagnostic **error)
{
  if (cancel != NULL && g_atomic_int_get(cancel))
    *error =
        noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_CANCELLED, NULL, NULL, _("the computation was interrupted"));
  else
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL, _("end before, or start elsewhere"),
                                   _("the motion and its variational equations stopped at t = %.12g s"), motion->t);
}

/* The record of a block: the sums of its logarithms (n), the step, the state with its tangent vectors. */
static gboolean
recall_block(NoslipLyapunovMotion *motion, gsize length, double *record)
{
  const NoslipLyapunovOptions *options = motion->options;
  guint b = motion->n_blocks, n = motion->n;
  if (options->recall == NULL || !options->recall(b, (guint) length, record, options->data))
    return FALSE;
  memcpy(motion->sums + (gsize) b * n, record, sizeof(double) * n);
  motion->step = record[n];
  memcpy(motion->state, record + n + 1, sizeof(double) * motion->length);
  return TRUE;
}

static void
keep_block(NoslipLyapunovMotion *motion, gsize length, double *record)
{
  const NoslipLyapunovOptions *options = motion->options;
  guint b = motion->n_blocks, n = motion->n;
  if (options->keep == NULL)
    return;
  memcpy(record, motion->sums + (gsize) b * n, sizeof(double) * n);
  record[n] = motion->step;
  memcpy(record + n + 1, motion->state, sizeof(double) * motion->length);
  options->keep(b, (guint) length, record, options->data);
}

static gboolean
run_blocks(NoslipLyapunovMotion *motion, const int *cancel)
{
  gsize length = motion->n + 1 + motion->length;
  g_autofree double *record = g_new0(double, length);
  for (motion->n_blocks = 0; motion->n_blocks < NOSLIP_LYAPUNOV_BLOCKS; motion->n_blocks++) {
    if (!recall_block(motion, length, record)) {
      if (!noslip_lyapunov_motion_block_alone(motion, cancel))
        return FALSE;
      keep_block(motion, length, record);
    }
    if (motion->options->done != NULL)
      g_atomic_int_inc(motion->options->done);
  }
  return TRUE;
}

static NoslipLyapunov *
result_of(const NoslipLyapunovMotion *motion)
{
  NoslipLyapunov *lyapunov = g_new0(NoslipLyapunov, 1);
  lyapunov->dimension = motion->dimension;
  lyapunov->n = motion->n;
  lyapunov->time = motion->block * BLOCKS;
  summarize(lyapunov, motion->sums + (gsize) BEFORE * motion->n, motion->block);
  return lyapunov;
}

static gboolean
refuse(NoslipDiagnostic **error, const char *cause)
{
  *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, NULL, "%s", cause);
  return FALSE;
}

static gboolean
has_exponents(const NoslipSystem *system, NoslipDynamicsKind kind, const NoslipFormulation *formulation,
              NoslipDiagnostic **error)
{
  if (kind == NOSLIP_DYNAMICS_VAKONOMIC || formulation == NULL)
    return refuse(error, _("exponents are computed for nonholonomic and free motions"));
  if (formulation->jacobian == NULL)
    return refuse(error, _("these dynamics have no Jacobian for the variational equations"));
  if (noslip_system_has_modes(system)) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, noslip_modes_place(system),
                                   _("leave them out of the text, or write smooth forces in their place"),
                                   _("bounces and dry friction have no variational equations here"));
    return FALSE;
  }
  return TRUE;
}

NoslipLyapunovFinder *
noslip_lyapunov_finder_new(NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  if (!has_exponents(system, formulation->kind, formulation, error))
    return NULL;
  if (formulation->size(noslip_dynamics_data(dynamics)) != system->m + system->n) {
    refuse(error, _("these dynamics have other variables than coordinates and velocities"));
    return NULL;
  }
  NoslipLyapunovFinder *finder = g_new0(NoslipLyapunovFinder, 1);
  finder->dynamics = noslip_dynamics_ref(dynamics);
  finder->vanishing = noslip_vanishing_new(system, formulation->kind != NOSLIP_DYNAMICS_FREE);
  return finder;
}

void
noslip_lyapunov_finder_free(NoslipLyapunovFinder *finder)
{
  if (finder == NULL)
    return;
  noslip_vanishing_free(finder->vanishing);
  noslip_variations_free(finder->variations);
  noslip_dynamics_unref(finder->dynamics);
  g_free(finder);
}

NoslipLyapunov *
noslip_lyapunov_finder_measure(NoslipLyapunovFinder *finder, const double *parameters, const double *xy,
                               const NoslipLyapunovOptions *options, const int *cancel, NoslipDiagnostic **error)
{
  NoslipLyapunovMotion motion;
  NoslipLyapunov *lyapunov = NULL;
  if (!(options->to > 0) || !isfinite(options->to)) {
    refuse(error, _("the end of the time must be positive"));
    return NULL;
  }
  if (noslip_lyapunov_motion_begin(&motion, finder, parameters, xy, options) && run_blocks(&motion, cancel))
    lyapunov = result_of(&motion);
  else
    stopped(&motion, cancel, error);
  noslip_lyapunov_motion_clear(&motion);
  return lyapunov;
}

NoslipLyapunov *
noslip_lyapunov_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters, const double *xy,
                     const NoslipLyapunovOptions *options, const int *cancel, NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_formulation_for(system, kind);
  if (!has_exponents(system, kind, formulation, error))
    return NULL;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, error);
  g_autoptr(NoslipLyapunovFinder) finder = dynamics != NULL ? noslip_lyapunov_finder_new(dynamics, error) : NULL;
  return finder != NULL ? noslip_lyapunov_finder_measure(finder, parameters, xy, options, cancel, error) : NULL;
}

void
noslip_lyapunov_free(NoslipLyapunov *lyapunov)
{
  if (lyapunov == NULL)
    return;
  g_free(lyapunov->exponents);
  g_free(lyapunov->errors);
  g_free(lyapunov);
}
