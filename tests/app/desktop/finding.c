/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding a system: the gallery by keyboard and pointer, one's own files in it, and the file dialog. */
#include "tests/app/desktop/driven.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static char *folder;

static const char *
shown(NoslipWindow *window)
{
  return noslip_simulation_system(noslip_window_simulation(window))->id;
}

/* The gallery, opened with its key. Returns its list. */
static GtkWidget *
open_gallery(NoslipWindow *window)
{
  GtkWidget *search = NULL;
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 300, 640);
  driven_key("ctrl+g");
  WAIT_FOR((search = driven_find(GTK_WIDGET(window), GTK_TYPE_SEARCH_ENTRY, "Search systems")) &&
           gtk_widget_get_mapped(search));
  WAIT_FOR(gtk_widget_get_state_flags(search) & GTK_STATE_FLAG_FOCUS_WITHIN);
  return driven_find(GTK_WIDGET(window), GTK_TYPE_LIST_BOX, "Systems");
}

static GtkListBoxRow *
nth_shown(GtkWidget *list, guint nth)
{
  for (int i = 0;; i++) {
    GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), i);
    if (!row || (gtk_widget_get_child_visible(GTK_WIDGET(row)) && nth-- == 0))
      return row;
  }
}

static gboolean
is_titled(GtkListBoxRow *row, const char *title)
{
  return row && driven_label(GTK_WIDGET(row), title);
}

/* Typed words narrow the list, Down moves into it and Up back, letters continue the search, Enter opens. */
static void
test_keys(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  GtkWidget *list = open_gallery(window);
  GtkWidget *search = driven_find(GTK_WIDGET(window), GTK_TYPE_SEARCH_ENTRY, "Search systems");
  driven_type("rolling ba");
  WAIT_FOR(is_titled(nth_shown(list, 0), "Rolling ball") && !nth_shown(list, 12)); /* matches in the title come first */
  driven_key("Down");
  WAIT_FOR(gtk_widget_has_focus(GTK_WIDGET(nth_shown(list, 0))));
  driven_key("Up");
  WAIT_FOR(gtk_widget_get_state_flags(search) & GTK_STATE_FLAG_FOCUS_WITHIN);
  driven_key("Down");
  driven_key("l");
  WAIT_FOR(g_str_equal(gtk_editable_get_text(GTK_EDITABLE(search)), "rolling bal"));
  driven_key("Down");
  driven_key("Down");
  WAIT_FOR(gtk_widget_has_focus(GTK_WIDGET(nth_shown(list, 1))));
  driven_key("Return");
  WAIT_FOR(g_str_equal(shown(window), "rolling-ball-reduced") && !gtk_widget_get_mapped(list));
  list = open_gallery(window);
  driven_key("Escape");
  WAIT_FOR(!gtk_widget_get_mapped(list));
  g_assert_cmpstr(shown(window), ==, "rolling-ball-reduced");
  driven_close(window);
}

static GtkWidget *
group_of(NoslipWindow *window, const char *name)
{
  GtkWidget *group = driven_find(GTK_WIDGET(window), GTK_TYPE_TOGGLE_BUTTON, name);
  g_assert_nonnull(group);
  return group;
}

static gboolean
has_keys(GtkWidget *widget)
{
  return (gtk_widget_get_state_flags(widget) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

/* Tab moves from the search over the groups to the list, which is one stop of any length, and around; also
 * backwards. */
static void
test_tab_order(void)
{
  static const char *const groups[] = {"All", "Papers", "Classics", "Singular", "Vakonomic", "Misprints", "Mine"};
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  GtkWidget *list = open_gallery(window);
  GtkWidget *search = driven_find(GTK_WIDGET(window), GTK_TYPE_SEARCH_ENTRY, "Search systems");
  for (guint i = 0; i < G_N_ELEMENTS(groups); i++) {
    driven_key("Tab");
    WAIT_FOR(gtk_widget_has_focus(group_of(window, groups[i])));
  }
  driven_key("Tab");
  WAIT_FOR(gtk_widget_has_focus(GTK_WIDGET(nth_shown(list, 0))));
  driven_key("Down");
  driven_key("Down");
  WAIT_FOR(gtk_widget_has_focus(GTK_WIDGET(nth_shown(list, 2))));
  driven_key("Tab");
  WAIT_FOR(has_keys(search));
  driven_key("Down");
  driven_key("End");
  WAIT_FOR(has_keys(list) && !gtk_widget_has_focus(GTK_WIDGET(nth_shown(list, 0))));
  driven_key("shift+Tab");
  WAIT_FOR(gtk_widget_has_focus(group_of(window, "Mine")));
  driven_key("Escape");
  WAIT_FOR(!gtk_widget_get_mapped(list));
  driven_close(window);
}

static guint
n_shown(GtkWidget *list)
{
  guint n = 0;
  while (nth_shown(list, n))
    n++;
  return n;
}

/* Arrows and Space choose a group, Down moves into it, letters search in it, Enter opens. */
static void
test_group_keys(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  GtkWidget *list = open_gallery(window);
  GtkWidget *search = driven_find(GTK_WIDGET(window), GTK_TYPE_SEARCH_ENTRY, "Search systems");
  guint all = n_shown(list);
  driven_key("Tab");
  for (guint i = 0; i < 3; i++)
    driven_key("Right");
  WAIT_FOR(gtk_widget_has_focus(group_of(window, "Singular")));
  driven_key("space");
  WAIT_FOR(gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(group_of(window, "Singular"))));
  WAIT_FOR(n_shown(list) > 1 && n_shown(list) < all / 2);
  driven_key("Down");
  WAIT_FOR(gtk_widget_has_focus(GTK_WIDGET(nth_shown(list, 0))));
  driven_key("shift+Tab");
  driven_key("m");
  driven_key("a");
  driven_key("g");
  driven_key("n");
  WAIT_FOR(g_str_equal(gtk_editable_get_text(GTK_EDITABLE(search)), "magn") && has_keys(search));
  WAIT_FOR(n_shown(list) == 1 && is_titled(nth_shown(list, 0), "Charge in a magnetic field, without mass"));
  driven_key("Return");
  WAIT_FOR(g_str_equal(shown(window), "magnetic-limit") && !gtk_widget_get_mapped(list));
  driven_close(window);
}

/* Escape leaves it unchanged from anywhere, with the focus at its button; typing replaces the previous search, and a
 * search without results says so. */
static void
test_left(void)
{
  static const char *const ways[] = {NULL, "Tab", "Down"};
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  GtkWidget *button = driven_find(GTK_WIDGET(window), GTK_TYPE_MENU_BUTTON, "System gallery");
  GtkWidget *list = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
    list = open_gallery(window);
    if (ways[i])
      driven_key(ways[i]);
    driven_key("Escape");
    WAIT_FOR(!gtk_widget_get_mapped(list) && has_keys(button));
  }
  driven_key("space"); /* and its button opens it again */
  WAIT_FOR(gtk_widget_get_mapped(list));
  GtkWidget *search = driven_find(GTK_WIDGET(window), GTK_TYPE_SEARCH_ENTRY, "Search systems");
  WAIT_FOR(has_keys(search));
  driven_type("zzz");
  WAIT_FOR(n_shown(list) == 0 && driven_label(list, "No system contains these words. Search by title, idea or tag."));
  driven_key("Return"); /* nothing to open */
  g_assert_true(has_keys(search) && gtk_widget_get_mapped(list));
  driven_key("Escape");
  WAIT_FOR(!gtk_widget_get_mapped(list));
  list = open_gallery(window);
  driven_type("snake");
  WAIT_FOR(g_str_equal(gtk_editable_get_text(GTK_EDITABLE(search)), "snake"));
  WAIT_FOR(is_titled(nth_shown(list, 0), "Snakeboard"));
  driven_key("Escape");
  WAIT_FOR(!gtk_widget_get_mapped(list));
  g_assert_cmpstr(shown(window), ==, "chaplygin-sleigh");
  driven_close(window);
}

static GtkWidget *
picture_in(GtkListBoxRow *row)
{
  return driven_find(GTK_WIDGET(row), GTK_TYPE_PICTURE, NULL);
}

/* Each has its picture; groups and rows are clicked. A saved system is in the group of one's own. */
static void
test_pointer(void)
{
  g_autofree char *file = g_build_filename(folder, "mine.noslip", NULL);
  g_assert_true(g_file_set_contents(file,
                                    "noslip 1\ntitle \"A bead of mine\"\ncoordinate x\nlagrangian x'^2/2\n"
                                    "initial x' = 1\n",
                                    -1, NULL));
  noslip_recent_add(file);
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  GtkWidget *list = open_gallery(window);
  WAIT_FOR(nth_shown(list, 0) && gtk_picture_get_paintable(GTK_PICTURE(picture_in(nth_shown(list, 0)))));
  GdkTexture *picture = GDK_TEXTURE(gtk_picture_get_paintable(GTK_PICTURE(picture_in(nth_shown(list, 0)))));
  int n = gdk_texture_get_width(picture) * gdk_texture_get_height(picture);
  g_autofree guint32 *pixels = g_new(guint32, n);
  gdk_texture_download(picture, (guchar *) pixels, (gsize) gdk_texture_get_width(picture) * 4);
  g_assert_cmpuint(driven_colours(pixels, n), >, 20);
  guint all = n_shown(list);
  driven_click_on(driven_find(GTK_WIDGET(window), GTK_TYPE_TOGGLE_BUTTON, "Vakonomic"));
  WAIT_FOR(n_shown(list) > 2 && n_shown(list) < all / 2);
  driven_click_on(driven_find(GTK_WIDGET(window), GTK_TYPE_TOGGLE_BUTTON, "Mine"));
  WAIT_FOR(is_titled(nth_shown(list, 0), "A bead of mine") && !nth_shown(list, 1));
  driven_run(0.2);
  driven_click_on(GTK_WIDGET(nth_shown(list, 0)));
  WAIT_FOR(g_strcmp0(gtk_window_get_title(GTK_WINDOW(window)), "A bead of mine \342\200\223 Noslip") == 0);
  g_remove(file);
  driven_close(window);
}

static void
test_question(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  driven_click_on(driven_find(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Open"));
  WAIT_FOR(driven_file_dialog());
  driven_run(0.3);
  driven_key("Escape");
  WAIT_FOR(!driven_file_dialog());
  g_assert_cmpstr(shown(window), ==, "chaplygin-sleigh");
  driven_close(window);
}

/* The list of files of an open dialog that shows a folder with one file, once the file is listed; NULL since GTK 4.10,
 * which has no such list. */
static GtkTreeView *
list_folder(GtkWidget *dialog)
{
  g_autofree char *path = g_build_filename(folder, "listed.noslip", NULL);
  g_assert_true(g_file_set_contents(path, "", 0, NULL));
  g_autoptr(GFile) place = g_file_new_for_path(folder);
  g_assert_true(gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(dialog), place, NULL));
  GtkWidget *tree = driven_find(dialog, GTK_TYPE_TREE_VIEW, NULL);
  if (tree)
    WAIT_FOR(gtk_tree_view_get_model(GTK_TREE_VIEW(tree)) &&
             gtk_tree_model_iter_n_children(gtk_tree_view_get_model(GTK_TREE_VIEW(tree)), NULL) == 1);
  else
    g_assert_cmpuint(gtk_get_minor_version(), >=, 10);
  driven_run(0.3);
  return (GtkTreeView *) tree;
}

static GtkWidget *
open_dialog(NoslipWindow *window)
{
  driven_click_on(driven_find(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Open"));
  GtkWidget *dialog = NULL;
  WAIT_FOR((dialog = driven_file_dialog()));
  return dialog;
}

static void
close_dialog(void)
{
  driven_key("Escape");
  WAIT_FOR(!driven_file_dialog());
  g_autofree char *path = g_build_filename(folder, "listed.noslip", NULL);
  g_remove(path);
}

/* A closed dialog no longer watches its folder, in which files are created and deleted. */
static void
test_destroyed(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  GtkWidget *dialog = open_dialog(window);
  GtkTreeView *tree = list_folder(dialog);
  if (!tree) {
    g_test_skip("this version of GTK lists files without the tree that outlived its dialog");
    close_dialog();
    driven_close(window);
    return;
  }
  GtkWidget *chooser = gtk_widget_get_ancestor(GTK_WIDGET(tree), g_type_from_name("GtkFileChooserWidget"));
  g_autoptr(GObject) files = g_object_ref(G_OBJECT(gtk_tree_view_get_model(tree)));
  g_assert_true(g_signal_handler_find(files, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, chooser));
  close_dialog();
  g_assert_false(g_signal_handler_find(files, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, chooser));
  g_assert_null(gtk_tree_view_get_model(tree));
  driven_close(window);
}

/* GTK 4.8 never frees the list of a row that was dragged, whose files then read the destroyed dialog. */
static void
test_drag(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  GtkTreeView *tree = list_folder(open_dialog(window));
  if (!tree) {
    g_test_skip("this version of GTK lists files without the tree that kept them");
  } else {
    g_autoptr(GtkTreePath) path = gtk_tree_path_new_first();
    GdkRectangle cell;
    int x, y;
    gtk_tree_view_get_cell_area(tree, path, gtk_tree_view_get_column(tree, 0), &cell);
    gtk_tree_view_convert_bin_window_to_widget_coords(tree, cell.x + 30, cell.y + cell.height / 2, &x, &y);
    GObject *files = G_OBJECT(gtk_tree_view_get_model(tree));
    driven_click(GTK_WIDGET(tree), x, y); /* the selected row is kept, too */
    WAIT_FOR(gtk_tree_selection_count_selected_rows(gtk_tree_view_get_selection(tree)) == 1);
    driven_run(0.3);
    guint before = files->ref_count;
    driven_drag(GTK_WIDGET(tree), x, y, x + 60, y + 80);
    driven_run(0.3);
    WAIT_FOR(files->ref_count <= before);
  }
  close_dialog();
  driven_close(window);
}

int
main(int argc, char **argv)
{
  folder = g_dir_make_tmp("noslip-finding-XXXXXX", NULL);
  g_setenv("XDG_DATA_HOME", folder, TRUE);
  driven_begin(&argc, &argv);
  g_log_set_always_fatal(G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL); /* GTK's own file chooser has no session bus */
  g_test_add_func("/finding/keys", test_keys);
  g_test_add_func("/finding/tab-order", test_tab_order);
  g_test_add_func("/finding/group-keys", test_group_keys);
  g_test_add_func("/finding/left", test_left);
  g_test_add_func("/finding/pointer", test_pointer);
  g_test_add_func("/finding/asked", test_question);
  g_test_add_func("/finding/dialog-destroyed", test_destroyed);
  g_test_add_func("/finding/dialog-drag", test_drag);
  int status = g_test_run();
  driven_end();
  g_autofree char *list = g_build_filename(folder, "recently-used.xbel", NULL);
  g_remove(list);
  g_rmdir(folder);
  g_free(folder);
  return status;
}
