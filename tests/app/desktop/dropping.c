/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of another program that a real pointer drags over the window and drops there. */
#include "tests/app/desktop/carrying.h"
#include "tests/app/desktop/editing.h"
#include "ui/widgets/side/setup-list.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static char *folder;

/* A file of the folder. Free with g_free(). */
static char *
write_file(const char *name, const char *text)
{
  char *path = g_build_filename(folder, name, NULL);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  return path;
}

static char *
write_bead(const char *name)
{
  return write_file(name,
                    "# mine\n\nnoslip 1\ntitle \"A bead of mine\"\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\n");
}

static char *
system_file(const char *id)
{
  g_autofree char *name = g_strconcat(id, ".noslip", NULL);
  return g_build_filename(g_getenv("NOSLIP_SYSTEMS"), name, NULL);
}

/* Over the scene or another place; the window shows `promise` before. */
static void
drop(NoslipWindow *window, GtkWidget *onto, const char *promise, const char *first, const char *second,
     const char *third)
{
  const char *const files[] = {first, second, third, NULL};
  Carried *carried = carried_new(files);
  carried_over(carried, onto, gtk_widget_get_width(onto) / 2.0, gtk_widget_get_height(onto) / 2.0);
  WAIT_FOR(driven_label(GTK_WIDGET(window), promise));
  carried_drop(carried);
  WAIT_FOR(!driven_label(GTK_WIDGET(window), promise) || !strstr(promise, "Drop"));
}

/* The window shows what it would open; dragged away again, nothing happens; dropped, the file is opened and added to
 * the recent files. */
static void
test_system(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  noslip_recent_follow(window);
  g_autofree char *bead = write_bead("bead.noslip");
  Carried *carried = carried_new((const char *const[]){bead, NULL});
  carried_over(carried, scene, 300, 300);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "Drop to open \342\200\234bead.noslip\342\200\235"));
  carried_off(carried, window);
  WAIT_FOR(!driven_label(GTK_WIDGET(window), "Drop to open"));
  carried_drop(carried);
  g_assert_cmpstr(driven_shown(window), ==, "chaplygin-sleigh");
  drop(window, scene, "Drop to open \342\200\234bead.noslip\342\200\235", bead, NULL, NULL);
  WAIT_FOR(g_str_equal(driven_shown(window), "bead") && driven_settled(window));
  g_autoptr(GMenuModel) recent = noslip_recent_menu();
  g_autofree char *opened = NULL;
  WAIT_FOR(g_menu_model_get_item_attribute(recent, 0, G_MENU_ATTRIBUTE_TARGET, "s", &opened));
  g_assert_cmpstr(opened, ==, bead);
  g_remove(bead);
  /* whatever its name is */
  g_autofree char *other = write_bead("letter.txt");
  drop(window, GTK_WIDGET(noslip_tiles_nth_open(noslip_window_tiles(window), 0)), "Drop to open", other, NULL, NULL);
  WAIT_FOR(g_str_equal(driven_shown(window), "letter.txt") && driven_settled(window));
  g_remove(other);
  driven_close(window);
}

/* Files dropped on the text are opened too, not typed as names; unsaved changes are asked about first. */
static void
test_unsaved(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  GtkWidget *text = noslip_editor_text_widget(noslip_window_editor(window));
  g_autofree char *board = system_file("snakeboard");
  driven_click_on(text);
  driven_key("ctrl+End");
  driven_type("# mine");
  WAIT_FOR(noslip_window_has_unsaved(window));
  g_autofree char *mine = editing_text(window);
  drop(window, text, "Drop to open", board, NULL, NULL);
  editing_answer("Cancel");
  g_assert_cmpstr(driven_shown(window), ==, "chaplygin-sleigh");
  g_autofree char *after = editing_text(window);
  g_assert_cmpstr(after, ==, mine);
  g_assert_false(gtk_text_mark_get_visible(gtk_text_buffer_get_mark(editing_buffer(window), "gtk_drag_target")));
  drop(window, text, "Drop to open", board, NULL, NULL);
  editing_answer("Discard");
  WAIT_FOR(g_str_equal(driven_shown(window), "snakeboard") && driven_settled(window));
  editing_close(window);
}

/* Files of other programs are refused with a reason; no question is asked, nothing is lost or opened. */
static void
test_strangers(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  g_autofree char *picture = write_file("picture.png", "\211PNG\r\n\032\n"),
                  *diary = write_file("diary.txt", "Dear diary");
  driven_click_on(noslip_editor_text_widget(noslip_window_editor(window)));
  driven_key("ctrl+End");
  driven_type("# mine");
  WAIT_FOR(noslip_window_has_unsaved(window));
  g_autofree char *base = g_path_get_basename(folder),
                  *no_file = g_strdup_printf("\342\200\234%s\342\200\235 is neither a system", base);
  const struct {
    const char *file, *second, *reason;
  } cases[] = {{picture, NULL, "\342\200\234picture.png\342\200\235 is neither a system"},
               {folder, NULL, no_file},
               {"smb://host/share/far.noslip", NULL, "\342\200\234far.noslip\342\200\235 is not on this computer"},
               {picture, diary, "2 files are neither systems"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    drop(window, scene, cases[i].reason, cases[i].file, cases[i].second, NULL);
    WAIT_FOR(driven_find(GTK_WIDGET(window), g_type_from_name("AdwToastWidget"), NULL) &&
             driven_label(GTK_WIDGET(window), cases[i].reason));
    g_assert_null(driven_question());
    g_assert_true(noslip_window_has_unsaved(window));
    g_assert_cmpstr(driven_shown(window), ==, "chaplygin-sleigh");
    g_assert_null(driven_label(GTK_WIDGET(window), "problem"));
  }
  g_remove(picture);
  g_remove(diary);
  editing_close(window);
}

static guint
n_windows(void)
{
  guint n = 0;
  for (GList *l = gtk_application_get_windows(driven_application()); l; l = l->next)
    n += NOSLIP_IS_WINDOW(l->data);
  return n;
}

static NoslipWindow *
other_than(NoslipWindow *window)
{
  for (GList *l = gtk_application_get_windows(driven_application()); l; l = l->next)
    if (NOSLIP_IS_WINDOW(l->data) && l->data != (gpointer) window)
      return l->data;
  return NULL;
}

/* The first system opens here, the second in a new window; a file of another kind is reported. */
static void
test_several(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  g_autofree char *board = system_file("snakeboard"), *disk = system_file("rolling-disk"),
                  *diary = write_file("diary.txt", "Dear diary");
  drop(window, GTK_WIDGET(noslip_window_scene(window)), "Drop to open 2 files", diary, board, disk);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "\342\200\234diary.txt\342\200\235 is neither a system"));
  WAIT_FOR(g_str_equal(driven_shown(window), "snakeboard") && driven_settled(window));
  g_assert_cmpuint(n_windows(), ==, 2);
  NoslipWindow *other = other_than(window);
  WAIT_FOR(driven_settled(other));
  g_assert_cmpstr(driven_shown(other), ==, "rolling-disk");
  g_remove(diary);
  driven_close(other);
  driven_close(window);
}

/* A set-up is applied; several form a list. */
static void
test_setups(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  g_autoptr(NoslipSetupList) list = noslip_setup_list_new(NULL);
  noslip_desktop_share_setups(window, list);
  g_autofree char *one = write_file("one.noslip-setup", "[Noslip set-up]\nname=One\n[System]\nid=snakeboard\n"
                                                        "[Parameters]\nm=2.5\n[View 1]\nkind=momenta\n"),
                  *two = write_file("two", "[Noslip set-up]\nname=Two\n[System]\nid=rolling-disk\n");
  drop(window, scene, "Drop to open \342\200\234one.noslip-setup\342\200\235", one, NULL, NULL);
  WAIT_FOR(g_str_equal(driven_shown(window), "snakeboard") && driven_settled(window));
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), 0), ==, 2.5);
  g_assert_cmpuint(noslip_tiles_n_open(noslip_window_tiles(window)), ==, 1);
  g_assert_cmpuint(noslip_setup_list_n(list), ==, 0);
  drop(window, scene, "Drop to open 2 files", two, one, NULL);
  WAIT_FOR(g_str_equal(driven_shown(window), "rolling-disk") && driven_settled(window));
  g_assert_cmpuint(noslip_setup_list_n(list), ==, 2);
  g_assert_cmpuint(n_windows(), ==, 1);
  driven_point(scene, 50, 300);
  driven_key("Next");
  WAIT_FOR(g_str_equal(driven_shown(window), "snakeboard") && driven_settled(window));
  g_remove(one);
  g_remove(two);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  folder = g_dir_make_tmp("noslip-dropping-XXXXXX", NULL);
  g_setenv("XDG_DATA_HOME", folder, TRUE);
  driven_begin(&argc, &argv);
  g_log_set_always_fatal(G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL); /* GtkSourceView 5.6 emits warnings about its own
                                                                    * scrollbars */
  g_test_add_func("/dropping/system", test_system);
  g_test_add_func("/dropping/unsaved", test_unsaved);
  g_test_add_func("/dropping/strangers", test_strangers);
  g_test_add_func("/dropping/several", test_several);
  g_test_add_func("/dropping/setups", test_setups);
  int status = g_test_run();
  driven_end();
  g_autofree char *list = g_build_filename(folder, "recently-used.xbel", NULL);
  g_remove(list);
  editing_remove_data(folder);
  g_free(folder);
  return status;
}
