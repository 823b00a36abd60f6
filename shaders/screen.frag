// SPDX-License-Identifier: GPL-3.0-or-later
in vec2 v_texture;

uniform sampler2D u_picture;

out vec4 o_color;

void main()
{
  o_color = vec4(texture(u_picture, v_texture).rgb, 1.0);
}
