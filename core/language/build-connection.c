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
#include "core/language/build.h"

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

/* The coordinate that a statement names by its velocity, or -1 after an error. */
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
                        _("the connection has %u expressions, and the Lie algebra %u sections"), n, connection->g);
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
