/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trajectory as a table (core/trajectory/csv.h), written by a job. */
#pragma once

#include "core/trajectory/trajectory.h"
#include "ui/export/job.h"

/* Writes all rows that there are now, each with the parameters that it was computed with; rows that come later are not
 * its own. The file appears when it is complete. */
NoslipJob *noslip_export_table(NoslipSystem *system, NoslipDynamicsKind kind, const NoslipTrajectory *trajectory,
                               const char *file);
