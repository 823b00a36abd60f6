/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pull of a hand as columns of a table, behind those of the motion, where one has pulled: push[draw] is the draw
 * statement of the body, counted from 0 as in set-ups; push[x], push[y] and push[z] are the place that the hand pulls to;
 * push[Fx], push[Fy], push[Fz] are the force on the point that is held, push[couple] is the couple about the vertical and
 * push[power] the power of the hand. Where no hand pulls, force, couple and power are 0 and the rest is nan. */
#pragma once

#include "core/simulation/hand/gestures.h"
#include "core/simulation/hand/pushes.h"

gboolean noslip_gestures_have_push(const NoslipGestures *gestures); /* FALSE of NULL */
/* ",push[draw],…", to follow the names of the motion's columns. */
void noslip_push_columns_header(GString *out);
/* The same of a row of the motion, computed with these parameters of the system. */
void noslip_push_columns_row(NoslipPushes *pushes, const NoslipGestures *gestures, const double *parameters,
                             const double *row, GString *out);
