// SPDX-License-Identifier: GPL-3.0-or-later
// One key light and the sky. Light is added in linear colours; the output is sRGB.
uniform vec3 u_eye;
uniform vec3 u_key;      // direction to the key light
uniform float u_key_strength;
uniform float u_sky_strength;

vec3 to_linear(vec3 c)
{
  return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}

vec3 to_srgb(vec3 c)
{
  c = clamp(c, 0.0, 1.0);
  return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

// albedo: linear; gloss from 0 (matte) to 1.
vec3 lit(vec3 albedo, vec3 normal, vec3 position, float gloss)
{
  vec3 n = normalize(normal);
  vec3 to_eye = normalize(u_eye - position);
  float key = max(dot(n, u_key), 0.0);
  float sky = 0.5 + 0.5 * n.z;
  vec3 colour = albedo * (u_key_strength * key + u_sky_strength * mix(0.45, 1.0, sky));
  float shine = pow(max(dot(n, normalize(u_key + to_eye)), 0.0), 40.0);
  float rim = pow(1.0 - max(dot(n, to_eye), 0.0), 4.0);
  return colour + gloss * (0.15 * shine + 0.05 * rim * sky);
}
