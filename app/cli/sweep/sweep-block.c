/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A block of points: their initial states, their motions (in lanes or one by one), their rows. */
#include "app/cli/sweep/sweep.h"

#include "core/dynamics/start.h"
#include "core/expr/tape.h"
#include "core/integrate/ensemble.h"
#include "core/trajectory/csv.h"
#include "core/verdict/claims.h"

#include <math.h>
#include <string.h>

/* One point: its state, its motion and its rows. */
typedef struct {
  double *values;               /* of the axes */
  double *parameters, *xy, *mu; /* of the worker's arrays */
  int status;
  double *start;        /* the first row */
  GArray *rows;         /* of double: every row, or the last one, or the last events */
  NoslipEvents *events; /* of a motion in lanes, or NULL */
  gboolean computed;    /* in lanes, to its end */
} Motion;

struct _SweepWorker {
  const Sweep *sweep;
  const NoslipSystem *system;
  guint row_size, n_state;
  NoslipStarter *starter;
  NoslipEnsemble *ensemble; /* NULL: motions are computed one by one */
  NoslipClaims *claims;     /* NULL: none are judged */
  NoslipCsv *csv;
  NoslipObserver *observer; /* the energy, then the constraints */
  NoslipObserverWorkspace *observing;
  NoslipOverride *overrides;
  double *parameters, *xy, *rows; /* of a block */
  double *observed;
  GString *line;
  Motion motions[NOSLIP_TAPE_LANES];
};

gboolean
sweep_takes_lanes(const Sweep *sweep)
{
  g_autoptr(NoslipEnsemble) ensemble = noslip_ensemble_new(sweep->dynamics, &sweep->problem.options);
  return ensemble != NULL && !sweep->check;
}

static void
motion_init(SweepWorker *worker, Motion *motion, guint index)
{
  guint n_parameters = worker->system->n_parameters;
  motion->values = g_new0(double, worker->sweep->axes->len);
  motion->parameters = worker->parameters + (gsize) index * n_parameters;
  motion->xy = worker->xy + (gsize) index * worker->n_state;
  motion->mu = g_new0(double, worker->system->k + 1);
  motion->start = g_new0(double, worker->row_size);
  motion->rows = g_array_new(FALSE, FALSE, sizeof(double));
}

SweepWorker *
sweep_worker_new(const Sweep *sweep)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  SweepWorker *worker = g_new0(SweepWorker, 1);
  NoslipSystem *system = sweep->problem.system;
  NoslipDynamicsKind kind = sweep->problem.kind;
  worker->sweep = sweep;
  worker->system = system;
  worker->row_size = noslip_row_size(system);
  worker->n_state = system->m + system->n;
  worker->starter = noslip_start_new(system, kind);
  noslip_starter_take_consistent(worker->starter, sweep->problem.consistent);
  if (sweep->check)
    worker->claims = noslip_claims_new(system, kind, diagnostics);
  else
    worker->ensemble = noslip_ensemble_new(sweep->dynamics, &sweep->problem.options);
  worker->csv = noslip_csv_new(system, kind, diagnostics);
  worker->observer = noslip_observer_new(system, kind);
  noslip_observer_add(worker->observer, system->energy, NULL);
  for (guint c = 0; c < system->k; c++)
    noslip_observer_add(worker->observer, system->constraints[c].phi, NULL);
  if (sweep->classify != NULL)
    noslip_observer_add_text(worker->observer, sweep->classify, diagnostics); /* it was already read without errors */
  noslip_observer_seal(worker->observer);
  worker->observing = noslip_observer_workspace_new(worker->observer);
  worker->observed = g_new0(double, noslip_observer_n(worker->observer) + 1);
  worker->overrides = g_new0(NoslipOverride, sweep->problem.overrides->len + sweep->axes->len);
  worker->parameters = g_new0(double, NOSLIP_TAPE_LANES *((gsize) system->n_parameters + 1));
  worker->xy = g_new0(double, NOSLIP_TAPE_LANES *((gsize) worker->n_state + 1));
  worker->rows = g_new0(double, NOSLIP_TAPE_LANES *(gsize) worker->row_size);
  worker->line = g_string_new(NULL);
  for (guint i = 0; i < sweep->block; i++)
    motion_init(worker, &worker->motions[i], i);
  return worker;
}

void
sweep_worker_free(SweepWorker *worker)
{
  for (guint i = 0; i < worker->sweep->block; i++) {
    Motion *motion = &worker->motions[i];
    g_free(motion->values);
    g_free(motion->mu);
    g_free(motion->start);
    g_array_unref(motion->rows);
  }
  noslip_starter_free(worker->starter);
  noslip_ensemble_free(worker->ensemble);
  noslip_claims_free(worker->claims);
  noslip_csv_free(worker->csv);
  noslip_observer_workspace_free(worker->observing);
  noslip_observer_unref(worker->observer);
  g_free(worker->overrides);
  g_free(worker->parameters);
  g_free(worker->xy);
  g_free(worker->rows);
  g_free(worker->observed);
  g_string_free(worker->line, TRUE);
  g_free(worker);
}

char *
sweep_header(const Sweep *sweep)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipCsv) csv = noslip_csv_new(sweep->problem.system, sweep->problem.kind, diagnostics);
  g_autoptr(NoslipClaims) claims =
      sweep->check ? noslip_claims_new(sweep->problem.system, sweep->problem.kind, diagnostics) : NULL;
  if (cli_report(diagnostics) != CLI_DONE || csv == NULL || (sweep->check && claims == NULL))
    return NULL;
  GString *header = g_string_new("index,");
  /* The columns of a run follow under their own names, so an initial value needs another name. */
  for (guint i = 0; i < sweep->axes->len; i++) {
    const SweepAxis *axis = &g_array_index(sweep->axes, SweepAxis, i);
    g_string_append_printf(header, axis->parameter >= 0 ? "%s," : "initial[%s],", axis->name);
  }
  noslip_csv_header(csv, header);
  g_string_truncate(header, header->len - 1); /* its newline */
  g_string_append_printf(header, ",energy_drift,residual,status%s\n", sweep->classify != NULL ? ",class" : "");
  return g_string_free(header, FALSE);
}

/* The zeros of the event since the previous row; only the last ones are kept. FALSE if the motion cannot continue. */
static gboolean
keep_events(const SweepWorker *worker, Motion *motion, NoslipEvents *events, const double *row, NoslipDiagnostic **stop)
{
  guint64 most = worker->sweep->keep_last * worker->row_size;
  if (!noslip_events_feed(events, row, &cli_cancelled, stop))
    return FALSE;
  for (guint i = 0; i < noslip_events_n(events); i++)
    g_array_append_vals(motion->rows, noslip_events_get(events, i).row, worker->row_size);
  if (motion->rows->len > most)
    g_array_remove_range(motion->rows, 0, (guint) (motion->rows->len - most));
  return TRUE;
}

static void
keep_row(const SweepWorker *worker, Motion *motion, const double *row)
{
  if (motion->rows->len == 0)
    memcpy(motion->start, row, worker->row_size * sizeof(double));
  if (!worker->sweep->all_rows)
    g_array_set_size(motion->rows, 0);
  g_array_append_vals(motion->rows, row, worker->row_size);
}

/* The initial state of a point. */
static gboolean
prepare(SweepWorker *worker, Motion *motion, guint64 point)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  sweep_grid_values(worker->sweep, point, motion->values);
  guint n = sweep_grid_set(worker->sweep, motion->values, motion->parameters, worker->overrides);
  g_array_set_size(motion->rows, 0);
  motion->computed = FALSE;
  gboolean good = noslip_starter_state(worker->starter, motion->parameters, n, worker->overrides, motion->xy,
                                       motion->xy + worker->system->m, motion->mu, diagnostics);
  motion->status = good ? CLI_DONE : CLI_INPUT;
  return good;
}

static int
judge(const NoslipClaims *claims)
{
  for (guint i = 0; i < noslip_claims_n(claims); i++) {
    NoslipVerdict verdict;
    noslip_claims_verdict(claims, i, &verdict);
    if (verdict.applies && !verdict.good)
      return CLI_FAILED;
  }
  return CLI_DONE;
}

static NoslipEvents *
events_new(const Sweep *sweep, const double *parameters)
{
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  if (sweep->event == NULL)
    return NULL;
  NoslipEvents *events = noslip_events_new(sweep->dynamics, &sweep->problem.options, parameters);
  noslip_events_add(events, sweep->event, sweep->direction, ignored); /* it was already read without errors */
  return events;
}

/* FALSE if it was interrupted, or if no motion can be computed; then *error is the reason. */
static gboolean
run_alone(SweepWorker *worker, Motion *motion, NoslipDiagnostic **error)
{
  const Sweep *sweep = worker->sweep;
  g_autoptr(NoslipDiagnostic) stop = NULL;
  g_autoptr(NoslipRun) run =
      noslip_run_new(sweep->dynamics, &sweep->problem.options, motion->parameters, 0, motion->xy,
                     sweep->problem.kind == NOSLIP_DYNAMICS_VAKONOMIC ? motion->mu : NULL, &stop);
  if (run == NULL && (stop->code == NOSLIP_CODE_ARGUMENT || stop->code == NOSLIP_CODE_REFUSED)) {
    *error = g_steal_pointer(&stop);
    return FALSE;
  }
  g_array_set_size(motion->rows, 0);
  if (worker->claims != NULL)
    noslip_claims_reset(worker->claims);
  g_autoptr(NoslipEvents) events = events_new(sweep, motion->parameters);
  for (gboolean first = TRUE; run != NULL && noslip_run_next(run, worker->rows, &cli_cancelled, &stop); first = FALSE) {
    if (events == NULL)
      keep_row(worker, motion, worker->rows);
    else if (!keep_events(worker, motion, events, worker->rows, &stop))
      break;
    if (first)
      memcpy(motion->start, worker->rows, worker->row_size * sizeof(double));
    if (worker->claims != NULL)
      noslip_claims_add_rows(worker->claims, motion->parameters, 1, worker->rows);
  }
  if (stop != NULL && stop->code == NOSLIP_CODE_CANCELLED)
    return FALSE;
  motion->status = run == NULL ? CLI_INPUT : stop != NULL ? CLI_STOPPED : CLI_DONE;
  if (motion->status == CLI_DONE && worker->claims != NULL)
    motion->status = judge(worker->claims);
  return TRUE;
}

/* The row of a motion in lanes; where its events cannot be computed, a run of its own says why. */
static void
take_lane(SweepWorker *worker, Motion *motion, gboolean first, const double *row)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (first)
    memcpy(motion->start, row, worker->row_size * sizeof(double));
  if (worker->sweep->event == NULL)
    keep_row(worker, motion, row);
  else if (motion->events != NULL && !keep_events(worker, motion, motion->events, row, &error))
    g_clear_pointer(&motion->events, noslip_events_free);
}

/* All n motions in lanes, including those without an initial state, whose lanes are ignored. */
static void
run_side_by_side(SweepWorker *worker, guint n)
{
  NoslipEnsemble *ensemble = worker->ensemble;
  guint samples = noslip_ensemble_n_samples(ensemble), sample = 0;
  noslip_ensemble_start(ensemble, n, worker->parameters, worker->xy);
  for (guint i = 0; i < n; i++)
    if (worker->motions[i].status == CLI_DONE)
      worker->motions[i].events = events_new(worker->sweep, worker->motions[i].parameters);
  while (noslip_ensemble_next(ensemble, &cli_cancelled)) {
    sample++;
    if (sample != 1 && sample != samples && !worker->sweep->all_rows && worker->sweep->event == NULL)
      continue;
    noslip_ensemble_rows(ensemble, worker->rows);
    for (guint i = 0; i < n; i++)
      if (noslip_ensemble_holds(ensemble, i))
        take_lane(worker, &worker->motions[i], sample == 1, worker->rows + (gsize) i * worker->row_size);
  }
  for (guint i = 0; i < n; i++) {
    Motion *motion = &worker->motions[i];
    motion->computed = sample == samples && noslip_ensemble_holds(ensemble, i) &&
                       (worker->sweep->event == NULL || motion->events != NULL);
    g_clear_pointer(&motion->events, noslip_events_free);
  }
}

static void
append_row(SweepWorker *worker, Motion *motion, guint64 point, const double *row, double energy, GString *text)
{
  const Sweep *sweep = worker->sweep;
  g_string_append_printf(text, "%" G_GUINT64_FORMAT, point);
  for (guint i = 0; i < sweep->axes->len; i++) {
    g_string_append_c(text, ',');
    noslip_csv_number(text, motion->values[i]);
  }
  g_string_truncate(worker->line, 0);
  noslip_csv_rows(worker->csv, motion->parameters, 1, row, worker->line);
  g_string_truncate(worker->line, worker->line->len - 1); /* its newline */
  g_string_append_printf(text, ",%s,", worker->line->str);
  noslip_observer_evaluate(worker->observing, row, worker->observed);
  double residual = isnan(row[0]) ? (double) NAN : 0;
  for (guint c = 0; c < worker->system->k; c++) {
    double phi = fabs(worker->observed[1 + c]);
    residual = phi <= residual ? residual : phi; /* keeps what is not a number */
  }
  noslip_csv_number(text, worker->observed[0] - energy);
  g_string_append_c(text, ',');
  noslip_csv_number(text, residual);
  g_string_append_printf(text, ",%d", motion->status);
  if (sweep->classify != NULL) {
    g_string_append_c(text, ',');
    noslip_csv_number(text, worker->observed[1 + worker->system->k]);
  }
  g_string_append_c(text, '\n');
}

/* A motion without rows gets one row of nan. */
static void
append_motion(SweepWorker *worker, Motion *motion, guint64 point, GString *text)
{
  guint size = worker->row_size;
  if (motion->rows->len == 0) {
    for (guint i = 0; i < size; i++)
      worker->rows[i] = (double) NAN;
    keep_row(worker, motion, worker->rows);
  }
  noslip_observer_set_parameters(worker->observing, motion->parameters);
  noslip_observer_evaluate(worker->observing, motion->start, worker->observed);
  double energy = worker->observed[0];
  for (guint i = 0; i < motion->rows->len; i += size)
    append_row(worker, motion, point, &g_array_index(motion->rows, double, i), energy, text);
}

gboolean
sweep_worker_block(SweepWorker *worker, guint64 block, GString *text, guint64 counts[4], NoslipDiagnostic **error)
{
  const Sweep *sweep = worker->sweep;
  guint64 first = block * sweep->block;
  guint n = (guint) MIN(sweep->block, sweep->n - first);
  gboolean any = FALSE;
  for (guint i = 0; i < n; i++)
    any |= prepare(worker, &worker->motions[i], sweep->first + first + i);
  if (worker->ensemble != NULL && any)
    run_side_by_side(worker, n);
  for (guint i = 0; i < n; i++) {
    Motion *motion = &worker->motions[i];
    if (motion->status != CLI_DONE)
      g_array_set_size(motion->rows, 0);
    else if (!motion->computed && !run_alone(worker, motion, error))
      return FALSE;
    append_motion(worker, motion, sweep->first + first + i, text);
    counts[motion->status]++;
  }
  return TRUE;
}
