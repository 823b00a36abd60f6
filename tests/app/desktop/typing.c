/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The editor under real keyboard input: completion, mistakes, help, finding, undo. */
#include "tests/app/desktop/editing.h"

#include "ui/widgets/editor/editor-search.h"
#include "ui/widgets/editor/editor-text.h"
#include "ui/widgets/help/help-window.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <math.h>
#include <string.h>

/* The editor, opened with its key, and the cursor on a new line at its end. */
static NoslipWindow *
open_by_key(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  driven_key("ctrl+e");
  WAIT_FOR(noslip_window_has_editor(window));
  GtkWidget *text = noslip_editor_text_widget(noslip_window_editor(window));
  WAIT_FOR(gtk_widget_get_mapped(text) && gtk_widget_has_focus(text));
  driven_key("ctrl+End");
  driven_key("Return");
  return window;
}

static GtkWidget *
button(NoslipWindow *window, const char *name)
{
  return driven_find(GTK_WIDGET(noslip_window_editor(window)), GTK_TYPE_BUTTON, name);
}

/* A list that pops up at the text, or NULL. */
static gboolean
proposes(NoslipWindow *window, const char *name)
{
  return driven_label(noslip_editor_text_widget(noslip_window_editor(window)), name) != NULL;
}

static void
test_completion(void)
{
  NoslipWindow *window = open_by_key();
  driven_type("par");
  WAIT_FOR(proposes(window, "A constant with a slider"));
  driven_key("Tab");
  WAIT_FOR(editing_ends_with(window, "\nparameter NAME = number"));
  g_assert_nonnull(button(window, "Undo completion"));
  driven_type("zeta");
  driven_key("Tab");
  driven_type("3");
  WAIT_FOR(editing_ends_with(window, "\nparameter zeta = 3"));
  g_assert_nonnull(button(window, "Undo typing"));
  driven_key("End");
  driven_key("Return");
  /* it is read, and its slider exists */
  WAIT_FOR(driven_find(GTK_WIDGET(window), GTK_TYPE_RANGE, "zeta"));
  driven_type("let w = ze");
  WAIT_FOR(proposes(window, "zeta"));
  driven_key("Return");
  WAIT_FOR(editing_ends_with(window, "\nlet w = zeta"));
  /* Escape closes the list and does nothing else */
  driven_type(" + th");
  WAIT_FOR(proposes(window, "theta"));
  driven_key("Escape");
  WAIT_FOR(!proposes(window, "theta"));
  g_assert_true(editing_ends_with(window, "zeta + th"));
  driven_key("ctrl+z");
  WAIT_FOR(!editing_ends_with(window, "zeta + th"));
  g_assert_nonnull(button(window, "Redo typing"));
  driven_key("ctrl+shift+z");
  WAIT_FOR(editing_ends_with(window, "zeta + th"));
  editing_close(window);
}

static void
test_mistake(void)
{
  NoslipWindow *window = open_by_key();
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_playback_set_loop(noslip_simulation_playback(simulation), TRUE, 0,
                           12); /* on a busy machine typing may take longer than the motion */
  noslip_playback_play(noslip_simulation_playback(simulation));
  driven_type("observable twice = 2*nobody ");
  WAIT_FOR(driven_label(GTK_WIDGET(noslip_window_editor(window)), "there is no nobody"));
  const NoslipSystem *system = noslip_simulation_system(simulation);
  double t = noslip_playhead_time(noslip_simulation_playhead(simulation));
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > t + 0.2);
  g_assert_true(noslip_simulation_system(simulation) == system);
  WAIT_FOR(noslip_editor_text_sees_cursor(NOSLIP_EDITOR_TEXT(noslip_editor_text_widget(noslip_window_editor(window)))));
  for (int i = 0; i < 7; i++)
    driven_key("BackSpace");
  driven_type("v1 ");
  WAIT_FOR(!driven_label(GTK_WIDGET(noslip_window_editor(window)), "there is no nobody"));
  WAIT_FOR(noslip_simulation_system(simulation) != system);
  g_assert_cmpint(noslip_simulation_playhead(simulation)->state, ==, NOSLIP_PLAYING);
  editing_close(window);
}

static void
test_keys(void)
{
  NoslipWindow *window = open_by_key();
  GtkWidget *text = noslip_editor_text_widget(noslip_window_editor(window));
  GtkTextBuffer *buffer = noslip_editor_buffer(noslip_window_editor(window));
  driven_key("ctrl+f");
  GtkWidget *search = NULL;
  WAIT_FOR((search = driven_find(GTK_WIDGET(noslip_window_editor(window)), GTK_TYPE_SEARCH_ENTRY, "Find")) &&
           gtk_widget_get_mapped(search));
  driven_type("constraint blade");
  GtkTextIter start, end;
  WAIT_FOR(gtk_text_buffer_get_selection_bounds(buffer, &start, &end));
  g_autofree char *found = gtk_text_iter_get_text(&start, &end);
  g_assert_cmpstr(found, ==, "constraint blade");
  driven_key("Escape");
  WAIT_FOR(!gtk_widget_get_mapped(search) && gtk_widget_has_focus(text));
  driven_key("Left");
  driven_key("F1");
  WAIT_FOR(editing_manual());
  g_assert_cmpstr(noslip_help_window_page(editing_manual()), ==, "language.md");
  gtk_window_destroy(GTK_WINDOW(editing_manual()));
  gtk_window_present(GTK_WINDOW(window));
  /* out of the editor again, where keys act on the motion */
  driven_key("ctrl+e");
  WAIT_FOR(!noslip_window_has_editor(window));
  driven_key("space");
  WAIT_FOR(noslip_simulation_playhead(noslip_window_simulation(window))->state == NOSLIP_PLAYING);
  editing_close(window);
}

/* Outside the text the same keys undo changes by sliders and entries. */
static void
test_values(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  int m = noslip_system_parameter(noslip_simulation_system(simulation), "m");
  double before = noslip_start_parameter(noslip_simulation_start(simulation), (guint) m);
  GtkWidget *slider = driven_find(GTK_WIDGET(window), GTK_TYPE_RANGE, "m");
  gtk_range_set_value(GTK_RANGE(slider), before + 1);
  WAIT_FOR(noslip_start_parameter(noslip_simulation_start(simulation), (guint) m) == before + 1);
  gtk_widget_grab_focus(GTK_WIDGET(noslip_window_scene(window)));
  driven_key("ctrl+z");
  WAIT_FOR(noslip_start_parameter(noslip_simulation_start(simulation), (guint) m) == before);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "Undone: m = "));
  g_assert_cmpfloat(gtk_range_get_value(GTK_RANGE(slider)), ==, before);
  driven_key("ctrl+shift+z");
  WAIT_FOR(noslip_start_parameter(noslip_simulation_start(simulation), (guint) m) == before + 1);
  driven_close(window);
}

/* Escape takes back what was typed into an entry, number or not, and the motion keeps its value. */
static void
test_escape(void)
{
  static const char *const typed[] = {"abc", "7.5"};
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  guint m = (guint) noslip_system_parameter(noslip_simulation_system(simulation), "m");
  double before = noslip_start_parameter(noslip_simulation_start(simulation), m);
  GtkWidget *entry = driven_find(GTK_WIDGET(window), GTK_TYPE_ENTRY, "m");
  for (guint i = 0; i < G_N_ELEMENTS(typed); i++) {
    gtk_widget_grab_focus(entry);
    driven_type(typed[i]);
    WAIT_FOR(g_str_equal(gtk_editable_get_text(GTK_EDITABLE(entry)), typed[i]));
    if (i == 0) {
      driven_key("Return");
      WAIT_FOR(gtk_widget_has_css_class(entry, "error"));
    }
    driven_key("Escape");
    WAIT_FOR(g_str_equal(gtk_editable_get_text(GTK_EDITABLE(entry)), "1"));
    g_assert_false(gtk_widget_has_css_class(entry, "error"));
    g_assert_null(gtk_widget_get_tooltip_text(entry));
    g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), m), ==, before);
  }
  driven_close(window);
}

/* In the entry of a value the undo key takes back a value that was accepted, and letters that were not; the entry never
 * shows another value than the motion has. */
static void
test_undo(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  guint m = (guint) noslip_system_parameter(noslip_simulation_system(simulation), "m");
  GtkWidget *entry = driven_find(GTK_WIDGET(window), GTK_TYPE_ENTRY, "m");
  gtk_widget_grab_focus(entry);
  driven_type("3");
  driven_key("Return");
  WAIT_FOR(noslip_start_parameter(noslip_simulation_start(simulation), m) == 3);
  driven_key("ctrl+z");
  WAIT_FOR(g_str_equal(gtk_editable_get_text(GTK_EDITABLE(entry)), "1"));
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), m), ==, 1);
  driven_key("ctrl+shift+z");
  WAIT_FOR(g_str_equal(gtk_editable_get_text(GTK_EDITABLE(entry)), "3"));
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), m), ==, 3);
  driven_key("End");
  driven_type("7");
  WAIT_FOR(g_str_equal(gtk_editable_get_text(GTK_EDITABLE(entry)), "37"));
  driven_key("ctrl+z");
  WAIT_FOR(g_str_equal(gtk_editable_get_text(GTK_EDITABLE(entry)), "3"));
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), m), ==, 3);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp("noslip-typing-XXXXXX", NULL);
  g_setenv("XDG_DATA_HOME", folder, TRUE);
  driven_begin(&argc, &argv);
  /* GtkSourceView 5.6 emits warnings about the scrollbars of its own list */
  g_log_set_always_fatal(G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL);
  g_test_add_func("/typing/completion", test_completion);
  g_test_add_func("/typing/mistake", test_mistake);
  g_test_add_func("/typing/keys", test_keys);
  g_test_add_func("/typing/values", test_values);
  g_test_add_func("/typing/escape", test_escape);
  g_test_add_func("/typing/undo", test_undo);
  int status = g_test_run();
  driven_end();
  editing_remove_data(folder);
  return status;
}
