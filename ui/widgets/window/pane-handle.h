/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edge of a pane that stands left of everything: dragged, or moved with the arrow keys, it changes how wide the pane
 * is. */
#pragma once

#include <gtk/gtk.h>

/* `pane` has a width request between `least` and `most`, which is what changes. */
GtkWidget *noslip_pane_handle_new(GtkWidget *pane, const char *label, int least, int most);
/* The pixels between the children of a paned. */
int noslip_paned_divider(GtkPaned *paned);
