/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/desktop.h"

#ifdef NOSLIP_HAS_X11
#include <gdk/x11/gdkx.h>

static int
failed(Display *display, XErrorEvent *error)
{
  g_debug("the display server could not do request %d: error %d", error->request_code, error->error_code);
  return 0;
}
#endif

/* The toolkit ends the program at an error of the display server that it did not expect, and makes some itself: GTK 4.8
 * asks for a popup of any size at all where the menu's button stands out of every screen (its
 * gdk_x11_surface_layout_popup() reads bounds that nobody has set). Nothing waits for the answer to such a request, and
 * a menu that is not seen is no reason to lose a text. What the toolkit does wait for, it hears all the same: it puts
 * its own handler in the place of this one for as long. */
void
noslip_desktop_outlive_display_errors(GdkDisplay *display)
{
#ifdef NOSLIP_HAS_X11
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  if (GDK_IS_X11_DISPLAY(display))
    XSetErrorHandler(failed);
  G_GNUC_END_IGNORE_DEPRECATIONS
#endif
}
