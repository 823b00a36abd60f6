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
