/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The look of a run wherever it is shown: scene, curves, list. A formulation keeps its colour; an overlay that differs
 * in something else has its own, and a dash that distinguishes it in print. */
#pragma once

#include "core/simulation/simulation.h"
#include "ui/picture/theme.h"

/* "Gibbs-Appell", or an overlay's name; owned by the run. */
const char *noslip_run_title(const NoslipRunView *run);
/* The pointer's name for a curve of a quantity: "ω"; for an additional run "ω, Gibbs-Appell". Free with
 * g_free(). */
char *noslip_run_reading(NoslipSimulation *simulation, guint run, const char *quantity);
NoslipColor noslip_run_color(const NoslipTheme *theme, const NoslipRunView *run);
NoslipDash noslip_run_dash(const NoslipRunView *run);
/* A few words on an additional run: its differences, why it failed, when the motions part. "" if there is nothing to
 * report. Free with g_free(). */
char *noslip_run_words(NoslipSimulation *simulation, const NoslipRunView *run);
