/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the motion is computed: drop-downs for the dynamics, the formulation, the method and the tolerance. */
#pragma once

#include "core/simulation/simulation.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_SOLVER_PANE (noslip_solver_pane_get_type())
G_DECLARE_FINAL_TYPE(NoslipSolverPane, noslip_solver_pane, NOSLIP, SOLVER_PANE, GtkWidget)

/* NULL before the simulation is freed. */
void noslip_solver_pane_set_simulation(NoslipSolverPane *self, NoslipSimulation *simulation);
/* To be called after a simulation is set. */
void noslip_solver_pane_changed(NoslipSolverPane *self, NoslipChange change);
