/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warnings about initial velocities that nothing determines. */
#include "core/base/linear.h"
#include "core/language/build/build.h"
#include "core/system/degenerate.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* The rows that fix velocities at a state, d/dy of the given ones and of the constraints: rows x n. */
static guint
fill_fixed(const NoslipSystem *system, const double *parameters, const double *x, const double *y, double *rows)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  guint m = system->m, n = system->n, n_symbols = system->n_parameters + m + n + 1, row = 0;
  g_autofree NoslipExpr *symbols = g_new0(NoslipExpr, n_symbols);
  g_autofree double *values = g_new0(double, n_symbols);
  symbols[0] = system->t;
  for (guint p = 0; p < system->n_parameters; p++)
    symbols[1 + p] = system->parameters[p].symbol;
  for (guint i = 0; i < m; i++)
    symbols[1 + system->n_parameters + i] = system->coordinates[i].symbol;
  for (guint a = 0; a < n; a++)
    symbols[1 + system->n_parameters + m + a] = system->fibres[a].symbol;
  memcpy(values + 1, parameters, system->n_parameters * sizeof *values);
  memcpy(values + 1 + system->n_parameters, x, m * sizeof *values);
  memcpy(values + 1 + system->n_parameters + m, y, n * sizeof *values);
  for (guint j = 0; j < system->n_initials + system->k; j++) {
    gboolean given = j < system->n_initials;
    if (given && system->initials[j].kind != NOSLIP_ENTRY_VELOCITY)
      continue;
    NoslipExpr e = given ? system->initials[j].target : system->constraints[j - system->n_initials].phi;
    for (guint a = 0; a < n; a++) {
      NoslipExpr slope = noslip_expr_derivative(graph, e, system->fibres[a].symbol);
      rows[row * n + a] = slope == NOSLIP_ZERO ? 0 : noslip_expr_value(graph, slope, n_symbols, symbols, values);
    }
    row++;
  }
  return row;
}

/* The velocities that neither given values nor the constraints determine; FALSE if this cannot be computed. */
static gboolean
find_free(const NoslipSystem *system, const double *parameters, const double *x, const double *y, gboolean *is_free)
{
  guint n = system->n;
  g_autofree double *rows = g_new0(double, (gsize) (system->n_initials + system->k + 1) * n);
  g_autofree double *kernel = g_new0(double, (gsize) n *n);
  guint n_rows = fill_fixed(system, parameters, x, y, rows);
  g_autofree double *row_scale = g_new0(double, n_rows + 1);
  g_autofree double *column_scale = g_new0(double, n + 1);
  noslip_linear_balance(n_rows, n, rows, row_scale, column_scale);
  for (gsize r = 0; r < n_rows; r++)
    for (guint a = 0; a < n; a++)
      rows[r * n + a] *= row_scale[r] * column_scale[a];
  g_autoptr(NoslipSvd) svd = noslip_svd_new(MAX(n_rows, 1), n);
  if (!noslip_svd_factor(svd, rows))
    return FALSE;
  guint dimension = noslip_svd_kernel(svd, NOSLIP_LINEAR_RANK, kernel);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < dimension; b++)
      is_free[a] = is_free[a] || fabs(kernel[b * n + a]) > 1e-8;
  return TRUE;
}

void
noslip_slips_chosen(const NoslipSystem *system, const double *parameters, const double *x, const double *y,
                    NoslipDiagnostics *diagnostics)
{
  gboolean moves = FALSE, chosen = FALSE;
  for (guint a = 0; a < system->n; a++)
    moves = moves || y[a] != 0;
  g_autofree gboolean *is_free = g_new0(gboolean, system->n + 1);
  if (!moves || !find_free(system, parameters, x, y, is_free))
    return;
  for (guint a = 0; a < system->n; a++)
    chosen = chosen || (is_free[a] && y[a] != 0);
  if (!chosen || noslip_system_is_degenerate(system)) /* this test takes long, so it comes last */
    return;
  for (guint a = 0; a < system->n; a++) {
    const NoslipFibre *fibre = &system->fibres[a];
    if (!is_free[a] || y[a] == 0)
      continue;
    g_autofree char *remedy = g_strdup_printf(_("give it: initial %s = %.6g"), fibre->name, y[a]);
    NoslipDiagnostic *warning = noslip_diagnostics_add(
        diagnostics, noslip_diagnostic_new(NOSLIP_WARNING, NOSLIP_CODE_INITIAL, &fibre->place, remedy,
                                           _("the initial velocity %s = %.6g was chosen, by least energy: neither the "
                                             "initial values nor the constraints determine it"),
                                           fibre->name, y[a]));
    g_autofree char *fix = g_strdup_printf("initial %s = %.17g\n", fibre->name, y[a]);
    if (strchr(fibre->name, '[') == NULL) /* in a loop the line would be repeated */
      noslip_diagnostic_set_fix(warning, (NoslipPlace){fibre->place.line, 1, 0}, fix);
  }
}
