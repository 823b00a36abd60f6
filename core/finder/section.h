/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Poincare sections: the states at which an expression changes its sign (core/trajectory/events.h), for one motion or
 * several motions with different initial values. */
#pragma once

#include "core/system/state.h"
#include "core/trajectory/events.h"

typedef struct {
  const char *event; /* a text of the language: the section is its zero set */
  NoslipEventDirection direction;
  guint64 count; /* limit of the crossings of each motion */
} NoslipSectionCut;

/* A crossing: its row (noslip_row_size() doubles, valid during the call). `data` is the caller's. */
typedef void (*NoslipSectionFound)(guint motion, const double *row, gpointer data);

/* One motion from the full state xy (and mu, or NULL) until its last crossing or options->to; the caller gets it as
 * motion `motion`. If options->step is 0, crossings are sought in each step of the error-controlled method: two
 * crossings within a step are found by the rate (events.h). If the expression changes much within a step, or its sign
 * changes at estimated states between, rows within the step are computed; estimates and rows are as far apart as those
 * of the system's run. No crossing is lost that is farther from the next than that. Returns the number of crossings; *error if the
 * motion could not continue. */
guint64 noslip_section_follow(NoslipDynamics *dynamics, const NoslipRunOptions *options, const double *parameters,
                              const double *xy, const double *mu, const NoslipSectionCut *cut, guint motion,
                              NoslipSectionFound found, gpointer data, const int *cancel, NoslipDiagnostic **error);

/* Motions first .. first + n - 1 of the caller, n at most NOSLIP_TAPE_LANES. */
typedef struct {
  NoslipDynamics *dynamics;
  const NoslipRunOptions *options;
  const NoslipSectionCut *cut;
  guint n, first;
  const double *parameters;  /* n x n_parameters */
  const double *xy;          /* n x (m + n): full states */
  const double *mu;          /* n x k, or NULL */
  guint64 *counts;           /* n: filled in with the numbers of crossings */
  NoslipDiagnostic **errors; /* n: filled in; NULL if the motion reached its end */
} NoslipSectionMotions;

/* Fewer motions are followed one after the other: a pass over lanes costs more than these motions alone. */
#define NOSLIP_SECTION_TOGETHER 8
/* The same for several motions, in lanes if the method allows it; each result is bit-identical to that of
 * noslip_section_follow(). Crossings of one motion are reported in order of time, those of different motions are
 * interleaved. */
void noslip_section_follow_many(const NoslipSectionMotions *motions, NoslipSectionFound found, gpointer data,
                                const int *cancel);

/* Values of a parameter or an initial value, LO, …, HI, evenly spaced: a motion for each. */
typedef struct {
  char *name;    /* NULL: one motion */
  int parameter; /* or -1: an initial value */
  double low, high;
  guint n; /* 1 if there is no name */
} NoslipSectionSpread;
#define NOSLIP_SECTION_MOST_MOTIONS 1000
/* "NAME=LO..HI:N"; NULL or "" is one motion. FALSE with *error, and the spread of one motion, for any other text. */
gboolean noslip_section_spread_read(const NoslipSystem *system, const char *text, NoslipSectionSpread *spread,
                                    NoslipDiagnostic **error);
void noslip_section_spread_clear(NoslipSectionSpread *spread);
double noslip_section_spread_value(const NoslipSectionSpread *spread, guint motion);

/* A section over a spread of motions. Its pointers must stay valid during the run. */
typedef struct {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  const double *parameters;
  guint n_overrides;
  const NoslipOverride *overrides; /* initial values that are set */
  NoslipRunOptions options;
  NoslipSectionCut cut;
  NoslipSectionSpread spread;
  double *starts; /* spread.n x (m + n + k), or NULL: filled in with the initial state (x, y, mu) of each motion before
                   * its first crossing; mu is 0 except in vakonomic dynamics */
} NoslipSectionOrder;

/* Computes all motions on the calling thread; ended[spread.n] (or NULL) gets the error of each motion that could not
 * start or continue, else NULL. Returns FALSE with *error if there is no section: the expression cannot be read, or the
 * dynamics cannot be computed. A cancelled run returns TRUE. */
gboolean noslip_section_run(const NoslipSectionOrder *order, NoslipSectionFound found, gpointer data,
                            NoslipDiagnostic **ended, const int *cancel, NoslipDiagnostic **error);
