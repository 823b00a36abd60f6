/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/hand/gestures.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

struct _NoslipGestures {
  atomic_int references; /* used by two threads */
  GArray *list;          /* of NoslipGesture, in the order of time */
};

NoslipGestures *
noslip_gestures_new(void)
{
  NoslipGestures *self = g_new0(NoslipGestures, 1);
  atomic_init(&self->references, 1);
  self->list = g_array_new(FALSE, FALSE, sizeof(NoslipGesture));
  return self;
}

NoslipGestures *
noslip_gestures_copy(const NoslipGestures *gestures)
{
  NoslipGestures *copy = noslip_gestures_new();
  if (gestures)
    g_array_append_vals(copy->list, gestures->list->data, gestures->list->len);
  return copy;
}

NoslipGestures *
noslip_gestures_ref(NoslipGestures *self)
{
  atomic_fetch_add_explicit(&self->references, 1, memory_order_relaxed);
  return self;
}

void
noslip_gestures_unref(NoslipGestures *self)
{
  if (!self || atomic_fetch_sub_explicit(&self->references, 1, memory_order_acq_rel) != 1)
    return;
  g_array_unref(self->list);
  g_free(self);
}

guint
noslip_gestures_n(const NoslipGestures *self)
{
  return self ? self->list->len : 0;
}

const NoslipGesture *
noslip_gestures_nth(const NoslipGestures *self, guint i)
{
  return &g_array_index(self->list, NoslipGesture, i);
}

void
noslip_gestures_add(NoslipGestures *self, const NoslipGesture *gesture)
{
  guint i = self->list->len;
  while (i > 0 && noslip_gestures_nth(self, i - 1)->t > gesture->t)
    i--;
  for (guint j = i; j > 0 && noslip_gestures_nth(self, j - 1)->t == gesture->t; j--)
    if (noslip_gestures_nth(self, j - 1)->input == gesture->input) {
      g_array_index(self->list, NoslipGesture, j - 1) = *gesture;
      return;
    }
  g_array_insert_val(self->list, i, *gesture);
}

/* The last gesture of the input that is not later than t, or NULL. */
static const NoslipGesture *
in_force(const NoslipGestures *self, guint input, double t)
{
  for (guint i = noslip_gestures_n(self); i > 0; i--) {
    const NoslipGesture *gesture = noslip_gestures_nth(self, i - 1);
    if (gesture->input == input && gesture->t <= t)
      return gesture;
  }
  return NULL;
}

/* Whether this gesture is the end of the movement in progress at t. */
static gboolean
ends_movement(const NoslipGestures *self, const NoslipGesture *gesture, double t)
{
  if (!gesture->rests)
    return FALSE;
  for (guint i = 0; i < self->list->len; i++) {
    const NoslipGesture *other = noslip_gestures_nth(self, i);
    if (other->input == gesture->input && other->t > t)
      return other == gesture; /* the first one after t */
  }
  return FALSE;
}

void
noslip_gestures_cut(NoslipGestures *self, double t, guint input)
{
  g_autoptr(GArray) kept = g_array_new(FALSE, FALSE, sizeof(NoslipGesture));
  for (guint i = 0; i < self->list->len; i++) {
    const NoslipGesture *gesture = noslip_gestures_nth(self, i);
    if (gesture->t <= t || (gesture->input != input && ends_movement(self, gesture, t)))
      g_array_append_val(kept, *gesture);
  }
  g_array_unref(self->list);
  self->list = g_steal_pointer(&kept);
}

NoslipGestures *
noslip_gestures_from(const NoslipGestures *self, double t)
{
  NoslipGestures *shifted = noslip_gestures_new();
  for (guint i = 0; i < noslip_gestures_n(self); i++) {
    NoslipGesture gesture = *noslip_gestures_nth(self, i);
    if (gesture.t < t && in_force(self, gesture.input, t) != noslip_gestures_nth(self, i))
      continue;
    gesture.t = fmax(0, gesture.t - t);
    if (gesture.input != NOSLIP_GESTURE_PUSH)
      gesture.values[NOSLIP_HAND_AT] -= t;
    noslip_gestures_add(shifted, &gesture);
  }
  return shifted;
}

double
noslip_gestures_next(const NoslipGestures *self, double t)
{
  for (guint i = 0; i < noslip_gestures_n(self); i++)
    if (noslip_gestures_nth(self, i)->t > t)
      return noslip_gestures_nth(self, i)->t;
  return INFINITY;
}

void
noslip_gestures_apply(const NoslipGestures *self, const NoslipSystem *system, double t, double *parameters)
{
  for (guint i = 0; i < system->n_inputs; i++) {
    guint hand = system->inputs[i].hand;
    const NoslipGesture *gesture = hand != G_MAXUINT ? in_force(self, i, t) : NULL;
    for (guint j = 0; hand != G_MAXUINT && j < NOSLIP_HAND_N; j++)
      parameters[hand + j] = gesture ? gesture->values[j] : system->parameters[hand + j].value;
  }
}

const NoslipGesture *
noslip_gestures_push(const NoslipGestures *self, double t)
{
  const NoslipGesture *gesture = in_force(self, NOSLIP_GESTURE_PUSH, t);
  return gesture && !gesture->rests ? gesture : NULL;
}

gboolean
noslip_gestures_pulls_within(const NoslipGestures *self, double t0, double t1)
{
  gboolean pulls = noslip_gestures_push(self, t0) != NULL;
  for (guint i = 0; i < noslip_gestures_n(self) && !pulls; i++) {
    const NoslipGesture *gesture = noslip_gestures_nth(self, i);
    pulls = gesture->input == NOSLIP_GESTURE_PUSH && !gesture->rests && gesture->t > t0 && gesture->t < t1;
  }
  return pulls;
}

gboolean
noslip_gestures_hold(const NoslipGestures *self, guint input, double t)
{
  const NoslipGesture *gesture = in_force(self, input, t);
  return gesture && !(gesture->rests && gesture->values[NOSLIP_HAND_OWN] != 0);
}

double
noslip_gestures_aim(const NoslipGestures *self, guint input, double t)
{
  const NoslipGesture *gesture = in_force(self, input, t);
  if (!gesture || gesture->rests || gesture->values[NOSLIP_HAND_OWN] != 0)
    return NAN;
  for (guint i = 0; i < noslip_gestures_n(self); i++) {
    const NoslipGesture *end = noslip_gestures_nth(self, i);
    if (end->input == input && end->t > t)
      return end->values[NOSLIP_HAND_C0];
  }
  return NAN;
}
