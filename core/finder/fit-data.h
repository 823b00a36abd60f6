/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data for a fit as a table: a header with t and the names of the measured quantities, then rows of numbers separated
 * by commas. Empty cells and nan are not measured; lines that begin with # are ignored. */
#pragma once

#include "core/base/diagnostic.h"
#include "core/finder/fit.h"

typedef struct {
  GArray *times, *values; /* of double: n rows, and rows x columns */
  GArray *exprs;          /* of NoslipExpr, of the system's graph: the quantities that the columns besides t measure */
  GPtrArray *names;       /* of char *: the same columns */
} NoslipFitTable;

/* NULL with *error if the text is not such a table of this system. Times must be at least 0 and must not decrease. */
NoslipFitTable *noslip_fit_table_read(const NoslipSystem *system, const char *text, NoslipDiagnostic **error);
void noslip_fit_table_free(NoslipFitTable *table);
/* The table as the input of a fit; borrows the table's memory. weights: see NoslipFitData. */
NoslipFitData noslip_fit_table_data(const NoslipFitTable *table, const NoslipSystem *system, const double *weights);

/* The columns' quantities along the motion with these values of the unknowns, at the times of the data: model, rows x
 * columns. FALSE with *error if there is no such motion or *cancel is set. */
gboolean noslip_fit_model(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters, GArray *overrides,
                          const NoslipFitData *data, guint n, const NoslipFitUnknown *unknowns, const double *values,
                          double *model, const int *cancel, NoslipDiagnostic **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipFitTable, noslip_fit_table_free)
