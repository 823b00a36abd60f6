/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hundreds of thin curves as an image: each piece is drawn once, so that a picture of some hundred thousand pieces is
 * filled over several frames and then placed below the moving parts. */
#pragma once

#include "ui/picture/theme.h"

#include <cairo.h>

/* The size of the image, and the pixel of a point of the data: x * scale[0] + offset[0] from the left, y * scale[1] +
 * offset[1] from the top. */
typedef struct {
  int width, height;
  double scale[2], offset[2];
} NoslipCurvesPlace;

typedef struct _NoslipCurves NoslipCurves;
NoslipCurves *noslip_curves_new(void);
void noslip_curves_free(NoslipCurves *curves);
/* Requests a place. FALSE while the image has another: it takes one that is requested twice in a row, and is then empty
 * (*emptied). A single request, as for a textual description, changes nothing. */
gboolean noslip_curves_place(NoslipCurves *curves, const NoslipCurvesPlace *place, gboolean *emptied);
void noslip_curves_clear(NoslipCurves *curves);
/* A straight piece one pixel wide, between points of the data; nothing if one of them is not finite. */
void noslip_curves_line(NoslipCurves *curves, NoslipColor color, double x1, double y1, double x2, double y2);
/* Dots are drawn over the curves, anew for each picture: begin() removes the previous ones. A dot is a disk about a
 * point of the data, with its radius in pixels. */
void noslip_curves_begin_dots(NoslipCurves *curves);
void noslip_curves_dot(NoslipCurves *curves, NoslipColor color, double x, double y, double radius);
/* With the dots if there are any; NULL before the first place; owned by the curves. */
cairo_surface_t *noslip_curves_surface(NoslipCurves *curves);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipCurves, noslip_curves_free)
