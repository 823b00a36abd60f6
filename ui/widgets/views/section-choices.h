/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choices in the menu of the Section view. */
#pragma once

#include "ui/widgets/views/section-run.h"
#include "ui/widgets/views/view.h"

/* The expression, or NULL. Owned by the view. */
const char *noslip_section_event(NoslipView *view);
NoslipSectionRequest noslip_section_request(NoslipView *view);
/* The error in the choices, or NULL. Free with g_free(). */
char *noslip_section_problem(NoslipView *view);
/* Coordinates (from 0) and velocities (from m) on the axes: the chosen ones, or the first coordinate and the first
 * velocity that do not define the section. */
void noslip_section_axes(NoslipView *view, const NoslipSystem *system, guint axes[2]);
/* Whether an entry of the state is shown modulo 2 pi. */
gboolean noslip_section_is_angle(const NoslipSystem *system, guint entry);
/* `actions`: "stop", "again" and "next-point". */
void noslip_section_add_choices(NoslipView *view, GtkBox *box, GActionGroup *actions);
