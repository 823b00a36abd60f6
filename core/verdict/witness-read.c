/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statements of a text, for the witness. */
#include "core/verdict/witness-read.h"

#include "core/verdict/witness-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The names in an expression, including those in lets. */
static void
scan(WitnessTree *tree, const Span *span, gboolean *velocities, gboolean *lagrangian, guint depth)
{
  for (guint i = span->first; i <= span->root; i++) {
    const Node *node = noslip_source_node(tree->source, i);
    const char *text = noslip_source_token(tree->source, node->token)->text;
    guint component;
    if (node->kind == NODE_RATE || node->kind == NODE_SPIN)
      *velocities = TRUE;
    if (node->kind == NODE_MOMENTUM)
      *velocities = *lagrangian = TRUE;
    if (node->kind != NODE_NAME)
      continue;
    if (noslip_witness_is_energy(text))
      *velocities = *lagrangian = TRUE;
    WitnessName *name = noslip_witness_find_name(tree, text, &component);
    if (g_str_has_suffix(text, "'") || (name != NULL && name->is == IS_FIBRE))
      *velocities = TRUE;
    if (name == NULL || name->is != IS_LET || depth > WITNESS_MOST_DEPTH)
      continue;
    if (!name->scanned)
      scan(tree, &name->span, &name->uses_velocities, &name->uses_lagrangian, depth + 1);
    name->scanned = TRUE;
    *velocities |= name->uses_velocities;
    *lagrangian |= name->uses_lagrangian;
  }
}

static gboolean
has(const WitnessTree *tree, StatementKind kind)
{
  for (guint i = 0; i < tree->source->statements->len; i++)
    if (g_array_index(tree->source->statements, Statement, i).entry->kind == kind)
      return TRUE;
  return FALSE;
}

static void
add_section(WitnessTree *tree, const char *text)
{
  if (g_hash_table_contains(tree->names, text))
    return;
  noslip_witness_add_name(tree, text, IS_FIBRE, tree->sections->len);
  g_ptr_array_add(tree->sections, g_strdup(text));
}

/* The sections of the text as fibre coordinates, in their order, if there are connections after the natural ones that
 * no statement declares; the system's own are velocities then. */
static void
add_sections(WitnessTree *tree)
{
  for (guint i = 0; i < tree->m && has(tree, STATEMENT_CONNECTION); i++) {
    g_autofree char *natural = g_strdup_printf("%s'", tree->system->coordinates[i].name);
    add_section(tree, natural);
  }
  for (guint i = 0; i < tree->source->statements->len; i++) {
    const Statement *statement = &g_array_index(tree->source->statements, Statement, i);
    if (statement->entry->kind != STATEMENT_SECTION)
      continue;
    add_section(tree, noslip_witness_text(tree, noslip_statement_part(tree->source, statement, PART_NAME, 0)));
  }
}

static void
add_names(WitnessTree *tree)
{
  const NoslipSystem *system = tree->system;
  for (guint i = 0; i < system->n_parameters; i++)
    noslip_witness_add_name(tree, system->parameters[i].name, IS_PARAMETER, i);
  for (guint i = 0; i < system->m; i++)
    noslip_witness_add_name(tree, system->coordinates[i].name, IS_COORDINATE, i);
  if (tree->reframed)
    add_sections(tree);
  for (guint a = 0; a < system->n && !tree->reframed; a++)
    noslip_witness_add_name(tree, system->fibres[a].name, IS_FIBRE, a);
  for (guint c = 0; c < system->k; c++)
    noslip_witness_add_name(tree, system->constraints[c].name, IS_CONSTRAINT, c);
}

static gboolean
read_force(WitnessTree *tree, const Statement *statement)
{
  const Part *name = noslip_witness_part(tree, statement, PART_NAME, 0);
  WitnessEntry force = {0, noslip_witness_index_of_prime(tree, noslip_witness_text(tree, name)), G_MAXUINT,
                        noslip_witness_part(tree, statement, PART_VALUE, 0)->expr};
  if (force.coordinate == G_MAXUINT)
    force.fibre = noslip_witness_index(tree, name, IS_FIBRE);
  for (guint a = 0; a < tree->n && tree->reframed && force.coordinate == G_MAXUINT; a++)
    if (strcmp(tree->system->fibres[a].name, noslip_witness_text(tree, name)) == 0)
      force.fibre = tree->n + a;
  if (force.coordinate == G_MAXUINT && force.fibre == G_MAXUINT)
    return noslip_witness_fail(tree, _("a force has a form that the witness does not support"));
  g_array_append_val(statement->entry->kind == STATEMENT_FRICTION ? tree->frictions : tree->forces, force);
  return TRUE;
}

static gboolean
read_bounce(WitnessTree *tree, const Statement *statement)
{
  const Span left = noslip_witness_part(tree, statement, PART_LEFT, 0)->expr,
             right = noslip_witness_part(tree, statement, PART_RIGHT, 0)->expr;
  gboolean below =
      noslip_source_token(tree->source, noslip_witness_part(tree, statement, PART_WORD, 0)->token)->op == OP_LESS_EQUAL;
  const WitnessConstraint gap = {below ? right : left, below ? left : right, TRUE, G_MAXUINT};
  g_array_append_val(tree->bounces, gap);
  return TRUE;
}

static gboolean
read_definition(WitnessTree *tree, const Statement *statement)
{
  const char *text = noslip_witness_text(tree, noslip_witness_part(tree, statement, PART_NAME, 0));
  const Span span = noslip_witness_part(tree, statement, PART_VALUE, 0)->expr;
  WitnessName *name = g_hash_table_lookup(tree->names, text);
  if (statement->entry->kind == STATEMENT_VELOCITY && tree->reframed) {
    for (guint a = 0; a < tree->n; a++)
      if (strcmp(tree->system->fibres[a].name, text) == 0)
        tree->velocities[a] = span;
  } else if (statement->entry->kind == STATEMENT_VELOCITY) {
    if (name == NULL || name->is != IS_FIBRE)
      return noslip_witness_fail(tree, _("the velocity %s is not known"), text);
    tree->frame = WITNESS_VELOCITIES;
    tree->velocities[name->index] = name->span = span;
    return TRUE;
  }
  noslip_witness_add_name(tree, text, IS_LET, 0)->span = span;
  return TRUE;
}

static gboolean
read_function(WitnessTree *tree, const Statement *statement)
{
  const Span span = noslip_witness_part(tree, statement, PART_VALUE, 0)->expr;
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

/* The component at the end of the name of a constraint, or G_MAXUINT. */
static guint
component_of(const char *name)
{
  const char *dot = strrchr(name, '.');
  return dot != NULL && dot[1] >= 'x' && dot[1] <= 'z' && dot[2] == '\0' ? (guint) (dot[1] - 'x') : G_MAXUINT;
}

/* The next constraint of the system, or those that are components of one vector: NAME.x, NAME.y, NAME.z. Missing ones
 * of these three are recorded: they must vanish. */
static gboolean
read_constraint(WitnessTree *tree, const Statement *statement)
{
  const NoslipSystem *system = tree->system;
  const Part *left = noslip_witness_part(tree, statement, PART_LEFT, 0),
             *right = noslip_witness_part(tree, statement, PART_RIGHT, 0);
  WitnessConstraint constraint = {left->expr, right->expr, FALSE, G_MAXUINT};
  guint c = tree->constraints->len;
  if (c >= tree->k)
    return noslip_witness_fail(tree, _("the constraints are not those of the text"));
  if (component_of(system->constraints[c].name) == G_MAXUINT) {
    g_array_append_val(tree->constraints, constraint);
    return TRUE;
  }
  g_autofree char *stem = g_strdup(system->constraints[c].name);
  stem[strlen(stem) - 1] = '\0'; /* "NAME." */
  for (constraint.component = 0; constraint.component < 3; constraint.component++) {
    const char *name = c < tree->k ? system->constraints[c].name : "";
    gboolean kept = g_str_has_prefix(name, stem) && component_of(name) == constraint.component;
    g_array_append_val(kept ? tree->constraints : tree->dropped, constraint);
    c += kept;
  }
  return TRUE;
}

/* An input whose course is a number is a parameter of the system; others are functions of time. */
static gboolean
read_input(WitnessTree *tree, const Statement *statement)
{
  const char *text = noslip_witness_text(tree, noslip_witness_part(tree, statement, PART_NAME, 0));
  const Part *course = noslip_witness_part(tree, statement, PART_VALUE, 0);
  if (g_hash_table_contains(tree->names, text))
    return TRUE;
  for (guint i = 0; i < tree->system->n_inputs && course != NULL; i++)
    if (strcmp(tree->system->inputs[i].name, text) == 0) {
      noslip_witness_add_name(tree, text, IS_INPUT, i)->span = course->expr;
      return TRUE;
    }
  return noslip_witness_fail(tree, _("the course of the input %s is not that of the text"), text);
}

/* The expressions of bodies, springs and dampers are read when they are evaluated. */
static gboolean
read_body(WitnessTree *tree, const Statement *statement)
{
  StatementKind kind = statement->entry->kind;
  if (kind == STATEMENT_GRAVITY)
    tree->gravity = statement;
  else
    g_ptr_array_add(kind == STATEMENT_BODY     ? tree->bodies
                    : kind == STATEMENT_SPRING ? tree->springs
                                               : tree->dampers,
                    (gpointer) statement);
  return TRUE;
}

/* Statements that change no equation of motion are skipped; unknown ones are refused. */
static gboolean
read_statement(WitnessTree *tree, const Statement *statement)
{
  switch (statement->entry->kind) {
  case STATEMENT_ROTATION:
    tree->frame = WITNESS_SECTIONS;
    return noslip_witness_read_rotation(tree, statement);
  case STATEMENT_SECTION:
    tree->frame = WITNESS_SECTIONS;
    return noslip_witness_read_section(tree, statement);
  case STATEMENT_BRACKET:
    return noslip_witness_read_bracket(tree, statement);
  case STATEMENT_CONNECTION:
    return noslip_witness_read_connection(tree, statement);
  case STATEMENT_ALGEBROID:
    tree->general = noslip_witness_part(tree, statement, PART_WORD, 0)->text[0] == 'g';
    return TRUE;
  case STATEMENT_FRICTION:
    return read_force(tree, statement);
  case STATEMENT_BOUNCE:
    return read_bounce(tree, statement);
  case STATEMENT_LET:
  case STATEMENT_FORM:
  case STATEMENT_CONSTANT:
  case STATEMENT_VELOCITY:
    return read_definition(tree, statement);
  case STATEMENT_LAGRANGIAN:
  case STATEMENT_KINETIC:
  case STATEMENT_POTENTIAL:
    return read_function(tree, statement);
  case STATEMENT_PRESYMPLECTIC:
    tree->is_presymplectic = TRUE;
    tree->presymplectic[0] = noslip_witness_part(tree, statement, PART_LEFT, 0)->expr;
    tree->presymplectic[1] = noslip_witness_part(tree, statement, PART_RIGHT, 0)->expr;
    return TRUE;
  case STATEMENT_CONSTRAINT:
    return read_constraint(tree, statement);
  case STATEMENT_INPUT:
    return read_input(tree, statement);
  case STATEMENT_BODY:
  case STATEMENT_GRAVITY:
  case STATEMENT_SPRING:
  case STATEMENT_DAMPER:
    return read_body(tree, statement);
  default:
    if ((statement->entry->flags & STATEMENT_FORCE_ON) != 0)
      return read_force(tree, statement);
    return (statement->entry->flags & STATEMENT_STILL) != 0 ||
           noslip_witness_fail(tree, _("the statement %s is not known to the witness"),
                               statement->entry->help->keyword);
  }
}

/* Without sections of their own the coordinates outside rotations have their natural ones; with connections only those
 * that no statement declares. */
static void
add_natural_sections(WitnessTree *tree)
{
  guint declared = tree->anchors->len;
  if (declared > 0 && tree->connections->len == 0)
    return;
  for (guint a = 0; a < tree->n; a++) {
    const char *name = tree->reframed ? tree->sections->pdata[a] : tree->system->fibres[a].name;
    guint natural = noslip_witness_index_of_prime(tree, name);
    for (guint e = 0; e < declared; e++)
      if (g_array_index(tree->anchors, WitnessEntry, e).fibre == a)
        natural = G_MAXUINT;
    const WitnessEntry one = {0, natural, a, {.first = 1, .root = 0}};
    if (natural != G_MAXUINT)
      g_array_append_val(tree->anchors, one);
  }
}

/* Finds the constraints without velocities. Momenta and energies contain velocities. */
static void
check_uses(WitnessTree *tree)
{
  for (guint c = 0; c < tree->constraints->len; c++) {
    WitnessConstraint *constraint = &g_array_index(tree->constraints, WitnessConstraint, c);
    gboolean velocities = FALSE, lagrangian = FALSE;
    scan(tree, &constraint->left, &velocities, &lagrangian, 0);
    scan(tree, &constraint->right, &velocities, &lagrangian, 0);
    constraint->holonomic = !velocities && !lagrangian;
    constraint->uses_lagrangian = lagrangian;
  }
}

gboolean
noslip_witness_read(WitnessTree *tree)
{
  if (!noslip_source_lex(tree->source, FALSE))
    return noslip_witness_fail(tree, _("the text cannot be read"));
  noslip_source_parse(tree->source);
  if (tree->diagnostics->n_errors > 0)
    return noslip_witness_fail(tree, _("the text cannot be read"));
  tree->reframed = has(tree, STATEMENT_SECTION) && has(tree, STATEMENT_VELOCITY);
  add_names(tree);
  if (tree->reframed && tree->sections->len != tree->n)
    return noslip_witness_fail(tree, _("the sections are not those of the text"));
  for (guint i = 0; i < tree->source->statements->len; i++) {
    const Statement *statement = &g_array_index(tree->source->statements, Statement, i);
    if (statement->broken)
      return noslip_witness_fail(tree, _("the text cannot be read"));
    if (!read_statement(tree, statement))
      return FALSE;
  }
  if (!tree->has_lagrangian && !tree->has_kinetic && !tree->is_presymplectic &&
      tree->bodies->len + tree->springs->len == 0)
    return noslip_witness_fail(tree, _("the text has no Lagrangian"));
  if (tree->constraints->len != tree->k)
    return noslip_witness_fail(tree, _("the constraints are not those of the text"));
  if (tree->frame == WITNESS_SECTIONS && (!has(tree, STATEMENT_SECTION) || tree->connections->len > 0))
    add_natural_sections(tree);
  if (tree->frame == WITNESS_NATURAL && tree->n != tree->m)
    return noslip_witness_fail(tree, _("the velocities are not those of the coordinates"));
  check_uses(tree);
  return TRUE;
}
