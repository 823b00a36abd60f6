/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Poincare section that grows while it is looked at: computed on a thread of its own (core/finder/section.h), its
 * crossings are taken over on the window's thread. */
#pragma once

#include "core/finder/section.h"
#include "core/simulation/simulation.h"

typedef struct {
  GArray *rows;            /* of double: noslip_row_size() for each crossing */
  NoslipDiagnostic *ended; /* what ended it before its last crossing, or NULL */
} NoslipSectionMotion;

typedef struct _NoslipSectionRun NoslipSectionRun;

/* What a section is of, besides the simulation's present start and dynamics. */
typedef struct {
  const char *event, *motions; /* as people type them; motions NULL: one */
  NoslipEventDirection direction;
  guint count;
} NoslipSectionWish;

/* What the section depends on but for where the motion begins, as a text; NULL while that is not known. Free with
 * g_free(). */
char *noslip_section_run_key(const NoslipSimulation *simulation, const NoslipSectionWish *wish);
/* Begins. */
NoslipSectionRun *noslip_section_run_new(const NoslipSimulation *simulation, const NoslipSectionWish *wish);
void noslip_section_run_free(NoslipSectionRun *run);
void noslip_section_run_cancel(NoslipSectionRun *run);
/* Takes over what was found since; FALSE where there is nothing new. */
gboolean noslip_section_run_poll(NoslipSectionRun *run);
gboolean noslip_section_run_is_done(const NoslipSectionRun *run);
gboolean noslip_section_run_is_cancelled(const NoslipSectionRun *run);
const NoslipDiagnostic *noslip_section_run_error(const NoslipSectionRun *run); /* once it is done; or NULL */
guint noslip_section_run_n_motions(const NoslipSectionRun *run);
const NoslipSectionMotion *noslip_section_run_motion(const NoslipSectionRun *run, guint motion);
const NoslipSectionSpread *noslip_section_run_spread(const NoslipSectionRun *run);
guint64 noslip_section_run_serial(const NoslipSectionRun *run); /* another one for each run */
