/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random states, one after the other, and the size of their velocities; noslip_states_new() takes them from here. */
#pragma once

#include "core/base/linear.h"
#include "core/dynamics/formulation.h"
#include "core/finder/sampling/random.h"
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
  double *spread;        /* m: how far from there a coordinate without a range is drawn */
  double speed;          /* sqrt(y W y / n) of the states, about */
  gboolean timed;
} NoslipSampling;

/* Where W, xdot and the sizes of the forces begin among the outputs. */
static inline gsize
noslip_sampling_metric(const NoslipSampling *sampling)
{
  return 2 * (gsize) sampling->k + (gsize) sampling->k * sampling->system->n;
}
static inline gsize
noslip_sampling_rates(const NoslipSampling *sampling)
{
  return noslip_sampling_metric(sampling) + (gsize) sampling->system->n * sampling->system->n;
}
static inline gsize
noslip_sampling_sizes(const NoslipSampling *sampling)
{
  return noslip_sampling_rates(sampling) + sampling->system->m;
}

/* For states at these parameters; xy (m + n) is the initial state and must outlive it. */
NoslipSampling *noslip_sampling_new(NoslipDynamics *dynamics, const double *parameters, const double *xy);
void noslip_sampling_free(NoslipSampling *sampling);
/* Draws a time and coordinates, and moves these onto the manifolds. */
gboolean noslip_sampling_place(NoslipSampling *sampling, guint64 *seed);
/* Finds scale[n], the velocities of kinetic energy about 1/2, from the outputs. */
void noslip_sampling_scale_velocities(NoslipSampling *sampling);
/* Moves the velocities onto the constraints; the outputs are then those of this state. */
gboolean noslip_sampling_onto_constraints(NoslipSampling *sampling);
/* The row of the motion through the state; FALSE if there is none. */
gboolean noslip_sampling_observe(const NoslipSampling *sampling, double *row);
/* The size of the velocities to draw, see core/finder/states.h. */
double noslip_sampling_speed(NoslipSampling *sampling);
