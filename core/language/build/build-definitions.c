/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets, velocities, observables and the Lagrangian may refer to each other in any order of the text: they are sorted by
 * use first (depth first, with an explicit stack), and a cycle is an error. */
#include "core/language/build/build.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct {
  Builder *builder;
  guint n;        /* number of statements; node n is the Lagrangian */
  guint8 *colour; /* 0 new, 1 on the path, 2 done */
  GArray *path;   /* of Visit */
  guint8 *cyclic;
} Sorter;

typedef struct {
  guint node;
  GArray *uses; /* nodes that this one uses */
  guint next;
} Visit;

static gboolean
is_definition(const Statement *statement)
{
  StatementKind kind = statement->entry->kind;
  return !statement->broken && (kind == STATEMENT_LET || kind == STATEMENT_VELOCITY || kind == STATEMENT_OBSERVABLE ||
                                kind == STATEMENT_CONSTANT || kind == STATEMENT_INPUT || kind == STATEMENT_FORM);
}

static void
add_use(const Sorter *sorter, GArray *uses, const char *text)
{
  static const char *const functions[] = {"energy", "kinetic", "potential", "lagrangian"};
  for (guint i = 0; i < G_N_ELEMENTS(functions); i++)
    if (strcmp(text, functions[i]) == 0)
      g_array_append_val(uses, sorter->n);
  guint component;
  gsize length = noslip_scope_stem(text, &component);
  g_autofree char *stem = length > 0 ? g_strndup(text, length) : g_strdup(text);
  const Name *name = noslip_scope_name(&sorter->builder->scope, stem);
  if (name == NULL)
    return;
  gboolean sorted = name->kind == NAME_LET || name->kind == NAME_OBSERVABLE || name->kind == NAME_CONSTANT ||
                    (name->kind == NAME_FIBRE && sorter->builder->has_velocities && !sorter->builder->has_sections);
  guint node = sorted ? name->statement : G_MAXUINT;
  if (node < sorter->n)
    g_array_append_val(uses, node);
}

static void
add_uses_of_span(const Sorter *sorter, GArray *uses, const Span *span)
{
  const Source *source = sorter->builder->source;
  for (guint i = span->first; i <= span->root; i++) {
    const Node *node = noslip_source_node(source, i);
    if (node->kind == NODE_NAME || node->kind == NODE_ADJACENT)
      add_use(sorter, uses, noslip_source_token(source, node->token)->text);
    else if (node->kind == NODE_MOMENTUM)
      g_array_append_val(uses, sorter->n);
  }
}

static void
add_uses_of_parts(const Sorter *sorter, GArray *uses, const Statement *statement)
{
  for (guint p = 0; p < statement->n_parts; p++) {
    const Part *part = &g_array_index(sorter->builder->source->parts, Part, statement->part + p);
    if (part->expr.last > 0)
      add_uses_of_span(sorter, uses, &part->expr);
  }
}

/* The Lagrangian depends on its statements, and on every velocity: the momenta need the whole frame. */
static gboolean
is_lagrangian(const Statement *statement)
{
  StatementKind kind = statement->entry->kind;
  return kind == STATEMENT_LAGRANGIAN || kind == STATEMENT_KINETIC || kind == STATEMENT_POTENTIAL ||
         kind == STATEMENT_PRESYMPLECTIC || kind == STATEMENT_BODY || kind == STATEMENT_SPRING ||
         kind == STATEMENT_GRAVITY;
}

static GArray *
uses_of(const Sorter *sorter, guint node)
{
  GArray *uses = g_array_new(FALSE, FALSE, sizeof(guint));
  guint first = node < sorter->n ? node : 0, end = node < sorter->n ? node + 1 : sorter->n;
  for (guint i = first; i < end; i++) {
    const Statement *statement = noslip_builder_statement(sorter->builder, i);
    if (statement->broken)
      continue;
    if (node == sorter->n && statement->entry->kind == STATEMENT_VELOCITY)
      g_array_append_val(uses, i);
    else if (node < sorter->n || is_lagrangian(statement))
      add_uses_of_parts(sorter, uses, statement);
  }
  return uses;
}

static void
push(Sorter *sorter, guint node)
{
  Visit visit = {.node = node, .uses = uses_of(sorter, node)};
  sorter->colour[node] = 1;
  g_array_append_val(sorter->path, visit);
}

static const char *
node_name(const Sorter *sorter, guint node)
{
  return node == sorter->n ? _("the Lagrangian")
                           : noslip_builder_name(sorter->builder, noslip_builder_statement(sorter->builder, node));
}

/* The statement of the node; for the Lagrangian the first one that defines it. */
static guint
statement_of(const Sorter *sorter, guint node)
{
  guint i = node < sorter->n ? node : 0;
  while (node == sorter->n && i + 1 < sorter->n && !is_lagrangian(noslip_builder_statement(sorter->builder, i)))
    i++;
  return i;
}

static void
report_cycle(Sorter *sorter, guint node)
{
  guint first = 0;
  while (g_array_index(sorter->path, Visit, first).node != node)
    first++;
  g_autoptr(GString) text = g_string_new(NULL);
  guint place = statement_of(sorter, node), length = sorter->path->len - first;
  for (guint i = first; i < sorter->path->len; i++) {
    guint other = g_array_index(sorter->path, Visit, i).node;
    sorter->cyclic[other] = TRUE;
    if (node == sorter->n && other < sorter->n)
      place = other;
    /* Translators: names follow, “a uses b uses a” */
    if (i - first < 5 && length > 1)
      g_string_append_printf(text, _("%s uses "), node_name(sorter, other));
    else if (i - first == 5)
      g_string_append(text, _("… uses "));
  }
  if (length > 1)
    g_string_append(text, node_name(sorter, node));
  else
    g_string_append_printf(text, _("%s uses itself"), node_name(sorter, node));
  const Statement *statement = noslip_builder_statement(sorter->builder, place);
  const Part *part = noslip_builder_part(sorter->builder, statement, PART_NAME);
  noslip_source_error(
      sorter->builder->source, NOSLIP_CODE_CYCLE,
      noslip_source_token(sorter->builder->source, part != NULL ? part->token : statement->keyword)->place,
      _("define one of them without the others"), "%s", text->str);
}

static void
visit_from(Sorter *sorter, guint node)
{
  push(sorter, node);
  while (sorter->path->len > 0) {
    Visit *visit = &g_array_index(sorter->path, Visit, sorter->path->len - 1);
    if (visit->next < visit->uses->len) {
      guint other = g_array_index(visit->uses, guint, visit->next++);
      if (sorter->colour[other] == 0)
        push(sorter, other);
      else if (sorter->colour[other] == 1)
        report_cycle(sorter, other);
      continue;
    }
    sorter->colour[visit->node] = 2;
    g_array_append_val(sorter->builder->order, visit->node);
    g_array_unref(visit->uses);
    g_array_set_size(sorter->path, sorter->path->len - 1);
  }
}

void
noslip_build_order(Builder *builder)
{
  guint n = builder->source->statements->len;
  g_autofree guint8 *colour = g_new0(guint8, n + 1);
  g_autofree guint8 *cyclic = g_new0(guint8, n + 1);
  Sorter sorter = {builder, n, colour, g_array_new(FALSE, FALSE, sizeof(Visit)), cyclic};
  for (guint i = 0; i < n; i++)
    if (colour[i] == 0 && is_definition(noslip_builder_statement(builder, i)))
      visit_from(&sorter, i);
  if (colour[n] == 0)
    visit_from(&sorter, n);
  g_array_unref(sorter.path);
  for (guint i = 0; i < n; i++)
    if (cyclic[i])
      g_array_index(builder->source->statements, Statement, i).broken = TRUE;
  builder->failed = builder->failed || cyclic[n];
}

static void
define(Builder *builder, const Statement *statement, const char *what, guint allowed)
{
  Name *name = g_hash_table_lookup(builder->scope.names, noslip_builder_name(builder, statement));
  const Part *part = noslip_builder_part(builder, statement, PART_VALUE);
  guint uses = 0;
  name->bad = !noslip_builder_expression(builder, &part->expr, what, allowed, &name->expr, &uses);
  name->uses = name->bad ? 0 : uses;
}

/* A let or an observable. If it is a vector its components are names too. */
static void
define_vector(Builder *builder, const Statement *statement, const char *what, guint allowed)
{
  const char *text = noslip_builder_name(builder, statement);
  Name *name = g_hash_table_lookup(builder->scope.names, text);
  const Part *part = noslip_builder_part(builder, statement, PART_VALUE);
  NoslipExpr value[3];
  guint uses = 0, shape = 1;
  name->bad = !noslip_builder_vector(builder, &part->expr, what, allowed, value, &shape, &uses);
  name->uses = name->bad ? 0 : uses;
  noslip_scope_name_domain(&builder->scope, name);
  name->shape = name->bad ? 1 : shape;
  name->expr = value[0];
  name->rest[0] = value[1];
  name->rest[1] = value[2];
  for (guint i = 0; i < shape && shape > 1 && !name->bad; i++) {
    g_autofree char *component = noslip_builder_component(text, i);
    if (noslip_scope_name(&builder->scope, component) == NULL)
      noslip_builder_enter(builder, component, name->place, name->kind, 0);
    Name *entry = g_hash_table_lookup(builder->scope.names, component);
    entry->bad = FALSE;
    entry->uses = uses;
    entry->expr = value[i];
    entry->statement = name->statement;
    noslip_scope_name_domain(&builder->scope, entry);
  }
}

/* An input whose course depends on t; others are values (build-contacts.c). */
static void
define_input(Builder *builder, const Statement *statement)
{
  Name *name = g_hash_table_lookup(builder->scope.names, noslip_builder_name(builder, statement));
  if (name->kind == NAME_LET)
    noslip_build_course(builder, statement, name);
}

static void
define_form(Builder *builder, const Statement *statement)
{
  Name *name = g_hash_table_lookup(builder->scope.names, noslip_builder_name(builder, statement));
  const Part *part = noslip_builder_part(builder, statement, PART_VALUE);
  guint uses = 0;
  name->bad =
      !noslip_builder_expression(builder, &part->expr, N_("a form"), USES_STATE | USES_FORMS, &name->expr, &uses);
  if (name->bad)
    return;
  NoslipForm form = {.degree = noslip_form_degree(&builder->scope, name->expr), .place = name->place};
  guint n = builder->scope.n;
  form.coefficients = g_new0(NoslipExpr, form.degree == 2 ? (gsize) n * n + 1 : n + 1);
  if (form.degree == 0 || form.degree > 2 ||
      !noslip_build_form_coefficients(&builder->scope, name->expr, form.degree, form.coefficients)) {
    g_free(form.coefficients);
    name->bad = TRUE;
    noslip_source_error(builder->source, NOSLIP_CODE_NOT_LINEAR,
                        noslip_source_place(builder->source, part->expr.token, part->expr.last),
                        _("write a sum of section names, or of wedge( ) of two, with coefficients in the coordinates"),
                        _("a form is linear in section names"));
    return;
  }
  NoslipSystem *system = builder->system;
  form.name = g_strdup(noslip_builder_name(builder, statement));
  name->degree = form.degree;
  name->uses = form.degree == 1 ? uses : uses | USES_FORMS;
  system->forms = g_renew(NoslipForm, system->forms, system->n_forms + 1);
  system->forms[system->n_forms++] = form;
}

static void
define_raw(Builder *builder, const Statement *statement)
{
  if (statement->entry->kind == STATEMENT_VELOCITY) {
    define(builder, statement, N_("a velocity"), USES_STATE | USES_TIME);
  } else if (statement->entry->kind == STATEMENT_LET) {
    builder->scope.quiet = TRUE;
    define_vector(builder, statement, N_("a let"), USES_STATE | USES_TIME);
    builder->scope.quiet = FALSE;
  } else if (statement->entry->kind == STATEMENT_INPUT) {
    builder->scope.quiet = TRUE;
    define_input(builder, statement);
    builder->scope.quiet = FALSE;
  }
}

void
noslip_build_definitions(Builder *builder, gboolean raw)
{
  for (guint i = 0; i < builder->order->len; i++) {
    guint node = g_array_index(builder->order, guint, i);
    if (node == builder->source->statements->len) {
      if (!raw)
        noslip_build_lagrangian(builder);
      continue;
    }
    const Statement *statement = noslip_builder_statement(builder, node);
    if (statement->broken)
      continue;
    if (raw)
      define_raw(builder, statement);
    else if (statement->entry->kind == STATEMENT_LET)
      define_vector(builder, statement, N_("a let"), USES_STATE | USES_LAGRANGIAN | USES_LAMBDA | USES_MU | USES_TIME);
    else if (statement->entry->kind == STATEMENT_FORM)
      define_form(builder, statement);
    else if (statement->entry->kind == STATEMENT_INPUT)
      define_input(builder, statement);
    else if (statement->entry->kind == STATEMENT_OBSERVABLE)
      define_vector(builder, statement, N_("an observable"), USES_ANYTHING);
  }
}
