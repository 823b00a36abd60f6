/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a window presents (full screen, large), and the resulting theme and scale of drawing. Property "active";
 * signal "look-changed": another theme or scale. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_PRESENTATION (noslip_presentation_get_type())
G_DECLARE_FINAL_TYPE(NoslipPresentation, noslip_presentation, NOSLIP, PRESENTATION, GObject)

NoslipPresentation *noslip_presentation_new(GtkWindow *window); /* borrowed */
void noslip_presentation_set_active(NoslipPresentation *presentation, gboolean active);
gboolean noslip_presentation_is_active(NoslipPresentation *presentation);
gboolean noslip_presentation_is_dark(NoslipPresentation *presentation);
/* Of curves, brackets, the legend and the scale bar: the desktop's text scale, larger while presenting. 1: usual. */
double noslip_presentation_scale(NoslipPresentation *presentation);
