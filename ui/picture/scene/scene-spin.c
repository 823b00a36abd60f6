/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table drawn with the rotation Omega*t would jump when Omega changes. Its angle is the integral of the rate: for
 * each piece of the motion with its own parameters the offset from the expression is stored. */
#include "ui/picture/scene/scene-builder-items.h"

#include <string.h>

static void
clear_piece(gpointer item)
{
  NoslipSpinPiece *piece = item;
  g_free(piece->parameters);
  g_free(piece->ahead);
}

void
noslip_spin_init(NoslipSceneBuilder *builder)
{
  builder->rates = g_array_new(FALSE, FALSE, sizeof(int));
  builder->pieces = g_array_new(FALSE, FALSE, sizeof(NoslipSpinPiece));
  g_array_set_clear_func(builder->pieces, clear_piece);
}

void
noslip_spin_clear(NoslipSceneBuilder *builder)
{
  g_array_set_size(builder->pieces, 0);
}

void
noslip_spin_register(NoslipSceneBuilder *builder, NoslipExpr angle, int output)
{
  const NoslipSystem *system = builder->system;
  if (output < 0 || !noslip_expr_depends(system->graph, angle, 1, &system->t))
    return;
  for (guint i = 0; i < builder->rates->len; i++)
    if (g_array_index(builder->rates, int, i) == output)
      return;
  g_array_append_val(builder->rates, output);
}

static NoslipSpinPiece *
last_piece(const NoslipSceneBuilder *builder)
{
  guint n = builder->pieces->len;
  return n > 0 ? &g_array_index(builder->pieces, NoslipSpinPiece, n - 1) : NULL;
}

void
noslip_spin_add(NoslipSceneBuilder *builder, const double *parameters, const double *row)
{
  guint n = builder->rates->len;
  gsize size = builder->system->n_parameters * sizeof(double);
  const NoslipSpinPiece *before = last_piece(builder);
  if (n == 0 || (before != NULL && (size == 0 || memcmp(before->parameters, parameters, size) == 0)))
    return;
  NoslipSpinPiece piece = {row[0], g_memdup2(parameters, size), g_new0(double, n)};
  if (before != NULL) { /* the same angle, by the old and the new expression */
    noslip_observer_set_parameters(builder->work, before->parameters);
    noslip_observer_evaluate(builder->work, row, builder->parted);
    for (guint i = 0; i < n; i++)
      piece.ahead[i] = before->ahead[i] + builder->parted[g_array_index(builder->rates, int, i)];
    noslip_observer_set_parameters(builder->work, parameters);
    noslip_observer_evaluate(builder->work, row, builder->parted);
    for (guint i = 0; i < n; i++) {
      piece.ahead[i] -= builder->parted[g_array_index(builder->rates, int, i)];
      if (!isfinite(piece.ahead[i]))
        piece.ahead[i] = 0;
    }
  }
  g_array_append_val(builder->pieces, piece);
}

void
noslip_spin_truncate(NoslipSceneBuilder *builder, double t)
{
  while (last_piece(builder) != NULL && last_piece(builder)->t0 > t)
    g_array_set_size(builder->pieces, builder->pieces->len - 1);
}

void
noslip_spin_apply(NoslipSceneBuilder *builder, double t)
{
  const NoslipSpinPiece *piece = NULL;
  for (guint i = 0; i < builder->pieces->len; i++) {
    const NoslipSpinPiece *next = &g_array_index(builder->pieces, NoslipSpinPiece, i);
    if (next->t0 <= t)
      piece = next;
  }
  for (guint i = 0; piece != NULL && i < builder->rates->len; i++)
    builder->values[g_array_index(builder->rates, int, i)] += piece->ahead[i];
}
