/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/vakonomic-bracket.h"

#include "core/geometry/symbolic-kernel.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_READABLE 1000 /* limit of the nodes of an expression that is shown */
#define MOST_LINE 300      /* limit of the nodes of a Hamiltonian that is shown in (x, p) */

/* P(x, z) = (dL/dy + mu Phi, phi), z = (y, mu): W_1 is P = (p, 0). n + k expressions. */
static NoslipExpr *
defining_map(NoslipVakonomicBracket *self)
{
  NoslipModel *model = self->model;
  guint n = model->n, k = model->k;
  NoslipExpr *map = g_new0(NoslipExpr, n + k + 1);
  for (guint a = 0; a < n; a++) {
    map[a] = model->momentum[a];
    for (guint c = 0; c < k; c++)
      map[a] =
          noslip_expr_add_product(model->graph, map[a], model->system->constraints[c].mu, model->jacobian[c * n + a]);
  }
  memcpy(map + n, model->phi, k * sizeof *map);
  return map;
}

/* z = (y, mu) as symbols, n + k. */
static NoslipExpr *
unknowns(const NoslipModel *model)
{
  NoslipExpr *z = g_new0(NoslipExpr, model->n + model->k + 1);
  memcpy(z, model->y, model->n * sizeof *z);
  for (guint c = 0; c < model->k; c++)
    z[model->n + c] = model->system->constraints[c].mu;
  return z;
}

static NoslipExpr *
name_momenta(const NoslipModel *model)
{
  const char *letters[] = {"p", "P", "pi", "Pi"};
  NoslipExpr *p = g_new0(NoslipExpr, model->n + 1), known;
  for (guint l = 0; l < G_N_ELEMENTS(letters); l++) {
    gboolean taken = FALSE;
    for (guint a = 0; a < model->n; a++) {
      g_autofree char *name = g_strdup_printf("%s_%u", letters[l], a + 1);
      taken = taken || noslip_system_lookup(model->system, name, &known);
      p[a] = noslip_expr_symbol(model->graph, name);
    }
    if (!taken)
      break;
  }
  return p;
}

/* R_ab = e_a e_b (d2L/dy dy + mu_A d2phi^A/dy dy) over a basis of ker Phi. With phi = y^A - Psi^A(x, y^a) these are the
 * second derivatives of I Prop. 5.3. */
static gboolean
regularity(NoslipVakonomicBracket *self, NoslipDiagnostic **error)
{
  NoslipModel *model = self->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n, k = model->k, r = self->r = n - k;
  self->basis = g_new0(NoslipExpr, MAX(n * r, 1));
  self->regular = g_new0(NoslipExpr, MAX(r * r, 1));
  g_autofree NoslipExpr *rows = g_new0(NoslipExpr, MAX(k * n, 1));
  for (guint i = 0; i < k * n; i++)
    rows[i] = noslip_symbolic_tidy(graph, noslip_expr_expand_angles(graph, model->jacobian[i], 1));
  g_autofree double *units = noslip_probe_units(self->probe, graph, n, model->mass);
  int dependent = noslip_symbolic_kernel(graph, self->probe, FALSE, units, k, n, rows, self->basis);
  if (dependent >= 0) {
    const NoslipConstraint *constraint = &model->system->constraints[dependent];
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_DEPENDENT, &constraint->place,
                                   _("leave out what already follows from the other constraints"),
                                   _("the constraint %s depends on the others"), constraint->name);
    return FALSE;
  }
  for (guint a = 0; a < r; a++)
    for (guint b = 0; b < r; b++) {
      NoslipExpr sum = NOSLIP_ZERO;
      for (guint alpha = 0; alpha < n; alpha++)
        for (guint beta = 0; beta < n; beta++) {
          NoslipExpr factor = noslip_expr_mul(graph, self->basis[alpha * r + a], self->basis[beta * r + b]);
          if (factor == NOSLIP_ZERO)
            continue;
          NoslipExpr hessian = noslip_expr_derivative(graph, self->momentum[alpha], model->y[beta]);
          sum = noslip_expr_add_product(graph, sum, factor, hessian);
        }
      self->regular[a * r + b] = noslip_symbolic_tidy(graph, sum);
    }
  return TRUE;
}

/* K dz = (dp, 0) - dP/dx dx, K = dP/dz, and, if K depends on x alone, z = K^-1 ((p, 0) - P(x, 0)). */
static gboolean
solve(NoslipVakonomicBracket *self, const NoslipExpr *map)
{
  NoslipModel *model = self->model;
  NoslipGraph *graph = model->graph;
  guint m = model->m, n = model->n, size = n + model->k, width = n + m + 1;
  g_autofree NoslipExpr *z = unknowns(model);
  g_autofree NoslipExpr *matrix = g_new0(NoslipExpr, MAX(size * size, 1));
  g_autofree NoslipExpr *right = g_new0(NoslipExpr, MAX(size * width, 1));
  g_autofree NoslipExpr *origin = g_new0(NoslipExpr, MAX(size, 1));
  self->solved = TRUE;
  for (guint i = 0; i < size; i++) {
    for (guint j = 0; j < size; j++) {
      matrix[i * size + j] = noslip_symbolic_tidy(graph, noslip_expr_derivative(graph, map[i], z[j]));
      self->solved = self->solved && !noslip_expr_depends(graph, matrix[i * size + j], size, z);
    }
    if (i < n)
      right[i * width + i] = NOSLIP_ONE;
    for (guint j = 0; j < m; j++)
      right[i * width + n + j] = noslip_expr_neg(graph, noslip_expr_derivative(graph, map[i], model->x[j]));
  }
  for (guint i = 0; i < size && self->solved; i++)
    right[i * width + n + m] = noslip_expr_sub(graph, i < n ? self->p[i] : NOSLIP_ZERO,
                                               noslip_expr_substitute(graph, map[i], size, z, origin));
  if (!noslip_symbolic_solve(graph, self->probe, size, matrix, width, right))
    return FALSE;
  self->along_p = g_new0(NoslipExpr, MAX(size * n, 1));
  self->along_x = g_new0(NoslipExpr, MAX(size * m, 1));
  self->velocity = g_new0(NoslipExpr, MAX(n, 1));
  self->mu = g_new0(NoslipExpr, MAX(model->k, 1));
  for (guint i = 0; i < size; i++) {
    for (guint a = 0; a < n; a++)
      self->along_p[i * n + a] = noslip_symbolic_tidy(graph, right[i * width + a]);
    for (guint j = 0; j < m; j++)
      self->along_x[i * m + j] = noslip_symbolic_tidy(graph, right[i * width + n + j]);
    NoslipExpr value = noslip_symbolic_tidy(graph, right[i * width + n + m]);
    *(i < n ? &self->velocity[i] : &self->mu[i - n]) = value;
  }
  return TRUE;
}

/* e simplified, with composite angles expanded, unless that takes too long. */
static NoslipExpr
readable(NoslipGraph *graph, NoslipExpr e)
{
  if (noslip_expr_size(graph, e, MOST_READABLE) >= MOST_READABLE)
    return e;
  NoslipExpr plain = noslip_expr_simplify(graph, e);
  NoslipExpr apart = noslip_expr_simplify(graph, noslip_expr_expand_angles(graph, e, 1));
  return noslip_expr_size(graph, apart, MOST_READABLE) < noslip_expr_size(graph, plain, MOST_READABLE) ? apart : plain;
}

/* H_W1 in (x, p) and its Hamilton equations (I, after Theorem 5.6). */
static void
hamilton(NoslipVakonomicBracket *self)
{
  NoslipModel *model = self->model;
  NoslipGraph *graph = model->graph;
  const NoslipSystem *system = model->system;
  guint m = model->m, n = model->n;
  self->xdot = g_new0(NoslipExpr, MAX(m, 1));
  self->pdot = g_new0(NoslipExpr, MAX(n, 1));
  NoslipExpr lagrangian = noslip_expr_substitute(graph, system->lagrangian, n, model->y, self->velocity);
  NoslipExpr h = noslip_expr_sub(graph, noslip_expr_dot(graph, n, self->p, self->velocity), lagrangian);
  self->hamiltonian = h = readable(graph, h);
  for (guint a = 0; a < n; a++) {
    NoslipExpr slope = noslip_expr_derivative(graph, h, self->p[a]);
    for (guint i = 0; i < m; i++) {
      NoslipExpr rho = system->anchor[i * n + a];
      self->xdot[i] = noslip_expr_add_product(graph, self->xdot[i], rho, slope);
      NoslipExpr term = noslip_expr_mul(graph, rho, noslip_expr_derivative(graph, h, model->x[i]));
      self->pdot[a] = noslip_expr_sub(graph, self->pdot[a], term);
    }
    for (guint b = 0; b < n; b++)
      for (guint c = 0; c < n; c++) {
        NoslipExpr structure = system->structure[(c * n + a) * n + b];
        if (structure == NOSLIP_ZERO)
          continue;
        NoslipExpr factor = noslip_expr_mul(graph, structure, self->p[c]);
        NoslipExpr term = noslip_expr_mul(graph, factor, noslip_expr_derivative(graph, h, self->p[b]));
        self->pdot[a] = noslip_expr_sub(graph, self->pdot[a], term);
      }
  }
  for (guint i = 0; i < m; i++)
    self->xdot[i] = readable(graph, self->xdot[i]);
  for (guint a = 0; a < n; a++)
    self->pdot[a] = readable(graph, self->pdot[a]);
}

/* Derives the bracket; returns the error, or NULL. */
static NoslipDiagnostic *
derive(NoslipVakonomicBracket *self, const NoslipExpr *map)
{
  NoslipDiagnostic *error = NULL;
  if (!regularity(self, &error))
    return error;
  if (!solve(self, map))
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REGULARITY, NULL,
                                 _("look at the second derivatives of L along the constraints"),
                                 _("the vakonomic system is not regular: R_ab is singular, so (x, p) are no "
                                   "coordinates of W_1"));
  if (self->solved)
    hamilton(self);
  return NULL;
}

NoslipVakonomicBracket *
noslip_vakonomic_bracket_new(NoslipModel *model, NoslipDiagnostic **error)
{
  if (model->system->algebroid == NOSLIP_ALGEBROID_GENERAL) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, _("say: algebroid quasi"),
                                   _("on a general algebroid, whose bracket is not skew-symmetric, functions have no "
                                     "skew bracket"));
    return NULL;
  }
  if (model->k > model->n) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_DEPENDENT, NULL, _("take constraints away"),
                                   _("%u constraints on %u velocities are not independent"), model->k, model->n);
    return NULL;
  }
  g_autoptr(NoslipVakonomicBracket) self = g_new0(NoslipVakonomicBracket, 1);
  self->model = model;
  self->probe = noslip_probe_new(model->system);
  self->p = name_momenta(model);
  g_autofree NoslipExpr *map = defining_map(self);
  self->momentum = g_memdup2(map, (model->n + 1) * sizeof *map);
  self->energy = noslip_expr_sub(model->graph, noslip_expr_dot(model->graph, model->n, self->momentum, model->y),
                                 model->system->lagrangian);
  self->energy = noslip_symbolic_tidy(model->graph, self->energy);
  NoslipDiagnostic *why = derive(self, map);
  if (noslip_graph_failed(model->graph)) { /* then the reason found may only be a consequence of missing expressions */
    g_clear_pointer(&why, noslip_diagnostic_free);
    why = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL,
                                _("write the constraints or the Lagrangian more simply"),
                                _("the vakonomic bracket grows beyond the limits"));
  }
  if (why != NULL)
    *error = why;
  return why == NULL ? g_steal_pointer(&self) : NULL;
}

void
noslip_vakonomic_bracket_free(NoslipVakonomicBracket *self)
{
  if (self == NULL)
    return;
  noslip_probe_free(self->probe);
  NoslipExpr *lists[] = {self->momentum, self->along_p,  self->along_x, self->basis, self->regular,
                         self->p,        self->velocity, self->mu,      self->xdot,  self->pdot};
  for (guint i = 0; i < G_N_ELEMENTS(lists); i++)
    g_free(lists[i]);
  g_free(self);
}

/* df/dp_alpha (n) and rho^i_alpha df/dx^i at fixed p (n). */
static NoslipExpr *
slopes(NoslipVakonomicBracket *self, NoslipExpr f)
{
  NoslipModel *model = self->model;
  NoslipGraph *graph = model->graph;
  guint m = model->m, n = model->n, size = n + model->k;
  g_autofree NoslipExpr *z = unknowns(model);
  NoslipExpr *slope = g_new0(NoslipExpr, 2 * n + 1);
  g_autofree NoslipExpr *by_x = g_new0(NoslipExpr, m + 1);
  for (guint a = 0; a < n; a++)
    slope[a] = noslip_expr_derivative(graph, f, self->p[a]);
  for (guint i = 0; i < m; i++)
    by_x[i] = noslip_expr_derivative(graph, f, model->x[i]);
  for (guint s = 0; s < size; s++) {
    NoslipExpr by_z = noslip_expr_derivative(graph, f, z[s]);
    if (by_z == NOSLIP_ZERO)
      continue;
    for (guint a = 0; a < n; a++)
      slope[a] = noslip_expr_add_product(graph, slope[a], by_z, self->along_p[s * n + a]);
    for (guint i = 0; i < m; i++)
      by_x[i] = noslip_expr_add_product(graph, by_x[i], by_z, self->along_x[s * m + i]);
  }
  for (guint a = 0; a < n; a++)
    for (guint i = 0; i < m; i++)
      slope[n + a] = noslip_expr_add_product(graph, slope[n + a], model->system->anchor[i * n + a], by_x[i]);
  return slope;
}

NoslipExpr
noslip_vakonomic_bracket(NoslipVakonomicBracket *self, NoslipExpr f, NoslipExpr g)
{
  NoslipModel *model = self->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n;
  g_autofree NoslipExpr *of_f = slopes(self, f);
  g_autofree NoslipExpr *of_g = slopes(self, g);
  NoslipExpr sum =
      noslip_expr_sub(graph, noslip_expr_dot(graph, n, of_f + n, of_g), noslip_expr_dot(graph, n, of_f, of_g + n));
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++) {
      NoslipExpr both = noslip_expr_mul(graph, of_f[a], of_g[b]);
      for (guint c = 0; c < n && both != NOSLIP_ZERO; c++) {
        NoslipExpr structure = model->system->structure[(c * n + a) * n + b];
        if (structure == NOSLIP_ZERO)
          continue;
        NoslipExpr factor = noslip_expr_mul(graph, structure, self->p[c]);
        sum = noslip_expr_sub_product(graph, sum, factor, both);
      }
    }
  return noslip_symbolic_tidy(graph, sum);
}

NoslipExpr
noslip_vakonomic_bracket_jacobiator(NoslipVakonomicBracket *self, NoslipExpr f, NoslipExpr g, NoslipExpr h)
{
  NoslipExpr terms[] = {
      noslip_vakonomic_bracket(self, f, noslip_vakonomic_bracket(self, g, h)),
      noslip_vakonomic_bracket(self, g, noslip_vakonomic_bracket(self, h, f)),
      noslip_vakonomic_bracket(self, h, noslip_vakonomic_bracket(self, f, g)),
  };
  return noslip_symbolic_tidy(self->model->graph, noslip_expr_sum(self->model->graph, 3, terms));
}

char *
noslip_vakonomic_bracket_hamiltonian_text(const NoslipVakonomicBracket *self, gboolean latex)
{
  const NoslipGraph *graph = self->model->graph;
  gboolean in_momenta = self->solved && noslip_expr_size(graph, self->hamiltonian, MOST_LINE) < MOST_LINE;
  NoslipExpr h = in_momenta ? self->hamiltonian : self->energy;
  return latex ? noslip_expr_latex(graph, h) : noslip_expr_text(graph, h);
}
