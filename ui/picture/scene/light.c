/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/scene/light.h"

#include <math.h>

void
noslip_light_init(NoslipLight *light, const NoslipCamera *camera, const NoslipTheme *theme)
{
  double azimuth = camera->azimuth - 0.65, elevation = 0.95;
  light->key[0] = cos(elevation) * cos(azimuth);
  light->key[1] = cos(elevation) * sin(azimuth);
  light->key[2] = sin(elevation);
  light->key_strength = theme->dark ? 0.78 : 0.72;
  light->sky_strength = theme->dark ? 0.42 : 0.52;
}

NoslipColor
noslip_light_shade(const NoslipLight *light, NoslipColor albedo, const double normal[3])
{
  double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(length > 0))
    return albedo;
  double key = (normal[0] * light->key[0] + normal[1] * light->key[1] + normal[2] * light->key[2]) / length;
  double sky = 0.5 + 0.5 * normal[2] / length;
  double strength = light->key_strength * fmax(key, 0) + light->sky_strength * (0.45 + 0.55 * sky);
  return (NoslipColor){
      noslip_color_from_linear(fmin(1, noslip_color_to_linear(albedo.r) * strength)),
      noslip_color_from_linear(fmin(1, noslip_color_to_linear(albedo.g) * strength)),
      noslip_color_from_linear(fmin(1, noslip_color_to_linear(albedo.b) * strength)),
      albedo.a,
  };
}

double
noslip_ground_unit(const NoslipCamera *camera)
{
  return pow(10, floor(log10(fmax(camera->distance, 1e-12)) - 0.1));
}

double
noslip_ground_reach(const NoslipCamera *camera)
{
  return 4.5 * camera->distance;
}
