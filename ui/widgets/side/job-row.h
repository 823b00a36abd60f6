/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work that goes on beside the window: what it is, how far it is, and a button that gives it up. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_JOB_ROW (noslip_job_row_get_type())
G_DECLARE_FINAL_TYPE(NoslipJobRow, noslip_job_row, NOSLIP, JOB_ROW, GtkBox)

/* Signal "cancelled": nobody wants it any more. It can be given up once. */
GtkWidget *noslip_job_row_new(const char *text);
/* 0 to 1; 0: nobody knows. */
void noslip_job_row_set_progress(NoslipJobRow *row, double progress);
