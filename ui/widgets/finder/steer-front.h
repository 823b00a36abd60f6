/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wave front from the initial state (core/finder/steer/front.h) as curves in a figure: a job and its picture. */
#pragma once

#include "core/simulation/simulation.h"
#include "ui/picture/plot/plot.h"
#include "ui/widgets/finder/search.h"

typedef struct _NoslipFrontWork NoslipFrontWork; /* the job's data */
void noslip_front_work_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation, double time);
/* Why there is no front, after the job; or NULL. */
const NoslipDiagnostic *noslip_front_work_error(const NoslipFrontWork *work);
/* Adds a curve for each direction: strong up to the cut (where it is not known, up to the first conjugate point), and
 * faint beyond if the `whole` front is drawn. axes are coordinates. The work keeps what the figure borrows until this
 * is called again. */
void noslip_front_work_draw(NoslipFrontWork *work, const guint axes[2], gboolean whole, const NoslipTheme *theme,
                            NoslipFigure *figure);

/* Numbers of extremals: all whose ends are known; those with a conjugate point before the end, and without one; those
 * whose cut is known; and those whose cut is not before the end, which are the points of the sphere. */
typedef struct {
  guint all, ends, behind, before, cut_known, sphere;
} NoslipFrontCounts;
void noslip_front_work_counts(NoslipFrontWork *work, NoslipFrontCounts *counts);
