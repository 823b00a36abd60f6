/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/ensemble/ensemble-view.h"

#include <math.h>
#include <string.h>

NoslipEnsembleLayout *
noslip_ensemble_layout_ref(NoslipEnsembleLayout *layout)
{
  atomic_fetch_add_explicit(&layout->references, 1, memory_order_relaxed);
  return layout;
}

void
noslip_ensemble_layout_unref(NoslipEnsembleLayout *layout)
{
  if (!layout || atomic_fetch_sub_explicit(&layout->references, 1, memory_order_acq_rel) != 1)
    return;
  g_free(layout->columns);
  g_free(layout);
}

void
noslip_ensemble_frames_free(NoslipEnsembleFrames *frames)
{
  if (!frames)
    return;
  g_free(frames->times);
  g_free(frames->values);
  g_free(frames->low);
  g_free(frames->high);
  g_free(frames);
}

void
noslip_ensemble_view_init(NoslipEnsembleView *view)
{
  guint64 revision = view->revision + 1;
  *view = (NoslipEnsembleView){.computed = NAN, .revision = revision};
}

void
noslip_ensemble_view_clear(NoslipEnsembleView *view)
{
  for (guint b = 0; view->layout && b < view->layout->n_blocks; b++)
    g_array_unref(view->blocks[b]);
  g_free(view->blocks);
  if (view->times)
    g_array_unref(view->times);
  g_free(view->low);
  g_free(view->high);
  g_free(view->shades);
  g_free(view->why);
  noslip_ensemble_view_init(view);
}

static gsize
frame_size(const NoslipEnsembleView *view)
{
  return (gsize) view->layout->n_columns * NOSLIP_ENSEMBLE_LANES;
}

guint
noslip_ensemble_view_n_frames(const NoslipEnsembleView *view, guint block)
{
  return (guint) (view->blocks[block]->len / frame_size(view));
}

guint
noslip_ensemble_view_lanes(const NoslipEnsembleView *view, guint block)
{
  return MIN(NOSLIP_ENSEMBLE_LANES, view->layout->n_motions - block * NOSLIP_ENSEMBLE_LANES);
}

const float *
noslip_ensemble_view_values(const NoslipEnsembleView *view, guint block, guint frame, guint column)
{
  return &g_array_index(view->blocks[block], float, frame *frame_size(view) + (gsize) column * NOSLIP_ENSEMBLE_LANES);
}

int
noslip_ensemble_view_column(const NoslipEnsembleView *view, int quantity)
{
  if (!view->layout || quantity < 0 || (guint) quantity >= view->layout->n_quantities)
    return -1;
  return view->layout->columns[quantity];
}

void
noslip_ensemble_view_copy_points(NoslipEnsembleView *to, const NoslipEnsembleView *from)
{
  noslip_ensemble_view_init(to);
  if (!from || !from->layout)
    return;
  const gsize lanes = 3 * NOSLIP_ENSEMBLE_LANES;
  NoslipEnsembleLayout *layout = g_new0(NoslipEnsembleLayout, 1);
  *layout = (NoslipEnsembleLayout){.n_motions = from->layout->n_motions,
                                   .n_blocks = from->layout->n_blocks,
                                   .n_columns = 3,
                                   .n_frames = from->layout->n_frames,
                                   .every = from->layout->every};
  atomic_init(&layout->references, 1);
  to->layout = layout;
  to->times = g_array_copy(from->times);
  to->shades = g_memdup2(from->shades, (gsize) layout->n_blocks * NOSLIP_ENSEMBLE_LANES * sizeof(float));
  to->low = g_memdup2(from->low + from->layout->point, 3 * sizeof(float));
  to->high = g_memdup2(from->high + from->layout->point, 3 * sizeof(float));
  to->blocks = g_new0(GArray *, layout->n_blocks + 1);
  for (guint b = 0; b < layout->n_blocks; b++) {
    guint n = noslip_ensemble_view_n_frames(from, b);
    to->blocks[b] = g_array_sized_new(FALSE, FALSE, sizeof(float), (guint) (n * lanes));
    for (guint f = 0; f < n; f++)
      g_array_append_vals(to->blocks[b], noslip_ensemble_view_values(from, b, f, from->layout->point), (guint) lanes);
  }
  to->computed = from->computed;
}

/* The last of the first n frames whose time is not after t. */
static guint
find(const NoslipEnsembleView *view, guint n, double t)
{
  guint low = 0, high = n;
  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (g_array_index(view->times, double, middle) <= t)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 ? low - 1 : 0;
}

gboolean
noslip_ensemble_view_at(const NoslipEnsembleView *view, guint block, double t, guint *frame, double *fraction)
{
  guint n = view->layout ? noslip_ensemble_view_n_frames(view, block) : 0;
  if (n == 0)
    return FALSE;
  *frame = find(view, n, t);
  *fraction = 0;
  if (*frame + 1 < n) {
    double from = g_array_index(view->times, double, *frame), to = g_array_index(view->times, double, *frame + 1);
    *fraction = to > from ? CLAMP((t - from) / (to - from), 0, 1) : 0;
  }
  return TRUE;
}

void
noslip_ensemble_view_read(const NoslipEnsembleView *view, guint block, guint frame, double fraction, guint column,
                          float *values)
{
  const float *from = noslip_ensemble_view_values(view, block, frame, column);
  memcpy(values, from, NOSLIP_ENSEMBLE_LANES * sizeof(float));
  if (!(fraction > 0))
    return;
  const float *to = noslip_ensemble_view_values(view, block, frame + 1, column);
  for (guint lane = 0; lane < NOSLIP_ENSEMBLE_LANES; lane++)
    values[lane] += (float) fraction * (to[lane] - from[lane]);
}

void
noslip_ensemble_view_truncate(NoslipEnsembleView *view, double t)
{
  guint keep =
      view->times->len > 0 && g_array_index(view->times, double, 0) <= t ? find(view, view->times->len, t) + 1 : 0;
  g_array_set_size(view->times, keep);
  for (guint b = 0; b < view->layout->n_blocks; b++)
    if (noslip_ensemble_view_n_frames(view, b) > keep)
      g_array_set_size(view->blocks[b], (guint) (keep * frame_size(view)));
  view->kept = keep;
  view->revision++;
}

static void
update_progress(NoslipEnsembleView *view)
{
  const NoslipEnsembleLayout *layout = view->layout;
  guint least = G_MAXUINT;
  guint64 sum = 0;
  for (guint b = 0; b < layout->n_blocks; b++) {
    guint n = noslip_ensemble_view_n_frames(view, b);
    least = MIN(least, n);
    sum += n - MIN(n, view->kept);
  }
  view->computed = least > 0 && least <= view->times->len ? g_array_index(view->times, double, least - 1) : NAN;
  view->progress = layout->n_frames > 0 ? (double) sum / ((double) layout->n_frames * layout->n_blocks) : 1;
}

void
noslip_ensemble_view_add(NoslipEnsembleView *view, const NoslipEnsembleFrames *frames)
{
  guint first = view->kept + frames->first;
  g_return_if_fail(first == noslip_ensemble_view_n_frames(view, frames->block));
  for (guint f = 0; f < frames->n_frames; f++)
    if (first + f >= view->times->len)
      g_array_append_val(view->times, frames->times[f]);
  g_array_append_vals(view->blocks[frames->block], frames->values, (guint) (frames->n_frames * frame_size(view)));
  for (guint c = 0; c < view->layout->n_columns; c++) {
    view->low[c] = fminf(view->low[c], frames->low[c]);
    view->high[c] = fmaxf(view->high[c], frames->high[c]);
  }
  update_progress(view);
}
