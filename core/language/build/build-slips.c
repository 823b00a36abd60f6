/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warnings of what can be read but is hardly what was meant: names that nothing uses, primes that were forgotten,
 * claims that say nothing. */
#include "core/base/linear.h"
#include "core/language/build/build.h"
#include "core/system/degenerate.h"

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

/* The fix of a statement that says nothing: it becomes a comment. */
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

/* Whether the velocity of coordinate i has a part along the fibre coordinate a. */
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

/* Whether anything but the Lagrangian that bears on the motion contains the coordinate or its velocity. */
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

/* The first coordinate that the Lagrangian contains, or the first of all; NULL where there is none. */
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

/* Statements of an included text have the one place of the include. */
static gboolean
is_included(const Builder *builder, const Statement *statement, const Token *name)
{
  NoslipPlace keyword = noslip_builder_place(builder, statement);
  return keyword.line == name->place.line && keyword.column == name->place.column;
}

/* A reduction hands parameters on by their names. */
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
        builder->system->n_reductions > 0)
      continue;
    fix_by_comment(builder, statement,
                   warn(builder, name->place, _("leave it out, or write it where it belongs"),
                        _("nothing uses the parameter %s"), name->text));
  }
}

/* Whether both sides are the same words. */
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

/* Whether a name of the span is more than a number, a parameter, or a let of such. */
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

/* Whether the claim names nothing that changes. An identity between parameters says something, and so does what is
 * expected to fail; m = 1 is true of the default alone. */
static gboolean
is_still(const Builder *builder, const NoslipClaim *claim, const Span *left, const Span *right)
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
    if (builder->count[i] == 0) /* a vector of which nothing is left: 0 = 0 */
      continue;
    const Span *left = &noslip_builder_part(builder, statement, PART_LEFT)->expr;
    const Span *right = &noslip_builder_part(builder, statement, PART_RIGHT)->expr;
    NoslipPlace place = noslip_source_place(builder->source, left->token, right->last);
    if (are_same(builder->source, left, right))
      fix_by_comment(builder, statement,
                     warn(builder, place, _("write on one side what the other should be"),
                          _("the claim is vacuous: both of its sides are the same")));
    else if (is_still(builder, claim, left, right))
      fix_by_comment(builder, statement,
                     warn(builder, place, _("write a coordinate, a velocity or a function of them in it"),
                          _("the claim is vacuous: nothing in it changes along a motion")));
  }
}

/* One constraint of a statement, and what its value is at rest. */
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

/* Whether some constraint multiplies a velocity by something with this parameter. */
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

/* Whether `slope`, what multiplies the coordinate, is no rate: then a velocity is wanted in its place. It may be one
 * where a parameter stands in it, as in the affine constraint x' = -Omega*y, unless that parameter also multiplies a
 * velocity, or the coordinate is an angle, which stands bare in no constraint. */
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

/* Where the constraint at rest is slope*x, with x' nowhere in it, x' in the place of x makes it linear. */
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
        warn(builder, token->place, remedy, _("%s stands in the constraint %s where %s would make it linear"),
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
  warn_of_claims(builder);
  warn_of_constraints(builder);
}

/* The rows of what fixes velocities at a state, d/dy of the given ones and of the constraints: rows x n. */
static guint
fill_fixed(const NoslipSystem *system, const double *parameters, const double *x, const double *y, double *rows)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  guint m = system->m, n = system->n, n_symbols = system->n_parameters + m + n + 1, row = 0;
  g_autofree NoslipExpr *symbols = g_new0(NoslipExpr, n_symbols);
  g_autofree double *values = g_new0(double, n_symbols);
  symbols[0] = system->t;
  for (guint p = 0; p < system->n_parameters; p++)
    symbols[1 + p] = system->parameters[p].symbol;
  for (guint i = 0; i < m; i++)
    symbols[1 + system->n_parameters + i] = system->coordinates[i].symbol;
  for (guint a = 0; a < n; a++)
    symbols[1 + system->n_parameters + m + a] = system->fibres[a].symbol;
  memcpy(values + 1, parameters, system->n_parameters * sizeof *values);
  memcpy(values + 1 + system->n_parameters, x, m * sizeof *values);
  memcpy(values + 1 + system->n_parameters + m, y, n * sizeof *values);
  for (guint j = 0; j < system->n_initials + system->k; j++) {
    gboolean given = j < system->n_initials;
    if (given && system->initials[j].kind != NOSLIP_ENTRY_VELOCITY)
      continue;
    NoslipExpr e = given ? system->initials[j].target : system->constraints[j - system->n_initials].phi;
    for (guint a = 0; a < n; a++) {
      NoslipExpr slope = noslip_expr_derivative(graph, e, system->fibres[a].symbol);
      rows[row * n + a] = slope == NOSLIP_ZERO ? 0 : noslip_expr_value(graph, slope, n_symbols, symbols, values);
    }
    row++;
  }
  return row;
}

/* Which velocities neither those given nor the constraints determine; FALSE where this cannot be computed. */
static gboolean
find_free(const NoslipSystem *system, const double *parameters, const double *x, const double *y, gboolean *is_free)
{
  guint n = system->n;
  g_autofree double *rows = g_new0(double, (gsize) (system->n_initials + system->k + 1) * n);
  g_autofree double *kernel = g_new0(double, (gsize) n *n);
  guint n_rows = fill_fixed(system, parameters, x, y, rows);
  g_autofree double *row_scale = g_new0(double, n_rows + 1);
  g_autofree double *column_scale = g_new0(double, n + 1);
  noslip_linear_balance(n_rows, n, rows, row_scale, column_scale);
  for (gsize r = 0; r < n_rows; r++)
    for (guint a = 0; a < n; a++)
      rows[r * n + a] *= row_scale[r] * column_scale[a];
  g_autoptr(NoslipSvd) svd = noslip_svd_new(MAX(n_rows, 1), n);
  if (!noslip_svd_factor(svd, rows))
    return FALSE;
  guint dimension = noslip_svd_kernel(svd, NOSLIP_LINEAR_RANK, kernel);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < dimension; b++)
      is_free[a] = is_free[a] || fabs(kernel[b * n + a]) > 1e-8;
  return TRUE;
}

void
noslip_slips_chosen(const NoslipSystem *system, const double *parameters, const double *x, const double *y,
                    NoslipDiagnostics *diagnostics)
{
  gboolean moves = FALSE, chosen = FALSE;
  for (guint a = 0; a < system->n; a++)
    moves = moves || y[a] != 0;
  g_autofree gboolean *is_free = g_new0(gboolean, system->n + 1);
  if (!moves || !find_free(system, parameters, x, y, is_free))
    return;
  for (guint a = 0; a < system->n; a++)
    chosen = chosen || (is_free[a] && y[a] != 0);
  if (!chosen || noslip_system_is_degenerate(system)) /* the latter takes a while */
    return;
  for (guint a = 0; a < system->n; a++) {
    const NoslipFibre *fibre = &system->fibres[a];
    if (!is_free[a] || y[a] == 0)
      continue;
    g_autofree char *remedy = g_strdup_printf(_("give it: initial %s = %.6g"), fibre->name, y[a]);
    NoslipDiagnostic *warning = noslip_diagnostics_add(
        diagnostics, noslip_diagnostic_new(NOSLIP_WARNING, NOSLIP_CODE_INITIAL, &fibre->place, remedy,
                                           _("the initial velocity %s = %.6g was chosen, by least energy: neither the "
                                             "initial values nor the constraints determine it"),
                                           fibre->name, y[a]));
    g_autofree char *fix = g_strdup_printf("initial %s = %.17g\n", fibre->name, y[a]);
    if (strchr(fibre->name, '[') == NULL) /* in a loop the line would be repeated */
      noslip_diagnostic_set_fix(warning, (NoslipPlace){fibre->place.line, 1, 0}, fix);
  }
}
