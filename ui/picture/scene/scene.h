/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scene as data: a display list of bodies in space, drawn by canvas-gl.c or canvas-scene-cairo.c. World units are
 * the system's own; z is up. */
#pragma once

#include "core/system/pattern.h"
#include "ui/picture/scene/camera.h"
#include "ui/picture/theme.h"

/* Solid bodies are unit bodies that `transform` carries to their place (shape-NAME.c); lines and arrows go from `from`
 * to `to`, `width` pixels wide. */
typedef enum {
#define NOSLIP_SHAPE(KIND, ...) NOSLIP_BODY_##KIND,
#include "core/system/shapes.def"
#undef NOSLIP_SHAPE
  NOSLIP_BODY_TRAIL,  /* `trail`, up to `trail_time` */
  NOSLIP_BODY_POINTS, /* `ensemble_points`: many motions at once, each a coloured dot with a short trail */
} NoslipBodyKind;

#define NOSLIP_TRAIL_FAINT 0.25f /* relative to full strength: the oldest point */
#define NOSLIP_TRAIL_LEVELS 4
#define NOSLIP_TRAIL_FACTOR 16 /* points of a level for one of the next */

/* A polyline that only grows, so that a canvas uploads each point once. Reference-counted. */
typedef struct {
  GArray *points;                           /* NoslipTrailPoint; NaN x marks a gap */
  GArray *thinned[NOSLIP_TRAIL_LEVELS - 1]; /* every 16th of them or more, every 16th of these, …: for older parts */
  guint waiting[NOSLIP_TRAIL_LEVELS - 1];   /* points since the last one added to that level */
  float low[3], high[3], extent;            /* its bounds over all time, and their diagonal */
  guint expected;                           /* expected number of points at the end */
  guint64 id;                               /* unique in the process */
  guint64 revision;                         /* changes when earlier points are removed or replaced */
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
void noslip_trail_truncate(NoslipTrail *trail, double time);     /* drops points later than this */
void noslip_trail_expect(NoslipTrail *trail, guint n_points);    /* reserves room: the buffer need not move as it
                                                                  * grows */
guint noslip_trail_count(const NoslipTrail *trail, double time); /* points whose time is <= this */

/* Many motions as dots with short trails: all of them are drawn by two calls, whatever their number, so that hundreds
 * of motions can be animated. Created, or cleared and filled, for each picture:
 *
 *   NoslipEnsemblePoints *ensemble_points = noslip_ensemble_points_new();            // once
 *   noslip_ensemble_points_clear(ensemble_points);                          // for each picture
 *   for each motion: noslip_ensemble_points_add(ensemble_points, color, n, points);
 *   NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_POINTS);
 *   body->ensemble_points = noslip_ensemble_points_ref(ensemble_points);
 *
 * body->width is the diameter of a dot in logical pixels; a trail is a third as wide and fades out towards its oldest
 * point. 16 points per motion are enough. noslip_scene_builder_point() gives the position of a motion. */
typedef struct _NoslipEnsemblePoints NoslipEnsemblePoints;
NoslipEnsemblePoints *noslip_ensemble_points_new(void);
NoslipEnsemblePoints *noslip_ensemble_points_ref(NoslipEnsemblePoints *ensemble_points);
void noslip_ensemble_points_unref(NoslipEnsemblePoints *ensemble_points);
void noslip_ensemble_points_clear(NoslipEnsemblePoints *ensemble_points); /* keeps the memory */
/* One motion: its positions, oldest first; its dot is at the last point. Points that are not finite are ignored. */
void noslip_ensemble_points_add(NoslipEnsemblePoints *ensemble_points, NoslipColor color, guint n,
                                const double (*points)[3]);
guint noslip_ensemble_points_n_motions(const NoslipEnsemblePoints *ensemble_points);

typedef struct {
  NoslipBodyKind kind;
  double transform[16]; /* body to world, column major */
  double from[3], to[3];
  double width;      /* of lines and trails, logical pixels */
  NoslipColor color; /* alpha below 1: a ghost */
  NoslipPattern pattern;
  gboolean table;        /* a horizontal disk on which other bodies stand */
  char *label;           /* "velocity (m/s)", or NULL; owned */
  gboolean label_always; /* else only when hovered */
  guint source;          /* index of the draw statement of the system, G_MAXUINT for none */
  union {                /* by kind */
    double thickness;    /* DISK, in radii; half on each side, or all below where `table`. TORUS: radius of its tube */
    struct {             /* GROUND: height, angle (radians) */
      double z, spin;
    };
    struct {                /* ARROW */
      double value;         /* its quantity's magnitude in the label's unit; NaN: none */
      double magnification; /* world units that one unit of its quantity is drawn as */
    };
    struct {                /* TRAIL */
      NoslipTrail *trail;   /* owned reference, or NULL */
      double trail_time;    /* the present: brightest here */
      double trail_first;   /* 25 % from here on; older points are not drawn */
      gboolean trail_stays; /* full strength all along */
      gboolean trail_tip;   /* a last piece from the last point to `to` */
    };
    NoslipEnsemblePoints *ensemble_points; /* POINTS: owned reference, or NULL */
  };
} NoslipBody;

/* A contact shadow: an oriented rounded rectangle on a horizontal plane. */
typedef struct {
  double centre[3];
  double axis[2];   /* unit vector of the first half extent, in the plane */
  double extent[2]; /* half extents */
  double corner;    /* radius of the corners */
  double softness;  /* width of the edge */
  double strength;  /* 0 to 1 */
} NoslipShadow;

typedef struct _NoslipScene NoslipScene;
NoslipScene *noslip_scene_new(void);
void noslip_scene_free(NoslipScene *scene);
void noslip_scene_clear(NoslipScene *scene);
/* A body with sensible defaults at the end of the list; the pointer is valid until the next one is added. */
NoslipBody *noslip_scene_add(NoslipScene *scene, NoslipBodyKind kind);
/* The bodies added next are the ghost of another motion, with this name and colour in the legend. */
void noslip_scene_add_ghost(NoslipScene *scene, const char *name, NoslipColor color);
void noslip_body_set_label(NoslipBody *body, const char *label);
/* scene-label.c: "velocity (m/s)" is "velocity" in "m/s". The name is to be freed; the unit points into the label, with
 * *unit_length bytes, 0 if there is none. */
char *noslip_label_name(const char *label, const char **unit, gsize *unit_length);
/* The name of a body and the present magnitude of its quantity: "velocity: 0.62 m/s"; NULL without a label. Free with
 * g_free(). */
char *noslip_body_words(const NoslipBody *body);
/* The value of an arrow; NaN for all else. */
double noslip_body_value(const NoslipBody *body);
/* "0.62 m/s"; NULL without a value. Free with g_free(). */
char *noslip_body_value_text(const NoslipBody *body);
/* A body with a volume: neither ground nor line, arrow, trail or ensemble. */
gboolean noslip_body_is_solid(const NoslipBody *body);
guint noslip_scene_n_bodies(const NoslipScene *scene);
const NoslipBody *noslip_scene_body(const NoslipScene *scene, guint index);
/* Shadows of all opaque bodies on the ground, or on tables below them; canvases call it if it was not called since the
 * last change. */
void noslip_scene_cast_shadows(NoslipScene *scene);
guint noslip_scene_n_shadows(const NoslipScene *scene);
const NoslipShadow *noslip_scene_shadow(const NoslipScene *scene, guint index);
/* The body under a pixel, or -1; arrows and lines count within a few pixels. *point is where it was hit. */
int noslip_scene_pick(const NoslipScene *scene, const NoslipCamera *camera, double width, double height, double px,
                      double py, double point[3]);
/* Whether a body is under one of a hundred places of a patch: its left and top edge, width and height, in pixels. */
gboolean noslip_scene_covers(const NoslipScene *scene, const NoslipCamera *camera, double width, double height,
                             const double patch[4]);
/* At how many of a hundred places of a patch a body, a line or a trail is; the ground and tables do not count. */
guint noslip_scene_fills(const NoslipScene *scene, const NoslipCamera *camera, double width, double height,
                         const double patch[4]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipScene, noslip_scene_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipTrail, noslip_trail_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipEnsemblePoints, noslip_ensemble_points_unref)
