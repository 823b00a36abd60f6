/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bracket: the nonholonomic or the vakonomic bracket of any observables at a state. */
#include "app/cli/bracket-private.h"
#include "app/cli/cli.h"
#include "app/cli/noether.h"
#include "core/geometry/bracket-table.h"
#include "core/geometry/holonomic.h"

#include <math.h>

static void
table_clear(CliBracketTable *table)
{
  g_clear_pointer(&table->brackets, noslip_bracket_table_free);
  g_free(table->matrix);
  g_free(table->triples);
  g_free(table->structure);
  cli_problem_clear(&table->problem);
}

const char *
cli_bracket_name(const CliBracketTable *table, guint i)
{
  return noslip_bracket_table_name(table->brackets, i);
}

gboolean
cli_bracket_is_poisson(const CliBracketTable *table)
{
  return table->problem.kind != NOSLIP_DYNAMICS_NONHOLONOMIC;
}

static gboolean
has_empty_place(char **names)
{
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (*names[i] == '\0')
      return TRUE;
  return FALSE;
}

/* The table of the brackets of the names in `list` (NULL: the usual ones), evaluated at the state. */
static int
evaluate(CliBracketTable *table, const char *list)
{
  const CliProblem *problem = &table->problem;
  const double *x = problem->xy, *y = problem->xy + problem->system->m;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_auto(GStrv) names = list != NULL ? noslip_bracket_names_split(list) : NULL;
  if (has_empty_place(names)) {
    cli_message("error: --of has an empty place: '%s'; give names and expressions, separated by commas", list);
    return CLI_INPUT;
  }
  const NoslipBracketTableOptions options = {problem->kind, TRUE, problem->parameters, x, y};
  table->brackets = noslip_bracket_table_new_with(problem->system, names != NULL ? g_strv_length(names) : 0,
                                                  (const char *const *) names, &options, diagnostics);
  int status = cli_report_option("--of", diagnostics);
  if (table->brackets == NULL)
    return status != CLI_DONE ? status : CLI_INPUT;
  guint n = table->n = noslip_bracket_table_n(table->brackets),
        r = table->r = noslip_bracket_table_rank(table->brackets);
  table->matrix = g_new0(double, (gsize) n *n + 1);
  table->triples = g_new0(double, noslip_bracket_table_n_triples(table->brackets) + 1);
  table->structure = g_new0(double, (gsize) r *r *r + 1);
  noslip_bracket_table_evaluate(table->brackets, problem->parameters, x, y, problem->mu, NULL, table->matrix,
                                table->triples, table->structure);
  return CLI_DONE;
}

static void
append_ranks(GString *text, const char *where, guint n, const guint *ranks, gboolean bound)
{
  g_string_append_printf(text, "%s (", where);
  for (guint i = 0; i < n; i++)
    g_string_append_printf(text, "%s%s%u", i > 0 ? ", " : "", bound && i + 1 == n ? "≥" : "", ranks[i]);
  g_string_append_c(text, ')');
}

gboolean
cli_bracket_find_growth(const CliBracketTable *table, NoslipGrowth *growth)
{
  const CliProblem *problem = &table->problem;
  g_autoptr(NoslipModel) model = noslip_model_new(problem->system);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDistribution) distribution =
      noslip_distribution_new_at(model, problem->parameters, problem->xy, problem->xy + problem->system->m, &error);
  return distribution != NULL && noslip_distribution_growth(distribution, problem->parameters, problem->xy, growth);
}

static void
append_growth(const CliBracketTable *table, GString *text)
{
  NoslipGrowth growth;
  if (!cli_bracket_find_growth(table, &growth)) {
    if (noslip_system_constraint_class(table->problem.system) != NOSLIP_NONLINEAR)
      g_string_append(text, "\nGrowth vector of D: not computed: brackets of D are not finite at the state, or too "
                            "long to be evaluated there exactly\n");
    return;
  }
  gboolean generic_bound = growth.bound && !growth.complete && !growth.involutive;
  g_string_append(text, "\nGrowth vector of D: ");
  if (growth.n_at > 0)
    append_ranks(text, "at the state", growth.n_at, growth.at, growth.bound);
  else
    g_string_append(text, "not defined at the state, where D is not smooth");
  append_ranks(text, ", at a generic point", growth.n_generic, growth.generic, generic_bound);
  g_string_append(text, growth.involutive ? "; D is involutive\n"
                        : growth.complete ? "; D is completely nonholonomic\n"
                                          : "\n");
}

static void
append_cell(GString *text, const char *cell, int width)
{
  g_string_append_printf(text, "%*s%s", MAX(1, width - (int) g_utf8_strlen(cell, -1)), "", cell);
}

static void
append_matrix(const CliBracketTable *table, GString *text)
{
  guint n = table->n;
  int width = 12, first = 4;
  for (guint i = 0; i < n; i++) {
    width = MAX(width, (int) g_utf8_strlen(cli_bracket_name(table, i), -1) + 2);
    first = MAX(first, (int) g_utf8_strlen(cli_bracket_name(table, i), -1) + 1);
  }
  append_cell(text, "", first + 1);
  for (guint j = 0; j < n; j++)
    append_cell(text, cli_bracket_name(table, j), width);
  g_string_append_c(text, '\n');
  for (guint i = 0; i < n; i++) {
    append_cell(text, cli_bracket_name(table, i), first);
    g_string_append_c(text, ' ');
    for (guint j = 0; j < n; j++) {
      double value = table->matrix[i * n + j];
      g_autofree char *cell = g_strdup_printf("%.6g", value == 0 ? 0 : value);
      append_cell(text, cell, width);
    }
    g_string_append_c(text, '\n');
  }
}

static void
append_basis(const CliBracketTable *table, GString *text)
{
  guint r = table->r;
  g_string_append(text, "\nBasis of D, and its momenta:\n");
  for (guint a = 0; a < r; a++)
    g_string_append_printf(text, "  e_%u = %s    p_%u = %s\n", a + 1, noslip_bracket_table_basis(table->brackets, a),
                           a + 1, noslip_bracket_table_momentum(table->brackets, a));
  if (!cli_bracket_has_structure(table))
    return;
  g_string_append(text, "\nProjected brackets here (show has them in symbols):\n");
  for (guint a = 0; a < r; a++)
    for (guint b = a + 1; b < r; b++) {
      g_string_append_printf(text, "  [e_%u, e_%u] =", a + 1, b + 1);
      gboolean any = FALSE;
      for (guint c = 0; c < r; c++) {
        double value = table->structure[(c * r + a) * r + b];
        if (value == 0)
          continue;
        g_string_append_printf(text, " %s%.6g e_%u",
                               any         ? (value < 0 ? "- " : "+ ")
                               : value < 0 ? "-"
                                           : "",
                               fabs(value), c + 1);
        any = TRUE;
      }
      g_string_append(text, any ? "\n" : " 0\n");
    }
}

/* Describes W_1 in the coordinates (x, p), and H on it. */
static void
append_vakonomic(const CliBracketTable *table, GString *text)
{
  const NoslipVakonomicBracket *vakonomic = noslip_bracket_table_vakonomic(table->brackets);
  gboolean vakonomic_motion = table->problem.kind == NOSLIP_DYNAMICS_VAKONOMIC;
  g_string_append(text, vakonomic_motion ? "\nMomenta on W_1:\n" : "\nMomenta:\n");
  for (guint a = 0; a < table->r; a++)
    g_string_append_printf(text, "  p_%u = %s    (of %s)\n", a + 1, noslip_bracket_table_momentum(table->brackets, a),
                           noslip_bracket_table_basis(table->brackets, a));
  g_autofree char *h = noslip_vakonomic_bracket_hamiltonian_text(vakonomic, FALSE);
  g_string_append_printf(text, "\n%s = %s\n", vakonomic_motion ? "H_W1" : "H", h);
}

/* How D fails to be involutive, and which combinations of its momenta are conserved. */
static void
append_geometry(const CliBracketTable *table, GString *text)
{
  NoslipDistribution *distribution = noslip_bracket_table_distribution(table->brackets);
  guint r = distribution->r;
  g_autofree double *coefficients = g_new0(double, (gsize) r *r + 1);
  guint n = noslip_noether_integrals(distribution, table->problem.parameters, coefficients);
  for (guint i = 0; i < n; i++) {
    gboolean any = FALSE;
    g_string_append(text, i == 0 ? "\nConserved momenta:\n  " : "  ");
    for (guint a = 0; a < r; a++) {
      double c = coefficients[i * r + a];
      if (c == 0)
        continue;
      g_string_append(text, any ? (c < 0 ? " - " : " + ") : (c < 0 ? "-" : ""));
      if (fabs(c) != 1)
        g_string_append_printf(text, "%.10g*", fabs(c));
      g_string_append_printf(text, "p_%u", a + 1);
      any = TRUE;
    }
    g_string_append_c(text, '\n');
  }
}

static void
append_state(const CliBracketTable *table, GString *text)
{
  const CliProblem *problem = &table->problem;
  const NoslipSystem *system = problem->system;
  g_string_append_printf(text, "%s, %s bracket, at", system->id, noslip_dynamics_kind_id(table->problem.kind));
  for (guint i = 0; i < system->m + system->n; i++)
    g_string_append_printf(text, "%s %s = %.6g", i > 0 ? "," : "",
                           i < system->m ? system->coordinates[i].name : system->fibres[i - system->m].name,
                           problem->xy[i]);
  for (guint i = 0; i < system->k && problem->kind == NOSLIP_DYNAMICS_VAKONOMIC; i++)
    g_string_append_printf(text, ", %s = %.6g", noslip_expr_symbol_name(system->graph, system->constraints[i].mu),
                           problem->mu[i]);
  g_string_append(text, "\n\n");
}

static int
print_text(const CliBracketTable *table)
{
  GString *text = g_string_new(NULL);
  append_state(table, text);
  append_matrix(table, text);
  g_string_append(text, "\nJacobiator:\n");
  gsize before = text->len;
  for (guint at = 0; at < noslip_bracket_table_n_triples(table->brackets); at++) {
    guint i, j, l;
    if (table->triples[at] == 0)
      continue;
    noslip_bracket_table_triple(table->brackets, at, &i, &j, &l);
    g_string_append_printf(text, "  %s, %s, %s: %.6g\n", cli_bracket_name(table, i), cli_bracket_name(table, j),
                           cli_bracket_name(table, l), table->triples[at]);
  }
  if (text->len == before)
    g_string_append(text, "  vanishes\n");
  if (cli_bracket_is_poisson(table)) {
    append_vakonomic(table, text);
    append_growth(table, text);
  } else {
    append_basis(table, text);
    append_growth(table, text);
    append_geometry(table, text);
  }
  int status = cli_print_text(text->str);
  g_string_free(text, TRUE);
  return status;
}

/* The options besides the state. */
typedef struct {
  char **at;
  char *list, *section, *function;
  gboolean json;
} BracketOptions;

static int
show_bracket(CliBracketTable *table, const char *name, const CliSetup *setup, const BracketOptions *options)
{
  const CliSetup state = {.set = setup->set, .consistent = options->at != NULL};
  int status = cli_problem_load(&table->problem, name, &state);
  if (status != CLI_DONE)
    return status;
  table->problem.consistent = FALSE; /* only the text's own initial state is excluded from this */
  gboolean good = cli_problem_override(&table->problem, "--at", options->at);
  if (options->section != NULL) /* sections of D: the momentum equations are those of nonholonomic motions */
    table->problem.kind = NOSLIP_DYNAMICS_NONHOLONOMIC;
  if (setup->dynamics != NULL)
    good = cli_problem_kind(&table->problem, setup->dynamics) && good;
  if (!good)
    return CLI_INPUT;
  if (options->function != NULL && options->section == NULL) {
    cli_message("error: --function needs --section, the section of D whose momentum it belongs to");
    return CLI_INPUT;
  }
  if ((status = cli_problem_start(&table->problem, FALSE)) != CLI_DONE)
    return status;
  if ((status = evaluate(table, options->list)) != CLI_DONE)
    return status;
  if (options->section == NULL)
    return options->json ? cli_bracket_print_json(table) : print_text(table);
  if (cli_bracket_is_poisson(table)) {
    cli_message("error: --section is for the nonholonomic motion, whose momentum equations have no multipliers");
    return CLI_INPUT;
  }
  return cli_noether(noslip_bracket_table_distribution(table->brackets), table->problem.parameters, options->section,
                     options->function, options->json);
}

static int
run(int argc, char **argv)
{
  CliSetup setup = {0};
  BracketOptions options = {0};
  const GOptionEntry entries[] = {
      {"of", 0, 0, G_OPTION_ARG_FILENAME, &options.list, "Names and expressions, separated by commas", "NAME,NAME"},
      {"at", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.at, "Coordinate or velocity of the state (may repeat)",
       "NAME=VALUE"},
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &setup.dynamics,
       "nonholonomic; vakonomic: the Poisson bracket on W_1; or free: linear Poisson (default: the system's own)", "D"},
      {"set", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &setup.set, "Value of a parameter (may repeat)", "NAME=VALUE"},
      {"section", 0, 0, G_OPTION_ARG_FILENAME, &options.section,
       "Noether: momentum, momentum equation and symmetry of this section of D", "SECTION"},
      {"function", 0, 0, G_OPTION_ARG_FILENAME, &options.function,
       "With --section: is the momentum less this function of the coordinates conserved?", "F"},
      CLI_JSON_ENTRY(&options.json),
      {NULL},
  };
  CliBracketTable table = {0};
  int status = CLI_INPUT;
  if (cli_parse(&cli_bracket, entries, &argc, &argv, 1, 1))
    status = show_bracket(&table, argv[0], &setup, &options);
  g_strfreev(options.at);
  g_free(options.list);
  g_free(options.section);
  g_free(options.function);
  table_clear(&table);
  cli_setup_clear(&setup);
  return status;
}

const CliCommand cli_bracket = {
    .name = "bracket",
    .usage = "SYSTEM",
    .summary = "Show the bracket of observables at a state: nonholonomic, vakonomic or of free motions.",
    .example = "noslip-cli bracket chaplygin-sleigh --of \"x, theta, p(v1), p(omega)\" --at theta=0.5",
    .run = run,
};
