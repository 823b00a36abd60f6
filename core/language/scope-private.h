/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One expression on its way to the graph, shared by the files of scope. Inside language/. */
#pragma once

#include "core/language/scope.h"

/* What a row is: a number, a vector of two or three, a condition, or a rotation, which only a product takes. */
enum { SHAPE_NUMBER = 1, SHAPE_PAIR = 2, SHAPE_TRIPLE = 3, SHAPE_CONDITION = 4, SHAPE_ROTATION = 5 };

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
} Work;

void noslip_worker_run_say(Work *work, NoslipCode code, NoslipPlace place, const char *remedy, const char *format, ...)
    G_GNUC_PRINTF(5, 6);

/* scope-vector.c */
static inline NoslipExpr
noslip_worker_run_component(const Work *work, guint row, guint i)
{
  return i == 0 ? work->value[row] : work->rest[row][i - 1];
}

static inline gboolean
noslip_worker_run_is_vector(const Work *work, guint row)
{
  return work->shape[row] == SHAPE_PAIR || work->shape[row] == SHAPE_TRIPLE;
}

void noslip_worker_run_set(Work *work, guint row, guint shape, const NoslipExpr *components);
/* A node one of whose operands is no number, or that makes a vector: fills the row, or gives an error and marks it
 * bad. FALSE where the node is one of numbers alone and is left to the caller. */
gboolean noslip_worker_run_vector_node(Work *work, guint row, const Node *node, const guint *operand);
/* The same for conditions and if( ): scope-case.c. */
gboolean noslip_worker_run_case_node(Work *work, guint row, const Node *node, const guint *operand);
/* omega(R) and transpose(R). */
void noslip_worker_run_rotation_node(Work *work, guint row, const Node *node, const Token *token);
