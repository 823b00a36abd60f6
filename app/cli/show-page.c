/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What show has to say in equations, for text and LaTeX alike. */
#include "app/cli/show.h"
#include "app/cli/terms.h"

#define MOST_SYMBOLS 500 /* of a coefficient in a bracket */

static NoslipExpr
symbol(CliPage *page, const CliPortrait *portrait, const char *name)
{
  return noslip_expr_symbol(portrait->model->graph, name);
}

static NoslipExpr
base_rate(CliPage *page, const CliPortrait *portrait, guint i)
{
  g_autofree char *name = g_strconcat(portrait->system->coordinates[i].name, "'", NULL);
  return symbol(page, portrait, name);
}

static void
add_lagrangian(CliPage *page, const CliPortrait *portrait)
{
  NoslipExpr energy = portrait->energy;
  cli_page_section(page, "Lagrangian and energy");
  cli_page_equation(page, NULL, symbol(page, portrait, "L"), portrait->system->lagrangian);
  cli_page_equation(page, NULL, symbol(page, portrait, "E"), energy);
}

typedef struct {
  CliPage *page;
  char **left, **left_latex;
  GPtrArray *latex; /* values, in order */
  guint at;
} BracketLines;

static void
keep_line(guint a, guint b, const char *value, gpointer data)
{
  g_ptr_array_add(data, g_strdup(value));
}

static void
write_line(guint a, guint b, const char *value, gpointer data)
{
  BracketLines *lines = data;
  g_autofree char *left = g_strdup_printf("[%s, %s]", lines->left[a], lines->left[b]);
  g_autofree char *latex = g_strdup_printf("[%s, %s]", lines->left_latex[a], lines->left_latex[b]);
  cli_page_written(lines->page, left, latex, value, lines->latex->pdata[lines->at++]);
}

static gboolean
all_readable(const CliPortrait *portrait, guint n, const NoslipExpr *exprs)
{
  for (guint i = 0; i < n; i++)
    if (portrait->lengths[exprs[i]] > MOST_SYMBOLS)
      return FALSE;
  return TRUE;
}

static void
add_brackets(CliPage *page, const CliPortrait *portrait, guint n, const NoslipExpr *structure, char **names,
             char **latex)
{
  NoslipGraph *graph = portrait->model->graph;
  if (!all_readable(portrait, n * n * n, structure)) {
    cli_page_words(page, "too long to be written down");
    return;
  }
  g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func(g_free);
  cli_each_bracket(graph, n, structure, latex, TRUE, keep_line, values);
  BracketLines lines = {page, names, latex, values, 0};
  if (cli_each_bracket(graph, n, structure, names, FALSE, write_line, &lines) == 0)
    cli_page_words(page, "all vanish");
}

/* Names of the sections of E, as text and LaTeX. */
static void
section_names(const CliPortrait *portrait, GPtrArray *names, GPtrArray *latex)
{
  const NoslipSystem *system = portrait->system;
  for (guint i = 0; i < system->n; i++) {
    g_autofree char *symbol_latex = noslip_expr_latex(system->graph, system->fibres[i].symbol);
    g_ptr_array_add(names, g_strdup(system->fibres[i].name));
    g_ptr_array_add(latex, g_strdup_printf("e_{%s}", symbol_latex));
  }
}

static void
add_geometry(CliPage *page, const CliPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  cli_page_section(page, "Anchor");
  for (guint i = 0; i < system->m; i++)
    cli_page_equation(page, NULL, base_rate(page, portrait, i), system->coordinates[i].velocity);
  if (system->m == 0)
    cli_page_words(page, "none: E is a Lie algebra");
  cli_page_section(page, "Brackets of the sections");
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) latex = g_ptr_array_new_with_free_func(g_free);
  section_names(portrait, names, latex);
  add_brackets(page, portrait, system->n, system->structure, (char **) names->pdata, (char **) latex->pdata);
}

static void
add_constraints(CliPage *page, const CliPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  g_autofree char *title = g_strdup_printf("Constraints (%u%s%s)", system->k, system->k > 0 ? ", " : "",
                                           system->k > 0 ? cli_class_name(noslip_system_constraint_class(system)) : "");
  cli_page_section(page, title);
  for (guint i = 0; i < system->k; i++)
    if (system->constraints[i].holonomic) {
      cli_page_equation(page, system->constraints[i].name, system->constraints[i].position, NOSLIP_ZERO);
      cli_page_equation(page, NULL, system->constraints[i].phi, NOSLIP_ZERO);
    } else {
      cli_page_equation(page, system->constraints[i].name, system->constraints[i].phi, NOSLIP_ZERO);
    }
  cli_page_words(page, "%s; rank of D: %u", portrait->regular ? "Regular" : "Not regular", portrait->rank);
  if (portrait->irregular != NULL)
    cli_page_words(page, "%s", portrait->irregular);
  cli_page_section(page, "Constraint algorithm");
  g_auto(GStrv) lines = cli_portrait_algorithm(portrait);
  for (guint i = 0; lines[i] != NULL; i++)
    cli_page_words(page, "%s", lines[i]);
}

static void
add_basis(CliPage *page, const CliPortrait *portrait, GPtrArray *names, GPtrArray *latex)
{
  const NoslipSystem *system = portrait->system;
  const NoslipDistribution *distribution = portrait->distribution;
  g_autoptr(GPtrArray) sections = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) sections_latex = g_ptr_array_new_with_free_func(g_free);
  section_names(portrait, sections, sections_latex);
  for (guint a = 0; a < distribution->r; a++) {
    GString *value = g_string_new(NULL);
    cli_append_combination(value, portrait->model->graph, system->n, distribution->basis + a, distribution->r,
                           (char **) sections_latex->pdata, TRUE);
    g_ptr_array_add(names, g_strdup_printf("e_%u", a + 1));
    g_ptr_array_add(latex, g_strdup_printf("\\mathbf{e}_{%u}", a + 1));
    g_autofree char *text =
        g_strdup_printf("%s,  p_%u = %s", distribution->basis_text[a], a + 1, distribution->momenta_text[a]);
    cli_page_written(page, names->pdata[a], latex->pdata[a], text, value->str);
    g_string_free(value, TRUE);
  }
}

/* {p_a, p_b}: -C^c_ab p_c where D has (`is_reduced`) a bracket of its own and L is mechanical, else on M in (x, y). */
static NoslipExpr
momentum_bracket(const CliPortrait *portrait, gboolean is_reduced, guint a, guint b)
{
  NoslipDistribution *distribution = portrait->distribution;
  const NoslipEquations *equations = portrait->equations;
  const NoslipSystem *system = portrait->system;
  NoslipGraph *graph = portrait->model->graph;
  guint r = distribution->r;
  NoslipExpr value = NOSLIP_ZERO;
  if (is_reduced) {
    for (guint c = 0; c < r; c++) {
      g_autofree char *name = g_strdup_printf("p_%u", c + 1);
      NoslipExpr factor = distribution->structure[(c * r + a) * r + b];
      value = noslip_expr_sub_product(graph, value, factor, noslip_expr_symbol(graph, name));
    }
    return noslip_symbolic_tidy(graph, value);
  }
  value = noslip_bracket(distribution, distribution->momenta[a], distribution->momenta[b]);
  if (equations != NULL && equations->solved) {
    g_autofree NoslipExpr *symbols = g_new0(NoslipExpr, system->k + 1);
    for (guint i = 0; i < system->k; i++)
      symbols[i] = portrait->model->y[equations->dependent[i]];
    value = noslip_expr_substitute(graph, value, system->k, symbols, equations->value);
  }
  return noslip_symbolic_tidy(graph, value);
}

/* {x^i, p_a} = rho^i_a and {p_a, p_b} */
static void
add_bracket_table(CliPage *page, const CliPortrait *portrait)
{
  NoslipDistribution *distribution = portrait->distribution;
  const NoslipSystem *system = portrait->system;
  NoslipGraph *graph = portrait->model->graph;
  guint r = distribution->r;
  gboolean any = FALSE;
  gboolean is_reduced = noslip_system_constraint_class(system) == NOSLIP_LINEAR && noslip_system_is_mechanical(system);
  cli_page_section(page, "Nonholonomic bracket");
  for (guint i = 0; i < system->m; i++)
    for (guint a = 0; a < r; a++) {
      NoslipExpr value = noslip_expr_simplify(graph, distribution->anchor[i * r + a]);
      if (value == NOSLIP_ZERO)
        continue;
      g_autofree char *name = g_strdup_printf("p_%u", a + 1);
      NoslipExpr arguments[] = {system->coordinates[i].symbol, symbol(page, portrait, name)};
      cli_page_equation(page, NULL, noslip_expr_apply(graph, NOSLIP_OP_BRACKET, 2, arguments), value);
      any = TRUE;
    }
  for (guint a = 0; a < r; a++)
    for (guint b = a + 1; b < r; b++) {
      NoslipExpr value = momentum_bracket(portrait, is_reduced, a, b);
      if (value == NOSLIP_ZERO)
        continue;
      g_autofree char *first = g_strdup_printf("p_%u", a + 1);
      g_autofree char *second = g_strdup_printf("p_%u", b + 1);
      NoslipExpr arguments[] = {symbol(page, portrait, first), symbol(page, portrait, second)};
      cli_page_equation(page, NULL, noslip_expr_apply(graph, NOSLIP_OP_BRACKET, 2, arguments), value);
      any = TRUE;
    }
  if (!any)
    cli_page_words(page, "vanishes");
}

static void
add_distribution(CliPage *page, const CliPortrait *portrait)
{
  cli_page_section(page, "Basis of D and projected brackets");
  if (portrait->distribution == NULL) {
    cli_page_words(page, "%s", portrait->no_distribution);
    return;
  }
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) latex = g_ptr_array_new_with_free_func(g_free);
  add_basis(page, portrait, names, latex);
  if (noslip_system_constraint_class(portrait->system) == NOSLIP_NONLINEAR)
    cli_page_words(page, "no brackets: the constraints are not linear in the velocities");
  else
    add_brackets(page, portrait, portrait->distribution->r, portrait->distribution->structure, (char **) names->pdata,
                 (char **) latex->pdata);
  add_bracket_table(page, portrait);
}

static gboolean
is_dependent(const NoslipEquations *equations, guint fibre)
{
  for (guint i = 0; i < equations->model->k; i++)
    if (equations->dependent[i] == fibre)
      return TRUE;
  return FALSE;
}

/* A natural velocity that is a fibre coordinate needs no equation x' = x'. */
static gboolean
is_fibre(const NoslipSystem *system, NoslipExpr rate)
{
  for (guint i = 0; i < system->n; i++)
    if (system->fibres[i].symbol == rate)
      return TRUE;
  return FALSE;
}

/* left = right, of which the right side belongs to the graph of the equations. */
static void
add_solved(CliPage *page, const CliPortrait *portrait, const NoslipEquations *equations, NoslipExpr left,
           NoslipExpr right)
{
  if (equations->naming == NULL)
    cli_page_equation(page, NULL, left, right);
  else
    cli_page_of_graph(page, NULL, noslip_expr_symbol_name(portrait->model->graph, left), equations->graph, right);
}

static void
add_definitions(CliPage *page, const NoslipNaming *naming)
{
  for (guint i = 0; naming != NULL && i < naming->n; i++)
    cli_page_of_graph(page, "let", noslip_expr_symbol_name(naming->graph, naming->name[i]), naming->graph,
                      naming->value[i]);
}

static void
add_equations(CliPage *page, const CliPortrait *portrait)
{
  const NoslipEquations *equations = portrait->named != NULL ? portrait->named : portrait->equations;
  const NoslipSystem *system = portrait->system;
  cli_page_section(page, "Equations of motion");
  if (equations == NULL) {
    cli_page_words(page, "%s", portrait->no_equations);
    for (guint i = 0; i < system->n && portrait->forms == NULL; i++) {
      NoslipExpr left, right;
      cli_portrait_balance(portrait, i, &left, &right);
      cli_page_equation(page, NULL, left, right);
    }
    return;
  }
  add_definitions(page, equations->naming);
  for (guint i = 0; i < system->k && equations->solved; i++)
    add_solved(page, portrait, equations, system->fibres[equations->dependent[i]].symbol, equations->value[i]);
  for (guint i = 0; i < system->m; i++) {
    NoslipExpr left = base_rate(page, portrait, i);
    if (!is_fibre(system, left))
      add_solved(page, portrait, equations, left, equations->xdot[i]);
  }
  for (guint i = 0; i < system->n; i++)
    if (!equations->solved || !is_dependent(equations, i))
      add_solved(page, portrait, equations, system->fibres[i].acceleration, equations->ydot[i]);
  for (guint i = 0; i < system->k; i++)
    add_solved(page, portrait, equations, system->constraints[i].multiplier, equations->multiplier[i]);
}

static void
add_forms(CliPage *page, const CliPortrait *portrait)
{
  for (guint i = 0; portrait->forms != NULL && i < portrait->forms->len; i++) {
    const NoslipWrittenForm *form = portrait->forms->pdata[i];
    g_autofree char *title = g_strdup_printf("%s (%s)", form->title, form->id);
    cli_page_section(page, title);
    if (form->reason != NULL)
      cli_page_words(page, "%s", form->reason);
    for (guint l = 0; l < form->lines->len; l++) {
      const NoslipWrittenLine *line = &g_array_index(form->lines, NoslipWrittenLine, l);
      cli_page_equation(page, NULL, line->left, line->right);
    }
  }
}

/* Momenta, H_W1, the regularity of I Prop. 5.3, Hamilton's equations and the bracket of the momenta. */
static void
add_vakonomic(CliPage *page, const CliPortrait *portrait)
{
  const NoslipVakonomicBracket *bracket = portrait->vakonomic;
  const NoslipSystem *system = portrait->system;
  cli_page_section(page, "Vakonomic equations on W_1");
  if (bracket == NULL) {
    cli_page_words(page, "%s", portrait->no_vakonomic);
    return;
  }
  for (guint a = 0; a < system->n; a++)
    cli_page_equation(page, NULL, bracket->p[a], bracket->momentum[a]);
  gboolean in_momenta = bracket->solved && noslip_expr_size(portrait->model->graph, bracket->hamiltonian, 300) < 300;
  cli_page_equation(page, NULL, symbol(page, portrait, "H_W1"), in_momenta ? bracket->hamiltonian : bracket->energy);
  for (guint i = 0; i < system->m && bracket->solved; i++)
    cli_page_equation(page, NULL, base_rate(page, portrait, i), bracket->xdot[i]);
  for (guint a = 0; a < system->n && bracket->solved; a++) {
    g_autofree char *name = g_strconcat(noslip_expr_symbol_name(portrait->model->graph, bracket->p[a]), "'", NULL);
    cli_page_equation(page, NULL, symbol(page, portrait, name), bracket->pdot[a]);
  }
  cli_page_section(page, "Regularity on W_1 (R_ab)");
  for (guint a = 0; a < bracket->r; a++)
    for (guint b = a; b < bracket->r; b++)
      if (bracket->regular[a * bracket->r + b] != NOSLIP_ZERO) {
        g_autofree char *name = g_strdup_printf("R_%u%u", a + 1, b + 1);
        cli_page_equation(page, NULL, symbol(page, portrait, name), bracket->regular[a * bracket->r + b]);
      }
  cli_page_words(page, "regular where R_ab has rank %u: (x, p) are coordinates of W_1 there", bracket->r);
  if (portrait->xy != NULL)
    cli_page_words(page, "at the initial state its rank is %u%s", portrait->vakonomic_rank,
                   portrait->vakonomic_rank == bracket->r ? ": regular" : ": the motion cannot begin there");
}

CliPage *
cli_portrait_page(const CliPortrait *portrait)
{
  CliPage *page = cli_page_new(portrait->system, portrait->model->graph);
  add_lagrangian(page, portrait);
  add_geometry(page, portrait);
  add_constraints(page, portrait);
  add_distribution(page, portrait);
  if (portrait->system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC) {
    add_vakonomic(page, portrait);
  } else {
    add_equations(page, portrait);
    add_forms(page, portrait);
  }
  return page;
}
