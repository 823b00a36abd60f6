/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When two motions part: the first sample at which a coordinate or velocity of one differs from the other's by more
 * than a part of that column's size. Nonholonomic and vakonomic motions of one system from one state are what it is
 * for. */
#pragma once

#include <glib.h>

#define NOSLIP_APART 1e-6 /* default threshold for being apart, relative to the size of a column */

typedef struct {
  double time;    /* s, at which they part; NaN where they coincide */
  guint column;   /* that differs first */
  double largest; /* relative difference */
  guint largest_column;
  double until; /* s: the last sample that both have; NaN where there is none */
} NoslipParting;

/* size[width]: the largest absolute value of each column of rows[n_rows][stride]; one that vanishes has the size of
 * the largest. Column 0 is time and has none. */
void noslip_parting_sizes(guint n_rows, const double *rows, guint stride, guint width, double *size);
/* b against a over n_rows samples at the same times. */
void noslip_parting_find(guint n_rows, const double *a, const double *b, guint stride, guint width, const double *size,
                         double apart, NoslipParting *parting);
