/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dry friction, bounces, and inputs. An input whose course is a number is a parameter that may change while the system
 * runs; one that depends on t is an abbreviation of its course. For inputs moved by hand see core/system/hand.h. */
#include "core/language/build/build.h"
#include "core/language/names.h"
#include "core/system/hand.h"
#include "core/system/mode.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static NoslipPlace
place_of(const Builder *builder, const Part *part)
{
  return noslip_source_place(builder->source, part->expr.token, part->expr.last);
}

static void
build_frictions(Builder *builder)
{
  NoslipSystem *system = builder->system;
  GArray *all = g_array_new(FALSE, TRUE, sizeof(NoslipFriction));
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_FRICTION)); i++) {
    NoslipFriction friction = {.place = noslip_builder_place(builder, statement)};
    const Part *part = noslip_builder_part(builder, statement, PART_VALUE);
    gboolean known = noslip_builder_velocity(builder, statement, &friction.velocity);
    gboolean good =
        noslip_builder_expression(builder, &part->expr, N_("the limit of a friction"),
                                  USES_STATE | USES_LAGRANGIAN | USES_TIME | USES_LAMBDA, &friction.limit, NULL);
    double limit;
    if (good && noslip_expr_is_number(builder->scope.graph, friction.limit, &limit) && limit < 0)
      noslip_source_error(builder->source, NOSLIP_CODE_ARGUMENT, place_of(builder, part),
                          _("write a force that is not negative"), _("the limit of a friction cannot be negative"));
    if (system->dynamics != NOSLIP_DYNAMICS_NONHOLONOMIC)
      noslip_source_error(builder->source, NOSLIP_CODE_REFUSED, friction.place,
                          _("leave the friction out, or write dynamics nonholonomic"),
                          _("dry friction acts in nonholonomic dynamics alone"));
    builder->failed = builder->failed || !known || !good;
    if (!known || !good)
      continue;
    friction.name = g_strdup(noslip_builder_name(builder, statement));
    friction.description = noslip_builder_text(builder, statement, PART_DESCRIPTION);
    g_array_append_val(all, friction);
  }
  system->n_frictions = all->len;
  system->frictions = (NoslipFriction *) (gpointer) g_array_free(all, FALSE);
}

/* Velocities of sticking contacts are distinguished by their expressions. */
static void
check_frictions(Builder *builder)
{
  const NoslipSystem *system = builder->system;
  for (guint i = 0; i < system->n_frictions; i++)
    for (guint j = 0; j < i; j++)
      if (system->frictions[i].velocity == system->frictions[j].velocity) {
        noslip_source_error(builder->source, NOSLIP_CODE_REPEATED_NAME, system->frictions[i].place,
                            _("add the limits up in one statement"), _("%s has a friction already, in line %u"),
                            system->frictions[i].name, system->frictions[j].place.line);
        break;
      }
}

static gboolean
build_bounce(Builder *builder, const Statement *statement, NoslipBounce *bounce)
{
  NoslipGraph *graph = builder->scope.graph;
  const Part *left = noslip_builder_part(builder, statement, PART_LEFT);
  const Part *right = noslip_builder_part(builder, statement, PART_RIGHT);
  const Part *e = noslip_builder_part(builder, statement, PART_RESTITUTION);
  const Part *sign = noslip_builder_part(builder, statement, PART_WORD);
  guint allowed = USES_CONSTANTS | USES_COORDINATES | USES_TIME;
  double number;
  bounce->restitution = NOSLIP_ONE;
  if (!noslip_builder_difference(builder, statement, N_("a bounce"), allowed, &bounce->gap, NULL) ||
      (e != NULL && !noslip_builder_expression(builder, &e->expr, N_("a restitution"),
                                               USES_CONSTANTS | USES_COORDINATES, &bounce->restitution, NULL)))
    return FALSE;
  if (noslip_source_token(builder->source, sign->token)->op == OP_LESS_EQUAL)
    bounce->gap = noslip_expr_neg(graph, bounce->gap);
  if (!noslip_expr_depends(graph, bounce->gap, builder->scope.m, builder->scope.x)) {
    noslip_source_error(builder->source, NOSLIP_CODE_MISPLACED,
                        noslip_source_place(builder->source, left->expr.token, right->expr.last),
                        _("write a function of coordinates that stays positive, as bounce z - r >= 0"),
                        _("the bounce has no coordinate that moves"));
    return FALSE;
  }
  if (noslip_expr_is_number(graph, bounce->restitution, &number) && !(number >= 0 && number <= 1)) {
    noslip_source_error(builder->source, NOSLIP_CODE_ARGUMENT, place_of(builder, e),
                        _("write a number from 0 (no rebound) to 1 (no loss)"),
                        _("the restitution is not between 0 and 1"));
    return FALSE;
  }
  bounce->name = noslip_expr_text(graph, bounce->gap);
  return TRUE;
}

static void
build_bounces(Builder *builder)
{
  NoslipSystem *system = builder->system;
  GArray *all = g_array_new(FALSE, TRUE, sizeof(NoslipBounce));
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_BOUNCE)); i++) {
    NoslipBounce bounce = {.place = noslip_builder_place(builder, statement)};
    if (system->dynamics != NOSLIP_DYNAMICS_NONHOLONOMIC)
      noslip_source_error(builder->source, NOSLIP_CODE_REFUSED, bounce.place,
                          _("leave the bounce out, or write dynamics nonholonomic"),
                          _("bounces act in nonholonomic dynamics alone"));
    if (build_bounce(builder, statement, &bounce))
      g_array_append_val(all, bounce);
    else
      builder->failed = TRUE;
  }
  system->n_bounces = all->len;
  system->bounces = (NoslipBounce *) (gpointer) g_array_free(all, FALSE);
}

static const NoslipCourse *
course_of(const Builder *builder, const char *name)
{
  for (guint i = builder->source->n_courses; i > 0; i--) /* the last course given for an input counts */
    if (strcmp(builder->source->courses[i - 1].name, name) == 0)
      return &builder->source->courses[i - 1];
  return NULL;
}

/* Reads a course given outside the text; errors are reported with its text. */
static gboolean
course_value(Builder *builder, const NoslipCourse *course, guint allowed, NoslipExpr *value)
{
  g_autoptr(NoslipDiagnostics) found = noslip_diagnostics_new();
  g_autoptr(Source) source = noslip_source_new(course->expr, strlen(course->expr), found);
  Span span;
  gboolean good =
      noslip_source_lex(source, FALSE) && noslip_source_parse_expression(source, &span) &&
      noslip_scope_expression(&builder->scope, source, &span, N_("the course of an input"), allowed, value, NULL);
  for (guint i = 0; i < found->list->len && !builder->scope.quiet; i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(found->list, i);
    if (diagnostic->severity == NOSLIP_ERROR)
      noslip_diagnostics_add(builder->source->diagnostics,
                             noslip_diagnostic_new(NOSLIP_ERROR, diagnostic->code, NULL, diagnostic->remedy,
                                                   _("the input %s = %s: %s"), course->name, course->expr,
                                                   diagnostic->cause));
  }
  return good && found->n_errors == 0;
}

/* The course as an expression; 0 if none is given. */
static gboolean
input_value(Builder *builder, const Statement *statement, guint allowed, NoslipExpr *value)
{
  const NoslipCourse *course = course_of(builder, noslip_builder_name(builder, statement));
  const Part *part = noslip_builder_part(builder, statement, PART_VALUE);
  *value = NOSLIP_ZERO;
  if (course != NULL)
    return course_value(builder, course, allowed, value);
  return part == NULL ||
         noslip_builder_expression(builder, &part->expr, N_("the course of an input"), allowed, value, NULL);
}

/* The value of an input that is moved by hand, from its course. */
static NoslipExpr
by_hand(const Builder *builder, const Statement *statement, NoslipExpr course)
{
  const NoslipSystem *system = builder->system;
  const char *name = noslip_builder_name(builder, statement);
  NoslipExpr symbols[NOSLIP_HAND_N];
  for (guint i = 0; i < system->n_inputs; i++)
    if (strcmp(system->inputs[i].name, name) == 0 && system->inputs[i].hand != G_MAXUINT) {
      for (guint j = 0; j < NOSLIP_HAND_N; j++)
        symbols[j] = system->parameters[system->inputs[i].hand + j].symbol;
      return noslip_hand_value(builder->scope.graph, builder->scope.t, course, symbols);
    }
  return course;
}

void
noslip_build_course(Builder *builder, const Statement *statement, Name *name)
{
  name->bad = !input_value(builder, statement, USES_CONSTANTS | USES_TIME, &name->expr);
  if (!name->bad)
    name->expr = by_hand(builder, statement, name->expr);
  name->uses = USES_TIME;
  builder->failed = builder->failed || (name->bad && !builder->scope.quiet);
}

/* Reads the course as a number; FALSE if it depends on anything, or cannot be read. */
static gboolean
input_number(Builder *builder, const Statement *statement, double *number)
{
  NoslipExpr value;
  builder->scope.quiet = TRUE;
  gboolean good = input_value(builder, statement, 0, &value);
  builder->scope.quiet = FALSE;
  *number = good ? noslip_expr_value(builder->scope.graph, value, 0, NULL, NULL) : NAN;
  return isfinite(*number) != 0;
}

void
noslip_declare_input(Builder *builder, guint i)
{
  const Statement *statement = noslip_builder_statement(builder, i);
  const Part *part = noslip_builder_part(builder, statement, PART_NAME);
  const Token *token = part != NULL ? noslip_source_token(builder->source, part->token) : NULL;
  if (token != NULL)
    noslip_builder_enter(builder, token->text, token->place, NAME_LET, 0);
}

/* Makes an input a parameter, with this symbol. */
static void
make_parameter(Builder *builder, const NoslipInput *input, double number, NoslipExpr symbol)
{
  Name *name = g_hash_table_lookup(builder->scope.names, input->name);
  NoslipParameter parameter = {.name = g_strdup(input->name), .value = number, .low = input->low, .high = input->high};
  parameter.unit = g_strdup(input->unit);
  parameter.description = g_strdup(input->description);
  parameter.symbol = symbol;
  name->kind = NAME_PARAMETER;
  name->index = builder->parameters->len;
  name->bad = FALSE;
  name->uses = USES_TIME;
  g_array_append_val(builder->parameters, parameter);
}

/* Adds the parameters for moving an input by hand, with the values of an input at rest. */
static void
add_hand(Builder *builder, NoslipInput *input)
{
  input->hand = builder->parameters->len;
  builder->system->n_hidden += NOSLIP_HAND_N;
  for (guint i = 0; i < NOSLIP_HAND_N; i++) {
    NoslipParameter parameter = {.name = noslip_hand_name(input->name, i), .low = NAN, .high = NAN};
    parameter.value = i == NOSLIP_HAND_OWN ? 1 : 0;
    parameter.symbol = noslip_expr_symbol(builder->scope.graph, parameter.name);
    g_array_append_val(builder->parameters, parameter);
  }
}

/* A symbol that is a function of t, whose rates are symbols. */
static NoslipExpr
named(const Builder *builder, const char *input)
{
  NoslipGraph *graph = builder->scope.graph;
  g_autofree char *last = noslip_hand_rate_name(input, NOSLIP_INPUT_RATES);
  NoslipExpr symbol = noslip_expr_symbol(graph, last);
  for (guint order = NOSLIP_INPUT_RATES; order-- > 0;) {
    g_autofree char *name = noslip_hand_rate_name(input, order);
    symbol = noslip_expr_function(graph, name, builder->scope.t, symbol);
  }
  return symbol;
}

/* The rates of named inputs are hidden parameters. */
static void
add_rates(Builder *builder, const GArray *inputs)
{
  for (guint i = 0; i < inputs->len; i++)
    for (guint order = 1; order <= NOSLIP_INPUT_RATES; order++) {
      NoslipParameter rate = {.low = NAN, .high = NAN};
      rate.name = noslip_hand_rate_name(g_array_index(inputs, NoslipInput, i).name, order);
      rate.symbol = noslip_expr_symbol(builder->scope.graph, rate.name);
      g_array_append_val(builder->parameters, rate);
      builder->system->n_hidden++;
    }
}

static NoslipInput
input_of(Builder *builder, const Statement *statement)
{
  NoslipInput input = {.place = noslip_builder_place(builder, statement), .low = NAN, .high = NAN, .hand = G_MAXUINT};
  noslip_builder_range(builder, statement, N_("a range"), &input.low, &input.high);
  input.name = g_strdup(noslip_builder_name(builder, statement));
  input.unit = noslip_builder_text(builder, statement, PART_UNIT);
  input.description = noslip_builder_text(builder, statement, PART_DESCRIPTION);
  for (guint key = 0; key < 2; key++) {
    const Part *part = noslip_statement_part(builder->source, statement, PART_KEY, key);
    input.keys[key] = part != NULL ? g_strdup(part->text) : NULL;
  }
  return input;
}

/* The key of an input must not be that of one of the inputs before it. */
static void
check_keys(Builder *builder, const Statement *statement, const NoslipInput *input, guint n, const NoslipInput *before)
{
  for (guint key = 0; key < 2; key++)
    for (guint i = 0; i < 2 * n; i++) {
      const NoslipInput *other = &before[i / 2];
      if (input->keys[key] == NULL || other->keys[i % 2] == NULL ||
          !noslip_key_is_same(input->keys[key], other->keys[i % 2]))
        continue;
      const Part *part = noslip_statement_part(builder->source, statement, PART_KEY, key);
      noslip_source_error(builder->source, NOSLIP_CODE_REPEATED_NAME,
                          noslip_source_token(builder->source, part->token)->place, _("give one of them another key"),
                          _("the key \"%s\" already moves %s"), input->keys[key], other->name);
    }
}

void
noslip_build_inputs(Builder *builder)
{
  GArray *all = g_array_new(FALSE, TRUE, sizeof(NoslipInput));
  guint i = 0;
  for (const Statement *statement; (statement = noslip_builder_next(builder, &i, STATEMENT_INPUT)); i++) {
    NoslipInput input = input_of(builder, statement);
    double number;
    gboolean is_number = input_number(builder, statement, &number);
    check_keys(builder, statement, &input, all->len, (const NoslipInput *) (gpointer) all->data);
    if (builder->source->inputs == NOSLIP_INPUTS_BY_HAND)
      add_hand(builder, &input);
    else if (builder->source->inputs == NOSLIP_INPUTS_NAMED)
      make_parameter(builder, &input, is_number ? number : 0, named(builder, input.name));
    else if (is_number)
      make_parameter(builder, &input, number, noslip_expr_symbol(builder->scope.graph, input.name));
    g_array_append_val(all, input);
  }
  if (builder->source->inputs == NOSLIP_INPUTS_NAMED)
    add_rates(builder, all);
  builder->system->n_inputs = all->len;
  builder->system->inputs = (NoslipInput *) (gpointer) g_array_free(all, FALSE);
}

/* A course given on the command line must be that of an input of the text. */
static void
check_courses(Builder *builder)
{
  const NoslipSystem *system = builder->system;
  for (guint c = 0; c < builder->source->n_courses; c++) {
    const char *name = builder->source->courses[c].name;
    gboolean found = FALSE;
    for (guint i = 0; i < system->n_inputs; i++)
      found = found || strcmp(system->inputs[i].name, name) == 0;
    if (!found)
      noslip_diagnostics_add(builder->source->diagnostics,
                             noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNKNOWN_NAME, NULL,
                                                   _("declare it: input NAME in LO .. HI"),
                                                   _("the system has no input %s"), name));
  }
}

void
noslip_build_contacts(Builder *builder)
{
  NoslipSystem *system = builder->system;
  for (guint i = 0; i < system->n_inputs; i++) {
    NoslipInput *input = &system->inputs[i];
    const Name *name = noslip_scope_name(&builder->scope, input->name);
    NoslipExpr rate = input->expr = name != NULL ? name->expr : NOSLIP_ZERO;
    for (guint order = 0; order < NOSLIP_INPUT_RATES; order++)
      rate = input->rates[order] = noslip_expr_derivative(system->graph, rate, system->t);
  }
  check_courses(builder);
  build_frictions(builder);
  check_frictions(builder);
  build_bounces(builder);
}

void
noslip_build_check_contacts(Builder *builder)
{
  NoslipDiagnostic *error = NULL;
  NoslipModes *modes = builder->system->n_frictions > 0 ? noslip_modes_new(builder->system, &error) : NULL;
  if (error != NULL)
    noslip_diagnostics_add(builder->source->diagnostics, error);
  noslip_modes_free(modes);
}
