/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parting of two motions: the first sample at which a coordinate or velocity of one differs from the other's by
 * more than a fraction of that column's size. Used for nonholonomic and vakonomic motions of one system from one
 * state. */
#pragma once

#include <glib.h>

#define NOSLIP_APART 1e-6 /* default threshold of being apart, relative to the size of a column */

typedef struct {
  double time;    /* s, when they part; NaN if they coincide */
  guint column;   /* that differs first */
  double largest; /* relative difference */
  guint largest_column;
  double until; /* s: the last sample that both have; NaN if there is none */
} NoslipParting;

/* size[width]: the largest absolute value of each column of rows[n_rows][stride]; a column of zeros gets the largest
 * size of all. Column 0 is time and has none. */
void noslip_parting_sizes(guint n_rows, const double *rows, guint stride, guint width, double *size);
/* Compares b with a over n_rows samples at the same times. */
void noslip_parting_find(guint n_rows, const double *a, const double *b, guint stride, guint width, const double *size,
                         double apart, NoslipParting *parting);
