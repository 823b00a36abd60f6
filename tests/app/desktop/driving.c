/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/desktop/driving.h"

static NoslipApplication *application;

void
driving_begin(void)
{
  application = noslip_application_new();
  g_application_set_flags(G_APPLICATION(application), G_APPLICATION_NON_UNIQUE);
  if (!g_application_register(G_APPLICATION(application), NULL, NULL))
    g_error("the application cannot be registered");
}

GtkApplication *
driving_application(void)
{
  return GTK_APPLICATION(application);
}

void
driving_end(void)
{
  g_object_unref(application);
}

gboolean
settled(NoslipWindow *window)
{
  gtk_widget_queue_draw(GTK_WIDGET(window));
  return noslip_window_is_settled(window);
}

NoslipWindow *
open_window(const char *id, double time)
{
  NoslipWindow *window = noslip_window_new(GTK_APPLICATION(application));
  noslip_window_add_actions(window);
  noslip_window_open(window, id, FALSE, time);
  gtk_window_present(GTK_WINDOW(window));
  WAIT_FOR(settled(window));
  return window;
}

void
close_window(NoslipWindow *window)
{
  gtk_window_destroy(GTK_WINDOW(window));
  while (g_main_context_iteration(NULL, FALSE))
    ;
}

guint32 *
pixels_of(NoslipWindow *window, GtkWidget *widget, int *n)
{
  int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  g_assert_cmpint(width, >, 0);
  g_assert_cmpint(height, >, 0);
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(widget);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(paintable, snapshot, width, height);
  g_autoptr(GskRenderNode) node = gtk_snapshot_free_to_node(snapshot);
  g_assert_nonnull(node);
  g_autoptr(GdkTexture) texture = gsk_renderer_render_texture(gtk_native_get_renderer(GTK_NATIVE(window)), node,
                                                              &GRAPHENE_RECT_INIT(0, 0, (float) width, (float) height));
  guint32 *pixels = g_new0(guint32, (gsize) width * (gsize) height);
  gdk_texture_download(texture, (guchar *) pixels, (gsize) width * 4);
  *n = width * height;
  return pixels;
}

guint
colours(const guint32 *pixels, int n)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  for (int i = 0; i < n && g_hash_table_size(seen) < 1000; i++)
    g_hash_table_add(seen, GUINT_TO_POINTER(pixels[i]));
  return g_hash_table_size(seen);
}

static gboolean
is_named(GtkWidget *widget, const char *name)
{
  g_autofree char *other =
      gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name);
  return other == NULL;
}

GtkWidget *
find_named(GtkWidget *root, GType type, const char *name)
{
  if (g_type_is_a(G_OBJECT_TYPE(root), type) && is_named(root, name))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child(root); child; child = gtk_widget_get_next_sibling(child)) {
    GtkWidget *found = find_named(child, type, name);
    if (found)
      return found;
  }
  return NULL;
}
