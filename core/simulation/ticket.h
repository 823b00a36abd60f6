/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ticket: a request for one run, from the window to the worker. Immutable after it is handed over, except for
 * `cancel`. */
#pragma once

#include "core/integrate/run.h"
#include "core/simulation/comparison.h"
#include "core/simulation/hand/gestures.h"
#include "core/simulation/quantities.h"
#include "core/system/state.h"

#include <stdatomic.h>

typedef struct {
  atomic_int references;
  int cancel;         /* read with an atomic load after each step of the run */
  guint run;          /* index of the run in the simulation, 0 is the primary */
  guint64 generation; /* results contain it; those of an older generation are dropped */
  NoslipSystem *system;
  const NoslipFormulation *formulation;
  double *parameters;       /* n_parameters, at the start of the run */
  NoslipGestures *gestures; /* later changes of parameters by hand, or NULL */
  guint n_overrides;
  NoslipOverride *overrides; /* names are owned */
  gboolean consistent;       /* contradicting initial values are replaced by the nearest consistent ones */
  NoslipRunOptions options;
  double end;        /* seconds */
  gboolean checks;   /* the same motion as the primary's: their difference is the agreement */
  gboolean compares; /* starts where the primary does: the time of their parting is reported */
  /* For a run that continues from a present state: xy[m + n] is made consistent with the constraints at these
   * parameters. */
  gboolean has_state;
  gboolean exact;             /* xy is a row of the same motion: it is not changed */
  gboolean has_account;       /* that row is not the first one of the motion */
  NoslipGaugeAccount account; /* of the row before */
  GPtrArray *earlier;         /* of NoslipChunk: rows before it at which no hand pulls, for claims; or NULL */
  double t0;
  double *xy;
  double *mu;          /* k, or NULL */
  gboolean *preferred; /* velocities to keep with priority: n, or NULL */
  /* An ensemble instead of one motion: its motions start about the initial state, or at t0 from `members`[n][m + n +
   * k]. */
  gboolean is_ensemble;
  NoslipEnsembleSettings ensemble;
  double *members;
} NoslipTicket;

NoslipTicket *noslip_ticket_new(NoslipSystem *system, guint run, guint64 generation);
NoslipTicket *noslip_ticket_ref(NoslipTicket *ticket);
void noslip_ticket_unref(NoslipTicket *ticket);
void noslip_ticket_add_override(NoslipTicket *ticket, const char *name, double value); /* replaces the one with this
                                                                                        * name */
void noslip_ticket_cancel(NoslipTicket *ticket);

/* The full state from which the ticket's run starts, and the entries (m + n) of initial values that were chosen because
 * they were not given; mu and chosen may be NULL. FALSE with errors in `diagnostics`. */
gboolean noslip_ticket_start(const NoslipTicket *ticket, double *xy, double *mu, gboolean *chosen,
                             NoslipDiagnostics *diagnostics);
/* The nearest consistent state to initial values that contradict the constraints; FALSE if there is none, or if the run
 * continues from a present state. */
gboolean noslip_ticket_nearest(const NoslipTicket *ticket, double *xy, gboolean *chosen);
/* The velocities that the constraints leave free at these coordinates, near xy[m + n]: `preferred` ones (n, or NULL)
 * first, then those that the text sets, then the others. Writes at most n of them to `kept`. */
void noslip_ticket_free_velocities(const NoslipTicket *ticket, const double *xy, const gboolean *preferred, guint *kept,
                                   guint *n_kept);
/* The first error of a list, or one that there is no initial state. */
NoslipDiagnostic *noslip_diagnostics_first_error(const NoslipDiagnostics *diagnostics);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipTicket, noslip_ticket_unref)
