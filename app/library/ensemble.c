/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/library/core.h"

#include "core/expr/tape.h"
#include "core/system/degenerate.h"

#include <math.h>
#include <string.h>

struct _NoslipEnsemble {
  gatomicrefcount references;
  char **columns;
  guint n, n_samples, n_columns;
  double *values; /* n x n_samples x n_columns */
  guint *n_rows;
  NoslipDiagnostic **stops; /* NULL: it ran to its end */
};

G_DEFINE_BOXED_TYPE(NoslipEnsemble, noslip_ensemble, noslip_ensemble_ref, noslip_ensemble_unref)

/* One computation of an ensemble. */
typedef struct {
  const LibraryOrder *order;
  NoslipEnsemble *ensemble;
  NoslipSystem *system;
  NoslipDynamics *dynamics;
  NoslipStarter *starter;
  NoslipCoreEnsemble *lanes; /* NULL: motions are computed one by one */
  NoslipCsv *csv;
  GPtrArray *names;                 /* of the points */
  const double *points;             /* motions x names */
  NoslipOverride *overrides;        /* of the order, then of the point */
  guint n_state, row_size;          /* x and y; doubles */
  double *parameters, *xy, *mu;     /* of a block: lanes x … */
  double *rows;                     /* of a sample: lanes x row_size */
  gboolean good[NOSLIP_TAPE_LANES]; /* has an initial state */
} Work;

static void
work_clear(Work *work)
{
  g_clear_pointer(&work->dynamics, noslip_dynamics_unref);
  g_clear_pointer(&work->starter, noslip_starter_free);
  g_clear_pointer(&work->lanes, noslip_ensemble_free);
  g_clear_pointer(&work->csv, noslip_csv_free);
  g_free(work->overrides);
  g_free(work->parameters);
  g_free(work->xy);
  g_free(work->mu);
  g_free(work->rows);
}

static gboolean
check_names(const NoslipSystem *system, GPtrArray *names, guint n_points, NoslipDiagnostics *diagnostics)
{
  gboolean good = TRUE;
  for (guint i = 0; i < names->len; i++)
    if (library_value_find(system, names->pdata[i]) == -2)
      good = library_error(diagnostics, NULL, "%s has no parameter, coordinate or velocity '%s'", system->id,
                           (const char *) names->pdata[i]);
  if (names->len == 0)
    return library_error(diagnostics, NULL, "an ensemble needs the name of a value that differs");
  if (n_points % names->len != 0)
    return library_error(diagnostics, NULL, "%u values are no whole number of motions with %u each", n_points,
                         names->len);
  return good;
}

/* The result of the constraint algorithm depends on the values, so that each motion would need a system of its own. */
static gboolean
check_system(const LibraryOrder *order, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = order->start.system;
  return system->k > 0 ||
         !(noslip_system_is_degenerate(system) || noslip_system_is_degenerate_at(system, order->start.parameters)) ||
         library_error(diagnostics, "compute its motions one by one", "the Lagrangian of %s is degenerate", system->id);
}

static gboolean
work_init(Work *work, const LibraryOrder *order, NoslipDiagnostics *diagnostics)
{
  const LibraryStart *start = &order->start;
  gsize lanes = NOSLIP_TAPE_LANES;
  work->order = order;
  work->system = start->system;
  work->n_state = start->system->m + start->system->n;
  work->row_size = noslip_row_size(start->system);
  work->dynamics = library_dynamics(start->system, start->kind, order->formulation, diagnostics);
  work->csv = noslip_csv_new(start->system, start->kind, diagnostics);
  if (work->dynamics == NULL || work->csv == NULL)
    return FALSE;
  work->starter = noslip_start_new(start->system, start->kind);
  noslip_starter_take_consistent(work->starter, start->consistent);
  work->lanes = noslip_ensemble_new(work->dynamics, &order->options);
  work->overrides = g_new0(NoslipOverride, (gsize) start->overrides->len + work->names->len + 1);
  work->parameters = g_new0(double, lanes *((gsize) start->system->n_parameters + 1));
  work->xy = g_new0(double, lanes *((gsize) work->n_state + 1));
  work->mu = g_new0(double, lanes *((gsize) start->system->k + 1));
  work->rows = g_new0(double, lanes *(gsize) work->row_size);
  return TRUE;
}

/* Allocates the result; FALSE if it is too large. */
static gboolean
ensemble_init(Work *work, guint n, NoslipDiagnostics *diagnostics)
{
  NoslipEnsemble *ensemble = work->ensemble;
  const LibraryStart *start = &work->order->start;
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipRun) run = noslip_run_new(work->dynamics, &work->order->options, start->parameters, 0, start->xy,
                                            start->kind == NOSLIP_DYNAMICS_VAKONOMIC ? start->mu : NULL, &error);
  if (run == NULL) {
    noslip_diagnostics_add(diagnostics, error);
    return FALSE;
  }
  ensemble->columns = noslip_csv_columns(work->csv);
  ensemble->n_columns = g_strv_length(ensemble->columns);
  ensemble->n_samples = noslip_run_n_samples(run);
  ensemble->n = n;
  gsize row = ensemble->n_columns * sizeof(double), all = (gsize) n * ensemble->n_samples;
  ensemble->values = all < G_MAXSIZE / (row + 1) ? g_try_malloc(all * row + 1) : NULL;
  if (ensemble->values == NULL)
    return library_error(diagnostics, "take fewer motions, or a larger step",
                         "%u motions of %u samples take too much memory", n, ensemble->n_samples);
  for (gsize i = 0; i < all * ensemble->n_columns; i++)
    ensemble->values[i] = NAN;
  ensemble->n_rows = g_new0(guint, (gsize) n + 1);
  ensemble->stops = g_new0(NoslipDiagnostic *, (gsize) n + 1);
  return TRUE;
}

static NoslipDiagnostic *
first_error(const NoslipDiagnostics *diagnostics)
{
  for (guint i = 0; i < diagnostics->list->len; i++) {
    const NoslipDiagnostic *diagnostic = diagnostics->list->pdata[i];
    if (diagnostic->severity == NOSLIP_ERROR)
      return noslip_diagnostic_copy(diagnostic);
  }
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, NULL, "there is no such initial state");
}

/* The parameters and the initial state of a motion, in a lane. */
static void
prepare(Work *work, guint motion, guint lane)
{
  const LibraryStart *start = &work->order->start;
  guint n_parameters = work->system->n_parameters, n = start->overrides->len;
  double *parameters = work->parameters + (gsize) lane * n_parameters;
  double *xy = work->xy + (gsize) lane * work->n_state, *mu = work->mu + (gsize) lane * work->system->k;
  const double *point = work->points + (gsize) motion * work->names->len;
  memcpy(parameters, start->parameters, n_parameters * sizeof *parameters);
  if (n > 0)
    memcpy(work->overrides, start->overrides->data, n * sizeof *work->overrides);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  gboolean good = TRUE;
  for (guint i = 0; i < work->names->len; i++) {
    const char *name = work->names->pdata[i];
    int parameter = library_value_find(work->system, name);
    if (!isfinite(point[i]))
      good = library_error(diagnostics, NULL, "%s needs a finite number", name);
    else if (parameter >= 0)
      parameters[parameter] = point[i];
    else
      work->overrides[n++] = (NoslipOverride){name, point[i]};
  }
  good = good &&
         noslip_starter_state(work->starter, parameters, n, work->overrides, xy, xy + work->system->m, mu, diagnostics);
  work->good[lane] = good;
  if (!good)
    work->ensemble->stops[motion] = first_error(diagnostics);
}

/* A row becomes the next sample of a motion. */
static void
keep(Work *work, guint motion, guint lane, const double *row)
{
  NoslipEnsemble *ensemble = work->ensemble;
  gsize sample = (gsize) motion * ensemble->n_samples + ensemble->n_rows[motion]++;
  noslip_csv_values(work->csv, work->parameters + (gsize) lane * work->system->n_parameters, 1, row,
                    ensemble->values + sample * ensemble->n_columns);
}

/* Motions that the lanes cannot compute to the end have no rows after this. */
static void
run_side_by_side(Work *work, guint first, guint n)
{
  NoslipEnsemble *ensemble = work->ensemble;
  guint sample = 0;
  noslip_ensemble_start(work->lanes, n, work->parameters, work->xy);
  while (noslip_ensemble_next(work->lanes, NULL)) {
    sample++;
    noslip_ensemble_rows(work->lanes, work->rows);
    for (guint i = 0; i < n; i++)
      if (work->good[i])
        keep(work, first + i, i, work->rows + (gsize) i * work->row_size);
  }
  for (guint i = 0; i < n; i++)
    if (sample < ensemble->n_samples || !noslip_ensemble_holds(work->lanes, i))
      ensemble->n_rows[first + i] = 0;
}

static void
run_alone(Work *work, guint motion, guint lane)
{
  NoslipEnsemble *ensemble = work->ensemble;
  double *xy = work->xy + (gsize) lane * work->n_state, *mu = work->mu + (gsize) lane * work->system->k;
  gsize size = (gsize) ensemble->n_samples * ensemble->n_columns;
  for (gsize i = 0; i < size; i++) /* the lanes may have written some */
    ensemble->values[motion * size + i] = NAN;
  g_autoptr(NoslipRun) run = noslip_run_new(
      work->dynamics, &work->order->options, work->parameters + (gsize) lane * work->system->n_parameters, 0, xy,
      work->order->start.kind == NOSLIP_DYNAMICS_VAKONOMIC ? mu : NULL, &ensemble->stops[motion]);
  while (run != NULL && noslip_run_next(run, work->rows, NULL, &ensemble->stops[motion]))
    keep(work, motion, lane, work->rows);
}

static void
compute(Work *work)
{
  guint n = work->ensemble->n;
  for (guint first = 0; first < n; first += NOSLIP_TAPE_LANES) {
    guint here = MIN(NOSLIP_TAPE_LANES, n - first);
    gboolean any = FALSE;
    for (guint i = 0; i < here; i++) {
      prepare(work, first + i, i);
      any = any || work->good[i];
    }
    if (work->lanes != NULL && any)
      run_side_by_side(work, first, here);
    for (guint i = 0; i < here; i++)
      if (work->good[i] && work->ensemble->n_rows[first + i] == 0)
        run_alone(work, first + i, i);
  }
}

/* Names as they are written in the system: composed characters, no spaces around them. */
static GPtrArray *
take_names(const char *const *names, NoslipDiagnostics *diagnostics)
{
  GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; names[i] != NULL; i++) {
    g_autofree char *text = g_utf8_normalize(names[i], -1, G_NORMALIZE_NFC);
    if (text == NULL)
      library_error(diagnostics, NULL, "a name is not UTF-8");
    g_ptr_array_add(list, g_strstrip(g_strdup(text != NULL ? text : "")));
  }
  return list;
}

NoslipEnsemble *
noslip_ensemble_compute(NoslipSystem *system, const char *const *names, const double *points, guint n_points,
                        const char *const *values, const char *const *options, NoslipDiagnostics *diagnostics)
{
  LibraryOrder order = {0};
  NoslipEnsemble *ensemble = g_new0(NoslipEnsemble, 1);
  g_autoptr(GPtrArray) list = take_names(names, diagnostics);
  Work work = {.ensemble = ensemble, .names = list, .points = points};
  g_atomic_ref_count_init(&ensemble->references);
  gboolean good = library_order_read(&order, system, values, options, diagnostics) &&
                  check_names(order.start.system, list, n_points, diagnostics) && check_system(&order, diagnostics) &&
                  work_init(&work, &order, diagnostics) && ensemble_init(&work, n_points / list->len, diagnostics);
  if (good)
    compute(&work);
  else
    g_clear_pointer(&ensemble, noslip_ensemble_unref);
  work_clear(&work);
  library_start_clear(&order.start);
  return ensemble;
}

NoslipEnsemble *
noslip_ensemble_ref(NoslipEnsemble *ensemble)
{
  g_atomic_ref_count_inc(&ensemble->references);
  return ensemble;
}

void
noslip_ensemble_unref(NoslipEnsemble *ensemble)
{
  if (ensemble == NULL || !g_atomic_ref_count_dec(&ensemble->references))
    return;
  for (guint i = 0; ensemble->stops != NULL && i < ensemble->n; i++)
    noslip_diagnostic_free(ensemble->stops[i]);
  g_strfreev(ensemble->columns);
  g_free(ensemble->stops);
  g_free(ensemble->n_rows);
  g_free(ensemble->values);
  g_free(ensemble);
}

guint
noslip_ensemble_get_n_motions(const NoslipEnsemble *ensemble)
{
  return ensemble->n;
}

guint
noslip_ensemble_get_n_samples(const NoslipEnsemble *ensemble)
{
  return ensemble->n_samples;
}

char **
noslip_ensemble_list_columns(const NoslipEnsemble *ensemble)
{
  return g_strdupv(ensemble->columns);
}

const double *
noslip_ensemble_get_values(const NoslipEnsemble *ensemble)
{
  return ensemble->values;
}

guint64
noslip_ensemble_get_address(const NoslipEnsemble *ensemble)
{
  return (guint64) (guintptr) ensemble->values;
}

guint
noslip_ensemble_get_n_rows(const NoslipEnsemble *ensemble, guint motion)
{
  if (motion >= ensemble->n)
    return 0;
  return ensemble->n_rows[motion];
}

const NoslipDiagnostic *
noslip_ensemble_get_stop(const NoslipEnsemble *ensemble, guint motion)
{
  if (motion >= ensemble->n)
    return NULL;
  return ensemble->stops[motion];
}
