/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run with recorded movements by hand. At each of them the motion continues from its state with other parameters of
 * the inputs, or with the dynamics of a body that a hand pulls. The rows are those of the motion that was recorded, bit
 * for bit. */
#pragma once

#include "core/integrate/run.h"
#include "core/simulation/hand/gestures.h"
#include "core/simulation/hand/pushes.h"

/* What a run needs and does not own; all of it outlives the run. */
typedef struct {
  NoslipDynamics *dynamics;        /* without a hand that pulls */
  NoslipPushes *pushes;            /* of the same system */
  const NoslipGestures *gestures;  /* NULL: none */
  const NoslipRunOptions *options; /* copied */
} NoslipHandRunOf;

typedef struct _NoslipHandRun NoslipHandRun;
/* Starts at time t0 from the full state xy[m + n] (and mu[k] for vakonomic dynamics, else NULL), with the parameters at
 * that time, the inputs' included (noslip_gestures_apply()). NULL with *error if it cannot start. */
NoslipHandRun *noslip_hand_run_new(const NoslipHandRunOf *of, const double *parameters, double t0, const double *xy,
                                   const double *mu, NoslipDiagnostic **error);
void noslip_hand_run_free(NoslipHandRun *run); /* NULL is allowed */

typedef enum {
  NOSLIP_HAND_RUN_ROW,  /* the next sample, as of noslip_run_next() */
  NOSLIP_HAND_RUN_TURN, /* no row: a hand acts, so parameters and push of the next row may differ */
  NOSLIP_HAND_RUN_END,  /* no row: the end of the run, or *error */
} NoslipHandRunStep;
NoslipHandRunStep noslip_hand_run_next(NoslipHandRun *run, double *row, const int *cancel, NoslipDiagnostic **error);
/* Those of the next row: n_parameters, valid until the next step, and the push (one of the gestures) or NULL. */
const double *noslip_hand_run_parameters(const NoslipHandRun *run);
const NoslipGesture *noslip_hand_run_push(const NoslipHandRun *run);
/* As noslip_run_changes(), of the whole run. */
const NoslipModeChange *noslip_hand_run_changes(NoslipHandRun *run, guint *n);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipHandRun, noslip_hand_run_free)
