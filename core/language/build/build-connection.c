/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `connection`: a principal connection A on a bundle Q -> M with structure group G, in a local trivialisation. The
 * sections of the Atiyah algebroid TQ/G (Q 6.1, ML 5.4 (20), I 5.3.4) are the horizontal lifts of the natural ones and
 * those of the Lie algebra,
 *
 *   e_i = d_i - A^a_i e_a,   [e_a, e_b] = C^c_ab e_c,
 *
 * so that the fibre coordinates of the latter are xi^a + A^a_i x'^i, and their brackets are
 *
 *   [e_i, e_b] = -A^a_i C^c_ab e_c
 *   [e_i, e_j] = -(d_i A^c_j - d_j A^c_i - C^c_ab A^a_i A^b_j) e_c, the curvature with a minus sign. */
#include "core/algebroid/algebroid.h"
#include "core/language/build/build.h"

#include <glib/gi18n-lib.h>

typedef struct {
  Builder *builder;
  guint m, n, g;
  guint *lie;        /* g fibres: the sections of the Lie algebra */
  int *horizontal;   /* m fibres: the natural section of a coordinate, or -1 */
  gboolean *given;   /* m: the coordinate has a connection */
  NoslipExpr *value; /* A^a_i at [i * g + a] */
} Connection;

static void
find_sections(Connection *connection)
{
  const Builder *builder = connection->builder;
  const NoslipSystem *system = builder->system;
  for (guint i = 0; i < connection->m; i++)
    connection->horizontal[i] = -1;
  for (guint a = 0; a < connection->n; a++) {
    int coordinate = noslip_scope_primed(&builder->scope, builder->scope.fibres[a]);
    if (coordinate >= 0)
      connection->horizontal[coordinate] = (int) a;
    gboolean anchored = FALSE;
    for (guint i = 0; i < connection->m; i++)
      anchored = anchored || system->anchor[(gsize) i * connection->n + a] != NOSLIP_ZERO;
    if (!anchored)
      connection->lie[connection->g++] = a;
  }
}

/* The coordinate whose velocity a statement names, or -1 after an error. */
static int
base_of(const Connection *connection, const Statement *statement)
{
  Source *source = connection->builder->source;
  const Part *part = noslip_builder_part(connection->builder, statement, PART_NAME);
  const Token *token = noslip_source_token(source, part->token);
  int i = noslip_scope_primed(&connection->builder->scope, token->text);
  if (i < 0)
    noslip_source_error(source, NOSLIP_CODE_MISPLACED, token->place, _("name the velocity of a coordinate, such as x'"),
                        _("%s is not a base velocity"), token->text);
  else if (connection->horizontal[i] < 0)
    noslip_source_error(source, NOSLIP_CODE_MISPLACED, token->place, _("leave this rotation's coordinates out"),
                        _("%s has no section of its own"), token->text);
  else if (connection->given[i])
    noslip_source_error(source, NOSLIP_CODE_REPEATED_NAME, token->place, _("keep one of them"),
                        _("the connection of %s is given twice"), token->text);
  else
    return i;
  return -1;
}

static void
read_statement(Connection *connection, const Statement *statement)
{
  Builder *builder = connection->builder;
  int i = base_of(connection, statement);
  guint n = 0;
  const Part *part;
  while ((part = noslip_statement_part(builder->source, statement, PART_VALUE, n)) != NULL) {
    NoslipExpr value = NOSLIP_ZERO;
    gboolean good = noslip_builder_expression(builder, &part->expr, N_("a connection"),
                                              USES_CONSTANTS | USES_COORDINATES, &value, NULL);
    if (good && i >= 0 && n < connection->g)
      connection->value[(gsize) i * connection->g + n] = value;
    n++;
  }
  if (i >= 0)
    connection->given[i] = TRUE;
  if (i >= 0 && n != connection->g)
    noslip_source_error(builder->source, NOSLIP_CODE_COUNT, noslip_builder_place(builder, statement),
                        _("write one for each section without anchor, in their order; 0 where there is none"),
                        _("expressions of the connection: %u; sections of the Lie algebra: %u"), n, connection->g);
}

static NoslipExpr
algebra(const Connection *connection, guint c, guint a, guint b)
{
  guint n = connection->n;
  const guint *lie = connection->lie;
  return connection->builder->system->structure[((gsize) lie[c] * n + lie[a]) * n + lie[b]];
}

static NoslipExpr
entry(const Connection *connection, guint i, guint a)
{
  return connection->value[(gsize) i * connection->g + a];
}

static void
set_bracket(Connection *connection, guint c, guint alpha, guint beta, NoslipExpr value)
{
  NoslipSystem *system = connection->builder->system;
  NoslipGraph *graph = system->graph;
  guint n = connection->n;
  NoslipExpr *one = &system->structure[((gsize) c * n + alpha) * n + beta];
  NoslipExpr *other = &system->structure[((gsize) c * n + beta) * n + alpha];
  *one = noslip_expr_simplify(graph, noslip_expr_add(graph, *one, value));
  *other = noslip_expr_neg(graph, *one);
}

static void
add_vertical(Connection *connection, guint i, guint b)
{
  NoslipGraph *graph = connection->builder->system->graph;
  for (guint c = 0; c < connection->g; c++) {
    NoslipExpr value = NOSLIP_ZERO;
    for (guint a = 0; a < connection->g; a++)
      value = noslip_expr_sub_product(graph, value, entry(connection, i, a), algebra(connection, c, a, b));
    if (value != NOSLIP_ZERO)
      set_bracket(connection, connection->lie[c], (guint) connection->horizontal[i], connection->lie[b], value);
  }
}

static void
add_curvature(Connection *connection, guint i, guint j)
{
  NoslipGraph *graph = connection->builder->system->graph;
  const NoslipExpr *x = connection->builder->scope.x;
  for (guint c = 0; c < connection->g; c++) {
    NoslipExpr value = noslip_expr_sub(graph, noslip_expr_derivative(graph, entry(connection, i, c), x[j]),
                                       noslip_expr_derivative(graph, entry(connection, j, c), x[i]));
    for (guint a = 0; a < connection->g; a++)
      for (guint b = 0; b < connection->g; b++) {
        NoslipExpr product = noslip_expr_mul(graph, entry(connection, i, a), entry(connection, j, b));
        value = noslip_expr_add_product(graph, value, product, algebra(connection, c, a, b));
      }
    if (value != NOSLIP_ZERO)
      set_bracket(connection, connection->lie[c], (guint) connection->horizontal[i], (guint) connection->horizontal[j],
                  value);
  }
}

void
noslip_build_connections(Builder *builder)
{
  guint m = builder->scope.m, n = builder->scope.n, at = 0;
  if (noslip_builder_next(builder, &at, STATEMENT_CONNECTION) == NULL)
    return;
  g_autofree guint *lie = g_new0(guint, n + 1);
  g_autofree int *horizontal = g_new0(int, m + 1);
  g_autofree gboolean *given = g_new0(gboolean, m + 1);
  g_autofree NoslipExpr *value = g_new0(NoslipExpr, (gsize) m * n + 1);
  Connection connection = {builder, m, n, 0, lie, horizontal, given, value};
  find_sections(&connection);
  for (const Statement *statement; (statement = noslip_builder_next(builder, &at, STATEMENT_CONNECTION)); at++)
    read_statement(&connection, statement);
  if (builder->source->diagnostics->n_errors > 0)
    return;
  for (guint i = 0; i < m; i++) {
    for (guint b = 0; b < connection.g && horizontal[i] >= 0; b++)
      add_vertical(&connection, i, b);
    for (guint j = i + 1; j < m && horizontal[i] >= 0; j++)
      if (horizontal[j] >= 0)
        add_curvature(&connection, i, j);
  }
}

/* `velocity` after `section`: another frame of the same algebroid (core/algebroid/reframe.c). */

typedef struct {
  Builder *builder;
  guint n;
  NoslipExpr *frame;   /* F, n x n: [a * n + alpha] */
  NoslipExpr *inverse; /* G, n x n: [alpha * n + a] */
} Reframe;

/* The definition of a velocity with x' = rho y substituted. */
static NoslipExpr
definition(const Builder *builder, const Name *name)
{
  const Scope *scope = &builder->scope;
  g_autofree NoslipExpr *symbols = noslip_exprs_new(scope->m);
  for (guint i = 0; i < scope->m; i++) {
    g_autofree char *velocity = g_strconcat(scope->coordinates[i], "'", NULL);
    symbols[i] = noslip_expr_symbol(scope->graph, velocity);
  }
  return noslip_expr_substitute(scope->graph, name->expr, scope->m, symbols, scope->velocity);
}

static gboolean
read_rows(Reframe *reframe)
{
  Builder *builder = reframe->builder;
  guint i = 0, a = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_VELOCITY)); i++, a++) {
    const Name *name = noslip_scope_name(&builder->scope, noslip_builder_name(builder, statement));
    if (name == NULL || name->bad)
      return FALSE;
    if (a < reframe->n && !noslip_builder_slopes(builder->scope.graph, definition(builder, name), reframe->n,
                                                 builder->scope.y, reframe->frame + (gsize) a * reframe->n, 1)) {
      noslip_source_error(builder->source, NOSLIP_CODE_NOT_LINEAR, name->place,
                          _("write a sum of sections with coefficients in the coordinates"),
                          _("the velocity %s is not linear in the sections' coordinates"),
                          noslip_builder_name(builder, statement));
      return FALSE;
    }
  }
  if (a == reframe->n)
    return TRUE;
  noslip_source_error(builder->source, NOSLIP_CODE_COUNT, builder->system->fibres[0].place,
                      _("declare as many velocities as sections, or none"),
                      _("there are not as many velocities as sections: %u and %u"), a, reframe->n);
  return FALSE;
}

/* The statement of the section with this name; G_MAXUINT for a section of a rotation. */
static guint
statement_of_section(Builder *builder, const char *section)
{
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_SECTION)); i++)
    if (strcmp(noslip_builder_name(builder, statement), section) == 0)
      return i;
  return G_MAXUINT;
}

/* Gives the old name of the section the meaning G w. */
static void
keep_section(Reframe *reframe, guint alpha, const NoslipExpr *w)
{
  Builder *builder = reframe->builder;
  NoslipGraph *graph = builder->scope.graph;
  const NoslipFibre *fibre = &builder->system->fibres[alpha];
  Name *name = g_hash_table_lookup(builder->scope.names, fibre->name);
  name->kind = NAME_LET;
  name->uses = USES_VELOCITIES | USES_COORDINATES;
  name->statement = statement_of_section(builder, fibre->name); /* for its unit */
  name->expr = noslip_expr_dot(graph, reframe->n, reframe->inverse + (gsize) alpha * reframe->n, w);
  NoslipNamed named = {.name = g_strdup(fibre->name), .expr = name->expr, .place = name->place};
  g_array_append_val(builder->lets, named);
}

static void
take_fibres(Reframe *reframe)
{
  Builder *builder = reframe->builder;
  NoslipSystem *system = builder->system;
  Scope *scope = &builder->scope;
  NoslipFibre *fibres = g_new0(NoslipFibre, reframe->n + 1);
  g_autofree NoslipExpr *w = noslip_exprs_new(reframe->n);
  guint i = 0, a = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_VELOCITY)); i++, a++) {
    const char *text = noslip_builder_name(builder, statement);
    Name *name = g_hash_table_lookup(scope->names, text);
    g_autofree char *acceleration = g_strconcat(text, "'", NULL);
    fibres[a] = (NoslipFibre){.name = g_strdup(text), .place = name->place};
    fibres[a].unit = noslip_builder_text(builder, statement, PART_UNIT);
    fibres[a].description = noslip_builder_text(builder, statement, PART_DESCRIPTION);
    fibres[a].symbol = w[a] = name->expr = noslip_expr_symbol(scope->graph, text);
    fibres[a].acceleration = noslip_expr_symbol(scope->graph, acceleration);
    name->kind = NAME_FIBRE;
    name->index = a;
    name->uses = 0;
    builder->index[i] = a;
  }
  for (guint alpha = 0; alpha < reframe->n; alpha++) {
    keep_section(reframe, alpha, w);
    g_free(system->fibres[alpha].name);
    g_free(system->fibres[alpha].unit);
    g_free(system->fibres[alpha].description);
  }
  g_free(system->fibres);
  system->fibres = fibres;
  for (a = 0; a < reframe->n; a++) {
    scope->fibres[a] = fibres[a].name;
    scope->y[a] = fibres[a].symbol;
  }
  for (guint copy = 0; copy < G_N_ELEMENTS(scope->copies); copy++)
    g_clear_pointer(&scope->copies[copy], g_free);
}

void
noslip_build_reframe(Builder *builder)
{
  NoslipSystem *system = builder->system;
  gsize n = system->n;
  g_autofree NoslipExpr *frame = noslip_exprs_new(n * n), *inverse = noslip_exprs_new(n * n);
  Reframe reframe = {builder, system->n, frame, inverse};
  if (n == 0 || builder->source->diagnostics->n_errors > 0 || !read_rows(&reframe))
    return;
  if (!noslip_algebroid_reframe(system, frame, inverse)) {
    noslip_source_error(builder->source, NOSLIP_CODE_DEPENDENT, system->fibres[n - 1].place,
                        _("choose independent velocities"), _("the velocities are not independent"));
    return;
  }
  for (gsize pair = 0; pair < n * n; pair++)
    system->bracket_places[pair] = (NoslipPlace){0};
  take_fibres(&reframe);
}
