/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long our own code occupies the main loop in each frame, as processor time of the main thread. */
#pragma once

#include <glib.h>

/* The first frames belong to the start: the driver compiles shaders, fonts are loaded. */
#define NOSLIP_METER_SKIP 3

typedef struct {
  gint64 begun;   /* microseconds, of the section that is open */
  guint depth;    /* sections may nest */
  guint skipped;  /* frames left out at the start */
  double frame;   /* milliseconds of the frame so far */
  GArray *frames; /* of double: milliseconds of each finished frame; NULL while not measuring */
} NoslipMeter;

void noslip_meter_enter(NoslipMeter *meter); /* meter may be NULL in all of these */
void noslip_meter_leave(NoslipMeter *meter);
void noslip_meter_frame(NoslipMeter *meter); /* a frame is done */
/* Milliseconds used by our own code in the present frame so far; 0 without a meter. */
double noslip_meter_taken(const NoslipMeter *meter);
void noslip_meter_start(NoslipMeter *meter); /* starts counting */
void noslip_meter_clear(NoslipMeter *meter);

typedef struct {
  guint count;
  double median, percentile99, worst; /* milliseconds; 0 if no frame was drawn */
} NoslipMeterSummary;
void noslip_meter_summary(const NoslipMeter *meter, NoslipMeterSummary *summary);
