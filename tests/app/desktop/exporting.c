/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exporting as people do it: from the menus, through the questions and the dialog of files, by keys and pointer. */
#include "tests/app/desktop/driven.h"
#include "tests/app/films.h"

#include <glib/gstdio.h>
#include <string.h>

static char *folder;

/* Opens a menu and takes one of its items. */
static void
choose(GtkWidget *root, const char *menu, const char *item)
{
  GtkWidget *button = driven_find(root, GTK_TYPE_MENU_BUTTON, menu), *chosen = NULL;
  g_assert_nonnull(button);
  gtk_menu_button_popup(GTK_MENU_BUTTON(button));
  WAIT_FOR((chosen = driven_find(button, GTK_TYPE_BUTTON, item)) && gtk_widget_get_mapped(chosen));
  g_signal_emit_by_name(chosen, "clicked");
}

/* What is asked before the file: a name and a value each, up to NULL. */
static void
answer_question(const char *first, ...)
{
  AdwMessageDialog *question = NULL;
  WAIT_FOR((question = driven_question()));
  va_list more;
  va_start(more, first);
  for (const char *name = first; name; name = va_arg(more, const char *)) {
    GtkWidget *entry = driven_find(GTK_WIDGET(question), GTK_TYPE_SPIN_BUTTON, name);
    g_assert_nonnull(entry);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(entry), va_arg(more, double));
  }
  va_end(more);
  GtkWidget *button = gtk_widget_get_ancestor(driven_label(GTK_WIDGET(question), "Export…"), GTK_TYPE_BUTTON);
  g_signal_emit_by_name(button, "clicked");
}

static void
assert_written(NoslipWindow *window, const char *path, const char *begins)
{
  gsize length = 0;
  g_autofree char *text = NULL, *name = g_path_get_basename(path), *told = g_strdup_printf("%s is written", name);
  WAIT_FOR(driven_label(GTK_WIDGET(window), told));
  g_assert_true(g_file_get_contents(path, &text, &length, NULL));
  g_assert_true(g_str_has_prefix(text, begins));
  g_assert_cmpuint(length, >, 1000);
  g_unlink(path);
}

/* Each view from its own menu, each format by some view; the equations as LaTeX too. */
static void
test_menus(void)
{
  static const struct {
    const char *suffix, *begins;
  } formats[] = {{"pdf", "%PDF-"}, {"svg", "<?xml"}, {"png", "\211PNG"}};
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipTiles *tiles = noslip_window_tiles(window);
  for (guint i = 0; noslip_view_kinds()[i]; i++) {
    const NoslipViewKind *kind = noslip_view_kinds()[i];
    g_autofree char *file =
        i < G_N_ELEMENTS(formats) ? g_strdup_printf("%s/%u.%s", folder, i, formats[i].suffix) : NULL;
    g_autofree char *menu = g_strdup_printf("Choices of %s", kind->name);
    g_autofree char *name = g_strdup_printf("chaplygin-sleigh-%s.svg", kind->id);
    noslip_tiles_maximise(tiles, kind);
    WAIT_FOR(gtk_widget_get_mapped(GTK_WIDGET(noslip_tiles_view(tiles, kind))));
    choose(GTK_WIDGET(tiles), menu, "Export…");
    driven_answer_file(name, file);
    if (file)
      assert_written(window, file, formats[i].begins);
  }
  g_autofree char *document = g_build_filename(folder, "a.tex", NULL);
  noslip_tiles_maximise(tiles, noslip_view_kind_find("equations"));
  choose(GTK_WIDGET(tiles), "Choices of Equations", "Export as LaTeX…");
  driven_answer_file("chaplygin-sleigh-equations.tex", document);
  assert_written(window, document, "\\documentclass");
  driven_close(window);
}

/* The scene at the size that is asked for; and what is cancelled before it begins. */
static void
test_scene(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  g_autofree char *file = g_build_filename(folder, "a.png", NULL);
  choose(GTK_WIDGET(window), "Choices of Scene", "Export as PNG…");
  answer_question("Width, pixels", 500.0, "Height, pixels", 300.0, NULL);
  driven_answer_file("chaplygin-sleigh-scene.png", file);
  WAIT_FOR(g_file_test(file, G_FILE_TEST_EXISTS));
  g_autoptr(GdkTexture) texture = gdk_texture_new_from_filename(file, NULL);
  g_assert_cmpint(gdk_texture_get_width(texture), ==, 500);
  g_assert_cmpint(gdk_texture_get_height(texture), ==, 300);
  assert_written(window, file, "\211PNG");
  choose(GTK_WIDGET(window), "Choices of Scene", "Export as PNG…");
  answer_question(NULL);
  driven_answer_file("chaplygin-sleigh-scene.png", NULL);
  g_autoptr(GDir) left = g_dir_open(folder, 0, NULL);
  g_assert_null(g_dir_read_name(left));
  driven_close(window);
}

static char *
begin_film(NoslipWindow *window, const char *name, double speed)
{
  char *file = g_build_filename(folder, name, NULL);
  choose(GTK_WIDGET(window), "Choices of Scene", "Export the motion as WebM…");
  answer_question("Width, pixels", 160.0, "Height, pixels", 100.0, "Speed", speed, "To, seconds", 1.0, NULL);
  driven_answer_file("chaplygin-sleigh-motion.webm", file);
  return file;
}

static GtkWidget *
cancel_of(NoslipWindow *window, const char *name)
{
  g_autofree char *label = g_strdup_printf("Cancel: Exporting %s", name);
  GtkWidget *button = driven_find(GTK_WIDGET(window), GTK_TYPE_BUTTON, label);
  return button && gtk_widget_get_mapped(button) && gtk_widget_get_width(button) > 0 ? button : NULL;
}

/* Two films at once: each has its Cancel, either goes without the other, and what is told meanwhile is told. */
static void
test_films(void)
{
  if (!have_films())
    return;
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  GtkWidget *root = GTK_WIDGET(window);
  g_autofree char *one = begin_film(window, "1.webm", 0.01);
  WAIT_FOR(cancel_of(window, "1.webm"));
  g_autofree char *two = begin_film(window, "2.webm", 0.01);
  WAIT_FOR(cancel_of(window, "2.webm"));
  g_assert_nonnull(cancel_of(window, "1.webm"));
  GtkWidget *bar = driven_find(root, GTK_TYPE_PROGRESS_BAR, "Exporting 2.webm");
  WAIT_FOR(gtk_progress_bar_get_fraction(GTK_PROGRESS_BAR(bar)) > 0);
  driven_click(cancel_of(window, "2.webm"), 10, 10);
  WAIT_FOR(!cancel_of(window, "2.webm"));
  WAIT_FOR(driven_label(root, "The export is cancelled; 2.webm is as it was"));
  g_assert_nonnull(cancel_of(window, "1.webm"));
  /* the keyboard gets there too */
  gtk_widget_grab_focus(cancel_of(window, "1.webm"));
  driven_point(cancel_of(window, "1.webm"), 10, 10);
  driven_key("space");
  WAIT_FOR(!cancel_of(window, "1.webm"));
  WAIT_FOR(driven_label(root, "The export is cancelled; 1.webm is as it was"));
  g_autoptr(GDir) left = g_dir_open(folder, 0, NULL);
  g_assert_null(g_dir_read_name(left));
  g_autofree char *whole = begin_film(window, "3.webm", 1);
  assert_written(window, whole, "\x1a\x45\xdf\xa3");
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  folder = g_dir_make_tmp("nXXXXXX", NULL); /* short: it is typed */
  ;
  g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
  g_test_add_func("/exporting/menus", test_menus);
  g_test_add_func("/exporting/scene", test_scene);
  g_test_add_func("/exporting/films", test_films);
  int status = g_test_run();
  g_rmdir(folder);
  g_free(folder);
  driven_end();
  return status;
}
