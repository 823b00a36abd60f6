/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lagrangian, constraints, forces, dynamics and the default run. */
#include "core/language/build/build.h"

#include <glib/gi18n-lib.h>

#define MOST_ROWS 10000000

static gboolean
has_velocities(const Scope *scope, NoslipExpr phi)
{
  if (!noslip_expr_depends(scope->graph, phi, scope->n, scope->y))
    return FALSE;
  for (guint a = 0; a < scope->n; a++) {
    NoslipExpr slope = noslip_expr_derivative(scope->graph, phi, scope->y[a]);
    if (slope != NOSLIP_ZERO && noslip_expr_simplify(scope->graph, slope) != NOSLIP_ZERO)
      return TRUE;
  }
  return FALSE;
}

/* Differentiates a holonomic constraint (one without velocities). */
static void
differentiate(Builder *builder, const Statement *statement, NoslipConstraint *constraint)
{
  Scope *scope = &builder->scope;
  if (has_velocities(scope, constraint->phi) ||
      (builder->has_velocities && !builder->has_sections && scope->n != scope->m)) /* reported for the velocities */
    return;
  if (noslip_expr_depends(scope->graph, constraint->phi, scope->m, scope->x)) {
    constraint->holonomic = TRUE;
    constraint->position = constraint->phi;
    constraint->phi = noslip_scope_rate_of_position(scope, constraint->position);
    if (has_velocities(scope, constraint->phi))
      return;
  }
  const Part *left = noslip_builder_part(builder, statement, PART_LEFT);
  const Part *right = noslip_builder_part(builder, statement, PART_RIGHT);
  noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED,
                      noslip_source_place(builder->source, left->expr.token, right->expr.last),
                      _("write an equation between velocities, or between coordinates that move"),
                      _("the constraint %s has neither velocities nor coordinates that move"), constraint->name);
}

static void
add_constraint(Builder *builder, const Statement *statement, GArray *all, NoslipConstraint *constraint)
{
  constraint->description = noslip_builder_text(builder, statement, PART_DESCRIPTION);
  differentiate(builder, statement, constraint);
  g_array_append_val(all, *constraint);
}

/* The constraints of one statement: one, or the components of a vector, without those that are 0 = 0. */
static void
build_constraint(Builder *builder, guint i, NoslipConstraint *declared, GArray *all)
{
  const Statement *statement = noslip_builder_statement(builder, i);
  NoslipExpr phi[3];
  guint shape = 1;
  Name *name = g_hash_table_lookup(builder->scope.names, declared->name);
  builder->index[i] = all->len;
  gboolean good = noslip_builder_vector_difference(builder, statement, N_("a constraint"),
                                                   USES_STATE | USES_LAGRANGIAN | USES_TIME, phi, &shape, NULL);
  if (!good || shape == 1) {
    declared->phi = good ? phi[0] : NOSLIP_ZERO;
    name->index = all->len;
    builder->count[i] = 1;
    if (good)
      add_constraint(builder, statement, all, declared);
    else
      g_array_append_val(all, *declared);
    return;
  }
  name->shape = shape;
  name->components = 0;
  for (guint c = 0; c < shape; c++) {
    if (noslip_expr_simplify(builder->scope.graph, phi[c]) == NOSLIP_ZERO)
      continue;
    NoslipConstraint constraint = {
        .name = noslip_builder_component(declared->name, c), .place = declared->place, .phi = phi[c]};
    noslip_builder_enter(builder, constraint.name, declared->place, NAME_CONSTRAINT, all->len);
    builder->count[i]++;
    name->components |= 1u << c;
    add_constraint(builder, statement, all, &constraint);
  }
  if (builder->count[i] == 0)
    noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED, declared->place, _("leave it out, or correct it"),
                        _("the constraint %s holds by itself: it is 0 = 0"), declared->name);
  g_free(declared->name);
}

/* Checks the components in lambda(roll.x) of vector constraints. */
static void
check_multipliers(Builder *builder)
{
  for (guint i = 0; i < builder->source->nodes->len; i++) {
    const Node *node = noslip_source_node(builder->source, i);
    if (node->kind != NODE_LAMBDA && node->kind != NODE_MU)
      continue;
    const Token *token = noslip_source_token(builder->source, node->token);
    const Name *name = noslip_scope_name(&builder->scope, token->text);
    guint component;
    gsize length = noslip_scope_stem(token->text, &component);
    g_autofree char *stem = g_strndup(token->text, length);
    const Name *vector = length > 0 ? noslip_scope_name(&builder->scope, stem) : NULL;
    if (name == NULL && vector != NULL && vector->kind == NAME_CONSTRAINT && !vector->bad)
      noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED, token->place, _("name another component"),
                          _("the constraint %s has no component %s"), stem, token->text + length + 1);
  }
}

/* Finds the constraints that are vectors before lets are built, because multipliers need to know it. */
static void
find_shapes(Builder *builder)
{
  guint i = 0;
  builder->scope.quiet = TRUE;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_CONSTRAINT)); i++) {
    const Part *name_part = noslip_builder_part(builder, statement, PART_NAME);
    Name *name =
        name_part != NULL ? g_hash_table_lookup(builder->scope.names, noslip_builder_name(builder, statement)) : NULL;
    NoslipExpr left[3], right[3];
    guint shape = 1, other = 1, allowed = USES_STATE | USES_LAGRANGIAN | USES_TIME;
    const Part *parts[] = {noslip_builder_part(builder, statement, PART_LEFT),
                           noslip_builder_part(builder, statement, PART_RIGHT)};
    if (name == NULL || name->kind != NAME_CONSTRAINT ||
        !noslip_builder_vector(builder, &parts[0]->expr, N_("a constraint"), allowed, left, &shape, NULL) ||
        !noslip_builder_vector(builder, &parts[1]->expr, N_("a constraint"), allowed, right, &other, NULL))
      continue;
    name->shape = MAX(shape, other);
    for (guint c = 0; c < name->shape && name->shape > 1; c++) {
      NoslipExpr phi = noslip_expr_sub(builder->scope.graph, left[c], right[c]);
      if (noslip_expr_simplify(builder->scope.graph, phi) != NOSLIP_ZERO)
        name->components |= 1u << c;
    }
  }
  builder->scope.quiet = FALSE;
}

static void
build_constraints(Builder *builder)
{
  NoslipSystem *system = builder->system;
  GArray *declared = builder->constraints, *all = g_array_new(FALSE, TRUE, sizeof(NoslipConstraint));
  g_autofree gboolean *used = g_new0(gboolean, declared->len + 1);
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_CONSTRAINT)); i++) {
    used[builder->index[i]] = TRUE;
    build_constraint(builder, i, &g_array_index(declared, NoslipConstraint, builder->index[i]), all);
  }
  for (guint c = 0; c < declared->len; c++)
    if (!used[c])
      g_free(g_array_index(declared, NoslipConstraint, c).name);
  check_multipliers(builder);
  g_array_set_size(declared, 0);
  system->k = all->len;
  system->constraints = (NoslipConstraint *) (gpointer) g_array_free(all, FALSE);
}

static void
build_force(Builder *builder, const Statement *statement)
{
  NoslipSystem *system = builder->system;
  Scope *scope = &builder->scope;
  NoslipExpr velocity, value;
  gboolean known = noslip_builder_velocity(builder, statement, &velocity);
  const Part *part = noslip_builder_part(builder, statement, PART_VALUE);
  gboolean good = noslip_builder_expression(builder, &part->expr, N_("a force"),
                                            USES_STATE | USES_LAGRANGIAN | USES_TIME, &value, NULL);
  for (guint a = 0; known && good && a < scope->n; a++) {
    NoslipExpr slope = noslip_expr_derivative(scope->graph, velocity, scope->y[a]);
    if (slope != NOSLIP_ZERO)
      system->forces[a] = noslip_expr_add_product(scope->graph, system->forces[a], value, slope);
  }
  if (system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC)
    noslip_source_error(builder->source, NOSLIP_CODE_REFUSED, noslip_builder_place(builder, statement),
                        _("leave the force out, or write dynamics nonholonomic"),
                        _("vakonomic dynamics allows no forces"));
}

static void
build_forces(Builder *builder)
{
  builder->system->forces = g_new0(NoslipExpr, MAX(builder->scope.n, 1));
  for (guint i = 0; i < builder->source->statements->len; i++) {
    const Statement *statement = noslip_builder_statement(builder, i);
    if ((statement->entry->flags & STATEMENT_FORCE_ON) != 0 && !statement->broken)
      build_force(builder, statement);
  }
  noslip_build_dampers(builder);
  noslip_build_presymplectic_forces(builder);
}

static void
build_dynamics(Builder *builder)
{
  guint i = 0;
  const Statement *statement = noslip_builder_next(builder, &i, STATEMENT_DYNAMICS);
  const char *word = statement != NULL ? noslip_builder_part(builder, statement, PART_WORD)->text : "nonholonomic";
  builder->system->dynamics = word[0] == 'v'   ? NOSLIP_DYNAMICS_VAKONOMIC
                              : word[0] == 'f' ? NOSLIP_DYNAMICS_FREE
                                               : NOSLIP_DYNAMICS_NONHOLONOMIC;
}

static void
build_run(Builder *builder)
{
  NoslipSystem *system = builder->system;
  guint i = 0;
  const Statement *statement = noslip_builder_next(builder, &i, STATEMENT_RUN);
  system->run_to = 10;
  if (statement != NULL) {
    const Part *to = noslip_builder_part(builder, statement, PART_VALUE);
    if (noslip_builder_number(builder, &to->expr, "run", &system->run_to) && !(system->run_to > 0))
      noslip_source_error(builder->source, NOSLIP_CODE_ARGUMENT,
                          noslip_source_place(builder->source, to->expr.token, to->expr.last),
                          _("write a time after 0"), _("the run has no length"));
  }
  system->run_step = system->run_to / 1000;
  const Part *step = statement != NULL ? noslip_builder_part(builder, statement, PART_STEP) : NULL;
  if (step == NULL || !noslip_builder_number(builder, &step->expr, "run", &system->run_step))
    return;
  NoslipPlace place = noslip_source_place(builder->source, step->expr.token, step->expr.last);
  if (!(system->run_step > 0))
    noslip_source_error(builder->source, NOSLIP_CODE_ARGUMENT, place, _("write a step above 0"),
                        _("the step is not positive"));
  else if (system->run_to / system->run_step > MOST_ROWS)
    noslip_source_error(builder->source, NOSLIP_CODE_TOO_LARGE, place, _("write a longer step"),
                        _("the run has more than %d samples"), MOST_ROWS);
}

/* `gauge NAME = expr`: NAME a fibre coordinate. The constraint algorithm finds out whether it is free. */
static void
build_gauges(Builder *builder)
{
  NoslipSystem *system = builder->system;
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_GAUGE)); i++) {
    const Part *part = noslip_builder_part(builder, statement, PART_NAME);
    const Token *token = noslip_source_token(builder->source, part->token);
    int fibre = noslip_scope_fibre(&builder->scope, token->text);
    NoslipGaugeChoice gauge = {.fibre = (guint) MAX(fibre, 0), .place = noslip_builder_place(builder, statement)};
    gboolean good = noslip_builder_expression(builder, &noslip_builder_part(builder, statement, PART_VALUE)->expr,
                                              N_("a gauge"), USES_STATE | USES_TIME, &gauge.value, NULL);
    if (fibre < 0)
      noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED, token->place, _("name a fibre coordinate"),
                          _("%s is not a fibre coordinate"), token->text);
    for (guint j = 0; j < system->n_gauges && fibre >= 0; j++)
      if (system->gauges[j].fibre == gauge.fibre)
        noslip_source_error(builder->source, NOSLIP_CODE_REPEATED_NAME, token->place, _("keep one of them"),
                            _("the gauge of %s is given twice"), token->text);
    if (!good || fibre < 0)
      continue;
    system->gauges = g_renew(NoslipGaugeChoice, system->gauges, system->n_gauges + 1);
    system->gauges[system->n_gauges++] = gauge;
  }
}

void
noslip_build_mechanics(Builder *builder)
{
  Source *source = builder->source;
  find_shapes(builder);
  noslip_build_definitions(builder, FALSE);
  build_dynamics(builder);
  build_constraints(builder);
  build_forces(builder);
  build_gauges(builder);
  noslip_build_contacts(builder);
  build_run(builder);
  if (builder->system->n == 0 && source->diagnostics->n_errors == 0)
    noslip_source_error(source, NOSLIP_CODE_COUNT, noslip_source_token(source, 0)->place,
                        _("declare a coordinate or a section"), _("the system has no velocities"));
}
