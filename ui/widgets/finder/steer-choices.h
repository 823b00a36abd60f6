/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choices of the menu of the Steer view: end, time and number of ways, and the axes. */
#pragma once

#include "core/simulation/destination.h"
#include "ui/widgets/finder/steer-search.h"
#include "ui/widgets/views/view.h"

/* The end of the motion: m coordinates, free ones as at the start; given (m, or NULL) tells which are prescribed. FALSE
 * with *problem (free it, or NULL) if the choices are invalid. */
gboolean noslip_steer_choices_end(NoslipView *view, double *x, gboolean *given, char **problem);
/* Whether the user has chosen an end; nothing is searched otherwise. */
gboolean noslip_steer_choices_is_chosen(NoslipView *view);
/* Stores an end that was dragged: the coordinates that differ from the present choice. */
void noslip_steer_choices_take(NoslipView *view, const double *x);
/* All choices; FALSE with *problem as above. Clear the wish. */
gboolean noslip_steer_choices_request(NoslipView *view, NoslipSteerRequest *request, char **problem);
/* The request and the present start as a text, by which requests are compared; free with g_free(). */
char *noslip_steer_choices_key(NoslipView *view, const NoslipSteerRequest *request);
/* Coordinates on the axes; if there is only one coordinate, the second axis is its velocity. */
void noslip_steer_choices_axes(NoslipView *view, guint axes[2]);
void noslip_steer_choices_add(NoslipView *view, GtkBox *box, GActionGroup *actions);
