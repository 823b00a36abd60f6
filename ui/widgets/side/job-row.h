/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A running job: its name, its progress, and a button that cancels it. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_JOB_ROW (noslip_job_row_get_type())
G_DECLARE_FINAL_TYPE(NoslipJobRow, noslip_job_row, NOSLIP, JOB_ROW, GtkBox)

/* Signal "cancelled": at most once. */
GtkWidget *noslip_job_row_new(const char *text);
/* 0 to 1; 0 if indeterminate. */
void noslip_job_row_set_progress(NoslipJobRow *row, double progress);
