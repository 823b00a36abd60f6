/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/benchmark/frames.h"

#define MOST_MEDIAN 4 /* milliseconds of a frame */
#define MOST_LATE 12  /* the same, 99th percentile */
#define MOST_WORST 16 /* the same, of the longest: a frame of 60 a second */

gboolean
frames_report(const char *what, const NoslipMeter *meter)
{
  NoslipMeterSummary frames;
  noslip_meter_summary(meter, &frames);
  gboolean kept =
      frames.count > 0 && frames.median < MOST_MEDIAN && frames.percentile99 < MOST_LATE && frames.worst < MOST_WORST;
  g_print("%s: %u frames, median %.2f ms, 99%% %.2f ms, worst %.2f ms%s", what, frames.count, frames.median,
          frames.percentile99, frames.worst, kept ? "" : "  <-- not kept");
  return kept;
}
