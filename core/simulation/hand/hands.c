/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/hand/hands-private.h"

#include <math.h>

NoslipHands *
noslip_hands_new(const NoslipRuns *runs, const NoslipStart *start, NoslipReporter reporter)
{
  NoslipHands *self = g_new0(NoslipHands, 1);
  self->runs = runs;
  self->start = start;
  self->reporter = reporter;
  self->push_frequency = 1;
  return self;
}

void
noslip_hands_take(NoslipHands *self, NoslipGestures *gestures)
{
  noslip_gestures_unref(self->gestures);
  self->gestures = gestures;
}

void
noslip_hands_forget(NoslipHands *self)
{
  NoslipChannel *channel = self->runs->channel;
  noslip_hands_take(self, NULL);
  noslip_channel_release(channel, g_steal_pointer(&self->inputs), (GDestroyNotify) noslip_inputs_free);
  noslip_channel_release(channel, g_steal_pointer(&self->pushes), (GDestroyNotify) noslip_pushes_free);
  self->holds = FALSE;
}

void
noslip_hands_free(NoslipHands *self)
{
  noslip_hands_forget(self);
  g_free(self);
}

const NoslipGestures *
noslip_hands_gestures(const NoslipHands *self)
{
  return self->gestures;
}

NoslipGestures *
noslip_hands_share_gestures(const NoslipHands *self)
{
  return self->gestures ? noslip_gestures_ref(self->gestures) : NULL;
}

double
noslip_hands_changed_from(const NoslipHands *self)
{
  return self->changed_from;
}

void
noslip_hands_cut(NoslipHands *self, double t)
{
  if (noslip_gestures_n(self->gestures) == 0)
    return;
  NoslipGestures *gestures = noslip_gestures_copy(self->gestures); /* they are shared with tickets */
  noslip_gestures_cut(gestures, t, G_MAXUINT);
  noslip_hands_take(self, gestures);
}

double
noslip_hands_sample(const NoslipHands *self)
{
  const NoslipRuns *runs = self->runs;
  if (!runs->system || runs->list->len == 0)
    return NAN;
  const NoslipRunView *primary = noslip_runs_primary(runs);
  double t = noslip_playhead_time(runs->playhead);
  if (primary->n_rows == 0)
    return 0;
  guint index = noslip_trajectory_find(primary->trajectory, t);
  double at = noslip_trajectory_row(primary->trajectory, index, NULL)[0];
  return at < runs->playhead->end ? at : NAN;
}

void
noslip_hands_gesture(NoslipHands *self, double t, guint n, const NoslipGesture *gestures)
{
  NoslipGestures *changed = noslip_gestures_copy(self->gestures); /* they are shared with tickets */
  noslip_gestures_cut(changed, t, gestures[0].input);
  for (guint i = 0; i < n; i++)
    noslip_gestures_add(changed, &gestures[i]);
  noslip_hands_take(self, changed);
  self->changed_from = t;
  const NoslipRuns *runs = self->runs;
  gboolean begins = t <= (runs->has_base ? runs->base_t : 0);
  noslip_report(&self->reporter,
                !begins          ? NOSLIP_RUNS_DRIVE
                : runs->has_base ? NOSLIP_RUNS_GO_ON
                                 : NOSLIP_RUNS_ANEW,
                NOSLIP_CHANGED_HAND);
}

void
noslip_hands_set_gestures(NoslipHands *self, const NoslipGestures *gestures)
{
  if (!self->runs->system)
    return;
  noslip_hands_take(self, noslip_gestures_copy(gestures));
  self->changed_from = 0;
  noslip_report(&self->reporter, NOSLIP_RUNS_ANEW, NOSLIP_CHANGED_HAND);
}
