/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/arc.h"

#include "core/finder/linear/nullspace.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

#define MOST_STEPS 20000

struct _NoslipArc {
  NoslipExtremal *extremal;
  const int *cancel;
  guint columns, length; /* number of variations; length of the whole state: z, cost, variations */
  double rtol, *sizes;
  double *state, *errors; /* errors: absolute tolerances */
  gsl_odeiv2_step *step;
  gsl_odeiv2_control *control;
  gsl_odeiv2_evolve *evolve;
};

NoslipArc *
noslip_arc_new(NoslipExtremal *extremal, const int *cancel)
{
  NoslipArc *arc = g_new0(NoslipArc, 1);
  arc->extremal = extremal;
  arc->cancel = cancel;
  arc->rtol = 1e-10;
  arc->sizes = g_new0(double, extremal->size);
  arc->columns = G_MAXUINT;
  for (guint i = 0; i < extremal->size; i++)
    arc->sizes[i] = 1;
  return arc;
}

static void
clear(NoslipArc *arc)
{
  g_clear_pointer(&arc->evolve, gsl_odeiv2_evolve_free);
  g_clear_pointer(&arc->control, gsl_odeiv2_control_free);
  g_clear_pointer(&arc->step, gsl_odeiv2_step_free);
  g_clear_pointer(&arc->state, g_free);
  g_clear_pointer(&arc->errors, g_free);
  arc->columns = G_MAXUINT;
}

void
noslip_arc_free(NoslipArc *arc)
{
  if (arc == NULL)
    return;
  clear(arc);
  g_free(arc->sizes);
  g_free(arc);
}

void
noslip_arc_set_tolerance(NoslipArc *arc, double rtol, const double *sizes)
{
  arc->rtol = rtol;
  memcpy(arc->sizes, sizes, sizeof(double) * arc->extremal->size);
  clear(arc);
}

/* Errors are controlled in z; the variations use the same steps. */
static void
prepare(NoslipArc *arc, guint columns)
{
  if (arc->columns == columns)
    return;
  clear(arc);
  guint size = arc->extremal->size;
  arc->columns = columns;
  arc->length = size + 1 + size * columns;
  arc->state = g_new0(double, arc->length);
  arc->errors = g_new0(double, arc->length);
  for (guint i = 0; i < arc->length; i++)
    arc->errors[i] = i < size ? arc->sizes[i] : 1e100;
  arc->step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, arc->length);
  arc->control = gsl_odeiv2_control_scaled_new(arc->rtol, 0, 1, 0, arc->errors, arc->length);
  arc->evolve = gsl_odeiv2_evolve_alloc(arc->length);
}

static int
rates(double t, const double *state, double *out, void *data)
{
  NoslipArc *arc = data;
  NoslipExtremal *extremal = arc->extremal;
  guint size = extremal->size, columns = arc->columns;
  if (!noslip_extremal_rates(extremal, t, state, out, columns > 0))
    return GSL_EBADFUNC;
  out[size] = extremal->lagrangian;
  const double *variations = state + size + 1;
  double *change = out + size + 1;
  memset(change, 0, sizeof(double) * size * columns);
  for (guint i = 0; i < size; i++)
    for (guint k = 0; k < size; k++) {
      double slope = extremal->slopes[(gsize) i * size + k];
      for (guint j = 0; j < columns && slope != 0; j++)
        change[(gsize) i * columns + j] += slope * variations[(gsize) k * columns + j];
    }
  return GSL_SUCCESS;
}

gboolean
noslip_arc_move(NoslipArc *arc, double t0, double t1, double *z, guint columns, double *variations, double *cost)
{
  guint size = arc->extremal->size;
  gsl_odeiv2_system equations = {rates, NULL, 0, arc};
  double t = t0, h = (t1 - t0) / 2;
  prepare(arc, columns);
  equations.dimension = arc->length;
  memcpy(arc->state, z, sizeof(double) * size);
  arc->state[size] = 0;
  if (columns > 0)
    memcpy(arc->state + size + 1, variations, sizeof(double) * size * columns);
  gsl_odeiv2_evolve_reset(arc->evolve);
  gsl_odeiv2_step_reset(arc->step);
  for (guint count = 0; t < t1; count++)
    if (count >= MOST_STEPS || (arc->cancel != NULL && g_atomic_int_get(arc->cancel)) ||
        gsl_odeiv2_evolve_apply(arc->evolve, arc->control, arc->step, &equations, &t, t1, &h, arc->state) !=
            GSL_SUCCESS)
      return FALSE;
  memcpy(z, arc->state, sizeof(double) * size);
  if (columns > 0)
    memcpy(variations, arc->state + size + 1, sizeof(double) * size * columns);
  if (cost != NULL)
    *cost += arc->state[size];
  return TRUE;
}
