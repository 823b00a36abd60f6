/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/file-dialog.h"

#define PATIENCE 30 /* seconds: longer than reading a folder takes */

typedef void (*ForTree)(GtkTreeView *tree, gpointer chooser);

/* Calls it for each list of files in `widget`. They are found by their type, because there is no function for them. Since
 * GTK 4.10 there are none. */
static void
for_trees(GtkWidget *widget, gpointer chooser, ForTree call)
{
  if (GTK_IS_FILE_CHOOSER(widget))
    chooser = widget;
  if (chooser && GTK_IS_TREE_VIEW(widget))
    call(GTK_TREE_VIEW(widget), chooser);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    for_trees(child, chooser, call);
}

static void
for_hidden(ForTree call)
{
  GListModel *windows = gtk_window_get_toplevels();
  for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
    g_autoptr(GtkWidget) window = g_list_model_get_item(windows, i);
    if (GTK_IS_FILE_CHOOSER(window) && !gtk_widget_get_visible(window))
      for_trees(window, NULL, call);
  }
}

/* Disconnects the chooser from its files, and releases them: some lists are never freed. The completions of its entry, in
 * a list too, stay. */
static void
silence(GtkTreeView *tree, gpointer chooser)
{
  GtkTreeModel *files = gtk_tree_view_get_model(tree);
  if (!files || !g_str_equal(G_OBJECT_TYPE_NAME(files), "GtkFileSystemModel"))
    return;
  g_signal_handlers_disconnect_matched(files, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, chooser);
  gtk_tree_view_set_model(tree, NULL);
}

static gboolean
destroy(gpointer dialog)
{
  for_hidden(silence); /* also if it was read only after it was hidden */
  gtk_native_dialog_destroy(dialog);
  return G_SOURCE_REMOVE;
}

static void
forbid_drags(GtkTreeView *tree, gpointer chooser)
{
  gtk_tree_view_unset_rows_drag_source(tree);
}

/* A row that was dragged in GTK 4.8 keeps the files forever. They watch their folder, and read the destroyed chooser when
 * a file there changes. */
void
noslip_file_dialog_show(GtkNativeDialog *dialog)
{
  for_hidden(forbid_drags);
  gtk_native_dialog_show(dialog);
}

/* GTK 4.8's file chooser receives the files of its folder after it is destroyed, and reads freed memory. So it is
 * disconnected and only hidden until the folder has been read. */
void
noslip_file_dialog_end(GtkNativeDialog *dialog)
{
  gtk_native_dialog_hide(dialog);
  for_hidden(silence);
  g_timeout_add_seconds_full(G_PRIORITY_LOW, PATIENCE, destroy, dialog, g_object_unref);
}
