/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warnings about initial velocities that nothing determines. */
#include "core/base/linear.h"
#include "core/language/build/build.h"
#include "core/system/degenerate.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* The values of expressions at a state. */
typedef struct {
  NoslipGraph *graph;
  guint n_symbols;
  NoslipExpr *symbols;
  double *values;
} Instant;

static void
instant_clear(Instant *instant)
{
  g_clear_pointer(&instant->graph, noslip_graph_free);
  g_free(instant->symbols);
  g_free(instant->values);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Instant, instant_clear)

static void
instant_init(Instant *instant, const NoslipSystem *system, const double *parameters, const double *x, const double *y)
{
  guint m = system->m, n = system->n, p = system->n_parameters, n_symbols = p + m + n + 1;
  *instant =
      (Instant){noslip_graph_copy(system->graph), n_symbols, g_new0(NoslipExpr, n_symbols), g_new0(double, n_symbols)};
  instant->symbols[0] = system->t;
  for (guint i = 0; i < p; i++)
    instant->symbols[1 + i] = system->parameters[i].symbol;
  for (guint i = 0; i < m; i++)
    instant->symbols[1 + p + i] = system->coordinates[i].symbol;
  for (guint a = 0; a < n; a++)
    instant->symbols[1 + p + m + a] = system->fibres[a].symbol;
  memcpy(instant->values + 1, parameters, p * sizeof(double));
  memcpy(instant->values + 1 + p, x, m * sizeof(double));
  memcpy(instant->values + 1 + p + m, y, n * sizeof(double));
}

/* The derivatives of e by the fibre coordinates. */
static void
find_slopes(const NoslipSystem *system, const Instant *instant, NoslipExpr e, double *row)
{
  for (guint a = 0; a < system->n; a++) {
    NoslipExpr slope = noslip_expr_derivative(instant->graph, e, system->fibres[a].symbol);
    row[a] = slope == NOSLIP_ZERO
                 ? 0
                 : noslip_expr_value(instant->graph, slope, instant->n_symbols, instant->symbols, instant->values);
  }
}

/* The rows that fix velocities, d/dy of the given ones and of the constraints: rows x n. Columns are in units
 * of the kinetic metric, rows of length 1: an entry that is only round-off, as sin(theta - phi) where the angles are
 * equal, stays that small. */
static guint
fill_fixed(const NoslipSystem *system, const Instant *instant, double *rows)
{
  guint n = system->n, row = 0;
  g_autofree double *metric = g_new0(double, (gsize) n *n);
  g_autofree double *scale = g_new0(double, n);
  for (guint a = 0; a < n; a++)
    find_slopes(system, instant, system->momentum[a], metric + (gsize) a * n);
  noslip_linear_metric_scale(n, metric, scale);
  for (guint j = 0; j < system->n_initials + system->k; j++) {
    gboolean given = j < system->n_initials;
    if (given && system->initials[j].kind != NOSLIP_ENTRY_VELOCITY)
      continue;
    double *entries = rows + (gsize) row++ * n, longest = 0;
    find_slopes(system, instant, given ? system->initials[j].target : system->constraints[j - system->n_initials].phi,
                entries);
    for (guint a = 0; a < n; a++)
      longest = fmax(longest, fabs(entries[a] *= scale[a]));
    for (guint a = 0; a < n && longest > 0; a++)
      entries[a] /= longest;
  }
  return row;
}

/* The velocities that neither given values nor the constraints determine; FALSE if this cannot be computed. */
static gboolean
find_free(const NoslipSystem *system, const double *parameters, const double *x, const double *y, gboolean *is_free)
{
  guint n = system->n;
  g_auto(Instant) instant;
  instant_init(&instant, system, parameters, x, y);
  g_autofree double *rows = g_new0(double, (gsize) (system->n_initials + system->k + 1) * n);
  g_autofree double *kernel = g_new0(double, (gsize) n *n);
  guint n_rows = fill_fixed(system, &instant, rows);
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
