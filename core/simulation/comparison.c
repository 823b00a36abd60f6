/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/comparison.h"

#include <glib/gi18n.h>
#include <string.h>

/* Lists of named numbers */

static void
set_value(NoslipOverride **values, guint *n, const char *name, double value)
{
  for (guint i = 0; i < *n; i++)
    if (g_str_equal((*values)[i].name, name)) {
      (*values)[i].value = value;
      return;
    }
  *values = g_renew(NoslipOverride, *values, *n + 1);
  (*values)[(*n)++] = (NoslipOverride){.name = g_strdup(name), .value = value};
}

static NoslipOverride *
copy_values(const NoslipOverride *values, guint n)
{
  NoslipOverride *copy = g_new0(NoslipOverride, n + 1);
  for (guint i = 0; i < n; i++)
    copy[i] = (NoslipOverride){.name = g_strdup(values[i].name), .value = values[i].value};
  return copy;
}

static void
free_values(NoslipOverride *values, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free((char *) values[i].name);
  g_free(values);
}

/* Overlays */

NoslipVariant *
noslip_variant_new(const char *name)
{
  NoslipVariant *variant = g_new0(NoslipVariant, 1);
  variant->name = g_strdup(name);
  variant->dynamics = -1;
  return variant;
}

NoslipVariant *
noslip_variant_copy(const NoslipVariant *variant)
{
  NoslipVariant *copy = g_memdup2(variant, sizeof *variant);
  copy->name = g_strdup(variant->name);
  copy->values = copy_values(variant->values, variant->n_values);
  return copy;
}

void
noslip_variant_free(NoslipVariant *variant)
{
  if (!variant)
    return;
  free_values(variant->values, variant->n_values);
  g_free(variant->name);
  g_free(variant);
}

void
noslip_variant_set(NoslipVariant *variant, const char *name, double value)
{
  set_value(&variant->values, &variant->n_values, name, value);
}

char *
noslip_variant_difference(const NoslipVariant *variant)
{
  g_autoptr(GString) text = g_string_new(NULL);
  if (variant->formulation)
    g_string_append_printf(text, ", %s", noslip_formulation_words(variant->formulation));
  else if (variant->dynamics >= 0)
    g_string_append_printf(text, ", %s", noslip_dynamics_kind_words((NoslipDynamicsKind) variant->dynamics));
  if (variant->method)
    g_string_append_printf(text, ", %s", variant->method->id);
  if (variant->tolerance > 0)
    g_string_append_printf(text, ", rtol %g", variant->tolerance);
  for (guint i = 0; i < variant->n_values; i++)
    g_string_append_printf(text, ", %s = %.6g", variant->values[i].name, variant->values[i].value);
  return g_strdup(text->len > 2 ? text->str + 2 : "");
}

/* The ensemble */

void
noslip_ensemble_settings_init(NoslipEnsembleSettings *ensemble)
{
  *ensemble = (NoslipEnsembleSettings){.n = 200, .seed = 1};
}

void
noslip_ensemble_settings_copy(NoslipEnsembleSettings *copy, const NoslipEnsembleSettings *ensemble)
{
  *copy = *ensemble;
  copy->spreads = copy_values(ensemble->spreads, ensemble->n_spreads);
}

void
noslip_ensemble_settings_clear(NoslipEnsembleSettings *ensemble)
{
  free_values(ensemble->spreads, ensemble->n_spreads);
  noslip_ensemble_settings_init(ensemble);
}

void
noslip_ensemble_settings_spread(NoslipEnsembleSettings *ensemble, const char *name, double half_width)
{
  if (half_width > 0) {
    set_value(&ensemble->spreads, &ensemble->n_spreads, name, half_width);
    return;
  }
  for (guint i = 0; i < ensemble->n_spreads; i++)
    if (g_str_equal(ensemble->spreads[i].name, name)) {
      g_free((char *) ensemble->spreads[i].name);
      ensemble->n_spreads--;
      memmove(ensemble->spreads + i, ensemble->spreads + i + 1, (ensemble->n_spreads - i) * sizeof *ensemble->spreads);
      return;
    }
}

double
noslip_ensemble_settings_spread_of(const NoslipEnsembleSettings *ensemble, const char *name)
{
  for (guint i = 0; i < ensemble->n_spreads; i++)
    if (g_str_equal(ensemble->spreads[i].name, name))
      return ensemble->spreads[i].value;
  return 0;
}

/* The whole comparison */

NoslipComparison *
noslip_comparison_new(void)
{
  NoslipComparison *comparison = g_new0(NoslipComparison, 1);
  comparison->shown = g_ptr_array_new();
  comparison->variants = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_variant_free);
  noslip_ensemble_settings_init(&comparison->ensemble);
  return comparison;
}

void
noslip_comparison_free(NoslipComparison *comparison)
{
  if (!comparison)
    return;
  g_ptr_array_unref(comparison->shown);
  g_ptr_array_unref(comparison->variants);
  noslip_ensemble_settings_clear(&comparison->ensemble);
  g_free(comparison);
}
