/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/manifold-private.h"

#include "core/base/linear.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

struct _NoslipManifoldWorkspace {
  const NoslipManifold *manifold;
  NoslipTapeWorkspace *tape;
  NoslipManifoldRoom room;
  double *out, *trial; /* trial: t, x */
};

/* The constraint of an equation, or NULL for one of the manifolds, which come first. */
static const NoslipConstraint *
constraint_of(const NoslipSystem *system, guint equation)
{
  guint left = equation - system->n_manifolds;
  for (guint c = 0; c < system->k; c++)
    if (system->constraints[c].holonomic && left-- == 0)
      return &system->constraints[c];
  return NULL;
}

NoslipExpr
noslip_manifold_equation(const NoslipManifold *manifold, guint equation)
{
  const NoslipSystem *system = manifold->system;
  return equation < system->n_manifolds ? system->manifolds[equation] : constraint_of(system, equation)->position;
}

const NoslipPlace *
noslip_manifold_place(const NoslipManifold *manifold, guint equation, const NoslipConstraint **constraint)
{
  const NoslipSystem *system = manifold->system;
  *constraint = equation < system->n_manifolds ? NULL : constraint_of(system, equation);
  return *constraint != NULL ? &(*constraint)->place : &system->manifold_places[equation];
}

NoslipManifold *
noslip_manifold_new(const NoslipSystem *system, gboolean constrained)
{
  NoslipManifold *manifold = g_new0(NoslipManifold, 1);
  guint m = manifold->m = system->m, c = manifold->c = noslip_system_n_positions(system, constrained);
  manifold->system = system;
  manifold->n_parameters = system->n_parameters;
  if (c == 0)
    return manifold;
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autofree NoslipExpr *outputs = g_new(NoslipExpr, 2 * (gsize) c + (gsize) c * m);
  g_autofree NoslipExpr *symbols = noslip_program_state_symbols(system);
  const NoslipExpr *x = symbols + 1;
  for (guint g = 0; g < c; g++) {
    outputs[g] = noslip_manifold_equation(manifold, g);
    outputs[c + g] = noslip_expr_magnitude(graph, outputs[g]);
    for (guint i = 0; i < m; i++)
      outputs[2 * (gsize) c + (gsize) g * m + i] = noslip_expr_derivative(graph, outputs[g], x[i]);
  }
  manifold->tape = noslip_program_new(system, graph, 1 + m, symbols, 2 * c + c * m, outputs);
  return manifold;
}

guint
noslip_manifold_n(const NoslipManifold *manifold)
{
  return manifold->c;
}

const NoslipTape *
noslip_manifold_tape(const NoslipManifold *manifold)
{
  return manifold->tape;
}

void
noslip_manifold_free(NoslipManifold *manifold)
{
  if (manifold == NULL)
    return;
  noslip_tape_unref(manifold->tape);
  g_free(manifold);
}

NoslipManifoldWorkspace *
noslip_manifold_workspace_new(const NoslipManifold *manifold)
{
  NoslipManifoldWorkspace *work = g_new0(NoslipManifoldWorkspace, 1);
  guint m = manifold->m, c = manifold->c;
  work->manifold = manifold;
  if (c == 0)
    return work;
  work->tape = noslip_tape_workspace_new(manifold->tape);
  work->out = g_new0(double, 2 * (gsize) c + (gsize) c * m);
  noslip_manifold_room_init(&work->room, manifold);
  work->trial = g_new0(double, 1 + m);
  return work;
}

void
noslip_manifold_workspace_free(NoslipManifoldWorkspace *work)
{
  if (work == NULL)
    return;
  if (work->tape != NULL)
    noslip_tape_workspace_free(work->tape);
  g_free(work->out);
  noslip_manifold_room_clear(&work->room);
  g_free(work->trial);
  g_free(work);
}

void
noslip_manifold_set_parameters(NoslipManifoldWorkspace *work, const double *parameters)
{
  if (work->tape != NULL)
    noslip_tape_set_constants(work->tape, parameters);
}

/* The largest residual relative to its terms, at the trial point; the outputs stay in work->out. */
static double
largest_residual(NoslipManifoldWorkspace *work, guint *worst)
{
  guint c = work->manifold->c;
  double largest = 0;
  noslip_tape_evaluate(work->tape, work->trial, work->out);
  for (guint g = 0; g < c; g++) {
    double residual = fabs(work->out[g]);
    double scaled = residual == 0 ? 0 : residual / work->out[c + g];
    if (!(scaled <= largest)) { /* NaN counts as the largest */
      largest = scaled;
      if (worst != NULL)
        *worst = g;
    }
    if (isnan(scaled))
      break;
  }
  return largest;
}

void
noslip_manifold_room_init(NoslipManifoldRoom *room, const NoslipManifold *manifold)
{
  room->matrix = g_new0(double, (gsize) manifold->c * manifold->m + 1);
  room->right = g_new0(double, (gsize) manifold->c + 1);
  room->step = g_new0(double, (gsize) manifold->m + 1);
}

void
noslip_manifold_room_clear(NoslipManifoldRoom *room)
{
  g_free(room->matrix);
  g_free(room->right);
  g_free(room->step);
}

/* The step for a single equation; FALSE if it cannot be computed so. */
static gboolean
newton_single(guint m, const double *out, double *x)
{
  const double *slope = out + 2;
  double square = 0;
  for (guint i = 0; i < m; i++)
    square += slope[i] * slope[i];
  if (!noslip_manifold_divides(square) || !isfinite(out[0]))
    return FALSE;
  double factor = out[0] / square;
  for (guint i = 0; i < m; i++)
    x[i] -= slope[i] * factor;
  return TRUE;
}

/* The equations are scaled to the same size. */
gboolean
noslip_manifold_newton(const NoslipManifold *manifold, const double *out, const NoslipManifoldRoom *room, double *x)
{
  guint c = manifold->c, m = manifold->m;
  const double *slope = out + 2 * (gsize) c;
  if (c == 1 && newton_single(m, out, x))
    return TRUE;
  for (guint g = 0; g < c; g++) {
    double norm = m > 0 ? fabs(slope[(gsize) g * m]) : 0;
    for (guint i = 1; i < m; i++)
      norm = hypot(norm, slope[(gsize) g * m + i]);
    if (!(norm > 0 && isfinite(norm) && isfinite(out[g])))
      return FALSE;
    for (guint i = 0; i < m; i++)
      room->matrix[(gsize) g * m + i] = slope[(gsize) g * m + i] / norm;
    room->right[g] = out[g] / norm;
  }
  if (noslip_linear_least_change(c, m, room->matrix, room->right, NOSLIP_LINEAR_RANK, room->step) < c)
    return FALSE;
  for (guint i = 0; i < m; i++)
    x[i] -= room->step[i];
  return TRUE;
}

double
noslip_manifold_project(NoslipManifoldWorkspace *work, double t, double *x, guint *worst)
{
  guint m = work->manifold->m;
  if (work->manifold->c == 0)
    return 0;
  guint first = 0;
  work->trial[0] = t;
  memcpy(work->trial + 1, x, m * sizeof(double));
  double residual = largest_residual(work, &first);
  if (worst != NULL)
    *worst = first;
  if (residual <= NOSLIP_MANIFOLD_ROUND_OFF)
    return 0;
  for (guint i = 0; i < NOSLIP_MANIFOLD_STEPS_MOST && residual > NOSLIP_MANIFOLD_ROUND_OFF; i++) {
    if (!noslip_manifold_newton(work->manifold, work->out, &work->room, work->trial + 1))
      return -1;
    double before = residual;
    residual = largest_residual(work, NULL);
    if (!(residual < 0.5 * before) && residual < NOSLIP_MANIFOLD_CLOSE)
      break; /* round-off is reached */
  }
  if (!(residual < NOSLIP_MANIFOLD_CLOSE))
    return -1;
  double moved = 0;
  for (guint i = 0; i < m; i++)
    moved += (work->trial[1 + i] - x[i]) * (work->trial[1 + i] - x[i]);
  memcpy(x, work->trial + 1, m * sizeof(double));
  return sqrt(moved);
}

double
noslip_manifold_residual(NoslipManifoldWorkspace *work, double t, const double *x, guint equation)
{
  work->trial[0] = t;
  memcpy(work->trial + 1, x, work->manifold->m * sizeof(double));
  noslip_tape_evaluate(work->tape, work->trial, work->out);
  return fabs(work->out[equation]);
}
