// SPDX-License-Identifier: GPL-3.0-or-later
in float v_side;
in float v_time;
in vec4 v_color;

uniform vec4 u_color;
uniform float u_half_width;
uniform vec2 u_fade; // times of least and of full strength; equal: no fading
uniform float u_faint; // least strength

out vec4 o_color;

void main()
{
  float cover = clamp(u_half_width + 0.5 - abs(v_side), 0.0, 1.0);
  float age = u_fade.y > u_fade.x ? clamp((v_time - u_fade.x) / (u_fade.y - u_fade.x), 0.0, 1.0) : 1.0;
  o_color = u_color * v_color * vec4(1.0, 1.0, 1.0, cover * mix(u_faint, 1.0, age));
}
