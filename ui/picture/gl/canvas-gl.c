/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/gl/canvas-gl.h"

#include "ui/picture/gl/gl-items.h"
#include "ui/picture/scene/light.h"
#include "ui/picture/scene/shape.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

G_DEFINE_QUARK(noslip - picture - error - quark, noslip_picture_error)

/* What a frame is drawn into: multisampled, then resolved into a texture that is copied to the caller's framebuffer.
 * GTK's own framebuffers have one sample, and resolving straight into them needs equal formats in GLES. */
typedef struct {
  GLuint drawn, resolved, color, depth, texture;
  int width, height;
  guint samples;
} Target;

struct _NoslipGlCanvas {
  GLuint body, ground, shadow, screen; /* programs */
  GLuint empty;                        /* vertex array without attributes */
  NoslipMeshes meshes;
  NoslipRibbons ribbons;
  NoslipDots dots;
  Target target;
  guint samples, most_samples;
  GLint most_size;
  gboolean software;
  char *renderer;
};

static gboolean
check_version(GError **error)
{
  gboolean desktop = epoxy_is_desktop_gl();
  int version = epoxy_gl_version(), least = desktop ? 33 : 30;
  if (version >= least)
    return TRUE;
  g_set_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_GL, _("%s %d.%d is too old, %d.%d is needed"),
              desktop ? "OpenGL" : "OpenGL ES", version / 10, version % 10, least / 10, least % 10);
  return FALSE;
}

static void
describe(NoslipGlCanvas *canvas)
{
  const char *renderer = (const char *) glGetString(GL_RENDERER);
  int version = epoxy_gl_version();
  renderer = renderer != NULL ? renderer : _("unknown renderer");
  canvas->renderer = g_strdup_printf("%s %d.%d, %s", epoxy_is_desktop_gl() ? "OpenGL" : "OpenGL ES", version / 10,
                                     version % 10, renderer);
  canvas->software = strstr(renderer, "llvmpipe") != NULL || strstr(renderer, "softpipe") != NULL ||
                     strstr(renderer, "SWR") != NULL || strstr(renderer, "SwiftShader") != NULL;
}

NoslipGlCanvas *
noslip_gl_canvas_new(GError **error)
{
  if (!check_version(error))
    return NULL;
  NoslipGlCanvas *canvas = g_new0(NoslipGlCanvas, 1);
  GLint samples = 1;
  describe(canvas);
  glGetIntegerv(GL_MAX_SAMPLES, &samples);
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &canvas->most_size);
  canvas->most_samples = (guint) MAX(samples, 1);
  canvas->samples = canvas->software ? 1 : MIN(4, canvas->most_samples);
  canvas->ribbons.most_segments = canvas->software ? 768 : 8192;
  if ((canvas->body = noslip_gl_program("body.vert", "body.frag", "light.glsl", error)) == 0 ||
      (canvas->ground = noslip_gl_program("plane.vert", "ground.frag", NULL, error)) == 0 ||
      (canvas->shadow = noslip_gl_program("plane.vert", "shadow.frag", NULL, error)) == 0 ||
      (canvas->screen = noslip_gl_program("screen.vert", "screen.frag", NULL, error)) == 0 ||
      !noslip_ribbons_init(&canvas->ribbons, error) || !noslip_dots_init(&canvas->dots, error)) {
    noslip_gl_canvas_free(canvas);
    return NULL;
  }
  noslip_meshes_init(&canvas->meshes);
  glGenVertexArrays(1, &canvas->empty);
  return canvas;
}

static void
clear_target(Target *target)
{
  glDeleteFramebuffers(1, &target->drawn);
  glDeleteFramebuffers(1, &target->resolved);
  glDeleteRenderbuffers(1, &target->color);
  glDeleteRenderbuffers(1, &target->depth);
  glDeleteTextures(1, &target->texture);
  memset(target, 0, sizeof *target);
}

void
noslip_gl_canvas_free(NoslipGlCanvas *canvas)
{
  if (canvas == NULL)
    return;
  /* GL ignores the name 0, so what was never made is deleted without harm. */
  glDeleteProgram(canvas->body);
  glDeleteProgram(canvas->ground);
  glDeleteProgram(canvas->shadow);
  glDeleteProgram(canvas->screen);
  glDeleteVertexArrays(1, &canvas->empty);
  noslip_meshes_clear(&canvas->meshes);
  noslip_ribbons_clear(&canvas->ribbons);
  noslip_dots_clear(&canvas->dots);
  clear_target(&canvas->target);
  g_free(canvas->renderer);
  g_free(canvas);
}

void
noslip_gl_canvas_abandon(NoslipGlCanvas *canvas)
{
  if (canvas == NULL)
    return;
  noslip_ribbons_abandon(&canvas->ribbons);
  g_free(canvas->renderer);
  g_free(canvas);
}

void
noslip_gl_canvas_set_samples(NoslipGlCanvas *canvas, guint samples)
{
  canvas->samples = CLAMP(samples, 1, canvas->most_samples);
}

const char *
noslip_gl_canvas_renderer(const NoslipGlCanvas *canvas)
{
  return canvas->renderer;
}

gboolean
noslip_gl_canvas_is_software(const NoslipGlCanvas *canvas)
{
  return canvas->software;
}

guint64
noslip_gl_canvas_uploaded(const NoslipGlCanvas *canvas)
{
  return canvas->ribbons.uploaded;
}

static gboolean
prepare_target(NoslipGlCanvas *canvas, int width, int height, GError **error)
{
  Target *t = &canvas->target;
  if (t->width == width && t->height == height && t->samples == canvas->samples)
    return TRUE;
  if (width < 1 || height < 1 || width > canvas->most_size || height > canvas->most_size) {
    g_set_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_MEMORY,
                _("a picture of %d x %d pixels is more than the %d x %d of this driver"), width, height,
                canvas->most_size, canvas->most_size);
    return FALSE;
  }
  clear_target(t);
  GLsizei samples = canvas->samples > 1 ? (GLsizei) canvas->samples : 0;
  glGenFramebuffers(1, &t->drawn);
  glGenFramebuffers(1, &t->resolved);
  glGenRenderbuffers(1, &t->color);
  glGenRenderbuffers(1, &t->depth);
  glGenTextures(1, &t->texture);
  glBindRenderbuffer(GL_RENDERBUFFER, t->color);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width, height);
  glBindRenderbuffer(GL_RENDERBUFFER, t->depth);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH_COMPONENT24, width, height);
  glBindRenderbuffer(GL_RENDERBUFFER, 0);
  glBindTexture(GL_TEXTURE_2D, t->texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, t->resolved);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t->texture, 0);
  gboolean complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  glBindFramebuffer(GL_FRAMEBUFFER, t->drawn);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, t->color);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, t->depth);
  complete = complete && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  if (!complete) {
    clear_target(t);
    g_set_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_MEMORY,
                _("the driver has no framebuffer of %d x %d pixels"), width, height);
    return FALSE;
  }
  t->width = width;
  t->height = height;
  t->samples = canvas->samples;
  return TRUE;
}

static void
set_vec3(GLuint program, const char *name, const double v[3])
{
  glUniform3f(noslip_gl_at(program, name), (float) v[0], (float) v[1], (float) v[2]);
}

static void
set_rgb(GLuint program, const char *name, NoslipColor c)
{
  glUniform3f(noslip_gl_at(program, name), (float) c.r, (float) c.g, (float) c.b);
}

static void
draw_plane(const NoslipGlCanvas *canvas, GLuint program, const NoslipGlView *view, const double centre[3],
           const double axis[2], const double extent[2], double bias)
{
  glUniformMatrix4fv(noslip_gl_at(program, "u_view_projection"), 1, GL_FALSE, view->view_projection);
  set_vec3(program, "u_centre", centre);
  glUniform2f(noslip_gl_at(program, "u_axis"), (float) axis[0], (float) axis[1]);
  glUniform2f(noslip_gl_at(program, "u_extent"), (float) extent[0], (float) extent[1]);
  glUniform1f(noslip_gl_at(program, "u_bias"), (float) bias);
  glBindVertexArray(canvas->empty);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void
draw_ground(const NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipTheme *theme, const NoslipBody *body)
{
  const NoslipCamera *camera = view->camera;
  double reach = noslip_ground_reach(camera);
  double centre[3] = {camera->target[0], camera->target[1], body->z};
  glUseProgram(canvas->ground);
  set_rgb(canvas->ground, "u_ground", body->color);
  set_rgb(canvas->ground, "u_line", theme->ground_line);
  set_vec3(canvas->ground, "u_target", camera->target);
  glUniform2f(noslip_gl_at(canvas->ground, "u_spin"), (float) cos(body->spin), (float) sin(body->spin));
  glUniform1f(noslip_gl_at(canvas->ground, "u_unit"), (float) noslip_ground_unit(camera));
  glUniform1f(noslip_gl_at(canvas->ground, "u_reach"), (float) reach);
  draw_plane(canvas, canvas->ground, view, centre, (double[]){1, 0}, (double[]){reach, reach}, 0);
}

static void
draw_shadows(const NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipScene *scene)
{
  glUseProgram(canvas->shadow);
  for (guint i = 0; i < noslip_scene_n_shadows(scene); i++) {
    const NoslipShadow *s = noslip_scene_shadow(scene, i);
    double extent[2] = {s->extent[0] + s->softness, s->extent[1] + s->softness};
    glUniform2f(noslip_gl_at(canvas->shadow, "u_half"), (float) s->extent[0], (float) s->extent[1]);
    glUniform1f(noslip_gl_at(canvas->shadow, "u_corner"), (float) fmin(s->corner, fmin(s->extent[0], s->extent[1])));
    glUniform1f(noslip_gl_at(canvas->shadow, "u_softness"), (float) s->softness);
    glUniform1f(noslip_gl_at(canvas->shadow, "u_strength"), (float) s->strength);
    draw_plane(canvas, canvas->shadow, view, s->centre, s->axis, extent, 3e-4);
  }
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

/* Edges catch the light where they are rounded: a third of the thinnest side, but no more than a sixteenth of the
 * longest. The normals of a box are turned with it and not stretched. */
static void
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
}

static void
draw_mesh(const NoslipGlCanvas *canvas, NoslipBodyKind kind, const double world[16], const NoslipBody *body, float flat)
{
  float w[16], n[9], rounding[3] = {0, 0, 0};
  to_floats(world, w);
  normal_matrix(world, n);
  const NoslipShape *shape = noslip_shape_of_kind(kind);
  if (shape->edges)
    round_edges(world, n, rounding);
  glUniform3fv(noslip_gl_at(canvas->body, "u_round"), 1, rounding);
  const NoslipColor *c = &body->color;
  glUniformMatrix4fv(noslip_gl_at(canvas->body, "u_world"), 1, GL_FALSE, w);
  glUniformMatrix3fv(noslip_gl_at(canvas->body, "u_normal"), 1, GL_FALSE, n);
  glUniform4f(noslip_gl_at(canvas->body, "u_color"), (float) c->r, (float) c->g, (float) c->b, (float) c->a);
  glUniform1i(noslip_gl_at(canvas->body, "u_pattern"), (GLint) body->pattern);
  glUniform1f(noslip_gl_at(canvas->body, "u_flat"), flat);
  glUniform1f(noslip_gl_at(canvas->body, "u_swell"), shape->swell != NULL ? (float) shape->swell(body) : 0);
  noslip_meshes_draw(&canvas->meshes, kind);
}

static void
begin_bodies(const NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipTheme *theme)
{
  NoslipLight light;
  double eye[3];
  noslip_light_init(&light, view->camera, theme);
  noslip_camera_eye(view->camera, eye);
  glUseProgram(canvas->body);
  glUniformMatrix4fv(noslip_gl_at(canvas->body, "u_view_projection"), 1, GL_FALSE, view->view_projection);
  set_vec3(canvas->body, "u_eye", eye);
  set_vec3(canvas->body, "u_key", light.key);
  glUniform1f(noslip_gl_at(canvas->body, "u_key_strength"), (float) light.key_strength);
  glUniform1f(noslip_gl_at(canvas->body, "u_sky_strength"), (float) light.sky_strength);
  set_rgb(canvas->body, "u_light", noslip_pattern_light(theme));
  set_rgb(canvas->body, "u_accent", theme->accent);
}

static void
draw_solid(const NoslipGlCanvas *canvas, const NoslipBody *body)
{
  double world[16];
  memcpy(world, body->transform, sizeof world);
  const NoslipShape *shape = noslip_body_shape(body);
  if (shape->frame != NULL)
    shape->frame(body, world);
  draw_mesh(canvas, body->kind, world, body, 0);
}

/* Ghosts lie a trifle deeper than they are: where they coincide with the motion itself, they give way to it. */
static void
set_ghosts(gboolean ghosts)
{
  if (ghosts)
    glEnable(GL_POLYGON_OFFSET_FILL);
  else
    glDisable(GL_POLYGON_OFFSET_FILL);
}

static void
draw_solids(const NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipTheme *theme, const NoslipScene *scene,
            gboolean ghosts)
{
  begin_bodies(canvas, view, theme);
  set_ghosts(ghosts);
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    const NoslipBody *body = noslip_scene_body(scene, i);
    if (noslip_body_is_solid(body) && noslip_body_is_ghost(body) == ghosts)
      draw_solid(canvas, body);
  }
  set_ghosts(FALSE);
}

static void
draw_trails(NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipScene *scene, gboolean ghosts)
{
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    const NoslipBody *body = noslip_scene_body(scene, i);
    if (noslip_body_is_ghost(body) != ghosts)
      continue;
    if (body->kind == NOSLIP_BODY_TRAIL && body->trail != NULL)
      noslip_ribbons_draw_trail(&canvas->ribbons, view, body);
    else if (body->kind == NOSLIP_BODY_POINTS && body->ensemble_points != NULL)
      noslip_ribbons_draw_tails(&canvas->ribbons, view, body);
  }
}

static void
draw_lines(NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipScene *scene)
{
  noslip_ribbons_begin(&canvas->ribbons, view);
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    const NoslipBody *body = noslip_scene_body(scene, i);
    if (body->kind != NOSLIP_BODY_LINE)
      continue;
    set_ghosts(noslip_body_is_ghost(body));
    noslip_ribbons_draw_line(&canvas->ribbons, view, body, body->to);
  }
  set_ghosts(FALSE);
  /* A motion that comes back on its own path would hide parts of it by their depth. */
  glDepthMask(GL_FALSE);
  draw_trails(canvas, view, scene, TRUE);
  draw_trails(canvas, view, scene, FALSE);
  glDepthMask(GL_TRUE);
  noslip_ribbons_end(&canvas->ribbons);
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    const NoslipBody *body = noslip_scene_body(scene, i);
    if (body->kind == NOSLIP_BODY_POINTS && body->ensemble_points != NULL)
      noslip_dots_draw(&canvas->dots, view, body);
  }
}

typedef enum { ARROW_EDGE, ARROW_HIDDEN, ARROW_SEEN } ArrowPass;

/* The look of an arrow in one pass: first an edge in the ground's colour that sets it off from what is behind it, then,
 * faintly, what bodies hide of it, then the arrow itself. */
static NoslipBody
arrow_look(const NoslipBody *arrow, const NoslipTheme *theme, ArrowPass pass)
{
  NoslipBody look = *arrow;
  if (pass == ARROW_EDGE) {
    look.color = noslip_color_with_alpha(noslip_color_mix(theme->ground, theme->surface, 0.5), arrow->color.a);
    look.width += 2 * NOSLIP_ARROW_EDGE * theme->scale;
  } else if (pass == ARROW_HIDDEN) {
    look.color.a *= NOSLIP_ARROW_HIDDEN;
  }
  return look;
}

typedef struct {
  const NoslipBody *body;
  NoslipArrowShape shape;
} Arrow;

/* The arrows that are seen, of ghosts or of the motion itself. */
static GArray *
arrows_of(const NoslipGlView *view, const NoslipScene *scene, gboolean ghosts)
{
  GArray *arrows = g_array_new(FALSE, FALSE, sizeof(Arrow));
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    Arrow arrow = {.body = noslip_scene_body(scene, i)};
    if (arrow.body->kind == NOSLIP_BODY_ARROW && noslip_body_is_ghost(arrow.body) == ghosts &&
        noslip_arrow_shape(arrow.body, view->camera, view->height / view->scale, &arrow.shape))
      g_array_append_val(arrows, arrow);
  }
  return arrows;
}

static void
draw_arrow_pass(NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipTheme *theme, const GArray *arrows,
                ArrowPass pass)
{
  noslip_ribbons_begin(&canvas->ribbons, view);
  for (guint i = 0; i < arrows->len; i++) {
    const Arrow *arrow = &g_array_index(arrows, Arrow, i);
    NoslipBody look = arrow_look(arrow->body, theme, pass);
    noslip_ribbons_draw_line(&canvas->ribbons, view, &look, arrow->shape.neck);
  }
  noslip_ribbons_end(&canvas->ribbons);
  begin_bodies(canvas, view, theme);
  glEnable(GL_CULL_FACE);
  for (guint i = 0; i < arrows->len; i++) {
    Arrow arrow = g_array_index(arrows, Arrow, i);
    NoslipBody look = arrow_look(arrow.body, theme, pass);
    if (pass == ARROW_EDGE)
      noslip_arrow_swell(&arrow.shape, NOSLIP_ARROW_EDGE * theme->scale);
    draw_mesh(canvas, NOSLIP_BODY_ARROW, arrow.shape.head, &look, pass == ARROW_SEEN ? 0.7f : 1);
  }
  glDisable(GL_CULL_FACE);
}

/* Of ghosts before those of the motion itself, which so are seen where both coincide. */
static void
draw_arrows(NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipTheme *theme, const NoslipScene *scene)
{
  for (int ghosts = 1; ghosts >= 0; ghosts--) {
    g_autoptr(GArray) arrows = arrows_of(view, scene, ghosts);
    if (arrows->len == 0)
      continue;
    set_ghosts(ghosts);
    glDepthMask(GL_FALSE);
    draw_arrow_pass(canvas, view, theme, arrows, ARROW_EDGE);
    glDepthFunc(GL_GREATER);
    draw_arrow_pass(canvas, view, theme, arrows, ARROW_HIDDEN);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    draw_arrow_pass(canvas, view, theme, arrows, ARROW_SEEN);
  }
  set_ghosts(FALSE);
}

static void
draw_scene(NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipTheme *theme, const NoslipScene *scene)
{
  glViewport(0, 0, (GLsizei) view->width, (GLsizei) view->height);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_TRUE);
  glClearColor((float) theme->sky.r, (float) theme->sky.g, (float) theme->sky.b, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glPolygonOffset(1, 16);
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++)
    if (noslip_scene_body(scene, i)->kind == NOSLIP_BODY_GROUND)
      draw_ground(canvas, view, theme, noslip_scene_body(scene, i));
  glEnable(GL_CULL_FACE);
  draw_solids(canvas, view, theme, scene, FALSE);
  glDisable(GL_CULL_FACE);
  glDepthMask(GL_FALSE);
  draw_shadows(canvas, view, scene);
  glDepthMask(GL_TRUE);
  draw_lines(canvas, view, scene);
  draw_arrows(canvas, view, theme, scene);
  glEnable(GL_CULL_FACE);
  draw_solids(canvas, view, theme, scene, TRUE);
  glDisable(GL_CULL_FACE);
  glDisable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
  noslip_ribbons_forget(&canvas->ribbons);
}

gboolean
noslip_gl_canvas_draw(NoslipGlCanvas *canvas, NoslipScene *scene, const NoslipCamera *camera, const NoslipTheme *theme,
                      int width, int height, double scale, GError **error)
{
  GLint caller = 0;
  double matrix[16], near_plane, far_plane;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &caller);
  if (!prepare_target(canvas, width, height, error)) {
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint) caller);
    return FALSE;
  }
  if (!scene->shadows_cast)
    noslip_scene_cast_shadows(scene);
  noslip_camera_matrix(camera, (double) width / height, matrix);
  noslip_camera_near_far(camera, &near_plane, &far_plane);
  NoslipGlView view = {.camera = camera,
                       .width = (float) width,
                       .height = (float) height,
                       .scale = scale > 0 ? scale : 1,
                       .near_plane = (float) near_plane};
  to_floats(matrix, view.view_projection);

  glBindFramebuffer(GL_FRAMEBUFFER, canvas->target.drawn);
  draw_scene(canvas, &view, theme, scene);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, canvas->target.drawn);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, canvas->target.resolved);
  glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, (GLuint) caller);
  glViewport(0, 0, width, height);
  glUseProgram(canvas->screen);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, canvas->target.texture);
  glUniform1i(noslip_gl_at(canvas->screen, "u_picture"), 0);
  glBindVertexArray(canvas->empty);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindVertexArray(0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glUseProgram(0);

  GLenum problem = glGetError();
  if (problem == GL_NO_ERROR)
    return TRUE;
  for (guint i = 0; i < 8 && glGetError() != GL_NO_ERROR; i++)
    ; /* a lost context reports without end */
  g_set_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_GL, _("the driver reports GL error 0x%04x"), problem);
  return FALSE;
}
