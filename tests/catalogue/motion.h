/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motions of catalogue systems, for comparisons. Failures end the test. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/integrate/run.h"
#include "core/trajectory/observer.h"

/* Loads a catalogue system; any error or warning fails the test. */
NoslipSystem *motion_load(const char *id);

typedef struct {
  guint n_rows, row_size;
  double *rows; /* n_rows x row_size */
} Motion;
void motion_clear(Motion *motion);

/* Integrates from xy (and mu) with these parameters to `to`, a row every `step`, at rtol. */
void motion_compute(Motion *motion, const NoslipFormulation *formulation, NoslipSystem *system,
                    const double *parameters, const double *xy, const double *mu, double to, double step, double rtol);
/* The system's own initial state: xy (m + n) and mu (k), newly allocated. */
double *motion_start(const NoslipSystem *system, const double *parameters, double **mu);

/* Values of an observer's outputs along the motion, n_rows x n outputs; free with g_free(). */
double *motion_observe(const Motion *motion, NoslipObserver *observer, const double *parameters);
/* Adds a text to an observer; an error fails the test. */
guint motion_add_text(NoslipObserver *observer, const char *text);

/* Prints what was measured where NOSLIP_RESIDUALS is set. */
void motion_note(const char *what, double residual, double allowed);
