/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/simulation/ticket.h"

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
  g_free(ticket->xy);
  g_free(ticket->mu);
  g_free(ticket->preferred);
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

/* Whether the state that is asked for by `n` overrides exists; it is written to xy and mu. */
static gboolean
try_state(const NoslipTicket *ticket, guint n, const NoslipOverride *overrides, double *xy, double *mu)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  return noslip_state_initial(ticket->system, ticket->parameters, n, overrides, xy, xy + ticket->system->m, mu,
                              diagnostics);
}

/* Keeps the coordinates and as many velocities as the constraints leave free. A velocity is kept where the state
 * with it and with those kept before still exists; the others follow from the constraints. Those that a hand set come
 * first, then those that the text's own `initial` statements name: its author took them as independent. */
static gboolean
continue_from(const NoslipTicket *ticket, double *xy, double *mu)
{
  const NoslipSystem *system = ticket->system;
  guint m = system->m, n = system->n, kept = 0;
  g_autofree NoslipOverride *overrides = g_new(NoslipOverride, m + n + 1);
  for (guint i = 0; i < m; i++)
    overrides[kept++] = (NoslipOverride){system->coordinates[i].name, ticket->xy[i]};
  for (guint a = 0; a < n; a++)
    overrides[m + a] = (NoslipOverride){system->fibres[a].name, ticket->xy[m + a]};
  if (try_state(ticket, m + n, overrides, xy, mu))
    return TRUE;

  g_autofree guint *rank = g_new(guint, n + 1);
  for (guint a = 0; a < n; a++)
    rank[a] = ticket->preferred && ticket->preferred[a] ? 0 : 2;
  for (guint i = 0; i < system->n_initials; i++)
    if (system->initials[i].kind == NOSLIP_ENTRY_VELOCITY && system->initials[i].index < n)
      rank[system->initials[i].index] = MIN(rank[system->initials[i].index], 1);
  gboolean found = FALSE;
  for (guint pass = 0; pass < 3; pass++) {
    for (guint a = 0; a < n; a++) {
      if (rank[a] != pass)
        continue;
      overrides[kept] = (NoslipOverride){system->fibres[a].name, ticket->xy[m + a]};
      if (try_state(ticket, kept + 1, overrides, xy, mu)) {
        kept++;
        found = TRUE;
      }
    }
  }
  /* the last try may have failed and left something else in xy */
  return found && try_state(ticket, kept, overrides, xy, mu);
}

gboolean
noslip_ticket_start(const NoslipTicket *ticket, double *xy, double *mu, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = ticket->system;
  if (!ticket->has_state)
    return noslip_state_initial(system, ticket->parameters, ticket->n_overrides, ticket->overrides, xy, xy + system->m,
                                mu, diagnostics);
  if (system->k == 0 || ticket->formulation->kind == NOSLIP_DYNAMICS_FREE || !continue_from(ticket, xy, mu))
    memcpy(xy, ticket->xy, (system->m + system->n) * sizeof *xy);
  if (mu && ticket->mu)
    memcpy(mu, ticket->mu, system->k * sizeof *mu);
  return TRUE;
}
