/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two texts of one file and their differences: lines that only the file has, and lines that only the editor has. */
#pragma once

#include <gtk/gtk.h>

/* A window over `parent` (which may be NULL), not shown yet; `name` is the displayed name of the file. */
GtkWidget *noslip_difference_window_new(GtkWindow *parent, const char *name, const char *in_file, const char *here);
