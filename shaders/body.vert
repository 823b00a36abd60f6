// SPDX-License-Identifier: GPL-3.0-or-later
// Solid bodies. Object coordinates are passed to the fragment shader, which draws patterns in them.
in vec3 a_position;
in vec3 a_normal;

uniform mat4 u_world;
uniform mat4 u_view_projection;
uniform mat3 u_normal; // inverse transpose of the linear part of u_world; of a box, its rotation
uniform vec3 u_round;  // radius of a box's edges, in its sides; 0 for other bodies
uniform float u_swell; // radius of a tube about the mesh, in units of the mesh; 0 for other bodies

out vec3 v_object;
out vec3 v_world;
out vec3 v_normal;

void main()
{
  vec4 world = u_world * vec4(a_position + u_round * (a_normal - 2.0 * a_position) + u_swell * a_normal, 1.0);
  v_object = a_position;
  v_world = world.xyz;
  v_normal = u_normal * a_normal;
  gl_Position = u_view_projection * world;
}
