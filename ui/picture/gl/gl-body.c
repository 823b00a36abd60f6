/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/gl/gl-items.h"

#include "ui/picture/scene/light.h"
#include "ui/picture/scene/shape.h"

#include <math.h>
#include <string.h>

gboolean
noslip_gl_bodies_init(NoslipGlBodies *bodies, GError **error)
{
  if (!noslip_gl_program_init(&bodies->program, "body.vert", "body.frag", "light.glsl", error))
    return FALSE;
  noslip_meshes_init(&bodies->meshes);
  return TRUE;
}

void
noslip_gl_bodies_clear(NoslipGlBodies *bodies)
{
  noslip_gl_program_clear(&bodies->program);
  noslip_meshes_clear(&bodies->meshes);
}

static void
to_floats(const double m[16], float f[16])
{
  for (guint i = 0; i < 16; i++)
    f[i] = (float) m[i];
}

/* Inverse transpose of the linear part, up to a factor: its columns are the cross products of the others. */
static void
normal_matrix(const double m[16], float n[9])
{
  const double *c[3] = {m, m + 4, m + 8};
  for (guint k = 0; k < 3; k++) {
    const double *a = c[(k + 1) % 3], *b = c[(k + 2) % 3];
    double v[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    double own = sqrt(c[k][0] * c[k][0] + c[k][1] * c[k][1] + c[k][2] * c[k][2]);
    for (guint i = 0; i < 3; i++)
      n[3 * k + i] = length > 0 && own > 0 ? (float) (v[i] / length / own) : 0;
  }
}

/* Edges are bevelled to catch the light: by a third of the thinnest side, but at most a sixteenth of the longest. The
 * normals of a box are rotated with it and not stretched. Returns the radius. */
static double
round_edges(const double world[16], float n[9], float rounding[3])
{
  double side[3];
  for (guint k = 0; k < 3; k++)
    side[k] = sqrt(noslip_dot(world + 4 * k, world + 4 * k));
  double least = fmin(side[0], fmin(side[1], side[2])), most = fmax(side[0], fmax(side[1], side[2]));
  double radius = fmin(0.34 * least, most / 16);
  for (guint k = 0; k < 3; k++) {
    rounding[k] = side[k] > 0 ? (float) (radius / side[k]) : 0;
    for (guint i = 0; i < 3; i++)
      n[3 * k + i] = side[k] > 0 ? (float) (world[4 * k + i] / side[k]) : 0;
  }
  return radius;
}

void
noslip_gl_bodies_draw_mesh(NoslipGlBodies *bodies, const NoslipGlView *view, NoslipBodyKind kind,
                           const double world[16], const NoslipBody *body, float flat)
{
  float w[16], n[9], rounding[3] = {0, 0, 0};
  to_floats(world, w);
  normal_matrix(world, n);
  const NoslipShape *shape = noslip_shape_of_kind(kind);
  const double swell = shape->swell != NULL ? shape->swell(body) : 0;
  double radius = noslip_detail_radius(shape, world) * (1 + swell);
  if (shape->edges)
    radius = round_edges(world, n, rounding);
  glUniform3fv(bodies->program.u_round, 1, rounding);
  const NoslipColor *c = &body->color;
  glUniformMatrix4fv(bodies->program.u_world, 1, GL_FALSE, w);
  glUniformMatrix3fv(bodies->program.u_normal, 1, GL_FALSE, n);
  glUniform4f(bodies->program.u_color, (float) c->r, (float) c->g, (float) c->b, (float) c->a);
  glUniform1i(bodies->program.u_pattern, (GLint) body->pattern);
  glUniform1f(bodies->program.u_flat, flat);
  glUniform1f(bodies->program.u_swell, (float) swell);
  double pixels = radius * noslip_detail_scale(world, 1 + swell, view->camera, view->height);
  noslip_meshes_draw(&bodies->meshes, kind, noslip_detail_of(pixels));
}

void
noslip_gl_bodies_begin(const NoslipGlBodies *bodies, const NoslipGlView *view, const NoslipTheme *theme)
{
  NoslipLight light;
  double eye[3];
  noslip_light_init(&light, view->camera, theme);
  noslip_camera_eye(view->camera, eye);
  glUseProgram(bodies->program.id);
  glUniformMatrix4fv(bodies->program.u_view_projection, 1, GL_FALSE, view->view_projection);
  noslip_gl_set_vec3(bodies->program.u_eye, eye);
  noslip_gl_set_vec3(bodies->program.u_key, light.key);
  glUniform1f(bodies->program.u_key_strength, (float) light.key_strength);
  glUniform1f(bodies->program.u_sky_strength, (float) light.sky_strength);
  noslip_gl_set_rgb(bodies->program.u_light, noslip_pattern_light(theme));
  noslip_gl_set_rgb(bodies->program.u_accent, theme->accent);
}

void
noslip_gl_bodies_draw_solid(NoslipGlBodies *bodies, const NoslipGlView *view, const NoslipBody *body)
{
  double world[16];
  memcpy(world, body->transform, sizeof world);
  const NoslipShape *shape = noslip_body_shape(body);
  if (shape->frame != NULL)
    shape->frame(body, world);
  noslip_gl_bodies_draw_mesh(bodies, view, body->kind, world, body, 0);
}
