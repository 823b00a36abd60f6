/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motions of an ensemble, as they are sent to the window, and as the window stores them. They are only drawn: numbers
 * are floats, and only the columns that views and the scene draw are stored. */
#pragma once

#include "core/expr/tape.h"
#include "core/simulation/quantities.h"

#define NOSLIP_ENSEMBLE_LANES NOSLIP_TAPE_LANES /* motions of a block, computed in lanes */

/* The numbers stored for each motion at each frame: x (m), y (n), in vakonomic dynamics mu (k), then other quantities
 * that can be drawn, then the point that represents the motion in the scene. Shared by both threads, immutable. */
typedef struct {
  atomic_int references;
  guint n_motions, n_blocks, n_columns, n_frames; /* frames: of the whole span */
  guint n_quantities;
  int *columns; /* by quantity of the run's table: its column, or -1 */
  guint point;  /* the first of three columns */
  guint mu;     /* the first of k columns with the multipliers of vakonomic dynamics; 0: none */
  guint every;  /* samples from one frame to the next */
} NoslipEnsembleLayout;
NoslipEnsembleLayout *noslip_ensemble_layout_ref(NoslipEnsembleLayout *layout);
void noslip_ensemble_layout_unref(NoslipEnsembleLayout *layout);

/* Frames of one block: values[n_frames][n_columns][NOSLIP_ENSEMBLE_LANES], NaN if there is no motion. */
typedef struct {
  guint block, first, n_frames; /* frames are counted from the start of the ticket's motion */
  double *times;                /* n_frames, s */
  float *values;
  float *low, *high; /* n_columns: the range of these values */
} NoslipEnsembleFrames;
void noslip_ensemble_frames_free(NoslipEnsembleFrames *frames);

/* The ensemble as stored by the window. */
typedef struct {
  NoslipEnsembleLayout *layout; /* NULL: no frames yet */
  GArray *times;                /* of double: of the frames that at least one block has */
  GArray **blocks;              /* n_blocks of float: values of its frames */
  float *low, *high;            /* n_columns: range of all stored values */
  float *shades;                /* n_motions: position of the initial state in the spread, 0 to 1 */
  guint kept;                   /* number of frames before the motion of the present ticket */
  double computed;              /* s: all motions are computed until then; NaN: none yet */
  double progress;              /* 0 to 1 */
  gboolean pending, finished;
  guint n_lost;     /* motions that did not start, or stopped early */
  char *why;        /* the reason for the first of them, in words; or NULL */
  guint64 revision; /* changes when frames are removed or replaced */
} NoslipEnsembleView;
void noslip_ensemble_view_init(NoslipEnsembleView *view);
void noslip_ensemble_view_clear(NoslipEnsembleView *view); /* the caller releases the reference to the layout */
/* Copies only the points in the scene (column `point` is 0, no quantity has a column), with a separate layout; `to`
 * must be empty. Clear it and release its layout. */
void noslip_ensemble_view_copy_points(NoslipEnsembleView *to, const NoslipEnsembleView *from);
/* Drops frames later than t. */
void noslip_ensemble_view_truncate(NoslipEnsembleView *view, double t);
void noslip_ensemble_view_add(NoslipEnsembleView *view, const NoslipEnsembleFrames *frames);

/* Reading one block at a time: all pointers are to NOSLIP_ENSEMBLE_LANES floats, of which noslip_ensemble_view_lanes()
 * are motions. */
guint noslip_ensemble_view_lanes(const NoslipEnsembleView *view, guint block);
guint noslip_ensemble_view_n_frames(const NoslipEnsembleView *view, guint block);
const float *noslip_ensemble_view_values(const NoslipEnsembleView *view, guint block, guint frame, guint column);
/* The column of a quantity of the run's table, or -1. */
int noslip_ensemble_view_column(const NoslipEnsembleView *view, int quantity);
/* The frame at or before t (with fraction) of a block; FALSE if it has none. */
gboolean noslip_ensemble_view_at(const NoslipEnsembleView *view, guint block, double t, guint *frame, double *fraction);
/* Values of a column of a block at this place, interpolated linearly between frames. */
void noslip_ensemble_view_read(const NoslipEnsembleView *view, guint block, guint frame, double fraction, guint column,
                               float *values);
