/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/library/core.h"

#include "core/base/decimal.h"

#include <string.h>

static gboolean
take_option(LibraryOrder *order, const char *text, NoslipDiagnostics *diagnostics)
{
  NoslipRunOptions *options = &order->options;
  const char *equals = strchr(text, '='), *value = equals != NULL ? equals + 1 : "";
  g_autofree char *name = g_strndup(text, equals != NULL ? (gsize) (equals - text) : strlen(text));
  const struct {
    const char *name;
    double *value;
  } numbers[] = {{"to", &options->to},
                 {"step", &options->step},
                 {"rtol", &options->rtol},
                 {"atol", &options->atol},
                 {"fixed-step", &options->fixed_step}};
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
    if (strcmp(name, numbers[i].name) == 0) {
      if (noslip_decimal_read(value, numbers[i].value) &&
          (*numbers[i].value > 0 || (*numbers[i].value == 0 && numbers[i].value == &options->atol)))
        return TRUE;
      return library_error(diagnostics, NULL, "%s must be a positive number, not '%s'", name, value);
    }
  if (strcmp(name, "dynamics") == 0)
    order->dynamics = value;
  else if (strcmp(name, "formulation") == 0)
    order->formulation = value;
  else if (strcmp(name, "consistent") == 0)
    order->start.consistent = strcmp(value, "0") != 0;
  else if (strcmp(name, "method") != 0)
    return library_error(diagnostics, NULL, "there is no option '%s'", name);
  else if ((options->method = noslip_method_find(value)) == NULL)
    return noslip_method_library(value) != NULL
               ? library_error(diagnostics, NULL, "the method '%s' needs %s, which was left out of this build", value,
                               noslip_method_library(value))
               : library_error(diagnostics, NULL, "there is no method '%s'", value);
  return TRUE;
}

gboolean
library_order_read(LibraryOrder *order, NoslipSystem *system, const char *const *values, const char *const *options,
                   NoslipDiagnostics *diagnostics)
{
  gboolean good = TRUE;
  noslip_run_options_default(&order->options, system);
  for (guint i = 0; options != NULL && options[i] != NULL; i++)
    good = take_option(order, options[i], diagnostics) && good;
  gboolean consistent = order->start.consistent;
  good = library_start_init(&order->start, system, values, order->dynamics, diagnostics) && good;
  order->start.consistent = consistent;
  NoslipDiagnostic *error = good ? noslip_run_options_check(&order->options) : NULL;
  if (error != NULL)
    noslip_diagnostics_add(diagnostics, error);
  return good && error == NULL && library_start_state(&order->start, diagnostics);
}
