/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/run-style.h"

#include "ui/picture/math/mathtext.h"

#include <glib/gi18n.h>
#include <math.h>

#define MUCH_DRIFT 1e-3 /* a drift of a conserved energy above this is reported */

/* Whether only the formulation or its dynamics differs. */
static const char *
formulation_of(const NoslipVariant *variant)
{
  if (variant->kept || variant->n_values || variant->method || variant->tolerance > 0)
    return NULL;
  if (variant->formulation)
    return variant->formulation->id;
  return variant->dynamics >= 0 ? noslip_dynamics_kind_id((NoslipDynamicsKind) variant->dynamics) : NULL;
}

static NoslipColor
variant_color(const NoslipTheme *theme, const NoslipVariant *variant)
{
  const char *id = formulation_of(variant);
  return id ? noslip_theme_formulation_color(theme, id) : noslip_theme_overlay_color(theme, variant->color);
}

static NoslipDash
variant_dash(const NoslipVariant *variant)
{
  const char *id = formulation_of(variant);
  return id ? noslip_theme_formulation_dash(id) : noslip_theme_overlay_dash(variant->color);
}

const char *
noslip_run_title(const NoslipRunView *run)
{
  return run->variant ? run->name : _(run->formulation->title);
}

char *
noslip_run_reading(NoslipSimulation *simulation, guint run, const char *quantity)
{
  char *pretty = noslip_math_expression(quantity);
  if (run == 0)
    return pretty;
  char *text =
      g_strdup_printf("%s, %s", pretty, noslip_run_title(noslip_runs_view(noslip_simulation_runs(simulation), run)));
  g_free(pretty);
  return text;
}

NoslipColor
noslip_run_color(const NoslipTheme *theme, const NoslipRunView *run)
{
  return run->variant ? variant_color(theme, run->variant)
                      : noslip_theme_formulation_color(theme, run->formulation->id);
}

NoslipDash
noslip_run_dash(const NoslipRunView *run)
{
  return run->variant ? variant_dash(run->variant) : noslip_theme_formulation_dash(run->formulation->id);
}

/* Words */

static char *
parting_words(const NoslipSystem *system, const NoslipReport *report)
{
  const NoslipParting *parting = &report->parting;
  if (isnan(parting->time))
    return g_strdup_printf(_("coincides until t = %.4g s, to %.1g"), parting->until, parting->largest);
  g_autofree char *name = noslip_math_name(noslip_state_name(system, parting->column - 1), FALSE);
  return g_strdup_printf(_("parts at t = %.4g s, in %s"), parting->time, name);
}

static void
add(GString *text, const char *words)
{
  if (words && words[0])
    g_string_append_printf(text, "%s%s", text->len ? "; " : "", words);
}

static void
append_state(NoslipSimulation *simulation, const NoslipRunView *run, GString *text)
{
  const NoslipReport *report = &run->report;
  if (run->pending) {
    add(text, _("being computed"));
    return;
  }
  if (report->error) {
    g_autofree char *stopped =
        run->n_rows > 0 ? g_strdup_printf(_("stops at t = %.4g s: %s"), report->computed, report->error->cause)
                        : g_strdup(report->error->cause);
    add(text, stopped);
    return;
  }
  const NoslipQuantities *q = run->quantities;
  if (q && q->conserves && run->n_rows > 0) {
    double drift = fabs(noslip_columns_value(run->values, run->n_rows - 1, q->drift));
    if (!(drift <= MUCH_DRIFT)) {
      g_autofree char *off = g_strdup_printf(_("its energy is off by %.2g of its size"), drift);
      add(text, off);
    }
  }
  if (report->compared && !run->checks) {
    g_autofree char *parting = parting_words(noslip_simulation_system(simulation), report);
    add(text, parting);
  }
}

char *
noslip_run_words(NoslipSimulation *simulation, const NoslipRunView *run)
{
  g_autoptr(GString) text = g_string_new(NULL);
  if (run->variant) {
    g_autofree char *difference = noslip_overlays_difference(noslip_simulation_overlays(simulation), run->variant);
    add(text, difference);
  }
  append_state(simulation, run, text);
  return g_string_free(g_steal_pointer(&text), FALSE);
}
