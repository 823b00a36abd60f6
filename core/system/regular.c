/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/linear.h"
#include "core/system/model.h"
#include "core/system/program.h"
#include "core/system/state.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define RANK_TOLERANCE NOSLIP_LINEAR_RANK

/* W (n x n) and Phi (k x n) at a state, at t = 0. */
static void
evaluate(const NoslipSystem *system, const double *parameters, const double *x, const double *y, double *mass,
         double *phi)
{
  g_autoptr(NoslipModel) model = noslip_model_new_still(system);
  gsize m = model->m, n = model->n, k = model->k;
  g_autofree NoslipExpr *symbols = noslip_program_state_symbols(system);
  g_autofree NoslipExpr *outputs = g_new(NoslipExpr, n * n + k * n + 1);
  g_autofree double *in = g_new(double, 1 + m + n);
  g_autofree double *out = g_new(double, n *n + k * n + 1);
  memcpy(outputs, model->mass, n * n * sizeof(NoslipExpr));
  memcpy(outputs + n * n, model->jacobian, k * n * sizeof(NoslipExpr));
  in[0] = 0;
  memcpy(in + 1, x, m * sizeof(double));
  memcpy(in + 1 + m, y, n * sizeof(double));
  g_autoptr(NoslipTape) tape =
      noslip_program_new(system, model->graph, (guint) (1 + m + n), symbols, (guint) (n * n + k * n), outputs);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  noslip_tape_set_constants(work, parameters);
  noslip_tape_evaluate(work, in, out);
  memcpy(mass, out, n * n * sizeof(double));
  memcpy(phi, out + n * n, k * n * sizeof(double));
}

/* The index of the first row that depends on the rows before it, or k. Rows are replaced by an orthonormal basis of
 * their span. */
static guint
first_dependent(guint n, guint k, double *rows)
{
  for (guint c = 0; c < k; c++) {
    double *row = rows + (gsize) c * n, whole = 0, rest = 0;
    for (guint a = 0; a < n; a++)
      whole = hypot(whole, row[a]);
    for (guint pass = 0; pass < 2; pass++)
      for (guint b = 0; b < c; b++) {
        double along = 0;
        for (guint a = 0; a < n; a++)
          along += row[a] * rows[(gsize) b * n + a];
        for (guint a = 0; a < n; a++)
          row[a] -= along * rows[(gsize) b * n + a];
      }
    for (guint a = 0; a < n; a++)
      rest = hypot(rest, row[a]);
    if (!(rest > RANK_TOLERANCE * whole))
      return c;
    for (guint a = 0; a < n; a++)
      row[a] /= rest;
  }
  return k;
}

/* C^AB = Phi W^-1 Phi^T, rows and columns scaled to a unit diagonal. */
static gboolean
scaled_reaction_matrix(NoslipQr *mass, guint n, guint k, const double *phi, double *c_matrix)
{
  g_autofree double *column = g_new(double, (gsize) n + 1);
  for (guint b = 0; b < k; b++) {
    memcpy(column, phi + (gsize) b * n, n * sizeof(double));
    if (!noslip_qr_solve(mass, column))
      return FALSE;
    for (guint a = 0; a < k; a++) {
      double sum = 0;
      for (guint i = 0; i < n; i++)
        sum += phi[(gsize) a * n + i] * column[i];
      c_matrix[(gsize) a * k + b] = sum;
    }
  }
  g_autofree double *scale = g_new(double, (gsize) k + 1);
  for (guint a = 0; a < k; a++) {
    double own = fabs(c_matrix[(gsize) a * k + a]);
    scale[a] = own > 0 ? 1 / sqrt(own) : 1;
  }
  for (guint a = 0; a < k; a++)
    for (guint b = 0; b < k; b++)
      c_matrix[(gsize) a * k + b] *= scale[a] * scale[b];
  return TRUE;
}

static void
complain(const NoslipSystem *system, guint c, NoslipCode code, NoslipDiagnostics *diagnostics)
{
  const NoslipConstraint *constraint = &system->constraints[c];
  if (code == NOSLIP_CODE_DEPENDENT)
    noslip_diagnostics_add(
        diagnostics,
        noslip_diagnostic_new(NOSLIP_ERROR, code, &constraint->place, _("leave it out, or start from another state"),
                              system->k > 1 ? _("constraint '%s' is not independent of the others at the initial state")
                                            : _("constraint '%s' restricts no velocity at the initial state"),
                              constraint->name));
  else
    noslip_diagnostics_add(
        diagnostics, noslip_diagnostic_new(
                         NOSLIP_ERROR, code, &constraint->place,
                         _("change the kinetic energy or the constraint: the reaction has to move the constrained "
                           "velocity"),
                         _("the system is not regular: C^AB = dphi^A/dy W^-1 dphi^B/dy is singular at constraint '%s'"),
                         constraint->name));
}

/* Scales W and Phi by the diagonal of the kinetic metric, so that units of velocities do not matter. */
static void
scale_velocities(gsize n, gsize k, double *mass, double *phi)
{
  g_autofree double *scales = g_new(double, n + 1);
  noslip_linear_metric_scale((guint) n, mass, scales);
  for (gsize a = 0; a < n; a++) {
    double scale = scales[a];
    for (gsize c = 0; c < k; c++)
      phi[c * n + a] *= scale;
    for (gsize b = 0; b < n; b++)
      mass[a * n + b] *= scale;
    for (gsize b = 0; b < n; b++)
      mass[b * n + a] *= scale;
  }
}

static gboolean
is_regular(const NoslipSystem *system, const double *parameters, const double *x, const double *y,
           NoslipDiagnostics *diagnostics)
{
  gsize n = system->n, k = system->k;
  g_autofree double *mass = g_new0(double, n *n + 1);
  g_autofree double *phi = g_new0(double, k *n + 1);
  if (k == 0)
    return TRUE;
  evaluate(system, parameters, x, y, mass, phi);
  if (!noslip_all_finite(mass, n * n) || !noslip_all_finite(phi, k * n)) {
    noslip_diagnostics_add(
        diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REGULARITY, &system->constraints[0].place,
                                           _("change the initial values"),
                                           _("the constraints or the kinetic energy are not finite at the initial "
                                             "state")));
    return FALSE;
  }
  scale_velocities(n, k, mass, phi);
  g_autofree double *rows = g_memdup2(phi, (k * n + 1) * sizeof(double));
  guint dependent = first_dependent((guint) n, (guint) k, rows);
  if (dependent < k) {
    complain(system, dependent, NOSLIP_CODE_DEPENDENT, diagnostics);
    return FALSE;
  }
  g_autoptr(NoslipQr) qr = noslip_qr_new((guint) n);
  if (!noslip_qr_factor(qr, mass) || noslip_qr_reciprocal_condition(qr) < RANK_TOLERANCE) {
    noslip_diagnostics_add(
        diagnostics, noslip_diagnostic_new(NOSLIP_NOTE, NOSLIP_CODE_SINGULAR, NULL, NULL,
                                           _("the Lagrangian is degenerate at the initial state: the regularity of "
                                             "the constraints is not judged by C^AB")));
    return TRUE;
  }
  g_autofree double *c_matrix = g_new0(double, k *k);
  g_autoptr(NoslipQr) reaction = noslip_qr_new((guint) k);
  if (scaled_reaction_matrix(qr, (guint) n, (guint) k, phi, c_matrix) && noslip_qr_factor(reaction, c_matrix) &&
      noslip_qr_reciprocal_condition(reaction) > RANK_TOLERANCE)
    return TRUE;
  guint weakest = first_dependent((guint) k, (guint) k, c_matrix);
  complain(system, MIN(weakest, (guint) k - 1), NOSLIP_CODE_REGULARITY, diagnostics);
  return FALSE;
}

gboolean
noslip_state_is_regular(const NoslipSystem *system, const double *parameters, const double *x, const double *y,
                        NoslipDiagnostics *diagnostics)
{
  gboolean ok = is_regular(system, parameters, x, y, diagnostics);
  if (system->text != NULL)
    noslip_diagnostics_locate(diagnostics, system->text, strlen(system->text), system->file);
  return ok;
}
