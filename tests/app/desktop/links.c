/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links to set-ups: shown with a QR code, copied, and opened after a question; and pages for a class. */
#include "core/simulation/setup/link.h"
#include "tests/app/desktop/driven.h"

#include <glib/gstdio.h>
#include <string.h>

static AdwMessageDialog *
question(void)
{
  AdwMessageDialog *dialog = NULL;
  WAIT_FOR((dialog = driven_question()));
  return dialog;
}

static void
answer(const char *response)
{
  AdwMessageDialog *dialog = question();
  driven_click_on(driven_label(GTK_WIDGET(dialog), response));
  WAIT_FOR(!driven_question());
}

static char *
text_in(AdwMessageDialog *dialog, const char *name)
{
  GtkTextIter start, end;
  GtkWidget *view = driven_find(GTK_WIDGET(dialog), GTK_TYPE_TEXT_VIEW, name);
  g_assert_nonnull(view);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  return gtk_text_buffer_get_text(buffer, &start, &end, TRUE);
}

/* A link to a system's own text; the name turns the direction of what follows. */
static char *
link_to(const char *source)
{
  g_autoptr(NoslipSetup) setup = noslip_setup_new();
  g_autoptr(GError) error = NULL;
  noslip_setup_set_name(setup, "Somebody's \342\200\256 set-up");
  noslip_setup_set_system(setup, NULL, source);
  char *link = noslip_link_new(setup, &error);
  g_assert_no_error(error);
  return link;
}

static void
clipboard_read(GObject *clipboard, GAsyncResult *result, gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(clipboard), result, NULL);
}

/* Where the program was built without libqrencode, the dialog says so. */
static void
assert_code(AdwMessageDialog *dialog)
{
  GtkWidget *code = driven_find(GTK_WIDGET(dialog), GTK_TYPE_PICTURE, "QR code of the link");
  int n = 0, black = 0;
  if (!code) {
    g_assert_nonnull(driven_label(GTK_WIDGET(dialog), "draws no QR codes"));
    return;
  }
  WAIT_FOR(gtk_widget_get_mapped(code) && gtk_widget_get_width(code) > 100);
  g_autofree guint32 *pixels = driven_pixels(code, &n);
  for (int i = 0; i < n; i++)
    black += (pixels[i] & 0xffffff) == 0;
  g_assert_cmpint(black, >, n / 10);
  g_assert_cmpint(black, <, n / 2);
}

static void
test_shown(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  noslip_simulation_set_parameter(noslip_window_simulation(window), 0, 1.75);
  WAIT_FOR(driven_settled(window));
  gtk_widget_activate_action(GTK_WIDGET(window), "win.link", NULL);
  AdwMessageDialog *dialog = question();
  g_autofree char *link = text_in(dialog, "Link"), *copied = NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSetup) setup = noslip_link_read(link, diagnostics);
  g_assert_nonnull(setup);
  g_assert_cmpstr(noslip_setup_system(setup), ==, "chaplygin-sleigh");
  g_autofree char *mass = noslip_setup_get(setup, "Parameters", "m");
  g_assert_cmpstr(mass, ==, "1.75");
  assert_code(dialog);
  answer("Copy link");
  gdk_clipboard_read_text_async(gtk_widget_get_clipboard(GTK_WIDGET(window)), NULL, clipboard_read, &copied);
  WAIT_FOR(copied);
  g_assert_cmpstr(copied, ==, link);
  driven_close(window);
}

/* A local file is included as text. */
static void
test_file(void)
{
  g_autofree char *folder = g_dir_make_tmp("noslip-links-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "mine.noslip", NULL);
  g_assert_true(g_file_set_contents(file, "noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\n", -1, NULL));
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  noslip_window_open(window, file, FALSE, 0);
  WAIT_FOR(g_strcmp0(driven_shown(window), "mine") == 0 && driven_settled(window));
  gtk_widget_activate_action(GTK_WIDGET(window), "win.link", NULL);
  g_autofree char *link = text_in(question(), "Link");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSetup) setup = noslip_link_read(link, diagnostics);
  g_assert_nonnull(setup);
  g_assert_nonnull(strstr(noslip_setup_source(setup), "lagrangian x'^2/2"));
  answer("Close");
  driven_close(window);
  g_unlink(file);
  g_rmdir(folder);
}

/* Nothing is opened before the user has seen the contents and agreed. */
static void
test_offered(void)
{
  g_autofree char *link = link_to("noslip 1\ntitle \"Free particle\"\ncoordinate x\nlagrangian x'^2/2\n");
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  noslip_desktop_offer_link(window, link);
  AdwMessageDialog *dialog = question();
  g_autofree char *text = text_in(dialog, "Text of the set-up");
  g_assert_nonnull(strstr(text, "lagrangian x'^2/2"));
  g_assert_null(strstr(text, "\342\200\256"));
  g_assert_nonnull(driven_label(GTK_WIDGET(dialog), "which may come from anybody"));
  answer("Cancel");
  g_assert_cmpstr(driven_shown(window), ==, "chaplygin-sleigh");
  noslip_desktop_offer_link(window, link);
  answer("Open it");
  WAIT_FOR(g_strcmp0(driven_shown(window), "link") == 0 && driven_settled(window));
  g_assert_cmpstr(noslip_simulation_system(noslip_window_simulation(window))->title, ==, "Free particle");
  driven_close(window);
}

/* A text from a link opens no other file, and an address that is not a valid link is reported. */
static void
test_refused(void)
{
  g_autofree char *link = link_to("noslip 1\ninclude \"chaplygin-sleigh\"\ncoordinate z\n");
  NoslipWindow *window = driven_open("snakeboard", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_desktop_offer_link(window, link);
  answer("Open it");
  WAIT_FOR(noslip_simulation_source(simulation)->problems && noslip_simulation_source(simulation)->problems->n_errors);
  g_assert_cmpstr(noslip_simulation_source(simulation)->problems_name, ==, "the link");
  g_assert_cmpstr(driven_shown(window), ==, "snakeboard");
  noslip_desktop_offer_link(window, "noslip:?s=!");
  g_assert_nonnull(driven_label(GTK_WIDGET(question()), "This link cannot be opened"));
  answer("Close");
  driven_close(window);
}

/* A page starts where the motion was last changed, and contains the compared motions. */
static void
test_page(void)
{
  g_autofree char *folder = g_dir_make_tmp("noslip-links-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "page.html", NULL), *text = NULL;
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_simulation_set_parameter(simulation, 0, 1.75);
  noslip_overlays_show(noslip_simulation_overlays(simulation), noslip_formulation_find("gibbs-appell"), TRUE);
  WAIT_FOR(driven_settled(window));
  gtk_widget_activate_action(GTK_WIDGET(window), "win.export", "s", "page");
  driven_answer_file("chaplygin-sleigh-page.html", file);
  WAIT_FOR(g_file_get_contents(file, &text, NULL, NULL));
  g_assert_true(g_str_has_prefix(text, "<!DOCTYPE html>"));
  g_assert_nonnull(strstr(text, "\"values\": [1.75, "));
  const char *overlays = strstr(text, "\"overlays\": [");
  g_assert_nonnull(overlays);
  g_assert_nonnull(strstr(overlays, "\"name\": \"gibbs-appell\""));
  g_assert_nonnull(strstr(text, "\"to\": 11,")); /* the rest of the motion */
  g_unlink(file);
  g_rmdir(folder);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_test_add_func("/links/shown", test_shown);
  g_test_add_func("/links/file", test_file);
  g_test_add_func("/links/offered", test_offered);
  g_test_add_func("/links/refused", test_refused);
  g_test_add_func("/links/page", test_page);
  int status = g_test_run();
  driven_end();
  return status;
}
