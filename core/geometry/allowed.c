/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/allowed-private.h"

#include "core/system/program.h"
#include "core/system/reaction.h"
#include "core/system/row.h"

#include <math.h>
#include <string.h>

static gboolean
find_field(const NoslipSystem *system, const NoslipExpr *point, guint index[3])
{
  for (guint c = 0; c < 3; c++) {
    guint i = 0;
    while (i < system->m && system->coordinates[i].symbol != point[c])
      i++;
    if (i == system->m)
      return FALSE;
    index[c] = i;
  }
  return index[0] != index[1] && index[1] != index[2] && index[0] != index[2];
}

/* Whether the point depends only on time, coordinates and parameters. */
static gboolean
is_place(const NoslipModel *model, const NoslipExpr *point)
{
  const NoslipSystem *system = model->system;
  gboolean place = TRUE;
  for (guint c = 0; c < 3; c++) {
    place = place && !noslip_expr_depends(model->graph, point[c], model->n, model->y);
    for (guint a = 0; a < system->k; a++)
      place = place && !noslip_expr_depends(model->graph, point[c], 1, &system->constraints[a].multiplier) &&
              !noslip_expr_depends(model->graph, point[c], 1, &system->constraints[a].mu);
  }
  return place;
}

/* The outputs of one point; its velocity `carried` is that of the body's point. */
static void
derive_point(const NoslipModel *model, const NoslipExpr *point, const NoslipExpr *carried, guint n, NoslipExpr *outputs)
{
  for (guint c = 0; c < 3; c++) {
    NoslipExpr velocity = noslip_model_base_rate(model, point[c]);
    outputs[c] = point[c];
    outputs[3 + c] = velocity;
    for (guint a = 0; a < n; a++) {
      outputs[6 + c * n + a] = noslip_expr_derivative(model->graph, velocity, model->y[a]);
      outputs[6 + (3 + c) * n + a] =
          noslip_expr_derivative(model->graph, carried != NULL ? carried[c] : velocity, model->y[a]);
    }
  }
}

/* Either points or places are given. */
static void
derive(NoslipAllowed *self, const NoslipSystem *system, const NoslipExpr *points, const NoslipAllowedPlace *places)
{
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  guint n = self->n, size = 6 + 6 * n, total = self->n_points * size + self->k * n + n * n;
  g_autofree NoslipExpr *outputs = g_new0(NoslipExpr, total + 1);
  for (guint p = 0; p < self->n_points; p++) {
    NoslipExpr point[3], carried[3];
    if (places != NULL)
      noslip_allowed_place(model, &places[p], point, carried);
    else
      memcpy(point, points + 3 * p, sizeof point);
    self->moves[p] = is_place(model, point);
    self->is_field[p] = find_field(system, point, self->index[p]);
    if (self->moves[p])
      derive_point(model, point, places != NULL ? carried : NULL, n, outputs + p * size);
  }
  memcpy(outputs + self->n_points * size, model->jacobian, self->k * n * sizeof(NoslipExpr));
  memcpy(outputs + self->n_points * size + self->k * n, model->mass, n * n * sizeof(NoslipExpr));
  self->tape = noslip_program_of_state(system, model->graph, total, outputs);
  self->out = g_new0(double, total + 1);
}

static NoslipAllowed *
made(const NoslipSystem *system, guint n_points, const NoslipExpr *points, const NoslipAllowedPlace *places)
{
  if (system->k == 0 || system->n == 0 || n_points == 0)
    return NULL;
  NoslipAllowed *self = g_new0(NoslipAllowed, 1);
  gsize n = system->n;
  *self = (NoslipAllowed){.m = system->m, .n = system->n, .k = system->k, .n_points = n_points};
  self->x = noslip_row_x(system);
  self->y = noslip_row_y(system);
  self->ydot = noslip_row_ydot(system);
  self->lambda = noslip_row_lambda(system);
  self->moves = g_new0(gboolean, n_points);
  self->is_field = g_new0(gboolean, n_points);
  self->index = g_malloc0_n(n_points, sizeof *self->index);
  derive(self, system, points, places);
  self->work = noslip_tape_workspace_new(self->tape);
  self->reaction = noslip_reaction_new(system);
  self->reaction_work = noslip_reaction_workspace_new(self->reaction);
  self->constraints = noslip_svd_new(self->k, self->n);
  self->point = noslip_svd_new(3, 3);
  self->pull = noslip_svd_new(self->n, 3);
  self->transposed = g_new0(double, 3 * n + 1);
  self->mass = noslip_lu_new(self->n);
  self->in = g_new0(double, 1 + self->m + n);
  self->kernel = g_new0(double, n *n + 1);
  self->covector = g_new0(double, n + 1);
  self->solved = g_new0(double, n + 1);
  self->multipliers = g_new0(double, self->k + 1);
  return self;
}

NoslipAllowed *
noslip_allowed_new(const NoslipSystem *system, guint n_points, const NoslipExpr *points)
{
  return made(system, n_points, points, NULL);
}

NoslipAllowed *
noslip_allowed_new_of_places(const NoslipSystem *system, guint n_places, const NoslipAllowedPlace *places)
{
  return made(system, n_places, NULL, places);
}

void
noslip_allowed_free(NoslipAllowed *self)
{
  if (!self)
    return;
  noslip_tape_workspace_free(self->work);
  noslip_tape_unref(self->tape);
  noslip_reaction_workspace_free(self->reaction_work);
  noslip_reaction_free(self->reaction);
  noslip_svd_free(self->constraints);
  noslip_svd_free(self->point);
  noslip_svd_free(self->pull);
  g_free(self->transposed);
  noslip_lu_free(self->mass);
  g_free(self->moves);
  g_free(self->is_field);
  g_free(self->index);
  g_free(self->in);
  g_free(self->out);
  g_free(self->kernel);
  g_free(self->covector);
  g_free(self->solved);
  g_free(self->multipliers);
  g_free(self);
}

void
noslip_allowed_set_parameters(NoslipAllowed *self, const double *parameters)
{
  noslip_tape_set_constants(self->work, parameters);
  noslip_reaction_set_parameters(self->reaction_work, parameters);
}

gboolean
noslip_allowed_is_field(const NoslipAllowed *self, guint point, guint index[3])
{
  memcpy(index, self->index[point], sizeof self->index[point]);
  return self->is_field[point];
}

static double
dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Removes the components along the n unit vectors from v. */
static void
take_out(double v[3], guint n, double (*units)[3])
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint b = 0; b < n; b++) {
      double along = dot(v, units[b]);
      for (guint c = 0; c < 3; c++)
        v[c] -= along * units[b][c];
    }
}

/* J e for a vector of the fibre. */
static void
image(const NoslipAllowed *self, const double *jacobian, const double *e, double v[3])
{
  for (guint c = 0; c < 3; c++) {
    v[c] = 0;
    for (guint a = 0; a < self->n; a++)
      v[c] += jacobian[c * self->n + a] * e[a];
  }
}

/* Adds the directions of J e to an orthonormal basis, the longest first, for `count` vectors e of the fibre; components
 * along `before` are left out. Returns the number of directions. */
static guint
span(const NoslipAllowed *self, const double *jacobian, guint count, const double *vectors, guint n_before,
     double (*before)[3], double size, double (*basis)[3])
{
  guint found = 0;
  while (found < 3) {
    double longest = 0, best[3] = {0};
    for (guint e = 0; e < count; e++) {
      double v[3];
      image(self, jacobian, vectors + (gsize) e * self->n, v);
      take_out(v, n_before, before);
      take_out(v, found, basis);
      if (sqrt(dot(v, v)) > longest) {
        longest = sqrt(dot(v, v));
        memcpy(best, v, sizeof best);
      }
    }
    if (!(longest > RANK * size))
      break;
    for (guint c = 0; c < 3; c++)
      basis[found][c] = best[c] / longest;
    found++;
  }
  return found;
}

/* The multipliers of the row, or those that its accelerations require. */
static gboolean
find_multipliers(NoslipAllowed *self, const double *row)
{
  memcpy(self->multipliers, row + self->lambda, self->k * sizeof(double));
  if (!noslip_all_finite(self->multipliers, self->k))
    noslip_reaction_evaluate(self->reaction_work, row[0], row + self->x, row + self->y, row + self->ydot,
                             self->multipliers);
  return noslip_all_finite(self->multipliers, self->k);
}

gboolean
noslip_allowed_pulls(NoslipAllowed *self, const double *jacobian, const double *covector, double force[3])
{
  double size = 0, rest = 0;
  for (guint a = 0; a < self->n; a++)
    for (guint c = 0; c < 3; c++)
      self->transposed[3 * a + c] = jacobian[c * self->n + a];
  if (!noslip_svd_factor(self->pull, self->transposed))
    return FALSE;
  noslip_svd_solve(self->pull, RANK, covector, force);
  for (guint a = 0; a < self->n; a++) {
    double pulled = 0;
    for (guint c = 0; c < 3; c++)
      pulled += self->transposed[3 * a + c] * force[c];
    size = hypot(size, covector[a]);
    rest = hypot(rest, pulled - covector[a]);
  }
  return rest <= RANK * size && noslip_all_finite(force, 3);
}

/* J W^-1 J^T f = J W^-1 Phi^T lambda */
static gboolean
find_reaction(NoslipAllowed *self, const double *jacobian, const double *phi, const double *mass, const double *row,
              double force[3])
{
  double matrix[9], right[3];
  if (!find_multipliers(self, row))
    return FALSE;
  for (guint a = 0; a < self->n; a++) {
    self->covector[a] = 0;
    for (guint i = 0; i < self->k; i++)
      self->covector[a] += phi[i * self->n + a] * self->multipliers[i];
  }
  if (!noslip_lu_solve(self->mass, mass, self->covector, self->solved))
    return noslip_allowed_pulls(self, jacobian, self->covector, force); /* W has no inverse */
  image(self, jacobian, self->solved, right);
  for (guint c = 0; c < 3; c++) {
    double column[3];
    if (!noslip_lu_solve(self->mass, mass, jacobian + c * self->n, self->solved))
      return FALSE;
    image(self, jacobian, self->solved, column);
    for (guint r = 0; r < 3; r++)
      matrix[3 * r + c] = column[r];
  }
  if (!noslip_svd_factor(self->point, matrix))
    return FALSE;
  noslip_svd_solve(self->point, RANK, right, force);
  return noslip_all_finite(force, 3);
}

gboolean
noslip_allowed_run(NoslipAllowed *self, guint point, const double *row)
{
  guint n = self->n, size = 6 + 6 * n, outputs = self->n_points * size + self->k * n + n * n;
  if (!self->moves[point])
    return FALSE;
  self->in[0] = row[0];
  memcpy(self->in + 1, row + self->x, self->m * sizeof(double));
  memcpy(self->in + 1 + self->m, row + self->y, n * sizeof(double));
  noslip_tape_evaluate(self->work, self->in, self->out);
  return noslip_all_finite(self->out + point * size, size) &&
         noslip_all_finite(self->out + self->n_points * size, outputs - self->n_points * size);
}

gboolean
noslip_allowed_evaluate(NoslipAllowed *self, guint point, const double *row, NoslipAllowedAt *at)
{
  guint n = self->n, size = 6 + 6 * n;
  const double *own = self->out + point * size, *jacobian = own + 6, *phi = self->out + self->n_points * size,
               *mass = phi + self->k * n;
  *at = (NoslipAllowedAt){0};
  if (!noslip_allowed_run(self, point, row) || !noslip_svd_factor(self->constraints, phi))
    return FALSE;
  memcpy(at->at, own, sizeof at->at);
  memcpy(at->velocity, own + 3, sizeof at->velocity);
  memcpy(at->drift, own + 3, sizeof at->drift);
  guint r = noslip_svd_kernel(self->constraints, RANK, self->kernel);
  double largest = 0;
  for (guint c = 0; c < 3; c++)
    for (guint a = 0; a < n; a++)
      largest = fmax(largest, fabs(jacobian[c * n + a]));
  at->n_allowed = span(self, jacobian, r, self->kernel, 0, NULL, largest, at->allowed);
  memset(self->kernel, 0, (gsize) n * n * sizeof(double));
  for (guint a = 0; a < n; a++)
    self->kernel[a * n + a] = 1;
  at->n_forbidden = span(self, jacobian, n, self->kernel, at->n_allowed, at->allowed, largest, at->forbidden);
  take_out(at->drift, at->n_allowed, at->allowed);
  at->has_reaction = find_reaction(self, jacobian, phi, mass, row, at->reaction);
  return TRUE;
}
