/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impacts of bounces, velocities that reach 0, and the contacts that close as a result. */
#include "core/integrate/modes.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

gboolean
noslip_modes_closes(const double *from, const double *to, double h)
{
  if (to[0] < 0 && to[1] < 0)
    return TRUE;
  if (!(from[1] < 0 && to[1] > 0))
    return FALSE;
  double rise = (to[0] - from[0]) / h, a = from[1] + to[1] - 2 * rise, b = 3 * rise - 2 * from[1] - to[1];
  double root = b * b - 3 * a * from[1]; /* from[0] + h (from[1] s + b s^2 + a s^3) */
  if (root < 0)
    return FALSE;
  double s = -from[1] / (b + sqrt(root));
  return s > 0 && s < 1 && from[0] + h * s * (from[1] + s * (b + s * a)) < fmin(0, fmin(from[0], to[0]));
}

void
noslip_modes_note_change(NoslipModesRun *run, double t, NoslipModeChangeKind kind, guint index, double speed,
                         double loss)
{
  NoslipModeChange change = {t, kind, index, speed, loss};
  g_array_append_val(run->changes, change);
}

gboolean
noslip_modes_strike(NoslipModesRun *run, double t, double *xy, const double *resting)
{
  guint n = run->b + run->f;
  g_autofree gboolean *chosen = g_new0(gboolean, (gsize) n + 1);
  g_autofree double *change = g_new0(double, (gsize) n + 1);
  gboolean struck = run->b > 0;
  for (guint round = 0; struck && round < NOSLIP_MODES_CHANGES_MOST; round++) {
    struck = FALSE;
    for (guint i = 0; i < run->b; i++) {
      noslip_modes_look(run, t, xy);
      const double *bounce = noslip_modes_bounce(run, i);
      double rate = bounce[2], before = noslip_modes_energy(run), e = bounce[4];
      if (!run->touching[i] || !(rate < -resting[i]))
        continue;
      if (!(e >= 0 && e <= 1)) {
        run->error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, &run->system->bounces[i].place,
                                           _("choose a restitution from 0 to 1"),
                                           _("the restitution is %.6g at t = %.12g s"), e, t);
        return FALSE;
      }
      memset(chosen, 0, n * sizeof *chosen);
      chosen[i] = struck = TRUE;
      change[i] = -(1 + e) * rate;
      if (!noslip_modes_jump(run, chosen, change, xy)) {
        run->error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_RANK_LOST, &run->system->bounces[i].place,
                                           _("let the bounce depend on a coordinate that the constraints leave free"),
                                           _("the constraints leave no way to bounce off %s >= 0 at t = %.12g s"),
                                           run->system->bounces[i].name, t);
        return FALSE;
      }
      noslip_modes_look(run, t, xy);
      noslip_modes_note_change(run, t, NOSLIP_MODE_IMPACT, i, -rate, before - noslip_modes_energy(run));
    }
  }
  if (struck)
    run->error =
        noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_STEP, NULL, _("give the bounces a restitution below 1"),
                              _("impacts follow each other without end at t = %.12g s"), t);
  return !struck;
}

gboolean
noslip_modes_bring_to_rest(NoslipModesRun *run, double t, double *xy, const gboolean *chosen)
{
  guint n = run->b + run->f, wanted = 0;
  g_autofree double *change = g_new0(double, (gsize) n + 1);
  noslip_modes_look(run, t, xy);
  for (guint i = 0; i < run->b; i++)
    change[i] = -noslip_modes_bounce(run, i)[2];
  for (guint i = 0; i < run->f; i++)
    change[run->b + i] = -noslip_modes_friction(run, i)[0];
  for (guint i = 0; i < n; i++)
    wanted += chosen[i] && change[i] != 0;
  if (wanted == 0 || noslip_modes_jump(run, chosen, change, xy))
    return TRUE;
  run->error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_RANK_LOST, NULL,
                                     _("end the run before, or leave a friction or a bounce out"),
                                     _("what sticks or rests is not independent at t = %.12g s"), t);
  return FALSE;
}

void
noslip_modes_find_contacts(NoslipModesRun *run, double t, const double *xy)
{
  noslip_modes_look(run, t, xy);
  for (guint i = 0; i < run->b; i++) {
    const double *bounce = noslip_modes_bounce(run, i);
    run->touching[i] = run->touching[i] || bounce[0] <= 1e-12 * bounce[1];
  }
  for (guint i = 0; i < run->f; i++) {
    const double *friction = noslip_modes_friction(run, i);
    run->still[i] =
        run->still[i] || fabs(friction[0]) <= NOSLIP_MODES_ROUND_OFF * friction[1] * (friction[1] > fabs(friction[0]));
  }
}
