/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trajectory/energy.h"

#include "core/system/program.h"
#include "core/trajectory/balance.h"

/* -N |v| of each dry friction. */
static NoslipExpr
friction_power(const NoslipSystem *system, NoslipGraph *graph)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < system->n_frictions; i++) {
    const NoslipFriction *friction = &system->frictions[i];
    NoslipExpr speed = noslip_expr_apply(graph, NOSLIP_OP_ABS, 1, &friction->velocity);
    sum = noslip_expr_sub_product(graph, sum, friction->limit, speed);
  }
  return sum;
}

/* dE/dt without the power of a push (system/push.h), by the equations of motion: E = y dL/dy - L has dE/dy = W y, so
 * with W ydot = F + Phi^T lambda it is dE/dt = dE/dt|_x,y + dE/dx rho y + y F + lambda Phi y, minus the power of
 * friction. */
NoslipExpr
noslip_energy_power(NoslipMotion *motion)
{
  const NoslipSystem *system = motion->system;
  const NoslipModel *model = motion->model;
  NoslipGraph *graph = model->graph;
  NoslipExpr sum = noslip_expr_derivative(graph, system->energy, system->t);
  for (guint i = 0; i < system->m; i++)
    sum = noslip_expr_add_product(graph, sum, noslip_expr_derivative(graph, system->energy, model->x[i]),
                                  model->velocity[i]);
  for (guint a = 0; a < system->n; a++)
    sum = noslip_expr_add_product(graph, sum, model->y[a], model->force[a]);
  for (guint c = 0; c < system->k && motion->kind == NOSLIP_DYNAMICS_NONHOLONOMIC; c++)
    sum = noslip_expr_add(graph, sum, noslip_motion_reaction_power(motion, c));
  return noslip_expr_add(graph, sum, friction_power(system, graph));
}

gboolean
noslip_energy_has_moving_contacts(const NoslipSystem *system)
{
  for (guint i = 0; i < system->n_bounces; i++)
    if (noslip_expr_depends(system->graph, system->bounces[i].gap, 1, &system->t))
      return TRUE;
  return FALSE;
}

/* With phi homogeneous of degree one in the velocities the constraint forces do no work (Chetaev's rule), and without
 * other forces the energy is constant. A vakonomic motion keeps the energy of L + mu phi, which differs from that of L
 * by mu (y d(phi)/dy - phi): not with such a phi. A free motion keeps the energy of a Lagrangian without time. */
gboolean
noslip_energy_is_conserved(const NoslipSystem *system, NoslipDynamicsKind kind)
{
  if (noslip_system_is_timed(system) || system->algebroid == NOSLIP_ALGEBROID_GENERAL || system->n_frictions > 0)
    return FALSE;
  for (guint i = 0; i < system->n_bounces; i++)
    if (system->bounces[i].restitution != NOSLIP_ONE)
      return FALSE;
  for (guint a = 0; a < system->n; a++)
    if (system->forces && system->forces[a] != NOSLIP_ZERO)
      return FALSE;
  return kind == NOSLIP_DYNAMICS_FREE || noslip_system_constraint_class(system) == NOSLIP_LINEAR;
}

NoslipTape *
noslip_energy_tape(const NoslipSystem *system)
{
  g_autofree NoslipExpr *symbols = noslip_program_state_symbols(system);
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  const NoslipExpr zero = NOSLIP_ZERO; /* there are no level curves if the energy depends on t */
  NoslipExpr energy = noslip_expr_substitute(graph, system->energy, 1, &system->t, &zero);
  return noslip_program_new(system, graph, system->m + system->n, symbols + 1, 1, &energy);
}
