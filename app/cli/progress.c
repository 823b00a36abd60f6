/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/progress.h"

#include "app/cli/cli.h"

#include <stdio.h>
#include <unistd.h>

#define FIRST (G_USEC_PER_SEC / 2) /* work that takes less time shows no progress */
#define OFTEN (G_USEC_PER_SEC / 4)

/* A separate thread draws the line, so that computations need not. */
static struct {
  GThread *thread; /* NULL: no line is shown */
  GMutex lock;
  GCond ended;
  gboolean ends;
  const char *what;
  const guint *done;
  guint all;
} line;

static void
show(gint64 begun)
{
  double seconds = (double) (g_get_monotonic_time() - begun) / G_USEC_PER_SEC;
  if (line.all > 0)
    fprintf(stderr, "\r\033[K%s: %u of %u, %.0f s", line.what, (guint) g_atomic_int_get(line.done), line.all, seconds);
  else
    fprintf(stderr, "\r\033[K%s: %.0f s", line.what, seconds);
  fflush(stderr);
}

static gpointer
draw(gpointer data)
{
  (void) data;
  gint64 begun = g_get_monotonic_time(), next = begun + FIRST;
  gboolean shown = FALSE;
  g_mutex_lock(&line.lock);
  while (!line.ends) {
    if (!g_cond_wait_until(&line.ended, &line.lock, next) && !line.ends) {
      show(begun);
      shown = TRUE;
      next = g_get_monotonic_time() + OFTEN;
    }
  }
  g_mutex_unlock(&line.lock);
  if (shown)
    fputs("\r\033[K", stderr);
  fflush(stderr);
  return NULL;
}

void
cli_progress_begin(const char *what, const guint *done, guint all)
{
  if (!isatty(STDERR_FILENO) || line.thread != NULL)
    return;
  line.ends = FALSE;
  line.what = what;
  line.done = done;
  line.all = done != NULL ? all : 0;
  line.thread = g_thread_new("progress", draw, NULL);
}

void
cli_progress_end(void)
{
  if (line.thread == NULL)
    return;
  g_mutex_lock(&line.lock);
  line.ends = TRUE;
  g_cond_signal(&line.ended);
  g_mutex_unlock(&line.lock);
  g_thread_join(g_steal_pointer(&line.thread));
}
