/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a scene; for the scene-*.c files and canvases only. */
#pragma once

#include "ui/picture/scene.h"

struct _NoslipScene {
  GArray *bodies;  /* NoslipBody */
  GArray *shadows; /* NoslipShadow */
  gboolean shadows_cast;
};

gboolean noslip_body_is_solid(const NoslipBody *body); /* box, sphere, disk or cylinder */
void noslip_body_centre(const NoslipBody *body, double centre[3]);
/* Half width of a solid body along a unit direction, from its centre. */
double noslip_body_support(const NoslipBody *body, const double direction[3]);

/* An arrow with a head of constant size on the screen; shorter than that it is all head. */
typedef struct {
  double neck[3];   /* where the shaft ends */
  double head[16];  /* of a unit cone: radius 1, from z = 0 to its tip at z = 1 */
  double length, radius;
} NoslipArrowShape;
/* height: of the view in logical pixels. FALSE where the arrow has no length or lies behind the camera. */
gboolean noslip_arrow_shape(const NoslipBody *body, const NoslipCamera *camera, double height,
                            NoslipArrowShape *shape);
/* Second colour of patterns. */
NoslipColor noslip_pattern_light(const NoslipTheme *theme);
