/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ensemble of initial values: whether it is on, the number of motions, the spread quantities and their widths, and
 * the progress. */
#pragma once

#include "core/simulation/simulation.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_ENSEMBLE_PANE (noslip_ensemble_pane_get_type())
G_DECLARE_FINAL_TYPE(NoslipEnsemblePane, noslip_ensemble_pane, NOSLIP, ENSEMBLE_PANE, GtkBox)

/* For one system: the next one gets a new pane. The simulation is borrowed. */
GtkWidget *noslip_ensemble_pane_new(NoslipSimulation *simulation);
void noslip_ensemble_pane_changed(NoslipEnsemblePane *pane, NoslipChange change);
