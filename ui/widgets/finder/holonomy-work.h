/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The jobs of the Holonomy view: the map of the curvature over two shape variables, and the displacement by a loop of
 * them (core/finder/holonomy.h). */
#pragma once

#include "core/finder/holonomy.h"
#include "core/simulation/simulation.h"
#include "ui/widgets/finder/search.h"

#define NOSLIP_CURVATURE_CELLS 40 /* of the map, along each shape variable */

/* The job's data; its results are read under its lock. */
typedef struct _NoslipCurvatureMap NoslipCurvatureMap;
/* shape[0] == shape[1]: the job chooses two. The box of the shape is centred at the initial state, or it is the range
 * of the coordinate. */
void noslip_curvature_map_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation,
                                const guint shape[2]);
/* FALSE until the shape is known. */
gboolean noslip_curvature_map_box(NoslipCurvatureMap *map, guint shape[2], double low[2], double high[2]);
/* A copy of the curvature of a coordinate at the middles of the cells, cells x cells (the second shape variable varies
 * fastest), NaN where it is not known (yet); *largest is its largest absolute value. Free with g_free(). */
double *noslip_curvature_map_values(NoslipCurvatureMap *map, guint coordinate, double *largest);
/* The number of rows of cells computed so far. */
guint noslip_curvature_map_rows(NoslipCurvatureMap *map);
/* After the job. */
const NoslipDiagnostic *noslip_curvature_map_error(const NoslipCurvatureMap *map);

/* The displacement by a loop; the job's data, to be read after the job. */
typedef struct {
  NoslipSystem *system; /* a reference */
  guint shape[2];
  double *parameters, *xy, *points;
  NoslipLoop loop;
  double *displacement, *area_rule; /* m */
  double area;
  guint n_path;
  double *path; /* n_path x m; NULL if there is none */
  gboolean good;
  NoslipDiagnostic *error;
} NoslipLoopWork;
void noslip_loop_work_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation,
                            const guint shape[2], const NoslipLoop *loop);
