/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flat pieces of a scene, sorted from far to near; private to canvas-scene-cairo.c and painter-*.c. */
#pragma once

#include <cairo.h>

#include "ui/picture/scene/light.h"
#include "ui/picture/scene/scene-items.h"

typedef enum { NOSLIP_PIECE_FACE, NOSLIP_PIECE_LINE, NOSLIP_PIECE_BALL, NOSLIP_PIECE_DOT } NoslipPieceKind;

/* From below to above. */
typedef enum {
  NOSLIP_LAYER_GROUND,
  NOSLIP_LAYER_GROUND_SHADOW,
  NOSLIP_LAYER_UNDER_TABLE, /* hidden by a table when seen from above */
  NOSLIP_LAYER_TABLE,
  NOSLIP_LAYER_TABLE_SHADOW,
  NOSLIP_LAYER_BODY,
  NOSLIP_LAYER_THROUGH, /* what shows through bodies */
} NoslipLayer;

typedef struct {
  NoslipPieceKind kind;
  NoslipLayer layer;
  double depth;
  guint body;       /* index in `bodies` */
  double order;     /* within the layer, has priority over depth */
  NoslipBounds box; /* in space */
  guint first, n;   /* of `points` */
  NoslipColor color;
  double width;  /* of a line, pixels; of a ball or dot, its radius */
  gboolean seam; /* a face with neighbours: its edge is drawn too, or the background shows through */
} NoslipPiece;

typedef struct {
  const NoslipCamera *camera;
  const NoslipTheme *theme;
  NoslipLight light;
  double width, height, eye[3];
  GArray *bodies; /* NoslipBody: those of the scene, cut where they cross; their pointers belong to the scene */
  guint body;     /* the body whose pieces are being added */
  GArray *pieces; /* NoslipPiece */
  GArray *points; /* double pairs, pixels */
} NoslipPainter;

/* A polygon in space, clipped at the near plane; nothing is added if no part is visible. */
void noslip_painter_face(NoslipPainter *painter, NoslipLayer layer, guint n, const double (*corners)[3],
                         NoslipColor color, gboolean seam);
/* A polyline, clipped at the near plane; it is drawn in front of the surface that it touches. */
void noslip_painter_line(NoslipPainter *painter, NoslipLayer layer, guint n, const double (*points)[3],
                         NoslipColor color, double width);
/* A dot of this radius in pixels. */
void noslip_painter_dot(NoslipPainter *painter, const double point[3], NoslipColor color, double radius);
/* painter-trail.c */
void noslip_painter_trail(NoslipPainter *painter, const NoslipBody *body);
void noslip_painter_points(NoslipPainter *painter, const NoslipBody *body);
/* painter-cut.c: the bodies of a scene; rods that pass through others become several. */
GArray *noslip_painter_cut(const NoslipScene *scene);
/* painter-order.c: sets the order of all pieces. */
void noslip_painter_order(NoslipPainter *painter);
/* painter-solid.c: the visible faces of a body. */
void noslip_painter_solid(NoslipPainter *painter, const NoslipBody *body);
/* painter-plane.c */
void noslip_painter_ground(NoslipPainter *painter, const NoslipBody *body);
void noslip_painter_shadow(NoslipPainter *painter, const NoslipShadow *shadow, NoslipLayer layer);
