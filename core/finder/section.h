/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Poincare sections: the states at which an expression changes its sign (core/trajectory/events.h), of one motion or of
 * motions side by side that begin elsewhere. */
#pragma once

#include "core/system/state.h"
#include "core/trajectory/events.h"

typedef struct {
  const char *event; /* a text of the language: the section is where it is zero */
  NoslipEventDirection direction;
  guint64 count; /* crossings of each motion, at most */
} NoslipSectionCut;

/* A crossing: its row (noslip_row_size() doubles, valid during the call). `data` as it was given. */
typedef void (*NoslipSectionFound)(guint motion, const double *row, gpointer data);

/* One motion from the full state xy (and mu, or NULL) until its last crossing or options->to, told as motion `motion`.
 * Where options->step is 0, crossings are looked for once in a step of the method, at most ten times as far apart as the
 * rows of the system's run: two crossings in between are found by the rate (events.h).
 * Returns how many were found; *error where the motion could not go on. */
guint64 noslip_section_follow(NoslipDynamics *dynamics, const NoslipRunOptions *options, const double *parameters,
                              const double *xy, const double *mu, const NoslipSectionCut *cut, guint motion,
                              NoslipSectionFound found, gpointer data, const int *cancel, NoslipDiagnostic **error);

/* Values of a parameter or an initial value, LO, …, HI, evenly: a motion for each. */
typedef struct {
  char *name;    /* NULL: one motion */
  int parameter; /* or -1: an initial value */
  double low, high;
  guint n; /* 1 where there is no name */
} NoslipSectionSpread;
#define NOSLIP_SECTION_MOST_MOTIONS 1000
/* "NAME=LO..HI:N"; NULL or "" is one motion. FALSE with *error, and the spread of one motion, where it is neither. */
gboolean noslip_section_spread_read(const NoslipSystem *system, const char *text, NoslipSectionSpread *spread,
                                    NoslipDiagnostic **error);
void noslip_section_spread_clear(NoslipSectionSpread *spread);
double noslip_section_spread_value(const NoslipSectionSpread *spread, guint motion);

/* A section over a spread of motions. What it points to lives until the run is over. */
typedef struct {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  const double *parameters;
  guint n_overrides;
  const NoslipOverride *overrides; /* initial values that are set */
  NoslipRunOptions options;
  NoslipSectionCut cut;
  NoslipSectionSpread spread;
} NoslipSectionOrder;

/* All motions, one after another, on the calling thread; ended[spread.n] (or NULL) gets the error of each motion that
 * could not begin or go on, else NULL. Returns FALSE with *error where there is no section: the expression cannot be
 * read, or the dynamics cannot be computed. A cancelled run returns TRUE. */
gboolean noslip_section_run(const NoslipSectionOrder *order, NoslipSectionFound found, gpointer data,
                            NoslipDiagnostic **ended, const int *cancel, NoslipDiagnostic **error);
