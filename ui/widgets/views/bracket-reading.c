/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/bracket-reading.h"

#include "ui/widgets/common/sentence.h"
#include "ui/widgets/views/view-derived.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MOST_FOR_JACOBIATOR 6 /* observables: those of more cost more than they show */
#define LONGEST 400           /* symbols of a formula that is still read */
#define SEPARATOR "\037"

/* The table over observables of the user's own */

typedef struct {
  NoslipBracketTable *table; /* NULL with `error` */
  char *error;
} Chosen;

static void
chosen_free(gpointer data)
{
  Chosen *chosen = data;
  g_clear_pointer(&chosen->table, noslip_bracket_table_free);
  g_free(chosen->error);
  g_free(chosen);
}

static gpointer
derive_table(NoslipSystem *system, const char *key, NoslipJob *job)
{
  Chosen *chosen = g_new0(Chosen, 1);
  g_auto(GStrv) names = noslip_bracket_names_split(key);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  guint n = g_strv_length(names);
  chosen->table =
      noslip_bracket_table_new(system, n, (const char *const *) names, n <= MOST_FOR_JACOBIATOR, diagnostics);
  const NoslipDiagnostic *error = diagnostics->list->len > 0 ? diagnostics->list->pdata[0] : NULL;
  if (!chosen->table)
    chosen->error = noslip_clause(error, _("There is no such bracket."));
  return chosen;
}

/* The formula of a cell */

static gpointer
derive_formula(NoslipSystem *system, const char *key, NoslipJob *job)
{
  g_auto(GStrv) names = g_strsplit(key, SEPARATOR, -1);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  guint n = g_strv_length(names);
  g_autoptr(NoslipBracketTable) table =
      noslip_bracket_table_new(system, n, (const char *const *) names, FALSE, diagnostics);
  char *latex = !table   ? NULL
                : n == 2 ? noslip_bracket_table_latex(table, 0, 1, LONGEST)
                         : noslip_bracket_table_jacobiator_latex(table, 0, 1, 2, LONGEST);
  return latex ? latex : g_strdup("");
}

const char *
noslip_bracket_formula(NoslipView *view, const char *const *names)
{
  static const NoslipDerivation formula = {derive_formula, g_free};
  g_autofree char *key = g_strjoinv(SEPARATOR, (char **) names);
  return noslip_view_derived(view, "formula", key, &formula);
}

/* Reading */

static gboolean
wait_for(NoslipBracketReading *reading, const char *why)
{
  reading->wait = g_strdup(why);
  return FALSE;
}

static gboolean
wait_because(NoslipView *view, NoslipBracketReading *reading, const char *clause)
{
  reading->wait = noslip_sentence(noslip_simulation_system(noslip_view_simulation(view)), clause);
  return FALSE;
}

static gboolean
find_table(NoslipView *view, NoslipBracketReading *reading)
{
  static const NoslipDerivation chosen_table = {derive_table, chosen_free};
  const char *const *of = noslip_view_choice(view, "of");
  if (of && of[0]) {
    const Chosen *chosen = noslip_view_derived(view, "table", of[0], &chosen_table);
    if (!chosen)
      return wait_for(reading, _("The bracket is being derived."));
    reading->table = chosen->table;
    return chosen->table ? TRUE : wait_because(view, reading, chosen->error);
  }
  const NoslipInstruments *instruments = noslip_simulation_instruments(noslip_view_simulation(view));
  if (!instruments)
    return wait_for(reading, _("The bracket is being derived."));
  reading->table = instruments->brackets;
  return reading->table
             ? TRUE
             : wait_because(view, reading, instruments->reason ? instruments->reason : _("There is no such bracket."));
}

gboolean
noslip_bracket_read(NoslipView *view, NoslipBracketReading *reading)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipSystem *system = simulation ? noslip_simulation_system(simulation) : NULL;
  *reading = (NoslipBracketReading){0};
  if (!system || !find_table(view, reading))
    return reading->wait ? FALSE : wait_for(reading, _("No system is open."));
  const double *parameters = NULL, *row = noslip_simulation_row(simulation, 0, &parameters);
  if (!row)
    return wait_for(reading, _("The bracket appears here as soon as there is a motion."));
  reading->n = noslip_bracket_table_n(reading->table);
  reading->n_triples = noslip_bracket_table_n_triples(reading->table);
  reading->values = g_new0(double, (gsize) reading->n * reading->n + 1);
  reading->jacobiators = g_new0(double, reading->n_triples + 1);
  noslip_bracket_table_evaluate(reading->table, parameters, row + noslip_row_x(system), row + noslip_row_y(system),
                                NULL, NULL, reading->values, reading->jacobiators, NULL);
  return TRUE;
}

void
noslip_bracket_reading_clear(NoslipBracketReading *reading)
{
  g_clear_pointer(&reading->values, g_free);
  g_clear_pointer(&reading->jacobiators, g_free);
  g_clear_pointer(&reading->wait, g_free);
}

int
noslip_bracket_worst(const NoslipBracketReading *reading)
{
  int worst = reading->n_triples > 0 ? 0 : -1;
  for (guint i = 1; i < reading->n_triples; i++)
    if (fabs(reading->jacobiators[i]) > fabs(reading->jacobiators[worst]))
      worst = (int) i;
  return worst;
}

const char *
noslip_bracket_meaning(const NoslipBracketReading *reading, guint i)
{
  const char *name = noslip_bracket_table_name(reading->table, i);
  guint64 index = 0;
  if (g_str_has_prefix(name, "p_") &&
      g_ascii_string_to_unsigned(name + 2, 10, 1, MAX(noslip_bracket_table_rank(reading->table), 1), &index, NULL))
    return noslip_bracket_table_momentum(reading->table, (guint) index - 1);
  return name;
}
