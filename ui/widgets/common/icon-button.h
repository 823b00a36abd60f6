/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Buttons with an icon, and a label for screen readers. */
#pragma once

#include <gtk/gtk.h>

GtkWidget *noslip_icon_button_new(const char *icon, const char *label, const char *tooltip);
/* Another name, and a tooltip with the keys. */
void noslip_icon_button_set_name(GtkWidget *button, const char *label, const char *keys);
