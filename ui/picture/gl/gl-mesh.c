/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The triangles of all shapes, in one buffer. */
#include "ui/picture/gl/gl-items.h"
#include "ui/picture/gl/mesh-share.h"
#include "ui/picture/scene/shape.h"

void
noslip_meshes_init(NoslipMeshes *meshes)
{
  g_autoptr(GArray) shared = g_array_new(FALSE, FALSE, sizeof(float));
  g_autoptr(GArray) indices = g_array_new(FALSE, FALSE, sizeof(guint32));
  for (guint kind = 0; kind < NOSLIP_BODY_TRAIL; kind++)
    for (guint detail = 0; detail < NOSLIP_DETAILS; detail++) {
      g_autoptr(GArray) v = g_array_new(FALSE, FALSE, sizeof(float));
      const NoslipShape *shape = noslip_shape_of_kind(kind);
      if (shape->mesh != NULL)
        shape->mesh(v, noslip_detail_sides(detail));
      meshes->first[kind][detail] = indices->len;
      noslip_mesh_share(v, shared, indices);
      meshes->count[kind][detail] = (GLsizei) (indices->len - meshes->first[kind][detail]);
    }
  glGenVertexArrays(1, &meshes->array);
  glGenBuffers(1, &meshes->buffer);
  glBindVertexArray(meshes->array);
  glBindBuffer(GL_ARRAY_BUFFER, meshes->buffer);
  glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr) (shared->len * sizeof(float)), shared->data, GL_STATIC_DRAW);
  glGenBuffers(1, &meshes->indices);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, meshes->indices); /* belongs to the array */
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr) (indices->len * sizeof(guint32)), indices->data, GL_STATIC_DRAW);
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
  glDeleteBuffers(1, &meshes->indices);
}

void
noslip_meshes_draw(NoslipMeshes *meshes, NoslipBodyKind kind, guint detail)
{
  meshes->drawn += (guint64) meshes->count[kind][detail] / 3;
  glBindVertexArray(meshes->array);
  glDrawElements(GL_TRIANGLES, meshes->count[kind][detail], GL_UNSIGNED_INT,
                 (const void *) (meshes->first[kind][detail] * sizeof(guint32)));
}
