/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/verdicts.h"

#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/system/degenerate.h"

#include <math.h>

static void
add_method(GString *text, const NoslipRunOptions *options)
{
  gboolean fixed = options->fixed_step > 0 || !noslip_method_is_adaptive(options->method);
  g_string_append_printf(text, "; the computed motion does not keep it: method %s, ", options->method->id);
  if (fixed)
    g_string_append_printf(text, "step %g", options->fixed_step > 0 ? options->fixed_step : options->step);
  else
    g_string_append_printf(text, "rtol %g, atol %g", options->rtol, options->atol);
}

/* The number of accelerations that mechanics and the gauges of the text leave free along the motions of the claims. */
static guint
n_chosen(const NoslipSystem *system)
{
  if (system->k > 0 || !noslip_system_is_degenerate(system))
    return 0;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, NULL);
  return algorithm == NULL || algorithm->n_gauge < system->n_gauges ? 0 : algorithm->n_gauge - system->n_gauges;
}

char *
cli_verdict_text(const NoslipClaims *claims, const NoslipVerdict *verdict, const NoslipRunOptions *options)
{
  GString *text = g_string_new(noslip_verdict_word(verdict->kind));
  NoslipRunOptions used = *options;
  used.step = used.step > 0 ? used.step : noslip_claims_system(claims)->run_step;
  g_string_append_printf(text, "; residual %.2g, allowed %.2g", verdict->residual, verdict->claim->tolerance);
  if (!isnan(verdict->sensitivity))
    g_string_append_printf(text, ", sensitivity %.2g", verdict->sensitivity);
  if (!isnan(verdict->drift))
    g_string_append_printf(text, ", drift %.2g", verdict->drift);
  if (verdict->kind == NOSLIP_VERDICT_WEAK) {
    g_autofree char *term = noslip_claims_term(claims, verdict->weakest);
    g_string_append_printf(text, "; this motion hardly tests the term %s", term);
  }
  if (verdict->kind == NOSLIP_VERDICT_DRIFTS)
    add_method(text, &used);
  gboolean unproved = verdict->kind == NOSLIP_VERDICT_HOLDS || verdict->kind == NOSLIP_VERDICT_WEAK;
  guint chosen = unproved && !verdict->in_symbols ? n_chosen(noslip_claims_system(claims)) : 0;
  if (chosen > 0)
    g_string_append_printf(text,
                           chosen == 1 ? "; tested for one choice of the %u acceleration that stays free (gauge)"
                                       : "; tested for one choice of the %u accelerations that stay free (gauge)",
                           chosen);
  if (verdict->kind == NOSLIP_VERDICT_UNDEFINED && isfinite(verdict->worst_time))
    g_string_append_printf(text, "; not a number at t = %g", verdict->worst_time);
  if (verdict->kind == NOSLIP_VERDICT_FAILS && isfinite(verdict->worst_time))
    g_string_append_printf(text, "; worst at t = %g", verdict->worst_time);
  if (verdict->in_symbols && !verdict->good)
    g_string_append(text, "; the formula itself is proved in symbols");
  return g_string_free(text, FALSE);
}
