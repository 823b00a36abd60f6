/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trajectory/balance.h"

#include "core/geometry/noether.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

NoslipExpr
noslip_motion_reaction_power(NoslipMotion *motion, guint constraint)
{
  const NoslipModel *model = motion->model;
  NoslipExpr rate = noslip_expr_dot(model->graph, model->n, model->jacobian + (gsize) constraint * model->n, model->y);
  return noslip_expr_mul(model->graph, motion->system->constraints[constraint].multiplier, rate);
}

static void
balance_clear(gpointer data)
{
  g_free(((NoslipBalance *) data)->text);
}

/* "p(x') - 2*p(w2)"; momenta that are sums are written in parentheses. */
static char *
combination_text(const NoslipDistribution *distribution, const double *coefficients)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint a = 0; a < distribution->r; a++) {
    double c = coefficients[a];
    if (c == 0)
      continue;
    const char *momentum = distribution->momenta_text[a];
    gboolean sum = strpbrk(momentum, "+-") != NULL;
    g_string_append(text, text->len > 0 ? (c < 0 ? " - " : " + ") : c < 0 ? "-" : "");
    if (fabs(c) != 1)
      g_string_append_printf(text, "%.6g*", fabs(c));
    g_string_append_printf(text, sum && (fabs(c) != 1 || c < 0) ? "(%s)" : "%s", momentum);
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* The index of the basis section equal to a row of coefficients, or -1. */
static int
unit_row(guint r, const double *coefficients)
{
  int unit = -1;
  for (guint a = 0; a < r; a++) {
    if (coefficients[a] == 0)
      continue;
    if (unit >= 0 || coefficients[a] != 1)
      return -1;
    unit = (int) a;
  }
  return unit;
}

static void
add_balance(GArray *balances, NoslipDistribution *distribution, char *text, const NoslipExpr *section,
            gboolean conserved)
{
  NoslipBalance balance = {.text = text,
                           .momentum = noslip_noether_momentum(distribution, section),
                           .equation = noslip_noether_rate(distribution, section),
                           .conserved = conserved};
  g_array_append_val(balances, balance);
}

static void
add_combination(GArray *balances, NoslipDistribution *distribution, const double *coefficients)
{
  const NoslipModel *model = distribution->model;
  guint n = model->n, r = distribution->r;
  g_autofree NoslipExpr *section = g_new0(NoslipExpr, MAX(n, 1));
  for (guint alpha = 0; alpha < n; alpha++)
    for (guint a = 0; a < r; a++)
      if (coefficients[a] != 0)
        section[alpha] =
            noslip_expr_add_product(model->graph, section[alpha], noslip_expr_number(model->graph, coefficients[a]),
                                    distribution->basis[alpha * r + a]);
  add_balance(balances, distribution, combination_text(distribution, coefficients), section, TRUE);
}

GArray *
noslip_motion_balances(NoslipMotion *motion, const double *parameters, NoslipDiagnostic **error)
{
  const NoslipModel *model = motion->model;
  if (motion->kind == NOSLIP_DYNAMICS_VAKONOMIC || (motion->kind == NOSLIP_DYNAMICS_FREE && model->k > 0) ||
      noslip_system_constraint_class(motion->system) == NOSLIP_NONLINEAR) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, NULL,
                                   _("the momentum equation needs nonholonomic dynamics, and constraints that are "
                                     "linear or affine in the velocities"));
    return NULL;
  }
  if (motion->distribution == NULL)
    motion->distribution = noslip_distribution_new(motion->model, error);
  if (motion->distribution == NULL)
    return NULL;
  NoslipDistribution *distribution = motion->distribution;
  guint n = model->n, r = distribution->r;
  GArray *balances = g_array_new(FALSE, TRUE, sizeof(NoslipBalance));
  g_array_set_clear_func(balances, balance_clear);
  g_autofree double *coefficients = g_new0(double, (gsize) r *r + 1);
  guint n_integrals = noslip_noether_integrals(distribution, parameters, coefficients);
  g_autofree NoslipExpr *section = g_new0(NoslipExpr, MAX(n, 1));
  for (guint a = 0; a < r; a++) {
    gboolean conserved = FALSE;
    for (guint i = 0; i < n_integrals; i++)
      conserved = conserved || unit_row(r, coefficients + (gsize) i * r) == (int) a;
    for (guint alpha = 0; alpha < n; alpha++)
      section[alpha] = distribution->basis[alpha * r + a];
    add_balance(balances, distribution, g_strdup(distribution->momenta_text[a]), section, conserved);
  }
  for (guint i = 0; i < n_integrals; i++)
    if (unit_row(r, coefficients + (gsize) i * r) < 0)
      add_combination(balances, distribution, coefficients + (gsize) i * r);
  return balances;
}
