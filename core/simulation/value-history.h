/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history of parameters and initial values set by the user, for undo and redo. */
#pragma once

#include "core/simulation/simulation.h"

typedef struct _NoslipValueHistory NoslipValueHistory;

/* The simulation must outlive it. */
NoslipValueHistory *noslip_value_history_new(NoslipSimulation *simulation);
void noslip_value_history_free(NoslipValueHistory *history);
/* To be called on every change of the simulation: values set since the last call are one step, or extend the last step
 * if the same value changes again within a second. Another system clears the history. */
void noslip_value_history_changed(NoslipValueHistory *history, NoslipChange change);
/* Undoes the last step (redoes the last undone one) and returns its description, "m = 2"; NULL if there is none. Free
 * with g_free(). */
char *noslip_value_history_undo(NoslipValueHistory *history);
char *noslip_value_history_redo(NoslipValueHistory *history);
