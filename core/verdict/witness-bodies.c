/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies, springs and dampers for the witness, from their definitions: a body at P(x, t) whose attitude is the matrix
 * M(x, t), body to space, has the velocity dP/dt and, along its own axes, the angular velocity w of the skew matrix M^T
 * dM/dt. */
#include "core/verdict/witness-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

typedef struct {
  NoslipJet *entry[9]; /* row by row */
} Matrix;

static void
matrix_new(WitnessTree *tree, Matrix *matrix)
{
  for (guint i = 0; i < 9; i++) {
    matrix->entry[i] = noslip_witness_take(tree);
    noslip_jet_set_constant(matrix->entry[i], i % 4 == 0);
  }
}

static void
matrix_clear(WitnessTree *tree, Matrix *matrix)
{
  for (guint i = 0; i < 9; i++)
    noslip_witness_give(tree, matrix->entry[i]);
}

/* matrix := left * matrix */
static void
multiply_left(WitnessTree *tree, Matrix *matrix, const Matrix *left)
{
  Matrix product;
  NoslipJet *term = noslip_witness_take(tree);
  matrix_new(tree, &product);
  for (guint i = 0; i < 9; i++) {
    noslip_jet_set_constant(product.entry[i], 0);
    for (guint k = 0; k < 3; k++) {
      noslip_jet_copy(term, left->entry[i / 3 * 3 + k]);
      noslip_jet_multiply(term, matrix->entry[3 * k + i % 3]);
      noslip_jet_add(product.entry[i], term, 1);
    }
  }
  noslip_witness_give(tree, term);
  matrix_clear(tree, matrix);
  *matrix = product;
}

static const Part *
part_of(const WitnessTree *tree, const Statement *statement, PartKind kind)
{
  return noslip_statement_part(tree->source, statement, kind, 0);
}

/* A point or vector of three; the third component of a pair is 0. */
static gboolean
triple(WitnessTree *tree, const Span *span, WitnessValue *value)
{
  if (!noslip_witness_value(tree, span, value))
    return FALSE;
  if (value->shape != WITNESS_PAIR && value->shape != WITNESS_TRIPLE)
    return noslip_witness_fail(tree, _("the text has a form that the witness does not support"));
  if (value->shape == WITNESS_PAIR) {
    noslip_witness_value_resize(tree, value, WITNESS_TRIPLE);
    noslip_jet_set_constant(value->jet[2], 0);
  }
  return TRUE;
}

/* The matrix of a turn by an angle about an axis fixed in space. */
static gboolean
axis_matrix(WitnessTree *tree, const Part *part, Matrix *turn)
{
  guint axis = (guint) (noslip_source_token(tree->source, part->token)->text[0] - 'x');
  guint i = (axis + 1) % 3, j = (axis + 2) % 3;
  NoslipJet *c = turn->entry[3 * i + i], *s = turn->entry[3 * j + i];
  if (!noslip_witness_tree_evaluate(tree, &part->expr, c))
    return FALSE;
  noslip_jet_copy(s, c);
  noslip_jet_function("cos", c);
  noslip_jet_function("sin", s);
  noslip_jet_copy(turn->entry[3 * j + j], c);
  noslip_jet_copy(turn->entry[3 * i + j], s);
  noslip_jet_scale(turn->entry[3 * i + j], -1);
  return TRUE;
}

/* The matrix of a unit quaternion: v + 2 q0 (u x v) + 2 u x (u x v) with u = (q1, q2, q3), for the unit vectors v. */
static gboolean
quaternion_matrix(WitnessTree *tree, const Part *part, Matrix *turn)
{
  NoslipJet *q[4], *term = noslip_witness_take(tree);
  gboolean good = TRUE;
  for (guint i = 0; i < 4; i++) {
    q[i] = noslip_witness_take(tree);
    good = good && noslip_witness_tree_evaluate(tree, &part[i].expr, q[i]);
  }
  for (guint i = 0; i < 9 && good; i++) {
    guint row = i / 3, column = i % 3;
    noslip_jet_set_constant(turn->entry[i], row == column);
    for (guint k = 0; k < 3; k++) { /* 2 (u_row u_column - |u|^2 delta) */
      if (row != column && k != row)
        continue;
      noslip_jet_copy(term, q[1 + k]);
      noslip_jet_multiply(term, q[1 + (row == column ? k : column)]);
      if (row != column || k != row)
        noslip_jet_add(turn->entry[i], term, row == column ? -2 : 2);
    }
    if (row == column)
      continue;
    noslip_jet_copy(term, q[0]);
    noslip_jet_multiply(term, q[1 + (3 - row - column)]);
    noslip_jet_add(turn->entry[i], term, column == (row + 1) % 3 ? -2 : 2);
  }
  for (guint i = 0; i < 4; i++)
    noslip_witness_give(tree, q[i]);
  noslip_witness_give(tree, term);
  return good;
}

static gboolean
rotation_matrix(WitnessTree *tree, const Part *part, Matrix *turn)
{
  guint component;
  const char *text = noslip_source_token(tree->source, part->token)->text;
  const WitnessName *name = noslip_witness_find_name(tree, text, &component);
  if (name == NULL || name->is != IS_ROTATION)
    return noslip_witness_fail(tree, _("%s is not known"), text);
  for (guint i = 0; i < 9; i++)
    noslip_witness_rotation_entry(tree, &g_array_index(tree->rotations, WitnessRotation, name->index), 1 + i / 3,
                                  1 + i % 3, turn->entry[i]);
  return TRUE;
}

/* The product of the statement's turns, in their order. */
static gboolean
attitude(WitnessTree *tree, const Statement *statement, Matrix *matrix)
{
  gboolean good = TRUE;
  for (guint p = 0; p < statement->n_parts && good; p++) {
    const Part *part = &g_array_index(tree->source->parts, Part, statement->part + p);
    Matrix turn;
    if (part->kind != PART_TURN && part->kind != PART_QUATERNION)
      continue;
    matrix_new(tree, &turn);
    if (part->kind == PART_QUATERNION) {
      good = quaternion_matrix(tree, part, &turn);
      p += 3;
    } else {
      good = part->expr.last == 0 ? rotation_matrix(tree, part, &turn) : axis_matrix(tree, part, &turn);
    }
    if (good)
      multiply_left(tree, matrix, &turn);
    matrix_clear(tree, &turn);
  }
  return good;
}

/* w_k = (M_il dM_ij/dt - M_ij dM_il/dt)/2, summed over i, for cyclic k, j, l. */
static void
angular_velocity(WitnessTree *tree, const Matrix *matrix, const Matrix *rate, guint k, NoslipJet *omega)
{
  guint j = (k + 1) % 3, l = (k + 2) % 3;
  NoslipJet *term = noslip_witness_take(tree);
  noslip_jet_set_constant(omega, 0);
  for (guint i = 0; i < 3; i++) {
    noslip_jet_copy(term, matrix->entry[3 * i + l]);
    noslip_jet_multiply(term, rate->entry[3 * i + j]);
    noslip_jet_add(omega, term, 0.5);
    noslip_jet_copy(term, matrix->entry[3 * i + j]);
    noslip_jet_multiply(term, rate->entry[3 * i + l]);
    noslip_jet_add(omega, term, -0.5);
  }
  noslip_witness_give(tree, term);
}

/* Adds (I1 w1^2 + I2 w2^2 + I3 w3^2)/2. */
static gboolean
add_rotation(WitnessTree *tree, const Statement *statement, const Part *inertia, NoslipJet *kinetic)
{
  Matrix matrix, rate;
  WitnessValue moments = {0};
  matrix_new(tree, &matrix);
  matrix_new(tree, &rate);
  gboolean good = triple(tree, &inertia->expr, &moments) && attitude(tree, statement, &matrix);
  NoslipJet *omega = noslip_witness_take(tree), *square = noslip_witness_take(tree);
  for (guint i = 0; i < 9 && good; i++) {
    noslip_jet_copy(rate.entry[i], matrix.entry[i]);
    noslip_witness_rate(tree, rate.entry[i]);
  }
  for (guint k = 0; k < 3 && good; k++) {
    angular_velocity(tree, &matrix, &rate, k, omega);
    noslip_jet_copy(square, omega);
    noslip_jet_multiply(square, omega);
    noslip_jet_multiply(square, moments.jet[k]);
    noslip_jet_add(kinetic, square, 0.5);
  }
  noslip_witness_give(tree, omega);
  noslip_witness_give(tree, square);
  noslip_witness_value_clear(tree, &moments);
  matrix_clear(tree, &matrix);
  matrix_clear(tree, &rate);
  return good;
}

static gboolean
add_motion(WitnessTree *tree, const Statement *statement, NoslipJet *kinetic)
{
  WitnessValue velocity = {0};
  NoslipJet *mass = noslip_witness_take(tree), *square = noslip_witness_take(tree);
  gboolean good = noslip_witness_tree_evaluate(tree, &part_of(tree, statement, PART_MASS)->expr, mass) &&
                  triple(tree, &part_of(tree, statement, PART_AT)->expr, &velocity);
  for (guint i = 0; i < 3 && good; i++)
    noslip_witness_rate(tree, velocity.jet[i]);
  if (good) {
    noslip_witness_dot(tree, &velocity, &velocity, square);
    noslip_jet_multiply(square, mass);
    noslip_jet_add(kinetic, square, 0.5);
  }
  noslip_witness_give(tree, mass);
  noslip_witness_give(tree, square);
  noslip_witness_value_clear(tree, &velocity);
  return good;
}

gboolean
noslip_witness_bodies_kinetic(WitnessTree *tree, NoslipJet *result)
{
  gboolean good = TRUE;
  noslip_jet_set_constant(result, 0);
  for (guint b = 0; b < tree->bodies->len && good; b++) {
    const Statement *statement = g_ptr_array_index(tree->bodies, b);
    const Part *inertia = part_of(tree, statement, PART_INERTIA);
    good = add_motion(tree, statement, result) && (inertia == NULL || add_rotation(tree, statement, inertia, result));
  }
  return good;
}

/* -m g . P */
static gboolean
add_weight(WitnessTree *tree, const Statement *statement, NoslipJet *potential)
{
  WitnessValue gravity = {0}, at = {0};
  NoslipJet *mass = noslip_witness_take(tree), *height = noslip_witness_take(tree);
  gboolean good = triple(tree, &part_of(tree, tree->gravity, PART_VALUE)->expr, &gravity) &&
                  triple(tree, &part_of(tree, statement, PART_AT)->expr, &at) &&
                  noslip_witness_tree_evaluate(tree, &part_of(tree, statement, PART_MASS)->expr, mass);
  if (good) {
    noslip_witness_dot(tree, &gravity, &at, height);
    noslip_jet_multiply(height, mass);
    noslip_jet_add(potential, height, -1);
  }
  noslip_witness_give(tree, mass);
  noslip_witness_give(tree, height);
  noslip_witness_value_clear(tree, &gravity);
  noslip_witness_value_clear(tree, &at);
  return good;
}

/* The points of a spring or damper: to - from. */
static gboolean
difference(WitnessTree *tree, const Statement *statement, WitnessValue *result)
{
  WitnessValue from = {0};
  gboolean good = triple(tree, &part_of(tree, statement, PART_FROM)->expr, &from) &&
                  triple(tree, &part_of(tree, statement, PART_TO)->expr, result);
  for (guint i = 0; i < 3 && good; i++)
    noslip_jet_add(result->jet[i], from.jet[i], -1);
  noslip_witness_value_clear(tree, &from);
  return good;
}

/* k/2 (|D| - l)^2, or k/2 D^2 if l is 0: that is smooth if the points meet. */
static gboolean
add_spring(WitnessTree *tree, const Statement *statement, NoslipJet *potential)
{
  const Part *length_part = part_of(tree, statement, PART_LENGTH);
  NoslipJet *stiffness = noslip_witness_take(tree), *length = noslip_witness_take(tree),
            *square = noslip_witness_take(tree);
  WitnessValue between = {0};
  noslip_jet_set_constant(length, 0);
  gboolean good = difference(tree, statement, &between) &&
                  noslip_witness_tree_evaluate(tree, &part_of(tree, statement, PART_STIFFNESS)->expr, stiffness) &&
                  (length_part == NULL || noslip_witness_tree_evaluate(tree, &length_part->expr, length));
  if (good) {
    noslip_witness_dot(tree, &between, &between, square);
    if (!length->constant || length->series[0].value[0] != 0) {
      noslip_jet_function("sqrt", square);
      noslip_jet_add(square, length, -1);
      noslip_jet_copy(length, square);
      noslip_jet_multiply(square, length);
    }
    noslip_jet_multiply(square, stiffness);
    noslip_jet_add(potential, square, 0.5);
  }
  noslip_witness_give(tree, stiffness);
  noslip_witness_give(tree, length);
  noslip_witness_give(tree, square);
  noslip_witness_value_clear(tree, &between);
  return good;
}

gboolean
noslip_witness_bodies_potential(WitnessTree *tree, NoslipJet *result)
{
  gboolean good = TRUE;
  noslip_jet_set_constant(result, 0);
  for (guint b = 0; b < tree->bodies->len && tree->gravity != NULL && good; b++)
    good = add_weight(tree, g_ptr_array_index(tree->bodies, b), result);
  for (guint s = 0; s < tree->springs->len && good; s++)
    good = add_spring(tree, g_ptr_array_index(tree->springs, s), result);
  return good;
}

gboolean
noslip_witness_tree_damper(WitnessTree *tree, guint i, NoslipJet *along, double *pull)
{
  const Statement *statement = g_ptr_array_index(tree->dampers, i);
  WitnessValue between = {0}, rate = {0};
  NoslipJet *constant = noslip_witness_take(tree), *square = noslip_witness_take(tree);
  gboolean good = difference(tree, statement, &between) &&
                  noslip_witness_tree_evaluate(tree, &part_of(tree, statement, PART_VALUE)->expr, constant);
  if (good) {
    noslip_witness_value_copy(tree, &rate, &between);
    for (guint k = 0; k < 3; k++)
      noslip_witness_rate(tree, rate.jet[k]);
    noslip_witness_dot(tree, &between, &rate, along);
    noslip_witness_dot(tree, &between, &between, square);
    *pull = constant->series[0].value[0] * along->series[0].value[0] / square->series[0].value[0];
  }
  noslip_witness_give(tree, constant);
  noslip_witness_give(tree, square);
  noslip_witness_value_clear(tree, &between);
  noslip_witness_value_clear(tree, &rate);
  return good;
}

/* L, or T - V, including bodies and springs. */
gboolean
noslip_witness_tree_lagrangian(WitnessTree *tree, NoslipJet *result)
{
  NoslipJet *term = noslip_witness_take(tree);
  noslip_jet_set_constant(result, 0);
  gboolean good = TRUE;
  if (tree->has_lagrangian || tree->has_kinetic)
    good = noslip_witness_tree_evaluate(tree, tree->has_lagrangian ? &tree->lagrangian : &tree->kinetic, result);
  if (good && tree->has_potential) {
    good = noslip_witness_tree_evaluate(tree, &tree->potential, term);
    noslip_jet_add(result, term, -1);
  }
  if (good && tree->bodies->len > 0) {
    good = noslip_witness_bodies_kinetic(tree, term);
    noslip_jet_add(result, term, 1);
  }
  if (good && tree->bodies->len + tree->springs->len > 0) {
    good = noslip_witness_bodies_potential(tree, term);
    noslip_jet_add(result, term, -1);
  }
  noslip_witness_give(tree, term);
  return good;
}
