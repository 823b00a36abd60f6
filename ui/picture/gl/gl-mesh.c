/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The triangles of all shapes, in one buffer. */
#include "ui/picture/gl/gl-items.h"
#include "ui/picture/scene/shape.h"

void
noslip_meshes_init(NoslipMeshes *meshes)
{
  g_autoptr(GArray) v = g_array_new(FALSE, FALSE, sizeof(float));
  for (guint kind = 0; kind < NOSLIP_BODY_TRAIL; kind++) {
    const NoslipShape *shape = noslip_shape_of_kind(kind);
    meshes->first[kind] = (GLint) (v->len / 6);
    if (shape->mesh != NULL)
      shape->mesh(v);
    meshes->count[kind] = (GLsizei) (v->len / 6) - meshes->first[kind];
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
noslip_meshes_draw(const NoslipMeshes *meshes, NoslipBodyKind kind)
{
  glBindVertexArray(meshes->array);
  glDrawArrays(GL_TRIANGLES, meshes->first[kind], meshes->count[kind]);
}
