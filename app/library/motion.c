/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/library/core.h"

#include "core/base/decimal.h"
#include "core/verdict/witness.h"

#include <math.h>
#include <string.h>

#define MOST_WITNESSED 500 /* rows */

struct _NoslipMotion {
  gatomicrefcount references;
  NoslipSystem *system; /* the system of the claims */
  char **columns;
  guint n_columns, n_rows;
  double *values;   /* n_rows x n_columns */
  GArray *verdicts; /* of NoslipVerdict, of the claims that apply */
  NoslipDiagnostic *stop;
  double witness;
};

G_DEFINE_BOXED_TYPE(NoslipMotion, noslip_motion, noslip_motion_ref, noslip_motion_unref)

/* All rows, and the diagnostics along them. */
static void
follow(NoslipMotion *motion, const LibraryOrder *order, NoslipDynamics *dynamics, NoslipRun *run, NoslipClaims *claims,
       GArray *rows)
{
  const double *parameters = order->start.parameters;
  guint size = noslip_row_size(motion->system), stride = 1 + noslip_run_n_samples(run) / MOST_WITNESSED;
  g_autofree double *row = g_new0(double, size);
  g_autoptr(NoslipWitness) witness = noslip_witness_new(motion->system, order->start.kind);
  noslip_witness_follow(witness, dynamics);
  for (guint sample = 0; noslip_run_next(run, row, NULL, &motion->stop); sample++) {
    g_array_append_vals(rows, row, size);
    if (claims != NULL)
      noslip_claims_add_rows(claims, parameters, 1, row);
    if (sample % stride == 0)
      noslip_witness_add_row(witness, parameters, row);
  }
  NoslipWitnessResult result;
  noslip_witness_result(witness, &result);
  motion->witness = result.checked ? result.residual : NAN;
}

static void
keep_verdicts(NoslipMotion *motion, const NoslipClaims *claims)
{
  for (guint i = 0; claims != NULL && i < noslip_claims_n(claims); i++) {
    NoslipVerdict verdict;
    noslip_claims_verdict(claims, i, &verdict);
    if (verdict.applies)
      g_array_append_val(motion->verdicts, verdict);
  }
}

static NoslipMotion *
compute(const LibraryOrder *order, NoslipDynamics *dynamics, NoslipDiagnostics *diagnostics)
{
  NoslipSystem *system = order->start.system;
  NoslipDynamicsKind kind = order->start.kind;
  NoslipDiagnostic *error = NULL;
  /* the claims of a constrained system are about its constrained motion, unless its own dynamics are free */
  gboolean judged = kind != NOSLIP_DYNAMICS_FREE || system->k == 0 || system->dynamics == NOSLIP_DYNAMICS_FREE;
  g_autoptr(NoslipCsv) csv = noslip_csv_new(system, kind, diagnostics);
  g_autoptr(NoslipClaims) claims = judged ? noslip_claims_new(system, kind, diagnostics) : NULL;
  if (csv == NULL || (judged && claims == NULL))
    return NULL;
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &order->options, order->start.parameters, 0, order->start.xy,
                                            kind == NOSLIP_DYNAMICS_VAKONOMIC ? order->start.mu : NULL, &error);
  if (run == NULL) {
    noslip_diagnostics_add(diagnostics, error);
    return NULL;
  }
  g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(double));
  NoslipMotion *motion = g_new0(NoslipMotion, 1);
  g_atomic_ref_count_init(&motion->references);
  motion->system = noslip_system_ref(system);
  motion->verdicts = g_array_new(FALSE, FALSE, sizeof(NoslipVerdict));
  follow(motion, order, dynamics, run, claims, rows);
  motion->columns = noslip_csv_columns(csv);
  motion->n_columns = g_strv_length(motion->columns);
  motion->n_rows = rows->len / noslip_row_size(system);
  motion->values = g_new0(double, (gsize) motion->n_rows * motion->n_columns + 1);
  noslip_csv_values(csv, order->start.parameters, motion->n_rows, (const double *) (gpointer) rows->data,
                    motion->values);
  keep_verdicts(motion, claims);
  return motion;
}

NoslipMotion *
noslip_motion_compute(NoslipSystem *system, const char *const *values, const char *const *options,
                      NoslipDiagnostics *diagnostics)
{
  LibraryOrder order = {0};
  NoslipMotion *motion = NULL;
  if (library_order_read(&order, system, values, options, diagnostics)) {
    g_autoptr(NoslipDynamics) dynamics =
        library_dynamics(order.start.system, order.start.kind, order.formulation, diagnostics);
    motion = dynamics != NULL ? compute(&order, dynamics, diagnostics) : NULL;
  }
  library_start_clear(&order.start);
  return motion;
}

NoslipMotion *
noslip_motion_ref(NoslipMotion *motion)
{
  g_atomic_ref_count_inc(&motion->references);
  return motion;
}

void
noslip_motion_unref(NoslipMotion *motion)
{
  if (motion == NULL || !g_atomic_ref_count_dec(&motion->references))
    return;
  noslip_system_unref(motion->system);
  g_strfreev(motion->columns);
  g_free(motion->values);
  g_array_unref(motion->verdicts);
  noslip_diagnostic_free(motion->stop);
  g_free(motion);
}

guint
noslip_motion_get_n_rows(const NoslipMotion *motion)
{
  return motion->n_rows;
}

guint
noslip_motion_get_n_columns(const NoslipMotion *motion)
{
  return motion->n_columns;
}

char **
noslip_motion_list_columns(const NoslipMotion *motion)
{
  return g_strdupv(motion->columns);
}

const double *
noslip_motion_get_values(const NoslipMotion *motion)
{
  return motion->values;
}

guint64
noslip_motion_get_address(const NoslipMotion *motion)
{
  return (guint64) (guintptr) motion->values;
}

const NoslipDiagnostic *
noslip_motion_get_stop(const NoslipMotion *motion)
{
  return motion->stop;
}

double
noslip_motion_get_witness(const NoslipMotion *motion)
{
  return motion->witness;
}

guint
noslip_motion_get_n_claims(const NoslipMotion *motion)
{
  return motion->verdicts->len;
}

static const NoslipVerdict *
verdict_of(const NoslipMotion *motion, guint index)
{
  return index < motion->verdicts->len ? &g_array_index(motion->verdicts, NoslipVerdict, index) : NULL;
}

const char *
noslip_motion_get_claim_name(const NoslipMotion *motion, guint index)
{
  const NoslipVerdict *verdict = verdict_of(motion, index);
  if (verdict == NULL)
    return NULL;
  return verdict->claim->title;
}

guint
noslip_motion_get_claim_line(const NoslipMotion *motion, guint index)
{
  const NoslipVerdict *verdict = verdict_of(motion, index);
  if (verdict == NULL)
    return 0;
  return verdict->claim->place.line;
}

const char *
noslip_motion_get_claim_verdict(const NoslipMotion *motion, guint index)
{
  const NoslipVerdict *verdict = verdict_of(motion, index);
  if (verdict == NULL)
    return NULL;
  return noslip_verdict_word(verdict->kind);
}

double
noslip_motion_get_claim_figure(const NoslipMotion *motion, guint index, const char *which)
{
  const NoslipVerdict *verdict = verdict_of(motion, index);
  if (verdict == NULL)
    return NAN;
  const struct {
    const char *name;
    double value;
  } figures[] = {{"residual", verdict->residual},
                 {"tolerance", verdict->claim->tolerance},
                 {"sensitivity", verdict->sensitivity},
                 {"drift", verdict->drift}};
  for (guint i = 0; i < G_N_ELEMENTS(figures); i++)
    if (g_strcmp0(which, figures[i].name) == 0)
      return figures[i].value;
  return NAN;
}
