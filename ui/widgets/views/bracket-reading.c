/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/bracket-reading.h"

#include "ui/widgets/common/absence.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/views/view-derived.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MOST_FOR_JACOBIATOR 32 /* observables, 4960 triples: deriving more takes minutes */
#define LONGEST 400            /* symbols of the longest formula that is shown */
#define SEPARATOR "\037"

/* The table over observables chosen by the user */

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

/* A key of derivations: the kind of dynamics, then names; and its parsed form. */
static char *
key_of(NoslipDynamicsKind kind, const char *names)
{
  return g_strdup_printf("%d%s%s", (int) kind, SEPARATOR, names);
}

static NoslipDynamicsKind
key_kind(const char *key)
{
  return (NoslipDynamicsKind) g_ascii_strtoull(key, NULL, 10);
}

static const char *
key_names(const char *key)
{
  return strstr(key, SEPARATOR) + strlen(SEPARATOR);
}

/* All coordinates and momenta if no names are chosen. */
static gpointer
derive_table(NoslipSystem *system, const char *key, gboolean with_jacobiator)
{
  Chosen *chosen = g_new0(Chosen, 1);
  const char *list = key_names(key);
  g_auto(GStrv) names = *list ? noslip_bracket_names_split(list) : NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  guint n = names ? g_strv_length(names) : 0, most = names ? n : system->m + system->n;
  const NoslipBracketTableOptions options = {.kind = key_kind(key),
                                             .with_jacobiator = with_jacobiator && most <= MOST_FOR_JACOBIATOR};
  chosen->table = noslip_bracket_table_new_with(system, n, (const char *const *) names, &options, diagnostics);
  const NoslipDiagnostic *error = diagnostics->list->len > 0 ? diagnostics->list->pdata[0] : NULL;
  if (!chosen->table)
    chosen->error = noslip_clause(error, _("There is no such bracket."));
  return chosen;
}

static gpointer
derive_values(NoslipSystem *system, const char *key, NoslipJob *job)
{
  return derive_table(system, key, TRUE);
}

static gpointer
derive_meanings(NoslipSystem *system, const char *key, NoslipJob *job)
{
  return derive_table(noslip_system_written(system), key, FALSE);
}

/* The formula of a cell */

static gpointer
derive_formula(NoslipSystem *system, const char *key, NoslipJob *job)
{
  g_auto(GStrv) names = g_strsplit(key_names(key), SEPARATOR, -1);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  guint n = g_strv_length(names);
  const NoslipBracketTableOptions options = {.kind = key_kind(key)};
  g_autoptr(NoslipBracketTable) table = noslip_bracket_table_new_with(
      noslip_system_written(system), n, (const char *const *) names, &options, diagnostics);
  char *latex = !table   ? NULL
                : n == 2 ? noslip_bracket_table_latex(table, 0, 1, LONGEST)
                         : noslip_bracket_table_jacobiator_latex(table, 0, 1, 2, LONGEST);
  return latex ? latex : g_strdup("");
}

NoslipDynamicsKind
noslip_bracket_kind(NoslipView *view)
{
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  return primary && primary->formulation ? primary->formulation->kind : noslip_simulation_runs(simulation)->kind;
}

const char *
noslip_bracket_formula(NoslipView *view, const char *const *names)
{
  static const NoslipDerivation formula = {derive_formula, g_free};
  g_autofree char *joined = g_strjoinv(SEPARATOR, (char **) names);
  g_autofree char *key = key_of(noslip_bracket_kind(view), joined);
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

/* The instruments have the table of the system's own dynamics; the view derives all others. */
static gboolean
find_table(NoslipView *view, NoslipBracketReading *reading)
{
  static const NoslipDerivation chosen_table = {derive_values, chosen_free};
  const char *const *of = noslip_view_choice(view, "of");
  const NoslipInstruments *instruments =
      noslip_readings_instruments(noslip_simulation_readings(noslip_view_simulation(view)));
  NoslipDynamicsKind kind = noslip_bracket_kind(view);
  gboolean named = of && of[0];
  if (!named && !instruments)
    return wait_for(reading, _("The bracket is being derived."));
  if (!named && instruments->kind == kind && (instruments->with_jacobiator || !instruments->brackets)) {
    reading->table = instruments->brackets;
    const char *reason = instruments->reason ? instruments->reason : _("There is no such bracket.");
    return reading->table ? TRUE : wait_because(view, reading, reason);
  }
  g_autofree char *key = key_of(kind, named ? of[0] : "");
  const Chosen *chosen = noslip_view_derived(view, "table", key, &chosen_table);
  if (!chosen)
    return wait_for(reading, _("The bracket is being derived."));
  reading->table = chosen->table;
  return chosen->table ? TRUE : wait_because(view, reading, chosen->error);
}

/* The table that has the meanings of momenta: another one where inputs are moved by hand. NULL while it is derived. */
static const NoslipBracketTable *
meanings_of(NoslipView *view, NoslipSystem *system, const NoslipBracketTable *table)
{
  static const NoslipDerivation meanings = {derive_meanings, chosen_free};
  const char *const *of = noslip_view_choice(view, "of");
  if (noslip_system_written(system) == system)
    return table;
  g_autofree char *key = key_of(noslip_bracket_kind(view), of && of[0] ? of[0] : "");
  const Chosen *chosen = noslip_view_derived(view, "meanings", key, &meanings);
  return chosen ? chosen->table : NULL;
}

gboolean
noslip_bracket_read(NoslipView *view, NoslipBracketReading *reading)
{
  NoslipSimulation *simulation = noslip_view_simulation(view);
  NoslipSystem *system = simulation ? noslip_simulation_system(simulation) : NULL;
  *reading = (NoslipBracketReading){0};
  if (!system || !find_table(view, reading))
    return reading->wait ? FALSE : wait_for(reading, noslip_absence(simulation));
  const double *parameters = NULL, *row = noslip_runs_sample(noslip_simulation_runs(simulation), 0, &parameters);
  if (!row)
    return wait_for(reading, _("The bracket appears here as soon as there is a motion."));
  reading->meanings = meanings_of(view, system, reading->table);
  reading->n = noslip_bracket_table_n(reading->table);
  reading->n_triples = noslip_bracket_table_n_triples(reading->table);
  reading->values = g_new0(double, (gsize) reading->n * reading->n + 1);
  reading->jacobiators = g_new0(double, reading->n_triples + 1);
  gboolean vakonomic = noslip_bracket_table_kind(reading->table) == NOSLIP_DYNAMICS_VAKONOMIC;
  noslip_bracket_table_evaluate(reading->table, parameters, row + noslip_row_x(system), row + noslip_row_y(system),
                                vakonomic ? row + noslip_row_lambda(system) : NULL, NULL, reading->values,
                                reading->jacobiators, NULL);
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
  double largest = 0;
  const double *sizes = worst < 0 ? NULL : noslip_bracket_table_jacobiator_sizes(reading->table);
  for (guint i = 0; i < reading->n_triples; i++) {
    double part = reading->jacobiators[i] == 0 ? 0 : fabs(reading->jacobiators[i]) / sizes[i];
    if (part > largest) {
      largest = part;
      worst = (int) i;
    }
  }
  return worst;
}

const char *
noslip_bracket_meaning(const NoslipBracketReading *reading, guint i)
{
  const char *name = noslip_bracket_table_name(reading->table, i);
  guint64 index = 0;
  if (reading->meanings && g_str_has_prefix(name, "p_") &&
      g_ascii_string_to_unsigned(name + 2, 10, 1, MAX(noslip_bracket_table_rank(reading->meanings), 1), &index, NULL))
    return noslip_bracket_table_momentum(reading->meanings, (guint) index - 1);
  return name;
}
