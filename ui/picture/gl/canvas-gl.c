/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/gl/canvas-gl.h"

#include "ui/picture/gl/gl-items.h"
#include "ui/picture/scene/light.h"
#include "ui/picture/scene/shape.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Of a trail, in full detail. Older parts deviate from it by less than half a pixel. */
#define MOST_SEGMENTS 8192
#define MOST_SEGMENTS_SOFTWARE 320 /* the main thread computes the corners of each */

G_DEFINE_QUARK(noslip - picture - error - quark, noslip_picture_error)

struct _NoslipGlCanvas {
  NoslipGlProgram ground, shadow, screen;
  GLuint empty; /* vertex array without attributes */
  NoslipGlBodies bodies;
  NoslipRibbons ribbons;
  NoslipDots dots;
  NoslipGlTarget target;
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
  canvas->ribbons.streams = canvas->software;
  canvas->ribbons.most_segments = canvas->software ? MOST_SEGMENTS_SOFTWARE : MOST_SEGMENTS;
  if (!noslip_gl_bodies_init(&canvas->bodies, error) ||
      !noslip_gl_program_init(&canvas->ground, "plane.vert", "ground.frag", NULL, error) ||
      !noslip_gl_program_init(&canvas->shadow, "plane.vert", "shadow.frag", NULL, error) ||
      !noslip_gl_program_init(&canvas->screen, "screen.vert", "screen.frag", NULL, error) ||
      !noslip_ribbons_init(&canvas->ribbons, error) || !noslip_dots_init(&canvas->dots, error)) {
    noslip_gl_canvas_free(canvas);
    return NULL;
  }
  glGenVertexArrays(1, &canvas->empty);
  return canvas;
}

void
noslip_gl_canvas_free(NoslipGlCanvas *canvas)
{
  if (canvas == NULL)
    return;
  /* GL ignores the name 0, so deleting objects that were never created is harmless. */
  noslip_gl_bodies_clear(&canvas->bodies);
  noslip_gl_program_clear(&canvas->ground);
  noslip_gl_program_clear(&canvas->shadow);
  noslip_gl_program_clear(&canvas->screen);
  glDeleteVertexArrays(1, &canvas->empty);
  noslip_ribbons_clear(&canvas->ribbons);
  noslip_dots_clear(&canvas->dots);
  noslip_gl_target_clear(&canvas->target);
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

void
noslip_gl_canvas_keep_trails(NoslipGlCanvas *canvas)
{
  canvas->ribbons.streams = FALSE;
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

guint64
noslip_gl_canvas_triangles(const NoslipGlCanvas *canvas)
{
  return canvas->bodies.meshes.drawn;
}

static void
draw_plane(const NoslipGlCanvas *canvas, const NoslipGlProgram *program, const NoslipGlView *view,
           const double centre[3], const double axis[2], const double extent[2], double bias)
{
  glUniformMatrix4fv(program->u_view_projection, 1, GL_FALSE, view->view_projection);
  noslip_gl_set_vec3(program->u_centre, centre);
  glUniform2f(program->u_axis, (float) axis[0], (float) axis[1]);
  glUniform2f(program->u_extent, (float) extent[0], (float) extent[1]);
  glUniform1f(program->u_bias, (float) bias);
  glBindVertexArray(canvas->empty);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void
draw_ground(const NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipTheme *theme, const NoslipBody *body)
{
  const NoslipCamera *camera = view->camera;
  double reach = noslip_ground_reach(camera);
  double centre[3] = {camera->target[0], camera->target[1], body->z};
  glUseProgram(canvas->ground.id);
  noslip_gl_set_rgb(canvas->ground.u_ground, body->color);
  noslip_gl_set_rgb(canvas->ground.u_line, theme->ground_line);
  noslip_gl_set_vec3(canvas->ground.u_target, camera->target);
  glUniform2f(canvas->ground.u_spin, (float) cos(body->spin), (float) sin(body->spin));
  glUniform1f(canvas->ground.u_unit, (float) noslip_ground_unit(camera));
  glUniform1f(canvas->ground.u_reach, (float) reach);
  draw_plane(canvas, &canvas->ground, view, centre, (double[]){1, 0}, (double[]){reach, reach}, 0);
}

/* After the solids, which cover much of it: what they hide is not computed. */
static void
draw_grounds(const NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipTheme *theme, const NoslipScene *scene)
{
  glDepthFunc(GL_LESS);
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++)
    if (noslip_scene_body(scene, i)->kind == NOSLIP_BODY_GROUND)
      draw_ground(canvas, view, theme, noslip_scene_body(scene, i));
  glDepthFunc(GL_LEQUAL);
}

static void
draw_shadows(const NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipScene *scene)
{
  glUseProgram(canvas->shadow.id);
  for (guint i = 0; i < noslip_scene_n_shadows(scene); i++) {
    const NoslipShadow *s = noslip_scene_shadow(scene, i);
    double extent[2] = {s->extent[0] + s->softness, s->extent[1] + s->softness};
    glUniform2f(canvas->shadow.u_half, (float) s->extent[0], (float) s->extent[1]);
    glUniform1f(canvas->shadow.u_corner, (float) fmin(s->corner, fmin(s->extent[0], s->extent[1])));
    glUniform1f(canvas->shadow.u_softness, (float) s->softness);
    glUniform1f(canvas->shadow.u_strength, (float) s->strength);
    draw_plane(canvas, &canvas->shadow, view, s->centre, s->axis, extent, 3e-4);
  }
}

/* Ghosts are drawn slightly deeper, so that a motion which coincides with one hides it. */
static void
set_ghosts(gboolean ghosts)
{
  if (ghosts)
    glEnable(GL_POLYGON_OFFSET_FILL);
  else
    glDisable(GL_POLYGON_OFFSET_FILL);
}

static void
draw_solids(NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipTheme *theme, const NoslipScene *scene,
            gboolean ghosts)
{
  noslip_gl_bodies_begin(&canvas->bodies, view, theme);
  set_ghosts(ghosts);
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    const NoslipBody *body = noslip_scene_body(scene, i);
    if (noslip_body_is_solid(body) && noslip_body_is_ghost(body) == ghosts &&
        !(ghosts && noslip_scene_hides(scene, body)))
      noslip_gl_bodies_draw_solid(&canvas->bodies, view, body);
  }
  set_ghosts(FALSE);
}

static void
draw_trails(NoslipGlCanvas *canvas, const NoslipGlView *view, const NoslipScene *scene, gboolean ghosts)
{
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    const NoslipBody *body = noslip_scene_body(scene, i);
    if (noslip_body_is_ghost(body) != ghosts || (ghosts && noslip_scene_hides(scene, body)))
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
  gboolean ghosts = FALSE;
  noslip_ribbons_begin(&canvas->ribbons, view);
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    const NoslipBody *body = noslip_scene_body(scene, i);
    if (body->kind != NOSLIP_BODY_LINE)
      continue;
    gboolean ghost = noslip_body_is_ghost(body);
    if (ghost != ghosts) {
      noslip_ribbons_flush(&canvas->ribbons);
      set_ghosts(ghost);
    }
    ghosts = ghost;
    noslip_ribbons_draw_line(&canvas->ribbons, view, body, body->to);
  }
  noslip_ribbons_flush(&canvas->ribbons);
  set_ghosts(FALSE);
  /* Sorted by depth, a motion that returns on its own path would hide parts of it. */
  glDepthMask(GL_FALSE);
  draw_trails(canvas, view, scene, TRUE);
  draw_trails(canvas, view, scene, FALSE);
  noslip_ribbons_end(&canvas->ribbons);
  glDepthMask(GL_TRUE);
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    const NoslipBody *body = noslip_scene_body(scene, i);
    if (body->kind == NOSLIP_BODY_POINTS && body->ensemble_points != NULL)
      noslip_dots_draw(&canvas->dots, view, body);
  }
}

typedef enum { ARROW_EDGE, ARROW_HIDDEN, ARROW_SEEN } ArrowPass;

/* An arrow in one pass: first an edge in the ground's colour to set it off from the background, then, faintly, the part
 * hidden by bodies, then the arrow itself. */
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

/* The visible arrows, of ghosts or of the motion itself. */
static GArray *
arrows_of(const NoslipGlView *view, const NoslipScene *scene, gboolean ghosts)
{
  GArray *arrows = g_array_new(FALSE, FALSE, sizeof(Arrow));
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    Arrow arrow = {.body = noslip_scene_body(scene, i)};
    if (arrow.body->kind == NOSLIP_BODY_ARROW && noslip_body_is_ghost(arrow.body) == ghosts &&
        !(ghosts && noslip_scene_hides(scene, arrow.body)) &&
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
  noslip_gl_bodies_begin(&canvas->bodies, view, theme);
  glEnable(GL_CULL_FACE);
  for (guint i = 0; i < arrows->len; i++) {
    Arrow arrow = g_array_index(arrows, Arrow, i);
    NoslipBody look = arrow_look(arrow.body, theme, pass);
    if (pass == ARROW_EDGE)
      noslip_arrow_swell(&arrow.shape, NOSLIP_ARROW_EDGE * theme->scale);
    noslip_gl_bodies_draw_mesh(&canvas->bodies, view, NOSLIP_BODY_ARROW, arrow.shape.head, &look,
                               pass == ARROW_SEEN ? 0.7f : 1);
  }
  glDisable(GL_CULL_FACE);
}

/* Ghosts before the motion itself, which stays visible if both coincide. */
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
  glEnable(GL_CULL_FACE);
  draw_solids(canvas, view, theme, scene, FALSE);
  glDisable(GL_CULL_FACE);
  draw_grounds(canvas, view, theme, scene);
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

/* Copies the picture to the caller's framebuffer, and binds that again. */
static void
show(const NoslipGlCanvas *canvas, GLuint caller)
{
  if (noslip_gl_target_resolve_to(&canvas->target, caller))
    return;
  noslip_gl_target_resolve(&canvas->target);
  glBindFramebuffer(GL_FRAMEBUFFER, caller);
  glViewport(0, 0, canvas->target.width, canvas->target.height);
  glUseProgram(canvas->screen.id);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, canvas->target.texture);
  glUniform1i(canvas->screen.u_picture, 0);
  glBindVertexArray(canvas->empty);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindVertexArray(0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glUseProgram(0);
}

gboolean
noslip_gl_canvas_draw(NoslipGlCanvas *canvas, NoslipScene *scene, const NoslipCamera *camera, const NoslipTheme *theme,
                      int width, int height, double scale, GError **error)
{
  GLint caller = 0;
  double matrix[16], near_plane, far_plane;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &caller);
  if (!noslip_gl_target_prepare(&canvas->target, width, height, canvas->samples, canvas->most_size, error)) {
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
  for (guint i = 0; i < 16; i++)
    view.view_projection[i] = (float) matrix[i];

  glBindFramebuffer(GL_FRAMEBUFFER, canvas->target.drawn);
  draw_scene(canvas, &view, theme, scene);
  show(canvas, (GLuint) caller);

  GLenum problem = glGetError();
  if (problem == GL_NO_ERROR)
    return TRUE;
  for (guint i = 0; i < 8 && glGetError() != GL_NO_ERROR; i++)
    ; /* a lost context reports errors endlessly */
  g_set_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_GL, _("the driver reports GL error 0x%04x"), problem);
  return FALSE;
}
