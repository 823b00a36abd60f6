/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Base, fibre, anchor and bracket: the Lie algebroid that the text declares. */
#include "core/language/build/build.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define GEOMETRY (USES_CONSTANTS | USES_COORDINATES)

/* Constants are numbers with a name, and lets of the finished system. */
static void
build_constants(Builder *builder)
{
  for (guint k = 0; k < builder->order->len; k++) { /* each after those that it uses */
    guint i = g_array_index(builder->order, guint, k);
    const Statement *statement = i < builder->source->statements->len ? noslip_builder_statement(builder, i) : NULL;
    if (statement == NULL || statement->broken || statement->entry->kind != STATEMENT_CONSTANT)
      continue;
    Name *name = g_hash_table_lookup(builder->scope.names, noslip_builder_name(builder, statement));
    const Span *span = &noslip_builder_part(builder, statement, PART_VALUE)->expr;
    double value = 0;
    if (!noslip_builder_number(builder, span, N_("a constant"), &value))
      continue;
    if (value != floor(value) || fabs(value) > 1e6) {
      noslip_source_error(builder->source, NOSLIP_CODE_ARGUMENT,
                          noslip_source_place(builder->source, span->token, span->last),
                          _("write a whole number, or declare a parameter"), _("a constant is a whole number"));
      continue;
    }
    name->bad = FALSE;
    name->expr = noslip_expr_rational(builder->scope.graph, (gint64) value, 1);
    NoslipNamed named = {
        .name = g_strdup(noslip_builder_name(builder, statement)), .expr = name->expr, .place = name->place};
    g_array_append_val(builder->lets, named);
  }
}

void
noslip_build_parameters(Builder *builder)
{
  build_constants(builder);
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_PARAMETER)); i++) {
    NoslipParameter *parameter = &g_array_index(builder->parameters, NoslipParameter, builder->index[i]);
    const Part *value = noslip_builder_part(builder, statement, PART_VALUE);
    noslip_builder_number(builder, &value->expr, N_("a parameter"), &parameter->value);
    noslip_builder_range(builder, statement, N_("a range"), &parameter->low, &parameter->high);
    parameter->unit = noslip_builder_text(builder, statement, PART_UNIT);
    parameter->description = noslip_builder_text(builder, statement, PART_DESCRIPTION);
  }
  noslip_build_inputs(builder);
}

static void
build_coordinates(Builder *builder)
{
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_COORDINATE)); i++) {
    NoslipCoordinate *coordinate = &g_array_index(builder->coordinates, NoslipCoordinate, builder->index[i]);
    coordinate->angle = noslip_builder_part(builder, statement, PART_ANGLE) != NULL;
    noslip_builder_range(builder, statement, N_("a range"), &coordinate->low, &coordinate->high);
    coordinate->unit = noslip_builder_text(builder, statement, PART_UNIT);
    coordinate->description = noslip_builder_text(builder, statement, PART_DESCRIPTION);
  }
}

/* Moves the arrays to the system and fills the scope; x' is a symbol until the anchor is known. */
static void
install_variables(Builder *builder)
{
  NoslipSystem *system = builder->system;
  Scope *scope = &builder->scope;
  system->m = builder->coordinates->len;
  system->n = builder->fibres->len;
  system->coordinates = (NoslipCoordinate *) g_array_steal(builder->coordinates, NULL);
  system->fibres = (NoslipFibre *) g_array_steal(builder->fibres, NULL);
  noslip_scope_set_size(scope, system->m, system->n);
  for (guint i = 0; i < scope->m; i++) {
    g_autofree char *velocity = g_strconcat(system->coordinates[i].name, "'", NULL);
    Name *name = g_hash_table_lookup(scope->names, system->coordinates[i].name);
    scope->coordinates[i] = system->coordinates[i].name;
    scope->x[i] = name->expr = system->coordinates[i].symbol;
    scope->velocity[i] = noslip_expr_symbol(scope->graph, velocity);
    system->coordinates[i].place = name->place;
  }
  for (guint a = 0; a < scope->n; a++) {
    Name *name = g_hash_table_lookup(scope->names, system->fibres[a].name);
    scope->fibres[a] = system->fibres[a].name;
    scope->y[a] = name->expr = system->fibres[a].symbol;
  }
  system->n_parameters = builder->parameters->len;
  system->parameters = (NoslipParameter *) g_array_steal(builder->parameters, NULL);
  for (guint i = 0; i < system->n_parameters; i++) {
    Name *name = g_hash_table_lookup(scope->names, system->parameters[i].name);
    if (name != NULL) /* parameters of moved inputs have no name */
      name->expr = system->parameters[i].symbol;
  }
}

static void
build_anchor_entry(Builder *builder, const Part *entry, guint a)
{
  NoslipSystem *system = builder->system;
  const Token *token = noslip_source_token(builder->source, entry->token);
  const Name *name = noslip_scope_name(&builder->scope, token->text);
  NoslipExpr value = NOSLIP_ZERO;
  if (name == NULL)
    noslip_scope_unknown(&builder->scope, builder->source, token->place, token->text, _("declare it with coordinate"));
  else if (name->kind != NAME_COORDINATE)
    noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED, token->place, _("name a coordinate"),
                        _("%s is not a coordinate"), token->text);
  if (!noslip_builder_expression(builder, &entry->expr, N_("an anchor"), GEOMETRY, &value, NULL) || name == NULL ||
      name->kind != NAME_COORDINATE)
    return;
  gsize cell = (gsize) name->index * system->n + a;
  if (entry->text != NULL && system->right_anchor == NULL) {
    noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED, token->place, _("say: algebroid general"),
                        _("the two anchors of an algebroid are the same"));
    return;
  }
  for (const Part *other = entry - 1; other->kind == PART_ENTRY; other--)
    if (noslip_source_token(builder->source, other->token)->text == token->text &&
        (other->text == NULL || entry->text == NULL || g_str_equal(other->text, entry->text))) {
      noslip_source_error(builder->source, NOSLIP_CODE_REPEATED_NAME, token->place, _("keep one of them"),
                          _("the anchor has %s twice"), token->text);
      return;
    }
  if (entry->text == NULL || entry->text[0] == 'l')
    system->anchor[cell] = value;
  if (system->right_anchor != NULL && (entry->text == NULL || entry->text[0] == 'r'))
    system->right_anchor[cell] = value;
}

/* Sets both anchors of a natural section. */
static void
anchor_naturally(NoslipSystem *system, guint coordinate, guint a)
{
  system->anchor[(gsize) coordinate * system->n + a] = NOSLIP_ONE;
  if (system->right_anchor != NULL)
    system->right_anchor[(gsize) coordinate * system->n + a] = NOSLIP_ONE;
}

static void
build_section(Builder *builder, const Statement *statement, guint a)
{
  NoslipSystem *system = builder->system;
  NoslipFibre *fibre = &system->fibres[a];
  fibre->unit = noslip_builder_text(builder, statement, PART_UNIT);
  fibre->description = noslip_builder_text(builder, statement, PART_DESCRIPTION);
  const Part *entry = noslip_builder_part(builder, statement, PART_ENTRY);
  gboolean natural = g_str_has_suffix(fibre->name, "'");
  int coordinate = noslip_scope_primed(&builder->scope, fibre->name);
  if (natural && coordinate < 0) {
    noslip_scope_unknown(&builder->scope, builder->source, fibre->place, fibre->name, _("declare it with coordinate"));
    builder->failed = TRUE;
  } else if (natural && entry != NULL) {
    noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED,
                        noslip_source_token(builder->source, entry->token)->place,
                        _("leave the anchor out, or give the section another name"),
                        _("%s is the natural section, and its anchor is known"), fibre->name);
  }
  if (natural && coordinate >= 0)
    anchor_naturally(system, (guint) coordinate, a);
  for (guint i = 0; !natural && (entry = noslip_statement_part(builder->source, statement, PART_ENTRY, i)); i++)
    build_anchor_entry(builder, entry, a);
}

/* Adds the sections of base velocities that no section statement declares: a connection defines them. */
static void
build_base_sections(Builder *builder)
{
  for (guint a = 0; a < builder->scope.n; a++) {
    int coordinate = noslip_scope_primed(&builder->scope, builder->scope.fibres[a]);
    if (coordinate >= 0)
      anchor_naturally(builder->system, (guint) coordinate, a);
  }
}

static void
build_sections(Builder *builder)
{
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_SECTION)); i++)
    build_section(builder, statement, builder->index[i]);
  build_base_sections(builder);
}

static int
bracket_section(Builder *builder, const Statement *statement, guint which)
{
  const Part *part = noslip_statement_part(builder->source, statement, PART_NAME, which);
  const Token *token = noslip_source_token(builder->source, part->token);
  int fibre = noslip_scope_fibre(&builder->scope, token->text);
  const Name *name = noslip_scope_name(&builder->scope, token->text);
  if (fibre < 0 && (name != NULL || noslip_scope_primed(&builder->scope, token->text) >= 0))
    noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED, token->place, _("declare it with section"),
                        _("%s is not a section"), token->text);
  else if (fibre < 0)
    noslip_scope_unknown(&builder->scope, builder->source, token->place, token->text, _("declare it with section"));
  return fibre;
}

static void
store_bracket(Builder *builder, const Statement *statement, guint a, guint b, const NoslipExpr *coefficients)
{
  NoslipSystem *system = builder->system;
  guint n = system->n;
  for (guint c = 0; c < n; c++) {
    if (system->algebroid == NOSLIP_ALGEBROID_GENERAL) {
      system->structure[(c * n + a) * n + b] = coefficients[c];
    } else if (a != b) {
      system->structure[(c * n + a) * n + b] = coefficients[c];
      system->structure[(c * n + b) * n + a] = noslip_expr_neg(builder->scope.graph, coefficients[c]);
    } else if (coefficients[c] != NOSLIP_ZERO) {
      noslip_source_error(builder->source, NOSLIP_CODE_SKEW, noslip_builder_place(builder, statement),
                          _("leave it out"), _("the bracket of %s with itself is 0, by skew symmetry"),
                          system->fibres[a].name);
      return;
    }
  }
}

static void
build_bracket(Builder *builder, const Statement *statement, guint *line)
{
  Scope *scope = &builder->scope;
  int a = bracket_section(builder, statement, 0), b = bracket_section(builder, statement, 1);
  const Part *part = noslip_builder_part(builder, statement, PART_VALUE);
  NoslipExpr value;
  scope->primes_are_sections = TRUE;
  gboolean good = noslip_builder_expression(builder, &part->expr, N_("a bracket"), USES_STATE, &value, NULL);
  scope->primes_are_sections = FALSE;
  if (a < 0 || b < 0)
    return;
  gboolean general = builder->system->algebroid == NOSLIP_ALGEBROID_GENERAL;
  guint pair = (guint) ((general ? a : MIN(a, b)) * (int) scope->n + (general ? b : MAX(a, b)));
  if (line[pair] > 0) {
    noslip_source_error(builder->source, NOSLIP_CODE_REPEATED_NAME, noslip_builder_place(builder, statement),
                        general ? _("keep one of them") : _("keep one of them; the reversed bracket follows"),
                        _("the bracket of %s and %s is given in line %u"), scope->fibres[a], scope->fibres[b],
                        line[pair]);
    return;
  }
  line[pair] = noslip_builder_place(builder, statement).line;
  builder->system->bracket_places[pair] = noslip_builder_place(builder, statement);
  g_autofree NoslipExpr *coefficients = g_new0(NoslipExpr, scope->n);
  if (good && noslip_builder_slopes(scope->graph, value, scope->n, scope->y, coefficients, 1))
    store_bracket(builder, statement, (guint) a, (guint) b, coefficients);
  else if (good)
    noslip_source_error(builder->source, NOSLIP_CODE_NOT_LINEAR,
                        noslip_source_place(builder->source, part->expr.token, part->expr.last),
                        _("write a sum of sections with coefficients in the coordinates"),
                        _("the bracket is not linear in the sections"));
}

static void
build_brackets(Builder *builder)
{
  Scope *scope = &builder->scope;
  g_autofree guint *line = g_new0(guint, MAX(scope->n * scope->n, 1));
  for (guint r = 0; r < builder->system->n_rotations; r++)
    for (guint a = 0; a < scope->n; a++)
      for (guint b = a; b < scope->n; b++) {
        const NoslipExpr *omega = builder->system->rotations[r].omega;
        gboolean both = (scope->y[a] == omega[0] || scope->y[a] == omega[1] || scope->y[a] == omega[2]) &&
                        (scope->y[b] == omega[0] || scope->y[b] == omega[1] || scope->y[b] == omega[2]);
        if (both)
          line[a * scope->n + b] = builder->system->rotations[r].place.line;
      }
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_BRACKET)); i++) {
    if (!builder->has_velocities || builder->has_sections)
      build_bracket(builder, statement, line);
    else
      noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED, noslip_builder_place(builder, statement),
                          _("leave it out, or declare sections"),
                          _("the brackets of velocities are derived from their definitions"));
  }
}

/* x'^i = rho^i_alpha y^alpha */
static void
build_velocities(Builder *builder)
{
  Scope *scope = &builder->scope;
  for (guint i = 0; i < scope->m; i++) {
    scope->velocity[i] = noslip_expr_dot(scope->graph, scope->n, builder->system->anchor + i * scope->n, scope->y);
    builder->system->coordinates[i].velocity = scope->velocity[i];
  }
  scope->frame = builder->system->frame;
  scope->structure = builder->system->structure;
}

static void
build_manifolds(Builder *builder, GArray *manifolds, GArray *places)
{
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_MANIFOLD)); i++) {
    NoslipPlace place = noslip_builder_place(builder, statement);
    NoslipExpr value;
    if (!noslip_builder_difference(builder, statement, N_("a manifold"), GEOMETRY, &value, NULL))
      continue;
    if (!noslip_expr_depends(builder->scope.graph, value, builder->scope.m, builder->scope.x))
      noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED, place, _("write an equation of coordinates"),
                          _("the manifold has no coordinates"));
    g_array_append_val(manifolds, value);
    g_array_append_val(places, place);
  }
  for (guint r = 0; r < builder->system->n_rotations; r++) {
    const NoslipRotation *rotation = &builder->system->rotations[r];
    NoslipExpr square = noslip_expr_dot(builder->scope.graph, 4, rotation->quaternion, rotation->quaternion);
    NoslipExpr value = noslip_expr_sub(builder->scope.graph, square, NOSLIP_ONE);
    g_array_append_val(manifolds, value);
    g_array_append_val(places, rotation->place);
  }
}

/* Warns if other sections have an anchor along x too: then x' is not only the fibre coordinate with that name. */
static void
warn_of_primes(Builder *builder)
{
  for (guint a = 0; a < builder->scope.n; a++) {
    const NoslipFibre *fibre = &builder->system->fibres[a];
    int i = noslip_scope_primed(&builder->scope, fibre->name);
    if (i < 0 || builder->scope.velocity[i] == fibre->symbol || builder->has_velocities)
      continue;
    noslip_diagnostics_add(builder->source->diagnostics,
                           noslip_diagnostic_new(NOSLIP_WARNING, NOSLIP_CODE_MISPLACED, &fibre->place,
                                                 _("give the section another name"),
                                                 _("other sections move %s too, so %s in expressions is more than the "
                                                   "fibre coordinate %s"),
                                                 builder->scope.coordinates[i], fibre->name, fibre->name));
  }
}

/* Derived frames and rotations have a single anchor; if all sections have, it is stored once. */
static void
complete_right_anchor(Builder *builder)
{
  NoslipSystem *system = builder->system;
  gsize size = (gsize) system->m * system->n;
  if (system->right_anchor == NULL)
    return;
  for (guint a = 0; a < system->n; a++) {
    gboolean declared = system->right_anchor != NULL && builder->has_sections;
    for (guint r = 0; r < system->n_rotations; r++)
      for (guint c = 0; c < 3; c++)
        declared = declared && system->rotations[r].omega[c] != builder->scope.y[a];
    for (guint i = 0; i < system->m && !declared; i++)
      system->right_anchor[(gsize) i * system->n + a] = system->anchor[(gsize) i * system->n + a];
  }
  if (memcmp(system->right_anchor, system->anchor, size * sizeof(NoslipExpr)) == 0)
    g_clear_pointer(&system->right_anchor, g_free);
}

static void
build_algebroid(Builder *builder)
{
  guint i = 0;
  const Statement *statement = noslip_builder_next(builder, &i, STATEMENT_ALGEBROID);
  if (statement == NULL)
    return;
  NoslipSystem *system = builder->system;
  const char *word = noslip_builder_part(builder, statement, PART_WORD)->text;
  system->algebroid = word[0] == 'a'   ? NOSLIP_ALGEBROID_ALMOST
                      : word[0] == 'g' ? NOSLIP_ALGEBROID_GENERAL
                                       : NOSLIP_ALGEBROID_QUASI;
  if (system->algebroid == NOSLIP_ALGEBROID_GENERAL)
    system->right_anchor = g_new0(NoslipExpr, MAX((gsize) system->m * system->n, 1));
}

void
noslip_build_geometry(Builder *builder)
{
  NoslipSystem *system = builder->system;
  build_coordinates(builder);
  install_variables(builder);
  guint m = system->m, n = system->n;
  build_algebroid(builder);
  system->anchor = g_new0(NoslipExpr, MAX(m * n, 1));
  system->structure = g_new0(NoslipExpr, MAX(n * n * n, 1));
  system->bracket_places = g_new0(NoslipPlace, MAX(n * n, 1));
  noslip_build_rotations(builder);
  noslip_build_definitions(builder, TRUE);
  if (builder->has_velocities && !builder->has_sections)
    noslip_build_derived_frame(builder);
  else
    build_sections(builder);
  build_brackets(builder);
  noslip_build_connections(builder);
  complete_right_anchor(builder);
  build_velocities(builder);
  if (builder->has_velocities && builder->has_sections) {
    noslip_build_reframe(builder);
    build_velocities(builder);
  }
  warn_of_primes(builder);
  GArray *manifolds = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  GArray *places = g_array_new(FALSE, FALSE, sizeof(NoslipPlace));
  build_manifolds(builder, manifolds, places);
  system->n_manifolds = manifolds->len;
  system->manifolds = (NoslipExpr *) (gpointer) g_array_free(manifolds, FALSE);
  system->manifold_places = (NoslipPlace *) (gpointer) g_array_free(places, FALSE);
}
