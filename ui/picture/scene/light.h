/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The light of the scene and the scale of its ground, the same for every canvas. */
#pragma once

#include "ui/picture/scene/camera.h"
#include "ui/picture/theme.h"

typedef struct {
  double key[3]; /* unit vector to the key light, left behind the camera */
  double key_strength, sky_strength;
} NoslipLight;
void noslip_light_init(NoslipLight *light, const NoslipCamera *camera, const NoslipTheme *theme);
/* Colour of a matte surface: the formula of body.frag, without gloss. */
NoslipColor noslip_light_shade(const NoslipLight *light, NoslipColor albedo, const double normal[3]);
/* Distance of the ground's strong lines: 1 for scenes of everyday size, else a power of ten. */
double noslip_ground_unit(const NoslipCamera *camera);
/* Distance from the target at which the ground has faded into the sky. */
double noslip_ground_reach(const NoslipCamera *camera);
