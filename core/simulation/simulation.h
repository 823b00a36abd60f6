/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulation connects the objects that a window shows of a system: its text, the start of its motion, the runs and
 * remarks on them, the ensemble, the overlays, the hands, playback and readings. Each has its own functions, and
 * reports its changes (change.h); the simulation then plans the runs and calls its listener. All objects are used on
 * one thread (the window's); a worker thread reads texts and integrates. No function waits for the worker, except
 * noslip_simulation_await(), for a part of a frame. */
#pragma once

#include "core/simulation/hand/hands.h"
#include "core/simulation/overlays.h"
#include "core/simulation/playback.h"
#include "core/simulation/readings.h"
#include "core/simulation/remarks.h"
#include "core/simulation/text-source.h"

typedef struct _NoslipSimulation NoslipSimulation;
typedef void (*NoslipListener)(NoslipSimulation *simulation, NoslipChange change, gpointer data);

NoslipSimulation *noslip_simulation_new(void);
void noslip_simulation_free(NoslipSimulation *simulation);
void noslip_simulation_set_listener(NoslipSimulation *simulation, NoslipListener listener, gpointer data);
/* Before a frame: if the motion was requested again (after a change by hand), waits until it goes on beyond the shared
 * time, so that this frame shows it; at most `longest` microseconds, and not at all if the last wait was in vain and no
 * first rows have arrived as quickly since. Polls. */
void noslip_simulation_await(NoslipSimulation *simulation, gint64 longest);
/* Takes the worker's finished messages; called automatically from the default main context, and before each frame. */
void noslip_simulation_poll(NoslipSimulation *simulation);
/* Called by the main context instead of noslip_simulation_poll(): it must poll, and may measure the time. `data` is the
 * listener's. */
typedef void (*NoslipPoller)(NoslipSimulation *simulation, gpointer data);
void noslip_simulation_set_poller(NoslipSimulation *simulation, NoslipPoller poller);
/* Whether nothing is being read or computed, and there is no message for the next poll. It changes nothing, so it may
 * be called while a picture is drawn. */
gboolean noslip_simulation_is_idle(const NoslipSimulation *simulation);
/* Polls, and then returns whether nothing is being read or computed. */
gboolean noslip_simulation_is_settled(NoslipSimulation *simulation);

/* The system. A text with an error leaves the present system running; its diagnostics are the problems. */
void noslip_simulation_load(NoslipSimulation *simulation, const char *id_or_path);
/* Returns the generation that the source has after the text is read. */
guint64 noslip_simulation_load_text(NoslipSimulation *simulation, const char *text, const char *name);
/* The edited text of the present system: if it is valid, the set values, the time and the method of computation are
 * kept as far as names match. Returns the same. */
guint64 noslip_simulation_edit(NoslipSimulation *simulation, const char *text, const char *name);
NoslipSystem *noslip_simulation_system(const NoslipSimulation *simulation); /* NULL: none yet */

/* The objects. */
const NoslipTextSource *noslip_simulation_source(const NoslipSimulation *simulation);
const NoslipStart *noslip_simulation_start(const NoslipSimulation *simulation);
NoslipRuns *noslip_simulation_runs(const NoslipSimulation *simulation);
NoslipRemarks *noslip_simulation_remarks(const NoslipSimulation *simulation);
NoslipEnsembleRun *noslip_simulation_ensemble(const NoslipSimulation *simulation);
NoslipHands *noslip_simulation_hands(const NoslipSimulation *simulation);
NoslipOverlays *noslip_simulation_overlays(const NoslipSimulation *simulation);
NoslipPlayback *noslip_simulation_playback(const NoslipSimulation *simulation);
NoslipReadings *noslip_simulation_readings(const NoslipSimulation *simulation);
const NoslipPlayhead *noslip_simulation_playhead(const NoslipSimulation *simulation); /* of the playback */

/* Values of the motion. A parameter takes effect from the present state on; initial values restart the motion. */
void noslip_simulation_set_parameter(NoslipSimulation *simulation, guint parameter, double value);
/* index: coordinates, then fibre coordinates, then multipliers mu of vakonomic dynamics. */
void noslip_simulation_set_initial(NoslipSimulation *simulation, guint index, double value);
/* Sets the nearest consistent values (remarks.h). */
void noslip_simulation_take_nearest(NoslipSimulation *simulation);
/* The initial values of a trial of the system, all others as in the text. Restarts at t = 0. */
void noslip_simulation_set_trial(NoslipSimulation *simulation, guint trial);
/* The motion continues from the full state xy at the shared time, of which the `n` entries `changed` were set on
 * purpose: they have priority if the constraints do not allow all of them. */
void noslip_simulation_place(NoslipSimulation *simulation, const double *xy, guint n, const guint *changed);
/* The motion from the full state at t = 0, xy and then the multipliers mu (m + n + k; they count in vakonomic dynamics),
 * without movements by hand; the shared time becomes t, and the end of the motion is set later if t is after it. */
void noslip_simulation_show(NoslipSimulation *simulation, const double *xymu, double t);
void noslip_simulation_reset(NoslipSimulation *simulation); /* parameters and initial values as in the text */

/* Sets the symbol under the pointer in a formula, a list or a picture, by its name in the system; NULL: none. It is
 * highlighted wherever it is shown. */
void noslip_simulation_point_at(NoslipSimulation *simulation, const char *symbol);
const char *noslip_simulation_pointed(const NoslipSimulation *simulation);
