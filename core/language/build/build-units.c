/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units: that of energy, that of each multiplier, power over the unit of phi; and warnings if added or compared
 * expressions have different ones. An expression without a unit fits everything, including t and numbers, except a
 * plain factor such as 2 or 1/2 of a quantity. */
#include "core/language/build/build.h"
#include "core/language/build/dimensions.h"
#include "core/language/units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static Dimension
part_dimension(const Units *units, const Statement *statement, PartKind kind)
{
  const Part *part = noslip_builder_part(units->builder, statement, kind);
  return part != NULL ? noslip_units_of_span(units, &part->expr) : (Dimension){0};
}

/* If the statement gives a unit, its expression must have that unit. */
static Dimension
declared_dimension(const Units *units, const Statement *statement, Dimension found)
{
  const Part *unit = noslip_builder_part(units->builder, statement, PART_UNIT);
  Dimension declared = noslip_unit_dimension(unit != NULL ? unit->text : NULL);
  if (!declared.known)
    return unit != NULL ? (Dimension){0} : found;
  if (noslip_dimension_clash(declared, found))
    noslip_units_report(units, noslip_source_token(units->builder->source, unit->token)->place,
                        _("write the unit of the expression, or correct this"),
                        _("the unit is given as %s, and the expression has %s"), noslip_units_text(units, declared),
                        noslip_units_text(units, found));
  return declared;
}

/* Finds the dimensions of lets, velocities, inputs and observables, each after those that it uses. */
static void
measure_names(Units *units)
{
  Builder *builder = units->builder;
  guint at = 0;
  for (const Statement *section; (section = noslip_builder_next(builder, &at, STATEMENT_SECTION)); at++)
    units->named[at] = declared_dimension(units, section, (Dimension){0});
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

static gboolean
has_unit(Dimension dimension)
{
  return dimension.known && !dimension.zero && !dimension.literal;
}

/* The dimension of the kinetic energy of bodies, from the mass and the point of one, or from its moments of inertia. */
static Dimension
body_dimension(const Units *units)
{
  guint i = 0;
  for (const Statement *body; (body = noslip_builder_next(units->builder, &i, STATEMENT_BODY)); i++) {
    Dimension mass = part_dimension(units, body, PART_MASS), point = part_dimension(units, body, PART_AT);
    Dimension inertia = part_dimension(units, body, PART_INERTIA);
    if (has_unit(mass) && has_unit(point))
      inertia = noslip_dimension_product(mass, point, 2);
    if (has_unit(inertia))
      return noslip_dimension_product(inertia, noslip_units_second, -2);
  }
  return (Dimension){0};
}

/* The Lagrangian, or kinetic and potential energy, have one unit; bodies have it too. */
static void
measure_energy(Units *units)
{
  const Statement *lagrangian = first_of(units, STATEMENT_LAGRANGIAN), *kinetic = first_of(units, STATEMENT_KINETIC);
  const Statement *potential = first_of(units, STATEMENT_POTENTIAL);
  Dimension energy = lagrangian != NULL ? part_dimension(units, lagrangian, PART_VALUE) : (Dimension){0};
  Dimension t = kinetic != NULL ? part_dimension(units, kinetic, PART_VALUE) : body_dimension(units);
  Dimension v = potential != NULL ? part_dimension(units, potential, PART_VALUE) : (Dimension){0};
  if (noslip_dimension_clash(t, v))
    noslip_units_report(units, noslip_builder_place(units->builder, potential),
                        _("check the units, or what is missing in one of the terms"),
                        _("the units do not fit: %s and %s"), noslip_units_text(units, t), noslip_units_text(units, v));
  energy = energy.known ? energy : t;
  energy.zero = energy.literal = FALSE;
  units->energy = energy;
}

static void
measure_constraints(Units *units)
{
  Builder *builder = units->builder;
  Dimension power = noslip_dimension_product(units->energy, noslip_units_second, -1);
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_CONSTRAINT)); i++) {
    Dimension phi =
        noslip_dimension_sum(part_dimension(units, statement, PART_LEFT), part_dimension(units, statement, PART_RIGHT));
    if (builder->count[i] > 0 && builder->system->constraints[builder->index[i]].holonomic)
      phi = noslip_dimension_product(phi, noslip_units_second, -1); /* the unit of its derivative */
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
    noslip_units_report(units, noslip_source_place(units->builder->source, part->expr.token, other->expr.last),
                        _("check the units, or what is missing on one side"),
                        _("the left side has the unit %s, the right side %s"), noslip_units_text(units, left),
                        noslip_units_text(units, right));
}

/* A force or a friction times its velocity is power; an initial value has the unit of its name. */
static void
compare_value(const Units *units, const Part *value, Dimension wanted)
{
  Dimension found = noslip_units_of_span(units, &value->expr);
  if (noslip_dimension_clash(wanted, found))
    noslip_units_report(units, noslip_source_place(units->builder->source, value->expr.token, value->expr.last),
                        _("check the units, or what is missing in the value"), _("the unit should be %s, and is %s"),
                        noslip_units_text(units, wanted), noslip_units_text(units, found));
}

/* The point of the first body that has a unit. */
static Dimension
length_of_bodies(const Units *units)
{
  guint i = 0;
  for (const Statement *body; (body = noslip_builder_next(units->builder, &i, STATEMENT_BODY)); i++) {
    Dimension point = part_dimension(units, body, PART_AT);
    if (has_unit(point))
      return point;
  }
  return (Dimension){0};
}

/* All bodies and springs have the unit of energy, from the masses and points; gravity is an acceleration of points. */
static void
compare_body(const Units *units, const Statement *statement)
{
  Units given = *units;
  const Part *mass = noslip_builder_part(units->builder, statement, PART_MASS);
  const Part *inertia = noslip_builder_part(units->builder, statement, PART_INERTIA);
  Dimension action = noslip_dimension_product(units->energy, noslip_units_second, 2);
  Dimension point = part_dimension(units, statement, PART_AT), found = noslip_units_of_span(units, &mass->expr);
  Dimension kilogram = noslip_unit_dimension("kg");
  given.values = TRUE;
  if (has_unit(found) && !noslip_dimension_is_number(found) && noslip_dimension_clash(kilogram, found))
    compare_value(&given, mass, kilogram);
  else if (has_unit(point))
    compare_value(&given, mass, noslip_dimension_product(action, point, -2));
  if (inertia != NULL)
    compare_value(&given, inertia, action);
}

static void
compare_spring(const Units *units, const Statement *statement)
{
  Units given = *units;
  gboolean damper = statement->entry->kind == STATEMENT_DAMPER;
  const Part *from = noslip_builder_part(units->builder, statement, PART_FROM);
  const Part *to = noslip_builder_part(units->builder, statement, PART_TO);
  const Part *length = noslip_builder_part(units->builder, statement, PART_LENGTH);
  const Part *factor = noslip_builder_part(units->builder, statement, damper ? PART_VALUE : PART_STIFFNESS);
  given.values = TRUE;
  Dimension first = noslip_units_of_span(&given, &from->expr), second = noslip_units_of_span(&given, &to->expr);
  Dimension distance = has_unit(first) ? first : second;
  Dimension wanted = damper ? noslip_dimension_product(units->energy, noslip_units_second, 1) : units->energy;
  compare_value(&given, to, first);
  if (length != NULL)
    compare_value(&given, length, distance);
  if (has_unit(distance))
    compare_value(&given, factor, noslip_dimension_product(wanted, distance, -2));
}

/* Compares the units of initial values. */
static void
compare_entries(const Units *units, const Statement *statement)
{
  const Part *entry;
  Units given = *units;
  given.values = TRUE;
  for (guint i = 0; (entry = noslip_statement_part(units->builder->source, statement, PART_ENTRY, i)) != NULL; i++)
    if (entry->text == NULL)
      compare_value(&given, entry,
                    noslip_units_of_name(units, noslip_source_token(units->builder->source, entry->token)->text));
}

static void
check_statement(const Units *units, const Statement *statement)
{
  Builder *builder = units->builder;
  const char *name = noslip_builder_name(builder, statement);
  Dimension power = noslip_dimension_product(units->energy, noslip_units_second, -1);
  if (statement->entry->kind == STATEMENT_FRICTION || (statement->entry->flags & STATEMENT_FORCE_ON) != 0)
    compare_value(units, noslip_builder_part(builder, statement, PART_VALUE),
                  noslip_dimension_product(power, noslip_units_of_name(units, name), -1));
  Units given = *units;
  given.values = TRUE;
  switch (statement->entry->kind) {
  case STATEMENT_BODY:
    compare_body(units, statement);
    break;
  case STATEMENT_SPRING:
  case STATEMENT_DAMPER:
    compare_spring(units, statement);
    break;
  case STATEMENT_GRAVITY:
    compare_value(&given, noslip_builder_part(builder, statement, PART_VALUE),
                  noslip_dimension_product(length_of_bodies(units), noslip_units_second, -2));
    break;
  case STATEMENT_CONSTRAINT:
  case STATEMENT_MANIFOLD:
  case STATEMENT_BOUNCE:
    compare_sides(units, statement);
    break;
  case STATEMENT_CLAIM: /* a misprint may be one of units */
    if (noslip_builder_part(builder, statement, PART_FAIL) == NULL)
      compare_sides(units, statement);
    break;
  case STATEMENT_INITIAL:
  case STATEMENT_TRIAL:
    compare_entries(units, statement);
    break;
  default:
    break;
  }
}

/* Checks all statements except pictures, where lengths are chosen by eye. */
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

/* Whether the text, or one that it includes, gives a unit. If not, those of angles and rotations are no reason to doubt
 * its numbers. */
static gboolean
gives_units(const Builder *builder)
{
  for (guint i = 0; i < builder->system->n_parameters; i++)
    if (builder->system->parameters[i].unit != NULL)
      return TRUE;
  for (guint i = 0; i < builder->source->statements->len; i++)
    if (noslip_builder_part(builder, noslip_builder_statement(builder, i), PART_UNIT) != NULL)
      return TRUE;
  return FALSE;
}

void
noslip_build_units(Builder *builder)
{
  g_autofree Dimension *named = g_new0(Dimension, builder->source->statements->len + 1);
  g_autofree Dimension *parameters = g_new0(Dimension, builder->system->n_parameters + 1);
  Units units = {.builder = builder, .named = named, .parameters = parameters};
  for (guint i = 0; i < builder->system->n_parameters; i++)
    parameters[i] = noslip_unit_dimension(builder->system->parameters[i].unit);
  measure_names(&units);
  measure_energy(&units);
  Dimension joule = noslip_unit_dimension("J");
  builder->system->energy_unit = units.energy.known && memcmp(units.energy.e, joule.e, sizeof joule.e) == 0
                                     ? g_strdup("J") /* a torque has the same dimension */
                                     : noslip_dimension_text(units.energy);
  builder->system->power_unit = noslip_dimension_text(noslip_dimension_product(units.energy, noslip_units_second, -1));
  measure_constraints(&units);
  if (builder->source->diagnostics->n_errors == 0 && gives_units(builder))
    check(&units);
}
