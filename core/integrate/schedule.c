/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/integrate/schedule.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Limits of a run: rows, and steps of a fixed size. */
#define SAMPLES_MOST 50000000.0
#define FIXED_STEPS_MOST 1e10
/* A rest of the run that is shorter than this fraction of a sampling step is the rounding of T/H, unless the run has no
 * other sample than its start. */
#define REST_LEAST 1e-6

static guint
count_samples(double t0, double span, double step)
{
  if (span <= 0)
    return 1;
  double ratio = span / step;
  double whole = floor(ratio + REST_LEAST);
  return (guint) whole + 1 + (ratio - whole > REST_LEAST || (t0 == 0 && whole == 0) ? 1 : 0);
}

double
noslip_schedule_time(const NoslipSchedule *schedule, guint sample)
{
  if (sample == 0)
    return schedule->t0;
  if (sample + 1 >= schedule->n)
    return MAX(schedule->to, schedule->t0);
  return schedule->aligned ? (schedule->first + sample) * schedule->step : schedule->t0 + sample * schedule->step;
}

NoslipDiagnostic *
noslip_schedule_lay_out(NoslipSchedule *schedule, const NoslipRunOptions *options, const NoslipSystem *system,
                        double t0)
{
  schedule->t0 = t0;
  schedule->step = options->step > 0 ? options->step : system->run_step;
  schedule->to = options->to > 0 ? options->to : system->run_to;
  if (!isfinite(t0))
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, _("start at a finite time"),
                                 _("the run starts at %g s"), t0);
  if (!(schedule->step > 0 && isfinite(schedule->step)))
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, _("give a sampling step above 0"),
                                 _("the sampling step is %g s"), schedule->step);
  if (!isfinite(schedule->to))
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, _("end at a finite time"),
                                 _("the run ends at %g s"), schedule->to);
  double span = schedule->to - t0;
  if (span / schedule->step > SAMPLES_MOST)
    return noslip_diagnostic_new(
        NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, _("take a longer sampling step or end the run earlier"),
        _("%.8g samples are more than a run may have (%.0f)"), span / schedule->step, SAMPLES_MOST);
  if (options->fixed_step > 0 && span / options->fixed_step > FIXED_STEPS_MOST)
    return noslip_diagnostic_new(
        NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, _("take a longer fixed step or end the run earlier"),
        _("%.3g fixed steps are more than a run may have (%.0g)"), span / options->fixed_step, FIXED_STEPS_MOST);
  schedule->n = count_samples(t0, span, schedule->step);
  schedule->first = round(t0 / schedule->step);
  schedule->aligned = fabs(t0 / schedule->step - schedule->first) < 1e-9 * MAX(1, fabs(schedule->first));
  return NULL;
}

double
noslip_time_scale(const NoslipRunOptions *options, double t)
{
  return fmax(options->to > 0 ? fmin(1, options->to) : 1, fabs(t));
}

guint
noslip_fixed_steps(double from, double to, double fixed_step)
{
  double ratio = fixed_step > 0 ? (to - from) / fixed_step : 1;
  if (!(ratio <= NOSLIP_STEPS_MOST))
    return 0;
  return MAX(1, (guint) ceil(ratio * (1 - 1e-9)));
}

double
noslip_fixed_time(double from, double to, guint i, guint n)
{
  return i == n ? to : from + (to - from) * i / n;
}
