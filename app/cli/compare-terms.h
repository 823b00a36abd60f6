/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reference sizes of computed columns: an energy, a momentum or a multiplier may be 0 although its terms are not,
 * and the rounding of these is no difference. */
#pragma once

#include "core/trajectory/observer.h"

typedef struct _CliCompareTerms CliCompareTerms;

/* For the columns x, y, energy, lambda, observables of the observer, which are its first outputs; adds others, so before it is
 * sealed. NULL with *error if an observable cannot be derived. */
CliCompareTerms *cli_compare_terms_new(NoslipObserver *observer, NoslipSystem *system, NoslipDiagnostic **error);
void cli_compare_terms_free(CliCompareTerms *terms);
/* Raises sizes[column] to those of a row with these outputs. The size of the energy and of an observable is the sum of its
 * absolute terms; that of lambda_c the ratio sqrt(sum F_alpha^2/W_alpha alpha) / sqrt(sum Phi_c alpha^2/W_alpha alpha), in which
 * F_alpha is the sum of the absolute terms: the multiplier whose reaction is as large as the forces along the constraint.
 * whole[column]: for coordinates and velocities their units (noslip_agreement_motion()), from W and the anchor; for the
 * energy and lambda_c the size that the whole motion has in their unit, with all forces and the momenta in 1 s. */
void cli_compare_terms_raise(const CliCompareTerms *terms, const double *outputs, double *sizes, double *whole);
