/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/simulation/destination.h"
#include "core/simulation/grab.h"
#include "ui/picture/gl/canvas-gl.h"
#include "ui/picture/scene/scene-builder.h"
#include "ui/picture/scene/scene-overlay.h"
#include "ui/widgets/scene/scene-view.h"

struct _NoslipSceneView {
  GtkWidget parent;
  NoslipSimulation *simulation;
  NoslipSystem *system; /* that the builders belong to */
  NoslipMeter *meter;
  NoslipTheme theme;
  GtkWidget *overlay, *area, *labels, *fallback, *note;
  NoslipGlCanvas *canvas;
  gboolean tried_gl; /* the first picture is drawn without it */
  char *failure;     /* why there is no GL */
  NoslipScene *scene;
  NoslipDisplay *written;                /* over the bodies, in the last picture */
  NoslipEnsemblePoints *ensemble_points; /* the ensemble, or NULL */
  GPtrArray *ghosts;                     /* of Ghost *, the primary first */
  NoslipCamera camera;
  gboolean framed;                /* the camera was set for this system */
  gboolean held;                  /* it was given: it is kept until time advances, or the body leaves the picture */
  gboolean anchored, keep_target; /* following has begun; it began from a given camera */
  double anchor[3];               /* the position of the body that the camera follows */
  NoslipSceneChoices choices;
  GHashTable *hidden; /* labels of what is not shown */
  double drag_x, drag_y;
  double pinched;       /* the last distance of two fingers, relative to that at the start */
  NoslipGrab *grab;     /* the object of the present drag, or NULL: the camera */
  double grab_point[3]; /* where it was taken */
  double grab_scale;    /* world units per unit of an arrow's quantity */
  gboolean grab_moved;
  gboolean pulls;                           /* the present drag pulls at a body that moves */
  GPtrArray *undo;                          /* of NoslipGrab *: what was moved by hand, the latest last */
  NoslipDestination *destination;           /* that it listens to, a reference, or NULL */
  NoslipSceneBuilder *destination_builder;  /* of the system's bodies there; or NULL */
  GPtrArray *destination_ways;              /* that the builder's trail is of, a reference; or NULL */
  guint destination_first, destination_end; /* its bodies in the scene */
  guint n_primary;                          /* bodies of the scene that are the primary run's: the first ones */
  double pointer_x, pointer_y;
  int hovered;
  const char *cursor;     /* static, or NULL */
  GtkWidget *follow;      /* the button that restarts tracking */
  double away[4];         /* the position in pixels and the direction of the arrow to a body outside; NaN: none */
  double drawn_time;      /* time of the motion in the last picture; NaN: none */
  gint64 drawn, followed; /* when, microseconds */
  gint64 requested;       /* when a picture was requested last */
  gint64 took;            /* duration of drawing the last picture, microseconds */
  gboolean warm;          /* one was drawn with the present canvas */
  gboolean hurries;       /* a hand moved something, and no picture shows it yet */
  double hurried;         /* time of the motion at that moment */
  guint tick, redraw, describe, begin, follow_later;
};

/* scene-written.c: the texts over the bodies, whose numbers can be dragged away. */
void noslip_scene_view_overlay(NoslipSceneView *view, NoslipOverlay *overlay);
void noslip_scene_view_add_numbers(NoslipSceneView *view);
/* scene-redraw.c */
void noslip_scene_view_draw_soon(NoslipSceneView *view);
void noslip_scene_view_hurry(NoslipSceneView *view);      /* with the next frame, if the last picture was quick */
void noslip_scene_view_draw_later(NoslipSceneView *view); /* from within its drawing */
/* scene-runs.c */
GPtrArray *noslip_scene_ghosts_new(void);
/* The builder of the run at this index among those shown, the primary first; NULL if there is none. */
NoslipSceneBuilder *noslip_scene_view_builder(NoslipSceneView *view, guint index);
void noslip_scene_view_build(NoslipSceneView *view);    /* the scene at the shared time */
double noslip_scene_view_aspect(NoslipSceneView *view); /* width / height */
/* What an automatic camera has to show, including overlays but not ensembles; FALSE if there is no scene yet. */
gboolean noslip_scene_view_framing(NoslipSceneView *view, NoslipFraming *framing);
/* scene-follow.c: the way back to a body outside the picture. */
GtkWidget *noslip_scene_follow_new(NoslipSceneView *view);
void noslip_scene_view_update_follow(NoslipSceneView *view); /* after the camera was placed */
void noslip_scene_view_draw_away(NoslipSceneView *view, cairo_t *cairo);
/* TRUE if that arrow is under the pointer: the camera tracks again. */
gboolean noslip_scene_view_press_pointer_to_body(NoslipSceneView *view, double x, double y);
/* scene-ensemble.c: the motions of the ensemble, and their present bounds. */
void noslip_scene_view_add_ensemble(NoslipSceneView *view, NoslipBounds *bounds);
/* scene-destination.c: the ghost where the motion is to end, with the way there. */
void noslip_scene_view_follow_destination(NoslipSceneView *view); /* after the simulation, or its system, changed */
void noslip_scene_view_forget_destination(NoslipSceneView *view);
/* `look` is the motion's own. */
void noslip_scene_view_add_destination(NoslipSceneView *view, const NoslipSceneLook *look, NoslipBounds *bounds);
/* Whether a body of the scene is the ghost's. */
gboolean noslip_scene_view_is_destination(NoslipSceneView *view, int body);
/* scene-grab.c */
/* The solid body whose middle is nearest to the pointer, among those of the run itself; -1 if none is near. */
int noslip_scene_view_nearest_body(NoslipSceneView *view, double x, double y);
void noslip_scene_view_take_hold(NoslipSceneView *view, double x, double y);
void noslip_scene_view_move_held(NoslipSceneView *view, double x, double y);
void noslip_scene_view_release(NoslipSceneView *view);
/* scene-push.c: pulling at a body while the motion runs. TRUE if the pointer holds one now. */
gboolean noslip_scene_view_take_push(NoslipSceneView *view, double x, double y);
void noslip_scene_view_move_push(NoslipSceneView *view, double x, double y);
void noslip_scene_view_end_push(NoslipSceneView *view);
void noslip_scene_view_draw_push(NoslipSceneView *view, cairo_t *cairo); /* the rubber band */
/* scene-menu.c: the button that opens the scene's menu. */
GtkWidget *noslip_scene_menu_button_new(NoslipSceneView *view);
/* scene-input.c */
void noslip_scene_view_add_input(NoslipSceneView *view);

/* scene-ghosts.c: data of each run that is shown. */
typedef struct {
  guint run; /* its id */
  NoslipSceneBuilder *builder;
  NoslipDynamicsKind kind;
  guint n_rows;           /* that the builder has */
  guint chunk, chunk_row; /* the index of the next chunk, and its first row */
  guint64 revision, segment;
} NoslipSceneGhost;

/* The data of this run; created if there is none yet. */
NoslipSceneGhost *noslip_scene_view_ghost(NoslipSceneView *self, const NoslipRunView *run);
/* Trails grow with the rows: only new rows are read, at most as many as allowed. */
void noslip_scene_ghost_feed(NoslipSceneGhost *ghost, const NoslipRunView *run, guint *room);
