/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/simulation/instruments.h"

#include "core/bracket/bracket.h"

/* The Jacobiators of more functions than this cost more than they show. */
#define MOST_FOR_JACOBIATOR 6

NoslipInstruments *
noslip_instruments_ref(NoslipInstruments *instruments)
{
  atomic_fetch_add_explicit(&instruments->references, 1, memory_order_relaxed);
  return instruments;
}

void
noslip_instruments_unref(NoslipInstruments *instruments)
{
  if (!instruments || atomic_fetch_sub_explicit(&instruments->references, 1, memory_order_acq_rel) != 1)
    return;
  g_strfreev(instruments->names);
  g_strfreev(instruments->texts);
  g_clear_pointer(&instruments->tape, noslip_tape_unref);
  g_free(instruments->triples);
  g_free(instruments->reason);
  g_free(instruments);
}

static void
name_functions(NoslipInstruments *self, const NoslipSystem *system, const NoslipDistribution *distribution,
               NoslipExpr *functions)
{
  self->names = g_new0(char *, self->n + 1);
  self->texts = g_new0(char *, self->n + 1);
  for (guint i = 0; i < self->n; i++) {
    if (i < self->m) {
      functions[i] = system->coordinates[i].symbol;
      self->names[i] = g_strdup(system->coordinates[i].name);
      self->texts[i] = g_strdup(system->coordinates[i].name);
    } else {
      guint a = i - self->m;
      functions[i] = distribution->momenta[a];
      self->names[i] = g_strdup_printf("p_%u", a + 1);
      self->texts[i] = g_strdup(distribution->momenta_text ? distribution->momenta_text[a] : self->names[i]);
    }
  }
}

static void
list_triples(NoslipInstruments *self)
{
  if (self->n > MOST_FOR_JACOBIATOR)
    return;
  self->triples = g_malloc_n(self->n * self->n * self->n + 1, sizeof *self->triples);
  for (guint i = 0; i < self->n; i++)
    for (guint j = i + 1; j < self->n; j++)
      for (guint k = j + 1; k < self->n; k++) {
        guint *triple = self->triples[self->n_triples++];
        triple[0] = i;
        triple[1] = j;
        triple[2] = k;
      }
}

static NoslipTape *
compile(const NoslipSystem *system, const NoslipGraph *graph, guint n_outputs, const NoslipExpr *outputs)
{
  g_autofree NoslipExpr *constants = g_new(NoslipExpr, system->n_parameters + 1);
  g_autofree NoslipExpr *variables = g_new(NoslipExpr, system->m + system->n + 1);
  for (guint i = 0; i < system->n_parameters; i++)
    constants[i] = system->parameters[i].symbol;
  for (guint i = 0; i < system->m; i++)
    variables[i] = system->coordinates[i].symbol;
  for (guint a = 0; a < system->n; a++)
    variables[system->m + a] = system->fibres[a].symbol;
  return noslip_tape_new(graph, system->n_parameters, constants, system->m + system->n, variables, n_outputs,
                         outputs);
}

NoslipInstruments *
noslip_instruments_new(const NoslipSystem *system)
{
  NoslipInstruments *self = g_new0(NoslipInstruments, 1);
  atomic_init(&self->references, 1);
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDistribution) distribution = model ? noslip_distribution_new(model, &error) : NULL;
  if (!distribution) {
    self->reason = g_strdup(error ? error->cause : "the system has no distribution");
    return self;
  }
  self->m = system->m;
  self->n = system->m + distribution->r;
  g_autofree NoslipExpr *functions = g_new0(NoslipExpr, self->n + 1);
  name_functions(self, system, distribution, functions);
  list_triples(self);

  guint n_outputs = self->n * self->n + self->n_triples;
  g_autofree NoslipExpr *outputs = g_new0(NoslipExpr, n_outputs + 1);
  for (guint i = 0; i < self->n; i++)
    for (guint j = i + 1; j < self->n; j++) {
      NoslipExpr value = noslip_bracket(distribution, functions[i], functions[j]);
      outputs[i * self->n + j] = value;
      outputs[j * self->n + i] = noslip_expr_neg(model->graph, value);
    }
  for (guint i = 0; i < self->n_triples; i++) {
    const guint *triple = self->triples[i];
    outputs[self->n * self->n + i] = noslip_bracket_jacobiator(distribution, functions[triple[0]],
                                                               functions[triple[1]], functions[triple[2]]);
  }
  self->tape = compile(system, model->graph, n_outputs, outputs);
  return self;
}
