// SPDX-License-Identifier: GPL-3.0-or-later
in vec3 v_object;
in vec3 v_world;
in vec3 v_normal;

uniform vec4 u_color;   // sRGB, alpha
uniform vec3 u_light;   // second colour of patterns
uniform vec3 u_accent;  // marks one sector, so that rotation is visible
uniform int u_pattern;  // NoslipPattern
uniform float u_flat;   // 1: no light, as for heads of arrows

out vec4 o_color;

const float pi = 3.14159265358979;

// Which of n sectors an angle lies in, as its distance in sectors to the nearest border; > 0 in the even ones.
float alternate(float angle, float n)
{
  float t = angle / (2.0 * pi) * n;
  float s = abs(mod(t, 2.0) - 1.0) - 0.5; // a triangle wave, zero at the borders
  return -s;
}

float soft_step(float edge, float pixel)
{
  return clamp(edge / max(pixel, 1e-6) + 0.5, 0.0, 1.0);
}

// The patterns at a point of the unit body; angle: about its axis, computed once for all of them, since some processors
// compute every pattern.
vec3 beach(vec3 p, float angle)
{
  float flat_radius = length(p.xy);
  // The seam of the angle is at a border of sectors; the derivative is taken from the circle instead.
  float pixel = length(fwidth(p)) / max(flat_radius, 1e-3) * 6.0 / (2.0 * pi);
  float side = alternate(angle, 6.0);
  vec3 colour = mix(u_light, u_color.rgb, soft_step(side, pixel));
  float first = pi / 6.0 - abs(angle - pi / 3.0);
  colour = mix(colour, u_accent, soft_step(first * 6.0 / (2.0 * pi), pixel));
  return mix(colour, u_light, soft_step(abs(p.z) - 0.95, fwidth(p.z)));
}

vec3 grid(vec3 p, float angle)
{
  float height = asin(clamp(p.z, -1.0, 1.0));
  float flat_radius = max(length(p.xy), 1e-3);
  float pixel = length(fwidth(p));
  float meridian = abs(fract(angle / (2.0 * pi) * 12.0 + 0.5) - 0.5) / 12.0 * 2.0 * pi * flat_radius;
  float parallel = abs(fract(height / pi * 6.0 + 0.5) - 0.5) / 6.0 * pi;
  float line = 0.022 - min(meridian, parallel);
  return mix(u_color.rgb, u_light, soft_step(line, pixel));
}

vec3 sectors(vec3 p, float angle)
{
  float r = length(p.xy);
  float pixel = length(fwidth(p.xy));
  float side = alternate(angle, 12.0) * 2.0 * pi / 12.0 * r;
  vec3 colour = mix(u_color.rgb, mix(u_color.rgb, u_light, 0.28), soft_step(side, pixel));
  float rim = min(r - 0.955, 0.985 - r);
  colour = mix(colour, mix(u_color.rgb, u_light, 0.6), soft_step(rim, pixel));
  vec2 mark = abs(p.xy - vec2(0.83, 0.0)) - vec2(0.1, 0.03);
  return mix(colour, u_accent, soft_step(-max(mark.x, mark.y), pixel));
}

void main()
{
  vec3 colour = u_color.rgb;
  float angle = atan(v_object.y, v_object.x);
  if (u_pattern == 1)
    colour = beach(normalize(v_object), angle);
  else if (u_pattern == 2)
    colour = grid(normalize(v_object), angle);
  else if (u_pattern == 3)
    colour = sectors(v_object, angle);
  vec3 albedo = to_linear(colour);
  float gloss = u_pattern == 1 || u_pattern == 2 ? 1.0 : 0.45;
  vec3 shaded = lit(albedo, v_normal, v_world, gloss * (1.0 - u_flat));
  o_color = vec4(to_srgb(mix(shaded, albedo, u_flat)), u_color.a);
}
