/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies that cannot exist: errors for a negative mass or moment of inertia, warnings for moments that no distribution
 * of mass has, for moments of a body that does not turn, and for two bodies of one name. Expressions are checked at the
 * parameters' values in the text; those that change along the motion are not checked. */
#include "core/language/build/build.h"
#include "core/system/state.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define ROUND_OFF 1e-9 /* of the largest moment: a flat body has I3 = I1 + I2 */

/* The value of an expression of constants; NaN if it changes along the motion. */
static double
value_of(const Builder *builder, NoslipExpr e)
{
  const NoslipSystem *system = builder->system;
  g_autofree double *values = noslip_system_default_parameters(system);
  g_autofree NoslipExpr *symbols = g_new0(NoslipExpr, system->n_parameters + 1);
  for (guint p = 0; p < system->n_parameters; p++)
    symbols[p] = system->parameters[p].symbol;
  return noslip_expr_value(builder->scope.graph, e, system->n_parameters, symbols, values);
}

static NoslipPlace
place_of(const Builder *builder, const Part *part)
{
  return noslip_source_place(builder->source, part->expr.token, part->expr.last);
}

static void
warn(Builder *builder, NoslipPlace place, const char *remedy, const char *cause)
{
  noslip_diagnostics_add(builder->source->diagnostics,
                         noslip_diagnostic_new(NOSLIP_WARNING, NOSLIP_CODE_SLIP, &place, remedy, "%s", cause));
}

static void
add_number(Builder *builder, const Statement *body, guint moment, NoslipExpr value, NoslipPlace place)
{
  NoslipSystem *system = builder->system;
  system->body_numbers = g_renew(NoslipBodyNumber, system->body_numbers, system->n_body_numbers + 1);
  system->body_numbers[system->n_body_numbers++] =
      (NoslipBodyNumber){g_strdup(noslip_builder_name(builder, body)), moment, value, place};
}

static void
add_mass(Builder *builder, const Statement *body)
{
  const Part *part = noslip_builder_part(builder, body, PART_MASS);
  NoslipExpr mass;
  if (!noslip_builder_expression(builder, &part->expr, N_("a body"), USES_CONSTANTS | USES_COORDINATES | USES_TIME,
                                 &mass, NULL))
    return;
  add_number(builder, body, 0, mass, place_of(builder, part));
}

static gboolean
turns(const Builder *builder, const Statement *body)
{
  return noslip_builder_part(builder, body, PART_TURN) != NULL ||
         noslip_builder_part(builder, body, PART_QUATERNION) != NULL;
}

/* Each principal moment is at most the sum of the other two, as I1 + I2 - I3 is twice the integral of z^2 dm. */
static void
check_inertia(Builder *builder, const Statement *body)
{
  const Part *part = noslip_builder_part(builder, body, PART_INERTIA);
  NoslipExpr moments[3];
  guint shape = 0;
  if (part == NULL ||
      !noslip_builder_vector(builder, &part->expr, N_("a body"), USES_CONSTANTS | USES_TIME, moments, &shape, NULL))
    return;
  double sum = 0, largest = 0;
  for (guint i = 0; i < 3; i++) {
    double value = value_of(builder, moments[i]);
    add_number(builder, body, i + 1, moments[i], place_of(builder, part));
    if (value < 0)
      return; /* an error */
    sum += value;
    largest = fmax(largest, value);
  }
  if (largest - (sum - largest) > ROUND_OFF * largest)
    warn(builder, place_of(builder, part), _("write moments of which each is at most the sum of the other two"),
         _("no body has these moments of inertia: the largest is above the sum of the other two"));
  if (!turns(builder, body))
    warn(builder, place_of(builder, part), _("write how it turns, such as turn z theta, or leave the inertia out"),
         _("the body does not turn, so its inertia has no effect"));
}

/* A loop may write one name several times. */
static void
check_names(Builder *builder)
{
  g_autoptr(GHashTable) lines = g_hash_table_new(g_str_hash, g_str_equal);
  guint i = 0;
  for (const Statement *body; (body = noslip_builder_next(builder, &i, STATEMENT_BODY)); i++) {
    const char *name = noslip_builder_name(builder, body);
    NoslipPlace place = noslip_builder_place(builder, body);
    guint before = GPOINTER_TO_UINT(g_hash_table_lookup(lines, name));
    g_autofree char *cause = g_strdup_printf(_("there is another body %s in line %u, and both count"), name, before);
    if (before > 0 && before != place.line)
      warn(builder, place, _("leave one of them out, or give it another name"), cause);
    g_hash_table_insert(lines, (gpointer) name, GUINT_TO_POINTER(place.line));
  }
}

void
noslip_slips_bodies(Builder *builder)
{
  guint i = 0;
  for (const Statement *body; (body = noslip_builder_next(builder, &i, STATEMENT_BODY)); i++) {
    add_mass(builder, body);
    check_inertia(builder, body);
  }
  g_autofree double *parameters = noslip_system_default_parameters(builder->system);
  noslip_state_check_bodies(builder->system, parameters, builder->source->diagnostics);
  check_names(builder);
}
