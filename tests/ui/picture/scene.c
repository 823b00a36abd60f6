/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scenes on the two canvases: both show the same bodies and overlays. */
#include "tests/ui/picture/bodies.h"
#include "tests/ui/picture/pictures.h"
#include "tests/ui/picture/scened.h"
#include "ui/picture/gl/offscreen.h"
#include "ui/picture/scene/scene-items.h"
#include "ui/picture/scene/scene-place.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* The colours that must be present, and a shadow: darker than the bare ground. */
static void
assert_example(cairo_surface_t *picture, const NoslipTheme *theme)
{
  guint accent = picture_count(picture, theme->accent, 0.12), reddish = 0, bluish = 0, dark = 0;
  double ground = theme->ground.r + theme->ground.g + theme->ground.b;
  for (int y = 0; y < SCENED_HEIGHT; y++)
    for (int x = 0; x < SCENED_WIDTH; x++) {
      Pixel p = picture_pixel(picture, x, y);
      reddish += p.r > 2.2 * p.b && p.r > 2.2 * p.g;
      bluish += p.b > 1.6 * p.r && p.b > 1.3 * p.g;
      dark += fabs(p.r - p.b) < 0.06 && p.r + p.g + p.b < 0.8 * ground;
    }
  g_assert_cmpuint(accent, >, 150);
  g_assert_cmpuint(reddish, >, 1500);
  g_assert_cmpuint(bluish, >, 300);
  g_assert_cmpuint(dark, >, 150);
  g_assert_cmpuint(picture_count(picture, theme->ground, 0.02), >, 10000);
}

static void
test_pictures(gconstpointer data)
{
  gboolean dark = GPOINTER_TO_INT(data);
  NoslipTheme theme;
  noslip_theme_init(&theme, dark, 1);
  g_autoptr(NoslipScene) scene = scened_example(&theme, 1), moved = scened_example(&theme, 0.6);
  cairo_surface_t *flat = scened_render(NOSLIP_OFFSCREEN_CAIRO, scene, &theme, NULL);
  cairo_surface_t *flat_moved = scened_render(NOSLIP_OFFSCREEN_CAIRO, moved, &theme, NULL);
  cairo_surface_t *gl = scened_render(NOSLIP_OFFSCREEN_GL, scene, &theme, NULL);
  cairo_surface_t *gl_moved = scened_render(NOSLIP_OFFSCREEN_GL, moved, &theme, NULL);
  assert_example(flat, &theme);
  g_assert_cmpuint(picture_differing(flat, flat_moved, 0.1), >, 500);
  if (gl == NULL) {
    g_test_skip("no GL without a display here");
  } else {
    assert_example(gl, &theme);
    g_assert_cmpuint(picture_differing(gl, gl_moved, 0.1), >, 500);
    /* Two ways to the same picture. Blocks of 16 pixels tolerate edges and the fading of grid lines. */
    picture_assert_similar(dark ? "scene-dark" : "scene-light", gl, flat, 16, 0.18);
    g_assert_cmpfloat(picture_block_difference(gl, gl_moved, 16), >, 0.2);
    cairo_surface_destroy(gl);
    cairo_surface_destroy(gl_moved);
  }
  cairo_surface_destroy(flat);
  cairo_surface_destroy(flat_moved);
}

static void
test_overlay(void)
{
  NoslipTheme theme;
  noslip_theme_init(&theme, FALSE, 1);
  g_autoptr(NoslipScene) scene = scened_example(&theme, 1);
  NoslipStatus status[3] = {
      {"energy", 2e-13, 1e-9, TRUE}, {"constraint", 4e-15, 1e-9, FALSE}, {"agreement", 3e-5, 1e-9, FALSE}};
  NoslipOverlay overlay;
  noslip_overlay_init(&overlay);
  overlay.status = status;
  overlay.n_status = 3;
  overlay.unit = "m";
  overlay.hovered = 4;
  g_autoptr(NoslipDisplay) display = noslip_display_new();
  NoslipCamera camera;
  scened_camera(&camera);
  noslip_scene_overlay_display(scene, &camera, &theme, SCENED_WIDTH, SCENED_HEIGHT, &overlay, display);
  g_assert_true(noslip_display_has_text(display, "+2.0e\342\210\222"
                                                 "13"));
  g_assert_true(noslip_display_has_text(display, "constraint"));
  g_assert_true(noslip_display_has_text(display, "velocity (m/s)"));
  g_assert_true(noslip_display_has_text(display, " m")); /* the scale bar */
  cairo_surface_t *picture = scened_render(NOSLIP_OFFSCREEN_CAIRO, scene, &theme, &overlay);
  g_assert_cmpuint(picture_count(picture, theme.good, 0.02), >, 20);
  g_assert_cmpuint(picture_count(picture, theme.caution, 0.02), >, 10);
  cairo_surface_destroy(picture);
  /* In a very narrow window the numbers are still shown. */
  noslip_display_clear(display);
  noslip_scene_overlay_display(scene, &camera, &theme, 200, 150, &overlay, display);
  g_assert_true(noslip_display_has_text(display, "agreement"));
}

/* The scale bar is seen over a body of the colour of the text too. */
static void
test_scale_bar(void)
{
  NoslipTheme theme;
  NoslipCamera camera;
  NoslipOverlay overlay;
  noslip_theme_init(&theme, TRUE, 1);
  noslip_camera_init(&camera);
  noslip_overlay_init(&overlay);
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  g_autoptr(NoslipDisplay) display = noslip_display_new();
  noslip_scene_overlay_display(scene, &camera, &theme, SCENED_WIDTH, SCENED_HEIGHT, &overlay, display);
  cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SCENED_WIDTH, SCENED_HEIGHT);
  cairo_t *cairo = cairo_create(picture);
  cairo_set_source_rgb(cairo, theme.text.r, theme.text.g, theme.text.b);
  cairo_paint(cairo);
  noslip_display_draw(display, cairo);
  cairo_destroy(cairo);
  guint lit = picture_count(picture, theme.text, 0.02), all = SCENED_WIDTH * SCENED_HEIGHT;
  g_assert_cmpuint(lit, <, all - 300);
  cairo_surface_destroy(picture);
}

/* The name of an axis whose tip is outside the picture is at the point where the axis leaves it, not clipped. */
static void
test_axis_name(void)
{
  NoslipTheme theme;
  NoslipCamera camera;
  NoslipOverlay overlay;
  guint ink[2];
  noslip_theme_init(&theme, FALSE, 1);
  noslip_camera_init(&camera);
  noslip_overlay_init(&overlay);
  overlay.scale_bar = FALSE;
  for (guint far = 0; far < 2; far++) {
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    g_autoptr(NoslipDisplay) display = noslip_display_new();
    NoslipBody *axis = noslip_scene_add(scene, NOSLIP_BODY_ARROW);
    memcpy(axis->from, camera.target, sizeof axis->from);
    memcpy(axis->to, camera.target, sizeof axis->to);
    axis->to[2] += (far ? 3 : 0.1) * camera.distance;
    axis->label_always = TRUE;
    noslip_body_set_label(axis, "theta (rad)");
    noslip_scene_overlay_display(scene, &camera, &theme, SCENED_WIDTH, SCENED_HEIGHT, &overlay, display);
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SCENED_WIDTH, SCENED_HEIGHT);
    cairo_t *cairo = cairo_create(picture);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    noslip_display_draw(display, cairo);
    cairo_destroy(cairo);
    ink[far] = picture_count(picture, theme.text, 0.3);
    cairo_surface_destroy(picture);
  }
  g_assert_cmpuint(ink[0], >, 30);
  g_assert_cmpuint(ink[1], >, ink[0] * 3 / 4);
}

static void
test_dialect(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(NoslipOffscreen) offscreen = noslip_offscreen_new(NOSLIP_OFFSCREEN_GL, &error);
  const char *dialect = g_getenv("NOSLIP_TEST_DIALECT");
  if (offscreen == NULL) {
    g_test_skip("no GL without a display here");
    return;
  }
  g_test_message("%s", noslip_offscreen_renderer(offscreen));
  g_assert_true(g_str_has_prefix(noslip_offscreen_renderer(offscreen), dialect != NULL ? dialect : "OpenGL "));
}

/* Each point is uploaded once, and none is moved if the expected number is added; after a trail is cut, its new points
 * are uploaded again. */
static void
test_uploads(void)
{
  NoslipTheme theme;
  NoslipCamera camera;
  g_autoptr(GError) error = NULL;
  g_autoptr(NoslipOffscreen) offscreen = noslip_offscreen_new(NOSLIP_OFFSCREEN_GL, &error);
  g_autoptr(NoslipTrail) trail = noslip_trail_new();
  noslip_theme_init(&theme, FALSE, 1);
  scened_camera(&camera);
  if (offscreen == NULL) {
    g_test_skip("no GL without a display here");
    return;
  }
  guint64 expected = 0;
  noslip_offscreen_keep_trails(offscreen);
  noslip_trail_expect(trail, 20 * 2);
  for (guint frame = 0; frame < 20; frame++) {
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    guint more = frame == 10 ? 0 : 2; /* few enough to be drawn in full detail */
    if (frame == 15) {
      noslip_trail_truncate(trail, 15 * 0.01);
      expected += trail->points->len;
    }
    for (guint i = 0; i < more; i++) {
      double s = trail->points->len * 0.01;
      noslip_trail_add(trail, s, (double[]){cos(s), sin(s), 0});
    }
    expected += more;
    NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_TRAIL);
    body->trail = noslip_trail_ref(trail);
    body->color = theme.accent;
    cairo_surface_t *picture = noslip_offscreen_render(offscreen, scene, &camera, &theme, NULL, 200, 150, 1, &error);
    g_assert_no_error(error);
    cairo_surface_destroy(picture);
    g_assert_cmpuint(noslip_offscreen_uploaded(offscreen), ==, expected);
  }
}

/* Trails with gaps and lines in several colours, kept in buffers or sent in each frame: the pictures are the same. */
static void
test_kept(void)
{
  NoslipTheme theme;
  NoslipCamera camera;
  cairo_surface_t *pictures[2] = {NULL, NULL};
  noslip_theme_init(&theme, FALSE, 1);
  scened_camera(&camera);
  for (guint kept = 0; kept < 2; kept++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(NoslipOffscreen) offscreen = noslip_offscreen_new(NOSLIP_OFFSCREEN_GL, NULL);
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    if (offscreen == NULL) {
      g_test_skip("no GL without a display here");
      return;
    }
    if (kept)
      noslip_offscreen_keep_trails(offscreen);
    for (guint k = 0; k < 3; k++) {
      g_autoptr(NoslipTrail) trail = noslip_trail_new();
      for (guint i = 0; i < 700; i++) {
        double s = 0.01 * i, r = 0.4 + 0.3 * k;
        if (i == 300)
          noslip_trail_gap(trail);
        noslip_trail_add(trail, s, (double[]){r * cos(s), r * sin(s) * cos(3 * s), 0.1 * k});
      }
      NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_TRAIL);
      body->trail = noslip_trail_ref(trail);
      body->color = noslip_color_with_alpha(theme.body[k], k == 2 ? 1 : 0.5);
      body->width = k == 1 ? 3 : 5;
      body->trail_tip = k == 2;
      NoslipBody *line = noslip_scene_add(scene, NOSLIP_BODY_LINE);
      line->to[2] = 0.5;
      line->to[k % 2] = 0.7 * k;
      line->color = theme.body[k];
    }
    pictures[kept] = noslip_offscreen_render(offscreen, scene, &camera, &theme, NULL, 320, 240, 1, &error);
    g_assert_no_error(error);
  }
  g_assert_cmpuint(picture_count(pictures[0], theme.body[2], 0.1), >, 100);
  g_assert_cmpuint(picture_differing(pictures[0], pictures[1], 1.5 / 255), ==, 0);
  cairo_surface_destroy(pictures[0]);
  cairo_surface_destroy(pictures[1]);
}

/* A ball far away has few triangles, one that fills the picture many. */
static void
test_triangles(void)
{
  NoslipTheme theme;
  NoslipCamera camera;
  guint64 drawn[2];
  g_autoptr(GError) refused = NULL;
  g_autoptr(NoslipOffscreen) offscreen = noslip_offscreen_new(NOSLIP_OFFSCREEN_GL, &refused);
  if (offscreen == NULL) {
    g_test_skip("no GL without a display here");
    return;
  }
  noslip_theme_init(&theme, FALSE, 1);
  scened_camera(&camera);
  const double radii[2] = {0.01, 1};
  for (guint k = 0; k < 2; k++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    NoslipBody *ball = noslip_scene_add(scene, NOSLIP_BODY_SPHERE);
    for (guint i = 0; i < 3; i++)
      ball->transform[5 * i] = radii[k];
    ball->color = theme.accent;
    guint64 before = noslip_offscreen_triangles(offscreen);
    cairo_surface_t *picture = noslip_offscreen_render(offscreen, scene, &camera, &theme, NULL, 640, 480, 1, &error);
    g_assert_no_error(error);
    cairo_surface_destroy(picture);
    drawn[k] = noslip_offscreen_triangles(offscreen) - before;
  }
  g_assert_cmpuint(drawn[0], >, 0);
  g_assert_cmpuint(drawn[0] * 16, <=, drawn[1]);
}

/* An ensemble on both canvases: dots at the motions, trails that do not connect different motions. */
static void
test_ensemble_points(gconstpointer data)
{
  NoslipTheme theme;
  NoslipCamera camera;
  noslip_theme_init(&theme, FALSE, 1);
  scened_camera(&camera);
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  g_autoptr(NoslipEnsemblePoints) ensemble_points = noslip_ensemble_points_new();
  const double left[3][3] = {{-1.4, 0.2, 0}, {-1.2, 0.2, 0}, {-1, 0.2, 0}}, right[2][3] = {{0.6, 0, 0}, {0.9, 0, 0}};
  const double odd[3][3] = {{NAN, 0, 0}, {0, INFINITY, 0}, {0, 0, 1}};
  noslip_ensemble_points_add(ensemble_points, red, 3, left);
  noslip_ensemble_points_add(ensemble_points, blue, 2, right);
  noslip_ensemble_points_add(ensemble_points, green, 2, odd);
  noslip_ensemble_points_add(ensemble_points, green, 3, odd);
  g_assert_cmpuint(noslip_ensemble_points_n_motions(ensemble_points), ==, 3);
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_POINTS);
  body->ensemble_points = noslip_ensemble_points_ref(ensemble_points);
  body->width = 12;
  cairo_surface_t *picture = scened_render((NoslipOffscreenWay) GPOINTER_TO_INT(data), scene, &theme, NULL);
  if (picture == NULL) {
    g_test_skip("no GL without a display here");
    return;
  }
  const struct {
    double at[3];
    NoslipColor color;
  } seen[] = {{{-1, 0.2, 0}, red}, {{0.9, 0, 0}, blue}, {{0, 0, 1}, green}, {{-0.2, 0.1, 0}, theme.sky}};
  for (guint k = 0; k < G_N_ELEMENTS(seen); k++) {
    double px, py, depth;
    noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, seen[k].at, &px, &py, &depth);
    Pixel p = picture_pixel(picture, (int) px, (int) py);
    g_assert_cmpfloat_with_epsilon(p.r, seen[k].color.r, 0.15);
    g_assert_cmpfloat_with_epsilon(p.g, seen[k].color.g, 0.15);
    g_assert_cmpfloat_with_epsilon(p.b, seen[k].color.b, 0.15);
  }
  cairo_surface_destroy(picture);
}

static void
test_refusals(void)
{
  static const int sizes[][2] = {{0, 10}, {10, -1}, {20000, 10}};
  NoslipTheme theme;
  NoslipCamera camera;
  noslip_theme_init(&theme, FALSE, 1);
  scened_camera(&camera);
  g_autoptr(NoslipScene) scene = scened_example(&theme, 1);
  g_autoptr(NoslipOffscreen) offscreen = noslip_offscreen_new(NOSLIP_OFFSCREEN_ANY, NULL);
  g_assert_nonnull(offscreen);
  for (guint k = 0; k < G_N_ELEMENTS(sizes); k++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(
        noslip_offscreen_render(offscreen, scene, &camera, &theme, NULL, sizes[k][0], sizes[k][1], 1, &error));
    g_assert_error(error, NOSLIP_PICTURE_ERROR, NOSLIP_PICTURE_ERROR_MEMORY);
  }
  g_autoptr(GError) error = NULL;
  cairo_surface_t *tiny = noslip_offscreen_render(offscreen, scene, &camera, &theme, NULL, 1, 1, 1, &error);
  g_assert_nonnull(tiny);
  g_assert_false(noslip_picture_write_png(tiny, "/nonexistent/folder/picture.png", &error));
  g_assert_nonnull(error);
  cairo_surface_destroy(tiny);
}

/* Values that are not numbers draw nothing and cause no error. */
static void
test_odd_values(void)
{
  static const NoslipOffscreenWay ways[] = {NOSLIP_OFFSCREEN_CAIRO, NOSLIP_OFFSCREEN_GL};
  NoslipTheme theme;
  noslip_theme_init(&theme, TRUE, 1.6);
  for (guint k = 0; k < 2; k++) {
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    noslip_scene_add(scene, NOSLIP_BODY_GROUND)->color = theme.ground;
    NoslipBody *ball = add_ball(scene, 0, 0, 0, NOSLIP_PATTERN_GRID, red);
    ball->transform[0] = NAN;
    add_box(scene, 1e30, 0, 0, 1e30, 0, 1, blue);
    NoslipBody *arrow = noslip_scene_add(scene, NOSLIP_BODY_ARROW);
    arrow->to[0] = INFINITY;
    NoslipBody *trail = noslip_scene_add(scene, NOSLIP_BODY_TRAIL);
    trail->trail = noslip_trail_new();
    noslip_trail_add(trail->trail, 0, (double[]){0, 0, 0});
    noslip_trail_add(trail->trail, 1, (double[]){NAN, 0, 0});
    trail->trail_tip = TRUE;
    cairo_surface_t *picture = scened_render(ways[k], scene, &theme, NULL);
    if (picture != NULL)
      cairo_surface_destroy(picture);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/picture/scene/light", GINT_TO_POINTER(FALSE), test_pictures);
  g_test_add_data_func("/picture/scene/dark", GINT_TO_POINTER(TRUE), test_pictures);
  g_test_add_func("/picture/scene/overlay", test_overlay);
  g_test_add_func("/picture/scene/scale-bar", test_scale_bar);
  g_test_add_func("/picture/scene/axis-name", test_axis_name);
  g_test_add_func("/picture/scene/dialect", test_dialect);
  g_test_add_func("/picture/scene/uploads", test_uploads);
  g_test_add_func("/picture/scene/kept", test_kept);
  g_test_add_func("/picture/scene/triangles", test_triangles);
  g_test_add_data_func("/picture/scene/ensemble-gl", GINT_TO_POINTER(NOSLIP_OFFSCREEN_GL), test_ensemble_points);
  g_test_add_data_func("/picture/scene/ensemble-cairo", GINT_TO_POINTER(NOSLIP_OFFSCREEN_CAIRO), test_ensemble_points);
  g_test_add_func("/picture/scene/refusals", test_refusals);
  g_test_add_func("/picture/scene/odd-values", test_odd_values);
  return g_test_run();
}
