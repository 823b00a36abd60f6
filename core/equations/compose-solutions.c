/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solutions X of the presymplectic equation on the final constraint submanifold, with their arbitrary functions:
 * of a degenerate Lagrangian i_X omega_L = dE_L (I (4.11)), of a presymplectic system i_X Omega = alpha (I (3.4)). */
#include "core/equations/compose-private.h"

#include "core/dynamics/algorithm/constraint-algorithm.h"

#include <glib/gi18n-lib.h>

void
noslip_portrait_add_solutions(const NoslipPortrait *portrait, NoslipDocument *document)
{
  const NoslipSystem *system = portrait->system;
  gboolean form = system->two_form != NULL;
  if (!portrait->degenerate || system->k > 0 || system->n > MOST_SECTIONS ||
      system->algebroid == NOSLIP_ALGEBROID_GENERAL)
    return;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, NULL);
  if (algorithm == NULL || algorithm->inconsistent)
    return;
  const NoslipModel *model = algorithm->model;
  g_autofree NoslipExpr *a = g_new0(NoslipExpr, model->n + 1), *b = g_new0(NoslipExpr, model->n + 1);
  NoslipComposer composer = {document, portrait, model, model->graph, model->m, model->n, 0, 0};
  guint n_free = noslip_constraint_algorithm_solutions(algorithm, a, b);
  noslip_composer_begin(&composer,
                        form ? N_("Solutions X of i_X Omega = alpha, tangent to M_f")
                             : N_("Solutions X of i_X omega_L = dE_L, tangent to E_f"),
                        form ? "I (3.4)" : "I (3.4), (4.11)");
  noslip_composer_put_section(&composer, "X", "X", a, form ? NULL : b);
  if (n_free == 1)
    noslip_document_sentence(document, N_("f_1 is an arbitrary function"));
  else if (n_free > 1)
    noslip_document_sentence(document, N_("the f_i are arbitrary functions"));
  else if (algorithm->n_gauge > 0)
    noslip_document_sentence(document, N_("X is unique at a generic point, but not at the initial state"));
  else
    noslip_document_sentence(document, N_("X is unique there"));
}
