// SPDX-License-Identifier: GPL-3.0-or-later
// One key light and the sky. Light is added in linear colours; the output is sRGB.
uniform vec3 u_eye;
uniform vec3 u_key;      // direction to the key light
uniform float u_key_strength;
uniform float u_sky_strength;

// The powers 2.4 and 1/2.4 of the standard take long where the processor computes them: these sums follow both curves to
// less than a sixth of a step of 8 bits.
vec3 to_linear(vec3 c)
{
  vec3 power = ((((-0.1168125 * c + 0.5265468) * c + 0.5603538) * c + 0.0284073) * c) + 0.0010461;
  return mix(c / 12.92, power, step(0.04045, c));
}

vec3 to_srgb(vec3 c)
{
  c = clamp(c, 0.0, 1.0);
  vec3 root = sqrt(c);
  vec3 power = 0.8337475 * root + 0.2981148 * sqrt(root) - 0.0553168 * c - 0.0769054;
  return mix(c * 12.92, power, step(0.0031308, c));
}

float fourth(float a)
{
  return a * a * a * a;
}

// albedo: linear; gloss from 0 (matte) to 1.
vec3 lit(vec3 albedo, vec3 normal, vec3 position, float gloss)
{
  vec3 n = normalize(normal);
  vec3 to_eye = normalize(u_eye - position);
  float key = max(dot(n, u_key), 0.0);
  float sky = 0.5 + 0.5 * n.z;
  vec3 colour = albedo * (u_key_strength * key + u_sky_strength * mix(0.45, 1.0, sky));
  float facing = fourth(max(dot(n, normalize(u_key + to_eye)), 0.0));
  float shine = fourth(facing * facing) * facing * facing; // to the 40th power
  float rim = fourth(1.0 - max(dot(n, to_eye), 0.0));
  return colour + gloss * (0.15 * shine + 0.05 * rim * sky);
}
