in float v_side;
in float v_time;

uniform vec4 u_color;
uniform float u_half_width;
uniform vec2 u_fade; // times of a quarter and of full strength; equal: no fading

out vec4 o_color;

void main()
{
  float cover = clamp(u_half_width + 0.5 - abs(v_side), 0.0, 1.0);
  float age = u_fade.y > u_fade.x ? clamp((v_time - u_fade.x) / (u_fade.y - u_fade.x), 0.0, 1.0) : 1.0;
  o_color = vec4(u_color.rgb, u_color.a * cover * mix(0.25, 1.0, age));
}
