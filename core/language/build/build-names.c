/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations: one namespace, reserved names, statements allowed once, and the order of coordinates. */
#include "core/language/build/build.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

typedef enum { DECLARED, REFUSED } Declared;

static Declared
declare_text(Builder *builder, const char *text, NoslipPlace place, NameKind kind, guint index)
{
  Source *source = builder->source;
  if (noslip_language_is_reserved(text)) {
    noslip_source_error(source, NOSLIP_CODE_MISPLACED, place, _("choose another name"),
                        _("%s is a word of the language"), text);
    return REFUSED;
  }
  const Name *other = noslip_scope_name(&builder->scope, text);
  if (other != NULL) {
    noslip_source_error(source, NOSLIP_CODE_REPEATED_NAME, place, _("choose another name"),
                        _("%s is declared already, in line %u"), text, other->place.line);
    return REFUSED;
  }
  Name *name = g_new0(Name, 1);
  name->kind = kind;
  name->index = index;
  name->statement = G_MAXUINT;
  name->place = place;
  name->shape = 1;
  name->bad = kind == NAME_LET || kind == NAME_OBSERVABLE || kind == NAME_CONSTANT; /* until it is evaluated */
  g_hash_table_insert(builder->scope.names, (gpointer) g_string_chunk_insert_const(source->strings, text), name);
  return DECLARED;
}

gboolean
noslip_builder_enter(Builder *builder, const char *text, NoslipPlace place, NameKind kind, guint index)
{
  return declare_text(builder, text, place, kind, index) == DECLARED;
}

static Declared
declare(Builder *builder, const Part *part, NameKind kind, guint index)
{
  const Token *token = noslip_source_token(builder->source, part->token);
  return declare_text(builder, token->text, token->place, kind, index);
}

static gboolean
is_too_many(Builder *builder, guint n, NoslipPlace place, const char *what)
{
  if (n < NOSLIP_LANGUAGE_MOST_COORDINATES)
    return FALSE;
  if (n == NOSLIP_LANGUAGE_MOST_COORDINATES)
    noslip_source_error(builder->source, NOSLIP_CODE_TOO_LARGE, place, _("describe a smaller system"),
                        _("a system has at most %d %s"), NOSLIP_LANGUAGE_MOST_COORDINATES, _(what));
  builder->failed = TRUE;
  return TRUE;
}

static void
add_coordinate(Builder *builder, const Part *part)
{
  const Token *token = noslip_source_token(builder->source, part->token);
  if (is_too_many(builder, builder->coordinates->len, token->place, N_("coordinates")) ||
      declare(builder, part, NAME_COORDINATE, builder->coordinates->len) != DECLARED)
    return;
  NoslipCoordinate coordinate = {.name = g_strdup(token->text), .low = NAN, .high = NAN};
  coordinate.symbol = noslip_expr_symbol(builder->scope.graph, token->text);
  g_array_append_val(builder->coordinates, coordinate);
}

static void
add_fibre(Builder *builder, GArray *fibres, const char *text, NoslipPlace place)
{
  if (is_too_many(builder, fibres->len, place, N_("fibre coordinates")) ||
      declare_text(builder, text, place, NAME_FIBRE, fibres->len) != DECLARED)
    return;
  NoslipGraph *graph = builder->scope.graph;
  g_autofree char *acceleration = g_strconcat(text, "'", NULL);
  NoslipFibre fibre = {.name = g_strdup(text), .place = place};
  fibre.symbol = noslip_expr_symbol(graph, text);
  fibre.acceleration = noslip_expr_symbol(graph, acceleration);
  g_array_append_val(fibres, fibre);
}

static void
add_rotation(Builder *builder, const Statement *statement)
{
  for (guint i = 1; i <= 7; i++) {
    const Part *part = noslip_statement_part(builder->source, statement, PART_NAME, i);
    const Token *token = part != NULL ? noslip_source_token(builder->source, part->token) : NULL;
    if (part != NULL && i <= 4)
      add_coordinate(builder, part);
    else if (part != NULL)
      add_fibre(builder, builder->rotation_fibres, token->text, token->place);
  }
  const char *name = noslip_builder_name(builder, statement);
  for (guint i = 1; i <= 3 && *name != '\0'; i++)
    for (guint j = 1; j <= 3; j++) {
      g_autofree char *entry = g_strdup_printf("%s%u%u", name, i, j);
      declare_text(builder, entry, noslip_builder_place(builder, statement), NAME_LET, G_MAXUINT);
    }
}

static void
add_constraint(Builder *builder, const Statement *statement)
{
  const Part *part = noslip_builder_part(builder, statement, PART_NAME);
  NoslipPlace place = noslip_source_token(builder->source, part != NULL ? part->token : statement->keyword)->place;
  if (is_too_many(builder, builder->constraints->len, place, N_("constraints")))
    return;
  g_autofree char *ordinal = g_strdup_printf("c%u", builder->constraints->len + 1);
  const char *name = part != NULL ? noslip_source_token(builder->source, part->token)->text : ordinal;
  NoslipConstraint constraint = {.name = g_strdup(name), .place = place};
  if (declare_text(builder, name, place, NAME_CONSTRAINT, builder->constraints->len) != DECLARED)
    builder->failed = TRUE;
  g_array_append_val(builder->constraints, constraint);
}

static void
add_parameter(Builder *builder, const Statement *statement, const Part *part)
{
  guint index = builder->parameters->len;
  const Token *token = noslip_source_token(builder->source, part->token);
  if (is_too_many(builder, index, token->place, N_("parameters")) ||
      declare(builder, part, NAME_PARAMETER, index) != DECLARED)
    return;
  NoslipParameter parameter = {.name = g_strdup(noslip_builder_name(builder, statement)), .low = NAN, .high = NAN};
  parameter.symbol = noslip_expr_symbol(builder->scope.graph, parameter.name);
  g_array_append_val(builder->parameters, parameter);
}

static void
note_statement(Builder *builder, guint i)
{
  const Statement *statement = noslip_builder_statement(builder, i);
  Name *name = g_hash_table_lookup(builder->scope.names, noslip_builder_name(builder, statement));
  StatementKind kind = statement->entry->kind;
  if (name != NULL && (kind == STATEMENT_LET || kind == STATEMENT_OBSERVABLE || kind == STATEMENT_VELOCITY ||
                       kind == STATEMENT_CONSTANT || kind == STATEMENT_INPUT || kind == STATEMENT_FORM))
    name->statement = i;
}

void
noslip_declare_nothing(Builder *builder, guint i)
{
  (void) builder;
  (void) i;
}

/* For include statements that are left after expansion: there is no reader. */
void
noslip_declare_include(Builder *builder, guint i)
{
  const Statement *statement = noslip_builder_statement(builder, i);
  if (statement->broken)
    return;
  noslip_source_error(builder->source, NOSLIP_CODE_UNSUPPORTED, noslip_builder_place(builder, statement),
                      _("save the text to a file beside the other one"), _("only the text of a file includes others"));
}

void
noslip_declare_parameter(Builder *builder, guint i)
{
  const Statement *statement = noslip_builder_statement(builder, i);
  const Part *part = noslip_builder_part(builder, statement, PART_NAME);
  builder->index[i] = builder->parameters->len;
  if (part != NULL)
    add_parameter(builder, statement, part);
}

void
noslip_declare_coordinate(Builder *builder, guint i)
{
  const Part *part = noslip_builder_part(builder, noslip_builder_statement(builder, i), PART_NAME);
  builder->index[i] = builder->coordinates->len;
  if (part != NULL)
    add_coordinate(builder, part);
}

void
noslip_declare_rotation(Builder *builder, guint i)
{
  builder->index[i] = builder->coordinates->len;
  add_rotation(builder, noslip_builder_statement(builder, i));
}

/* velocity, section */
void
noslip_declare_fibre(Builder *builder, guint i)
{
  const Statement *statement = noslip_builder_statement(builder, i);
  const Part *part = noslip_builder_part(builder, statement, PART_NAME);
  if (part != NULL && statement->entry->kind == STATEMENT_VELOCITY && builder->has_sections) {
    declare(builder, part, NAME_LET, 0); /* until it replaces a section (build-connection.c) */
    return;
  }
  builder->index[i] = builder->fibres->len;
  if (part != NULL)
    add_fibre(builder, builder->fibres, noslip_builder_name(builder, statement),
              noslip_source_token(builder->source, part->token)->place);
}

void
noslip_declare_let(Builder *builder, guint i)
{
  const Part *part = noslip_builder_part(builder, noslip_builder_statement(builder, i), PART_NAME);
  if (part != NULL)
    declare(builder, part, NAME_LET, 0);
}

void
noslip_declare_observable(Builder *builder, guint i)
{
  const Part *part = noslip_builder_part(builder, noslip_builder_statement(builder, i), PART_NAME);
  if (part != NULL)
    declare(builder, part, NAME_OBSERVABLE, 0);
}

void
noslip_declare_constant(Builder *builder, guint i)
{
  const Part *part = noslip_builder_part(builder, noslip_builder_statement(builder, i), PART_NAME);
  if (part != NULL)
    declare(builder, part, NAME_CONSTANT, 0);
}

void
noslip_declare_constraint(Builder *builder, guint i)
{
  builder->index[i] = builder->constraints->len;
  add_constraint(builder, noslip_builder_statement(builder, i));
}

/* A statement whose name is refused is ignored from then on. */
static void
add_statement(Builder *builder, guint i)
{
  Statement *statement = &g_array_index(builder->source->statements, Statement, i);
  guint before = builder->source->diagnostics->n_raised;
  statement->entry->declare(builder, i);
  if (builder->source->diagnostics->n_raised > before)
    statement->broken = TRUE;
  else if (noslip_builder_part(builder, statement, PART_NAME) != NULL)
    note_statement(builder, i);
}

/* Statements that are allowed once. */
static void
check_repeated(Builder *builder)
{
  guint line[N_STATEMENTS] = {0};
  for (guint i = 0; i < builder->source->statements->len; i++) {
    Statement *statement = &g_array_index(builder->source->statements, Statement, i);
    StatementKind kind = statement->entry->kind;
    NoslipPlace place = noslip_builder_place(builder, statement);
    if ((statement->entry->flags & STATEMENT_ONCE) != 0 && line[kind] > 0) {
      noslip_source_error(builder->source, NOSLIP_CODE_REPEATED_NAME, place, _("keep one of them"),
                          _("%s is already given in line %u"), statement->entry->help->keyword, line[kind]);
      statement->broken = TRUE;
    } else {
      line[kind] = place.line;
    }
  }
}

static void
check_version(Builder *builder)
{
  const Statement *first = builder->source->statements->len > 0 ? noslip_builder_statement(builder, 0) : NULL;
  NoslipPlace start =
      builder->source->tokens->len > 0 ? noslip_source_token(builder->source, 0)->place : (NoslipPlace){1, 1, 1};
  guint i = 0;
  const Statement *version = noslip_builder_next(builder, &i, STATEMENT_NOSLIP);
  gboolean is_first = first != NULL && first->entry->kind == STATEMENT_NOSLIP && first->keyword == 0;
  if (!is_first)
    noslip_diagnostic_set_fix(noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED, start,
                                                  _("begin the file with: noslip 1"),
                                                  _("the first statement is not noslip 1")),
                              version == NULL ? (NoslipPlace){1, 1, 0} : (NoslipPlace){0}, "noslip 1\n");
  double number = 1;
  if (version != NULL &&
      noslip_builder_number(builder, &noslip_builder_part(builder, version, PART_VALUE)->expr, "noslip", &number) &&
      number != 1)
    noslip_source_error(builder->source, NOSLIP_CODE_UNSUPPORTED, noslip_builder_place(builder, version),
                        _("write: noslip 1"), _("this program reads version 1 of the language"));
}

/* Natural velocities are fibre coordinates if nothing else is declared; those of rotations are not. */
static void
add_natural(Builder *builder)
{
  for (guint i = 0; i < builder->source->statements->len; i++) {
    const Statement *statement = noslip_builder_statement(builder, i);
    if (statement->entry->kind != STATEMENT_COORDINATE || statement->n_parts == 0)
      continue;
    const Name *name = noslip_scope_name(&builder->scope, noslip_builder_name(builder, statement));
    if (name == NULL || name->kind != NAME_COORDINATE || name->index != builder->index[i])
      continue;
    g_autofree char *velocity = g_strconcat(noslip_builder_name(builder, statement), "'", NULL);
    add_fibre(builder, builder->fibres, velocity, name->place);
  }
}

static void
check_frames(Builder *builder)
{
  Source *source = builder->source;
  for (guint i = 0; i < source->statements->len; i++) {
    const Statement *statement = noslip_builder_statement(builder, i);
    StatementKind kind = statement->entry->kind;
    if (kind == STATEMENT_ROTATION && builder->has_velocities)
      noslip_source_error(source, NOSLIP_CODE_MISPLACED, noslip_builder_place(builder, statement),
                          _("declare sections in place of the velocities"), _("rotation and velocity do not mix"));
  }
}

static gboolean
has_statement(const Builder *builder, StatementKind kind)
{
  guint i = 0;
  return noslip_builder_next(builder, &i, kind) != NULL;
}

/* On a principal bundle the natural sections of the base come first, then those of the Lie algebra. */
static void
add_base_sections(Builder *builder)
{
  GArray *declared = builder->fibres;
  builder->fibres = g_array_new(FALSE, FALSE, sizeof(NoslipFibre));
  guint n = builder->coordinates->len;
  for (guint i = 0; i < n; i++) {
    const NoslipCoordinate *coordinate = &g_array_index(builder->coordinates, NoslipCoordinate, i);
    g_autofree char *velocity = g_strconcat(coordinate->name, "'", NULL);
    if (noslip_scope_name(&builder->scope, velocity) == NULL)
      add_fibre(builder, builder->fibres, velocity, noslip_scope_name(&builder->scope, coordinate->name)->place);
  }
  guint added = builder->fibres->len;
  for (guint a = 0; a < declared->len; a++) {
    Name *name = g_hash_table_lookup(builder->scope.names, g_array_index(declared, NoslipFibre, a).name);
    name->index += added;
  }
  for (guint i = 0; i < builder->source->statements->len; i++)
    if (noslip_builder_statement(builder, i)->entry->kind == STATEMENT_SECTION)
      builder->index[i] += added;
  g_array_append_vals(builder->fibres, declared->data, declared->len);
  g_array_unref(declared);
}

void
noslip_build_names(Builder *builder)
{
  guint n = builder->source->statements->len;
  check_version(builder);
  check_repeated(builder);
  for (guint i = 0; i < n; i++) {
    builder->has_velocities |= noslip_builder_statement(builder, i)->entry->kind == STATEMENT_VELOCITY;
    builder->has_sections |= noslip_builder_statement(builder, i)->entry->kind == STATEMENT_SECTION;
  }
  check_frames(builder);
  for (guint i = 0; i < n; i++)
    add_statement(builder, i);
  if (!builder->has_velocities && !builder->has_sections)
    add_natural(builder);
  else if (has_statement(builder, STATEMENT_CONNECTION) && builder->rotation_fibres->len == 0)
    add_base_sections(builder);
  for (guint i = 0; i < builder->rotation_fibres->len; i++) {
    const NoslipFibre *fibre = &g_array_index(builder->rotation_fibres, NoslipFibre, i);
    Name *name = g_hash_table_lookup(builder->scope.names, fibre->name);
    name->index += builder->fibres->len;
  }
  g_array_append_vals(builder->fibres, builder->rotation_fibres->data, builder->rotation_fibres->len);
  g_array_set_size(builder->rotation_fibres, 0);
}
