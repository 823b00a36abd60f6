/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When no motion is the best: with a free time the Hamiltonian H is 0 at the end, and it is constant where nothing
 * depends on t. If L has degree two in the velocities and the constraints are linear, H = T - L(x, 0), T the part of L of
 * degree two. With T positive on the velocities that the constraints allow, H = 0 has no solution at a point with L(x, 0)
 * < 0, and only y = 0 at one with L(x, 0) = 0; and if L(x, 0) = 0 everywhere, a motion with y = 0 remains at rest. */
#include "core/finder/steer/steer-starts.h"

#include "core/base/linear.h"
#include "core/finder/linear/nullspace.h"
#include "core/system/program.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Whether the metric is positive on the basis of the velocities that the constraints allow. */
static gboolean
is_positive(const NoslipSteer *steer)
{
  guint n = steer->system->n, r = steer->n_basis;
  g_autofree double *restricted = g_new0(double, (gsize) r *r + 1);
  g_autofree double *minor = g_new0(double, (gsize) r *r + 1);
  for (guint a = 0; a < r; a++)
    for (guint b = 0; b < r; b++)
      for (guint i = 0; i < n; i++)
        restricted[a * r + b] += steer->basis[(gsize) a * n + i] *
                                 noslip_nullspace_dot(n, steer->metric + (gsize) i * n, steer->basis + (gsize) b * n);
  for (guint size = 1; size <= r; size++) {
    for (guint a = 0; a < size; a++)
      memcpy(minor + (gsize) a * size, restricted + (gsize) a * r, sizeof(double) * size);
    if (noslip_linear_determinant_sign(size, minor, 0) <= 0)
      return FALSE;
  }
  return TRUE;
}

NoslipDiagnostic *
noslip_steer_rest(const NoslipSteer *steer)
{
  const NoslipSystem *system = steer->system;
  guint m = system->m, n = system->n;
  if (steer->options->time > 0 || !noslip_system_is_quadratic(system) ||
      noslip_system_constraint_class(system) > NOSLIP_LINEAR || !is_positive(steer))
    return NULL;
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autofree NoslipExpr *y = noslip_exprs_new(n);
  g_autofree NoslipExpr *zeros = noslip_exprs_new(n);
  for (guint a = 0; a < n; a++)
    y[a] = system->fibres[a].symbol;
  NoslipExpr rest = noslip_expr_substitute(graph, system->lagrangian, n, y, zeros);
  if (noslip_expr_simplify(graph, rest) == NOSLIP_ZERO)
    return noslip_diagnostic_new(
        NOSLIP_NOTE, NOSLIP_CODE_REFUSED, NULL, NULL,
        _("with a free time the Hamiltonian of the best motion is 0, but here it is the kinetic energy, so that "
          "only rest is left: the same way costs less the more slowly it is taken; give the time, or add a cost of "
          "time to the Lagrangian, such as + 1/2"));
  g_autoptr(NoslipTape) tape = noslip_program_of_state(system, graph, 1, &rest);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  g_autofree double *in = g_new0(double, 1 + m + n);
  double value = 0;
  noslip_tape_set_constants(work, steer->parameters);
  memcpy(in + 1, steer->options->xy, sizeof(double) * m);
  noslip_tape_evaluate(work, in, &value);
  if (!(value < 0))
    return NULL;
  return noslip_diagnostic_new(
      NOSLIP_NOTE, NOSLIP_CODE_REFUSED, NULL, NULL,
      _("with a free time the Hamiltonian of the best motion is 0, but where this one begins it "
        "is at least %.6g, with any velocity; give the time"),
      -value);
}
