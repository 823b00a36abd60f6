/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a bundle map Phi : E -> E' reduces a system to another (M "Morphisms and reduction"), and whether the
 * conclusions of the theorems hold. A condition is decided in symbols if it simplifies to zero, else in numbers at
 * seeded points. With x' = phi(x), y'^mu = Phi^mu_a y^a and primes for the other system:
 *
 *   velocities   rho^i_a d_i phi^j = rho'^j_mu Phi^mu_a                                    (I (2.1) for functions)
 *   brackets     rho^i_a d_i Phi^g_b - rho^i_b d_i Phi^g_a + C'^g_mu nu Phi^mu_a Phi^nu_b = C^c_ab Phi^g_c
 *                from d^E(Phi* e'^g) = Phi*(d^E' e'^g) with d^E e^c = -1/2 C^c_ab e^a ^ e^b  (I (2.1) for 1-sections)
 *   onto         Phi of full rank n', dphi onto TM'
 *   Lagrangian   L = L' o Phi; the forces Q_a = Phi^mu_a Q'_mu
 *   constraints  phi'^B o Phi = 0 where phi^A = 0, and Phi maps D = ker dphi/dy onto D' = ker dphi'/dy'
 *   section      T Phi of the rates of a state are the rates of its image
 *   motions      Phi of a motion is the motion from Phi of its start
 *   nonholonomic brackets   {f' o Phi, g' o Phi} = {f', g'}' o Phi for the coordinates and momenta of S'
 *   algorithm    of degenerate Lagrangians: Phi(E_k) = E'_k at every step           (I Theorem 3.3) */
#pragma once

#include "core/geometry/morphism.h"

typedef enum {
  NOSLIP_REDUCTION_MANIFOLD, /* the image lies on M' */
  NOSLIP_REDUCTION_ANCHOR,
  NOSLIP_REDUCTION_BRACKET,
  NOSLIP_REDUCTION_ONTO,
  NOSLIP_REDUCTION_LAGRANGIAN,
  NOSLIP_REDUCTION_FORCES,
  NOSLIP_REDUCTION_CONSTRAINTS,
  NOSLIP_REDUCTION_SECTION,
  NOSLIP_REDUCTION_MOTION,
  NOSLIP_REDUCTION_POISSON,
  NOSLIP_REDUCTION_ALGORITHM,
  NOSLIP_N_REDUCTION_CHECKS
} NoslipReductionKind;

typedef struct {
  const char *title; /* "brackets are mapped to brackets" */
  gboolean applies;  /* FALSE: there is nothing to check, or it cannot be checked; `detail` has the reason or is NULL */
  gboolean good;
  gboolean in_symbols; /* it vanishes as an expression */
  double residual;     /* the largest residual, relative to the sizes of the compared values; for ONTO the number of
                        * missing dimensions */
  double allowed;
  char *detail; /* the equation and place of the largest residual: "along w3 of w1 and w2, at x = 1" */
} NoslipReductionCheck;

typedef struct {
  NoslipReductionCheck checks[NOSLIP_N_REDUCTION_CHECKS];
} NoslipReductionReport;

/* Performs all checks at the default parameters of S; the motion from the initial state of S to `to` seconds (0: its
 * default run) with the dynamics of S. `cancel` may be NULL. The graphs of the morphism grow. */
NoslipReductionReport *noslip_reduction_check(NoslipMorphism *morphism, double to, const int *cancel);
void noslip_reduction_report_free(NoslipReductionReport *report);
/* Whether all checks that apply hold. */
gboolean noslip_reduction_holds(const NoslipReductionReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipReductionReport, noslip_reduction_report_free)
