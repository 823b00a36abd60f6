/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/find/section-motions.h"
#include "app/cli/progress.h"
#include "core/dynamics/start.h"
#include "core/expr/tape.h"
#include "core/finder/section.h"
#include "core/trajectory/csv.h"

#include <pthread.h>

#define NOT_COMPUTED G_MAXUINT64 /* crossings of a motion */

/* One motion: its rows as text (of its block only), their number, and its error. */
typedef struct {
  GString *text;
  guint64 found;
  NoslipDiagnostic *error;
} Motion;

typedef struct {
  const Section *section;
  SweepJournal *journal; /* or NULL: the rows are in `texts` */
  GString **texts;       /* of the blocks */
  Motion *motions;       /* of all; those of the journal stay empty */
  pthread_mutex_t lock;  /* not GMutex: the thread sanitizer supports this one */
  guint64 next;          /* the next block for a thread to take */
  guint done;            /* motions */
  gboolean failed;       /* the journal could not be written */
} Crew;

/* What one thread computes a block with. */
typedef struct {
  const Section *section;
  NoslipCsv *csv;
  NoslipStarter *starter;
  double *parameters, *xy, *mu;            /* of the motions side by side */
  guint64 first, index[NOSLIP_TAPE_LANES]; /* the block's first motion; the motions that could begin */
  Motion *motions;                         /* of the block */
} Worker;

static void
write_event(guint index, const double *row, gpointer data)
{
  Worker *worker = data;
  const NoslipSystem *system = worker->section->grid.problem.system;
  guint64 motion = worker->index[index];
  GString *text = worker->motions[motion - worker->first].text;
  g_string_append_printf(text, "%" G_GUINT64_FORMAT ",", motion);
  noslip_csv_rows(worker->csv, worker->parameters + (gsize) index * system->n_parameters, 1, row, text);
}

/* The start of a motion as the n-th of those side by side. */
static gboolean
start_motion(Worker *worker, guint64 point, guint n, Motion *motion)
{
  const Sweep *grid = &worker->section->grid;
  const NoslipSystem *system = grid->problem.system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *values = g_new0(double, (gsize) grid->axes->len + 1);
  g_autofree NoslipOverride *overrides =
      g_new0(NoslipOverride, (gsize) grid->problem.overrides->len + grid->axes->len + 1);
  double *parameters = worker->parameters + (gsize) n * system->n_parameters;
  double *xy = worker->xy + (gsize) n * (system->m + system->n), *mu = worker->mu + (gsize) n * system->k;
  sweep_grid_values(grid, point, values);
  guint n_overrides = sweep_grid_set(grid, values, parameters, overrides);
  if (noslip_starter_state(worker->starter, parameters, n_overrides, overrides, xy, xy + system->m, mu, diagnostics))
    return TRUE;
  for (guint i = 0; i < diagnostics->list->len && motion->error == NULL; i++)
    if (((NoslipDiagnostic *) diagnostics->list->pdata[i])->severity == NOSLIP_ERROR)
      motion->error = noslip_diagnostic_copy(diagnostics->list->pdata[i]);
  return FALSE;
}

/* The motions of a block, side by side. */
static void
compute_block(Worker *worker, guint64 block, Motion *motions)
{
  const Sweep *grid = &worker->section->grid;
  const CliProblem *problem = &grid->problem;
  const NoslipSectionCut cut = {worker->section->event, worker->section->direction, worker->section->count};
  guint64 counts[NOSLIP_TAPE_LANES] = {0}, points = MIN(grid->block, grid->n_points - block * grid->block);
  NoslipDiagnostic *errors[NOSLIP_TAPE_LANES] = {NULL};
  guint n = 0;
  worker->first = block * grid->block;
  worker->motions = motions;
  for (guint64 i = 0; i < points; i++) {
    motions[i].text = g_string_new(NULL);
    if (start_motion(worker, worker->first + i, n, &motions[i]))
      worker->index[n++] = worker->first + i;
  }
  const NoslipSectionMotions together = {.dynamics = grid->dynamics,
                                         .options = &problem->options,
                                         .cut = &cut,
                                         .n = n,
                                         .parameters = worker->parameters,
                                         .xy = worker->xy,
                                         .mu = problem->kind == NOSLIP_DYNAMICS_VAKONOMIC ? worker->mu : NULL,
                                         .counts = counts,
                                         .errors = errors};
  noslip_section_follow_many(&together, write_event, worker, &cli_cancelled);
  for (guint i = 0; i < n; i++) {
    motions[worker->index[i] - worker->first].found = counts[i];
    motions[worker->index[i] - worker->first].error = errors[i];
  }
}

static gboolean
take_block(Crew *crew, guint64 *block)
{
  guint64 n = crew->section->grid.n_blocks;
  pthread_mutex_lock(&crew->lock);
  while (crew->journal != NULL && crew->next < n && sweep_journal_has(crew->journal, crew->next))
    crew->next++;
  *block = crew->next;
  gboolean more = crew->next < n && !crew->failed;
  crew->next += more;
  pthread_mutex_unlock(&crew->lock);
  return more && !g_atomic_int_get(&cli_cancelled);
}

/* 0: all crossings; 1: too few; 2, 3: no start, or no way on. */
static int
status_of(const Section *section, const Motion *motion)
{
  return motion->error != NULL            ? noslip_diagnostic_status(motion->error)
         : motion->found < section->count ? CLI_FAILED
                                          : CLI_DONE;
}

/* Stores the rows of a finished block. */
static void
keep_block(Crew *crew, guint64 block, Motion *motions)
{
  const Sweep *grid = &crew->section->grid;
  guint64 points = MIN(grid->block, grid->n_points - block * grid->block), counts[4] = {0};
  GString *text = g_string_new(NULL);
  for (guint64 i = 0; i < points; i++) {
    g_string_append_len(text, motions[i].text->str, (gssize) motions[i].text->len);
    counts[CLAMP(status_of(crew->section, &motions[i]), 0, 3)]++;
    g_string_free(g_steal_pointer(&motions[i].text), TRUE);
    g_atomic_int_inc(&crew->done);
  }
  if (crew->journal == NULL) {
    crew->texts[block] = text;
    return;
  }
  if (!g_atomic_int_get(&cli_cancelled) && !sweep_journal_add(crew->journal, block, text, counts)) {
    pthread_mutex_lock(&crew->lock);
    crew->failed = TRUE;
    pthread_mutex_unlock(&crew->lock);
  }
  g_string_free(text, TRUE);
}

static gpointer
work(gpointer data)
{
  Crew *crew = data;
  const CliProblem *problem = &crew->section->grid.problem;
  NoslipSystem *system = problem->system;
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  g_autoptr(NoslipCsv) csv = noslip_csv_new(system, problem->kind, ignored);
  g_autoptr(NoslipStarter) starter = noslip_start_new(system, problem->kind);
  g_autofree double *parameters = g_new0(double, NOSLIP_TAPE_LANES *((gsize) system->n_parameters + 1));
  g_autofree double *xy = g_new0(double, NOSLIP_TAPE_LANES *((gsize) system->m + system->n + 1));
  g_autofree double *mu = g_new0(double, NOSLIP_TAPE_LANES *((gsize) system->k + 1));
  Worker worker = {
      .section = crew->section, .csv = csv, .starter = starter, .parameters = parameters, .xy = xy, .mu = mu};
  guint64 block;
  while (take_block(crew, &block)) {
    Motion *motions = crew->motions + block * crew->section->grid.block;
    compute_block(&worker, block, motions);
    keep_block(crew, block, motions);
  }
  return NULL;
}

/* What became of the motions, in their order; those of the journal were reported when they were computed. */
static int
report_motions(const Section *section, const Crew *crew)
{
  int status = CLI_DONE;
  guint64 counts[4] = {0};
  if (crew->journal != NULL)
    sweep_journal_counts(crew->journal, counts);
  for (guint64 i = 0; i < section->grid.n_points; i++) {
    const Motion *motion = &crew->motions[i];
    if (motion->error != NULL) {
      cli_message("motion %" G_GUINT64_FORMAT ":", i);
      status = cli_worse(status, cli_report_one(motion->error));
    } else if (motion->found < section->count && motion->found != NOT_COMPUTED && !g_atomic_int_get(&cli_cancelled)) {
      cli_message("motion %" G_GUINT64_FORMAT " ended after %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                  " crossings; --to gives it more time, and a shorter --step finds "
                  "crossings less than a step apart",
                  i, motion->found, section->count);
      status = cli_worse(status, CLI_FAILED);
    }
  }
  for (int s = CLI_FAILED; s <= CLI_STOPPED; s++)
    status = counts[s] > 0 ? cli_worse(status, s) : status;
  return status;
}

static void
run_crew(Crew *crew, guint jobs)
{
  g_autofree GThread **threads = g_new0(GThread *, jobs);
  pthread_mutex_init(&crew->lock, NULL);
  cli_progress_begin("motions", &crew->done, (guint) crew->section->grid.n_points);
  for (guint i = 0; i < jobs; i++)
    threads[i] = g_thread_new("section", work, crew);
  for (guint i = 0; i < jobs; i++)
    g_thread_join(threads[i]);
  cli_progress_end();
  pthread_mutex_destroy(&crew->lock);
}

int
section_motions_compute(const Section *section, SweepJournal *journal, guint jobs, GString *rows, gboolean *complete)
{
  guint64 n = section->grid.n_points, counts[4], before = 0;
  Crew crew = {.section = section,
               .journal = journal,
               .motions = g_new0(Motion, n),
               .texts = g_new0(GString *, section->grid.n_blocks)};
  for (guint64 i = 0; i < n; i++)
    crew.motions[i].found = NOT_COMPUTED;
  if (journal != NULL && sweep_journal_counts(journal, counts) > 0)
    for (guint i = 0; i < 4; i++)
      before += counts[i];
  crew.done = (guint) before;
  run_crew(&crew, jobs);
  int status = report_motions(section, &crew);
  for (guint64 b = 0; b < section->grid.n_blocks; b++)
    if (crew.texts[b] != NULL) {
      g_string_append_len(rows, crew.texts[b]->str, (gssize) crew.texts[b]->len);
      g_string_free(crew.texts[b], TRUE);
    }
  for (guint64 i = 0; i < n; i++)
    g_clear_pointer(&crew.motions[i].error, noslip_diagnostic_free);
  g_free(crew.motions);
  g_free(crew.texts);
  *complete = !g_atomic_int_get(&cli_cancelled);
  if (journal != NULL)
    *complete = sweep_journal_counts(journal, counts) == section->grid.n_blocks;
  return crew.failed ? CLI_INPUT : status;
}
