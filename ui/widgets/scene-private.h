/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/simulation/grab.h"
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
  NoslipGrab *grab;     /* what the present drag holds, or NULL: the camera */
  double grab_point[3]; /* where it was taken */
  guint n_primary;      /* bodies of the scene that are the primary run's: the first ones */
  double pointer_x, pointer_y;
  int hovered;
  const char *cursor; /* static, or NULL */
  gint64 drawn, followed;
  guint tick, redraw, describe;
};

void noslip_scene_view_draw_soon(NoslipSceneView *view);
/* scene-input.c */
void noslip_scene_view_add_input(NoslipSceneView *view);
