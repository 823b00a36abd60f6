/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of the document on D: its basis, its projected brackets and the nonholonomic bracket; and brackets of the
 * sections of an algebroid as rows. */
#include "core/equations/combination.h"
#include "core/equations/compose-private.h"
#include "core/geometry/symbolic.h"

#include <glib/gi18n-lib.h>

#define MOST_SYMBOLS 500 /* limit for a coefficient in a bracket, and for a row of the basis */
#define LONG_PART 60     /* nodes; a longer component of the basis is written as a formula of its own */

static NoslipExpr
symbol(const NoslipPortrait *portrait, const char *name)
{
  return noslip_expr_symbol(portrait->model->graph, name);
}

typedef struct {
  NoslipDocument *document;
  char **left, **left_latex;
  GPtrArray *latex; /* LaTeX of the values, in order */
  guint at;
  const NoslipGraph *graph;
  guint n;
  const NoslipExpr *structure; /* n x n x n */
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
  guint size = 0;
  for (guint c = 0; c < lines->n; c++)
    size += noslip_expr_size(lines->graph, lines->structure[(c * lines->n + a) * lines->n + b], MOST_SYMBOLS);
  noslip_document_written(lines->document, left, latex, value, lines->latex->pdata[lines->at++], size);
}

/* Structure functions of n sections; long ones are written below the brackets. */
typedef struct {
  NoslipDocument *document;
  const NoslipPortrait *portrait;
  guint n;
  const NoslipExpr *structure; /* n x n x n */
} Structure;

static NoslipExpr
structure_at(const Structure *s, guint a, guint b, guint c)
{
  return s->structure[(c * s->n + a) * s->n + b];
}

static gboolean
is_long(const Structure *s, guint a, guint b, guint c)
{
  return s->portrait->lengths[structure_at(s, a, b, c)] > MOST_SYMBOLS;
}

/* Whether C^c_ab is written as -C^c_ba. */
static gboolean
is_mirrored(const Structure *s, guint a, guint b, guint c)
{
  return a > b && structure_at(s, a, b, c) == noslip_expr_neg(s->portrait->model->graph, structure_at(s, b, a, c));
}

/* C_a_b_c for C^c_ab */
static NoslipExpr
structure_symbol(const Structure *s, guint a, guint b, guint c)
{
  g_autofree char *name = g_strdup_printf("C_%u_%u_%u", a + 1, b + 1, c + 1);
  return symbol(s->portrait, name);
}

/* The structure functions, with symbols for long ones. Free with g_free(). */
static NoslipExpr *
short_structure(const Structure *s)
{
  guint n = s->n;
  NoslipExpr *shortened = g_new0(NoslipExpr, (gsize) n * n * n + 1);
  for (guint c = 0; c < n; c++)
    for (guint a = 0; a < n; a++)
      for (guint b = 0; b < n; b++)
        shortened[(c * n + a) * n + b] = !is_long(s, a, b, c) ? structure_at(s, a, b, c)
                                         : is_mirrored(s, a, b, c)
                                             ? noslip_expr_neg(s->portrait->model->graph, structure_symbol(s, b, a, c))
                                             : structure_symbol(s, a, b, c);
  return shortened;
}

static void
add_long_structure(const Structure *s)
{
  for (guint a = 0; a < s->n; a++)
    for (guint b = 0; b < s->n; b++)
      for (guint c = 0; c < s->n; c++)
        if (is_long(s, a, b, c) && !is_mirrored(s, a, b, c))
          noslip_document_formula(s->document, NULL, structure_symbol(s, a, b, c), structure_at(s, a, b, c));
}

void
noslip_portrait_add_brackets(NoslipDocument *document, const NoslipPortrait *portrait, guint n,
                             const NoslipExpr *structure, char **names, char **latex)
{
  NoslipGraph *graph = portrait->model->graph;
  const Structure whole = {document, portrait, n, structure};
  g_autofree NoslipExpr *shortened = short_structure(&whole);
  g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func(g_free);
  noslip_combination_each_bracket(graph, n, shortened, latex, TRUE, keep_line, values);
  BracketLines lines = {document, names, latex, values, 0, graph, n, shortened};
  if (noslip_combination_each_bracket(graph, n, shortened, names, FALSE, write_line, &lines) == 0)
    noslip_document_sentence(document, N_("all vanish"));
  add_long_structure(&whole);
}

void
noslip_portrait_section_names(const NoslipPortrait *portrait, GPtrArray *names, GPtrArray *latex)
{
  const NoslipSystem *system = portrait->system;
  for (guint i = 0; i < system->n; i++) {
    g_autofree char *symbol_latex = noslip_expr_latex(system->graph, system->fibres[i].symbol);
    g_ptr_array_add(names, g_strdup(system->fibres[i].name));
    g_ptr_array_add(latex, g_strdup_printf("e_{%s}", symbol_latex));
  }
}

/* The a-th section of the basis: its row, and its momentum. */
typedef struct {
  NoslipDocument *document;
  const NoslipPortrait *portrait;
  char **sections, **sections_latex; /* of E, n */
} Basis;

static guint
basis_size(const Basis *basis, guint a)
{
  const NoslipDistribution *distribution = basis->portrait->distribution;
  const NoslipGraph *graph = basis->portrait->model->graph;
  guint size = noslip_expr_size(graph, distribution->momenta[a], MOST_SYMBOLS);
  for (guint i = 0; i < basis->portrait->system->n; i++)
    size += noslip_expr_size(graph, distribution->basis[i * distribution->r + a], MOST_SYMBOLS);
  return size;
}

/* Adds e_a, with symbols e_a_i for its long components, and p_a, as formulas. */
static void
add_long_section(const Basis *basis, guint a, const char *name, const char *latex)
{
  const NoslipDistribution *distribution = basis->portrait->distribution;
  NoslipGraph *graph = basis->portrait->model->graph;
  guint n = basis->portrait->system->n, r = distribution->r;
  g_autoptr(GString) text = g_string_new(NULL), value = g_string_new(NULL);
  g_autofree NoslipExpr *shortened = g_new0(NoslipExpr, n + 1);
  for (guint i = 0; i < n; i++) {
    g_autofree char *component = g_strdup_printf("e_%u_%u", a + 1, i + 1);
    gboolean is_long = noslip_expr_size(graph, distribution->basis[i * r + a], LONG_PART) >= LONG_PART;
    shortened[i] = is_long ? symbol(basis->portrait, component) : distribution->basis[i * r + a];
  }
  noslip_combination_append(text, graph, n, shortened, 1, basis->sections, FALSE);
  noslip_combination_append(value, graph, n, shortened, 1, basis->sections_latex, TRUE);
  noslip_document_written(basis->document, name, latex, text->str, value->str, LONG_PART);
  for (guint i = 0; i < n; i++)
    if (shortened[i] != distribution->basis[i * r + a])
      noslip_document_formula(basis->document, NULL, shortened[i], distribution->basis[i * r + a]);
  g_autofree char *momentum = g_strdup_printf("p_%u", a + 1);
  noslip_document_formula(basis->document, NULL, symbol(basis->portrait, momentum), distribution->momenta[a]);
}

static void
add_section(const Basis *basis, guint a, const char *name, const char *latex)
{
  const NoslipDistribution *distribution = basis->portrait->distribution;
  guint size = basis_size(basis, a);
  if (size > MOST_SYMBOLS) {
    add_long_section(basis, a, name, latex);
    return;
  }
  g_autoptr(GString) value = g_string_new(NULL);
  noslip_combination_append(value, basis->portrait->model->graph, basis->portrait->system->n, distribution->basis + a,
                            distribution->r, basis->sections_latex, TRUE);
  g_autofree char *text =
      g_strdup_printf("%s,  p_%u = %s", distribution->basis_text[a], a + 1, distribution->momenta_text[a]);
  noslip_document_written(basis->document, name, latex, text, value->str, size);
}

static void
add_basis(NoslipDocument *document, const NoslipPortrait *portrait, GPtrArray *names, GPtrArray *latex)
{
  g_autoptr(GPtrArray) sections = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) sections_latex = g_ptr_array_new_with_free_func(g_free);
  noslip_portrait_section_names(portrait, sections, sections_latex);
  const Basis basis = {document, portrait, (char **) sections->pdata, (char **) sections_latex->pdata};
  for (guint a = 0; a < portrait->distribution->r; a++) {
    g_ptr_array_add(names, g_strdup_printf("e_%u", a + 1));
    g_ptr_array_add(latex, g_strdup_printf("\\mathbf{e}_{%u}", a + 1));
    add_section(&basis, a, names->pdata[a], latex->pdata[a]);
  }
}

/* {p_a, p_b}: -C^c_ab p_c if D has (`is_reduced`) a bracket of its own and L is mechanical, else on M in (x, y). */
static NoslipExpr
momentum_bracket(const NoslipPortrait *portrait, gboolean is_reduced, guint a, guint b)
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
add_bracket_table(NoslipDocument *document, const NoslipPortrait *portrait)
{
  NoslipDistribution *distribution = portrait->distribution;
  const NoslipSystem *system = portrait->system;
  NoslipGraph *graph = portrait->model->graph;
  guint r = distribution->r;
  gboolean any = FALSE;
  gboolean is_reduced = noslip_system_constraint_class(system) == NOSLIP_LINEAR && noslip_system_is_mechanical(system);
  noslip_document_heading(document, NOSLIP_FOR_ALL, N_("Nonholonomic bracket"), NULL);
  for (guint i = 0; i < system->m; i++)
    for (guint a = 0; a < r; a++) {
      NoslipExpr value = noslip_expr_simplify(graph, distribution->anchor[i * r + a]);
      if (value == NOSLIP_ZERO)
        continue;
      g_autofree char *name = g_strdup_printf("p_%u", a + 1);
      NoslipExpr arguments[] = {system->coordinates[i].symbol, symbol(portrait, name)};
      noslip_document_formula(document, NULL, noslip_expr_apply(graph, NOSLIP_OP_BRACKET, 2, arguments), value);
      any = TRUE;
    }
  for (guint a = 0; a < r; a++)
    for (guint b = a + 1; b < r; b++) {
      NoslipExpr value = momentum_bracket(portrait, is_reduced, a, b);
      if (value == NOSLIP_ZERO)
        continue;
      g_autofree char *first = g_strdup_printf("p_%u", a + 1);
      g_autofree char *second = g_strdup_printf("p_%u", b + 1);
      NoslipExpr arguments[] = {symbol(portrait, first), symbol(portrait, second)};
      noslip_document_formula(document, NULL, noslip_expr_apply(graph, NOSLIP_OP_BRACKET, 2, arguments), value);
      any = TRUE;
    }
  if (!any)
    noslip_document_sentence(document, N_("vanishes"));
}

void
noslip_portrait_add_distribution(const NoslipPortrait *portrait, NoslipDocument *document)
{
  noslip_document_heading(document, NOSLIP_FOR_ALL, N_("Basis of D and projected brackets"), NULL);
  if (portrait->distribution == NULL) {
    noslip_document_sentence(document, "%s", portrait->no_distribution);
    return;
  }
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) latex = g_ptr_array_new_with_free_func(g_free);
  add_basis(document, portrait, names, latex);
  if (noslip_system_constraint_class(portrait->system) == NOSLIP_NONLINEAR)
    noslip_document_sentence(document, N_("no brackets: the constraints are not linear in the velocities"));
  else
    noslip_portrait_add_brackets(document, portrait, portrait->distribution->r, portrait->distribution->structure,
                                 (char **) names->pdata, (char **) latex->pdata);
  add_bracket_table(document, portrait);
}
