/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `presymplectic OMEGA = ALPHA` for the witness: Omega(y, e_a) - alpha(e_a) at the present state, from the syntax tree.
 *
 *   wedge(a, b)(y, e_a) = a(y) T_a b - b(y) T_a a        for forms a, b of degree 1, linear functions of the velocities
 *   dE(a)(y, e_a)       = d/dt T_a a - rho^i_a X_i a + C^c_ab y^b T_c a       as in Lagrange's equations of a
 *   dE(f)(e_a)          = rho^i_a d_i f,     a(e_a) = T_a a
 *
 * with T_a and X_i of witness-equations.h. */
#include "core/base/decimal.h"
#include "core/verdict/witness-equations-private.h"
#include "core/verdict/witness-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_DEPTH 64

/* Adds factor times the form at node `root` of the span, with its sections filled in as above, to the sums. */
static gboolean add_form(WitnessEquations *self, const Span *span, guint root, guint degree, double factor, guint depth,
                         WitnessNumber *sums);

static gboolean
is_leaf(NodeKind kind)
{
  return kind == NODE_NUMBER || kind == NODE_DEGREES || kind == NODE_PI || kind == NODE_NAME || kind == NODE_LAMBDA ||
         kind == NODE_MOMENTUM || kind == NODE_TRANSPOSE || kind == NODE_SPIN;
}

/* The nodes of the expression with this root: operands come before the nodes that use them. */
static Span
below(const WitnessTree *tree, const Span *span, guint root)
{
  Span part = *span;
  part.root = part.first = root;
  for (const Node *node = noslip_source_node(tree->source, root); !is_leaf((NodeKind) node->kind);
       node = noslip_source_node(tree->source, part.first))
    part.first = node->operand[0];
  return part;
}

static gboolean
unknown(WitnessTree *tree)
{
  return noslip_witness_fail(tree, _("the text has a form that the witness does not support"));
}

/* The node to which a name refers, through lets and forms; its span is set too. */
static const Node *
resolve(const WitnessTree *tree, Span *span, guint *root)
{
  const Node *node = noslip_source_node(tree->source, *root);
  for (guint depth = 0; depth < MOST_DEPTH && node->kind == NODE_NAME; depth++) {
    guint component;
    const WitnessName *name =
        noslip_witness_find_name(tree, noslip_source_token(tree->source, node->token)->text, &component);
    if (name == NULL || name->is != IS_LET)
      break;
    *span = name->span;
    *root = span->root;
    node = noslip_source_node(tree->source, *root);
  }
  return node;
}

/* The degree of the form, from its construction; a function unless something else is found. */
static guint
degree_of(const WitnessTree *tree, Span span, guint root, guint depth)
{
  const Node *node = resolve(tree, &span, &root);
  const char *text = noslip_source_token(tree->source, node->token)->text;
  guint component;
  if (depth > MOST_DEPTH)
    return 0;
  switch ((NodeKind) node->kind) {
  case NODE_WEDGE:
    return 2;
  case NODE_EXTERIOR:
    return degree_of(tree, span, node->operand[0], depth + 1) + 1;
  case NODE_NAME: {
    const WitnessName *name = noslip_witness_find_name(tree, text, &component);
    return g_str_has_suffix(text, "'") || (name != NULL && name->is == IS_FIBRE);
  }
  case NODE_NEG:
    return degree_of(tree, span, node->operand[0], depth + 1);
  case NODE_ADD:
  case NODE_SUB:
  case NODE_MUL:
  case NODE_DIV:
    return MAX(degree_of(tree, span, node->operand[0], depth + 1), degree_of(tree, span, node->operand[1], depth + 1));
  default:
    return 0;
  }
}

static gboolean
evaluate_part(WitnessEquations *self, const Span *span, guint root, NoslipJet *jet)
{
  const Span part = below(self->tree, span, root);
  return noslip_witness_tree_evaluate(self->tree, &part, jet);
}

static gboolean
add_wedge(WitnessEquations *self, const Span *span, const Node *node, double factor, WitnessNumber *sums)
{
  NoslipJet *a = noslip_witness_take(self->tree), *b = noslip_witness_take(self->tree);
  gboolean good = evaluate_part(self, span, node->operand[0], a) && evaluate_part(self, span, node->operand[1], b);
  for (guint i = 0; i < self->n && good; i++) {
    WitnessNumber of_a = noslip_witness_vertical(self, a, i), of_b = noslip_witness_vertical(self, b, i);
    add_term(&sums[i], factor * of_b.value, a->series[0].value[0], a->series[0].size[0]);
    add_term(&sums[i], -factor * of_a.value, b->series[0].value[0], b->series[0].size[0]);
  }
  noslip_witness_give(self->tree, a);
  noslip_witness_give(self->tree, b);
  return good;
}

static gboolean
add_exterior(WitnessEquations *self, const Span *span, const Node *node, guint degree, double factor,
             WitnessNumber *sums)
{
  NoslipJet *jet = noslip_witness_take(self->tree);
  g_autofree WitnessNumber *kept = g_memdup2(self->momentum, sizeof *kept * (self->n + 1)),
                           *rates = g_new0(WitnessNumber, self->n + 1);
  gboolean good = evaluate_part(self, span, node->operand[0], jet);
  for (guint a = 0; a < self->n && good; a++) {
    self->momentum[a] = noslip_witness_vertical(self, jet, a);
    rates[a] = noslip_witness_horizontal(self, self->right_anchor, jet, a);
  }
  if (good && degree == 2 && has_sections(self))
    good = noslip_witness_add_brackets(self, rates);
  for (guint a = 0; a < self->n && good; a++) {
    double sign = degree == 2 ? -factor : factor;
    if (degree == 2) {
      WitnessNumber rate = noslip_witness_vertical_rate(self, jet, a);
      add_term(&sums[a], factor, rate.value, rate.size);
    }
    add_term(&sums[a], sign, rates[a].value, rates[a].size);
  }
  memcpy(self->momentum, kept, sizeof *kept * self->n);
  noslip_witness_give(self->tree, jet);
  return good;
}

/* f times a form, or a form by f. */
static gboolean
add_scaled(WitnessEquations *self, const Span *span, const Node *node, guint degree, double factor, guint depth,
           WitnessNumber *sums)
{
  WitnessTree *tree = self->tree;
  gboolean first = degree_of(tree, *span, node->operand[0], 0) > 0;
  NoslipJet *jet = noslip_witness_take(tree);
  gboolean good = evaluate_part(self, span, node->operand[first], jet);
  double scale = jet->series[0].value[0];
  noslip_witness_give(tree, jet);
  return good && add_form(self, span, node->operand[!first], degree,
                          node->kind == NODE_DIV ? factor / scale : factor * scale, depth + 1, sums);
}

static gboolean
add_form(WitnessEquations *self, const Span *whole, guint root, guint degree, double factor, guint depth,
         WitnessNumber *sums)
{
  WitnessTree *tree = self->tree;
  Span span = *whole;
  const Node *node = resolve(tree, &span, &root);
  if (depth > MOST_DEPTH)
    return unknown(tree);
  if (node->kind == NODE_WEDGE && degree == 2)
    return add_wedge(self, &span, node, factor, sums);
  if (node->kind == NODE_EXTERIOR)
    return add_exterior(self, &span, node, degree, factor, sums);
  if (node->kind == NODE_NEG)
    return add_form(self, &span, node->operand[0], degree, -factor, depth + 1, sums);
  if (node->kind == NODE_ADD || node->kind == NODE_SUB)
    return add_form(self, &span, node->operand[0], degree, factor, depth + 1, sums) &&
           add_form(self, &span, node->operand[1], degree, node->kind == NODE_ADD ? factor : -factor, depth + 1, sums);
  if (node->kind == NODE_NUMBER && noslip_decimal_value(noslip_source_token(tree->source, node->token)->text) == 0)
    return TRUE; /* the form 0 */
  if ((node->kind == NODE_MUL || node->kind == NODE_DIV) && degree_of(tree, span, root, 0) > 0)
    return add_scaled(self, &span, node, degree, factor, depth, sums);
  if (degree == 2)
    return unknown(tree);
  NoslipJet *jet = noslip_witness_take(tree);
  gboolean good = evaluate_part(self, &span, root, jet);
  for (guint a = 0; a < self->n && good; a++) {
    WitnessNumber slope = noslip_witness_vertical(self, jet, a);
    add_term(&sums[a], factor, slope.value, slope.size);
  }
  noslip_witness_give(tree, jet);
  return good;
}

gboolean
noslip_witness_add_presymplectic(WitnessEquations *self)
{
  const WitnessTree *tree = self->tree;
  return !tree->is_presymplectic ||
         (add_form(self, &tree->presymplectic[0], tree->presymplectic[0].root, 2, -1, 0, self->equation) &&
          add_form(self, &tree->presymplectic[1], tree->presymplectic[1].root, 1, 1, 0, self->equation));
}
