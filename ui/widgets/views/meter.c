/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/meter.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* The main thread's processor time, microseconds: it does not count other busy programs. */
static gint64
own_time(void)
{
  struct timespec time;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0)
    return 0;
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

void
noslip_meter_enter(NoslipMeter *meter)
{
  if (meter && meter->depth++ == 0)
    meter->begun = own_time();
}

void
noslip_meter_leave(NoslipMeter *meter)
{
  if (meter && --meter->depth == 0)
    meter->frame += (double) (own_time() - meter->begun) * 1e-3;
}

void
noslip_meter_frame(NoslipMeter *meter)
{
  if (!meter)
    return;
  if (meter->frames && meter->frame > 0 && meter->skipped++ >= NOSLIP_METER_SKIP)
    g_array_append_val(meter->frames, meter->frame);
  meter->frame = 0;
}

double
noslip_meter_taken(const NoslipMeter *meter)
{
  return meter ? meter->frame : 0;
}

void
noslip_meter_start(NoslipMeter *meter)
{
  if (!meter->frames)
    meter->frames = g_array_new(FALSE, FALSE, sizeof(double));
  meter->frame = 0;
  meter->skipped = 0;
}

void
noslip_meter_clear(NoslipMeter *meter)
{
  g_clear_pointer(&meter->frames, g_array_unref);
}

static int
compare(const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

void
noslip_meter_summary(const NoslipMeter *meter, NoslipMeterSummary *summary)
{
  *summary = (NoslipMeterSummary){0};
  if (!meter->frames || meter->frames->len == 0)
    return;
  guint n = summary->count = meter->frames->len;
  g_autofree double *sorted = g_memdup2(meter->frames->data, n * sizeof(double));
  qsort(sorted, n, sizeof(double), compare);
  summary->median = n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  summary->percentile99 = sorted[MIN(n - 1, (guint) ceil(0.99 * n) - 1)];
  summary->worst = sorted[n - 1];
}
