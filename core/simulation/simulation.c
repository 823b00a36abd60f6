/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/simulation-private.h"

#include <math.h>
#include <string.h>

/* Samples are kept ready for at least so many wall seconds of playing. */
#define LEAD 60.0
#define MOST_EXPECTED 4000000 /* rows */

/* The worker's way to call the main loop. It outlives the simulation while a call is on its way. */
struct _NoslipWaker {
  atomic_int references;
  NoslipSimulation *simulation; /* the main thread's alone; NULL once it is gone */
};

static void
waker_unref(gpointer data)
{
  NoslipWaker *waker = data;
  if (atomic_fetch_sub_explicit(&waker->references, 1, memory_order_acq_rel) == 1)
    g_free(waker);
}

static gboolean
woken(gpointer data)
{
  NoslipWaker *waker = data;
  NoslipSimulation *self = waker->simulation;
  if (self && self->poller)
    self->poller(self, self->listener_data);
  else if (self)
    noslip_simulation_poll(self);
  return G_SOURCE_REMOVE;
}

/* Above idle priority: drawing that falls behind must not keep results away. */
static void
wake(gpointer data)
{
  NoslipWaker *waker = data;
  atomic_fetch_add_explicit(&waker->references, 1, memory_order_relaxed);
  g_idle_add_full(G_PRIORITY_DEFAULT, woken, waker, waker_unref);
}

NoslipSimulation *
noslip_simulation_new(void)
{
  NoslipSimulation *self = g_new0(NoslipSimulation, 1);
  self->waker = g_new0(NoslipWaker, 1);
  atomic_init(&self->waker->references, 1);
  self->waker->simulation = self;
  self->channel = noslip_channel_new(wake, self->waker);
  self->worker = noslip_worker_new(self->channel);
  self->runs = g_ptr_array_new();
  noslip_cloud_init(&self->cloud);
  noslip_playhead_init(&self->playhead, 0.01, 0);
  self->horizon = INFINITY;
  return self;
}

static void
free_refusals(NoslipSimulation *self)
{
  for (guint i = 0; self->refusals && noslip_formulations()[i]; i++)
    g_free(self->refusals[i]);
  g_clear_pointer(&self->refusals, g_free);
}

static void
forget_system(NoslipSimulation *self)
{
  noslip_simulation_clear_runs(self);
  noslip_simulation_forget_readings(self);
  noslip_channel_release(self->channel, g_steal_pointer(&self->instruments), (GDestroyNotify) noslip_instruments_free);
  noslip_channel_release(self->channel, g_steal_pointer(&self->system), (GDestroyNotify) noslip_system_unref);
  free_refusals(self);
  g_clear_pointer(&self->parameters, g_free);
  g_clear_pointer(&self->start, g_free);
  g_clear_pointer(&self->start_set, g_free);
  g_clear_pointer(&self->start_value, g_free);
  g_clear_pointer(&self->start_chosen, g_free);
  noslip_simulation_forget_verdicts(self);
  g_clear_pointer(&self->shown, g_free);
  noslip_cloud_clear(&self->cloud);
  g_clear_pointer(&self->base_xy, g_free);
  g_clear_pointer(&self->base_mu, g_free);
  g_clear_pointer(&self->base_preferred, g_free);
  g_clear_pointer(&self->error, noslip_diagnostic_free);
  self->has_base = FALSE;
}

void
noslip_simulation_free(NoslipSimulation *self)
{
  if (!self)
    return;
  for (guint i = 0; i < self->runs->len; i++) {
    NoslipSimulationRun *run = g_ptr_array_index(self->runs, i);
    if (run->ticket)
      noslip_ticket_cancel(run->ticket);
  }
  if (self->cloud_ticket)
    noslip_ticket_cancel(self->cloud_ticket);
  noslip_worker_free(self->worker);
  self->worker = NULL;
  self->waker->simulation = NULL;
  forget_system(self);
  noslip_channel_free(self->channel);
  waker_unref(self->waker);
  g_ptr_array_unref(self->runs);
  g_clear_pointer(&self->problems, noslip_diagnostics_free);
  g_free(self->problems_name);
  g_free(self->loading_name);
  g_free(self->source);
  g_free(self->source_file);
  g_free(self);
}

void
noslip_simulation_set_listener(NoslipSimulation *self, NoslipListener listener, gpointer data)
{
  self->listener = listener;
  self->listener_data = data;
}

void
noslip_simulation_set_poller(NoslipSimulation *self, NoslipPoller poller)
{
  self->poller = poller;
}

void
noslip_simulation_notify(NoslipSimulation *self, NoslipChange change)
{
  if (change && self->listener)
    self->listener(self, change, self->listener_data);
}

/* Reading texts */

static void
request(NoslipSimulation *self, const char *name, const char *text)
{
  self->load_generation = ++self->generation;
  self->loading = TRUE;
  self->editing = FALSE;
  g_free(self->loading_name);
  self->loading_name = g_strdup(name);
  noslip_worker_load(self->worker, self->load_generation, name, text);
}

void
noslip_simulation_load(NoslipSimulation *self, const char *id_or_path)
{
  request(self, id_or_path, NULL);
}

guint64
noslip_simulation_load_text(NoslipSimulation *self, const char *text, const char *name)
{
  request(self, name, text);
  return self->load_generation;
}

guint64
noslip_simulation_edit(NoslipSimulation *self, const char *text, const char *name)
{
  request(self, name, text);
  self->editing = TRUE;
  return self->load_generation;
}

guint64
noslip_simulation_source_generation(const NoslipSimulation *self)
{
  return self->source_generation;
}

const char *
noslip_simulation_source(const NoslipSimulation *self)
{
  return self->source;
}

const char *
noslip_simulation_source_file(const NoslipSimulation *self)
{
  return self->source_file;
}

static void
adopt(NoslipSimulation *self, NoslipMessage *message)
{
  NoslipKept *kept = self->editing ? noslip_simulation_keep(self) : NULL;
  forget_system(self);
  self->system = g_steal_pointer(&message->system);
  self->refusals = g_steal_pointer(&message->refusals);
  const NoslipSystem *system = self->system;
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  self->method = options.method;
  self->tolerance = options.rtol;
  self->parameters = noslip_system_default_parameters(system);
  self->start = g_new0(double, system->m + system->n + 1);
  self->start_set = g_new0(gboolean, noslip_simulation_n_starts(system) + 1);
  self->start_value = g_new0(double, noslip_simulation_n_starts(system) + 1);
  self->start_chosen = g_new0(gboolean, system->m + system->n + 1);
  self->kind = system->dynamics;
  self->formulation = NULL;
  noslip_playhead_init(&self->playhead, options.step > 0 ? options.step : system->run_step,
                       options.to > 0 ? options.to : system->run_to);
  if (kept)
    noslip_simulation_restore(self, kept);
  noslip_simulation_begin_runs(self);
  noslip_kept_free(kept);
}

static NoslipChange
receive_system(NoslipSimulation *self, NoslipMessage *message)
{
  if (message->generation != self->load_generation)
    return 0;
  self->loading = FALSE;
  g_clear_pointer(&self->problems, noslip_diagnostics_free);
  self->problems = g_steal_pointer(&message->diagnostics);
  g_free(self->problems_name);
  self->problems_name = g_strdup(self->loading_name);
  g_free(self->source);
  self->source = g_steal_pointer(&message->text);
  g_free(self->source_file);
  self->source_file = g_steal_pointer(&message->file);
  self->source_generation = message->generation;
  if (!message->system)
    return NOSLIP_CHANGED_PROBLEMS;
  gboolean edited = self->editing && self->system;
  adopt(self, message);
  return (edited ? NOSLIP_CHANGED_EDITED : 0) | NOSLIP_CHANGED_PROBLEMS | NOSLIP_CHANGED_SYSTEM |
         NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_START | NOSLIP_CHANGED_CURSOR |
         NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_INSTRUMENTS;
}

static NoslipChange
receive_run(NoslipSimulation *self, NoslipMessage *message)
{
  NoslipSimulationRun *run = noslip_simulation_find_run(self, message->run);
  if (!run || run->view.generation != message->generation)
    return 0;
  NoslipChange verdicts = noslip_simulation_receive_verdicts(self, message);
  if (message->kind == NOSLIP_MESSAGE_WITNESS)
    return verdicts;
  if (message->kind == NOSLIP_MESSAGE_STARTED) {
    noslip_simulation_receive_start(self, run, message);
    return message->run == 0 ? NOSLIP_CHANGED_START | verdicts : 0;
  }
  noslip_simulation_receive_rows(self, run, message);
  /* an edited text keeps the time, which its motion may not reach */
  double computed = noslip_simulation_computed(self);
  if (message->run == 0 && run->view.report.finished && noslip_simulation_time(self) > computed)
    noslip_playhead_seek(&self->playhead, computed);
  return NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | verdicts | (self->error ? NOSLIP_CHANGED_ERROR : 0);
}

static NoslipChange
receive_instruments(NoslipSimulation *self, NoslipMessage *message)
{
  if (message->system != self->system)
    return 0;
  noslip_simulation_forget_readings(self);
  noslip_channel_release(self->channel, self->instruments, (GDestroyNotify) noslip_instruments_free);
  self->instruments = g_steal_pointer(&message->instruments);
  return NOSLIP_CHANGED_INSTRUMENTS;
}

static NoslipChange
receive(NoslipSimulation *self, NoslipMessage *message)
{
  switch (message->kind) {
  case NOSLIP_MESSAGE_LOADED:
    return receive_system(self, message);
  case NOSLIP_MESSAGE_INSTRUMENTS:
    return receive_instruments(self, message);
  case NOSLIP_MESSAGE_CLOUD:
    return noslip_simulation_receive_cloud(self, message);
  default:
    return receive_run(self, message);
  }
}

void
noslip_simulation_poll(NoslipSimulation *self)
{
  NoslipChange change = 0;
  for (NoslipMessage *message = noslip_channel_take(self->channel), *next; message; message = next) {
    next = message->next;
    change |= receive(self, message);
    noslip_channel_release(self->channel, message, (GDestroyNotify) noslip_message_free);
  }
  noslip_simulation_notify(self, change);
}

gboolean
noslip_simulation_is_settled(NoslipSimulation *self)
{
  if (self->loading || !noslip_worker_is_idle(self->worker))
    return FALSE;
  noslip_simulation_poll(self);
  return !self->loading && noslip_worker_is_idle(self->worker);
}

NoslipSystem *
noslip_simulation_system(const NoslipSimulation *self)
{
  return self->system;
}

const NoslipDiagnostics *
noslip_simulation_problems(const NoslipSimulation *self)
{
  return self->problems;
}

const char *
noslip_simulation_problems_name(const NoslipSimulation *self)
{
  return self->problems_name;
}

gboolean
noslip_simulation_is_loading(const NoslipSimulation *self)
{
  return self->loading;
}

NoslipDiagnostic *
noslip_simulation_take_error(NoslipSimulation *self)
{
  return g_steal_pointer(&self->error);
}

/* The playhead */

const NoslipPlayhead *
noslip_simulation_playhead(const NoslipSimulation *self)
{
  return &self->playhead;
}

double
noslip_simulation_time(const NoslipSimulation *self)
{
  return noslip_playhead_time(&self->playhead);
}

guint
noslip_simulation_n_expected(const NoslipSimulation *self)
{
  double n = 1 + self->playhead.end / self->playhead.step;
  return n >= 0 && n < MOST_EXPECTED ? (guint) n : MOST_EXPECTED;
}

double
noslip_simulation_computed(const NoslipSimulation *self)
{
  const NoslipRunView *primary = noslip_simulation_primary(self);
  return primary && primary->n_rows > 0 ? noslip_trajectory_end(primary->trajectory) : 0;
}

/* As far as the playhead may go: not past the point where new rows are about to replace the old ones. */
static double
reach(const NoslipSimulation *self)
{
  if (self->runs->len == 0)
    return NAN;
  const NoslipSimulationRun *primary = g_ptr_array_index(self->runs, 0);
  if (primary->view.pending)
    return primary->ticket->has_state ? primary->ticket->t0 : 0;
  return primary->view.n_rows > 0 ? noslip_trajectory_end(primary->view.trajectory) : NAN;
}

/* So far is computed ahead of the playhead, or of this time. */
static void
set_horizon(NoslipSimulation *self, double time)
{
  double lead = time + LEAD * fmax(1, self->playhead.speed), horizon = LEAD * ceil(lead / LEAD);
  if (horizon == self->horizon)
    return;
  self->horizon = horizon;
  noslip_worker_set_horizon(self->worker, horizon);
}

static void
moved(NoslipSimulation *self, NoslipChange change)
{
  set_horizon(self, noslip_playhead_time(&self->playhead));
  noslip_simulation_notify(self, change);
}

void
noslip_simulation_compute_until(NoslipSimulation *self, double t)
{
  set_horizon(self, fmax(t, noslip_playhead_time(&self->playhead)));
}

void
noslip_simulation_play(NoslipSimulation *self)
{
  noslip_playhead_play(&self->playhead);
  moved(self, NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_CURSOR);
}

void
noslip_simulation_pause(NoslipSimulation *self)
{
  noslip_playhead_pause(&self->playhead);
  moved(self, NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_CURSOR);
}

void
noslip_simulation_restart(NoslipSimulation *self)
{
  noslip_playhead_seek(&self->playhead, 0);
  moved(self, NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_CURSOR);
}

void
noslip_simulation_step(NoslipSimulation *self, int samples)
{
  noslip_playhead_step(&self->playhead, samples, reach(self));
  moved(self, NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_CURSOR);
}

void
noslip_simulation_seek(NoslipSimulation *self, double t)
{
  double most = reach(self);
  noslip_playhead_seek(&self->playhead, t > most ? most : t);
  moved(self, NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_PLAYBACK);
}

void
noslip_simulation_set_speed(NoslipSimulation *self, double speed)
{
  noslip_playhead_set_speed(&self->playhead, speed);
  moved(self, NOSLIP_CHANGED_PLAYBACK);
}

void
noslip_simulation_set_loop(NoslipSimulation *self, gboolean looping, double from, double to)
{
  noslip_playhead_set_loop(&self->playhead, looping, from, to);
  moved(self, NOSLIP_CHANGED_PLAYBACK);
}

void
noslip_simulation_mark_loop(NoslipSimulation *self, gboolean end)
{
  if (end)
    noslip_playhead_mark_end(&self->playhead);
  else
    noslip_playhead_mark_start(&self->playhead);
  moved(self, NOSLIP_CHANGED_PLAYBACK);
}

void
noslip_simulation_advance(NoslipSimulation *self, gint64 now)
{
  noslip_simulation_poll(self);
  NoslipPlayState state = self->playhead.state;
  NoslipChange change = 0;
  if (noslip_playhead_advance(&self->playhead, now, reach(self)))
    change |= NOSLIP_CHANGED_CURSOR;
  gboolean late = noslip_playhead_is_late(&self->playhead);
  if (state != self->playhead.state || late != self->late)
    change |= NOSLIP_CHANGED_PLAYBACK;
  self->late = late;
  if (change)
    moved(self, change);
}
