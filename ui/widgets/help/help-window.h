/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual: the pages of data/help in a window of their own, with a list of them. */
#pragma once

#include <adwaita.h>

#define NOSLIP_TYPE_HELP_WINDOW (noslip_help_window_get_type())
G_DECLARE_FINAL_TYPE(NoslipHelpWindow, noslip_help_window, NOSLIP, HELP_WINDOW, AdwWindow)

/* Shows the first page. `folder` contains the pages; NULL: they are not installed, and the window shows a message. */
NoslipHelpWindow *noslip_help_window_new(GtkApplication *application, const char *folder);
/* "language.md", "language.md#expressions"; relative to the folder. FALSE if there is no such page. */
gboolean noslip_help_window_go(NoslipHelpWindow *window, const char *page);
/* The page shown, relative to the folder; NULL: none. */
const char *noslip_help_window_page(NoslipHelpWindow *window);
guint noslip_help_window_n_pages(NoslipHelpWindow *window);
GtkTextView *noslip_help_window_text(NoslipHelpWindow *window);
