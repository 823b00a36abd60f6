/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gait of the Holonomy view: typed as ellipse(a0, b0, ra, rb) (the choice "loop"), drawn by hand (the choice "drawn"), or
 * an ellipse in the middle of the map. */
#pragma once

#include "core/finder/holonomy.h"
#include "ui/widgets/views/view.h"

/* The gait over the box low .. high of the two shape variables. FALSE if the typed text is no gait. *points: memory that the loop
 * points to, or NULL; free with g_array_unref(). */
gboolean noslip_gait_find(NoslipView *view, const double low[2], const double high[2], NoslipLoop *loop,
                          GArray **points);
/* Appends its numbers to a key, so that another gait has another key. */
void noslip_gait_add_key(GString *key, const NoslipLoop *loop);
/* Its points as a closed line: of double, 2 a point. Free with g_array_unref(). */
GArray *noslip_gait_line(const NoslipLoop *loop);
/* Makes a drawn line (of double, 2 a point) the gait of the view, with fewer points if there are many. */
void noslip_gait_take_drawn(NoslipView *view, const GArray *drawn);
