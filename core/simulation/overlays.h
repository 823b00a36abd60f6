/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The overlays of a motion: the formulations that are shown, and the user's overlays, each a variant of the motion with
 * a separate run. Each change is reported to the simulation. */
#pragma once

#include "core/simulation/change.h"
#include "core/simulation/ensemble/ensemble-run.h"
#include "core/simulation/runs.h"
#include "core/simulation/start.h"

typedef struct _NoslipOverlays NoslipOverlays;
/* The runs of overlays are added to `runs`; a kept motion has the values of `start`; a comparison includes the
 * settings of the ensemble. */
NoslipOverlays *noslip_overlays_new(NoslipRuns *runs, const NoslipStart *start, NoslipEnsembleRun *ensemble,
                                    NoslipReporter reporter);
void noslip_overlays_free(NoslipOverlays *overlays);

/* Shows or hides a formulation as an overlay, of any kind of dynamics. */
void noslip_overlays_show(NoslipOverlays *overlays, const NoslipFormulation *formulation, gboolean shown);
gboolean noslip_overlays_shows(const NoslipOverlays *overlays, const NoslipFormulation *formulation);
/* Shows every formulation of the motion's dynamics that applies, or none of them. */
void noslip_overlays_show_all(NoslipOverlays *overlays, gboolean shown);
/* TRUE if every formulation of the motion's dynamics that applies is shown, and at least one applies. */
gboolean noslip_overlays_shows_all(const NoslipOverlays *overlays);

/* The user's overlays, drawn in addition to the others; the variant is copied. add() returns the run's id, and chooses
 * an unused colour if `color` is G_MAXUINT. */
guint noslip_overlays_add(NoslipOverlays *overlays, const NoslipVariant *variant);
void noslip_overlays_hide(NoslipOverlays *overlays, guint id, gboolean hidden);
void noslip_overlays_remove(NoslipOverlays *overlays, guint id);
/* Keeps the present motion, unaffected by later settings. Returns the overlay's id, 0 if there is no motion yet. */
guint noslip_overlays_keep_motion(NoslipOverlays *overlays, const char *name);
/* The differences of an overlay from the motion, in words. Free with g_free(). */
char *noslip_overlays_difference(const NoslipOverlays *overlays, const NoslipVariant *variant);

/* The comparison as lines of text (comparison.h); free with g_free(). FALSE with a sentence in *problem, to be freed,
 * and no changes, if the text cannot be read. */
char *noslip_overlays_text(const NoslipOverlays *overlays);
gboolean noslip_overlays_set_text(NoslipOverlays *overlays, const char *text, char **problem);

/* Called by the simulation, which reports these changes itself. */
NoslipComparison *noslip_overlays_comparison(const NoslipOverlays *overlays); /* a copy */
void noslip_overlays_set_comparison(NoslipOverlays *overlays, const NoslipComparison *comparison);
void noslip_overlays_forget(NoslipOverlays *overlays); /* after the runs */
