/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gestures are movements by hand: the values of the parameters of an input (core/system/hand.h) or of a push
 * (core/system/push.h) from given times on. They are recorded with the motion; computed again with them, the motion is
 * the same. */
#pragma once

#include "core/system/hand.h"
#include "core/system/push.h"

#define NOSLIP_GESTURE_PUSH (G_MAXUINT - 1) /* in place of an input */

/* From `t` on (seconds, the time of a sample), until the next one of the same input, or the next push. */
typedef struct {
  double t;
  guint input;
  gboolean rests;               /* the end of the movement that began before; for a push, its end */
  guint draw;                   /* of a push: the draw statement of the body; else 0 */
  double values[NOSLIP_PUSH_N]; /* of an input: NOSLIP_HAND_N, then 0 */
} NoslipGesture;

typedef struct _NoslipGestures NoslipGestures; /* reference-counted; not changed once it has two references */
NoslipGestures *noslip_gestures_new(void);
NoslipGestures *noslip_gestures_copy(const NoslipGestures *gestures); /* NULL: an empty list */
NoslipGestures *noslip_gestures_ref(NoslipGestures *gestures);
void noslip_gestures_unref(NoslipGestures *gestures);                              /* NULL is allowed */
guint noslip_gestures_n(const NoslipGestures *gestures);                           /* 0 for NULL */
const NoslipGesture *noslip_gestures_nth(const NoslipGestures *gestures, guint i); /* in the order of time */
/* Inserts it by time; replaces one with the same input and time. */
void noslip_gestures_add(NoslipGestures *gestures, const NoslipGesture *gesture);
/* Drops gestures that began later than t. The ends of movements that began before are kept, except those of `input`. */
void noslip_gestures_cut(NoslipGestures *gestures, double t, guint input);
/* The gestures from t on, with t as time 0, including the movements in progress. */
NoslipGestures *noslip_gestures_from(const NoslipGestures *gestures, double t);
/* The time of the first one after t; infinity if there is none, or for NULL. */
double noslip_gestures_next(const NoslipGestures *gestures, double t);
/* Writes the hands' parameters of the system for times from t on. Other parameters are not changed. */
void noslip_gestures_apply(const NoslipGestures *gestures, const NoslipSystem *system, double t, double *parameters);
/* Whether a hand moves the input at t, or releases it at that time. */
gboolean noslip_gestures_hold(const NoslipGestures *gestures, guint input, double t);
/* The value at which the movement of the input in progress at t ends; NaN if none is, or if it returns to its own
 * course. */
double noslip_gestures_aim(const NoslipGestures *gestures, guint input, double t);

/* Whether a push acts at a time between t0 and t1. */
gboolean noslip_gestures_pulls_within(const NoslipGestures *gestures, double t0, double t1);
/* The push that acts from t on, or NULL. Valid until the gestures change. */
const NoslipGesture *noslip_gestures_push(const NoslipGestures *gestures, double t);

/* A line for each, "T INPUT moves|rests OWN AT C0 C1 C2 C3", of a push "T hand:DRAW moves|rests" and its parameters;
 * free with g_free(). */
char *noslip_gestures_to_text(const NoslipGestures *gestures, const NoslipSystem *system);
/* The lines of `text` that name inputs of the system; *problem gets the first line that cannot be read, to be freed, or
 * NULL. */
NoslipGestures *noslip_gestures_from_text(const char *text, const NoslipSystem *system, char **problem);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipGestures, noslip_gestures_unref)

/* The value of an input and its rate, and those of its course without the hand, at t. */
typedef struct {
  double value, rate, course, course_rate;
} NoslipInputState;
typedef struct _NoslipInputs NoslipInputs; /* used by one thread */
NoslipInputs *noslip_inputs_new(NoslipSystem *system);
void noslip_inputs_free(NoslipInputs *inputs);
void noslip_inputs_read(NoslipInputs *inputs, guint input, const double *parameters, double t, NoslipInputState *state);
/* The movement of an input from this state at t to `target` (NaN: back to its own course) within `samples` sampling
 * steps, or fewer if it would leave LO .. HI on its way. It starts with the present rate and ends at rest. The first
 * gesture starts it, the second one, the returned number of samples later, ends it. */
guint noslip_inputs_movement(const NoslipSystem *system, guint input, const NoslipInputState *state, double t,
                             double step, guint samples, double target, NoslipGesture gesture[2]);
