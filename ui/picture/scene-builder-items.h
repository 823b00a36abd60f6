/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a scene builder; for scene-builder.c and scene-draw.c only. */
#pragma once

#include "ui/picture/scene-builder.h"

#include <math.h>

/* Outputs of the observer that a draw statement needs; -1 where there is none. */
typedef struct {
  const NoslipDraw *draw; /* NULL: the path of a system that draws nothing */
  gboolean skipped;       /* it has no value in this dynamics */
  int at[3], along[3], radius, z, spin;
  int *turns;             /* four for each turn */
  gboolean table;         /* a disk that stays horizontal */
  NoslipTrail *trail;
} NoslipDrawn;

struct _NoslipSceneBuilder {
  NoslipSystem *system;
  NoslipObserver *observer;
  NoslipObserverWork *work;
  GHashTable *outputs; /* expression + 1 -> output + 1 */
  GArray *drawn;       /* NoslipDrawn */
  int camera_from[3], camera_to[3];
  guint n;             /* outputs */
  double *values;      /* n: at the row that is looked at */
  GArray *block;       /* double: rows x n */
  NoslipBounds bounds;
  NoslipBounds seen; /* of what was on show up to seen_to */
  double seen_to;
  char *axis_names[3]; /* of the path, where the system draws nothing */
  gboolean plain_path, flat;
};

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

/* scene-draw.c: the bodies of one statement, at builder->values and time t. */
void noslip_drawn_add(NoslipSceneBuilder *builder, guint index, double t, const NoslipSceneLook *look,
                      NoslipScene *scene);
