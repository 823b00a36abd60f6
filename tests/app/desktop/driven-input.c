/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real keyboard and pointer input, sent through the display server. */
#include "tests/app/desktop/driven.h"

#include <math.h>
#include <string.h>

/* Real input comes through the display server, so the main loop runs while it is sent. */
static void
send_words(char **words)
{
  driven_spawn(words, NULL, G_SPAWN_SEARCH_PATH);
  driven_take_notice();
}

static void G_GNUC_PRINTF(1, 2) send(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *line = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_auto(GStrv) words = g_strsplit(line, " ", -1);
  send_words(words);
}

void
driven_type(const char *text)
{
  const char *words[] = {"xdotool", "type", "--delay", "30", text, NULL};
  send_words((char **) words);
}

void
driven_key(const char *keys)
{
  send("xdotool key %s", keys);
}

void
driven_move(const char *words)
{
  send("xdotool %s", words);
}

void
driven_hold(const char *key)
{
  send("xdotool keydown %s", key);
}

void
driven_release(const char *key)
{
  send("xdotool keyup %s", key);
}

/* Screen coordinates: there is no window manager, windows are in the corner of the screen, and popups above them. */
static void
on_screen(GtkWidget *widget, double x, double y, int *px, int *py)
{
  GtkNative *native = gtk_widget_get_native(widget);
  graphene_point_t point;
  double dx, dy;
  g_assert_true(
      gtk_widget_compute_point(widget, GTK_WIDGET(native), &GRAPHENE_POINT_INIT((float) x, (float) y), &point));
  gtk_native_get_surface_transform(native, &dx, &dy);
  *px = (int) round(point.x + dx);
  *py = (int) round(point.y + dy);
  for (GdkSurface *surface = gtk_native_get_surface(native); GDK_IS_POPUP(surface);
       surface = gdk_popup_get_parent(GDK_POPUP(surface))) {
    *px += gdk_popup_get_position_x(GDK_POPUP(surface));
    *py += gdk_popup_get_position_y(GDK_POPUP(surface));
  }
}

void
driven_point(GtkWidget *widget, double x, double y)
{
  int px, py;
  on_screen(widget, x, y, &px, &py);
  send("xdotool mousemove %d %d", px, py);
}

void
driven_press(GtkWidget *widget, double x, double y, guint button, guint times, const char *held)
{
  int px, py;
  on_screen(widget, x, y, &px, &py);
  g_autofree char *down = g_strconcat("keydown ", held, NULL), *up = g_strconcat(" keyup ", held, NULL);
  send("xdotool mousemove %d %d %s%sclick --repeat %u --delay 40 %u%s", px, py, held ? down : "", held ? " " : "",
       times, button, held ? up : "");
}

void
driven_click(GtkWidget *widget, double x, double y)
{
  driven_press(widget, x, y, 1, 1, NULL);
}

static gboolean
count_frame(GtkWidget *widget, GdkFrameClock *clock, gpointer n)
{
  ++*(guint *) n;
  return G_SOURCE_CONTINUE;
}

/* Waits until frames are drawn and the widget no longer moves: a widget that is being moved still has its old place. */
static void
wait_for_place(GtkWidget *widget)
{
  graphene_rect_t before, now;
  do {
    guint n = 0, tick = gtk_widget_add_tick_callback(widget, count_frame, &n, NULL);
    GtkWidget *window = GTK_WIDGET(gtk_widget_get_native(widget));
    g_assert_true(gtk_widget_compute_bounds(widget, window, &before));
    WAIT_FOR(n >= 3);
    gtk_widget_remove_tick_callback(widget, tick);
    g_assert_true(gtk_widget_compute_bounds(widget, window, &now));
  } while (!graphene_rect_equal(&before, &now));
}

void
driven_click_on(GtkWidget *widget)
{
  WAIT_FOR(gtk_widget_get_mapped(widget) && gtk_widget_get_width(widget) > 0);
  wait_for_place(widget);
  driven_click(widget, gtk_widget_get_width(widget) / 2.0, gtk_widget_get_height(widget) / 2.0);
}

/* In one event sequence: a long press means something else to a scale. */
void
driven_pull(GtkWidget *widget, double x, double y, double to_x, double to_y, guint button, const char *held)
{
  int px, py, to_px, to_py;
  on_screen(widget, x, y, &px, &py);
  on_screen(widget, to_x, to_y, &to_px, &to_py);
  if (held)
    driven_hold(held);
  send("xdotool mousemove %d %d sleep 0.03 mousedown %u sleep 0.03 mousemove %d %d sleep 0.03 mousemove %d %d sleep "
       "0.03 mouseup %u",
       px, py, button, to_px - 3, to_py, to_px, to_py, button);
  if (held)
    driven_release(held);
}

void
driven_drag(GtkWidget *widget, double x, double y, double to_x, double to_y)
{
  driven_pull(widget, x, y, to_x, to_y, 1, NULL);
}

GtkEventController *
driven_controller(GtkWidget *widget, GType type)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(widget);
  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
    if (g_type_is_a(G_OBJECT_TYPE(controller), type))
      return controller; /* the widget's */
  }
  return NULL;
}

GtkWidget *
driven_file_dialog(void)
{
  GListModel *windows = gtk_window_get_toplevels();
  for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
    g_autoptr(GtkWidget) window = g_list_model_get_item(windows, i);
    if (GTK_IS_FILE_CHOOSER(window) && gtk_widget_get_mapped(window))
      return window;
  }
  return NULL;
}

/* Types a path. The dialog completes it meanwhile, and may mix its completion with the next characters. */
static void
type_path(GtkWidget *dialog, const char *path)
{
  driven_key("ctrl+a");
  driven_type(path);
  driven_run(0.2);
  GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(dialog));
  if (GTK_IS_EDITABLE(focus) && strcmp(gtk_editable_get_text(GTK_EDITABLE(focus)), path) != 0)
    gtk_editable_set_text(GTK_EDITABLE(focus), path);
}

void
driven_answer_file(const char *suggested, const char *path)
{
  GtkWidget *dialog = NULL;
  WAIT_FOR((dialog = driven_file_dialog()));
  g_autofree char *name = suggested ? gtk_file_chooser_get_current_name(GTK_FILE_CHOOSER(dialog)) : NULL;
  g_assert_cmpstr(name, ==, suggested);
  /* on a busy machine the dialog takes a while to get the focus */
  for (double patience = 0.2; driven_file_dialog(); patience *= 2) {
    g_assert_cmpfloat(patience, <, 120);
    driven_run(patience);
    driven_point(dialog, gtk_widget_get_width(dialog) / 2.0, 20);
    if (path)
      type_path(dialog, path);
    driven_key(path ? "Return" : "Escape");
    for (guint i = 0; i < 20 && driven_file_dialog(); i++)
      driven_run(patience / 4);
  }
}
