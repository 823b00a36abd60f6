/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Segments of lines that are gathered and drawn by one call, each with its four corners as vertices: software GL spends
 * more on an instance, or on a call, than on the corners of a segment. */
#include "ui/picture/gl/gl-items.h"

#include <math.h>

#define COLOR 4   /* place of a_color */
#define MOST 4096 /* segments of one call: their corners have indices of 16 bits */

typedef struct {
  NoslipTrailPoint points[4]; /* before, from, to, after */
  float color[4];
} Corner;

void
noslip_segments_init(NoslipSegments *segments)
{
  static const guint16 triangles[6] = {0, 1, 2, 2, 1, 3};
  g_autofree guint16 *indices = g_new(guint16, 6 * MOST);
  for (guint i = 0; i < 6 * MOST; i++)
    indices[i] = (guint16) (4 * (i / 6) + triangles[i % 6]);
  segments->corners = g_array_new(FALSE, FALSE, sizeof(Corner));
  glGenVertexArrays(1, &segments->array);
  glGenBuffers(1, &segments->buffer);
  glGenBuffers(1, &segments->indices);
  glBindVertexArray(segments->array);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, segments->indices); /* belongs to the array */
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr) (6 * MOST * sizeof *indices), indices, GL_STATIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, segments->buffer);
  for (guint a = 0; a <= COLOR; a++) {
    gsize offset = a < COLOR ? a * sizeof(NoslipTrailPoint) : G_STRUCT_OFFSET(Corner, color);
    glEnableVertexAttribArray(a);
    glVertexAttribPointer(a, 4, GL_FLOAT, GL_FALSE, sizeof(Corner), (const void *) offset);
  }
  glBindVertexArray(0);
}

void
noslip_segments_abandon(NoslipSegments *segments)
{
  g_clear_pointer(&segments->corners, g_array_unref);
}

void
noslip_segments_clear(NoslipSegments *segments)
{
  glDeleteVertexArrays(1, &segments->array);
  glDeleteBuffers(1, &segments->buffer);
  glDeleteBuffers(1, &segments->indices);
  noslip_segments_abandon(segments);
}

void
noslip_segments_draw(NoslipSegments *segments)
{
  guint n = segments->corners->len;
  if (n == 0)
    return;
  glBindVertexArray(segments->array);
  glBindBuffer(GL_ARRAY_BUFFER, segments->buffer);
  glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr) (n * sizeof(Corner)), segments->corners->data, GL_STREAM_DRAW);
  glDrawElements(GL_TRIANGLES, (GLsizei) (n / 4 * 6), GL_UNSIGNED_SHORT, NULL);
  g_array_set_size(segments->corners, 0);
}

void
noslip_segments_add(NoslipSegments *segments, const NoslipTrailPoint *points, guint n, const NoslipColor *color)
{
  for (guint i = 0; i + 1 < n; i++) {
    if (segments->corners->len == 4 * MOST)
      noslip_segments_draw(segments);
    Corner corner = {.color = {(float) color->r, (float) color->g, (float) color->b, (float) color->a}};
    corner.points[1] = points[i];
    corner.points[2] = points[i + 1];
    /* ends have no neighbours: time does not decrease along a line */
    corner.points[0] = i > 0 ? points[i - 1] : (NoslipTrailPoint){0, 0, 0, INFINITY};
    corner.points[3] = i + 2 < n ? points[i + 2] : (NoslipTrailPoint){0, 0, 0, -INFINITY};
    guint first = segments->corners->len;
    g_array_set_size(segments->corners, first + 4);
    for (guint k = 0; k < 4; k++)
      g_array_index(segments->corners, Corner, first + k) = corner;
  }
}
