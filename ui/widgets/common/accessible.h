/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for those who cannot see. */
#pragma once

#include <gtk/gtk.h>

/* Names a widget; where it is made of a button that takes the focus (a drop-down, a menu button), that one too. */
void noslip_accessible_set_name(GtkWidget *widget, const char *name);
