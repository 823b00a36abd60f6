/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two fingers on a touchpad, and another wheel, as devices of the display server have them: for a server with the
 * driver "inputtest" (see touchpad.sh), which speaks for a device what it is told over a socket. */
#pragma once

#include <glib.h>

/* Before the toolkit looks at the devices: the one of this name is a touchpad, as its own driver would say. */
void touchpad_declare(const char *name);

typedef struct _Touchpad Touchpad;
/* What its device sends from now on comes through this socket. */
Touchpad *touchpad_new(const char *socket);
void touchpad_free(Touchpad *touchpad);
/* Two fingers are drawn along, or a wheel that turns evenly is turned, by so many clicks of a wheel. Like all of these
 * it returns when the server has dealt with it. */
void touchpad_scroll(Touchpad *touchpad, double dx, double dy);
/* Two fingers are laid down, stand so many times as far apart as then, and are lifted. */
void touchpad_pinch_begin(Touchpad *touchpad);
void touchpad_pinch(Touchpad *touchpad, double scale);
void touchpad_pinch_end(Touchpad *touchpad);
