/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cloud as the worker holds it: blocks of motions that are integrated side by side in lanes, a stretch of one block
 * at a time, so that all of them come forward together and nothing else waits long. */
#pragma once

#include "core/simulation/channel.h"
#include "core/simulation/ticket.h"

typedef struct _NoslipCloudWork NoslipCloudWork;
/* Announces the cloud. The dynamics (NULL: *error says why there are none, and is taken) and the quantities are
 * compiled for the ticket's system. Takes a reference to the ticket. */
NoslipCloudWork *noslip_cloud_work_start(NoslipTicket *ticket, NoslipDynamics *dynamics,
                                         const NoslipQuantities *quantities, NoslipDiagnostic *error,
                                         NoslipChannel *channel);
void noslip_cloud_work_free(NoslipCloudWork *work, NoslipChannel *channel);
const NoslipTicket *noslip_cloud_work_ticket(const NoslipCloudWork *work);
/* Integrates the block that is furthest behind for some milliseconds, and sends its frames. */
void noslip_cloud_work_advance(NoslipCloudWork *work, NoslipChannel *channel);
gboolean noslip_cloud_work_is_ready(const NoslipCloudWork *work, double horizon);
double noslip_cloud_work_computed(const NoslipCloudWork *work); /* s: all motions are; -infinity before the first */
