/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes: the appearance of `draw` statements. One const table of functions per shape (shape-NAME.c), one line in
 * core/system/shapes.def; canvases and the scene use these tables and name no shape.
 *
 * A solid body has its own axes: its transform takes them to the world, column k is its k-th axis. */
#pragma once

#include "ui/picture/scene/scene-builder-items.h"
#include "ui/picture/scene/scene-items.h"
#include "ui/picture/scene/scene-place.h"

/* A part of a straight line from t = 0 to 1; empty if from >= to. */
typedef struct {
  double from, to;
} NoslipSpan;

/* Takes the faces of a body, for canvases that draw flat polygons. */
typedef struct _NoslipFaces NoslipFaces;
struct _NoslipFaces {
  const NoslipTheme *theme;
  /* A polygon in the body's own axes, counterclockwise from outside; `nearer` is taken off its depth, world units. */
  void (*face)(const NoslipFaces *faces, const NoslipBody *body, guint n, const double (*corners)[3], NoslipColor color,
               double nearer);
  /* A plain ball, smoother than faces. */
  void (*ball)(const NoslipFaces *faces, const NoslipBody *body);
};

typedef struct {
  /* The body that the statement becomes (an ellipsoid is a stretched sphere). */
  NoslipBodyKind body;
  gboolean ink;          /* drawn as a line, in the colour of ink */
  gboolean may_be_table; /* a horizontal one carries the bodies that stand on it */

  /* Extends the bounds by the statement; noslip_drawn_bounds() has added `at`. NULL: by nothing. */
  void (*bounds)(const NoslipDrawn *drawn, const double *values, NoslipBounds *bounds);
  /* The bodies of the statement. */
  void (*add)(NoslipSceneBuilder *builder, guint index, const NoslipSceneLook *look, NoslipScene *scene);
  /* Solid statements: sizes and the direction of the axis, before turns. m is the unit matrix. */
  void (*place)(const NoslipDrawn *drawn, const double *values, double m[16]);
  /* Solid statements: other properties of the body; may be NULL. */
  void (*finish)(const NoslipDrawn *drawn, const double *values, NoslipBody *body);
  NoslipPattern (*pattern)(const NoslipDraw *draw); /* NULL: plain */

  /* Of solid bodies; NULL for others. */
  /* First s > 0 at which o + s d, in the body's own axes, enters the body; NaN if never. */
  double (*enter)(const NoslipBody *body, const double o[3], const double d[3]);
  /* Half width along a direction, from the middle; along[k] is the direction's product with column k. */
  double (*support)(const NoslipBody *body, const double along[3]);
  double (*middle)(const NoslipBody *body); /* along its z axis; NULL: 0 */
  double (*length)(const NoslipBody *body); /* of its z axis, in units of column 2; NULL: 1 */
  /* Triangles: position and normal, 6 floats a vertex (noslip_mesh_vertex()), counterclockwise from outside. `sides`:
   * of a circle, a multiple of 4; a shape may have a smaller limit. */
  void (*mesh)(GArray *vertices, guint sides);
  void (*frame)(const NoslipBody *body, double world[16]); /* from the body's transform to the mesh's; NULL: the same */
  double (*swell)(const NoslipBody *body); /* vertices move out by this along their normals, own units; NULL: 0 */
  void (*faces)(const NoslipFaces *faces, const NoslipBody *body);
  /* The part of a + t d that lies inside, thin[k] (own units) below the surface; NULL if it is not convex, or rods do
   * not pass through it. */
  void (*clip)(const double a[3], const double d[3], const double thin[3], NoslipSpan *span);
  guint flat_from;    /* columns from this on are square to flat faces: 0 a box, 2 a cylinder, 3 none */
  gboolean rod;       /* may pass through others */
  gboolean edges;     /* its edges are rounded, and its shadow has corners */
  gboolean rolls;     /* lying on its side it touches along a line: the shadow is narrow */
  gboolean one_point; /* touches the ground in one point: the shadow fades from there */
} NoslipShape;

/* The shape of a body; NULL for trails and ensembles. */
const NoslipShape *noslip_body_shape(const NoslipBody *body);
/* The shape of a draw statement; NULL for trails. */
const NoslipShape *noslip_draw_shape(const NoslipDraw *draw);
/* Of a body kind, or NULL. */
const NoslipShape *noslip_shape_of_kind(NoslipBodyKind kind);

#define NOSLIP_SHAPE(KIND, name, ...) extern const NoslipShape noslip_shape_##name;
#include "core/system/shapes.def"
#undef NOSLIP_SHAPE

/* shape.c: what several shapes share. */
#define NOSLIP_SHAPE_SIDES 72 /* faces of round bodies; a multiple of 12, so that patterns end at edges */
void noslip_mesh_vertex(GArray *vertices, double x, double y, double z, double nx, double ny, double nz);
/* The disk z = const of radius 1; up: 1 or -1. */
void noslip_mesh_cap(GArray *vertices, guint sides, double z, double up);
void noslip_mesh_cylinder(GArray *vertices, guint sides);
/* A cylinder of radius 1 between two heights, for picking. */
double noslip_enter_cylinder(const double o[3], const double d[3], double bottom, double top);
/* A disk of radius 1 at height z; with `sectors` in two shades. */
void noslip_faces_end(const NoslipFaces *faces, const NoslipBody *body, double z, gboolean up, gboolean sectors);
void noslip_faces_cylinder(const NoslipFaces *faces, const NoslipBody *body, double bottom, double top,
                           gboolean sectors);
/* A second colour with the body's own alpha. */
NoslipColor noslip_faces_color(const NoslipBody *body, NoslipColor color);
double noslip_support_cylinder(const NoslipBody *body, const double along[3]);
double noslip_middle_half(const NoslipBody *body);
/* m for a body of z = 0 .. 1 from `at` to `along` with `radius`. */
void noslip_place_segment(const NoslipDrawn *drawn, const double *values, double m[16]);
/* The z axis along the drawn axis, and the unit of length the radius. */
void noslip_place_round(const NoslipDrawn *drawn, const double *values, double m[16]);
/* `at` +- reach on all axes; the height of tables is left out. */
void noslip_bounds_reach(const NoslipDrawn *drawn, const double *values, double reach, NoslipBounds *bounds);
/* The extent of the placed body along each axis. */
void noslip_bounds_placed(const NoslipDrawn *drawn, const double *values, NoslipBounds *bounds);
/* The other end, `along`. */
void noslip_bounds_segment(const NoslipDrawn *drawn, const double *values, NoslipBounds *bounds);
void noslip_bounds_radius(const NoslipDrawn *drawn, const double *values, NoslipBounds *bounds);
NoslipPattern noslip_pattern_ball(const NoslipDraw *draw);

/* scene-draw.c: the bodies that statements become. */
void noslip_add_solid(NoslipSceneBuilder *builder, guint index, const NoslipSceneLook *look, NoslipScene *scene);
/* From `from` to `to`; `value` is the magnitude of the label, NaN for none. */
NoslipBody *noslip_add_line(NoslipSceneBuilder *builder, guint index, const double from[3], const double to[3],
                            const NoslipSceneLook *look, NoslipScene *scene, NoslipBodyKind kind);
