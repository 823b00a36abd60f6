/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two fingers on a touchpad, and another wheel, as devices of the display server: for a server with the driver
 * "inputtest" (see touchpad.sh), which sends for a device the events that it receives over a socket. */
#pragma once

#include <glib.h>

/* Before the toolkit reads the devices: marks the device of this name as a touchpad, as its own driver would. */
void touchpad_declare(const char *name);

typedef struct _Touchpad Touchpad;
/* From now on the device sends the events that it receives over this socket. */
Touchpad *touchpad_new(const char *socket);
void touchpad_free(Touchpad *touchpad);
/* Moves two fingers, or turns a wheel evenly, by this many clicks of a wheel. Like all functions here it returns after
 * the server has handled the event. */
void touchpad_scroll(Touchpad *touchpad, double dx, double dy);
/* Puts two fingers down, changes their distance by this factor, and lifts them. */
void touchpad_pinch_begin(Touchpad *touchpad);
void touchpad_pinch(Touchpad *touchpad, double scale);
void touchpad_pinch_end(Touchpad *touchpad);
