/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units: that of energy, that of each multiplier, power over the unit of phi; and warnings where what is added or
 * compared has different ones. What has no unit fits everything: t too, and a number, unless it is a plain factor such as
 * 2 or 1/2 of a quantity. */
#include "core/language/build/build.h"
#include "core/language/units.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#define ONE NOSLIP_DIMENSION_ONE

static const Dimension number = {.known = TRUE};
static const Dimension second = {.known = TRUE, .e = {0, 0, ONE}};

typedef struct {
  Builder *builder;
  Dimension *named; /* of each statement that defines a name */
  Dimension energy;
  gboolean warns; /* and reads more generously */
  gboolean mute;
  gboolean values; /* numbers stand for quantities */
} Units;

static void say(const Units *units, NoslipPlace place, const char *remedy, const char *format, ...) G_GNUC_PRINTF(4, 5);

static void
say(const Units *units, NoslipPlace place, const char *remedy, const char *format, ...)
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

/* The text of a dimension; lives as long as the source. */
static const char *
text_of(const Units *units, Dimension dimension)
{
  g_autofree char *text = noslip_dimension_text(dimension);
  return g_string_chunk_insert_const(units->builder->source->strings, text != NULL ? text : "");
}

/* An angle is a number; where it does not say so, nothing is warned of. */
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

static Dimension
name_dimension(const Units *units, const char *text)
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
    return noslip_dimension_product(coordinate_dimension(units, &builder->system->coordinates[primed]), second, -1);
  if (fibre >= 0)
    return fibre_dimension(units, (guint) fibre, name);
  if (name == NULL)
    return (Dimension){0};
  if (name->kind == NAME_PARAMETER)
    return noslip_unit_dimension(builder->system->parameters[name->index].unit);
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

/* A factor that is only a number, such as 2, 0.5 or 12; 9.81 and 100 may be quantities. */
static Dimension
literal_dimension(const char *text)
{
  double value = g_ascii_strtod(text, NULL);
  gboolean plain = value * 4 == (double) (int) (value * 4) && value <= 24;
  return (Dimension){.known = plain, .zero = value == 0, .literal = TRUE};
}

/* The value of a small expression of numbers, in sixtieths; FALSE where it is none. */
static gboolean
literal_power(const Source *source, guint node_index, int *power)
{
  const Node *node = noslip_source_node(source, node_index);
  int a, b;
  if (node->kind == NODE_NUMBER) {
    double value = g_ascii_strtod(noslip_source_token(source, node->token)->text, NULL) * ONE;
    *power = (int) value;
    return value >= 0 && value <= 12 * ONE && value == *power;
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
    say(units, noslip_source_token(units->builder->source, node->token)->place,
        _("divide the exponent by a quantity of the same unit"), _("the exponent has the unit %s"),
        text_of(units, exponent));
  if (literal_power(units->builder->source, node->operand[1], &power))
    return noslip_dimension_power(base, power);
  return noslip_dimension_is_number(base) ? number : (Dimension){0};
}

/* a and b have to be of one unit: they are added, or compared. */
static Dimension
together(const Units *units, const Node *node, Dimension a, Dimension b)
{
  if (noslip_dimension_clash(a, b))
    say(units, noslip_source_token(units->builder->source, node->token)->place,
        _("check the units, or what is missing in one of the terms"), _("the units do not fit: %s and %s"),
        text_of(units, a), text_of(units, b));
  if (units->warns && a.known != b.known && !a.literal && !b.literal) /* what has no unit has the other's */
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
      say(units, noslip_source_token(units->builder->source, node->token)->place,
          _("divide it by a quantity of the same unit"), _("the argument of a function of numbers has the unit %s"),
          text_of(units, a));
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
    return units->values ? (Dimension){.zero = g_ascii_strtod(text, NULL) == 0} : literal_dimension(text);
  case NODE_DEGREES:
  case NODE_PI:
    return number;
  case NODE_NAME:
    return name_dimension(units, text);
  case NODE_SPIN:
    return noslip_dimension_product(number, second, -1);
  case NODE_TRANSPOSE:
    return number;
  case NODE_MOMENTUM:
    return noslip_dimension_product(units->energy, name_dimension(units, text), -1);
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

/* Of a node, with the dimensions of those from `first` that stand before it: a leaf's operands may be no nodes. */
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
    return noslip_dimension_product(of[0], second, -1);
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

static Dimension
span_dimension(const Units *units, const Span *span)
{
  g_autofree Dimension *rows = g_new0(Dimension, span->root - span->first + 1);
  for (guint i = span->first; i <= span->root; i++)
    rows[i - span->first] = node_dimension(units, noslip_source_node(units->builder->source, i), span->first, i, rows);
  return rows[span->root - span->first];
}

static Dimension
part_dimension(const Units *units, const Statement *statement, PartKind kind)
{
  const Part *part = noslip_builder_part(units->builder, statement, kind);
  return part != NULL ? span_dimension(units, &part->expr) : (Dimension){0};
}

/* Where the statement says a unit, that is the quantity's, and its expression has to have it. */
static Dimension
declared_dimension(const Units *units, const Statement *statement, Dimension found)
{
  const Part *unit = noslip_builder_part(units->builder, statement, PART_UNIT);
  Dimension declared = noslip_unit_dimension(unit != NULL ? unit->text : NULL);
  if (!declared.known)
    return unit != NULL ? (Dimension){0} : found;
  if (noslip_dimension_clash(declared, found))
    say(units, noslip_source_token(units->builder->source, unit->token)->place,
        _("write the unit of the expression, or correct this"),
        _("the unit is said to be %s, and the expression has %s"), text_of(units, declared), text_of(units, found));
  return declared;
}

/* Lets, velocities, inputs and observables, each after what it uses. */
static void
measure_names(Units *units)
{
  Builder *builder = units->builder;
  for (guint i = 0; i < builder->order->len; i++) {
    guint node = g_array_index(builder->order, guint, i);
    if (node >= builder->source->statements->len)
      continue;
    const Statement *statement = noslip_builder_statement(builder, node);
    StatementKind kind = statement->entry->kind;
    if (statement->broken || kind == STATEMENT_CONSTANT)
      continue;
    units->named[node] = declared_dimension(units, statement, part_dimension(units, statement, PART_VALUE));
  }
}

static const Statement *
first_of(const Units *units, StatementKind kind)
{
  guint i = 0;
  return noslip_builder_next(units->builder, &i, kind);
}

/* The Lagrangian, or kinetic and potential energy, have one unit. */
static void
measure_energy(Units *units)
{
  const Statement *lagrangian = first_of(units, STATEMENT_LAGRANGIAN), *kinetic = first_of(units, STATEMENT_KINETIC);
  const Statement *potential = first_of(units, STATEMENT_POTENTIAL);
  Dimension energy = lagrangian != NULL ? part_dimension(units, lagrangian, PART_VALUE) : (Dimension){0};
  Dimension t = kinetic != NULL ? part_dimension(units, kinetic, PART_VALUE) : (Dimension){0};
  Dimension v = potential != NULL ? part_dimension(units, potential, PART_VALUE) : (Dimension){0};
  if (noslip_dimension_clash(t, v))
    say(units, noslip_builder_place(units->builder, potential),
        _("check the units, or what is missing in one of the terms"), _("the units do not fit: %s and %s"),
        text_of(units, t), text_of(units, v));
  energy = energy.known ? energy : t;
  energy.zero = energy.literal = FALSE;
  units->energy = energy;
}

static void
measure_constraints(Units *units)
{
  Builder *builder = units->builder;
  Dimension power = noslip_dimension_product(units->energy, second, -1);
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_CONSTRAINT)); i++) {
    Dimension phi =
        noslip_dimension_sum(part_dimension(units, statement, PART_LEFT), part_dimension(units, statement, PART_RIGHT));
    if (builder->count[i] > 0 && builder->system->constraints[builder->index[i]].holonomic)
      phi = noslip_dimension_product(phi, second, -1); /* of its derivative */
    for (guint c = 0; c < builder->count[i]; c++)
      builder->system->constraints[builder->index[i] + c].unit =
          noslip_dimension_text(noslip_dimension_product(power, phi, -1));
  }
}

/* Both sides of constraints, manifolds, bounces and claims. */
static void
compare_sides(const Units *units, const Statement *statement)
{
  Dimension left = part_dimension(units, statement, PART_LEFT), right = part_dimension(units, statement, PART_RIGHT);
  const Part *part = noslip_builder_part(units->builder, statement, PART_LEFT);
  const Part *other = noslip_builder_part(units->builder, statement, PART_RIGHT);
  if (noslip_dimension_clash(left, right))
    say(units, noslip_source_place(units->builder->source, part->expr.token, other->expr.last),
        _("check the units, or what is missing on one side"), _("the left side has the unit %s, the right side %s"),
        text_of(units, left), text_of(units, right));
}

/* A force or a friction times its velocity is power; an initial value has the unit of its name. */
static void
compare_value(const Units *units, const Part *value, Dimension wanted)
{
  Dimension found = span_dimension(units, &value->expr);
  if (noslip_dimension_clash(wanted, found))
    say(units, noslip_source_place(units->builder->source, value->expr.token, value->expr.last),
        _("check the units, or what is missing in the value"), _("the unit should be %s, and is %s"),
        text_of(units, wanted), text_of(units, found));
}

/* Of quantities that numbers give: initial values. */
static void
compare_entries(const Units *units, const Statement *statement)
{
  const Part *entry;
  Units given = *units;
  given.values = TRUE;
  for (guint i = 0; (entry = noslip_statement_part(units->builder->source, statement, PART_ENTRY, i)) != NULL; i++)
    if (entry->text == NULL)
      compare_value(&given, entry,
                    name_dimension(units, noslip_source_token(units->builder->source, entry->token)->text));
}

static void
check_statement(const Units *units, const Statement *statement)
{
  Builder *builder = units->builder;
  const char *name = noslip_builder_name(builder, statement);
  Dimension power = noslip_dimension_product(units->energy, second, -1);
  switch (statement->entry->kind) {
  case STATEMENT_CONSTRAINT:
  case STATEMENT_MANIFOLD:
  case STATEMENT_BOUNCE:
    compare_sides(units, statement);
    break;
  case STATEMENT_CLAIM: /* a misprint may be one of units */
    if (noslip_builder_part(builder, statement, PART_FAIL) == NULL)
      compare_sides(units, statement);
    break;
  case STATEMENT_FORCE:
  case STATEMENT_FRICTION:
    compare_value(units, noslip_builder_part(builder, statement, PART_VALUE),
                  noslip_dimension_product(power, name_dimension(units, name), -1));
    break;
  case STATEMENT_INITIAL:
  case STATEMENT_TRIAL:
    compare_entries(units, statement);
    break;
  default:
    break;
  }
}

/* Without the pictures, where lengths are chosen by the eye. */
static void
check(Units *units)
{
  const Builder *builder = units->builder;
  units->warns = units->mute = TRUE;
  for (guint pass = 0; pass < 2; pass++) { /* names may use the energy */
    measure_names(units);
    measure_energy(units);
    units->mute = FALSE;
  }
  for (guint i = 0; i < builder->source->statements->len; i++) {
    const Statement *statement = noslip_builder_statement(builder, i);
    if (!statement->broken)
      check_statement(units, statement);
  }
}

void
noslip_build_units(Builder *builder)
{
  g_autofree Dimension *named = g_new0(Dimension, builder->source->statements->len + 1);
  Units units = {.builder = builder, .named = named};
  measure_names(&units);
  measure_energy(&units);
  Dimension joule = noslip_unit_dimension("J");
  builder->system->energy_unit = units.energy.known && memcmp(units.energy.e, joule.e, sizeof joule.e) == 0
                                     ? g_strdup("J") /* a torque has the same dimension */
                                     : noslip_dimension_text(units.energy);
  builder->system->power_unit = noslip_dimension_text(noslip_dimension_product(units.energy, second, -1));
  measure_constraints(&units);
  if (builder->source->diagnostics->n_errors == 0)
    check(&units);
}
