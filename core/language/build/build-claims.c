/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Observables, claims, reductions and plots. */
#include "core/language/build/build.h"

#include "core/system/dynamics-kind.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define TOLERANCE 1e-10 /* tolerance of a claim that gives none */

/* lambda( ) exists along nonholonomic runs, mu( ) along vakonomic ones. */
static void
check_multipliers(Builder *builder, guint uses, NoslipDynamicsKind kind, const Span *span, const char *remedy)
{
  gboolean lambda = (uses & USES_LAMBDA) != 0 && kind != NOSLIP_DYNAMICS_NONHOLONOMIC;
  gboolean mu = (uses & USES_MU) != 0 && kind != NOSLIP_DYNAMICS_VAKONOMIC;
  if (!lambda && !mu)
    return;
  noslip_source_error(
      builder->source, NOSLIP_CODE_MISPLACED, noslip_source_place(builder->source, span->token, span->last), remedy,
      _("there is no %s in %s dynamics"), lambda ? "lambda( )" : "mu( )", noslip_dynamics_kind_words(kind));
}

static void
build_observables(Builder *builder)
{
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_OBSERVABLE)); i++) {
    const Name *name = noslip_scope_name(&builder->scope, noslip_builder_name(builder, statement));
    const Part *part = noslip_builder_part(builder, statement, PART_VALUE);
    if (name->bad) {
      builder->failed = TRUE;
      continue;
    }
    check_multipliers(builder, name->uses, builder->system->dynamics, &part->expr,
                      _("leave it out, or change the dynamics"));
    for (guint c = 0; c < name->shape; c++) {
      const char *text = noslip_builder_name(builder, statement);
      NoslipNamed named = {.name = name->shape > 1 ? noslip_builder_component(text, c) : g_strdup(text),
                           .expr = c == 0 ? name->expr : name->rest[c - 1],
                           .unit = noslip_builder_text(builder, statement, PART_UNIT),
                           .description = noslip_builder_text(builder, statement, PART_DESCRIPTION),
                           .place = name->place};
      g_array_append_val(builder->observables, named);
    }
  }
}

static void
build_lets(Builder *builder)
{
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_LET)); i++) {
    const Name *name = noslip_scope_name(&builder->scope, noslip_builder_name(builder, statement));
    if (name->bad) {
      builder->failed = TRUE;
      continue;
    }
    for (guint c = 0; c < name->shape; c++) {
      const char *text = noslip_builder_name(builder, statement);
      NoslipNamed named = {.name = name->shape > 1 ? noslip_builder_component(text, c) : g_strdup(text),
                           .expr = c == 0 ? name->expr : name->rest[c - 1],
                           .place = name->place};
      g_array_append_val(builder->lets, named);
    }
  }
}

/* Whether both sides are numbers or vectors with the same number of components, or one is 0. */
static gboolean
check_kinds(Builder *builder, const Statement *statement, guint left, NoslipExpr left_value, guint right,
            NoslipExpr right_value)
{
  if (left == right || (left == 1 && left_value == NOSLIP_ZERO) || (right == 1 && right_value == NOSLIP_ZERO))
    return TRUE;
  const Part *first = noslip_builder_part(builder, statement, PART_LEFT);
  const Part *last = noslip_builder_part(builder, statement, PART_RIGHT);
  noslip_source_error(
      builder->source, NOSLIP_CODE_MISPLACED, noslip_source_place(builder->source, first->expr.token, last->expr.last),
      _("write as many components on both sides, or 0 on one"), _("the two sides of the equation are not of one kind"));
  builder->failed = TRUE;
  return FALSE;
}

/* A claim of vectors becomes a claim for each component, named like those of an observable; components that are 0 = 0
 * are left out. */
static void
add_claims(Builder *builder, const Statement *statement, NoslipClaim claim, guint shape, NoslipExpr sides[2][3],
           const GArray *domain, GArray *claims)
{
  g_autofree char *title = noslip_builder_text(builder, statement, PART_STRING);
  for (guint c = 0; c < shape; c++) {
    claim.left = sides[0][c];
    claim.right = sides[1][c];
    if (shape > 1 && claim.left == NOSLIP_ZERO && claim.right == NOSLIP_ZERO)
      continue;
    claim.title = shape > 1 ? noslip_builder_component(title, c) : g_strdup(title);
    claim.n_domain = domain->len;
    claim.domain = g_memdup2(domain->data, sizeof(NoslipExpr) * domain->len);
    g_array_append_val(claims, claim);
  }
}

static void
build_claim(Builder *builder, const Statement *statement, GArray *claims)
{
  NoslipSystem *system = builder->system;
  const Part *left = noslip_builder_part(builder, statement, PART_LEFT);
  const Part *right = noslip_builder_part(builder, statement, PART_RIGHT);
  const Part *within = noslip_builder_part(builder, statement, PART_WITHIN);
  const Part *kind = noslip_builder_part(builder, statement, PART_FOR);
  NoslipClaim claim = {.tolerance = TOLERANCE, .kind = system->dynamics, .has_kind = kind != NULL};
  NoslipExpr sides[2][3];
  guint uses_left = 0, uses_right = 0, shape = 1, other = 1;
  gboolean good =
      noslip_builder_vector(builder, &left->expr, N_("a claim"), USES_ANYTHING, sides[0], &shape, &uses_left);
  g_autoptr(GArray) domain = g_array_copy(builder->scope.domain);
  good =
      noslip_builder_vector(builder, &right->expr, N_("a claim"), USES_ANYTHING, sides[1], &other, &uses_right) && good;
  g_array_append_vals(domain, builder->scope.domain->data, builder->scope.domain->len);
  good = good && check_kinds(builder, statement, shape, sides[0][0], other, sides[1][0]);
  if (kind != NULL)
    claim.kind = kind->text[0] == 'v' ? NOSLIP_DYNAMICS_VAKONOMIC : NOSLIP_DYNAMICS_NONHOLONOMIC;
  claim.has_tolerance = within != NULL;
  if (within != NULL && noslip_builder_number(builder, &within->expr, N_("a tolerance"), &claim.tolerance) &&
      !(claim.tolerance > 0))
    noslip_source_error(builder->source, NOSLIP_CODE_ARGUMENT,
                        noslip_source_place(builder->source, within->expr.token, within->expr.last),
                        _("write a number above 0"), _("the tolerance is not positive"));
  if (!good)
    return;
  check_multipliers(builder, uses_left, claim.kind, &left->expr, _("say for which dynamics the claim is: for …"));
  check_multipliers(builder, uses_right, claim.kind, &right->expr, _("say for which dynamics the claim is: for …"));
  claim.expected_to_fail = noslip_builder_part(builder, statement, PART_FAIL) != NULL;
  claim.place = noslip_builder_place(builder, statement);
  add_claims(builder, statement, claim, MAX(shape, other), sides, domain, claims);
}

/* The image of a fibre coordinate is linear in the fibre. Which names are fibre coordinates is defined in the other
 * system; here all terms with velocities must be linear in them. */
static void
check_linear(Builder *builder, const Part *part, NoslipExpr value)
{
  Scope *scope = &builder->scope;
  if (!noslip_expr_depends(scope->graph, value, scope->n, scope->y))
    return;
  NoslipExpr rest = value;
  gboolean linear = TRUE;
  for (guint a = 0; a < scope->n && linear; a++) {
    NoslipExpr slope = noslip_expr_simplify(scope->graph, noslip_expr_derivative(scope->graph, value, scope->y[a]));
    linear = !noslip_expr_depends(scope->graph, slope, scope->n, scope->y);
    rest = noslip_expr_sub_product(scope->graph, rest, slope, scope->y[a]);
  }
  if (linear && noslip_expr_simplify(scope->graph, rest) == NOSLIP_ZERO)
    return;
  noslip_source_error(
      builder->source, NOSLIP_CODE_NOT_LINEAR, noslip_source_place(builder->source, part->expr.token, part->expr.last),
      _("a reduction is linear in the fibre"), _("the image of a velocity is not linear in the velocities"));
}

static void
build_reduction(Builder *builder, const Statement *statement, GArray *reductions)
{
  g_autoptr(GArray) names = g_array_new(FALSE, FALSE, sizeof(char *));
  g_autoptr(GArray) exprs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(NoslipPlace));
  g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
  const Part *part;
  for (guint i = 0; (part = noslip_statement_part(builder->source, statement, PART_ENTRY, i)) != NULL; i++) {
    const Token *token = noslip_source_token(builder->source, part->token);
    NoslipExpr value;
    if (!g_hash_table_add(seen, (gpointer) token->text))
      noslip_source_error(builder->source, NOSLIP_CODE_REPEATED_NAME, token->place, _("keep one of them"),
                          _("the reduction has %s twice"), token->text);
    if (!noslip_builder_expression(builder, &part->expr, N_("a reduction"), USES_STATE, &value, NULL))
      continue;
    check_linear(builder, part, value);
    char *name = g_strdup(token->text);
    g_array_append_val(names, name);
    g_array_append_val(exprs, value);
    g_array_append_val(places, token->place);
  }
  NoslipReduction reduction = {.system = noslip_builder_text(builder, statement, PART_STRING),
                               .n = names->len,
                               .place = noslip_builder_place(builder, statement)};
  reduction.names = (char **) g_array_steal(names, NULL);
  reduction.exprs = (NoslipExpr *) g_array_steal(exprs, NULL);
  reduction.places = (NoslipPlace *) g_array_steal(places, NULL);
  g_array_append_val(reductions, reduction);
}

static char *
text_of(Builder *builder, const Span *span)
{
  const Source *source = builder->source;
  const Token *first = noslip_source_token(source, span->token), *last = noslip_source_token(source, span->last);
  if (span->token == span->last)
    return g_strdup(first->text);
  return g_strndup(source->text + first->start, last->end - first->start);
}

static void
build_plot(Builder *builder, const Statement *statement, GArray *plots)
{
  const Part *part = noslip_builder_part(builder, statement, PART_VALUE);
  const Part *against = noslip_builder_part(builder, statement, PART_AGAINST);
  NoslipPlot plot = {0};
  guint uses = 0, uses_against = 0;
  gboolean good = noslip_builder_expression(builder, &part->expr, N_("a plot"), USES_ANYTHING, &plot.expr, &uses);
  if (against != NULL)
    good = noslip_builder_expression(builder, &against->expr, N_("a plot"), USES_ANYTHING, &plot.against_expr,
                                     &uses_against) &&
           good;
  if (!good)
    return;
  check_multipliers(builder, uses, builder->system->dynamics, &part->expr, _("leave it out, or change the dynamics"));
  if (against != NULL)
    check_multipliers(builder, uses_against, builder->system->dynamics, &against->expr,
                      _("leave it out, or change the dynamics"));
  plot.name = text_of(builder, &part->expr);
  plot.against = against != NULL ? text_of(builder, &against->expr) : NULL;
  if (against == NULL)
    plot.against_expr = builder->scope.t;
  g_array_append_val(plots, plot);
}

void
noslip_build_claims(Builder *builder)
{
  NoslipSystem *system = builder->system;
  GArray *claims = g_array_new(FALSE, FALSE, sizeof(NoslipClaim));
  GArray *reductions = g_array_new(FALSE, FALSE, sizeof(NoslipReduction));
  GArray *plots = g_array_new(FALSE, FALSE, sizeof(NoslipPlot));
  build_lets(builder);
  build_observables(builder);
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_CLAIM)); i++) {
    guint before = claims->len;
    build_claim(builder, statement, claims);
    builder->count[i] = claims->len - before;
  }
  i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_REDUCTION)); i++)
    build_reduction(builder, statement, reductions);
  i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_PLOT)); i++)
    build_plot(builder, statement, plots);
  system->n_claims = claims->len;
  system->claims = (NoslipClaim *) (gpointer) g_array_free(claims, FALSE);
  system->n_reductions = reductions->len;
  system->reductions = (NoslipReduction *) (gpointer) g_array_free(reductions, FALSE);
  system->n_plots = plots->len;
  system->plots = (NoslipPlot *) (gpointer) g_array_free(plots, FALSE);
  system->n_lets = builder->lets->len;
  system->lets = (NoslipNamed *) g_array_steal(builder->lets, NULL);
  system->n_observables = builder->observables->len;
  system->observables = (NoslipNamed *) g_array_steal(builder->observables, NULL);
}
