/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/find/lyapunov-motions.h"
#include "app/cli/progress.h"
#include "core/base/decimal.h"
#include "core/dynamics/start.h"
#include "core/expr/tape.h"
#include "core/finder/lyapunov/lyapunov.h"
#include "core/trajectory/csv.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

gboolean
lyapunov_records_recall(guint block, guint length, double *record, gpointer data)
{
  const LyapunovRecords *records = data;
  guint64 place = records->first + block;
  g_autoptr(GString) text = g_string_new(NULL);
  if (!sweep_journal_has(records->journal, place) || !sweep_journal_block(records->journal, place, text))
    return FALSE;
  const char *at = text->str;
  for (guint i = 0; i < length; i++)
    if (!noslip_decimal_prefix(at, &record[i], &at))
      return FALSE;
  return strcmp(at, "\n") == 0;
}

void
lyapunov_records_keep(guint block, guint length, const double *record, gpointer data)
{
  const LyapunovRecords *records = data;
  const guint64 counts[4] = {records->counted};
  g_autoptr(GString) text = g_string_new(NULL);
  char number[NOSLIP_DECIMAL_SIZE];
  for (guint i = 0; i < length; i++)
    g_string_append_printf(text, "%s ", noslip_decimal_text(record[i], number));
  text->str[text->len - 1] = '\n';
  sweep_journal_add(records->journal, records->first + block, text, counts);
}

guint64
lyapunov_records_done(SweepJournal *journal)
{
  guint64 counts[4];
  sweep_journal_counts(journal, counts);
  return counts[0] + counts[1] + counts[2] + counts[3];
}

typedef struct {
  const LyapunovMotions *motions;
  SweepJournal *journal;
  guint together;       /* most motions that a thread takes at a time */
  pthread_mutex_t lock; /* not GMutex: the thread sanitizer supports this one */
  guint64 next;         /* the next motion for a thread to take */
  guint done;           /* blocks of time */
  gboolean failed;      /* the journal could not be written */
} Crew;

/* What one thread computes with: motions side by side. */
typedef struct {
  const LyapunovMotions *motions;
  NoslipStarter *starter;
  NoslipLyapunovFinder *finder;
  double *values, *mu;     /* of one motion */
  double *parameters, *xy; /* NOSLIP_TAPE_LANES x n_parameters; x (m + n) */
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
  worker->parameters = g_new0(double, NOSLIP_TAPE_LANES *(gsize) system->n_parameters + 1);
  worker->xy = g_new0(double, NOSLIP_TAPE_LANES *((gsize) system->m + system->n) + 1);
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

/* The parameters and the initial state of a motion, as the i-th of those side by side; FALSE if there is no such
 * state. */
static gboolean
start_motion(Worker *worker, guint64 point, guint i, NoslipDiagnostics *diagnostics)
{
  const Sweep *grid = &worker->motions->grid;
  const NoslipSystem *system = grid->problem.system;
  double *parameters = worker->parameters + (gsize) i * system->n_parameters;
  double *xy = worker->xy + (gsize) i * (system->m + system->n);
  sweep_grid_values(grid, point, worker->values);
  guint n = sweep_grid_set(grid, worker->values, parameters, worker->overrides);
  return noslip_starter_state(worker->starter, parameters, n, worker->overrides, xy, xy + system->m, worker->mu,
                              diagnostics);
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
    if (start_motion(&worker, point, 0, diagnostics))
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

/* Adds the row of a motion to the journal, of nan if it did not come to its end. */
static void
keep_motion(Crew *crew, Worker *worker, guint64 point, const NoslipLyapunov *found, int status)
{
  const LyapunovMotions *motions = crew->motions;
  const guint n = found != NULL ? found->n : 0;
  guint64 counts[4] = {0};
  g_autoptr(GString) text = g_string_new(NULL);
  sweep_grid_values(&motions->grid, point, worker->values);
  g_string_append_printf(text, "%" G_GUINT64_FORMAT, point);
  append_numbers(text, motions->grid.axes->len, motions->grid.axes->len, worker->values);
  append_numbers(text, motions->columns, n, found != NULL ? found->exponents : NULL);
  append_numbers(text, motions->columns, n, found != NULL ? found->errors : NULL);
  g_string_append_printf(text, ",%d\n", status);
  counts[status] = 1;
  if (sweep_journal_add(crew->journal, point, text, counts))
    return;
  pthread_mutex_lock(&crew->lock);
  crew->failed = TRUE;
  pthread_mutex_unlock(&crew->lock);
}

/* Motions side by side, each with its row. */
static void
compute_motions(Crew *crew, Worker *worker, guint n_points, const guint64 *points)
{
  const LyapunovMotions *motions = crew->motions;
  const NoslipRunOptions *run = &motions->grid.problem.options;
  NoslipLyapunovOptions options[NOSLIP_TAPE_LANES];
  LyapunovRecords records[NOSLIP_TAPE_LANES];
  NoslipLyapunov *found[NOSLIP_TAPE_LANES];
  NoslipDiagnostic *errors[NOSLIP_TAPE_LANES];
  guint64 started[NOSLIP_TAPE_LANES];
  guint n = 0;
  for (guint i = 0; i < n_points; i++) {
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    if (!start_motion(worker, points[i], n, diagnostics)) {
      keep_motion(crew, worker, points[i], NULL, CLI_INPUT);
      continue;
    }
    records[n] = (LyapunovRecords){crew->journal, motions->grid.n_points + points[i] * NOSLIP_LYAPUNOV_BLOCKS, 0};
    options[n] = (NoslipLyapunovOptions){.to = run->to,
                                         .rtol = run->rtol,
                                         .atol = run->atol,
                                         .count = motions->count,
                                         .seed = motions->seed,
                                         .done = &crew->done,
                                         .recall = motions->keeps_blocks ? lyapunov_records_recall : NULL,
                                         .keep = motions->keeps_blocks ? lyapunov_records_keep : NULL,
                                         .data = &records[n]};
    started[n++] = points[i];
  }
  if (n == 0)
    return;
  noslip_lyapunov_finder_measure_many(worker->finder, n, worker->parameters, worker->xy, options, found, &cli_cancelled,
                                      errors);
  for (guint i = 0; i < n; i++) {
    if (found[i] != NULL || errors[i]->code != NOSLIP_CODE_CANCELLED)
      keep_motion(crew, worker, started[i], found[i], found[i] != NULL ? CLI_DONE : CLI_STOPPED);
    noslip_lyapunov_free(found[i]);
    noslip_diagnostic_free(errors[i]);
  }
}

/* Takes the next motions that the journal lacks; returns their number. */
static guint
take_motions(Crew *crew, guint64 *points)
{
  guint n = 0;
  pthread_mutex_lock(&crew->lock);
  for (; crew->next < crew->motions->grid.n_points && n < crew->together && !crew->failed; crew->next++)
    if (!sweep_journal_has(crew->journal, crew->next))
      points[n++] = crew->next;
  pthread_mutex_unlock(&crew->lock);
  return g_atomic_int_get(&cli_cancelled) ? 0 : n;
}

static gpointer
work(gpointer data)
{
  Crew *crew = data;
  Worker worker;
  guint64 points[NOSLIP_TAPE_LANES];
  worker_start(&worker, crew->motions);
  for (guint n; (n = take_motions(crew, points)) > 0;)
    compute_motions(crew, &worker, n, points);
  worker_end(&worker);
  return NULL;
}

/* Full lanes if there are enough motions for all threads, else fewer: the lanes are computed by the quarter, the half or
 * all. */
static guint
motions_together(guint64 n, guint jobs)
{
  guint together = NOSLIP_TAPE_LANES;
  while (together > NOSLIP_TAPE_LANES / 4 && (n + together - 1) / together < jobs)
    together /= 2;
  return together;
}

gboolean
lyapunov_motions_compute(const LyapunovMotions *motions, SweepJournal *journal, guint jobs)
{
  g_autofree GThread **threads = g_new0(GThread *, jobs);
  guint64 n = motions->grid.n_points;
  Crew crew = {.motions = motions, .journal = journal, .together = motions_together(n, jobs)};
  crew.done = (guint) (lyapunov_records_done(journal) * NOSLIP_LYAPUNOV_BLOCKS);
  pthread_mutex_init(&crew.lock, NULL);
  cli_progress_begin("blocks", &crew.done, (guint) (n * NOSLIP_LYAPUNOV_BLOCKS));
  for (guint i = 0; i < jobs; i++)
    threads[i] = g_thread_new("lyapunov", work, &crew);
  for (guint i = 0; i < jobs; i++)
    g_thread_join(threads[i]);
  cli_progress_end();
  pthread_mutex_destroy(&crew.lock);
  return lyapunov_records_done(journal) == n;
}
