/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surfaces and curves in a space of up to three dimensions, as triangles and segments between points: level sets of
 * functions, ellipsoids, planes. In a plane the third coordinate is 0. */
#pragma once

#include <glib.h>

typedef struct {
  GArray *points;    /* of double, three a point */
  GArray *triangles; /* of guint, three points each */
  GArray *segments;  /* of guint, two points each */
} NoslipMesh;

NoslipMesh *noslip_mesh_new(void);
void noslip_mesh_free(NoslipMesh *mesh);
/* The number of points, and the three coordinates of one. */
guint noslip_mesh_n_points(const NoslipMesh *mesh);
const double *noslip_mesh_point(const NoslipMesh *mesh, guint i);
guint noslip_mesh_add_point(NoslipMesh *mesh, const double point[3]); /* returns its index */
void noslip_mesh_add_segment(NoslipMesh *mesh, guint a, guint b);

/* A function of a point; values that are not finite are outside its domain. */
typedef double (*NoslipMeshField)(const double point[3], gpointer data);

/* Adds the level set field = 0 within the box: a surface in three dimensions, a curve in two. The box is divided into
 * `cells` parts along each axis, each of these into simplices; points lie on their edges, where the field vanishes to
 * about 1e-6 of its neighbouring values. */
void noslip_mesh_add_level(NoslipMesh *mesh, guint dimension, guint cells, const double low[3], const double high[3],
                           NoslipMeshField field, gpointer data);
/* Adds to `curve` the zero set of the field on the triangles of `mesh`, as segments, and on its segments if it has no
 * triangles, as single points. */
void noslip_mesh_add_cut(const NoslipMesh *mesh, NoslipMeshField field, gpointer data, NoslipMesh *curve);
/* Adds the segments in which the triangles meet `n` planes at equal distances across the box, along each axis. */
void noslip_mesh_add_wires(NoslipMesh *mesh, guint n, const double low[3], const double high[3]);

/* The half axes of the ellipsoid { c + z }, shape = sum of their outer products: z^T shape^-1 z = 1 if shape is
 * regular. axes[i] is the i-th one, the longest first; returns the number of axes that are not 0 (measured in units in
 * which the diagonal of shape is 1). */
guint noslip_mesh_half_axes(const double shape[9], double axes[3][3]);
/* Adds that ellipsoid: a surface with its wires, an ellipse as a curve, a segment or nothing. */
void noslip_mesh_add_ellipsoid(NoslipMesh *mesh, const double centre[3], guint n_axes, const double axes[3][3]);
/* Adds the parallelogram centre +- a +- b. */
void noslip_mesh_add_plane(NoslipMesh *mesh, const double centre[3], const double a[3], const double b[3]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipMesh, noslip_mesh_free)
