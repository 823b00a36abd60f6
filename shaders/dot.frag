// SPDX-License-Identifier: GPL-3.0-or-later
// A small ball: lighter towards the upper left, where the key light is.
in vec2 v_disc; // pixels from the middle
in vec4 v_color;

uniform float u_radius;
uniform float u_alpha;

out vec4 o_color;

void main()
{
  float away = length(v_disc);
  float cover = clamp(u_radius + 0.5 - away, 0.0, 1.0);
  if (cover <= 0.0)
    discard;
  float light = dot(v_disc / u_radius, vec2(-0.45, 0.6));
  vec3 colour = mix(v_color.rgb * (1.0 + 0.25 * min(light, 0.0)), vec3(1.0), 0.3 * max(light, 0.0));
  o_color = vec4(colour, v_color.a * u_alpha * cover);
}
