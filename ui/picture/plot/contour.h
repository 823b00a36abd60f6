/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Level curves of a function of two variables by marching squares, joined into polylines. */
#pragma once

#include <glib.h>

typedef double (*NoslipField)(double x, double y, gpointer data);

/* values[j * nx + i] at x = x0 + i (x1 - x0)/(nx - 1), y = y0 + j (y1 - y0)/(ny - 1). Appends the polylines of
 * value = level to `points` as pairs x, y (of double); a pair of NaN ends each polyline. A cell with a NaN corner is
 * left out; an ambiguous cell is decided by its mean. */
void noslip_contour_grid(guint nx, guint ny, const double *values, double x0, double x1, double y0, double y1,
                         double level, GArray *points);
/* values[ny * nx], allocated by the caller, sampled from the field. */
void noslip_contour_sample(NoslipField field, gpointer data, guint nx, guint ny, double x0, double x1, double y0,
                           double y1, double *values);
