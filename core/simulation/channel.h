/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The channel: the one way from the worker to the window. The worker puts finished messages in; the main thread takes
 * them all out. A pthread mutex and C11 atomics only. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/simulation/ensemble/ensemble-view.h"
#include "core/simulation/instruments.h"
#include "core/simulation/quantities.h"
#include "core/trajectory/parting.h"
#include "core/trajectory/trajectory.h"
#include "core/verdict/claims.h"

/* What is known of a run so far. */
typedef struct {
  double computed;   /* seconds: the last row's time */
  gboolean finished; /* nothing more will come */
  guint n_verdicts;  /* claims; of the primary only */
  NoslipVerdict *verdicts;
  NoslipDiagnostic *error; /* why it could not go on, or NULL */
  gboolean compared;       /* the next is known */
  NoslipParting parting;   /* from the primary, of a run that began where it did */
} NoslipReport;
void noslip_report_clear(NoslipReport *report);

/* What the witness says of rows of a motion. */
typedef struct {
  gboolean checked, holds;
  double residual;
  guint n_rows;
  char *where; /* where it is largest, or why nothing was checked */
} NoslipTestimony;
void noslip_testimony_free(NoslipTestimony *testimony);

typedef enum {
  NOSLIP_MESSAGE_LOADED,      /* a text was read */
  NOSLIP_MESSAGE_STARTED,     /* a run begins */
  NOSLIP_MESSAGE_ROWS,        /* rows of a run, or its end */
  NOSLIP_MESSAGE_INSTRUMENTS, /* of a system */
  NOSLIP_MESSAGE_WITNESS,     /* what it says of a motion */
  NOSLIP_MESSAGE_ENSEMBLE,    /* an ensemble begins, or frames of one of its blocks */
} NoslipMessageKind;

typedef struct {
  NoslipSystem *system; /* NULL: the text has errors */
  char **refusals;      /* of noslip_formulations(), in their order; NULL where one applies */
  NoslipDiagnostics *diagnostics;
  char *file, *text; /* what was read, or NULL */
} NoslipLoadedMessage;

typedef struct {
  NoslipQuantities *quantities;
  double t0;                      /* seconds */
  double *start;                  /* xy[m + n], mu[k]; NULL where the run goes on from a row */
  gboolean *chosen;               /* m + n: which of them were chosen because they were not given */
  NoslipDiagnostics *diagnostics; /* notes on the initial state */
} NoslipStartedMessage;

typedef struct {
  NoslipChunk *chunk; /* NULL: the run has ended without further rows */
  double *values;     /* n_rows x n columns */
  NoslipReport report;
  NoslipDiagnostics *diagnostics; /* all warnings of the motion so far, where there is a new one; or NULL */
  /* Of a run that cannot start: the nearest consistent state, and which of it was chosen; or NULL. */
  double *nearest;
  gboolean *nearest_chosen;
} NoslipRowsMessage;

typedef struct {
  NoslipSystem *system;
  NoslipInstruments *instruments;
} NoslipInstrumentsMessage;

typedef struct {
  NoslipEnsembleLayout *layout; /* at its beginning, NULL where it cannot begin */
  NoslipEnsembleFrames *frames;
  float *shades; /* NOSLIP_ENSEMBLE_LANES of the frames' block, with its first ones; or NULL */
  guint n_lost;
  gboolean finished;
  NoslipDiagnostic *error; /* why the first motion was lost, or why there is none; or NULL */
} NoslipEnsembleMessage;

typedef struct _NoslipMessage NoslipMessage;
struct _NoslipMessage {
  NoslipMessage *next;
  NoslipMessageKind kind;
  guint64 generation; /* of the run, or of the load */
  guint run;
  union { /* by kind */
    NoslipLoadedMessage loaded;
    NoslipStartedMessage started;
    NoslipRowsMessage rows;
    NoslipInstrumentsMessage instruments;
    NoslipTestimony *testimony;
    NoslipEnsembleMessage ensemble;
  };
};
NoslipMessage *noslip_message_new(NoslipMessageKind kind, guint run, guint64 generation);
void noslip_message_free(NoslipMessage *message);

typedef struct _NoslipChannel NoslipChannel;
/* `wake` is called on the sending thread when the channel was empty before. */
NoslipChannel *noslip_channel_new(void (*wake)(gpointer data), gpointer data);
void noslip_channel_free(NoslipChannel *channel); /* with all messages in it; no thread may be sending */
void noslip_channel_send(NoslipChannel *channel, NoslipMessage *message); /* takes the message */
NoslipMessage *noslip_channel_take(NoslipChannel *channel);               /* a list in the order of sending, or NULL */
gboolean noslip_channel_is_empty(NoslipChannel *channel);                 /* nothing waits to be taken */
/* Gives references back under the channel's lock, so that whichever thread gives the last one has seen the other
 * finish with it. */
void noslip_channel_release(NoslipChannel *channel, gpointer object, GDestroyNotify unref);
