/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/fixture.h"

#include "core/algebroid/algebroid.h"

#include <math.h>
#include <string.h>

static void
add_coordinate(NoslipSystem *system, guint i, char *name)
{
  system->coordinates[i].name = name;
  system->coordinates[i].low = system->coordinates[i].high = NAN;
  system->coordinates[i].symbol = noslip_expr_symbol(system->graph, name);
}

static void
add_fibre(NoslipSystem *system, guint i, char *name)
{
  g_autofree char *acceleration = g_strdup_printf("%s'", name);
  system->fibres[i].name = name;
  system->fibres[i].symbol = noslip_expr_symbol(system->graph, name);
  system->fibres[i].acceleration = noslip_expr_symbol(system->graph, acceleration);
}

static NoslipSystem *
empty(guint m, guint n)
{
  NoslipSystem *system = noslip_system_new();
  system->id = g_strdup("fixture");
  system->m = m;
  system->n = n;
  system->coordinates = g_new0(NoslipCoordinate, m + 1);
  system->fibres = g_new0(NoslipFibre, n + 1);
  system->anchor = g_new0(NoslipExpr, (gsize) m * n + 1);
  system->structure = g_new0(NoslipExpr, (gsize) n * n * n + 1);
  system->forces = g_new0(NoslipExpr, n + 1);
  return system;
}

NoslipSystem *
fixture_natural(guint m)
{
  NoslipSystem *system = empty(m, m);
  for (guint i = 0; i < m; i++) {
    add_coordinate(system, i, g_strdup_printf("x%u", i));
    add_fibre(system, i, g_strdup_printf("x%u'", i));
    system->coordinates[i].velocity = system->fibres[i].symbol;
    system->anchor[i * m + i] = NOSLIP_ONE;
  }
  return system;
}

void
fixture_parameter(NoslipSystem *system, const char *name, double value)
{
  system->parameters = g_renew(NoslipParameter, system->parameters, system->n_parameters + 1);
  NoslipParameter *parameter = &system->parameters[system->n_parameters++];
  *parameter = (NoslipParameter){.name = g_strdup(name), .value = value, .low = NAN, .high = NAN};
  parameter->symbol = noslip_expr_symbol(system->graph, name);
}

void
fixture_constraint(NoslipSystem *system, const char *name, NoslipExpr phi)
{
  system->constraints = g_renew(NoslipConstraint, system->constraints, system->k + 1);
  NoslipConstraint *constraint = &system->constraints[system->k++];
  *constraint = (NoslipConstraint){.name = g_strdup(name), .phi = phi, .place = {10 + system->k, 1, 5}};
  noslip_system_derive(system);
}

void
fixture_manifold(NoslipSystem *system, NoslipExpr g)
{
  guint c = system->n_manifolds++;
  system->manifolds = g_renew(NoslipExpr, system->manifolds, c + 1);
  system->manifold_places = g_renew(NoslipPlace, system->manifold_places, c + 1);
  system->manifolds[c] = g;
  system->manifold_places[c] = (NoslipPlace){5 + c, 1, 8};
}

void
fixture_initial(NoslipSystem *system, const char *name, double value)
{
  NoslipInitial entry = {.name = g_strdup(name), .place = {20 + system->n_initials, 1, 7}};
  entry.value = noslip_expr_number(system->graph, value);
  for (guint i = 0; i < system->n; i++)
    if (strcmp(system->fibres[i].name, name) == 0) {
      entry.kind = NOSLIP_ENTRY_VELOCITY;
      entry.index = i;
      entry.target = system->fibres[i].symbol;
    }
  for (guint i = 0; i < system->m; i++)
    if (strcmp(system->coordinates[i].name, name) == 0) {
      entry.kind = NOSLIP_ENTRY_COORDINATE;
      entry.index = i;
    }
  system->initials = g_renew(NoslipInitial, system->initials, system->n_initials + 1);
  system->initials[system->n_initials++] = entry;
}

void
fixture_unit_lagrangian(NoslipSystem *system, NoslipExpr potential)
{
  NoslipGraph *graph = system->graph;
  NoslipExpr kinetic = NOSLIP_ZERO, half = noslip_expr_rational(graph, 1, 2);
  for (guint i = 0; i < system->n; i++)
    kinetic = noslip_expr_add(graph, kinetic,
                              noslip_expr_mul(graph, half, noslip_expr_powi(graph, system->fibres[i].symbol, 2)));
  system->kinetic = kinetic;
  system->potential = potential;
  system->lagrangian = noslip_expr_sub(graph, kinetic, potential);
  noslip_system_derive(system);
}

NoslipSystem *
fixture_sleigh(double mass, double inertia, double a, double b)
{
  NoslipSystem *system = empty(3, 3);
  NoslipGraph *graph = system->graph;
  static const char *const names[] = {"x", "y", "theta"}, *const frame_names[] = {"v1", "v2", "omega"};
  for (guint i = 0; i < 3; i++) {
    add_coordinate(system, i, g_strdup(names[i]));
    add_fibre(system, i, g_strdup(frame_names[i]));
  }
  fixture_parameter(system, "m", mass);
  fixture_parameter(system, "J", inertia);
  fixture_parameter(system, "a", a);
  fixture_parameter(system, "b", b);
  NoslipExpr theta = system->coordinates[2].symbol, x[3], y[3];
  NoslipExpr s = noslip_expr_apply(graph, NOSLIP_OP_SIN, 1, &theta);
  NoslipExpr c = noslip_expr_apply(graph, NOSLIP_OP_COS, 1, &theta);
  for (guint i = 0; i < 3; i++) {
    x[i] = system->coordinates[i].symbol;
    y[i] = system->fibres[i].symbol;
  }
  const NoslipExpr frame[] = {c, s, 0, noslip_expr_neg(graph, s), c, 0, 0, 0, 1};
  system->frame = g_memdup2(frame, sizeof frame);
  system->frame_is_derived = TRUE;
  g_assert_true(noslip_algebroid_from_frame(graph, 3, x, frame, system->anchor, system->structure));
  for (guint i = 0; i < 3; i++)
    system->coordinates[i].velocity = noslip_expr_dot(graph, 3, system->anchor + 3 * i, y);

  const NoslipParameter *p = system->parameters;
  NoslipExpr half = noslip_expr_rational(graph, 1, 2);
  NoslipExpr along = noslip_expr_sub(graph, y[0], noslip_expr_mul(graph, p[3].symbol, y[2]));
  NoslipExpr across = noslip_expr_add(graph, y[1], noslip_expr_mul(graph, p[2].symbol, y[2]));
  NoslipExpr squares = noslip_expr_add(graph, noslip_expr_powi(graph, along, 2), noslip_expr_powi(graph, across, 2));
  NoslipExpr turning = noslip_expr_mul(graph, p[1].symbol, noslip_expr_powi(graph, y[2], 2));
  system->kinetic =
      noslip_expr_mul(graph, half, noslip_expr_add(graph, noslip_expr_mul(graph, p[0].symbol, squares), turning));
  system->lagrangian = system->kinetic;
  noslip_system_derive(system);
  fixture_constraint(system, "blade", y[1]);
  return system;
}

char *
fixture_reference(const char *id)
{
  g_autofree char *name = g_strdup_printf("%s.json", id);
  g_autofree char *path = g_build_filename(g_getenv("NOSLIP_TESTS"), "reference", name, NULL);
  char *text = NULL;
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  return text;
}
