/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers known to about ten digits as fractions, and as sums of given functions with fractions as coefficients. */
#pragma once

#include <glib.h>

/* The fraction p/q with q <= most that is within 1e-9 of a value, relative; FALSE if there is none. */
gboolean noslip_recognise_fraction(double value, gint64 most, gint64 *p, gint64 *q);
/* values[s] = sum_k p[k]/q[k] functions[s * n + k] for all n_sets sets, with as few functions as possible; p[k] = 0 for
 * those that are not used. FALSE if there is no such sum within 1e-8 of the largest terms, or none that leaves at least
 * four of the sets, and half of them, to confirm it. */
gboolean noslip_recognise_sum(guint n_sets, guint n, const double *functions, const double *values, gint64 most,
                              gint64 *p, gint64 *q);
