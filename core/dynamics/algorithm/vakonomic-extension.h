/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vakonomic dynamics as free motion: with the multipliers mu_A as further fibre coordinates, over sections whose anchor
 * and brackets vanish, the Lagrangian L + mu_A phi^A has the mass matrix K and the forces of vakonomic-regular.c, and
 * the momenta of mu_A are phi^A, which are conserved. Its motions with phi^A = 0 are therefore the vakonomic ones, and
 * (x, y, mu) on phi^A = 0 are coordinates of W_1 (I 5.1): p = dL/dy + mu dphi/dy. */
#pragma once

#include "core/system/system.h"

typedef struct {
  const NoslipSystem *origin;
  NoslipSystem *system; /* n + k fibre coordinates, no constraints; positions of holonomic constraints are manifolds */
  NoslipExpr *phi;      /* k, in the graph of `system` */
} NoslipVakonomicExtension;

/* The origin must outlive it. If `abnormal`, L is replaced by 0 (I 5.3.4). */
NoslipVakonomicExtension *noslip_vakonomic_extension_new(const NoslipSystem *origin, gboolean abnormal);
/* The given part of the origin's initial state: x (m), y (n), mu (k). */
void noslip_vakonomic_extension_start(const NoslipVakonomicExtension *extension, double *state);
void noslip_vakonomic_extension_free(NoslipVakonomicExtension *extension);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipVakonomicExtension, noslip_vakonomic_extension_free)
