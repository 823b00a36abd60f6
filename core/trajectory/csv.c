/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trajectory/csv.h"

#include "core/base/decimal.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define BLOCK 256 /* rows evaluated at once */

struct _NoslipCsv {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  NoslipObserver *observer; /* energy, multipliers, inputs, observables */
  NoslipObserverWorkspace *work;
  double *outputs; /* BLOCK x n_outputs */
};

/* An observable that does not exist in this dynamics becomes a column of nan, with a warning. */
static void
add_observable(NoslipCsv *csv, const NoslipNamed *observable, NoslipDiagnostics *diagnostics)
{
  NoslipDiagnostic *error = NULL;
  if (noslip_observer_add(csv->observer, observable->expr, &error) >= 0)
    return;
  noslip_observer_add_undefined(csv->observer);
  NoslipDiagnostic *warning =
      noslip_diagnostic_new(NOSLIP_WARNING, error->code, &observable->place, NULL,
                            _("the observable %s is not defined in this run: %s"), observable->name, error->cause);
  warning->file = g_strdup(csv->system->file);
  noslip_diagnostics_add(diagnostics, warning);
  noslip_diagnostic_free(error);
}

NoslipCsv *
noslip_csv_new(NoslipSystem *system, NoslipDynamicsKind kind, NoslipDiagnostics *diagnostics)
{
  g_autoptr(NoslipCsv) csv = g_new0(NoslipCsv, 1);
  NoslipDiagnostic *error = NULL;
  csv->system = noslip_system_ref(system);
  csv->kind = kind;
  csv->observer = noslip_observer_new(system, kind);
  if (noslip_observer_add(csv->observer, system->energy, &error) < 0) {
    noslip_diagnostics_add(diagnostics, error);
    return NULL;
  }
  for (guint c = 0; c < system->k && kind != NOSLIP_DYNAMICS_FREE; c++) {
    const NoslipConstraint *constraint = &system->constraints[c];
    noslip_observer_add(csv->observer, kind == NOSLIP_DYNAMICS_VAKONOMIC ? constraint->mu : constraint->multiplier,
                        NULL);
  }
  for (guint i = 0; i < system->n_inputs; i++)
    noslip_observer_add(csv->observer, system->inputs[i].expr, NULL);
  for (guint i = 0; i < system->n_observables; i++)
    add_observable(csv, &system->observables[i], diagnostics);
  noslip_observer_seal(csv->observer);
  csv->work = noslip_observer_workspace_new(csv->observer);
  csv->outputs = g_new0(double, (gsize) BLOCK *noslip_observer_n(csv->observer));
  return g_steal_pointer(&csv);
}

void
noslip_csv_free(NoslipCsv *csv)
{
  if (csv == NULL)
    return;
  noslip_observer_workspace_free(csv->work);
  noslip_observer_unref(csv->observer);
  noslip_system_unref(csv->system);
  g_free(csv->outputs);
  g_free(csv);
}

/* Appends a name, quoted as in RFC 4180 if necessary. */
static void
append_name(GString *out, const char *name)
{
  if (strpbrk(name, ",\"\r\n") == NULL) {
    g_string_append(out, name);
    return;
  }
  g_string_append_c(out, '"');
  for (; *name != '\0'; name++) {
    if (*name == '"')
      g_string_append_c(out, '"');
    g_string_append_c(out, *name);
  }
  g_string_append_c(out, '"');
}

char **
noslip_csv_columns(const NoslipCsv *csv)
{
  const NoslipSystem *system = csv->system;
  GPtrArray *names = g_ptr_array_new();
  g_ptr_array_add(names, g_strdup("t"));
  for (guint i = 0; i < system->m; i++)
    g_ptr_array_add(names, g_strdup(system->coordinates[i].name));
  for (guint i = 0; i < system->n; i++)
    g_ptr_array_add(names, g_strdup(system->fibres[i].name));
  g_ptr_array_add(names, g_strdup("energy"));
  for (guint c = 0; c < system->k && csv->kind != NOSLIP_DYNAMICS_FREE; c++)
    g_ptr_array_add(names, g_strdup_printf("%s[%s]", csv->kind == NOSLIP_DYNAMICS_VAKONOMIC ? "mu" : "lambda",
                                           system->constraints[c].name));
  for (guint i = 0; i < system->n_inputs; i++)
    g_ptr_array_add(names, g_strdup(system->inputs[i].name));
  for (guint i = 0; i < system->n_observables; i++)
    g_ptr_array_add(names, g_strdup(system->observables[i].name));
  g_ptr_array_add(names, NULL);
  return (char **) g_ptr_array_free(names, FALSE);
}

void
noslip_csv_header(NoslipCsv *csv, GString *out)
{
  g_auto(GStrv) names = noslip_csv_columns(csv);
  for (guint i = 0; names[i] != NULL; i++) {
    if (i > 0)
      g_string_append_c(out, ',');
    append_name(out, names[i]);
  }
  g_string_append_c(out, '\n');
}

void
noslip_csv_number(GString *out, double value)
{
  char text[NOSLIP_DECIMAL_SIZE];
  if (isnan(value))
    g_string_append(out, "nan");
  else
    g_string_append_len(out, text, (gssize) noslip_decimal_17_digits(value + 0.0, text));
}

void
noslip_csv_values(NoslipCsv *csv, const double *parameters, guint n_rows, const double *rows, double *values)
{
  guint size = noslip_row_size(csv->system), stride = noslip_observer_n(csv->observer);
  guint n_state = noslip_row_ydot(csv->system); /* t, x and y */
  noslip_observer_set_parameters(csv->work, parameters);
  for (guint done = 0; done < n_rows; done += BLOCK) {
    guint block = MIN(n_rows - done, BLOCK);
    const double *start = rows + (gsize) done * size;
    noslip_observer_evaluate_rows(csv->work, block, start, size, csv->outputs, stride);
    for (guint row = 0; row < block; row++, values += n_state + stride) {
      memcpy(values, start + (gsize) row * size, n_state * sizeof *values);
      memcpy(values + n_state, csv->outputs + (gsize) row * stride, stride * sizeof *values);
    }
  }
}

void
noslip_csv_rows(NoslipCsv *csv, const double *parameters, guint n_rows, const double *rows, GString *out)
{
  guint size = noslip_row_size(csv->system);
  guint n_columns = noslip_row_ydot(csv->system) + noslip_observer_n(csv->observer); /* t, x and y, outputs */
  g_autofree double *values = g_new(double, (gsize) MIN(n_rows, BLOCK) * n_columns + 1);
  for (guint done = 0; done < n_rows; done += BLOCK) {
    guint block = MIN(n_rows - done, BLOCK);
    noslip_csv_values(csv, parameters, block, rows + (gsize) done * size, values);
    for (gsize i = 0; i < (gsize) block * n_columns; i++) {
      noslip_csv_number(out, values[i]);
      g_string_append_c(out, (i + 1) % n_columns == 0 ? '\n' : ',');
    }
  }
}
