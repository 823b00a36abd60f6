/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled programs for drawing the spaces of a system. */
#include "core/geometry/figure/space-private.h"

#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/system/model.h"

#include <math.h>
#include <string.h>

/* Compiling */

static void
compile(NoslipSpaces *self, const NoslipGraph *graph, guint n, const NoslipExpr *outputs, NoslipSpaceTape *tape)
{
  guint n_symbols = 0;
  g_autofree NoslipExpr *symbols = noslip_system_row_symbols(self->system, self->kind, &n_symbols);
  tape->tape = noslip_program_new(self->system, graph, n_symbols, symbols, n, outputs);
  tape->work = noslip_tape_workspace_new(tape->tape);
  tape->out = g_new0(double, n + 1);
}

static void
tape_clear(NoslipSpaceTape *tape)
{
  if (!tape->tape)
    return;
  noslip_tape_workspace_free(tape->work);
  noslip_tape_unref(tape->tape);
  g_free(tape->out);
}

/* p + mu_A dphi^A/dy in vakonomic dynamics, else p. */
static NoslipExpr
covector(const NoslipSpaces *self, NoslipModel *model, guint alpha)
{
  NoslipExpr p = model->momentum[alpha];
  for (guint a = 0; a < self->k && self->kind == NOSLIP_DYNAMICS_VAKONOMIC; a++)
    p = noslip_expr_add_product(model->graph, p, self->system->constraints[a].mu, model->jacobian[a * self->n + alpha]);
  return p;
}

static void
compile_state(NoslipSpaces *self, NoslipModel *model)
{
  gsize n = self->n, k = self->k, total = 1 + n + k + n * n + k * n;
  g_autofree NoslipExpr *outputs = noslip_exprs_new(total), *energy = noslip_exprs_new(1 + k),
                        *momenta = noslip_exprs_new(n);
  outputs[0] = energy[0] = self->system->energy;
  memcpy(outputs + 1, model->momentum, n * sizeof *outputs);
  memcpy(outputs + 1 + n, model->phi, k * sizeof *outputs);
  memcpy(outputs + 1 + n + k, model->mass, n * n * sizeof *outputs);
  memcpy(outputs + 1 + n + k + n * n, model->jacobian, k * n * sizeof *outputs);
  memcpy(energy + 1, model->phi, k * sizeof *energy);
  for (guint alpha = 0; alpha < n; alpha++)
    momenta[alpha] = covector(self, model, alpha);
  compile(self, model->graph, (guint) total, outputs, &self->state);
  compile(self, model->graph, (guint) (1 + k), energy, &self->energy);
  compile(self, model->graph, (guint) n, momenta, &self->momenta);
}

/* The functions of a step, copied to the graph of `model`. */
static void
add_step(NoslipSpaces *self, NoslipModel *model, const NoslipGraph *from, GArray *functions, const char *name, guint n,
         const NoslipExpr *exprs)
{
  if (n == 0)
    return;
  self->steps = g_renew(NoslipSpaceStep, self->steps, self->n_steps + 1);
  self->steps[self->n_steps++] = (NoslipSpaceStep){g_strdup(name), functions->len, n};
  for (guint f = 0; f < n; f++) {
    NoslipExpr e = from == model->graph ? exprs[f] : noslip_expr_import(model->graph, from, exprs[f]);
    g_array_append_val(functions, e);
  }
}

/* The constraint algorithm of the dynamics, if it needs one. */
static NoslipConstraintAlgorithm *
algorithm_of(const NoslipSpaces *self)
{
  if (self->kind == NOSLIP_DYNAMICS_VAKONOMIC)
    return noslip_vakonomic_is_singular(self->system) ? noslip_constraint_algorithm_new_vakonomic(self->system, NULL)
                                                      : NULL;
  return self->k == 0 && noslip_system_is_degenerate(self->system) ? noslip_constraint_algorithm_new(self->system, NULL)
                                                                   : NULL;
}

static NoslipExpr
axis_symbol(const NoslipSpaces *self, guint index)
{
  const NoslipSystem *system = self->system;
  return index < self->m             ? system->coordinates[index].symbol
         : index < self->m + self->n ? system->fibres[index - self->m].symbol
                                     : system->constraints[index - self->m - self->n].mu;
}

/* E_1, E_2, ... and S^X of a degenerate Lagrangian, W_1, W_2, ... if R_ab is singular; else the constraints. */
static void
compile_steps(NoslipSpaces *self, NoslipModel *model)
{
  g_autoptr(GArray) functions = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(NoslipConstraintAlgorithm) algorithm = algorithm_of(self);
  gboolean vakonomic = self->kind == NOSLIP_DYNAMICS_VAKONOMIC;
  for (guint s = 0; algorithm && s < algorithm->n_steps; s++) {
    g_autofree char *name = g_strdup_printf("%c_%u", vakonomic ? 'W' : 'E', s + 1);
    add_step(self, model, algorithm->model->graph, functions, name, algorithm->steps[s].n,
             algorithm->steps[s].functions);
  }
  if (algorithm)
    add_step(self, model, algorithm->model->graph, functions, "S^X", algorithm->sode.n, algorithm->sode.functions);
  else
    add_step(self, model, model->graph, functions, vakonomic ? "W_1" : "M", self->k, model->phi);
  self->n_functions = functions->len;
  const NoslipExpr *exprs = (const NoslipExpr *) (gpointer) functions->data;
  for (guint f = 0; f < functions->len; f++)
    for (guint i = 0; i < self->m + self->n + self->k; i++) {
      NoslipExpr symbol = axis_symbol(self, i);
      self->occurs[i] = self->occurs[i] || noslip_expr_depends(model->graph, exprs[f], 1, &symbol);
    }
  compile(self, model->graph, functions->len, exprs, &self->chain);
}

/* Whether [e_a, e_b] = sign e_c alone. */
static gboolean
brackets_to(const NoslipModel *model, guint a, guint b, guint c, NoslipExpr sign)
{
  guint n = model->n;
  for (guint g = 0; g < n; g++)
    if (model->system->structure[((gsize) g * n + a) * n + b] != (g == c ? sign : NOSLIP_ZERO))
      return FALSE;
  return TRUE;
}

static gboolean
is_rotations(NoslipModel *model, const guint t[3])
{
  const NoslipExpr signs[2] = {NOSLIP_ONE, noslip_expr_neg(model->graph, NOSLIP_ONE)};
  for (guint s = 0; s < 2; s++)
    if (brackets_to(model, t[0], t[1], t[2], signs[s]) && brackets_to(model, t[1], t[2], t[0], signs[s]) &&
        brackets_to(model, t[2], t[0], t[1], signs[s]))
      return TRUE;
  return FALSE;
}

/* Whether the sections t rotate the coordinates v like a vector: drho^i_a = -+ eps_aij x^j. */
static gboolean
turns(NoslipModel *model, const guint t[3], const guint v[3])
{
  guint n = model->n;
  for (guint sign = 0; sign < 2; sign++) {
    gboolean all = TRUE;
    for (guint a = 0; a < 3; a++)
      for (guint i = 0; i < 3 && all; i++) {
        NoslipExpr entry = model->system->anchor[v[i] * n + t[a]], x = NOSLIP_ZERO;
        if (i != a) {
          x = model->x[v[3 - a - i]];
          if (((i + 3 - a) % 3 == 1) == (sign == 1))
            x = noslip_expr_neg(model->graph, x);
        }
        all = entry == x;
      }
    if (all)
      return TRUE;
  }
  return FALSE;
}

static void
find_orbits(NoslipSpaces *self, NoslipModel *model)
{
  guint n = self->n, m = self->m;
  for (guint a = 0; a + 2 < n; a++)
    for (guint b = a + 1; b + 1 < n; b++)
      for (guint c = b + 1; c < n && !self->has_orbits; c++) {
        const guint triple[3] = {a, b, c};
        self->has_orbits = is_rotations(model, triple);
        memcpy(self->orbit, triple, sizeof triple);
      }
  for (guint i = 0; i + 2 < m && self->has_orbits && !self->has_vector; i++) {
    const guint vector[3] = {i, i + 1, i + 2};
    self->has_vector = turns(model, self->orbit, vector);
    memcpy(self->vector, vector, sizeof vector);
  }
}

NoslipSpaces *
noslip_spaces_new(NoslipSystem *system, NoslipDynamicsKind kind)
{
  NoslipSpaces *self = g_new0(NoslipSpaces, 1);
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  self->system = noslip_system_ref(system);
  self->kind = kind;
  self->m = system->m;
  self->n = system->n;
  self->k = kind == NOSLIP_DYNAMICS_FREE ? 0 : system->k;
  self->size = noslip_row_size(system);
  self->quadratic = noslip_system_is_quadratic(system);
  self->affine = self->k == 0 || noslip_system_constraint_class(system) != NOSLIP_NONLINEAR;
  self->occurs = g_new0(gboolean, system->m + system->n + system->k + 1);
  self->at = g_new0(double, self->size + 1);
  self->mass = noslip_lu_new(MAX(self->n, 1));
  compile_state(self, model);
  compile_steps(self, model);
  find_orbits(self, model);
  return self;
}

void
noslip_spaces_free(NoslipSpaces *self)
{
  tape_clear(&self->state);
  tape_clear(&self->energy);
  tape_clear(&self->momenta);
  tape_clear(&self->chain);
  for (guint s = 0; s < self->n_steps; s++)
    g_free(self->steps[s].name);
  g_free(self->steps);
  g_free(self->occurs);
  g_free(self->at);
  noslip_lu_free(self->mass);
  noslip_system_unref(self->system);
  g_free(self);
}

gboolean
noslip_spaces_state(NoslipSpaces *self, const double *row, NoslipSpaceState *state)
{
  gsize n = self->n, k = self->k, total = 1 + n + k + n * n + k * n;
  noslip_tape_evaluate(self->state.work, row, self->state.out);
  const double *out = self->state.out;
  *state = (NoslipSpaceState){out, out + 1, out + 1 + n, out + 1 + n + k, out + 1 + n + k + n * n};
  return noslip_all_finite(out, total);
}

/* Spaces */

gboolean
noslip_spaces_has(const NoslipSpaces *self, NoslipSpaceKind kind)
{
  switch (kind) {
  case NOSLIP_SPACE_VELOCITIES:
  case NOSLIP_SPACE_LEGENDRE:
    return self->n >= 2;
  case NOSLIP_SPACE_MOMENTA:
    return self->has_orbits;
  case NOSLIP_SPACE_STATES:
    return self->n_functions > 0 && self->m + self->n >= 2;
  case NOSLIP_N_SPACES:
    break;
  }
  return FALSE;
}

NoslipSpaceKind
noslip_spaces_default(const NoslipSpaces *self)
{
  if (self->k == 0 && self->n_functions > 0)
    return NOSLIP_SPACE_STATES;
  if (self->has_orbits && self->k == 0)
    return NOSLIP_SPACE_MOMENTA;
  return self->n >= 2 ? NOSLIP_SPACE_VELOCITIES : NOSLIP_SPACE_STATES;
}

gboolean
noslip_spaces_may_be_axis(const NoslipSpaces *self, NoslipSpaceKind kind, guint index)
{
  gboolean velocity = index >= self->m && index < self->m + self->n;
  if (kind == NOSLIP_SPACE_MOMENTA)
    return FALSE;
  if (kind != NOSLIP_SPACE_STATES)
    return velocity;
  return index < self->m + self->n || (self->kind == NOSLIP_DYNAMICS_VAKONOMIC && index < self->m + self->n + self->k);
}

const char *
noslip_spaces_axis_name(const NoslipSpaces *self, guint index)
{
  const NoslipSystem *system = self->system;
  if (index < self->m)
    return system->coordinates[index].name;
  if (index < self->m + self->n)
    return system->fibres[index - self->m].name;
  return noslip_expr_symbol_name(system->graph, system->constraints[index - self->m - self->n].mu);
}
