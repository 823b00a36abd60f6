/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scene of some bodies, and its camera. */
#pragma once

#include "ui/picture/gl/offscreen.h"
#include "ui/picture/scene/scene-items.h"

#define SCENED_WIDTH 480
#define SCENED_HEIGHT 320

/* Ground, a box, a ball, a trail, an arrow and an ellipsoid. */
NoslipScene *scened_example(const NoslipTheme *theme, double x);
/* Its camera. */
void scened_camera(NoslipCamera *camera);
/* A picture of the scene with this camera; NULL if there is no GL here. Free with cairo_surface_destroy(). */
cairo_surface_t *scened_render(NoslipOffscreenWay way, NoslipScene *scene, const NoslipTheme *theme,
                               const NoslipOverlay *overlay);
