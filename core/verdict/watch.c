/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/watch.h"

#include "core/system/row.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define BLOCK 256 /* rows evaluated at once */

struct _NoslipWatch {
  NoslipSystem *system;
  NoslipObserver *observer;
  NoslipObserverWorkspace *work;
  int *outputs;   /* for each observable; -1 if it does not exist in this dynamics */
  double *first;  /* time at which it was NaN first; NaN if it never was */
  double *values; /* BLOCK x outputs of the observer */
};

NoslipWatch *
noslip_watch_new(NoslipSystem *system, NoslipDynamicsKind kind)
{
  NoslipWatch *watch = g_new0(NoslipWatch, 1);
  guint n = system->n_observables;
  watch->system = noslip_system_ref(system);
  watch->observer = noslip_observer_new(system, kind);
  watch->outputs = g_new0(int, (gsize) n + 1);
  watch->first = g_new0(double, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    watch->outputs[i] = noslip_observer_add(watch->observer, system->observables[i].expr, NULL);
  noslip_observer_seal(watch->observer);
  watch->work = noslip_observer_workspace_new(watch->observer);
  watch->values = g_new0(double, (gsize) BLOCK *(noslip_observer_n(watch->observer) + 1));
  noslip_watch_reset(watch);
  return watch;
}

void
noslip_watch_reset(NoslipWatch *watch)
{
  for (guint i = 0; i < watch->system->n_observables; i++)
    watch->first[i] = (double) NAN;
}

void
noslip_watch_free(NoslipWatch *watch)
{
  if (watch == NULL)
    return;
  g_free(watch->outputs);
  g_free(watch->first);
  g_free(watch->values);
  noslip_observer_workspace_free(watch->work);
  noslip_observer_unref(watch->observer);
  noslip_system_unref(watch->system);
  g_free(watch);
}

void
noslip_watch_add_rows(NoslipWatch *watch, const double *parameters, guint n_rows, const double *rows)
{
  guint stride = noslip_observer_n(watch->observer), size = noslip_row_size(watch->system);
  if (stride == 0)
    return;
  noslip_observer_set_parameters(watch->work, parameters);
  for (guint done = 0; done < n_rows; done += BLOCK) {
    guint block = MIN(n_rows - done, BLOCK);
    const double *start = rows + (gsize) done * size;
    noslip_observer_evaluate_rows(watch->work, block, start, size, watch->values, stride);
    for (guint row = 0; row < block; row++)
      for (guint i = 0; i < watch->system->n_observables; i++)
        if (watch->outputs[i] >= 0 && isnan(watch->first[i]) &&
            isnan(watch->values[(gsize) row * stride + (guint) watch->outputs[i]]))
          watch->first[i] = start[(gsize) row * size];
  }
}

guint
noslip_watch_n(const NoslipWatch *watch)
{
  guint n = 0;
  for (guint i = 0; i < watch->system->n_observables; i++)
    n += !isnan(watch->first[i]);
  return n;
}

void
noslip_watch_report(const NoslipWatch *watch, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = watch->system;
  for (guint i = 0; i < system->n_observables; i++) {
    const NoslipNamed *observable = &system->observables[i];
    if (isnan(watch->first[i]))
      continue;
    NoslipDiagnostic *warning =
        noslip_diagnostic_new(NOSLIP_WARNING, NOSLIP_CODE_UNDEFINED, &observable->place, NULL,
                              _("the observable %s is not a number at t = %g"), observable->name, watch->first[i]);
    warning->file = g_strdup(system->file);
    noslip_diagnostics_add(diagnostics, warning);
  }
}
