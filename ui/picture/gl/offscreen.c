/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/gl/offscreen.h"

#include "ui/picture/cairo/canvas-scene-cairo.h"
#include "ui/picture/file.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

struct _NoslipOffscreen {
  EGLDisplay display;
  EGLContext context; /* EGL_NO_CONTEXT: Cairo draws */
  NoslipGlCanvas *canvas;
};

/* The EGL state before, which is restored so that the caller's own EGL context is current again. */
typedef struct {
  EGLDisplay display;
  EGLContext context;
  EGLSurface draw, read;
} Current;

static void
remember(Current *current)
{
  current->display = eglGetCurrentDisplay();
  current->context = eglGetCurrentContext();
  current->draw = eglGetCurrentSurface(EGL_DRAW);
  current->read = eglGetCurrentSurface(EGL_READ);
}

static void
give_back(const NoslipOffscreen *offscreen, const Current *current)
{
  if (current->context != EGL_NO_CONTEXT)
    eglMakeCurrent(current->display, current->draw, current->read, current->context);
  else
    eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

static gboolean
egl_problem(GError **error, const char *what)
{
  g_set_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_GL, "%s", what);
  return FALSE;
}

static EGLContext
make_context(EGLDisplay display)
{
  static const EGLint desktop[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  static const EGLint embedded[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
  EGLContext context = EGL_NO_CONTEXT;
  if (eglBindAPI(EGL_OPENGL_API))
    context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, desktop);
  if (context == EGL_NO_CONTEXT && eglBindAPI(EGL_OPENGL_ES_API))
    context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, embedded);
  return context;
}

static gboolean
start_gl(NoslipOffscreen *offscreen, GError **error)
{
  EGLint major = 0, minor = 0;
  if (!epoxy_has_egl()) /* any other call would end the program */
    return egl_problem(error, _("there is no EGL library"));
  if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base") ||
      !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    return egl_problem(error, _("EGL cannot draw without a surface here"));
  /* The EXT entry point: the core one is missing in some EGL 1.4 with the extension. */
  offscreen->display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  if (offscreen->display == EGL_NO_DISPLAY || !eglInitialize(offscreen->display, &major, &minor))
    return egl_problem(error, _("EGL does not start"));
  if (!epoxy_has_egl_extension(offscreen->display, "EGL_KHR_surfaceless_context") ||
      !epoxy_has_egl_extension(offscreen->display, "EGL_KHR_no_config_context"))
    return egl_problem(error, _("EGL has no context without a surface"));
  offscreen->context = make_context(offscreen->display);
  if (offscreen->context == EGL_NO_CONTEXT)
    return egl_problem(error, _("EGL gives neither OpenGL 3.3 nor OpenGL ES 3.0"));
  Current before;
  remember(&before);
  if (!eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context))
    return egl_problem(error, _("the EGL context cannot be made current"));
  offscreen->canvas = noslip_gl_canvas_new(error);
  if (offscreen->canvas != NULL)
    noslip_gl_canvas_set_samples(offscreen->canvas, 4); /* stored pictures may take more time */
  give_back(offscreen, &before);
  return offscreen->canvas != NULL;
}

static void
stop_gl(NoslipOffscreen *offscreen)
{
  if (offscreen->context != EGL_NO_CONTEXT) {
    Current before;
    remember(&before);
    if (offscreen->canvas != NULL &&
        eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context))
      noslip_gl_canvas_free(offscreen->canvas);
    else
      noslip_gl_canvas_abandon(offscreen->canvas);
    give_back(offscreen, &before);
    eglDestroyContext(offscreen->display, offscreen->context);
  }
  /* The display is not closed: EGL shares it within the process, and there may be other users. */
  offscreen->canvas = NULL;
  offscreen->context = EGL_NO_CONTEXT;
}

NoslipOffscreen *
noslip_offscreen_new(NoslipOffscreenWay way, GError **error)
{
  NoslipOffscreen *offscreen = g_new0(NoslipOffscreen, 1);
  g_autoptr(GError) problem = NULL;
  offscreen->display = EGL_NO_DISPLAY;
  offscreen->context = EGL_NO_CONTEXT;
  if (way == NOSLIP_OFFSCREEN_CAIRO || start_gl(offscreen, &problem))
    return offscreen;
  stop_gl(offscreen);
  if (way == NOSLIP_OFFSCREEN_ANY)
    return offscreen;
  g_propagate_error(error, g_steal_pointer(&problem));
  g_free(offscreen);
  return NULL;
}

void
noslip_offscreen_free(NoslipOffscreen *offscreen)
{
  if (offscreen == NULL)
    return;
  stop_gl(offscreen);
  g_free(offscreen);
}

const char *
noslip_offscreen_renderer(const NoslipOffscreen *offscreen)
{
  return offscreen->canvas != NULL ? noslip_gl_canvas_renderer(offscreen->canvas) : "Cairo";
}

void
noslip_offscreen_keep_trails(NoslipOffscreen *offscreen)
{
  if (offscreen->canvas != NULL)
    noslip_gl_canvas_keep_trails(offscreen->canvas);
}

guint64
noslip_offscreen_uploaded(const NoslipOffscreen *offscreen)
{
  return offscreen->canvas != NULL ? noslip_gl_canvas_uploaded(offscreen->canvas) : 0;
}

guint64
noslip_offscreen_triangles(const NoslipOffscreen *offscreen)
{
  return offscreen->canvas != NULL ? noslip_gl_canvas_triangles(offscreen->canvas) : 0;
}

/* GL's rows run upwards with the bytes R, G, B, A; Cairo's run downwards with each pixel as a 32-bit number. */
static void
read_pixels(cairo_surface_t *surface, int width, int height)
{
  g_autofree guint8 *rgba = g_malloc((gsize) width * (gsize) height * 4);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
  cairo_surface_flush(surface);
  guint8 *data = cairo_image_surface_get_data(surface);
  int stride = cairo_image_surface_get_stride(surface);
  for (int y = 0; y < height; y++) {
    const guint8 *from = rgba + (gsize) (height - 1 - y) * (gsize) width * 4;
    guint8 *row = data + (gsize) y * (gsize) stride;
    for (int x = 0; x < width; x++) {
      guint32 pixel = 0xff000000u | (guint32) from[4 * x] << 16 | (guint32) from[4 * x + 1] << 8 | from[4 * x + 2];
      memcpy(row + 4 * (gsize) x, &pixel, sizeof pixel);
    }
  }
  cairo_surface_mark_dirty(surface);
}

static gboolean
draw_gl(NoslipOffscreen *offscreen, NoslipScene *scene, const NoslipCamera *camera, const NoslipTheme *theme,
        cairo_surface_t *surface, int width, int height, double scale, GError **error)
{
  Current before;
  GLuint frame = 0, color = 0;
  gboolean good = FALSE;
  remember(&before);
  if (!eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context))
    return egl_problem(error, _("the EGL context cannot be made current"));
  glGenFramebuffers(1, &frame);
  glGenRenderbuffers(1, &color);
  glBindRenderbuffer(GL_RENDERBUFFER, color);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, frame);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    g_set_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_MEMORY,
                _("the driver has no framebuffer of %d x %d pixels"), width, height);
  } else {
    good = noslip_gl_canvas_draw(offscreen->canvas, scene, camera, theme, width, height, scale, error);
    if (good)
      read_pixels(surface, width, height);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteFramebuffers(1, &frame);
  glDeleteRenderbuffers(1, &color);
  give_back(offscreen, &before);
  return good;
}

cairo_surface_t *
noslip_offscreen_render(NoslipOffscreen *offscreen, NoslipScene *scene, const NoslipCamera *camera,
                        const NoslipTheme *theme, const NoslipOverlay *overlay, int width, int height, double scale,
                        GError **error)
{
  if (width < 1 || height < 1 || width > NOSLIP_OFFSCREEN_MOST || height > NOSLIP_OFFSCREEN_MOST) {
    g_set_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_MEMORY,
                _("%d x %d pixels: a picture has 1 to %d a side"), width, height, NOSLIP_OFFSCREEN_MOST);
    return NULL;
  }
  scale = scale > 0 ? scale : 1;
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) {
    g_set_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_MEMORY, _("no memory for %d x %d pixels: %s"), width,
                height, cairo_status_to_string(cairo_surface_status(surface)));
    cairo_surface_destroy(surface);
    return NULL;
  }
  if (offscreen->canvas != NULL && !draw_gl(offscreen, scene, camera, theme, surface, width, height, scale, error)) {
    cairo_surface_destroy(surface);
    return NULL;
  }
  cairo_t *cairo = cairo_create(surface);
  cairo_scale(cairo, scale, scale);
  if (offscreen->canvas == NULL)
    noslip_scene_draw_cairo(scene, camera, theme, width / scale, height / scale, cairo);
  if (overlay != NULL)
    noslip_scene_overlay_draw(scene, camera, theme, width / scale, height / scale, overlay, cairo);
  cairo_destroy(cairo);
  return surface;
}

static cairo_status_t
append_bytes(void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append(closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

GByteArray *
noslip_picture_png(cairo_surface_t *surface, GError **error)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  cairo_status_t status = cairo_surface_write_to_png_stream(surface, append_bytes, bytes);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_steal_pointer(&bytes);
  g_set_error_literal(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_FILE, cairo_status_to_string(status));
  return NULL;
}

gboolean
noslip_picture_write_png(cairo_surface_t *surface, const char *file, GError **error)
{
  g_autoptr(GByteArray) bytes = noslip_picture_png(surface, error);
  return bytes != NULL && noslip_file_write(file, NULL, bytes->data, bytes->len, NULL, NULL, error);
}
