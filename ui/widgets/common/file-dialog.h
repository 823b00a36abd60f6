/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Ends a dialog that asked for a file; the reference to it is taken. */
void noslip_file_dialog_end(GtkNativeDialog *dialog);
