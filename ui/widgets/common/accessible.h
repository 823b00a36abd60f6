/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accessible names for screen readers, and tooltips that change. */
#pragma once

#include <gtk/gtk.h>

/* Names a widget; if it contains a button that takes the focus (a drop-down, a menu button), that one too. */
void noslip_accessible_set_name(GtkWidget *widget, const char *name);
/* Sets a tooltip; FALSE, without any effect, if it is the present one. For texts that are updated many times a second:
 * after each change GTK requests the place of the pointer from the display server, and waits for the reply. */
gboolean noslip_tooltip_set(GtkWidget *widget, const char *text);
