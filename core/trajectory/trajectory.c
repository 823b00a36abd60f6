/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trajectory/trajectory.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

struct _NoslipTrajectory {
  NoslipSystem *system;
  GPtrArray *chunks; /* NoslipChunk *, none of them empty */
  GArray *starts;    /* guint: index of the first row of each chunk, then the number of all rows */
  guint row_size;

  /* xdot^i = rho^i_alpha y^alpha, for the Hermite polynomial; created at the first interpolation. */
  NoslipTapeWorkspace *velocity;
  const NoslipChunk *constants_of; /* the chunk whose parameters the workspace holds */
  double *xdot;                    /* 2 x m: at both ends of the interval */
};

NoslipChunk *
noslip_chunk_new(const NoslipSystem *system, guint capacity, const double *parameters)
{
  NoslipChunk *chunk = g_new0(NoslipChunk, 1);
  chunk->row_size = noslip_row_size(system);
  chunk->rows = g_new0(double, (gsize) MAX(capacity, 1) * chunk->row_size);
  chunk->parameters = g_new0(double, MAX(system->n_parameters, 1));
  if (parameters != NULL && system->n_parameters > 0)
    memcpy(chunk->parameters, parameters, system->n_parameters * sizeof(double));
  g_atomic_ref_count_init(&chunk->references);
  return chunk;
}

NoslipChunk *
noslip_chunk_ref(NoslipChunk *chunk)
{
  g_atomic_ref_count_inc(&chunk->references);
  return chunk;
}

void
noslip_chunk_unref(NoslipChunk *chunk)
{
  if (chunk == NULL || !g_atomic_ref_count_dec(&chunk->references))
    return;
  g_free(chunk->rows);
  g_free(chunk->parameters);
  g_free(chunk);
}

NoslipTrajectory *
noslip_trajectory_new(NoslipSystem *system)
{
  NoslipTrajectory *trajectory = g_new0(NoslipTrajectory, 1);
  trajectory->system = noslip_system_ref(system);
  trajectory->chunks = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_chunk_unref);
  trajectory->starts = g_array_new(FALSE, TRUE, sizeof(guint));
  g_array_set_size(trajectory->starts, 1);
  trajectory->row_size = noslip_row_size(system);
  return trajectory;
}

void
noslip_trajectory_free(NoslipTrajectory *trajectory)
{
  if (trajectory == NULL)
    return;
  if (trajectory->velocity != NULL)
    noslip_tape_workspace_free(trajectory->velocity);
  g_free(trajectory->xdot);
  g_ptr_array_unref(trajectory->chunks);
  g_array_unref(trajectory->starts);
  noslip_system_unref(trajectory->system);
  g_free(trajectory);
}

void
noslip_trajectory_append(NoslipTrajectory *trajectory, NoslipChunk *chunk)
{
  if (chunk->n_rows == 0)
    return;
  guint end = noslip_trajectory_n_rows(trajectory) + chunk->n_rows;
  g_ptr_array_add(trajectory->chunks, noslip_chunk_ref(chunk));
  g_array_append_val(trajectory->starts, end);
}

guint
noslip_trajectory_n_rows(const NoslipTrajectory *trajectory)
{
  return g_array_index(trajectory->starts, guint, trajectory->chunks->len);
}

guint
noslip_trajectory_n_chunks(const NoslipTrajectory *trajectory)
{
  return trajectory->chunks->len;
}

const NoslipChunk *
noslip_trajectory_chunk(const NoslipTrajectory *trajectory, guint chunk)
{
  return g_ptr_array_index(trajectory->chunks, chunk);
}

static inline double
chunk_time(const NoslipChunk *chunk, guint row)
{
  return chunk->rows[(gsize) row * chunk->row_size];
}

const double *
noslip_trajectory_row(const NoslipTrajectory *trajectory, guint row, const NoslipChunk **chunk)
{
  if (row >= noslip_trajectory_n_rows(trajectory)) {
    if (chunk != NULL)
      *chunk = NULL;
    return NULL;
  }
  guint low = 0, high = trajectory->chunks->len; /* the chunk is in [low, high) */
  while (high - low > 1) {
    guint middle = low + (high - low) / 2;
    if (g_array_index(trajectory->starts, guint, middle) <= row)
      low = middle;
    else
      high = middle;
  }
  const NoslipChunk *found = g_ptr_array_index(trajectory->chunks, low);
  if (chunk != NULL)
    *chunk = found;
  return found->rows + (gsize) (row - g_array_index(trajectory->starts, guint, low)) * found->row_size;
}

double
noslip_trajectory_end(const NoslipTrajectory *trajectory)
{
  if (trajectory->chunks->len == 0)
    return NAN;
  const NoslipChunk *last = g_ptr_array_index(trajectory->chunks, trajectory->chunks->len - 1);
  return chunk_time(last, last->n_rows - 1);
}

guint
noslip_trajectory_find(const NoslipTrajectory *trajectory, double t)
{
  guint low = 0, high = trajectory->chunks->len;
  if (high == 0)
    return 0;
  while (high - low > 1) {
    guint middle = low + (high - low) / 2;
    if (chunk_time(g_ptr_array_index(trajectory->chunks, middle), 0) <= t)
      low = middle;
    else
      high = middle;
  }
  const NoslipChunk *chunk = g_ptr_array_index(trajectory->chunks, low);
  guint start = g_array_index(trajectory->starts, guint, low);
  low = 0;
  high = chunk->n_rows;
  while (high - low > 1) {
    guint middle = low + (high - low) / 2;
    if (chunk_time(chunk, middle) <= t)
      low = middle;
    else
      high = middle;
  }
  return start + low;
}

/* Chunks are shared and immutable, so a chunk cut at t is replaced by a shorter copy. */
void
noslip_trajectory_truncate(NoslipTrajectory *trajectory, double t)
{
  if (isnan(t))
    return;
  while (trajectory->chunks->len > 0) {
    guint last = trajectory->chunks->len - 1;
    NoslipChunk *chunk = g_ptr_array_index(trajectory->chunks, last);
    if (chunk_time(chunk, chunk->n_rows - 1) <= t)
      return;
    guint keep = 0;
    while (keep < chunk->n_rows && chunk_time(chunk, keep) <= t)
      keep++;
    NoslipChunk *shorter = NULL;
    if (keep > 0) {
      shorter = noslip_chunk_new(trajectory->system, keep, chunk->parameters);
      shorter->n_rows = keep;
      shorter->segment = chunk->segment;
      memcpy(shorter->rows, chunk->rows, (gsize) keep * chunk->row_size * sizeof(double));
    }
    trajectory->constants_of = NULL; /* a new chunk may get the same address */
    g_ptr_array_set_size(trajectory->chunks, (gint) last);
    g_array_set_size(trajectory->starts, last + 1);
    if (shorter != NULL) {
      noslip_trajectory_append(trajectory, shorter);
      noslip_chunk_unref(shorter);
      return;
    }
  }
}

static void
prepare_velocity(NoslipTrajectory *trajectory)
{
  const NoslipSystem *system = trajectory->system;
  g_autofree NoslipExpr *symbols = noslip_program_state_symbols(system);
  g_autofree NoslipExpr *outputs = noslip_exprs_new(system->m);
  for (guint i = 0; i < system->m; i++)
    outputs[i] = system->coordinates[i].velocity;
  g_autoptr(NoslipTape) tape =
      noslip_program_new(system, system->graph, 1 + system->m + system->n, symbols, system->m, outputs);
  trajectory->velocity = noslip_tape_workspace_new(tape);
  trajectory->xdot = g_new0(double, MAX(2 * system->m, 1));
}

/* The cubic with values a, b and rates da, db at the ends of an interval of length h, at the fraction s of it. An
 * unknown rate is replaced by the slope of the chord. */
static double
hermite(double a, double b, double da, double db, double h, double s)
{
  double r = 1 - s;
  double cubic = a * r * r * (1 + 2 * s) + b * s * s * (1 + 2 * r) + h * r * s * (da * r - db * s);
  return isfinite(cubic) ? cubic : a * r + b * s;
}

gboolean
noslip_trajectory_at(const NoslipTrajectory *trajectory, double t, double *row)
{
  guint n_rows = noslip_trajectory_n_rows(trajectory);
  if (n_rows == 0 || isnan(t))
    return FALSE;
  const NoslipSystem *system = trajectory->system;
  guint left = noslip_trajectory_find(trajectory, t);
  const NoslipChunk *chunk, *next_chunk = NULL;
  const double *a = noslip_trajectory_row(trajectory, left, &chunk);
  const double *b = left + 1 < n_rows ? noslip_trajectory_row(trajectory, left + 1, &next_chunk) : NULL;
  memcpy(row, a, trajectory->row_size * sizeof(double));
  if (b == NULL || t <= a[0] || next_chunk->segment != chunk->segment)
    return TRUE;

  /* The workspace is a cache: writing to it does not change the trajectory for callers. */
  NoslipTrajectory *cache = (NoslipTrajectory *) trajectory;
  if (cache->velocity == NULL)
    prepare_velocity(cache);
  if (cache->constants_of != chunk) {
    noslip_tape_set_constants(cache->velocity, chunk->parameters);
    cache->constants_of = chunk;
  }
  double *da = cache->xdot, *db = cache->xdot + system->m;
  noslip_tape_evaluate(cache->velocity, a, da); /* a row begins with t, x and y */
  noslip_tape_evaluate(cache->velocity, b, db);

  double h = b[0] - a[0], s = (t - a[0]) / h;
  guint x = noslip_row_x(system), y = noslip_row_y(system), ydot = noslip_row_ydot(system);
  for (guint i = 0; i < system->m; i++)
    row[x + i] = hermite(a[x + i], b[x + i], da[i], db[i], h, s);
  for (guint i = 0; i < system->n; i++)
    row[y + i] = hermite(a[y + i], b[y + i], a[ydot + i], b[ydot + i], h, s);
  for (guint i = ydot; i < trajectory->row_size; i++)
    row[i] = a[i] + (b[i] - a[i]) * s;
  row[0] = t;
  return TRUE;
}
