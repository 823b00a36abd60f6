/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pull of a hand as columns of a table, after those of the motion, if one has pulled: push[draw] is the draw
 * statement of the body, counted from 0 as in set-ups; push[x], push[y] and push[z] are the target of the pull;
 * push[Fx], push[Fy], push[Fz] are the force on the held point, push[couple] is the couple about the vertical and
 * push[power] the power of the hand. In rows without a pull, force, couple and power are 0 and the rest is nan. */
#pragma once

#include "core/simulation/hand/gestures.h"
#include "core/simulation/hand/pushes.h"
#include "core/trajectory/csv.h"

gboolean noslip_gestures_have_push(const NoslipGestures *gestures); /* FALSE for NULL */
/* ",push[draw],…", to be appended to the names of the motion's columns. */
void noslip_push_columns_header(GString *out);
/* The values for a row of the motion, computed with these parameters of the system. */
void noslip_push_columns_row(NoslipPushes *pushes, const NoslipGestures *gestures, const double *parameters,
                             const double *row, GString *out);
/* A whole table with these columns if a hand has pulled, else as in trajectory/csv.h: the names of its columns
 * (NULL-terminated, free with g_strfreev()), its first line, and lines of rows with the same parameters. */
char **noslip_hand_table_columns(const NoslipCsv *csv, const NoslipGestures *gestures);
void noslip_hand_table_header(NoslipCsv *csv, const NoslipGestures *gestures, GString *out);
void noslip_hand_table_rows(NoslipCsv *csv, NoslipPushes *pushes, const NoslipGestures *gestures,
                            const double *parameters, guint n, const double *rows, guint row_size, GString *out);
