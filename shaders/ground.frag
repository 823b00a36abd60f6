// SPDX-License-Identifier: GPL-3.0-or-later
// Matte ground that fades into the sky, with lines every unit and every tenth, antialiased by their own derivatives.
in vec2 v_plane;
in vec3 v_world;

uniform vec3 u_ground;
uniform vec3 u_line;
uniform vec3 u_target;   // where the camera looks
uniform vec2 u_spin;     // cosine and sine of the ground's angle
uniform float u_unit;    // distance of the strong lines
uniform float u_reach;   // distance at which the ground has faded

out vec4 o_color;

// Coverage by lines a distance `unit` apart, `width` pixels wide; less if they are too close to be distinguished.
float lines(vec2 p, float unit, float width)
{
  vec2 q = p / unit;
  vec2 pixel = max(fwidth(q), vec2(1e-6));
  vec2 near_line = abs(fract(q + 0.5) - 0.5) / pixel;
  vec2 cover = clamp(0.5 * (width + 1.0) - near_line, 0.0, 1.0) * smoothstep(0.3, 0.08, pixel);
  return max(cover.x, cover.y);
}

void main()
{
  vec2 p = vec2(u_spin.x * v_world.x + u_spin.y * v_world.y, u_spin.x * v_world.y - u_spin.y * v_world.x);
  float away = length(v_world.xy - u_target.xy) / u_reach;
  vec3 colour = u_ground;
  colour = mix(colour, u_line, 0.09 * (1.0 - smoothstep(0.05, 0.45, away)) * lines(p, 0.1 * u_unit, 1.0));
  colour = mix(colour, u_line, 0.22 * (1.0 - 0.7 * smoothstep(0.1, 0.8, away)) * lines(p, u_unit, 1.3));
  // The two lines through the origin mark it.
  vec2 axis = clamp(1.4 - abs(p) / max(fwidth(p), vec2(1e-6)), 0.0, 1.0);
  colour = mix(colour, u_line, 0.25 * max(axis.x, axis.y));
  o_color = vec4(colour, 1.0 - smoothstep(0.3, 1.0, away));
}
