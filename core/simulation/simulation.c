/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/simulation-private.h"

#include <math.h>
#include <string.h>

/* By this the worker calls the main loop. It outlives the simulation while a call is pending. */
struct _NoslipWaker {
  atomic_int references;
  NoslipSimulation *simulation; /* used by the main thread only; NULL after the simulation is freed */
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

/* Above idle priority: slow drawing must not delay results. */
static void
wake(gpointer data)
{
  NoslipWaker *waker = data;
  atomic_fetch_add_explicit(&waker->references, 1, memory_order_relaxed);
  g_idle_add_full(G_PRIORITY_DEFAULT, woken, waker, waker_unref);
}

static void
changed(gpointer data, NoslipRunsManner manner, NoslipChange change)
{
  NoslipSimulation *self = data;
  if (manner != NOSLIP_RUNS_UNCHANGED)
    noslip_simulation_replan(self, manner);
  noslip_simulation_notify(self, change);
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
  NoslipReporter reporter = {changed, self};
  self->playback = noslip_playback_new(&self->runs, self->worker, reporter);
  noslip_runs_init(&self->runs, self->channel, noslip_playback_playhead(self->playback), reporter);
  noslip_remarks_init(&self->remarks, &self->runs, self->worker, reporter);
  noslip_ensemble_run_init(&self->ensemble, self->channel, reporter);
  self->readings = noslip_readings_new(&self->runs);
  self->hands = noslip_hands_new(&self->runs, &self->start, reporter);
  self->overlays = noslip_overlays_new(&self->runs, &self->start, &self->ensemble, reporter);
  return self;
}

static void
forget_system(NoslipSimulation *self)
{
  g_clear_pointer(&self->pointed, g_free);
  if (self->destination)
    noslip_destination_set(self->destination, 0, NULL);
  noslip_runs_forget_system(&self->runs);
  noslip_overlays_forget(self->overlays);
  noslip_ensemble_run_forget(&self->ensemble);
  noslip_readings_forget(self->readings);
  noslip_hands_forget(self->hands);
  noslip_channel_release(self->channel, g_steal_pointer(&self->system), (GDestroyNotify) noslip_system_unref);
  noslip_start_clear(&self->start);
  noslip_remarks_forget(&self->remarks);
  noslip_ensemble_settings_clear(&self->ensemble.settings);
}

void
noslip_simulation_free(NoslipSimulation *self)
{
  if (!self)
    return;
  for (guint i = 0; i < self->runs.list->len; i++) {
    NoslipSimulationRun *run = g_ptr_array_index(self->runs.list, i);
    if (run->ticket)
      noslip_ticket_cancel(run->ticket);
  }
  if (self->ensemble.ticket)
    noslip_ticket_cancel(self->ensemble.ticket);
  noslip_worker_free(self->worker);
  self->worker = NULL;
  self->waker->simulation = NULL;
  forget_system(self);
  noslip_hands_free(self->hands);
  noslip_overlays_free(self->overlays);
  noslip_readings_free(self->readings);
  noslip_channel_free(self->channel);
  waker_unref(self->waker);
  g_ptr_array_unref(self->runs.list);
  noslip_playback_free(self->playback);
  noslip_text_source_clear(&self->source);
  noslip_destination_unref(self->destination);
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

/* Reading texts */

static void
request(NoslipSimulation *self, const char *name, const char *text)
{
  noslip_text_source_request(&self->source, self->worker, ++self->generation, name, text);
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
  return self->source.requested;
}

guint64
noslip_simulation_edit(NoslipSimulation *self, const char *text, const char *name)
{
  request(self, name, text);
  self->source.is_edit = TRUE;
  return self->source.requested;
}

static void
adopt(NoslipSimulation *self, NoslipMessage *message)
{
  NoslipKept *kept = self->source.is_edit ? noslip_simulation_keep(self) : NULL;
  forget_system(self);
  self->system = g_steal_pointer(&message->loaded.system);
  const NoslipSystem *system = self->system;
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  noslip_runs_adopt(&self->runs, self->system, g_steal_pointer(&message->loaded.refusals),
                    g_steal_pointer(&message->loaded.derivations));
  noslip_start_init(&self->start, system);
  noslip_playback_begin(self->playback, options.step, options.to);
  if (kept)
    noslip_simulation_restore(self, kept);
  noslip_simulation_begin_runs(self);
  noslip_kept_free(kept);
}

static NoslipChange
receive_system(NoslipSimulation *self, NoslipMessage *message)
{
  if (!noslip_text_source_receive(&self->source, message))
    return 0;
  if (!message->loaded.system)
    return NOSLIP_CHANGED_PROBLEMS;
  gboolean edited = self->source.is_edit && self->system;
  adopt(self, message);
  return (edited ? NOSLIP_CHANGED_EDITED : 0) | NOSLIP_CHANGED_PROBLEMS | NOSLIP_CHANGED_SYSTEM |
         NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_START | NOSLIP_CHANGED_CURSOR |
         NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_INSTRUMENTS;
}

static NoslipChange
receive_run(NoslipSimulation *self, NoslipMessage *message)
{
  NoslipSimulationRun *run = noslip_runs_find(&self->runs, message->run);
  if (!run || run->view.generation != message->generation)
    return 0;
  NoslipChange verdicts = noslip_remarks_receive(&self->remarks, &self->start, message) ? NOSLIP_CHANGED_VERDICTS : 0;
  if (message->kind == NOSLIP_MESSAGE_WITNESS)
    return verdicts;
  if (message->kind == NOSLIP_MESSAGE_STARTED) {
    noslip_runs_receive_start(&self->runs, run, &message->started, self->start.found);
    self->start.is_found = self->start.is_found || (message->run == 0 && message->started.t0 <= 0);
    return message->run == 0 ? NOSLIP_CHANGED_START | verdicts : 0;
  }
  if (message->run == 0 && run->view.pending)
    noslip_simulation_answered(self, message->sent);
  noslip_runs_receive_rows(&self->runs, run, &message->rows);
  /* an edited text keeps the time, which its motion may not reach */
  double computed = noslip_runs_computed(&self->runs);
  if (message->run == 0 && run->view.report.finished && noslip_playhead_time(self->runs.playhead) > computed)
    noslip_playback_jump(self->playback, computed);
  return NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CURSOR | verdicts | (self->runs.error ? NOSLIP_CHANGED_ERROR : 0);
}

static NoslipChange
receive_instruments(NoslipSimulation *self, NoslipMessage *message)
{
  if (message->instruments.system != self->system)
    return 0;
  noslip_readings_take(self->readings, g_steal_pointer(&message->instruments.instruments));
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
  case NOSLIP_MESSAGE_ENSEMBLE:
    return noslip_ensemble_run_receive(&self->ensemble, message->generation, &message->ensemble)
               ? NOSLIP_CHANGED_ENSEMBLE
               : 0;
  case NOSLIP_MESSAGE_STARTED:
  case NOSLIP_MESSAGE_ROWS:
  case NOSLIP_MESSAGE_WITNESS:
    break;
  }
  return receive_run(self, message);
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
noslip_simulation_is_idle(const NoslipSimulation *self)
{
  return !self->source.is_reading && noslip_worker_is_idle(self->worker) && noslip_channel_is_empty(self->channel);
}

gboolean
noslip_simulation_is_settled(NoslipSimulation *self)
{
  if (self->source.is_reading || !noslip_worker_is_idle(self->worker))
    return FALSE;
  noslip_simulation_poll(self);
  return !self->source.is_reading && noslip_worker_is_idle(self->worker);
}

NoslipSystem *
noslip_simulation_system(const NoslipSimulation *self)
{
  return self->system;
}

const NoslipTextSource *
noslip_simulation_source(const NoslipSimulation *self)
{
  return &self->source;
}

const NoslipStart *
noslip_simulation_start(const NoslipSimulation *self)
{
  return &self->start;
}

NoslipRuns *
noslip_simulation_runs(const NoslipSimulation *self)
{
  return (NoslipRuns *) &self->runs;
}

NoslipRemarks *
noslip_simulation_remarks(const NoslipSimulation *self)
{
  return (NoslipRemarks *) &self->remarks;
}

NoslipEnsembleRun *
noslip_simulation_ensemble(const NoslipSimulation *self)
{
  return (NoslipEnsembleRun *) &self->ensemble;
}

NoslipHands *
noslip_simulation_hands(const NoslipSimulation *self)
{
  return self->hands;
}

NoslipOverlays *
noslip_simulation_overlays(const NoslipSimulation *self)
{
  return self->overlays;
}

NoslipReadings *
noslip_simulation_readings(const NoslipSimulation *self)
{
  return self->readings;
}

NoslipPlayback *
noslip_simulation_playback(const NoslipSimulation *self)
{
  return self->playback;
}

const NoslipPlayhead *
noslip_simulation_playhead(const NoslipSimulation *self)
{
  return noslip_playback_playhead(self->playback);
}
