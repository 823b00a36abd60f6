/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The objects of show --json that have a name in the papers, as expressions in the system language. */
#include "app/cli/json.h"
#include "app/cli/show/show.h"
#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/equations/combination.h"
#include "core/equations/objects.h"
#include "core/geometry/holonomic.h"

#include <string.h>

#define MOST_SECTIONS 12 /* of E: larger tables are left out, as in the text */

/* Left out where it is too long to be read. */
static void
member(JsonBuilder *builder, const NoslipGraph *graph, const char *name, NoslipExpr value)
{
  if (noslip_expr_size(graph, value, NOSLIP_PORTRAIT_MOST_SYMBOLS) >= NOSLIP_PORTRAIT_MOST_SYMBOLS)
    return;
  g_autofree char *text = noslip_expr_text(graph, value);
  cli_json_member_string(builder, name, text);
}

/* The Gibbs function G, the restricted Lagrangian l and the Hamiltonian H, from the formulations that have them. */
static void
build_functions(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  static const char *const names[] = {"G", "l", "H"};
  const NoslipGraph *graph = portrait->model->graph;
  NoslipExpr lagrangian;
  for (guint f = 0; portrait->forms != NULL && f < portrait->forms->len; f++) {
    const NoslipWrittenForm *form = portrait->forms->pdata[f];
    for (guint l = 0; form->reason == NULL && l < form->lines->len; l++) {
      const NoslipWrittenLine *line = &g_array_index(form->lines, NoslipWrittenLine, l);
      for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (noslip_expr_op(graph, line->left) == NOSLIP_OP_SYMBOL &&
            strcmp(noslip_expr_symbol_name(graph, line->left), names[i]) == 0)
          member(builder, graph, names[i], line->right);
    }
  }
  if (noslip_portrait_constrained_lagrangian(portrait, &lagrangian))
    member(builder, graph, "L_c", lagrangian);
}

/* "theta_L": {section: expr}, of X_a; "omega_L": the entries that do not vanish, X_a and V_a named by their letter and
 * the section. */
static void
build_forms(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  const NoslipModel *model = portrait->model;
  guint n = model->n;
  json_builder_set_member_name(builder, "theta_L");
  json_builder_begin_object(builder);
  for (guint a = 0; a < n; a++)
    member(builder, model->graph, portrait->system->fibres[a].name, model->momentum[a]);
  json_builder_end_object(builder);
  if (n > MOST_SECTIONS)
    return;
  json_builder_set_member_name(builder, "omega_L");
  json_builder_begin_array(builder);
  for (guint pass = 0; pass < 2; pass++)
    for (guint a = 0; a < n; a++)
      for (guint b = pass == 0 ? 0 : a + 1; b < n; b++) {
        NoslipExpr value = pass == 0 ? model->mass[(gsize) a * n + b] : noslip_portrait_omega(portrait, a, b);
        value = noslip_expr_simplify(model->graph, value);
        if (value == NOSLIP_ZERO)
          continue;
        g_autofree char *first = g_strdup_printf("X_%s", portrait->system->fibres[a].name);
        g_autofree char *second = g_strdup_printf("%c_%s", pass == 0 ? 'V' : 'X', portrait->system->fibres[b].name);
        char *of[] = {first, second, NULL};
        json_builder_begin_object(builder);
        cli_json_member_strings(builder, "of", of);
        member(builder, model->graph, "value", value);
        json_builder_end_object(builder);
      }
  json_builder_end_array(builder);
}

/* Rows and columns are the fibre coordinates. */
static void
build_projector(JsonBuilder *builder, const NoslipPortrait *portrait, const char *name, gboolean complement)
{
  NoslipGraph *graph = portrait->model->graph;
  guint n = portrait->model->n;
  json_builder_set_member_name(builder, name);
  json_builder_begin_array(builder);
  for (guint a = 0; a < n; a++) {
    json_builder_begin_array(builder);
    for (guint b = 0; b < n; b++) {
      NoslipExpr value = noslip_portrait_projector(portrait, a, b);
      if (complement)
        value = noslip_expr_simplify(graph, noslip_expr_sub(graph, a == b ? NOSLIP_ONE : NOSLIP_ZERO, value));
      g_autofree char *text = noslip_expr_text(graph, value);
      json_builder_add_string_value(builder, text);
    }
    json_builder_end_array(builder);
  }
  json_builder_end_array(builder);
}

/* R_L by coordinate and velocity. */
static void
build_residual(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  const NoslipModel *model = portrait->model;
  json_builder_set_member_name(builder, "R_L");
  json_builder_begin_object(builder);
  for (guint i = 0; i < model->m + model->n; i++) {
    NoslipExpr f = i < model->m ? model->x[i] : model->y[i - model->m];
    NoslipExpr value = noslip_bracket_residual_field(portrait->distribution, f);
    member(builder, model->graph, noslip_expr_symbol_name(model->graph, f), noslip_expr_simplify(model->graph, value));
  }
  json_builder_end_object(builder);
}

/* [{"of": ["e_1", "e_2"], "value": {constraint: expr}}], the pairs whose bracket leaves D. */
static void
build_curvature(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  NoslipGraph *graph = portrait->model->graph;
  guint r = portrait->distribution->r, k = portrait->system->k;
  g_autofree NoslipExpr *values = g_new0(NoslipExpr, k + 1);
  json_builder_set_member_name(builder, "curvature");
  json_builder_begin_array(builder);
  for (guint a = 0; a < r; a++)
    for (guint b = a + 1; b < r; b++) {
      gboolean any = FALSE;
      for (guint c = 0; c < k; c++) {
        values[c] = noslip_symbolic_tidy(graph, noslip_portrait_curvature(portrait, c, a, b));
        any = any || values[c] != NOSLIP_ZERO;
      }
      if (!any)
        continue;
      g_autofree char *first = g_strdup_printf("e_%u", a + 1), *second = g_strdup_printf("e_%u", b + 1);
      char *of[] = {first, second, NULL};
      json_builder_begin_object(builder);
      cli_json_member_strings(builder, "of", of);
      json_builder_set_member_name(builder, "value");
      json_builder_begin_object(builder);
      for (guint c = 0; c < k; c++)
        if (values[c] != NOSLIP_ZERO)
          member(builder, graph, portrait->system->constraints[c].name, values[c]);
      json_builder_end_object(builder);
      json_builder_end_object(builder);
    }
  json_builder_end_array(builder);
}

static void
build_ranks(JsonBuilder *builder, const char *name, guint n, const guint *ranks)
{
  json_builder_set_member_name(builder, name);
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++)
    json_builder_add_int_value(builder, ranks[i]);
  json_builder_end_array(builder);
}

/* As in bracket --json, at the initial state. */
static void
build_growth(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  NoslipGrowth growth;
  g_autofree double *parameters = noslip_system_default_parameters(portrait->system);
  if (portrait->xy == NULL || !noslip_distribution_growth(portrait->distribution, parameters, portrait->xy, &growth))
    return;
  json_builder_set_member_name(builder, "growth");
  json_builder_begin_object(builder);
  build_ranks(builder, "at", growth.n_at, growth.at);
  build_ranks(builder, "generic", growth.n_generic, growth.generic);
  cli_json_member_boolean(builder, "involutive", growth.involutive);
  cli_json_member_boolean(builder, "bound", growth.bound);
  json_builder_end_object(builder);
}

/* "M_1", "M_2", ... of the Hamiltonian side, each with its functions; h is a member of its own. */
static void
build_dual_steps(JsonBuilder *builder, const GPtrArray *functions)
{
  const char *open = NULL;
  for (guint i = 0; i < functions->len; i++) {
    const NoslipDualFunction *function = functions->pdata[i];
    if (strcmp(function->name, "h") == 0)
      continue;
    if (open == NULL || strcmp(open, function->name) != 0) {
      if (open != NULL) {
        json_builder_end_array(builder);
        json_builder_end_object(builder);
      }
      json_builder_begin_object(builder);
      cli_json_member_string(builder, "name", function->name);
      json_builder_set_member_name(builder, "functions");
      json_builder_begin_array(builder);
      open = function->name;
    }
    json_builder_add_string_value(builder, function->text);
  }
  if (open != NULL) {
    json_builder_end_array(builder);
    json_builder_end_object(builder);
  }
}

static void
build_step(JsonBuilder *builder, const NoslipGraph *graph, const char *name, const NoslipConstraintStep *step)
{
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "name", name);
  json_builder_set_member_name(builder, "functions");
  json_builder_begin_array(builder);
  for (guint i = 0; i < step->n; i++) {
    g_autofree char *text = noslip_expr_text(graph, step->functions[i]);
    json_builder_add_string_value(builder, text);
  }
  json_builder_end_array(builder);
  json_builder_end_object(builder);
}

/* Functions that are a factor of what the algorithm found: [{"of": product, "taken": factor}]. */
static void
build_branches(JsonBuilder *builder, const NoslipConstraintAlgorithm *algorithm)
{
  const NoslipGraph *graph = algorithm->model->graph;
  json_builder_set_member_name(builder, "branches");
  json_builder_begin_array(builder);
  for (guint s = 0; s < algorithm->n_steps; s++)
    for (guint i = 0; i < algorithm->steps[s].n; i++) {
      if (algorithm->steps[s].reducible[i] == NOSLIP_ZERO)
        continue;
      json_builder_begin_object(builder);
      member(builder, graph, "of", algorithm->steps[s].reducible[i]);
      member(builder, graph, "taken", algorithm->steps[s].functions[i]);
      json_builder_end_object(builder);
    }
  json_builder_end_array(builder);
}

/* The directions in which accelerations stay free, in sections. */
static void
build_free(JsonBuilder *builder, const NoslipConstraintAlgorithm *algorithm)
{
  const NoslipModel *model = algorithm->model;
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint a = 0; a < model->n; a++)
    g_ptr_array_add(names, model->system->fibres[a].name);
  json_builder_set_member_name(builder, "free");
  json_builder_begin_array(builder);
  for (guint i = 0; i < algorithm->n_gauge; i++) {
    g_autoptr(GString) text = g_string_new(NULL);
    noslip_combination_append(text, model->graph, model->n, algorithm->gauge + i, algorithm->n_gauge,
                              (char **) names->pdata, FALSE);
    json_builder_add_string_value(builder, text->str);
  }
  json_builder_end_array(builder);
}

/* E_1, E_2, ... and S^X of a degenerate Lagrangian, or W_1, W_2, ... of vakonomic dynamics where R_ab is singular. */
static void
build_algorithm(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  gboolean vakonomic = system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC && system->k > 0;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = NULL;
  if (vakonomic && noslip_vakonomic_is_singular(system))
    algorithm = noslip_constraint_algorithm_new_vakonomic(system, &error);
  else if (portrait->degenerate && system->k == 0)
    algorithm = noslip_constraint_algorithm_new(system, &error);
  if (algorithm == NULL)
    return;
  const NoslipGraph *graph = algorithm->model->graph;
  json_builder_set_member_name(builder, "chain");
  json_builder_begin_array(builder);
  for (guint s = 0; s < algorithm->n_steps; s++) {
    g_autofree char *name = g_strdup_printf("%c_%u", vakonomic ? 'W' : 'E', s + 1);
    build_step(builder, graph, name, &algorithm->steps[s]);
  }
  if (!vakonomic && algorithm->sode.n > 0)
    build_step(builder, graph, "S^X", &algorithm->sode);
  g_autoptr(GPtrArray) dual = noslip_portrait_dual(portrait);
  build_dual_steps(builder, dual);
  json_builder_end_array(builder);
  for (guint i = 0; i < dual->len; i++) {
    const NoslipDualFunction *function = dual->pdata[i];
    if (strcmp(function->name, "h") == 0)
      cli_json_member_string(builder, "h", function->text);
  }
  build_branches(builder, algorithm);
  build_free(builder, algorithm);
}

/* H_W1 and R_ab of vakonomic dynamics. */
static void
build_vakonomic(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  const NoslipVakonomicBracket *bracket = portrait->vakonomic;
  const NoslipGraph *graph = portrait->model->graph;
  member(builder, graph, "H_W1", bracket->solved ? bracket->hamiltonian : bracket->energy);
  json_builder_set_member_name(builder, "R_ab");
  json_builder_begin_array(builder);
  for (guint a = 0; a < bracket->r; a++) {
    json_builder_begin_array(builder);
    for (guint b = 0; b < bracket->r; b++) {
      g_autofree char *text = noslip_expr_text(graph, bracket->regular[a * bracket->r + b]);
      json_builder_add_string_value(builder, text);
    }
    json_builder_end_array(builder);
  }
  json_builder_end_array(builder);
}

void
cli_show_objects_json(const NoslipPortrait *portrait, JsonBuilder *builder)
{
  const NoslipSystem *system = portrait->system;
  gboolean constrained = portrait->distribution != NULL && system->k > 0 && system->n <= MOST_SECTIONS;
  build_functions(builder, portrait);
  build_forms(builder, portrait);
  if (constrained && !noslip_system_is_timed(system)) {
    build_projector(builder, portrait, "Q", FALSE);
    build_projector(builder, portrait, "P", TRUE);
    build_residual(builder, portrait);
  }
  if (constrained && noslip_system_constraint_class(system) == NOSLIP_LINEAR)
    build_curvature(builder, portrait);
  if (constrained)
    build_growth(builder, portrait);
  build_algorithm(builder, portrait);
  if (portrait->vakonomic != NULL)
    build_vakonomic(builder, portrait);
}
