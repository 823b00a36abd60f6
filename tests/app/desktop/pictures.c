/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of the whole window. No reference pictures are stored: two ways to make one picture are compared, by the
 * means of their blocks, which a shift of text by a pixel does not change much: at twice the scale, without OpenGL, by
 * another way to the same moment, from a file, in other colours, and against exported parts. */
#include "tests/ui/picture/pictures.h"
#include "app/desktop/export.h"
#include "tests/app/desktop/driven.h"
#include "tests/app/desktop/shots.h"
#include "ui/widgets/side/status.h"

#include <glib/gstdio.h>
#include <math.h>

#define SYSTEM "chaplygin-sleigh"
#define MOMENT 4      /* seconds */
#define NARROW 900    /* a window without its side pane */
#define AT "--time=4" /* the same */
#define SAME 0.01     /* of one renderer at one size */
#define ALIKE 0.1     /* of other scales and other renderers of text and lines, by blocks of */
#define LETTER 16     /* pixels */
#define FACE 32       /* pixels: of bodies, whose edges one renderer softens and another does not */
#define EDGE 0.04     /* of a channel: a visible difference */
#define APART 1000    /* pixels of pictures that are not the same */

static char *folder;

static char *
path_of(const char *name)
{
  return g_build_filename(folder, name, NULL);
}

static void
assert_apart(cairo_surface_t *a, cairo_surface_t *b)
{
  g_assert_cmpuint(picture_differing(a, b, 0.1), >, APART);
}

/* The whole window, except the numbers at level curves: they keep their places as long as possible. */
static void
assert_same(const char *name, NoslipWindow *window, cairo_surface_t *a, cairo_surface_t *b)
{
  NoslipView *path = noslip_tiles_view(noslip_window_tiles(window), noslip_view_kind_find("path"));
  g_autofree char *part = g_strconcat(name, "-path", NULL);
  g_assert_true(gtk_widget_get_mapped(GTK_WIDGET(path)));
  picture_assert_similar(part, shot_of(a, GTK_WIDGET(path)), shot_of(b, GTK_WIDGET(path)), LETTER, ALIKE);
  cairo_surface_t *rest[] = {shot_scaled(a, 1), shot_scaled(b, 1)};
  shot_cover(rest[0], GTK_WIDGET(path), 0);
  shot_cover(rest[1], GTK_WIDGET(path), 0);
  picture_assert_similar(name, rest[0], rest[1], LETTER, SAME);
}

/* The program, and the window of this process */

/* Runs a program to its end, with one more variable in its environment (NULL: none). */
static void
run(const char *const *words, const char *variable, const char *value)
{
  g_auto(GStrv) environment = g_get_environ();
  if (variable)
    environment = g_environ_setenv(environment, variable, value, TRUE);
  driven_spawn((char **) words, environment, G_SPAWN_STDERR_TO_DEV_NULL);
}

static cairo_surface_t *
program_picture(const char *what, const char *time, const char *variable, const char *value)
{
  g_autofree char *file = path_of("program.png");
  const char *words[] = {g_getenv("NOSLIP_PROGRAM"), what, "--screenshot", file, time, NULL};
  run(words, variable, value);
  return shot_read(file);
}

/* The system at the moment, seen from a fixed place: otherwise the camera depends on the previous pictures. */
static cairo_surface_t *
still_picture(const char *variable, const char *value)
{
  static const char text[] = "[Noslip set-up]\n[System]\nid=" SYSTEM "\n[Camera]\n"
                             "look=target -0.8 0.3 0.1 distance 4 azimuth -50 elevation 30\n";
  g_autofree char *file = path_of("still" NOSLIP_SETUP_SUFFIX);
  g_assert_true(g_file_set_contents(file, text, -1, NULL));
  cairo_surface_t *picture = program_picture(file, AT, variable, value);
  g_unlink(file);
  return picture;
}

static void
pictured(gboolean written, gpointer data)
{
  g_assert_true(written);
  *(gboolean *) data = TRUE;
}

/* As --screenshot makes it. */
static cairo_surface_t *
window_picture(NoslipWindow *window)
{
  gboolean done = FALSE;
  g_autofree char *file = path_of("window.png");
  noslip_screenshot_when_settled(window, NULL, NULL, file, pictured, &done);
  WAIT_FOR(done);
  return shot_read(file);
}

/* Tests */

/* Twice as many pixels in each direction show the same, with more detail than an enlarged picture. */
static void
test_twice(void)
{
  cairo_surface_t *once = still_picture(NULL, NULL);
  cairo_surface_t *twice = still_picture("GDK_SCALE", "2");
  picture_assert_similar("twice", once, shot_scaled(twice, 0.5), LETTER, ALIKE);
  assert_apart(shot_scaled(once, 2), twice);
}

/* A tracking camera depends on the previous pictures: this one does not track. */
static void
hold_camera(NoslipWindow *window, double azimuth, double elevation)
{
  NoslipCamera still = driven_camera(window);
  noslip_camera_orbit(&still, azimuth, elevation);
  still.automatic = FALSE;
  noslip_scene_view_set_camera(noslip_window_scene(window), &still);
}

/* Played, paused and scrubbed to a moment, against the program opened at that moment with the same camera. */
static void
test_moment(void)
{
  NoslipWindow *window = driven_open(SYSTEM, NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  g_autofree char *camera = path_of("camera" NOSLIP_SETUP_SUFFIX);
  hold_camera(window, 0.4, 0.1);
  noslip_desktop_write_setups(window, FALSE, camera);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 50, 50);
  driven_key("space");
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > 1);
  driven_key("space");
  cairo_surface_t *before = window_picture(window);
  gtk_range_set_value(GTK_RANGE(driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "Time")), MOMENT);
  cairo_surface_t *scrubbed = window_picture(window);
  assert_apart(before, scrubbed);
  assert_same("moment", window, scrubbed, program_picture(camera, AT, NULL, NULL));
  g_unlink(camera);
  driven_close(window);
}

/* A set-up file contains all settings: the window, after another system, and the program show the same again. */
static void
test_setup(void)
{
  NoslipWindow *window = driven_open(SYSTEM, NAN);
  NoslipTiles *tiles = noslip_window_tiles(window);
  g_autofree char *file = path_of("set-up" NOSLIP_SETUP_SUFFIX);
  gtk_range_set_value(GTK_RANGE(driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "J")), 1.5);
  gtk_switch_set_active(GTK_SWITCH(driven_find(GTK_WIDGET(window), GTK_TYPE_SWITCH, "vakonomic")), TRUE);
  noslip_tiles_set_open(tiles, noslip_view_kind_find("time"), TRUE);
  noslip_tiles_set_open(tiles, noslip_view_kind_find("energy"), FALSE);
  WAIT_FOR(driven_settled(window));
  gtk_range_set_value(GTK_RANGE(driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "Time")), MOMENT);
  hold_camera(window, -0.6, 0.2);
  cairo_surface_t *saved = window_picture(window);
  noslip_desktop_write_setups(window, FALSE, file);
  noslip_window_open(window, "snakeboard", FALSE, NAN);
  WAIT_FOR(g_str_equal(driven_shown(window), "snakeboard"));
  cairo_surface_t *other = window_picture(window);
  assert_apart(saved, other);
  noslip_window_open(window, file, FALSE, NAN);
  WAIT_FOR(g_str_equal(driven_shown(window), SYSTEM));
  assert_same("set-up", window, saved, window_picture(window));
  assert_same("set-up-program", window, saved, program_picture(file, NULL, NULL, NULL));
  g_unlink(file);
  driven_close(window);
}

/* The window looks the same after presenting as before. */
static void
test_presented(void)
{
  NoslipWindow *window = driven_open(SYSTEM, MOMENT);
  gtk_widget_grab_focus(GTK_WIDGET(noslip_window_scene(window)));
  hold_camera(window, 0.2, 0);
  cairo_surface_t *before = window_picture(window);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 50, 50);
  driven_key("F11");
  cairo_surface_t *presented = window_picture(window);
  g_assert_true(noslip_window_is_presentation(window));
  g_assert_cmpint(cairo_image_surface_get_width(presented), >=, cairo_image_surface_get_width(before));
  driven_key("F11");
  WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(window)) + 10 <= cairo_image_surface_get_width(before));
  assert_same("presented", window, before, window_picture(window));
  driven_close(window);
}

/* The effect of a slider is undone in every part of the window; the message about it and the status bar, which counts
 * the drift from the last change, are not compared. */
static void
test_undo(void)
{
  NoslipWindow *window = driven_open(SYSTEM, MOMENT);
  hold_camera(window, 0.2, 0);
  gtk_widget_grab_focus(driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "a"));
  gtk_window_set_focus_visible(GTK_WINDOW(window), TRUE);
  cairo_surface_t *before = window_picture(window);
  driven_key("Right");
  driven_key("Right");
  assert_apart(before, window_picture(window));
  driven_key("ctrl+z");
  GtkWidget *message;
  WAIT_FOR((message = driven_label(GTK_WIDGET(window), "Undone")));
  cairo_surface_t *after = window_picture(window);
  GtkWidget *toast = gtk_widget_get_ancestor(message, g_type_from_name("AdwToastWidget"));
  GtkWidget *foot = driven_find(GTK_WIDGET(window), NOSLIP_TYPE_STATUS, NULL);
  GtkWidget *covered[] = {toast, foot};
  for (guint i = 0; i < G_N_ELEMENTS(covered); i++) {
    shot_cover(before, covered[i], covered[i] == toast ? 16 : 0);
    shot_cover(after, covered[i], covered[i] == toast ? 16 : 0);
  }
  assert_same("undo", window, before, after);
  driven_close(window);
}

/* The view gets the size of its document, so that the file and the window show the same picture. */
static void
compare_export(NoslipWindow *window, const char *id, const char *suffix, double scale)
{
  const NoslipViewKind *kind = noslip_view_kind_find(id);
  GtkWidget *view = GTK_WIDGET(noslip_tiles_view(noslip_window_tiles(window), kind));
  g_autofree char *name = g_strdup_printf("%s.%s", id, suffix), *file = path_of(name);
  g_autoptr(GError) error = NULL;
  cairo_surface_t *seen = shot_of(window_picture(window), view);
  g_assert_true(noslip_desktop_export_view(window, kind, NULL, file, &error));
  g_assert_no_error(error);
  picture_assert_similar(name, seen, shot_scaled(shot_read(file), scale), LETTER, ALIKE);
}

static gboolean
reads_svg(void)
{
  GSList *formats = gdk_pixbuf_get_formats();
  gboolean found = FALSE;
  for (GSList *l = formats; l; l = l->next) {
    g_autofree char *name = gdk_pixbuf_format_get_name(l->data);
    found = found || g_str_equal(name, "svg");
  }
  g_slist_free(formats);
  return found;
}

static void
test_export(void)
{
  const char *ids[] = {"path", "time", "bracket"}; /* without margins, which reserve some room for longer numbers */
  NoslipWindow *window = driven_open(SYSTEM, MOMENT);
  NoslipTiles *tiles = noslip_window_tiles(window);
  driven_point(GTK_WIDGET(window), 300, 10); /* away from curves, which would show a reading */
  if (!reads_svg())
    g_test_message("pictures in SVG are not read here, and not compared");
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    const NoslipViewKind *kind = noslip_view_kind_find(ids[i]);
    NoslipView *view = noslip_tiles_view(tiles, kind);
    double width, height;
    gtk_window_set_default_size(GTK_WINDOW(window), NARROW, 800);
    noslip_tiles_maximise(tiles, kind);
    WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(view)) > 640 && gtk_widget_get_width(GTK_WIDGET(view)) < NARROW &&
             driven_settled(window));
    noslip_view_document_size(view, noslip_view_theme(view), &width, &height);
    gtk_window_set_default_size(GTK_WINDOW(window), NARROW + (int) width - gtk_widget_get_width(GTK_WIDGET(view)),
                                800 + (int) height - gtk_widget_get_height(GTK_WIDGET(view)));
    WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(view)) == (int) width &&
             gtk_widget_get_height(GTK_WIDGET(view)) == (int) height && driven_settled(window));
    compare_export(window, ids[i], "png", 0.5);
    if (reads_svg())
      compare_export(window, ids[i], "svg", 1);
  }
  driven_close(window);
}

/* What `noslip-cli render` draws, where strokes and letters are in thousandths of the width. */
static void
compare_render(NoslipStage *stage, const char *size, int width, int height)
{
  g_autofree char *file = path_of("render.png"), *own = path_of("own.png");
  const char *words[] = {g_getenv("NOSLIP_CLI"), "render", SYSTEM, AT, "--size", size, "--output", file, NULL};
  const NoslipShot shot = {.width = width, .height = height, .scale = width / 1000.0};
  g_autoptr(NoslipJob) job = noslip_export_scene(stage, &shot, MOMENT, own);
  const GError *error = NULL;
  WAIT_FOR(noslip_job_is_done(job));
  g_assert_true(noslip_job_succeeded(job, &error));
  run(words, NULL, NULL);
  picture_assert_similar("render", shot_read(own), shot_read(file), LETTER, SAME);
}

/* The scene as it is drawn off screen, as the window exports it, and as it is in the window. */
static void
test_scene(void)
{
  NoslipWindow *window = driven_open(SYSTEM, MOMENT);
  NoslipSceneView *scene = noslip_window_scene(window);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  int width = gtk_widget_get_width(GTK_WIDGET(scene)), height = gtk_widget_get_height(GTK_WIDGET(scene));
  g_autofree char *size = g_strdup_printf("%dx%d", width, height), *file = path_of("scene.png");
  /* without the parts that only a window has, and from the command's camera */
  NoslipSceneChoices choices;
  NoslipCamera camera;
  NoslipStage *stage = noslip_stage_new(noslip_simulation_system(simulation), FALSE);
  noslip_stage_add(stage, primary->formulation->kind, primary->trajectory, NULL, NULL, NULL);
  noslip_stage_feed(stage, MOMENT);
  noslip_stage_camera(stage, MOMENT, (double) width / height, &camera);
  compare_render(stage, size, width, height);
  noslip_scene_view_set_camera(scene, &camera); /* it stays there while time rests */
  noslip_scene_view_get_choices(scene, &choices);
  choices.legend = FALSE;
  noslip_scene_view_set_choices(scene, &choices);
  GtkWidget *menu = driven_find(GTK_WIDGET(window), GTK_TYPE_MENU_BUTTON, "Choices of Scene");
  gtk_widget_set_visible(menu, FALSE);
  cairo_surface_t *seen = shot_of(window_picture(window), GTK_WIDGET(scene));
  noslip_desktop_export_to(window, "scene", file, &(NoslipExportOptions){.width = width, .height = height});
  WAIT_FOR(g_file_test(file, G_FILE_TEST_EXISTS));
  picture_assert_similar("scene", seen, shot_read(file), LETTER, ALIKE / 3);
  driven_close(window);
}

/* Without OpenGL Cairo draws the same scene, and a notice says so. */
static void
test_no_gl(void)
{
  NoslipWindow *window = driven_open(SYSTEM, MOMENT);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  graphene_rect_t area = shot_place(scene);
  cairo_surface_t *gl = still_picture(NULL, NULL);
  /* GTK has had two names for it */
  g_setenv("GDK_DEBUG", "gl-disable", TRUE);
  cairo_surface_t *cairo = still_picture("GDK_DISABLE", "gl");
  g_unsetenv("GDK_DEBUG");
  picture_assert_similar("no-gl-tiles", shot_of(gl, GTK_WIDGET(noslip_window_tiles(window))),
                         shot_of(cairo, GTK_WIDGET(noslip_window_tiles(window))), LETTER, ALIKE);
  double x = (double) area.origin.x, y = (double) area.origin.y, notice = 50;
  double width = (double) area.size.width, height = (double) area.size.height - notice;
  picture_assert_similar("no-gl", shot_part(gl, x, y, width, height, 1), shot_part(cairo, x, y, width, height, 1), FACE,
                         0.15);
  driven_close(window);
}

static gboolean
has_edge(cairo_surface_t *picture, int x0, int y0)
{
  for (int y = y0; y < y0 + LETTER - 1; y++)
    for (int x = x0; x < x0 + LETTER - 1; x++) {
      Pixel p = picture_pixel(picture, x, y),
            next[] = {picture_pixel(picture, x + 1, y), picture_pixel(picture, x, y + 1)};
      for (guint i = 0; i < 2; i++)
        if (fabs(p.r - next[i].r) > EDGE || fabs(p.g - next[i].g) > EDGE || fabs(p.b - next[i].b) > EDGE)
          return TRUE;
    }
  return FALSE;
}

/* In dark colours every edge is at the same place as in light colours: nothing becomes invisible. */
static void
test_dark(void)
{
  NoslipWindow *window = driven_open(SYSTEM, MOMENT);
  GActionGroup *application = G_ACTION_GROUP(driven_application());
  cairo_surface_t *light = window_picture(window);
  g_action_group_activate_action(application, "color-scheme", g_variant_new_string("dark"));
  cairo_surface_t *dark = window_picture(window);
  g_action_group_activate_action(application, "color-scheme", g_variant_new_string("default"));
  guint both = 0, one = 0;
  double brighter = 0;
  for (int y = 0; y + LETTER <= cairo_image_surface_get_height(light); y += LETTER)
    for (int x = 0; x + LETTER <= cairo_image_surface_get_width(light); x += LETTER) {
      gboolean in_light = has_edge(light, x, y), in_dark = has_edge(dark, x, y);
      both += in_light && in_dark;
      one += in_light != in_dark;
      brighter += picture_pixel(light, x, y).g > picture_pixel(dark, x, y).g + 0.3;
    }
  g_test_message("%u blocks have an edge in both, %u in one of them", both, one);
  g_assert_cmpuint(both, >, APART);
  g_assert_cmpuint(one, <, both / 100);
  g_assert_cmpfloat(brighter, >, 1000);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  folder = g_dir_make_tmp("noslip-pictures-XXXXXX", NULL);
  shots_begin();
  g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
  g_test_add_func("/pictures/twice", test_twice);
  g_test_add_func("/pictures/moment", test_moment);
  g_test_add_func("/pictures/set-up", test_setup);
  g_test_add_func("/pictures/presented", test_presented);
  g_test_add_func("/pictures/undo", test_undo);
  g_test_add_func("/pictures/export", test_export);
  g_test_add_func("/pictures/scene", test_scene);
  g_test_add_func("/pictures/no-gl", test_no_gl);
  g_test_add_func("/pictures/dark", test_dark);
  int status = g_test_run();
  shots_end();
  g_rmdir(folder);
  g_free(folder);
  driven_end();
  return status;
}
