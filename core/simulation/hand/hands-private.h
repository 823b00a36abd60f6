/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the hands share. */
#pragma once

#include "core/simulation/hand/hands.h"
#include "core/simulation/hand/pushes.h"

struct _NoslipHands {
  const NoslipRuns *runs;
  const NoslipStart *start;
  NoslipReporter reporter;

  NoslipGestures *gestures; /* since t = 0 or the base of the runs; or NULL */
  double changed_from;      /* seconds: the last change of them acts from there on */
  NoslipInputs *inputs;     /* of the system; made on first use */
  NoslipPushes *pushes;     /* the same */
  NoslipGesture held;       /* push of the held body, if `holds` */
  gboolean holds;           /* whether a body is held now */
  double push_frequency;    /* Hz */
};

/* The time of the sample at which a hand acts now; NaN if there are no samples after it. */
double noslip_hands_sample(const NoslipHands *hands);
/* Replaces the gestures of one input, or of a push, after t; the motion continues from there. */
void noslip_hands_gesture(NoslipHands *hands, double t, guint n, const NoslipGesture *gestures);
