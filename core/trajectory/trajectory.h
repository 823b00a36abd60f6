/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trajectory: rows in append-only chunks, each with the parameters it was computed with.
 * The layout of a row is that of system/row.h. */
#pragma once

#include "core/system/row.h"

#define NOSLIP_CHUNK_ROWS 256

/* Rows that share parameters. Immutable once published, reference-counted. */
typedef struct {
  guint n_rows;
  guint row_size;
  double *rows;       /* n_rows x row_size */
  double *parameters; /* n_parameters */
  guint64 segment;    /* rows of one unbroken motion share this number; moving a slider or dragging starts a new one */
  gatomicrefcount references;
} NoslipChunk;
NoslipChunk *noslip_chunk_new(const NoslipSystem *system, guint capacity, const double *parameters);
NoslipChunk *noslip_chunk_ref(NoslipChunk *chunk);
void noslip_chunk_unref(NoslipChunk *chunk);

typedef struct _NoslipTrajectory NoslipTrajectory; /* not thread-safe: its owner appends and reads */
NoslipTrajectory *noslip_trajectory_new(NoslipSystem *system);
void noslip_trajectory_free(NoslipTrajectory *trajectory);
void noslip_trajectory_append(NoslipTrajectory *trajectory, NoslipChunk *chunk); /* takes a reference */
/* Drops rows later than t (after a slider was moved at t); the row at t is kept. */
void noslip_trajectory_truncate(NoslipTrajectory *trajectory, double t);
guint noslip_trajectory_n_rows(const NoslipTrajectory *trajectory);
const double *noslip_trajectory_row(const NoslipTrajectory *trajectory, guint row, const NoslipChunk **chunk);
double noslip_trajectory_end(const NoslipTrajectory *trajectory); /* time of the last row, NaN if empty */
/* The last row whose time is <= t (0 if none). */
guint noslip_trajectory_find(const NoslipTrajectory *trajectory, double t);
guint noslip_trajectory_n_chunks(const NoslipTrajectory *trajectory);
const NoslipChunk *noslip_trajectory_chunk(const NoslipTrajectory *trajectory, guint chunk);
/* A row at any time between rows: cubic Hermite in x and y using their rates, linear in the other columns. */
gboolean noslip_trajectory_at(const NoslipTrajectory *trajectory, double t, double *row);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipTrajectory, noslip_trajectory_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipChunk, noslip_chunk_unref)
