/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/desktop/driven.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static NoslipApplication *application;

/* GDK may request the geometry of a nonexistent monitor when a list of completions pops up while the editor still
 * scrolls to its cursor. The program itself requests no monitor; the message ends no test. */
static gboolean
is_fatal(const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  (void) domain;
  (void) level;
  (void) data;
  return strstr(message, "'GDK_IS_MONITOR (monitor)'") == NULL;
}

static void
log_of_gdk(const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  if (is_fatal(domain, level, message, data))
    g_log_default_handler(domain, level, message, data);
  else
    g_printerr("tolerated: %s\n", message);
}

void
driven_begin(int *argc, char ***argv)
{
  gsl_set_error_handler_off();
  g_log_set_handler("Gdk", G_LOG_LEVEL_CRITICAL | G_LOG_FLAG_FATAL, log_of_gdk, NULL);
  if (argc)
    gtk_test_init(argc, argv, NULL);
  else
    gtk_init();
  application = noslip_application_new();
  g_application_set_flags(G_APPLICATION(application), G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_COMMAND_LINE);
  if (!g_application_register(G_APPLICATION(application), NULL, NULL))
    g_error("the application cannot be registered");
}

void
driven_end(void)
{
  g_clear_object(&application);
}

GtkApplication *
driven_application(void)
{
  return GTK_APPLICATION(application);
}

gboolean
driven_settled(NoslipWindow *window)
{
  gtk_widget_queue_draw(GTK_WIDGET(window));
  return noslip_window_is_settled(window);
}

NoslipWindow *
driven_open(const char *id, double time)
{
  g_test_log_set_fatal_handler(is_fatal, NULL); /* GLib resets it after each test */
  NoslipWindow *window = noslip_window_new(driven_application());
  noslip_desktop_add_actions(window);
  noslip_window_open(window, id, FALSE, time);
  gtk_window_present(GTK_WINDOW(window));
  WAIT_FOR(driven_settled(window));
  return window;
}

const char *
driven_shown(NoslipWindow *window)
{
  return noslip_simulation_system(noslip_window_simulation(window))->id;
}

NoslipCamera
driven_camera(NoslipWindow *window)
{
  NoslipCamera camera;
  noslip_scene_view_get_camera(noslip_window_scene(window), &camera);
  return camera;
}

double
driven_target_moved(const NoslipCamera *one, const NoslipCamera *other)
{
  return hypot(one->target[0] - other->target[0], one->target[1] - other->target[1]);
}

void
driven_close(NoslipWindow *window)
{
  gtk_window_destroy(GTK_WINDOW(window));
  driven_drain();
}

void
driven_drain(void)
{
  while (g_main_context_iteration(NULL, FALSE))
    ;
}

void
driven_run(double seconds)
{
  gint64 end = g_get_monotonic_time() + (gint64) (seconds * G_USEC_PER_SEC);
  while (g_get_monotonic_time() < end)
    if (!g_main_context_iteration(NULL, FALSE))
      g_usleep(1000);
}

/* By the property, or by a label child, which later versions of GTK use for the name. */
static gboolean
is_named(GtkWidget *widget, const char *name)
{
  const char *own = GTK_IS_BUTTON(widget)         ? gtk_button_get_label(GTK_BUTTON(widget))
                    : GTK_IS_CHECK_BUTTON(widget) ? gtk_check_button_get_label(GTK_CHECK_BUTTON(widget))
                    : GTK_IS_MENU_BUTTON(widget)  ? gtk_menu_button_get_label(GTK_MENU_BUTTON(widget))
                                                  : NULL;
  if (g_strcmp0(own, name) == 0)
    return TRUE;
  g_autofree char *other =
      gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name);
  return other == NULL;
}

GtkWidget *
driven_find(GtkWidget *root, GType type, const char *name)
{
  if (g_type_is_a(G_OBJECT_TYPE(root), type) && (!name || is_named(root, name)))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child(root); child; child = gtk_widget_get_next_sibling(child)) {
    GtkWidget *found = driven_find(child, type, name);
    if (found)
      return found;
  }
  return NULL;
}

GtkWidget *
driven_label(GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL(root) && gtk_widget_get_mapped(root) && strstr(gtk_label_get_text(GTK_LABEL(root)), text))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child(root); child; child = gtk_widget_get_next_sibling(child)) {
    GtkWidget *found = driven_label(child, text);
    if (found)
      return found;
  }
  return NULL;
}

gboolean
driven_describes(NoslipView *view, const char *text)
{
  g_autofree char *words = noslip_view_description(view);
  return strstr(words, text) != NULL;
}

gboolean
driven_view_is_ready(NoslipView *view)
{
  gtk_widget_queue_draw(GTK_WIDGET(view));
  return noslip_view_is_ready(view);
}

AdwMessageDialog *
driven_question(void)
{
  GListModel *windows = gtk_window_get_toplevels();
  for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
    g_autoptr(GObject) window = g_list_model_get_item(windows, i);
    if (ADW_IS_MESSAGE_DIALOG(window) && gtk_widget_get_visible(GTK_WIDGET(window)))
      return ADW_MESSAGE_DIALOG(window);
  }
  return NULL;
}

/* The drawing of a widget, or NULL while it has no allocation. */
static GskRenderNode *
drawn(GtkWidget *widget)
{
  int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  if (width <= 0 || height <= 0)
    return NULL;
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(widget);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(paintable, snapshot, width, height);
  return gtk_snapshot_free_to_node(snapshot);
}

guint32 *
driven_pixels(GtkWidget *widget, int *n)
{
  g_autoptr(GskRenderNode) node = NULL;
  WAIT_FOR((node = drawn(widget)) != NULL);
  int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  GskRenderer *renderer = gtk_native_get_renderer(gtk_widget_get_native(widget));
  g_autoptr(GdkTexture) texture =
      gsk_renderer_render_texture(renderer, node, &GRAPHENE_RECT_INIT(0, 0, (float) width, (float) height));
  guint32 *pixels = g_new0(guint32, (gsize) width * (gsize) height);
  gdk_texture_download(texture, (guchar *) pixels, (gsize) width * 4);
  *n = width * height;
  return pixels;
}

guint
driven_colours(const guint32 *pixels, int n)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  for (int i = 0; i < n && g_hash_table_size(seen) < 1000; i++)
    g_hash_table_add(seen, GUINT_TO_POINTER(pixels[i]));
  return g_hash_table_size(seen);
}

int
driven_different(const guint32 *one, const guint32 *other, int n)
{
  int different = 0;
  for (int i = 0; i < n; i++)
    different += one[i] != other[i];
  return different;
}

void
driven_take_notice(void)
{
  gdk_display_sync(gdk_display_get_default()); /* sent events have arrived */
  driven_drain();
  driven_run(0.08); /* and some frames have been drawn since */
}

static void
ended(GPid pid, int status, gpointer data)
{
  *(gboolean *) data = TRUE;
  g_assert_cmpint(status, ==, 0);
  g_spawn_close_pid(pid);
}

void
driven_spawn(char **words, char **environment, GSpawnFlags flags)
{
  GPid pid;
  gboolean done = FALSE;
  g_autoptr(GError) error = NULL;
  g_spawn_async(NULL, words, environment, flags | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &error);
  g_assert_no_error(error);
  g_child_watch_add(pid, ended, &done);
  WAIT_FOR(done);
}
