/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scene in its window: camera, menu, description for screen readers, and dragging of bodies. */
#include "tests/app/desktop/driven.h"
#include "ui/widgets/scene/scene-private.h"

#include <math.h>
#include <string.h>

static NoslipSceneView *
scene_of(NoslipWindow *window)
{
  return NOSLIP_SCENE_VIEW(noslip_window_scene(window));
}

/* Draws once more. */
static void
draw(NoslipWindow *window)
{
  NoslipSceneView *scene = scene_of(window);
  gint64 before = scene->drawn;
  noslip_scene_view_draw_soon(scene);
  WAIT_FOR(scene->drawn > before && driven_settled(window));
}

static void
test_camera_keys(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  NoslipSceneView *scene = scene_of(window);
  NoslipCamera camera;
  static const struct {
    guint key;
    double azimuth, elevation; /* degrees; azimuth NaN: any */
  } presets[] = {{GDK_KEY_t, NAN, 90}, {GDK_KEY_f, 0, 4}, {GDK_KEY_s, -90, 4}, {GDK_KEY_i, -60, 28}};
  for (guint i = 0; i < G_N_ELEMENTS(presets); i++) {
    g_assert_true(noslip_scene_view_press(scene, presets[i].key));
    noslip_scene_view_get_camera(scene, &camera);
    g_assert_cmpfloat_with_epsilon(camera.elevation * 180 / G_PI, presets[i].elevation, 1e-9);
    if (isfinite(presets[i].azimuth))
      g_assert_cmpfloat_with_epsilon(camera.azimuth * 180 / G_PI, presets[i].azimuth, 1e-9);
    g_assert_true(camera.automatic);
    draw(window);
  }
  g_assert_false(noslip_scene_view_press(scene, GDK_KEY_q));
  noslip_scene_view_orbit(scene, 0.3, 0.1);
  noslip_scene_view_get_camera(scene, &camera);
  g_assert_true(camera.automatic); /* it is still tracking */
  g_assert_true(noslip_scene_view_press(scene, GDK_KEY_Home));
  draw(window);
  noslip_scene_view_get_camera(scene, &camera);
  g_assert_true(camera.automatic);
  driven_close(window);
}

/* Following: the camera moves by the body's displacement, and keeps its direction and distance. */
static void
test_following(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 2);
  NoslipSceneView *scene = scene_of(window);
  NoslipCamera before, after;
  double at[2], moved[2];
  noslip_scene_view_set_following(scene, TRUE);
  draw(window);
  noslip_scene_view_get_camera(scene, &before);
  const double *row = noslip_runs_row(noslip_simulation_runs(noslip_window_simulation(window)), 0, NULL);
  memcpy(at, row + 1, sizeof at);
  noslip_playback_seek(noslip_simulation_playback(noslip_window_simulation(window)), 6);
  draw(window);
  noslip_scene_view_get_camera(scene, &after);
  row = noslip_runs_row(noslip_simulation_runs(noslip_window_simulation(window)), 0, NULL);
  memcpy(moved, row + 1, sizeof moved);
  double body = hypot(moved[0] - at[0], moved[1] - at[1]);
  double target = hypot(after.target[0] - before.target[0], after.target[1] - before.target[1]);
  g_assert_cmpfloat(body, >, 1);
  g_assert_cmpfloat(fabs(target - body), <, 0.5); /* the middle of the body is not its contact point */
  g_assert_cmpfloat(after.distance, ==, before.distance);
  g_assert_cmpfloat(after.azimuth, ==, before.azimuth);

  /* A camera that was written as text is read again, and follows from there. */
  g_autofree char *text = noslip_camera_to_text(&after);
  noslip_scene_view_press(scene, GDK_KEY_Home);
  draw(window);
  NoslipCamera read;
  g_assert_true(noslip_camera_from_text(text, &read));
  noslip_scene_view_set_camera(scene, &read);
  draw(window);
  noslip_scene_view_get_camera(scene, &read);
  g_assert_true(read.following);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(read.target[i], after.target[i], 1e-6);
  driven_close(window);
}

/* However long the motion, the body stays large enough to be seen from the last row. */
static void
test_body_stays_large(void)
{
  g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL); /* no glide to wait for */
  NoslipWindow *window = driven_open("chaplygin-sleigh", 12);
  NoslipSceneView *scene = scene_of(window);
  NoslipCamera camera;
  draw(window);
  noslip_scene_view_get_camera(scene, &camera);
  double pixel = noslip_camera_pixel_size(&camera, 1);
  g_assert_cmpfloat(0.95 / pixel, >, 0.18); /* of the height: its plate is 0.95 m long */
  for (guint i = 0; i < scene->n_primary; i++) {
    const NoslipBody *body = noslip_scene_body(scene->scene, i);
    double px, py, depth;
    if (body->kind != NOSLIP_BODY_BOX)
      continue;
    double width = gtk_widget_get_width(GTK_WIDGET(scene)), height = gtk_widget_get_height(GTK_WIDGET(scene));
    g_assert_true(noslip_camera_project(&camera, width, height, body->transform + 12, &px, &py, &depth));
    g_assert_cmpfloat(px, >, 0.05 * width);
    g_assert_cmpfloat(px, <, 0.95 * width);
    g_assert_cmpfloat(py, >, 0.05 * height);
    g_assert_cmpfloat(py, <, 0.95 * height);
  }
  g_object_set(gtk_settings_get_default(), "gtk-enable-animations", TRUE, NULL);
  driven_close(window);
}

static GtkWidget *
check_of(GtkWidget *menu, const char *label)
{
  GtkWidget *popover = GTK_WIDGET(gtk_menu_button_get_popover(GTK_MENU_BUTTON(menu)));
  g_assert_nonnull(popover);
  GtkWidget *found = driven_find(popover, GTK_TYPE_CHECK_BUTTON, label);
  if (!found)
    g_error("the scene's menu has no '%s'", label);
  return found;
}

static guint
arrows_shown(NoslipSceneView *scene)
{
  guint n = 0;
  for (guint i = 0; i < scene->n_primary; i++)
    n += noslip_scene_body(scene->scene, i)->kind == NOSLIP_BODY_ARROW;
  return n;
}

static void
test_menu(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  NoslipSceneView *scene = scene_of(window);
  GtkWidget *menu = driven_find(GTK_WIDGET(scene), GTK_TYPE_MENU_BUTTON, "Choices of Scene");
  g_assert_nonnull(menu);
  g_assert_true(gtk_widget_get_focusable(menu) || gtk_widget_get_first_child(menu));
  gtk_menu_button_popup(GTK_MENU_BUTTON(menu));
  WAIT_FOR(gtk_menu_button_get_popover(GTK_MENU_BUTTON(menu)) != NULL);
  guint before = arrows_shown(scene);
  GtkWidget *velocity = check_of(menu, "velocity of the blade (m/s)");
  g_assert_true(gtk_check_button_get_active(GTK_CHECK_BUTTON(velocity)));
  gtk_check_button_set_active(GTK_CHECK_BUTTON(velocity), FALSE);
  draw(window);
  g_assert_false(noslip_scene_view_is_shown(scene, "velocity of the blade (m/s)"));
  g_assert_cmpuint(arrows_shown(scene), ==, before - 1);
  gtk_check_button_set_active(GTK_CHECK_BUTTON(velocity), TRUE);
  gtk_check_button_set_active(GTK_CHECK_BUTTON(check_of(menu, "Stay")), TRUE);
  gtk_check_button_set_active(GTK_CHECK_BUTTON(check_of(menu, "Legend")), FALSE);
  gtk_check_button_set_active(GTK_CHECK_BUTTON(check_of(menu, "Follow the body")), TRUE);
  draw(window);
  NoslipSceneChoices choices;
  noslip_scene_view_get_choices(scene, &choices);
  g_assert_cmpint(choices.trails, ==, NOSLIP_TRAILS_STAY);
  g_assert_false(choices.legend);
  g_assert_true(scene->camera.following);
  g_assert_cmpuint(arrows_shown(scene), ==, before);
  gtk_menu_button_popdown(GTK_MENU_BUTTON(menu));
  driven_close(window);
}

static void
test_words(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  NoslipSceneView *scene = scene_of(window);
  draw(window);
  g_autofree char *words = noslip_scene_view_words(scene);
  g_assert_nonnull(strstr(words, "Chaplygin sleigh at t = 3"));
  g_assert_nonnull(strstr(words, "velocity of the blade: 0.915 m/s")); /* v1 at t = 3 */
  g_assert_nonnull(strstr(words, " N"));
  noslip_scene_view_press(scene, GDK_KEY_t);
  g_autofree char *above = noslip_scene_view_words(scene);
  g_assert_nonnull(strstr(above, "seen from above"));
  /* the arrows are of the same moment as the state, also before the next picture */
  noslip_playback_seek(noslip_simulation_playback(noslip_window_simulation(window)), 0);
  g_assert_false(noslip_scene_view_is_drawn(scene));
  g_autofree char *begun = noslip_scene_view_words(scene);
  g_assert_nonnull(strstr(begun, "Chaplygin sleigh at t = 0,"));
  g_assert_nonnull(strstr(begun, "v1 = 0.4, "));
  g_assert_nonnull(strstr(begun, "velocity of the blade: 0.4 m/s"));
  driven_close(window);
}

/* Where a body of this kind is, in pixels of the scene, and how far to drag it. */
static gboolean
find_body(NoslipSceneView *scene, NoslipBodyKind kind, double *px, double *py, double *dx, double *dy)
{
  double depth, width = gtk_widget_get_width(GTK_WIDGET(scene)), height = gtk_widget_get_height(GTK_WIDGET(scene));
  for (guint i = 0; i < scene->n_primary; i++) {
    const NoslipBody *body = noslip_scene_body(scene->scene, i);
    const double *at = kind == NOSLIP_BODY_ARROW ? body->to : body->transform + 12;
    if (body->kind != kind || body->table || !noslip_camera_project(&scene->camera, width, height, at, px, py, &depth))
      continue;
    *dx = 25;
    *dy = 15;
    if (kind == NOSLIP_BODY_ARROW) { /* further in its own direction, which the constraints allow */
      noslip_camera_project(&scene->camera, width, height, body->from, dx, dy, &depth);
      *dx = 0.4 * (*px - *dx);
      *dy = 0.4 * (*py - *dy);
    }
    return TRUE;
  }
  return FALSE;
}

static double
residual(NoslipSimulation *simulation)
{
  const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(simulation));
  guint row = noslip_trajectory_find(run->trajectory, noslip_playhead_time(noslip_simulation_playhead(simulation)));
  return noslip_columns_value(run->values, row, run->quantities->residual);
}

static double
change_of(NoslipSimulation *simulation, const double *before, guint size)
{
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  double change = 0;
  for (guint i = 0; i < size; i++)
    change = fmax(change, fabs(row[i] - before[i]));
  return change;
}

/* A body is placed or thrown by hand; the constraints still hold, and it can be undone. */
static void
move_by_hand(const char *id, NoslipBodyKind kind)
{
  NoslipWindow *window = driven_open(id, 1);
  NoslipSceneView *scene = scene_of(window);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  guint size = 1 + noslip_simulation_system(simulation)->m + noslip_simulation_system(simulation)->n;
  double x = 0, y = 0, dx = 0, dy = 0;
  g_test_message("%s", id);
  draw(window);
  g_autofree double *before =
      g_memdup2(noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL), size * sizeof(double));
  g_assert_true(find_body(scene, kind, &x, &y, &dx, &dy));
  g_assert_false(noslip_scene_view_can_undo_drag(scene));
  noslip_scene_view_take_hold(scene, x, y);
  g_assert_nonnull(scene->grab);
  noslip_scene_view_move_held(scene, x + dx, y + dy);
  noslip_scene_view_release(scene);
  WAIT_FOR(noslip_simulation_is_settled(simulation));
  g_assert_cmpfloat(change_of(simulation, before, size), >, 1e-3);
  g_assert_cmpfloat(residual(simulation), <, 1e-10);
  g_assert_true(noslip_scene_view_can_undo_drag(scene));
  g_assert_true(noslip_scene_view_undo_drag(scene));
  WAIT_FOR(noslip_simulation_is_settled(simulation));
  g_assert_cmpfloat(change_of(simulation, before, size), <, 1e-8);
  g_assert_false(noslip_scene_view_undo_drag(scene));
  driven_close(window);
}

static void
test_by_hand(void)
{
  move_by_hand("chaplygin-sleigh", NOSLIP_BODY_BOX);
  move_by_hand("chaplygin-sleigh", NOSLIP_BODY_ARROW);
  move_by_hand("rolling-ball", NOSLIP_BODY_SPHERE);
  move_by_hand("rolling-disk", NOSLIP_BODY_ARROW);
  move_by_hand("snakeboard", NOSLIP_BODY_BOX);
  move_by_hand("trailer", NOSLIP_BODY_ARROW);
  move_by_hand("ball-on-rotating-table", NOSLIP_BODY_SPHERE);
}

/* With the pointer: movable bodies show a hand cursor, are placed or thrown, and restored with a key. While the motion
 * plays the same drag moves the camera. */
static void
pull_by_hand(NoslipBodyKind kind)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipSceneView *scene = scene_of(window);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  guint size = 1 + noslip_simulation_system(simulation)->m + noslip_simulation_system(simulation)->n;
  double x = 0, y = 0, dx = 0, dy = 0;
  draw(window);
  g_autofree double *before =
      g_memdup2(noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL), size * sizeof(double));
  NoslipCamera camera = scene->camera;
  g_assert_true(find_body(scene, kind, &x, &y, &dx, &dy));
  driven_point(GTK_WIDGET(scene), x, y);
  WAIT_FOR(scene->hovered >= 0 && g_strcmp0(scene->cursor, "grab") == 0);
  driven_drag(GTK_WIDGET(scene), x, y, x + dx, y + dy);
  WAIT_FOR(noslip_scene_view_can_undo_drag(scene) && noslip_simulation_is_settled(simulation));
  g_assert_cmpfloat(change_of(simulation, before, size), >, 1e-3);
  g_assert_cmpfloat(residual(simulation), <, 1e-10);
  g_assert_cmpfloat(scene->camera.azimuth, ==, camera.azimuth);
  driven_key("ctrl+z");
  WAIT_FOR(!noslip_scene_view_can_undo_drag(scene) && noslip_simulation_is_settled(simulation));
  g_assert_cmpfloat(change_of(simulation, before, size), <, 1e-8);
  driven_key("space");
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > 1.1);
  driven_drag(GTK_WIDGET(scene), x, y, x + dx, y + dy);
  g_assert_false(noslip_scene_view_can_undo_drag(scene));
  g_assert_cmpfloat(scene->camera.azimuth, !=, camera.azimuth);
  driven_close(window);
}

static void
test_by_pointer(void)
{
  pull_by_hand(NOSLIP_BODY_BOX);
  pull_by_hand(NOSLIP_BODY_ARROW);
}

/* Without OpenGL a line says why, and everything else works. */
static void
test_note(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipSceneView *scene = scene_of(window);
  gboolean gl = noslip_scene_view_uses_gl(scene);
  g_assert_cmpint(gtk_widget_get_visible(scene->note), ==, !gl);
  g_assert_cmpint(g_str_has_prefix(gtk_label_get_text(GTK_LABEL(scene->note)), "Drawn without OpenGL"), ==, !gl);
  g_assert_cmpuint(strlen(noslip_scene_view_renderer(scene)), >, 4);
  driven_close(window);
}

/* Without a graphics card the picture of a large table takes 30 to 40 ms: time passes without a pause between two such
 * pictures only while a hand moves something. Where one takes a tenth of a second it never does. */
static void
test_hurry(void)
{
  NoslipWindow *window = driven_open("ball-on-driven-table", 1);
  NoslipSceneView *scene = scene_of(window);
  static const struct {
    gint64 took; /* microseconds */
    gboolean hurries, may;
  } cases[] = {{40000, FALSE, FALSE}, {40000, TRUE, TRUE}, {150000, TRUE, FALSE}};
  if (!scene->canvas || noslip_gl_canvas_is_software(scene->canvas))
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
      scene->took = cases[i].took;
      scene->hurries = cases[i].hurries;
      scene->drawn = g_get_monotonic_time() - 10000;
      g_assert_cmpint(noslip_scene_view_may_draw(scene), ==, cases[i].may);
    }
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_test_add_func("/scene/camera-keys", test_camera_keys);
  g_test_add_func("/scene/following", test_following);
  g_test_add_func("/scene/body-stays-large", test_body_stays_large);
  g_test_add_func("/scene/menu", test_menu);
  g_test_add_func("/scene/words", test_words);
  g_test_add_func("/scene/by-hand", test_by_hand);
  g_test_add_func("/scene/by-pointer", test_by_pointer);
  g_test_add_func("/scene/note", test_note);
  g_test_add_func("/scene/hurry", test_hurry);
  int status = g_test_run();
  driven_end();
  return status;
}
