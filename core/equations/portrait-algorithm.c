/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of the constraint algorithm in sentences. */
#include "core/base/linear.h"
#include "core/dynamics/algorithm/abnormal.h"
#include "core/equations/combination.h"
#include "core/equations/portrait.h"
#include "core/system/state.h"

#include <math.h>
#include <string.h>

/* f without an integer factor common to all its terms: 2*x*x' + 2*y*y' vanishes where x*x' + y*y' does. */
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

/* Adds the directions in which the acceleration is undetermined. */
static void
add_gauge(GPtrArray *lines, const NoslipConstraintAlgorithm *algorithm)
{
  const NoslipModel *model = algorithm->model;
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  GString *line = g_string_new(NULL);
  for (guint a = 0; a < model->n; a++)
    g_ptr_array_add(names, model->system->fibres[a].name);
  gboolean form = model->system->two_form != NULL;
  if (algorithm->n_gauge == 1)
    g_string_append_printf(line, "1 %s stays free (gauge), along ", form ? "component of X" : "acceleration");
  else
    g_string_append_printf(line, "%u %s stay free (gauge), along ", algorithm->n_gauge,
                           form ? "components of X" : "accelerations");
  for (guint i = 0; i < algorithm->n_gauge; i++) {
    g_string_append(line, i > 0 ? "; " : "");
    noslip_combination_append(line, model->graph, model->n, algorithm->gauge + i, algorithm->n_gauge,
                              (char **) names->pdata, FALSE);
  }
  add_line(lines, g_string_free(line, FALSE));
  for (guint i = 0; i < model->system->n_gauges; i++) {
    const NoslipGaugeChoice *gauge = &model->system->gauges[i];
    g_autofree char *value = noslip_expr_text(model->graph, gauge->value);
    add_line(lines, g_strdup_printf("gauge: %s = %s", model->system->fibres[gauge->fibre].name, value));
  }
}

/* Adds what differs at the initial state. */
static void
add_state(GPtrArray *lines, const NoslipConstraintAlgorithm *algorithm, const NoslipPortrait *portrait)
{
  if (portrait->xy == NULL) {
    add_line(lines, g_strdup("the initial state is not on it"));
    return;
  }
  g_autofree double *parameters = noslip_system_default_parameters(portrait->system);
  guint m = portrait->system->m, n = portrait->system->n, k = portrait->system->k;
  g_autofree double *y = g_new0(double, (gsize) n + k + 1); /* plus mu, which the extension counts as velocities */
  memcpy(y, portrait->xy + m, n * sizeof(double));
  memcpy(y + n, portrait->mu, k * sizeof(double));
  guint free_here = noslip_constraint_algorithm_free_at(algorithm, parameters, portrait->xy, y);
  if (free_here != algorithm->n_gauge)
    add_line(lines, g_strdup_printf(free_here == 1 ? "at the initial state %u acceleration stays free"
                                                   : "at the initial state %u accelerations stay free",
                                    free_here));
}

/* Adds the steps from `first` on, and which is the last: E_1, E_2, ..., E_f, or W_2, W_3, ..., W_f. */
static void
add_chain(GPtrArray *lines, const NoslipConstraintAlgorithm *algorithm, char letter, guint first, guint dimension)
{
  for (guint i = first; i < algorithm->n_steps; i++) {
    g_autofree char *name = g_strdup_printf("%c_%u in %c_%u", letter, i + 1, letter, i);
    add_line(lines, step_line(algorithm, name, &algorithm->steps[i]));
    dimension -= MIN(dimension, algorithm->steps[i].n);
  }
  if (algorithm->inconsistent)
    add_line(lines,
             g_strdup("inconsistent: a function that never vanishes is left over, so there is no motion at all"));
  else
    add_line(lines, g_strdup_printf("%c_%u is final, the final constraint submanifold, of dimension %u", letter,
                                    algorithm->n_steps, dimension));
}

/* Adds what remains undetermined. */
static void
add_freedom(GPtrArray *lines, const NoslipConstraintAlgorithm *algorithm, const NoslipPortrait *portrait)
{
  if (algorithm->n_gauge > 0)
    add_gauge(lines, algorithm);
  else
    add_line(lines, g_strdup("the motion on it is determined"));
  add_state(lines, algorithm, portrait);
}

/* The rank of Omega at a point of the submanifold. */
static guint
form_rank(const NoslipConstraintAlgorithm *algorithm)
{
  const NoslipConstraintPoints *points = &algorithm->points;
  const NoslipSystem *system = algorithm->model->system;
  guint n = system->n;
  g_autofree double *form = g_new0(double, (gsize) n *n + 1);
  for (guint i = 0; i < n * n; i++)
    form[i] = noslip_expr_value(algorithm->model->graph, system->two_form[i], points->n_symbols, points->symbols,
                                points->values);
  return noslip_linear_rank(n, n, form, NULL);
}

/* M_0, M_1, ..., M_f in M, and the X with i_X Omega = alpha on it (I (3.4)-(3.6)). */
static void
add_presymplectic_steps(GPtrArray *lines, const NoslipConstraintAlgorithm *algorithm, const NoslipPortrait *portrait)
{
  const NoslipSystem *system = algorithm->model->system;
  guint dimension = system->m - MIN(system->m, system->n_manifolds);
  add_line(lines, g_strdup_printf("M_0 = M, of dimension %u", dimension));
  add_chain(lines, algorithm, 'M', 0, dimension);
  if (algorithm->inconsistent)
    return;
  if (algorithm->points.n_points > 0)
    add_line(lines, g_strdup_printf("Omega has rank %u of %u on it", form_rank(algorithm), system->n));
  add_line(lines, step_line(algorithm, "X with i_X Omega = alpha, tangent to it", &algorithm->sode));
  add_freedom(lines, algorithm, portrait);
}

/* E_0, E_1, ..., E_f, S^X and the undetermined accelerations (I 3-4). */
static void
add_steps(GPtrArray *lines, const NoslipConstraintAlgorithm *algorithm, const NoslipPortrait *portrait)
{
  const NoslipSystem *system = algorithm->model->system;
  guint dimension = system->m - MIN(system->m, system->n_manifolds) + system->n;
  add_line(lines, g_strdup_printf("E_0 = E, of dimension %u; the mass matrix has rank %u of %u", dimension,
                                  algorithm->rank, algorithm->rank + algorithm->kappa));
  add_chain(lines, algorithm, 'E', 0, dimension);
  if (algorithm->inconsistent)
    return;
  if (algorithm->sode.n > 0)
    add_line(lines, step_line(algorithm, "SODE submanifold S^X in it", &algorithm->sode));
  else
    add_line(lines, g_strdup("the SODE submanifold S^X is all of it"));
  add_freedom(lines, algorithm, portrait);
}

/* W_0, W_1, ..., W_f and the undetermined accelerations (I Def. 5.1). `algorithm` is NULL if R_ab is regular. */
static void
add_vakonomic_steps(GPtrArray *lines, const NoslipConstraintAlgorithm *algorithm, const NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  guint base = system->m - MIN(system->m, noslip_system_n_positions(system, TRUE)), n = system->n, k = system->k;
  add_line(lines, g_strdup_printf("W_0 = M x E* over the base, of dimension %u", base + 2 * n - k));
  if (algorithm == NULL) {
    add_line(lines, g_strdup_printf("W_1 in W_0: p = dL/dy + mu dphi/dy, of dimension %u, is final: R_ab is regular",
                                    base + n));
    return;
  }
  add_line(lines, g_strdup_printf("W_1 in W_0: p = dL/dy + mu dphi/dy, of dimension %u; R_ab has rank %u of %u",
                                  base + n, algorithm->rank - 2 * k, n - k));
  add_chain(lines, algorithm, 'W', 1, base + n);
  if (!algorithm->inconsistent)
    add_freedom(lines, algorithm, portrait);
}

/* I 5.3: without constraints W_1 of Skinner and Rusk is E itself, mapped by the Legendre map. */
static void
add_regular(GPtrArray *lines, const NoslipPortrait *portrait)
{
  add_line(lines, g_strdup("E_0 = E is final: the Lagrangian is regular"));
  if (portrait->system->k == 0)
    add_line(lines, g_strdup("W_1 of Skinner and Rusk is the graph of the Legendre map p = dL/dy"));
}

/* "y' = 1, mu(a) = 1" */
static char *
fibre_values(const NoslipSystem *system, const double *y, const double *mu)
{
  GString *text = g_string_new(NULL);
  for (guint a = 0; a < system->n && y != NULL; a++)
    g_string_append_printf(text, "%s%s = %.6g", text->len > 0 ? ", " : "", system->fibres[a].name, y[a]);
  for (guint c = 0; c < system->k; c++)
    g_string_append_printf(text, "%smu(%s) = %.6g", text->len > 0 ? ", " : "", system->constraints[c].name, mu[c]);
  return g_string_free(text, FALSE);
}

/* Abnormal extremals, and whether one starts at the initial state (ML 5.5, I 5.3.4). */
static void
add_abnormal(GPtrArray *lines, const NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipAbnormal) abnormal = NULL;
  if (portrait->xy != NULL)
    abnormal = noslip_abnormal_new(system, portrait->xy, portrait->xy + system->m, &error);
  if (abnormal == NULL)
    return;
  for (guint i = 1; i < abnormal->algorithm->n_steps; i++) {
    g_autofree char *name = g_strdup_printf("abnormal extremals (L = 0, mu not 0), W_%u in W_%u", i + 1, i);
    add_line(lines, step_line(abnormal->algorithm, name, &abnormal->algorithm->steps[i]));
  }
  g_autofree char *all = fibre_values(system, abnormal->y, abnormal->mu);
  g_autofree char *mu = fibre_values(system, NULL, abnormal->mu);
  switch (abnormal->existence) {
  case NOSLIP_ABNORMAL_HERE:
    add_line(lines, g_strdup_printf("an abnormal extremal starts at the initial state, with %s", mu));
    break;
  case NOSLIP_ABNORMAL_OTHER_VELOCITY:
    add_line(lines,
             g_strdup_printf("abnormal extremals start at the initial coordinates with other velocities, one with "
                             "%s",
                             all));
    break;
  case NOSLIP_ABNORMAL_ELSEWHERE:
    add_line(lines, g_strdup("no abnormal extremal starts at the initial coordinates"));
    break;
  case NOSLIP_ABNORMAL_AT_REST:
    add_line(lines, g_strdup("there are no abnormal extremals near the initial state but those at rest"));
    break;
  case NOSLIP_ABNORMAL_NONE:
    add_line(lines, g_strdup("there are no abnormal extremals near the initial state"));
    break;
  }
}

/* The algorithm of vakonomic dynamics, run only if needed. */
static void
add_vakonomic(GPtrArray *lines, const NoslipPortrait *portrait)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = NULL;
  if (noslip_vakonomic_is_singular(portrait->system)) {
    algorithm = noslip_constraint_algorithm_new_vakonomic(portrait->system, &error);
    if (algorithm == NULL) {
      add_line(lines, g_strdup(error->cause));
      return;
    }
  }
  add_vakonomic_steps(lines, algorithm, portrait);
}

char **
noslip_portrait_algorithm(const NoslipPortrait *portrait)
{
  GPtrArray *lines = g_ptr_array_new();
  gboolean vakonomic = portrait->system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC && portrait->system->k > 0;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = NULL;
  if (!portrait->degenerate)
    add_regular(lines, portrait);
  else if (portrait->system->k > 0)
    add_line(lines, g_strdup_printf("the mass matrix has rank %u of %u%s", portrait->mass_rank, portrait->system->n,
                                    vakonomic ? ""
                                    : portrait->equations != NULL || portrait->named != NULL
                                        ? "; the constraints make up for it"
                                        : "; the constraints do not make up for it"));
  else
    algorithm = noslip_constraint_algorithm_new(portrait->system, &error);
  if (algorithm != NULL && portrait->system->two_form != NULL)
    add_presymplectic_steps(lines, algorithm, portrait);
  else if (algorithm != NULL)
    add_steps(lines, algorithm, portrait);
  else if (error != NULL)
    add_line(lines, g_strdup(error->cause));
  if (vakonomic) {
    add_vakonomic(lines, portrait);
    add_abnormal(lines, portrait);
  }
  g_ptr_array_add(lines, NULL);
  return (char **) g_ptr_array_free(lines, FALSE);
}
