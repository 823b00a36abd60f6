/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The forms of a presymplectic system, i_X Omega = alpha (I (3.4)). */
#include "core/equations/compose-private.h"

#include <glib/gi18n-lib.h>

void
noslip_portrait_add_presymplectic(const NoslipPortrait *portrait, NoslipDocument *document)
{
  const NoslipModel *model = portrait->model;
  const NoslipSystem *system = portrait->system;
  NoslipComposer composer = {document, portrait, model, model->graph, model->m, model->n, 0, 0};
  noslip_composer_begin(&composer, N_("Presymplectic forms: i_X Omega = alpha"), "I (3.4)");
  for (guint a = 0; a < model->n; a++)
    for (guint b = a + 1; b < model->n; b++)
      noslip_composer_put_component(&composer, "Omega", "\\Omega", 'e', a, 'e', b, system->two_form[a * model->n + b]);
  for (guint a = 0; a < model->n; a++) {
    NoslipExpr value = system->one_form[a]; /* and dE(H), where L = -H */
    for (guint i = 0; i < model->m; i++)
      value = noslip_expr_sub_product(model->graph, value, system->anchor[i * model->n + a],
                                      noslip_expr_derivative(model->graph, system->lagrangian, model->x[i]));
    noslip_composer_put_component(&composer, "alpha", "\\alpha", 'e', a, 0, 0, value);
  }
  noslip_composer_put(&composer, "H", "H", noslip_expr_neg(model->graph, system->lagrangian));
  noslip_composer_end(&composer);
}
