/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a system's `draw` statements and rows of a motion to a scene. One builder for each shown motion (the run and
 * each overlay); used by one thread.
 *
 * Without any `draw`, the scene is the path in the first three coordinates with labelled axes; for a system without
 * base coordinates (m = 0) it is the path in the first three fibre coordinates. */
#pragma once

#include "core/trajectory/observer.h"
#include "ui/picture/scene/scene.h"

typedef struct _NoslipSceneBuilder NoslipSceneBuilder;

#define NOSLIP_GHOST_ALPHA 0.45 /* opacity of another motion */

typedef struct {
  const NoslipTheme *theme;
  double alpha;      /* 1 for the run itself, less for ghosts */
  gboolean has_tint; /* bodies and trails use this colour (of the overlay's formulation) */
  NoslipColor tint;
  const char *name;     /* of a ghost, for the legend; or NULL */
  gboolean constraints; /* for the run itself: draws allowed and forbidden directions of the constraints too */
  gboolean hide_trails;
  gboolean hide_ground; /* for ghosts: the ground is drawn already */
  double trail_seconds; /* only this many last seconds; 0: all */
  gboolean trails_stay; /* trails keep their strength; else they fade */
  double arrow_length;  /* approximate length of the longest arrow of a unit, in world units; 0: true lengths; below 0:
                         * as before, or as in another builder */
  GHashTable *hidden;   /* labels (char *) of hidden items, or NULL */
  const char *pointed;  /* a symbol whose arrows are drawn thicker, or NULL */
} NoslipSceneLook;
void noslip_scene_look_init(NoslipSceneLook *look, const NoslipTheme *theme);

/* The unit of lengths in the picture, for its scale bar; NULL if the text gives none. */
const char *noslip_scene_unit(const NoslipSystem *system);

/* The path that is the picture of a system without any `draw`: the first three coordinates, followed by velocities if
 * there are fewer than two, and 0 for the rest. Returns how many there are, with their names and units as they are
 * shown; free these with g_free(). */
guint noslip_scene_path(const NoslipSystem *system, NoslipExpr at[3], char *names[3]);

/* Keeps a reference to the system. A draw expression without a value in this dynamics is left out, with a diagnostic;
 * never NULL. */
NoslipSceneBuilder *noslip_scene_builder_new(NoslipSystem *system, NoslipDynamicsKind kind,
                                             NoslipDiagnostics *diagnostics);
void noslip_scene_builder_free(NoslipSceneBuilder *builder);
/* The expected number of rows, for which trails reserve room. */
void noslip_scene_builder_expect(NoslipSceneBuilder *builder, guint n_rows);
/* A new motion: trails and bounds are emptied. */
void noslip_scene_builder_clear(NoslipSceneBuilder *builder);
/* Appends rows (noslip_row_size() doubles each, as in system/row.h) to trails and bounds, in order of time. */
void noslip_scene_builder_add_rows(NoslipSceneBuilder *builder, const double *parameters, guint n_rows,
                                   const double *rows);
/* Drops everything later than t (after a slider moved at t). */
void noslip_scene_builder_truncate(NoslipSceneBuilder *builder, double t);
/* The next rows do not continue the trail: inserts a gap. */
void noslip_scene_builder_gap(NoslipSceneBuilder *builder);
/* Adds the bodies at this row, and the trails up to its time, to the scene. */
void noslip_scene_builder_build(NoslipSceneBuilder *builder, const double *parameters, const double *row,
                                const NoslipSceneLook *look, NoslipScene *scene);
/* Bounding box of everything in the rows added and built so far. */
void noslip_scene_builder_bounds(const NoslipSceneBuilder *builder, NoslipBounds *bounds);
/* The system's own camera at these parameters and row, or the isometric one that frames the bounds. */
void noslip_scene_builder_camera(NoslipSceneBuilder *builder, const double *parameters, const double *row,
                                 double aspect, NoslipCamera *camera);
/* What an automatic camera has to show: everything shown so far, or the whole motion. */
void noslip_scene_builder_framing(const NoslipSceneBuilder *builder, gboolean whole, NoslipFraming *framing);
/* The camera of a single picture: in the direction of the system's camera, with the motion up to this row in view. */
void noslip_scene_builder_still(NoslipSceneBuilder *builder, const double *parameters, const double *row, double aspect,
                                NoslipCamera *camera);
/* The arrow length for this camera: slightly more than a quarter of the picture's height. */
double noslip_scene_arrow_length(const NoslipCamera *camera);
/* Uses the arrow lengths of another builder. */
void noslip_scene_builder_share_arrows(NoslipSceneBuilder *builder, const NoslipSceneBuilder *primary);
/* Called by noslip_scene_builder_build() with the look's arrow length. */
void noslip_scene_builder_fit_arrows(NoslipSceneBuilder *builder, double length);
/* The contents of the scene in words, for assistive technology. Free with g_free(). */
char *noslip_scene_builder_description(NoslipSceneBuilder *builder, const double *parameters, const double *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSceneBuilder, noslip_scene_builder_free)
