/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/show.h"
#include "app/cli/terms.h"

#include "core/dynamics/constraint-algorithm.h"
#include "core/dynamics/start.h"
#include "core/geometry/symbolic.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

const char *
cli_portrait_acceleration(const CliPortrait *portrait, guint alpha)
{
  return noslip_expr_symbol_name(portrait->system->graph, portrait->system->fibres[alpha].acceleration);
}

void
cli_portrait_balance(const CliPortrait *portrait, guint alpha, NoslipExpr *left, NoslipExpr *right)
{
  const NoslipModel *model = portrait->model;
  NoslipGraph *graph = model->graph;
  *left = NOSLIP_ZERO;
  *right = model->force[alpha];
  for (guint beta = 0; beta < model->n; beta++)
    *left = noslip_expr_add_product(graph, *left, model->mass[alpha * model->n + beta],
                                    model->system->fibres[beta].acceleration);
  for (guint c = 0; c < model->k; c++)
    *right = noslip_expr_add_product(graph, *right, model->jacobian[c * model->n + alpha],
                                     model->system->constraints[c].multiplier);
  *left = noslip_symbolic_tidy(graph, *left);
  *right = noslip_symbolic_tidy(graph, *right);
}

char *
cli_portrait_expr(const CliPortrait *portrait, NoslipExpr expr)
{
  return portrait->lengths[expr] <= CLI_MOST_SYMBOLS ? noslip_expr_text(portrait->model->graph, expr)
                                                     : g_strdup("(too long to be written down)");
}

static void
measure_lengths(CliPortrait *portrait)
{
  const NoslipGraph *graph = portrait->model->graph;
  guint n = noslip_graph_size(graph);
  portrait->lengths = g_new(double, n + 1);
  for (guint e = 0; e < n; e++) {
    portrait->lengths[e] = 1;
    for (guint i = 0; i < noslip_expr_n_operands(graph, e); i++)
      portrait->lengths[e] += portrait->lengths[noslip_expr_operand(graph, e, i)];
  }
}

/* Numerical rank of rows x columns expressions at the initial state: singular values above 1e-9 of the largest. */
static guint
rank_at(const CliPortrait *portrait, const NoslipExpr *exprs, guint rows, guint columns)
{
  const NoslipSystem *system = portrait->system;
  guint n_symbols = system->n_parameters + system->m + system->n + system->k;
  guint n = MAX(rows, columns), rank = 0;
  if (rows == 0 || columns == 0)
    return 0;
  g_autofree NoslipExpr *symbols = g_new(NoslipExpr, n_symbols + 1);
  g_autofree double *values = g_new(double, n_symbols + 1);
  for (guint i = 0; i < system->n_parameters; i++) {
    symbols[i] = system->parameters[i].symbol;
    values[i] = system->parameters[i].value;
  }
  for (guint i = 0; i < system->m; i++)
    symbols[system->n_parameters + i] = system->coordinates[i].symbol;
  for (guint i = 0; i < system->n; i++)
    symbols[system->n_parameters + system->m + i] = system->fibres[i].symbol;
  for (guint i = 0; i < system->k; i++)
    symbols[system->n_parameters + system->m + system->n + i] = system->constraints[i].mu;
  memcpy(values + system->n_parameters, portrait->xy, (system->m + system->n) * sizeof(double));
  memcpy(values + n_symbols - system->k, portrait->mu, system->k * sizeof(double));
  gsl_matrix *a = gsl_matrix_calloc(n, n), *v = gsl_matrix_alloc(n, n);
  gsl_vector *s = gsl_vector_alloc(n), *work = gsl_vector_alloc(n);
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns; j++) {
      double value = noslip_expr_value(portrait->model->graph, exprs[i * columns + j], n_symbols, symbols, values);
      gsl_matrix_set(a, i, j, isfinite(value) ? value : 0);
    }
  if (gsl_linalg_SV_decomp(a, v, s, work) == 0)
    for (guint i = 0; i < n; i++)
      rank += gsl_vector_get(s, i) > 1e-9 * gsl_vector_get(s, 0);
  gsl_matrix_free(a);
  gsl_matrix_free(v);
  gsl_vector_free(s);
  gsl_vector_free(work);
  return rank;
}

/* f without a whole number that all its terms share: 2*x*x' + 2*y*y' vanishes where x*x' + y*y' does. */
static NoslipExpr
without_content(NoslipGraph *graph, NoslipExpr f)
{
  gint64 content = 0;
  guint n = noslip_expr_op(graph, f) == NOSLIP_OP_SUM ? noslip_expr_n_operands(graph, f) : 0;
  for (guint i = 0; i < n; i++) {
    double factor = noslip_expr_operand_number(graph, f, i);
    if (factor != floor(factor) || fabs(factor) > 1e6)
      return f;
    for (gint64 rest = (gint64) fabs(factor); rest != 0;) {
      gint64 next = content % rest;
      content = rest;
      rest = next;
    }
  }
  return content > 1 ? noslip_expr_mul(graph, noslip_expr_rational(graph, 1, content), f) : f;
}

/* "E_1: x1 = 0, y1 = 0" */
static char *
step_line(const NoslipConstraintAlgorithm *algorithm, const char *name, const NoslipConstraintStep *step)
{
  GString *line = g_string_new(name);
  NoslipGraph *graph = algorithm->model->graph;
  for (guint i = 0; i < step->n; i++) {
    g_autofree char *text = noslip_expr_text(graph, without_content(graph, step->functions[i]));
    g_string_append_printf(line, "%s %s = 0", i == 0 ? ":" : ",", text);
    if (step->reducible[i] == NOSLIP_ZERO)
      continue;
    g_autofree char *whole = noslip_expr_text(graph, without_content(graph, step->reducible[i]));
    g_string_append_printf(line, " (the branch of %s = 0 with the initial state)", whole);
  }
  return g_string_free(line, FALSE);
}

static void
add_line(GPtrArray *lines, char *line)
{
  g_ptr_array_add(lines, line);
}

/* The directions in which the acceleration may be changed at will. */
static void
add_gauge(GPtrArray *lines, const NoslipConstraintAlgorithm *algorithm)
{
  const NoslipModel *model = algorithm->model;
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  GString *line = g_string_new(NULL);
  for (guint a = 0; a < model->n; a++)
    g_ptr_array_add(names, model->system->fibres[a].name);
  if (algorithm->n_gauge == 1)
    g_string_append(line, "1 acceleration stays free (gauge), along ");
  else
    g_string_append_printf(line, "%u accelerations stay free (gauge), along ", algorithm->n_gauge);
  for (guint i = 0; i < algorithm->n_gauge; i++) {
    g_string_append(line, i > 0 ? "; " : "");
    cli_append_combination(line, model->graph, model->n, algorithm->gauge + i, algorithm->n_gauge,
                           (char **) names->pdata, FALSE);
  }
  add_line(lines, g_string_free(line, FALSE));
}

/* What is different at the initial state. */
static void
add_state(GPtrArray *lines, const NoslipConstraintAlgorithm *algorithm, const CliPortrait *portrait)
{
  if (portrait->xy == NULL) {
    add_line(lines, g_strdup("the initial state is not on it"));
    return;
  }
  g_autofree double *parameters = noslip_system_default_parameters(portrait->system);
  guint free_here =
      noslip_constraint_algorithm_free_at(algorithm, parameters, portrait->xy, portrait->xy + portrait->system->m);
  if (free_here != algorithm->n_gauge)
    add_line(lines, g_strdup_printf(free_here == 1 ? "at the initial state %u acceleration stays free"
                                                   : "at the initial state %u accelerations stay free",
                                    free_here));
}

/* E_0, E_1, ..., E_f, S^X and what stays free (I 3-4). */
static void
add_steps(GPtrArray *lines, const NoslipConstraintAlgorithm *algorithm, const CliPortrait *portrait)
{
  const NoslipSystem *system = algorithm->model->system;
  guint dimension = system->m - MIN(system->m, system->n_manifolds) + system->n;
  add_line(lines, g_strdup_printf("E_0 = E, of dimension %u; the mass matrix has rank %u of %u", dimension,
                                  algorithm->rank, algorithm->rank + algorithm->kappa));
  for (guint i = 0; i < algorithm->n_steps; i++) {
    g_autofree char *name = g_strdup_printf("E_%u in E_%u", i + 1, i);
    add_line(lines, step_line(algorithm, name, &algorithm->steps[i]));
    dimension -= MIN(dimension, algorithm->steps[i].n);
  }
  if (algorithm->inconsistent) {
    add_line(lines,
             g_strdup("inconsistent: a function that never vanishes is left over, so there is no motion at all"));
    return;
  }
  add_line(lines, g_strdup_printf("E_%u is final, the final constraint submanifold, of dimension %u",
                                  algorithm->n_steps, dimension));
  if (algorithm->sode.n > 0)
    add_line(lines, step_line(algorithm, "SODE submanifold S^X in it", &algorithm->sode));
  else
    add_line(lines, g_strdup("the SODE submanifold S^X is all of it"));
  if (algorithm->n_gauge > 0)
    add_gauge(lines, algorithm);
  else
    add_line(lines, g_strdup("the motion on it is determined"));
  add_state(lines, algorithm, portrait);
}

/* I 5.3: without constraints W_1 of Skinner and Rusk is E itself, carried over by the Legendre map. */
static void
add_regular(GPtrArray *lines, const CliPortrait *portrait)
{
  add_line(lines, g_strdup("E_0 = E is final: the Lagrangian is regular"));
  if (portrait->system->k == 0)
    add_line(lines, g_strdup("W_1 of Skinner and Rusk is the graph of the Legendre map p = dL/dy"));
}

char **
cli_portrait_algorithm(const CliPortrait *portrait)
{
  GPtrArray *lines = g_ptr_array_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = NULL;
  if (!portrait->degenerate)
    add_regular(lines, portrait);
  else if (portrait->system->k > 0)
    add_line(lines, g_strdup_printf("the mass matrix has rank %u of %u; the constraints make up for it",
                                    portrait->mass_rank, portrait->system->n));
  else
    algorithm = noslip_constraint_algorithm_new(portrait->system, &error);
  if (algorithm != NULL)
    add_steps(lines, algorithm, portrait);
  else if (error != NULL)
    add_line(lines, g_strdup(error->cause));
  g_ptr_array_add(lines, NULL);
  return (char **) g_ptr_array_free(lines, FALSE);
}

static void
find_state(CliPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_autofree double *mu = g_new0(double, system->k + 1);
  gboolean good = noslip_start_state(system, system->dynamics, FALSE, parameters, 0, NULL, xy, xy + system->m, mu, NULL,
                                     diagnostics);
  portrait->regular = good && noslip_state_is_regular(system, parameters, xy, xy + system->m, diagnostics);
  for (guint i = 0; i < diagnostics->list->len && portrait->irregular == NULL; i++) {
    const NoslipDiagnostic *diagnostic = diagnostics->list->pdata[i];
    if (diagnostic->severity == NOSLIP_ERROR)
      portrait->irregular = g_strdup(diagnostic->cause);
  }
  if (!good)
    return;
  portrait->xy = g_steal_pointer(&xy);
  portrait->mu = g_steal_pointer(&mu);
  portrait->mass_rank = rank_at(portrait, portrait->model->mass, system->n, system->n);
  portrait->rank = system->n - rank_at(portrait, portrait->model->jacobian, system->k, system->n);
}

/* The energy as it is read best: as it was derived, simplified, or T + V as the Lagrangian T - V is written. */
static NoslipExpr
shortest_energy(const CliPortrait *portrait)
{
  NoslipGraph *graph = portrait->model->graph;
  const NoslipSystem *system = portrait->system;
  g_autofree NoslipExpr *zeros = g_new0(NoslipExpr, system->n + 1);
  NoslipExpr at_rest = noslip_expr_substitute(graph, system->lagrangian, system->n, portrait->model->y, zeros);
  NoslipExpr minus_two = noslip_expr_rational(graph, -2, 1);
  NoslipExpr forms[] = {
      noslip_expr_add_product(graph, system->lagrangian, minus_two, at_rest),
      noslip_expr_simplify(graph, system->energy),
      system->energy,
  };
  NoslipExpr best = system->energy;
  gsize least = G_MAXSIZE;
  for (guint i = noslip_system_is_mechanical(system) ? 0 : 1; i < G_N_ELEMENTS(forms); i++) {
    g_autofree char *text = noslip_expr_text(graph, forms[i]);
    if (strlen(text) < least) {
      least = strlen(text);
      best = forms[i];
    }
  }
  return best;
}

static void
find_vakonomic(CliPortrait *portrait)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  portrait->vakonomic = noslip_vakonomic_bracket_new(portrait->model, &error);
  if (portrait->vakonomic == NULL)
    portrait->no_vakonomic = g_strdup(error->cause);
  else if (portrait->xy != NULL)
    portrait->vakonomic_rank =
        rank_at(portrait, portrait->vakonomic->regular, portrait->vakonomic->r, portrait->vakonomic->r);
}

static void
portrait_init(CliPortrait *portrait, NoslipSystem *system)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  *portrait = (CliPortrait){.system = system, .model = noslip_model_new(system)};
  find_state(portrait);
  portrait->degenerate = noslip_system_is_degenerate(system);
  portrait->distribution = noslip_distribution_new(portrait->model, &error);
  if (portrait->distribution == NULL)
    portrait->no_distribution = g_strdup(error != NULL ? error->cause : "there is none");
  g_clear_pointer(&error, noslip_diagnostic_free);
  if (system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC)
    portrait->no_equations = g_strdup("those of H = p y - L on the vakonomic momenta p = dL/dy + mu dphi/dy");
  else
    portrait->equations = noslip_equations_new_named(portrait->model, &error);
  if (portrait->equations != NULL && portrait->equations->naming != NULL)
    portrait->named = g_steal_pointer(&portrait->equations);
  if (error != NULL)
    portrait->no_equations = g_strdup(error->cause);
  portrait->atiyah = noslip_atiyah_new(portrait->model, system->dynamics);
  if (system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC)
    find_vakonomic(portrait);
  else if (!portrait->degenerate || system->k > 0)
    portrait->forms = noslip_written_forms_new(portrait->model, portrait->distribution, portrait->equations);
  portrait->energy = shortest_energy(portrait);
  if (portrait->atiyah != NULL && portrait->distribution != NULL && portrait->equations != NULL)
    portrait->split = noslip_atiyah_split_new(portrait->atiyah, portrait->distribution, portrait->equations);
  measure_lengths(portrait);
}

static void
portrait_clear(CliPortrait *portrait)
{
  g_clear_pointer(&portrait->split, noslip_atiyah_split_free);
  g_clear_pointer(&portrait->atiyah, noslip_atiyah_free);
  g_clear_pointer(&portrait->equations, noslip_equations_free);
  g_clear_pointer(&portrait->named, noslip_equations_free);
  g_clear_pointer(&portrait->vakonomic, noslip_vakonomic_bracket_free);
  g_clear_pointer(&portrait->forms, g_ptr_array_unref);
  g_free(portrait->no_vakonomic);
  g_clear_pointer(&portrait->distribution, noslip_distribution_free);
  g_clear_pointer(&portrait->model, noslip_model_free);
  g_free(portrait->no_distribution);
  g_free(portrait->no_equations);
  g_free(portrait->irregular);
  g_free(portrait->xy);
  g_free(portrait->mu);
  g_free(portrait->lengths);
}

static int
run(int argc, char **argv)
{
  gboolean json = FALSE, latex = FALSE;
  const GOptionEntry entries[] = {
      CLI_JSON_ENTRY(&json),
      {"latex", 0, 0, G_OPTION_ARG_NONE, &latex, "Print the equations as LaTeX", NULL},
      {NULL},
  };
  if (!cli_parse(&cli_show, entries, &argc, &argv, 1, 1))
    return CLI_INPUT;
  if (json && latex) {
    cli_message("error: show prints either JSON or LaTeX");
    return CLI_INPUT;
  }
  CliProblem problem;
  int status = cli_problem_load(&problem, argv[0], NULL);
  if (status == CLI_DONE) {
    CliPortrait portrait;
    portrait_init(&portrait, problem.system);
    status = json ? cli_show_json(&portrait) : latex ? cli_show_latex(&portrait) : cli_show_text(&portrait);
    portrait_clear(&portrait);
  }
  cli_problem_clear(&problem);
  return status;
}

const CliCommand cli_show = {
    .name = "show",
    .usage = "SYSTEM",
    .summary = "Show a system: its geometry, its brackets and its equations of motion.",
    .example = "noslip-cli show chaplygin-sleigh",
    .run = run,
};
