/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The units of coordinates, velocities and rates in which the equations are solved, so that equilibria, families and
 * stability do not depend on the units of a text. */
#include "core/finder/steady/steady.h"

#include <math.h>
#include <string.h>

#define ORDINARY_BITS 8 /* velocities of an ordinary size are within this power of 2 of what the rates suggest */
#define UNIT_BITS 10    /* sizes within this power of 2, between 1e-3 and 1e3, are ordinary */

static gboolean
is_ordinary(double size)
{
  return !(size > 0) || fabs(log2(size)) <= UNIT_BITS;
}

/* The power of 2 that is nearest to a size. */
static double
unit_of(double size)
{
  return size > 0 && isfinite(size) ? ldexp(1, (int) round(log2(size))) : 1;
}

void
noslip_steady_compare(const NoslipSteady *steady, const double *slopes, double largest[2])
{
  guint m = steady->m, size = steady->size;
  for (guint i = 0; i < size; i++)
    for (guint j = 0; j < size; j++)
      if ((i < m) != (j < m))
        largest[i < m] = fmax(largest[i < m], fabs(slopes[i * size + j]) * steady->sizes[j] / steady->sizes[i]);
}

/* The factor of the velocities' sizes that gives the rates of coordinates by velocities the size of those of velocities
 * by coordinates: a motion that starts at rest does not tell how fast the system moves. 1 if the Jacobian may be
 * rounding. */
static double
velocity_factor(const NoslipSteady *steady, const double largest[2])
{
  return !steady->is_rounding && largest[0] > 0 && largest[1] > 0 ? sqrt(largest[0] / largest[1]) : 1;
}

/* The largest change of each function that vanishes on M when coordinates and velocities change by their sizes. */
static void
measure_vanishing(const NoslipSteady *steady, const NoslipStates *states, double *largest)
{
  NoslipVanishing *vanishing = steady->vanishing;
  for (guint s = 0; s < states->n; s++) {
    noslip_vanishing_evaluate(vanishing, 0, noslip_states_row(states, s) + 1);
    const double *slopes = vanishing->outputs + 2 * vanishing->n;
    for (guint i = 0; i < vanishing->n; i++)
      for (guint j = 0; j < steady->size; j++)
        largest[i] = fmax(largest[i], fabs(slopes[(gsize) i * steady->size + j]) * steady->sizes[j]);
  }
}

void
noslip_steady_slow_down(NoslipSteady *steady, NoslipStates *states, const double *xy)
{
  guint m = steady->m, size = steady->size;
  double largest[2] = {0, 0};
  steady->at_rest = 1;
  for (guint i = m; i < size; i++)
    if (xy[i] != 0)
      return;
  g_autofree double *z = g_new0(double, size);
  g_autofree double *zdot = g_new0(double, size);
  g_autofree double *slopes = g_new0(double, (gsize) size *size);
  for (guint s = 0; s < states->n; s++) {
    memcpy(z, noslip_states_row(states, s) + 1, sizeof(double) * m);
    if (noslip_steady_rates(steady, z, zdot, slopes))
      noslip_steady_compare(steady, slopes, largest);
  }
  if (largest[0] > 0 && largest[1] > 0 && fabs(log2(largest[0] / largest[1])) > 2 * ORDINARY_BITS)
    steady->at_rest = ldexp(1, (int) round(log2(largest[0] / largest[1]) / 2));
  for (guint s = 0; s < states->n; s++)
    for (guint i = m; i < size; i++)
      states->rows[(gsize) s * states->row_size + 1 + i] *= steady->at_rest;
}

/* The units nearest to the sizes; or, if all sizes and the rate are `ordinary`, 1. */
static void
fill_units(const NoslipSteady *steady, double factor, const double *vanishing, gboolean ordinary,
           NoslipSteadyUnits *units)
{
  guint m = steady->m, size = steady->size, rows = size + steady->vanishing->n;
  double rate = fmax(steady->rate, steady->fastest);
  ordinary = ordinary && is_ordinary(rate);
  for (guint i = 0; i < size; i++)
    ordinary = ordinary && is_ordinary(steady->sizes[i] * (i < m ? 1 : factor));
  units->states = g_new0(double, (gsize) size + steady->n_symmetries + 1);
  units->rows = g_new0(double, (gsize) rows + 1);
  units->rate = ordinary ? 1 : unit_of(rate);
  for (guint i = 0; i < size; i++) {
    units->states[i] = ordinary ? 1 : unit_of(steady->sizes[i] * (i < m ? 1 : factor));
    units->rows[i] = units->states[i] * units->rate;
  }
  for (guint i = size; i < rows; i++)
    units->rows[i] = ordinary ? 1 : unit_of(vanishing[i - size]);
  for (guint s = 0; s < steady->n_symmetries; s++)
    units->states[size + s] = units->rate;
}

void
noslip_steady_find_units(NoslipSteady *steady, const NoslipStates *states, const double largest[2])
{
  double factor = velocity_factor(steady, largest);
  g_autofree double *vanishing = g_new0(double, (gsize) steady->vanishing->n + 1);
  measure_vanishing(steady, states, vanishing);
  fill_units(steady, factor, vanishing, TRUE, &steady->units);
  fill_units(steady, factor, vanishing, FALSE, &steady->fine_units);
}

void
noslip_steady_scale(const NoslipSteady *steady, guint rows, double *f, double *jacobian)
{
  guint columns = steady->size + steady->n_symmetries;
  for (guint i = 0; i < rows; i++) {
    f[i] /= steady->units.rows[i];
    for (guint j = 0; j < columns; j++)
      jacobian[(gsize) i * columns + j] *= steady->units.states[j] / steady->units.rows[i];
  }
}
