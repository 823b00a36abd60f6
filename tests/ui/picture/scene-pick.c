/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scenes: the body under a pixel, shadows and trails. */
#include "tests/ui/picture/bodies.h"
#include "tests/ui/picture/pictures.h"
#include "tests/ui/picture/scened.h"
#include "ui/picture/gl/offscreen.h"
#include "ui/picture/scene/scene-items.h"
#include "ui/picture/scene/scene-place.h"

#include <glib.h>
#include <math.h>

static void
test_pick(void)
{
  NoslipTheme theme;
  NoslipCamera camera;
  double px, py, depth, point[3];
  noslip_theme_init(&theme, FALSE, 1);
  g_autoptr(NoslipScene) scene = scened_example(&theme, 1);
  scened_camera(&camera);
  noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, (double[]){1, 0.3, 0.4}, &px, &py, &depth);
  g_assert_cmpint(noslip_scene_pick(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, px, py, point), ==, 2);
  g_assert_cmpfloat_with_epsilon(hypot(hypot(point[0] - 1, point[1] - 0.3), point[2] - 0.4), 0.4, 1e-9);
  noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, (double[]){-1, -0.3, 0.2}, &px, &py, &depth);
  g_assert_cmpint(noslip_scene_pick(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, px, py, point), ==, 1);
  noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, (double[]){0, 0, 0.6}, &px, &py, &depth);
  g_assert_cmpint(noslip_scene_pick(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, px, py + 3, point), ==, 4);
  g_assert_cmpint(noslip_scene_pick(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, 4, 4, NULL), ==, -1);
  /* The ellipsoid is hit near its tip; its bounding ball would be hit far above it. */
  double tip[3] = {-0.3 + 0.9 * cos(0.3), 1.6 + 0.9 * sin(0.3), 0.4};
  noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, tip, &px, &py, &depth);
  g_assert_cmpint(noslip_scene_pick(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, px, py, NULL), ==, 5);
  noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, (double[]){-0.3, 1.6, 1.1}, &px, &py, &depth);
  g_assert_cmpint(noslip_scene_pick(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, px, py, NULL), ==, -1);
}

static void
test_pick_round_bodies(void)
{
  NoslipCamera camera;
  double px, py, depth, point[3];
  scened_camera(&camera);
  for (guint k = 0; k < 2; k++) {
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    NoslipBody *body = noslip_scene_add(scene, k == 0 ? NOSLIP_BODY_DISK : NOSLIP_BODY_CYLINDER);
    noslip_place_axis(body->transform, (double[]){0.2, -1, 0.3});
    noslip_place_scale(body->transform, 0.5, 0.5, 0.5);
    double centre[3];
    noslip_body_centre(body, centre);
    noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, centre, &px, &py, &depth);
    g_assert_cmpint(noslip_scene_pick(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, px, py, point), ==, 0);
    noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, (double[]){centre[0] + 0.9, centre[1], centre[2]}, &px,
                          &py, &depth);
    g_assert_cmpint(noslip_scene_pick(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, px, py, point), ==, -1);
  }
}

/* A patch is covered if one of its places picks a body: also with bodies at the edge, behind the eye, or around it. */
static void
test_covers(void)
{
  NoslipTheme theme;
  NoslipCamera camera;
  guint covered = 0, free = 0;
  noslip_theme_init(&theme, FALSE, 1);
  g_autoptr(NoslipScene) scene = scened_example(&theme, 1);
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  for (guint k = 0; k < 2000; k++) {
    double from[3], to[3], patch[4];
    for (guint i = 0; i < 3; i++) {
      from[i] = g_rand_double_range(random, -6, 6);
      to[i] = g_rand_double_range(random, -2, 2);
    }
    noslip_camera_init(&camera);
    noslip_camera_look(&camera, from, to);
    patch[0] = g_rand_double_range(random, -100, SCENED_WIDTH);
    patch[1] = g_rand_double_range(random, -100, SCENED_HEIGHT);
    patch[2] = g_rand_double_range(random, 1, 90);
    patch[3] = g_rand_double_range(random, 1, 90);
    gboolean met = FALSE;
    for (guint i = 0; i < 100 && !met; i++)
      met = noslip_scene_pick(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, patch[0] + patch[2] * (i / 10) / 9,
                              patch[1] + patch[3] * (i % 10) / 9, NULL) >= 0;
    g_assert_cmpint(noslip_scene_covers(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, patch), ==, met);
    covered += met;
    free += !met;
  }
  g_assert_cmpuint(covered, >, 200);
  g_assert_cmpuint(free, >, 200);
}

/* A patch round one ball is filled by π/4, beside it not at all, and by a trail along its diagonal at ten places. */
static void
test_fills(void)
{
  NoslipCamera camera;
  double px, py, edge, depth;
  scened_camera(&camera);
  noslip_camera_look(&camera, (double[]){0, -10, 1}, (double[]){0, 0, 1});
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  add_ball(scene, 0, 0, 1, NOSLIP_PATTERN_PLAIN, blue);
  noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, (double[]){0, 0, 1}, &px, &py, &depth);
  noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, (double[]){1, 0, 1}, &edge, &py, &depth);
  double radius = edge - px;
  const double round[4] = {px - radius, py - radius, 2 * radius, 2 * radius};
  const double beside[4] = {px + 1.2 * radius, py - radius, radius, 2 * radius};
  guint n = noslip_scene_fills(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, round);
  g_assert_cmpuint(n, >=, 52); /* those within the circle; a third of the places are at the patch's edge */
  g_assert_cmpuint(n, <=, 68);
  g_assert_cmpuint(noslip_scene_fills(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, beside), ==, 0);
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_TRAIL);
  body->trail = noslip_trail_new();
  body->trail_time = 1;
  noslip_trail_add(body->trail, 0, (double[]){-40, 0, -39});
  noslip_trail_add(body->trail, 1, (double[]){40, 0, 41});
  noslip_trail_add(body->trail, 2, (double[]){1.5, 0, 1}); /* later than the picture */
  const double along[4] = {px + 2 * radius, py - 3 * radius, radius, radius};
  n = noslip_scene_fills(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, along);
  g_assert_cmpuint(n, >=, 10);
  g_assert_cmpuint(n, <, 20);
  g_assert_cmpuint(noslip_scene_fills(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, beside), ==, 0);
  NoslipBody *table = noslip_scene_add(scene, NOSLIP_BODY_DISK); /* is ground */
  table->table = TRUE;
  noslip_place_scale(table->transform, 50, 50, 50);
  g_assert_cmpuint(noslip_scene_fills(scene, &camera, SCENED_WIDTH, SCENED_HEIGHT, beside), ==, 0);
}

static void
test_shadows(void)
{
  NoslipTheme theme;
  noslip_theme_init(&theme, FALSE, 1);
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  NoslipBody *ball = add_ball(scene, 1, 2, 0.5, NOSLIP_PATTERN_PLAIN, blue);
  noslip_scene_cast_shadows(scene);
  g_assert_cmpuint(noslip_scene_n_shadows(scene), ==, 0); /* no shadow without a ground */
  noslip_scene_add(scene, NOSLIP_BODY_GROUND)->z = -0.5;
  NoslipBody *table = noslip_scene_add(scene, NOSLIP_BODY_DISK);
  table->table = TRUE;
  noslip_place_scale(table->transform, 4, 4, 4);
  table->color.a = 0.2; /* has no shadow itself */
  noslip_scene_cast_shadows(scene);
  g_assert_cmpuint(noslip_scene_n_shadows(scene), ==, 1);
  NoslipShadow on_table = *noslip_scene_shadow(scene, 0);
  g_assert_cmpfloat(on_table.centre[2], ==, 0);
  g_assert_cmpfloat_with_epsilon(on_table.extent[0], 0.5, 1e-12);
  ball = &g_array_index(scene->bodies, NoslipBody, 0);
  ball->transform[12] = 10; /* beside the table: on the ground, farther below, so fainter */
  noslip_scene_cast_shadows(scene);
  g_assert_cmpfloat(noslip_scene_shadow(scene, 0)->centre[2], ==, -0.5);
  g_assert_cmpfloat(noslip_scene_shadow(scene, 0)->strength, <, on_table.strength);
  /* A box turned by 30 degrees keeps its sides. */
  noslip_scene_clear(scene);
  noslip_scene_add(scene, NOSLIP_BODY_GROUND);
  NoslipBody *box = add_box(scene, 0, 0, 0, 2, 1, 1, red);
  noslip_place_turn(box->transform, 'z', G_PI / 6);
  box->transform[14] = 0.5;
  noslip_scene_cast_shadows(scene);
  g_assert_cmpfloat_with_epsilon(noslip_scene_shadow(scene, 0)->extent[0], 1, 1e-9);
  g_assert_cmpfloat_with_epsilon(noslip_scene_shadow(scene, 0)->extent[1], 0.5, 1e-9);
}

static void
test_trail(void)
{
  g_autoptr(NoslipTrail) trail = noslip_trail_new();
  g_assert_cmpuint(noslip_trail_count(trail, 1), ==, 0);
  noslip_trail_gap(trail);
  g_assert_cmpuint(trail->points->len, ==, 0);
  for (guint i = 0; i < 100; i++)
    noslip_trail_add(trail, 0.1 * i, (double[]){i, 0, 0});
  g_assert_cmpuint(noslip_trail_count(trail, 0.1 * 42), ==, 43);
  g_assert_cmpuint(noslip_trail_count(trail, INFINITY), ==, 100);
  guint64 revision = trail->revision;
  noslip_trail_truncate(trail, 20);
  g_assert_cmpuint(trail->revision, ==, revision);
  noslip_trail_truncate(trail, 5);
  g_assert_cmpuint(trail->points->len, ==, 51);
  g_assert_cmpuint(trail->revision, >, revision);
  noslip_trail_add(trail, 6, (double[]){NAN, 0, 0});
  noslip_trail_gap(trail);
  g_assert_cmpuint(trail->points->len, ==, 52); /* one gap is enough */
}

/* More than a million points with a gap in the middle are drawn in few segments, and the gap stays open. */
static void
test_long_trail(void)
{
  NoslipTheme theme;
  NoslipCamera camera;
  g_autoptr(GError) error = NULL;
  g_autoptr(NoslipOffscreen) offscreen = noslip_offscreen_new(NOSLIP_OFFSCREEN_GL, &error);
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  noslip_theme_init(&theme, FALSE, 1);
  noslip_camera_init(&camera);
  noslip_camera_look(&camera, (double[]){0, -0.01, 6}, (double[]){0, 0, 0});
  if (offscreen == NULL) {
    g_test_skip("no GL without a display here");
    return;
  }
  NoslipBody *body = noslip_scene_add(scene, NOSLIP_BODY_TRAIL);
  body->trail = noslip_trail_new();
  body->color = theme.accent;
  body->width = 6;
  for (guint i = 0; i < 2000000; i++) {
    double s = i * 5e-7;
    if (s > 0.4 && s < 0.6)
      noslip_trail_gap(body->trail);
    else
      noslip_trail_add(body->trail, s, (double[]){3 * s - 1.5, 0, 0});
  }
  cairo_surface_t *picture =
      noslip_offscreen_render(offscreen, scene, &camera, &theme, NULL, SCENED_WIDTH, SCENED_HEIGHT, 1, &error);
  g_assert_no_error(error);
  double px, py, depth;
  for (double s = 0.02; s < 1; s += 0.02) {
    noslip_camera_project(&camera, SCENED_WIDTH, SCENED_HEIGHT, (double[]){3 * s - 1.5, 0, 0}, &px, &py, &depth);
    Pixel p = picture_pixel(picture, (int) px, (int) py);
    gboolean sky = fabs(p.r - theme.sky.r) + fabs(p.b - theme.sky.b) < 0.02;
    if (fabs(s - 0.5) < 0.09)
      g_assert_true(sky);
    else if (fabs(s - 0.5) > 0.11)
      g_assert_false(sky);
  }
  cairo_surface_destroy(picture);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/picture/scene/pick", test_pick);
  g_test_add_func("/picture/scene/pick-round", test_pick_round_bodies);
  g_test_add_func("/picture/scene/covers", test_covers);
  g_test_add_func("/picture/scene/fills", test_fills);
  g_test_add_func("/picture/scene/shadows", test_shadows);
  g_test_add_func("/picture/scene/trail", test_trail);
  g_test_add_func("/picture/scene/long-trail", test_long_trail);
  return g_test_run();
}
