/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/find/lyapunov-motions.h"
#include "app/cli/progress.h"
#include "core/dynamics/start.h"
#include "core/finder/lyapunov/lyapunov.h"
#include "core/trajectory/csv.h"

#include <math.h>
#include <pthread.h>

typedef struct {
  const LyapunovMotions *motions;
  SweepJournal *journal;
  pthread_mutex_t lock; /* not GMutex: the thread sanitizer supports this one */
  guint64 next;         /* the next motion for a thread to take */
  guint done;           /* blocks of time */
  gboolean failed;      /* the journal could not be written */
} Crew;

/* What one thread computes with. */
typedef struct {
  const LyapunovMotions *motions;
  NoslipStarter *starter;
  NoslipLyapunovFinder *finder;
  double *values, *parameters, *xy, *mu;
  NoslipOverride *overrides;
} Worker;

static void
worker_start(Worker *worker, const LyapunovMotions *motions)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  const CliProblem *problem = &motions->grid.problem;
  const NoslipSystem *system = problem->system;
  *worker = (Worker){.motions = motions};
  worker->starter = noslip_start_new(problem->system, problem->kind);
  worker->finder = noslip_lyapunov_finder_new(motions->grid.dynamics, &error); /* possible: it was tried before */
  worker->values = g_new0(double, (gsize) motions->grid.axes->len + 1);
  worker->parameters = g_new0(double, (gsize) system->n_parameters + 1);
  worker->xy = g_new0(double, (gsize) system->m + system->n + 1);
  worker->mu = g_new0(double, (gsize) system->k + 1);
  worker->overrides = g_new0(NoslipOverride, (gsize) problem->overrides->len + motions->grid.axes->len + 1);
}

static void
worker_end(Worker *worker)
{
  noslip_starter_free(worker->starter);
  noslip_lyapunov_finder_free(worker->finder);
  g_free(worker->values);
  g_free(worker->parameters);
  g_free(worker->xy);
  g_free(worker->mu);
  g_free(worker->overrides);
}

/* The values, parameters and initial state of a motion; FALSE if there is no such state. */
static gboolean
start_motion(Worker *worker, guint64 point, NoslipDiagnostics *diagnostics)
{
  const Sweep *grid = &worker->motions->grid;
  sweep_grid_values(grid, point, worker->values);
  guint n = sweep_grid_set(grid, worker->values, worker->parameters, worker->overrides);
  return noslip_starter_state(worker->starter, worker->parameters, n, worker->overrides, worker->xy,
                              worker->xy + grid->problem.system->m, worker->mu, diagnostics);
}

int
lyapunov_motions_prepare(LyapunovMotions *motions)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipLyapunovFinder) finder = noslip_lyapunov_finder_new(motions->grid.dynamics, &error);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  Worker worker;
  guint dimension = 0;
  if (finder == NULL)
    return cli_report_one(error);
  worker_start(&worker, motions);
  for (guint64 point = 0; point < motions->grid.n_points && dimension == 0; point++)
    if (start_motion(&worker, point, diagnostics))
      dimension = noslip_lyapunov_finder_dimension(finder, worker.parameters, worker.xy);
  worker_end(&worker);
  motions->columns = motions->count > 0 ? MIN(motions->count, dimension) : dimension;
  if (motions->count > dimension && dimension > 0)
    cli_message("note: there are %u exponents, as many as M has dimensions; %u were asked for", dimension,
                motions->count);
  return dimension > 0 ? CLI_DONE : cli_worse(cli_report(diagnostics), CLI_INPUT);
}

char *
lyapunov_motions_header(const LyapunovMotions *motions)
{
  GString *header = g_string_new("motion");
  for (guint i = 0; i < motions->grid.axes->len; i++) {
    const SweepAxis *axis = &g_array_index(motions->grid.axes, SweepAxis, i);
    g_string_append_printf(header, axis->parameter >= 0 ? ",%s" : ",initial[%s]", axis->name);
  }
  for (guint i = 0; i < motions->columns; i++)
    g_string_append_printf(header, ",exponent%u", i + 1);
  for (guint i = 0; i < motions->columns; i++)
    g_string_append_printf(header, ",error%u", i + 1);
  g_string_append(header, ",status\n");
  return g_string_free(header, FALSE);
}

static void
append_numbers(GString *text, guint n, guint present, const double *numbers)
{
  for (guint i = 0; i < n; i++) {
    g_string_append_c(text, ',');
    noslip_csv_number(text, i < present ? numbers[i] : (double) NAN);
  }
}

/* The row of a motion, of nan if it did not come to its end; returns its status, -1 if it was interrupted. */
static int
compute_motion(Worker *worker, guint64 point, guint *done, GString *text)
{
  const LyapunovMotions *motions = worker->motions;
  const NoslipRunOptions *run = &motions->grid.problem.options;
  const NoslipLyapunovOptions options = {.to = run->to,
                                         .rtol = run->rtol,
                                         .atol = run->atol,
                                         .count = motions->count,
                                         .seed = motions->seed,
                                         .done = done};
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipLyapunov) found = NULL;
  int status = CLI_INPUT;
  if (start_motion(worker, point, diagnostics)) {
    found = noslip_lyapunov_finder_measure(worker->finder, worker->parameters, worker->xy, &options, &cli_cancelled,
                                           &error);
    if (error != NULL && error->code == NOSLIP_CODE_CANCELLED)
      return -1;
    status = found != NULL ? CLI_DONE : CLI_STOPPED;
  }
  g_string_append_printf(text, "%" G_GUINT64_FORMAT, point);
  append_numbers(text, motions->grid.axes->len, motions->grid.axes->len, worker->values);
  append_numbers(text, motions->columns, found != NULL ? found->n : 0, found != NULL ? found->exponents : NULL);
  append_numbers(text, motions->columns, found != NULL ? found->n : 0, found != NULL ? found->errors : NULL);
  g_string_append_printf(text, ",%d\n", status);
  return status;
}

static gboolean
take_motion(Crew *crew, guint64 *motion)
{
  guint64 n = crew->motions->grid.n_points;
  pthread_mutex_lock(&crew->lock);
  while (crew->next < n && sweep_journal_has(crew->journal, crew->next))
    crew->next++;
  *motion = crew->next;
  gboolean more = crew->next < n && !crew->failed;
  crew->next += more;
  pthread_mutex_unlock(&crew->lock);
  return more && !g_atomic_int_get(&cli_cancelled);
}

static gpointer
work(gpointer data)
{
  Crew *crew = data;
  Worker worker;
  g_autoptr(GString) text = g_string_new(NULL);
  guint64 motion;
  worker_start(&worker, crew->motions);
  while (take_motion(crew, &motion)) {
    guint64 counts[4] = {0};
    g_string_truncate(text, 0);
    int status = compute_motion(&worker, motion, &crew->done, text);
    if (status < 0)
      break;
    counts[status] = 1;
    if (sweep_journal_add(crew->journal, motion, text, counts))
      continue;
    pthread_mutex_lock(&crew->lock);
    crew->failed = TRUE;
    pthread_mutex_unlock(&crew->lock);
  }
  worker_end(&worker);
  return NULL;
}

gboolean
lyapunov_motions_compute(const LyapunovMotions *motions, SweepJournal *journal, guint jobs)
{
  g_autofree GThread **threads = g_new0(GThread *, jobs);
  guint64 n = motions->grid.n_points, counts[4];
  Crew crew = {.motions = motions, .journal = journal};
  crew.done = (guint) (sweep_journal_counts(journal, counts) * NOSLIP_LYAPUNOV_BLOCKS);
  pthread_mutex_init(&crew.lock, NULL);
  cli_progress_begin("blocks", &crew.done, (guint) (n * NOSLIP_LYAPUNOV_BLOCKS));
  for (guint i = 0; i < jobs; i++)
    threads[i] = g_thread_new("lyapunov", work, &crew);
  for (guint i = 0; i < jobs; i++)
    g_thread_join(threads[i]);
  cli_progress_end();
  pthread_mutex_destroy(&crew.lock);
  return sweep_journal_counts(journal, counts) == n;
}
