/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/desktop.h"

#include <epoxy/gl.h>
#include <string.h>

/* If OpenGL runs on the processor, drawing the whole window with it takes several times as long as with Cairo; then
 * only the scene uses it. The toolkit reads its variable when the first window is realised, so this must come before. A
 * choice of the user is kept. */
void
noslip_desktop_choose_renderer(GdkDisplay *display)
{
  if (g_getenv("GSK_RENDERER"))
    return;
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
