/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to scene-builder.c and scene-draw.c: the parts of a scene builder. */
#pragma once

#include "core/geometry/allowed.h"
#include "ui/picture/scene/scene-builder.h"

#include <math.h>

/* Outputs of the observer that a draw statement needs; -1 if there is none. */
typedef struct {
  const NoslipDraw *draw; /* NULL: the path of a system without draw statements */
  gboolean skipped;       /* it has no value in this dynamics */
  int at[3], along[3], radius, tube, z, spin;
  int *points;       /* three for each point */
  int *turns;        /* four for each turn */
  gboolean table;    /* a disk that stays horizontal */
  gboolean moves;    /* its place depends on the state */
  gboolean measured; /* for an arrow: its length has a unit */
  int group;         /* for an arrow: the group of its unit, -1 if it is drawn with its true length */
  NoslipTrail *trail;
} NoslipDrawn;

typedef struct _NoslipSceneAllowed NoslipSceneAllowed; /* scene-allowed.c */

#define NOSLIP_ARROW_LONGEST 1.6 /* relative to the wanted length, for the largest arrow of a unit */

/* Arrows of one unit, with a common scale: length per metre per second, or per newton. */
typedef struct {
  double t, length;
} NoslipArrowRecord;
typedef struct {
  char *unit;
  GArray *records; /* of NoslipArrowRecord: when an arrow was longer than all before */
  double largest;  /* largest magnitude of the motion so far */
  double scale;    /* world units a unit */
  double longest;  /* upper bound of the scale, before rounding: cameras leave room for it */
  gboolean fitted; /* to the picture: the drawn length is one for which the camera has room */
} NoslipArrowGroup;

/* A piece of the motion with the same parameters. */
typedef struct {
  double t0;
  double *parameters;
  double *ahead; /* for each of `rates`: the amount added to the angle */
} NoslipSpinPiece;

struct _NoslipSceneBuilder {
  NoslipSystem *system;
  NoslipObserver *observer;
  NoslipObserverWorkspace *work;
  GHashTable *outputs; /* expression + 1 -> output + 1 */
  GArray *drawn;       /* NoslipDrawn */
  int camera_from[3], camera_to[3];
  guint n;              /* outputs */
  double *values;       /* n: at the present row */
  GArray *block;        /* double: rows x n */
  GArray *groups;       /* NoslipArrowGroup */
  GArray *rates;        /* int: outputs that are angles depending on t, as for bodies that turn at a given rate */
  GArray *pieces;       /* NoslipSpinPiece, in the order of time */
  double *parted;       /* n: scratch */
  NoslipBounds now;     /* of the moving bodies and their arrows, at the last row built */
  double text_distance; /* of the text's own camera at the last row for which it was computed; 0: none */
  guint n_rows;         /* number of rows added since the last clearing */
  NoslipBounds bounds;
  NoslipBounds seen; /* bounds of everything shown up to seen_to */
  double seen_to;
  char *axis_names[3]; /* of the path, if the system has no draw statements */
  gboolean plain_path, flat;
  NoslipDynamicsKind kind;
  NoslipSceneAllowed *allowed; /* NULL: not needed yet */
};

/* scene-allowed.c: the constraints at this row. */
void noslip_scene_allowed_add(NoslipSceneBuilder *builder, const double *parameters, const double *row,
                              const NoslipSceneLook *look, NoslipScene *scene);
void noslip_scene_allowed_free(NoslipSceneAllowed *allowed);

static inline NoslipDrawn *
noslip_drawn_at(const NoslipSceneBuilder *builder, guint i)
{
  return &g_array_index(builder->drawn, NoslipDrawn, i);
}

static inline double
noslip_drawn_value(const double *values, int output)
{
  return output >= 0 ? values[output] : NAN;
}

static inline void
noslip_drawn_vector(const double *values, const int outputs[3], double vector[3])
{
  for (guint i = 0; i < 3; i++)
    vector[i] = noslip_drawn_value(values, outputs[i]);
}

/* scene-arrow.c: whether the length of an arrow is a number in a unit of its own, which the legend shows. */
gboolean noslip_arrow_is_measured(const NoslipDraw *draw);
/* The group that an arrow belongs to. */
int noslip_arrow_group(NoslipSceneBuilder *builder, const NoslipDraw *draw);
double noslip_arrow_scale(const NoslipSceneBuilder *builder, const NoslipDrawn *drawn);
double noslip_arrow_value(const NoslipDrawn *drawn, double length);
/* Drops records later than t. */
void noslip_arrow_truncate(NoslipSceneBuilder *builder, double t);
/* Records the length at time t. */
void noslip_arrow_extend_bounds(NoslipSceneBuilder *builder, const NoslipDrawn *drawn, double t, const double *values);
/* scene-spin.c: bodies that turn at a given rate are integrated: when a parameter changes, the angle continues from its
 * value. */
void noslip_spin_init(NoslipSceneBuilder *builder);
void noslip_spin_clear(NoslipSceneBuilder *builder);
void noslip_spin_register(NoslipSceneBuilder *builder, NoslipExpr angle, int output);
/* The following rows, starting with this one, have these parameters. */
void noslip_spin_add(NoslipSceneBuilder *builder, const double *parameters, const double *row);
/* Forgets what is later than t. */
void noslip_spin_truncate(NoslipSceneBuilder *builder, double t);
/* Sets the angles in builder->values to their values at time t. */
void noslip_spin_apply(NoslipSceneBuilder *builder, double t);
/* scene-bounds.c */
void noslip_drawn_bounds(const NoslipDrawn *drawn, const double *values, NoslipBounds *bounds);
void noslip_builder_extend_bounds(NoslipSceneBuilder *builder, double time);
/* scene-draw.c: the position of a solid body; FALSE if it is not defined. */
gboolean noslip_drawn_place(const NoslipDrawn *drawn, const double *values, NoslipBody *body);
#define NOSLIP_LIT 1.8 /* width of an arrow that shows the highlighted symbol, relative to others */
/* scene-draw.c: the bodies of one statement, at builder->values and time t. */
void noslip_drawn_add(NoslipSceneBuilder *builder, guint index, double t, const NoslipSceneLook *look,
                      NoslipScene *scene);
