/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a run looks wherever it is shown: scene, curves, list. A formulation keeps its colour; an overlay that differs in
 * something else has one of its own, and a dash that distinguishes it in print. */
#pragma once

#include "core/simulation/simulation.h"
#include "ui/picture/theme.h"

/* "Gibbs-Appell", or what an overlay is called; the run's own. */
const char *noslip_run_title(const NoslipRunView *run);
/* What the pointer reads off a curve of a quantity: "ω"; of a run beside the motion "ω, Gibbs-Appell". Free with
 * g_free(). */
char *noslip_run_reading(NoslipSimulation *simulation, guint run, const char *quantity);
NoslipColor noslip_run_color(const NoslipTheme *theme, const NoslipRunView *run);
NoslipDash noslip_run_dash(const NoslipRunView *run);
/* What there is to say about a run beside the motion, in a few words: what is different about it, why it failed, when
 * the motions part. "" where nothing is to be said. Free with g_free(). */
char *noslip_run_words(NoslipSimulation *simulation, const NoslipRunView *run);
