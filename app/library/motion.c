/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/library/core.h"

#include "core/base/decimal.h"
#include "core/verdict/witness.h"

#include <math.h>
#include <string.h>

#define MOST_WITNESSED 500 /* rows */

struct _NoslipMotion {
  gatomicrefcount references;
  NoslipSystem *system; /* whose claims these are */
  char **columns;
  guint n_columns, n_rows;
  double *values;   /* n_rows x n_columns */
  GArray *verdicts; /* of NoslipVerdict, of the claims that apply */
  NoslipDiagnostic *stop;
  double witness;
};

G_DEFINE_BOXED_TYPE(NoslipMotion, noslip_motion, noslip_motion_ref, noslip_motion_unref)

/* What is computed with. */
typedef struct {
  LibraryStart start;
  NoslipRunOptions options;
  const char *dynamics, *formulation;
} Order;

static gboolean
take_option(Order *order, const char *text, NoslipDiagnostics *diagnostics)
{
  NoslipRunOptions *options = &order->options;
  const char *equals = strchr(text, '='), *value = equals != NULL ? equals + 1 : "";
  g_autofree char *name = g_strndup(text, equals != NULL ? (gsize) (equals - text) : strlen(text));
  const struct {
    const char *name;
    double *value;
  } numbers[] = {{"to", &options->to},
                 {"step", &options->step},
                 {"rtol", &options->rtol},
                 {"atol", &options->atol},
                 {"fixed-step", &options->fixed_step}};
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
    if (strcmp(name, numbers[i].name) == 0) {
      if (noslip_decimal_read(value, numbers[i].value) &&
          (*numbers[i].value > 0 || (*numbers[i].value == 0 && numbers[i].value == &options->atol)))
        return TRUE;
      return library_error(diagnostics, NULL, "%s must be a positive number, not '%s'", name, value);
    }
  if (strcmp(name, "dynamics") == 0)
    order->dynamics = value;
  else if (strcmp(name, "formulation") == 0)
    order->formulation = value;
  else if (strcmp(name, "consistent") == 0)
    order->start.consistent = strcmp(value, "0") != 0;
  else if (strcmp(name, "method") != 0)
    return library_error(diagnostics, NULL, "there is no option '%s'", name);
  else if ((options->method = noslip_method_find(value)) == NULL)
    return noslip_method_library(value) != NULL
               ? library_error(diagnostics, NULL, "the method '%s' needs %s, which was left out of this build", value,
                               noslip_method_library(value))
               : library_error(diagnostics, NULL, "there is no method '%s'", value);
  return TRUE;
}

/* The options are read before the start, which needs the dynamics. */
static gboolean
read_order(Order *order, NoslipSystem *system, const char *const *values, const char *const *options,
           NoslipDiagnostics *diagnostics)
{
  gboolean good = TRUE;
  noslip_run_options_default(&order->options, system);
  for (guint i = 0; options != NULL && options[i] != NULL; i++)
    good = take_option(order, options[i], diagnostics) && good;
  gboolean consistent = order->start.consistent;
  good = library_start_init(&order->start, system, values, order->dynamics, diagnostics) && good;
  order->start.consistent = consistent;
  NoslipDiagnostic *error = good ? noslip_run_options_check(&order->options) : NULL;
  if (error != NULL)
    noslip_diagnostics_add(diagnostics, error);
  return good && error == NULL && library_start_state(&order->start, diagnostics);
}

/* All rows, and what was said along them. */
static void
follow(NoslipMotion *motion, const Order *order, NoslipDynamics *dynamics, NoslipRun *run, NoslipClaims *claims,
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
compute(const Order *order, NoslipDynamics *dynamics, NoslipDiagnostics *diagnostics)
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
  Order order = {0};
  NoslipMotion *motion = NULL;
  if (read_order(&order, system, values, options, diagnostics)) {
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
  g_return_val_if_fail(verdict != NULL, NULL);
  return verdict->claim->title;
}

guint
noslip_motion_get_claim_line(const NoslipMotion *motion, guint index)
{
  const NoslipVerdict *verdict = verdict_of(motion, index);
  g_return_val_if_fail(verdict != NULL, 0);
  return verdict->claim->place.line;
}

const char *
noslip_motion_get_claim_verdict(const NoslipMotion *motion, guint index)
{
  const NoslipVerdict *verdict = verdict_of(motion, index);
  g_return_val_if_fail(verdict != NULL, NULL);
  return noslip_verdict_word(verdict->kind);
}

double
noslip_motion_get_claim_figure(const NoslipMotion *motion, guint index, const char *which)
{
  const NoslipVerdict *verdict = verdict_of(motion, index);
  g_return_val_if_fail(verdict != NULL, NAN);
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
  g_return_val_if_reached(NAN);
}
