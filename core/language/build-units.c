/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unit of energy, and that of each multiplier: power over the unit of phi, where the text gives units to all that
 * is needed. */
#include "core/language/build.h"
#include "core/language/units.h"

#include <stdlib.h>
#include <string.h>

static const Dimension number = {.known = TRUE};
static const Dimension second = {.known = TRUE, .e = {0, 0, 1}};

typedef struct {
  Builder *builder;
  Dimension *lets; /* of each statement */
} Units;

static Dimension
coordinate_dimension(const NoslipCoordinate *coordinate)
{
  return coordinate->unit == NULL && coordinate->angle ? number : noslip_unit_dimension(coordinate->unit);
}

static Dimension
name_dimension(const Units *units, const char *text)
{
  const Builder *builder = units->builder;
  const Name *name = noslip_scope_name(&builder->scope, text);
  int primed = noslip_scope_primed(&builder->scope, text), fibre = noslip_scope_fibre(&builder->scope, text);
  if (primed >= 0)
    return noslip_dimension_product(coordinate_dimension(&builder->system->coordinates[primed]), second, -1);
  if (fibre >= 0)
    return noslip_unit_dimension(builder->system->fibres[fibre].unit);
  if (name != NULL && name->kind == NAME_PARAMETER)
    return noslip_unit_dimension(builder->system->parameters[name->index].unit);
  if (name != NULL && name->kind == NAME_COORDINATE)
    return coordinate_dimension(&builder->system->coordinates[name->index]);
  if (name != NULL && name->kind == NAME_LET && name->statement != G_MAXUINT)
    return units->lets[name->statement];
  return (Dimension){0};
}

static Dimension
power_dimension(const Units *units, const Node *node, guint first, const Dimension *rows)
{
  const Source *source = units->builder->source;
  const Node *exponent = noslip_source_node(source, node->operand[1]);
  Dimension base = rows[node->operand[0] - first];
  if (base.known && memcmp(base.e, number.e, sizeof base.e) == 0)
    return number;
  const char *text = exponent->kind == NODE_NUMBER ? noslip_source_token(source, exponent->token)->text : "x";
  if (strlen(text) != 1 || !g_ascii_isdigit(text[0]))
    return (Dimension){0};
  return noslip_dimension_product(number, base, text[0] - '0');
}

static Dimension
function_dimension(const Node *node, Dimension a, Dimension b)
{
  switch ((NoslipOp) node->op) {
  case NOSLIP_OP_ABS:
    return a;
  case NOSLIP_OP_MIN:
  case NOSLIP_OP_MAX:
    return noslip_dimension_sum(a, b);
  case NOSLIP_OP_SQRT:
    for (guint i = 0; i < 3; i++) {
      a.known = a.known && a.e[i] % 2 == 0;
      a.e[i] /= 2;
    }
    return a;
  default:
    return number;
  }
}

static Dimension
span_dimension(const Units *units, const Span *span)
{
  const Source *source = units->builder->source;
  g_autofree Dimension *rows = g_new0(Dimension, span->root - span->first + 1);
  for (guint i = span->first; i <= span->root; i++) {
    const Node *node = noslip_source_node(source, i);
    const char *text = noslip_source_token(source, node->token)->text;
    Dimension a =
        node->operand[0] >= span->first && node->operand[0] < i ? rows[node->operand[0] - span->first] : number;
    Dimension b =
        node->operand[1] >= span->first && node->operand[1] < i ? rows[node->operand[1] - span->first] : number;
    Dimension *row = &rows[i - span->first];
    switch ((NodeKind) node->kind) {
    case NODE_NUMBER:
      *row = number;
      row->zero = g_ascii_strtod(text, NULL) == 0;
      break;
    case NODE_PI:
      *row = number;
      break;
    case NODE_NAME:
      *row = name_dimension(units, text);
      break;
    case NODE_ADD:
    case NODE_SUB:
      *row = noslip_dimension_sum(a, b);
      break;
    case NODE_MUL:
      *row = noslip_dimension_product(a, b, 1);
      break;
    case NODE_DIV:
      *row = noslip_dimension_product(a, b, -1);
      break;
    case NODE_NEG:
      *row = a;
      break;
    case NODE_RATE:
      *row = noslip_dimension_product(a, second, -1);
      break;
    case NODE_POW:
      *row = power_dimension(units, node, span->first, rows);
      break;
    case NODE_FUNCTION:
      *row = function_dimension(node, a, b);
      break;
    default:
      break;
    }
  }
  return rows[span->root - span->first];
}

static Dimension
statement_dimension(const Units *units, StatementKind kind)
{
  guint i = 0;
  const Statement *statement = noslip_builder_next(units->builder, &i, kind);
  return statement != NULL ? span_dimension(units, &noslip_builder_part(units->builder, statement, PART_VALUE)->expr)
                           : (Dimension){0};
}

void
noslip_build_units(Builder *builder)
{
  g_autofree Dimension *lets = g_new0(Dimension, builder->source->statements->len + 1);
  Units units = {builder, lets};
  for (guint i = 0; i < builder->order->len; i++) {
    guint node = g_array_index(builder->order, guint, i);
    if (node >= builder->source->statements->len)
      continue;
    const Statement *statement = noslip_builder_statement(builder, node);
    if (statement->entry->kind == STATEMENT_LET && !statement->broken)
      lets[node] = span_dimension(&units, &noslip_builder_part(builder, statement, PART_VALUE)->expr);
  }
  Dimension energy = statement_dimension(&units, STATEMENT_LAGRANGIAN);
  if (!energy.known)
    energy = statement_dimension(&units, STATEMENT_KINETIC);
  Dimension power = noslip_dimension_product(energy, second, -1), joule = noslip_unit_dimension("J");
  builder->system->energy_unit = energy.known && memcmp(energy.e, joule.e, sizeof joule.e) == 0
                                     ? g_strdup("J") /* a torque has the same dimension */
                                     : noslip_dimension_text(energy);
  builder->system->power_unit = noslip_dimension_text(power);
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_CONSTRAINT)); i++) {
    Dimension left = span_dimension(&units, &noslip_builder_part(builder, statement, PART_LEFT)->expr);
    Dimension right = span_dimension(&units, &noslip_builder_part(builder, statement, PART_RIGHT)->expr);
    Dimension phi = noslip_dimension_sum(left, right);
    if (builder->count[i] > 0 && builder->system->constraints[builder->index[i]].holonomic)
      phi = noslip_dimension_product(phi, second, -1); /* of its derivative */
    for (guint c = 0; c < builder->count[i]; c++)
      builder->system->constraints[builder->index[i] + c].unit =
          noslip_dimension_text(noslip_dimension_product(power, phi, -1));
  }
}
