/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/fit-work.h"

#include "core/system/state.h"

static void
work_free(gpointer data)
{
  NoslipFitWork *work = data;
  g_clear_pointer(&work->table, noslip_fit_table_free);
  g_clear_pointer(&work->fit, noslip_fit_free);
  g_clear_pointer(&work->error, noslip_diagnostic_free);
  noslip_system_unref(work->system);
  g_array_unref(work->overrides);
  g_free(work->parameters);
  g_free(work->text);
  g_free(work->unknowns);
  g_free(work->before);
  g_free(work->after);
  g_free(work);
}

/* The motion with these values of the unknowns, at the times of the data. */
static double *
model_of(NoslipFitWork *work, const NoslipFitData *data, const double *values, const int *cancel)
{
  g_autofree double *model = g_new0(double, (gsize) data->n_rows * data->n_columns);
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (noslip_fit_model(work->system, work->kind, work->parameters, work->overrides, data, work->n, work->unknowns,
                       values, model, cancel, &error))
    return g_steal_pointer(&model);
  if (!work->error)
    work->error = g_steal_pointer(&error);
  return NULL;
}

static gboolean
run(NoslipJob *job, gpointer data, GError **ignored)
{
  NoslipFitWork *work = data;
  const int *cancel = noslip_job_cancel_flag(job);
  work->table = noslip_fit_table_read(work->system, work->text, &work->error);
  if (!work->table)
    return FALSE;
  const NoslipFitData fitted = noslip_fit_table_data(work->table, work->system, NULL);
  g_autofree double *start = g_new0(double, (gsize) work->n + 1);
  for (guint u = 0; u < work->n; u++)
    start[u] = work->unknowns[u].start;
  work->before = model_of(work, &fitted, start, cancel);
  g_atomic_int_set(&work->has_before, work->before != NULL);
  if (!work->before || work->n == 0)
    return work->before != NULL;
  work->fit = noslip_fit_find(work->system, work->kind, work->parameters, work->overrides, &fitted, work->n,
                              work->unknowns, cancel, &work->done, &work->error);
  if (work->fit)
    work->after = model_of(work, &fitted, work->fit->values, cancel);
  return work->after != NULL;
}

static gboolean
is_fitted(const NoslipFitWork *work, const char *name)
{
  for (guint u = 0; u < work->n; u++)
    if (g_strcmp0(work->unknowns[u].name, name) == 0)
      return TRUE;
  return FALSE;
}

static void
take_unknowns(NoslipFitWork *work, const NoslipStart *start, const char *const *unknown)
{
  const NoslipSystem *system = work->system;
  work->unknowns = g_new0(NoslipFitUnknown, (gsize) system->n_parameters + system->m + system->n + 1);
  for (guint i = 0; i < system->n_parameters; i++)
    if (g_strv_contains(unknown, system->parameters[i].name))
      work->unknowns[work->n++] = (NoslipFitUnknown){system->parameters[i].name, (int) i, start->parameters[i]};
  for (guint i = 0; i < system->m + system->n; i++)
    if (g_strv_contains(unknown, noslip_state_name(system, i)))
      work->unknowns[work->n++] = (NoslipFitUnknown){noslip_state_name(system, i), -1, start->found[i]};
}

void
noslip_fit_work_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation,
                      NoslipDynamicsKind kind, const char *text, const char *const *unknown)
{
  const NoslipStart *start = noslip_simulation_start(simulation);
  NoslipFitWork *work = g_new0(NoslipFitWork, 1);
  work->system = noslip_system_ref(noslip_simulation_system(simulation));
  work->kind = kind;
  work->parameters = g_memdup2(start->parameters, sizeof(double) * MAX(work->system->n_parameters, 1));
  work->text = g_strdup(text);
  work->overrides = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  take_unknowns(work, start, unknown);
  guint n = kind == NOSLIP_DYNAMICS_VAKONOMIC ? noslip_start_n(work->system) : work->system->m + work->system->n;
  for (guint i = 0; i < n; i++) {
    const NoslipOverride one = {noslip_start_name(work->system, i), start->value[i]};
    if (start->is_set[i] && !is_fitted(work, one.name))
      g_array_append_val(work->overrides, one);
  }
  noslip_search_begin(search, key, run, work, work_free);
}
