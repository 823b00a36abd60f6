/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every shape of the table: picking, bounds, triangles and faces agree. */
#include "ui/picture/gl/mesh-detail.h"
#include "ui/picture/gl/mesh-share.h"
#include "ui/picture/scene/shape.h"

#include <math.h>
#include <string.h>

static const double unit[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

/* A body of the shape, with a place and sizes. */
static NoslipBody *
body_of(NoslipScene *scene, NoslipBodyKind kind)
{
  NoslipBody *body = noslip_scene_add(scene, kind);
  noslip_place_scale(body->transform, 0.8, 0.8, 0.8);
  noslip_place_turn(body->transform, 'x', 0.4);
  body->transform[12] = 0.3;
  body->transform[13] = -0.2;
  body->transform[14] = 1.1;
  body->thickness = 0.3;
  return body;
}

static const NoslipShape *
solid(guint kind)
{
  const NoslipShape *shape = noslip_shape_of_kind(kind);
  return shape->support != NULL ? shape : NULL;
}

/* A point given in the body's own axes, in the world. */
static void
to_world(const double m[16], const double own[3], double world[3])
{
  for (guint i = 0; i < 3; i++)
    world[i] = m[i] * own[0] + m[4 + i] * own[1] + m[8 + i] * own[2] + m[12 + i];
}

/* Checks that the point is within the body's bounds along many directions; *closest is its least distance to them. */
static void
check_within(const NoslipBody *body, const double point[3], double *closest)
{
  double centre[3];
  noslip_body_centre(body, centre);
  for (guint k = 0; k < 26; k++) {
    double n[3] = {cos(0.7 * k) * cos(1.1 * k), sin(0.7 * k) * cos(1.1 * k), sin(1.1 * k)}, at = 0;
    for (guint i = 0; i < 3; i++)
      at += n[i] * (point[i] - centre[i]);
    double left = noslip_body_support(body, n) - at;
    g_assert_cmpfloat(left, >, -1e-6);
    *closest = fmin(*closest, left);
  }
}

/* Triangles are counterclockwise from outside, by their own normals, and extend as far as the bounds: at every level of
 * detail. */
static void
test_mesh(void)
{
  for (guint each = 0; each < NOSLIP_BODY_TRAIL * NOSLIP_DETAILS; each++) {
    guint kind = each / NOSLIP_DETAILS, sides = noslip_detail_sides(each % NOSLIP_DETAILS);
    const NoslipShape *shape = solid(kind);
    if (shape == NULL || shape->body != kind || noslip_shape_of_kind(kind)->enter == NULL)
      continue;
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    const NoslipBody *body = body_of(scene, kind);
    g_autoptr(GArray) v = g_array_new(FALSE, FALSE, sizeof(float));
    double world[16], closest = INFINITY, swell = shape->swell != NULL ? shape->swell(body) : 0;
    memcpy(world, body->transform, sizeof world);
    if (shape->frame != NULL)
      shape->frame(body, world);
    shape->mesh(v, sides);
    g_assert_cmpuint(v->len, >, 0);
    g_assert_cmpuint(v->len % 18, ==, 0);
    for (guint t = 0; t < v->len; t += 18) {
      const float *f = &g_array_index(v, float, t);
      double p[3][3], facing = 0;
      for (guint c = 0; c < 3; c++) {
        double at[3];
        for (guint i = 0; i < 3; i++)
          p[c][i] = f[6 * c + i] + swell * f[6 * c + 3 + i];
        to_world(world, p[c], at);
        check_within(body, at, &closest);
      }
      for (guint i = 0; i < 3; i++) {
        guint j = (i + 1) % 3, k = (i + 2) % 3;
        double cross = (p[1][j] - p[0][j]) * (p[2][k] - p[0][k]) - (p[1][k] - p[0][k]) * (p[2][j] - p[0][j]);
        facing += cross * (f[3 + i] + f[9 + i] + f[15 + i]);
      }
      g_assert_cmpfloat(facing, >=, -1e-9); /* 0: a triangle of no area, as at the poles of a sphere */
    }
    g_assert_cmpfloat(closest, <, 0.02);
  }
}

/* How far the outline of a mesh, of radius 1, stays behind that of the round body: seen from many directions. */
static double
outline_error(const NoslipShape *shape, const NoslipBody *body, guint sides)
{
  g_autoptr(GArray) v = g_array_new(FALSE, FALSE, sizeof(float));
  double frame[16], most = 0, swell = shape->swell != NULL ? shape->swell(body) : 0;
  memcpy(frame, body->transform, sizeof frame);
  if (shape->frame != NULL)
    shape->frame(body, frame);
  shape->mesh(v, sides);
  for (guint k = 0; k < 300; k++) {
    double z = 1 - (k + 0.5) / 150, flat = sqrt(1 - z * z), centre[3], middle = 0, reach = -INFINITY;
    const double n[3] = {flat * cos(2.4 * k), flat * sin(2.4 * k), z};
    noslip_body_centre(body, centre);
    for (guint i = 0; i < 3; i++)
      middle += n[i] * centre[i];
    for (guint c = 0; c < v->len; c += 6) {
      const float *f = &g_array_index(v, float, c);
      double own[3], at[3], along = 0;
      for (guint i = 0; i < 3; i++)
        own[i] = f[i] + swell * f[3 + i];
      to_world(frame, own, at);
      for (guint i = 0; i < 3; i++)
        along += n[i] * at[i];
      reach = fmax(reach, along - middle);
    }
    most = fmax(most, noslip_body_support(body, n) - reach);
  }
  return most;
}

/* A body of any size in pixels gets the level whose outline cannot be told from the curve, and no finer one than needed:
 * a sphere's outline deviates along two circles. Past the finest level nothing is promised. */
static void
test_details(void)
{
  for (guint kind = 0; kind < NOSLIP_BODY_TRAIL; kind++) {
    const NoslipShape *shape = solid(kind);
    if (shape == NULL || shape->body != kind || shape->edges || shape->support == NULL || kind == NOSLIP_BODY_CONE)
      continue;
    for (guint detail = 0; detail < NOSLIP_DETAILS; detail++) {
      NoslipBody body = {.kind = (NoslipBodyKind) kind, .thickness = kind == NOSLIP_BODY_TORUS ? 0.2 : 0.1};
      memcpy(body.transform, unit, sizeof unit);
      double swell = shape->swell != NULL ? shape->swell(&body) : 0;
      double radius = NOSLIP_DETAIL_CHORD / (1 - cos(G_PI / noslip_detail_sides(detail)));
      g_assert_cmpuint(noslip_detail_of(0.999 * radius), ==, detail);
      g_assert_cmpuint(noslip_detail_of(1.001 * radius), ==, detail > 0 ? detail - 1 : 0);
      double error = outline_error(shape, &body, noslip_detail_sides(detail)) * radius / (1 + swell);
      g_assert_cmpfloat(error, <, 2.05 * NOSLIP_DETAIL_CHORD);
    }
  }
  g_assert_cmpuint(noslip_detail_of(INFINITY), ==, 0);
  g_assert_cmpuint(noslip_detail_of(NAN), ==, 0);
  g_assert_cmpuint(noslip_detail_of(0), ==, NOSLIP_DETAILS - 1);
}

/* The scale of a picture at the nearest point: what the camera's own projection gives there. */
static void
test_scale(void)
{
  NoslipCamera camera;
  double world[16], forward[3], right[3], up[3], eye[3], point[3], x[2], y[2], depth;
  noslip_camera_init(&camera);
  noslip_camera_basis(&camera, right, up, forward);
  noslip_camera_eye(&camera, eye);
  noslip_place_scale(memcpy(world, unit, sizeof unit), 0.1, 0.1, 0.1);
  for (guint i = 0; i < 3; i++)
    world[12 + i] = eye[i] + 2.3 * forward[i];
  for (guint i = 0; i < 3; i++)
    point[i] = eye[i] + 2 * forward[i];
  g_assert_true(noslip_camera_project(&camera, 800, 600, point, &x[0], &y[0], &depth));
  for (guint i = 0; i < 3; i++)
    point[i] += 0.01 * right[i];
  g_assert_true(noslip_camera_project(&camera, 800, 600, point, &x[1], &y[1], &depth));
  g_assert_cmpfloat_with_epsilon(noslip_detail_scale(world, 1, &camera, 600), (x[1] - x[0]) / 0.01, 1e-6);
  for (guint i = 0; i < 3; i++)
    world[12 + i] = eye[i] + 0.2 * forward[i]; /* reaches behind the eye */
  g_assert_true(isinf(noslip_detail_scale(world, 1, &camera, 600)));
}

typedef struct {
  NoslipFaces faces;
  guint n;
  double closest;
} Sink;

static void
take_face(const NoslipFaces *faces, const NoslipBody *body, guint n, const double (*corners)[3], NoslipColor color,
          double nearer)
{
  Sink *sink = (Sink *) faces;
  g_assert_cmpuint(n, >=, 3);
  for (guint k = 0; k < n && nearer == 0; k++) {
    double at[3];
    to_world(body->transform, corners[k], at);
    check_within(body, at, &sink->closest);
  }
  sink->n++;
}

static void
take_ball(const NoslipFaces *faces, const NoslipBody *body)
{
  g_assert_not_reached(); /* the bodies here have a pattern */
}

static void
test_faces(void)
{
  NoslipTheme theme;
  noslip_theme_init(&theme, FALSE, 1);
  for (guint kind = 0; kind < NOSLIP_BODY_TRAIL; kind++) {
    const NoslipShape *shape = solid(kind);
    if (shape == NULL || shape->enter == NULL)
      continue;
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    NoslipBody *body = body_of(scene, kind);
    Sink sink = {{&theme, take_face, take_ball}, 0, INFINITY};
    body->pattern = NOSLIP_PATTERN_GRID;
    shape->faces(&sink.faces, body);
    g_assert_cmpuint(sink.n, >=, 6);
    g_assert_cmpfloat(sink.closest, <, 0.02);
  }
}

/* A ray from far away along the body's axis or across it hits its surface, and one that misses it does not. */
static void
test_pick(void)
{
  for (guint kind = 0; kind < NOSLIP_BODY_TRAIL; kind++) {
    const NoslipShape *shape = solid(kind);
    if (shape == NULL || shape->enter == NULL)
      continue;
    g_autoptr(NoslipScene) scene = noslip_scene_new();
    const NoslipBody *body = body_of(scene, kind);
    double up = shape->middle != NULL ? shape->middle(body) : 0, closest = INFINITY;
    guint n_hits = 0;
    for (guint k = 0; k < 40; k++) {
      double to[3] = {0.9 * sin(1.7 * k), 0.9 * cos(2.3 * k), up + 0.1 * sin(k)};
      double o[3] = {5 * cos(k), 5 * sin(k), up + 3 * cos(0.3 * k)}, d[3], at[3], world[3];
      for (guint i = 0; i < 3; i++)
        d[i] = to[i] - o[i];
      double s = shape->enter(body, o, d);
      if (isnan(s))
        continue;
      n_hits++;
      for (guint i = 0; i < 3; i++)
        at[i] = o[i] + s * d[i];
      to_world(body->transform, at, world);
      check_within(body, world, &closest);
      for (guint i = 0; i < 3; i++)
        o[i] += 3 * fabs(d[i]) + 50;
      g_assert_true(isnan(shape->enter(body, o, d)));
    }
    g_assert_cmpuint(n_hits, >=, 5);
  }
}

/* Each statement has a shape with functions. */
static void
test_table(void)
{
  for (guint kind = 0; kind < NOSLIP_BODY_TRAIL; kind++) {
    const NoslipDraw draw = {.kind = (NoslipDrawKind) kind};
    const NoslipShape *shape = noslip_draw_shape(&draw), *drawn = noslip_shape_of_kind(shape->body);
    g_assert_true(shape == noslip_shape_of_kind(kind));
    g_assert_nonnull(shape->add);
    g_assert_true((drawn->support != NULL) == (drawn->enter != NULL && drawn->faces != NULL));
    g_assert_true(drawn->support == NULL || (drawn->mesh != NULL && shape->place != NULL));
  }
  g_assert_null(noslip_shape_of_kind(NOSLIP_BODY_TRAIL));
}

/* The triangles of each shape with shared corners are the same triangles, with fewer corners. */
static void
test_shared(void)
{
  for (guint each = 0; each < NOSLIP_BODY_TRAIL * NOSLIP_DETAILS; each++) {
    guint kind = each / NOSLIP_DETAILS, sides = noslip_detail_sides(each % NOSLIP_DETAILS);
    const NoslipShape *shape = noslip_shape_of_kind(kind);
    g_autoptr(GArray) vertices = g_array_new(FALSE, FALSE, sizeof(float));
    g_autoptr(GArray) shared = g_array_new(FALSE, FALSE, sizeof(float));
    g_autoptr(GArray) indices = g_array_new(FALSE, FALSE, sizeof(guint32));
    if (shape->mesh == NULL)
      continue;
    shape->mesh(vertices, sides);
    const guint n = vertices->len / NOSLIP_VERTEX_FLOATS, size = NOSLIP_VERTEX_FLOATS * sizeof(float);
    noslip_mesh_share(vertices, shared, indices);
    g_assert_cmpuint(indices->len, ==, n);
    g_assert_cmpuint(shared->len / NOSLIP_VERTEX_FLOATS, <=, n * 3 / 4);
    for (guint i = 0; i < n; i++) {
      guint place = g_array_index(indices, guint32, i);
      g_assert_cmpuint(place, <, shared->len / NOSLIP_VERTEX_FLOATS);
      g_assert_cmpmem(&g_array_index(shared, float, NOSLIP_VERTEX_FLOATS *place), size,
                      &g_array_index(vertices, float, NOSLIP_VERTEX_FLOATS *i), size);
    }
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/shapes/table", test_table);
  g_test_add_func("/shapes/details", test_details);
  g_test_add_func("/shapes/scale", test_scale);
  g_test_add_func("/shapes/mesh", test_mesh);
  g_test_add_func("/shapes/shared", test_shared);
  g_test_add_func("/shapes/faces", test_faces);
  g_test_add_func("/shapes/pick", test_pick);
  return g_test_run();
}
