/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts over the scene: labels, a legend, the scale bar, the status line at the bottom. */
#pragma once

#include "ui/picture/display.h"
#include "ui/picture/scene/scene.h"

typedef struct {
  const char *name; /* "energy", "constraint", "agreement" */
  double value;     /* NaN: not known yet, shown as a dash */
  double tolerance; /* |value| <= tolerance is good; NaN: no judgement, shown in the plain colour */
  gboolean sign;    /* with a sign: a drift */
} NoslipStatus;

typedef struct {
  const NoslipStatus *status; /* n_status of them */
  guint n_status;
  int hovered;  /* body whose label is shown, -1 none */
  guint legend; /* the first n bodies: their arrows and trails are named in a corner; 0: none */
  gboolean scale_bar;
  const char *unit;    /* of length, for the scale bar, or NULL */
  const char *message; /* in the middle: why there is no picture; or NULL */
  const char *caption; /* a sentence or two below, in lines; or NULL */
  const char *keys;    /* the key just pressed, for a projector; or NULL */
} NoslipOverlay;
void noslip_overlay_init(NoslipOverlay *overlay);

void noslip_scene_overlay_display(const NoslipScene *scene, const NoslipCamera *camera, const NoslipTheme *theme,
                                  double width, double height, const NoslipOverlay *overlay, NoslipDisplay *display);
/* The same, drawn directly. */
void noslip_scene_overlay_draw(const NoslipScene *scene, const NoslipCamera *camera, const NoslipTheme *theme,
                               double width, double height, const NoslipOverlay *overlay, cairo_t *cairo);
