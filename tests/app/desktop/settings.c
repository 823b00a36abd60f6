/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings that are stored between sessions, and that the program works without them. */
#include "tests/app/desktop/driven.h"

#include <glib/gstdio.h>
#include <string.h>

static NoslipWindow *
open_with(GSettings *settings)
{
  NoslipWindow *window = noslip_window_new(driven_application());
  noslip_desktop_add_actions(window);
  noslip_settings_attach(settings, window);
  gtk_window_present(GTK_WINDOW(window));
  driven_drain();
  return window;
}

static void
test_kept(void)
{
  g_autoptr(GSettings) settings = noslip_settings_new();
  g_assert_nonnull(settings);
  NoslipWindow *window = open_with(settings);
  g_assert_true(noslip_window_has_side_pane(window));
  noslip_window_set_side_pane(window, FALSE);
  gtk_window_set_default_size(GTK_WINDOW(window), 1111, 699);
  noslip_playback_set_speed(noslip_simulation_playback(noslip_window_simulation(window)), 4);
  gtk_window_close(GTK_WINDOW(window));
  driven_drain();
  NoslipWindow *next = open_with(settings);
  int width = 0, height = 0;
  gtk_window_get_default_size(GTK_WINDOW(next), &width, &height);
  g_assert_cmpint(width, ==, 1111);
  g_assert_cmpint(height, ==, 699);
  g_assert_false(noslip_window_has_side_pane(next));
  g_assert_cmpfloat(noslip_simulation_playhead(noslip_window_simulation(next))->speed, ==, 4);
  gtk_window_destroy(GTK_WINDOW(next));
}

static void
lay_out(NoslipWindow *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock(GTK_WIDGET(window));
  gint64 from = gdk_frame_clock_get_frame_counter(clock);
  WAIT_FOR((gtk_widget_queue_draw(GTK_WIDGET(window)), gdk_frame_clock_get_frame_counter(clock) >= from + 8));
}

/* Whether an animation has ended: eight frames later it is at the same place. */
static gboolean
is_still(NoslipWindow *window, GtkWidget *widget)
{
  graphene_rect_t before, after;
  if (!gtk_widget_compute_bounds(widget, GTK_WIDGET(window), &before))
    return FALSE;
  lay_out(window);
  return gtk_widget_compute_bounds(widget, GTK_WIDGET(window), &after) && graphene_rect_equal(&before, &after);
}

/* Dividers stay where the user dragged them: in this window, whatever opens and closes beside them, and in the next
 * window. */
static void
test_dividers(void)
{
  g_autoptr(GSettings) settings = noslip_settings_new();
  g_settings_reset(settings, "side-pane");
  g_settings_set(settings, "window-size", "(ii)", 1240, 760);
  NoslipWindow *window = open_with(settings);
  lay_out(window);
  GtkWidget *tiles = GTK_WIDGET(noslip_window_tiles(window));
  GtkPaned *paned = GTK_PANED(gtk_widget_get_ancestor(tiles, GTK_TYPE_PANED));
  g_assert_cmpint(gtk_widget_get_width(tiles), ==, 360);
  gtk_paned_set_position(paned, gtk_paned_get_position(paned) - 70);
  lay_out(window);
  g_assert_cmpint(gtk_widget_get_width(tiles), ==, 430);
  noslip_window_set_presentation(window, TRUE);
  lay_out(window);
  noslip_window_set_presentation(window, FALSE);
  lay_out(window);
  g_assert_cmpint(gtk_widget_get_width(tiles), ==, 430);
  GtkWidget *edge = driven_find(GTK_WIDGET(window), GTK_TYPE_SEPARATOR, "Width of the side pane");
  g_assert_nonnull(edge);
  graphene_rect_t bounds; /* the pane comes back sliding */
  WAIT_FOR(gtk_widget_compute_bounds(edge, GTK_WIDGET(window), &bounds) && bounds.origin.x > 270);
  WAIT_FOR(is_still(window, edge));
  driven_drag(edge, 3, 200, 43, 200);
  lay_out(window);
  NoslipLayoutSizes sizes;
  noslip_layout_get_sizes(noslip_window_layout(window), &sizes);
  g_assert_cmpint(sizes.side, >, 300);
  g_assert_cmpint(sizes.side, <, 340);
  g_assert_cmpint(sizes.views, ==, 430);
  gtk_window_close(GTK_WINDOW(window));
  driven_drain();
  NoslipWindow *next = open_with(settings);
  lay_out(next);
  tiles = GTK_WIDGET(noslip_window_tiles(next));
  g_assert_cmpint(gtk_widget_get_width(tiles), ==, 430);
  g_assert_cmpint(g_settings_get_int(settings, "side-width"), ==, sizes.side);
  /* and it can be made narrower again */
  paned = GTK_PANED(gtk_widget_get_ancestor(tiles, GTK_TYPE_PANED));
  gtk_paned_set_position(paned, gtk_paned_get_position(paned) + 90);
  lay_out(next);
  g_assert_cmpint(gtk_widget_get_width(tiles), ==, 340);
  gtk_window_destroy(GTK_WINDOW(next));
}

static void
test_recent(void)
{
  g_autoptr(GMenuModel) menu = noslip_recent_menu();
  g_assert_cmpint(g_menu_model_get_n_items(menu), ==, 1); /* a placeholder that cannot be chosen */
  g_assert_null(g_menu_model_get_item_attribute_value(menu, 0, G_MENU_ATTRIBUTE_TARGET, NULL));
  g_autofree char *file = g_build_filename(g_get_user_data_dir(), "a_system.noslip", NULL);
  g_assert_true(g_file_set_contents(file, "noslip 1\n", -1, NULL));
  g_autofree char *own = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), "snakeboard.noslip", NULL);
  noslip_recent_add(NULL);
  noslip_recent_add(own);
  noslip_recent_add(file);
  g_autoptr(GVariant) target = NULL;
  WAIT_FOR((target = g_menu_model_get_item_attribute_value(menu, 0, G_MENU_ATTRIBUTE_TARGET, NULL)));
  g_assert_cmpint(g_menu_model_get_n_items(menu), ==, 1);
  g_assert_cmpstr(g_variant_get_string(target, NULL), ==, file);
  g_autoptr(GVariant) label = g_menu_model_get_item_attribute_value(menu, 0, G_MENU_ATTRIBUTE_LABEL, NULL);
  g_assert_cmpstr(g_variant_get_string(label, NULL), ==, "a__system.noslip");
  g_remove(file);
}

/* In a separate process: the sources of schemas are searched once per process. */
static void
test_absent(void)
{
  if (g_test_subprocess()) {
    g_assert_null(noslip_settings_new());
    NoslipWindow *window = open_with(NULL);
    g_assert_true(noslip_window_has_side_pane(window));
    gtk_window_destroy(GTK_WINDOW(window));
    return;
  }
  g_autofree char *folder = g_strdup(g_getenv("GSETTINGS_SCHEMA_DIR"));
  g_unsetenv("GSETTINGS_SCHEMA_DIR");
  g_test_trap_subprocess(NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_setenv("GSETTINGS_SCHEMA_DIR", folder, TRUE);
  g_test_trap_assert_passed();
}

/* The window about the program names the parts that the build has, and in a sentence those that it lacks. */
static void
test_about(void)
{
  g_autofree char *none = noslip_about_missing(";films (GStreamer): yes;gamepads (libmanette): yes");
  g_autofree char *two = noslip_about_missing(";films (GStreamer): left out of this build;gamepads (libmanette): yes;"
                                              "QR codes (libqrencode): left out of this build");
  g_assert_null(none);
  g_assert_cmpstr(two, ==, "Left out of this build: films (GStreamer); QR codes (libqrencode).");
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  noslip_about_show(GTK_WINDOW(window));
  driven_drain();
  AdwAboutWindow *about = NULL;
  g_autoptr(GListModel) windows = g_object_ref(gtk_window_get_toplevels());
  for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
    g_autoptr(GtkWidget) one = g_list_model_get_item(windows, i);
    about = ADW_IS_ABOUT_WINDOW(one) ? ADW_ABOUT_WINDOW(one) : about;
  }
  g_assert_nonnull(about);
  g_assert_nonnull(strstr(adw_about_window_get_debug_info(about), "\nfilms (GStreamer): "));
  gboolean whole = strstr(adw_about_window_get_debug_info(about), "left out of this build") == NULL;
  g_assert_true(whole == (strstr(adw_about_window_get_comments(about), "Left out of this build: ") == NULL));
  gtk_window_destroy(GTK_WINDOW(about));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp("noslip-settings-XXXXXX", NULL);
  g_setenv("XDG_DATA_HOME", folder, TRUE);
  driven_begin(&argc, &argv);
  g_test_add_func("/settings/kept", test_kept);
  g_test_add_func("/settings/dividers", test_dividers);
  g_test_add_func("/settings/recent", test_recent);
  g_test_add_func("/settings/absent", test_absent);
  g_test_add_func("/settings/about", test_about);
  int status = g_test_run();
  driven_end();
  g_autofree char *list = g_build_filename(folder, "recently-used.xbel", NULL);
  g_remove(list);
  g_rmdir(folder);
  return status;
}
