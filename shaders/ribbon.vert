// SPDX-License-Identifier: GPL-3.0-or-later
// Thick lines with mitred joins: four vertices a segment, which is one instance, or one of many drawn with indices.
// Widths are in pixels.
// `a_before` and `a_after` are the neighbours; there are none at the ends of a run. Where time decreases, one line ends
// and another begins.
in vec4 a_before; // x, y, z, time
in vec4 a_from;
in vec4 a_to;
in vec4 a_after;
in vec4 a_color; // white if the whole line has one colour

uniform mat4 u_view_projection;
uniform vec2 u_viewport; // pixels
uniform float u_half_width;
uniform int u_last;      // segment without a following neighbour
uniform float u_near;
uniform float u_bias;

out float v_side;
out float v_time;
out vec4 v_color;

// Moves a point behind the near plane forward along its segment.
vec4 clipped(vec4 p, vec4 other)
{
  if (p.w >= u_near || other.w <= p.w)
    return p;
  return mix(p, other, clamp((u_near - p.w) / (other.w - p.w), 0.0, 1.0));
}

vec2 screen(vec4 p)
{
  return p.xy / p.w * 0.5 * u_viewport;
}

vec2 direction(vec2 a, vec2 b, vec2 otherwise)
{
  vec2 d = b - a;
  float l = length(d);
  return l > 1e-4 ? d / l : otherwise;
}

void main()
{
  v_side = 0.0;
  v_time = 0.0;
  v_color = a_color;
  if (a_to.w < a_from.w) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec4 from = u_view_projection * vec4(a_from.xyz, 1.0);
  vec4 to = u_view_projection * vec4(a_to.xyz, 1.0);
  vec4 p = clipped(from, to), q = clipped(to, from);
  int segment = gl_InstanceID + (gl_VertexID >> 2);
  bool end = (gl_VertexID & 2) != 0;
  float side = float(gl_VertexID & 1) * 2.0 - 1.0;
  vec2 along = direction(screen(p), screen(q), vec2(1.0, 0.0));
  vec2 neighbour = along;
  if (!end && segment > 0 && a_before.w <= a_from.w) {
    vec4 before = u_view_projection * vec4(a_before.xyz, 1.0);
    if (before.w > u_near)
      neighbour = direction(screen(before), screen(p), along);
  }
  if (end && segment < u_last && a_after.w >= a_to.w) {
    vec4 after = u_view_projection * vec4(a_after.xyz, 1.0);
    if (after.w > u_near)
      neighbour = direction(screen(q), screen(after), along);
  }
  vec2 middle = direction(vec2(0.0), along + neighbour, along);
  float cosine = dot(middle, along);
  // A join sharper than this is cut square.
  vec2 across = cosine > 0.5 ? vec2(-middle.y, middle.x) / cosine : vec2(-along.y, along.x);
  float reach = u_half_width + 1.0;
  vec4 at = end ? q : p;
  at.xy += across * side * reach / (0.5 * u_viewport) * at.w;
  at.z -= u_bias * at.w;
  gl_Position = at;
  v_side = side * reach;
  v_time = end ? a_to.w : a_from.w;
}
