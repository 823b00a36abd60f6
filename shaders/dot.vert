// SPDX-License-Identifier: GPL-3.0-or-later
// Dots of one size on the screen: each instance is a square that faces the eye.
in vec3 a_position;
in vec4 a_color;

uniform mat4 u_view_projection;
uniform vec2 u_viewport; // pixels
uniform float u_radius;  // pixels

out vec2 v_disc;
out vec4 v_color;

void main()
{
  vec4 at = u_view_projection * vec4(a_position, 1.0);
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  float reach = u_radius + 1.0;
  at.xy += corner * reach / (0.5 * u_viewport) * at.w;
  gl_Position = at;
  v_disc = corner * reach;
  v_color = a_color;
}
