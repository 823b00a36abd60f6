/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/figure/mesh.h"

#include <math.h>
#include <string.h>

NoslipMesh *
noslip_mesh_new(void)
{
  NoslipMesh *mesh = g_new0(NoslipMesh, 1);
  mesh->points = g_array_new(FALSE, FALSE, sizeof(double));
  mesh->triangles = g_array_new(FALSE, FALSE, sizeof(guint));
  mesh->segments = g_array_new(FALSE, FALSE, sizeof(guint));
  return mesh;
}

void
noslip_mesh_free(NoslipMesh *mesh)
{
  g_array_unref(mesh->points);
  g_array_unref(mesh->triangles);
  g_array_unref(mesh->segments);
  g_free(mesh);
}

guint
noslip_mesh_n_points(const NoslipMesh *mesh)
{
  return mesh->points->len / 3;
}

const double *
noslip_mesh_point(const NoslipMesh *mesh, guint i)
{
  return &g_array_index(mesh->points, double, 3 * (gsize) i);
}

guint
noslip_mesh_add_point(NoslipMesh *mesh, const double point[3])
{
  g_array_append_vals(mesh->points, point, 3);
  return noslip_mesh_n_points(mesh) - 1;
}

void
noslip_mesh_add_segment(NoslipMesh *mesh, guint a, guint b)
{
  const guint ends[] = {a, b};
  g_array_append_vals(mesh->segments, ends, 2);
}

static void
mesh_add_triangle(NoslipMesh *mesh, guint a, guint b, guint c)
{
  const guint corners[] = {a, b, c};
  g_array_append_vals(mesh->triangles, corners, 3);
}

/* Level sets */

typedef struct {
  double at[3], value;
} Corner;

static void
between(const Corner *a, const Corner *b, double share, double point[3])
{
  for (guint c = 0; c < 3; c++)
    point[c] = a->at[c] + share * (b->at[c] - a->at[c]);
}

#define ROOT_STEPS 8
#define ROOT_ENOUGH 1e-7 /* accepted |value| at a zero, relative to the difference of the values at the ends */

/* The zero between two corners with values of different sign, by regula falsi; the value at an end that is kept twice
 * is halved (Illinois). */
static void
find_zero(const Corner *a, const Corner *b, NoslipMeshField field, gpointer data, double point[3])
{
  double low = 0, high = 1, f_low = a->value, f_high = b->value, share = f_low / (f_low - f_high);
  int last = 0;
  between(a, b, share, point);
  for (guint step = 0; step < ROOT_STEPS; step++) {
    double value = field(point, data);
    if (!isfinite(value) || fabs(value) <= ROOT_ENOUGH * fabs(a->value - b->value))
      return;
    int side = (value > 0) == (f_high > 0) ? 1 : -1;
    if (side > 0) {
      high = share;
      f_high = value;
      f_low = last == side ? f_low / 2 : f_low;
    } else {
      low = share;
      f_low = value;
      f_high = last == side ? f_high / 2 : f_high;
    }
    last = side;
    share = low + (high - low) * f_low / (f_low - f_high);
    between(a, b, share, point);
  }
}

/* Adds the zeros (up to four) on the edges of a simplex with d + 1 corners, and what they bound. */
static void
add_simplex(NoslipMesh *mesh, guint d, const Corner *const *corners, NoslipMeshField field, gpointer data)
{
  guint inside[4], outside[4], n_inside = 0, n_outside = 0, found[4], n = 0;
  for (guint i = 0; i <= d; i++) {
    if (!isfinite(corners[i]->value))
      return;
    if (corners[i]->value < 0)
      inside[n_inside++] = i;
    else
      outside[n_outside++] = i;
  }
  if (n_inside == 0 || n_outside == 0)
    return;
  /* in order around the quadrilateral: (in 0, out 0), (in 0, out 1), (in 1, out 1), (in 1, out 0) */
  for (guint i = 0; i < n_inside; i++)
    for (guint j = 0; j < n_outside; j++) {
      guint o = i % 2 ? n_outside - 1 - j : j;
      double point[3];
      find_zero(corners[inside[i]], corners[outside[o]], field, data, point);
      found[n++] = noslip_mesh_add_point(mesh, point);
    }
  if (n == 2)
    noslip_mesh_add_segment(mesh, found[0], found[1]);
  if (n >= 3)
    mesh_add_triangle(mesh, found[0], found[1], found[2]);
  if (n == 4)
    mesh_add_triangle(mesh, found[0], found[2], found[3]);
}

/* Adds the simplices of a cube along its diagonal: one for each order of the axes. */
static void
add_cell(NoslipMesh *mesh, guint dimension, const Corner *const *cube, NoslipMeshField field, gpointer data)
{
  static const guint orders3[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  static const guint orders2[2][3] = {{0, 1, 0}, {1, 0, 0}};
  for (guint o = 0; o < (dimension == 3 ? 6 : 2); o++) {
    const guint *order = dimension == 3 ? orders3[o] : orders2[o];
    const Corner *corners[4] = {cube[0]};
    guint place = 0;
    for (guint i = 0; i < dimension; i++) {
      place |= 1u << order[i];
      corners[i + 1] = cube[place];
    }
    add_simplex(mesh, dimension, corners, field, data);
  }
}

void
noslip_mesh_add_level(NoslipMesh *mesh, guint dimension, guint cells, const double low[3], const double high[3],
                      NoslipMeshField field, gpointer data)
{
  guint side = cells + 1, deep = dimension == 3 ? side : 1;
  g_autofree Corner *grid = g_new0(Corner, (gsize) side * side * deep);
  for (guint k = 0; k < deep; k++)
    for (guint j = 0; j < side; j++)
      for (guint i = 0; i < side; i++) {
        Corner *corner = grid + ((gsize) k * side + j) * side + i;
        const guint index[3] = {i, j, k};
        for (guint c = 0; c < dimension; c++)
          corner->at[c] = low[c] + (high[c] - low[c]) * index[c] / cells;
        corner->value = field(corner->at, data);
      }
  for (guint k = 0; k < (dimension == 3 ? cells : 1); k++)
    for (guint j = 0; j < cells; j++)
      for (guint i = 0; i < cells; i++) {
        const Corner *cube[8] = {NULL};
        for (guint place = 0; place < (dimension == 3 ? 8 : 4); place++)
          cube[place] = grid + ((gsize) (k + (place >> 2)) * side + j + (place >> 1 & 1)) * side + i + (place & 1);
        add_cell(mesh, dimension, cube, field, data);
      }
}

void
noslip_mesh_add_cut(const NoslipMesh *mesh, NoslipMeshField field, gpointer data, NoslipMesh *curve)
{
  const GArray *pieces = mesh->triangles->len ? mesh->triangles : mesh->segments;
  guint size = mesh->triangles->len ? 3 : 2;
  guint n = noslip_mesh_n_points(mesh);
  g_autofree Corner *corners = g_new0(Corner, n + 1);
  for (guint i = 0; i < n; i++) {
    memcpy(corners[i].at, noslip_mesh_point(mesh, i), sizeof corners[i].at);
    corners[i].value = field(corners[i].at, data);
  }
  for (guint p = 0; p + size <= pieces->len; p += size) {
    const Corner *piece[3];
    for (guint c = 0; c < size; c++)
      piece[c] = corners + g_array_index(pieces, guint, p + c);
    add_simplex(curve, size - 1, piece, field, data);
  }
}

typedef struct {
  guint axis;
  double level;
} Plane;

static double
from_plane(const double point[3], gpointer data)
{
  const Plane *plane = data;
  return point[plane->axis] - plane->level;
}

void
noslip_mesh_add_wires(NoslipMesh *mesh, guint n, const double low[3], const double high[3])
{
  if (mesh->triangles->len == 0)
    return;
  g_autoptr(NoslipMesh) wires = noslip_mesh_new();
  for (guint axis = 0; axis < 3; axis++)
    for (guint i = 0; i < n; i++) {
      Plane plane = {axis, low[axis] + (high[axis] - low[axis]) * (i + 0.5) / n};
      noslip_mesh_add_cut(mesh, from_plane, &plane, wires);
    }
  guint first = noslip_mesh_n_points(mesh);
  g_array_append_vals(mesh->points, wires->points->data, wires->points->len);
  for (guint s = 0; s < wires->segments->len; s += 2)
    noslip_mesh_add_segment(mesh, first + g_array_index(wires->segments, guint, s),
                            first + g_array_index(wires->segments, guint, s + 1));
}

/* Ellipsoids and planes */

#define SWEEPS 30
#define FLAT 1e-10 /* a squared half axis below this, in balanced units, is 0 */

/* Eigenvectors (columns of v) of a symmetric matrix, which becomes diagonal, by Jacobi rotations. */
static void
diagonalise(double a[3][3], double v[3][3])
{
  for (guint sweep = 0; sweep < SWEEPS; sweep++)
    for (guint p = 0; p < 2; p++)
      for (guint q = p + 1; q < 3; q++) {
        if (a[p][q] == 0)
          continue;
        double theta = 0.5 * atan2(2 * a[p][q], a[q][q] - a[p][p]), c = cos(theta), s = sin(theta);
        for (guint i = 0; i < 3; i++) {
          double ip = a[i][p], iq = a[i][q], vp = v[i][p], vq = v[i][q];
          a[i][p] = c * ip - s * iq;
          a[i][q] = s * ip + c * iq;
          v[i][p] = c * vp - s * vq;
          v[i][q] = s * vp + c * vq;
        }
        for (guint i = 0; i < 3; i++) {
          double pi = a[p][i], qi = a[q][i];
          a[p][i] = c * pi - s * qi;
          a[q][i] = s * pi + c * qi;
        }
        a[p][q] = a[q][p] = 0;
      }
}

guint
noslip_mesh_half_axes(const double shape[9], double axes[3][3])
{
  double scale[3], a[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (guint i = 0; i < 3; i++)
    scale[i] = shape[4 * i] > 0 ? sqrt(shape[4 * i]) : 0;
  for (guint i = 0; i < 3; i++)
    for (guint j = 0; j < 3; j++)
      a[i][j] = scale[i] > 0 && scale[j] > 0 ? shape[3 * i + j] / scale[i] / scale[j] : 0;
  diagonalise(a, v);
  guint order[3] = {0, 1, 2}, n = 0;
  for (guint i = 0; i < 2; i++)
    for (guint j = i + 1; j < 3; j++)
      if (a[order[j]][order[j]] > a[order[i]][order[i]]) {
        guint other = order[i];
        order[i] = order[j];
        order[j] = other;
      }
  for (guint i = 0; i < 3; i++) {
    double value = a[order[i]][order[i]];
    n += value > FLAT;
    for (guint c = 0; c < 3; c++)
      axes[i][c] = value > FLAT ? scale[c] * v[c][order[i]] * sqrt(value) : 0;
  }
  return n;
}

#define AROUND 72
#define MERIDIANS 12
#define PARALLELS 8
#define FINE 3 /* pieces between two wires */

/* Adds the point centre + sum of u[i] axes[i]; returns its index. */
static guint
add_combination(NoslipMesh *mesh, const double centre[3], const double axes[3][3], const double u[3])
{
  double point[3];
  for (guint c = 0; c < 3; c++)
    point[c] = centre[c] + u[0] * axes[0][c] + u[1] * axes[1][c] + u[2] * axes[2][c];
  return noslip_mesh_add_point(mesh, point);
}

static void
add_ellipse(NoslipMesh *mesh, const double centre[3], const double axes[3][3])
{
  guint first = noslip_mesh_n_points(mesh);
  for (guint i = 0; i < AROUND; i++) {
    double angle = 2 * G_PI * i / AROUND, u[3] = {cos(angle), sin(angle), 0};
    add_combination(mesh, centre, axes, u);
  }
  for (guint i = 0; i < AROUND; i++)
    noslip_mesh_add_segment(mesh, first + i, first + (i + 1) % AROUND);
}

static void
add_surface(NoslipMesh *mesh, const double centre[3], const double axes[3][3])
{
  const guint rows = PARALLELS * FINE, columns = MERIDIANS * FINE;
  guint first = noslip_mesh_n_points(mesh);
  for (guint i = 0; i <= rows; i++)
    for (guint j = 0; j < columns; j++) {
      double polar = G_PI * i / rows, angle = 2 * G_PI * j / columns;
      double u[3] = {sin(polar) * cos(angle), sin(polar) * sin(angle), cos(polar)};
      add_combination(mesh, centre, axes, u);
    }
  for (guint i = 0; i <= rows; i++)
    for (guint j = 0; j < columns; j++) {
      guint next = (j + 1) % columns, a = first + i * columns + j, b = first + i * columns + next;
      if (i % FINE == 0 && i > 0 && i < rows)
        noslip_mesh_add_segment(mesh, a, b);
      if (i == rows)
        continue;
      if (j % FINE == 0)
        noslip_mesh_add_segment(mesh, a, a + columns);
      mesh_add_triangle(mesh, a, b, a + columns);
      mesh_add_triangle(mesh, b, b + columns, a + columns);
    }
}

void
noslip_mesh_add_ellipsoid(NoslipMesh *mesh, const double centre[3], guint n_axes, const double axes[3][3])
{
  if (n_axes == 3) {
    add_surface(mesh, centre, axes);
  } else if (n_axes == 2) {
    add_ellipse(mesh, centre, axes);
  } else if (n_axes == 1) {
    const double ends[2][3] = {{-1, 0, 0}, {1, 0, 0}};
    guint a = add_combination(mesh, centre, axes, ends[0]), b = add_combination(mesh, centre, axes, ends[1]);
    noslip_mesh_add_segment(mesh, a, b);
  }
}

void
noslip_mesh_add_plane(NoslipMesh *mesh, const double centre[3], const double a[3], const double b[3])
{
  static const double signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  guint corners[4];
  for (guint i = 0; i < 4; i++) {
    double point[3];
    for (guint c = 0; c < 3; c++)
      point[c] = centre[c] + signs[i][0] * a[c] + signs[i][1] * b[c];
    corners[i] = noslip_mesh_add_point(mesh, point);
  }
  mesh_add_triangle(mesh, corners[0], corners[1], corners[2]);
  mesh_add_triangle(mesh, corners[0], corners[2], corners[3]);
  for (guint i = 0; i < 4; i++)
    noslip_mesh_add_segment(mesh, corners[i], corners[(i + 1) % 4]);
}
