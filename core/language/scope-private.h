/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One expression on its way to the graph, shared by the files of scope. Inside language/. */
#pragma once

#include "core/language/scope.h"

/* What a row is: a number, a vector of two or three, a condition, or a rotation, which only a product takes. */
enum { SHAPE_NUMBER = 1, SHAPE_PAIR = 2, SHAPE_TRIPLE = 3, SHAPE_CONDITION = 4, SHAPE_ROTATION = 5 };

/* The remedy for an unknown value. */
#define VALUE _("declare it with parameter or let")

/* A row for each node of the span. */
typedef struct {
  Scope *scope;
  Source *source;
  const char *what;
  guint allowed;
  guint32 first;
  NoslipExpr *value; /* of a vector its x; of a rotation its index, and from n_rotations on the transposed */
  NoslipExpr (*rest)[2];
  guint16 *uses;
  guint8 *bad;
  guint8 *shape;
} Evaluation;

/* scope-values.c: an error at `place`; returns it, to set a fix, or NULL. */
NoslipDiagnostic *noslip_evaluation_say(Evaluation *evaluation, NoslipCode code, NoslipPlace place, const char *remedy,
                                        const char *format, ...) G_GNUC_PRINTF(5, 6);

static inline NoslipExpr
noslip_evaluation_component(const Evaluation *evaluation, guint row, guint i)
{
  return i == 0 ? evaluation->value[row] : evaluation->rest[row][i - 1];
}

static inline gboolean
noslip_evaluation_is_vector(const Evaluation *evaluation, guint row)
{
  return evaluation->shape[row] == SHAPE_PAIR || evaluation->shape[row] == SHAPE_TRIPLE;
}

void noslip_evaluation_set(Evaluation *evaluation, guint row, guint shape, const NoslipExpr *components);
/* A node one of whose operands is no number, or that makes a vector: fills the row, or gives an error and marks it
 * bad. FALSE where the node is one of numbers alone and is left to the caller. */
gboolean noslip_evaluation_vector_node(Evaluation *evaluation, guint row, const Node *node, const guint *operand);
/* The same for conditions and if( ): scope-case.c. */
gboolean noslip_evaluation_case_node(Evaluation *evaluation, guint row, const Node *node, const guint *operand);
/* omega(R) and transpose(R). */
void noslip_evaluation_rotation_node(Evaluation *evaluation, guint row, const Node *node, const Token *token);

/* scope-names.c: leaves of an expression. say_misplaced() is for uses that are not allowed here. */
void noslip_evaluation_name(Evaluation *evaluation, guint row, const Token *token);
void noslip_evaluation_momentum(Evaluation *evaluation, guint row, const Token *token);
void noslip_evaluation_multiplier(Evaluation *evaluation, guint row, const Token *token, const char *head, guint uses);
void noslip_evaluation_say_misplaced(Evaluation *evaluation, NoslipPlace place, const char *name, guint wrong);

/* scope-form.c: dE( ), wedge( ) and their values on sections. FALSE where the node is another. */
gboolean noslip_evaluation_form_node(Evaluation *evaluation, guint row, const Node *node, const guint *operand);
/* The value of a form on the sections in the row `arguments`: one, or a vector of them. */
void noslip_evaluation_on_sections(Evaluation *evaluation, guint row, NoslipExpr form, guint degree, guint arguments,
                                   const Token *token);
