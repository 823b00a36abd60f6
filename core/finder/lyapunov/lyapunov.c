/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/lyapunov/lyapunov.h"

#include "core/finder/lyapunov/lyapunov-private.h"
#include "core/system/mode.h"

#include <glib/gi18n-lib.h>

static gboolean
refuse(NoslipDiagnostic **error, const char *remedy, const char *cause)
{
  *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, remedy, "%s", cause);
  return FALSE;
}

static gboolean
has_exponents(const NoslipSystem *system, NoslipDynamicsKind kind, const NoslipFormulation *formulation,
              NoslipDiagnostic **error)
{
  if (kind == NOSLIP_DYNAMICS_VAKONOMIC || formulation == NULL)
    return refuse(error, _("choose other dynamics"), _("exponents are computed for nonholonomic and free motions"));
  if (formulation->jacobian == NULL)
    return refuse(error, NULL, _("these dynamics have no Jacobian for the variational equations"));
  if (noslip_system_has_modes(system)) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, noslip_modes_place(system),
                                   _("leave them out of the text, or write smooth forces in their place"),
                                   _("bounces and dry friction have no variational equations here"));
    return FALSE;
  }
  return TRUE;
}

NoslipLyapunovFinder *
noslip_lyapunov_finder_new(NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  if (!has_exponents(system, formulation->kind, formulation, error))
    return NULL;
  if (formulation->size(noslip_dynamics_data(dynamics)) != system->m + system->n) {
    refuse(error, NULL, _("these dynamics have other variables than coordinates and velocities"));
    return NULL;
  }
  NoslipLyapunovFinder *finder = g_new0(NoslipLyapunovFinder, 1);
  finder->dynamics = noslip_dynamics_ref(dynamics);
  finder->vanishing = noslip_vanishing_new(system, formulation->kind != NOSLIP_DYNAMICS_FREE);
  return finder;
}

void
noslip_lyapunov_finder_free(NoslipLyapunovFinder *finder)
{
  if (finder == NULL)
    return;
  noslip_vanishing_free(finder->vanishing);
  noslip_variations_free(finder->variations);
  noslip_dynamics_unref(finder->dynamics);
  g_free(finder);
}

NoslipLyapunov *
noslip_lyapunov_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters, const double *xy,
                     const NoslipLyapunovOptions *options, const int *cancel, NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_formulation_for(system, kind);
  if (!has_exponents(system, kind, formulation, error))
    return NULL;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, error);
  g_autoptr(NoslipLyapunovFinder) finder = dynamics != NULL ? noslip_lyapunov_finder_new(dynamics, error) : NULL;
  return finder != NULL ? noslip_lyapunov_finder_measure(finder, parameters, xy, options, cancel, error) : NULL;
}

void
noslip_lyapunov_free(NoslipLyapunov *lyapunov)
{
  if (lyapunov == NULL)
    return;
  g_free(lyapunov->exponents);
  g_free(lyapunov->errors);
  g_free(lyapunov);
}
