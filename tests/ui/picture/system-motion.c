/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a scene integrates or chooses itself: spins, the path of a system without draw statements, the length of
 * arrows. */
#include "tests/files.h"
#include "tests/ui/picture/motion.h"
#include "tests/ui/picture/pictures.h"
#include "ui/picture/gl/offscreen.h"
#include "ui/picture/scene/scene-builder.h"
#include "ui/picture/scene/scene-items.h"

#include <glib.h>
#include <gsl/gsl_errno.h>
#include <math.h>

static double
table_angle(NoslipSceneBuilder *builder, const double *parameters, const double *at, double *ground)
{
  NoslipTheme theme;
  NoslipSceneLook look;
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  noslip_theme_init(&theme, FALSE, 1);
  noslip_scene_look_init(&look, &theme);
  noslip_scene_builder_build(builder, parameters, at, &look, scene);
  *ground = noslip_scene_body(scene, 0)->spin;
  const double *m = noslip_scene_body(scene, 1)->transform;
  return atan2(m[1], m[0]);
}

/* A spin keeps its angle when its rate changes, and its earlier angles; a parameter that is an angle acts at once. */
static void
test_spin_is_integrated(void)
{
  g_auto(Motion) motion = {NULL};
  double ground;
  motion_init(&motion,
              "noslip 1\nparameter w = 0.5\nparameter a = 0\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\n"
              "run to 4 step 0.02\ndraw ground spin w*t/2\n"
              "draw disk at (0, 0, 0) radius 1 axis (0, 0, 1) turn z w*t\n"
              "draw box at (0, 0, 0) size (1, 1, 1) turn z a\n",
              "table");
  double slow[] = {0.5, 0}, fast[] = {2, 0.1};
  g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(motion.system, NOSLIP_DYNAMICS_NONHOLONOMIC, NULL);
  noslip_scene_builder_add_rows(builder, slow, 101, motion_row(&motion, 0)); /* to t = 2 */
  noslip_scene_builder_truncate(builder, nextafter(motion_row(&motion, 50)[0], 0));
  noslip_scene_builder_add_rows(builder, fast, 30, motion_row(&motion, 50)); /* from t = 1 */
  noslip_scene_builder_add_rows(builder, fast, 30, motion_row(&motion, 80));
  g_assert_cmpfloat_with_epsilon(table_angle(builder, slow, motion_row(&motion, 25), &ground), 0.25, 1e-12);
  g_assert_cmpfloat_with_epsilon(ground, 0.125, 1e-12);
  g_assert_cmpfloat_with_epsilon(table_angle(builder, fast, motion_row(&motion, 50), &ground), 0.5, 1e-12);
  g_assert_cmpfloat_with_epsilon(ground, 0.25, 1e-12);
  g_assert_cmpfloat_with_epsilon(table_angle(builder, fast, motion_row(&motion, 100), &ground), 0.5 + 2, 1e-12);
  g_assert_cmpfloat_with_epsilon(ground, 0.25 + 1, 1e-12);
  noslip_scene_builder_truncate(builder, nextafter(motion_row(&motion, 100)[0], 0));
  noslip_scene_builder_add_rows(builder, slow, 40, motion_row(&motion, 100)); /* slow again from t = 2 */
  g_assert_cmpfloat_with_epsilon(table_angle(builder, slow, motion_row(&motion, 130), &ground), 2.5 + 0.3, 1e-12);
  noslip_scene_builder_clear(builder);
  noslip_scene_builder_add_rows(builder, fast, 101, motion_row(&motion, 0));
  g_assert_cmpfloat_with_epsilon(table_angle(builder, fast, motion_row(&motion, 50), &ground), 2, 1e-12);
}

/* Without draw statements: the path, with named axes; without coordinates that of the velocities. */
static void
test_plain_path(void)
{
  static const char top[] = "noslip 1\nsection w1\nsection w2\nsection w3\n"
                            "bracket [w1, w2] = w3\nbracket [w2, w3] = w1\nbracket [w3, w1] = w2\n"
                            "lagrangian w1^2/2 + w2^2 + 1.5*w3^2\n"
                            "initial w1 = 0.1\ninitial w2 = 1\ninitial w3 = 0.1\nrun to 10 step 0.05\n";
  static const char oscillator[] = "noslip 1\ncoordinate theta unit \"rad\"\nlagrangian theta'^2/2 - theta^2/2\n"
                                   "initial theta = 1\nrun to 10 step 0.05\n";
  static const struct {
    const char *text, *labels[3];
  } cases[] = {{top, {"w₁", "w₂", "w₃"}}, {oscillator, {"θ (rad)", "θ\314\207", NULL}}};
  NoslipTheme theme;
  noslip_theme_init(&theme, FALSE, 1);
  for (guint c = 0; c < G_N_ELEMENTS(cases); c++) {
    g_auto(Motion) motion = {NULL};
    motion_init(&motion, cases[c].text, "plain");
    g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(motion.system, motion.system->dynamics, NULL);
    noslip_scene_builder_add_rows(builder, motion.parameters, motion_n_rows(&motion), motion_row(&motion, 0));
    g_autoptr(NoslipScene) scene = motion_scene(builder, &motion, motion_n_rows(&motion) - 1, &theme);
    guint axes = 0;
    for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
      const NoslipBody *body = noslip_scene_body(scene, i);
      if (body->kind == NOSLIP_BODY_ARROW) {
        g_assert_true(body->label_always);
        g_assert_cmpstr(body->label, ==, cases[c].labels[axes++]);
      }
    }
    g_assert_cmpuint(axes, ==, cases[c].labels[2] != NULL ? 3 : 2);
    NoslipCamera camera;
    noslip_scene_builder_camera(builder, motion.parameters, motion_row(&motion, 0), 1.5, &camera);
    g_autoptr(NoslipOffscreen) offscreen = noslip_offscreen_new(NOSLIP_OFFSCREEN_CAIRO, NULL);
    cairo_surface_t *picture = noslip_offscreen_render(offscreen, scene, &camera, &theme, NULL, 300, 200, 1, NULL);
    g_assert_cmpuint(picture_count(picture, theme.sky, 0.01), <, 300 * 200 - 300);
    cairo_surface_destroy(picture);
  }
}

/* The tip of an arrow is in the picture wherever its body is. */
static void
test_arrows_in_sight(void)
{
  g_auto(Motion) motion = {0};
  NoslipTheme theme;
  noslip_theme_init(&theme, FALSE, 1);
  motion_init(&motion,
              "noslip 1\ncoordinate x unit \"m\"\nlagrangian x'^2/2\ninitial x' = 1\nrun to 10 step 0.05\n"
              "camera from (0, -4, 1) to (0, 0, 0)\ndraw sphere at (x, 0, 0) radius 0.3\n"
              "draw arrow at (x, 0, 0) along (x', 0, 0) \"velocity (m/s)\"\n",
              "arrow");
  for (guint last = 0; last < motion.rows->len / motion.row_size; last += 8) {
    g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(motion.system, motion.system->dynamics, NULL);
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    const double *rows = &g_array_index(motion.rows, double, 0), *here = rows + last * motion.row_size;
    NoslipSceneLook look;
    NoslipCamera camera;
    guint n = 0;
    noslip_scene_builder_add_rows(builder, motion.parameters, last + 1, rows);
    noslip_scene_builder_still(builder, motion.parameters, here, 0.8, &camera);
    noslip_scene_look_init(&look, &theme);
    look.arrow_length = noslip_scene_arrow_length(&camera);
    noslip_scene_builder_build(builder, motion.parameters, here, &look, scene);
    for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
      const NoslipBody *body = noslip_scene_body(scene, i);
      double px, py, depth;
      if (body->kind != NOSLIP_BODY_ARROW)
        continue;
      g_assert_true(noslip_camera_project(&camera, 400, 500, body->to, &px, &py, &depth));
      g_assert_cmpfloat(px, >, 5);
      g_assert_cmpfloat(px, <, 395);
      n++;
    }
    g_assert_cmpuint(n, ==, 1);
  }
}

/* The length of an arrow is a number where its label names a unit, whether or not its tip leaves a trail. */
static void
test_numbers_of_arrows(void)
{
  static const char *const texts[] = {"3 rad/s", "4 N", NULL};
  g_auto(Motion) motion = {0};
  NoslipTheme theme;
  NoslipSceneLook look;
  noslip_theme_init(&theme, FALSE, 1);
  noslip_scene_look_init(&look, &theme);
  motion_init(&motion,
              "noslip 1\ncoordinate x\nlagrangian x'^2/2\ndraw arrow at (0, 0, 0) along (0, 0, 3) \"turning (rad/s)\"\n"
              "draw arrow at (0, 0, 0) along (0, 4, 0) \"force (N)\"\n"
              "draw arrow at (0, 0, 0) along (5, 0, 0) \"place\"\ntrail (0, 0, 3) \"its tip\"\n",
              "numbers");
  g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(motion.system, motion.system->dynamics, NULL);
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  noslip_scene_builder_build(builder, motion.parameters, motion_row(&motion, 0), &look, scene);
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autofree char *text = noslip_body_value_text(noslip_scene_body(scene, i));
    g_assert_cmpstr(text, ==, texts[i]);
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/picture/system/arrows-visible", test_arrows_in_sight);
  g_test_add_func("/picture/system/numbers-of-arrows", test_numbers_of_arrows);
  g_test_add_func("/picture/system/spin-is-integrated", test_spin_is_integrated);
  g_test_add_func("/picture/system/plain-path", test_plain_path);
  return g_test_run();
}
