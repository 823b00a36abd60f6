/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the coordinates that occur in a system. */
#pragma once

#include "core/geometry/bracket.h"

typedef struct {
  GArray *atoms;    /* of NoslipExpr: coordinates that are not angles, sines and cosines of angles, and other functions
                     * in L, frame and constraints */
  GArray *occurs;   /* of gboolean: whether the atom belongs to a coordinate that L, frame or constraints contain */
  GArray *alone;    /* of NoslipExpr: the roots of the radicands of axes.h times the components of the body's axis; not
                     * to be multiplied with atoms */
  guint n_long;     /* radicands that are too long */
  GArray *radicals; /* of NoslipExpr: 1/g, sqrt(g), 1/sqrt(g) and, if g is a sine, its cotangent, else 1; one family
                     * after the other, of the diagonal entries and the determinant of the metric restricted to D and
                     * their factors, if they depend on the coordinates */
} NoslipAtoms;
#define NOSLIP_ATOMS_FAMILY 4 /* the number of a family's radicals */

/* Terms with a parameter that is 0 are ignored. `functions`: n more atoms. `alone` is empty without with_axes. The graph of the distribution's model
 * grows. */
NoslipAtoms *noslip_atoms_new(NoslipDistribution *distribution, const double *parameters, guint n,
                              const NoslipExpr *functions, gboolean with_axes);
void noslip_atoms_free(NoslipAtoms *atoms);
/* The determinant of a (n x n) in symbols; by minors, for small n. */
NoslipExpr noslip_atoms_determinant(NoslipGraph *graph, guint n, const NoslipExpr *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipAtoms, noslip_atoms_free)
