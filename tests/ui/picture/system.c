/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a text to its picture: draw statements, the path where there are none, and every system of the catalogue. */
#include <glib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#include "core/dynamics/start.h"
#include "core/integrate/run.h"
#include "core/language/language.h"
#include "core/system/state.h"
#include "tests/files.h"
#include "tests/ui/picture/pictures.h"
#include "ui/picture/gl/offscreen.h"
#include "ui/picture/scene/scene-builder.h"
#include "ui/picture/scene/scene-items.h"

typedef struct {
  NoslipSystem *system;
  double *parameters;
  GArray *rows;
  guint row_size;
} Motion;

static void
motion_clear(Motion *motion)
{
  g_clear_pointer(&motion->system, noslip_system_unref);
  g_clear_pointer(&motion->parameters, g_free);
  g_clear_pointer(&motion->rows, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Motion, motion_clear)

static void
no_problems(NoslipDiagnostics *diagnostics)
{
  for (guint i = 0; i < diagnostics->list->len; i++) {
    NoslipDiagnostic *d = g_ptr_array_index(diagnostics->list, i);
    g_autofree char *text = noslip_diagnostic_format(d);
    if (d->severity == NOSLIP_ERROR)
      g_test_message("%s", text);
  }
  g_assert_cmpuint(diagnostics->n_errors, ==, 0);
}

/* Runs the system for at most 200 samples. */
static void
motion_init(Motion *motion, const char *text, const char *id)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) problem = NULL;
  motion->system = noslip_language_system(text, -1, id, id, diagnostics);
  no_problems(diagnostics);
  const NoslipSystem *system = motion->system;
  motion->parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1), *mu = g_new0(double, system->k + 1);
  g_assert_true(noslip_start_state(system, system->dynamics, FALSE, motion->parameters, 0, NULL, xy, xy + system->m, mu,
                                   NULL, diagnostics));
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(system, system->dynamics), motion->system, &problem);
  g_assert_nonnull(dynamics);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, motion->parameters, 0, xy,
                                            system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC ? mu : NULL, &problem);
  g_assert_nonnull(run);
  motion->row_size = noslip_row_size(system);
  motion->rows = g_array_new(FALSE, TRUE, sizeof(double));
  for (guint k = 0; k < 200; k++) {
    g_array_set_size(motion->rows, (k + 1) * motion->row_size);
    if (!noslip_run_next(run, &g_array_index(motion->rows, double, k * motion->row_size), NULL, &problem)) {
      g_array_set_size(motion->rows, k * motion->row_size);
      break;
    }
  }
  g_assert_null(problem);
}

static guint
n_rows(const Motion *motion)
{
  return motion->rows->len / motion->row_size;
}

static const double *
row(const Motion *motion, guint k)
{
  return &g_array_index(motion->rows, double, k * motion->row_size);
}

static NoslipScene *
scene_at(NoslipSceneBuilder *builder, const Motion *motion, guint k, const NoslipTheme *theme)
{
  NoslipScene *scene = noslip_scene_new();
  NoslipSceneLook look;
  noslip_scene_look_init(&look, theme);
  noslip_scene_builder_build(builder, motion->parameters, row(motion, k), &look, scene);
  return scene;
}

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
  noslip_scene_builder_add_rows(builder, motion.parameters, n_rows(&motion), row(&motion, 0));
  g_autoptr(NoslipScene) scene = scene_at(builder, &motion, 100, &theme);
  const double *now = row(&motion, 100);
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
  /* It reaches half its size along each of its axes, and in between as far as the ellipsoid does. */
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

/* A ghost: transparent, in the colour of its formulation, on the ground that is there. */
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
  noslip_scene_builder_build(builder, motion.parameters, row(&motion, 0), &look, scene);
  g_assert_cmpuint(noslip_scene_n_bodies(scene), ==, 7);
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    g_assert_cmpfloat(noslip_scene_body(scene, i)->color.a, ==, 0.3);
    g_assert_cmpfloat(noslip_scene_body(scene, i)->color.r, ==, look.tint.r);
  }
  /* The legend names the arrows, and whose ghost this is. */
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

static void
test_left_out(void)
{
  g_auto(Motion) motion = {NULL};
  NoslipTheme theme;
  motion_init(&motion, sleigh, "sleigh");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  /* Vakonomic dynamics have no lambda: its arrow is left out, a note says so, and the rest is unchanged. */
  g_autoptr(NoslipSceneBuilder) builder =
      noslip_scene_builder_new(motion.system, NOSLIP_DYNAMICS_VAKONOMIC, diagnostics);
  noslip_theme_init(&theme, FALSE, 1);
  g_autoptr(NoslipScene) scene = scene_at(builder, &motion, 0, &theme);
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
  noslip_scene_builder_add_rows(builder, motion.parameters, 100, row(&motion, 0));
  noslip_scene_builder_truncate(builder, row(&motion, 50)[0]);
  noslip_scene_builder_gap(builder);
  noslip_scene_builder_add_rows(builder, motion.parameters, 10, row(&motion, 51));
  g_autoptr(NoslipScene) scene = scene_at(builder, &motion, 60, &theme);
  const NoslipBody *trail = noslip_scene_body(scene, noslip_scene_n_bodies(scene) - 1);
  g_assert_cmpuint(trail->trail->points->len, ==, 51 + 1 + 10);
  NoslipBounds bounds;
  noslip_scene_builder_clear(builder);
  noslip_scene_builder_bounds(builder, &bounds);
  g_assert_true(noslip_bounds_is_empty(&bounds));
  g_assert_cmpuint(trail->trail->points->len, ==, 0);
}

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

/* What turns at a rate goes on from where it is when the rate changes, and is where it was before that; a parameter that
 * is an angle acts at once. */
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
  noslip_scene_builder_add_rows(builder, slow, 101, row(&motion, 0)); /* to t = 2 */
  noslip_scene_builder_truncate(builder, nextafter(row(&motion, 50)[0], 0));
  noslip_scene_builder_add_rows(builder, fast, 30, row(&motion, 50)); /* from t = 1 */
  noslip_scene_builder_add_rows(builder, fast, 30, row(&motion, 80));
  g_assert_cmpfloat_with_epsilon(table_angle(builder, slow, row(&motion, 25), &ground), 0.25, 1e-12);
  g_assert_cmpfloat_with_epsilon(ground, 0.125, 1e-12);
  g_assert_cmpfloat_with_epsilon(table_angle(builder, fast, row(&motion, 50), &ground), 0.5, 1e-12);
  g_assert_cmpfloat_with_epsilon(ground, 0.25, 1e-12);
  g_assert_cmpfloat_with_epsilon(table_angle(builder, fast, row(&motion, 100), &ground), 0.5 + 2, 1e-12);
  g_assert_cmpfloat_with_epsilon(ground, 0.25 + 1, 1e-12);
  noslip_scene_builder_truncate(builder, nextafter(row(&motion, 100)[0], 0));
  noslip_scene_builder_add_rows(builder, slow, 40, row(&motion, 100)); /* slow again from t = 2 */
  g_assert_cmpfloat_with_epsilon(table_angle(builder, slow, row(&motion, 130), &ground), 2.5 + 0.3, 1e-12);
  noslip_scene_builder_clear(builder);
  noslip_scene_builder_add_rows(builder, fast, 101, row(&motion, 0));
  g_assert_cmpfloat_with_epsilon(table_angle(builder, fast, row(&motion, 50), &ground), 2, 1e-12);
}

/* Without draw statements: the path, its axes named; without coordinates the velocities'. */
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
    noslip_scene_builder_add_rows(builder, motion.parameters, n_rows(&motion), row(&motion, 0));
    g_autoptr(NoslipScene) scene = scene_at(builder, &motion, n_rows(&motion) - 1, &theme);
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
    noslip_scene_builder_camera(builder, motion.parameters, row(&motion, 0), 1.5, &camera);
    g_autoptr(NoslipOffscreen) offscreen = noslip_offscreen_new(NOSLIP_OFFSCREEN_CAIRO, NULL);
    cairo_surface_t *picture = noslip_offscreen_render(offscreen, scene, &camera, &theme, NULL, 300, 200, 1, NULL);
    g_assert_cmpuint(picture_count(picture, theme.sky, 0.01), <, 300 * 200 - 300);
    cairo_surface_destroy(picture);
  }
}

/* Every system of the catalogue shows something at its beginning and something else later. */
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
  noslip_scene_builder_add_rows(builder, motion.parameters, n_rows(&motion), row(&motion, 0));
  noslip_scene_builder_camera(builder, motion.parameters, row(&motion, 0), 1.5, &camera);
  g_autoptr(NoslipScene) first = scene_at(builder, &motion, 0, &theme);
  g_autoptr(NoslipScene) last = scene_at(builder, &motion, n_rows(&motion) - 1, &theme);
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

/* The tip of an arrow is in the picture wherever the body stands that it belongs to. */
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

/* What the constraints allow and forbid is drawn where it is wanted alone: a plane through the point, the forbidden
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
  const double *now = row(&motion, 20);
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
  g_test_add_func("/picture/system/arrows-in-sight", test_arrows_in_sight);
  g_test_add_func("/picture/system/left-out", test_left_out);
  g_test_add_func("/picture/system/truncate-and-gap", test_truncate_and_gap);
  g_test_add_func("/picture/system/spin-is-integrated", test_spin_is_integrated);
  g_test_add_func("/picture/system/plain-path", test_plain_path);
  add_catalogue();
  return g_test_run();
}
