/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/form-writer.h"

#define MOST_TIDY 800 /* largest number of nodes of an expression that is simplified */

gboolean
noslip_form_has_basis(NoslipFormWriter *writer)
{
  if (writer->basis == NULL)
    writer->reason = g_strdup("there is no basis of D in symbols");
  return writer->basis != NULL;
}

gboolean
noslip_form_has_lagrangian_on_d(NoslipFormWriter *writer)
{
  const NoslipSystem *system = writer->model->system;
  if (!noslip_form_has_basis(writer))
    return FALSE;
  if (noslip_system_constraint_class(system) == NOSLIP_LINEAR && noslip_system_is_mechanical(system))
    return TRUE;
  writer->reason =
      g_strdup("D carries no Lagrangian of its own here: the constraints are not linear, or L is no kinetic "
               "energy minus a potential; the projector is computed at each state");
  return FALSE;
}

NoslipExpr
noslip_form_tidy(const NoslipFormWriter *writer, NoslipExpr e)
{
  return noslip_expr_size(writer->graph, e, MOST_TIDY) < MOST_TIDY ? noslip_expr_simplify(writer->graph, e) : e;
}

void
noslip_form_add_line(NoslipFormWriter *writer, NoslipExpr left, NoslipExpr right)
{
  NoslipWrittenLine line = {left, noslip_form_tidy(writer, right)};
  if (line.left != line.right)
    g_array_append_val(writer->lines, line);
}

NoslipExpr
noslip_form_symbol(const NoslipFormWriter *writer, const char *name, const char *other)
{
  NoslipExpr known;
  return noslip_expr_symbol(writer->graph, noslip_system_lookup(writer->model->system, name, &known) ? other : name);
}

NoslipExpr
noslip_form_rate_of(const NoslipFormWriter *writer, NoslipExpr symbol)
{
  g_autofree char *name = g_strconcat(noslip_expr_symbol_name(writer->graph, symbol), "'", NULL);
  return noslip_expr_symbol(writer->graph, name);
}

/* Adds lines for xdot, except for natural velocities that are free or for which the constraints have been solved. */
void
noslip_form_add_base(NoslipFormWriter *writer, const NoslipExpr *xdot)
{
  const NoslipModel *model = writer->model;
  for (guint i = 0; i < model->m; i++) {
    NoslipExpr left = noslip_form_rate_of(writer, model->x[i]);
    gboolean natural = FALSE;
    for (guint a = 0; a < model->n; a++)
      natural = natural || model->y[a] == left;
    if (!natural)
      noslip_form_add_line(writer, left, xdot[i]);
  }
}

void
noslip_form_add_constraints(NoslipFormWriter *writer)
{
  for (guint c = 0; c < writer->model->k; c++)
    noslip_form_add_line(writer, noslip_form_tidy(writer, writer->model->phi[c]), NOSLIP_ZERO);
}

/* W_alpha beta dy^beta/dt */
NoslipExpr
noslip_form_inertia(const NoslipFormWriter *writer, guint alpha)
{
  const NoslipModel *model = writer->model;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint b = 0; b < model->n; b++)
    sum = noslip_expr_add_product(writer->graph, sum, model->mass[alpha * model->n + b],
                                  model->system->fibres[b].acceleration);
  return sum;
}

/* y^alpha = e_a^alpha v_a for components v along the basis. */
NoslipExpr *
noslip_form_in_basis(const NoslipFormWriter *writer, const NoslipExpr *v)
{
  guint n = writer->model->n, r = writer->r;
  NoslipExpr *y = g_new0(NoslipExpr, n + 1);
  for (guint alpha = 0; alpha < n; alpha++)
    y[alpha] = noslip_expr_dot(writer->graph, r, writer->basis + (gsize) alpha * r, v);
  return y;
}

NoslipExpr
noslip_form_along(const NoslipFormWriter *writer, guint a, NoslipExpr e)
{
  const NoslipModel *model = writer->model;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++) {
    NoslipExpr anchor = writer->anchor[i * writer->r + a];
    if (anchor != NOSLIP_ZERO)
      sum = noslip_expr_add_product(writer->graph, sum, anchor, noslip_expr_derivative(writer->graph, e, model->x[i]));
  }
  return sum;
}

/* - C^c_ab v_b p_c + Q_a */
NoslipExpr
noslip_form_gyroscopic(const NoslipFormWriter *writer, guint a, const NoslipExpr *v, const NoslipExpr *p,
                       const NoslipExpr *y)
{
  const NoslipModel *model = writer->model;
  NoslipGraph *graph = writer->graph;
  guint r = writer->r;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint c = 0; c < r; c++)
    for (guint b = 0; b < r; b++)
      if (writer->structure[(c * r + a) * r + b] != NOSLIP_ZERO)
        sum = noslip_expr_sub_product(graph, sum, writer->structure[(c * r + a) * r + b],
                                      noslip_expr_mul(graph, v[b], p[c]));
  for (guint alpha = 0; alpha < model->n; alpha++) {
    NoslipExpr force = noslip_expr_substitute(graph, model->system->forces[alpha], model->n, model->y, y);
    sum = noslip_expr_add_product(graph, sum, writer->basis[alpha * r + a], force);
  }
  return sum;
}
