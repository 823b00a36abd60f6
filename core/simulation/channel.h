/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The channel between the worker and the window. The worker sends finished messages; the main thread takes them all at
 * once. Uses only a pthread mutex and C11 atomics. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/simulation/ensemble/ensemble-view.h"
#include "core/simulation/instruments.h"
#include "core/simulation/quantities.h"
#include "core/trajectory/parting.h"
#include "core/trajectory/trajectory.h"
#include "core/verdict/claims.h"

/* The known part of a run. */
typedef struct {
  double computed;   /* seconds: the last row's time */
  gboolean finished; /* no more rows will be computed */
  guint n_verdicts;  /* claims; of the primary only */
  NoslipVerdict *verdicts;
  NoslipDiagnostic *error; /* why the run could not continue, or NULL */
  gboolean compared;       /* `parting` is known */
  NoslipParting parting;   /* parting from the primary, for a run with the same start */
} NoslipReport;
void noslip_report_clear(NoslipReport *report);

/* The witness's result for rows of a motion. */
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
  NOSLIP_MESSAGE_INSTRUMENTS, /* instruments of a system */
  NOSLIP_MESSAGE_WITNESS,     /* the witness's result for a motion */
  NOSLIP_MESSAGE_ENSEMBLE,    /* the start of an ensemble, or frames of one of its blocks */
} NoslipMessageKind;

typedef struct {
  NoslipSystem *system;     /* NULL: the text has errors */
  char **refusals;          /* of noslip_formulations(), in their order; NULL if one applies */
  const char **derivations; /* of those that apply (noslip_formulation_derivation()), in the same order */
  NoslipDiagnostics *diagnostics;
  char *file, *text; /* what was read, or NULL */
} NoslipLoadedMessage;

typedef struct {
  NoslipQuantities *quantities;
  double t0;                      /* seconds */
  double *start;                  /* xy[m + n], mu[k]; NULL if the run continues from a row */
  gboolean *chosen;               /* m + n: whether they were chosen because they were not given */
  NoslipDiagnostics *diagnostics; /* notes on the initial state */
} NoslipStartedMessage;

typedef struct {
  NoslipChunk *chunk; /* NULL: the run has ended without further rows */
  double *values;     /* n_rows x n columns */
  NoslipReport report;
  NoslipDiagnostics *diagnostics; /* all warnings of the motion so far, if there is a new one; or NULL */
  /* For a run that cannot start: the nearest consistent state, and its chosen entries; or NULL. */
  double *nearest;
  gboolean *nearest_chosen;
} NoslipRowsMessage;

typedef struct {
  NoslipSystem *system;
  NoslipInstruments *instruments;
} NoslipInstrumentsMessage;

typedef struct {
  NoslipEnsembleLayout *layout; /* at the start, NULL if it cannot start */
  NoslipEnsembleFrames *frames;
  float *shades; /* NOSLIP_ENSEMBLE_LANES of the frames' block, sent with its first frames; or NULL */
  guint n_lost;
  gboolean finished;
  NoslipDiagnostic *error; /* why the first motion was lost, or why there is none; or NULL */
} NoslipEnsembleMessage;

typedef struct _NoslipMessage NoslipMessage;
struct _NoslipMessage {
  NoslipMessage *next;
  gint64 sent; /* monotonic, microseconds */
  NoslipMessageKind kind;
  guint64 generation; /* generation of the run, or of the load */
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
void noslip_channel_free(NoslipChannel *channel); /* including all its messages; no thread may be sending */
void noslip_channel_send(NoslipChannel *channel, NoslipMessage *message); /* takes ownership of the message */
NoslipMessage *noslip_channel_take(NoslipChannel *channel);               /* a list in the order of sending, or NULL */
gboolean noslip_channel_is_empty(NoslipChannel *channel);                 /* TRUE if there is no message */
/* Waits for a message, at most until `deadline` (monotonic, microseconds). FALSE if there is none. */
gboolean noslip_channel_wait(NoslipChannel *channel, gint64 deadline);
/* Releases references under the channel's lock, so that the thread that releases the last one sees all writes of the
 * other. */
void noslip_channel_release(NoslipChannel *channel, gpointer object, GDestroyNotify unref);
