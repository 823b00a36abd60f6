/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a scene; for the scene-*.c files and canvases only. */
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

/* One that may be seen through: where it coincides with an opaque one it gives way, so that a comparison hides nothing
 * of the motion itself. */
gboolean noslip_body_is_ghost(const NoslipBody *body);
void noslip_body_centre(const NoslipBody *body, double centre[3]);
/* Half width of a solid body along a unit direction, from its centre. */
double noslip_body_support(const NoslipBody *body, const double direction[3]);

/* An arrow with a head of constant size on the screen; shorter than that it is all head. */
typedef struct {
  double neck[3];  /* where the shaft ends */
  double head[16]; /* of a unit cone: radius 1, from z = 0 to its tip at z = 1 */
  double length, radius;
  double pixel; /* world units that one spans at the tip */
} NoslipArrowShape;
#define NOSLIP_ARROW_EDGE 1.4   /* pixels that an arrow's edge is wide */
#define NOSLIP_ARROW_HIDDEN 0.6 /* strength of what bodies hide of an arrow */
/* height: of the view in logical pixels. FALSE where the arrow has no length or lies behind the camera. */
gboolean noslip_arrow_shape(const NoslipBody *body, const NoslipCamera *camera, double height, NoslipArrowShape *shape);
/* The head, grown by this many pixels on all sides. */
void noslip_arrow_swell(NoslipArrowShape *shape, double pixels);

/* scene-trail.c: points of one level, 0 being all of them. */
GArray *noslip_trail_level(const NoslipTrail *trail, guint level);
/* What is drawn of a trail between two times: points [from, to) of a level, the latest stretch first. Neighbouring
 * stretches share the point at which they meet. Each has at most about `most` points, the oldest whatever is left. */
typedef struct {
  guint level, from, to;
} NoslipTrailStretch;
guint noslip_trail_stretches(const NoslipTrail *trail, double first, double now, guint most,
                             NoslipTrailStretch stretches[NOSLIP_TRAIL_LEVELS]);

/* scene-ensemble_points.c: the vertices of all trails of the points of an ensemble, one motion after the other. */
typedef struct {
  float x, y, z;
  float age;       /* 0 the oldest, 1 now: falls where the next motion begins */
  guint8 color[4]; /* R, G, B, A */
} NoslipEnsemblePoint;
struct _NoslipEnsemblePoints {
  GArray *tails; /* NoslipEnsemblePoint; at least two a motion */
  GArray *dots;  /* NoslipEnsemblePoint; one a motion */
  gatomicrefcount references;
};

/* Second colour of patterns. */
NoslipColor noslip_pattern_light(const NoslipTheme *theme);

/* scene-legend.c: the legend of the first n bodies and of the ghosts; nothing where there is no room for it. */
void noslip_legend_display(const NoslipScene *scene, guint n_bodies, const NoslipTheme *theme, double width,
                           double height, NoslipDisplay *display);
