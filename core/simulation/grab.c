/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/grab.h"

#include "core/base/linear.h"
#include "core/simulation/destination.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

#define ITERATIONS 12
#define WEIGHT 1e7    /* of a constraint relative to the point's position */
#define NEGLECT 1e-11 /* singular values below this fraction of the largest are ignored */
#define DAMPING 1e-9  /* relative: avoids a division by zero along directions in which nothing moves */

struct _NoslipGrab {
  NoslipSimulation *simulation;
  NoslipSystem *system;
  gboolean throws;
  NoslipDestination *destination; /* for a ghost a reference to the end; else NULL */
  int turns;                      /* index of the coordinate that noslip_grab_turn() changes, or -1 */
  double turned;                  /* total angle so far, radians */
  double moved[2];                /* its position after noslip_grab_move() */
  guint n_free;
  guint *free;               /* of the coordinates and fibre coordinates: the entries that may change */
  NoslipTapeWorkspace *work; /* t, x, y -> the point's x and y, then their derivatives by each free one (2 x n_free) */
  double *outputs;           /* and, for a throw, the constraints and their derivatives (k, k x n_free) */
  guint k;                   /* constraints that a throw must keep */
  NoslipSvd *svd;            /* k + 2 equations for n_free velocities */
  double *equations, *rest, *step;
  double *state; /* t, x, y at the start */
  double point[2];
};

/* Whether the coordinate may be moved by itself: no manifold or holonomic constraint couples it with others (a
 * quaternion). */
static gboolean
is_free_coordinate(const NoslipSystem *system, guint i)
{
  for (guint k = 0; k < system->n_manifolds; k++)
    if (noslip_expr_depends(system->graph, system->manifolds[k], 1, &system->coordinates[i].symbol))
      return FALSE;
  for (guint c = 0; c < system->k; c++)
    if (system->constraints[c].holonomic &&
        noslip_expr_depends(system->graph, system->constraints[c].position, 1, &system->coordinates[i].symbol))
      return FALSE;
  return TRUE;
}

/* Chooses the coordinates that may change. A body is moved without rotation: angles change only if the other
 * coordinates cannot move it in the plane. */
static void
choose_free(NoslipGrab *grab, const NoslipExpr *point)
{
  const NoslipSystem *system = grab->system;
  guint first = grab->throws ? system->m : 0, end = grab->throws ? system->m + system->n : system->m;
  grab->free = g_new0(guint, end + system->n + 1);
  for (guint pass = 0; pass < 2 && grab->n_free < 2; pass++)
    for (guint i = first; i < end; i++) {
      gboolean angle = i < system->m && system->coordinates[i].angle;
      NoslipExpr symbol = i < system->m ? system->coordinates[i].symbol : system->fibres[i - system->m].symbol;
      if (angle != (pass == 1) || (i < system->m && !is_free_coordinate(system, i)))
        continue;
      if (noslip_expr_depends(system->graph, point[0], 1, &symbol) ||
          noslip_expr_depends(system->graph, point[1], 1, &symbol))
        grab->free[grab->n_free++] = i;
    }
}

/* Whether an arrow shows a velocity: it is linear in the velocities, unlike a force. */
static gboolean
is_velocity(const NoslipSystem *system, NoslipGraph *graph, const NoslipExpr *along)
{
  g_autofree NoslipExpr *symbols = g_new(NoslipExpr, system->n + 1);
  for (guint a = 0; a < system->n; a++)
    symbols[a] = system->fibres[a].symbol;
  for (guint i = 0; i < 3; i++)
    for (guint a = 0; a < system->n; a++)
      if (noslip_expr_depends(graph, noslip_expr_derivative(graph, along[i], symbols[a]), system->n, symbols))
        return FALSE;
  return TRUE;
}

/* Prepares the constraints for a throw, which may change every velocity, because the constraints couple those shown by
 * the arrow with others. */
static void
choose_constraints(NoslipGrab *grab)
{
  const NoslipSystem *system = grab->system;
  if (!grab->throws || grab->n_free == 0 || system->k == 0 ||
      noslip_simulation_runs(grab->simulation)->kind == NOSLIP_DYNAMICS_FREE)
    return;
  grab->k = system->k;
  grab->n_free = system->n;
  for (guint a = 0; a < system->n; a++)
    grab->free[a] = system->m + a;
  guint rows = grab->k + 2;
  grab->svd = noslip_svd_new(rows, grab->n_free);
  grab->equations = g_new0(double, rows * grab->n_free);
  grab->rest = g_new0(double, rows);
  grab->step = g_new0(double, grab->n_free);
}

static void
compile(NoslipGrab *grab, NoslipGraph *graph, const NoslipExpr *point)
{
  const NoslipSystem *system = grab->system;
  guint n_outputs = (2 + grab->k) * (1 + grab->n_free), n_variables = 1 + system->m + system->n;
  g_autofree NoslipExpr *variables = noslip_program_state_symbols(system);
  g_autofree NoslipExpr *outputs = g_new(NoslipExpr, n_outputs);
  for (guint k = 0; k < 2; k++) {
    outputs[k] = point[k];
    for (guint i = 0; i < grab->n_free; i++)
      outputs[2 + k * grab->n_free + i] = noslip_expr_derivative(graph, point[k], variables[1 + grab->free[i]]);
  }
  for (guint c = 0; c < grab->k; c++) {
    NoslipExpr *derivatives = outputs + 2 + 2 * grab->n_free + grab->k + c * grab->n_free;
    outputs[2 + 2 * grab->n_free + c] = system->constraints[c].phi;
    for (guint i = 0; i < grab->n_free; i++)
      derivatives[i] = noslip_expr_derivative(graph, system->constraints[c].phi, variables[1 + grab->free[i]]);
  }
  g_autoptr(NoslipTape) tape = noslip_program_new(system, graph, n_variables, variables, n_outputs, outputs);
  grab->work = noslip_tape_workspace_new(tape);
  grab->outputs = g_new0(double, n_outputs);
}

static gboolean
can_be_held(const NoslipSystem *system, guint draw)
{
  if (!system || draw >= system->n_draws)
    return FALSE;
  return noslip_draw_kind_is_held(system->draws[draw].kind);
}

/* The last angle that turns the drawn object, or on which its place depends. */
static int
turning_angle(const NoslipSystem *system, guint draw)
{
  const NoslipDraw *statement = &system->draws[draw];
  for (guint i = system->m; i-- > 0;) {
    NoslipExpr symbol = system->coordinates[i].symbol;
    gboolean depends = FALSE;
    if (!system->coordinates[i].angle || !is_free_coordinate(system, i))
      continue;
    for (guint k = 0; k < 3; k++)
      depends |= noslip_expr_depends(system->graph, statement->at[k], 1, &symbol);
    for (guint turn = 0; turn < statement->n_turns; turn++)
      depends |= statement->turns[turn].axis != 'q' &&
                 noslip_expr_depends(system->graph, statement->turns[turn].angle, 1, &symbol);
    if (depends)
      return (int) i;
  }
  return -1;
}

/* state: t, x, y. */
static NoslipGrab *
grab_new(NoslipSimulation *simulation, guint draw, const double *parameters, const double *state)
{
  NoslipSystem *system = noslip_simulation_system(simulation);
  g_autoptr(NoslipGrab) grab = g_new0(NoslipGrab, 1);
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  const NoslipDraw *statement = &system->draws[draw];
  NoslipExpr point[2];
  grab->simulation = simulation;
  grab->system = noslip_system_ref(system);
  grab->throws = statement->kind == NOSLIP_DRAW_ARROW;
  for (guint k = 0; k < 2; k++)
    point[k] = grab->throws ? noslip_expr_add(graph, statement->at[k], statement->along[k]) : statement->at[k];
  /* expressions that choose_free() uses have the same handles in both graphs, except for a new sum */
  choose_free(grab, grab->throws ? statement->along : statement->at);
  if (grab->n_free == 0 || (grab->throws && !is_velocity(system, graph, statement->along)))
    return NULL;
  choose_constraints(grab);
  compile(grab, graph, point);
  noslip_tape_set_constants(grab->work, parameters);
  grab->state = g_memdup2(state, (1 + system->m + system->n) * sizeof(double));
  grab->turns = -1;
  noslip_tape_evaluate(grab->work, grab->state, grab->outputs);
  grab->point[0] = grab->outputs[0];
  grab->point[1] = grab->outputs[1];
  if (!isfinite(grab->point[0]) || !isfinite(grab->point[1]))
    return NULL;
  return g_steal_pointer(&grab);
}

NoslipGrab *
noslip_grab_new(NoslipSimulation *simulation, guint draw)
{
  const double *parameters = NULL, *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, &parameters);
  if (!row || !can_be_held(noslip_simulation_system(simulation), draw))
    return NULL;
  return grab_new(simulation, draw, parameters, row);
}

NoslipGrab *
noslip_grab_new_destination(NoslipSimulation *simulation, guint draw)
{
  const NoslipSystem *system = noslip_simulation_system(simulation);
  NoslipDestination *destination = noslip_simulation_destination(simulation);
  const double *x = noslip_destination_x(destination);
  if (!x || !can_be_held(system, draw) || system->draws[draw].kind == NOSLIP_DRAW_ARROW)
    return NULL;
  g_autofree double *state = g_new0(double, 1 + system->m + system->n);
  memcpy(state + 1, x, sizeof(double) * system->m);
  NoslipGrab *grab = grab_new(simulation, draw, noslip_simulation_start(simulation)->parameters, state);
  if (!grab)
    return NULL;
  grab->destination = noslip_destination_ref(destination);
  grab->turns = turning_angle(system, draw);
  noslip_destination_hold(destination, TRUE);
  return grab;
}

gboolean
noslip_grab_is_destination(const NoslipGrab *grab)
{
  return grab->destination != NULL;
}

gboolean
noslip_grab_turn(NoslipGrab *grab, double angle)
{
  if (!grab->destination || grab->turns < 0)
    return FALSE;
  grab->turned += angle;
  noslip_grab_move(grab, grab->moved[0], grab->moved[1]);
  return TRUE;
}

void
noslip_grab_free(NoslipGrab *grab)
{
  if (!grab)
    return;
  g_clear_pointer(&grab->work, noslip_tape_workspace_free);
  if (grab->destination)
    noslip_destination_hold(grab->destination, FALSE);
  noslip_destination_unref(grab->destination);
  noslip_system_unref(grab->system);
  g_free(grab->free);
  g_free(grab->outputs);
  g_clear_pointer(&grab->svd, noslip_svd_free);
  g_free(grab->equations);
  g_free(grab->rest);
  g_free(grab->step);
  g_free(grab->state);
  g_free(grab);
}

gboolean
noslip_grab_throws(const NoslipGrab *grab)
{
  return grab->throws;
}

/* Gauss-Newton with the least change: delta = J^T (J J^T)^-1 (target - point), J being 2 x n_free. FALSE if it has
 * arrived or cannot continue. */
static gboolean
improve(NoslipGrab *grab, double *state, const double *target)
{
  guint n = grab->n_free;
  noslip_tape_evaluate(grab->work, state, grab->outputs);
  const double *jx = grab->outputs + 2, *jy = jx + n;
  double rx = target[0] - grab->outputs[0], ry = target[1] - grab->outputs[1], a = 0, b = 0, c = 0;
  for (guint i = 0; i < n; i++) {
    a += jx[i] * jx[i];
    b += jx[i] * jy[i];
    c += jy[i] * jy[i];
  }
  double damping = DAMPING * (a + c);
  a += damping;
  c += damping;
  double determinant = a * c - b * b;
  if (!(determinant > 0) || !isfinite(rx + ry) || hypot(rx, ry) < 1e-12)
    return FALSE;
  double lx = (c * rx - b * ry) / determinant, ly = (a * ry - b * rx) / determinant;
  for (guint i = 0; i < n; i++)
    state[1 + grab->free[i]] += jx[i] * lx + jy[i] * ly;
  return TRUE;
}

/* The same for a throw under constraints, which have a larger weight than the end of the arrow. */
static gboolean
improve_throw(NoslipGrab *grab, double *state, const double *target)
{
  guint n = grab->n_free, k = grab->k;
  double size = 0;
  noslip_tape_evaluate(grab->work, state, grab->outputs);
  const double *phi = grab->outputs + 2 + 2 * n;
  for (guint i = 0; i < 2 * n; i++)
    grab->equations[i] = grab->outputs[2 + i];
  for (guint i = 0; i < k * n; i++)
    grab->equations[2 * n + i] = WEIGHT * phi[k + i];
  for (guint i = 0; i < 2; i++)
    grab->rest[i] = target[i] - grab->outputs[i];
  for (guint c = 0; c < k; c++)
    grab->rest[2 + c] = -WEIGHT * phi[c];
  if (!noslip_svd_factor(grab->svd, grab->equations))
    return FALSE;
  noslip_svd_solve(grab->svd, NEGLECT, grab->rest, grab->step);
  for (guint i = 0; i < n; i++) {
    state[1 + grab->free[i]] += grab->step[i];
    size = fmax(size, fabs(grab->step[i]));
  }
  return size > 1e-14;
}

void
noslip_grab_move(NoslipGrab *grab, double dx, double dy)
{
  const NoslipSystem *system = grab->system;
  if (noslip_simulation_system(grab->simulation) != system)
    return;
  double target[2] = {grab->point[0] + dx, grab->point[1] + dy};
  g_autofree double *state = g_memdup2(grab->state, (1 + system->m + system->n) * sizeof(double));
  grab->moved[0] = dx;
  grab->moved[1] = dy;
  if (grab->turns >= 0)
    state[1 + grab->turns] += grab->turned;
  for (guint i = 0; i < ITERATIONS; i++)
    if (!(grab->k > 0 ? improve_throw(grab, state, target) : improve(grab, state, target)))
      break;
  for (guint i = 0; i < system->m + system->n; i++)
    if (!isfinite(state[1 + i]))
      return;
  if (grab->destination)
    noslip_destination_set(grab->destination, system->m, state + 1);
  else
    noslip_simulation_place(grab->simulation, state + 1, grab->n_free, grab->free);
}

void
noslip_grab_undo(NoslipGrab *grab)
{
  if (noslip_simulation_system(grab->simulation) != grab->system)
    return;
  noslip_playback_seek(noslip_simulation_playback(grab->simulation), grab->state[0]);
  noslip_grab_move(grab, 0, 0);
}
