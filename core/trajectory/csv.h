/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV: t, x, y, energy, lambda[NAME] or mu[NAME], observables; 17 digits. */
#pragma once

#include "core/trajectory/observer.h"

typedef struct _NoslipCsv NoslipCsv;
NoslipCsv *noslip_csv_new(NoslipSystem *system, NoslipDynamicsKind kind, NoslipDiagnostics *diagnostics);
void noslip_csv_free(NoslipCsv *csv);
/* The names of the columns, NULL-terminated. Free with g_strfreev(). */
char **noslip_csv_columns(const NoslipCsv *csv);
/* The same rows as numbers: values[n_rows][n_columns]. */
void noslip_csv_values(NoslipCsv *csv, const double *parameters, guint n_rows, const double *rows, double *values);
void noslip_csv_header(NoslipCsv *csv, GString *out);
void noslip_csv_rows(NoslipCsv *csv, const double *parameters, guint n_rows, const double *rows, GString *out);
/* Appends a number in the format of all columns: 17 significant digits in any locale; "nan" for every NaN, regardless
 * of its sign bit. */
void noslip_csv_number(GString *out, double value);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipCsv, noslip_csv_free)
