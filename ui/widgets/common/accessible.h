/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accessible names for screen readers. */
#pragma once

#include <gtk/gtk.h>

/* Names a widget; if it contains a button that takes the focus (a drop-down, a menu button), that one too. */
void noslip_accessible_set_name(GtkWidget *widget, const char *name);
