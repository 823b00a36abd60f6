/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies, gravity, springs and dampers: terms of T and V, and forces. A body at P(x, t) with angular velocity w along
 * its own axes has T = m/2 P'^2 + (I1 w1^2 + I2 w2^2 + I3 w3^2)/2 and V = -m g P. */
#include "core/language/build/build.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define POINT (USES_CONSTANTS | USES_COORDINATES | USES_TIME)

static gboolean
is_body(const Statement *statement)
{
  StatementKind kind = statement->entry->kind;
  return kind == STATEMENT_BODY || kind == STATEMENT_SPRING;
}

gboolean
noslip_build_has_bodies(const Builder *builder)
{
  for (guint i = 0; i < builder->source->statements->len; i++)
    if (is_body(noslip_builder_statement(builder, i)))
      return TRUE;
  return FALSE;
}

/* A vector of three components; for two the third is 0, except for moments of inertia. */
static gboolean
vector_part(Builder *builder, const Part *part, const char *what, guint allowed, NoslipExpr *vector)
{
  gboolean moments = part->kind == PART_INERTIA, acceleration = part->kind == PART_VALUE;
  guint shape = 1;
  if (!noslip_builder_vector(builder, &part->expr, what, allowed, vector, &shape, NULL))
    return FALSE;
  if (shape == 3 || (shape == 2 && !moments))
    return TRUE;
  builder->failed = TRUE;
  noslip_source_error(builder->source, NOSLIP_CODE_COUNT,
                      noslip_source_place(builder->source, part->expr.token, part->expr.last),
                      moments        ? _("write (I1, I2, I3)")
                      : acceleration ? _("write (gx, gy, gz), as in (0, 0, -9.81)")
                                     : _("write (x, y, z)"),
                      moments        ? _("a body has three principal moments of inertia")
                      : acceleration ? _("gravity is a vector")
                                     : _("a point has three numbers"));
  return FALSE;
}

static gboolean
number_part(Builder *builder, const Part *part, const char *what, NoslipExpr *value)
{
  return noslip_builder_expression(builder, &part->expr, what, POINT, value, NULL);
}

const NoslipRotation *
noslip_builder_rotation(Builder *builder, const Part *part)
{
  const Token *token = noslip_source_token(builder->source, part->token);
  for (guint r = 0; r < builder->system->n_rotations; r++)
    if (strcmp(builder->system->rotations[r].name, token->text) == 0)
      return &builder->system->rotations[r];
  builder->failed = TRUE;
  if (noslip_scope_name(&builder->scope, token->text) != NULL)
    noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED, token->place, _("name a rotation"),
                        _("%s is not a rotation"), token->text);
  else
    noslip_scope_unknown(&builder->scope, builder->source, token->place, token->text, _("declare it with rotation"));
  return NULL;
}

/* Rotations are about axes fixed in space, as in the picture: M = M_n ... M_1, w += (M_(n-1) ... M_1)^T a' e. */
typedef struct {
  NoslipExpr matrix[3][3]; /* M, body to space */
  NoslipExpr omega[3];     /* along the body's axes */
} Attitude;

/* omega += M^T spin, M := turn M; `spin` is along the axes before `turn`. */
static void
turn_after(NoslipGraph *graph, Attitude *attitude, NoslipExpr turn[3][3], const NoslipExpr spin[3])
{
  NoslipExpr product[3][3];
  for (guint i = 0; i < 3; i++)
    for (guint j = 0; j < 3; j++) {
      product[i][j] = NOSLIP_ZERO;
      for (guint k = 0; k < 3; k++)
        product[i][j] = noslip_expr_add_product(graph, product[i][j], turn[i][k], attitude->matrix[k][j]);
      attitude->omega[i] = noslip_expr_add_product(graph, attitude->omega[i], attitude->matrix[j][i], spin[j]);
    }
  memcpy(attitude->matrix, product, sizeof product);
}

static void
turn_about_axis(Builder *builder, Attitude *attitude, char axis, NoslipExpr angle)
{
  NoslipGraph *graph = builder->scope.graph;
  guint a = (guint) (axis - 'x'), i = (a + 1) % 3, j = (a + 2) % 3;
  NoslipExpr turn[3][3] = {{0}}, spin[3] = {0};
  NoslipExpr c = noslip_expr_apply(graph, NOSLIP_OP_COS, 1, &angle),
             s = noslip_expr_apply(graph, NOSLIP_OP_SIN, 1, &angle);
  turn[a][a] = NOSLIP_ONE;
  turn[i][i] = turn[j][j] = c;
  turn[j][i] = s;
  turn[i][j] = noslip_expr_neg(graph, s);
  spin[a] = noslip_scope_rate_of_position(&builder->scope, angle);
  turn_after(graph, attitude, turn, spin);
}

/* Adds a turn by a unit quaternion q; its spin along its own axes is `own`, or if that is NULL 2 Im(conj(q) q'). */
static void
turn_by_quaternion(Builder *builder, Attitude *attitude, const NoslipExpr *q, const NoslipExpr *own)
{
  NoslipGraph *graph = builder->scope.graph;
  NoslipExpr turn[3][3], body[3], qdot[4];
  for (guint i = 0; i < 4 && own == NULL; i++)
    qdot[i] = noslip_scope_rate_of_position(&builder->scope, q[i]);
  for (guint i = 0; i < 3; i++) {
    guint j = (i + 1) % 3, k = (i + 2) % 3;
    if (own == NULL) {
      NoslipExpr sum = noslip_expr_sub_product(graph, noslip_expr_mul(graph, q[0], qdot[i + 1]), qdot[0], q[i + 1]);
      sum = noslip_expr_sub_product(graph, sum, q[j + 1], qdot[k + 1]);
      sum = noslip_expr_add_product(graph, sum, q[k + 1], qdot[j + 1]);
      body[i] = noslip_expr_mul(graph, noslip_expr_rational(graph, 2, 1), sum);
    } else {
      body[i] = own[i];
    }
    for (guint c = 0; c < 3; c++)
      turn[i][c] = noslip_rotation_entry(graph, q, i, c);
  }
  turn_after(graph, attitude, turn, body);
}

/* The angular velocity of a rotation along the body's axes. */
static void
turn_by_rotation(Builder *builder, Attitude *attitude, const NoslipRotation *rotation)
{
  NoslipExpr own[3];
  for (guint i = 0; i < 3; i++) {
    own[i] = rotation->body ? rotation->omega[i] : NOSLIP_ZERO;
    for (guint j = 0; !rotation->body && j < 3; j++)
      own[i] = noslip_expr_add_product(builder->scope.graph, own[i],
                                       noslip_rotation_entry(builder->scope.graph, rotation->quaternion, j, i),
                                       rotation->omega[j]);
  }
  gboolean first = TRUE; /* the first rotation's own velocity need not be converted to space and back */
  for (guint i = 0; i < 9; i++)
    first = first && attitude->matrix[i / 3][i % 3] == (i % 4 == 0 ? NOSLIP_ONE : NOSLIP_ZERO);
  turn_by_quaternion(builder, attitude, rotation->quaternion, own);
  if (first)
    memcpy(attitude->omega, own, sizeof own);
}

static gboolean
find_attitude(Builder *builder, const Statement *statement, Attitude *attitude)
{
  for (guint p = 0; p < statement->n_parts; p++) {
    const Part *part = &g_array_index(builder->source->parts, Part, statement->part + p);
    NoslipExpr value[4] = {0};
    if (part->kind == PART_TURN && part->expr.last == 0) {
      const NoslipRotation *rotation = noslip_builder_rotation(builder, part);
      if (rotation == NULL)
        return FALSE;
      turn_by_rotation(builder, attitude, rotation);
    } else if (part->kind == PART_TURN) {
      if (!number_part(builder, part, N_("a body"), value))
        return FALSE;
      turn_about_axis(builder, attitude, noslip_source_token(builder->source, part->token)->text[0], value[0]);
    } else if (part->kind == PART_QUATERNION) {
      for (guint i = 0; i < 4; i++)
        if (!number_part(builder, &part[i], N_("a body"), &value[i]))
          return FALSE;
      turn_by_quaternion(builder, attitude, value, NULL);
      p += 3;
    }
  }
  return TRUE;
}

/* If the three moments are equal, the rotation's own components of w are sufficient, whatever their axes. */
static void
take_own_velocity(Builder *builder, const Statement *statement, const NoslipExpr moments[3], Attitude *attitude)
{
  const Part *turn = noslip_builder_part(builder, statement, PART_TURN);
  guint n_turns = 0;
  for (guint p = 0; p < statement->n_parts; p++) {
    const Part *part = &g_array_index(builder->source->parts, Part, statement->part + p);
    n_turns += part->kind == PART_TURN || part->kind == PART_QUATERNION;
  }
  if (n_turns != 1 || turn == NULL || turn->expr.last != 0 || moments[0] != moments[1] || moments[1] != moments[2])
    return;
  const NoslipRotation *rotation = noslip_builder_rotation(builder, turn);
  memcpy(attitude->omega, rotation->omega, sizeof attitude->omega);
}

static gboolean
add_rotation_energy(Builder *builder, const Statement *statement, const Part *inertia, NoslipExpr *kinetic)
{
  NoslipGraph *graph = builder->scope.graph;
  Attitude attitude = {{{NOSLIP_ONE, 0, 0}, {0, NOSLIP_ONE, 0}, {0, 0, NOSLIP_ONE}}, {0}};
  NoslipExpr moments[3], half = noslip_expr_rational(graph, 1, 2);
  if (!vector_part(builder, inertia, N_("a body"), USES_CONSTANTS | USES_TIME, moments) ||
      !find_attitude(builder, statement, &attitude))
    return FALSE;
  take_own_velocity(builder, statement, moments, &attitude);
  for (guint i = 0; i < 3; i++) {
    NoslipExpr omega = noslip_expr_simplify(graph, attitude.omega[i]);
    NoslipExpr square = noslip_expr_mul(graph, half, noslip_expr_powi(graph, omega, 2));
    *kinetic = noslip_expr_add_product(graph, *kinetic, moments[i], square);
  }
  return TRUE;
}

static gboolean
add_body(Builder *builder, const Statement *statement, const NoslipExpr *gravity, NoslipExpr *kinetic,
         NoslipExpr *potential)
{
  NoslipGraph *graph = builder->scope.graph;
  const Part *inertia = noslip_builder_part(builder, statement, PART_INERTIA);
  NoslipExpr mass, at[3], square = NOSLIP_ZERO, height = NOSLIP_ZERO;
  if (!number_part(builder, noslip_builder_part(builder, statement, PART_MASS), N_("a body"), &mass) ||
      !vector_part(builder, noslip_builder_part(builder, statement, PART_AT), N_("a body"), POINT, at))
    return FALSE;
  for (guint i = 0; i < 3; i++) {
    NoslipExpr velocity = noslip_scope_rate_of_position(&builder->scope, at[i]);
    square = noslip_expr_add_product(graph, square, velocity, velocity);
    height = noslip_expr_sub_product(graph, height, gravity[i], at[i]);
  }
  NoslipExpr half = noslip_expr_mul(graph, noslip_expr_rational(graph, 1, 2), mass);
  *kinetic = noslip_expr_add_product(graph, *kinetic, half, square);
  *potential = noslip_expr_add_product(graph, *potential, mass, height);
  return inertia == NULL || add_rotation_energy(builder, statement, inertia, kinetic);
}

/* to - from of a spring or damper. */
static gboolean
find_difference(Builder *builder, const Statement *statement, const char *what, NoslipExpr *difference)
{
  NoslipExpr from[3], to[3];
  if (!vector_part(builder, noslip_builder_part(builder, statement, PART_FROM), what, POINT, from) ||
      !vector_part(builder, noslip_builder_part(builder, statement, PART_TO), what, POINT, to))
    return FALSE;
  for (guint i = 0; i < 3; i++)
    difference[i] = noslip_expr_sub(builder->scope.graph, to[i], from[i]);
  return TRUE;
}

static gboolean
add_spring(Builder *builder, const Statement *statement, NoslipExpr *potential)
{
  NoslipGraph *graph = builder->scope.graph;
  const Part *length_part = noslip_builder_part(builder, statement, PART_LENGTH);
  NoslipExpr difference[3], stiffness, length = NOSLIP_ZERO;
  if (!find_difference(builder, statement, N_("a spring"), difference) ||
      !number_part(builder, noslip_builder_part(builder, statement, PART_STIFFNESS), N_("a spring"), &stiffness) ||
      (length_part != NULL && !number_part(builder, length_part, N_("a spring"), &length)))
    return FALSE;
  NoslipExpr square = noslip_expr_dot(graph, 3, difference, difference);
  if (length != NOSLIP_ZERO) { /* with length 0 it is smooth where the points meet */
    NoslipExpr distance = noslip_expr_apply(graph, NOSLIP_OP_SQRT, 1, &square);
    square = noslip_expr_powi(graph, noslip_expr_sub(graph, distance, length), 2);
  }
  NoslipExpr half = noslip_expr_mul(graph, noslip_expr_rational(graph, 1, 2), stiffness);
  *potential = noslip_expr_add_product(graph, *potential, half, square);
  return TRUE;
}

gboolean
noslip_build_bodies(Builder *builder, NoslipExpr *kinetic, NoslipExpr *potential)
{
  NoslipExpr gravity[3] = {0};
  guint first = 0;
  const Statement *acceleration = noslip_builder_next(builder, &first, STATEMENT_GRAVITY);
  gboolean good = acceleration == NULL || vector_part(builder, noslip_builder_part(builder, acceleration, PART_VALUE),
                                                      N_("gravity"), USES_CONSTANTS | USES_TIME, gravity);
  for (guint i = 0; i < builder->source->statements->len; i++) {
    const Statement *statement = noslip_builder_statement(builder, i);
    if (!is_body(statement))
      continue;
    if (builder->system->lagrangian_place.line == 0)
      builder->system->lagrangian_place = noslip_builder_place(builder, statement);
    if (statement->broken)
      good = FALSE;
    else if (statement->entry->kind == STATEMENT_BODY)
      good = add_body(builder, statement, gravity, kinetic, potential) && good;
    else
      good = add_spring(builder, statement, potential) && good;
  }
  return good;
}

/* Q_alpha = -d/dy^alpha of c/2 (D D'/|D|)^2, with the difference D of the points. */
static void
build_damper(Builder *builder, const Statement *statement)
{
  Scope *scope = &builder->scope;
  NoslipGraph *graph = scope->graph;
  NoslipExpr difference[3], constant, along = NOSLIP_ZERO;
  if (!find_difference(builder, statement, N_("a damper"), difference) ||
      !number_part(builder, noslip_builder_part(builder, statement, PART_VALUE), N_("a damper"), &constant))
    return;
  for (guint i = 0; i < 3; i++)
    along = noslip_expr_add_product(graph, along, difference[i], noslip_scope_rate_of_position(scope, difference[i]));
  NoslipExpr factor = noslip_expr_div(graph, constant, noslip_expr_dot(graph, 3, difference, difference));
  NoslipExpr pull = noslip_expr_mul(graph, factor, along);
  for (guint a = 0; a < scope->n; a++) {
    NoslipExpr slope = noslip_expr_derivative(graph, along, scope->y[a]);
    if (slope != NOSLIP_ZERO)
      builder->system->forces[a] = noslip_expr_sub_product(graph, builder->system->forces[a], pull, slope);
  }
}

void
noslip_build_dampers(Builder *builder)
{
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_DAMPER)); i++) {
    build_damper(builder, statement);
    if (builder->system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC)
      noslip_source_error(builder->source, NOSLIP_CODE_REFUSED, noslip_builder_place(builder, statement),
                          _("leave the damper out, or write dynamics nonholonomic"),
                          _("vakonomic dynamics allows no forces"));
  }
}
