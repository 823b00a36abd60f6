/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timeline: a scrubber over the span of the motion, with the computed range and the shared time. */
#pragma once

#include "core/simulation/simulation.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_TIMELINE (noslip_timeline_get_type())
G_DECLARE_FINAL_TYPE(NoslipTimeline, noslip_timeline, NOSLIP, TIMELINE, GtkWidget)

GtkWidget *noslip_timeline_new(void);
void noslip_timeline_set_simulation(NoslipTimeline *timeline, NoslipSimulation *simulation);
void noslip_timeline_changed(NoslipTimeline *timeline, NoslipChange change);
