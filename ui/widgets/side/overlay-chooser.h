/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The popover that defines an overlay: its differences from the motion. */
#pragma once

#include "core/simulation/simulation.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_OVERLAY_CHOOSER (noslip_overlay_chooser_get_type())
G_DECLARE_FINAL_TYPE(NoslipOverlayChooser, noslip_overlay_chooser, NOSLIP, OVERLAY_CHOOSER, GtkBox)

/* The content of a popover; the signal "done" is emitted when the overlay was added. */
GtkWidget *noslip_overlay_chooser_new(NoslipSimulation *simulation); /* borrowed */
