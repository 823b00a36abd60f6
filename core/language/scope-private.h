/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluation of one expression, shared by the files of scope. Inside language/. */
#pragma once

#include "core/language/scope.h"

/* The shape of a row: a number, a vector of two or three, a condition, or a rotation, which may occur only in
 * products. */
enum { SHAPE_NUMBER = 1, SHAPE_PAIR = 2, SHAPE_TRIPLE = 3, SHAPE_CONDITION = 4, SHAPE_ROTATION = 5 };

/* Remedy for an unknown name. */
#define VALUE _("declare it with parameter or let")

/* A row for each node of the span. */
typedef struct {
  Scope *scope;
  Source *source;
  const char *what;
  guint allowed;
  guint32 first;
  NoslipExpr *value; /* for a vector its x; for a rotation its index, and from n_rotations on its transpose */
  NoslipExpr (*rest)[2];
  guint16 *uses;
  guint8 *bad;
  guint8 *shape;
  GArray *parts; /* scope-domain.c; NULL if not collected */
} Evaluation;

/* scope-values.c: an error at `place`; returns it, to set a fix, or NULL. */
NoslipDiagnostic *noslip_evaluation_report(Evaluation *evaluation, NoslipCode code, NoslipPlace place,
                                           const char *remedy, const char *format, ...) G_GNUC_PRINTF(5, 6);

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
/* A node with an operand that is not a number, or that makes a vector: fills the row, or reports an error and marks it
 * bad. FALSE if the node has only numbers and is left to the caller. */
gboolean noslip_evaluation_vector_node(Evaluation *evaluation, guint row, const Node *node, const guint *operand);
/* The same for conditions and if( ): scope-case.c. */
gboolean noslip_evaluation_case_node(Evaluation *evaluation, guint row, const Node *node, const guint *operand);
/* omega(R) and transpose(R). */
void noslip_evaluation_rotation_node(Evaluation *evaluation, guint row, const Node *node, const Token *token);

/* scope-names.c: leaves of an expression. say_misplaced() reports uses that are not allowed. */
void noslip_evaluation_name(Evaluation *evaluation, guint row, const Token *token);
void noslip_evaluation_momentum(Evaluation *evaluation, guint row, const Token *token);
void noslip_evaluation_multiplier(Evaluation *evaluation, guint row, const Token *token, const char *head, guint uses);
void noslip_evaluation_report_misplaced(Evaluation *evaluation, NoslipPlace place, const char *name, guint wrong);

/* scope-form.c: dE( ), wedge( ) and their values on sections. FALSE for other nodes. */
gboolean noslip_evaluation_form_node(Evaluation *evaluation, guint row, const Node *node, const guint *operand);
/* The value of a form on the sections in the row `arguments`: one, or a vector of them. */
void noslip_evaluation_on_sections(Evaluation *evaluation, guint row, NoslipExpr form, guint degree, guint arguments,
                                   const Token *token);

/* scope-domain.c: the list of the nodes that are not defined everywhere. */
GArray *noslip_evaluation_parts_new(void);
/* Adds the node if it is a quotient, or a power or function that is not a number everywhere. */
void noslip_evaluation_note_part(Evaluation *evaluation, guint row, const Node *node);
/* Adds those of the value of a let or an observable. */
void noslip_evaluation_note_name(Evaluation *evaluation, guint row, const Name *name);
/* Those in a branch of an if( ) with these operands count only where it is taken. */
void noslip_evaluation_part_branches(Evaluation *evaluation, guint row, const guint *operand);
/* Makes the list, each once, the scope's `domain`. */
void noslip_scope_keep_domain(Scope *scope, GArray *parts);
