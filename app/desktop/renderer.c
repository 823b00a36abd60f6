/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/desktop.h"

#include <epoxy/gl.h>
#include <string.h>

/* Whether there is no device that could draw: then OpenGL runs on the processor. To start it and to ask for its name
 * would take a twentieth of the time to the first picture. */
static gboolean
has_no_device(void)
{
#ifdef __linux__
  static const char *const devices[] = {"/dev/dri", "/dev/nvidiactl", "/dev/dxg", "/dev/kgsl-3d0", "/dev/mali0"};
  for (guint i = 0; i < G_N_ELEMENTS(devices); i++)
    if (g_file_test(devices[i], G_FILE_TEST_EXISTS))
      return FALSE;
  return TRUE;
#else
  return FALSE;
#endif
}

/* If OpenGL runs on the processor, drawing the whole window with it takes several times as long as with Cairo; then
 * only the scene uses it. The toolkit reads its variable when the first window is realised, so this must come before. A
 * choice of the user is kept. */
void
noslip_desktop_choose_renderer(GdkDisplay *display)
{
  if (g_getenv("GSK_RENDERER"))
    return;
  if (has_no_device()) {
    g_setenv("GSK_RENDERER", "cairo", FALSE);
    return;
  }
  g_autoptr(GdkGLContext) context = gdk_display_create_gl_context(display, NULL);
  if (!context || !gdk_gl_context_realize(context, NULL))
    return;
  gdk_gl_context_make_current(context);
  const char *name = (const char *) glGetString(GL_RENDERER);
  static const char *const on_processor[] = {"llvmpipe", "softpipe", "swrast", "Software Rasterizer"};
  for (guint i = 0; name && i < G_N_ELEMENTS(on_processor); i++)
    if (strstr(name, on_processor[i]))
      g_setenv("GSK_RENDERER", "cairo", FALSE);
  gdk_gl_context_clear_current();
}
