/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/plot/ticks.h"
#include "ui/widgets/finder/exponents-private.h"
#include "ui/widgets/finder/finder-choices.h"

#include <glib/gi18n.h>
#include <math.h>

#define DIGITS 9       /* of an exponent, and */
#define ERROR_DIGITS 2 /* of its error, as on the command line */
#define FEWER_DIGITS 4 /* in the picture, of one whose error is not known */

NoslipExponentsView *
noslip_exponents_view_of(NoslipView *view)
{
  return noslip_view_state(view);
}

void
noslip_exponents_view_take_rows(NoslipExponentsView *exponents)
{
  exponents->n = noslip_exponents_copy(noslip_search_data(exponents->search), exponents->rows);
}

const double *
noslip_exponents_view_last_row(const NoslipExponentsView *exponents)
{
  return &g_array_index(exponents->rows, double, exponents->rows->len - NOSLIP_EXPONENTS_COLUMNS(exponents->n));
}

double
noslip_exponents_view_time(NoslipView *view)
{
  return noslip_finder_seconds(view, 0);
}

/* How many digits of the value its error leaves, the two of the error among them. */
static guint
known_digits(double value, double error)
{
  double digits = ERROR_DIGITS + ceil(log10(fabs(value) / error));
  return isfinite(error) && isfinite(digits) ? (guint) fmin(fmax(digits, ERROR_DIGITS), DIGITS) : FEWER_DIGITS;
}

static double
value_of(const NoslipExponentsView *exponents, guint k)
{
  return noslip_exponents_view_last_row(exponents)[k < exponents->n ? 1 + k : 1 + 2 * exponents->n];
}

static double
error_of(const NoslipExponentsView *exponents, guint k)
{
  return noslip_exponents_view_last_row(exponents)[k < exponents->n ? 1 + exponents->n + k : 2 + 2 * exponents->n];
}

char *
noslip_exponents_view_number(const NoslipExponentsView *exponents, guint k)
{
  double error = error_of(exponents, k);
  g_autofree char *number = noslip_number_text(value_of(exponents, k), DIGITS);
  g_autofree char *width = noslip_number_text(error, ERROR_DIGITS);
  return isfinite(error) ? g_strdup_printf("%s ± %s", number, width) : g_steal_pointer(&number);
}

char *
noslip_exponents_view_label(const NoslipExponentsView *exponents, guint k)
{
  double value = value_of(exponents, k), error = error_of(exponents, k);
  g_autofree char *number = noslip_number_text(value, known_digits(value, error));
  g_autofree char *width = noslip_number_text(error, ERROR_DIGITS);
  return k == exponents->n ? g_strdup_printf(_("sum: %s"), number)
         : isfinite(error) ? g_strdup_printf("%u: %s ± %s", k + 1, number, width)
                           : g_strdup_printf("%u: %s", k + 1, number);
}
