/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that build a system share: values, names and texts of statements. */
#include "core/language/build/build.h"

#include <glib/gi18n-lib.h>
#include <math.h>

const Statement *
noslip_builder_next(const Builder *builder, guint *i, StatementKind kind)
{
  for (; *i < builder->source->statements->len; (*i)++) {
    const Statement *statement = noslip_builder_statement(builder, *i);
    if (statement->entry->kind == kind && !statement->broken)
      return statement;
  }
  return NULL;
}

const Part *
noslip_builder_part(const Builder *builder, const Statement *statement, PartKind kind)
{
  return noslip_statement_part(builder->source, statement, kind, 0);
}

char *
noslip_builder_text(const Builder *builder, const Statement *statement, PartKind kind)
{
  const Part *part = noslip_builder_part(builder, statement, kind);
  return part != NULL ? g_strdup(part->text) : NULL;
}

const char *
noslip_builder_name(const Builder *builder, const Statement *statement)
{
  const Part *part = noslip_builder_part(builder, statement, PART_NAME);
  return part != NULL ? noslip_source_token(builder->source, part->token)->text : "";
}

NoslipPlace
noslip_builder_place(const Builder *builder, const Statement *statement)
{
  return noslip_source_token(builder->source, statement->keyword)->place;
}

gboolean
noslip_builder_expression(Builder *builder, const Span *span, const char *what, guint allowed, NoslipExpr *expr,
                          guint *uses)
{
  gboolean good = noslip_scope_expression(&builder->scope, builder->source, span, what, allowed, expr, uses);
  if (!good)
    *expr = NOSLIP_ZERO;
  builder->failed = builder->failed || (!good && !builder->scope.quiet);
  return good;
}

gboolean
noslip_builder_vector(Builder *builder, const Span *span, const char *what, guint allowed, NoslipExpr components[3],
                      guint *shape, guint *uses)
{
  gboolean good = noslip_scope_vector(&builder->scope, builder->source, span, what, allowed, components, shape, uses);
  for (guint i = 0; i < 3 && !good; i++)
    components[i] = NOSLIP_ZERO;
  builder->failed = builder->failed || (!good && !builder->scope.quiet);
  return good;
}

gboolean
noslip_builder_vector_difference(Builder *builder, const Statement *statement, const char *what, guint allowed,
                                 NoslipExpr components[3], guint *shape, guint *uses)
{
  NoslipExpr right[3];
  guint uses_left = 0, uses_right = 0, other = 1;
  const Part *left_part = noslip_builder_part(builder, statement, PART_LEFT);
  const Part *right_part = noslip_builder_part(builder, statement, PART_RIGHT);
  gboolean good = noslip_builder_vector(builder, &left_part->expr, what, allowed, components, shape, &uses_left);
  good = noslip_builder_vector(builder, &right_part->expr, what, allowed, right, &other, &uses_right) && good;
  if (uses != NULL)
    *uses = uses_left | uses_right;
  if (!good)
    return FALSE;
  gboolean zero = (*shape == 1 && components[0] == NOSLIP_ZERO) || (other == 1 && right[0] == NOSLIP_ZERO);
  if (*shape != other && !zero) {
    noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED,
                        noslip_source_place(builder->source, left_part->expr.token, right_part->expr.last),
                        _("write as many components on both sides, or 0 on one"),
                        _("the two sides of the equation are not of one kind"));
    return FALSE;
  }
  *shape = MAX(*shape, other);
  for (guint i = 0; i < 3; i++)
    components[i] = noslip_expr_sub(builder->scope.graph, components[i], right[i]);
  return TRUE;
}

char *
noslip_builder_component(const char *name, guint i)
{
  return g_strdup_printf("%s.%c", name, 'x' + (char) i);
}

gboolean
noslip_builder_difference(Builder *builder, const Statement *statement, const char *what, guint allowed,
                          NoslipExpr *expr, guint *uses)
{
  NoslipExpr left, right;
  guint uses_left = 0, uses_right = 0;
  const Part *part = noslip_builder_part(builder, statement, PART_LEFT);
  gboolean good = noslip_builder_expression(builder, &part->expr, what, allowed, &left, &uses_left);
  part = noslip_builder_part(builder, statement, PART_RIGHT);
  good = noslip_builder_expression(builder, &part->expr, what, allowed, &right, &uses_right) && good;
  *expr = good ? noslip_expr_sub(builder->scope.graph, left, right) : NOSLIP_ZERO;
  if (uses != NULL)
    *uses = uses_left | uses_right;
  return good;
}

gboolean
noslip_builder_number(Builder *builder, const Span *span, const char *what, double *value)
{
  NoslipExpr expr;
  if (!noslip_builder_expression(builder, span, what, 0, &expr, NULL))
    return FALSE;
  double number = noslip_expr_value(builder->scope.graph, expr, 0, NULL, NULL);
  if (isfinite(number)) {
    *value = number;
    return TRUE;
  }
  noslip_source_error(builder->source, NOSLIP_CODE_ARGUMENT,
                      noslip_source_place(builder->source, span->token, span->last), _("write a finite number"),
                      _("this is not a number"));
  return FALSE;
}

void
noslip_builder_range(Builder *builder, const Statement *statement, const char *what, double *low, double *high)
{
  const Part *low_part = noslip_builder_part(builder, statement, PART_LOW);
  const Part *high_part = noslip_builder_part(builder, statement, PART_HIGH);
  if (low_part == NULL || high_part == NULL || !noslip_builder_number(builder, &low_part->expr, what, low) ||
      !noslip_builder_number(builder, &high_part->expr, what, high) || *low < *high)
    return;
  noslip_source_error(builder->source, NOSLIP_CODE_ARGUMENT,
                      noslip_source_place(builder->source, low_part->expr.token, high_part->expr.last),
                      _("write the smaller end first"), _("the range is empty"));
}

/* Whether the name is that of a section which a change of frame has replaced: an abbreviation in the new velocities. */
static gboolean
is_section_of_before(const Builder *builder, const Name *name)
{
  return name != NULL && name->kind == NAME_LET && name->statement != G_MAXUINT && !name->bad &&
         noslip_builder_statement(builder, name->statement)->entry->kind == STATEMENT_SECTION;
}

gboolean
noslip_builder_velocity(Builder *builder, const Statement *statement, NoslipExpr *velocity)
{
  const Scope *scope = &builder->scope;
  const Part *part = noslip_builder_part(builder, statement, PART_NAME);
  const Token *token = noslip_source_token(builder->source, part->token);
  int coordinate = noslip_scope_primed(scope, token->text), fibre = noslip_scope_fibre(scope, token->text);
  const Name *name = noslip_scope_name(scope, token->text);
  gboolean section = is_section_of_before(builder, name);
  *velocity = coordinate >= 0 ? scope->velocity[coordinate]
              : fibre >= 0    ? scope->y[fibre]
              : section       ? name->expr
                              : NOSLIP_ZERO;
  if (coordinate >= 0 || fibre >= 0 || section)
    return TRUE;
  g_autofree char *remedy = g_strdup_printf(_("did you mean %s'?"), token->text);
  g_autofree char *primed = g_strconcat(token->text, "'", NULL);
  if (name != NULL)
    noslip_diagnostic_set_fix(noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED, token->place,
                                                  name->kind == NAME_COORDINATE ? remedy : _("name a velocity"),
                                                  _("%s is not a velocity"), token->text),
                              token->place, name->kind == NAME_COORDINATE ? primed : NULL);
  else
    noslip_scope_unknown(&builder->scope, builder->source, token->place, token->text, _("name a velocity"));
  return FALSE;
}
