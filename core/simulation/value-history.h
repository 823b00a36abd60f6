/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters and initial values as they were set one after the other, to be undone and redone. */
#pragma once

#include "core/simulation/simulation.h"

typedef struct _NoslipValueHistory NoslipValueHistory;

/* Of a simulation that outlives it. */
NoslipValueHistory *noslip_value_history_new(NoslipSimulation *simulation);
void noslip_value_history_free(NoslipValueHistory *history);
/* Call it on every change of the simulation: values set since the last call are one step, or extend the last step where
 * the same value changes again within a second. Another system clears the history. */
void noslip_value_history_changed(NoslipValueHistory *history, NoslipChange change);
/* Takes the last step back (brings back the last one that was taken back) and returns what it was, "m = 2"; NULL where
 * there is none. Free with g_free(). */
char *noslip_value_history_undo(NoslipValueHistory *history);
char *noslip_value_history_redo(NoslipValueHistory *history);
