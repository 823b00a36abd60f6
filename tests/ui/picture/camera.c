/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <math.h>

#include "ui/picture/scene/camera.h"
#include "ui/picture/scene/scene-place.h"

#define WIDTH 800.0
#define HEIGHT 500.0

static void
random_camera(NoslipCamera *camera)
{
  noslip_camera_init(camera);
  for (guint i = 0; i < 3; i++)
    camera->target[i] = g_test_rand_double_range(-5, 5);
  camera->distance = g_test_rand_double_range(0.5, 20);
  camera->azimuth = g_test_rand_double_range(-4, 4);
  camera->elevation = g_test_rand_double_range(-1.5, 1.5);
}

/* The pixel of a point, and back along its ray to the point. */
static void
test_project_and_back(void)
{
  for (guint k = 0; k < 500; k++) {
    NoslipCamera camera;
    double point[3], px, py, depth, origin[3], direction[3], along = 0, off = 0;
    random_camera(&camera);
    for (guint i = 0; i < 3; i++)
      point[i] = camera.target[i] + 0.3 * camera.distance * g_test_rand_double_range(-1, 1);
    g_assert_true(noslip_camera_project(&camera, WIDTH, HEIGHT, point, &px, &py, &depth));
    noslip_camera_ray(&camera, WIDTH, HEIGHT, px, py, origin, direction);
    for (guint i = 0; i < 3; i++)
      along += (point[i] - origin[i]) * direction[i];
    for (guint i = 0; i < 3; i++)
      off = hypot(off, origin[i] + along * direction[i] - point[i]);
    g_assert_cmpfloat(off, <, 1e-9 * camera.distance);
  }
}

/* The matrix for GL equals the projection to pixels. */
static void
test_matrix_agrees(void)
{
  for (guint k = 0; k < 200; k++) {
    NoslipCamera camera;
    double m[16], point[3], clip[4], px, py, depth;
    random_camera(&camera);
    for (guint i = 0; i < 3; i++)
      point[i] = camera.target[i] + 0.3 * camera.distance * g_test_rand_double_range(-1, 1);
    noslip_camera_matrix(&camera, WIDTH / HEIGHT, m);
    noslip_matrix_apply(m, point, 1, clip);
    noslip_camera_project(&camera, WIDTH, HEIGHT, point, &px, &py, &depth);
    g_assert_cmpfloat_with_epsilon(clip[3], depth, 1e-9 * depth);
    g_assert_cmpfloat_with_epsilon((clip[0] / clip[3] + 1) / 2 * WIDTH, px, 1e-7);
    g_assert_cmpfloat_with_epsilon((1 - clip[1] / clip[3]) / 2 * HEIGHT, py, 1e-7);
    g_assert_cmpfloat(fabs(clip[2] / clip[3]), <, 1);
  }
}

static void
test_look(void)
{
  NoslipCamera camera;
  const double from[3] = {3, -4, 3}, to[3] = {1, 0, 0.5};
  double eye[3], px, py, depth;
  noslip_camera_init(&camera);
  noslip_camera_look(&camera, from, to);
  noslip_camera_eye(&camera, eye);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(eye[i], from[i], 1e-12);
  noslip_camera_project(&camera, WIDTH, HEIGHT, to, &px, &py, &depth);
  g_assert_cmpfloat_with_epsilon(px, WIDTH / 2, 1e-9);
  g_assert_cmpfloat_with_epsilon(py, HEIGHT / 2, 1e-9);
  /* Up is up. */
  const double above[3] = {1, 0, 1};
  double py2;
  noslip_camera_project(&camera, WIDTH, HEIGHT, above, &px, &py2, &depth);
  g_assert_cmpfloat(py2, <, py);
  noslip_camera_look(&camera, to, to); /* no direction: no change */
  noslip_camera_eye(&camera, eye);
  g_assert_cmpfloat_with_epsilon(eye[0], from[0], 1e-12);
}

/* From above, x points right and y up, as on paper. */
static void
test_top(void)
{
  NoslipCamera camera;
  const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
  double px, py, depth;
  noslip_camera_init(&camera);
  noslip_camera_preset(&camera, NOSLIP_CAMERA_TOP);
  noslip_camera_project(&camera, WIDTH, HEIGHT, x, &px, &py, &depth);
  g_assert_cmpfloat(px, >, WIDTH / 2 + 10);
  g_assert_cmpfloat_with_epsilon(py, HEIGHT / 2, 1e-6);
  noslip_camera_project(&camera, WIDTH, HEIGHT, y, &px, &py, &depth);
  g_assert_cmpfloat(py, <, HEIGHT / 2 - 10);
}

/* All corners are visible, and the picture is filled. */
static void
test_frame(void)
{
  for (guint k = 0; k < 300; k++) {
    NoslipCamera camera;
    NoslipBounds bounds;
    random_camera(&camera);
    noslip_bounds_init(&bounds);
    for (guint n = 0; n < 2; n++) {
      double p[3];
      for (guint i = 0; i < 3; i++)
        p[i] = 50 + 10 * g_test_rand_double_range(-1, 1);
      noslip_bounds_add(&bounds, p);
    }
    noslip_camera_frame(&camera, &bounds, WIDTH / HEIGHT);
    double reach = 0;
    for (guint corner = 0; corner < 8; corner++) {
      double p[3], px, py, depth;
      for (guint i = 0; i < 3; i++)
        p[i] = corner >> i & 1 ? bounds.high[i] : bounds.low[i];
      g_assert_true(noslip_camera_project(&camera, WIDTH, HEIGHT, p, &px, &py, &depth));
      reach = fmax(reach, fmax(fabs(px / WIDTH - 0.5), fabs(py / HEIGHT - 0.5)));
    }
    g_assert_cmpfloat(reach, <, 0.5);
    g_assert_cmpfloat(reach, >, 0.4);
  }
}

static void
test_frame_of_a_point(void)
{
  NoslipCamera camera;
  NoslipBounds bounds;
  const double p[3] = {7, 8, 9}, bad[3] = {NAN, 0, 0};
  noslip_camera_init(&camera);
  noslip_bounds_init(&bounds);
  noslip_camera_frame(&camera, &bounds, 1.5);
  g_assert_cmpfloat(camera.distance, ==, 6);
  noslip_bounds_add(&bounds, bad);
  g_assert_true(noslip_bounds_is_empty(&bounds));
  noslip_bounds_add(&bounds, p);
  noslip_camera_frame(&camera, &bounds, 1.5);
  g_assert_cmpfloat(camera.distance, >, 0);
  g_assert_cmpfloat(camera.target[2], ==, 9);
  /* the same point as a trail keeps it */
  const double exact[3] = {0.6, -0.8, 0}, rounded[3] = {(float) 0.6, (float) -0.8, 0};
  noslip_bounds_init(&bounds);
  noslip_bounds_add(&bounds, exact);
  noslip_bounds_add(&bounds, rounded);
  noslip_camera_frame(&camera, &bounds, 1.5);
  g_assert_cmpfloat(camera.distance, >=, 1);
  /* a path of nanometres is no point */
  const double small[3] = {6e-10, -8e-10, 0}, smaller[3] = {-6e-10, -8e-10, 0};
  noslip_bounds_init(&bounds);
  noslip_bounds_add(&bounds, small);
  noslip_bounds_add(&bounds, smaller);
  noslip_camera_frame(&camera, &bounds, 1.5);
  g_assert_cmpfloat(camera.distance, <, 1e-7);
}

static void
test_follow(void)
{
  NoslipCamera camera;
  NoslipFraming framing = {.nearest = 0};
  noslip_camera_init(&camera);
  noslip_bounds_init(&framing.all);
  noslip_bounds_init(&framing.now);
  noslip_bounds_add(&framing.all, (double[]){0, 0, 0});
  noslip_bounds_add(&framing.all, (double[]){30, 4, 1});
  guint moves = 0;
  while (noslip_camera_follow(&camera, &framing, 1.6, 1 / 60.0) && moves < 1000)
    moves++;
  g_assert_cmpuint(moves, >, 5); /* not in one step */
  g_assert_cmpuint(moves, <, 600);
  NoslipCamera still = camera;
  noslip_bounds_add(&framing.all, (double[]){15, 2, 0.5}); /* inside: the camera stays */
  g_assert_false(noslip_camera_follow(&camera, &framing, 1.6, 1 / 60.0));
  g_assert_cmpfloat(camera.distance, ==, still.distance);
  noslip_camera_pan(&camera, 40, 0, HEIGHT);
  noslip_bounds_add(&framing.all, (double[]){1000, 0, 0});
  g_assert_false(noslip_camera_follow(&camera, &framing, 1.6, 1 / 60.0)); /* the user controls the camera */
}

/* Orbit and zoom keep tracking: a body that moves far away is in every picture, also after a jump. */
static void
test_track(void)
{
  for (guint k = 0; k < 40; k++) {
    NoslipCamera camera;
    NoslipFraming framing = {.nearest = 0};
    noslip_camera_init(&camera);
    noslip_bounds_init(&framing.all);
    if (k % 2 == 0)
      framing.farthest = 9;
    if (k % 3 != 0) /* the distance is the user's choice then */
      noslip_camera_zoom(&camera, g_test_rand_double_range(0.2, 5));
    noslip_camera_orbit(&camera, g_test_rand_double_range(-3, 3), g_test_rand_double_range(-0.3, 0.9));
    double x = 0;
    for (guint frame = 0; frame < 400; frame++) {
      x += frame == 200 ? 500 : 0.05; /* scrubbed */
      noslip_bounds_init(&framing.now);
      noslip_bounds_add(&framing.now, (double[]){x, 0, 0});
      noslip_bounds_add(&framing.now, (double[]){x + 0.5, 0.3, 0.4});
      framing.bodies = framing.now;
      noslip_bounds_add_bounds(&framing.all, &framing.now);
      noslip_camera_follow(&camera, &framing, 1.6, frame == 0 ? INFINITY : 1 / 60.0);
      g_assert_true(noslip_camera_sees(&camera, &framing.bodies, 1.6));
    }
    g_assert_true(camera.automatic);
  }
}

/* A point outside the picture is reported as such, with the correct direction to it. */
static void
test_away(void)
{
  NoslipCamera camera;
  NoslipBounds bounds;
  double direction[2];
  noslip_camera_init(&camera);
  noslip_camera_preset(&camera, NOSLIP_CAMERA_TOP);
  noslip_bounds_init(&bounds);
  noslip_bounds_add(&bounds, (double[]){50, 0, 0});
  g_assert_false(noslip_camera_sees(&camera, &bounds, 1.6));
  g_assert_false(noslip_camera_sees_middle(&camera, &bounds, 1.6));
  noslip_camera_direction(&camera, (double[]){50, 0, 0}, direction);
  g_assert_cmpfloat_with_epsilon(direction[0], 1, 1e-9);
  noslip_camera_direction(&camera, (double[]){0, 50, 0}, direction);
  g_assert_cmpfloat_with_epsilon(direction[1], -1, 1e-9); /* up */
  noslip_bounds_init(&bounds);
  noslip_bounds_add(&bounds, (double[]){-500, -500, 0});
  noslip_bounds_add(&bounds, (double[]){500, 500, 0});
  g_assert_true(noslip_camera_sees(&camera, &bounds, 1.6)); /* too large for a picture, but its middle is visible */
  /* A body with only a corner outside is still in view. */
  noslip_bounds_init(&bounds);
  noslip_bounds_add(&bounds, (double[]){0, 0, 0});
  noslip_bounds_add(&bounds, (double[]){0, 1.6 * camera.distance * tan(camera.field / 2), 0});
  g_assert_false(noslip_camera_sees(&camera, &bounds, 1.6));
  g_assert_true(noslip_camera_sees_middle(&camera, &bounds, 1.6));
}

/* In a long motion bodies stay large: the camera follows them, and the start leaves the picture. */
static void
test_framing_limits(void)
{
  NoslipCamera camera;
  NoslipFraming framing = {.nearest = 4, .farthest = 9};
  double px, py, depth;
  noslip_camera_init(&camera);
  noslip_bounds_init(&framing.all);
  for (double x = 0; x < 40; x += 0.1) {
    const double low[3] = {x - 0.5, -0.5, 0}, high[3] = {x + 0.5, 0.5, 0.5};
    noslip_bounds_init(&framing.now);
    noslip_bounds_add(&framing.now, low);
    noslip_bounds_add(&framing.now, high);
    noslip_bounds_add_bounds(&framing.all, &framing.now);
    noslip_camera_follow(&camera, &framing, WIDTH / HEIGHT, INFINITY);
    g_assert_cmpfloat(camera.distance, >=, 4);
    g_assert_cmpfloat(camera.distance, <=, 9);
    g_assert_true(noslip_camera_project(&camera, WIDTH, HEIGHT, high, &px, &py, &depth));
    g_assert_cmpfloat(fabs(px / WIDTH - 0.5), <, 0.49);
    g_assert_cmpfloat(fabs(py / HEIGHT - 0.5), <, 0.49);
  }
  /* the trail is visible too, so the body is ahead of the middle */
  g_assert_cmpfloat(camera.target[0], <, 39);
  g_assert_cmpfloat(camera.target[0], >, 36);
}

/* In a wide and low picture the camera goes nearer, so that bodies are not lost beside the ground; they always fit. */
static void
test_low_picture(void)
{
  NoslipCamera camera;
  NoslipFraming framing = {.nearest = 4, .farthest = 9};
  noslip_camera_init(&camera);
  noslip_bounds_init(&framing.all);
  noslip_bounds_init(&framing.now);
  noslip_bounds_add(&framing.now, (double[]){39.5, -0.5, 0});
  noslip_bounds_add(&framing.now, (double[]){40.5, 0.5, 0.5});
  noslip_bounds_add_bounds(&framing.all, &framing.now);
  noslip_bounds_add(&framing.all, (double[]){0, 0, 0});
  noslip_camera_follow(&camera, &framing, WIDTH / HEIGHT, INFINITY);
  double usual = camera.distance;
  for (guint frame = 0; frame < 600; frame++)
    noslip_camera_follow(&camera, &framing, 3.6, 1 / 60.0);
  g_assert_cmpfloat(camera.distance, <, 0.7 * usual);
  g_assert_true(noslip_camera_sees(&camera, &framing.now, 3.6));
  noslip_bounds_add(&framing.now, (double[]){40, 0, 4}); /* a high body needs the distance */
  noslip_bounds_add_bounds(&framing.all, &framing.now);
  noslip_camera_follow(&camera, &framing, 3.6, INFINITY);
  g_assert_cmpfloat(camera.distance, >, 0.7 * usual);
  g_assert_cmpfloat(camera.distance, <=, 9);
}

/* A body that is too large for its part of the picture: the camera moves as far as allowed, and stops. */
static void
test_large_body(void)
{
  NoslipCamera camera;
  NoslipFraming framing = {.farthest = 9};
  noslip_camera_init(&camera);
  noslip_bounds_init(&framing.all);
  noslip_bounds_init(&framing.now);
  noslip_bounds_add(&framing.now, (double[]){-5, -5, 0});
  noslip_bounds_add(&framing.now, (double[]){5, 5, 1});
  noslip_bounds_add(&framing.all, (double[]){-50, -50, 0});
  noslip_bounds_add(&framing.all, (double[]){50, 50, 1});
  guint moves = 0;
  while (noslip_camera_follow(&camera, &framing, WIDTH / HEIGHT, 1 / 60.0) && moves < 1000)
    moves++;
  g_assert_cmpuint(moves, <, 1000);
  g_assert_cmpfloat_with_epsilon(camera.distance, 9, 1e-3);
}

/* After a jump in time the body is in the next picture, at any distance. A short way is animated. */
static void
test_jump(void)
{
  NoslipCamera camera;
  NoslipFraming framing = {.farthest = 9};
  static const double places[] = {0, 0.05, 0.1, 0.15, 4000, 9000, 20};
  double px, py, depth;
  noslip_camera_init(&camera);
  noslip_bounds_init(&framing.all);
  for (guint k = 0; k < G_N_ELEMENTS(places); k++) {
    double at = places[k];
    noslip_bounds_init(&framing.now);
    noslip_bounds_add(&framing.now, (double[]){at, -0.5, 0});
    noslip_bounds_add(&framing.now, (double[]){at + 1, 0.5, 1});
    noslip_bounds_add_bounds(&framing.all, &framing.now);
    double before = camera.target[0];
    noslip_camera_follow(&camera, &framing, WIDTH / HEIGHT, k > 0 ? 1 / 60.0 : INFINITY);
    if (k > 0 && at < 1)
      g_assert_cmpfloat(camera.target[0] - before, <, 0.04);
    g_assert_true(noslip_camera_project(&camera, WIDTH, HEIGHT, (double[]){at + 0.5, 0, 0.5}, &px, &py, &depth));
    g_assert_true(px > 0 && px < WIDTH && py > 0 && py < HEIGHT);
  }
}

static void
test_user(void)
{
  NoslipCamera camera;
  double before[3], after[3], px, py, depth;
  noslip_camera_init(&camera);
  double target[3] = {camera.target[0], camera.target[1], camera.target[2]};
  noslip_camera_pan(&camera, 40, -25, HEIGHT);
  noslip_camera_project(&camera, WIDTH, HEIGHT, target, &px, &py, &depth);
  g_assert_cmpfloat_with_epsilon(px, WIDTH / 2 + 40, 1e-6); /* the scene follows the pointer */
  g_assert_cmpfloat_with_epsilon(py, HEIGHT / 2 - 25, 1e-6);
  noslip_camera_eye(&camera, before);
  noslip_camera_zoom(&camera, 2);
  noslip_camera_eye(&camera, after);
  g_assert_cmpfloat(camera.distance, ==, 3);
  noslip_camera_zoom(&camera, NAN);
  noslip_camera_zoom(&camera, 0);
  g_assert_cmpfloat(camera.distance, ==, 3);
  noslip_camera_orbit(&camera, 0, 100);
  g_assert_cmpfloat(camera.elevation, <=, G_PI_2);
  g_assert_false(camera.automatic);
}

static void
test_on_plane(void)
{
  NoslipCamera camera;
  double point[3], px, py, depth;
  noslip_camera_init(&camera);
  g_assert_true(noslip_camera_on_plane(&camera, WIDTH, HEIGHT, 500, 300, 0.25, point));
  g_assert_cmpfloat(point[2], ==, 0.25);
  noslip_camera_project(&camera, WIDTH, HEIGHT, point, &px, &py, &depth);
  g_assert_cmpfloat_with_epsilon(px, 500, 1e-6);
  g_assert_cmpfloat_with_epsilon(py, 300, 1e-6);
  camera.elevation = -0.5; /* below the plane, looking up */
  g_assert_false(noslip_camera_on_plane(&camera, WIDTH, HEIGHT, 400, 490, -10, point));
}

/* Turns act from left to right about the space axes; a quaternion gives the same rotation. */
static void
test_place(void)
{
  double m[16], q[16], out[4];
  const double x[3] = {1, 0, 0}, half = G_PI / 4;
  noslip_matrix_identity(m);
  noslip_place_turn(m, 'z', G_PI_2);
  noslip_matrix_apply(m, x, 0, out);
  g_assert_cmpfloat_with_epsilon(out[1], 1, 1e-15); /* x to y */
  noslip_place_turn(m, 'x', G_PI_2);
  noslip_matrix_apply(m, x, 0, out);
  g_assert_cmpfloat_with_epsilon(out[2], 1, 1e-15); /* then y to z */
  noslip_matrix_identity(q);
  noslip_place_quaternion(q, (double[]){2 * cos(half), 0, 0, 2 * sin(half)}); /* any length of the quaternion */
  noslip_place_quaternion(q, (double[]){cos(half), sin(half), 0, 0});
  for (guint i = 0; i < 16; i++)
    g_assert_cmpfloat_with_epsilon(m[i], q[i], 1e-14);
  for (guint k = 0; k < 100; k++) {
    double axis[3] = {g_test_rand_double_range(-1, 1), g_test_rand_double_range(-1, 1),
                      k < 10 ? (k % 2 ? 1 : -1) : g_test_rand_double_range(-1, 1)};
    if (k < 10)
      axis[0] = axis[1] = 0;
    double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    noslip_matrix_identity(m);
    noslip_place_axis(m, axis);
    noslip_matrix_apply(m, (double[]){0, 0, 1}, 0, out);
    for (guint i = 0; i < 3; i++)
      g_assert_cmpfloat_with_epsilon(out[i], axis[i] / length, 1e-12);
    double det =
        m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
    g_assert_cmpfloat_with_epsilon(det, 1, 1e-12); /* not a mirror image */
  }
}

static void
test_text(void)
{
  NoslipCamera camera, read;
  noslip_camera_init(&camera);
  noslip_camera_look(&camera, (double[]){-3.5, 1e-7, 4.25}, (double[]){0.5, 1e5, -1 / 3.0});
  camera.automatic = FALSE;
  camera.following = TRUE;
  g_autofree char *text = noslip_camera_to_text(&camera);
  g_assert_true(noslip_camera_from_text(text, &read));
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(read.target[i], camera.target[i], 1e-8 * fabs(camera.target[i]));
  g_assert_cmpfloat_with_epsilon(read.distance, camera.distance, 1e-8 * camera.distance);
  g_assert_cmpfloat_with_epsilon(read.azimuth, camera.azimuth, 1e-8);
  g_assert_cmpfloat_with_epsilon(read.elevation, camera.elevation, 1e-8);
  g_assert_cmpfloat_with_epsilon(read.field, camera.field, 1e-8);
  g_assert_false(read.automatic);
  g_assert_true(read.following);
  g_autofree char *again = noslip_camera_to_text(&read);
  g_assert_cmpstr(again, ==, text);

  g_assert_true(noslip_camera_from_text("  distance\t4  automatic ", &read));
  g_assert_cmpfloat(read.distance, ==, 4);
  g_assert_true(read.automatic);
  static const char *const wrong[] = {"",           "distance",          "distance -1",      "distance 1e999",
                                      "distance x", "target 1 2",        "target 1 2 three", "elevation 91",
                                      "field 200",  "distance 4 upside", "distance 4,5"};
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    read.distance = 7;
    g_assert_false(noslip_camera_from_text(wrong[i], &read));
    g_assert_cmpfloat(read.distance, ==, 7);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/picture/camera/project-and-back", test_project_and_back);
  g_test_add_func("/picture/camera/matrix", test_matrix_agrees);
  g_test_add_func("/picture/camera/look", test_look);
  g_test_add_func("/picture/camera/top", test_top);
  g_test_add_func("/picture/camera/frame", test_frame);
  g_test_add_func("/picture/camera/frame-of-a-point", test_frame_of_a_point);
  g_test_add_func("/picture/camera/follow", test_follow);
  g_test_add_func("/picture/camera/track", test_track);
  g_test_add_func("/picture/camera/away", test_away);
  g_test_add_func("/picture/camera/jump", test_jump);
  g_test_add_func("/picture/camera/framing-limits", test_framing_limits);
  g_test_add_func("/picture/camera/low-picture", test_low_picture);
  g_test_add_func("/picture/camera/large-body", test_large_body);
  g_test_add_func("/picture/camera/user", test_user);
  g_test_add_func("/picture/camera/text", test_text);
  g_test_add_func("/picture/camera/on-plane", test_on_plane);
  g_test_add_func("/picture/camera/place", test_place);
  return g_test_run();
}
