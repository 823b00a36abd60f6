/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a text to its picture: draw statements, ghosts, constraints, and every system of the catalogue. */
#include "core/dynamics/start.h"
#include "core/language/language.h"
#include "core/system/state.h"
#include "tests/files.h"
#include "tests/ui/picture/motion.h"
#include "tests/ui/picture/pictures.h"
#include "ui/picture/gl/offscreen.h"
#include "ui/picture/scene/scene-builder.h"
#include "ui/picture/scene/scene-items.h"

#include <glib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const char sleigh[] = "noslip 1\n"
                             "parameter a = 0.3\n"
                             "coordinate x\ncoordinate y\ncoordinate theta angle\n"
                             "velocity v1 = cos(theta)*x' + sin(theta)*y'\n"
                             "velocity v2 = -sin(theta)*x' + cos(theta)*y'\n"
                             "velocity omega = theta'\n"
                             "lagrangian (v1^2 + (v2 + a*omega)^2)/2 + omega^2/4\n"
                             "constraint blade: v2 = 0\n"
                             "initial v1 = 0.2\ninitial omega = 2\nrun to 4 step 0.02\n"
                             "camera from (x + 3, y - 4, 3) to (x, y, 0)\n"
                             "draw ground z -0.1 spin t/10\n"
                             "draw box at (x + a, y, 0.1) size (1, 0.3, 0.08) turn z theta color \"steelblue\"\n"
                             "draw sphere at (x, y, 0.5) radius 0.2 turn x pi/2 z pi/2\n"
                             "draw cylinder from (x, y, 0) to (x, y + 2, 0) radius 0.25\n"
                             "draw disk at (0, 0, 1) radius 3 axis (0, 0, 2) turn z t\n"
                             "draw arrow at (x, y, 0) along (0, lambda(blade), 0) \"force of the blade\"\n"
                             "draw line from (0, 0, 0) to (x, y, 1)\n"
                             "draw ellipsoid at (x, y, 2) size (1, 0.5, 0.25) turn z theta\n"
                             "trail (x, y, 0) color \"#0072B2\" \"contact point\"\n";

static void
test_statements(void)
{
  g_auto(Motion) motion = {NULL};
  NoslipTheme theme;
  motion_init(&motion, sleigh, "sleigh");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSceneBuilder) builder =
      noslip_scene_builder_new(motion.system, NOSLIP_DYNAMICS_NONHOLONOMIC, diagnostics);
  g_assert_cmpuint(diagnostics->list->len, ==, 0);
  noslip_theme_init(&theme, FALSE, 1);
  noslip_scene_builder_add_rows(builder, motion.parameters, motion_n_rows(&motion), motion_row(&motion, 0));
  g_autoptr(NoslipScene) scene = motion_scene(builder, &motion, 100, &theme);
  const double *now = motion_row(&motion, 100);
  double x = now[1], y = now[2], theta = now[3];
  g_assert_cmpuint(noslip_scene_n_bodies(scene), ==, 9);
  const NoslipBody *ground = noslip_scene_body(scene, 0), *box = noslip_scene_body(scene, 1);
  g_assert_cmpfloat(ground->z, ==, -0.1);
  g_assert_cmpfloat_with_epsilon(ground->spin, now[0] / 10, 1e-12);
  g_assert_cmpfloat_with_epsilon(box->transform[12], x + 0.3, 1e-12);
  g_assert_cmpfloat_with_epsilon(box->transform[0], cos(theta), 1e-12); /* length 1 along its first axis */
  g_assert_cmpfloat_with_epsilon(box->transform[5], 0.3 * cos(theta), 1e-12);
  g_assert_cmpfloat_with_epsilon(box->color.b, 180 / 255.0, 1e-3);
  /* The ball's z axis goes to -y, then to x. */
  const NoslipBody *ball = noslip_scene_body(scene, 2);
  g_assert_cmpfloat_with_epsilon(ball->transform[8], 0.2, 1e-12);
  g_assert_cmpint(ball->pattern, ==, NOSLIP_PATTERN_BEACH);
  const NoslipBody *cylinder = noslip_scene_body(scene, 3);
  g_assert_cmpfloat_with_epsilon(cylinder->transform[9], 2, 1e-12);
  g_assert_true(noslip_scene_body(scene, 4)->table);
  const NoslipBody *arrow = noslip_scene_body(scene, 5);
  g_assert_cmpstr(arrow->label, ==, "force of the blade");
  g_assert_cmpfloat(fabs(arrow->to[1] - arrow->from[1]), >, 1e-3);
  const NoslipBody *line = noslip_scene_body(scene, 6);
  g_assert_cmpfloat_with_epsilon(line->to[1], y, 1e-12);
  /* It extends half its size along each of its axes, and between them as far as the ellipsoid. */
  const NoslipBody *ellipsoid = noslip_scene_body(scene, 7);
  g_assert_cmpfloat_with_epsilon(noslip_body_support(ellipsoid, (double[]){cos(theta), sin(theta), 0}), 0.5, 1e-12);
  g_assert_cmpfloat_with_epsilon(noslip_body_support(ellipsoid, (double[]){-sin(theta), cos(theta), 0}), 0.25, 1e-12);
  g_assert_cmpfloat_with_epsilon(noslip_body_support(ellipsoid, (double[]){0, 0, 1}), 0.125, 1e-12);
  double x_reach = hypot(0.5 * cos(theta), 0.25 * sin(theta));
  g_assert_cmpfloat_with_epsilon(noslip_body_support(ellipsoid, (double[]){1, 0, 0}), x_reach, 1e-12);
  g_assert_cmpint(ellipsoid->pattern, ==, NOSLIP_PATTERN_BEACH); /* it turns */
  const NoslipBody *trail = noslip_scene_body(scene, 8);
  g_assert_cmpuint(noslip_trail_count(trail->trail, trail->trail_time), ==, 101);
  g_assert_cmpfloat_with_epsilon(trail->to[0], x, 1e-12);
  NoslipCamera camera;
  double eye[3];
  noslip_scene_builder_camera(builder, motion.parameters, now, 1.5, &camera);
  noslip_camera_eye(&camera, eye);
  g_assert_cmpfloat_with_epsilon(eye[0], x + 3, 1e-9);
  g_autofree char *words = noslip_scene_builder_description(builder, motion.parameters, now);
  g_assert_nonnull(strstr(words, "theta"));
}

/* A ghost: transparent, in the colour of its formulation, on the existing ground. */
static void
test_ghost(void)
{
  g_auto(Motion) motion = {NULL};
  NoslipTheme theme;
  NoslipSceneLook look;
  motion_init(&motion, sleigh, "sleigh");
  g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(motion.system, NOSLIP_DYNAMICS_NONHOLONOMIC, NULL);
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  noslip_theme_init(&theme, FALSE, 1);
  noslip_scene_look_init(&look, &theme);
  look.alpha = 0.3;
  look.has_tint = TRUE;
  look.tint = noslip_theme_formulation_color(&theme, "gibbs-appell");
  look.name = "Gibbs-Appell";
  look.hide_ground = look.hide_trails = TRUE;
  noslip_scene_builder_build(builder, motion.parameters, motion_row(&motion, 0), &look, scene);
  g_assert_cmpuint(noslip_scene_n_bodies(scene), ==, 7);
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    g_assert_cmpfloat(noslip_scene_body(scene, i)->color.a, ==, 0.3);
    g_assert_cmpfloat(noslip_scene_body(scene, i)->color.r, ==, look.tint.r);
  }
  /* The legend names the arrows, and the formulation of the ghost. */
  NoslipCamera camera;
  NoslipOverlay overlay;
  noslip_camera_init(&camera);
  noslip_overlay_init(&overlay);
  overlay.legend = noslip_scene_n_bodies(scene);
  g_autoptr(NoslipDisplay) display = noslip_display_new();
  noslip_scene_overlay_display(scene, &camera, &theme, 600, 400, &overlay, display);
  g_assert_true(noslip_display_has_text(display, "force of the blade"));
  g_assert_true(noslip_display_has_text(display, "Gibbs-Appell"));
  noslip_scene_clear(scene);
  noslip_display_clear(display);
  noslip_scene_overlay_display(scene, &camera, &theme, 600, 400, &overlay, display);
  g_assert_false(noslip_display_has_text(display, "Gibbs-Appell"));
}

/* The place of the legend's numbers: the leftmost one, in pixels; NaN without any. */
static double
first_number(const NoslipScene *scene, const NoslipCamera *camera, const NoslipTheme *theme)
{
  NoslipOverlay overlay;
  noslip_overlay_init(&overlay);
  overlay.legend = noslip_scene_n_bodies(scene);
  overlay.scale_bar = FALSE;
  g_autoptr(NoslipDisplay) display = noslip_display_new();
  noslip_scene_overlay_display(scene, camera, theme, 800, 500, &overlay, display);
  for (double x = 0; x < 800; x += 4)
    for (double y = 0; y < 200; y += 4) {
      g_autofree char *number = noslip_display_number_at(display, theme, x, y);
      if (number != NULL)
        return x;
    }
  return NAN;
}

/* The legend is in the left corner, or in the right one if a body would be under it. */
static void
test_legend_gives_way(void)
{
  g_auto(Motion) motion = {NULL};
  NoslipTheme theme;
  NoslipCamera camera;
  g_auto(GStrv) parts = g_strsplit(sleigh, "force of the blade", 2);
  g_autofree char *text = g_strjoinv("force of the blade (N)", parts); /* with a number */
  motion_init(&motion, text, "sleigh");
  g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(motion.system, NOSLIP_DYNAMICS_NONHOLONOMIC, NULL);
  noslip_theme_init(&theme, FALSE, 1);
  g_autoptr(NoslipScene) scene = motion_scene(builder, &motion, 0, &theme);
  noslip_camera_init(&camera);
  noslip_camera_zoom(&camera, 0.5);
  g_assert_cmpint(noslip_scene_pick(scene, &camera, 800, 500, 60, 40, NULL), <, 0);
  g_assert_cmpfloat(first_number(scene, &camera, &theme), <, 400);
  for (guint i = 0; i < 100 && noslip_scene_pick(scene, &camera, 800, 500, 60, 40, NULL) < 0; i++)
    noslip_camera_pan(&camera, -3.4, -2.1, 500);
  g_assert_cmpint(noslip_scene_pick(scene, &camera, 800, 500, 60, 40, NULL), >=, 0);
  g_assert_cmpfloat(first_number(scene, &camera, &theme), >, 400);
}

static gboolean
has_legend(const NoslipScene *scene, double scale, double width)
{
  NoslipTheme theme;
  NoslipCamera camera;
  NoslipOverlay overlay;
  noslip_theme_init(&theme, FALSE, scale);
  noslip_camera_init(&camera);
  noslip_overlay_init(&overlay);
  overlay.legend = noslip_scene_n_bodies(scene);
  g_autoptr(NoslipDisplay) display = noslip_display_new();
  noslip_scene_overlay_display(scene, &camera, &theme, width, 600, &overlay, display);
  return noslip_display_has_text(display, "force of the blade");
}

/* Large type does not remove the legend where there is room for one in the usual type. */
static void
test_legend_of_large_type(void)
{
  g_auto(Motion) motion = {NULL};
  NoslipTheme theme;
  motion_init(&motion, sleigh, "sleigh");
  g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(motion.system, NOSLIP_DYNAMICS_NONHOLONOMIC, NULL);
  noslip_theme_init(&theme, FALSE, 1);
  g_autoptr(NoslipScene) scene = motion_scene(builder, &motion, 0, &theme);
  double least = 20;
  while (least < 1000 && !has_legend(scene, 1, least))
    least += 4;
  g_assert_cmpfloat(least, >, 60);
  g_assert_cmpfloat(least, <, 1000);
  g_assert_true(has_legend(scene, 1.5, 1.25 * least));
  g_assert_true(has_legend(scene, 2.4, 1.6 * least));
  g_assert_false(has_legend(scene, 1.5, 0.9 * least));
}

/* A list that is too long for a low scene stands in two columns, in its order. */
static void
test_legend_in_columns(void)
{
  g_auto(Motion) motion = {NULL};
  NoslipTheme theme;
  NoslipCamera camera;
  NoslipOverlay overlay;
  g_autoptr(GString) text = g_string_new(sleigh);
  for (char name = 'A'; name <= 'F'; name++)
    g_string_append_printf(text, "draw arrow at (x, y, 0) along (0, 0, 1) \"arrow %c\"\n", name);
  motion_init(&motion, text->str, "sleigh");
  g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(motion.system, NOSLIP_DYNAMICS_NONHOLONOMIC, NULL);
  noslip_theme_init(&theme, FALSE, 1);
  noslip_camera_init(&camera);
  noslip_overlay_init(&overlay);
  g_autoptr(NoslipScene) scene = motion_scene(builder, &motion, 0, &theme);
  overlay.legend = noslip_scene_n_bodies(scene);
  static const double heights[] = {800, 200};
  for (guint i = 0; i < G_N_ELEMENTS(heights); i++) {
    g_autoptr(NoslipDisplay) display = noslip_display_new();
    noslip_scene_overlay_display(scene, &camera, &theme, 900, heights[i], &overlay, display);
    for (char name = 'A'; name <= 'F'; name++) {
      g_autofree char *words = g_strdup_printf("arrow %c", name);
      g_assert_true(noslip_display_has_text(display, words));
    }
    g_assert_true(noslip_display_has_text(display, "contact point"));
  }
}

static void
test_left_out(void)
{
  g_auto(Motion) motion = {NULL};
  NoslipTheme theme;
  motion_init(&motion, sleigh, "sleigh");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  /* Vakonomic dynamics have no lambda: its arrow is omitted, a note says so, and the rest is unchanged. */
  g_autoptr(NoslipSceneBuilder) builder =
      noslip_scene_builder_new(motion.system, NOSLIP_DYNAMICS_VAKONOMIC, diagnostics);
  noslip_theme_init(&theme, FALSE, 1);
  g_autoptr(NoslipScene) scene = motion_scene(builder, &motion, 0, &theme);
  g_assert_cmpuint(noslip_scene_n_bodies(scene), ==, 8);
  g_assert_cmpuint(diagnostics->list->len, ==, 1);
  g_assert_cmpuint(diagnostics->n_errors, ==, 0);
}

static void
test_truncate_and_gap(void)
{
  g_auto(Motion) motion = {NULL};
  NoslipTheme theme;
  motion_init(&motion, sleigh, "sleigh");
  noslip_theme_init(&theme, FALSE, 1);
  g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(motion.system, NOSLIP_DYNAMICS_NONHOLONOMIC, NULL);
  noslip_scene_builder_add_rows(builder, motion.parameters, 100, motion_row(&motion, 0));
  noslip_scene_builder_truncate(builder, motion_row(&motion, 50)[0]);
  noslip_scene_builder_gap(builder);
  noslip_scene_builder_add_rows(builder, motion.parameters, 10, motion_row(&motion, 51));
  g_autoptr(NoslipScene) scene = motion_scene(builder, &motion, 60, &theme);
  const NoslipBody *trail = noslip_scene_body(scene, noslip_scene_n_bodies(scene) - 1);
  g_assert_cmpuint(trail->trail->points->len, ==, 51 + 1 + 10);
  NoslipBounds bounds;
  noslip_scene_builder_clear(builder);
  noslip_scene_builder_bounds(builder, &bounds);
  g_assert_true(noslip_bounds_is_empty(&bounds));
  g_assert_cmpuint(trail->trail->points->len, ==, 0);
}

/* Every system of the catalogue draws something at its start and something else later. */
static void
test_catalogue(gconstpointer data)
{
  const char *id = data;
  g_autofree char *name = g_strconcat(id, ".noslip", NULL);
  g_autofree char *file = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), name, NULL);
  g_autofree char *text = NULL;
  g_auto(Motion) motion = {NULL};
  NoslipTheme theme;
  NoslipCamera camera;
  g_assert_true(g_file_get_contents(file, &text, NULL, NULL));
  motion_init(&motion, text, id);
  noslip_theme_init(&theme, FALSE, 1);
  g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(motion.system, motion.system->dynamics, NULL);
  noslip_scene_builder_add_rows(builder, motion.parameters, motion_n_rows(&motion), motion_row(&motion, 0));
  noslip_scene_builder_camera(builder, motion.parameters, motion_row(&motion, 0), 1.5, &camera);
  g_autoptr(NoslipScene) first = motion_scene(builder, &motion, 0, &theme);
  g_autoptr(NoslipScene) last = motion_scene(builder, &motion, motion_n_rows(&motion) - 1, &theme);
  g_autoptr(NoslipScene) nothing = noslip_scene_new();
  g_autoptr(NoslipOffscreen) offscreen = noslip_offscreen_new(NOSLIP_OFFSCREEN_CAIRO, NULL);
  cairo_surface_t *a = noslip_offscreen_render(offscreen, first, &camera, &theme, NULL, 300, 200, 1, NULL);
  cairo_surface_t *b = noslip_offscreen_render(offscreen, last, &camera, &theme, NULL, 300, 200, 1, NULL);
  cairo_surface_t *c = noslip_offscreen_render(offscreen, nothing, &camera, &theme, NULL, 300, 200, 1, NULL);
  g_assert_cmpuint(picture_differing(a, c, 0.02), >, 300);
  g_assert_cmpuint(picture_differing(a, b, 0.05), >, 60);
  cairo_surface_destroy(a);
  cairo_surface_destroy(b);
  cairo_surface_destroy(c);
}

/* The scale bar has the unit of the drawing: not that of an angle, none if only numbers give lengths, and that of a
 * parameter if every coordinate is an angle. */
static void
test_unit(void)
{
  static const struct {
    const char *statements, *unit;
  } cases[] = {
      {"coordinate x unit \"cm\"\ndraw sphere at (x, 0, 0) radius 0.3\n", "cm"},
      {"coordinate g unit \"rad\"\ndraw sphere at (sin(g), 0, 0) radius 0.3\n", NULL},
      {"coordinate g angle\nparameter I = 1 unit \"kg\"\ndraw sphere at (sin(g), 0, 0) radius 0.3\n", NULL},
      {"coordinate g unit \"rad\"\nparameter l = 1 unit \"m\"\ndraw sphere at (l*sin(g), 0, 0) radius 0.3\n", "m"},
      {"coordinate g unit \"rad\"\nparameter l = 1 unit \"m\"\ndraw sphere at (sin(g), 0, 0) radius l\n", "m"},
      {"coordinate g unit \"rad\"\nparameter l = 1 unit \"m\"\ndraw sphere at (sin(g), 0, 0) radius 0.3\n", NULL},
      {"coordinate q unit \"V\"\ndraw polyline (0, 0, 0) (q, 0, 0)\n", "V"},
      {"coordinate q unit \"V\"\n", "V"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const char *name = strchr(cases[i].statements, ' ') + 1;
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autofree char *text =
        g_strdup_printf("noslip 1\n%slagrangian %c'^2/2\nrun to 1 step 0.1\n", cases[i].statements, name[0]);
    g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "unit", "unit", diagnostics);
    motion_no_problems(diagnostics);
    g_assert_cmpstr(noslip_scene_unit(system), ==, cases[i].unit);
  }
}

static void
add_catalogue(void)
{
  g_autoptr(GPtrArray) paths = test_files(g_getenv("NOSLIP_SYSTEMS"), ".noslip");
  for (guint i = 0; i < paths->len; i++) {
    char *id = test_files_stem(paths->pdata[i]);
    g_autofree char *path = g_strconcat("/picture/system/catalogue/", id, NULL);
    g_test_add_data_func_full(path, id, test_catalogue, g_free);
  }
}

/* Where the text gives units, the numbers of these arrows have theirs. */
static void
test_units_of_constraints(void)
{
  g_auto(Motion) motion = {0};
  motion_init(&motion,
              "noslip 1\nparameter m = 1 unit \"kg\" \"mass\"\ncoordinate x unit \"m\"\ncoordinate y unit \"m\"\n"
              "coordinate z unit \"m\"\nparameter k = 1 unit \"1/m\"\nlagrangian m/2*(x'^2 + y'^2 + z'^2)\n"
              "constraint slope: z' - k*y*x' = 0\ninitial y = 0.5\ninitial x' = 1\ninitial y' = 1\n"
              "trail (x, y, z)\n",
              "test");
  const char *const labels[] = {"velocity, allowed (m/s)", "reaction λΦ (N)"};
  NoslipTheme theme;
  NoslipSceneLook look;
  noslip_theme_init(&theme, FALSE, 1);
  noslip_scene_look_init(&look, &theme);
  look.constraints = TRUE;
  g_autoptr(NoslipSceneBuilder) builder = noslip_scene_builder_new(motion.system, NOSLIP_DYNAMICS_NONHOLONOMIC, NULL);
  g_autoptr(NoslipScene) scene = noslip_scene_new();
  noslip_scene_builder_build(builder, motion.parameters, motion_row(&motion, 20), &look, scene);
  for (guint k = 0; k < G_N_ELEMENTS(labels); k++) {
    guint found = 0;
    for (guint i = 0; i < noslip_scene_n_bodies(scene); i++)
      found += g_strcmp0(noslip_scene_body(scene, i)->label, labels[k]) == 0;
    g_assert_cmpuint(found, ==, 1);
  }
}

/* The allowed and forbidden directions are drawn where this is switched on: a plane through the point, the forbidden
 * direction across it, the velocity in it, and the reaction across it. */
static void
test_constraints(void)
{
  g_auto(Motion) motion = {0};
  motion_init(&motion,
              "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
              "constraint slope: z' - y*x' = 0\ninitial y = 0.5\ninitial x' = 1\ninitial y' = 1\n"
              "draw sphere at (x, y, z) radius 0.1\ntrail (x, y, z)\n",
              "test");
  NoslipTheme theme;
  NoslipSceneLook look;
  noslip_theme_init(&theme, FALSE, 1);
  noslip_scene_look_init(&look, &theme);
  look.arrow_length = 1;
  const double *now = motion_row(&motion, 20);
  NoslipSceneBuilder *builder = noslip_scene_builder_new(motion.system, NOSLIP_DYNAMICS_NONHOLONOMIC, NULL);
  g_autoptr(NoslipScene) plain = noslip_scene_new(), scene = noslip_scene_new();
  noslip_scene_builder_build(builder, motion.parameters, now, &look, plain);
  look.constraints = TRUE;
  noslip_scene_builder_build(builder, motion.parameters, now, &look, scene);
  guint first = noslip_scene_n_bodies(plain);
  g_assert_cmpuint(noslip_scene_n_bodies(scene), >=, first + 5 + 25); /* with the grid */
  const NoslipBody *plate = noslip_scene_body(scene, first), *forbidden = noslip_scene_body(scene, first + 1),
                   *velocity = noslip_scene_body(scene, first + 3), *reaction = noslip_scene_body(scene, first + 4);
  double y = now[noslip_row_x(motion.system) + 1], across = 0, along = 0;
  g_assert_cmpint(plate->kind, ==, NOSLIP_BODY_BOX);
  g_assert_true(noslip_body_is_ghost(plate)); /* it hides nothing */
  g_assert_cmpstr(velocity->label, ==, "velocity, allowed");
  g_assert_cmpstr(reaction->label, ==, "reaction λΦ");
  for (guint side = 0; side < 2; side++) /* dz = y dx */
    g_assert_cmpfloat_with_epsilon(plate->transform[4 * side + 2], y * plate->transform[4 * side], 1e-12);
  g_assert_cmpfloat_with_epsilon(velocity->to[2] - velocity->from[2], y * (velocity->to[0] - velocity->from[0]), 1e-12);
  for (guint c = 0; c < 3; c++) {
    across += (forbidden->to[c] - forbidden->from[c]) * (velocity->to[c] - velocity->from[c]);
    along += (reaction->to[c] - reaction->from[c]) * (velocity->to[c] - velocity->from[c]);
  }
  g_assert_cmpfloat_with_epsilon(across, 0, 1e-12);
  g_assert_cmpfloat_with_epsilon(along, 0, 1e-10);                          /* it does no work */
  static const char *const pointed[] = {"lambda(slope)", "mu(slope)", "y"}; /* this motion has no mu */
  double plain_width = reaction->width;
  for (guint i = 0; i < G_N_ELEMENTS(pointed); i++) {
    g_autoptr(NoslipScene) lit = noslip_scene_new();
    look.pointed = pointed[i];
    noslip_scene_builder_build(builder, motion.parameters, now, &look, lit);
    if (i == 0)
      g_assert_cmpfloat(noslip_scene_body(lit, first + 4)->width, >, 1.5 * plain_width);
    else
      g_assert_cmpfloat(noslip_scene_body(lit, first + 4)->width, ==, plain_width);
    g_assert_cmpfloat(noslip_scene_body(lit, first + 3)->width, ==, velocity->width);
  }
  noslip_scene_builder_free(builder);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/picture/system/statements", test_statements);
  g_test_add_func("/picture/system/ghost", test_ghost);
  g_test_add_func("/picture/system/constraints", test_constraints);
  g_test_add_func("/picture/system/units-of-constraints", test_units_of_constraints);
  g_test_add_func("/picture/system/legend-moves", test_legend_gives_way);
  g_test_add_func("/picture/system/legend-of-large-type", test_legend_of_large_type);
  g_test_add_func("/picture/system/legend-in-columns", test_legend_in_columns);
  g_test_add_func("/picture/system/left-out", test_left_out);
  g_test_add_func("/picture/system/truncate-and-gap", test_truncate_and_gap);
  g_test_add_func("/picture/system/unit", test_unit);
  add_catalogue();
  return g_test_run();
}
