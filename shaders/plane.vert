// SPDX-License-Identifier: GPL-3.0-or-later
// A rectangle in a horizontal plane: the ground, and contact shadows.
uniform mat4 u_view_projection;
uniform vec3 u_centre;
uniform vec2 u_axis;   // direction of its first side
uniform vec2 u_extent; // half sides
uniform float u_bias;  // nearer to the eye, so that coplanar layers keep their order

out vec2 v_plane; // from the centre, along the sides
out vec3 v_world;

void main()
{
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  v_plane = corner * u_extent;
  v_world = u_centre + vec3(v_plane.x * u_axis + v_plane.y * vec2(-u_axis.y, u_axis.x), 0.0);
  gl_Position = u_view_projection * vec4(v_world, 1.0);
  gl_Position.z -= u_bias * gl_Position.w;
}
