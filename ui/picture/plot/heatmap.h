/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heat map of a matrix, for the bracket: blue, surface, orange, symmetric about zero, numbers in cells that are large
 * enough. */
#pragma once

#include "ui/picture/math/mathtext.h"

typedef struct {
  guint n_rows, n_columns;
  const char *const *row_names, *const *column_names; /* LaTeX mathematics (mathtext.h) */
  const double *values;                               /* n_rows x n_columns, row major; NaN: undefined */
  double limit;                                       /* colours saturate at +-limit; 0: the largest absolute value */
  int row, column;        /* highlighted cell, -1 none; its names are in the accent colour */
  const char *title;      /* or NULL */
  const char *empty_text; /* or NULL */
} NoslipHeatmap;

void noslip_heatmap_display(const NoslipHeatmap *map, const NoslipTheme *theme, double width, double height,
                            NoslipDisplay *display);
/* The cell at a pixel, laid out as above; FALSE outside. */
gboolean noslip_heatmap_hit(const NoslipHeatmap *map, const NoslipTheme *theme, double width, double height, double px,
                            double py, int *row, int *column);
