/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A named number: slider, entry and unit, both named by NAME, its name in the system. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_PARAMETER_ROW (noslip_parameter_row_get_type())
G_DECLARE_FINAL_TYPE(NoslipParameterRow, noslip_parameter_row, NOSLIP, PARAMETER_ROW, GtkWidget)

/* low and high are the slider's; NaN if there is no hint. Signal "changed" (double), by the user. */
GtkWidget *noslip_parameter_row_new(const char *name, const char *unit, const char *description, double low,
                                    double high, double value);
const char *noslip_parameter_row_name(const NoslipParameterRow *row);
/* Whether a row made of these would look the same. */
gboolean noslip_parameter_row_is_of(const NoslipParameterRow *row, const char *name, const char *unit,
                                    const char *description, double low, double high);
/* Rows that share these groups have names and units of one width, that of the widest. */
void noslip_parameter_row_align(NoslipParameterRow *row, GtkSizeGroup *names, GtkSizeGroup *units);
/* Marks the value as one that the program chose, and says how ("least energy"); NULL removes the mark. */
void noslip_parameter_row_set_chosen(NoslipParameterRow *row, const char *how);
/* Makes it insensitive, and says why in its tooltip; NULL makes it sensitive again. */
void noslip_parameter_row_set_refusal(NoslipParameterRow *row, const char *why);
/* Typed numbers outside are refused with an error; without bounds they widen the slider. */
void noslip_parameter_row_set_bounds(NoslipParameterRow *row, double least, double most);
void noslip_parameter_row_set_value(NoslipParameterRow *row, double value);
