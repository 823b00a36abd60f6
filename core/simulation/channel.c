/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/channel.h"

#include <pthread.h>

struct _NoslipChannel {
  pthread_mutex_t mutex;
  pthread_cond_t arrived;
  NoslipMessage *first, **last;
  void (*wake)(gpointer data);
  gpointer data;
};

void
noslip_report_clear(NoslipReport *report)
{
  g_free(report->verdicts);
  noslip_diagnostic_free(report->error);
  *report = (NoslipReport){0};
}

void
noslip_testimony_free(NoslipTestimony *testimony)
{
  if (!testimony)
    return;
  g_free(testimony->where);
  g_free(testimony);
}

NoslipMessage *
noslip_message_new(NoslipMessageKind kind, guint run, guint64 generation)
{
  NoslipMessage *message = g_new0(NoslipMessage, 1);
  message->kind = kind;
  message->run = run;
  message->generation = generation;
  return message;
}

static void
clear_loaded(NoslipLoadedMessage *loaded)
{
  g_clear_pointer(&loaded->system, noslip_system_unref);
  if (loaded->refusals)
    for (guint i = 0; noslip_formulations()[i]; i++)
      g_free(loaded->refusals[i]);
  g_free(loaded->refusals);
  g_free(loaded->derivations);
  g_clear_pointer(&loaded->diagnostics, noslip_diagnostics_free);
  g_free(loaded->file);
  g_free(loaded->text);
}

static void
clear_started(NoslipStartedMessage *started)
{
  g_clear_pointer(&started->quantities, noslip_quantities_unref);
  g_clear_pointer(&started->diagnostics, noslip_diagnostics_free);
  g_free(started->start);
  g_free(started->chosen);
}

static void
clear_rows(NoslipRowsMessage *rows)
{
  g_clear_pointer(&rows->chunk, noslip_chunk_unref);
  g_clear_pointer(&rows->diagnostics, noslip_diagnostics_free);
  g_free(rows->values);
  noslip_report_clear(&rows->report);
  g_free(rows->nearest);
  g_free(rows->nearest_chosen);
}

static void
clear_ensemble(NoslipEnsembleMessage *ensemble)
{
  g_clear_pointer(&ensemble->layout, noslip_ensemble_layout_unref);
  g_clear_pointer(&ensemble->frames, noslip_ensemble_frames_free);
  g_clear_pointer(&ensemble->error, noslip_diagnostic_free);
  g_free(ensemble->shades);
}

void
noslip_message_free(NoslipMessage *message)
{
  if (!message)
    return;
  switch (message->kind) {
  case NOSLIP_MESSAGE_LOADED:
    clear_loaded(&message->loaded);
    break;
  case NOSLIP_MESSAGE_STARTED:
    clear_started(&message->started);
    break;
  case NOSLIP_MESSAGE_ROWS:
    clear_rows(&message->rows);
    break;
  case NOSLIP_MESSAGE_INSTRUMENTS:
    g_clear_pointer(&message->instruments.system, noslip_system_unref);
    g_clear_pointer(&message->instruments.instruments, noslip_instruments_free);
    break;
  case NOSLIP_MESSAGE_WITNESS:
    noslip_testimony_free(message->testimony);
    break;
  case NOSLIP_MESSAGE_ENSEMBLE:
    clear_ensemble(&message->ensemble);
    break;
  }
  g_free(message);
}

NoslipChannel *
noslip_channel_new(void (*wake)(gpointer data), gpointer data)
{
  NoslipChannel *channel = g_new0(NoslipChannel, 1);
  pthread_mutex_init(&channel->mutex, NULL);
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&channel->arrived, &monotonic);
  pthread_condattr_destroy(&monotonic);
  channel->last = &channel->first;
  channel->wake = wake;
  channel->data = data;
  return channel;
}

void
noslip_channel_free(NoslipChannel *channel)
{
  if (!channel)
    return;
  for (NoslipMessage *message = noslip_channel_take(channel), *next; message; message = next) {
    next = message->next;
    noslip_message_free(message);
  }
  pthread_cond_destroy(&channel->arrived);
  pthread_mutex_destroy(&channel->mutex);
  g_free(channel);
}

void
noslip_channel_send(NoslipChannel *channel, NoslipMessage *message)
{
  pthread_mutex_lock(&channel->mutex);
  gboolean was_empty = channel->first == NULL;
  message->next = NULL;
  message->sent = g_get_monotonic_time();
  *channel->last = message;
  channel->last = &message->next;
  pthread_cond_signal(&channel->arrived);
  pthread_mutex_unlock(&channel->mutex);
  if (was_empty && channel->wake)
    channel->wake(channel->data);
}

NoslipMessage *
noslip_channel_take(NoslipChannel *channel)
{
  pthread_mutex_lock(&channel->mutex);
  NoslipMessage *first = channel->first;
  channel->first = NULL;
  channel->last = &channel->first;
  pthread_mutex_unlock(&channel->mutex);
  return first;
}

gboolean
noslip_channel_wait(NoslipChannel *channel, gint64 deadline)
{
  const struct timespec until = {.tv_sec = (time_t) (deadline / G_USEC_PER_SEC),
                                 .tv_nsec = (long) (deadline % G_USEC_PER_SEC) * 1000};
  int failure = 0;
  pthread_mutex_lock(&channel->mutex);
  while (!channel->first && failure == 0)
    failure = pthread_cond_timedwait(&channel->arrived, &channel->mutex, &until);
  gboolean arrived = channel->first != NULL;
  pthread_mutex_unlock(&channel->mutex);
  return arrived;
}

gboolean
noslip_channel_is_empty(NoslipChannel *channel)
{
  pthread_mutex_lock(&channel->mutex);
  gboolean empty = channel->first == NULL;
  pthread_mutex_unlock(&channel->mutex);
  return empty;
}

void
noslip_channel_release(NoslipChannel *channel, gpointer object, GDestroyNotify unref)
{
  if (!object)
    return;
  pthread_mutex_lock(&channel->mutex);
  unref(object);
  pthread_mutex_unlock(&channel->mutex);
}
