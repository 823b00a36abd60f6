/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions over a finished system: names of the system, and formal operators. */
#include "core/language/scope.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static Name *
add_name(Scope *scope, const char *text, NameKind kind, guint index, NoslipExpr expr)
{
  Name *name = g_new0(Name, 1);
  name->kind = kind;
  name->index = index;
  name->statement = G_MAXUINT;
  name->shape = 1;
  name->expr = expr;
  g_hash_table_replace(scope->names, (gpointer) text, name);
  return name;
}

/* What a let or an observable depends on; d( ) needs it. */
static guint
uses_of(const NoslipSystem *system, const Scope *scope, NoslipExpr expr)
{
  guint uses = USES_CONSTANTS | USES_COORDINATES;
  static const NoslipOp formal[] = {NOSLIP_OP_RATE, NOSLIP_OP_BRACKET, NOSLIP_OP_JACOBIATOR};
  for (guint i = 0; i < G_N_ELEMENTS(formal); i++)
    uses |= noslip_expr_contains(scope->graph, expr, formal[i]) ? USES_FORMAL : 0;
  NoslipExpr divergence = noslip_expr_symbol(scope->graph, "divergence"), declared;
  if (!noslip_system_lookup(system, "divergence", &declared))
    uses |= noslip_expr_depends(scope->graph, expr, 1, &divergence) ? USES_FORMAL : 0;
  uses |= noslip_expr_depends(scope->graph, expr, scope->n, scope->y) ? USES_VELOCITIES : 0;
  uses |= noslip_expr_depends(scope->graph, expr, 1, &system->t) ? USES_TIME : 0;
  for (guint i = 0; i < system->k; i++) {
    uses |= noslip_expr_depends(scope->graph, expr, 1, &system->constraints[i].multiplier) ? USES_LAMBDA : 0;
    uses |= noslip_expr_depends(scope->graph, expr, 1, &system->constraints[i].mu) ? USES_MU : 0;
  }
  return uses;
}

static void
fill_geometry(Scope *scope, const NoslipSystem *system)
{
  noslip_scope_set_size(scope, system->m, system->n);
  for (guint i = 0; i < scope->m; i++) {
    scope->x[i] = system->coordinates[i].symbol;
    scope->velocity[i] = system->coordinates[i].velocity;
    add_name(scope, system->coordinates[i].name, NAME_COORDINATE, i, scope->x[i]);
  }
  for (guint a = 0; a < scope->n; a++) {
    scope->y[a] = system->fibres[a].symbol;
    scope->momentum[a] = system->momentum[a];
    add_name(scope, system->fibres[a].name, NAME_FIBRE, a, scope->y[a]);
  }
}

/* "c.x" is entered: c is its vector. */
static void
add_vector(Scope *scope, Source *source, const char *text, NoslipExpr expr, guint uses, NameKind kind)
{
  guint component = 0;
  gsize length = noslip_scope_stem(text, &component);
  if (length == 0)
    return;
  g_autofree char *stem = g_strndup(text, length);
  Name *name = g_hash_table_lookup(scope->names, stem);
  if (name == NULL)
    name = add_name(scope, g_string_chunk_insert_const(source->strings, stem), kind, G_MAXUINT, NOSLIP_ZERO);
  if (component == 0)
    name->expr = expr;
  else
    name->rest[component - 1] = expr;
  name->shape = MAX(name->shape, component + 1);
  name->uses |= uses;
}

static void
add_named(Scope *scope, Source *source, const NoslipSystem *system, const NoslipNamed *named, guint i, NameKind kind)
{
  Name *name = add_name(scope, named->name, kind, i, named->expr);
  name->uses = uses_of(system, scope, named->expr);
  add_vector(scope, source, named->name, named->expr, name->uses, kind);
}

/* Enters "roll.x" and its vector roll, with the known components. */
static void
add_constraint(Scope *scope, Source *source, const char *text, guint index)
{
  guint component = 0;
  gsize length = noslip_scope_stem(text, &component);
  add_name(scope, text, NAME_CONSTRAINT, index, NOSLIP_ZERO);
  if (length == 0)
    return;
  g_autofree char *stem = g_strndup(text, length);
  Name *name = g_hash_table_lookup(scope->names, stem);
  if (name == NULL)
    name = add_name(scope, g_string_chunk_insert_const(source->strings, stem), NAME_CONSTRAINT, G_MAXUINT, NOSLIP_ZERO);
  name->shape = MAX(MAX(name->shape, 2), component + 1);
  name->components |= 1u << component;
}

static void
fill(Scope *scope, Source *source, const NoslipSystem *system)
{
  scope->names = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
  fill_geometry(scope, system);
  for (guint i = 0; i < system->n_parameters; i++)
    add_name(scope, system->parameters[i].name, NAME_PARAMETER, i, system->parameters[i].symbol);
  for (guint i = 0; i < system->k; i++)
    add_constraint(scope, source, system->constraints[i].name, i);
  scope->rotations = system->rotations;
  scope->n_rotations = system->n_rotations;
  for (guint i = 0; i < system->n_lets; i++)
    add_named(scope, source, system, &system->lets[i], i, NAME_LET);
  for (guint i = 0; i < system->n_observables; i++)
    add_named(scope, source, system, &system->observables[i], i, NAME_OBSERVABLE);
  for (guint i = 0; i < system->n_inputs; i++) {
    Name *name = add_name(scope, system->inputs[i].name, NAME_LET, i, system->inputs[i].expr);
    name->uses = USES_CONSTANTS | USES_TIME;
  }
  scope->frame = system->frame;
  scope->structure = system->structure;
  for (guint i = 0; i < system->n_forms; i++)
    if (system->forms[i].degree == 1) {
      NoslipExpr value = noslip_expr_dot(scope->graph, scope->n, system->forms[i].coefficients, scope->y);
      Name *name = add_name(scope, system->forms[i].name, NAME_LET, i, value);
      name->uses = USES_COORDINATES | USES_VELOCITIES;
      name->degree = 1;
    }
  scope->t = system->t;
  scope->lagrangian = system->lagrangian;
  scope->kinetic = system->kinetic;
  scope->potential = system->potential;
  scope->energy = system->energy;
  scope->has_lagrangian = TRUE;
}

gboolean
noslip_language_expression(const NoslipSystem *system, NoslipGraph *graph, const char *text, NoslipExpr *expr,
                           NoslipDiagnostics *diagnostics)
{
  gsize length = strnlen(text, NOSLIP_LANGUAGE_MOST_BYTES + 1);
  g_autoptr(NoslipDiagnostics) found = noslip_diagnostics_new();
  g_autoptr(Source) source = noslip_source_new(text, MIN(length, NOSLIP_LANGUAGE_MOST_BYTES), found);
  Scope scope = {.graph = graph};
  Span span;
  *expr = NOSLIP_ZERO;
  gboolean good = noslip_source_lex(source, FALSE) && noslip_source_parse_expression(source, &span);
  if (good) {
    fill(&scope, source, system);
    good = noslip_scope_expression(&scope, source, &span, N_("an expression"), USES_ANYTHING, expr, NULL);
    noslip_scope_clear(&scope);
  }
  good = good && found->n_errors == 0;
  if (!good && found->n_errors == 0)
    noslip_source_error(source, NOSLIP_CODE_SYNTAX, (NoslipPlace){1, 1, 1}, NULL, _("the expression cannot be read"));
  for (guint i = 0; i < found->list->len; i++) {
    NoslipDiagnostic *copy = noslip_diagnostic_copy(g_ptr_array_index(found->list, i));
    noslip_diagnostic_locate(copy, text, length, NULL);
    if (copy->source_line == NULL) /* else the text of the system would be searched for it */
      copy->source_line = g_strdup("");
    noslip_diagnostics_add(diagnostics, copy);
  }
  return good;
}
