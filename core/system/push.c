/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/push.h"

#include "core/system/mode.h"

#include <string.h>

static const char *const names[NOSLIP_PUSH_N] = {
    "push: stiffness", "push: damping",  "push: local x", "push: local y", "push: local z",   "push: target x",
    "push: target y",  "push: target z", "push: spin",    "push: brake",   "push: turn brake"};

/* A copy of the system with its own graph, constraints and forces, and the parameters of a push. Frictions and bounces
 * are unchanged, so it has the same modes. */
static NoslipSystem *
copy_of(const NoslipSystem *system)
{
  NoslipSystem *copy = noslip_system_derived(system, noslip_graph_copy(system->graph));
  guint n = system->n_parameters;
  copy->constraints = g_new0(NoslipConstraint, system->k + 1);
  for (guint c = 0; c < system->k; c++)
    copy->constraints[c] = noslip_constraint_copy(&system->constraints[c]);
  noslip_system_derive(copy);
  copy->parameters = g_new0(NoslipParameter, n + NOSLIP_PUSH_N);
  copy->n_parameters = n + NOSLIP_PUSH_N;
  memcpy(copy->parameters, system->parameters, n * sizeof *copy->parameters);
  for (guint i = 0; i < NOSLIP_PUSH_N; i++)
    copy->parameters[n + i] =
        (NoslipParameter){.name = (char *) names[i], .symbol = noslip_expr_symbol(copy->graph, names[i])};
  return copy;
}

static NoslipExpr
parameter(const NoslipSystem *copy, guint which)
{
  return copy->parameters[copy->n_parameters - NOSLIP_PUSH_N + which].symbol;
}

/* v rotated about an axis of space. */
static void
turn_about(NoslipGraph *graph, char axis, NoslipExpr angle, NoslipExpr v[3])
{
  NoslipExpr c = noslip_expr_apply(graph, NOSLIP_OP_COS, 1, &angle),
             s = noslip_expr_apply(graph, NOSLIP_OP_SIN, 1, &angle);
  guint i = axis == 'x' ? 1 : axis == 'y' ? 2 : 0, j = (i + 1) % 3;
  NoslipExpr a = v[i], b = v[j];
  v[i] = noslip_expr_sub(graph, noslip_expr_mul(graph, c, a), noslip_expr_mul(graph, s, b));
  v[j] = noslip_expr_add(graph, noslip_expr_mul(graph, s, a), noslip_expr_mul(graph, c, b));
}

static void
cross(NoslipGraph *graph, const NoslipExpr *a, const NoslipExpr *b, NoslipExpr *out)
{
  for (guint i = 0; i < 3; i++) {
    guint j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = noslip_expr_sub(graph, noslip_expr_mul(graph, a[j], b[k]), noslip_expr_mul(graph, a[k], b[j]));
  }
}

/* v + 2 q0 u x v + 2 u x (u x v) with u = (q1, q2, q3): v rotated by a unit quaternion. */
static void
turn_by(NoslipGraph *graph, const NoslipExpr *q, NoslipExpr v[3])
{
  NoslipExpr once[3], twice[3], two = noslip_expr_rational(graph, 2, 1);
  cross(graph, q + 1, v, once);
  cross(graph, q + 1, once, twice);
  for (guint i = 0; i < 3; i++) {
    NoslipExpr sum = noslip_expr_add(graph, noslip_expr_mul(graph, q[0], once[i]), twice[i]);
    v[i] = noslip_expr_add(graph, v[i], noslip_expr_mul(graph, two, sum));
  }
}

void
noslip_draw_turn(NoslipGraph *graph, const NoslipDraw *draw, NoslipExpr v[3])
{
  for (guint i = 0; i < draw->n_turns; i++)
    if (draw->turns[i].axis == 'q')
      turn_by(graph, draw->turns[i].quaternion, v);
    else
      turn_about(graph, draw->turns[i].axis, draw->turns[i].angle, v);
}

/* The angular velocity about the vertical: half the curl of the velocities of the body's axes. */
static NoslipExpr
spin_of(const NoslipSystem *copy, const NoslipDraw *draw)
{
  NoslipGraph *graph = copy->graph;
  NoslipExpr w = NOSLIP_ZERO;
  for (guint axis = 0; axis < 3; axis++) {
    NoslipExpr e[3] = {NOSLIP_ZERO, NOSLIP_ZERO, NOSLIP_ZERO};
    e[axis] = noslip_expr_rational(graph, 1, 1);
    noslip_draw_turn(graph, draw, e);
    w = noslip_expr_add_product(graph, w, e[0], noslip_mode_rate(copy, graph, e[1]));
    w = noslip_expr_sub_product(graph, w, e[1], noslip_mode_rate(copy, graph, e[0]));
  }
  return noslip_expr_simplify(graph, noslip_expr_div(graph, w, noslip_expr_rational(graph, 2, 1)));
}

/* Adds the force of power strength·velocity, where the velocity is linear in y. */
static void
add_force(NoslipPush *push, NoslipExpr strength, NoslipExpr velocity)
{
  NoslipSystem *copy = push->system;
  NoslipGraph *graph = copy->graph;
  for (guint a = 0; a < copy->n; a++) {
    NoslipExpr slope = noslip_expr_derivative(graph, velocity, copy->fibres[a].symbol);
    if (slope != NOSLIP_ZERO)
      copy->forces[a] = noslip_expr_add_product(graph, copy->forces[a], strength, slope);
  }
  push->power = noslip_expr_add_product(graph, push->power, strength, velocity);
}

static void
pull(NoslipPush *push, const NoslipDraw *draw)
{
  NoslipSystem *copy = push->system;
  NoslipGraph *graph = copy->graph;
  NoslipExpr local[3], brake = parameter(copy, NOSLIP_PUSH_BRAKE);
  NoslipExpr damping = noslip_expr_add(graph, parameter(copy, NOSLIP_PUSH_DAMPING), brake);
  for (guint i = 0; i < 3; i++)
    local[i] = parameter(copy, NOSLIP_PUSH_LOCAL + i);
  noslip_draw_turn(graph, draw, local);
  for (guint i = 0; i < 3; i++) {
    push->point[i] = noslip_expr_add(graph, draw->at[i], local[i]);
    push->velocity[i] = noslip_mode_rate(copy, graph, push->point[i]);
    NoslipExpr stretch = noslip_expr_sub(graph, parameter(copy, NOSLIP_PUSH_TARGET + i), push->point[i]);
    NoslipExpr force = noslip_expr_mul(graph, parameter(copy, NOSLIP_PUSH_STIFFNESS), stretch);
    push->force[i] = noslip_expr_sub_product(graph, force, damping, push->velocity[i]);
    add_force(push, push->force[i], push->velocity[i]);
  }
  NoslipExpr w = push->turning = spin_of(copy, draw);
  push->couple = NOSLIP_ZERO;
  if (w == NOSLIP_ZERO)
    return;
  push->couple =
      noslip_expr_sub_product(graph, parameter(copy, NOSLIP_PUSH_SPIN), parameter(copy, NOSLIP_PUSH_TURN_BRAKE), w);
  add_force(push, push->couple, w);
}

NoslipPush *
noslip_push_new(const NoslipSystem *system, guint draw)
{
  if (draw >= system->n_draws || !noslip_draw_kind_is_held(system->draws[draw].kind) ||
      system->draws[draw].kind == NOSLIP_DRAW_ARROW)
    return NULL;
  NoslipSystem *copy = copy_of(system);
  g_autoptr(NoslipPush) push = g_new0(NoslipPush, 1);
  push->system = copy;
  push->power = NOSLIP_ZERO;
  pull(push, &system->draws[draw]);
  for (guint a = 0; a < copy->n; a++)
    if (copy->forces[a] != NOSLIP_ZERO && (system->forces == NULL || copy->forces[a] != system->forces[a]))
      return g_steal_pointer(&push);
  return NULL;
}

void
noslip_push_free(NoslipPush *push)
{
  if (push == NULL)
    return;
  noslip_system_unref(push->system);
  g_free(push);
}
