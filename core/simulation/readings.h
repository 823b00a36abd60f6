/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bracket and the energy at the shared time, evaluated by the system's instruments. */
#pragma once

#include "core/simulation/instruments.h"
#include "core/simulation/runs.h"

typedef struct _NoslipReadings NoslipReadings;
NoslipReadings *noslip_readings_new(const NoslipRuns *runs);
void noslip_readings_free(NoslipReadings *readings);

/* NULL before they are compiled. */
const NoslipInstruments *noslip_readings_instruments(const NoslipReadings *readings);
/* values[n * n], jacobiators[n_triples] or NULL. FALSE if there is no motion, or no bracket of its dynamics. */
gboolean noslip_readings_bracket(NoslipReadings *readings, double *values, double *jacobiators);
/* The energy with other values of two velocities (fibre indices) and the rest of the state from the shared time: first
 * call prepare (FALSE if there is no motion), then any number of values. */
gboolean noslip_readings_prepare_energy(NoslipReadings *readings);
double noslip_readings_energy(NoslipReadings *readings, guint fibre_x, double x, guint fibre_y, double y);

/* Called by the simulation: takes the instruments of the present system, or frees them (NULL) before another one. */
void noslip_readings_take(NoslipReadings *readings, NoslipInstruments *instruments);
void noslip_readings_forget(NoslipReadings *readings);
