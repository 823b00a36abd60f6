/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The threads of a sweep: each takes the next block of jobs; the order of the rows is kept. */
#include "app/cli/sweep/crew.h"

#include "app/cli/past.h"
#include "app/cli/sweep/sweep.h"
#include "core/expr/tape.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOOK_AGAIN (G_USEC_PER_SEC / 5)

typedef struct {
  const Sweep *sweep;
  SweepJournal *journal;
  pthread_mutex_t lock; /* not GMutex: the thread sanitizer supports this one */
  pthread_cond_t ended;
  guint64 next; /* block to take */
  guint working;
  gboolean stop;
  NoslipDiagnostic *error; /* the first */
} Crew;

static gboolean
take_block(Crew *crew, guint64 *block)
{
  pthread_mutex_lock(&crew->lock);
  while (crew->next < crew->sweep->n_blocks && sweep_journal_has(crew->journal, crew->next))
    crew->next++;
  gboolean more = crew->next < crew->sweep->n_blocks && !crew->stop;
  *block = crew->next;
  crew->next += more;
  pthread_mutex_unlock(&crew->lock);
  return more && !__atomic_load_n(&cli_cancelled, __ATOMIC_RELAXED);
}

static void
stop_crew(Crew *crew, NoslipDiagnostic *error)
{
  pthread_mutex_lock(&crew->lock);
  crew->stop = TRUE;
  if (crew->error == NULL)
    crew->error = error;
  else
    noslip_diagnostic_free(error);
  pthread_mutex_unlock(&crew->lock);
}

static gpointer
work(gpointer data)
{
  Crew *crew = data;
  SweepWorker *worker = sweep_worker_new(crew->sweep);
  GString *text = g_string_new(NULL);
  guint64 block;
  while (take_block(crew, &block)) {
    guint64 counts[4] = {0};
    NoslipDiagnostic *error = NULL;
    g_string_truncate(text, 0);
    if (!sweep_worker_block(worker, block, text, counts, &error) ||
        !sweep_journal_add(crew->journal, block, text, counts)) {
      stop_crew(crew, error);
      break;
    }
  }
  g_string_free(text, TRUE);
  sweep_worker_free(worker);
  pthread_mutex_lock(&crew->lock);
  crew->working--;
  pthread_cond_signal(&crew->ended);
  pthread_mutex_unlock(&crew->lock);
  return NULL;
}

/* "1234 of 10000 motions, 12 %, 30 s left" on one line of a terminal. */
static void
show_progress(const Sweep *sweep, SweepJournal *journal, guint64 before, gint64 since)
{
  guint64 counts[4], done = 0;
  sweep_journal_counts(journal, counts);
  for (guint i = 0; i < 4; i++)
    done += counts[i];
  fprintf(stderr, "\r%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " motions, %d %%", done, sweep->n,
          (int) (100 * done / MAX(sweep->n, 1)));
  double seconds = (double) (g_get_monotonic_time() - since) / G_USEC_PER_SEC;
  if (done > before && seconds > 1)
    fprintf(stderr, ", %.0f s left ", seconds * (double) (sweep->n - done) / (double) (done - before));
  fflush(stderr);
}

NoslipDiagnostic *
sweep_compute(const Sweep *sweep, SweepJournal *journal, guint jobs)
{
  Crew crew = {.sweep = sweep, .journal = journal, .working = jobs};
  g_autofree GThread **threads = g_new0(GThread *, jobs);
  guint64 counts[4], before = 0;
  gint64 since = g_get_monotonic_time();
  gboolean terminal = isatty(STDERR_FILENO);
  sweep_journal_counts(journal, counts);
  for (guint i = 0; i < 4; i++)
    before += counts[i];
  pthread_mutex_init(&crew.lock, NULL);
  pthread_cond_init(&crew.ended, NULL);
  for (guint i = 0; i < jobs; i++)
    threads[i] = g_thread_new("sweep", work, &crew);
  pthread_mutex_lock(&crew.lock);
  while (crew.working > 0) {
    gint64 until = g_get_real_time() + LOOK_AGAIN;
    struct timespec time = {.tv_sec = until / G_USEC_PER_SEC, .tv_nsec = until % G_USEC_PER_SEC * 1000};
    pthread_cond_timedwait(&crew.ended, &crew.lock, &time);
    if (terminal)
      show_progress(sweep, journal, before, since);
  }
  pthread_mutex_unlock(&crew.lock);
  for (guint i = 0; i < jobs; i++)
    g_thread_join(threads[i]);
  if (terminal)
    fprintf(stderr, "\r\033[K");
  pthread_mutex_destroy(&crew.lock);
  pthread_cond_destroy(&crew.ended);
  return crew.error;
}
