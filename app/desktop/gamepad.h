/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gamepads: what a pad does, whichever library reads it, and the inputs of a system that it moves. A pad has two sticks and
 * four pairs of buttons, each pair the ends of one axis. */
#pragma once

#include <gtk/gtk.h>

typedef enum {
  NOSLIP_PAD_LEFT_X,  /* the left stick; the buttons Left and Right of the cross */
  NOSLIP_PAD_LEFT_Y,  /* the same; Down and Up */
  NOSLIP_PAD_RIGHT_X, /* the right stick; the two shoulder buttons */
  NOSLIP_PAD_RIGHT_Y, /* the same; the two triggers */
  NOSLIP_PAD_N_AXES,
} NoslipPadAxis;

typedef struct {
  NoslipPadAxis axis;
  gboolean is_button; /* of the axis' pair: `value` is -1 or 1 and `down` tells whether it goes down */
  gboolean down;
  double value; /* of a stick, from -1 (left, down) to 1 (right, up) */
} NoslipPadEvent;
typedef void (*NoslipPadHandler)(const NoslipPadEvent *event, gpointer data);

/* A library that reads pads, or a test that pretends to. */
typedef struct {
  /* Tells of every pad that there is or will be, on the main thread, until it is closed; NULL where it reads none. */
  gpointer (*open)(NoslipPadHandler handler, gpointer data);
  void (*close)(gpointer device);
} NoslipPadSource;
extern const NoslipPadSource noslip_pad_manette; /* libmanette; without it open() is NULL always */

/* From now on pads move the inputs of the window in front, until the application ends. Reading begins after a moment, so
 * that it does not delay the start. */
void noslip_pads_attach(GtkApplication *application, const NoslipPadSource *source);
