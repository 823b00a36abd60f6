/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A space of core/geometry/figure/space.h as a picture: a parallel projection if it has three dimensions, or a plane if
 * it has two. */
#pragma once

#include "core/geometry/figure/space.h"
#include "ui/picture/display.h"

typedef struct {
  double azimuth, elevation; /* radians: direction of the eye from the middle of the box */
  double zoom;               /* > 1: larger */
} NoslipSpaceLook;

/* The name of a part in the legend; NULL: no entry. */
typedef const char *(*NoslipSpaceWords)(const NoslipPart *part, gpointer data);

/* Into the rectangle. */
void noslip_space_display(const NoslipSpace *space, const NoslipSpaceLook *look, const NoslipTheme *theme, double x,
                          double y, double width, double height, NoslipDisplay *display);
/* The legend of n spaces side by side, in lines from the top; equal entries occur once. Returns its height. */
double noslip_space_legend(guint n, const NoslipSpace *spaces, NoslipSpaceWords words, gpointer data,
                           const NoslipTheme *theme, double width, NoslipDisplay *display);
