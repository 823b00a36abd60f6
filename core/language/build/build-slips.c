/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warnings about probable slips: names that nothing uses, forgotten primes, claims without content. */
#include "core/language/build/build.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static NoslipDiagnostic *warn(Builder *builder, NoslipPlace place, const char *remedy, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

static NoslipDiagnostic *
warn(Builder *builder, NoslipPlace place, const char *remedy, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *cause = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  return noslip_diagnostics_add(builder->source->diagnostics,
                                noslip_diagnostic_new(NOSLIP_WARNING, NOSLIP_CODE_SLIP, &place, remedy, "%s", cause));
}

/* Sets the fix of a statement without effect: to make it a comment. */
static void
fix_by_comment(const Builder *builder, const Statement *statement, NoslipDiagnostic *warning)
{
  const Token *first = noslip_source_token(builder->source, statement->keyword),
              *last = noslip_source_token(builder->source, statement->end - 1);
  if (first->place.line == last->place.line)
    noslip_diagnostic_set_fix(warning, (NoslipPlace){first->place.line, first->place.column, 0}, "# ");
}

static gboolean
depends_on(const Builder *builder, NoslipExpr e, NoslipExpr symbol)
{
  return noslip_expr_depends(builder->scope.graph, e, 1, &symbol);
}

/* Whether the velocity of coordinate i has a component along the fibre coordinate a. */
static gboolean
is_moved(const NoslipSystem *system, guint i, guint a)
{
  return system->frame_is_derived ? system->frame[a * system->m + i] != NOSLIP_ZERO
                                  : system->anchor[i * system->n + a] != NOSLIP_ZERO;
}

static gboolean
contains_coordinate(const Builder *builder, NoslipExpr e, guint i)
{
  const NoslipSystem *system = builder->system;
  gboolean found = depends_on(builder, e, system->coordinates[i].symbol);
  for (guint a = 0; a < system->n && !found; a++)
    found = is_moved(system, i, a) && depends_on(builder, e, system->fibres[a].symbol);
  return found;
}

/* Entries of the anchor and of the brackets that may depend on coordinates. */
static GArray *
frame_entries(const NoslipSystem *system)
{
  GArray *entries = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint j = 0; j < system->m * system->n; j++)
    if (system->anchor[j] != NOSLIP_ZERO && system->anchor[j] != NOSLIP_ONE)
      g_array_append_val(entries, system->anchor[j]);
  for (guint j = 0; j < system->n * system->n * system->n; j++)
    if (system->structure[j] != NOSLIP_ZERO)
      g_array_append_val(entries, system->structure[j]);
  return entries;
}

/* Whether anything besides the Lagrangian that affects the motion contains the coordinate or its velocity. */
static gboolean
is_in_mechanics(const Builder *builder, const GArray *entries, guint i)
{
  const NoslipSystem *system = builder->system;
  gboolean found = FALSE;
  for (guint c = 0; c < system->k && !found; c++)
    found = contains_coordinate(builder, system->constraints[c].phi, i);
  for (guint c = 0; c < system->n_manifolds && !found; c++)
    found = contains_coordinate(builder, system->manifolds[c], i);
  for (guint a = 0; a < system->n && !found; a++)
    found = system->forces[a] != NOSLIP_ZERO &&
            (is_moved(system, i, a) || contains_coordinate(builder, system->forces[a], i));
  for (guint j = 0; j < entries->len && !found; j++)
    found = depends_on(builder, g_array_index(entries, NoslipExpr, j), system->coordinates[i].symbol);
  return found;
}

static void
warn_of_coordinates(Builder *builder)
{
  const NoslipSystem *system = builder->system;
  g_autoptr(GArray) entries = frame_entries(system);
  for (guint i = 0; i < system->m && system->two_form == NULL; i++) {
    const NoslipCoordinate *coordinate = &system->coordinates[i];
    if (contains_coordinate(builder, system->lagrangian, i) || is_in_mechanics(builder, entries, i))
      continue;
    g_autofree char *remedy = g_strdup_printf(
        _("add its kinetic energy, for example %s'^2/2, or leave the coordinate out"), coordinate->name);
    warn(builder, coordinate->place, remedy, _("the Lagrangian contains neither %s nor %s'"), coordinate->name,
         coordinate->name);
  }
}

/* The first coordinate in the Lagrangian, or the first of all; NULL if there is none. */
static const char *
likely_coordinate(const Builder *builder)
{
  const NoslipSystem *system = builder->system;
  for (guint i = 0; i < system->m; i++)
    if (depends_on(builder, system->lagrangian, system->coordinates[i].symbol))
      return system->coordinates[i].name;
  return system->m > 0 ? system->coordinates[0].name : NULL;
}

/* Optimal control: the Lagrangian is a cost, and the constraints are equations of motion such as z' = v. */
static gboolean
is_control(const NoslipSystem *system)
{
  return system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC && system->k > 0;
}

static void
warn_of_lagrangian(Builder *builder)
{
  const NoslipSystem *system = builder->system;
  const char *name = likely_coordinate(builder);
  if (system->two_form != NULL)
    return;
  if (noslip_expr_depends(builder->scope.graph, system->lagrangian, system->n, builder->scope.y) || is_control(system))
    return;
  g_autofree char *remedy =
      builder->has_velocities || builder->has_sections || name == NULL
          ? g_strdup_printf(_("write the kinetic energy with the velocity %s"), system->fibres[0].name)
          : g_strdup_printf(_("the velocity of %s is written with a prime: %s'"), name, name);
  warn(builder, system->lagrangian_place, remedy, _("the Lagrangian contains no velocity"));
}

/* Statements of an included text all have the place of the include. */
static gboolean
is_included(const Builder *builder, const Statement *statement, const Token *name)
{
  NoslipPlace keyword = noslip_builder_place(builder, statement);
  return keyword.line == name->place.line && keyword.column == name->place.column;
}

/* Whether the course of an input that was given in addition to the text uses the parameter. */
static gboolean
is_used_by_course(const Builder *builder, const char *name)
{
  const NoslipSystem *system = builder->system;
  int parameter = noslip_system_parameter(system, name);
  gboolean used = FALSE;
  for (guint i = 0; i < system->n_inputs && parameter >= 0; i++)
    used = used || noslip_expr_depends(system->graph, system->inputs[i].expr, 1, &system->parameters[parameter].symbol);
  return used;
}

/* Warns of parameters that nothing uses; not if the system has reductions, which match parameters by name. */
static void
warn_of_parameters(Builder *builder)
{
  const Source *source = builder->source;
  g_autoptr(GHashTable) once = g_hash_table_new(g_str_hash, g_str_equal);
  g_autoptr(GHashTable) twice = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < source->tokens->len; i++) {
    const Token *token = noslip_source_token(source, i);
    if (token->kind == TOKEN_NAME && !g_hash_table_add(once, (gpointer) token->text))
      g_hash_table_add(twice, (gpointer) token->text);
  }
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_PARAMETER)); i++) {
    const Part *part = noslip_builder_part(builder, statement, PART_NAME);
    const Token *name = noslip_source_token(source, part->token);
    if (g_hash_table_contains(twice, name->text) || is_included(builder, statement, name) ||
        builder->system->n_reductions > 0 || is_used_by_course(builder, name->text))
      continue;
    fix_by_comment(builder, statement,
                   warn(builder, name->place, _("leave it out, or write it where it belongs"),
                        _("nothing uses the parameter %s"), name->text));
  }
}

/* Warns of `gravity` without bodies: it adds only the weight of bodies, not a term of a typed Lagrangian. */
static void
warn_of_gravity(Builder *builder)
{
  guint none = 0, first = 0;
  const Statement *gravity = noslip_builder_next(builder, &first, STATEMENT_GRAVITY);
  if (gravity == NULL || noslip_builder_next(builder, &none, STATEMENT_BODY) != NULL)
    return;
  const Token *word = noslip_source_token(builder->source, gravity->keyword);
  if (!is_included(builder, gravity, noslip_source_token(builder->source, gravity->end - 1)))
    fix_by_comment(builder, gravity,
                   warn(builder, word->place, _("write a body, or the weight in the potential"),
                        _("gravity acts on bodies, and there is none")));
}

/* Whether both sides have the same text. */
static gboolean
are_same(const Source *source, const Span *left, const Span *right)
{
  gboolean same = left->last - left->token == right->last - right->token;
  for (guint i = 0; same && i <= left->last - left->token; i++) {
    const Token *a = noslip_source_token(source, left->token + i), *b = noslip_source_token(source, right->token + i);
    same = a->kind == b->kind && a->op == b->op && strcmp(a->text, b->text) == 0;
  }
  return same;
}

/* Whether the span contains a name other than numbers, parameters, and lets of these. */
static gboolean
names_motion(const Builder *builder, const Span *span, guint n, const NoslipExpr *symbols)
{
  for (guint i = span->first; i <= span->root; i++) {
    const Node *node = noslip_source_node(builder->source, i);
    if (node->kind == NODE_MOMENTUM || node->kind == NODE_LAMBDA || node->kind == NODE_MU || node->kind == NODE_SPIN ||
        node->kind == NODE_TRANSPOSE)
      return TRUE;
    const Token *token = noslip_source_token(builder->source, node->token);
    const Name *name = node->kind == NODE_NAME ? noslip_scope_name(&builder->scope, token->text) : NULL;
    gboolean constant = name != NULL && (name->kind == NAME_PARAMETER || name->kind == NAME_CONSTANT);
    gboolean still_let =
        name != NULL && name->kind == NAME_LET && !noslip_expr_depends(builder->scope.graph, name->expr, n, symbols);
    if (node->kind == NODE_NAME && !constant && !still_let)
      return TRUE;
  }
  return FALSE;
}

/* Whether the claim contains nothing that changes. An identity between parameters has content, and so has a claim that
 * is expected to fail; m = 1 is true for the default only. */
static gboolean
is_constant_claim(const Builder *builder, const NoslipClaim *claim, const Span *left, const Span *right)
{
  NoslipGraph *graph = builder->scope.graph;
  const NoslipSystem *system = builder->system;
  guint n = 0;
  g_autofree NoslipExpr *symbols = noslip_system_row_symbols(system, claim->kind, &n);
  if (claim->expected_to_fail || names_motion(builder, left, n, symbols) || names_motion(builder, right, n, symbols))
    return FALSE;
  gboolean parameters = FALSE;
  for (guint p = 0; p < system->n_parameters; p++)
    parameters = parameters || depends_on(builder, claim->left, system->parameters[p].symbol) ||
                 depends_on(builder, claim->right, system->parameters[p].symbol);
  NoslipExpr difference = noslip_expr_sub(graph, claim->left, claim->right);
  return !parameters || noslip_expr_simplify(graph, difference) != NOSLIP_ZERO;
}

/* Every claim statement without errors is a claim of the system, in the same order. */
static void
warn_of_claims(Builder *builder)
{
  guint i = 0, index = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_CLAIM)); i++) {
    const NoslipClaim *claim = &builder->system->claims[index];
    index += builder->count[i];
    if (builder->count[i] == 0) /* a vector without remaining components: 0 = 0 */
      continue;
    const Span *left = &noslip_builder_part(builder, statement, PART_LEFT)->expr;
    const Span *right = &noslip_builder_part(builder, statement, PART_RIGHT)->expr;
    NoslipPlace place = noslip_source_place(builder->source, left->token, right->last);
    if (are_same(builder->source, left, right))
      fix_by_comment(builder, statement,
                     warn(builder, place, _("write on one side what the other should be"),
                          _("the claim is vacuous: both of its sides are the same")));
    else if (is_constant_claim(builder, claim, left, right))
      fix_by_comment(builder, statement,
                     warn(builder, place, _("write a coordinate, a velocity or a function of them in it"),
                          _("the claim is vacuous: nothing in it changes along a motion")));
  }
}

/* One constraint of a statement, and its value at rest. */
typedef struct {
  const NoslipConstraint *constraint;
  const Span *sides[2];
  NoslipExpr rest;
} Affine;

/* The token of the name in the constraint, or NULL. */
static const Token *
find_name(const Builder *builder, const Affine *affine, const char *text)
{
  for (guint side = 0; side < 2; side++)
    for (guint i = affine->sides[side]->token; i <= affine->sides[side]->last; i++) {
      const Token *token = noslip_source_token(builder->source, i);
      if (token->kind == TOKEN_NAME && strcmp(token->text, text) == 0)
        return token;
    }
  return NULL;
}

/* Whether some constraint multiplies a velocity by an expression with this parameter. */
static gboolean
multiplies_velocity(const Builder *builder, NoslipExpr parameter)
{
  const NoslipSystem *system = builder->system;
  for (guint c = 0; c < system->k; c++) {
    if (!depends_on(builder, system->constraints[c].phi, parameter) || system->constraints[c].holonomic)
      continue;
    for (guint a = 0; a < system->n; a++)
      if (depends_on(builder,
                     noslip_expr_derivative(builder->scope.graph, system->constraints[c].phi, system->fibres[a].symbol),
                     parameter))
        return TRUE;
  }
  return FALSE;
}

/* Whether `slope`, the factor of the coordinate, is not a rate: then a velocity was probably meant. It may be a rate if
 * it contains a parameter, as in the affine constraint x' = -Omega*y, unless that parameter also multiplies a velocity,
 * or the coordinate is an angle, which occurs bare in no constraint. */
static gboolean
is_no_rate(const Builder *builder, guint i, NoslipExpr slope)
{
  const NoslipSystem *system = builder->system;
  if (system->coordinates[i].angle)
    return TRUE;
  for (guint p = 0; p < system->n_parameters; p++)
    if (depends_on(builder, slope, system->parameters[p].symbol) &&
        !multiplies_velocity(builder, system->parameters[p].symbol))
      return FALSE;
  return !depends_on(builder, slope, system->t);
}

/* If the constraint at rest is slope*x, and does not contain x', replacing x by x' makes it linear. */
static void
warn_of_affine(Builder *builder, const Affine *affine)
{
  const NoslipSystem *system = builder->system;
  NoslipGraph *graph = builder->scope.graph;
  for (guint i = 0; i < system->m && !is_control(system); i++) {
    NoslipExpr x = system->coordinates[i].symbol;
    g_autofree char *primed = g_strconcat(system->coordinates[i].name, "'", NULL);
    const Token *token = find_name(builder, affine, system->coordinates[i].name);
    if (token == NULL || find_name(builder, affine, primed) != NULL)
      continue;
    NoslipExpr slope = noslip_expr_simplify(graph, noslip_expr_derivative(graph, affine->rest, x));
    NoslipExpr other = noslip_expr_sub_product(graph, affine->rest, slope, x);
    if (slope == NOSLIP_ZERO || depends_on(builder, slope, x) || noslip_expr_simplify(graph, other) != NOSLIP_ZERO ||
        !is_no_rate(builder, i, slope))
      continue;
    g_autofree char *remedy = g_strdup_printf(_("did you mean %s?"), primed);
    NoslipDiagnostic *warning =
        warn(builder, token->place, remedy, _("%s is used in the constraint %s where %s would make it linear"),
             system->coordinates[i].name, affine->constraint->name, primed);
    if (noslip_source_reads(builder->source, token->place, token->text))
      noslip_diagnostic_set_fix(warning, token->place, primed);
    return;
  }
}

static void
warn_of_constraints(Builder *builder)
{
  const NoslipSystem *system = builder->system;
  g_autofree NoslipExpr *zero = g_new0(NoslipExpr, system->n + 1);
  guint i = 0;
  for (guint a = 0; a < system->n; a++)
    zero[a] = NOSLIP_ZERO;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_CONSTRAINT)); i++) {
    for (guint c = builder->index[i]; c < builder->index[i] + builder->count[i]; c++) {
      Affine affine = {.constraint = &system->constraints[c],
                       .sides = {&noslip_builder_part(builder, statement, PART_LEFT)->expr,
                                 &noslip_builder_part(builder, statement, PART_RIGHT)->expr}};
      if (affine.constraint->holonomic || affine.constraint->kind != NOSLIP_AFFINE)
        continue;
      affine.rest =
          noslip_expr_substitute(builder->scope.graph, affine.constraint->phi, system->n, builder->scope.y, zero);
      warn_of_affine(builder, &affine);
    }
  }
}

void
noslip_build_slips(Builder *builder)
{
  warn_of_lagrangian(builder);
  warn_of_coordinates(builder);
  warn_of_parameters(builder);
  warn_of_gravity(builder);
  noslip_slips_bodies(builder);
  warn_of_claims(builder);
  warn_of_constraints(builder);
}
