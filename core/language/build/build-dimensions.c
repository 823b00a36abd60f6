/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dimension of an expression, and warnings about terms that do not agree. */
#include "core/base/decimal.h"
#include "core/language/build/dimensions.h"
#include "core/language/units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define ONE NOSLIP_DIMENSION_ONE

static const Dimension number = {.known = TRUE};

const Dimension noslip_units_second = {.known = TRUE, .e = {0, 0, ONE}};

void
noslip_units_report(const Units *units, NoslipPlace place, const char *remedy, const char *format, ...)
{
  if (!units->warns || units->mute)
    return;
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *cause = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  noslip_diagnostics_add(units->builder->source->diagnostics,
                         noslip_diagnostic_new(NOSLIP_WARNING, NOSLIP_CODE_UNITS, &place, remedy, "%s", cause));
}

const char *
noslip_units_text(const Units *units, Dimension dimension)
{
  g_autofree char *text = noslip_dimension_text(dimension);
  return g_string_chunk_insert_const(units->builder->source->strings, text != NULL ? text : "");
}

/* An angle without a unit is a number; while warnings are given its dimension is unknown, so that it fits every
 * unit. */
static Dimension
coordinate_dimension(const Units *units, const NoslipCoordinate *coordinate)
{
  return coordinate->unit == NULL && coordinate->angle && !units->warns ? number
                                                                        : noslip_unit_dimension(coordinate->unit);
}

static gboolean
is_of_rotation(const Builder *builder, NoslipExpr symbol)
{
  const NoslipSystem *system = builder->system;
  for (guint r = 0; r < system->n_rotations; r++)
    for (guint i = 0; i < 4; i++)
      if (system->rotations[r].quaternion[i] == symbol)
        return TRUE;
  return FALSE;
}

static Dimension
fibre_dimension(const Units *units, guint a, const Name *name)
{
  const char *unit = units->builder->system->fibres[a].unit;
  if (unit == NULL && name != NULL && name->statement != G_MAXUINT)
    return units->named[name->statement];
  return noslip_unit_dimension(unit);
}

Dimension
noslip_units_of_name(const Units *units, const char *text)
{
  const Builder *builder = units->builder;
  guint component;
  gsize length = noslip_scope_stem(text, &component);
  g_autofree char *stem = length > 0 ? g_strndup(text, length) : g_strdup(text);
  const Name *name = noslip_scope_name(&builder->scope, stem);
  int primed = noslip_scope_primed(&builder->scope, text), fibre = noslip_scope_fibre(&builder->scope, text);
  static const char *const energies[] = {"energy", "kinetic", "potential", "lagrangian"};
  for (guint i = 0; i < G_N_ELEMENTS(energies); i++)
    if (strcmp(text, energies[i]) == 0)
      return units->energy;
  if (primed >= 0)
    return noslip_dimension_product(coordinate_dimension(units, &builder->system->coordinates[primed]),
                                    noslip_units_second, -1);
  if (fibre >= 0)
    return fibre_dimension(units, (guint) fibre, name);
  if (name == NULL)
    return (Dimension){0};
  if (name->kind == NAME_PARAMETER)
    return units->parameters[name->index];
  if (name->kind == NAME_COORDINATE)
    return is_of_rotation(builder, builder->system->coordinates[name->index].symbol)
               ? number
               : coordinate_dimension(units, &builder->system->coordinates[name->index]);
  if (name->kind == NAME_CONSTANT)
    return number;
  if (name->kind == NAME_LET || name->kind == NAME_OBSERVABLE)
    return name->statement != G_MAXUINT ? units->named[name->statement] : number; /* an entry of a rotation matrix */
  return (Dimension){0};
}

/* A factor that is merely a number, such as 2, 0.5 or 12; 9.81 and 100 may be quantities. */
static Dimension
literal_dimension(const char *text)
{
  double value = noslip_decimal_value(text);
  gboolean plain = value <= 24 && value * 4 == (double) (int) (value * 4);
  return (Dimension){.known = plain, .zero = value == 0, .literal = TRUE};
}

/* The value of a small expression of numbers, in sixtieths; FALSE for others. */
static gboolean
literal_power(const Source *source, guint node_index, int *power)
{
  const Node *node = noslip_source_node(source, node_index);
  int a, b;
  if (node->kind == NODE_NUMBER) {
    double value = noslip_decimal_value(noslip_source_token(source, node->token)->text) * ONE;
    if (!(value >= 0 && value <= 12 * ONE))
      return FALSE;
    *power = (int) value;
    return value == *power;
  }
  if (node->kind == NODE_NEG && literal_power(source, node->operand[0], &a)) {
    *power = -a;
    return TRUE;
  }
  if (node->kind == NODE_DIV && literal_power(source, node->operand[0], &a) &&
      literal_power(source, node->operand[1], &b) && b != 0 && (a * ONE) % b == 0) {
    *power = a * ONE / b;
    return TRUE;
  }
  return FALSE;
}

static Dimension
power_dimension(const Units *units, const Node *node, Dimension base, Dimension exponent)
{
  int power;
  if (noslip_dimension_clash(exponent, number))
    noslip_units_report(units, noslip_source_token(units->builder->source, node->token)->place,
                        _("divide the exponent by a quantity of the same unit"), _("the exponent has the unit %s"),
                        noslip_units_text(units, exponent));
  if (literal_power(units->builder->source, node->operand[1], &power))
    return noslip_dimension_power(base, power);
  return noslip_dimension_is_number(base) ? number : (Dimension){0};
}

/* The dimension of terms that are added or compared; warns if a and b differ. */
static Dimension
together(const Units *units, const Node *node, Dimension a, Dimension b)
{
  if (noslip_dimension_clash(a, b))
    noslip_units_report(units, noslip_source_token(units->builder->source, node->token)->place,
                        _("check the units, or what is missing in one of the terms"),
                        _("the units do not fit: %s and %s"), noslip_units_text(units, a), noslip_units_text(units, b));
  if (units->warns && a.known != b.known && !a.literal && !b.literal) /* an operand without a unit takes the other's */
    return a.known ? a : b;
  return noslip_dimension_sum(a, b);
}

static Dimension
function_dimension(const Units *units, const Node *node, Dimension a, Dimension b)
{
  switch ((NoslipOp) node->op) {
  case NOSLIP_OP_ABS:
    return a;
  case NOSLIP_OP_SIGN:
    return number;
  case NOSLIP_OP_MIN:
  case NOSLIP_OP_MAX:
    return together(units, node, a, b);
  case NOSLIP_OP_ATAN2:
    together(units, node, a, b);
    return number;
  case NOSLIP_OP_SQRT:
    return noslip_dimension_power(a, ONE / 2);
  default:
    if (noslip_dimension_clash(a, number))
      noslip_units_report(units, noslip_source_token(units->builder->source, node->token)->place,
                          _("divide it by a quantity of the same unit"),
                          _("the argument of a function of numbers has the unit %s"), noslip_units_text(units, a));
    return number;
  }
}

/* lambda( ) and mu( ) are power over the unit of phi; p( ) is energy over that of the velocity. */
static Dimension
leaf_dimension(const Units *units, const Node *node)
{
  const NoslipSystem *system = units->builder->system;
  const char *text = noslip_source_token(units->builder->source, node->token)->text;
  switch ((NodeKind) node->kind) {
  case NODE_NUMBER:
    return units->values ? (Dimension){.zero = noslip_decimal_value(text) == 0} : literal_dimension(text);
  case NODE_DEGREES:
  case NODE_PI:
    return number;
  case NODE_NAME:
    return noslip_units_of_name(units, text);
  case NODE_SPIN:
    return noslip_dimension_product(number, noslip_units_second, -1);
  case NODE_TRANSPOSE:
    return number;
  case NODE_MOMENTUM:
    return noslip_dimension_product(units->energy, noslip_units_of_name(units, text), -1);
  case NODE_LAMBDA:
  case NODE_MU:
    for (guint c = 0; c < system->k; c++)
      if (strcmp(system->constraints[c].name, text) == 0)
        return noslip_unit_dimension(system->constraints[c].unit);
    return (Dimension){0};
  default:
    return (Dimension){0};
  }
}

static gboolean
is_rotation(const Builder *builder, const Node *node)
{
  const char *text = noslip_source_token(builder->source, node->token)->text;
  for (guint r = 0; r < builder->system->n_rotations && node->kind == NODE_NAME; r++)
    if (strcmp(builder->system->rotations[r].name, text) == 0)
      return TRUE;
  return FALSE;
}

static Dimension
vector_dimension(const Units *units, const Node *node, guint first, const Dimension *rows)
{
  Dimension all = rows[node->operand[0] - first];
  (void) units;
  for (guint i = 1; i < node->op; i++) {
    Dimension next = rows[node->operand[i] - first];
    all = noslip_dimension_clash(all, next) ? (Dimension){0} : noslip_dimension_sum(all, next);
  }
  return all;
}

/* The dimension of a node, from the dimensions of the nodes from `first` on before it: the operands of a leaf may not
 * be nodes. */
static Dimension
node_dimension(const Units *units, const Node *node, guint first, guint row, const Dimension *rows)
{
  Dimension of[3] = {number, number, number};
  for (guint i = 0; i < 3; i++)
    if (node->operand[i] >= first && node->operand[i] < row)
      of[i] = rows[node->operand[i] - first];
  switch ((NodeKind) node->kind) {
  case NODE_ADD:
  case NODE_SUB:
  case NODE_COMPARE:
    return together(units, node, of[0], of[1]);
  case NODE_IF:
    return together(units, node, of[1], of[2]);
  case NODE_MUL:
  case NODE_DOT:
  case NODE_CROSS:
    return noslip_dimension_product(of[0], of[1], 1);
  case NODE_DIV:
    return noslip_dimension_product(of[0], of[1], -1);
  case NODE_NEG:
  case NODE_NORM:
  case NODE_COMPONENT:
    return of[0];
  case NODE_RATE:
    return noslip_dimension_product(of[0], noslip_units_second, -1);
  case NODE_POW:
    return power_dimension(units, node, of[0], of[1]);
  case NODE_FUNCTION:
    return function_dimension(units, node, of[0], of[1]);
  case NODE_VECTOR:
    return vector_dimension(units, node, first, rows);
  case NODE_BRACKET:
  case NODE_JACOBI:
  case NODE_AND:
  case NODE_OR:
  case NODE_NOT:
    return (Dimension){0};
  default:
    return is_rotation(units->builder, node) ? number : leaf_dimension(units, node);
  }
}

/* d(log(f)), that is d(f)/f: it does not depend on the unit of f. */
static gboolean
is_logarithmic_rate(const Source *source, const Span *span, guint of)
{
  const Node *node = noslip_source_node(source, of),
             *rate = of < span->root ? noslip_source_node(source, of + 1) : NULL;
  return node->kind == NODE_FUNCTION && node->op == NOSLIP_OP_LOG && rate != NULL && rate->kind == NODE_RATE &&
         rate->operand[0] == of;
}

Dimension
noslip_units_of_span(const Units *units, const Span *span)
{
  g_autofree Dimension *rows = g_new0(Dimension, span->root - span->first + 1);
  const Source *source = units->builder->source;
  for (guint i = span->first; i <= span->root; i++)
    rows[i - span->first] = is_logarithmic_rate(source, span, i)
                                ? number
                                : node_dimension(units, noslip_source_node(source, i), span->first, i, rows);
  return rows[span->root - span->first];
}
