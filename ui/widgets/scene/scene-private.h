/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/simulation/grab.h"
#include "ui/picture/gl/canvas-gl.h"
#include "ui/picture/scene/scene-builder.h"
#include "ui/widgets/scene/scene-view.h"

struct _NoslipSceneView {
  GtkWidget parent;
  NoslipSimulation *simulation;
  NoslipSystem *system; /* that the builders belong to */
  NoslipMeter *meter;
  NoslipTheme theme;
  GtkWidget *overlay, *area, *labels, *fallback, *note;
  NoslipGlCanvas *canvas;
  gboolean tried_gl; /* the first picture goes without */
  char *failure;     /* why there is no GL */
  NoslipScene *scene;
  NoslipEnsemblePoints *ensemble_points; /* the ensemble, or NULL */
  GPtrArray *ghosts;                     /* of Ghost *, the primary first */
  NoslipCamera camera;
  gboolean framed;                /* the camera was placed for this system */
  gboolean held;                  /* it was given: it stays until time runs, or the body is out of the picture */
  gboolean anchored, keep_target; /* following has begun; it began from a camera that was given */
  double anchor[3];               /* where the body was that the camera goes along with */
  NoslipSceneChoices choices;
  GHashTable *hidden; /* labels of what is not shown */
  double drag_x, drag_y;
  double pinched;       /* how far apart two fingers were last, beside how they began */
  NoslipGrab *grab;     /* what the present drag holds, or NULL: the camera */
  double grab_point[3]; /* where it was taken */
  double grab_scale;    /* world units that one unit of an arrow is drawn as */
  gboolean grab_moved;
  gboolean pulls;  /* the present drag pulls at a body that moves */
  GPtrArray *undo; /* of NoslipGrab *: what was moved by hand, the latest last */
  guint n_primary; /* bodies of the scene that are the primary run's: the first ones */
  double pointer_x, pointer_y;
  int hovered;
  const char *cursor;     /* static, or NULL */
  GtkWidget *follow;      /* the button that begins to track again */
  double away[4];         /* where the arrow to a body out of view stands, in pixels, and its direction; NaN: none */
  double drawn_time;      /* of the motion, in the last picture; NaN: none */
  gint64 drawn, followed; /* when, microseconds */
  gint64 asked;           /* when a picture was asked for last */
  gint64 took;            /* the last picture, microseconds */
  gboolean warm;          /* one was drawn with the present canvas */
  guint tick, redraw, describe, begin, follow_later;
};

/* scene-redraw.c */
void noslip_scene_view_draw_soon(NoslipSceneView *view);
void noslip_scene_view_draw_later(NoslipSceneView *view); /* from within its drawing */
/* scene-runs.c */
GPtrArray *noslip_scene_ghosts_new(void);
/* The builder of the run at this place among those that are shown, the primary first; NULL where there is none. */
NoslipSceneBuilder *noslip_scene_view_builder(NoslipSceneView *view, guint index);
void noslip_scene_view_build(NoslipSceneView *view);    /* the scene at the shared time */
double noslip_scene_view_aspect(NoslipSceneView *view); /* width / height */
/* What an automatic camera has to show, overlays included, ensembles not; FALSE where there is no scene yet. */
gboolean noslip_scene_view_framing(NoslipSceneView *view, NoslipFraming *framing);
/* scene-follow.c: the way back to a body that is out of the picture. */
GtkWidget *noslip_scene_follow_new(NoslipSceneView *view);
void noslip_scene_view_update_follow(NoslipSceneView *view); /* after the camera was placed */
void noslip_scene_view_draw_away(NoslipSceneView *view, cairo_t *cairo);
/* TRUE where there is that arrow under the pointer: the camera tracks again. */
gboolean noslip_scene_view_press_pointer_to_body(NoslipSceneView *view, double x, double y);
/* scene-ensemble.c: the motions of the ensemble, and the box that they are in now. */
void noslip_scene_view_add_ensemble(NoslipSceneView *view, NoslipBounds *bounds);
/* scene-grab.c */
/* The solid body whose middle is nearest to the pointer, among those of the run itself; -1 where none is near. */
int noslip_scene_view_nearest_body(NoslipSceneView *view, double x, double y);
void noslip_scene_view_take_hold(NoslipSceneView *view, double x, double y);
void noslip_scene_view_move_held(NoslipSceneView *view, double x, double y);
void noslip_scene_view_let_go(NoslipSceneView *view);
/* scene-push.c: pulling at a body while the motion runs. TRUE where the pointer has one now. */
gboolean noslip_scene_view_take_push(NoslipSceneView *view, double x, double y);
void noslip_scene_view_move_push(NoslipSceneView *view, double x, double y);
void noslip_scene_view_end_push(NoslipSceneView *view);
void noslip_scene_view_draw_push(NoslipSceneView *view, cairo_t *cairo); /* the rubber band */
/* scene-menu.c: the button that opens the scene's menu. */
GtkWidget *noslip_scene_menu_button_new(NoslipSceneView *view);
/* scene-description.c: what the scene shows, for assistive technology. Free with g_free(). */
char *noslip_scene_view_words(NoslipSceneView *view);
/* scene-input.c */
void noslip_scene_view_add_input(NoslipSceneView *view);

/* scene-ghosts.c: what is kept for each run that is shown. */
typedef struct {
  guint run; /* its id */
  NoslipSceneBuilder *builder;
  NoslipDynamicsKind kind;
  guint n_rows;           /* that the builder has */
  guint chunk, chunk_row; /* where the next one is, and the first row of that chunk */
  guint64 revision, segment;
} NoslipSceneGhost;

/* What is kept for this run; made where there is nothing yet. */
NoslipSceneGhost *noslip_scene_view_ghost(NoslipSceneView *self, const NoslipRunView *run);
/* Trails grow with the rows: only those that are new are looked at, and no more than there is room for. */
void noslip_scene_ghost_feed(NoslipSceneGhost *ghost, const NoslipRunView *run, guint *room);
