/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/show/show.h"

static void
append_value(GString *text, const NoslipGraph *graph, const char *indent, const char *left, NoslipExpr value)
{
  g_autofree char *shown = noslip_expr_text(graph, value);
  g_string_append_printf(text, "%s%s = %s\n", indent, left, shown);
}

static void
append_about(GString *text, const char *unit, const char *description)
{
  if (unit != NULL && *unit != '\0')
    g_string_append_printf(text, "  [%s]", unit);
  if (description != NULL && *description != '\0')
    g_string_append_printf(text, "  %s", description);
  g_string_append_c(text, '\n');
}

static void
append_names(GString *text, const NoslipSystem *system)
{
  if (system->n_parameters > system->n_hidden)
    g_string_append(text, "\nParameters\n");
  for (guint i = 0; i < system->n_parameters - system->n_hidden; i++) {
    const NoslipParameter *parameter = &system->parameters[i];
    g_string_append_printf(text, "  %s = %g", parameter->name, parameter->value);
    append_about(text, parameter->unit, parameter->description);
  }
  g_string_append_printf(text, "\nCoordinates (%u)\n", system->m);
  for (guint i = 0; i < system->m; i++) {
    const NoslipCoordinate *coordinate = &system->coordinates[i];
    g_string_append_printf(text, "  %s%s", coordinate->name, coordinate->angle ? " (angle)" : "");
    append_about(text, coordinate->unit, coordinate->description);
  }
  for (guint i = 0; i < system->n_manifolds; i++)
    append_value(text, system->graph, "  ", "manifold: 0", system->manifolds[i]);
  g_string_append_printf(text, "\nFibre coordinates (%u)\n", system->n);
  for (guint i = 0; i < system->n; i++) {
    g_string_append_printf(text, "  %s", system->fibres[i].name);
    append_about(text, system->fibres[i].unit, system->fibres[i].description);
  }
}

int
cli_show_text(const NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  g_autoptr(NoslipDocument) document = noslip_portrait_document(portrait);
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%s: %s\n", system->id, system->title != NULL ? system->title : "");
  if (system->summary != NULL && *system->summary != '\0')
    g_string_append_printf(text, "%s\n", system->summary);
  for (guint i = 0; system->sources != NULL && system->sources[i] != NULL; i++)
    g_string_append_printf(text, "Source: %s\n", system->sources[i]);
  g_string_append_printf(text, "Dynamics: %s\n", noslip_dynamics_kind_id(system->dynamics));
  append_names(text, system);
  noslip_document_text(document, text);
  int status = cli_print_text(text->str);
  g_string_free(text, TRUE);
  return status;
}
