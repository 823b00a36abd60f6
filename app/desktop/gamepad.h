/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gamepads: the events of a pad, independent of the library that reads it, and the inputs of a system that it moves. A
 * pad has two sticks and four pairs of buttons, each pair the two ends of one axis. */
#pragma once

#include <gtk/gtk.h>

typedef enum {
  NOSLIP_PAD_LEFT_X,  /* the left stick; the buttons Left and Right of the direction pad */
  NOSLIP_PAD_LEFT_Y,  /* the same; Down and Up */
  NOSLIP_PAD_RIGHT_X, /* the right stick; the two shoulder buttons */
  NOSLIP_PAD_RIGHT_Y, /* the same; the two triggers */
  NOSLIP_PAD_N_AXES,
} NoslipPadAxis;

typedef struct {
  NoslipPadAxis axis;
  gboolean is_button; /* of the axis's pair: `value` is -1 or 1, and `down` whether the button is pressed */
  gboolean down;
  double value; /* of a stick, from -1 (left, down) to 1 (right, up) */
} NoslipPadEvent;
typedef void (*NoslipPadHandler)(const NoslipPadEvent *event, gpointer data);

/* A library that reads pads, or a replacement in tests. */
typedef struct {
  /* Reports every pad, present or connected later, on the main thread, until it is closed; NULL if it reads none. */
  gpointer (*open)(NoslipPadHandler handler, gpointer data);
  void (*close)(gpointer device);
} NoslipPadSource;
extern const NoslipPadSource noslip_pad_manette; /* libmanette; without it open() always returns NULL */

/* From now on pads move the inputs of the active window, until the application ends. Reading begins after a delay, so
 * that it does not slow down the start. */
void noslip_pads_attach(GtkApplication *application, const NoslipPadSource *source);
