/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trajectory as a table (core/trajectory/csv.h), written by a job. */
#pragma once

#include "core/simulation/hand/gestures.h"
#include "core/trajectory/trajectory.h"
#include "ui/export/job.h"

/* Writes all present rows, each with the parameters of its computation; rows added later are ignored. If a hand has
 * pulled at a body, its columns (core/simulation/hand/push-columns.h) come after the others; gestures may be NULL. The
 * file appears when it is complete. */
NoslipJob *noslip_export_table(NoslipSystem *system, NoslipDynamicsKind kind, const NoslipTrajectory *trajectory,
                               const NoslipGestures *gestures, const char *file);
