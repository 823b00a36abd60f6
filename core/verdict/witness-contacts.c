/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/witness-contacts.h"

#include "core/base/linear.h"

#include <math.h>

#define AT_REST 1e-9 /* below this fraction of the possible speed a friction sticks, and a contact is at rest */

/* The velocity along `push` if all of the kinetic energy were in it, or if a force of this size had acted since the
 * first row. */
static double
possible_speed(const WitnessEquations *self, const WitnessScale *scale, const double *push, double force)
{
  double sum = 0;
  for (guint a = 0; a < self->n; a++) {
    double along = fabs(push[a]) / scale->unit[a];
    sum += along * scale->speed + along * along * force * scale->elapsed;
  }
  return sum;
}

/* The terms of the equations along `push`, as a force. */
static double
force_along(const WitnessEquations *self, const double *push)
{
  double largest = 0;
  for (guint a = 0; a < self->n; a++)
    if (push[a] != 0)
      largest = fmax(largest, self->equation[a].size / fabs(push[a]));
  return largest;
}

static gboolean
sticks(const WitnessEquations *self, const WitnessScale *scale, guint f)
{
  const double *push = self->push + (gsize) f * self->n;
  return fabs(self->slip[f]) <= AT_REST * possible_speed(self, scale, push, self->limit[f]);
}

/* Whether a gap is closed and stays closed; *depth is the reference size of its value. */
static gboolean
touches(const WitnessEquations *self, const WitnessScale *scale, guint b, double *depth)
{
  const double *push = self->push + ((gsize) self->tree->frictions->len + b) * self->n;
  double speed = possible_speed(self, scale, push, force_along(self, push));
  *depth = fmax(*depth, fmax(self->gap[b].size, speed * scale->elapsed));
  return fabs(self->gap[b].value) <= AT_REST * *depth && fabs(self->gap_rate[b]) <= AT_REST * speed;
}

static void
slide(WitnessEquations *self, guint f)
{
  const double *push = self->push + (gsize) f * self->n;
  double force = self->slip[f] > 0 ? self->limit[f] : -self->limit[f];
  for (guint a = 0; a < self->n; a++) {
    self->equation[a].value += force * push[a];
    self->equation[a].size += fabs(force * push[a]);
  }
}

/* Fits forces along the columns (n each) to the equations by least squares and subtracts them; FALSE if the columns are
 * dependent, so that the forces are not determined. */
static gboolean
fit(WitnessEquations *self, const WitnessScale *scale, const GPtrArray *columns, double *forces)
{
  guint n = self->n, count = columns->len;
  if (count == 0)
    return TRUE;
  g_autofree double *matrix = g_new(double, (gsize) n *count + 1);
  g_autofree double *right = g_new(double, (gsize) n + 1);
  g_autofree double *length = g_new0(double, count);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(n, count);
  for (guint c = 0; c < count; c++) {
    for (guint a = 0; a < n; a++)
      length[c] = hypot(length[c], ((const double *) columns->pdata[c])[a] / scale->unit[a]);
    for (guint a = 0; a < n; a++)
      matrix[a * count + c] = length[c] > 0 ? ((const double *) columns->pdata[c])[a] / scale->unit[a] / length[c] : 0;
  }
  for (guint a = 0; a < n; a++)
    right[a] = self->equation[a].value / scale->unit[a];
  if (!noslip_svd_factor(svd, matrix))
    return FALSE;
  noslip_svd_solve(svd, 1e-10, right, forces);
  for (guint c = 0; c < count; c++) {
    forces[c] /= length[c] > 0 ? length[c] : 1;
    for (guint a = 0; a < n; a++)
      self->equation[a].value -= forces[c] * ((const double *) columns->pdata[c])[a];
  }
  return noslip_svd_rank(svd, 1e-10) == count;
}

void
noslip_witness_contacts(WitnessEquations *self, const WitnessScale *scale, double *beyond, double *sizes, double *below,
                        double *depth)
{
  guint n_frictions = self->tree->frictions->len, n_all = n_frictions + self->tree->bounces->len, n = self->n;
  g_autoptr(GPtrArray) columns = g_ptr_array_new();
  g_autofree guint *held = g_new(guint, (gsize) n_all + 1);
  guint n_held = 0;
  for (guint i = 0; i < n_all; i++) {
    beyond[i] = sizes[i] = 0;
    if (i >= n_frictions)
      below[i - n_frictions] = fmax(0, -self->gap[i - n_frictions].value);
    gboolean is_held =
        i < n_frictions ? sticks(self, scale, i) : touches(self, scale, i - n_frictions, &depth[i - n_frictions]);
    if (is_held)
      held[n_held++] = i;
    else if (i < n_frictions)
      slide(self, i);
  }
  for (guint i = 0; i < n_held; i++)
    g_ptr_array_add(columns, self->push + (gsize) held[i] * n);
  for (guint c = 0; c < self->tree->k && scale->fit; c++)
    g_ptr_array_add(columns, self->reaction + (gsize) c * n);
  g_autofree double *forces = g_new0(double, (gsize) columns->len + 1);
  gboolean known = fit(self, scale, columns, forces);
  for (guint i = 0; i < n_held && known; i++) {
    gboolean friction = held[i] < n_frictions;
    double limit = friction ? self->limit[held[i]] : 0;
    beyond[held[i]] = fmax(0, friction ? fabs(forces[i]) - limit : -forces[i]);
    sizes[held[i]] = fabs(forces[i]) + fabs(limit) + force_along(self, self->push + (gsize) held[i] * n);
  }
}
