/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scene as data: a display list of bodies in space, drawn by canvas-gl.c or canvas-scene-cairo.c. World units
 * are the system's own; z is up. */
#pragma once

#include "ui/picture/camera.h"
#include "ui/picture/theme.h"

typedef enum {
  NOSLIP_BODY_GROUND,
  NOSLIP_BODY_BOX,      /* unit cube about the origin, carried by `transform` */
  NOSLIP_BODY_SPHERE,   /* unit sphere */
  NOSLIP_BODY_DISK,     /* unit disk in the plane z = 0 */
  NOSLIP_BODY_CYLINDER, /* radius 1, from z = 0 to z = 1 */
  NOSLIP_BODY_LINE,     /* from `from` to `to`, `width` pixels */
  NOSLIP_BODY_ARROW,    /* the same with a head of constant size on the screen */
  NOSLIP_BODY_TRAIL,    /* `trail`, up to `trail_time` */
} NoslipBodyKind;

typedef enum { NOSLIP_PATTERN_PLAIN, NOSLIP_PATTERN_BEACH, NOSLIP_PATTERN_GRID, NOSLIP_PATTERN_SECTORS } NoslipPattern;

/* A polyline that only grows, so that a canvas uploads each point once. Counted by references. */
typedef struct {
  GArray *points;   /* NoslipTrailPoint; NaN x marks a gap */
  guint64 id;       /* unique in the process */
  guint64 revision; /* changes when points that were there before are gone or differ */
  gatomicrefcount references;
} NoslipTrail;
typedef struct {
  float x, y, z;
  float time;
} NoslipTrailPoint;
NoslipTrail *noslip_trail_new(void);
NoslipTrail *noslip_trail_ref(NoslipTrail *trail);
void noslip_trail_unref(NoslipTrail *trail);
void noslip_trail_add(NoslipTrail *trail, double time, const double point[3]);
void noslip_trail_gap(NoslipTrail *trail);
void noslip_trail_clear(NoslipTrail *trail);
void noslip_trail_truncate(NoslipTrail *trail, double time); /* drops points later than this */
guint noslip_trail_count(const NoslipTrail *trail, double time); /* points whose time is <= this */

typedef struct {
  NoslipBodyKind kind;
  double transform[16]; /* body to world, column major */
  double from[3], to[3];
  double width;         /* of lines and trails, logical pixels */
  NoslipColor color;    /* alpha below 1: a ghost */
  NoslipPattern pattern;
  double thickness;     /* of a disk, in radii; half on each side, or all below where `table` */
  gboolean table;       /* a horizontal disk that things stand on */
  double z, spin;       /* ground: height, angle (radians) */
  NoslipTrail *trail;   /* owned reference */
  double trail_time;    /* now: brightest here */
  double trail_first;   /* 25 % from here on; nothing older is drawn */
  gboolean trail_tip;   /* a last stretch from the last point to `to` */
  char *label;          /* or NULL; owned */
  gboolean label_always;/* else only when hovered */
  guint source;         /* which draw statement of the system, G_MAXUINT for none */
} NoslipBody;

/* A contact shadow: an oriented rounded rectangle on a horizontal plane. */
typedef struct {
  double centre[3];
  double axis[2];     /* unit vector of the first half extent, in the plane */
  double extent[2];   /* half extents */
  double corner;      /* radius of the corners */
  double softness;    /* width of the edge */
  double strength;    /* 0 to 1 */
} NoslipShadow;

typedef struct _NoslipScene NoslipScene;
NoslipScene *noslip_scene_new(void);
void noslip_scene_free(NoslipScene *scene);
void noslip_scene_clear(NoslipScene *scene);
/* A body with sensible defaults at the end of the list; the pointer is valid until the next one is added. */
NoslipBody *noslip_scene_add(NoslipScene *scene, NoslipBodyKind kind);
void noslip_body_set_label(NoslipBody *body, const char *label);
guint noslip_scene_n_bodies(const NoslipScene *scene);
const NoslipBody *noslip_scene_body(const NoslipScene *scene, guint index);
/* Shadows of all opaque bodies on the ground, or on tables below them; canvases call it themselves when it was not
 * called since the last change. */
void noslip_scene_cast_shadows(NoslipScene *scene);
guint noslip_scene_n_shadows(const NoslipScene *scene);
const NoslipShadow *noslip_scene_shadow(const NoslipScene *scene, guint index);
/* Box of the bodies as they stand, trails and ground left out. */
void noslip_scene_bounds(const NoslipScene *scene, NoslipBounds *bounds);
/* The body under a pixel, or -1; arrows and lines are given a few pixels. *point is where it was hit. */
int noslip_scene_pick(const NoslipScene *scene, const NoslipCamera *camera, double width, double height, double px,
                      double py, double point[3]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipScene, noslip_scene_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipTrail, noslip_trail_unref)
