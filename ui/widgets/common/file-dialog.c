/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/file-dialog.h"

#define PATIENCE 30 /* seconds: longer than reading a folder takes */

/* Disconnects the chooser from the list of files. Its parts are found by their names, because there is no function for
 * them. */
static void
silence(GtkWidget *widget, gpointer chooser)
{
  if (GTK_IS_FILE_CHOOSER(widget))
    chooser = widget;
  if (chooser && g_str_equal(G_OBJECT_TYPE_NAME(widget), "GtkTreeView")) {
    g_autoptr(GObject) files = NULL;
    g_object_get(widget, "model", &files, NULL);
    if (files)
      g_signal_handlers_disconnect_matched(files, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, chooser);
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    silence(child, chooser);
}

static void
silence_hidden(void)
{
  GListModel *windows = gtk_window_get_toplevels();
  for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
    g_autoptr(GtkWidget) window = g_list_model_get_item(windows, i);
    if (GTK_IS_FILE_CHOOSER(window) && !gtk_widget_get_visible(window))
      silence(window, NULL);
  }
}

static gboolean
destroy(gpointer dialog)
{
  silence_hidden(); /* also if it was read only after it was hidden */
  gtk_native_dialog_destroy(dialog);
  return G_SOURCE_REMOVE;
}

/* GTK 4.8's file chooser receives the files of its folder after it is destroyed, and reads freed memory. So it is
 * disconnected and only hidden until the folder has been read. */
void
noslip_file_dialog_end(GtkNativeDialog *dialog)
{
  gtk_native_dialog_hide(dialog);
  silence_hidden();
  g_timeout_add_seconds_full(G_PRIORITY_LOW, PATIENCE, destroy, dialog, g_object_unref);
}
