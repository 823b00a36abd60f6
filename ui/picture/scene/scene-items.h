/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the scene-*.c files and canvases: the parts of a scene. */
#pragma once

#include "ui/picture/display.h"
#include "ui/picture/scene/scene.h"

typedef struct {
  char *name;
  NoslipColor color;
} NoslipGhost;

struct _NoslipScene {
  GArray *bodies;  /* NoslipBody */
  GArray *shadows; /* NoslipShadow */
  GArray *ghosts;  /* NoslipGhost */
  gboolean shadows_cast;
};

/* A transparent body: if it coincides with an opaque one it is drawn behind it, so that a comparison hides nothing of
 * the motion itself. */
gboolean noslip_body_is_ghost(const NoslipBody *body);
/* Whether an opaque body of the same shape, or trail, is where this ghost is, and hides all of it: it need not be
 * drawn. */
gboolean noslip_scene_hides(const NoslipScene *scene, const NoslipBody *ghost);
void noslip_body_centre(const NoslipBody *body, double centre[3]);
/* Half width of a solid body along a unit direction, from its centre. */
double noslip_body_support(const NoslipBody *body, const double direction[3]);

/* An arrow with a head of constant size on the screen; if it is shorter than the head, only the head is drawn. */
typedef struct {
  double neck[3];  /* where the shaft ends */
  double head[16]; /* of a unit cone: radius 1, from z = 0 to its tip at z = 1 */
  double length, radius;
  double pixel; /* world units per pixel at the tip */
} NoslipArrowShape;
#define NOSLIP_ARROW_EDGE 1.4   /* width of an arrow's edge in pixels */
#define NOSLIP_ARROW_HIDDEN 0.6 /* strength of the part of an arrow that bodies hide */
/* height: of the view in logical pixels. FALSE if the arrow has no length or is behind the camera. */
gboolean noslip_arrow_shape(const NoslipBody *body, const NoslipCamera *camera, double height, NoslipArrowShape *shape);
/* The head, grown by this many pixels on all sides. */
void noslip_arrow_swell(NoslipArrowShape *shape, double pixels);

/* scene-trail.c: whether two trails have the same points between two times, up to a distance. FALSE also where
 * comparing them would take long. */
gboolean noslip_trail_coincides(const NoslipTrail *one, const NoslipTrail *other, double first, double now,
                                double distance);
/* Points of one level, 0 being all of them. */
GArray *noslip_trail_level(const NoslipTrail *trail, guint level);
/* The drawn parts of a trail between two times: points [from, to) of a level, the latest part first. Adjacent parts
 * share a point. The latest has at most about `recent` points, each other at most about `most`, except the oldest,
 * which has all the rest. */
typedef struct {
  guint level, from, to;
} NoslipTrailStretch;
guint noslip_trail_stretches(const NoslipTrail *trail, double first, double now, guint recent, guint most,
                             NoslipTrailStretch stretches[NOSLIP_TRAIL_LEVELS]);
/* How many of the latest points a picture of this height in pixels needs: few where the next level cannot be told from
 * all points, otherwise `most`. */
guint noslip_trail_recent(const NoslipTrail *trail, const NoslipCamera *camera, double height, guint most);

/* scene-points.c: the vertices of all trails of the points of an ensemble, one motion after the other. */
typedef struct {
  float x, y, z;
  float age;       /* 0 the oldest, 1 the present: decreases at the start of the next motion */
  guint8 color[4]; /* R, G, B, A */
} NoslipEnsemblePoint;
struct _NoslipEnsemblePoints {
  GArray *tails; /* NoslipEnsemblePoint; at least two per motion */
  GArray *dots;  /* NoslipEnsemblePoint; one per motion */
  gatomicrefcount references;
};

/* Second colour of patterns. */
NoslipColor noslip_pattern_light(const NoslipTheme *theme);

/* scene-legend.c: the legend of the first n bodies and of the ghosts; nothing if there is no room. */
void noslip_legend_display(const NoslipScene *scene, const NoslipCamera *camera, guint n_bodies,
                           const NoslipTheme *theme, double width, double height, NoslipDisplay *display);
