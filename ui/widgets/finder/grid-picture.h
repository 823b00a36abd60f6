/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A grid of coloured cells over the plane of a figure's axes. */
#pragma once

#include "ui/picture/plot/plot.h"

typedef struct {
  guint n[2];                /* cells in horizontal and vertical direction */
  double low[2], high[2];    /* the borders of the grid, in data coordinates */
  const NoslipColor *colors; /* n[0] x n[1] */
} NoslipGrid;

/* Draws it into a layer of the figure. */
void noslip_grid_display(const NoslipGrid *grid, const NoslipFigure *figure, NoslipDisplay *display);
