/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cloud of a simulation: its settings, its ticket, and what of it has been computed. */
#pragma once

#include "core/simulation/runs.h"
#include "core/simulation/start.h"

#define NOSLIP_CLOUD_RUN G_MAXUINT /* the number of its messages */

typedef struct {
  NoslipChannel *channel; /* takes back what the worker shares */
  NoslipCloud settings;
  NoslipCloudView view;
  NoslipTicket *ticket; /* NULL: none is asked for */
  gboolean stale;       /* another one is wanted */
} NoslipCloudRun;

void noslip_cloud_run_init(NoslipCloudRun *cloud, NoslipChannel *channel);
void noslip_cloud_run_forget(NoslipCloudRun *cloud);
void noslip_cloud_run_set(NoslipCloudRun *cloud, const NoslipCloud *settings); /* copied */
/* What of it is there: NULL where it is off; no layout where nothing has come yet, or where it cannot begin. */
const NoslipCloudView *noslip_cloud_run_view(const NoslipCloudRun *cloud);
/* A new ticket where one is wanted. `generation` counts tickets. */
void noslip_cloud_run_plan(NoslipCloudRun *cloud, const NoslipRuns *runs, const NoslipStart *start,
                           NoslipRunsManner manner, guint64 *generation);
/* Leaves it as far as it has come; FALSE where it was not being computed. */
gboolean noslip_cloud_run_stop(NoslipCloudRun *cloud);
gboolean noslip_cloud_run_receive(NoslipCloudRun *cloud, NoslipMessage *message); /* FALSE: out of date */
