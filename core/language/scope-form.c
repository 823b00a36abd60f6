/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forms on the algebroid: wedge(a, b), the exterior derivative dE( ), and their values on sections.
 *
 * A form of degree q is an expression that is linear in q copies of the fibre coordinates: the first are the fibre
 * coordinates themselves, so that a section's name is the dual section and a form of degree 1 a function linear in the
 * velocities. With u, v, w for the copies and rho(u) = rho^i_a u^a d/dx^i (I 2, ML (6)),
 *
 *   dE f (u)       = rho(u) f
 *   dE a (u, v)    = rho(u) a(v) - rho(v) a(u) - a([u, v])
 *   dE b (u, v, w) = sum over cyclic (u, v, w) of  rho(u) b(v, w) - b([u, v], w),
 *
 * the copies being constant coefficients. */
#include "core/language/scope-private.h"

#include <glib/gi18n-lib.h>

#define MOST_DEGREE 3

/* The n symbols of a copy of the fibre coordinates, copy 0 being the coordinates themselves; borrowed from the
 * scope. */
static NoslipExpr *
copies(Scope *scope, guint copy)
{
  if (copy == 0)
    return scope->y;
  if (scope->copies[copy - 1] != NULL)
    return scope->copies[copy - 1];
  NoslipExpr *list = scope->copies[copy - 1] = g_new0(NoslipExpr, scope->n + 1);
  for (guint a = 0; a < scope->n; a++) {
    g_autofree char *name = g_strdup_printf("%s~%u", scope->fibres[a], copy); /* no NAME of a text has a ~ */
    list[a] = noslip_expr_symbol(scope->graph, name);
  }
  return list;
}

guint
noslip_form_degree(Scope *scope, NoslipExpr e)
{
  guint degree = 0;
  if (noslip_expr_is_number(scope->graph, e, NULL))
    return 0;
  for (guint copy = 0; copy < MOST_DEGREE; copy++)
    if (noslip_expr_depends(scope->graph, e, scope->n, copies(scope, copy)))
      degree = copy + 1;
  return degree;
}

/* e with components substituted for the copies: values[copy][n], `degree` of them. */
static NoslipExpr
on(Scope *scope, NoslipExpr e, guint degree, NoslipExpr *const *values)
{
  guint n = scope->n;
  g_autofree NoslipExpr *symbols = g_new0(NoslipExpr, (gsize) degree * n + 1);
  g_autofree NoslipExpr *images = g_new0(NoslipExpr, (gsize) degree * n + 1);
  for (guint copy = 0; copy < degree; copy++)
    for (guint a = 0; a < n; a++) {
      symbols[copy * n + a] = copies(scope, copy)[a];
      images[copy * n + a] = values[copy][a];
    }
  return noslip_expr_substitute(scope->graph, e, degree * n, symbols, images);
}

/* rho(u) f, u constant coefficients */
static NoslipExpr
along(const Scope *scope, const NoslipExpr *u, NoslipExpr f)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < scope->m; i++) {
    NoslipExpr slope = noslip_expr_derivative(scope->graph, f, scope->x[i]);
    for (guint a = 0; a < scope->n && slope != NOSLIP_ZERO; a++) {
      NoslipExpr rho = noslip_expr_derivative(scope->graph, scope->velocity[i], scope->y[a]);
      sum = noslip_expr_add_product(scope->graph, sum, slope, noslip_expr_mul(scope->graph, rho, u[a]));
    }
  }
  return sum;
}

/* [u, v]^c = C^c_ab u^a v^b */
static NoslipExpr *
bracket(const Scope *scope, const NoslipExpr *u, const NoslipExpr *v)
{
  guint n = scope->n;
  NoslipExpr *value = g_new0(NoslipExpr, n + 1);
  for (guint c = 0; c < n && scope->structure != NULL; c++)
    for (guint a = 0; a < n; a++)
      for (guint b = 0; b < n; b++) {
        NoslipExpr structure = scope->structure[((gsize) c * n + a) * n + b];
        if (structure != NOSLIP_ZERO)
          value[c] =
              noslip_expr_add_product(scope->graph, value[c], structure, noslip_expr_mul(scope->graph, u[a], v[b]));
      }
  return value;
}

NoslipExpr
noslip_form_exterior(Scope *scope, NoslipExpr e, guint degree)
{
  NoslipGraph *graph = scope->graph;
  NoslipExpr *const u[MOST_DEGREE] = {copies(scope, 0), copies(scope, 1), copies(scope, 2)};
  if (degree == 0)
    return along(scope, u[0], e);
  NoslipExpr sum = NOSLIP_ZERO;
  guint turns = degree == 1 ? 2 : 3;
  for (guint turn = 0; turn < turns; turn++) {
    NoslipExpr *first = u[turn], *second = u[(turn + 1) % turns], *third = u[(turn + 2) % turns];
    NoslipExpr *rest[] = {second, third};
    NoslipExpr slope = along(scope, first, on(scope, e, degree, rest));
    sum = degree == 1 && turn == 1 ? noslip_expr_sub(graph, sum, slope) : noslip_expr_add(graph, sum, slope);
    if (degree == 1 && turn == 1)
      break;
    g_autofree NoslipExpr *between = bracket(scope, first, second);
    NoslipExpr *inner[] = {between, third};
    sum = noslip_expr_sub(graph, sum, on(scope, e, degree, inner));
  }
  return sum;
}

static NoslipExpr
form_wedge(Scope *scope, NoslipExpr a, NoslipExpr b)
{
  NoslipExpr *shifted[] = {copies(scope, 1)};
  NoslipExpr first = noslip_expr_mul(scope->graph, a, on(scope, b, 1, shifted));
  return noslip_expr_sub_product(scope->graph, first, on(scope, a, 1, shifted), b);
}

/* The components of a section, linear in section names; x' alone is the section of that name. */
static gboolean
read_section(Evaluation *evaluation, guint row, guint i, NoslipExpr *components)
{
  const Scope *scope = evaluation->scope;
  const Node *node = noslip_source_node(evaluation->source, evaluation->first + row);
  if (evaluation->shape[row] > SHAPE_NUMBER)
    node = noslip_source_node(evaluation->source, node->operand[i]);
  NoslipExpr e = noslip_evaluation_component(evaluation, row, i), rest = e;
  int fibre = node->kind == NODE_NAME
                  ? noslip_scope_fibre(scope, noslip_source_token(evaluation->source, node->token)->text)
                  : -1;
  for (guint a = 0; a < scope->n; a++) {
    components[a] = fibre >= 0 ? ((guint) fibre == a ? NOSLIP_ONE : NOSLIP_ZERO)
                               : noslip_expr_derivative(scope->graph, e, scope->y[a]);
    if (noslip_expr_depends(scope->graph, components[a], scope->n, scope->y))
      return FALSE;
    rest = noslip_expr_sub_product(scope->graph, rest, components[a], scope->y[a]);
  }
  return fibre >= 0 || (e != NOSLIP_ZERO && noslip_expr_simplify(scope->graph, rest) == NOSLIP_ZERO);
}

static gboolean
fail(Evaluation *evaluation, guint row, const Token *token, const char *remedy, const char *cause)
{
  evaluation->bad[row] = TRUE;
  noslip_evaluation_report(evaluation, NOSLIP_CODE_ARGUMENT, token->place, remedy, "%s", cause);
  return TRUE;
}

void
noslip_evaluation_on_sections(Evaluation *evaluation, guint row, NoslipExpr form, guint degree, guint arguments,
                              const Token *token)
{
  Scope *scope = evaluation->scope;
  guint given = evaluation->shape[arguments];
  NoslipExpr *values[MOST_DEGREE] = {NULL};
  gboolean good = given <= MOST_DEGREE && degree == given;
  if (!good)
    fail(evaluation, row, token,
         _("give as many sections as the form takes: one for dE(f), two for dE(a), three for dE(dE(a))"),
         _("the form does not take so many sections"));
  for (guint i = 0; i < given && good; i++) {
    values[i] = g_new0(NoslipExpr, scope->n + 1);
    good = read_section(evaluation, arguments, i, values[i]);
    if (!good)
      fail(evaluation, row, token, _("write a sum of section names with coefficients in the coordinates"),
           _("a form is evaluated on sections"));
  }
  if (good)
    evaluation->value[row] = noslip_expr_simplify(scope->graph, on(scope, form, degree, values));
  evaluation->uses[row] = USES_COORDINATES | USES_CONSTANTS;
  evaluation->shape[row] = SHAPE_NUMBER;
  for (guint i = 0; i < MOST_DEGREE; i++)
    g_free(values[i]);
}

/* The degree of an operand inside dE( ) or wedge( ); of an applied dE its own degree, even if it vanishes. */
static guint
degree_of(const Evaluation *evaluation, guint row)
{
  const Node *node = noslip_source_node(evaluation->source, evaluation->first + row);
  if (node->kind == NODE_EXTERIOR)
    return degree_of(evaluation, node->operand[0] - evaluation->first) + 1;
  if (node->kind == NODE_WEDGE)
    return 2;
  if (node->kind == NODE_NAME) {
    const Name *name = noslip_scope_name(evaluation->scope, noslip_source_token(evaluation->source, node->token)->text);
    if (name != NULL && name->degree > 0)
      return name->degree;
  }
  return noslip_form_degree(evaluation->scope, evaluation->value[row]);
}

gboolean
noslip_evaluation_form_node(Evaluation *evaluation, guint row, const Node *node, const guint *operand)
{
  const Token *token = noslip_source_token(evaluation->source, node->token);
  if (node->kind == NODE_ON) {
    noslip_evaluation_on_sections(evaluation, row, evaluation->value[operand[0]], degree_of(evaluation, operand[0]),
                                  operand[1], token);
    return TRUE;
  }
  if (node->kind != NODE_EXTERIOR && node->kind != NODE_WEDGE)
    return FALSE;
  for (guint i = 0; i < (node->kind == NODE_WEDGE ? 2 : 1); i++)
    if (evaluation->shape[operand[i]] != SHAPE_NUMBER)
      return fail(evaluation, row, token, _("take a function or a form"), _("this is neither a function nor a form"));
  evaluation->uses[row] |= USES_FORMS;
  guint degree = degree_of(evaluation, operand[0]);
  if (node->kind == NODE_WEDGE) {
    if (degree != 1 || degree_of(evaluation, operand[1]) != 1)
      return fail(evaluation, row, token, _("write forms that are linear in section names"),
                  _("wedge( ) takes two forms of degree 1"));
    evaluation->value[row] =
        form_wedge(evaluation->scope, evaluation->value[operand[0]], evaluation->value[operand[1]]);
  } else if (degree >= MOST_DEGREE) {
    return fail(evaluation, row, token, _("take a form of lower degree"),
                _("forms of more than three sections are not computed"));
  } else {
    evaluation->value[row] = noslip_form_exterior(evaluation->scope, evaluation->value[operand[0]], degree);
  }
  return TRUE;
}
