/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/desktop.h"

#ifdef NOSLIP_HAS_X11
#include <gdk/x11/gdkx.h>
#endif

/* The toolkit ends the program at an error of the display server that it did not expect, and makes some itself: GTK 4.8
 * asks for a popup of any size at all where the menu's button stands out of every screen (its
 * gdk_x11_surface_layout_popup() reads bounds that nobody has set), and moves windows that have just gone. Nothing
 * waits for the answer to such a request, and a menu that is not seen is no reason to lose a text. So errors are
 * expected from here on, for ever; what the toolkit does wait for, it hears all the same, in the trap that it sets
 * last. A handler of our own is not enough: it is not asked for what arrives while the toolkit has a trap set. */
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
