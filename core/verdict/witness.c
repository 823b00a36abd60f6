/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/witness.h"

#include "core/system/row.h"
#include "core/verdict/witness-contacts.h"
#include "core/verdict/witness-items.h"

#include <math.h>
#include <string.h>

NoslipWitness *
noslip_witness_new(NoslipSystem *system, NoslipDynamicsKind kind)
{
  NoslipWitness *witness = g_new0(NoslipWitness, 1);
  witness->system = noslip_system_ref(system);
  witness->kind = kind;
  witness->tree = noslip_witness_tree_new(system, &witness->reason);
  if (witness->tree == NULL)
    return witness;
  witness->equations = noslip_witness_equations_new(witness->tree, kind);
  guint n = witness->equations->n, k = system->k;
  guint bounces = witness->tree->bounces->len, held = witness->tree->frictions->len + bounces;
  const guint sizes[N_ITEMS] = {n, k, k, k, witness->tree->dropped->len, system->m, n, n, held, bounces};
  for (guint i = 0; i < N_ITEMS; i++) {
    witness->n_items[i] = sizes[i];
    witness->items[i] = g_new0(WitnessItem, sizes[i] + 1);
  }
  witness->mass = g_new0(double, n + 1);
  witness->column = g_new0(double, (gsize) n *(k + 1) + 1);
  witness->fitted = g_new0(double, n + 1);
  witness->momentum = g_new0(WitnessNumber, n + 1);
  witness->momentum_rate = g_new0(WitnessNumber, n + 1);
  witness->slope = g_new0(double, k + 1);
  witness->beyond = g_new0(double, 2 * (gsize) held + 1);
  witness->below = g_new0(double, (gsize) bounces + 1);
  witness->depth = g_new0(double, (gsize) bounces + 1);
  witness->unit = g_new0(double, (gsize) n + 1);
  return witness;
}

static void
leave_dynamics(NoslipWitness *witness)
{
  if (witness->dynamics == NULL)
    return;
  noslip_dynamics_formulation(witness->dynamics)->work_free(witness->work);
  g_clear_pointer(&witness->dynamics, noslip_dynamics_unref);
  g_clear_pointer(&witness->state, g_free);
  g_clear_pointer(&witness->z, g_free);
  g_clear_pointer(&witness->zdot, g_free);
}

void
noslip_witness_follow(NoslipWitness *witness, NoslipDynamics *dynamics)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  gconstpointer data = noslip_dynamics_data(dynamics);
  guint size = formulation->size(data);
  leave_dynamics(witness);
  witness->dynamics = noslip_dynamics_ref(dynamics);
  witness->work = formulation->work_new(data);
  witness->state = g_new0(double, witness->system->m + witness->system->n + witness->system->k + 1);
  witness->size = size;
  witness->z = g_new0(double, size + 1);
  witness->zdot = g_new0(double, size + 1);
}

void
noslip_witness_free(NoslipWitness *witness)
{
  if (witness == NULL)
    return;
  leave_dynamics(witness);
  noslip_witness_equations_free(witness->equations);
  noslip_witness_tree_free(witness->tree);
  for (guint i = 0; i < N_ITEMS; i++)
    g_free(witness->items[i]);
  g_free(witness->reason);
  g_free(witness->mass);
  g_free(witness->column);
  g_free(witness->fitted);
  g_free(witness->momentum);
  g_free(witness->momentum_rate);
  g_free(witness->slope);
  g_free(witness->beyond);
  g_free(witness->below);
  g_free(witness->depth);
  g_free(witness->unit);
  g_free(witness->where);
  noslip_system_unref(witness->system);
  g_free(witness);
}

static void
add(NoslipWitness *witness, WitnessItemKind kind, guint index, double residual, double size, double t)
{
  WitnessItem *item = &witness->items[kind][index];
  if (!isfinite(residual) || !isfinite(size)) {
    witness->undefined_time = witness->undefined ? witness->undefined_time : t;
    witness->undefined = TRUE;
    return;
  }
  if (fabs(residual) > item->largest) {
    item->largest = fabs(residual);
    item->time = t;
  }
  item->size = fmax(item->size, size);
}

double
noslip_witness_unit(const NoslipWitness *witness, guint a)
{
  double mass = fabs(witness->mass[a]);
  return mass > 0 && isfinite(mass) ? sqrt(mass) : 1;
}

/* Removes from the equations the part that unknown multipliers can balance: the projection onto the span of the
 * reactions (Gram-Schmidt, twice). */
static void
fit_multipliers(NoslipWitness *witness)
{
  const WitnessEquations *equations = witness->equations;
  guint n = equations->n, k = witness->system->k, rank = 0;
  double *columns = witness->column, *rest = witness->fitted;
  for (guint a = 0; a < n; a++)
    rest[a] = equations->equation[a].value / noslip_witness_unit(witness, a);
  for (guint c = 0; c < k; c++) {
    double *column = columns + (gsize) rank * n, length = 0, left = 0;
    for (guint a = 0; a < n; a++) {
      column[a] = equations->reaction[c * n + a] / noslip_witness_unit(witness, a);
      length += column[a] * column[a];
    }
    for (guint pass = 0; pass < 2; pass++)
      for (guint other = 0; other < rank; other++) {
        double overlap = 0;
        for (guint a = 0; a < n; a++)
          overlap += columns[other * n + a] * column[a];
        for (guint a = 0; a < n; a++)
          column[a] -= overlap * columns[other * n + a];
      }
    for (guint a = 0; a < n; a++)
      left += column[a] * column[a];
    if (!(left > 1e-24 * length))
      continue;
    for (guint a = 0; a < n; a++)
      column[a] /= sqrt(left);
    rank++;
  }
  for (guint pass = 0; pass < 2; pass++)
    for (guint c = 0; c < rank; c++) {
      double overlap = 0;
      for (guint a = 0; a < n; a++)
        overlap += columns[c * n + a] * rest[a];
      for (guint a = 0; a < n; a++)
        rest[a] -= overlap * columns[c * n + a];
    }
  for (guint a = 0; a < n; a++)
    equations->equation[a].value = rest[a] * noslip_witness_unit(witness, a);
}

static gboolean
has_unknown_multipliers(const NoslipWitness *witness, const double *row)
{
  if (witness->kind == NOSLIP_DYNAMICS_VAKONOMIC)
    return witness->system->k > 0;
  for (guint c = 0; c < witness->system->k && witness->kind == NOSLIP_DYNAMICS_NONHOLONOMIC; c++)
    if (isnan(row[noslip_row_lambda(witness->system) + c]))
      return TRUE;
  return FALSE;
}

/* The reference size of |phi| and |dphi/dt| if their own terms vanish: their slope times the speed. */
static void
add_speeds(NoslipWitness *witness)
{
  const WitnessEquations *equations = witness->equations;
  const WitnessTree *tree = witness->tree;
  guint n = equations->n;
  gboolean sections = tree->frame == WITNESS_SECTIONS;
  for (guint a = 0; a < n; a++) {
    double unit = noslip_witness_unit(witness, a);
    const double *y = sections ? tree->y[a]->series[0].value : tree->v[a]->series[0].value;
    witness->speed = fmax(witness->speed, unit * fabs(y[0]));
    witness->acceleration = fmax(witness->acceleration, unit * fabs(y[1]));
    for (guint c = 0; c < witness->system->k; c++)
      witness->slope[c] = fmax(witness->slope[c], fabs(equations->reaction[c * n + a]) / unit);
  }
}

static void
add_constraints(NoslipWitness *witness, double t)
{
  const WitnessEquations *equations = witness->equations;
  for (guint c = 0; c < witness->system->k && witness->kind != NOSLIP_DYNAMICS_FREE; c++) {
    const WitnessNumber *const numbers[] = {&equations->constraint[c], &equations->constraint_rate[c],
                                            &equations->constraint_second[c]};
    for (guint order = 0; order < 3; order++)
      add(witness, ITEM_CONSTRAINT + order, c, numbers[order]->value, numbers[order]->size, t);
  }
  for (guint c = 0; c < witness->n_items[ITEM_DROPPED]; c++)
    add(witness, ITEM_DROPPED, c, equations->dropped[c].value, equations->dropped[c].size, t);
}

/* The formulation's own state at a row, and its rates; FALSE if it has none there, which its run reports. */
static gboolean
compute_rates(NoslipWitness *witness, const double *parameters, const double *row)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(witness->dynamics);
  const NoslipSystem *system = witness->system;
  memcpy(witness->state, row + noslip_row_x(system), (system->m + system->n) * sizeof(double));
  memcpy(witness->state + system->m + system->n, row + noslip_row_lambda(system), system->k * sizeof(double));
  formulation->set_parameters(witness->work, parameters);
  return formulation->enter(witness->work, row[0], witness->state, witness->z) == NOSLIP_STEP_OK &&
         formulation->rates(witness->work, row[0], witness->z, witness->zdot) == NOSLIP_STEP_OK;
}

static gboolean
has_holonomic(const NoslipWitness *witness)
{
  for (guint c = 0; c < witness->system->k; c++)
    if (g_array_index(witness->tree->constraints, WitnessConstraint, c).holonomic)
      return TRUE;
  return FALSE;
}

/* Whether the formulation's state is (x, y, mu), as for vakonomic motions with singular R_ab. */
static gboolean
has_multiplier_rates(const NoslipWitness *witness)
{
  const NoslipSystem *system = witness->system;
  return witness->kind == NOSLIP_DYNAMICS_VAKONOMIC && system->k > 0 && !has_holonomic(witness) &&
         witness->size == system->m + system->n + system->k;
}

/* The term (dmu/dt) dphi/dy of the equations, by the formulation's own rates. */
static void
add_multiplier_rates(NoslipWitness *witness)
{
  const WitnessEquations *equations = witness->equations;
  const double *rates = witness->zdot + witness->system->m + witness->system->n;
  for (guint a = 0; a < equations->n; a++)
    for (guint c = 0; c < witness->system->k; c++) {
      double term = rates[c] * equations->reaction[c * equations->n + a];
      equations->equation[a].value += term;
      equations->equation[a].size += fabs(term);
    }
}

/* The state of every formulation begins with x; for vakonomic motions with regular R_ab it continues with p, which does
 * not contain the reaction of a constraint on the coordinates. */
static void
add_rates(NoslipWitness *witness, const double *row)
{
  const double *z = witness->z, *zdot = witness->zdot;
  const WitnessEquations *equations = witness->equations;
  guint m = witness->system->m;
  for (guint i = 0; i < m; i++) {
    double size = 0, v = equations->natural[i];
    for (guint a = 0; a < witness->system->n; a++)
      size += fabs(witness->tree->rho[i * witness->system->n + a] * equations->fibre[a]);
    add(witness, ITEM_VELOCITY, i, zdot[i] - v, fmax(size, fabs(v)), row[0]);
  }
  if (witness->kind != NOSLIP_DYNAMICS_VAKONOMIC || has_holonomic(witness) || has_multiplier_rates(witness))
    return;
  noslip_witness_equations_covector(equations, z + m, zdot + m, witness->momentum, witness->momentum_rate);
  for (guint a = 0; a < equations->n; a++) {
    const WitnessNumber *given = &witness->momentum[a], *ours = &equations->momentum[a];
    add(witness, ITEM_MOMENTUM, a, given->value - ours->value, given->size + ours->size, row[0]);
    given = &witness->momentum_rate[a];
    ours = &equations->momentum_rate[a];
    add(witness, ITEM_MOMENTUM_RATE, a, given->value - ours->value, given->size + ours->size, row[0]);
  }
}

/* Dry friction and bounces, which change the equations. */
static void
add_contacts(NoslipWitness *witness, const double *row)
{
  guint held = witness->n_items[ITEM_HELD], n = witness->equations->n;
  double *sizes = witness->beyond + held;
  for (guint a = 0; a < n; a++)
    witness->unit[a] = noslip_witness_unit(witness, a);
  const WitnessScale scale = {witness->unit, witness->speed, row[0] - witness->first_time,
                              has_unknown_multipliers(witness, row)};
  noslip_witness_contacts(witness->equations, &scale, witness->beyond, sizes, witness->below, witness->depth);
  for (guint i = 0; i < held; i++)
    add(witness, ITEM_HELD, i, witness->beyond[i], sizes[i], row[0]);
  for (guint b = 0; b < witness->n_items[ITEM_GAP]; b++)
    add(witness, ITEM_GAP, b, witness->below[b], witness->depth[b], row[0]);
}

static void
give_up(NoslipWitness *witness)
{
  if (witness->reason == NULL)
    witness->reason = g_strdup(witness->tree->reason);
}

/* The metric is that of the first row. */
static gboolean
measure_masses(NoslipWitness *witness, const double *parameters, const double *row)
{
  if (witness->n_rows > 0)
    return TRUE;
  if (!noslip_witness_equations_evaluate(witness->equations, parameters, row) ||
      !noslip_witness_equations_masses(witness->equations, row))
    return FALSE;
  memcpy(witness->mass, witness->equations->mass, witness->equations->n * sizeof(double));
  return TRUE;
}

void
noslip_witness_add_row(NoslipWitness *witness, const double *parameters, const double *row)
{
  if (witness->reason != NULL)
    return;
  if (!measure_masses(witness, parameters, row) ||
      !noslip_witness_equations_evaluate(witness->equations, parameters, row)) {
    give_up(witness);
    return;
  }
  if (witness->n_rows++ == 0)
    witness->first_time = row[0];
  witness->last_time = row[0];
  gboolean rates = witness->dynamics != NULL && compute_rates(witness, parameters, row);
  add_speeds(witness);
  if (witness->n_items[ITEM_HELD] > 0) {
    add_contacts(witness, row);
  } else if (has_multiplier_rates(witness)) { /* outside W_f there are no multiplier rates, and the missing term appears
                                               * as a residual */
    if (rates)
      add_multiplier_rates(witness);
  } else if (has_unknown_multipliers(witness, row)) {
    fit_multipliers(witness);
  }
  for (guint a = 0; a < witness->equations->n; a++)
    add(witness, ITEM_EQUATION, a, witness->equations->equation[a].value, witness->equations->equation[a].size, row[0]);
  add_constraints(witness, row[0]);
  if (rates)
    add_rates(witness, row);
}
