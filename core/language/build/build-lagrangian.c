/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Lagrangian of a system, and its kinetic and potential energy. */
#include "core/language/build/build.h"

#include <glib/gi18n-lib.h>

/* Builds the expression of the first statement of this kind; TRUE if it exists and is valid. */
static gboolean
function_of(Builder *builder, StatementKind kind, const char *what, NoslipExpr *expr, gboolean *is_given)
{
  Source *source = builder->source;
  for (guint i = 0; i < source->statements->len; i++) {
    const Statement *statement = noslip_builder_statement(builder, i);
    if (statement->entry->kind != kind)
      continue;
    *is_given = TRUE;
    if (builder->system->lagrangian_place.line == 0)
      builder->system->lagrangian_place = noslip_builder_place(builder, statement);
    const Part *part = noslip_builder_part(builder, statement, PART_VALUE);
    if (!statement->broken)
      return noslip_builder_expression(builder, &part->expr, what, USES_STATE | USES_TIME, expr, NULL);
  }
  return FALSE;
}

static void
check_count(Builder *builder, gboolean lagrangian, gboolean kinetic, gboolean potential, gboolean presymplectic)
{
  Source *source = builder->source;
  NoslipPlace first = source->tokens->len > 0 ? noslip_source_token(source, 0)->place : (NoslipPlace){1, 1, 1};
  NoslipPlace place = builder->system->lagrangian_place;
  if (source->statements->len == 0 || g_hash_table_contains(source->lost, "lagrangian"))
    return;
  if (presymplectic && (lagrangian || kinetic || potential))
    noslip_source_error(source, NOSLIP_CODE_COUNT, place, _("keep one of them; a potential is the H of dE(H)"),
                        _("the system has both a Lagrangian and presymplectic"));
  else if (presymplectic)
    return;
  else if (!lagrangian && !kinetic && !potential)
    noslip_source_error(source, NOSLIP_CODE_COUNT, first, _("write lagrangian expr, or kinetic expr"),
                        _("the system has no Lagrangian"));
  else if (lagrangian && (kinetic || potential))
    noslip_source_error(source, NOSLIP_CODE_COUNT, place, _("keep lagrangian, or kinetic with or without potential"),
                        _("the system has both lagrangian and %s"), kinetic ? "kinetic" : "potential");
  else if (!lagrangian && !kinetic)
    noslip_source_error(source, NOSLIP_CODE_COUNT, place, _("write kinetic expr too"),
                        _("the system has potential but not kinetic"));
}

/* potential = -L(x, 0) and kinetic = energy - potential if only L is given. */
static void
derive_energies(Builder *builder, gboolean split)
{
  NoslipSystem *system = builder->system;
  Scope *scope = &builder->scope;
  for (guint a = 0; a < scope->n; a++)
    scope->momentum[a] = noslip_expr_derivative(scope->graph, system->lagrangian, scope->y[a]);
  system->energy = noslip_expr_sub(scope->graph, noslip_expr_dot(scope->graph, scope->n, scope->y, scope->momentum),
                                   system->lagrangian);
  if (!split) {
    g_autofree NoslipExpr *zeros = g_new0(NoslipExpr, MAX(scope->n, 1));
    system->potential = noslip_expr_neg(
        scope->graph, noslip_expr_substitute(scope->graph, system->lagrangian, scope->n, scope->y, zeros));
    system->kinetic = noslip_expr_sub(scope->graph, system->energy, system->potential);
  }
  scope->lagrangian = system->lagrangian;
  scope->kinetic = system->kinetic;
  scope->potential = system->potential;
  scope->energy = system->energy;
  scope->has_lagrangian = TRUE;
}

void
noslip_build_lagrangian(Builder *builder)
{
  NoslipSystem *system = builder->system;
  gboolean lagrangian = FALSE, kinetic = FALSE, potential = FALSE;
  gboolean good = function_of(builder, STATEMENT_LAGRANGIAN, N_("the Lagrangian"), &system->lagrangian, &lagrangian);
  gboolean good_kinetic = function_of(builder, STATEMENT_KINETIC, N_("the kinetic energy"), &system->kinetic, &kinetic);
  gboolean good_potential =
      function_of(builder, STATEMENT_POTENTIAL, N_("the potential energy"), &system->potential, &potential);
  NoslipGraph *graph = builder->scope.graph;
  NoslipExpr body_kinetic = NOSLIP_ZERO, body_potential = NOSLIP_ZERO;
  gboolean bodies = noslip_build_has_bodies(builder);
  gboolean good_bodies = !bodies || noslip_build_bodies(builder, &body_kinetic, &body_potential);
  NoslipExpr hamiltonian = NOSLIP_ZERO;
  gboolean presymplectic = FALSE, good_form = noslip_build_presymplectic(builder, &hamiltonian, &presymplectic);
  if (!bodies || lagrangian || presymplectic)
    check_count(builder, lagrangian || (bodies && presymplectic), kinetic, potential, presymplectic);
  system->kinetic = noslip_expr_add(graph, system->kinetic, body_kinetic);
  system->potential = noslip_expr_add(graph, system->potential, body_potential);
  if (!good_bodies || (presymplectic && !good_form)) {
    builder->failed = TRUE;
  } else if (presymplectic) {
    system->lagrangian = noslip_expr_neg(graph, hamiltonian);
    derive_energies(builder, FALSE);
  } else if ((kinetic || (bodies && !lagrangian)) && (good_kinetic || !kinetic) && (good_potential || !potential)) {
    system->lagrangian = noslip_expr_sub(graph, system->kinetic, system->potential);
    derive_energies(builder, TRUE);
  } else if (good) {
    NoslipExpr of_bodies = noslip_expr_sub(graph, body_kinetic, body_potential);
    system->lagrangian = noslip_expr_add(graph, system->lagrangian, of_bodies);
    derive_energies(builder, FALSE);
  } else {
    builder->failed = TRUE;
  }
}
