/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/gl/mesh-share.h"

#include <string.h>

#define SIZE (NOSLIP_VERTEX_FLOATS * sizeof(float))

static guint
hash(gconstpointer vertex)
{
  guint32 words[NOSLIP_VERTEX_FLOATS];
  guint64 sum = 0;
  memcpy(words, vertex, SIZE);
  for (guint i = 0; i < NOSLIP_VERTEX_FLOATS; i++)
    sum = (sum ^ words[i]) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
  return (guint) (sum >> 32);
}

static gboolean
is_same(gconstpointer a, gconstpointer b)
{
  return memcmp(a, b, SIZE) == 0;
}

void
noslip_mesh_share(const GArray *vertices, GArray *shared, GArray *indices)
{
  g_autoptr(GHashTable) places = g_hash_table_new(hash, is_same); /* of vertices: their places + 1 */
  for (guint i = 0; i + NOSLIP_VERTEX_FLOATS <= vertices->len; i += NOSLIP_VERTEX_FLOATS) {
    float *vertex = &g_array_index(vertices, float, i);
    guint32 place = GPOINTER_TO_UINT(g_hash_table_lookup(places, vertex));
    if (place == 0) {
      g_array_append_vals(shared, vertex, NOSLIP_VERTEX_FLOATS);
      place = shared->len / NOSLIP_VERTEX_FLOATS;
      g_hash_table_insert(places, vertex, GUINT_TO_POINTER(place));
    }
    place--;
    g_array_append_val(indices, place);
  }
}
