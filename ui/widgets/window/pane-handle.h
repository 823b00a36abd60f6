/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edge of the leftmost pane: dragging it, or the arrow keys, change the width of the pane. */
#pragma once

#include <gtk/gtk.h>

/* `pane` has a width request between `least` and `most`, which is changed. */
GtkWidget *noslip_pane_handle_new(GtkWidget *pane, const char *label, int least, int most);
/* The pixels between the children of a paned. */
int noslip_paned_divider(GtkPaned *paned);
