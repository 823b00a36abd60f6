/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/show.h"

#include <string.h>

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
  if (system->n_parameters > 0)
    g_string_append(text, "\nParameters\n");
  for (guint i = 0; i < system->n_parameters; i++) {
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

static void
append_brackets(GString *text, const CliPortrait *portrait, guint n, char **names, const NoslipExpr *structure)
{
  gboolean any = FALSE;
  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++) {
      gboolean started = FALSE;
      for (guint c = 0; c < n; c++) {
        NoslipExpr value = structure[(c * n + a) * n + b];
        if (value == NOSLIP_ZERO)
          continue;
        g_autofree char *shown = cli_portrait_expr(portrait, value);
        if (!started)
          g_string_append_printf(text, "  [%s, %s] =", names[a], names[b]);
        if (strcmp(shown, "1") == 0)
          g_string_append_printf(text, "%s%s", started ? " + " : " ", names[c]);
        else if (strcmp(shown, "-1") == 0)
          g_string_append_printf(text, "%s%s", started ? " - " : " -", names[c]);
        else
          g_string_append_printf(text, "%s(%s) %s", started ? " + " : " ", shown, names[c]);
        started = TRUE;
      }
      if (started)
        g_string_append_c(text, '\n');
      any = any || started;
    }
  if (!any)
    g_string_append(text, "  all vanish\n");
}

static void
append_geometry(GString *text, const CliPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  g_string_append(text, "\nAnchor\n");
  for (guint i = 0; i < system->m; i++) {
    g_autofree char *left = g_strdup_printf("%s'", system->coordinates[i].name);
    append_value(text, system->graph, "  ", left, system->coordinates[i].velocity);
  }
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < system->n; i++)
    g_ptr_array_add(names, system->fibres[i].name);
  g_string_append(text, "\nBrackets of the sections\n");
  append_brackets(text, portrait, system->n, (char **) names->pdata, system->structure);
}

static void
append_constraints(GString *text, const CliPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  g_string_append_printf(text, "\nConstraints (%u%s%s)\n", system->k, system->k > 0 ? ", " : "",
                         system->k > 0 ? cli_class_name(noslip_system_constraint_class(system)) : "");
  for (guint i = 0; i < system->k; i++) {
    g_autofree char *phi = noslip_expr_text(system->graph, system->constraints[i].phi);
    g_string_append_printf(text, "  %s: %s = 0", system->constraints[i].name, phi);
    append_about(text, NULL, system->constraints[i].description);
  }
  g_string_append_printf(text, "\n%s; rank of D: %u\n", portrait->regular ? "Regular" : "Not regular", portrait->rank);
  if (portrait->irregular != NULL)
    g_string_append_printf(text, "  %s\n", portrait->irregular);
  g_auto(GStrv) lines = cli_portrait_algorithm(portrait);
  g_string_append(text, "Constraint algorithm\n");
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf(text, "  %s\n", lines[i]);
}

static void
append_distribution(GString *text, const CliPortrait *portrait)
{
  const NoslipDistribution *distribution = portrait->distribution;
  g_string_append(text, "\nBasis of D and projected brackets\n");
  if (distribution == NULL) {
    g_string_append_printf(text, "  %s\n", portrait->no_distribution);
    return;
  }
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  for (guint a = 0; a < distribution->r; a++) {
    g_ptr_array_add(names, g_strdup_printf("e_%u", a + 1));
    g_string_append_printf(text, "  e_%u = %s,  p_%u = %s\n", a + 1, distribution->basis_text[a], a + 1,
                           distribution->momenta_text[a]);
  }
  if (noslip_system_constraint_class(portrait->system) == NOSLIP_NONLINEAR)
    g_string_append(text, "  no brackets: the constraints are not linear in the velocities\n");
  else
    append_brackets(text, portrait, distribution->r, (char **) names->pdata, distribution->structure);
}

/* A natural velocity that is a fibre coordinate needs no equation x' = x'. */
static gboolean
is_fibre(const NoslipSystem *system, const char *name)
{
  for (guint i = 0; i < system->n; i++)
    if (strcmp(system->fibres[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_dependent(const CliPortrait *portrait, guint fibre)
{
  for (guint i = 0; i < portrait->system->k; i++)
    if (portrait->equations->dependent[i] == fibre)
      return TRUE;
  return FALSE;
}

static void
append_equations(GString *text, const CliPortrait *portrait)
{
  const NoslipEquations *equations = portrait->equations;
  const NoslipSystem *system = portrait->system;
  const NoslipGraph *graph = portrait->model->graph;
  g_string_append(text, "\nEquations of motion\n");
  if (equations == NULL) {
    g_string_append_printf(text, "  %s\n", portrait->no_equations);
    return;
  }
  for (guint i = 0; i < system->k && equations->solved; i++)
    append_value(text, graph, "  ", system->fibres[equations->dependent[i]].name, equations->value[i]);
  for (guint i = 0; i < system->m; i++) {
    g_autofree char *left = g_strdup_printf("%s'", system->coordinates[i].name);
    if (!is_fibre(system, left))
      append_value(text, graph, "  ", left, equations->xdot[i]);
  }
  for (guint i = 0; i < system->n; i++)
    if (!equations->solved || !is_dependent(portrait, i))
      append_value(text, graph, "  ", cli_portrait_acceleration(portrait, i), equations->ydot[i]);
  for (guint i = 0; i < system->k; i++)
    append_value(text, graph, "  ", noslip_expr_symbol_name(graph, system->constraints[i].multiplier),
                 equations->multiplier[i]);
}

int
cli_show_text(const CliPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%s: %s\n", system->id, system->title != NULL ? system->title : "");
  if (system->summary != NULL && *system->summary != '\0')
    g_string_append_printf(text, "%s\n", system->summary);
  for (guint i = 0; system->sources != NULL && system->sources[i] != NULL; i++)
    g_string_append_printf(text, "Source: %s\n", system->sources[i]);
  g_string_append_printf(text, "Dynamics: %s\n", cli_dynamics_name(system->dynamics));
  append_names(text, system);
  g_string_append(text, "\nLagrangian\n");
  append_value(text, system->graph, "  ", "L", system->lagrangian);
  append_geometry(text, portrait);
  append_constraints(text, portrait);
  append_distribution(text, portrait);
  append_equations(text, portrait);
  cli_show_atiyah_text(portrait, text);
  int status = cli_print(text->str);
  g_string_free(text, TRUE);
  return status;
}
