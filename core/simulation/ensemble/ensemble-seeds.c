/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/ensemble/ensemble-seeds.h"
#include "core/dynamics/start.h"
#include "core/simulation/start.h"

#include <glib/gi18n.h>
#include <string.h>

struct _NoslipEnsembleSeeds {
  const NoslipTicket *ticket;
  GRand *rand;
  NoslipStarter *starter, *kept; /* for the set and spread entries; for those of them that the constraints leave free */
  double *base, *mu;             /* the motion's own start */
  guint *index;                  /* n_spreads: in (x, y, mu) */
  double *places;                /* n_spreads: -1 to 1 */
  guint n_set;
  NoslipOverride *set;  /* n_set, then the spread entries */
  gboolean *preferred;  /* n: velocities that are spread */
  guint n_kept;         /* 0: not determined yet */
  guint *kept_velocity; /* n_kept, in order of priority */
  NoslipOverride *overrides;
  double *wanted;
};

static gboolean
find_spreads(NoslipEnsembleSeeds *seeds, NoslipDiagnostic **error)
{
  const NoslipTicket *ticket = seeds->ticket;
  const NoslipSystem *system = ticket->system;
  for (guint s = 0; s < ticket->ensemble.n_spreads; s++) {
    guint i = 0;
    while (i < noslip_start_n(system) && !g_str_equal(noslip_start_name(system, i), ticket->ensemble.spreads[s].name))
      i++;
    if (i == noslip_start_n(system)) {
      *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL, _("spread a coordinate or velocity"),
                                     _("'%s' has no initial value in this system"), ticket->ensemble.spreads[s].name);
      return FALSE;
    }
    seeds->index[s] = i;
    if (i >= system->m && i < system->m + system->n)
      seeds->preferred[i - system->m] = TRUE;
  }
  return TRUE;
}

NoslipEnsembleSeeds *
noslip_ensemble_seeds_new(const NoslipTicket *ticket, NoslipDiagnostic **error)
{
  const NoslipSystem *system = ticket->system;
  guint size = system->m + system->n;
  g_autoptr(NoslipEnsembleSeeds) seeds = g_new0(NoslipEnsembleSeeds, 1);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  seeds->ticket = ticket;
  seeds->rand = g_rand_new_with_seed(ticket->ensemble.seed);
  NoslipDynamicsKind kind = ticket->formulation != NULL ? ticket->formulation->kind : system->dynamics;
  seeds->starter = noslip_start_new(system, kind);
  seeds->kept = noslip_start_new(system, kind);
  if (ticket->formulation != NULL && ticket->formulation->on_submanifold) { /* members are moved onto it */
    noslip_starter_take_consistent(seeds->starter, TRUE);
    noslip_starter_take_consistent(seeds->kept, TRUE);
  }
  seeds->base = g_new0(double, size + 1);
  seeds->wanted = g_new0(double, size + 1);
  seeds->mu = g_new0(double, system->k + 1);
  seeds->index = g_new0(guint, ticket->ensemble.n_spreads + 1);
  seeds->places = g_new0(double, ticket->ensemble.n_spreads + 1);
  seeds->preferred = g_new0(gboolean, system->n + 1);
  seeds->kept_velocity = g_new0(guint, system->n + 1);
  seeds->overrides = g_new0(NoslipOverride, size + 1);
  seeds->set = g_new0(NoslipOverride, ticket->n_overrides + ticket->ensemble.n_spreads + 1);
  if (!find_spreads(seeds, error))
    return NULL;
  for (guint i = 0; i < ticket->n_overrides; i++)
    if (noslip_ensemble_settings_spread_of(&ticket->ensemble, ticket->overrides[i].name) == 0)
      seeds->set[seeds->n_set++] = ticket->overrides[i];
  if (!noslip_start_state(system, kind, ticket->consistent, ticket->parameters, ticket->n_overrides, ticket->overrides,
                          seeds->base, seeds->base + system->m, seeds->mu, NULL, diagnostics)) {
    *error = noslip_diagnostics_first_error(diagnostics);
    return NULL;
  }
  return g_steal_pointer(&seeds);
}

void
noslip_ensemble_seeds_free(NoslipEnsembleSeeds *seeds)
{
  if (!seeds)
    return;
  g_rand_free(seeds->rand);
  noslip_starter_free(seeds->starter);
  noslip_starter_free(seeds->kept);
  g_free(seeds->base);
  g_free(seeds->wanted);
  g_free(seeds->mu);
  g_free(seeds->index);
  g_free(seeds->places);
  g_free(seeds->preferred);
  g_free(seeds->kept_velocity);
  g_free(seeds->overrides);
  g_free(seeds->set);
  g_free(seeds);
}

/* The requested coordinates, and the velocities that the first such motion left free. */
static gboolean
state_of_kept(NoslipEnsembleSeeds *seeds, double *xy, NoslipDiagnostics *diagnostics)
{
  const NoslipTicket *ticket = seeds->ticket;
  const NoslipSystem *system = ticket->system;
  guint n = 0;
  for (guint i = 0; i < system->m; i++)
    seeds->overrides[n++] = (NoslipOverride){noslip_state_name(system, i), seeds->wanted[i]};
  for (guint i = 0; i < seeds->n_kept; i++) {
    guint index = system->m + seeds->kept_velocity[i];
    seeds->overrides[n++] = (NoslipOverride){noslip_state_name(system, index), seeds->wanted[index]};
  }
  return noslip_starter_state(seeds->kept, ticket->parameters, n, seeds->overrides, xy, xy + system->m, NULL,
                              diagnostics);
}

/* The spreads may contradict the constraints: the spread velocities have priority, then as many others as possible; the
 * rest is solved for. */
static gboolean
state_near(NoslipEnsembleSeeds *seeds, double *xy, NoslipDiagnostics *diagnostics)
{
  const NoslipTicket *ticket = seeds->ticket;
  if (seeds->n_kept == 0)
    noslip_ticket_free_velocities(ticket, seeds->wanted, seeds->preferred, seeds->kept_velocity, &seeds->n_kept);
  return seeds->n_kept > 0 && state_of_kept(seeds, xy, diagnostics);
}

/* Uniform random numbers from -1 to 1; those of several multipliers lie within a disk. */
static void
draw_places(NoslipEnsembleSeeds *seeds)
{
  guint first = seeds->ticket->system->m + seeds->ticket->system->n;
  double square;
  for (guint s = 0; s < seeds->ticket->ensemble.n_spreads; s++)
    seeds->places[s] = g_rand_double_range(seeds->rand, -1, 1);
  do {
    square = 0;
    for (guint s = 0; s < seeds->ticket->ensemble.n_spreads; s++)
      if (seeds->index[s] >= first)
        square += seeds->places[s] * seeds->places[s];
    for (guint s = 0; s < seeds->ticket->ensemble.n_spreads && square > 1; s++)
      if (seeds->index[s] >= first)
        seeds->places[s] = g_rand_double_range(seeds->rand, -1, 1);
  } while (square > 1);
}

gboolean
noslip_ensemble_seeds_next(NoslipEnsembleSeeds *seeds, double *xy, double *mu, float *shade, NoslipDiagnostic **error)
{
  const NoslipTicket *ticket = seeds->ticket;
  const NoslipSystem *system = ticket->system;
  guint n = seeds->n_set, size = system->m + system->n;
  *shade = 0.5f;
  memcpy(seeds->wanted, seeds->base, size * sizeof(double));
  memcpy(mu, seeds->mu, system->k * sizeof(double));
  draw_places(seeds);
  for (guint s = 0; s < ticket->ensemble.n_spreads; s++) {
    double by = seeds->places[s] * ticket->ensemble.spreads[s].value;
    guint index = seeds->index[s];
    if (s == 0)
      *shade = (float) (0.5 + 0.5 * seeds->places[s]);
    if (index >= size) {
      mu[index - size] += by;
      continue;
    }
    seeds->wanted[index] += by;
    seeds->set[n++] = (NoslipOverride){ticket->ensemble.spreads[s].name, seeds->wanted[index]};
  }
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  if (seeds->n_kept == 0 &&
      noslip_starter_state(seeds->starter, ticket->parameters, n, seeds->set, xy, xy + system->m, NULL, diagnostics))
    return TRUE;
  g_autoptr(NoslipDiagnostics) others = noslip_diagnostics_new();
  if (state_near(seeds, xy, others))
    return TRUE;
  if (!*error)
    *error = noslip_diagnostics_first_error(others->n_errors ? others : diagnostics);
  return FALSE;
}
