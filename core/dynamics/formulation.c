/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/formulations.h"

#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/dynamics/companion.h"
#include "core/system/mode.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct _Companion Companion;
struct _Companion {
  const NoslipCompanionKind *kind;
  gpointer data;
  Companion *next;
};

struct _NoslipDynamics {
  const NoslipFormulation *formulation;
  NoslipSystem *system;
  gpointer data;
  Companion *companions; /* a list that only grows, at its start */
  gatomicrefcount references;
};

static const NoslipFormulation *const formulations[] = {
#define FORMULATION(name) &noslip_formulation_##name,
#include "core/dynamics/formulations.def"
#undef FORMULATION
    NULL,
};

const NoslipFormulation *const *
noslip_formulations(void)
{
  return formulations;
}

const NoslipFormulation *
noslip_formulation_find(const char *id)
{
  for (guint i = 0; formulations[i] != NULL; i++)
    if (g_strcmp0(formulations[i]->id, id) == 0)
      return formulations[i];
  return NULL;
}

const char *
noslip_formulation_words(const NoslipFormulation *formulation)
{
  return g_dpgettext2(GETTEXT_PACKAGE, "formulation", formulation->id);
}

const char *
noslip_formulation_derivation(const NoslipFormulation *formulation, const NoslipSystem *system)
{
  static const char *const model = NOSLIP_DERIVATION_MODEL;
  return formulation->derivation != NULL ? formulation->derivation(system) : model;
}

const char *
noslip_formulation_shares(const NoslipFormulation *formulation, const NoslipSystem *system)
{
  return formulation->shares != NULL ? formulation->shares(system) : NULL;
}

/* On a general algebroid only formulations that start from F and W of the model are valid (G (2.7)). */
static gboolean
needs_skew_bracket(const NoslipFormulation *formulation, const NoslipSystem *system)
{
  return formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC ||
         !g_str_equal(noslip_formulation_derivation(formulation, system), NOSLIP_DERIVATION_MODEL);
}

char *
noslip_formulation_refusal(const NoslipFormulation *formulation, const NoslipSystem *system)
{
  if (system->algebroid == NOSLIP_ALGEBROID_GENERAL && needs_skew_bracket(formulation, system))
    return g_strdup(_("it needs a skew-symmetric bracket and one anchor"));
  if (noslip_system_has_modes(system) && !noslip_system_is_mode(system) &&
      (formulation->kind != NOSLIP_DYNAMICS_NONHOLONOMIC || formulation->on_submanifold))
    return g_strdup(_("dry friction and bounces act in nonholonomic dynamics of a regular system alone"));
  return formulation->refusal != NULL ? formulation->refusal(system) : NULL;
}

const NoslipFormulation *
noslip_formulation_default(NoslipDynamicsKind kind)
{
  for (guint i = 0; formulations[i] != NULL; i++)
    if (formulations[i]->kind == kind)
      return formulations[i];
  return NULL;
}

const NoslipFormulation *
noslip_formulation_for(const NoslipSystem *system, NoslipDynamicsKind kind)
{
  if (kind != NOSLIP_DYNAMICS_VAKONOMIC && system->k == 0 && noslip_system_is_degenerate(system))
    return &noslip_formulation_singular;
  return noslip_formulation_default(kind);
}

NoslipDynamics *
noslip_dynamics_new(const NoslipFormulation *formulation, NoslipSystem *system, NoslipDiagnostic **error)
{
  g_autofree char *reason = noslip_formulation_refusal(formulation, system);
  if (reason != NULL) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, _("choose another formulation"),
                                   _("the formulation '%s' does not apply to this system: %s"),
                                   noslip_formulation_words(formulation), reason);
    return NULL;
  }
  gpointer data = formulation->create(system, error);
  if (data == NULL) {
    if (*error != NULL && system->text != NULL)
      noslip_diagnostic_locate(*error, system->text, strlen(system->text), system->file);
    return NULL;
  }
  NoslipDynamics *dynamics = g_new0(NoslipDynamics, 1);
  g_atomic_ref_count_init(&dynamics->references);
  dynamics->formulation = formulation;
  dynamics->system = noslip_system_ref(system);
  dynamics->data = data;
  return dynamics;
}

NoslipDynamics *
noslip_dynamics_ref(NoslipDynamics *dynamics)
{
  g_atomic_ref_count_inc(&dynamics->references);
  return dynamics;
}

static void
free_companions(Companion *companion)
{
  while (companion != NULL) {
    Companion *next = companion->next;
    companion->kind->destroy(companion->data);
    g_free(companion);
    companion = next;
  }
}

void
noslip_dynamics_unref(NoslipDynamics *dynamics)
{
  if (dynamics == NULL || !g_atomic_ref_count_dec(&dynamics->references))
    return;
  free_companions(dynamics->companions);
  dynamics->formulation->destroy(dynamics->data);
  noslip_system_unref(dynamics->system);
  g_free(dynamics);
}

const NoslipFormulation *
noslip_dynamics_formulation(const NoslipDynamics *dynamics)
{
  return dynamics->formulation;
}

NoslipSystem *
noslip_dynamics_system(const NoslipDynamics *dynamics)
{
  return dynamics->system;
}

gconstpointer
noslip_dynamics_data(const NoslipDynamics *dynamics)
{
  return dynamics->data;
}

static Companion *
find_companion(Companion *companion, const NoslipCompanionKind *kind)
{
  while (companion != NULL && companion->kind != kind)
    companion = companion->next;
  return companion;
}

gpointer
noslip_dynamics_companion(NoslipDynamics *dynamics, const NoslipCompanionKind *kind, NoslipDiagnostic **error)
{
  Companion *first = g_atomic_pointer_get(&dynamics->companions), *found = find_companion(first, kind);
  if (found != NULL)
    return found->data;
  gpointer data = kind->create(dynamics, error);
  if (data == NULL)
    return NULL;
  Companion *own = g_new(Companion, 1);
  *own = (Companion){kind, data, first};
  while (!g_atomic_pointer_compare_and_exchange(&dynamics->companions, own->next, own)) {
    own->next = g_atomic_pointer_get(&dynamics->companions);
    found = find_companion(own->next, kind);
    if (found != NULL) { /* another thread was faster */
      kind->destroy(data);
      g_free(own);
      return found->data;
    }
  }
  return data;
}

static gpointer
create_reaction(NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  return noslip_reaction_new(dynamics->system);
}

static void
destroy_reaction(gpointer reaction)
{
  noslip_reaction_free(reaction);
}

const NoslipReaction *
noslip_dynamics_reaction(NoslipDynamics *dynamics)
{
  static const NoslipCompanionKind reaction = {create_reaction, destroy_reaction};
  return noslip_dynamics_companion(dynamics, &reaction, NULL);
}
