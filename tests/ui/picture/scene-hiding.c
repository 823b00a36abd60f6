/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What hides what in a scene, on the two canvases: bodies in front, and a motion its ghosts. */
#include "tests/ui/picture/bodies.h"
#include "tests/ui/picture/pictures.h"
#include "tests/ui/picture/scened.h"
#include "ui/picture/scene/scene-items.h"
#include "ui/picture/scene/scene-place.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* A ghost at the place of the motion itself hides nothing of it; one elsewhere is visible. On both canvases. */
static void
test_ghost_gives_way(void)
{
  static const NoslipOffscreenWay ways[] = {NOSLIP_OFFSCREEN_CAIRO, NOSLIP_OFFSCREEN_GL};
  NoslipTheme theme;
  NoslipCamera camera;
  double px, py, depth;
  noslip_theme_init(&theme, FALSE, 1);
  scened_camera(&camera);
  for (guint k = 0; k < 2; k++) {
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    add_box(scene, -0.8, 0, 0.4, 0.8, 0.8, 0.8, red);
    add_ball(scene, 0.4, 0, 0.4, NOSLIP_PATTERN_PLAIN, red);
    noslip_scene_add_ghost(scene, "ghost", blue);
    add_box(scene, -0.8, 1e-13, 0.4, 0.8, 0.8, 0.8, noslip_color_with_alpha(blue, 0.45));
    add_ball(scene, 0.4, 1e-13, 0.4, NOSLIP_PATTERN_PLAIN, noslip_color_with_alpha(blue, 0.45));
    add_ball(scene, 1.6, 0, 0.4, NOSLIP_PATTERN_PLAIN, noslip_color_with_alpha(blue, 0.45));
    cairo_surface_t *picture = scened_render(ways[k], scene, &theme, NULL);
    if (picture == NULL) {
      g_test_skip("no GL without a display here");
      continue;
    }
    for (guint i = 0; i < 3; i++) {
      noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, (double[]){-0.8 + 1.2 * i, 0, 0.45}, &px, &py,
                            &depth);
      Pixel p = picture_pixel(picture, (int) px, (int) py);
      if (i < 2)
        g_assert_cmpfloat(p.r, >, 3 * p.b);
      else
        g_assert_cmpfloat(p.b, >, 1.1 * p.r);
    }
    cairo_surface_destroy(picture);
  }
}

static NoslipBody *
add_source(NoslipScene *scene, NoslipBodyKind kind, double alpha)
{
  NoslipBody *body = noslip_scene_add(scene, kind);
  body->source = 3;
  body->color.a = alpha;
  body->to[0] = 0.02;
  for (guint i = 0; i < 3; i++)
    body->transform[5 * i] = 0.02;
  return body;
}

/* A ghost need not be drawn where an opaque body of the same statement covers all of it; else it is. */
static void
test_covered_ghost(void)
{
  static const NoslipBodyKind kinds[] = {NOSLIP_BODY_BOX, NOSLIP_BODY_DISK, NOSLIP_BODY_ARROW};
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    NoslipBody ghost = *add_source(scene, kinds[i], 0.45);
    g_assert_false(noslip_scene_hides(scene, &ghost)); /* no ghost hides another one */
    add_source(scene, kinds[i], 1)->source = 4;
    g_assert_false(noslip_scene_hides(scene, &ghost));
    add_source(scene, kinds[i], 1);
    g_assert_true(noslip_scene_hides(scene, &ghost));
    ghost.transform[12] = ghost.to[0] = 0.02 + 1e-9;
    ghost.transform[12] -= 0.02;
    g_assert_true(noslip_scene_hides(scene, &ghost));
    ghost.transform[12] = 1e-4;
    ghost.to[0] = 0.0201;
    g_assert_false(noslip_scene_hides(scene, &ghost));
    ghost.transform[12] = 0;
    ghost.to[0] = 0.02;
    ghost.thickness += kinds[i] == NOSLIP_BODY_DISK ? 0.1 : 0;
    g_assert_cmpint(noslip_scene_hides(scene, &ghost), ==, kinds[i] != NOSLIP_BODY_DISK);
  }
}

static NoslipBody *
add_trail(NoslipScene *scene, NoslipTrail *trail, double alpha)
{
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_TRAIL);
  body->trail = noslip_trail_ref(trail);
  body->color.a = alpha;
  body->trail_first = 0;
  body->trail_time = 5;
  return body;
}

/* The same of trails, up to the present: later points may differ. */
static void
test_covered_trail(void)
{
  NoslipTrail *trails[3];
  for (guint k = 0; k < 3; k++) {
    trails[k] = noslip_trail_new();
    for (guint i = 0; i <= 100; i++) /* the second leaves the first at 6, the third is apart from it at 3 only */
      noslip_trail_add(trails[k], 0.1 * i,
                       (double[]){0.1 * i,
                                  k == 1 && i > 60    ? 1
                                  : k == 2 && i == 30 ? 0.1
                                                      : 0,
                                  1e-7 * k});
  }
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  add_trail(scene, trails[0], 1);
  add_trail(scene, trails[1], 0.45);
  add_trail(scene, trails[2], 0.45);
  g_assert_true(noslip_scene_hides(scene, noslip_scene_body(scene, 1)));
  g_assert_false(noslip_scene_hides(scene, noslip_scene_body(scene, 2)));
  for (guint i = 0; i < 3; i++)
    g_array_index(scene->bodies, NoslipBody, i).trail_time = 7;
  g_assert_false(noslip_scene_hides(scene, noslip_scene_body(scene, 1)));
  for (guint k = 0; k < 3; k++)
    noslip_trail_unref(trails[k]);
}

/* Bodies in front hide those behind them, on both canvases: only the red one is visible. */
static void
test_hiding(void)
{
  static const NoslipOffscreenWay ways[] = {NOSLIP_OFFSCREEN_CAIRO, NOSLIP_OFFSCREEN_GL};
  static const struct {
    NoslipScene *(*make)(void);
    double from[3], to[3]; /* it is visible between these */
  } cases[] = {
      {plate_on_beam, {0, -0.9, 0.2}, {0, 0.9, 0.2}},
      {table_on_spindle, {0, -0.8, 0}, {0, 0.8, 0}},
      {block_on_slope, {-0.2, 1.5, 0.58}, {0.2, 1.5, 0.58}},
  };
  NoslipTheme theme;
  NoslipCamera camera;
  noslip_theme_init(&theme, FALSE, 1);
  scened_camera(&camera);
  for (guint k = 0; k < 2 * G_N_ELEMENTS(cases); k++) {
    g_autoptr(NoslipScene) scene = cases[k / 2].make();
    cairo_surface_t *picture = scened_render(ways[k % 2], scene, &theme, NULL);
    if (picture == NULL) {
      g_test_skip("no GL without a display here");
      continue;
    }
    for (double t = 0; t < 1.01; t += 0.05) {
      double px, py, depth, at[3];
      for (guint i = 0; i < 3; i++)
        at[i] = (1 - t) * cases[k / 2].from[i] + t * cases[k / 2].to[i];
      noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, at, &px, &py, &depth);
      Pixel p = picture_pixel(picture, (int) px, (int) py);
      g_assert_cmpfloat(p.r, >, 2 * p.b);
    }
    cairo_surface_destroy(picture);
  }
}

/* A rod through a box is visible on both sides of it and not inside. */
static void
test_crossing(void)
{
  static const NoslipOffscreenWay ways[] = {NOSLIP_OFFSCREEN_CAIRO, NOSLIP_OFFSCREEN_GL};
  NoslipTheme theme;
  NoslipCamera camera;
  noslip_theme_init(&theme, FALSE, 1);
  scened_camera(&camera);
  for (guint k = 0; k < 4; k++) {
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    if (k < 2)
      add_box(scene, 0, 0, 0, 0.6, 0.6, 0.6, red);
    else
      add_ball(scene, 0, 0, 0.4, NOSLIP_PATTERN_PLAIN, red)->transform[14] = 0;
    NoslipBody *rod = noslip_scene_add(scene, NOSLIP_BODY_CYLINDER);
    noslip_place_axis(rod->transform, (double[]){1, 0.2, 0});
    noslip_place_scale(rod->transform, 0.06, 0.06, 2.4);
    memcpy(rod->transform + 12, (double[]){-1.2, -0.24, 0}, 3 * sizeof(double));
    rod->color = green;
    cairo_surface_t *picture = scened_render(ways[k % 2], scene, &theme, NULL);
    if (picture == NULL) {
      g_test_skip("no GL without a display here");
      continue;
    }
    for (double x = -1; x < 1.05; x += 0.5) {
      double px, py, depth;
      noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, (double[]){x, 0.2 * x, 0}, &px, &py, &depth);
      Pixel p = picture_pixel(picture, (int) px, (int) py);
      if (fabs(x) < 0.1)
        g_assert_cmpfloat(p.r, >, 1.5 * p.g);
      else
        g_assert_cmpfloat(p.g, >, 1.5 * p.r);
    }
    cairo_surface_destroy(picture);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/picture/scene-hiding/ghost-behind", test_ghost_gives_way);
  g_test_add_func("/picture/scene-hiding/covered-ghost", test_covered_ghost);
  g_test_add_func("/picture/scene-hiding/covered-trail", test_covered_trail);
  g_test_add_func("/picture/scene-hiding/hiding", test_hiding);
  g_test_add_func("/picture/scene-hiding/crossing", test_crossing);
  return g_test_run();
}
