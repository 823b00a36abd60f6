/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/picture/canvas-gl.h"
#include "ui/picture/scene.h"
#include "ui/widgets/scene-view.h"

struct _NoslipSceneView {
  GtkWidget parent;
  NoslipSimulation *simulation;
  NoslipSystem *system; /* that the builders belong to */
  NoslipMeter *meter;
  NoslipTheme theme;
  GtkWidget *overlay, *area, *labels, *fallback, *note;
  NoslipGlCanvas *canvas;
  char *failure; /* why there is no GL */
  NoslipScene *scene;
  GPtrArray *ghosts; /* of Ghost *, the primary first */
  NoslipCamera camera;
  gboolean framed; /* the camera was placed for this system */
  double drag_x, drag_y;
  double pointer_x, pointer_y;
  int hovered;
  gint64 drawn, followed;
  guint tick, redraw, describe;
};

void noslip_scene_view_draw_soon(NoslipSceneView *view);
/* scene-input.c */
void noslip_scene_view_add_input(NoslipSceneView *view);
