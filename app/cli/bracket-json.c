/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli bracket --format json */
#include "app/cli/bracket-private.h"
#include "app/cli/cli.h"
#include "app/cli/json.h"
#include "app/cli/noether.h"
#include "core/geometry/bracket-table.h"
#include "core/geometry/holonomic.h"

static void
build_state(JsonBuilder *builder, const CliProblem *problem)
{
  const NoslipSystem *system = problem->system;
  json_builder_begin_object(builder);
  for (guint i = 0; i < system->m; i++)
    cli_json_member_number(builder, system->coordinates[i].name, problem->xy[i]);
  for (guint i = 0; i < system->n; i++)
    cli_json_member_number(builder, system->fibres[i].name, problem->xy[system->m + i]);
  for (guint i = 0; i < system->k && problem->kind == NOSLIP_DYNAMICS_VAKONOMIC; i++)
    cli_json_member_number(builder, noslip_expr_symbol_name(system->graph, system->constraints[i].mu), problem->mu[i]);
  json_builder_end_object(builder);
}

typedef const char *(*TextOf)(const NoslipBracketTable *brackets, guint a);

static void
build_named(JsonBuilder *builder, const char *member, const char *prefix, const CliBracketTable *table, TextOf text_of)
{
  json_builder_set_member_name(builder, member);
  json_builder_begin_object(builder);
  for (guint i = 0; i < table->r; i++) {
    g_autofree char *name = g_strdup_printf("%s_%u", prefix, i + 1);
    cli_json_member_string(builder, name, text_of(table->brackets, i));
  }
  json_builder_end_object(builder);
}

static void
build_names(JsonBuilder *builder, guint n, const char *const *names)
{
  json_builder_set_member_name(builder, "of");
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++)
    json_builder_add_string_value(builder, names[i]);
  json_builder_end_array(builder);
}

static void
build_jacobiator(JsonBuilder *builder, const CliBracketTable *table)
{
  json_builder_set_member_name(builder, "jacobiator");
  json_builder_begin_array(builder);
  for (guint at = 0; at < noslip_bracket_table_n_triples(table->brackets); at++) {
    guint i, j, l;
    if (table->triples[at] == 0)
      continue;
    noslip_bracket_table_triple(table->brackets, at, &i, &j, &l);
    json_builder_begin_object(builder);
    build_names(builder, 3,
                (const char *[]){cli_bracket_name(table, i), cli_bracket_name(table, j), cli_bracket_name(table, l)});
    cli_json_member_number(builder, "value", table->triples[at]);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}

gboolean
cli_bracket_has_structure(const CliBracketTable *table)
{
  return noslip_bracket_table_vakonomic(table->brackets) != NULL ||
         noslip_system_constraint_class(table->problem.system) != NOSLIP_NONLINEAR;
}

static void
build_structure(JsonBuilder *builder, const CliBracketTable *table)
{
  guint r = table->r;
  json_builder_set_member_name(builder, "structure");
  json_builder_begin_array(builder);
  for (guint a = 0; a < r && cli_bracket_has_structure(table); a++)
    for (guint b = a + 1; b < r; b++) {
      g_autofree char *first = g_strdup_printf("e_%u", a + 1);
      g_autofree char *second = g_strdup_printf("e_%u", b + 1);
      json_builder_begin_object(builder);
      build_names(builder, 2, (const char *[]){first, second});
      json_builder_set_member_name(builder, "value");
      json_builder_begin_object(builder);
      for (guint c = 0; c < r; c++) {
        g_autofree char *along = g_strdup_printf("e_%u", c + 1);
        if (table->structure[(c * r + a) * r + b] != 0)
          cli_json_member_number(builder, along, table->structure[(c * r + a) * r + b]);
      }
      json_builder_end_object(builder);
      json_builder_end_object(builder);
    }
  json_builder_end_array(builder);
}

static void
build_hamiltonian(JsonBuilder *builder, const NoslipVakonomicBracket *vakonomic)
{
  g_autofree char *text = noslip_vakonomic_bracket_hamiltonian_text(vakonomic, FALSE);
  cli_json_member_string(builder, "hamiltonian", text);
}

static void
build_ranks(JsonBuilder *builder, const char *member, guint n, const guint *ranks)
{
  json_builder_set_member_name(builder, member);
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++)
    json_builder_add_int_value(builder, ranks[i]);
  json_builder_end_array(builder);
}

/* null if the constraints are nonlinear, or if D is not defined at the state. */
static void
build_growth(JsonBuilder *builder, const CliBracketTable *table)
{
  NoslipGrowth growth;
  json_builder_set_member_name(builder, "growth");
  if (!cli_bracket_find_growth(table, &growth)) {
    json_builder_add_null_value(builder);
    return;
  }
  json_builder_begin_object(builder);
  build_ranks(builder, "at", growth.n_at, growth.at);
  build_ranks(builder, "generic", growth.n_generic, growth.generic);
  cli_json_member_boolean(builder, "involutive", growth.involutive);
  cli_json_member_boolean(builder, "bound", growth.bound);
  json_builder_end_object(builder);
}

int
cli_bracket_print_json(const CliBracketTable *table)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  guint n = table->n;
  cli_json_begin(builder, "noslip-bracket-1");
  cli_json_member_string(builder, "system", table->problem.system->id);
  cli_json_member_string(builder, "dynamics", noslip_dynamics_kind_id(table->problem.kind));
  json_builder_set_member_name(builder, "state");
  build_state(builder, &table->problem);
  json_builder_set_member_name(builder, "names");
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++)
    json_builder_add_string_value(builder, cli_bracket_name(table, i));
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "matrix");
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++) {
    json_builder_begin_array(builder);
    for (guint j = 0; j < n; j++)
      cli_json_number(builder, table->matrix[i * n + j]);
    json_builder_end_array(builder);
  }
  json_builder_end_array(builder);
  build_jacobiator(builder, table);
  build_structure(builder, table);
  build_named(builder, "basis", "e", table, noslip_bracket_table_basis);
  build_named(builder, "momenta", "p", table, noslip_bracket_table_momentum);
  build_growth(builder, table);
  if (cli_bracket_is_poisson(table))
    build_hamiltonian(builder, noslip_bracket_table_vakonomic(table->brackets));
  json_builder_end_object(builder);
  return cli_json_print(builder);
}
