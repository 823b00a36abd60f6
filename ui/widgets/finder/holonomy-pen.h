/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A gait that is being drawn on the map of the Holonomy view: by the pointer, while its button is down, or corner by
 * corner with keys. It becomes the gait of the view when it is finished. */
#pragma once

#include "ui/widgets/views/view.h"

typedef struct {
  GArray *line;     /* of double, 2 a point; NULL: no gait is being drawn */
  gboolean pressed; /* the button is down, and the line was not dropped since */
  double from[2];   /* where it was pressed */
  gboolean by_keys; /* the cross-hair is shown, and keys move it */
  double at[2];     /* of the cross-hair */
} NoslipGaitPen;

/* A step of a drag on the map, for the kind's stroke(). */
void noslip_gait_pen_stroke(NoslipView *view, NoslipGaitPen *pen, NoslipDragPhase phase, const double at[2]);
/* Drops the unfinished gait; FALSE if there is none. */
gboolean noslip_gait_pen_drop(NoslipGaitPen *pen);
/* Enter: shows the cross-hair in the box low .. high of the map; then adds a corner there, or finishes the gait if the
 * cross-hair is at its first or its last corner and there are three. */
void noslip_gait_pen_press(NoslipView *view, NoslipGaitPen *pen, const double low[2], const double high[2]);
/* Moves the cross-hair by these numbers of steps, within the box. */
void noslip_gait_pen_move(NoslipGaitPen *pen, int right, int up, const double low[2], const double high[2]);
/* Removes the last corner; without one, the cross-hair. */
void noslip_gait_pen_back(NoslipGaitPen *pen);
/* The cross-hair, the corners, and a line from the last one to the cross-hair; nothing without a cross-hair. */
void noslip_gait_pen_display(const NoslipGaitPen *pen, const NoslipFigure *figure, const NoslipTheme *theme,
                             NoslipDisplay *display);
