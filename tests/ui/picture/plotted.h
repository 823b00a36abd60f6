/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plot of sines. */
#pragma once

#include "tests/ui/picture/plotting.h"

#define PLOTTED_N 1001

/* t from 0 to 10, y = sin t and z = 0.02 + sin t. */
typedef struct {
  Plotting plot;
  double t[PLOTTED_N], y[PLOTTED_N], z[PLOTTED_N];
} Plotted;

void plotted_set_up(Plotted *f, gconstpointer data);
void plotted_tear_down(Plotted *f, gconstpointer data);
/* A curve of N points. */
void plotted_add(Plotted *f, const double *x, const double *y, gboolean increases, const char *label);
/* Draws the figure at 360 x 240. */
void plotted_show(Plotted *f);
