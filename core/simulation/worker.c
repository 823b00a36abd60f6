/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/worker.h"

#include "core/simulation/compiled-system.h"
#include "core/simulation/ensemble/ensemble-workspace.h"
#include "core/simulation/worker-read.h"
#include "core/simulation/worker-run.h"
#include "core/verdict/witness.h"

#include <math.h>
#include <pthread.h>

typedef struct {
  guint64 generation;
  char *name, *text;
} Load;

struct _NoslipWorker {
  pthread_t thread;
  NoslipChannel *channel;

  /* Shared, under the mutex. */
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  gboolean quit, idle;
  int stop; /* set together with `quit`, for operations that the worker waits for; atomic */
  Load *load;
  gboolean planned;
  GPtrArray *plan;        /* of NoslipTicket *, the required ones */
  NoslipInquiry *inquiry; /* or NULL */
  double horizon;

  /* Used by the worker's thread only. */
  GPtrArray *runs;                   /* of NoslipWorkerRun *, primary first */
  NoslipEnsembleWorkspace *ensemble; /* or NULL */
  NoslipCompiledSystem compiled;
  gboolean instruments_sent;
};

static void
load_free(Load *load)
{
  if (!load)
    return;
  g_free(load->name);
  g_free(load->text);
  g_free(load);
}

/* The witness */

static void
inquiry_free(NoslipInquiry *inquiry, NoslipChannel *channel)
{
  if (!inquiry)
    return;
  noslip_channel_release(channel, inquiry->ticket, (GDestroyNotify) noslip_ticket_unref);
  g_free(inquiry->rows);
  g_free(inquiry->parameters);
  g_free(inquiry);
}

static void
answer(NoslipWorker *worker, const NoslipInquiry *inquiry)
{
  const NoslipTicket *ticket = inquiry->ticket;
  if (worker->compiled.system != ticket->system || __atomic_load_n(&ticket->cancel, __ATOMIC_ACQUIRE))
    return;
  guint size = noslip_row_size(ticket->system), n_parameters = ticket->system->n_parameters;
  g_autoptr(NoslipWitness) witness = noslip_witness_new(ticket->system, ticket->formulation->kind);
  const NoslipCompiled *compiled = noslip_compiled_system_compile(&worker->compiled, ticket->formulation);
  if (compiled->dynamics)
    noslip_witness_follow(witness, compiled->dynamics);
  for (guint i = 0; i < inquiry->n_rows && !g_atomic_int_get(&worker->stop); i++)
    noslip_witness_add_row(witness, inquiry->parameters + (gsize) i * n_parameters, inquiry->rows + (gsize) i * size);
  NoslipWitnessResult result;
  noslip_witness_result(witness, &result);
  NoslipMessage *message = noslip_message_new(NOSLIP_MESSAGE_WITNESS, ticket->run, ticket->generation);
  message->testimony = g_new0(NoslipTestimony, 1);
  *message->testimony =
      (NoslipTestimony){result.checked, result.holds, result.residual, result.n_rows, g_strdup(result.where)};
  noslip_channel_send(worker->channel, message);
}

/* From a plan to runs */

static NoslipWorkerRun *
steal(GPtrArray *runs, const NoslipTicket *ticket)
{
  for (guint i = 0; i < runs->len; i++) {
    NoslipWorkerRun *work = g_ptr_array_index(runs, i);
    if (work && work->ticket->generation == ticket->generation) {
      runs->pdata[i] = NULL;
      return work;
    }
  }
  return NULL;
}

static void
free_runs(NoslipWorker *worker, GPtrArray *runs)
{
  for (guint i = 0; i < runs->len; i++)
    noslip_worker_run_free(g_ptr_array_index(runs, i), worker->channel);
  g_ptr_array_unref(runs);
}

/* The ensemble of the plan, if any: the present one if it is the same, else another or none. */
static void
follow_ensemble(NoslipWorker *worker, NoslipTicket *ticket)
{
  if (ticket && worker->ensemble &&
      noslip_ensemble_workspace_ticket(worker->ensemble)->generation == ticket->generation)
    return;
  noslip_ensemble_workspace_free(g_steal_pointer(&worker->ensemble), worker->channel);
  if (!ticket || __atomic_load_n(&ticket->cancel, __ATOMIC_ACQUIRE))
    return;
  const NoslipCompiled *compiled = noslip_compiled_system_compile(&worker->compiled, ticket->formulation);
  NoslipDiagnostic *error = compiled->dynamics ? NULL : noslip_diagnostic_copy(compiled->error);
  worker->ensemble = noslip_ensemble_workspace_start(
      ticket, compiled->dynamics, noslip_compiled_system_quantities(&worker->compiled, ticket->formulation->kind),
      error, worker->channel);
}

static void
follow_plan(NoslipWorker *worker, GPtrArray *plan)
{
  GPtrArray *old = worker->runs;
  worker->runs = g_ptr_array_new();
  if (plan->len > 0) {
    const NoslipTicket *primary = g_ptr_array_index(plan, 0);
    if (worker->compiled.system != primary->system) {
      /* the old runs refer to the old system */
      free_runs(worker, old);
      noslip_ensemble_workspace_free(g_steal_pointer(&worker->ensemble), worker->channel);
      old = g_ptr_array_new();
      noslip_compiled_system_adopt(&worker->compiled, primary->system, worker->channel);
      worker->instruments_sent = FALSE;
    }
  }
  NoslipTicket *ensemble = NULL;
  for (guint i = 0; i < plan->len; i++) {
    NoslipTicket *ticket = g_ptr_array_index(plan, i);
    if (ticket->is_ensemble) {
      ensemble = ticket;
      continue;
    }
    NoslipWorkerRun *work = steal(old, ticket);
    if (!work && !__atomic_load_n(&ticket->cancel, __ATOMIC_ACQUIRE))
      work = noslip_worker_run_start(ticket, &worker->compiled, worker->channel);
    if (work)
      g_ptr_array_add(worker->runs, work);
    /* the first samples of the primary have priority: two, so that the time can pass; a movement of a hand divides
     * them into chunks */
    while (work && i == 0 && work->n_rows < 2 && !work->finished)
      noslip_worker_run_advance(work, NULL, worker->channel);
  }
  free_runs(worker, old);
  follow_ensemble(worker, ensemble);
  for (guint i = 0; i < plan->len; i++)
    noslip_channel_release(worker->channel, g_ptr_array_index(plan, i), (GDestroyNotify) noslip_ticket_unref);
  g_ptr_array_unref(plan);
}

static NoslipWorkerRun *
primary_of(NoslipWorker *worker)
{
  NoslipWorkerRun *first = worker->runs->len ? g_ptr_array_index(worker->runs, 0) : NULL;
  return first && first->ticket->run == 0 ? first : NULL;
}

/* The run that is furthest behind; the primary in case of a tie. */
static NoslipWorkerRun *
next_run(NoslipWorker *worker, double horizon)
{
  NoslipWorkerRun *primary = primary_of(worker), *best = NULL;
  for (guint i = 0; i < worker->runs->len; i++) {
    NoslipWorkerRun *work = g_ptr_array_index(worker->runs, i);
    if (!noslip_worker_run_is_ready(work, work == primary ? NULL : primary, horizon))
      continue;
    if (!best || work->computed < best->computed)
      best = work;
  }
  return best;
}

/* The ensemble is computed after the motions, which have priority, but not far behind them. */
#define ENSEMBLE_LAG 1.0 /* s */

static gboolean
ensemble_is_next(const NoslipWorker *worker, const NoslipWorkerRun *work, double horizon)
{
  if (!worker->ensemble || !noslip_ensemble_workspace_is_ready(worker->ensemble, horizon))
    return FALSE;
  return !work || noslip_ensemble_workspace_computed(worker->ensemble) < work->computed - ENSEMBLE_LAG;
}

/* The bracket is compiled when the motions are computed up to this time. */
#define BEGUN 5.0 /* s */

static gboolean
instruments_are_next(const NoslipWorker *worker, const NoslipWorkerRun *work)
{
  return worker->compiled.system && !worker->instruments_sent && (!work || work->computed > BEGUN);
}

static void
send_instruments(NoslipWorker *worker)
{
  worker->instruments_sent = TRUE;
  NoslipMessage *message = noslip_message_new(NOSLIP_MESSAGE_INSTRUMENTS, 0, 0);
  message->instruments.instruments = noslip_instruments_new(worker->compiled.system);
  message->instruments.system = noslip_system_ref(worker->compiled.system);
  noslip_channel_send(worker->channel, message);
}

static gpointer
run(gpointer data)
{
  NoslipWorker *worker = data;
  pthread_mutex_lock(&worker->mutex);
  while (!worker->quit) {
    Load *load = g_steal_pointer(&worker->load);
    GPtrArray *plan = worker->planned ? g_steal_pointer(&worker->plan) : NULL;
    worker->planned = FALSE;
    NoslipInquiry *inquiry = g_steal_pointer(&worker->inquiry);
    double horizon = worker->horizon;
    pthread_mutex_unlock(&worker->mutex);

    gboolean busy = load || plan || inquiry;
    if (plan)
      follow_plan(worker, plan);
    if (inquiry)
      answer(worker, inquiry);
    inquiry_free(inquiry, worker->channel);
    if (load)
      noslip_channel_send(worker->channel, noslip_worker_read(load->generation, load->name, load->text, &worker->stop));
    load_free(load);
    NoslipWorkerRun *work = next_run(worker, horizon);
    gboolean ensemble = ensemble_is_next(worker, work, horizon);
    if (!busy && instruments_are_next(worker, work)) {
      send_instruments(worker);
    } else if (ensemble) {
      noslip_ensemble_workspace_advance(worker->ensemble, worker->channel);
    } else if (work) {
      NoslipWorkerRun *primary = primary_of(worker);
      noslip_worker_run_advance(work, work == primary ? NULL : primary, worker->channel);
    }

    pthread_mutex_lock(&worker->mutex);
    gboolean nothing = !busy && !work && !ensemble && (!worker->compiled.system || worker->instruments_sent);
    while (nothing && !worker->quit && !worker->load && !worker->planned && !worker->inquiry &&
           worker->horizon == horizon) {
      worker->idle = TRUE;
      pthread_cond_wait(&worker->wake, &worker->mutex);
    }
    worker->idle = FALSE;
  }
  pthread_mutex_unlock(&worker->mutex);
  free_runs(worker, g_steal_pointer(&worker->runs));
  noslip_ensemble_workspace_free(g_steal_pointer(&worker->ensemble), worker->channel);
  noslip_compiled_system_clear(&worker->compiled, worker->channel);
  return NULL;
}

NoslipWorker *
noslip_worker_new(NoslipChannel *channel)
{
  NoslipWorker *worker = g_new0(NoslipWorker, 1);
  worker->channel = channel;
  worker->runs = g_ptr_array_new();
  worker->horizon = INFINITY;
  pthread_mutex_init(&worker->mutex, NULL);
  pthread_cond_init(&worker->wake, NULL);
  if (pthread_create(&worker->thread, NULL, run, worker) != 0)
    g_error("no thread could be started");
  return worker;
}

static void
drop_plan(NoslipWorker *worker)
{
  GPtrArray *plan = g_steal_pointer(&worker->plan);
  for (guint i = 0; plan && i < plan->len; i++)
    noslip_ticket_unref(g_ptr_array_index(plan, i));
  if (plan)
    g_ptr_array_unref(plan);
}

void
noslip_worker_free(NoslipWorker *worker)
{
  if (!worker)
    return;
  pthread_mutex_lock(&worker->mutex);
  worker->quit = TRUE;
  g_atomic_int_set(&worker->stop, 1);
  pthread_cond_signal(&worker->wake);
  pthread_mutex_unlock(&worker->mutex);
  pthread_join(worker->thread, NULL);
  drop_plan(worker);
  load_free(worker->load);
  inquiry_free(worker->inquiry, worker->channel);
  pthread_cond_destroy(&worker->wake);
  pthread_mutex_destroy(&worker->mutex);
  g_free(worker);
}

void
noslip_worker_load(NoslipWorker *worker, guint64 generation, const char *name, const char *text)
{
  Load *load = g_new0(Load, 1);
  load->generation = generation;
  load->name = g_strdup(name);
  load->text = g_strdup(text);
  pthread_mutex_lock(&worker->mutex);
  load_free(worker->load);
  worker->load = load;
  pthread_cond_signal(&worker->wake);
  pthread_mutex_unlock(&worker->mutex);
}

void
noslip_worker_plan(NoslipWorker *worker, guint n, NoslipTicket *const *tickets)
{
  pthread_mutex_lock(&worker->mutex);
  drop_plan(worker);
  worker->plan = g_ptr_array_new();
  for (guint i = 0; i < n; i++)
    g_ptr_array_add(worker->plan, noslip_ticket_ref(tickets[i]));
  worker->planned = TRUE;
  pthread_cond_signal(&worker->wake);
  pthread_mutex_unlock(&worker->mutex);
}

void
noslip_worker_request(NoslipWorker *worker, NoslipInquiry *inquiry)
{
  pthread_mutex_lock(&worker->mutex);
  NoslipInquiry *old = worker->inquiry;
  worker->inquiry = inquiry;
  pthread_cond_signal(&worker->wake);
  pthread_mutex_unlock(&worker->mutex);
  inquiry_free(old, worker->channel);
}

void
noslip_worker_set_horizon(NoslipWorker *worker, double horizon)
{
  pthread_mutex_lock(&worker->mutex);
  if (worker->horizon != horizon) {
    worker->horizon = horizon;
    pthread_cond_signal(&worker->wake);
  }
  pthread_mutex_unlock(&worker->mutex);
}

gboolean
noslip_worker_is_idle(NoslipWorker *worker)
{
  pthread_mutex_lock(&worker->mutex);
  gboolean idle = worker->idle && !worker->load && !worker->planned && !worker->inquiry;
  pthread_mutex_unlock(&worker->mutex);
  return idle;
}
