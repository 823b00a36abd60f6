/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/agreement.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#define LEAST_SIZE 1e-12 /* least size of a column, relative to the motion's size */
#define ROUNDING (16 * DBL_EPSILON)

double
noslip_agreement_allowed(const NoslipRunOptions *options)
{
  if (!noslip_method_is_adaptive(options->method) || options->fixed_step > 0)
    return NOSLIP_AGREEMENT_MOST;
  return CLAMP(1e3 * options->rtol, 1e-9, NOSLIP_AGREEMENT_MOST);
}

char *
noslip_agreement_same_motion(const NoslipMethod *method)
{
  if (method->kind != NOSLIP_METHOD_GEOMETRIC)
    return NULL;
  return g_strdup_printf(_("reads out the motion of the method %s, which no formulation computes"), method->id);
}

void
noslip_agreement_judge(const NoslipSystem *system, guint n, const NoslipAgreementMember *members, double difference,
                       double allowed, double until, NoslipAgreement *agreement)
{
  *agreement = (NoslipAgreement){.difference = difference, .allowed = allowed, .until = until};
  g_autofree const char **derivations = g_new0(const char *, n + 1);
  for (guint i = 0; i < n; i++) {
    if (members[i].reason != NULL)
      continue;
    const char *known = members[i].derivation;
    const char *derivation = known != NULL ? known : noslip_formulation_derivation(members[i].formulation, system);
    if (!g_strv_contains((const char *const *) derivations, derivation))
      derivations[agreement->n_derivations++] = derivation;
    agreement->n_motions++;
  }
  if (agreement->n_motions < 2)
    agreement->difference = NAN;
  agreement->agree = agreement->n_motions > 1 && agreement->difference <= allowed;
}

static void
append_omitted(GString *text, guint n, const NoslipAgreementMember *members)
{
  gboolean any = FALSE;
  for (guint i = 0; i < n; i++) {
    if (members[i].reason == NULL)
      continue;
    g_string_append(text, any ? "; " : _("; not among them: "));
    g_string_append_printf(text, "%s %s", noslip_formulation_words(members[i].formulation), members[i].reason);
    any = TRUE;
  }
}

char *
noslip_agreement_line(const NoslipAgreement *agreement, guint n, const NoslipAgreementMember *members)
{
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text, g_dngettext(GETTEXT_PACKAGE, "%u motion", "%u motions", agreement->n_motions),
                         agreement->n_motions);
  g_string_append_printf(
      text, g_dngettext(GETTEXT_PACKAGE, " by %u derivation", " by %u derivations", agreement->n_derivations),
      agreement->n_derivations);
  if (agreement->n_motions < 2)
    g_string_append(text, _(": there is nothing to compare"));
  else if (agreement->agree)
    g_string_append_printf(text, _(" agree to %.2g, allowed %.2g"), agreement->difference, agreement->allowed);
  else
    g_string_append_printf(text, _(" DISAGREE: largest difference %.2g, allowed %.2g"), agreement->difference,
                           agreement->allowed);
  if (agreement->n_motions > 1 && !isnan(agreement->until))
    g_string_append_printf(text, _(", until t = %g"), agreement->until);
  append_omitted(text, n, members);
  return g_string_free(g_steal_pointer(&text), FALSE);
}

char *
noslip_agreement_heading(const NoslipAgreement *agreement)
{
  if (agreement->n_motions < 2)
    return g_strdup(_("nothing to compare"));
  if (!agreement->agree)
    return g_strdup(_("DISAGREE"));
  if (agreement->n_derivations < 2)
    return g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "%u motion agrees", "%u motions agree", agreement->n_motions),
                           agreement->n_motions);
  return g_strdup_printf(
      g_dngettext(GETTEXT_PACKAGE, "%u derivation agrees", "%u derivations agree", agreement->n_derivations),
      agreement->n_derivations);
}

/* For a column that is not much smaller than the motion all differences count; for smaller ones rounding is ignored. */
double
noslip_agreement_relative(double difference, double size, double motion)
{
  if (!(motion > 0) || !isfinite(motion))
    motion = size > 0 ? size : 1;
  size = fmax(size, LEAST_SIZE * motion);
  double rounding = size < ROUNDING * motion / LEAST_SIZE ? ROUNDING * motion : 0;
  return difference <= rounding ? 0 : difference / size;
}

void
noslip_agreement_motion(guint n, const double *sizes, const double *units, double *motion)
{
  double largest = 0, unit = 0;
  for (guint i = 0; i < n; i++) {
    if (units[i] > 0 && isfinite(units[i]))
      largest = fmax(largest, sizes[i] / units[i]);
    unit = fmax(unit, units[i] > 0 && isfinite(units[i]) ? units[i] : 0);
  }
  for (guint i = 0; i < n; i++)
    motion[i] = fmax(sizes[i], largest * (units[i] > 0 && isfinite(units[i]) ? units[i] : unit));
}

void
noslip_agreement_sizes(guint n_rows, guint n_columns, const double *values, double *sizes)
{
  for (guint column = 0; column < n_columns; column++) {
    sizes[column] = 0;
    for (guint row = 0; row < n_rows; row++)
      sizes[column] = fmax(sizes[column], fabs(values[(gsize) row * n_columns + column]));
  }
}

void
noslip_agreement_differences(guint n_rows, guint n_columns, const double *a, const double *b, const double *sizes,
                             const double *motion, double *differences)
{
  for (guint column = 0; column < n_columns; column++) {
    double largest = 0;
    for (guint row = 0; row < n_rows; row++) {
      double of_a = a[(gsize) row * n_columns + column], of_b = b[(gsize) row * n_columns + column];
      double apart = isnan(of_a) && isnan(of_b) ? 0 : fabs(of_a - of_b);
      largest = isnan(apart) ? INFINITY : fmax(largest, apart);
    }
    differences[column] = noslip_agreement_relative(largest, sizes[column], motion[column]);
  }
}
