/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The occupied parts of the axes' area, in cells of a few pixels, and free positions for numbers on curves. For the
 * plot-*.c files only. */
#pragma once

#include "ui/picture/plot/plot.h"

typedef struct _NoslipRoom NoslipRoom;

#define NOSLIP_ROOM_TAKEN 255 /* by data, marks or numbers; other values: by the curve of this number, from 1 */

NoslipRoom *noslip_room_new(const NoslipFigure *figure, const NoslipTheme *theme); /* all of it free */
void noslip_room_free(NoslipRoom *room);
/* Along pixel pairs, pieces with NaN between them. */
void noslip_room_take(NoslipRoom *room, const GArray *points, guint8 by);
/* A box about (x, y), of these half sizes, turned by `angle`. */
void noslip_room_take_box(NoslipRoom *room, double x, double y, double half_width, double half_height, double angle);
/* A position on the curve `by` for a text of this size along it: the nearest to (*x, *y), or, if these are NaN, a
 * straight and level one. The curve gets a gap there and the position is marked as occupied. FALSE if there is none. */
gboolean noslip_room_place(NoslipRoom *room, GArray *points, guint8 by, double width, double height, double *x,
                           double *y, double *angle);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipRoom, noslip_room_free)
