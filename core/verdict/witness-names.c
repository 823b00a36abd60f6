/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of a text's names at the present point. */
#include "core/verdict/witness-private.h"

#include <string.h>

WitnessName *
noslip_witness_add_name(WitnessTree *tree, const char *text, NameIs is, guint index)
{
  WitnessName *name = g_new0(WitnessName, 1);
  name->is = is;
  name->index = index;
  g_hash_table_replace(tree->names, g_strdup(text), name);
  return name;
}

void
noslip_witness_name_free(gpointer data)
{
  WitnessName *name = data;
  for (guint i = 0; name->value != NULL && i < 3; i++)
    g_free(name->value->jet[i]);
  g_free(name->value);
  g_free(name);
}

WitnessName *
noslip_witness_find_name(const WitnessTree *tree, const char *text, guint *component)
{
  WitnessName *name = g_hash_table_lookup(tree->names, text);
  const char *dot = strrchr(text, '.');
  *component = G_MAXUINT;
  if (name != NULL || dot == NULL || dot[1] < 'x' || dot[1] > 'z' || dot[2] != '\0')
    return name;
  g_autofree char *stem = g_strndup(text, (gsize) (dot - text));
  *component = (guint) (dot[1] - 'x');
  return g_hash_table_lookup(tree->names, stem);
}

/* v q v* rotates the vector v; the entry is the i-th component of the rotated j-th unit vector. */
void
noslip_witness_rotation_entry(WitnessTree *tree, const WitnessRotation *rotation, guint i, guint j, NoslipJet *result)
{
  /* e_a e_b = sign e_(index) of quaternions, e_0 = 1 */
  static const gint8 sign[4][4] = {{1, 1, 1, 1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {1, 1, -1, -1}};
  NoslipJet *term = noslip_witness_take(tree);
  noslip_jet_set_constant(result, 0);
  for (guint a = 0; a < 4; a++)
    for (guint b = 0; b < 4; b++) {
      guint left = a ^ j;
      if ((left ^ b) != i)
        continue;
      noslip_jet_copy(term, tree->x[rotation->quaternion[a]]);
      noslip_jet_multiply(term, tree->x[rotation->quaternion[b]]);
      int s = sign[a][j] * sign[left][b] * (b == 0 ? 1 : -1);
      noslip_jet_add(result, term, s);
    }
  noslip_witness_give(tree, term);
}

gboolean
noslip_witness_is_energy(const char *text)
{
  return strcmp(text, "energy") == 0 || strcmp(text, "kinetic") == 0 || strcmp(text, "potential") == 0 ||
         strcmp(text, "lagrangian") == 0;
}
