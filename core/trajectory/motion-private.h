/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of a motion share. */
#pragma once

#include "core/trajectory/motion.h"

typedef gboolean (*NoslipMotionDescend)(const NoslipGraph *graph, NoslipExpr e);

/* All nodes of e, operands first; the operands of nodes for which `descend` returns FALSE are left out. */
GArray *noslip_motion_list_nodes(const NoslipGraph *graph, NoslipExpr e, NoslipMotionDescend descend);
