/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exporting as a user does it: from the menus, through the dialogs, by keyboard and pointer. */
#include "app/desktop/export.h"
#include "tests/app/desktop/plots.h"
#include "tests/app/films.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static char *folder;

/* Opens a menu of a view or of the scene and chooses one of its items. */
static void
choose(NoslipWindow *window, const char *menu, const char *item)
{
  plots_click_item(plots_open_menu(window, menu), item);
}

/* The same in the main menu, where exports are a submenu. */
static void
choose_export(NoslipWindow *window, const char *item)
{
  GtkWidget *popover = plots_open_menu(window, "Menu");
  plots_click_item(popover, "Export");
  WAIT_FOR(driven_label(popover, item));
  plots_click_item(popover, item);
}

/* By keys alone: moves to the item of this name and opens it. */
static void
take_by_keys(GtkWidget *popover, const char *item)
{
  GtkWidget *focus = NULL;
  for (guint i = 0; i < 40 && !(focus && driven_label(focus, item)); i++) {
    driven_key("Down");
    focus = gtk_root_get_focus(gtk_widget_get_root(popover));
  }
  g_assert_true(focus && driven_label(focus, item));
  driven_key("Return");
}

/* Fills in the dialog before the file: pairs of a field's name and the text to type, up to NULL. */
static void
answer_question(const char *first, ...)
{
  AdwMessageDialog *question = NULL;
  WAIT_FOR((question = driven_question()));
  va_list more;
  va_start(more, first);
  for (const char *name = first; name; name = va_arg(more, const char *)) {
    const char *value = va_arg(more, const char *);
    GtkWidget *entry = driven_find(GTK_WIDGET(question), GTK_TYPE_SPIN_BUTTON, name);
    g_assert_nonnull(entry);
    driven_click_on(driven_find(entry, GTK_TYPE_TEXT, NULL));
    driven_key("ctrl+a");
    driven_type(value);
    WAIT_FOR(g_str_equal(gtk_editable_get_text(GTK_EDITABLE(entry)), value));
  }
  va_end(more);
  driven_click_on(driven_label(GTK_WIDGET(question), "Export…"));
}

static void
assert_written(NoslipWindow *window, const char *path, const char *begins)
{
  gsize length = 0;
  g_autofree char *text = NULL, *name = g_path_get_basename(path), *message = g_strdup_printf("%s is written", name);
  WAIT_FOR(driven_label(GTK_WIDGET(window), message));
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
    WAIT_FOR(gtk_widget_get_mapped(GTK_WIDGET(noslip_tiles_view(tiles, kind))) && driven_settled(window));
    g_test_message("%s", kind->id);
    choose(window, menu, "Export…");
    driven_answer_file(name, file);
    if (file)
      assert_written(window, file, formats[i].begins);
  }
  g_autofree char *document = g_build_filename(folder, "a.tex", NULL);
  noslip_tiles_maximise(tiles, noslip_view_kind_find("equations"));
  choose(window, "Choices of Equations", "Export as LaTeX…");
  driven_answer_file("chaplygin-sleigh-equations.tex", document);
  assert_written(window, document, "\\documentclass");
  driven_close(window);
}

/* The scene is exported at the size that was typed; a dialog that is cancelled writes nothing. */
static void
test_scene(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  g_autofree char *file = g_build_filename(folder, "a.png", NULL);
  choose(window, "Choices of Scene", "Export as PNG…");
  answer_question("Width, pixels", "500", "Height, pixels", "300", NULL);
  driven_answer_file("chaplygin-sleigh-scene.png", file);
  WAIT_FOR(g_file_test(file, G_FILE_TEST_EXISTS));
  g_autoptr(GdkTexture) texture = gdk_texture_new_from_filename(file, NULL);
  g_assert_cmpint(gdk_texture_get_width(texture), ==, 500);
  g_assert_cmpint(gdk_texture_get_height(texture), ==, 300);
  assert_written(window, file, "\211PNG");
  choose(window, "Choices of Scene", "Export as PNG…");
  answer_question(NULL);
  driven_answer_file("chaplygin-sleigh-scene.png", NULL);
  g_autoptr(GDir) left = g_dir_open(folder, 0, NULL);
  g_assert_null(g_dir_read_name(left));
  driven_close(window);
}

/* A figure for paper has the width that was typed, or that of a button, and what was chosen. */
static void
test_paper(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  const NoslipViewKind *path = noslip_view_kind_find("path");
  g_autofree char *file = g_build_filename(folder, "p.svg", NULL), *text = NULL, *again = NULL;
  noslip_tiles_maximise(noslip_window_tiles(window), path);
  WAIT_FOR(gtk_widget_get_mapped(GTK_WIDGET(noslip_tiles_view(noslip_window_tiles(window), path))) &&
           driven_settled(window));
  choose(window, "Choices of Path", "Export for paper…");
  AdwMessageDialog *question = NULL;
  WAIT_FOR((question = driven_question()));
  driven_click_on(driven_label(GTK_WIDGET(question), "Two columns"));
  driven_click_on(driven_label(GTK_WIDGET(question), "Keep the text of an SVG as text"));
  driven_click_on(driven_label(GTK_WIDGET(question), "Write the present values"));
  answer_question("Lines, points", "2.5", NULL);
  driven_answer_file("chaplygin-sleigh-path.svg", file);
  WAIT_FOR(g_file_test(file, G_FILE_TEST_EXISTS));
  g_assert_true(g_file_get_contents(file, &text, NULL, NULL));
  g_assert_nonnull(strstr(text, "width=\"481.890pt\""));
  g_assert_nonnull(strstr(text, ">equilibria</text>"));
  g_assert_nonnull(strstr(text, "stroke-width=\"2.500\""));
  g_assert_null(strstr(text, "1.5000"));
  assert_written(window, file, "<?xml");
  choose(window, "Choices of Path", "Export for paper…");
  answer_question("Width, millimetres", "100", NULL);
  driven_answer_file("chaplygin-sleigh-path.svg", file);
  WAIT_FOR(g_file_test(file, G_FILE_TEST_EXISTS));
  g_assert_true(g_file_get_contents(file, &again, NULL, NULL));
  g_assert_nonnull(strstr(again, "width=\"283.464567pt\""));
  g_assert_null(strstr(again, "<text"));
  g_unlink(file);
  driven_close(window);
}

/* The output of a command of the other program. */
static char *
command_line(const char *arguments)
{
  g_auto(GStrv) words = g_strsplit(arguments, " ", -1);
  g_autoptr(GPtrArray) all = g_ptr_array_new();
  char *output = NULL;
  int status = -1;
  g_autoptr(GError) error = NULL;
  g_ptr_array_add(all, (gpointer) g_getenv("NOSLIP_CLI"));
  for (guint i = 0; words[i]; i++)
    g_ptr_array_add(all, words[i]);
  g_ptr_array_add(all, NULL);
  g_spawn_sync(NULL, (char **) all->pdata, NULL, 0, NULL, NULL, &output, NULL, &status, &error);
  g_assert_no_error(error);
  g_assert_cmpint(status, ==, 0);
  return output;
}

/* The same header, the same number of lines, and numbers that agree. */
static void
assert_same_table(const char *table, const char *other)
{
  g_auto(GStrv) lines = g_strsplit(table, "\n", -1), others = g_strsplit(other, "\n", -1);
  g_assert_cmpstr(lines[0], ==, others[0]);
  g_assert_cmpuint(g_strv_length(lines), ==, g_strv_length(others));
  guint numbers = 0;
  for (guint i = 1; lines[i]; i++) {
    g_auto(GStrv) row = g_strsplit(lines[i], ",", -1), expected = g_strsplit(others[i], ",", -1);
    g_assert_cmpuint(g_strv_length(row), ==, g_strv_length(expected));
    for (guint c = 0; row[c]; c++) {
      double one = g_ascii_strtod(row[c], NULL), two = g_ascii_strtod(expected[c], NULL);
      g_assert_cmpfloat_with_epsilon(one, two, 1e-9 * (1 + fabs(two)));
      numbers++;
    }
  }
  g_assert_cmpuint(numbers, >, 1000);
}

/* The trajectory from the main menu is what the command line computes: as it is in the text, and with another value. */
static void
test_table(void)
{
  static const struct {
    const char *omega, *arguments;
  } cases[] = {{NULL, "run chaplygin-sleigh"}, {"2.25", "run chaplygin-sleigh --initial omega=2.25"}};
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  g_autofree char *file = g_build_filename(folder, "a.csv", NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    if (cases[i].omega) {
      driven_click_on(driven_find(GTK_WIDGET(window), GTK_TYPE_ENTRY, "omega"));
      driven_key("ctrl+a");
      driven_type(cases[i].omega);
      driven_key("Return");
      WAIT_FOR(driven_settled(window));
    }
    choose_export(window, "Trajectory as CSV…");
    driven_answer_file("chaplygin-sleigh-trajectory.csv", file);
    WAIT_FOR(g_file_test(file, G_FILE_TEST_EXISTS));
    g_autofree char *table = NULL, *expected = command_line(cases[i].arguments);
    g_assert_true(g_file_get_contents(file, &table, NULL, NULL));
    assert_same_table(table, expected);
    assert_written(window, file, "t,x,y,theta,v1,v2,omega,energy,lambda[blade]");
  }
  driven_close(window);
}

/* The equations by keys alone: with the Lagrangian and the anchor that the command line prints. */
static void
test_document(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  g_autofree char *file = g_build_filename(folder, "a.tex", NULL);
  GtkWidget *menu = driven_find(GTK_WIDGET(window), GTK_TYPE_MENU_BUTTON, "Menu"), *popover = NULL;
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 300);
  driven_key("F10");
  WAIT_FOR((popover = GTK_WIDGET(gtk_menu_button_get_popover(GTK_MENU_BUTTON(menu)))) &&
           gtk_widget_get_mapped(popover));
  take_by_keys(popover, "Export");
  WAIT_FOR(driven_label(popover, "Equations as LaTeX…"));
  take_by_keys(popover, "Equations as LaTeX…");
  driven_answer_file("chaplygin-sleigh-equations.tex", file);
  WAIT_FOR(g_file_test(file, G_FILE_TEST_EXISTS));
  g_autofree char *text = NULL, *expected = command_line("show chaplygin-sleigh --latex");
  g_assert_true(g_file_get_contents(file, &text, NULL, NULL));
  g_auto(GStrv) lines = g_strsplit(expected, "\n", -1);
  guint found = 0;
  for (guint i = 0; lines[i] && found < 3; i++) {
    const char *line = g_strstrip(lines[i]);
    if (!g_str_has_prefix(line, "L &= ") && !g_str_has_prefix(line, "\\dot{x} &= ") &&
        !g_str_has_prefix(line, "\\dot{y} &= "))
      continue;
    g_autofree char *formula = g_strndup(line, strlen(line) - (g_str_has_suffix(line, " \\\\") ? 3 : 0));
    g_test_message("%s", formula);
    g_assert_nonnull(strstr(text, formula));
    found++;
  }
  g_assert_cmpuint(found, ==, 3);
  assert_written(window, file, "\\documentclass");
  driven_close(window);
}

/* The scene and the motion are in the main menu too, with the same dialogs. */
static void
test_main_menu(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  g_autofree char *file = g_build_filename(folder, "b.png", NULL);
  choose_export(window, "Scene as PNG…");
  answer_question("Width, pixels", "320", "Height, pixels", "200", NULL);
  driven_answer_file("chaplygin-sleigh-scene.png", file);
  assert_written(window, file, "\211PNG");
  choose_export(window, "Motion as WebM…");
  WAIT_FOR(driven_question());
  driven_key("Escape");
  WAIT_FOR(!driven_question());
  /* a missing folder: reported, with a hint */
  g_autofree char *nowhere = g_build_filename(folder, "no", "a.csv", NULL);
  noslip_desktop_export_to(window, "trajectory", nowhere, NULL);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "Choose an existing folder"));
  driven_close(window);
}

static char *
begin_film(NoslipWindow *window, const char *name, const char *speed, const char *to)
{
  char *file = g_build_filename(folder, name, NULL);
  choose(window, "Choices of Scene", "Export the motion as WebM…");
  answer_question("Width, pixels", "160", "Height, pixels", "100", "Speed", speed, "To, seconds", to, NULL);
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

static double
speed_typed(GtkWidget *entry, const char *text)
{
  gtk_editable_set_text(GTK_EDITABLE(entry), text);
  gtk_spin_button_update(GTK_SPIN_BUTTON(entry));
  return gtk_spin_button_get_value(GTK_SPIN_BUTTON(entry));
}

/* A film may be a thousand times slower than the motion; steps fit the speed, and its text has no idle zeros. */
static void
test_slow_film(void)
{
  if (!have_films())
    return;
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  AdwMessageDialog *question = NULL;
  choose(window, "Choices of Scene", "Export the motion as WebM…");
  WAIT_FOR((question = driven_question()));
  GtkWidget *speed = driven_find(GTK_WIDGET(question), GTK_TYPE_SPIN_BUTTON, "Speed");
  g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(speed)), ==, "1");
  const struct {
    const char *typed;
    double value;
    const char *after; /* a step upwards */
  } cases[] = {
      {"0.001", 0.001, "0.0011"}, {"0.0025", 0.0025, "0.0026"}, {"0.015625", 0.015625, "0.016625"}, {"2", 2, "2.1"},
      {"40", 40, "41"},           {"100", 100, "100"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_assert_cmpfloat_with_epsilon(speed_typed(speed, cases[i].typed), cases[i].value, 1e-12);
    gtk_spin_button_spin(GTK_SPIN_BUTTON(speed), GTK_SPIN_STEP_FORWARD, 0);
    g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(speed)), ==, cases[i].after);
  }
  gtk_window_close(GTK_WINDOW(question));
  WAIT_FOR(!driven_question());
  driven_close(window);
}

/* Two films at once: each has its own Cancel, one may end before the other, and toasts still appear. */
static void
test_films(void)
{
  if (!have_films())
    return;
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  GtkWidget *root = GTK_WIDGET(window);
  g_free(begin_film(window, "1.webm", "0.01", "12"));
  WAIT_FOR(cancel_of(window, "1.webm"));
  g_free(begin_film(window, "2.webm", "0.01", "12"));
  WAIT_FOR(cancel_of(window, "2.webm"));
  g_assert_nonnull(cancel_of(window, "1.webm"));
  GtkWidget *bar = driven_find(root, GTK_TYPE_PROGRESS_BAR, "Exporting 2.webm");
  WAIT_FOR(gtk_progress_bar_get_fraction(GTK_PROGRESS_BAR(bar)) > 0);
  driven_click(cancel_of(window, "2.webm"), 10, 10);
  WAIT_FOR(!cancel_of(window, "2.webm"));
  WAIT_FOR(driven_label(root, "The export is cancelled; 2.webm is unchanged"));
  g_assert_nonnull(cancel_of(window, "1.webm"));
  /* also reachable by keyboard */
  driven_key("Tab");
  gtk_widget_grab_focus(cancel_of(window, "1.webm"));
  driven_point(cancel_of(window, "1.webm"), 10, 10);
  driven_key("space");
  WAIT_FOR(!cancel_of(window, "1.webm"));
  WAIT_FOR(driven_label(root, "The export is cancelled; 1.webm is unchanged"));
  g_autoptr(GDir) left = g_dir_open(folder, 0, NULL);
  g_assert_null(g_dir_read_name(left));
  g_autofree char *whole = begin_film(window, "3.webm", "1", "1");
  assert_written(window, whole, "\x1a\x45\xdf\xa3");
  driven_close(window);
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  folder = g_dir_make_tmp("nXXXXXX", NULL); /* short: it is typed */
  g_test_add_func("/exporting/menus", test_menus);
  g_test_add_func("/exporting/scene", test_scene);
  g_test_add_func("/exporting/paper", test_paper);
  g_test_add_func("/exporting/table", test_table);
  g_test_add_func("/exporting/document", test_document);
  g_test_add_func("/exporting/main-menu", test_main_menu);
  g_test_add_func("/exporting/films", test_films);
  g_test_add_func("/exporting/slow-film", test_slow_film);
  int status = g_test_run();
  g_rmdir(folder);
  g_free(folder);
  driven_end();
  return status;
}
