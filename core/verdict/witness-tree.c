/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/witness-tree.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MOST_DEPTH 100 /* of lets that use each other */

typedef enum { IS_PARAMETER, IS_COORDINATE, IS_FIBRE, IS_LET, IS_ENTRY, IS_CONSTRAINT } NameIs;

typedef struct {
  NameIs is;
  guint index;       /* of a parameter, coordinate, fibre coordinate, constraint; the rotation of an entry */
  guint row, column; /* of an entry of a rotation matrix, from 1 */
  Span span;         /* of a let, and of a velocity */
  NoslipJet *jet;    /* the value of a let or a velocity */
  guint generation;  /* when it was computed */
  gboolean uses_velocities, uses_lagrangian, scanned;
} WitnessName;

static gboolean fail(WitnessTree *tree, const char *format, ...) G_GNUC_PRINTF(2, 3);

static gboolean
fail(WitnessTree *tree, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  if (tree->reason == NULL)
    tree->reason = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  return FALSE;
}

static NoslipJet *
take(WitnessTree *tree)
{
  return tree->pool->len > 0 ? g_ptr_array_steal_index_fast(tree->pool, tree->pool->len - 1)
                             : noslip_jet_new(tree->n_variables);
}

static void
give(WitnessTree *tree, NoslipJet *jet)
{
  if (jet != NULL)
    g_ptr_array_add(tree->pool, jet);
}

void
noslip_witness_tree_move(WitnessTree *tree)
{
  tree->generation++;
}

/* The entry (i, j) of the rotation matrix, from 1: v is turned into q v q*, of which the j-th unit vector's i-th
 * component is taken. */
static void
rotation_entry(WitnessTree *tree, const WitnessRotation *rotation, guint i, guint j, NoslipJet *result)
{
  /* e_a e_b = sign e_(index) of quaternions, e_0 = 1 */
  static const gint8 sign[4][4] = {{1, 1, 1, 1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {1, 1, -1, -1}};
  noslip_jet_set_constant(result, 0);
  for (guint a = 0; a < 4; a++)
    for (guint b = 0; b < 4; b++) {
      guint left = a ^ j;
      if ((left ^ b) != i)
        continue;
      NoslipJet *term = take(tree);
      noslip_jet_copy(term, tree->x[rotation->quaternion[a]]);
      noslip_jet_multiply(term, tree->x[rotation->quaternion[b]]);
      int s = sign[a][j] * sign[left][b] * (b == 0 ? 1 : -1);
      noslip_jet_add(result, term, s);
      give(tree, term);
    }
}

/* A let, or the velocity that a fibre coordinate stands for. */
static gboolean
evaluate_definition(WitnessTree *tree, WitnessName *name, NoslipJet *result)
{
  if (name->jet == NULL)
    name->jet = noslip_jet_new(tree->n_variables);
  if (name->generation != tree->generation || name->generation == 0) {
    if (tree->depth >= MOST_DEPTH)
      return fail(tree, _("definitions use each other too deep"));
    guint generation = tree->generation;
    g_autofree NoslipJet *value = noslip_jet_new(tree->n_variables);
    tree->depth++;
    gboolean good = noslip_witness_tree_evaluate(tree, &name->span, value);
    tree->depth--;
    if (!good)
      return FALSE;
    noslip_jet_copy(name->jet, value);
    name->generation = generation;
  }
  noslip_jet_copy(result, name->jet);
  return TRUE;
}

/* Values alone: their derivatives would need second derivatives of L that nobody asked for. */
static gboolean
evaluate_momentum(WitnessTree *tree, const char *text, NoslipJet *result)
{
  const WitnessName *name = g_hash_table_lookup(tree->names, text);
  g_autofree char *stem = g_strndup(text, strlen(text) - g_str_has_suffix(text, "'"));
  const WitnessName *coordinate = g_hash_table_lookup(tree->names, stem);
  NoslipJet *lagrangian = take(tree);
  double p = 0;
  gboolean good = noslip_witness_tree_lagrangian(tree, lagrangian);
  const NoslipJetSeries *by_v = lagrangian->series + 1 + tree->m, *by_y = by_v + tree->m;
  if (good && name != NULL && name->is == IS_FIBRE) {
    for (guint i = 0; i < tree->m; i++)
      p += tree->rho[i * tree->n + name->index] * by_v[i].value[0];
    p += tree->frame == WITNESS_SECTIONS ? by_y[name->index].value[0] : 0;
  } else if (good && coordinate != NULL && coordinate->is == IS_COORDINATE) {
    p = by_v[coordinate->index].value[0];
  } else if (good) {
    good = fail(tree, _("there is no momentum of %s"), text);
  }
  noslip_jet_set_constant(result, p);
  give(tree, lagrangian);
  return good;
}

/* kinetic, potential, lagrangian and energy, with the meaning that data/help/language.md gives them. */
static gboolean
evaluate_energy(WitnessTree *tree, const char *text, NoslipJet *result)
{
  if (strcmp(text, "lagrangian") == 0)
    return noslip_witness_tree_lagrangian(tree, result);
  if (strcmp(text, "kinetic") == 0 && tree->has_kinetic)
    return noslip_witness_tree_evaluate(tree, &tree->kinetic, result);
  if (strcmp(text, "potential") == 0 && tree->has_kinetic) {
    noslip_jet_set_constant(result, 0);
    return !tree->has_potential || noslip_witness_tree_evaluate(tree, &tree->potential, result);
  }
  NoslipJet *lagrangian = take(tree);
  double value[2] = {0};
  gboolean good = noslip_witness_tree_lagrangian(tree, lagrangian);
  for (guint i = 0; i < tree->m; i++)
    value[0] += lagrangian->series[1 + tree->m + i].value[0] * tree->v[i]->series[0].value[0];
  for (guint a = 0; a < tree->n && tree->frame == WITNESS_SECTIONS; a++)
    value[0] += lagrangian->series[1 + 2 * tree->m + a].value[0] * tree->y[a]->series[0].value[0];
  value[0] -= lagrangian->series[0].value[0];
  if (good && strcmp(text, "energy") != 0) {
    gboolean before = tree->at_rest;
    tree->at_rest = TRUE;
    noslip_witness_tree_move(tree);
    good = noslip_witness_tree_lagrangian(tree, lagrangian);
    tree->at_rest = before;
    noslip_witness_tree_move(tree);
    value[1] = -lagrangian->series[0].value[0];
  }
  noslip_jet_set_constant(result, strcmp(text, "energy") == 0      ? value[0]
                                  : strcmp(text, "potential") == 0 ? value[1]
                                                                   : value[0] - value[1]);
  give(tree, lagrangian);
  return good;
}

static gboolean
is_energy(const char *text)
{
  return strcmp(text, "energy") == 0 || strcmp(text, "kinetic") == 0 || strcmp(text, "potential") == 0 ||
         strcmp(text, "lagrangian") == 0;
}

static gboolean
evaluate_prime(WitnessTree *tree, const char *text, NoslipJet *result)
{
  const WitnessName *fibre = g_hash_table_lookup(tree->names, text);
  if (tree->primes_are_sections && fibre != NULL && fibre->is == IS_FIBRE) {
    noslip_jet_copy(result, tree->y[fibre->index]);
    return TRUE;
  }
  g_autofree char *stem = g_strndup(text, strlen(text) - 1);
  const WitnessName *name = g_hash_table_lookup(tree->names, stem);
  if (name == NULL || name->is != IS_COORDINATE)
    return fail(tree, _("%s is not known"), text);
  if (tree->at_rest)
    noslip_jet_set_constant(result, 0);
  else
    noslip_jet_copy(result, tree->v[name->index]);
  return TRUE;
}

static gboolean
evaluate_name(WitnessTree *tree, const Token *token, NoslipJet *result)
{
  WitnessName *name = g_hash_table_lookup(tree->names, token->text);
  if (token->primes > 0)
    return evaluate_prime(tree, token->text, result);
  if (strcmp(token->text, "t") == 0) {
    noslip_jet_copy(result, tree->time);
    return TRUE;
  }
  if (is_energy(token->text))
    return evaluate_energy(tree, token->text, result);
  if (name == NULL)
    return fail(tree, _("%s is not known"), token->text);
  switch (name->is) {
  case IS_PARAMETER:
    noslip_jet_set_constant(result, tree->parameters[name->index]);
    return TRUE;
  case IS_COORDINATE:
    noslip_jet_copy(result, tree->x[name->index]);
    return TRUE;
  case IS_FIBRE:
    if (tree->frame == WITNESS_VELOCITIES)
      return evaluate_definition(tree, name, result);
    if (tree->at_rest)
      noslip_jet_set_constant(result, 0);
    else
      noslip_jet_copy(result, tree->y[name->index]);
    return TRUE;
  case IS_LET:
    return evaluate_definition(tree, name, result);
  case IS_ENTRY:
    rotation_entry(tree, &g_array_index(tree->rotations, WitnessRotation, name->index), name->row, name->column,
                   result);
    return TRUE;
  case IS_CONSTRAINT:
    break;
  }
  return fail(tree, _("%s is not a value"), token->text);
}

static gboolean
evaluate_function(WitnessTree *tree, const char *name, NoslipJet *a, const NoslipJet *b)
{
  return (b != NULL ? noslip_jet_function_of_two(name, a, b) : noslip_jet_function(name, a)) ||
         fail(tree, _("the function %s is not known"), name);
}

/* How many operands the node has, or -1 where it is none that the witness knows. */
static int
n_operands(const Node *node, const char *text)
{
  switch ((NodeKind) node->kind) {
  case NODE_NUMBER:
  case NODE_DEGREES:
  case NODE_PI:
  case NODE_NAME:
  case NODE_MOMENTUM:
    return 0;
  case NODE_NEG:
  case NODE_RATE:
  case NODE_NOT:
    return 1;
  case NODE_IF:
    return 3;
  case NODE_COMPARE:
  case NODE_AND:
  case NODE_OR:
  case NODE_ADD:
  case NODE_SUB:
  case NODE_MUL:
  case NODE_DIV:
  case NODE_POW:
    return 2;
  case NODE_FUNCTION:
    return strcmp(text, "atan2") == 0 || strcmp(text, "min") == 0 || strcmp(text, "max") == 0 ? 2 : 1;
  default:
    return -1;
  }
}

/* Whether the condition holds; comparisons and conditions are 1 or 0. */
static gboolean
holds(const Node *node, double a, double b)
{
  switch ((NodeKind) node->kind) {
  case NODE_AND:
    return a != 0 && b != 0;
  case NODE_OR:
    return a != 0 || b != 0;
  case NODE_NOT:
    return a == 0;
  default:
    return node->op == '<' ? a < b : node->op == '>' ? a > b : node->op == OP_LESS_EQUAL ? a <= b : a >= b;
  }
}

/* `a` becomes the value of the node with the operands a, b and c. */
static gboolean
evaluate_node(WitnessTree *tree, const Node *node, NoslipJet *a, const NoslipJet *b, const NoslipJet *c)
{
  const Token *token = noslip_source_token(tree->source, node->token);
  switch ((NodeKind) node->kind) {
  case NODE_NUMBER:
    noslip_jet_set_constant(a, g_ascii_strtod(token->text, NULL));
    return TRUE;
  case NODE_DEGREES:
    noslip_jet_set_constant(a, g_ascii_strtod(token->text, NULL) * G_PI / 180);
    return TRUE;
  case NODE_PI:
    noslip_jet_set_constant(a, G_PI);
    return TRUE;
  case NODE_NAME:
    return evaluate_name(tree, token, a);
  case NODE_MOMENTUM:
    return evaluate_momentum(tree, token->text, a);
  case NODE_ADD:
    noslip_jet_add(a, b, 1);
    return TRUE;
  case NODE_SUB:
    noslip_jet_add(a, b, -1);
    return TRUE;
  case NODE_MUL:
    noslip_jet_multiply(a, b);
    return TRUE;
  case NODE_DIV:
    noslip_jet_divide(a, b);
    return TRUE;
  case NODE_POW:
    noslip_jet_power(a, b);
    return TRUE;
  case NODE_NEG:
    noslip_jet_scale(a, -1);
    return TRUE;
  case NODE_RATE:
    noslip_jet_rate(a, tree->m);
    return TRUE;
  case NODE_COMPARE:
  case NODE_AND:
  case NODE_OR:
  case NODE_NOT:
    noslip_jet_set_constant(a, holds(node, a->series[0].value[0], b != NULL ? b->series[0].value[0] : 0));
    return TRUE;
  case NODE_IF:
    noslip_jet_copy(a, a->series[0].value[0] != 0 ? b : c);
    return TRUE;
  case NODE_FUNCTION:
    return evaluate_function(tree, token->text, a, b);
  default:
    return fail(tree, _("the text has a form that the witness does not know"));
  }
}

gboolean
noslip_witness_tree_evaluate(WitnessTree *tree, const Span *span, NoslipJet *result)
{
  guint n = span->root - span->first + 1;
  g_autofree NoslipJet **rows = g_new0(NoslipJet *, n);
  gboolean good = TRUE;
  for (guint row = 0; row < n && good; row++) {
    const Node *node = noslip_source_node(tree->source, span->first + row);
    const char *text = noslip_source_token(tree->source, node->token)->text;
    int count = n_operands(node, text);
    if (count < 0) {
      g_autofree char *form = noslip_source_slice(tree->source, span->token, span->last);
      good = fail(tree, _("the text has a form that the witness does not know: %s"), form);
      break;
    }
    NoslipJet *operand[3] = {NULL, NULL, NULL};
    for (int i = 0; i < count; i++)
      operand[i] = g_steal_pointer(&rows[node->operand[i] - span->first]);
    rows[row] = operand[0] != NULL ? operand[0] : take(tree);
    good = evaluate_node(tree, node, rows[row], operand[1], operand[2]);
    give(tree, operand[1]);
    give(tree, operand[2]);
  }
  if (good)
    noslip_jet_copy(result, rows[n - 1]);
  for (guint row = 0; row < n; row++)
    give(tree, rows[row]);
  return good;
}

gboolean
noslip_witness_tree_lagrangian(WitnessTree *tree, NoslipJet *result)
{
  gboolean good = noslip_witness_tree_evaluate(tree, tree->has_lagrangian ? &tree->lagrangian : &tree->kinetic, result);
  if (good && tree->has_potential) {
    NoslipJet *potential = take(tree);
    good = noslip_witness_tree_evaluate(tree, &tree->potential, potential);
    noslip_jet_add(result, potential, -1);
    give(tree, potential);
  }
  return good;
}

gboolean
noslip_witness_tree_constraint(WitnessTree *tree, guint constraint, NoslipJet *result)
{
  const WitnessConstraint *phi = &g_array_index(tree->constraints, WitnessConstraint, constraint);
  NoslipJet *right = take(tree);
  gboolean good =
      noslip_witness_tree_evaluate(tree, &phi->left, result) && noslip_witness_tree_evaluate(tree, &phi->right, right);
  noslip_jet_add(result, right, -1);
  give(tree, right);
  return good;
}

/* What an expression uses, lets included. */
static void
scan(WitnessTree *tree, const Span *span, gboolean *velocities, gboolean *lagrangian, guint depth)
{
  for (guint i = span->first; i <= span->root; i++) {
    const Node *node = noslip_source_node(tree->source, i);
    const char *text = noslip_source_token(tree->source, node->token)->text;
    if (node->kind == NODE_RATE)
      *velocities = TRUE;
    if (node->kind == NODE_MOMENTUM)
      *velocities = *lagrangian = TRUE;
    if (node->kind != NODE_NAME)
      continue;
    if (is_energy(text))
      *velocities = *lagrangian = TRUE;
    WitnessName *name = g_hash_table_lookup(tree->names, text);
    if (g_str_has_suffix(text, "'") || (name != NULL && name->is == IS_FIBRE))
      *velocities = TRUE;
    if (name == NULL || name->is != IS_LET || depth > MOST_DEPTH)
      continue;
    if (!name->scanned)
      scan(tree, &name->span, &name->uses_velocities, &name->uses_lagrangian, depth + 1);
    name->scanned = TRUE;
    *velocities |= name->uses_velocities;
    *lagrangian |= name->uses_lagrangian;
  }
}

static WitnessName *
add_name(WitnessTree *tree, const char *text, NameIs is, guint index)
{
  WitnessName *name = g_new0(WitnessName, 1);
  name->is = is;
  name->index = index;
  g_hash_table_replace(tree->names, g_strdup(text), name);
  return name;
}

static void
name_free(gpointer data)
{
  g_free(((WitnessName *) data)->jet);
  g_free(data);
}

static void
add_names(WitnessTree *tree)
{
  const NoslipSystem *system = tree->system;
  for (guint i = 0; i < system->n_parameters; i++)
    add_name(tree, system->parameters[i].name, IS_PARAMETER, i);
  for (guint i = 0; i < system->m; i++)
    add_name(tree, system->coordinates[i].name, IS_COORDINATE, i);
  for (guint a = 0; a < system->n; a++)
    add_name(tree, system->fibres[a].name, IS_FIBRE, a);
  for (guint c = 0; c < system->k; c++)
    add_name(tree, system->constraints[c].name, IS_CONSTRAINT, c);
}

static const char *
text_of(const WitnessTree *tree, const Part *part)
{
  return noslip_source_token(tree->source, part->token)->text;
}

/* The coordinate or fibre coordinate that a part names, or G_MAXUINT. */
static guint
index_of(const WitnessTree *tree, const Part *part, NameIs is)
{
  const WitnessName *name = part != NULL ? g_hash_table_lookup(tree->names, text_of(tree, part)) : NULL;
  return name != NULL && name->is == is ? name->index : G_MAXUINT;
}

/* A natural velocity x' by its name: the index of x, or G_MAXUINT. */
static guint
index_of_prime(const WitnessTree *tree, const char *text)
{
  if (!g_str_has_suffix(text, "'"))
    return G_MAXUINT;
  g_autofree char *stem = g_strndup(text, strlen(text) - 1);
  const WitnessName *name = g_hash_table_lookup(tree->names, stem);
  return name != NULL && name->is == IS_COORDINATE ? name->index : G_MAXUINT;
}

static const Part *
part_of(const WitnessTree *tree, const Statement *statement, PartKind kind, guint i)
{
  return noslip_statement_part(tree->source, statement, kind, i);
}

static gboolean
read_rotation(WitnessTree *tree, const Statement *statement)
{
  WitnessRotation rotation = {0};
  for (guint i = 0; i < 4; i++)
    rotation.quaternion[i] = index_of(tree, part_of(tree, statement, PART_NAME, 1 + i), IS_COORDINATE);
  for (guint i = 0; i < 3; i++)
    rotation.omega[i] = index_of(tree, part_of(tree, statement, PART_NAME, 5 + i), IS_FIBRE);
  rotation.body = strcmp(part_of(tree, statement, PART_FRAME, 0)->text, "body") == 0;
  const char *text = text_of(tree, part_of(tree, statement, PART_NAME, 0));
  for (guint i = 1; i <= 3; i++)
    for (guint j = 1; j <= 3; j++) {
      g_autofree char *entry = g_strdup_printf("%s%u%u", text, i, j);
      WitnessName *name = add_name(tree, entry, IS_ENTRY, tree->rotations->len);
      name->row = i;
      name->column = j;
    }
  g_array_append_val(tree->rotations, rotation);
  return TRUE;
}

static gboolean
read_section(WitnessTree *tree, const Statement *statement)
{
  const Part *name = part_of(tree, statement, PART_NAME, 0), *part;
  guint fibre = index_of(tree, name, IS_FIBRE), natural = index_of_prime(tree, text_of(tree, name));
  if (fibre == G_MAXUINT)
    return fail(tree, _("the section %s is not known"), text_of(tree, name));
  if (natural != G_MAXUINT) {
    const WitnessEntry one = {natural, fibre, {.first = 1, .root = 0}}; /* no expression: the number 1 */
    g_array_append_val(tree->anchors, one);
  }
  for (guint i = 0; (part = part_of(tree, statement, PART_ENTRY, i)) != NULL; i++) {
    const WitnessEntry entry = {index_of(tree, part, IS_COORDINATE), fibre, part->expr};
    if (entry.coordinate == G_MAXUINT)
      return fail(tree, _("the anchor has a form that the witness does not know"));
    g_array_append_val(tree->anchors, entry);
  }
  return TRUE;
}

static gboolean
read_bracket(WitnessTree *tree, const Statement *statement)
{
  const WitnessBracket bracket = {index_of(tree, part_of(tree, statement, PART_NAME, 0), IS_FIBRE),
                                  index_of(tree, part_of(tree, statement, PART_NAME, 1), IS_FIBRE),
                                  part_of(tree, statement, PART_VALUE, 0)->expr};
  if (bracket.a == G_MAXUINT || bracket.b == G_MAXUINT)
    return fail(tree, _("a bracket has a form that the witness does not know"));
  g_array_append_val(tree->brackets, bracket);
  return TRUE;
}

static gboolean
read_force(WitnessTree *tree, const Statement *statement)
{
  const Part *name = part_of(tree, statement, PART_NAME, 0);
  WitnessEntry force = {index_of_prime(tree, text_of(tree, name)), G_MAXUINT,
                        part_of(tree, statement, PART_VALUE, 0)->expr};
  if (force.coordinate == G_MAXUINT)
    force.fibre = index_of(tree, name, IS_FIBRE);
  if (force.coordinate == G_MAXUINT && force.fibre == G_MAXUINT)
    return fail(tree, _("a force has a form that the witness does not know"));
  g_array_append_val(tree->forces, force);
  return TRUE;
}

static gboolean
read_definition(WitnessTree *tree, const Statement *statement)
{
  const char *text = text_of(tree, part_of(tree, statement, PART_NAME, 0));
  const Span span = part_of(tree, statement, PART_VALUE, 0)->expr;
  WitnessName *name = g_hash_table_lookup(tree->names, text);
  if (statement->entry->kind == STATEMENT_VELOCITY) {
    if (name == NULL || name->is != IS_FIBRE)
      return fail(tree, _("the velocity %s is not known"), text);
    tree->frame = WITNESS_VELOCITIES;
    tree->velocities[name->index] = name->span = span;
    return TRUE;
  }
  add_name(tree, text, IS_LET, 0)->span = span;
  return TRUE;
}

static gboolean
read_function(WitnessTree *tree, const Statement *statement)
{
  const Span span = part_of(tree, statement, PART_VALUE, 0)->expr;
  if (statement->entry->kind == STATEMENT_LAGRANGIAN) {
    tree->has_lagrangian = TRUE;
    tree->lagrangian = span;
  } else if (statement->entry->kind == STATEMENT_KINETIC) {
    tree->has_kinetic = TRUE;
    tree->kinetic = span;
  } else {
    tree->has_potential = TRUE;
    tree->potential = span;
  }
  return TRUE;
}

static gboolean
read_constraint(WitnessTree *tree, const Statement *statement)
{
  const Part *left = part_of(tree, statement, PART_LEFT, 0), *right = part_of(tree, statement, PART_RIGHT, 0);
  WitnessConstraint constraint = {left->expr, right->expr, FALSE};
  g_array_append_val(tree->constraints, constraint);
  return TRUE;
}

/* Statements that say nothing about the motion are passed over; what is not known here is refused. */
static gboolean
read_statement(WitnessTree *tree, const Statement *statement)
{
  switch (statement->entry->kind) {
  case STATEMENT_ROTATION:
    tree->frame = WITNESS_SECTIONS;
    return read_rotation(tree, statement);
  case STATEMENT_SECTION:
    tree->frame = WITNESS_SECTIONS;
    return read_section(tree, statement);
  case STATEMENT_BRACKET:
    return read_bracket(tree, statement);
  case STATEMENT_FORCE:
    return read_force(tree, statement);
  case STATEMENT_LET:
  case STATEMENT_CONSTANT:
  case STATEMENT_VELOCITY:
    return read_definition(tree, statement);
  case STATEMENT_LAGRANGIAN:
  case STATEMENT_KINETIC:
  case STATEMENT_POTENTIAL:
    return read_function(tree, statement);
  case STATEMENT_CONSTRAINT:
    return read_constraint(tree, statement);
  case STATEMENT_NOSLIP:
  case STATEMENT_TITLE:
  case STATEMENT_SUMMARY:
  case STATEMENT_SOURCE:
  case STATEMENT_TAGS:
  case STATEMENT_PARAMETER:
  case STATEMENT_COORDINATE:
  case STATEMENT_MANIFOLD:
  case STATEMENT_DYNAMICS:
  case STATEMENT_FOR: /* what it repeats stands among the statements */
  case STATEMENT_INITIAL:
  case STATEMENT_TRIAL:
  case STATEMENT_RUN:
  case STATEMENT_OBSERVABLE:
  case STATEMENT_CLAIM:
  case STATEMENT_REDUCTION:
  case STATEMENT_DRAW:
  case STATEMENT_TRAIL:
  case STATEMENT_CAMERA:
  case STATEMENT_PLOT:
    return TRUE;
  default:
    return fail(tree, _("the statement %s is not known to the witness"), statement->entry->help->keyword);
  }
}

/* Without sections of their own the coordinates outside rotations have their natural ones. */
static void
add_natural_sections(WitnessTree *tree)
{
  if (tree->anchors->len > 0)
    return;
  for (guint a = 0; a < tree->n; a++) {
    guint natural = index_of_prime(tree, tree->system->fibres[a].name);
    const WitnessEntry one = {natural, a, {.first = 1, .root = 0}};
    if (natural != G_MAXUINT)
      g_array_append_val(tree->anchors, one);
  }
}

static gboolean
has_sections(const WitnessTree *tree)
{
  for (guint i = 0; i < tree->source->statements->len; i++)
    if (g_array_index(tree->source->statements, Statement, i).entry->kind == STATEMENT_SECTION)
      return TRUE;
  return FALSE;
}

/* The Lagrangian may not use itself, and phi may not where its derivatives are needed. */
static gboolean
check_uses(WitnessTree *tree)
{
  for (guint c = 0; c < tree->constraints->len; c++) {
    WitnessConstraint *constraint = &g_array_index(tree->constraints, WitnessConstraint, c);
    gboolean velocities = FALSE, lagrangian = FALSE;
    scan(tree, &constraint->left, &velocities, &lagrangian, 0);
    scan(tree, &constraint->right, &velocities, &lagrangian, 0);
    constraint->holonomic = !velocities;
    if (lagrangian)
      return fail(tree, _("the constraint %s uses momenta or energies, whose derivatives it does not take"),
                  tree->system->constraints[c].name);
  }
  return TRUE;
}

static gboolean
read_text(WitnessTree *tree)
{
  if (!noslip_source_lex(tree->source, FALSE))
    return fail(tree, _("the text cannot be read"));
  noslip_source_parse(tree->source);
  add_names(tree);
  for (guint i = 0; i < tree->source->statements->len; i++) {
    const Statement *statement = &g_array_index(tree->source->statements, Statement, i);
    if (statement->broken)
      return fail(tree, _("the text cannot be read"));
    if (!read_statement(tree, statement))
      return FALSE;
  }
  if (!tree->has_lagrangian && !tree->has_kinetic)
    return fail(tree, _("the text has no Lagrangian"));
  if (tree->constraints->len != tree->k)
    return fail(tree, _("the constraints are not those of the text"));
  if (tree->frame == WITNESS_SECTIONS && !has_sections(tree))
    add_natural_sections(tree);
  if (tree->frame == WITNESS_NATURAL && tree->n != tree->m)
    return fail(tree, _("the velocities are not those of the coordinates"));
  return check_uses(tree);
}

static void
allocate(WitnessTree *tree)
{
  tree->n_variables = 2 * tree->m + (tree->frame == WITNESS_SECTIONS ? tree->n : 0);
  tree->time = noslip_jet_new(tree->n_variables);
  tree->x = g_new0(NoslipJet *, tree->m + 1);
  tree->v = g_new0(NoslipJet *, tree->m + 1);
  tree->y = g_new0(NoslipJet *, tree->n + 1);
  tree->rho = g_new0(double, (gsize) tree->m * tree->n + 1);
  for (guint i = 0; i < tree->m; i++) {
    tree->x[i] = noslip_jet_new(tree->n_variables);
    tree->v[i] = noslip_jet_new(tree->n_variables);
  }
  for (guint a = 0; a < tree->n; a++)
    tree->y[a] = noslip_jet_new(tree->n_variables);
}

WitnessTree *
noslip_witness_tree_new(const NoslipSystem *system, char **reason)
{
  *reason = NULL;
  if (system->text == NULL) {
    *reason = g_strdup(_("the system has no text"));
    return NULL;
  }
  g_autoptr(WitnessTree) tree = g_new0(WitnessTree, 1);
  tree->system = system;
  tree->m = system->m;
  tree->n = system->n;
  tree->k = system->k;
  tree->generation = 1;
  tree->diagnostics = noslip_diagnostics_new();
  tree->source = noslip_source_new(system->text, strlen(system->text), tree->diagnostics);
  tree->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, name_free);
  tree->pool = g_ptr_array_new_with_free_func(g_free);
  tree->constraints = g_array_new(FALSE, FALSE, sizeof(WitnessConstraint));
  tree->forces = g_array_new(FALSE, FALSE, sizeof(WitnessEntry));
  tree->anchors = g_array_new(FALSE, FALSE, sizeof(WitnessEntry));
  tree->brackets = g_array_new(FALSE, FALSE, sizeof(WitnessBracket));
  tree->rotations = g_array_new(FALSE, FALSE, sizeof(WitnessRotation));
  tree->velocities = g_new0(Span, tree->n + 1);
  if (!read_text(tree)) {
    *reason = g_steal_pointer(&tree->reason);
    return NULL;
  }
  allocate(tree);
  return g_steal_pointer(&tree);
}

void
noslip_witness_tree_free(WitnessTree *tree)
{
  if (tree == NULL)
    return;
  for (guint i = 0; i < tree->m && tree->x != NULL; i++) {
    g_free(tree->x[i]);
    g_free(tree->v[i]);
  }
  for (guint a = 0; a < tree->n && tree->y != NULL; a++)
    g_free(tree->y[a]);
  g_free(tree->x);
  g_free(tree->v);
  g_free(tree->y);
  g_free(tree->time);
  g_free(tree->rho);
  g_free(tree->velocities);
  g_free(tree->reason);
  g_hash_table_unref(tree->names);
  g_ptr_array_unref(tree->pool);
  g_array_unref(tree->constraints);
  g_array_unref(tree->forces);
  g_array_unref(tree->anchors);
  g_array_unref(tree->brackets);
  g_array_unref(tree->rotations);
  noslip_source_free(tree->source);
  noslip_diagnostics_free(tree->diagnostics);
  g_free(tree);
}
