/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of the document on the growth vector of D, and on Noether's theorem. Both use a separate model, so that the
 * expressions of the other sections are the same with and without them. */
#include "core/equations/combination.h"
#include "core/equations/compose-private.h"
#include "core/expr/numbers.h"
#include "core/geometry/holonomic.h"
#include "core/geometry/noether.h"
#include "core/system/state.h"

#include <glib/gi18n-lib.h>

#define MOST_SYMBOLS 500 /* limit for a momentum and for a lift */
#define LONG_BASIS 20000 /* limit of the nodes of a basis: iterated brackets of a longer one take seconds */

typedef struct {
  NoslipDocument *document;
  const NoslipPortrait *portrait;
  NoslipModel *model;
  NoslipDistribution *distribution;
  double *parameters;
} Symmetry;

static gboolean
symmetry_init(Symmetry *self, NoslipDocument *document, const NoslipPortrait *portrait)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  *self = (Symmetry){.document = document, .portrait = portrait, .model = noslip_model_new(portrait->system)};
  self->parameters = noslip_system_default_parameters(portrait->system);
  self->distribution = noslip_distribution_new_at(self->model, self->parameters, portrait->xy,
                                                  portrait->xy + portrait->system->m, &error);
  return self->distribution != NULL;
}

static void
symmetry_clear(Symmetry *self)
{
  g_clear_pointer(&self->distribution, noslip_distribution_free);
  noslip_model_free(self->model);
  g_free(self->parameters);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Symmetry, symmetry_clear)

static void
add_ranks(const Symmetry *self, const char *left, const char *latex, guint n, const guint *ranks, gboolean bound)
{
  g_autoptr(GString) text = g_string_new("("), math = g_string_new("(");
  for (guint i = 0; i < n; i++) {
    gboolean least = bound && i + 1 == n;
    g_string_append_printf(text, "%s%s%u", i > 0 ? ", " : "", least ? "\342\211\245" : "", ranks[i]);
    g_string_append_printf(math, "%s%s%u", i > 0 ? ", " : "", least ? "\\ge " : "", ranks[i]);
  }
  g_string_append_c(text, ')');
  g_string_append_c(math, ')');
  noslip_document_written(self->document, left, latex, text->str, math->str, 2 * n);
}

/* Whether the basis of D is short enough for iterated brackets within seconds. */
static gboolean
is_short(const Symmetry *self)
{
  guint size = 0, count = self->model->n * self->distribution->r;
  for (guint i = 0; i < count && size < LONG_BASIS; i++)
    size += noslip_expr_size(self->model->graph, self->distribution->basis[i], LONG_BASIS);
  return size < LONG_BASIS;
}

static void
add_growth(const Symmetry *self)
{
  NoslipDocument *document = self->document;
  NoslipGrowth growth;
  noslip_document_heading(document, NOSLIP_FOR_ALL, N_("Growth vector of D: ranks of D, D + [D, D], ..."), "I 5.11");
  if (!is_short(self)) {
    noslip_document_sentence(document, N_("not computed: the basis of D is long, and its brackets are longer; "
                                          "noslip-cli bracket tries to compute them"));
    return;
  }
  if (!noslip_distribution_growth(self->distribution, self->parameters, self->portrait->xy, &growth)) {
    noslip_document_sentence(document,
                             N_("not computed: brackets of D are not finite at the initial state, or too long "
                                "to be evaluated there exactly"));
    return;
  }
  if (growth.n_at > 0)
    add_ranks(self, "n(x_0)", "\\mathbf{n}(x_0)", growth.n_at, growth.at, growth.bound);
  else
    noslip_document_sentence(document, N_("not defined at the initial state x_0, where D is not smooth"));
  add_ranks(self, "n(x)", "\\mathbf{n}(x)", growth.n_generic, growth.generic,
            growth.bound && !growth.complete && !growth.involutive);
  noslip_document_sentence(document, N_("x_0 is the initial state, x a generic point"));
  if (growth.involutive)
    noslip_document_sentence(document, N_("D is involutive"));
  else if (growth.complete)
    noslip_document_sentence(document, N_("D is completely nonholonomic"));
}

/* The components of d_T X, along the coordinates and the fibre coordinates. */
static void
add_lift(const Symmetry *self, guint number, const NoslipExpr *section)
{
  const NoslipModel *model = self->model;
  NoslipGraph *graph = model->graph;
  guint size = 0, count = model->m + model->n;
  g_autofree NoslipExpr *lift = g_new0(NoslipExpr, (gsize) count + 1);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) latex = g_ptr_array_new_with_free_func(g_free);
  noslip_noether_lift(self->distribution, section, lift);
  for (guint i = 0; i < count; i++) {
    NoslipExpr symbol = i < model->m ? model->x[i] : model->y[i - model->m];
    g_autofree char *in_latex = noslip_expr_latex(graph, symbol);
    g_ptr_array_add(names, g_strdup_printf("d/d%s", noslip_expr_symbol_name(graph, symbol)));
    g_ptr_array_add(latex, g_strdup_printf("\\frac{\\partial}{\\partial %s}", in_latex));
    lift[i] = noslip_expr_simplify(graph, lift[i]);
    size += noslip_expr_size(graph, lift[i], MOST_SYMBOLS);
  }
  if (size > MOST_SYMBOLS)
    return;
  g_autoptr(GString) text = g_string_new(NULL), math = g_string_new(NULL);
  g_autofree char *left = g_strdup_printf("d_T X_%u", number), *left_latex = g_strdup_printf("d_T X_{%u}", number);
  noslip_combination_append(text, graph, count, lift, 1, (char **) names->pdata, FALSE);
  noslip_combination_append(math, graph, count, lift, 1, (char **) latex->pdata, TRUE);
  noslip_document_written(self->document, left, left_latex, text->str, math->str, size);
}

/* X = c^a e_a with constant c, the function f = 0, and the momentum <p, X> - f that is conserved. */
static void
add_pair(const Symmetry *self, guint number, const double *coefficients)
{
  const NoslipDistribution *distribution = self->distribution;
  NoslipGraph *graph = self->model->graph;
  guint n = self->model->n, r = distribution->r;
  g_autofree NoslipExpr *constants = g_new0(NoslipExpr, r + 1), *section = g_new0(NoslipExpr, n + 1);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) latex = g_ptr_array_new_with_free_func(g_free);
  for (guint a = 0; a < r; a++) {
    constants[a] = noslip_expr_number(graph, coefficients[a]);
    g_ptr_array_add(names, g_strdup_printf("e_%u", a + 1));
    g_ptr_array_add(latex, g_strdup_printf("\\mathbf{e}_{%u}", a + 1));
    for (guint i = 0; i < n; i++)
      section[i] = noslip_expr_add_product(graph, section[i], constants[a], distribution->basis[i * r + a]);
  }
  g_autoptr(GString) text = g_string_new(NULL), math = g_string_new(NULL);
  noslip_combination_append(text, graph, r, constants, 1, (char **) names->pdata, FALSE);
  noslip_combination_append(math, graph, r, constants, 1, (char **) latex->pdata, TRUE);
  g_autofree char *left = g_strdup_printf("X_%u", number), *left_latex = g_strdup_printf("X_{%u}", number);
  noslip_document_written(self->document, left, left_latex, text->str, math->str, r);
  add_lift(self, number, section);
  NoslipExpr momentum = noslip_expr_simplify(graph, noslip_noether_momentum(self->distribution, section));
  guint size = noslip_expr_size(graph, momentum, MOST_SYMBOLS);
  if (size >= MOST_SYMBOLS)
    return;
  g_autofree char *value = noslip_expr_text(graph, momentum), *value_latex = noslip_expr_latex(graph, momentum);
  g_autofree char *pair = g_strdup_printf("<p, X_%u> - f_%u", number, number);
  g_autofree char *pair_latex = g_strdup_printf("\\langle p, X_{%u} \\rangle - f_{%u}", number, number);
  noslip_document_written(self->document, pair, pair_latex, value, value_latex, size);
}

static void
add_pairs(const Symmetry *self)
{
  guint r = self->distribution->r;
  g_autofree double *coefficients = g_new0(double, (gsize) r *r + 1);
  noslip_document_heading(self->document, NOSLIP_FOR_ALL, N_("Noether's theorem: pairs (X, f)"), "G (5.2)-(5.6)");
  guint n = is_short(self) ? noslip_noether_integrals(self->distribution, self->parameters, coefficients) : 0;
  if (!is_short(self))
    noslip_document_sentence(
        self->document,
        N_("not computed: the basis of D is long; noslip-cli bracket lists the conserved momenta, if there are any"));
  else if (n == 0)
    noslip_document_sentence(self->document, N_("no X with constant components in the basis of D, and f = 0"));
  else
    noslip_document_sentence(
        self->document,
        N_("X with constant components in the basis of D, and f = 0: the momenta along X are conserved"));
  for (guint i = 0; i < n; i++)
    add_pair(self, i + 1, coefficients + (gsize) i * r);
}

void
noslip_portrait_add_symmetry(const NoslipPortrait *portrait, NoslipDocument *document)
{
  const NoslipSystem *system = portrait->system;
  g_auto(Symmetry) self = {0};
  if (system->two_form != NULL || portrait->xy == NULL || portrait->distribution == NULL ||
      noslip_system_constraint_class(system) == NOSLIP_NONLINEAR || !symmetry_init(&self, document, portrait))
    return;
  if (system->k > 0)
    add_growth(&self);
  if (system->dynamics == NOSLIP_DYNAMICS_NONHOLONOMIC)
    add_pairs(&self);
}
