// SPDX-License-Identifier: GPL-3.0-or-later
// A soft rounded rectangle: signed distance to it, through a smooth step.
in vec2 v_plane;
in vec3 v_world;

uniform vec2 u_half;
uniform float u_corner;
uniform float u_softness;
uniform float u_strength;

out vec4 o_color;

void main()
{
  vec2 q = abs(v_plane) - (u_half - vec2(u_corner));
  float outside = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - u_corner;
  o_color = vec4(0.0, 0.0, 0.0, u_strength * (1.0 - smoothstep(-u_softness, u_softness, outside)));
}
