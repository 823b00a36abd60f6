/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trajectory/parting.h"

#include <math.h>

void
noslip_parting_sizes(guint n_rows, const double *rows, guint stride, guint width, double *size)
{
  double most = 0;
  for (guint c = 0; c < width; c++)
    size[c] = 0;
  for (guint row = 0; row < n_rows; row++)
    for (guint c = 1; c < width; c++) {
      size[c] = fmax(size[c], fabs(rows[(gsize) row * stride + c]));
      most = fmax(most, size[c]);
    }
  for (guint c = 1; c < width; c++)
    if (!(size[c] > 1e-6 * most))
      size[c] = most > 0 ? most : 1;
}

void
noslip_parting_find(guint n_rows, const double *a, const double *b, guint stride, guint width, const double *size,
                    double apart, NoslipParting *parting)
{
  *parting = (NoslipParting){.time = NAN, .column = 1, .largest_column = 1, .until = NAN};
  for (guint row = 0; row < n_rows; row++, a += stride, b += stride)
    for (guint c = 1; c < width; c++) {
      double difference = fabs(a[c] - b[c]) / size[c];
      if (difference > apart && isnan(parting->time)) {
        parting->time = a[0];
        parting->column = c;
      }
      if (difference > parting->largest) {
        parting->largest = difference;
        parting->largest_column = c;
      }
    }
  if (n_rows > 0)
    parting->until = (a - stride)[0];
}
