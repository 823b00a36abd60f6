/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/noether.h"

#include "core/base/linear.h"
#include "core/geometry/form.h"
#include "core/system/points.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* A value that is not above this fraction of its absolute terms is zero. */
#define ROUND_OFF 1e-10
#define CONSTRAINED 1e-14 /* the same of a constraint */
/* Newton steps onto nonlinear constraints; linear and affine ones take one. */
#define MOST_STEPS 30
#define STATES 16

static gboolean
refuse(NoslipDiagnostic **error, const char *cause, const char *remedy)
{
  *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, remedy, "%s", cause);
  return FALSE;
}

gboolean
noslip_noether_section(NoslipDistribution *distribution, NoslipExpr combination, NoslipExpr *section,
                       NoslipDiagnostic **error)
{
  const NoslipModel *model = distribution->model;
  const NoslipProbe *probe = distribution->form->probe;
  NoslipGraph *graph = model->graph;
  guint n = model->n;
  NoslipExpr rest = combination;
  for (guint alpha = 0; alpha < n; alpha++) {
    section[alpha] = noslip_expr_derivative(graph, combination, model->y[alpha]);
    if (noslip_expr_depends(graph, section[alpha], n, model->y))
      return refuse(error, _("the section is not linear in the velocities"), _("write it like r*x' + w2"));
    rest = noslip_expr_sub_product(graph, rest, section[alpha], model->y[alpha]);
  }
  if (noslip_expr_simplify(graph, rest) != NOSLIP_ZERO)
    return refuse(error, _("the section has a part without velocities"), _("write it like r*x' + w2"));
  for (guint c = 0; c < model->k; c++) {
    NoslipExpr power = noslip_expr_dot(graph, n, model->jacobian + (gsize) c * n, section);
    NoslipExpr terms = noslip_expr_magnitude(graph, power);
    gboolean zero = TRUE;
    for (guint point = 0; point < NOSLIP_PROBES && power != NOSLIP_ZERO; point++)
      zero = zero && fabs(noslip_probe_value(probe, graph, point, power)) <=
                         ROUND_OFF * noslip_probe_value(probe, graph, point, terms);
    if (!zero)
      return refuse(error, _("the section is not in D: its virtual displacement violates a constraint"),
                    _("take a combination of the basis of D"));
  }
  return TRUE;
}

NoslipExpr
noslip_noether_momentum(NoslipDistribution *distribution, const NoslipExpr *section)
{
  const NoslipModel *model = distribution->model;
  return noslip_expr_dot(model->graph, model->n, section, model->momentum);
}

/* rho^i_alpha de/dx^i */
static NoslipExpr
along_section(const NoslipModel *model, guint alpha, NoslipExpr e)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++)
    if (model->system->anchor[i * model->n + alpha] != NOSLIP_ZERO)
      sum = noslip_expr_add_product(model->graph, sum, model->system->anchor[i * model->n + alpha],
                                    noslip_expr_derivative(model->graph, e, model->x[i]));
  return sum;
}

NoslipExpr
noslip_noether_rate(NoslipDistribution *distribution, const NoslipExpr *section)
{
  const NoslipModel *model = distribution->model;
  const NoslipSystem *system = model->system;
  NoslipGraph *graph = model->graph;
  guint n = model->n;
  NoslipExpr rate = NOSLIP_ZERO;
  for (guint alpha = 0; alpha < n; alpha++) {
    if (section[alpha] == NOSLIP_ZERO)
      continue;
    NoslipExpr force = along_section(model, alpha, system->lagrangian);
    for (guint gamma = 0; gamma < n; gamma++)
      for (guint beta = 0; beta < n; beta++) {
        NoslipExpr structure = system->structure[(gamma * n + alpha) * n + beta];
        if (structure != NOSLIP_ZERO)
          force = noslip_expr_sub_product(graph, force, noslip_expr_mul(graph, structure, model->y[beta]),
                                          model->momentum[gamma]);
      }
    if (system->forces != NULL)
      force = noslip_expr_add(graph, force, system->forces[alpha]);
    NoslipExpr turning = NOSLIP_ZERO; /* dX^alpha/dt */
    for (guint i = 0; i < model->m; i++)
      turning = noslip_expr_add_product(graph, turning, noslip_expr_derivative(graph, section[alpha], model->x[i]),
                                        model->velocity[i]);
    rate = noslip_expr_add_product(graph, rate, section[alpha], force);
    rate = noslip_expr_add_product(graph, rate, turning, model->momentum[alpha]);
  }
  return rate;
}

void
noslip_noether_lift(NoslipDistribution *distribution, const NoslipExpr *section, NoslipExpr *lift)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n, m = model->m;
  for (guint i = 0; i < m; i++)
    lift[i] = noslip_expr_dot(graph, n, section, model->system->anchor + i * n);
  for (guint gamma = 0; gamma < n; gamma++) {
    NoslipExpr sum = NOSLIP_ZERO;
    for (guint j = 0; j < m; j++)
      sum = noslip_expr_add_product(graph, sum, noslip_expr_derivative(graph, section[gamma], model->x[j]),
                                    model->velocity[j]);
    for (guint alpha = 0; alpha < n; alpha++)
      for (guint beta = 0; beta < n && section[alpha] != NOSLIP_ZERO; beta++) {
        NoslipExpr structure = model->system->structure[(gamma * n + alpha) * n + beta];
        if (structure != NOSLIP_ZERO)
          sum = noslip_expr_sub_product(graph, sum, noslip_expr_mul(graph, structure, section[alpha]), model->y[beta]);
      }
    lift[m + gamma] = noslip_expr_simplify(graph, sum);
  }
}

static double
value_at(const NoslipModel *model, const NoslipPoints *points, guint point, NoslipExpr e)
{
  return noslip_expr_value(model->graph, e, points->n_symbols, points->symbols,
                           points->values + (gsize) point * points->n_symbols);
}

/* Moves the velocities of a point onto phi = 0: y -= right phi. */
static void
onto_constraints(NoslipDistribution *distribution, NoslipPoints *points, guint point)
{
  const NoslipModel *model = distribution->model;
  guint n = model->n, k = model->k;
  double *y = points->values + (gsize) point * points->n_symbols + points->x + model->m;
  g_autofree double *phi = g_new0(double, MAX(k, 1));
  g_autofree double *change = g_new0(double, MAX(n, 1));
  for (guint step = 0; step < MOST_STEPS; step++) {
    gboolean met = TRUE;
    for (guint c = 0; c < k; c++) {
      phi[c] = value_at(model, points, point, model->phi[c]);
      double terms = value_at(model, points, point, noslip_expr_magnitude(model->graph, model->phi[c]));
      met = met && !(fabs(phi[c]) > CONSTRAINED * terms);
    }
    if (met)
      return;
    for (guint alpha = 0; alpha < n; alpha++) {
      change[alpha] = 0;
      for (guint c = 0; c < k; c++)
        change[alpha] += value_at(model, points, point, distribution->form->right[alpha * k + c]) * phi[c];
    }
    for (guint alpha = 0; alpha < n; alpha++)
      y[alpha] -= change[alpha];
  }
}

/* Sets the point to these parameters and a random time (forces may depend on t), and moves it onto M. */
static void
place(NoslipDistribution *distribution, NoslipPoints *points, guint point, const double *parameters)
{
  double *values = points->values + (gsize) point * points->n_symbols;
  values[0] = 0.3 * point;
  for (guint i = 0; i < distribution->model->system->n_parameters; i++)
    values[1 + i] = parameters[i];
  onto_constraints(distribution, points, point);
}

/* Reduced echelon form of `rows` orthonormal vectors of r numbers. */
static void
reduce_rows(guint rows, guint r, double *a)
{
  guint done = 0;
  for (guint column = 0; column < r && done < rows; column++) {
    guint best = done;
    for (guint i = done; i < rows; i++)
      if (fabs(a[i * r + column]) > fabs(a[best * r + column]))
        best = i;
    if (fabs(a[best * r + column]) < 1e-8)
      continue;
    for (guint j = 0; j < r; j++) {
      double entry = a[done * r + j];
      a[done * r + j] = a[best * r + j];
      a[best * r + j] = entry;
    }
    double pivot = a[done * r + column];
    for (guint j = 0; j < r; j++)
      a[done * r + j] = fabs(a[done * r + j]) < 1e-9 * fabs(pivot) ? 0 : a[done * r + j] / pivot;
    for (guint i = 0; i < rows; i++) {
      double factor = a[i * r + column];
      for (guint j = 0; j < r && i != done; j++)
        a[i * r + j] = j == column ? 0 : a[i * r + j] - factor * a[done * r + j];
    }
    done++;
  }
}

/* Converts combinations of rates divided by their scales to combinations of the rates, with first coefficient 1. */
static void
take_units(guint rows, guint r, const double *scale, double *a)
{
  for (guint i = 0; i < rows; i++) {
    double first = 0;
    for (guint j = 0; j < r; j++) {
      a[i * r + j] /= scale[j] > 0 ? scale[j] : 1;
      if (first == 0)
        first = a[i * r + j];
    }
    for (guint j = 0; j < r && first != 0; j++)
      a[i * r + j] = a[i * r + j] == 0 ? 0 : a[i * r + j] / first;
  }
}

guint
noslip_noether_integrals(NoslipDistribution *distribution, const double *parameters, double *coefficients)
{
  const NoslipModel *model = distribution->model;
  guint n = model->n, r = distribution->r, n_points = 3 * r + 4;
  if (r == 0)
    return 0;
  g_autoptr(NoslipPoints) points = noslip_points_new(model->system, n_points, FALSE);
  g_autofree NoslipExpr *rates = g_new0(NoslipExpr, r);
  g_autofree NoslipExpr *sizes = g_new0(NoslipExpr, r);
  g_autofree NoslipExpr *section = g_new0(NoslipExpr, n);
  g_autofree double *matrix = g_new0(double, (gsize) n_points *r);
  g_autofree double *kernel = g_new0(double, (gsize) r *r);
  g_autofree double *scale = g_new0(double, r); /* for each rate the largest size of its terms */
  for (guint a = 0; a < r; a++) {
    for (guint alpha = 0; alpha < n; alpha++)
      section[alpha] = distribution->basis[alpha * r + a];
    rates[a] = noslip_noether_rate(distribution, section);
    sizes[a] = noslip_expr_magnitude(model->graph, rates[a]);
  }
  for (guint point = 0; point < n_points; point++) {
    place(distribution, points, point, parameters);
    for (guint a = 0; a < r; a++) {
      double value = value_at(model, points, point, rates[a]), terms = value_at(model, points, point, sizes[a]);
      matrix[point * r + a] = fabs(value) <= ROUND_OFF * terms ? 0 : value; /* else round-off would count as
                                                                             * independent */
      scale[a] = fmax(scale[a], terms);
    }
  }
  g_autoptr(NoslipSvd) svd = noslip_svd_new(n_points, r);
  for (guint i = 0; i < n_points * r; i++)
    matrix[i] /= scale[i % r] > 0 ? scale[i % r] : 1;
  if (!noslip_svd_factor(svd, matrix))
    return 0;
  guint count = noslip_svd_kernel(svd, ROUND_OFF, kernel);
  reduce_rows(count, r, kernel);
  take_units(count, r, scale, kernel);
  memcpy(coefficients, kernel, sizeof(double) * count * r);
  return count;
}

gboolean
noslip_noether_vanishes(NoslipDistribution *distribution, const double *parameters, NoslipExpr e, gboolean *in_symbols,
                        double *worst)
{
  const NoslipModel *model = distribution->model;
  g_autoptr(NoslipPoints) points = noslip_points_new(model->system, STATES, FALSE);
  e = noslip_expr_simplify(model->graph, e);
  NoslipExpr terms = noslip_expr_magnitude(model->graph, e);
  *in_symbols = e == NOSLIP_ZERO;
  *worst = 0;
  double size = 0;
  for (guint point = 0; point < STATES && !*in_symbols; point++) {
    place(distribution, points, point, parameters);
    size = fmax(size, value_at(model, points, point, terms));
    double value = fabs(value_at(model, points, point, e));
    *worst = isnan(value) ? INFINITY : fmax(*worst, value);
  }
  return *worst <= ROUND_OFF * size;
}
