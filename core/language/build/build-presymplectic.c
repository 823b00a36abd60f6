/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `presymplectic OMEGA = ALPHA`: the motion is a section X of E with i_X Omega = alpha, for closed forms Omega and
 * alpha on E (I (3.4)). On E this equals Lagrange's equations of L = -H with the force y Omega - alpha, where alpha =
 * dE(H) is represented by H; the constraint algorithm does the rest. */
#include "core/language/build/build.h"

#include "core/expr/numbers.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define POINTS 8
#define CLOSED 1e-9 /* limit of dE of a closed form, relative to its terms */

gboolean
noslip_build_form_coefficients(Scope *scope, NoslipExpr e, guint degree, NoslipExpr *coefficients)
{
  NoslipGraph *graph = scope->graph;
  guint n = scope->n;
  NoslipExpr rest = e;
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < (degree == 2 ? n : 1); b++) {
      g_autofree char *name = degree == 2 ? g_strdup_printf("%s~1", scope->fibres[b]) : NULL;
      NoslipExpr other = degree == 2 ? noslip_expr_symbol(graph, name) : NOSLIP_ONE;
      NoslipExpr slope = noslip_expr_derivative(graph, e, scope->y[a]);
      slope = degree == 2 ? noslip_expr_derivative(graph, slope, other) : slope;
      if (noslip_form_degree(scope, slope) > 0)
        return FALSE;
      coefficients[degree == 2 ? a * n + b : a] = slope;
      rest = noslip_expr_sub_product(graph, rest, slope, noslip_expr_mul(graph, scope->y[a], other));
    }
  return noslip_expr_simplify(graph, rest) == NOSLIP_ZERO;
}

static const Statement *
find(Builder *builder)
{
  guint i = 0;
  const Statement *statement = noslip_builder_next(builder, &i, STATEMENT_PRESYMPLECTIC);
  return statement != NULL && !statement->broken ? statement : NULL;
}

/* Whether e vanishes: symbolically, or at seeded points where it is defined. */
static gboolean
vanishes(NoslipGraph *graph, NoslipExpr e)
{
  e = noslip_expr_simplify(graph, e);
  if (e == NOSLIP_ZERO)
    return TRUE;
  NoslipExpr terms = noslip_expr_magnitude(graph, e);
  g_autoptr(GArray) symbols = noslip_expr_symbols(graph, e);
  g_autofree double *values = g_new(double, symbols->len + 1);
  g_autoptr(GRand) random = g_rand_new_with_seed(22);
  gboolean any = FALSE;
  for (guint point = 0; point < POINTS; point++) {
    for (guint i = 0; i < symbols->len; i++)
      values[i] = g_rand_double_range(random, 0.2, 1.7);
    const NoslipExpr *list = (const NoslipExpr *) (gpointer) symbols->data;
    double value = noslip_expr_value(graph, e, symbols->len, list, values);
    double size = noslip_expr_value(graph, terms, symbols->len, list, values);
    if (fabs(value) > CLOSED * size)
      return FALSE;
    any = any || isfinite(value);
  }
  return any;
}

static gboolean
say(Builder *builder, const Part *part, const char *remedy, const char *cause)
{
  noslip_source_error(builder->source, NOSLIP_CODE_NOT_LINEAR,
                      noslip_source_place(builder->source, part->expr.token, part->expr.last), remedy, "%s", cause);
  return FALSE;
}

/* Reads a closed form of this degree as coefficients. */
static gboolean
read_form(Builder *builder, const Part *part, guint degree, NoslipExpr *coefficients)
{
  Scope *scope = &builder->scope;
  NoslipExpr form;
  if (!noslip_builder_expression(builder, &part->expr, N_("a form"), USES_STATE | USES_FORMS, &form, NULL))
    return FALSE;
  if (form != NOSLIP_ZERO &&
      (noslip_form_degree(scope, form) != degree || !noslip_build_form_coefficients(scope, form, degree, coefficients)))
    return degree == 2 ? say(builder, part, _("write a sum of wedge( ) of two sections, or dE( ) of a form"),
                             _("Omega is a form of degree 2"))
                       : say(builder, part, _("write dE(H), or a sum of section names with coefficients"),
                             _("alpha is a form of degree 1"));
  if (form == NOSLIP_ZERO || vanishes(scope->graph, noslip_form_exterior(scope, form, degree)))
    return TRUE;
  return say(builder, part, _("write a form whose dE( ) is 0"),
             degree == 2 ? _("Omega is not closed") : _("alpha is not closed"));
}

/* Reads H if alpha is dE(H) of a function H of the coordinates; else FALSE. */
static gboolean
read_hamiltonian(Builder *builder, const Part *part, NoslipExpr *hamiltonian)
{
  const Node *root = noslip_source_node(builder->source, part->expr.root);
  Span inside = part->expr;
  if (root->kind != NODE_EXTERIOR)
    return FALSE;
  inside.root = root->operand[0];
  builder->scope.quiet = TRUE;
  gboolean good = noslip_builder_expression(builder, &inside, N_("a function"), USES_COORDINATES | USES_CONSTANTS,
                                            hamiltonian, NULL);
  builder->scope.quiet = FALSE;
  return good;
}

gboolean
noslip_build_presymplectic(Builder *builder, NoslipExpr *hamiltonian, gboolean *is_given)
{
  NoslipSystem *system = builder->system;
  const Statement *statement = find(builder);
  guint n = builder->scope.n;
  *is_given = statement != NULL;
  if (statement == NULL)
    return FALSE;
  const Part *left = noslip_builder_part(builder, statement, PART_LEFT),
             *right = noslip_builder_part(builder, statement, PART_RIGHT);
  if (system->lagrangian_place.line == 0)
    system->lagrangian_place = noslip_builder_place(builder, statement);
  system->two_form = g_new0(NoslipExpr, (gsize) n * n + 1);
  system->one_form = g_new0(NoslipExpr, n + 1);
  gboolean good = read_form(builder, left, 2, system->two_form);
  return (read_hamiltonian(builder, right, hamiltonian) || read_form(builder, right, 1, system->one_form)) && good;
}

void
noslip_build_presymplectic_forces(Builder *builder)
{
  NoslipSystem *system = builder->system;
  NoslipGraph *graph = builder->scope.graph;
  guint n = builder->scope.n;
  if (system->two_form == NULL)
    return;
  const Statement *statement = find(builder);
  if (system->k > 0 || system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC)
    noslip_source_error(builder->source, NOSLIP_CODE_REFUSED, noslip_builder_place(builder, statement),
                        _("leave the constraints out"), _("a presymplectic system has no constraints"));
  for (guint b = 0; b < n; b++) {
    system->forces[b] = noslip_expr_sub(graph, system->forces[b], system->one_form[b]);
    for (guint a = 0; a < n; a++)
      system->forces[b] =
          noslip_expr_add_product(graph, system->forces[b], builder->scope.y[a], system->two_form[a * n + b]);
  }
}
