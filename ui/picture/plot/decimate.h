/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduces long series to the resolution of the screen, without losing an extreme. */
#pragma once

#include <glib.h>

/* Affine map of one axis to pixels: pixel = offset + scale * f(value), f = log10 where logarithmic. */
typedef struct {
  double offset, scale;
  gboolean logarithmic;
} NoslipAxisMap;
double noslip_axis_map(const NoslipAxisMap *map, double value); /* NaN if undefined */
double noslip_axis_unmap(const NoslipAxisMap *map, double pixel);
gboolean noslip_axis_map_is_same(const NoslipAxisMap *a, const NoslipAxisMap *b);

/* The minimum and maximum of each complete block of a long series, so that drawing need not read all samples. Only for
 * rows that never change; rows may be added. */
#define NOSLIP_BLOCK 64 /* samples */
typedef struct {
  double least, most; /* their values, stored together for fast comparison */
  guint8 low, high;   /* within the block */
  guint8 gap;         /* a value is NaN: the block is not usable */
} NoslipBlock;
void noslip_blocks_extend(GArray *blocks, gsize n, const double *x, gsize x_stride, const double *y, gsize y_stride);
/* Adds the finite values (and, for a logarithmic axis, positive ones) of the samples from first to before last. */
void noslip_blocks_span(const GArray *blocks, const double *y, gsize y_stride, gsize first, gsize last,
                        gboolean logarithmic, double *low, double *high);

/* Appends pixel pairs (of double) to `points`; a pair of NaN marks a gap. x must not decrease. Each pixel column gets
 * its first, lowest, highest and last value, in their order. `from` and `to` bound the pixel columns; one sample on
 * either side is kept so that lines leave the area with the right slope. `blocks` of all or some of the samples, or
 * NULL: the points are the same. */
void noslip_decimate_columns(gsize n, const double *x, gsize x_stride, const double *y, gsize y_stride,
                             const GArray *blocks, const NoslipAxisMap *map_x, const NoslipAxisMap *map_y, double from,
                             double to, GArray *points);
/* Where a curve to which samples are added continues: its last column begins with this sample, after this number of
 * values in `points`. Sample 0: at its beginning. */
typedef struct {
  gsize sample;
  guint len;
} NoslipPixelColumns;
/* The same, for `points` that already have the columns of fewer samples of the curve: reads the last of these columns
 * and what follows. */
void noslip_decimate_columns_on(gsize n, const double *x, gsize x_stride, const double *y, gsize y_stride,
                                const GArray *blocks, const NoslipAxisMap *map_x, const NoslipAxisMap *map_y,
                                double from, double to, GArray *points, NoslipPixelColumns *columns);
/* The same for any curve: a sample closer than `tolerance` pixels to the last kept one is left out. `samples` gets the
 * index (guint) of the sample of each pair, for a gap that of the next one; or NULL. */
void noslip_decimate_path(gsize n, const double *x, gsize x_stride, const double *y, gsize y_stride,
                          const NoslipAxisMap *map_x, const NoslipAxisMap *map_y, double tolerance, GArray *points,
                          GArray *samples);
/* For a curve that retraces itself: of the pairs from index `first` on, pieces that were drawn before, to half a pixel,
 * become gaps. `samples` as above, parallel to the pairs. */
void noslip_decimate_retraced(GArray *points, GArray *samples, guint first);
/* For drawing: appends n pixel pairs without those from which a straight line between kept ones is nearer than
 * `tolerance` pixels. The first and the last are kept, and so is every end of a way back. A curve that grows keeps its
 * earlier pairs. */
void noslip_decimate_straight(guint n, const double *xy, double tolerance, GArray *kept);
