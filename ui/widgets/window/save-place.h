/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks where to save the text of a system. */
#pragma once

#include "ui/widgets/editor/editor.h"

#include <gtk/gtk.h>

/* path NULL: nowhere; then `taken`, if not NULL, names an existing file about which the dialog has not asked. */
typedef void (*NoslipSavePlaceChosen)(const char *path, const char *taken, gpointer data);
/* Calls chosen() once. `title` is that of the system, or NULL: it gives the proposed name of a text without a file. */
void noslip_save_place_ask(GtkWindow *window, NoslipEditor *editor, const char *title, NoslipSavePlaceChosen chosen,
                           gpointer data);
