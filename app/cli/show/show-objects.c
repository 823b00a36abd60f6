/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The objects of show --json that have a name in the papers, as expressions of the system language. */
#include "app/cli/json.h"
#include "app/cli/show/show.h"
#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/equations/combination.h"
#include "core/equations/objects.h"
#include "core/geometry/holonomic.h"

#include <string.h>

#define MOST_SECTIONS 12 /* of E: larger tables are omitted, as in the text */

static void
member(JsonBuilder *builder, const NoslipPortrait *portrait, const char *name, NoslipExpr value)
{
  CliNamed named = cli_show_named(portrait, 1, &value);
  cli_show_named_member(builder, &named, name, 0);
  cli_show_named_end(builder, &named, name);
}

/* The Gibbs function G, the restricted Lagrangian l and the Hamiltonian H, from the formulations that use them. */
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
          member(builder, portrait, names[i], line->right);
    }
  }
  if (noslip_portrait_constrained_lagrangian(portrait, &lagrangian))
    member(builder, portrait, "L_c", lagrangian);
}

typedef struct {
  char *first, *second; /* X_a or V_a */
} Pair;

static void
pair_clear(gpointer data)
{
  Pair *pair = data;
  g_free(pair->first);
  g_free(pair->second);
}

static void
build_pairs(JsonBuilder *builder, const NoslipPortrait *portrait, const char *name, const GArray *pairs,
            const GArray *values)
{
  CliNamed named = cli_show_named(portrait, values->len, (const NoslipExpr *) (gconstpointer) values->data);
  json_builder_set_member_name(builder, name);
  json_builder_begin_array(builder);
  for (guint i = 0; i < pairs->len; i++) {
    const Pair *pair = &g_array_index(pairs, Pair, i);
    json_builder_begin_object(builder);
    cli_json_member_strings(builder, "of", (char *[]){pair->first, pair->second, NULL});
    cli_show_named_member(builder, &named, "value", i);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
  cli_show_named_end(builder, &named, name);
}

/* "theta_L": {section: expr}, of X_a. */
static void
build_theta(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  const NoslipModel *model = portrait->model;
  CliNamed named = cli_show_named(portrait, model->n, model->momentum);
  json_builder_set_member_name(builder, "theta_L");
  json_builder_begin_object(builder);
  for (guint a = 0; a < model->n; a++)
    cli_show_named_member(builder, &named, portrait->system->fibres[a].name, a);
  json_builder_end_object(builder);
  cli_show_named_end(builder, &named, "theta_L");
}

/* "omega_L": the entries that do not vanish, X_a and V_a named by their letter and the section. */
static void
build_omega(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  const NoslipModel *model = portrait->model;
  guint n = model->n;
  g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(Pair)),
                    values = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_set_clear_func(pairs, pair_clear);
  for (guint pass = 0; pass < 2; pass++)
    for (guint a = 0; a < n; a++)
      for (guint b = pass == 0 ? 0 : a + 1; b < n; b++) {
        NoslipExpr value = pass == 0 ? model->mass[(gsize) a * n + b] : noslip_portrait_omega(portrait, a, b);
        value = noslip_expr_simplify(model->graph, value);
        if (value == NOSLIP_ZERO)
          continue;
        Pair pair = {g_strdup_printf("X_%s", portrait->system->fibres[a].name),
                     g_strdup_printf("%c_%s", pass == 0 ? 'V' : 'X', portrait->system->fibres[b].name)};
        g_array_append_val(pairs, pair);
        g_array_append_val(values, value);
      }
  build_pairs(builder, portrait, "omega_L", pairs, values);
}

/* n x n; rows and columns are the fibre coordinates. */
static void
build_matrix(JsonBuilder *builder, const NoslipPortrait *portrait, const char *name, guint n, const NoslipExpr *values)
{
  CliNamed named = cli_show_named(portrait, n * n, values);
  json_builder_set_member_name(builder, name);
  json_builder_begin_array(builder);
  for (guint a = 0; a < n; a++) {
    json_builder_begin_array(builder);
    for (guint b = 0; b < n; b++) {
      g_autofree char *text = cli_show_named_text(&named, a * n + b);
      json_builder_add_string_value(builder, text);
    }
    json_builder_end_array(builder);
  }
  json_builder_end_array(builder);
  cli_show_named_end(builder, &named, name);
}

static void
build_projectors(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  NoslipGraph *graph = portrait->model->graph;
  guint n = portrait->model->n;
  g_autofree NoslipExpr *q = g_new0(NoslipExpr, (gsize) n * n + 1), *p = g_new0(NoslipExpr, (gsize) n * n + 1);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++) {
      NoslipExpr one = a == b ? NOSLIP_ONE : NOSLIP_ZERO;
      q[a * n + b] = noslip_portrait_projector(portrait, a, b);
      p[a * n + b] = noslip_expr_simplify(graph, noslip_expr_sub(graph, one, q[a * n + b]));
    }
  build_matrix(builder, portrait, "Q", n, q);
  build_matrix(builder, portrait, "P", n, p);
}

/* R_L by coordinate and velocity. */
static void
build_residual(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  const NoslipModel *model = portrait->model;
  guint size = model->m + model->n;
  g_autofree NoslipExpr *values = g_new0(NoslipExpr, size + 1);
  for (guint i = 0; i < size; i++) {
    NoslipExpr f = i < model->m ? model->x[i] : model->y[i - model->m];
    values[i] = noslip_expr_simplify(model->graph, noslip_bracket_residual_field(portrait->distribution, f));
  }
  CliNamed named = cli_show_named(portrait, size, values);
  json_builder_set_member_name(builder, "R_L");
  json_builder_begin_object(builder);
  for (guint i = 0; i < size; i++) {
    NoslipExpr f = i < model->m ? model->x[i] : model->y[i - model->m];
    cli_show_named_member(builder, &named, noslip_expr_symbol_name(model->graph, f), i);
  }
  json_builder_end_object(builder);
  cli_show_named_end(builder, &named, "R_L");
}

/* {constraint: expr} of those that are not zero, from `first`. */
static void
build_curvature_of(JsonBuilder *builder, const NoslipPortrait *portrait, guint a, guint b, const CliNamed *named,
                   guint first)
{
  g_autofree char *one = g_strdup_printf("e_%u", a + 1), *other = g_strdup_printf("e_%u", b + 1);
  json_builder_begin_object(builder);
  cli_json_member_strings(builder, "of", (char *[]){one, other, NULL});
  json_builder_set_member_name(builder, "value");
  json_builder_begin_object(builder);
  for (guint c = 0; c < portrait->system->k; c++)
    if (named->exprs[first + c] != NOSLIP_ZERO)
      cli_show_named_member(builder, named, portrait->system->constraints[c].name, first + c);
  json_builder_end_object(builder);
  json_builder_end_object(builder);
}

/* [{"of": ["e_1", "e_2"], "value": {constraint: expr}}], the pairs whose bracket is not in D. */
static void
build_curvature(JsonBuilder *builder, const NoslipPortrait *portrait)
{
  NoslipGraph *graph = portrait->model->graph;
  guint r = portrait->distribution->r, k = portrait->system->k, n = 0;
  g_autofree NoslipExpr *values = g_new0(NoslipExpr, (gsize) r * r * k + 1);
  for (guint a = 0; a < r; a++)
    for (guint b = a + 1; b < r; b++)
      for (guint c = 0; c < k; c++)
        values[n++] = noslip_symbolic_tidy(graph, noslip_portrait_curvature(portrait, c, a, b));
  CliNamed named = cli_show_named(portrait, n, values);
  json_builder_set_member_name(builder, "curvature");
  json_builder_begin_array(builder);
  for (guint a = 0, first = 0; a < r; a++)
    for (guint b = a + 1; b < r; b++, first += k) {
      gboolean any = FALSE;
      for (guint c = 0; c < k; c++)
        any = any || values[first + c] != NOSLIP_ZERO;
      if (any)
        build_curvature_of(builder, portrait, a, b, &named, first);
    }
  json_builder_end_array(builder);
  cli_show_named_end(builder, &named, "curvature");
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

/* Products that the algorithm found, with the factor that it used: [{"of": product, "taken": factor}]. */
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
      g_autofree char *product = noslip_expr_text(graph, algorithm->steps[s].reducible[i]);
      g_autofree char *factor = noslip_expr_text(graph, algorithm->steps[s].functions[i]);
      cli_json_member_string(builder, "of", product);
      cli_json_member_string(builder, "taken", factor);
      json_builder_end_object(builder);
    }
  json_builder_end_array(builder);
}

/* The directions in which accelerations are undetermined, as sections. */
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
  member(builder, portrait, "H_W1", bracket->solved ? bracket->hamiltonian : bracket->energy);
  build_matrix(builder, portrait, "R_ab", bracket->r, bracket->regular);
}

void
cli_show_objects_json(const NoslipPortrait *portrait, JsonBuilder *builder)
{
  const NoslipSystem *system = portrait->system;
  gboolean constrained = portrait->distribution != NULL && system->k > 0 && system->n <= MOST_SECTIONS;
  build_functions(builder, portrait);
  build_theta(builder, portrait);
  if (system->n <= MOST_SECTIONS)
    build_omega(builder, portrait);
  if (constrained && !noslip_system_is_timed(system)) {
    build_projectors(builder, portrait);
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
