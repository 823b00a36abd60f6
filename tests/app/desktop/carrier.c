/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carrier FILE…: another program whose files can be dragged out of its small window in the corner, as from a file
 * manager. It prints "ready" when it is visible, and at the end of each drag "taken" or "refused". A name with a scheme
 * (smb://…) is not a local file. */
#include <gtk/gtk.h>

static void
say(const char *word)
{
  g_print("%s\n", word);
}

static void
cancelled(GtkDragSource *source, GdkDrag *drag, GdkDragCancelReason reason, gpointer data)
{
  g_object_set_data(G_OBJECT(drag), "refused", drag);
}

static void
ended(GtkDragSource *source, GdkDrag *drag, gboolean remove, gpointer data)
{
  say(g_object_get_data(G_OBJECT(drag), "refused") ? "refused" : "taken");
}

static gboolean
shown(GtkWidget *window, GdkFrameClock *clock, gpointer data)
{
  static int frames;
  if (++frames < 3)
    return G_SOURCE_CONTINUE;
  say("ready");
  return G_SOURCE_REMOVE;
}

int
main(int argc, char **argv)
{
  gtk_init();
  GSList *files = NULL;
  for (int i = argc - 1; i > 0; i--)
    files = g_slist_prepend(files, g_file_new_for_commandline_arg(argv[i]));
  GtkDragSource *source = gtk_drag_source_new();
  g_autoptr(GdkContentProvider) content = gdk_content_provider_new_typed(GDK_TYPE_FILE_LIST, files);
  g_slist_free_full(files, g_object_unref);
  gtk_drag_source_set_content(source, content);
  gtk_drag_source_set_actions(source, GDK_ACTION_COPY | GDK_ACTION_MOVE);
  g_signal_connect(source, "drag-cancel", G_CALLBACK(cancelled), NULL);
  g_signal_connect(source, "drag-end", G_CALLBACK(ended), NULL);
  GtkWidget *window = gtk_window_new(), *label = gtk_label_new("files");
  gtk_widget_add_controller(label, GTK_EVENT_CONTROLLER(source));
  gtk_widget_set_size_request(label, 60, 40);
  gtk_window_set_child(GTK_WINDOW(window), label);
  gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
  gtk_widget_add_tick_callback(window, shown, NULL, NULL);
  gtk_window_present(GTK_WINDOW(window));
  while (g_list_model_get_n_items(gtk_window_get_toplevels()) > 0)
    g_main_context_iteration(NULL, TRUE);
  return 0;
}
