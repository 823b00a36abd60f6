/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Triangles that share their corners, so that each corner is computed once. */
#pragma once

#include <glib.h>

#define NOSLIP_VERTEX_FLOATS 6 /* position and normal */

/* `vertices`: floats, three vertices a triangle. Appends to `shared` each vertex that is not there yet, and to
 * `indices` (guint32) its place there, for every vertex. Only vertices with the same bits are the same. */
void noslip_mesh_share(const GArray *vertices, GArray *shared, GArray *indices);
