/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window in Spanish: its words and the catalogue's are translated, but not the ids in files and in searches. */
#include "tests/app/desktop/driven.h"

#include "app/desktop/export.h"
#include "core/catalogue/catalogue.h"
#include "core/simulation/setup/setup.h"

#include <glib/gstdio.h>
#include <libintl.h>
#include <locale.h>
#include <string.h>

static char *folder;

static void
test_words(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  GtkWidget *root = GTK_WIDGET(window);
  g_assert_cmpstr(gtk_window_get_title(GTK_WINDOW(window)), ==, "Trineo de Chaplygin – Noslip");
  GtkWidget *scale = driven_find(root, GTK_TYPE_SCALE, "a");
  g_assert_nonnull(scale);
  gtk_test_accessible_assert_property(GTK_ACCESSIBLE(scale), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      "centro de masas por delante de la cuchilla");
  /* found by its id in every language, described in the reader's */
  GtkWidget *overlay = driven_find(root, GTK_TYPE_SWITCH, "projection");
  g_assert_nonnull(overlay);
  gtk_test_accessible_assert_property(GTK_ACCESSIBLE(overlay), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Proyección");
  driven_close(window);
}

static gboolean
is_first(GtkWidget *list, guint n, const char *title)
{
  GtkWidget *first = NULL;
  guint found = 0;
  for (int i = 0; gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), i); i++) {
    GtkWidget *row = GTK_WIDGET(gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), i));
    found += gtk_widget_get_child_visible(row);
    first = first || !gtk_widget_get_child_visible(row) ? first : row;
  }
  return found == n && (n == 0 || driven_label(first, title));
}

/* Both languages are found, by title, idea and tag, and accents may be omitted. */
static void
test_search(void)
{
  static const struct {
    const char *words;
    guint n;
    const char *first;
  } cases[] = {{"piedra CELTA", 1, "Piedra celta"},          {"rattleback", 1, "Piedra celta"},
               {"de dido", 1, "Grupo de Heisenberg"},        {"rueda inclinada xyz", 0, NULL},
               {"trompo algebroide-de-accion", 1, "Trompo"}, {"trompo action-algebroid", 1, "Trompo pesado"},
               {"oscilador no holono", 1, "Oscilador "},     {"no existe tal cosa", 0, NULL}};
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  noslip_window_show_gallery(window);
  GtkWidget *list = driven_find(GTK_WIDGET(window), GTK_TYPE_LIST_BOX, "Sistemas");
  GtkWidget *search = driven_find(GTK_WIDGET(window), GTK_TYPE_SEARCH_ENTRY, "Buscar sistemas");
  g_assert_nonnull(list);
  g_assert_nonnull(search);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    gtk_editable_set_text(GTK_EDITABLE(search), cases[i].words);
    WAIT_FOR(is_first(list, cases[i].n, cases[i].first));
  }
  driven_close(window);
}

static void
test_problem(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  g_autofree char *file = g_build_filename(folder, "broken.noslip", NULL);
  g_assert_true(g_file_set_contents(
      file, "noslip 1\ncoordinate x\nlagrangian 2 x'\nconstraint sin(y' = 0\ninitial z = t\n", -1, NULL));
  noslip_window_open(window, file, FALSE, NAN);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "3:12")); /* beside the text, which is opened */
  WAIT_FOR(driven_label(GTK_WIDGET(window), "un producto necesita su signo"));
  WAIT_FOR(driven_label(GTK_WIDGET(window), "¿quiso decir 2*x'?"));
  WAIT_FOR(driven_label(GTK_WIDGET(window), "se esperaba ) o un operador y se encontró ="));
  WAIT_FOR(driven_label(GTK_WIDGET(window), "un valor inicial no puede depender del tiempo t"));
  g_unlink(file);
  driven_close(window);
}

/* The text of a new system is Spanish too, and runs. */
static void
test_new(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_system_document_begin_new(noslip_window_document(window));
  WAIT_FOR(g_strcmp0(noslip_simulation_system(simulation)->title, "Sistema nuevo") == 0);
  WAIT_FOR(noslip_simulation_is_settled(simulation));
  g_assert_cmpuint(noslip_simulation_source(simulation)->problems->n_errors, ==, 0);
  g_assert_cmpstr(noslip_simulation_system(simulation)->parameters[0].description, ==, "masa");
  driven_close(window);
}

/* A table has the names of the text and decimal points; a set-up has the ids, and translated names. */
static void
test_files(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  g_autofree char *table = g_build_filename(folder, "motion.csv", NULL), *rows = NULL;
  noslip_desktop_export_to(window, "trajectory", table, NULL);
  WAIT_FOR(g_file_test(table, G_FILE_TEST_EXISTS));
  g_assert_true(g_file_get_contents(table, &rows, NULL, NULL));
  g_assert_true(g_str_has_prefix(rows, "t,x,y,theta,v1,v2,omega,energy,lambda[blade]"));
  g_auto(GStrv) first = g_strsplit(strchr(rows, '\n') + 1, ",", 4);
  g_assert_cmpfloat(g_ascii_strtod(first[1], NULL), ==, 0.2);
  g_assert_cmpfloat(g_ascii_strtod(first[2], NULL), ==, -0.1);
  g_unlink(table);
  g_autoptr(NoslipSetup) setup = noslip_window_get_setup(window);
  g_autofree char *text = noslip_setups_to_text(1, &setup, NULL);
  g_assert_nonnull(strstr(text, "name=Trineo de Chaplygin\n"));
  g_assert_nonnull(strstr(text, "id=chaplygin-sleigh\n"));
  g_assert_nonnull(strstr(text, "dynamics=nonholonomic\n"));
  g_assert_nonnull(strstr(text, "formulation=multipliers\n"));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_assert_nonnull(setlocale(LC_ALL, ""));
  setlocale(LC_NUMERIC, "C");
  g_autofree char *locale = noslip_catalogue_locale();
  bindtextdomain(GETTEXT_PACKAGE, locale);
  bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
  textdomain(GETTEXT_PACKAGE);
  folder = g_dir_make_tmp("noslip-XXXXXX", NULL);
  g_test_add_func("/spanish/words", test_words);
  g_test_add_func("/spanish/search", test_search);
  g_test_add_func("/spanish/problem", test_problem);
  g_test_add_func("/spanish/new", test_new);
  g_test_add_func("/spanish/files", test_files);
  int status = g_test_run();
  g_rmdir(folder);
  g_free(folder);
  driven_end();
  return status;
}
