/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A flat button that shows an icon, with a name for those who cannot see it. */
#pragma once

#include <gtk/gtk.h>

GtkWidget *noslip_icon_button_new(const char *icon, const char *label, const char *tooltip);
/* Another name, and a tooltip with the keys. */
void noslip_icon_button_set_name(GtkWidget *button, const char *label, const char *keys);
