/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The job of the Exponents view (core/finder/lyapunov/lyapunov.h), with the averages so far. */
#pragma once

#include "core/finder/lyapunov/lyapunov.h"
#include "core/simulation/simulation.h"
#include "ui/widgets/finder/search.h"

typedef struct _NoslipExponentsWork NoslipExponentsWork; /* the job's data */
/* The present start and the time (s) as a text, by which requests are compared; free with g_free(). */
char *noslip_exponents_key(const NoslipSimulation *simulation, NoslipDynamicsKind kind, double time);
/* All exponents of the present motion, as the command line computes them. */
void noslip_exponents_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation,
                            NoslipDynamicsKind kind, double time);
/* After the job: why there are no exponents, or NULL. */
const NoslipDiagnostic *noslip_exponents_error(const NoslipExponentsWork *work);
/* Finished blocks of time, of NOSLIP_LYAPUNOV_BLOCKS. */
guint noslip_exponents_blocks(NoslipExponentsWork *work);
/* Columns of a row: the time that counts, the n exponents, their errors, the sum, its error. */
#define NOSLIP_EXPONENTS_COLUMNS(n) (2 * (n) + 3)
/* Copies the rows found so far; the last one of a finished job is its result. Returns n, 0 without rows. */
guint noslip_exponents_copy(NoslipExponentsWork *work, GArray *rows);
