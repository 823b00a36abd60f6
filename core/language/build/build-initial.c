/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `initial`: the values at t = 0. Entries of coordinates come first, each after those that it uses. */
#include "core/language/build/build.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static gboolean
coordinate_entry(const Scope *scope, const Token *token, NoslipInitial *initial)
{
  const Name *name = noslip_scope_name(scope, token->text);
  if (name == NULL || name->kind != NAME_COORDINATE)
    return FALSE;
  initial->kind = NOSLIP_ENTRY_COORDINATE;
  initial->index = name->index;
  initial->target = scope->x[name->index];
  return TRUE;
}

static gboolean
velocity_entry(const Scope *scope, const Token *token, NoslipInitial *initial)
{
  int coordinate = noslip_scope_primed(scope, token->text), fibre = noslip_scope_fibre(scope, token->text);
  if (coordinate < 0 && fibre < 0)
    return FALSE;
  initial->kind = NOSLIP_ENTRY_VELOCITY;
  initial->target = coordinate >= 0 ? scope->velocity[coordinate] : scope->y[fibre];
  initial->index = fibre >= 0 && initial->target == scope->y[fibre] ? (guint) fibre : G_MAXUINT;
  return TRUE;
}

static gboolean
multiplier_entry(Builder *builder, const Token *token, NoslipInitial *initial)
{
  const Name *name = noslip_scope_name(&builder->scope, token->text);
  if (name == NULL || name->kind != NAME_CONSTRAINT || name->shape > 1)
    return FALSE;
  if (name->index < builder->system->k && builder->system->constraints[name->index].holonomic) {
    noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED, token->place, _("leave it out"),
                        _("the multiplier of the holonomic constraint %s follows from the motion"), token->text);
    initial->kind = NOSLIP_ENTRY_MU;
    return TRUE;
  }
  g_autofree char *symbol = g_strdup_printf("mu(%s)", token->text);
  initial->kind = NOSLIP_ENTRY_MU;
  initial->index = name->index;
  initial->target = noslip_expr_symbol(builder->scope.graph, symbol);
  return TRUE;
}

static gboolean
find_entry(Builder *builder, const Part *part, NoslipInitial *initial)
{
  const Token *token = noslip_source_token(builder->source, part->token);
  gboolean multiplier = part->text != NULL;
  const Name *name = noslip_scope_name(&builder->scope, token->text);
  initial->place = token->place;
  if (multiplier
          ? multiplier_entry(builder, token, initial)
          : coordinate_entry(&builder->scope, token, initial) || velocity_entry(&builder->scope, token, initial)) {
    initial->name = multiplier ? g_strdup_printf("mu(%s)", token->text) : g_strdup(token->text);
    return TRUE;
  }
  if (name == NULL)
    noslip_scope_unknown(&builder->scope, builder->source, token->place, token->text,
                         multiplier ? _("name a constraint") : _("declare it with coordinate, velocity or section"));
  else
    noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED, token->place,
                        name->kind == NAME_PARAMETER ? _("change the parameter where it is declared")
                                                     : _("name a coordinate or a velocity"),
                        multiplier ? _("%s is not a constraint") : _("%s is neither a coordinate nor a velocity"),
                        token->text);
  return FALSE;
}

static void
check_finite(Builder *builder, const Span *span, NoslipExpr value)
{
  double number;
  gboolean plain = TRUE;
  for (guint i = span->first; i <= span->root; i++) {
    NodeKind kind = (NodeKind) noslip_source_node(builder->source, i)->kind;
    plain = plain && kind != NODE_NAME && kind != NODE_MOMENTUM;
  }
  number = plain ? noslip_expr_value(builder->scope.graph, value, 0, NULL, NULL) : 0;
  if (!(number - number == 0))
    noslip_source_error(builder->source, NOSLIP_CODE_INITIAL,
                        noslip_source_place(builder->source, span->token, span->last), _("write a finite value"),
                        _("the initial value is not a number"));
}

/* The initial values of one statement. `lines` has the line of each name that was given before. */
static void
collect(Builder *builder, const Statement *statement, GArray *initials, GHashTable *lines)
{
  const Part *part;
  for (guint i = 0; (part = noslip_statement_part(builder->source, statement, PART_ENTRY, i)) != NULL; i++) {
    NoslipInitial initial = {0};
    gboolean good = noslip_builder_expression(builder, &part->expr, N_("an initial value"),
                                              USES_CONSTANTS | USES_COORDINATES, &initial.value, NULL);
    if (!find_entry(builder, part, &initial))
      continue;
    guint line = GPOINTER_TO_UINT(g_hash_table_lookup(lines, initial.name));
    if (line > 0)
      noslip_source_error(builder->source, NOSLIP_CODE_REPEATED_NAME, initial.place, _("keep one of them"),
                          _("the initial value of %s is given already, in line %u"), initial.name, line);
    if (line > 0 || !good) {
      g_free(initial.name);
      continue;
    }
    check_finite(builder, &part->expr, initial.value);
    g_hash_table_insert(lines, initial.name, GUINT_TO_POINTER(initial.place.line));
    g_array_append_val(initials, initial);
  }
}

/* A rotation starts at the identity, q0 = 1, unless the text says otherwise. */
static void
add_identities(Builder *builder, GArray *initials, GHashTable *lines)
{
  for (guint r = 0; r < builder->system->n_rotations; r++) {
    const NoslipRotation *rotation = &builder->system->rotations[r];
    const char *name = noslip_expr_symbol_name(builder->scope.graph, rotation->quaternion[0]);
    const Name *q0 = noslip_scope_name(&builder->scope, name);
    gboolean given = FALSE;
    for (guint i = 0; i < 4; i++)
      given =
          given || g_hash_table_contains(lines, noslip_expr_symbol_name(builder->scope.graph, rotation->quaternion[i]));
    if (given) /* the rest of the quaternion is completed with the state */
      continue;
    NoslipInitial initial = {.name = g_strdup(name),
                             .kind = NOSLIP_ENTRY_COORDINATE,
                             .index = q0->index,
                             .target = rotation->quaternion[0],
                             .value = NOSLIP_ONE,
                             .place = rotation->place};
    g_hash_table_insert(lines, initial.name, GUINT_TO_POINTER(initial.place.line));
    g_array_append_val(initials, initial);
  }
}

/* Sorts entries of coordinates by use: each round takes those whose coordinates are known; at most m rounds. */
static void
sort_coordinates(Builder *builder, const GArray *initials, GArray *sorted)
{
  Scope *scope = &builder->scope;
  g_autofree gboolean *waiting = g_new0(gboolean, MAX(scope->m, 1)); /* has an entry that was not taken yet */
  guint n_waiting = 0;
  gboolean moved = TRUE;
  for (guint i = 0; i < initials->len; i++) {
    const NoslipInitial *initial = &g_array_index(initials, NoslipInitial, i);
    if (initial->kind == NOSLIP_ENTRY_COORDINATE) {
      waiting[initial->index] = TRUE;
      n_waiting++;
    }
  }
  while (n_waiting > 0 && moved) {
    moved = FALSE;
    for (guint i = 0; i < initials->len; i++) {
      NoslipInitial initial = g_array_index(initials, NoslipInitial, i);
      if (initial.kind != NOSLIP_ENTRY_COORDINATE || !waiting[initial.index])
        continue;
      gboolean ready = TRUE;
      for (guint j = 0; j < scope->m && ready; j++)
        ready = !waiting[j] || !noslip_expr_depends(scope->graph, initial.value, 1, &scope->x[j]);
      if (!ready)
        continue;
      waiting[initial.index] = FALSE;
      n_waiting--;
      moved = TRUE;
      g_array_append_val(sorted, initial);
    }
  }
  for (guint i = 0; i < initials->len && n_waiting > 0; i++) {
    NoslipInitial initial = g_array_index(initials, NoslipInitial, i);
    if (initial.kind != NOSLIP_ENTRY_COORDINATE || !waiting[initial.index])
      continue;
    noslip_source_error(builder->source, NOSLIP_CODE_CYCLE, initial.place, _("give one of them a number"),
                        _("the initial value of %s is defined by itself"), initial.name);
    waiting[initial.index] = FALSE;
    n_waiting = 0;
  }
}

/* The entries in order of evaluation. If coordinates are defined in a cycle (an error, so that there will be no system)
 * any order. */
static GArray *
sort_entries(Builder *builder, const GArray *initials)
{
  GArray *sorted = g_array_new(FALSE, FALSE, sizeof(NoslipInitial));
  guint before = builder->source->diagnostics->n_raised;
  sort_coordinates(builder, initials, sorted);
  if (builder->source->diagnostics->n_raised > before) {
    g_array_set_size(sorted, 0);
    g_array_append_vals(sorted, initials->data, initials->len);
    return sorted;
  }
  for (guint kind = NOSLIP_ENTRY_COORDINATE + 1; kind <= NOSLIP_ENTRY_MU; kind++)
    for (guint i = 0; i < initials->len; i++) {
      const NoslipInitial *initial = &g_array_index(initials, NoslipInitial, i);
      if (initial->kind == kind)
        g_array_append_val(sorted, *initial);
    }
  return sorted;
}

static void
build_trials(Builder *builder)
{
  g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
  GArray *trials = g_array_new(FALSE, FALSE, sizeof(NoslipTrial));
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_TRIAL)); i++) {
    g_autoptr(GArray) initials = g_array_new(FALSE, FALSE, sizeof(NoslipInitial));
    g_autoptr(GHashTable) lines = g_hash_table_new(g_str_hash, g_str_equal);
    NoslipTrial trial = {.name = noslip_builder_text(builder, statement, PART_STRING),
                         .place = noslip_builder_place(builder, statement)};
    collect(builder, statement, initials, lines);
    GArray *sorted = sort_entries(builder, initials);
    trial.n_entries = sorted->len;
    trial.entries = (NoslipInitial *) (gpointer) g_array_free(sorted, FALSE);
    if (!g_hash_table_add(names, trial.name))
      noslip_source_error(builder->source, NOSLIP_CODE_REPEATED_NAME, trial.place, _("give it another name"),
                          _("there is a trial \"%s\" already"), trial.name);
    g_array_append_val(trials, trial);
  }
  builder->system->n_trials = trials->len;
  builder->system->trials = (NoslipTrial *) (gpointer) g_array_free(trials, FALSE);
}

void
noslip_build_initial(Builder *builder)
{
  NoslipSystem *system = builder->system;
  g_autoptr(GArray) initials = g_array_new(FALSE, FALSE, sizeof(NoslipInitial));
  g_autoptr(GHashTable) lines = g_hash_table_new(g_str_hash, g_str_equal);
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_INITIAL)); i++)
    collect(builder, statement, initials, lines);
  add_identities(builder, initials, lines);
  GArray *sorted = sort_entries(builder, initials);
  system->n_initials = sorted->len;
  system->initials = (NoslipInitial *) (gpointer) g_array_free(sorted, FALSE);
  build_trials(builder);
}
