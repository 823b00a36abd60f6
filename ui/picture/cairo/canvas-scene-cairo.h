/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same scene through Cairo, in painter's order: used without GL, and for SVG and PDF. */
#pragma once

#include <cairo.h>

#include "ui/picture/scene/scene.h"

/* width and height in logical pixels (the transformation of `cairo` may scale them). */
void noslip_scene_draw_cairo(NoslipScene *scene, const NoslipCamera *camera, const NoslipTheme *theme, double width,
                             double height, cairo_t *cairo);
