/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steer/front-extremals.h"

#include <math.h>

double
noslip_front_angle(const NoslipFront *front, guint direction)
{
  return 2 * G_PI * direction / front->options->n_directions;
}

double
noslip_front_multiplier(const NoslipFront *front, guint multiplier)
{
  return front->most * (2.0 * multiplier / (MAX(front->options->n_multipliers, 2) - 1) - 1);
}

void
noslip_front_set_velocity(NoslipFront *front, double angle)
{
  guint m = front->system->m, n = front->system->n;
  for (guint a = 0; a < n; a++)
    front->xy[m + a] =
        front->options->speed * (cos(angle) * front->basis[a] + sin(angle) * front->basis[(gsize) n + a]);
}

gboolean
noslip_front_enter(NoslipFront *front, double angle, double multiplier)
{
  noslip_front_set_velocity(front, angle);
  front->mu[front->options->constraint] = multiplier;
  return noslip_extremal_enter(front->extremal, 0, front->xy, front->mu, front->z);
}
