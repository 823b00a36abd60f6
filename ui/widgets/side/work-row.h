/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work that goes on beside the window: what it is, how far it is, and a button that gives it up. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_WORK_ROW (noslip_work_row_get_type())
G_DECLARE_FINAL_TYPE(NoslipWorkRow, noslip_work_row, NOSLIP, WORK_ROW, GtkBox)

/* Signal "cancelled": nobody wants it any more. It can be given up once. */
GtkWidget *noslip_work_row_new(const char *text);
/* 0 to 1; 0: nobody knows. */
void noslip_work_row_set_progress(NoslipWorkRow *row, double progress);
