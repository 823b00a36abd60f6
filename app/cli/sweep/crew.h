/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The threads of a sweep. */
#pragma once

#include "app/cli/sweep/sweep.h"

/* Computes the blocks that the journal lacks. An interrupt stops the threads through cli_cancelled. */
NoslipDiagnostic *sweep_compute(const Sweep *sweep, SweepJournal *journal, guint jobs);
