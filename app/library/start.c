/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/library/core.h"

#include "core/base/decimal.h"
#include "core/system/degenerate.h"
#include "core/system/dynamics-kind.h"

#include <string.h>

gboolean
library_error(NoslipDiagnostics *diagnostics, const char *hint, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  noslip_diagnostics_add(diagnostics,
                         noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, hint, "%s", text));
  return FALSE;
}

/* Also x' of any coordinate x. */
static gboolean
is_state_name(const NoslipSystem *system, const char *name)
{
  for (guint i = 0; i < system->m + system->n; i++)
    if (strcmp(noslip_state_name(system, i), name) == 0)
      return TRUE;
  for (guint i = 0; i < system->k; i++)
    if (strcmp(noslip_expr_symbol_name(system->graph, system->constraints[i].mu), name) == 0)
      return TRUE;
  for (guint i = 0; i < system->m; i++) {
    g_autofree char *natural = g_strconcat(system->coordinates[i].name, "'", NULL);
    if (strcmp(natural, name) == 0)
      return TRUE;
  }
  return FALSE;
}

int
library_value_find(const NoslipSystem *system, const char *name)
{
  int parameter = noslip_system_parameter(system, name);
  return parameter >= 0 ? parameter : is_state_name(system, name) ? -1 : -2;
}

static gboolean
take_value(LibraryStart *start, const char *text, NoslipDiagnostics *diagnostics)
{
  const char *equals = strchr(text, '=');
  double value;
  if (equals == NULL || !g_utf8_validate(text, -1, NULL))
    return library_error(diagnostics, NULL, "a value is NAME=VALUE, not '%s'", text);
  g_autofree char *written = g_strndup(text, (gsize) (equals - text));
  g_autofree char *name = g_utf8_normalize(g_strstrip(written), -1, G_NORMALIZE_NFC);
  if (!noslip_decimal_read(equals + 1, &value))
    return library_error(diagnostics, NULL, "%s needs a finite number, not '%s'", name, equals + 1);
  int parameter = library_value_find(start->system, name);
  if (parameter >= 0) {
    start->parameters[parameter] = value;
    return TRUE;
  }
  if (parameter != -1)
    return library_error(diagnostics, NULL, "%s has no parameter, coordinate or velocity '%s'", start->system->id,
                         name);
  g_ptr_array_add(start->names, g_strdup(name));
  g_array_append_val(start->overrides, ((NoslipOverride){start->names->pdata[start->names->len - 1], value}));
  return TRUE;
}

static gboolean
read_kind(const char *text, NoslipDynamicsKind *kind, NoslipDiagnostics *diagnostics)
{
  return text == NULL || noslip_dynamics_kind_find(text, kind) ||
         library_error(diagnostics, NULL, "the dynamics are nonholonomic, vakonomic or free, not '%s'", text);
}

gboolean
library_start_init(LibraryStart *start, NoslipSystem *system, const char *const *values, const char *dynamics,
                   NoslipDiagnostics *diagnostics)
{
  *start = (LibraryStart){.system = noslip_system_ref(system), .kind = system->dynamics};
  start->parameters = noslip_system_default_parameters(system);
  start->names = g_ptr_array_new_with_free_func(g_free);
  start->overrides = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  gboolean good = read_kind(dynamics, &start->kind, diagnostics);
  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    good = take_value(start, values[i], diagnostics) && good;
  return good;
}

/* The result of the constraint algorithm depends on the values: it is run on a copy that has them. */
static gboolean
take_values(LibraryStart *start, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = start->system;
  if (system->k > 0 ||
      !(noslip_system_is_degenerate(system) || noslip_system_is_degenerate_at(system, start->parameters)))
    return TRUE;
  g_autofree char *file = g_strdup(system->file != NULL ? system->file : system->id);
  NoslipSystem *own = noslip_catalogue_system(system->text, -1, file, system->id, system->sealed, diagnostics);
  if (own == NULL)
    return FALSE;
  noslip_system_take_values(own, start->parameters, start->overrides->len,
                            (const NoslipOverride *) (gpointer) start->overrides->data);
  noslip_system_unref(start->system);
  start->system = own;
  return TRUE;
}

gboolean
library_start_state(LibraryStart *start, NoslipDiagnostics *diagnostics)
{
  if (!take_values(start, diagnostics))
    return FALSE;
  const NoslipSystem *system = start->system;
  start->xy = g_new0(double, (gsize) system->m + system->n + 1);
  start->mu = g_new0(double, (gsize) system->k + 1);
  double *x = start->xy, *y = start->xy + system->m;
  return noslip_start_state(system, start->kind, start->consistent, start->parameters, start->overrides->len,
                            (const NoslipOverride *) (gpointer) start->overrides->data, x, y, start->mu, NULL,
                            diagnostics) &&
         (start->kind != NOSLIP_DYNAMICS_NONHOLONOMIC ||
          noslip_state_is_regular(system, start->parameters, x, y, diagnostics));
}

void
library_start_clear(LibraryStart *start)
{
  noslip_system_unref(start->system);
  g_free(start->parameters);
  g_array_unref(start->overrides);
  g_ptr_array_unref(start->names);
  g_free(start->xy);
  g_free(start->mu);
}
