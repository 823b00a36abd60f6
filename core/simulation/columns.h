/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Observed values along a run. Rows are added by another thread, and columns are read: rows are stored unchanged, and a
 * column is gathered on first use and extended later. */
#pragma once

#include <glib.h>

typedef struct _NoslipColumns NoslipColumns; /* not thread-safe: its owner adds and reads */
NoslipColumns *noslip_columns_new(void);
NoslipColumns *noslip_columns_copy(const NoslipColumns *columns);
void noslip_columns_free(NoslipColumns *columns);
/* Drops all rows; new ones have n values. */
void noslip_columns_reset(NoslipColumns *columns, guint width);
/* Sets the expected number of rows: gathered columns reserve memory for them, and are not moved as they grow. */
void noslip_columns_expect(NoslipColumns *columns, guint n_rows);
/* Adds n_rows x width values, row by row. Takes ownership: they are freed with g_free(). */
void noslip_columns_take(NoslipColumns *columns, guint n_rows, double *values);
/* Keeps the first n rows only. */
void noslip_columns_truncate(NoslipColumns *columns, guint n_rows);
guint noslip_columns_n_rows(const NoslipColumns *columns);
double noslip_columns_value(const NoslipColumns *columns, guint row, guint column);
/* All values of a column, one after the other: as many as there are rows, valid until rows are added or removed; NULL
 * if there are none. */
const double *noslip_columns_gather(NoslipColumns *columns, guint column);
/* The largest magnitude of a column in the first n rows: 0 for none, NaN if one of them is NaN. Results are cached:
 * rows that were read before are not read again. */
double noslip_columns_largest(NoslipColumns *columns, guint column, guint n_rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipColumns, noslip_columns_free)
