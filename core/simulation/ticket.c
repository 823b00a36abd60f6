/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/ticket.h"

#include "core/dynamics/start.h"

#include <glib/gi18n.h>
#include <string.h>

NoslipTicket *
noslip_ticket_new(NoslipSystem *system, guint run, guint64 generation)
{
  NoslipTicket *ticket = g_new0(NoslipTicket, 1);
  atomic_init(&ticket->references, 1);
  ticket->system = noslip_system_ref(system);
  ticket->run = run;
  ticket->generation = generation;
  ticket->parameters = noslip_system_default_parameters(system);
  noslip_run_options_default(&ticket->options, system);
  ticket->end = ticket->options.to > 0 ? ticket->options.to : system->run_to;
  return ticket;
}

NoslipTicket *
noslip_ticket_ref(NoslipTicket *ticket)
{
  atomic_fetch_add_explicit(&ticket->references, 1, memory_order_relaxed);
  return ticket;
}

void
noslip_ticket_unref(NoslipTicket *ticket)
{
  if (!ticket || atomic_fetch_sub_explicit(&ticket->references, 1, memory_order_acq_rel) != 1)
    return;
  for (guint i = 0; i < ticket->n_overrides; i++)
    g_free((char *) ticket->overrides[i].name);
  g_free(ticket->overrides);
  g_free(ticket->parameters);
  noslip_gestures_unref(ticket->gestures);
  g_free(ticket->xy);
  g_free(ticket->mu);
  g_clear_pointer(&ticket->earlier, g_ptr_array_unref);
  g_free(ticket->preferred);
  g_free(ticket->members);
  noslip_ensemble_settings_clear(&ticket->ensemble);
  noslip_system_unref(ticket->system);
  g_free(ticket);
}

void
noslip_ticket_add_override(NoslipTicket *ticket, const char *name, double value)
{
  for (guint i = 0; i < ticket->n_overrides; i++)
    if (g_str_equal(ticket->overrides[i].name, name)) {
      ticket->overrides[i].value = value;
      return;
    }
  ticket->overrides = g_renew(NoslipOverride, ticket->overrides, ticket->n_overrides + 1);
  ticket->overrides[ticket->n_overrides++] = (NoslipOverride){.name = g_strdup(name), .value = value};
}

void
noslip_ticket_cancel(NoslipTicket *ticket)
{
  __atomic_store_n(&ticket->cancel, 1, __ATOMIC_RELEASE);
}

/* Initial states are computed as if t were 0, so the movement of an input in progress at t0 is shifted too. */
static double *
parameters_at_start(const NoslipTicket *ticket)
{
  const NoslipSystem *system = ticket->system;
  double *parameters = g_memdup2(ticket->parameters, MAX(system->n_parameters, 1) * sizeof(double));
  for (guint i = 0; i < system->n_inputs; i++)
    if (system->inputs[i].hand != G_MAXUINT)
      parameters[system->inputs[i].hand + NOSLIP_HAND_AT] -= ticket->t0;
  return parameters;
}

/* Whether a state with the `n` overrides exists; it is written to xy and mu. */
static gboolean
try_state(const NoslipTicket *ticket, guint n, const NoslipOverride *overrides, double *xy, double *mu)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = parameters_at_start(ticket);
  return noslip_state_initial(ticket->system, parameters, n, overrides, xy, xy + ticket->system->m, mu, diagnostics);
}

static void
rank_velocities(const NoslipSystem *system, const gboolean *preferred, guint *rank)
{
  for (guint a = 0; a < system->n; a++)
    rank[a] = preferred && preferred[a] ? 0 : 2;
  for (guint i = 0; i < system->n_initials; i++)
    if (system->initials[i].kind == NOSLIP_ENTRY_VELOCITY && system->initials[i].index < system->n)
      rank[system->initials[i].index] = MIN(rank[system->initials[i].index], 1);
}

/* A velocity is kept if a state with it and the earlier kept ones exists; the others follow from the constraints.
 * Preferred ones come first, then those in the text's `initial` statements, which the author considered independent. */
void
noslip_ticket_free_velocities(const NoslipTicket *ticket, const double *xy, const gboolean *preferred, guint *kept,
                              guint *n_kept)
{
  const NoslipSystem *system = ticket->system;
  guint m = system->m, n = system->n;
  g_autofree NoslipOverride *overrides = g_new(NoslipOverride, m + n + 1);
  g_autofree double *state = g_new(double, m + n + 1);
  g_autofree guint *rank = g_new(guint, n + 1);
  rank_velocities(system, preferred, rank);
  for (guint i = 0; i < m; i++)
    overrides[i] = (NoslipOverride){system->coordinates[i].name, xy[i]};
  *n_kept = 0;
  for (guint pass = 0; pass < 3; pass++)
    for (guint a = 0; a < n; a++) {
      if (rank[a] != pass)
        continue;
      overrides[m + *n_kept] = (NoslipOverride){system->fibres[a].name, xy[m + a]};
      if (try_state(ticket, m + *n_kept + 1, overrides, state, NULL))
        kept[(*n_kept)++] = a;
    }
}

/* Keeps the coordinates and as many velocities as the constraints leave free, those set by hand first. */
static gboolean
continue_from(const NoslipTicket *ticket, double *xy, double *mu)
{
  const NoslipSystem *system = ticket->system;
  guint m = system->m, n = system->n, n_kept = 0;
  g_autofree NoslipOverride *overrides = g_new(NoslipOverride, m + n + 1);
  g_autofree guint *kept = g_new(guint, n + 1);
  for (guint i = 0; i < m + n; i++)
    overrides[i] = (NoslipOverride){noslip_state_name(system, i), ticket->xy[i]};
  if (try_state(ticket, m + n, overrides, xy, mu))
    return TRUE;
  noslip_ticket_free_velocities(ticket, ticket->xy, ticket->preferred, kept, &n_kept);
  for (guint i = 0; i < n_kept; i++)
    overrides[m + i] = (NoslipOverride){system->fibres[kept[i]].name, ticket->xy[m + kept[i]]};
  return n_kept > 0 && try_state(ticket, m + n_kept, overrides, xy, mu);
}

static NoslipDynamicsKind
kind_of(const NoslipTicket *ticket)
{
  return ticket->formulation != NULL ? ticket->formulation->kind : ticket->system->dynamics;
}

static gboolean
is_on_submanifold(const NoslipTicket *ticket)
{
  return ticket->formulation != NULL && ticket->formulation->on_submanifold;
}

/* The state on the final constraint submanifold that is nearest to the present one. */
static gboolean
continue_nearby(const NoslipTicket *ticket, double *xy, double *mu, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = ticket->system;
  guint size = system->m + system->n;
  g_autofree NoslipOverride *overrides = g_new(NoslipOverride, size + 1);
  for (guint i = 0; i < size; i++)
    overrides[i] = (NoslipOverride){noslip_state_name(system, i), ticket->xy[i]};
  g_autofree double *parameters = parameters_at_start(ticket);
  return noslip_start_state(system, kind_of(ticket), TRUE, parameters, size, overrides, xy, xy + system->m, mu, NULL,
                            diagnostics);
}

NoslipDiagnostic *
noslip_diagnostics_first_error(const NoslipDiagnostics *diagnostics)
{
  for (guint i = 0; i < diagnostics->list->len; i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(diagnostics->list, i);
    if (diagnostic->severity == NOSLIP_ERROR)
      return noslip_diagnostic_copy(diagnostic);
  }
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_INITIAL, NULL, NULL, _("there is no initial state"));
}

gboolean
noslip_ticket_start(const NoslipTicket *ticket, double *xy, double *mu, gboolean *chosen,
                    NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = ticket->system;
  if (!ticket->has_state)
    return noslip_start_state(system, kind_of(ticket), ticket->consistent, ticket->parameters, ticket->n_overrides,
                              ticket->overrides, xy, xy + system->m, mu, chosen, diagnostics);
  if (is_on_submanifold(ticket) && !ticket->exact)
    return continue_nearby(ticket, xy, mu, diagnostics);
  if (system->k == 0 || ticket->exact || ticket->formulation->kind == NOSLIP_DYNAMICS_FREE ||
      !continue_from(ticket, xy, mu))
    memcpy(xy, ticket->xy, (system->m + system->n) * sizeof *xy);
  if (mu && ticket->mu)
    memcpy(mu, ticket->mu, system->k * sizeof *mu);
  return TRUE;
}

gboolean
noslip_ticket_nearest(const NoslipTicket *ticket, double *xy, gboolean *chosen)
{
  const NoslipSystem *system = ticket->system;
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  return !ticket->has_state &&
         noslip_start_state(system, kind_of(ticket), TRUE, ticket->parameters, ticket->n_overrides, ticket->overrides,
                            xy, xy + system->m, NULL, chosen, ignored);
}
