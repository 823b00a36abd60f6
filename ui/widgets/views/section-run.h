/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Poincare section that is shown while it is computed on a thread of its own (core/finder/section.h); the window's
 * thread takes its crossings. */
#pragma once

#include "core/finder/section.h"
#include "ui/widgets/views/view.h"

typedef struct {
  GArray *rows;            /* of double: noslip_row_size() for each crossing */
  NoslipDiagnostic *ended; /* the error that ended it before its last crossing, or NULL */
} NoslipSectionMotion;

typedef struct _NoslipSectionRun NoslipSectionRun;

/* The definition of a section, in addition to the simulation's present start and dynamics. */
typedef struct {
  const char *event, *motions; /* as typed; motions NULL: one */
  NoslipEventDirection direction;
  guint count;
} NoslipSectionRequest;

/* Everything that the section depends on except the start of the motion, as a text; NULL while that is not known. Free
 * with g_free(). */
char *noslip_section_run_key(const NoslipSimulation *simulation, const NoslipSectionRequest *request);
/* Begins with the view's simulation. The view changes when there are new crossings, until the run is freed. */
NoslipSectionRun *noslip_section_run_new(NoslipView *view, const NoslipSectionRequest *request);
void noslip_section_run_free(NoslipSectionRun *run);
void noslip_section_run_cancel(NoslipSectionRun *run);
gboolean noslip_section_run_is_done(const NoslipSectionRun *run);
gboolean noslip_section_run_is_cancelled(const NoslipSectionRun *run);
const NoslipDiagnostic *noslip_section_run_error(const NoslipSectionRun *run); /* once it is done; or NULL */
guint noslip_section_run_n_motions(const NoslipSectionRun *run);
const NoslipSectionMotion *noslip_section_run_motion(const NoslipSectionRun *run, guint motion);
const NoslipSectionSpread *noslip_section_run_spread(const NoslipSectionRun *run);
/* Makes the motion through a crossing the window's motion, and plays it; the parameter of the crossing's motion is set
 * too. It starts at the crossing, at t = 0; if the system depends on t, it starts as in the section, and plays from the
 * time of the crossing. */
void noslip_section_run_show(const NoslipSectionRun *run, NoslipSimulation *simulation, guint motion,
                             const double *row);
/* The window's initial state then: x, y. */
const double *noslip_section_run_shown_start(const NoslipSectionRun *run, guint motion, const double *row);
guint64 noslip_section_run_serial(const NoslipSectionRun *run); /* another one for each run */
