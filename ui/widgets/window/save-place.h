/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks where the text of a system is to be saved. */
#pragma once

#include "ui/widgets/editor/editor.h"

#include <gtk/gtk.h>

/* path NULL: nowhere; then `taken`, if not NULL, names a file that is there already and was not asked about. */
typedef void (*NoslipSavePlaceChosen)(const char *path, const char *taken, gpointer data);
/* Calls chosen() once. `title` is that of the system, or NULL: a text without a file is offered a name made of it. */
void noslip_save_place_ask(GtkWindow *window, NoslipEditor *editor, const char *title, NoslipSavePlaceChosen chosen,
                           gpointer data);
