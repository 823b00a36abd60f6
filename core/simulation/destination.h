/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chosen end of a motion, and the ways found to it. The scene shows both, and the end can be dragged in it; the
 * Steer view, which finds the ways, is a listener. Used on the window's thread. */
#pragma once

#include "core/simulation/simulation.h"

/* A way to the end: an extremal of core/finder/steer/steer.h, and its motion. */
typedef struct {
  double cost, time, residual; /* as in NoslipSteering */
  guint n_pieces;              /* the same: if more than 1, no motion from xy and mu is this way */
  double *xy, *mu;             /* m + n, k: initial values */
  GArray *conjugate;           /* of double: times, s; NULL: not known */
  int abnormal;                /* as in NoslipSteering */
  guint n_rows;
  double *rows; /* n_rows x noslip_row_size() */
} NoslipWay;
void noslip_way_free(gpointer way);

typedef struct _NoslipDestination NoslipDestination; /* reference-counted */
/* Owned by the simulation; cleared when another system is loaded. */
NoslipDestination *noslip_simulation_destination(NoslipSimulation *simulation);
NoslipDestination *noslip_destination_ref(NoslipDestination *destination);
void noslip_destination_unref(NoslipDestination *destination);

/* x: m coordinates. NULL removes the end and the ways; otherwise the ways remain until new ones are set. */
void noslip_destination_set(NoslipDestination *destination, guint m, const double *x);
const double *noslip_destination_x(const NoslipDestination *destination); /* NULL: none */
/* Records whether the end is being dragged. */
void noslip_destination_hold(NoslipDestination *destination, gboolean held);
gboolean noslip_destination_is_held(const NoslipDestination *destination);
/* Sets the ways, of NoslipWay, cheapest first; takes a reference. */
void noslip_destination_take_ways(NoslipDestination *destination, GPtrArray *ways);
GPtrArray *noslip_destination_ways(const NoslipDestination *destination); /* or NULL */

/* Called after each change, until it is removed. */
typedef void (*NoslipDestinationListener)(gpointer data);
void noslip_destination_listen(NoslipDestination *destination, NoslipDestinationListener listener, gpointer data);
void noslip_destination_ignore(NoslipDestination *destination, gpointer data);
