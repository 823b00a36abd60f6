/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/steer-front.h"

#include "core/finder/steer/front.h"
#include "core/finder/steer/steer.h"

#include <math.h>
#include <string.h>

#define DIRECTIONS 8
#define MULTIPLIERS 41
#define FAINT 0.35 /* opacity beyond the cut */

struct _NoslipFrontWork {
  NoslipSystem *system; /* a reference */
  double *parameters, *xy;
  double time;
  NoslipDiagnostic *error;
  GMutex lock;
  double *ends;      /* protected by the lock: directions x multipliers x m, NaN where there is none */
  double *conjugate; /* protected by the lock: directions x multipliers; NaN: not known */
  double *cut;       /* likewise */
  gboolean whole;    /* protected by the lock: all cuts that can be found are known */
  double *drawn[2];  /* window's thread: directions x multipliers x 2; strong and faint */
};

static void
work_free(gpointer data)
{
  NoslipFrontWork *work = data;
  noslip_system_unref(work->system);
  g_clear_pointer(&work->error, noslip_diagnostic_free);
  g_mutex_clear(&work->lock);
  g_free(work->parameters);
  g_free(work->xy);
  g_free(work->ends);
  g_free(work->conjugate);
  g_free(work->cut);
  g_free(work->drawn[0]);
  g_free(work->drawn[1]);
  g_free(work);
}

/* On the job's thread. */
static void
found(guint direction, guint multiplier, const NoslipFrontPoint *point, gpointer data)
{
  NoslipFrontWork *work = data;
  gsize at = (gsize) direction * MULTIPLIERS + multiplier;
  g_mutex_lock(&work->lock);
  if (point->end)
    memcpy(work->ends + at * work->system->m, point->end, sizeof(double) * work->system->m);
  work->conjugate[at] = point->conjugate;
  work->cut[at] = point->cut;
  g_mutex_unlock(&work->lock);
}

static gboolean
run(NoslipJob *job, gpointer data, GError **ignored)
{
  NoslipFrontWork *work = data;
  NoslipSystem *steered = noslip_steer_system(work->system);
  const NoslipFrontOptions options = {
      .xy = work->xy, .time = work->time, .speed = 1, .n_directions = DIRECTIONS, .n_multipliers = MULTIPLIERS};
  gboolean good =
      noslip_front_run(steered, work->parameters, &options, found, work, noslip_job_cancel_flag(job), &work->error);
  noslip_system_unref(steered);
  g_mutex_lock(&work->lock);
  work->whole = good && !g_atomic_int_get(noslip_job_cancel_flag(job));
  g_mutex_unlock(&work->lock);
  return good;
}

static double *
nothing(gsize n)
{
  double *values = g_new(double, n);
  for (gsize i = 0; i < n; i++)
    values[i] = NAN;
  return values;
}

void
noslip_front_work_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation, double time)
{
  const NoslipStart *start = noslip_simulation_start(simulation);
  NoslipFrontWork *work = g_new0(NoslipFrontWork, 1);
  gsize n = (gsize) DIRECTIONS * MULTIPLIERS;
  work->system = noslip_system_ref(noslip_simulation_system(simulation));
  work->parameters = g_memdup2(start->parameters, sizeof(double) * MAX(work->system->n_parameters, 1));
  work->xy = g_memdup2(start->found, sizeof(double) * (work->system->m + work->system->n));
  work->time = time;
  work->ends = nothing(n * work->system->m);
  work->conjugate = nothing(n);
  work->cut = nothing(n);
  work->drawn[0] = nothing(2 * n);
  work->drawn[1] = nothing(2 * n);
  g_mutex_init(&work->lock);
  noslip_search_begin(search, key, run, work, work_free);
}

const NoslipDiagnostic *
noslip_front_work_error(const NoslipFrontWork *work)
{
  return work->error;
}

/* Whether an extremal ends before its cut, or if that cannot be known before its first conjugate point. */
static gboolean
is_before(const NoslipFrontWork *work, gsize i)
{
  double last = isnan(work->cut[i]) && work->whole ? work->conjugate[i] : work->cut[i];
  return last >= work->time * (1 - 1e-6);
}

/* Splits the front into a strong and a faint curve. Points where they meet belong to both, so that there is no gap. */
static void
take_points(NoslipFrontWork *work, const guint axes[2])
{
  guint m = work->system->m;
  g_mutex_lock(&work->lock);
  for (gsize i = 0; i < (gsize) DIRECTIONS * MULTIPLIERS; i++) {
    gboolean strong = is_before(work, i), changes = (i + 1) % MULTIPLIERS > 0 && strong != is_before(work, i + 1);
    for (guint part = 0; part < 2; part++)
      for (guint a = 0; a < 2; a++)
        work->drawn[part][2 * i + a] = (part == 0) == strong || changes ? work->ends[i * m + axes[a]] : (double) NAN;
  }
  g_mutex_unlock(&work->lock);
}

void
noslip_front_work_draw(NoslipFrontWork *work, const guint axes[2], gboolean whole, const NoslipTheme *theme,
                       NoslipFigure *figure)
{
  take_points(work, axes);
  for (guint part = whole ? 2 : 1; part-- > 0;)
    for (guint direction = 0; direction < DIRECTIONS; direction++) {
      NoslipSeries series;
      noslip_series_init(&series);
      series.x = work->drawn[part] + (gsize) 2 * direction * MULTIPLIERS;
      series.y = series.x + 1;
      series.n = MULTIPLIERS;
      series.x_stride = series.y_stride = 2;
      series.color = part == 0 ? noslip_theme_series_color(theme, 1) : theme->dim;
      series.alpha = part == 0 ? 0.8 : FAINT;
      series.width = 0.7 * theme->line_width;
      series.quiet = TRUE;
      noslip_figure_add_series(figure, &series);
    }
}

void
noslip_front_work_counts(NoslipFrontWork *work, NoslipFrontCounts *counts)
{
  *counts = (NoslipFrontCounts){.all = DIRECTIONS * MULTIPLIERS};
  g_mutex_lock(&work->lock);
  for (gsize i = 0; i < counts->all; i++) {
    counts->ends += isfinite(work->ends[i * work->system->m]);
    counts->before += work->conjugate[i] >= work->time;
    counts->behind += work->conjugate[i] < work->time;
    counts->cut_known += !isnan(work->cut[i]);
    counts->sphere += !isnan(work->cut[i]) && is_before(work, i);
  }
  g_mutex_unlock(&work->lock);
}
