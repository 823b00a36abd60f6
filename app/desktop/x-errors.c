/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/desktop.h"

#ifdef NOSLIP_HAS_X11
#include <gdk/x11/gdkx.h>
#endif

/* The toolkit aborts the program at an unexpected error of the display server, and causes some itself: GTK 4.8 requests
 * a popup of an arbitrary size if the menu's button is outside all screens (its gdk_x11_surface_layout_popup() reads
 * uninitialised bounds), and moves windows that have just been destroyed. Nothing waits for the answer to such a
 * request, and an invisible menu is no reason to lose a text. So from here on all errors are trapped; errors that the
 * toolkit does wait for still arrive in its own trap, which it sets last. An error handler of our own is not
 * sufficient: it is not called for errors that arrive while the toolkit has a trap set. */
void
noslip_desktop_outlive_display_errors(GdkDisplay *display)
{
#ifdef NOSLIP_HAS_X11
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  if (GDK_IS_X11_DISPLAY(display))
    gdk_x11_display_error_trap_push(display);
  G_GNUC_END_IGNORE_DEPRECATIONS
#endif
}
