/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motions of an ensemble as they cross from the worker to the window, and as the window keeps them. They are drawn, not
 * judged: numbers are floats, and only columns that views and the scene draw are kept. */
#pragma once

#include "core/expr/tape.h"
#include "core/simulation/quantities.h"

#define NOSLIP_ENSEMBLE_LANES NOSLIP_TAPE_LANES /* motions of a block, computed side by side */

/* Which numbers are kept of each motion at each frame: x (m), y (n), in vakonomic dynamics mu (k), then other quantities that can be drawn, then the
 * point that stands for the motion in the scene. Shared by both threads, immutable. */
typedef struct {
  atomic_int references;
  guint n_motions, n_blocks, n_columns, n_frames; /* frames: of the whole span */
  guint n_quantities;
  int *columns; /* by quantity of the run's table: its column, or -1 */
  guint point;  /* the first of three columns */
  guint mu;     /* the first of k columns with the multipliers of vakonomic dynamics; 0: there are none */
  guint every;  /* samples from one frame to the next */
} NoslipEnsembleLayout;
NoslipEnsembleLayout *noslip_ensemble_layout_ref(NoslipEnsembleLayout *layout);
void noslip_ensemble_layout_unref(NoslipEnsembleLayout *layout);

/* Frames of one block: values[n_frames][n_columns][NOSLIP_ENSEMBLE_LANES], NaN where there is no motion. */
typedef struct {
  guint block, first, n_frames; /* frames are counted from the beginning of the ticket's motion */
  double *times;                /* n_frames, s */
  float *values;
  float *low, *high; /* n_columns: the range of these values */
} NoslipEnsembleFrames;
void noslip_ensemble_frames_free(NoslipEnsembleFrames *frames);

/* The ensemble as the window keeps it. */
typedef struct {
  NoslipEnsembleLayout *layout; /* NULL: nothing has come yet */
  GArray *times;                /* of double: of the frames that at least one block has */
  GArray **blocks;              /* n_blocks of float: values of its frames */
  float *low, *high;            /* n_columns: range of all that is there */
  float *shades;                /* n_motions: where in the spread it began, 0 to 1 */
  guint kept;                   /* frames earlier than the motion of the present ticket */
  double computed;              /* s: all motions are there until then; NaN: not yet */
  double progress;              /* 0 to 1 */
  gboolean pending, finished;
  guint n_lost;     /* motions that did not begin, or did not go on */
  char *why;        /* the first of them, in words; or NULL */
  guint64 revision; /* changes when frames are gone or differ */
} NoslipEnsembleView;
void noslip_ensemble_view_init(NoslipEnsembleView *view);
void
noslip_ensemble_view_clear(NoslipEnsembleView *view); /* the reference to the layout is the caller's to give back */
/* A copy that has the points in the scene and nothing else of the motions (column `point` is 0, no quantity has one),
 * with a layout of its own; `to` is empty. Clear it and give back its layout. */
void noslip_ensemble_view_copy_points(NoslipEnsembleView *to, const NoslipEnsembleView *from);
/* Frames later than t are forgotten. */
void noslip_ensemble_view_truncate(NoslipEnsembleView *view, double t);
void noslip_ensemble_view_add(NoslipEnsembleView *view, const NoslipEnsembleFrames *frames);

/* Reading it, one block at a time: all pointers are to NOSLIP_ENSEMBLE_LANES floats, of which
 * noslip_ensemble_view_lanes() are motions. */
guint noslip_ensemble_view_lanes(const NoslipEnsembleView *view, guint block);
guint noslip_ensemble_view_n_frames(const NoslipEnsembleView *view, guint block);
const float *noslip_ensemble_view_values(const NoslipEnsembleView *view, guint block, guint frame, guint column);
/* The column of a quantity of the run's table, or -1. */
int noslip_ensemble_view_column(const NoslipEnsembleView *view, int quantity);
/* The frame at or before t (with fraction) that a block has; FALSE where it has none. */
gboolean noslip_ensemble_view_at(const NoslipEnsembleView *view, guint block, double t, guint *frame, double *fraction);
/* Values of a column of a block there, between frames along a straight line. */
void noslip_ensemble_view_read(const NoslipEnsembleView *view, guint block, guint frame, double fraction, guint column,
                               float *values);
