/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/fit-data.h"

#include "core/base/decimal.h"
#include "core/dynamics/start.h"
#include "core/integrate/run.h"
#include "core/trajectory/observer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define TOLERANCE 1e-10    /* of the motion */
#define BOM "\357\273\277" /* spreadsheets begin a text with it */

#define wrong(...) noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, NULL, __VA_ARGS__)

/* The header: t, and names of the system. *time is the column of t. */
static gboolean
read_header(const NoslipSystem *system, char **cells, NoslipFitTable *table, int *time, NoslipDiagnostic **error)
{
  if (cells[0] != NULL && cells[1] == NULL && strchr(cells[0], ';') != NULL) {
    *error = wrong(_("the data's cells are separated by semicolons; they need commas, and numbers a decimal point"));
    return FALSE;
  }
  for (guint c = 0; cells[c] != NULL; c++) {
    NoslipExpr expr;
    const char *name = g_strstrip(cells[c]);
    if (strcmp(name, "t") == 0) {
      *time = (int) c;
    } else if (noslip_system_lookup(system, name, &expr)) {
      g_array_append_val(table->exprs, expr);
      g_ptr_array_add(table->names, g_strdup(name));
    } else {
      *error =
          wrong(_("the data's column '%s' is not an observable, a coordinate or a velocity of %s"), name, system->id);
      return FALSE;
    }
  }
  if (*time < 0 || table->exprs->len == 0)
    *error = wrong(_("the data need a column t and one that is measured"));
  return *error == NULL;
}

static gboolean
read_cells(char **cells, guint line, int time, NoslipFitTable *table, NoslipDiagnostic **error)
{
  guint n = g_strv_length(cells);
  if (n != table->exprs->len + 1) {
    *error = wrong(_("line %u of the data has %u cells, not %u"), line, n, table->exprs->len + 1);
    return FALSE;
  }
  for (guint c = 0; c < n; c++) {
    const char *text = g_strstrip(cells[c]);
    double value = NAN;
    gboolean empty = *text == '\0' || g_ascii_strcasecmp(text, "nan") == 0;
    if ((!empty && !noslip_decimal_read(text, &value)) || ((int) c == time && empty)) {
      *error = wrong(_("line %u of the data: '%s' is not a number"), line, text);
      return FALSE;
    }
    g_array_append_val((int) c == time ? table->times : table->values, value);
  }
  double last = g_array_index(table->times, double, table->times->len - 1);
  if (last < 0 || (table->times->len > 1 && last < g_array_index(table->times, double, table->times->len - 2)))
    *error = wrong(_("line %u of the data: times must be at least 0 and must not decrease"), line);
  return *error == NULL;
}

NoslipFitTable *
noslip_fit_table_read(const NoslipSystem *system, const char *text, NoslipDiagnostic **error)
{
  g_autoptr(NoslipFitTable) table = g_new0(NoslipFitTable, 1);
  g_auto(GStrv) lines = g_strsplit(g_str_has_prefix(text, BOM) ? text + strlen(BOM) : text, "\n", -1);
  gboolean header = FALSE;
  int time = -1;
  table->times = g_array_new(FALSE, FALSE, sizeof(double));
  table->values = g_array_new(FALSE, FALSE, sizeof(double));
  table->exprs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  table->names = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; lines[i] != NULL; i++) {
    const char *line = g_strstrip(lines[i]);
    if (*line == '\0' || *line == '#')
      continue;
    g_auto(GStrv) cells = g_strsplit(line, ",", -1);
    if (!(header ? read_cells(cells, i + 1, time, table, error) : read_header(system, cells, table, &time, error)))
      return NULL;
    header = TRUE;
  }
  if (table->times->len == 0)
    *error = wrong(_("the data have no rows"));
  return *error == NULL ? g_steal_pointer(&table) : NULL;
}

void
noslip_fit_table_free(NoslipFitTable *table)
{
  if (table == NULL)
    return;
  g_array_unref(table->times);
  g_array_unref(table->values);
  g_array_unref(table->exprs);
  g_ptr_array_unref(table->names);
  g_free(table);
}

NoslipFitData
noslip_fit_table_data(const NoslipFitTable *table, const NoslipSystem *system, const double *weights)
{
  return (NoslipFitData){table->times->len,
                         table->exprs->len,
                         (const double *) (gpointer) table->times->data,
                         (const NoslipExpr *) (gpointer) table->exprs->data,
                         system->graph,
                         (const double *) (gpointer) table->values->data,
                         weights};
}

/* Motions at the times of the data */

typedef struct {
  NoslipDynamics *dynamics;
  const NoslipFitData *data;
  NoslipObserverWorkspace *observing;
  const int *cancel;
} Model;

/* Continues the motion from one time of the data to the next. */
static gboolean
follow(const Model *model, const double *parameters, const double *xy, const double *mu, double *values,
       NoslipDiagnostic **error)
{
  const NoslipSystem *system = noslip_dynamics_system(model->dynamics);
  const NoslipFitData *data = model->data;
  NoslipRunOptions options;
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  g_autofree double *multipliers = g_new0(double, (gsize) system->k + 1);
  noslip_run_options_default(&options, system);
  options.rtol = options.atol = TOLERANCE;
  options.to = options.step = fmax(data->times[data->n_rows - 1], 1e-3);
  g_autoptr(NoslipRun) run = noslip_run_new(model->dynamics, &options, parameters, 0, xy, mu, error);
  if (run == NULL || !noslip_run_next(run, row, model->cancel, error))
    return FALSE;
  noslip_observer_set_parameters(model->observing, parameters);
  for (guint i = 0; i < data->n_rows; i++) {
    if (data->times[i] > row[0]) {
      g_autofree double *from = g_memdup2(row + noslip_row_x(system), sizeof(double) * (system->m + system->n));
      memcpy(multipliers, row + noslip_row_lambda(system), sizeof(double) * system->k);
      if (!noslip_run_restart(run, row[0], from, mu != NULL ? multipliers : NULL, data->times[i], error) ||
          !noslip_run_next(run, row, model->cancel, error))
        return FALSE;
    }
    noslip_observer_evaluate(model->observing, row, values + (gsize) i * data->n_columns);
  }
  return TRUE;
}

static gboolean
start_and_follow(const Model *model, NoslipDynamicsKind kind, const double *parameters, const GArray *overrides,
                 double *values, NoslipDiagnostic **error)
{
  const NoslipSystem *system = noslip_dynamics_system(model->dynamics);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *xy = g_new0(double, (gsize) system->m + system->n + 1);
  g_autofree double *mu = g_new0(double, (gsize) system->k + 1);
  NoslipStarter *starter = noslip_start_new(system, kind);
  gboolean begins =
      noslip_starter_state(starter, parameters, overrides->len, (const NoslipOverride *) (gpointer) overrides->data, xy,
                           xy + system->m, mu, diagnostics);
  noslip_starter_free(starter);
  for (guint i = 0; !begins && i < diagnostics->list->len && *error == NULL; i++)
    if (((NoslipDiagnostic *) diagnostics->list->pdata[i])->severity == NOSLIP_ERROR)
      *error = noslip_diagnostic_copy(diagnostics->list->pdata[i]);
  return begins && follow(model, parameters, xy, kind == NOSLIP_DYNAMICS_VAKONOMIC ? mu : NULL, values, error);
}

gboolean
noslip_fit_model(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters, GArray *overrides,
                 const NoslipFitData *data, guint n, const NoslipFitUnknown *unknowns, const double *values,
                 double *model_values, const int *cancel, NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_formulation_for(system, kind);
  g_autofree double *own = g_memdup2(parameters, sizeof(double) * MAX(system->n_parameters, 1));
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  g_autoptr(NoslipObserver) observer = noslip_observer_new(system, kind);
  g_array_append_vals(all, overrides->data, overrides->len);
  for (guint u = 0; u < n; u++) {
    const NoslipOverride one = {unknowns[u].name, values[u]};
    if (unknowns[u].parameter >= 0)
      own[unknowns[u].parameter] = values[u];
    else
      g_array_prepend_val(all, one); /* the first of a name counts */
  }
  for (guint c = 0; c < data->n_columns; c++)
    if (noslip_observer_add(observer, data->exprs[c], error) < 0)
      return FALSE;
  noslip_observer_seal(observer);
  NoslipDynamics *dynamics = formulation != NULL ? noslip_dynamics_new(formulation, system, error) : NULL;
  if (dynamics == NULL) {
    if (*error == NULL)
      *error = wrong(_("motions of this kind cannot be computed"));
    return FALSE;
  }
  const Model model = {dynamics, data, noslip_observer_workspace_new(observer), cancel};
  gboolean good = start_and_follow(&model, kind, own, all, model_values, error);
  noslip_observer_workspace_free(model.observing);
  noslip_dynamics_unref(dynamics);
  return good;
}
