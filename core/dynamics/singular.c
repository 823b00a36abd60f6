/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The motion of a degenerate Lagrangian on its SODE submanifold S^X (I Theorem 4.6): submanifold-motion.h. */
#include "core/dynamics/algorithm/submanifold-motion.h"
#include "core/dynamics/formulation.h"

#include <glib/gi18n-lib.h>

static char *
singular_refusal(const NoslipSystem *system)
{
  if (system->k > 0)
    return g_strdup(_("it is for degenerate Lagrangians without constraints"));
  if (noslip_system_is_timed(system))
    return g_strdup(_("the Lagrangian depends on the time t, and the constraint algorithm is for those that do not"));
  if (!noslip_system_is_degenerate(system))
    return g_strdup(_("the Lagrangian is regular: every formulation of the free motion applies"));
  return NULL;
}

static gpointer
singular_create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(system, error);
  if (algorithm == NULL)
    return NULL;
  NoslipDiagnostic *refused = noslip_submanifold_motion_refuse(algorithm);
  if (refused == NULL)
    return noslip_submanifold_motion_new(algorithm);
  *error = refused;
  return NULL;
}

static int
singular_failure(gconstpointer work)
{
  return -1;
}

const NoslipFormulation noslip_formulation_singular = {
    .id = NC_("formulation", "singular"),
    .title = N_("Singular Lagrangian"),
    .summary = N_("The constraint algorithm finds where motions exist; they run on its SODE submanifold."),
    .source = N_(
        "Iglesias, Marrero, Martín de Diego, Sosa: Singular Lagrangian systems and variational constrained mechanics "
        "on Lie algebroids, sections 3 and 4"),
    .latex = "i_X \\omega_L = d E_L, \\qquad E = E_0 \\supset E_1 \\supset \\cdots \\supset E_f \\supset S^X",
    .kind = NOSLIP_DYNAMICS_NONHOLONOMIC,
    .color = "#8C564B",
    .dash = NOSLIP_DASH_LONG,
    .automatic = TRUE,
    .on_submanifold = TRUE,
    .refusal = singular_refusal,
    .create = singular_create,
    .destroy = noslip_submanifold_motion_destroy,
    .size = noslip_submanifold_motion_size,
    .work_new = noslip_submanifold_motion_workspace_new,
    .work_free = noslip_submanifold_motion_workspace_free,
    .set_parameters = noslip_submanifold_motion_set_parameters,
    .enter = noslip_submanifold_motion_enter,
    .rates = noslip_submanifold_motion_rates,
    .accept = noslip_submanifold_motion_accept,
    .observe = noslip_submanifold_motion_observe,
    .failure = singular_failure,
};
