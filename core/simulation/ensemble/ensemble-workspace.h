/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An ensemble in the worker: blocks of motions that are integrated in lanes. The blocks take turns of a short time, so
 * that all of them advance together and other work does not wait long. */
#pragma once

#include "core/simulation/channel.h"
#include "core/simulation/ticket.h"

typedef struct _NoslipEnsembleWorkspace NoslipEnsembleWorkspace;
/* Announces the ensemble. The dynamics (NULL: *error has the reason, and is taken) and the quantities are compiled for
 * the ticket's system. Takes a reference to the ticket. */
NoslipEnsembleWorkspace *noslip_ensemble_workspace_start(NoslipTicket *ticket, NoslipDynamics *dynamics,
                                                         const NoslipQuantities *quantities, NoslipDiagnostic *error,
                                                         NoslipChannel *channel);
void noslip_ensemble_workspace_free(NoslipEnsembleWorkspace *work, NoslipChannel *channel);
const NoslipTicket *noslip_ensemble_workspace_ticket(const NoslipEnsembleWorkspace *work);
/* Integrates the block that is furthest behind for some milliseconds, and sends its frames. */
void noslip_ensemble_workspace_advance(NoslipEnsembleWorkspace *work, NoslipChannel *channel);
gboolean noslip_ensemble_workspace_is_ready(const NoslipEnsembleWorkspace *work, double horizon);
double noslip_ensemble_workspace_computed(
    const NoslipEnsembleWorkspace *work); /* s: all motions are computed until then; -infinity before the first */
