/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a scene builder; for scene-builder.c and scene-draw.c only. */
#pragma once

#include "core/geometry/allowed.h"
#include "ui/picture/scene/scene-builder.h"

#include <math.h>

/* Outputs of the observer that a draw statement needs; -1 where there is none. */
typedef struct {
  const NoslipDraw *draw; /* NULL: the path of a system that draws nothing */
  gboolean skipped;       /* it has no value in this dynamics */
  int at[3], along[3], radius, tube, z, spin;
  int *points;    /* three for each point */
  int *turns;     /* four for each turn */
  gboolean table; /* a disk that stays horizontal */
  gboolean moves; /* its place depends on the state */
  int group;      /* of an arrow: which unit it is drawn in, -1 where it is drawn as long as it is */
  NoslipTrail *trail;
} NoslipDrawn;

typedef struct _NoslipSceneAllowed NoslipSceneAllowed; /* scene-allowed.c */

#define NOSLIP_ARROW_LONGEST 1.6 /* of the wanted length, for the largest arrow of a unit */

/* Arrows of one unit: a metre a second, or a newton, has one length for all of them. */
typedef struct {
  double t, length;
} NoslipArrowRecord;
typedef struct {
  char *unit;
  GArray *records; /* of NoslipArrowRecord: when an arrow was longer than all before */
  double largest;  /* magnitude of the motion so far */
  double scale;    /* world units a unit */
  double longest;  /* what the scale may be at most, whatever it is rounded to: cameras leave room for that */
  gboolean fitted; /* to the picture: what is drawn has a length that the camera can count with */
} NoslipArrowGroup;

/* A piece of the motion with the same parameters. */
typedef struct {
  double t0;
  double *parameters;
  double *ahead; /* for each of `rates`: what is added to the angle */
} NoslipSpinPiece;

struct _NoslipSceneBuilder {
  NoslipSystem *system;
  NoslipObserver *observer;
  NoslipObserverWork *work;
  GHashTable *outputs; /* expression + 1 -> output + 1 */
  GArray *drawn;       /* NoslipDrawn */
  int camera_from[3], camera_to[3];
  guint n;              /* outputs */
  double *values;       /* n: at the row that is looked at */
  GArray *block;        /* double: rows x n */
  GArray *groups;       /* NoslipArrowGroup */
  GArray *rates;        /* int: outputs that are angles which depend on t, as what turns at a rate does */
  GArray *pieces;       /* NoslipSpinPiece, in the order of time */
  double *parted;       /* n: scratch */
  NoslipBounds now;     /* of what moves and its arrows, at the last row built */
  double text_distance; /* of the text's own camera at the last row that it was asked for; 0: none */
  guint n_rows;         /* that were added since the last clearing */
  NoslipBounds bounds;
  NoslipBounds seen; /* of what was on show up to seen_to */
  double seen_to;
  char *axis_names[3]; /* of the path, where the system draws nothing */
  gboolean plain_path, flat;
  NoslipDynamicsKind kind;
  NoslipSceneAllowed *allowed; /* NULL: it was not wanted yet */
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

/* scene-arrow.c: the group that an arrow belongs to. */
int noslip_arrow_group(NoslipSceneBuilder *builder, const NoslipDraw *draw);
double noslip_arrow_scale(const NoslipSceneBuilder *builder, const NoslipDrawn *drawn);
double noslip_arrow_value(const NoslipDrawn *drawn, double length);
/* Forgets what was later than t. */
void noslip_arrow_truncate(NoslipSceneBuilder *builder, double t);
/* Takes note of the length at time t. */
void noslip_arrow_see(NoslipSceneBuilder *builder, const NoslipDrawn *drawn, double t, const double *values);
/* scene-spin.c: what turns at a rate is integrated: where a parameter changes, its angle goes on from where it is. */
void noslip_spin_init(NoslipSceneBuilder *builder);
void noslip_spin_clear(NoslipSceneBuilder *builder);
void noslip_spin_register(NoslipSceneBuilder *builder, NoslipExpr angle, int output);
/* Rows with these parameters come next, the first of them this one. */
void noslip_spin_add(NoslipSceneBuilder *builder, const double *parameters, const double *row);
/* Forgets what is later than t. */
void noslip_spin_truncate(NoslipSceneBuilder *builder, double t);
/* Brings the angles in builder->values to where they are at time t. */
void noslip_spin_apply(NoslipSceneBuilder *builder, double t);
/* scene-bounds.c */
void noslip_drawn_bounds(const NoslipDrawn *drawn, const double *values, NoslipBounds *bounds);
void noslip_builder_see(NoslipSceneBuilder *builder, double time);
/* scene-draw.c: where a solid body stands; FALSE where that is no place. */
gboolean noslip_drawn_place(const NoslipDrawn *drawn, const double *values, NoslipBody *body);
#define NOSLIP_LIT 1.8 /* an arrow that shows a symbol that is pointed at, times the width of others */
/* scene-draw.c: the bodies of one statement, at builder->values and time t. */
void noslip_drawn_add(NoslipSceneBuilder *builder, guint index, double t, const NoslipSceneLook *look,
                      NoslipScene *scene);
