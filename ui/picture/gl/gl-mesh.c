/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Triangles of the unit bodies, positions and normals. */
#include "ui/picture/gl/gl-items.h"

#include <math.h>

#define ROUND 64 /* sides of round bodies */
#define RINGS 32 /* of the sphere */
#define EDGE 3   /* steps of a box's rounded edge, to each side of its middle */

static void
vertex(GArray *v, double x, double y, double z, double nx, double ny, double nz)
{
  const float values[6] = {(float) x, (float) y, (float) z, (float) nx, (float) ny, (float) nz};
  g_array_append_vals(v, values, 6);
}

/* A point of the box's face `axis`, `sign`: i and j count the lines of its grid. Half of them belong to one edge, half
 * to the other; their normals lean towards it by up to 45 degrees. The corners stand where they would without rounding:
 * body.vert brings them in by the radius of the edges and then out along the normal. */
static void
box_vertex(GArray *v, int axis, int sign, int i, int j)
{
  double p[3], n[3], length = 0;
  const int steps[2] = {i, j};
  p[axis] = 0.5 * sign;
  n[axis] = sign;
  for (guint k = 0; k < 2; k++) {
    int a = (axis + 1 + (int) k) % 3, side = steps[k] <= EDGE ? -1 : 1;
    int lean = side < 0 ? EDGE - steps[k] : steps[k] - EDGE - 1;
    p[a] = 0.5 * side;
    n[a] = side * tan(G_PI_4 * lean / EDGE);
  }
  for (guint k = 0; k < 3; k++)
    length = hypot(length, n[k]);
  vertex(v, p[0], p[1], p[2], n[0] / length, n[1] / length, n[2] / length);
}

static void
box(GArray *v)
{
  static const int corners[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
  for (int axis = 0; axis < 3; axis++)
    for (int sign = -1; sign <= 1; sign += 2)
      for (int cell = 0; cell < (2 * EDGE + 1) * (2 * EDGE + 1); cell++)
        for (guint k = 0; k < 6; k++) {
          int i = cell % (2 * EDGE + 1), j = cell / (2 * EDGE + 1);
          /* The order of corners keeps the outside counterclockwise. */
          box_vertex(v, axis, sign, i + corners[k][sign > 0 ? 0 : 1], j + corners[k][sign > 0 ? 1 : 0]);
        }
}

static void
sphere_vertex(GArray *v, int i, int j)
{
  double a = 2 * G_PI * i / ROUND, b = G_PI * j / RINGS - G_PI_2;
  double x = cos(a) * cos(b), y = sin(a) * cos(b), z = sin(b);
  vertex(v, x, y, z, x, y, z);
}

static void
sphere(GArray *v)
{
  for (int j = 0; j < RINGS; j++)
    for (int i = 0; i < ROUND; i++) {
      sphere_vertex(v, i, j);
      sphere_vertex(v, i + 1, j);
      sphere_vertex(v, i + 1, j + 1);
      sphere_vertex(v, i, j);
      sphere_vertex(v, i + 1, j + 1);
      sphere_vertex(v, i, j + 1);
    }
}

static void
cap(GArray *v, double z, double up)
{
  for (int i = 0; i < ROUND; i++) {
    double a = 2 * G_PI * i / ROUND, b = 2 * G_PI * (i + 1) / ROUND;
    vertex(v, 0, 0, z, 0, 0, up);
    vertex(v, cos(up > 0 ? a : b), sin(up > 0 ? a : b), z, 0, 0, up);
    vertex(v, cos(up > 0 ? b : a), sin(up > 0 ? b : a), z, 0, 0, up);
  }
}

static void
cylinder(GArray *v)
{
  for (int i = 0; i < ROUND; i++) {
    double a = 2 * G_PI * i / ROUND, b = 2 * G_PI * (i + 1) / ROUND;
    double ca = cos(a), sa = sin(a), cb = cos(b), sb = sin(b);
    vertex(v, ca, sa, 0, ca, sa, 0);
    vertex(v, cb, sb, 0, cb, sb, 0);
    vertex(v, cb, sb, 1, cb, sb, 0);
    vertex(v, ca, sa, 0, ca, sa, 0);
    vertex(v, cb, sb, 1, cb, sb, 0);
    vertex(v, ca, sa, 1, ca, sa, 0);
  }
  cap(v, 0, -1);
  cap(v, 1, 1);
}

static void
cone(GArray *v)
{
  for (int i = 0; i < ROUND; i++) {
    double a = 2 * G_PI * i / ROUND, b = 2 * G_PI * (i + 1) / ROUND, m = (a + b) / 2;
    vertex(v, cos(a), sin(a), 0, cos(a), sin(a), 0.4);
    vertex(v, cos(b), sin(b), 0, cos(b), sin(b), 0.4);
    vertex(v, 0, 0, 1, cos(m), sin(m), 0.4);
  }
  cap(v, 0, -1);
}

void
noslip_meshes_init(NoslipMeshes *meshes)
{
  static void (*const makers[NOSLIP_N_MESHES])(GArray *) = {box, sphere, cylinder, cone};
  g_autoptr(GArray) v = g_array_new(FALSE, FALSE, sizeof(float));
  for (guint m = 0; m < NOSLIP_N_MESHES; m++) {
    meshes->first[m] = (GLint) (v->len / 6);
    makers[m](v);
    meshes->count[m] = (GLsizei) (v->len / 6) - meshes->first[m];
  }
  glGenVertexArrays(1, &meshes->array);
  glGenBuffers(1, &meshes->buffer);
  glBindVertexArray(meshes->array);
  glBindBuffer(GL_ARRAY_BUFFER, meshes->buffer);
  glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr) (v->len * sizeof(float)), v->data, GL_STATIC_DRAW);
  for (guint a = 0; a < 2; a++) {
    glEnableVertexAttribArray(a);
    glVertexAttribPointer(a, 3, GL_FLOAT, GL_FALSE, 6 * sizeof(float), (const void *) (a * 3 * sizeof(float)));
  }
  glBindVertexArray(0);
}

void
noslip_meshes_clear(NoslipMeshes *meshes)
{
  glDeleteVertexArrays(1, &meshes->array);
  glDeleteBuffers(1, &meshes->buffer);
}

void
noslip_meshes_draw(const NoslipMeshes *meshes, NoslipMesh mesh)
{
  glBindVertexArray(meshes->array);
  glDrawArrays(GL_TRIANGLES, meshes->first[mesh], meshes->count[mesh]);
}
