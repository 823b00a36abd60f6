/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random states, one after the other, and the size of their velocities; noslip_states_new() draws with it. */
#pragma once

#include "core/base/linear.h"
#include "core/dynamics/formulation.h"
#include "core/finder/drawing/draw.h"
#include "core/system/manifold.h"
#include "core/system/program.h"
#include "core/system/row.h"

typedef struct {
  const NoslipSystem *system;
  const NoslipFormulation *formulation;
  guint k; /* number of constraints */
  NoslipManifold *set;
  NoslipManifoldWorkspace *manifold;
  /* t, x, y -> phi k, sums of absolute terms k, Phi k x n, W n x n, xdot m, sizes of the forces at rest n */
  NoslipTapeWorkspace *tape;
  NoslipSvd *svd;
  gpointer work; /* of the formulation */
  double *inputs, *outputs, *scale, *z;
  const double *initial; /* m + n */
  double speed;          /* sqrt(y W y / n) of the states, about */
  gboolean timed;
} NoslipDrawing;

/* Where W, xdot and the sizes of the forces begin among the outputs. */
static inline gsize
noslip_drawing_metric(const NoslipDrawing *drawing)
{
  return 2 * (gsize) drawing->k + (gsize) drawing->k * drawing->system->n;
}
static inline gsize
noslip_drawing_rates(const NoslipDrawing *drawing)
{
  return noslip_drawing_metric(drawing) + (gsize) drawing->system->n * drawing->system->n;
}
static inline gsize
noslip_drawing_sizes(const NoslipDrawing *drawing)
{
  return noslip_drawing_rates(drawing) + drawing->system->m;
}

/* For states at these parameters; xy (m + n) is the initial state and must outlive it. */
NoslipDrawing *noslip_drawing_new(NoslipDynamics *dynamics, const double *parameters, const double *xy);
void noslip_drawing_free(NoslipDrawing *drawing);
/* Draws a time and coordinates, and moves these onto the manifolds. */
gboolean noslip_drawing_place(NoslipDrawing *drawing, guint64 *seed);
/* Finds scale[n], the velocities of kinetic energy about 1/2, from the outputs. */
void noslip_drawing_scale_velocities(NoslipDrawing *drawing);
/* Moves the velocities onto the constraints; the outputs are then those of this state. */
gboolean noslip_drawing_onto_constraints(NoslipDrawing *drawing);
/* The row of the motion through the state; FALSE if there is none. */
gboolean noslip_drawing_observe(const NoslipDrawing *drawing, double *row);
/* The size of the velocities to draw, see core/finder/states.h. */
double noslip_drawing_speed(NoslipDrawing *drawing);
