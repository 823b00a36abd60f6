/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

void noslip_file_dialog_show(GtkNativeDialog *dialog);

/* Ends a file dialog and takes its reference. */
void noslip_file_dialog_end(GtkNativeDialog *dialog);
