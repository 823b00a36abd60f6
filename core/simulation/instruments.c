/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/instruments.h"

#include <glib/gi18n.h>

#define MOST_FOR_JACOBIATOR 12 /* number of functions: deriving the Jacobiators of more may take longer than 0.1 s */

void
noslip_instruments_free(NoslipInstruments *instruments)
{
  if (!instruments)
    return;
  g_strfreev(instruments->names);
  g_strfreev(instruments->texts);
  g_clear_pointer(&instruments->brackets, noslip_bracket_table_free);
  g_free(instruments->triples);
  g_free(instruments->reason);
  g_free(instruments);
}

static void
name_functions(NoslipInstruments *self)
{
  self->names = g_new0(char *, self->n + 1);
  self->texts = g_new0(char *, self->n + 1);
  for (guint i = 0; i < self->n; i++) {
    self->names[i] = g_strdup(noslip_bracket_table_name(self->brackets, i));
    self->texts[i] =
        g_strdup(i < self->m ? self->names[i] : noslip_bracket_table_momentum(self->brackets, i - self->m));
  }
}

static void
list_triples(NoslipInstruments *self)
{
  self->n_triples = noslip_bracket_table_n_triples(self->brackets);
  self->triples = g_malloc_n(self->n_triples + 1, sizeof *self->triples);
  for (guint i = 0; i < self->n_triples; i++)
    noslip_bracket_table_triple(self->brackets, i, &self->triples[i][0], &self->triples[i][1], &self->triples[i][2]);
}

NoslipInstruments *
noslip_instruments_new(NoslipSystem *system)
{
  NoslipInstruments *self = g_new0(NoslipInstruments, 1);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  guint lost = system->dynamics == NOSLIP_DYNAMICS_NONHOLONOMIC ? system->k : 0;
  self->kind = system->dynamics;
  self->with_jacobiator = system->m + system->n <= MOST_FOR_JACOBIATOR + lost;
  const NoslipBracketTableOptions options = {.kind = self->kind, .with_jacobiator = self->with_jacobiator};
  self->brackets = noslip_bracket_table_new_with(system, 0, NULL, &options, diagnostics);
  if (!self->brackets) {
    const NoslipDiagnostic *error = diagnostics->list->len > 0 ? diagnostics->list->pdata[0] : NULL;
    self->reason = g_strdup(error ? error->cause : _("the system has no distribution"));
    return self;
  }
  self->m = system->m;
  self->n = noslip_bracket_table_n(self->brackets);
  name_functions(self);
  list_triples(self);
  return self;
}
