/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/language/scope.h"
#include "core/language/scope-private.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

void
noslip_scope_set_size(Scope *scope, guint m, guint n)
{
  scope->m = m;
  scope->n = n;
  scope->coordinates = g_new0(const char *, m + 1);
  scope->x = g_new0(NoslipExpr, m + 1);
  scope->velocity = g_new0(NoslipExpr, m + 1);
  scope->fibres = g_new0(const char *, n + 1);
  scope->y = g_new0(NoslipExpr, n + 1);
  scope->momentum = g_new0(NoslipExpr, n + 1);
}

void
noslip_scope_clear(Scope *scope)
{
  g_clear_pointer(&scope->names, g_hash_table_unref);
  g_clear_pointer(&scope->coordinates, g_free);
  g_clear_pointer(&scope->x, g_free);
  g_clear_pointer(&scope->velocity, g_free);
  g_clear_pointer(&scope->fibres, g_free);
  g_clear_pointer(&scope->y, g_free);
  g_clear_pointer(&scope->momentum, g_free);
  g_clear_pointer(&scope->domain, g_array_unref);
  g_clear_pointer(&scope->domains, g_hash_table_unref);
  for (guint i = 0; i < G_N_ELEMENTS(scope->copies); i++)
    g_clear_pointer(&scope->copies[i], g_free);
}

NoslipExpr
noslip_scope_rate_of_position(Scope *scope, NoslipExpr f)
{
  NoslipExpr value = noslip_expr_derivative(scope->graph, f, scope->t);
  for (guint i = 0; i < scope->m; i++) {
    NoslipExpr slope = noslip_expr_derivative(scope->graph, f, scope->x[i]);
    if (slope != NOSLIP_ZERO)
      value = noslip_expr_add_product(scope->graph, value, slope, scope->velocity[i]);
  }
  return value;
}

/* d(f) of a function of coordinates (and t) alone is a velocity: sum of df/dx^i x'^i. */
static void
rate_node(Evaluation *evaluation, guint row, guint argument, const Token *token)
{
  Scope *scope = evaluation->scope;
  guint uses = evaluation->uses[argument], shape = evaluation->shape[argument];
  /* d( ) stays formal if it may, and is expanded along the motion */
  guint position_uses = USES_COORDINATES | USES_CONSTANTS | ((evaluation->allowed & USES_FORMAL) != 0 ? 0 : USES_TIME);
  gboolean position = (uses & ~position_uses) == 0, moves = FALSE;
  NoslipExpr rates[3] = {0};
  for (guint i = 0; i < MIN(shape, 3); i++) {
    NoslipExpr f = noslip_evaluation_component(evaluation, argument, i);
    rates[i] =
        position ? noslip_scope_rate_of_position(scope, f) : noslip_expr_apply(scope->graph, NOSLIP_OP_RATE, 1, &f);
    moves = moves || rates[i] != NOSLIP_ZERO;
  }
  noslip_evaluation_set(evaluation, row, shape, rates);
  if (position) {
    evaluation->uses[row] = (guint16) (uses | (moves ? USES_VELOCITIES : 0));
    return;
  }
  evaluation->uses[row] = (guint16) (uses | USES_FORMAL | USES_VELOCITIES);
  if ((uses & USES_LAMBDA) != 0) {
    evaluation->bad[row] = TRUE;
    noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED, token->place, _("differentiate something else"),
                             _("a multiplier has no derivative along the motion"));
  }
}

static void
adjacent_node(Evaluation *evaluation, guint row, const Node *node)
{
  Source *source = evaluation->source;
  const Token *token = noslip_source_token(source, node->token);
  const Name *form = noslip_scope_name(evaluation->scope, token->text);
  if (form != NULL && form->degree > 0) {
    guint arguments = node->operand[0] - evaluation->first;
    evaluation->bad[row] = form->bad || evaluation->bad[arguments];
    if (!evaluation->bad[row])
      noslip_evaluation_on_sections(evaluation, row, form->expr, form->degree, arguments, token);
    return;
  }
  evaluation->bad[row] = TRUE;
  gboolean known = noslip_scope_name(evaluation->scope, token->text) != NULL ||
                   noslip_scope_primed(evaluation->scope, token->text) >= 0 || noslip_language_is_reserved(token->text);
  if (!known) {
    noslip_scope_unknown(evaluation->scope, source, token->place, token->text, VALUE);
    return;
  }
  g_autofree char *argument = noslip_source_slice(source, node->token + 1, node->operand[1]);
  g_autofree char *remedy = g_strdup_printf(_("did you mean %s*%s?"), token->text, argument);
  noslip_diagnostic_set_fix(noslip_evaluation_report(evaluation, NOSLIP_CODE_IMPLICIT_PRODUCT,
                                                     noslip_source_place(source, node->token, node->operand[1]), remedy,
                                                     _("%s is not a function, and a product needs its sign"),
                                                     token->text),
                            noslip_source_gap(source, node->token, node->token + 1), "*");
}

static void
quotient_node(Evaluation *evaluation, guint row, guint a, guint b, const Token *token)
{
  evaluation->value[row] = NOSLIP_ZERO;
  if (evaluation->value[b] != NOSLIP_ZERO) {
    evaluation->value[row] = noslip_expr_div(evaluation->scope->graph, evaluation->value[a], evaluation->value[b]);
    return;
  }
  evaluation->bad[row] = TRUE;
  noslip_evaluation_report(evaluation, NOSLIP_CODE_SYNTAX, token->place, _("check the denominator"),
                           _("this divides by zero"));
}

static void
arithmetic_node(Evaluation *evaluation, guint row, const Node *node, const guint *operand)
{
  NoslipGraph *graph = evaluation->scope->graph;
  NoslipExpr a = evaluation->value[operand[0]], b = evaluation->value[operand[1]];
  NoslipExpr arguments[3] = {a, b, evaluation->value[operand[2]]};
  const Token *token = noslip_source_token(evaluation->source, node->token);
  double number;
  switch ((NodeKind) node->kind) {
  case NODE_ADD:
    evaluation->value[row] = noslip_expr_add(graph, a, b);
    break;
  case NODE_SUB:
    evaluation->value[row] = noslip_expr_sub(graph, a, b);
    break;
  case NODE_MUL:
    evaluation->value[row] = noslip_expr_mul(graph, a, b);
    break;
  case NODE_DIV:
    quotient_node(evaluation, row, operand[0], operand[1], token);
    break;
  case NODE_NEG:
    evaluation->value[row] = noslip_expr_neg(graph, a);
    break;
  case NODE_POW:
    if (a == NOSLIP_ZERO && noslip_expr_is_number(graph, b, &number) && number < 0) {
      evaluation->bad[row] = TRUE;
      noslip_evaluation_report(evaluation, NOSLIP_CODE_SYNTAX, token->place, _("check the base"),
                               _("this divides by zero"));
    } else {
      evaluation->value[row] = noslip_expr_pow(graph, a, b);
    }
    break;
  case NODE_FUNCTION:
    evaluation->value[row] = noslip_expr_apply(
        graph, (NoslipOp) node->op,
        node->op == NOSLIP_OP_ATAN2 || node->op == NOSLIP_OP_MIN || node->op == NOSLIP_OP_MAX ? 2 : 1, arguments);
    break;
  default: /* the formal operators; NODE_RATE is handled separately */
    evaluation->value[row] =
        noslip_expr_apply(graph, (NoslipOp) node->op, node->kind == NODE_JACOBI ? 3 : 2, arguments);
    evaluation->uses[row] |= USES_FORMAL | USES_VELOCITIES;
    break;
  }
}

static guint
n_operands(const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_ADD:
  case NODE_SUB:
  case NODE_MUL:
  case NODE_DIV:
  case NODE_POW:
  case NODE_BRACKET:
  case NODE_DOT:
  case NODE_CROSS:
  case NODE_COMPARE:
  case NODE_AND:
  case NODE_OR:
  case NODE_WEDGE:
  case NODE_ON:
    return 2;
  case NODE_NEG:
  case NODE_RATE:
  case NODE_NORM:
  case NODE_COMPONENT:
  case NODE_NOT:
  case NODE_EXTERIOR:
    return 1;
  case NODE_VECTOR:
    return node->op;
  case NODE_JACOBI:
  case NODE_IF:
    return 3;
  case NODE_FUNCTION:
    return node->op == NOSLIP_OP_ATAN2 || node->op == NOSLIP_OP_MIN || node->op == NOSLIP_OP_MAX ? 2 : 1;
  default:
    return 0;
  }
}

/* The remaining nodes, for numbers or d( ) of a vector; FALSE after an error. */
static gboolean
are_numbers(Evaluation *evaluation, guint row, const Node *node, const guint *operand)
{
  for (guint i = 0; i < n_operands(node); i++) {
    guint shape = evaluation->shape[operand[i]];
    if (shape == SHAPE_NUMBER || (node->kind == NODE_RATE && noslip_evaluation_is_vector(evaluation, operand[i])))
      continue;
    evaluation->bad[row] = TRUE;
    const Token *token = noslip_source_token(evaluation->source, node->token);
    if (shape == SHAPE_CONDITION)
      noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED, token->place, _("write if(condition, a, b)"),
                               _("a number is expected here, and this is a condition"));
    else if (shape == SHAPE_ROTATION)
      noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED, token->place,
                               _("write R*u, with a vector after the rotation"),
                               _("a rotation is not followed by a vector"));
    else
      noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED, token->place,
                               _("write a component, such as v.x, or dot(v, v) for the square"),
                               _("a number is expected here, and this is a vector"));
    return FALSE;
  }
  return TRUE;
}

static void
compound_node(Evaluation *evaluation, guint row, const Node *node)
{
  guint operand[3] = {0};
  const Token *token = noslip_source_token(evaluation->source, node->token);
  for (guint i = 0; i < n_operands(node); i++) {
    operand[i] = node->operand[i] - evaluation->first;
    evaluation->uses[row] |= evaluation->uses[operand[i]];
    evaluation->bad[row] |= evaluation->bad[operand[i]];
  }
  if (evaluation->bad[row])
    return;
  guint before = evaluation->uses[row];
  if (noslip_evaluation_form_node(evaluation, row, node, operand))
    return;
  if (noslip_evaluation_case_node(evaluation, row, node, operand) ||
      noslip_evaluation_vector_node(evaluation, row, node, operand))
    return;
  if (!are_numbers(evaluation, row, node, operand))
    return;
  if (node->kind == NODE_RATE)
    rate_node(evaluation, row, operand[0], token);
  else
    arithmetic_node(evaluation, row, node, operand);
  guint wrong = evaluation->uses[row] & ~before & ~evaluation->allowed;
  if (!evaluation->bad[row] && wrong != 0) {
    evaluation->bad[row] = TRUE;
    noslip_evaluation_report_misplaced(evaluation, token->place,
                                       node->kind == NODE_RATE     ? "d( )"
                                       : node->kind == NODE_JACOBI ? "jacobi( )"
                                                                   : "{ , }",
                                       wrong);
  }
}

static void
leaf_wrong(Evaluation *evaluation, guint row, const Token *token, const char *head)
{
  guint wrong = evaluation->uses[row] & ~evaluation->allowed;
  if (evaluation->bad[row] || wrong == 0)
    return;
  evaluation->bad[row] = TRUE;
  g_autofree char *name = g_strdup_printf("%s(%s)", head, token->text);
  noslip_evaluation_report_misplaced(evaluation, token->place, name, wrong);
}

static void
evaluate_node(Evaluation *evaluation, guint row, const Node *node)
{
  const Token *token = noslip_source_token(evaluation->source, node->token);
  switch ((NodeKind) node->kind) {
  case NODE_NUMBER:
    evaluation->value[row] = noslip_expr_decimal(evaluation->scope->graph, token->text);
    break;
  case NODE_DEGREES:
    evaluation->value[row] =
        noslip_expr_mul(evaluation->scope->graph, noslip_expr_decimal(evaluation->scope->graph, token->text),
                        noslip_expr_mul(evaluation->scope->graph, noslip_expr_pi(evaluation->scope->graph),
                                        noslip_expr_rational(evaluation->scope->graph, 1, 180)));
    break;
  case NODE_PI:
    evaluation->value[row] = noslip_expr_pi(evaluation->scope->graph);
    break;
  case NODE_NAME:
    noslip_evaluation_name(evaluation, row, token);
    break;
  case NODE_MOMENTUM:
    noslip_evaluation_momentum(evaluation, row, token);
    leaf_wrong(evaluation, row, token, "p");
    break;
  case NODE_LAMBDA:
    noslip_evaluation_multiplier(evaluation, row, token, "lambda", USES_LAMBDA);
    leaf_wrong(evaluation, row, token, "lambda");
    break;
  case NODE_MU:
    noslip_evaluation_multiplier(evaluation, row, token, "mu", USES_MU);
    leaf_wrong(evaluation, row, token, "mu");
    break;
  case NODE_SPIN:
  case NODE_TRANSPOSE:
    noslip_evaluation_rotation_node(evaluation, row, node, token);
    leaf_wrong(evaluation, row, token, node->kind == NODE_SPIN ? "omega" : "transpose");
    break;
  case NODE_ADJACENT:
    adjacent_node(evaluation, row, node);
    break;
  default:
    compound_node(evaluation, row, node);
    noslip_evaluation_note_part(evaluation, row, node);
    break;
  }
}

gboolean
noslip_scope_vector(Scope *scope, Source *source, const Span *span, const char *what, guint allowed,
                    NoslipExpr components[3], guint *shape, guint *uses)
{
  guint n = span->root - span->first + 1;
  g_autofree NoslipExpr *value = g_new0(NoslipExpr, n);
  g_autofree NoslipExpr(*rest)[2] = g_malloc0_n(n, sizeof *rest);
  g_autofree guint16 *used = g_new0(guint16, n);
  g_autofree guint8 *bad = g_new0(guint8, n);
  g_autofree guint8 *shapes = g_malloc(n);
  g_autoptr(GArray) parts = scope->domain != NULL ? noslip_evaluation_parts_new() : NULL;
  Evaluation evaluation = {scope, source, what, allowed, span->first, value, rest, used, bad, shapes, parts};
  memset(shapes, SHAPE_NUMBER, n);
  for (guint row = 0; row < n; row++)
    evaluate_node(&evaluation, row, noslip_source_node(source, span->first + row));
  if (parts != NULL)
    noslip_scope_keep_domain(scope, parts);
  if (!bad[n - 1] && (used[n - 1] & USES_FORMS & ~allowed) != 0) {
    bad[n - 1] = TRUE;
    g_autofree char *slice = noslip_source_slice(source, span->token, span->last);
    noslip_evaluation_report_misplaced(&evaluation, noslip_source_place(source, span->token, span->last), slice,
                                       USES_FORMS);
  }
  *shape = shapes[n - 1];
  for (guint i = 0; i < 3; i++)
    components[i] =
        i < *shape && *shape <= SHAPE_TRIPLE ? noslip_evaluation_component(&evaluation, n - 1, i) : NOSLIP_ZERO;
  if (uses != NULL)
    *uses = used[n - 1];
  if (noslip_graph_failed(scope->graph)) {
    if (!scope->full && !scope->quiet)
      noslip_source_error(source, NOSLIP_CODE_TOO_LARGE, noslip_source_token(source, span->token)->place,
                          _("simplify the system"), _("the system needs more memory than this program takes"));
    scope->full = scope->full || !scope->quiet;
    return FALSE;
  }
  if (!bad[n - 1] && *shape == SHAPE_CONDITION) {
    noslip_evaluation_report(&evaluation, NOSLIP_CODE_MISPLACED, noslip_source_place(source, span->token, span->last),
                             _("write if(condition, a, b)"), _("a number is expected here, and this is a condition"));
    return FALSE;
  }
  if (!bad[n - 1] && *shape > SHAPE_TRIPLE) {
    noslip_evaluation_report(&evaluation, NOSLIP_CODE_MISPLACED, noslip_source_place(source, span->token, span->last),
                             _("write R*u, with a vector after the rotation"),
                             _("a rotation is not followed by a vector"));
    return FALSE;
  }
  return !bad[n - 1];
}

gboolean
noslip_scope_expression(Scope *scope, Source *source, const Span *span, const char *what, guint allowed,
                        NoslipExpr *expr, guint *uses)
{
  NoslipExpr components[3];
  guint shape = SHAPE_NUMBER;
  gboolean good = noslip_scope_vector(scope, source, span, what, allowed, components, &shape, uses);
  *expr = components[0];
  if (!good || shape == SHAPE_NUMBER)
    return good;
  if (!scope->quiet)
    noslip_source_error(source, NOSLIP_CODE_MISPLACED, noslip_source_place(source, span->token, span->last),
                        _("write a component, such as v.x, or dot(v, v) for the square"),
                        _("a number is expected here, and this is a vector"));
  return FALSE;
}
