/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long series brought down to what a screen can show, without losing an extreme. */
#pragma once

#include <glib.h>

/* Affine map of one axis to pixels: pixel = offset + scale * f(value), f = log10 where logarithmic. */
typedef struct {
  double offset, scale;
  gboolean logarithmic;
} NoslipAxisMap;
double noslip_axis_map(const NoslipAxisMap *map, double value); /* NaN where undefined */
double noslip_axis_unmap(const NoslipAxisMap *map, double pixel);
gboolean noslip_axis_map_is_same(const NoslipAxisMap *a, const NoslipAxisMap *b);

/* The lowest and the highest sample of each whole block of a long series, so that a picture of it need not look at all
 * of them. Only for rows that never change; more may come. */
#define NOSLIP_BLOCK 64 /* samples */
typedef struct {
  double least, most; /* their values: what is compared lies together */
  guint8 low, high;   /* within the block */
  guint8 gap;         /* a value is NaN: the block says nothing */
} NoslipBlock;
void noslip_blocks_extend(GArray *blocks, gsize n, const double *x, gsize x_stride, const double *y, gsize y_stride);
/* Adds the finite values (and, for a logarithmic axis, positive ones) of the samples from first to before last. */
void noslip_blocks_span(const GArray *blocks, const double *y, gsize y_stride, gsize first, gsize last,
                        gboolean logarithmic, double *low, double *high);

/* Appends pixel pairs (of double) to `points`; a pair of NaN marks a gap. x must not decrease. Each pixel column gets
 * its first, lowest, highest and last value, in the order in which they occur. `from` and `to` bound the pixel
 * columns; one sample on either side is kept so that lines leave the area at the right slope. `blocks` of the samples,
 * as many as there are, or NULL: the points are the same. */
void noslip_decimate_columns(gsize n, const double *x, gsize x_stride, const double *y, gsize y_stride,
                             const GArray *blocks, const NoslipAxisMap *map_x, const NoslipAxisMap *map_y, double from,
                             double to, GArray *points);
/* The same for any curve: a sample closer than `tolerance` pixels to the last kept one is left out. `samples` gets the
 * number (guint) of the sample that each pair is of, a gap's that of the one behind it; or NULL. */
void noslip_decimate_path(gsize n, const double *x, gsize x_stride, const double *y, gsize y_stride,
                          const NoslipAxisMap *map_x, const NoslipAxisMap *map_y, double tolerance, GArray *points,
                          GArray *samples);
/* For a curve that retraces itself: of the pairs from number `first` on, pieces that were drawn before, to half a
 * pixel, become gaps. `samples` as above, in step with the pairs. */
void noslip_decimate_retraced(GArray *points, GArray *samples, guint first);
