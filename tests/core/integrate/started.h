/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of systems that are given as texts. */
#pragma once

#include "core/integrate/run.h"

extern const char started_sleigh[]; /* the Chaplygin sleigh with its parameter a */
extern const double started_at[6];  /* x and y of a state of it */

/* The dynamics of a text by this formulation, which must exist. */
NoslipDynamics *started_dynamics(const char *text, const char *formulation);
NoslipRunOptions started_options(NoslipDynamics *dynamics, double to, double step);
/* A run with the parameter 0.3 from time t0; xy: x[m], then y[n]. */
NoslipRun *started_run(NoslipDynamics *dynamics, const NoslipRunOptions *options, double t0, const double *xy);
/* The ids that a user may name, NULL-terminated. The first is multipliers, which has tests of its own (saddle.c). */
const char *const *started_formulations(void);
