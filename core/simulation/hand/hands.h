/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hands that act on a motion while it runs: they move inputs and pull at bodies, from the shared time on. What they
 * do is recorded as gestures (gestures.h), with which the motion is computed again; later recorded gestures of the same
 * input, or pulls, are removed. Each change is reported to the simulation. */
#pragma once

#include "core/simulation/change.h"
#include "core/simulation/hand/gestures.h"
#include "core/simulation/runs.h"
#include "core/simulation/start.h"

typedef struct _NoslipHands NoslipHands;
NoslipHands *noslip_hands_new(const NoslipRuns *runs, const NoslipStart *start, NoslipReporter reporter);
void noslip_hands_free(NoslipHands *hands);

/* The recorded gestures; NULL: none. After setting others the motion is computed again with them. */
const NoslipGestures *noslip_hands_gestures(const NoslipHands *hands);
void noslip_hands_set_gestures(NoslipHands *hands, const NoslipGestures *gestures); /* copied */

/* hands-inputs.c. The value of an input at the shared time; NaN if there is no motion yet. */
double noslip_hands_input(NoslipHands *hands, guint input);
/* Whether it is moved by hand at that time; otherwise it follows its own course. */
gboolean noslip_hands_hold_input(const NoslipHands *hands, guint input);
/* The value to which its movement by hand at that time leads; NaN if none is in progress. */
double noslip_hands_input_aim(const NoslipHands *hands, guint input);
/* Why a movement of an input at the shared time would have no effect, as a sentence for users, or NULL if it has one.
 * Free with g_free(). */
char *noslip_hands_input_refusal(const NoslipHands *hands);
/* Moves it to this value, clamped to LO .. HI, within a few hundredths of a second of the wall clock. */
void noslip_hands_move_input(NoslipHands *hands, guint input, double value);
/* Moves it by a key: -1 towards LO, 1 towards HI, the whole range in NOSLIP_INPUT_SWEEP seconds of motion; 0: back to
 * its own course. */
#define NOSLIP_INPUT_SWEEP 1.0
void noslip_hands_drive_input(NoslipHands *hands, guint input, int direction);
/* By a stick that returns to its middle by itself: like noslip_hands_move_input(), to a fraction of the way from the
 * input's own course at the shared time to an end of its range: tilt -1 is LO, 1 is HI. At 0 it returns to its
 * course. */
void noslip_hands_tilt_input(NoslipHands *hands, guint input, double tilt);

/* hands-push.c. A hand that pulls at a body (core/system/push.h), in nonholonomic and free dynamics. Holds the body of
 * the draw statement at this point of the picture; FALSE if it cannot be pulled. */
gboolean noslip_hands_take_body(NoslipHands *hands, guint draw, const double point[3]);
/* Why the body of the draw statement cannot be pulled, as a sentence for users, or NULL if it can. Free with
 * g_free(). */
char *noslip_hands_push_refusal(NoslipHands *hands, guint draw);
/* The stiffness of the next pull: the frequency at which a body would swing about the hand (Hz). */
#define NOSLIP_PUSH_SOFTEST 0.25
#define NOSLIP_PUSH_STIFFEST 4.0
void noslip_hands_set_push_frequency(NoslipHands *hands, double frequency); /* clamped to that range */
double noslip_hands_push_frequency(const NoslipHands *hands);               /* 1 at first */
/* The claim that the energy changes by the work of the hand, judged along the samples of the motion at which a hand
 * pulls (hand/balance.h). FALSE if there is no such sample. */
gboolean noslip_hands_verdict(const NoslipHands *hands, NoslipVerdict *verdict);
/* The following functions do nothing while no body is held. */
void noslip_hands_pull_body(NoslipHands *hands, const double target[3]);
void noslip_hands_spin_body(NoslipHands *hands, double steps); /* of a wheel */
void noslip_hands_brake_body(NoslipHands *hands, gboolean brakes);
void noslip_hands_release_body(NoslipHands *hands);
/* Whether a hand pulls at a body at the shared time. */
gboolean noslip_hands_pull(const NoslipHands *hands);
/* The held point of the body at the shared time, and the target of the pull; FALSE if no hand pulls. */
gboolean noslip_hands_pushed(NoslipHands *hands, double point[3], double target[3]);

/* For the simulation, which reports these itself. */
/* Drops the gestures, and what belongs to the system, which is about to be released. */
void noslip_hands_forget(NoslipHands *hands);
/* Records these gestures (a reference is taken over; NULL: none) instead of the present ones. */
void noslip_hands_take(NoslipHands *hands, NoslipGestures *gestures);
NoslipGestures *noslip_hands_share_gestures(const NoslipHands *hands); /* a new reference, or NULL */
/* Drops the gestures that began later than t, and the ends of movements that began before. */
void noslip_hands_cut(NoslipHands *hands, double t);
/* The time of the sample from which the last change acts, seconds. */
double noslip_hands_changed_from(const NoslipHands *hands);
