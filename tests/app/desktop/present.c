/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presenting: set-ups and their list, the keys of a remote, and keys that are shown. */
#include "tests/app/desktop/driven.h"

#include "ui/widgets/side/setup-window.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static char *folder;

static NoslipPlayhead
playhead_of(NoslipWindow *window)
{
  return *noslip_simulation_playhead(noslip_window_simulation(window));
}

/* A set-up that is copied as text from one window and pasted in another looks the same. */
static void
test_copy_and_paste(void)
{
  NoslipWindow *one = driven_open("snakeboard", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(one);
  noslip_simulation_set_parameter(simulation, 0, 1.25 * noslip_start_parameter(noslip_simulation_start(simulation), 0));
  noslip_playback_set_loop(noslip_simulation_playback(simulation), TRUE, 0.5, 1.5);
  NoslipTiles *tiles = noslip_window_tiles(one);
  noslip_tiles_set_open(tiles, noslip_view_kind_find("equations"), TRUE);
  noslip_tiles_set_open(tiles, noslip_view_kind_find("energy"), FALSE);
  noslip_scene_view_orbit(noslip_window_scene(one), 0.5, 0.1);
  WAIT_FOR(driven_settled(one));
  double parameter = noslip_start_parameter(noslip_simulation_start(simulation), 0);
  NoslipCamera camera = driven_camera(one);
  driven_point(GTK_WIDGET(noslip_window_scene(one)), 50, 50);
  driven_key("ctrl+shift+c");
  noslip_window_open(one, "rolling-disk", FALSE, NAN);
  WAIT_FOR(g_str_equal(driven_shown(one), "rolling-disk") && driven_settled(one));
  noslip_tiles_set_open(tiles, noslip_view_kind_find("equations"), FALSE);
  driven_key("ctrl+shift+v");
  WAIT_FOR(g_str_equal(driven_shown(one), "snakeboard") && driven_settled(one));
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), 0), ==, parameter);
  g_assert_cmpfloat(playhead_of(one).loop_from, ==, 0.5);
  g_assert_cmpfloat(playhead_of(one).loop_to, ==, 1.5);
  g_assert_true(noslip_tiles_is_open(tiles, noslip_view_kind_find("equations")));
  g_assert_false(noslip_tiles_is_open(tiles, noslip_view_kind_find("energy")));
  NoslipCamera other = driven_camera(one);
  g_assert_cmpfloat_with_epsilon(other.azimuth, camera.azimuth, 1e-6);
  g_assert_cmpfloat_with_epsilon(other.elevation, camera.elevation, 1e-6);
  driven_close(one);
}

/* A set-up is saved to a small text file and opened from it, through the file dialogs; if cancelled, nothing is
 * written. */
static void
test_file(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  g_autofree char *file = g_build_filename(folder, "a.noslip-setup", NULL), *text = NULL;
  gtk_range_set_value(GTK_RANGE(driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "J")), 1.5);
  WAIT_FOR(driven_settled(window));
  for (int pass = 0; pass < 2; pass++) {
    gtk_widget_activate_action(GTK_WIDGET(window), "win.save-setup", NULL);
    driven_answer_file("Chaplygin sleigh, J = 1.5.noslip-setup", pass == 0 ? NULL : file);
    g_assert_cmpint(g_file_test(file, G_FILE_TEST_EXISTS), ==, pass);
  }
  gsize length = 0;
  g_assert_true(g_file_get_contents(file, &text, &length, NULL));
  g_assert_nonnull(strstr(text, "[Noslip set-up]"));
  g_assert_nonnull(strstr(text, "J=1.5"));
  g_assert_cmpuint(length, <, 2000);
  noslip_window_open(window, "snakeboard", FALSE, NAN);
  WAIT_FOR(g_str_equal(driven_shown(window), "snakeboard") && driven_settled(window));
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 50, 50);
  driven_key("ctrl+o");
  driven_answer_file(NULL, file);
  WAIT_FOR(g_str_equal(driven_shown(window), "chaplygin-sleigh") && driven_settled(window));
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), 1), ==, 1.5);
  g_remove(file);
  driven_close(window);
}

/* A short set-up, typed by hand: missing values are those of the system's text. */
static void
test_by_hand(void)
{
  static const char text[] = "\n[Noslip set-up]\n[System]\nid=snakeboard\n\n[Parameters]\nm=2.5\n\n[Time]\ntime=1.5\n"
                             "\n[View 1]\nkind=momenta\n";
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(window)), text);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 50, 50);
  driven_key("ctrl+shift+v");
  WAIT_FOR(g_str_equal(driven_shown(window), "snakeboard") && driven_settled(window));
  const NoslipSystem *system = noslip_simulation_system(simulation);
  g_assert_cmpstr(system->parameters[0].name, ==, "m");
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), 0), ==, 2.5);
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), 1), ==, system->parameters[1].value);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 1.5, 1e-9);
  g_assert_true(noslip_tiles_is_open(noslip_window_tiles(window), noslip_view_kind_find("momenta")));
  g_assert_cmpuint(noslip_tiles_n_open(noslip_window_tiles(window)), ==, 1);
  g_assert_null(driven_label(GTK_WIDGET(window), "There is no set-up"));
  driven_close(window);
}

static void
test_what_is_no_set_up(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(window)), "a shopping list");
  gtk_widget_activate_action(GTK_WIDGET(window), "win.paste-setup", NULL);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "There is no set-up on the clipboard"));
  /* only its system is valid: each error is reported with its line, and the rest is shown */
  g_autofree char *file = g_build_filename(folder, "broken.noslip-setup", NULL);
  g_assert_true(g_file_set_contents(
      file, "[Noslip set-up]\n[System]\nid=rolling-disk\n[Time]\nspeed=fast\n[Camera]\nlook=sideways\n", -1, NULL));
  noslip_window_open(window, file, FALSE, NAN);
  WAIT_FOR(g_str_equal(driven_shown(window), "rolling-disk") && driven_settled(window));
  WAIT_FOR(driven_label(GTK_WIDGET(window), "not a number"));
  g_assert_nonnull(driven_label(GTK_WIDGET(window), "not a camera"));
  noslip_window_open(window, "chaplygin-sleigh", FALSE, NAN);
  WAIT_FOR(!driven_label(GTK_WIDGET(window), "not a camera"));
  g_remove(file);
  driven_close(window);
}

/* A requested time is shown, also for a set-up that plays. */
static void
test_time_of_a_set_up(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(noslip_window_simulation(window));
  g_autofree char *file = g_build_filename(folder, "plays.noslip-setup", NULL);
  g_assert_true(g_file_set_contents(
      file, "[Noslip set-up]\n[System]\nid=rolling-disk\n[Time]\nplaying=true\n[Story]\ncaption=Rolls.\npause-at=2\n",
      -1, NULL));
  noslip_window_open(window, file, FALSE, 1);
  WAIT_FOR(g_str_equal(driven_shown(window), "rolling-disk") && driven_settled(window));
  WAIT_FOR(noslip_playhead_time(playhead) > 0);
  driven_run(0.4);
  g_assert_cmpfloat(noslip_playhead_time(playhead), ==, 1);
  g_assert_cmpint(playhead->state, !=, NOSLIP_PLAYING);
  noslip_window_open(window, file, TRUE, 1);
  WAIT_FOR(playhead->state == NOSLIP_PLAYING && noslip_playhead_time(playhead) > 1);
  g_remove(file);
  driven_close(window);
}

static NoslipSetupWindow *
list_of(NoslipWindow *window)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();
  for (GList *l = windows; l; l = l->next)
    if (NOSLIP_IS_SETUP_WINDOW(l->data) && gtk_window_get_transient_for(l->data) == GTK_WINDOW(window))
      return l->data;
  return NULL;
}

/* Adds what the window shows of these systems to its list. */
static void
add_set_ups(NoslipWindow *window, const char *const *systems, guint n)
{
  for (guint i = 0; i < n; i++) {
    noslip_window_open(window, systems[i], FALSE, NAN);
    WAIT_FOR(g_str_equal(driven_shown(window), systems[i]) && driven_settled(window));
    driven_key("ctrl+b");
  }
}

static void
turn_page(NoslipWindow *window, const char *key, const char *to)
{
  driven_key(key);
  WAIT_FOR(g_str_equal(driven_shown(window), to));
}

static GtkListBoxRow *
nth_set_up(GtkWidget *list, int n)
{
  return gtk_list_box_get_row_at_index(GTK_LIST_BOX(driven_find(list, GTK_TYPE_LIST_BOX, "Set-ups")), n);
}

static void
check_name(GtkWidget *list, int n, const char *name)
{
  gtk_test_accessible_assert_property(nth_set_up(list, n), GTK_ACCESSIBLE_PROPERTY_LABEL, name);
}

/* By its keys: the second is moved to the first place and renamed; the third is removed and restored. */
static void
arrange(GtkWidget *list)
{
  driven_run(0.5);
  GtkWidget *second = GTK_WIDGET(nth_set_up(list, 1));
  gtk_widget_grab_focus(second);
  driven_point(second, 30, 5);
  driven_key("alt+Up");
  check_name(list, 0, "Vertical rolling disk");
  driven_key("F2");
  driven_key("ctrl+a");
  driven_key("A");
  driven_key("Return");
  check_name(list, 0, "A");
  gtk_widget_grab_focus(GTK_WIDGET(nth_set_up(list, 2)));
  driven_key("Delete");
  g_assert_null(nth_set_up(list, 2));
  GtkWidget *undo = driven_label(list, "Undo");
  g_assert_nonnull(undo);
  g_signal_emit_by_name(gtk_widget_get_ancestor(undo, GTK_TYPE_BUTTON), "clicked");
  WAIT_FOR(nth_set_up(list, 2));
}

/* A lecture: three set-ups are added, stepped through with a remote, reordered, named, and saved as one file; a window
 * without a list steps through the file. */
static void
test_lecture(void)
{
  static const char *const systems[] = {"chaplygin-sleigh", "rolling-disk", "suslov"};
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 50, 50);
  driven_key("Page_Down");
  WAIT_FOR(driven_label(GTK_WIDGET(window), "The list of set-ups is empty"));
  g_assert_nonnull(driven_label(GTK_WIDGET(window), "The main menu has stories about this system"));
  add_set_ups(window, systems, G_N_ELEMENTS(systems));
  WAIT_FOR(driven_label(GTK_WIDGET(window), "3 / 3"));
  turn_page(window, "Page_Up", "rolling-disk");
  gtk_widget_activate_action(GTK_WIDGET(window), "win.presentation", NULL);
  WAIT_FOR(driven_settled(window));
  turn_page(window, "Page_Up", "chaplygin-sleigh");
  g_assert_true(noslip_window_is_presentation(window));
  driven_key("Page_Up");
  WAIT_FOR(driven_label(GTK_WIDGET(window), "This is the first set-up"));
  driven_key("Escape");
  g_assert_false(noslip_window_is_presentation(window));
  gtk_widget_activate_action(GTK_WIDGET(window), "win.setups", NULL);
  GtkWidget *list = GTK_WIDGET(list_of(window));
  arrange(list);
  g_autofree char *file = g_build_filename(folder, "lecture", NULL);
  noslip_desktop_write_setups(window, TRUE, file);
  gtk_window_destroy(GTK_WINDOW(list));
  driven_close(window);
  g_autofree char *name = g_strconcat(file, NOSLIP_SETUP_SUFFIX, NULL);
  window = driven_open(name, NAN);
  WAIT_FOR(g_str_equal(driven_shown(window), "rolling-disk"));
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 50, 50);
  turn_page(window, "Page_Down", "chaplygin-sleigh");
  turn_page(window, "Page_Down", "suslov");
  g_remove(name);
  driven_close(window);
}

/* The question of a story is shown while it waits, and a key continues. */
static void
answer(NoslipWindow *window, const char *key)
{
  WAIT_FOR(driven_label(GTK_WIDGET(window), "What will happen?"));
  NoslipPlayhead waiting = playhead_of(window);
  g_assert_cmpint(waiting.state, ==, NOSLIP_PAUSED);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(&waiting), waiting.pause_at, 1e-9);
  driven_key(key);
  WAIT_FOR(!driven_label(GTK_WIDGET(window), "What will happen?"));
  g_assert_cmpint(playhead_of(window).state, !=, NOSLIP_PAUSED); /* on a busy machine it may already have ended */
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window))) > waiting.pause_at + 0.1);
}

/* Stories are played with their captions, wait at their questions, and do not change the list of the lecture. */
static void
test_stories(void)
{
  NoslipWindow *window = driven_open("suslov", NAN);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 50, 50);
  driven_key("ctrl+b");
  noslip_window_open(window, "rattleback", FALSE, NAN);
  WAIT_FOR(g_str_equal(driven_shown(window), "rattleback") && driven_settled(window));
  g_assert_null(driven_label(GTK_WIDGET(window), "spun to the side that it does not like"));
  gtk_widget_activate_action(GTK_WIDGET(window), "win.stories", NULL);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "spun to the side that it does not like"));
  WAIT_FOR(driven_label(GTK_WIDGET(window), "1 / 3   Spun the wrong way"));
  answer(window, "space");
  turn_page(window, "Page_Down", "rattleback");
  WAIT_FOR(driven_label(GTK_WIDGET(window), "spun to the other side"));
  answer(window, "Page_Down"); /* a remote has no other key */
  g_assert_nonnull(driven_label(GTK_WIDGET(window), "spun to the other side"));
  driven_key("Page_Down");
  WAIT_FOR(driven_label(GTK_WIDGET(window), "only a tap on one end"));
  answer(window, "space"); /* Page Down would continue too, while the question is shown */
  driven_key("Page_Down");
  WAIT_FOR(driven_label(GTK_WIDGET(window), "This is the last story"));
  /* another system ends the stories: Page Down goes through the list again */
  noslip_window_open(window, "rolling-disk", FALSE, NAN);
  WAIT_FOR(g_str_equal(driven_shown(window), "rolling-disk") && driven_settled(window));
  g_assert_null(driven_label(GTK_WIDGET(window), "only a tap on one end"));
  driven_key("Page_Down");
  WAIT_FOR(driven_label(GTK_WIDGET(window), "This is the last set-up"));
  driven_close(window);
}

/* The visible part of the question over the scene. */
static void
question_patch(NoslipWindow *window, double patch[4])
{
  GtkWidget *question = driven_label(GTK_WIDGET(window), "What will happen?");
  graphene_rect_t at;
  g_assert_true(gtk_widget_compute_bounds(question, GTK_WIDGET(noslip_window_scene(window)), &at));
  const double box[] = {at.origin.x, at.origin.y, at.size.width, at.size.height};
  memcpy(patch, box, sizeof box);
}

/* The question of a story leaves its corner to a body, and keeps its place while the scene keeps its size. */
static void
test_question_gives_way(void)
{
  NoslipWindow *window = driven_open("rattleback", NAN);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.stories", NULL);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "What will happen?") && driven_settled(window));
  NoslipSceneView *scene = noslip_window_scene(window);
  double width = gtk_widget_get_width(GTK_WIDGET(scene)), height = gtk_widget_get_height(GTK_WIDGET(scene));
  double usual[4], place[4];
  question_patch(window, usual);
  g_assert_cmpfloat(usual[0], >, width / 2 - usual[2]);
  g_assert_cmpfloat(usual[1], >, height / 2);
  NoslipCamera camera = driven_camera(window);
  for (guint i = 0, within = 0; i < 100 && within < 5; i++) {
    noslip_camera_pan(&camera, 0.01 * width, 0.01 * height, height);
    noslip_scene_view_set_camera(scene, &camera);
    within += noslip_scene_view_hidden(scene, usual) > 0;
  }
  gtk_widget_queue_allocate(driven_label(GTK_WIDGET(window), "What will happen?"));
  WAIT_FOR(driven_settled(window));
  question_patch(window, place);
  g_assert_cmpmem(place, sizeof place, usual, sizeof usual);
  gtk_window_set_default_size(GTK_WINDOW(window), gtk_widget_get_width(GTK_WIDGET(window)) - 1,
                              gtk_widget_get_height(GTK_WIDGET(window)));
  WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(scene)) < width && driven_settled(window));
  g_assert_cmpfloat(noslip_scene_view_hidden(scene, usual), >, 0);
  question_patch(window, place);
  g_assert_cmpfloat(noslip_scene_view_hidden(scene, place), ==, 0);
  driven_close(window);
}

/* Where bodies, trails and the legend leave no room for it in one line, the question is in two, and hides less. */
static void
test_question_in_two_lines(void)
{
  NoslipWindow *window = driven_open("ball-in-cylinder", NAN);
  NoslipSceneView *scene = noslip_window_scene(window);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.stories", NULL);
  answer(window, "space");
  driven_key("Page_Down");
  WAIT_FOR(driven_label(GTK_WIDGET(window), "What will happen?") && driven_settled(window));
  double patch[4];
  driven_run(0.2); /* it is there, and gets its place */
  question_patch(window, patch);
  double hidden = noslip_scene_view_hidden(scene, patch);
  g_assert_cmpfloat(hidden, <, 0.05 * patch[2] * patch[3]);
  GtkRequisition line;
  gtk_widget_get_preferred_size(driven_label(GTK_WIDGET(window), "What will happen?"), NULL, &line);
  double right = gtk_widget_get_width(GTK_WIDGET(scene)) - line.width,
         low = gtk_widget_get_height(GTK_WIDGET(scene)) - line.height;
  for (guint i = 0; i < 4; i++) {
    const double corner[4] = {i % 2 ? right : 0, i / 2 ? low : 0, line.width, line.height};
    g_assert_cmpfloat(hidden, <, noslip_scene_view_hidden(scene, corner));
  }
  driven_close(window);
}

/* The gallery has the stories of a system behind a button of its row, and Right opens them. */
static void
test_stories_in_gallery(void)
{
  NoslipWindow *window = driven_open("suslov", NAN);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 50, 50);
  driven_key("ctrl+g");
  WAIT_FOR(driven_find(GTK_WIDGET(window), GTK_TYPE_MENU_BUTTON, "Stories"));
  GtkWidget *search = driven_find(GTK_WIDGET(window), GTK_TYPE_SEARCH_ENTRY, "Search systems");
  WAIT_FOR(gtk_widget_get_mapped(search) && (gtk_widget_get_state_flags(search) & GTK_STATE_FLAG_FOCUS_WITHIN));
  driven_type("knife edge on an inclined");
  WAIT_FOR(g_str_equal(gtk_editable_get_text(GTK_EDITABLE(search)), "knife edge on an inclined"));
  driven_run(0.4); /* a search entry waits for more letters before it emits its signal */
  driven_key("Down");
  driven_key("Right");
  WAIT_FOR(driven_label(GTK_WIDGET(window), "Without spin"));
  driven_run(0.3);
  driven_key("Down");
  driven_key("Return");
  WAIT_FOR(g_str_equal(driven_shown(window), "knife-edge-on-incline"));
  WAIT_FOR(driven_label(GTK_WIDGET(window), "nine times as small"));
  WAIT_FOR(!driven_label(GTK_WIDGET(window), "Without spin")); /* both lists are closed */
  driven_close(window);
}

static guint
n_seen(NoslipTiles *tiles)
{
  guint seen = 0;
  for (guint i = 0; noslip_tiles_nth_open(tiles, i); i++)
    seen += gtk_widget_get_mapped(GTK_WIDGET(noslip_tiles_nth_open(tiles, i)));
  return seen;
}

/* Of more than two views the first two are presented, also if some are of one kind; afterwards all are restored. */
static void
test_two_views(void)
{
  NoslipWindow *window = driven_open("snakeboard", 1);
  NoslipTiles *tiles = noslip_window_tiles(window);
  g_assert_cmpuint(n_seen(tiles), ==, 4); /* two of them paths */
  gtk_widget_activate_action(GTK_WIDGET(window), "win.presentation", NULL);
  WAIT_FOR(noslip_window_is_presentation(window) && driven_settled(window));
  g_assert_cmpuint(n_seen(tiles), ==, 2);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.presentation", NULL);
  WAIT_FOR(!noslip_window_is_presentation(window) && driven_settled(window));
  g_assert_cmpuint(n_seen(tiles), ==, 4);
  driven_close(window);
}

/* Presenting hides header and timeline and restores them at the end; a digit shows one view alone. */
static void
test_presentation(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipTiles *tiles = noslip_window_tiles(window);
  noslip_tiles_set_open(tiles, noslip_view_kind_find("claims"), TRUE);
  noslip_tiles_set_open(tiles, noslip_view_kind_find("energy"), FALSE);
  noslip_window_set_side_pane(window, FALSE);
  GtkWidget *play = driven_find(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Play");
  GtkWidget *scrubber = driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "Time");
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 50, 50);
  driven_key("F11");
  WAIT_FOR(noslip_window_is_presentation(window) && driven_settled(window));
  g_assert_false(gtk_widget_get_mapped(play));
  g_assert_false(gtk_widget_get_mapped(scrubber));
  driven_key("4");
  g_assert_true(noslip_tiles_maximised(tiles) == noslip_view_kinds()[3]);
  driven_key("4");
  g_assert_null(noslip_tiles_maximised(tiles));
  driven_key("Right");
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window))),
                                 1.01, 1e-9);
  driven_key("F11");
  WAIT_FOR(!noslip_window_is_presentation(window) && driven_settled(window));
  g_assert_true(gtk_widget_get_mapped(play));
  g_assert_true(noslip_tiles_is_open(tiles, noslip_view_kind_find("claims")));
  g_assert_false(noslip_tiles_is_open(tiles, noslip_view_kind_find("energy")));
  g_assert_false(noslip_window_has_side_pane(window));
  driven_close(window);
}

static void
test_shown_keys(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 50, 50);
  driven_key("Right");
  g_assert_null(driven_label(GTK_WIDGET(window), "Step forward"));
  gtk_widget_activate_action(GTK_WIDGET(window), "win.show-keys", NULL);
  driven_key("Right");
  WAIT_FOR(driven_label(GTK_WIDGET(window), "Right  Step forward"));
  driven_key("ctrl+b");
  WAIT_FOR(driven_label(GTK_WIDGET(window), "Ctrl+B  Add the present"));
  WAIT_FOR(!driven_label(GTK_WIDGET(window), "Ctrl+B"));
  /* typed text is not announced */
  GtkWidget *entry = driven_find(GTK_WIDGET(window), GTK_TYPE_ENTRY, "a");
  gtk_widget_grab_focus(entry);
  driven_key("7");
  GtkWidget *label = driven_label(GTK_WIDGET(noslip_window_scene(window)), "7");
  g_assert_null(label);
  driven_close(window);
}

/* Errors in a text that is being edited do not take space on the screen during a presentation. */
static void
test_problems(void)
{
  NoslipWindow *window = driven_open("pendulum", NAN);
  noslip_simulation_edit(noslip_window_simulation(window), "noslip 1\ncoordinate", "wrong.noslip");
  GtkWidget *problems = GTK_WIDGET(noslip_window_problems(window));
  WAIT_FOR(gtk_widget_get_mapped(problems));
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 50, 50);
  driven_key("F11");
  WAIT_FOR(noslip_window_is_presentation(window) && !gtk_widget_get_mapped(problems));
  driven_key("F11");
  WAIT_FOR(gtk_widget_get_mapped(problems));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  folder = g_dir_make_tmp("noslip-present-XXXXXX", NULL);
  driven_begin(&argc, &argv);
  g_test_add_func("/present/copy-and-paste", test_copy_and_paste);
  g_test_add_func("/present/file", test_file);
  g_test_add_func("/present/by-hand", test_by_hand);
  g_test_add_func("/present/no-set-up", test_what_is_no_set_up);
  g_test_add_func("/present/time-of-a-set-up", test_time_of_a_set_up);
  g_test_add_func("/present/lecture", test_lecture);
  g_test_add_func("/present/stories", test_stories);
  g_test_add_func("/present/question-gives-way", test_question_gives_way);
  g_test_add_func("/present/question-in-two-lines", test_question_in_two_lines);
  g_test_add_func("/present/stories-in-gallery", test_stories_in_gallery);
  g_test_add_func("/present/presentation", test_presentation);
  g_test_add_func("/present/two-views", test_two_views);
  g_test_add_func("/present/shown-keys", test_shown_keys);
  g_test_add_func("/present/problems", test_problems);
  int status = g_test_run();
  driven_end();
  g_rmdir(folder);
  g_free(folder);
  return status;
}
