/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: equilibria that are connected by a path of equilibria form a family, which one member
 * represents. */
#pragma once

#include "core/finder/steady/steady.h"

/* Families have the same kind, as many forced zeros, and the same stability by the linearization of their members. */
typedef struct {
  NoslipSteady *steady;
  GPtrArray *families; /* of NoslipEquilibrium: the first member of each; not owned */
  GPtrArray *members;  /* all that were found, of families of a dimension above 0 */
  GHashTable *tried;   /* pairs of members between which paths were tried: how they ended */
  guint n_components;
  guint steps; /* that may still be taken along paths */
} NoslipFamilies;

NoslipFamilies *noslip_families_new(NoslipSteady *steady, GPtrArray *families);
void noslip_families_free(NoslipFamilies *families);
/* Adds an equilibrium, of which it takes ownership, to the family to one of whose members a path of equilibria leads, or
 * as a new family. */
void noslip_families_add(NoslipFamilies *families, NoslipEquilibrium *equilibrium);
/* Whether two equilibria, found at the parameters that are set, are members of one family with the same stability: a
 * path of equilibria is found from one to the other. */
gboolean noslip_families_are_joined(NoslipSteady *steady, const NoslipEquilibrium *one, const NoslipEquilibrium *other);
/* Unites families between which a path is found from any of several members, the nearest first. Returns the number of pairs
 * of alike families that stay apart though a path between them was given up before it ended: they may be one. */
guint noslip_families_unite(NoslipFamilies *families);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipFamilies, noslip_families_free)
