/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/json.h"
#include "app/cli/show/show.h"
#include "core/equations/combination.h"

#include <math.h>

static void
build_expr(JsonBuilder *builder, const NoslipGraph *graph, const char *name, NoslipExpr value)
{
  g_autofree char *text = noslip_expr_text(graph, value);
  cli_json_member_string(builder, name, text);
}

/* The same for an expression without names for its parts, which may be too long to read. */
static void
build_readable(JsonBuilder *builder, const NoslipGraph *graph, const char *name, NoslipExpr value)
{
  g_autofree char *length = NULL;
  if (noslip_expr_size(graph, value, NOSLIP_PORTRAIT_MOST_SYMBOLS) < NOSLIP_PORTRAIT_MOST_SYMBOLS) {
    build_expr(builder, graph, name, value);
    return;
  }
  length = g_strdup_printf("(not written: more than %u symbols)", NOSLIP_PORTRAIT_MOST_SYMBOLS);
  cli_json_member_string(builder, name, length);
}

static void
build_range(JsonBuilder *builder, double low, double high)
{
  if (isfinite(low))
    cli_json_member_number(builder, "low", low);
  if (isfinite(high))
    cli_json_member_number(builder, "high", high);
}

static void
build_parameters(JsonBuilder *builder, const NoslipSystem *system)
{
  json_builder_set_member_name(builder, "parameters");
  json_builder_begin_array(builder);
  for (guint i = 0; i < system->n_parameters - system->n_hidden; i++) {
    const NoslipParameter *parameter = &system->parameters[i];
    json_builder_begin_object(builder);
    cli_json_member_string(builder, "name", parameter->name);
    cli_json_member_number(builder, "value", parameter->value);
    build_range(builder, parameter->low, parameter->high);
    cli_json_member_string(builder, "unit", parameter->unit);
    cli_json_member_string(builder, "description", parameter->description);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}

static void
build_coordinates(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  json_builder_set_member_name(builder, "coordinates");
  json_builder_begin_array(builder);
  for (guint i = 0; i < system->m; i++) {
    const NoslipCoordinate *coordinate = &system->coordinates[i];
    json_builder_begin_object(builder);
    cli_json_member_string(builder, "name", coordinate->name);
    cli_json_member_boolean(builder, "angle", coordinate->angle);
    build_range(builder, coordinate->low, coordinate->high);
    cli_json_member_string(builder, "unit", coordinate->unit);
    cli_json_member_string(builder, "description", coordinate->description);
    if (portrait->xy != NULL)
      cli_json_member_number(builder, "initial", portrait->xy[i]);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "fibre_coordinates");
  json_builder_begin_array(builder);
  for (guint i = 0; i < system->n; i++) {
    json_builder_begin_object(builder);
    cli_json_member_string(builder, "name", system->fibres[i].name);
    cli_json_member_string(builder, "unit", system->fibres[i].unit);
    cli_json_member_string(builder, "description", system->fibres[i].description);
    if (portrait->xy != NULL)
      cli_json_member_number(builder, "initial", portrait->xy[system->m + i]);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}

static void
build_constraints(JsonBuilder *builder, const NoslipSystem *system)
{
  json_builder_set_member_name(builder, "constraints");
  json_builder_begin_array(builder);
  for (guint i = 0; i < system->k; i++) {
    const NoslipConstraint *constraint = &system->constraints[i];
    json_builder_begin_object(builder);
    cli_json_member_string(builder, "name", constraint->name);
    build_expr(builder, system->graph, "phi", constraint->phi);
    if (constraint->holonomic)
      build_expr(builder, system->graph, "position", constraint->position);
    cli_json_member_string(builder, "class", noslip_constraint_class_name(constraint->kind));
    cli_json_member_string(builder, "multiplier_unit", constraint->unit);
    cli_json_member_string(builder, "description", constraint->description);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}

static void
build_anchor(JsonBuilder *builder, const NoslipSystem *system)
{
  json_builder_set_member_name(builder, "anchor");
  json_builder_begin_object(builder);
  for (guint alpha = 0; alpha < system->n; alpha++) {
    json_builder_set_member_name(builder, system->fibres[alpha].name);
    json_builder_begin_object(builder);
    for (guint i = 0; i < system->m; i++)
      if (system->anchor[i * system->n + alpha] != NOSLIP_ZERO)
        build_expr(builder, system->graph, system->coordinates[i].name, system->anchor[i * system->n + alpha]);
    json_builder_end_object(builder);
  }
  json_builder_end_object(builder);
}

/* [a, b] as {"of": ..., "value": {section: coefficient}} for a < b; structure[c][a][b], n x n x n, of `graph`. */
static void
build_brackets(JsonBuilder *builder, const char *member, const NoslipGraph *graph, guint n, char **names,
               const NoslipExpr *structure)
{
  json_builder_set_member_name(builder, member);
  json_builder_begin_array(builder);
  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++) {
      if (noslip_combination_is_zero_bracket(n, structure, a, b))
        continue;
      json_builder_begin_object(builder);
      cli_json_member_strings(builder, "of", (char *[]){names[a], names[b], NULL});
      json_builder_set_member_name(builder, "value");
      json_builder_begin_object(builder);
      for (guint c = 0; c < n; c++)
        if (structure[(c * n + a) * n + b] != NOSLIP_ZERO)
          build_readable(builder, graph, names[c], structure[(c * n + a) * n + b]);
      json_builder_end_object(builder);
      json_builder_end_object(builder);
    }
  json_builder_end_array(builder);
}

/* The names used to write n expressions if one of them is too long to read; otherwise NULL. */
static NoslipNaming *
naming_of(const NoslipPortrait *portrait, guint n, const NoslipExpr *exprs)
{
  gboolean is_long = FALSE;
  for (guint i = 0; i < n; i++)
    is_long = is_long || noslip_expr_size(portrait->model->graph, exprs[i], NOSLIP_PORTRAIT_MOST_SYMBOLS) >=
                             NOSLIP_PORTRAIT_MOST_SYMBOLS;
  return is_long ? noslip_document_naming(portrait->system, portrait->model->graph, n, exprs) : NULL;
}

static void
build_projected_brackets(JsonBuilder *builder, const NoslipPortrait *portrait, char **names)
{
  const NoslipDistribution *distribution = portrait->distribution;
  guint r = distribution->r;
  g_autoptr(NoslipNaming) naming = naming_of(portrait, r * r * r, distribution->structure);
  if (naming != NULL)
    cli_show_definitions_json(builder, "projected_bracket_definitions", naming);
  build_brackets(builder, "projected_brackets", naming != NULL ? naming->graph : portrait->model->graph, r, names,
                 naming != NULL ? naming->exprs : distribution->structure);
}

static void
build_distribution(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  const NoslipDistribution *distribution = portrait->distribution;
  if (distribution == NULL) {
    cli_json_member_string(builder, "no_projected_brackets", portrait->no_distribution);
    return;
  }
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  for (guint a = 0; a < distribution->r; a++)
    g_ptr_array_add(names, g_strdup_printf("e_%u", a + 1));
  json_builder_set_member_name(builder, "basis");
  json_builder_begin_object(builder);
  for (guint a = 0; a < distribution->r; a++)
    cli_json_member_string(builder, names->pdata[a], distribution->basis_text[a]);
  json_builder_end_object(builder);
  json_builder_set_member_name(builder, "momenta");
  json_builder_begin_object(builder);
  for (guint a = 0; a < distribution->r; a++) {
    g_autofree char *name = g_strdup_printf("p_%u", a + 1);
    cli_json_member_string(builder, name, distribution->momenta_text[a]);
  }
  json_builder_end_object(builder);
  if (noslip_system_constraint_class(portrait->system) == NOSLIP_NONLINEAR) {
    cli_json_member_string(builder, "no_projected_brackets", "the constraints are not linear in the velocities");
    return;
  }
  build_projected_brackets(builder, portrait, (char **) names->pdata);
}

/* The definitions of the momenta, and, if they can be solved, Hamilton's equations on W_1. */
static void
build_vakonomic(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  const NoslipVakonomicBracket *bracket = portrait->vakonomic;
  const NoslipSystem *system = portrait->system;
  const NoslipGraph *graph = portrait->model->graph;
  json_builder_set_member_name(builder, "vakonomic_momenta");
  json_builder_begin_object(builder);
  for (guint a = 0; a < system->n; a++)
    build_expr(builder, graph, noslip_expr_symbol_name(graph, bracket->p[a]), bracket->momentum[a]);
  json_builder_end_object(builder);
  g_autofree char *h = noslip_vakonomic_bracket_hamiltonian_text(bracket, FALSE);
  if (portrait->xy != NULL) {
    cli_json_member_int(builder, "vakonomic_rank", portrait->vakonomic_rank);
    cli_json_member_boolean(builder, "vakonomic_regular", portrait->vakonomic_rank == bracket->r);
  }
  cli_json_member_string(builder, "hamiltonian", h);
  json_builder_set_member_name(builder, "equations");
  json_builder_begin_object(builder);
  for (guint i = 0; i < system->m && bracket->solved; i++) {
    g_autofree char *left = g_strdup_printf("%s'", system->coordinates[i].name);
    build_expr(builder, graph, left, bracket->xdot[i]);
  }
  for (guint a = 0; a < system->n && bracket->solved; a++) {
    g_autofree char *left = g_strdup_printf("%s'", noslip_expr_symbol_name(graph, bracket->p[a]));
    build_expr(builder, graph, left, bracket->pdot[a]);
  }
  json_builder_end_object(builder);
}

/* Left and right sides of the equations of a formulation, one after the other. */
static GArray *
sides_of(const NoslipWrittenForm *form)
{
  GArray *sides = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint l = 0; l < form->lines->len; l++) {
    const NoslipWrittenLine *line = &g_array_index(form->lines, NoslipWrittenLine, l);
    g_array_append_val(sides, line->left);
    g_array_append_val(sides, line->right);
  }
  return sides;
}

/* "left": "right" of each equation of a formulation, with names for parts of long expressions. */
static NoslipNaming *
build_form(JsonBuilder *builder, const NoslipPortrait *portrait, const NoslipWrittenForm *form)
{
  g_autoptr(GArray) sides = sides_of(form);
  const NoslipExpr *exprs = (const NoslipExpr *) (gpointer) sides->data;
  NoslipNaming *naming = naming_of(portrait, sides->len, exprs);
  const NoslipGraph *graph = naming != NULL ? naming->graph : portrait->model->graph;
  if (naming != NULL)
    exprs = naming->exprs;
  json_builder_begin_object(builder);
  for (guint l = 0; l < sides->len; l += 2) {
    g_autofree char *left = noslip_expr_text(graph, exprs[l]);
    build_readable(builder, graph, left, exprs[l + 1]);
  }
  json_builder_end_object(builder);
  return naming;
}

static void
build_forms(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  if (portrait->forms == NULL)
    return;
  guint n = portrait->forms->len;
  g_autofree NoslipNaming **namings = g_new0(NoslipNaming *, n + 1);
  json_builder_set_member_name(builder, "formulations");
  json_builder_begin_object(builder);
  for (guint i = 0; i < n; i++) {
    const NoslipWrittenForm *form = portrait->forms->pdata[i];
    json_builder_set_member_name(builder, form->formulation->id);
    if (form->reason == NULL)
      namings[i] = build_form(builder, portrait, form);
    else
      json_builder_add_string_value(builder, form->reason);
  }
  json_builder_end_object(builder);
  json_builder_set_member_name(builder, "formulation_definitions");
  json_builder_begin_object(builder);
  for (guint i = 0; i < n; i++)
    if (namings[i] != NULL) {
      cli_show_definitions_json(builder, ((const NoslipWrittenForm *) portrait->forms->pdata[i])->formulation->id,
                                namings[i]);
      noslip_naming_free(namings[i]);
    }
  json_builder_end_object(builder);
}

/* The equations in the form in which they are solved: with the mass matrix on the left. */
static void
build_balances(JsonBuilder *builder, const char *member, const NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  NoslipGraph *graph = portrait->model->graph;
  json_builder_set_member_name(builder, member);
  json_builder_begin_object(builder);
  for (guint i = 0; i < system->m; i++) {
    g_autofree char *name = g_strdup_printf("%s'", system->coordinates[i].name);
    build_expr(builder, graph, name, portrait->model->velocity[i]);
  }
  for (guint i = 0; i < system->n; i++) {
    NoslipExpr left, right;
    noslip_portrait_balance(portrait, i, &left, &right);
    g_autofree char *name =
        left != NOSLIP_ZERO ? noslip_expr_text(graph, left) : g_strdup_printf("0 along %s", system->fibres[i].name);
    build_expr(builder, graph, name, right);
  }
  json_builder_end_object(builder);
}

static void
build_equations(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  const NoslipEquations *equations = portrait->named != NULL ? portrait->named : portrait->equations;
  const NoslipSystem *system = portrait->system;
  if (portrait->vakonomic != NULL) {
    build_vakonomic(builder, portrait);
    return;
  }
  if (equations == NULL) {
    cli_json_member_string(builder, "not_solved", portrait->no_equations);
    build_balances(builder, "equations", portrait);
    return;
  }
  const NoslipGraph *graph = equations->graph;
  if (equations->naming != NULL) {
    build_balances(builder, "unsolved_equations", portrait);
    cli_show_definitions_json(builder, "definitions", equations->naming);
  }
  if (equations->solved) {
    json_builder_set_member_name(builder, "dependent_velocities");
    json_builder_begin_object(builder);
    for (guint i = 0; i < system->k; i++)
      build_expr(builder, graph, system->fibres[equations->dependent[i]].name, equations->value[i]);
    json_builder_end_object(builder);
  }
  json_builder_set_member_name(builder, "equations");
  json_builder_begin_object(builder);
  for (guint i = 0; i < system->m; i++) {
    g_autofree char *left = g_strdup_printf("%s'", system->coordinates[i].name);
    build_expr(builder, graph, left, equations->xdot[i]);
  }
  for (guint i = 0; i < system->n; i++)
    build_expr(builder, graph, noslip_portrait_acceleration(portrait, i), equations->ydot[i]);
  json_builder_end_object(builder);
  json_builder_set_member_name(builder, "multipliers");
  json_builder_begin_object(builder);
  for (guint i = 0; i < system->k; i++)
    build_expr(builder, graph, system->constraints[i].name, equations->multiplier[i]);
  json_builder_end_object(builder);
}

static void
build_head(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  cli_json_member_string(builder, "id", system->id);
  cli_json_member_string(builder, "title", system->title);
  cli_json_member_string(builder, "summary", system->summary);
  cli_json_member_strings(builder, "sources", system->sources);
  cli_json_member_strings(builder, "tags", system->tags);
  cli_json_member_string(builder, "dynamics", noslip_dynamics_kind_id(system->dynamics));
  json_builder_set_member_name(builder, "dimensions");
  json_builder_begin_object(builder);
  cli_json_member_int(builder, "coordinates", system->m);
  cli_json_member_int(builder, "fibre_coordinates", system->n);
  cli_json_member_int(builder, "manifolds", system->n_manifolds);
  cli_json_member_int(builder, "constraints", system->k);
  json_builder_end_object(builder);
  cli_json_member_string(builder, "constraint_class",
                         noslip_constraint_class_name(noslip_system_constraint_class(system)));
  cli_json_member_boolean(builder, "regular", portrait->regular);
  cli_json_member_string(builder, "irregular", portrait->irregular);
  cli_json_member_int(builder, "rank", portrait->rank);
  cli_json_member_int(builder, "mass_rank", portrait->mass_rank);
  g_auto(GStrv) lines = noslip_portrait_algorithm(portrait);
  cli_json_member_strings(builder, "constraint_algorithm", lines);
}

int
cli_show_json(const NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  g_autoptr(JsonBuilder) builder = json_builder_new();
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < system->n; i++)
    g_ptr_array_add(names, system->fibres[i].name);
  cli_json_begin(builder, "noslip-show-1");
  build_head(builder, portrait);
  build_parameters(builder, system);
  build_coordinates(builder, portrait);
  build_expr(builder, system->graph, "lagrangian", system->lagrangian);
  build_expr(builder, system->graph, "kinetic", system->kinetic);
  build_expr(builder, system->graph, "potential", system->potential);
  build_expr(builder, portrait->model->graph, "energy", portrait->energy);
  build_constraints(builder, system);
  build_anchor(builder, system);
  build_brackets(builder, "brackets", system->graph, system->n, (char **) names->pdata, system->structure);
  build_distribution(builder, portrait);
  build_equations(builder, portrait);
  build_forms(builder, portrait);
  cli_show_objects_json(portrait, builder);
  cli_show_atiyah_json(portrait, builder);
  cli_show_reductions_json(portrait, builder);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}
