/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The job of the Basins view (core/finder/basins.h); its values are refined step by step. */
#pragma once

#include "core/finder/basins.h"
#include "core/simulation/simulation.h"
#include "ui/widgets/finder/search.h"

/* As the user typed them; nothing is NULL. */
typedef struct {
  const char *classify, *axes[2]; /* NAME=LO..HI:N */
  double time;                    /* s */
} NoslipBasinsRequest;

typedef struct _NoslipBasinsWork NoslipBasinsWork; /* the job's data */
/* The request and the present start as a text, by which requests are compared; free with g_free(). */
char *noslip_basins_key(const NoslipSimulation *simulation, NoslipDynamicsKind kind,
                        const NoslipBasinsRequest *request);
void noslip_basins_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation,
                         NoslipDynamicsKind kind, const NoslipBasinsRequest *request);
/* NULL if the axes are valid. */
const NoslipDiagnostic *noslip_basins_refusal(const NoslipBasinsWork *work);
/* After the job: why no motion could be computed, or NULL. */
const NoslipDiagnostic *noslip_basins_error(const NoslipBasinsWork *work);
const NoslipSectionSpread *noslip_basins_axis(const NoslipBasinsWork *work, guint axis);
/* A copy of the values, n[0] x n[1]; a point without a value of its own has that of a neighbour. *n_done motions are
 * computed. Free with g_free(). */
double *noslip_basins_values(NoslipBasinsWork *work, guint *n_done);
