/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/sensitivity.h"

#include "core/base/linear.h"
#include "core/dynamics/saddle.h"
#include "core/finder/linear/nullspace.h"
#include "core/system/mode.h"
#include "core/system/row.h"
#include "core/trajectory/observer.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

#define TOLERANCE 1e-11
#define MOST_STEPS 10000000 /* from one time of the data to the next */
#define STEP 1e-3           /* step of difference quotients of the initial state, relative to the size of an unknown */
#define SMALL 1e-3          /* the size of an unknown that is 0 */
#define POINTS 4            /* points of the difference quotient on each side */

struct _NoslipSensitivity {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  const NoslipFitData *data;
  guint n, size, by, k; /* number of unknowns; size of z; number of parameters among the unknowns; constraints of the
                         * motion */
  const NoslipFitUnknown *unknowns;
  int *column; /* n: index of an unknown among the unknown parameters, or -1 */
  gpointer saddle, work;
  NoslipSaddleParameters *parameters;
  NoslipObserver *observer; /* outputs for each column: its value, its derivatives by the entries of a row, and by the
                             * unknown parameters */
  NoslipObserverWorkspace *observing;
  gsl_odeiv2_step *step;
  gsl_odeiv2_control *control;
  gsl_odeiv2_evolve *evolve;
  gsl_odeiv2_system equations;
  double *state;  /* z, then s_u: (1 + n) x size */
  double *slopes; /* (m + n + k) x (size + by) */
  double *row, *observed;
  double t, h;
};

/* Systems with variational equations */

static gboolean
jumps(const NoslipGraph *graph, NoslipExpr e)
{
  return noslip_expr_contains(graph, e, NOSLIP_OP_LESS) || noslip_expr_contains(graph, e, NOSLIP_OP_AT_MOST) ||
         noslip_expr_contains(graph, e, NOSLIP_OP_SIGN) || noslip_expr_contains(graph, e, NOSLIP_OP_ABS);
}

static gboolean
is_smooth(const NoslipSystem *system)
{
  gboolean smooth = !noslip_system_has_modes(system) && !jumps(system->graph, system->lagrangian);
  for (guint a = 0; a < system->n && smooth; a++)
    smooth = !jumps(system->graph, system->forces[a]);
  for (guint c = 0; c < system->k && smooth; c++)
    smooth = !jumps(system->graph, system->constraints[c].phi);
  return smooth;
}

static gboolean
has_variations(const NoslipSystem *system, NoslipDynamicsKind kind)
{
  const NoslipFormulation *formulation = noslip_formulation_for(system, kind);
  return kind != NOSLIP_DYNAMICS_VAKONOMIC && formulation != NULL && formulation->jacobian == noslip_saddle_jacobian &&
         is_smooth(system);
}

/* Observation */

/* Adds outputs: for each column its derivatives by the row's entries, then by the unknowns that are parameters. */
static gboolean
observe_columns(NoslipSensitivity *sensitivity, NoslipDiagnostic **error)
{
  const NoslipSystem *system = sensitivity->system;
  NoslipGraph *graph = noslip_observer_motion(sensitivity->observer)->model->graph;
  guint n_symbols;
  g_autofree NoslipExpr *symbols = noslip_system_row_symbols(system, sensitivity->kind, &n_symbols);
  for (guint c = 0; c < sensitivity->data->n_columns; c++)
    if (noslip_observer_add(sensitivity->observer, sensitivity->data->exprs[c], error) < 0)
      return FALSE;
  for (guint c = 0; c < sensitivity->data->n_columns; c++) {
    NoslipExpr value = noslip_observer_expr(sensitivity->observer, c);
    for (guint i = 1; i < n_symbols; i++)
      if (noslip_observer_add(sensitivity->observer, noslip_expr_derivative(graph, value, symbols[i]), error) < 0)
        return FALSE;
    for (guint u = 0; u < sensitivity->n; u++) {
      int parameter = sensitivity->unknowns[u].parameter;
      NoslipExpr slope =
          parameter >= 0 ? noslip_expr_derivative(graph, value, system->parameters[parameter].symbol) : NOSLIP_ZERO;
      if (noslip_observer_add(sensitivity->observer, slope, error) < 0)
        return FALSE;
    }
  }
  noslip_observer_seal(sensitivity->observer);
  sensitivity->observing = noslip_observer_workspace_new(sensitivity->observer);
  sensitivity->observed = g_new0(double, noslip_observer_n(sensitivity->observer) + 1);
  return TRUE;
}

/* Derivatives of the columns at the present state by the unknowns: the chain rule through x, y, dy/dt and lambda. */
static gboolean
write_slopes(NoslipSensitivity *sensitivity, double *slopes)
{
  const NoslipSystem *system = sensitivity->system;
  guint n = sensitivity->n, size = sensitivity->size, entries = noslip_row_size(system) - 1;
  guint m = system->m, columns = size + sensitivity->by, first = sensitivity->data->n_columns;
  double *row = sensitivity->row, *x = row + noslip_row_x(system);
  row[0] = sensitivity->t;
  if (noslip_saddle_observe(sensitivity->work, sensitivity->t, sensitivity->state, x, row + noslip_row_y(system),
                            row + noslip_row_ydot(system), row + noslip_row_lambda(system)) != NOSLIP_STEP_OK ||
      noslip_saddle_sensitivity(sensitivity->work, sensitivity->parameters, sensitivity->t, sensitivity->state,
                                sensitivity->slopes) != NOSLIP_STEP_OK)
    return FALSE;
  noslip_observer_evaluate(sensitivity->observing, row, sensitivity->observed);
  for (guint u = 0; u < n; u++) {
    const double *s = sensitivity->state + (gsize) (u + 1) * size;
    for (guint c = 0; c < first; c++) {
      const double *by_row = sensitivity->observed + first + (gsize) c * (entries + n);
      double slope = by_row[entries + u] + noslip_nullspace_dot(size, by_row, s);
      for (guint i = size; i < entries; i++) { /* dy/dt, lambda */
        const double *by_state = sensitivity->slopes + (gsize) (m + i - size) * columns;
        double own = sensitivity->column[u] >= 0 ? by_state[size + (guint) sensitivity->column[u]] : 0;
        if (by_row[i] != 0 && i - size < system->n + sensitivity->k)
          slope += by_row[i] * (noslip_nullspace_dot(size, by_state, s) + own);
      }
      slopes[(gsize) c * n + u] = slope;
    }
  }
  return noslip_all_finite(slopes, (gsize) first * n);
}

/* Integration */

static int
rates(double t, const double *y, double *dydt, void *data)
{
  NoslipSensitivity *sensitivity = data;
  guint size = sensitivity->size, columns = size + sensitivity->by;
  if (noslip_saddle_rates(sensitivity->work, t, y, dydt) != NOSLIP_STEP_OK ||
      noslip_saddle_sensitivity(sensitivity->work, sensitivity->parameters, t, y, sensitivity->slopes) !=
          NOSLIP_STEP_OK)
    return GSL_EBADFUNC;
  for (guint u = 0; u < sensitivity->n; u++) {
    const double *s = y + (gsize) (u + 1) * size;
    double *rate = dydt + (gsize) (u + 1) * size;
    for (guint i = 0; i < size; i++) {
      const double *row = sensitivity->slopes + (gsize) i * columns;
      rate[i] = noslip_nullspace_dot(size, row, s);
      if (sensitivity->column[u] >= 0)
        rate[i] += row[size + (guint) sensitivity->column[u]];
    }
  }
  return noslip_all_finite(dydt, (gsize) (sensitivity->n + 1) * size) ? GSL_SUCCESS : GSL_EBADFUNC;
}

static gboolean
advance(NoslipSensitivity *sensitivity, double to, const int *cancel)
{
  for (guint count = 0; sensitivity->t < to; count++) {
    gboolean changed = FALSE;
    if (count >= MOST_STEPS || (cancel != NULL && g_atomic_int_get(cancel)) ||
        gsl_odeiv2_evolve_apply(sensitivity->evolve, sensitivity->control, sensitivity->step, &sensitivity->equations,
                                &sensitivity->t, to, &sensitivity->h, sensitivity->state) != GSL_SUCCESS ||
        noslip_saddle_accept(sensitivity->work, sensitivity->t, sensitivity->state, TRUE, &changed) != NOSLIP_STEP_OK)
      return FALSE;
    if (changed)
      gsl_odeiv2_evolve_reset(sensitivity->evolve);
  }
  return TRUE;
}

/* The start */

/* Computes the initial state with unknown `moved` (n: none) changed by `change`. */
static gboolean
start_at(const NoslipSensitivity *sensitivity, NoslipStarter *starter, const double *parameters, GArray *overrides,
         const double *values, guint moved, double change, double *p, double *xy, NoslipDiagnostic **error)
{
  const NoslipSystem *system = sensitivity->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *mu = g_new0(double, (gsize) system->k + 1);
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  if (system->n_parameters > 0)
    memcpy(p, parameters, sizeof(double) * system->n_parameters);
  g_array_append_vals(all, overrides->data, overrides->len);
  for (guint u = 0; u < sensitivity->n; u++) {
    double value = values[u] + (u == moved ? change : 0);
    const NoslipOverride one = {sensitivity->unknowns[u].name, value};
    if (sensitivity->unknowns[u].parameter >= 0)
      p[sensitivity->unknowns[u].parameter] = value;
    else
      g_array_prepend_val(all, one); /* the first of a name counts */
  }
  if (noslip_starter_state(starter, p, all->len, (const NoslipOverride *) (gpointer) all->data, xy, xy + system->m, mu,
                           diagnostics))
    return TRUE;
  for (guint i = 0; i < diagnostics->list->len && *error == NULL; i++)
    if (((NoslipDiagnostic *) diagnostics->list->pdata[i])->severity == NOSLIP_ERROR)
      *error = noslip_diagnostic_copy(diagnostics->list->pdata[i]);
  return FALSE;
}

double
noslip_sensitivity_step_size(const NoslipFitUnknown *unknown, double value)
{
  double size = fmax(fabs(value), fabs(unknown->start));
  return size > 0 ? size : SMALL;
}

/* Computes z and all s_u at t = 0. */
static gboolean
start(NoslipSensitivity *sensitivity, NoslipStarter *starter, const double *parameters, GArray *overrides,
      const double *values, NoslipDiagnostic **error)
{
  static const double weights[POINTS] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  guint size = sensitivity->size, n = sensitivity->n;
  g_autofree double *p = g_new0(double, (gsize) sensitivity->system->n_parameters + 1);
  g_autofree double *xy = g_new0(double, (gsize) size + 1);
  memset(sensitivity->state, 0, sizeof(double) * (n + 1) * size);
  for (guint u = 0; u < n; u++) {
    double *s = sensitivity->state + (gsize) (u + 1) * size;
    double h = STEP * noslip_sensitivity_step_size(&sensitivity->unknowns[u], values[u]);
    for (int i = -POINTS; i <= POINTS; i++) {
      if (i == 0)
        continue;
      if (!start_at(sensitivity, starter, parameters, overrides, values, u, i * h, p, xy, error))
        return FALSE;
      double weight = (i > 0 ? weights[i - 1] : -weights[-i - 1]) / h;
      for (guint j = 0; j < size; j++)
        s[j] += weight * xy[j];
    }
  }
  if (!start_at(sensitivity, starter, parameters, overrides, values, n, 0, p, xy, error))
    return FALSE;
  noslip_saddle_set_parameters(sensitivity->work, p);
  noslip_observer_set_parameters(sensitivity->observing, p);
  sensitivity->t = 0;
  return noslip_saddle_enter(sensitivity->work, 0, xy, sensitivity->state) == NOSLIP_STEP_OK;
}

gboolean
noslip_sensitivity_evaluate(NoslipSensitivity *sensitivity, NoslipStarter *starter, const double *parameters,
                            GArray *overrides, const double *values, double *slopes, const int *cancel,
                            NoslipDiagnostic **error)
{
  const NoslipFitData *data = sensitivity->data;
  if (!start(sensitivity, starter, parameters, overrides, values, error))
    return FALSE;
  sensitivity->h = 1e-3 * fmax(data->times[data->n_rows - 1], 1e-3);
  gsl_odeiv2_evolve_reset(sensitivity->evolve);
  gsl_odeiv2_step_reset(sensitivity->step);
  for (guint i = 0; i < data->n_rows; i++)
    if (!advance(sensitivity, data->times[i], cancel) ||
        !write_slopes(sensitivity, slopes + (gsize) i * data->n_columns * sensitivity->n))
      return FALSE;
  return TRUE;
}

NoslipSensitivity *
noslip_sensitivity_new(NoslipSystem *system, NoslipDynamicsKind kind, const NoslipFitData *data, guint n,
                       const NoslipFitUnknown *unknowns, NoslipDiagnostic **error)
{
  if (!has_variations(system, kind))
    return NULL;
  g_autoptr(NoslipSensitivity) sensitivity = g_new0(NoslipSensitivity, 1);
  sensitivity->system = system;
  sensitivity->kind = kind;
  sensitivity->data = data;
  sensitivity->n = n;
  sensitivity->unknowns = unknowns;
  sensitivity->size = system->m + system->n;
  sensitivity->k = kind == NOSLIP_DYNAMICS_FREE ? 0 : system->k;
  sensitivity->saddle = noslip_saddle_new(system, kind != NOSLIP_DYNAMICS_FREE, error);
  if (sensitivity->saddle == NULL)
    return NULL;
  sensitivity->work = noslip_saddle_workspace_new(sensitivity->saddle);
  sensitivity->column = g_new0(int, (gsize) n + 1);
  g_autofree guint *which = g_new0(guint, (gsize) n + 1);
  for (guint u = 0; u < n; u++) {
    sensitivity->column[u] = unknowns[u].parameter >= 0 ? (int) sensitivity->by : -1;
    if (unknowns[u].parameter >= 0)
      which[sensitivity->by++] = (guint) unknowns[u].parameter;
  }
  sensitivity->parameters = noslip_saddle_parameters_new(sensitivity->saddle, sensitivity->by, which);
  sensitivity->observer = noslip_observer_new(system, kind);
  gsize length = (gsize) (n + 1) * sensitivity->size;
  sensitivity->state = g_new0(double, length + 1);
  sensitivity->slopes =
      g_new0(double, ((gsize) sensitivity->size + system->k) * (sensitivity->size + sensitivity->by) + 1);
  sensitivity->row = g_new0(double, noslip_row_size(system));
  sensitivity->equations = (gsl_odeiv2_system){rates, NULL, length, sensitivity};
  sensitivity->step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, length);
  sensitivity->control = gsl_odeiv2_control_y_new(TOLERANCE, TOLERANCE);
  sensitivity->evolve = gsl_odeiv2_evolve_alloc(length);
  return observe_columns(sensitivity, error) ? g_steal_pointer(&sensitivity) : NULL;
}

void
noslip_sensitivity_free(NoslipSensitivity *sensitivity)
{
  if (sensitivity == NULL)
    return;
  g_clear_pointer(&sensitivity->evolve, gsl_odeiv2_evolve_free);
  g_clear_pointer(&sensitivity->control, gsl_odeiv2_control_free);
  g_clear_pointer(&sensitivity->step, gsl_odeiv2_step_free);
  noslip_observer_workspace_free(sensitivity->observing);
  if (sensitivity->observer != NULL)
    noslip_observer_unref(sensitivity->observer);
  noslip_saddle_parameters_free(sensitivity->parameters);
  if (sensitivity->work != NULL)
    noslip_saddle_workspace_free(sensitivity->work);
  noslip_saddle_free(sensitivity->saddle);
  g_free(sensitivity->column);
  g_free(sensitivity->state);
  g_free(sensitivity->slopes);
  g_free(sensitivity->row);
  g_free(sensitivity->observed);
  g_free(sensitivity);
}
