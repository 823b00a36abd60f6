/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The views in the window: duplicated, closed, maximised, zoomed, stored between sessions. */
#include "tests/app/desktop/driven.h"
#include "tests/app/mutants.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* Some frames later: laid out and drawn again. */
static void
draw(NoslipWindow *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock(GTK_WIDGET(window));
  gint64 from = gdk_frame_clock_get_frame_counter(clock);
  WAIT_FOR((gtk_widget_queue_draw(GTK_WIDGET(window)), gdk_frame_clock_get_frame_counter(clock) >= from + 6));
}

/* A window with the stored views. */
static NoslipWindow *
open_kept(const char *id)
{
  NoslipWindow *window = noslip_window_new(driven_application());
  noslip_desktop_add_actions(window);
  noslip_arrangements_attach(window);
  noslip_window_open(window, id, FALSE, NAN);
  gtk_window_present(GTK_WINDOW(window));
  WAIT_FOR(driven_settled(window));
  return window;
}

static const char *
nth_kind(NoslipTiles *tiles, guint n)
{
  NoslipView *view = noslip_tiles_nth_open(tiles, n);
  return view ? noslip_view_kind(view)->id : NULL;
}

static void
choose(NoslipView *view, const char *name, const char *value)
{
  noslip_view_set_choice(view, name, (const char *const[]){value, NULL});
}

static const char *
choice(NoslipView *view, const char *name)
{
  const char *const *values = noslip_view_choice(view, name);
  return values ? values[0] : NULL;
}

/* The dividers of the column of views. */
static GtkWidget *
paned_above(NoslipView *view)
{
  return gtk_widget_get_ancestor(GTK_WIDGET(view), GTK_TYPE_PANED);
}

static void
test_duplicate_and_close(void)
{
  NoslipWindow *window = open_kept("chaplygin-sleigh");
  NoslipTiles *tiles = noslip_window_tiles(window);
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, 3);
  NoslipView *path = noslip_tiles_nth_open(tiles, 1);
  g_assert_cmpstr(noslip_view_kind(path)->id, ==, "path");
  g_assert_nonnull(strstr(noslip_view_caption(path), "against"));
  choose(path, "y", "theta");
  NoslipView *other = noslip_tiles_duplicate(tiles, path);
  draw(window);
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, 4);
  g_assert_true(noslip_tiles_nth_open(tiles, 2) == other);
  g_assert_cmpstr(choice(other, "y"), ==, "theta");
  choose(other, "y", "x");
  g_assert_cmpstr(choice(path, "y"), ==, "theta"); /* each has its own */
  g_assert_cmpint(gtk_widget_get_height(GTK_WIDGET(other)), >, 60);
  noslip_tiles_close(tiles, path);
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, 3);
  g_assert_true(noslip_tiles_is_open(tiles, &noslip_path_view));
  g_assert_true(noslip_tiles_nth_open(tiles, 1) == other);
  noslip_tiles_set_open(tiles, &noslip_path_view, FALSE);
  g_assert_false(noslip_tiles_is_open(tiles, &noslip_path_view));
  noslip_tiles_set_open(tiles, &noslip_path_view, TRUE);
  g_assert_cmpstr(nth_kind(tiles, 2), ==, "path");
  noslip_tiles_reset(tiles);
  g_assert_cmpstr(nth_kind(tiles, 1), ==, "path");
  g_assert_null(choice(noslip_tiles_nth_open(tiles, 1), "y"));
  driven_close(window);
}

/* A system with a singular Lagrangian has no bracket: claims are shown in its place. */
static void
test_singular(void)
{
  NoslipWindow *window = open_kept("capri-kobayashi");
  NoslipTiles *tiles = noslip_window_tiles(window);
  noslip_tiles_reset(tiles);
  g_assert_false(noslip_tiles_is_open(tiles, &noslip_bracket_view));
  g_assert_true(noslip_tiles_is_open(tiles, &noslip_claims_view));
  driven_close(window);
}

static void
assert_kinds(const char *id, const char *const *kinds)
{
  NoslipWindow *window = open_kept(id);
  NoslipTiles *tiles = noslip_window_tiles(window);
  noslip_tiles_reset(tiles);
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, g_strv_length((char **) kinds));
  for (guint i = 0; kinds[i]; i++)
    g_assert_cmpstr(nth_kind(tiles, i), ==, kinds[i]);
  driven_close(window);
}

/* A graph for each `plot` of the text: against time, of the energy, of a pair. */
static void
test_plots_open(void)
{
  assert_kinds("rattleback", (const char *const[]){"time", "energy", "bracket", NULL});
  assert_kinds("appell-hamel", (const char *const[]){"energy", "time", "bracket", NULL});
  assert_kinds("sleigh-with-mass", (const char *const[]){"time", "energy", "path", "bracket", NULL});
}

/* More views than fit can be scrolled, and an opened view is scrolled into view. */
static void
test_opened_is_seen(void)
{
  NoslipWindow *window = open_kept("snakeboard");
  NoslipTiles *tiles = noslip_window_tiles(window);
  const char *const more[] = {"claims", "momenta", "equations"};
  for (guint i = 0; i < G_N_ELEMENTS(more); i++) {
    graphene_rect_t bounds;
    noslip_tiles_set_open(tiles, noslip_view_kind_find(more[i]), TRUE);
    GtkWidget *view = GTK_WIDGET(noslip_tiles_view(tiles, noslip_view_kind_find(more[i])));
    WAIT_FOR(gtk_widget_compute_bounds(view, GTK_WIDGET(tiles), &bounds) && bounds.size.height > 60 &&
             bounds.origin.y >= 0 && bounds.origin.y + 60 <= gtk_widget_get_height(GTK_WIDGET(tiles)));
  }
  noslip_tiles_reset(tiles); /* the arrangement is stored, also for the following tests */
  driven_close(window);
}

static void
test_maximised_alone(void)
{
  NoslipWindow *window = open_kept("chaplygin-sleigh");
  NoslipTiles *tiles = noslip_window_tiles(window);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  int before = gtk_widget_get_width(GTK_WIDGET(tiles));
  noslip_tiles_maximise(tiles, &noslip_bracket_view);
  draw(window);
  g_assert_false(gtk_widget_get_mapped(scene));
  g_assert_cmpint(gtk_widget_get_width(GTK_WIDGET(tiles)), >, 2 * before);
  NoslipView *bracket = noslip_tiles_view(tiles, &noslip_bracket_view);
  double large = noslip_view_theme(bracket)->text_size;
  noslip_tiles_maximise(tiles, NULL);
  g_assert_cmpfloat(large, >, 1.2 * noslip_view_theme(bracket)->text_size);
  draw(window);
  g_assert_true(gtk_widget_get_mapped(scene));
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, 3);
  driven_close(window);
}

/* The open views, their order, share of the height and choices are restored, for that system only. */
static void
test_remembered(void)
{
  NoslipWindow *window = open_kept("chaplygin-sleigh");
  NoslipTiles *tiles = noslip_window_tiles(window);
  noslip_tiles_set_open(tiles, &noslip_bracket_view, FALSE);
  noslip_tiles_set_open(tiles, &noslip_claims_view, TRUE);
  NoslipView *path = noslip_tiles_nth_open(tiles, 1);
  choose(path, "x", "x");
  choose(noslip_tiles_duplicate(tiles, path), "x", "y");
  draw(window);
  gtk_paned_set_position(GTK_PANED(paned_above(noslip_tiles_nth_open(tiles, 0))), 320);
  draw(window);
  int height = gtk_widget_get_height(GTK_WIDGET(noslip_tiles_nth_open(tiles, 0)));
  noslip_window_open(window, "snakeboard", FALSE, NAN);
  WAIT_FOR(g_str_equal(driven_shown(window), "snakeboard"));
  WAIT_FOR(driven_settled(window));
  /* another system has its own: this one plots two paths */
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, 4);
  g_assert_cmpstr(nth_kind(tiles, 3), ==, "bracket");
  g_assert_cmpstr(choice(noslip_tiles_nth_open(tiles, 2), "y"), ==, "y3");
  driven_close(window);
  window = open_kept("chaplygin-sleigh");
  tiles = noslip_window_tiles(window);
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, 4);
  const char *kinds[] = {"energy", "path", "path", "claims"};
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
    g_assert_cmpstr(nth_kind(tiles, i), ==, kinds[i]);
  g_assert_cmpstr(choice(noslip_tiles_nth_open(tiles, 1), "x"), ==, "x");
  g_assert_cmpstr(choice(noslip_tiles_nth_open(tiles, 2), "x"), ==, "y");
  int again = gtk_widget_get_height(GTK_WIDGET(noslip_tiles_nth_open(tiles, 0)));
  g_assert_cmpint(ABS(again - height), <, 12);
  noslip_tiles_reset(tiles);
  driven_close(window);
  window = open_kept("chaplygin-sleigh");
  g_assert_cmpuint(noslip_tiles_n_open(noslip_window_tiles(window)), ==, 3);
  driven_close(window);
}

static guint
n_mapped(NoslipTiles *tiles)
{
  guint mapped = 0;
  for (guint i = 0; i < noslip_tiles_n_open(tiles); i++)
    mapped += gtk_widget_get_mapped(GTK_WIDGET(noslip_tiles_nth_open(tiles, i)));
  return mapped;
}

/* While presenting two views are shown; the arrangement of each system is kept, whatever is opened and closed. */
static void
test_presenting_is_not_kept(void)
{
  NoslipWindow *window = open_kept("chaplygin-sleigh");
  NoslipTiles *tiles = noslip_window_tiles(window);
  noslip_tiles_set_open(tiles, &noslip_claims_view, TRUE);
  noslip_window_set_presentation(window, TRUE);
  draw(window);
  g_assert_cmpuint(n_mapped(tiles), ==, 2);
  noslip_window_open(window, "snakeboard", FALSE, NAN);
  WAIT_FOR(g_str_equal(driven_shown(window), "snakeboard"));
  WAIT_FOR(driven_settled(window));
  g_assert_cmpuint(n_mapped(tiles), ==, 2);
  noslip_window_set_presentation(window, FALSE);
  draw(window);
  g_assert_cmpuint(n_mapped(tiles), ==, 4);
  g_assert_cmpstr(nth_kind(tiles, 3), ==, "bracket");
  noslip_window_set_presentation(window, TRUE);
  driven_close(window); /* in the middle of it */
  window = open_kept("snakeboard");
  tiles = noslip_window_tiles(window);
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, 4);
  noslip_tiles_reset(tiles);
  driven_close(window);
  window = open_kept("chaplygin-sleigh");
  tiles = noslip_window_tiles(window);
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, 4);
  g_assert_cmpstr(nth_kind(tiles, 3), ==, "claims");
  noslip_tiles_reset(tiles);
  driven_close(window);
}

static void
test_texts(void)
{
  NoslipWindow *window = open_kept("central-force");
  NoslipTiles *tiles = noslip_window_tiles(window);
  g_autofree char *before = noslip_tiles_to_text(tiles);
  const char *bad[] = {NULL, "", "no key file at all", "[Something else]\nkind=energy\n"};
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++)
    g_assert_false(noslip_tiles_from_text(tiles, bad[i]));
  g_autofree char *after = noslip_tiles_to_text(tiles);
  g_assert_cmpstr(before, ==, after);
  /* unknown views are ignored */
  g_assert_true(noslip_tiles_from_text(tiles, "[View 1]\nkind=time\nshare=9e99\nchoice-shown=r;\n"
                                              "[View 2]\nkind=of another version\n[View 3]\nkind=time\n"));
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, 2);
  g_assert_cmpstr(choice(noslip_tiles_nth_open(tiles, 0), "shown"), ==, "r");
  g_assert_null(choice(noslip_tiles_nth_open(tiles, 1), "shown"));
  draw(window);
  /* an empty arrangement is valid too */
  g_assert_true(noslip_tiles_from_text(tiles, "[Views]\nnone=true\n"));
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, 0);
  noslip_tiles_reset(tiles);
  driven_close(window);
}

static void
act(NoslipView *view, const char *action)
{
  g_action_group_activate_action(noslip_view_actions(view), action, NULL);
  driven_drain();
}

static double
span(NoslipView *view, guint figure, NoslipAxisId id)
{
  double low, high;
  noslip_view_range(view, figure, id, &low, &high);
  return high - low;
}

/* By keys and menu: zoom, pan, fit and scales; stacked figures keep one axis of time. */
static void
test_zoom_and_scales(void)
{
  NoslipWindow *window = open_kept("snakeboard");
  NoslipView *energy = noslip_tiles_nth_open(noslip_window_tiles(window), 0);
  double t = span(energy, 0, NOSLIP_AXIS_X), e = span(energy, 0, NOSLIP_AXIS_Y);
  g_assert_cmpfloat(t, >, 0);
  act(energy, "zoom-in");
  draw(window);
  g_assert_cmpfloat_with_epsilon(span(energy, 0, NOSLIP_AXIS_X), t / 1.25, 1e-9 * t);
  g_assert_cmpfloat_with_epsilon(span(energy, 1, NOSLIP_AXIS_X), t / 1.25, 1e-9 * t);
  g_assert_cmpfloat_with_epsilon(span(energy, 0, NOSLIP_AXIS_Y), e / 1.25, 1e-9 * e);
  double low, high, moved_low, moved_high;
  noslip_view_range(energy, 1, NOSLIP_AXIS_X, &low, &high);
  act(energy, "pan-right");
  draw(window);
  noslip_view_range(energy, 1, NOSLIP_AXIS_X, &moved_low, &moved_high);
  g_assert_cmpfloat(moved_low, >, low);
  act(energy, "fit");
  draw(window);
  g_assert_cmpfloat_with_epsilon(span(energy, 0, NOSLIP_AXIS_X), t, 1e-9 * t);
  /* from 0 to 0.4 there is no logarithmic axis; the positive curves have one */
  g_action_group_change_action_state(noslip_view_actions(energy), "logarithmic-0", g_variant_new_boolean(TRUE));
  draw(window);
  noslip_view_range(energy, 0, NOSLIP_AXIS_Y, &low, &high);
  g_assert_cmpfloat(low, >, 0);
  g_action_group_change_action_state(noslip_view_actions(energy), "logarithmic-0", g_variant_new_boolean(FALSE));
  draw(window);
  /* a flat rate is magnified only where the menu says so */
  double rate = span(energy, 1, NOSLIP_AXIS_Y);
  g_assert_cmpfloat(rate, >, 1e-8);
  g_action_group_change_action_state(noslip_view_actions(energy), "magnify", g_variant_new_boolean(TRUE));
  draw(window);
  g_assert_cmpfloat(span(energy, 1, NOSLIP_AXIS_Y), <, 1e-12);
  g_autofree char *values = noslip_view_values(energy);
  g_assert_nonnull(strstr(values, "\ndE/dt\t"));
  noslip_tiles_reset(noslip_window_tiles(window));
  driven_close(window);
}

/* A wide column has its tiles side by side, a narrow window in tabs. */
static void
test_columns_and_tabs(void)
{
  NoslipWindow *window = open_kept("chaplygin-sleigh");
  NoslipTiles *tiles = noslip_window_tiles(window);
  GtkWidget *first = GTK_WIDGET(noslip_tiles_nth_open(tiles, 0)), *last = GTK_WIDGET(noslip_tiles_nth_open(tiles, 2));
  double x0, y0, x1, y1;
  gtk_widget_translate_coordinates(first, GTK_WIDGET(tiles), 0, 0, &x0, &y0);
  gtk_widget_translate_coordinates(last, GTK_WIDGET(tiles), 0, 0, &x1, &y1);
  g_assert_cmpfloat(fabs(x0 - x1), <, 2);
  g_assert_cmpfloat(y1, >, y0 + 100);
  gtk_widget_set_size_request(GTK_WIDGET(tiles), 850, -1);
  WAIT_FOR(gtk_widget_translate_coordinates(last, GTK_WIDGET(tiles), 0, 0, &x1, &y1) && x1 > 300);
  gtk_widget_set_size_request(GTK_WIDGET(tiles), 360, -1);
  noslip_tiles_set_tabs(tiles, TRUE);
  draw(window);
  g_assert_nonnull(gtk_widget_get_ancestor(first, GTK_TYPE_NOTEBOOK));
  g_assert_true(gtk_widget_get_child_visible(first));
  g_assert_false(gtk_widget_get_mapped(last));
  noslip_tiles_set_tabs(tiles, FALSE);
  draw(window);
  g_assert_true(gtk_widget_get_mapped(last));
  driven_close(window);
}

static const char *
tab_of(NoslipTiles *tiles, NoslipView *view)
{
  GtkWidget *book = gtk_widget_get_ancestor(GTK_WIDGET(view), GTK_TYPE_NOTEBOOK), *page = GTK_WIDGET(view);
  while (gtk_notebook_page_num(GTK_NOTEBOOK(book), page) < 0)
    page = gtk_widget_get_parent(page);
  return gtk_notebook_get_tab_label_text(GTK_NOTEBOOK(book), page);
}

/* The tabs of two views of one kind show their contents, and a number if the contents are the same. */
static void
test_tabs_of_one_kind(void)
{
  NoslipWindow *window = open_kept("snakeboard");
  NoslipTiles *tiles = noslip_window_tiles(window);
  noslip_tiles_set_open(tiles, noslip_view_kind_find("time"), TRUE);
  NoslipView *first = noslip_tiles_view(tiles, noslip_view_kind_find("time"));
  noslip_view_set_choice(first, "shown", (const char *const[]){"x", NULL});
  noslip_tiles_set_tabs(tiles, TRUE);
  draw(window);
  g_assert_cmpstr(tab_of(tiles, first), ==, "Time");
  NoslipView *second = noslip_tiles_duplicate(tiles, first);
  draw(window);
  g_assert_cmpstr(tab_of(tiles, first), ==, "Time: x (1)");
  g_assert_cmpstr(tab_of(tiles, second), ==, "Time: x (2)");
  noslip_view_set_choice(second, "shown", (const char *const[]){"psi", "phi", NULL});
  g_assert_cmpstr(tab_of(tiles, first), ==, "Time: x");
  g_assert_cmpstr(tab_of(tiles, second), ==, "Time: ψ, φ");
  noslip_tiles_close(tiles, first);
  draw(window);
  g_assert_cmpstr(tab_of(tiles, second), ==, "Time");
  noslip_tiles_set_tabs(tiles, FALSE);
  noslip_tiles_reset(tiles);
  driven_close(window);
}

/* With any damage to the arrangement's file, the views are shown, and the file that they write can be read again. */
static void
test_mutants(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 2);
  NoslipTiles *tiles = noslip_window_tiles(window);
  for (guint i = 0; noslip_view_kinds()[i]; i++)
    noslip_tiles_set_open(tiles, noslip_view_kinds()[i], TRUE);
  g_autofree char *text = noslip_tiles_to_text(tiles);
  g_autoptr(GRand) rand = g_rand_new_with_seed(11);
  for (int i = 0; i < 150; i++) {
    g_autoptr(GString) mutant = g_string_new(text);
    for (int n = g_rand_int_range(rand, 1, 12); n > 0; n--)
      mutants_change(mutant, rand);
    noslip_tiles_from_text(tiles, mutant->str);
    g_autofree char *written = noslip_tiles_to_text(tiles);
    g_assert_true(noslip_tiles_from_text(tiles, written));
    g_autofree char *again = noslip_tiles_to_text(tiles);
    g_assert_cmpstr(again, ==, written);
    if (i % 10 == 0)
      WAIT_FOR(driven_settled(window));
  }
  driven_close(window);
}

int
main(int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp("noslip-views-XXXXXX", NULL);
  g_setenv("XDG_STATE_HOME", folder, TRUE);
  driven_begin(&argc, &argv);
  g_test_add_func("/tiles/duplicate-and-close", test_duplicate_and_close);
  g_test_add_func("/tiles/singular", test_singular);
  g_test_add_func("/tiles/plots-open", test_plots_open);
  g_test_add_func("/tiles/opened-is-visible", test_opened_is_seen);
  g_test_add_func("/tiles/maximised-alone", test_maximised_alone);
  g_test_add_func("/tiles/restored", test_remembered);
  g_test_add_func("/tiles/presenting-is-not-kept", test_presenting_is_not_kept);
  g_test_add_func("/tiles/texts", test_texts);
  g_test_add_func("/tiles/zoom-and-scales", test_zoom_and_scales);
  g_test_add_func("/tiles/columns-and-tabs", test_columns_and_tabs);
  g_test_add_func("/tiles/tabs-of-one-kind", test_tabs_of_one_kind);
  g_test_add_func("/tiles/mutants", test_mutants);
  int status = g_test_run();
  driven_end();
  g_autofree char *command = g_strdup_printf("rm -rf '%s'", folder);
  g_assert_true(g_spawn_command_line_sync(command, NULL, NULL, NULL, NULL));
  return status;
}
