/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/language/scope.h"
#include "core/language/hints.h"
#include "core/language/names.h"
#include "core/language/scope-private.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

void
noslip_scope_set_size(Scope *scope, guint m, guint n)
{
  scope->m = m;
  scope->n = n;
  scope->coordinates = g_new0(const char *, m + 1);
  scope->x = g_new0(NoslipExpr, m + 1);
  scope->velocity = g_new0(NoslipExpr, m + 1);
  scope->fibres = g_new0(const char *, n + 1);
  scope->y = g_new0(NoslipExpr, n + 1);
  scope->momentum = g_new0(NoslipExpr, n + 1);
}

void
noslip_scope_clear(Scope *scope)
{
  g_clear_pointer(&scope->names, g_hash_table_unref);
  g_clear_pointer(&scope->coordinates, g_free);
  g_clear_pointer(&scope->x, g_free);
  g_clear_pointer(&scope->velocity, g_free);
  g_clear_pointer(&scope->fibres, g_free);
  g_clear_pointer(&scope->y, g_free);
  g_clear_pointer(&scope->momentum, g_free);
}

const Name *
noslip_scope_name(const Scope *scope, const char *name)
{
  return g_hash_table_lookup(scope->names, name);
}

int
noslip_scope_primed(const Scope *scope, const char *name)
{
  gsize length = strlen(name);
  if (length < 2 || name[length - 1] != '\'')
    return -1;
  g_autofree char *stem = g_strndup(name, length - 1);
  const Name *coordinate = noslip_scope_name(scope, stem);
  return coordinate != NULL && coordinate->kind == NAME_COORDINATE && !coordinate->bad ? (int) coordinate->index : -1;
}

int
noslip_scope_fibre(const Scope *scope, const char *name)
{
  const Name *fibre = noslip_scope_name(scope, name);
  return fibre != NULL && fibre->kind == NAME_FIBRE && !fibre->bad ? (int) fibre->index : -1;
}

void
noslip_worker_run_say(Work *work, NoslipCode code, NoslipPlace place, const char *remedy, const char *format, ...)
{
  if (work->scope->quiet)
    return;
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *cause = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  noslip_source_error(work->source, code, place, remedy, "%s", cause);
}

gsize
noslip_scope_stem(const char *name, guint *component)
{
  gsize length = strlen(name);
  if (length < 3 || name[length - 2] != '.' || name[length - 1] < 'x' || name[length - 1] > 'z')
    return 0;
  *component = (guint) (name[length - 1] - 'x');
  return length - 2;
}

static void
try_names(Nearest *nearest, const Scope *scope)
{
  guint n;
  GHashTableIter iter;
  gpointer key;
  g_hash_table_iter_init(&iter, scope->names);
  while (g_hash_table_iter_next(&iter, &key, NULL))
    noslip_nearest_try(nearest, key);
  const char *const *list = noslip_language_existing(&n);
  for (guint i = 0; i < n; i++)
    noslip_nearest_try(nearest, list[i]);
  list = noslip_language_functions(&n);
  for (guint i = 0; i < n; i++)
    noslip_nearest_try(nearest, list[i]);
  if (strcmp(nearest->name, "ln") == 0)
    nearest->best = "log";
}

/* The coordinate whose velocity a name such as "xdot" or "dx" may mean, or NULL. */
static const char *
rate_meant(const Scope *scope, const char *name)
{
  g_autofree char *stem = NULL;
  for (guint i = 0; (stem = noslip_hint_rate_of(name, i)) != NULL; i++) {
    g_autofree char *spelled = noslip_hint_spelling(stem);
    for (guint c = 0; c < scope->m; c++) {
      g_autofree char *other = noslip_hint_spelling(scope->coordinates[c]);
      if (strcmp(spelled, other) == 0)
        return scope->coordinates[c];
    }
    g_clear_pointer(&stem, g_free);
  }
  return NULL;
}

void
noslip_scope_unknown(Scope *scope, Source *source, NoslipPlace place, const char *name, const char *remedy)
{
  if (scope->quiet || source->diagnostics->n_errors > NOSLIP_DIAGNOSTICS_MOST) {
    if (!scope->quiet)
      noslip_source_error(source, NOSLIP_CODE_UNKNOWN_NAME, place, NULL, _("there is no %s"), name);
    return;
  }
  gsize length = strlen(name);
  gboolean primed = length > 1 && name[length - 1] == '\'';
  g_autofree char *stem = g_strndup(name, length - primed);
  const Name *known = primed ? noslip_scope_name(scope, stem) : NULL;
  g_autofree char *bare = g_strndup(stem, strcspn(stem, "[."));
  if ((known != NULL && known->bad) || g_hash_table_contains(source->lost, stem) ||
      g_hash_table_contains(source->lost, bare))
    return;
  if (known != NULL) {
    noslip_source_error(source, NOSLIP_CODE_MISPLACED, place,
                        known->kind == NAME_FIBRE || known->kind == NAME_LET || known->kind == NAME_OBSERVABLE
                            ? _("write d( ) in a claim or an observable for a time derivative")
                            : _("only coordinates have a velocity"),
                        _("%s: %s is not a coordinate"), name, stem);
    return;
  }
  Nearest nearest;
  noslip_nearest_start(&nearest, stem);
  try_names(&nearest, scope);
  const char *rate = primed || scope->coordinates == NULL ? NULL : rate_meant(scope, stem);
  g_autofree char *meant = rate != NULL ? g_strdup_printf(_("did you mean %s%s?"), rate, "'")
                           : nearest.best != NULL
                               ? g_strdup_printf(_("did you mean %s%s?"), nearest.best, primed ? "'" : "")
                               : NULL;
  noslip_source_error(source, NOSLIP_CODE_UNKNOWN_NAME, place,
                      meant != NULL ? meant
                      : primed      ? _("declare it with coordinate")
                                    : remedy,
                      _("there is no %s"), name);
}

/* Why something that is used may not stand here, in the order of what helps most. */
static void
say_misplaced(Work *work, NoslipPlace place, const char *name, guint wrong)
{
  static const struct {
    guint use;
    const char *cause, *remedy;
  } reasons[] = {
      {USES_TIME, N_("depends on the time t"), N_("t may stand in the mechanics, observables, claims and pictures")},
      {USES_FORMAL, N_("is a derivative along the motion or a bracket"),
       N_("these may stand in claims and observables; elsewhere d( ) takes coordinates alone")},
      {USES_LAMBDA, N_("depends on a multiplier"), N_("lambda( ) may stand in claims, observables and pictures")},
      {USES_MU, N_("depends on a multiplier"), N_("mu( ) may stand in claims, observables and pictures")},
      {USES_OBSERVABLES, N_("is an observable"), N_("make it a let")},
      {USES_LAGRANGIAN, N_("depends on the Lagrangian"), NULL},
      {USES_VELOCITIES, N_("depends on velocities"), NULL},
      {USES_COORDINATES, N_("depends on coordinates"), NULL},
      {USES_CONSTANTS, N_("is not a number"), N_("write the number itself")},
  };
  for (guint i = 0; i < G_N_ELEMENTS(reasons); i++) {
    if ((wrong & reasons[i].use) == 0)
      continue;
    const char *remedy = reasons[i].remedy != NULL ? _(reasons[i].remedy) : NULL;
    if (strcmp(name, "t") == 0)
      noslip_worker_run_say(work, NOSLIP_CODE_MISPLACED, place, remedy, _("%s may not depend on the time t"),
                            _(work->what));
    else /* Translators: a name, what it may not stand in (“a constraint”) and why (“depends on velocities”) */
      noslip_worker_run_say(work, NOSLIP_CODE_MISPLACED, place, remedy, _("%s may not stand in %s: it %s"), name,
                            _(work->what), _(reasons[i].cause));
    return;
  }
}

static gboolean
existing_name(Work *work, const char *name, NoslipExpr *value, guint *uses)
{
  Scope *scope = work->scope;
  if (strcmp(name, "t") == 0) {
    *value = scope->t;
    *uses = USES_TIME;
    return TRUE;
  }
  const struct {
    const char *name;
    NoslipExpr expr;
  } functions[] = {{"energy", scope->energy},
                   {"kinetic", scope->kinetic},
                   {"potential", scope->potential},
                   {"lagrangian", scope->lagrangian}};
  for (guint i = 0; i < G_N_ELEMENTS(functions); i++)
    if (strcmp(name, functions[i].name) == 0) {
      *value = functions[i].expr;
      *uses = USES_LAGRANGIAN;
      return TRUE;
    }
  if (strcmp(name, "divergence") == 0) { /* only a motion gives it a meaning */
    *value = noslip_expr_symbol(scope->graph, name);
    *uses = USES_FORMAL | USES_VELOCITIES;
    return TRUE;
  }
  return FALSE;
}

#define VALUE _("declare it with parameter or let")

static void
primed_name(Work *work, guint row, const Token *token)
{
  Scope *scope = work->scope;
  int fibre = noslip_scope_fibre(scope, token->text);
  int coordinate = noslip_scope_primed(scope, token->text);
  if (scope->primes_are_sections && fibre >= 0) {
    work->value[row] = scope->y[fibre];
    work->uses[row] = USES_VELOCITIES;
  } else if (!scope->primes_are_sections && coordinate >= 0) {
    work->value[row] = scope->velocity != NULL ? scope->velocity[coordinate] : NOSLIP_ZERO; /* not for numbers */
    work->uses[row] = USES_COORDINATES | USES_VELOCITIES;
  } else {
    work->bad[row] = TRUE;
    if (coordinate >= 0)
      noslip_worker_run_say(work, NOSLIP_CODE_MISPLACED, token->place, _("declare it: section x'"),
                            _("%s is not a section"), token->text);
    else
      noslip_scope_unknown(scope, work->source, token->place, token->text, VALUE);
  }
}

/* A rotation; a component of a vector; or nothing that is known. */
static void
unknown_name(Work *work, guint row, const Token *token)
{
  Scope *scope = work->scope;
  guint component = 0;
  gsize length = noslip_scope_stem(token->text, &component);
  for (guint i = 0; i < scope->n_rotations; i++)
    if (strcmp(scope->rotations[i].name, token->text) == 0) {
      work->shape[row] = SHAPE_ROTATION;
      work->value[row] = i;
      work->uses[row] = USES_COORDINATES;
      return;
    }
  work->bad[row] = TRUE;
  g_autofree char *stem = g_strndup(token->text, length);
  const Name *vector = length > 0 ? noslip_scope_name(scope, stem) : NULL;
  if (vector == NULL)
    noslip_scope_unknown(scope, work->source, token->place, length > 0 ? stem : token->text, VALUE);
  else if (!vector->bad)
    noslip_worker_run_say(work, NOSLIP_CODE_MISPLACED, token->place,
                          vector->shape == SHAPE_PAIR ? _("write .x or .y") : _("leave it out"),
                          vector->shape == SHAPE_PAIR ? _("the vector has two components")
                                                      : _("this is a number and has no components"));
}

/* The value and uses of a name, without asking whether it may stand here. */
static void
name_value(Work *work, guint row, const Token *token)
{
  Scope *scope = work->scope;
  guint uses = 0;
  if (token->primes > 0) {
    primed_name(work, row, token);
    return;
  }
  if (existing_name(work, token->text, &work->value[row], &uses)) {
    work->uses[row] = (guint16) uses;
    work->bad[row] = uses == USES_LAGRANGIAN && (work->allowed & uses) != 0 && !scope->has_lagrangian;
    return;
  }
  const Name *name = noslip_scope_name(scope, token->text);
  if (name == NULL) {
    unknown_name(work, row, token);
    return;
  }
  static const guint16 kind_uses[] = {
      [NAME_PARAMETER] = USES_CONSTANTS,
      [NAME_COORDINATE] = USES_COORDINATES,
      [NAME_FIBRE] = USES_VELOCITIES,
      [NAME_LET] = USES_CONSTANTS,
      [NAME_CONSTRAINT] = 0,
      [NAME_OBSERVABLE] = USES_OBSERVABLES,
      [NAME_CONSTANT] = 0,
  };
  work->value[row] = name->expr;
  if (name->shape > SHAPE_NUMBER)
    noslip_worker_run_set(work, row, name->shape, (NoslipExpr[]){name->expr, name->rest[0], name->rest[1]});
  work->uses[row] = (guint16) (kind_uses[name->kind] | name->uses);
  work->bad[row] = name->bad;
  if (name->kind == NAME_CONSTRAINT) {
    work->bad[row] = TRUE;
    g_autofree char *remedy = g_strdup_printf(_("did you mean lambda(%s)?"), token->text);
    noslip_worker_run_say(work, NOSLIP_CODE_MISPLACED, token->place, remedy, _("%s is a constraint, not a value"),
                          token->text);
  }
}

static void
name_node(Work *work, guint row, const Token *token)
{
  name_value(work, row, token);
  guint wrong = work->uses[row] & ~work->allowed;
  if (!work->bad[row] && wrong != 0) {
    work->bad[row] = TRUE;
    say_misplaced(work, token->place, token->text, wrong);
  }
}

/* p(NAME): dL/dy of a fibre coordinate; of a natural velocity in a derived frame, the sum over the frame. */
static void
momentum_node(Work *work, guint row, const Token *token)
{
  Scope *scope = work->scope;
  NoslipGraph *graph = scope->graph;
  int fibre = noslip_scope_fibre(scope, token->text);
  int coordinate = noslip_scope_primed(scope, token->text);
  const Name *name = noslip_scope_name(scope, token->text);
  work->uses[row] = USES_LAGRANGIAN | USES_COORDINATES | USES_VELOCITIES;
  if (fibre >= 0) {
    work->value[row] = scope->momentum != NULL ? scope->momentum[fibre] : NOSLIP_ZERO;
  } else if (coordinate >= 0 && scope->frame != NULL) {
    for (guint a = 0; a < scope->n; a++)
      work->value[row] = noslip_expr_add_product(graph, work->value[row], scope->momentum[a],
                                                 scope->frame[a * scope->m + (guint) coordinate]);
  } else {
    work->bad[row] = TRUE;
    g_autofree char *remedy = g_strdup_printf(_("did you mean p(%s')?"), token->text);
    if (coordinate >= 0)
      noslip_worker_run_say(work, NOSLIP_CODE_MISPLACED, token->place, _("take the momentum of a section"),
                            _("%s is not a section, and has no momentum of its own"), token->text);
    else if (name != NULL && !name->bad)
      noslip_worker_run_say(work, NOSLIP_CODE_MISPLACED, token->place, name->kind == NAME_COORDINATE ? remedy : NULL,
                            _("%s is neither a velocity nor a section"), token->text);
    else if (name == NULL)
      noslip_scope_unknown(scope, work->source, token->place, token->text, _("declare it with velocity or section"));
  }
  work->bad[row] = work->bad[row] || ((work->allowed & USES_LAGRANGIAN) != 0 && !scope->has_lagrangian);
}

static void
multiplier_node(Work *work, guint row, const Token *token, const char *head, guint uses)
{
  guint component;
  gsize length = noslip_scope_stem(token->text, &component);
  g_autofree char *stem = length > 0 ? g_strndup(token->text, length) : g_strdup(token->text);
  const Name *name = noslip_scope_name(work->scope, token->text);
  g_autofree char *symbol = g_strdup_printf("%s(%s)", head, token->text);
  if (name == NULL) /* which components there are is known once the constraints are; see build-mechanics.c */
    name = noslip_scope_name(work->scope, stem);
  work->uses[row] = (guint16) uses;
  if (name != NULL && name->kind == NAME_CONSTRAINT) {
    work->bad[row] = name->bad;
    work->value[row] = noslip_expr_symbol(work->scope->graph, symbol);
    return;
  }
  work->bad[row] = TRUE;
  if (name != NULL)
    noslip_worker_run_say(work, NOSLIP_CODE_MISPLACED, token->place, _("name a constraint"),
                          _("%s is not a constraint"), token->text);
  else
    noslip_scope_unknown(work->scope, work->source, token->place, token->text, _("declare it with constraint"));
}

/* df/dt + df/dx^i x'^i */
static NoslipExpr
rate_of_position(Scope *scope, NoslipExpr f)
{
  NoslipExpr value = noslip_expr_derivative(scope->graph, f, scope->t);
  for (guint i = 0; i < scope->m; i++) {
    NoslipExpr slope = noslip_expr_derivative(scope->graph, f, scope->x[i]);
    if (slope != NOSLIP_ZERO)
      value = noslip_expr_add_product(scope->graph, value, slope, scope->velocity[i]);
  }
  return value;
}

/* d(f) of a function of coordinates (and t) alone is a velocity: sum of df/dx^i x'^i. */
static void
rate_node(Work *work, guint row, guint argument, const Token *token)
{
  Scope *scope = work->scope;
  guint uses = work->uses[argument], shape = work->shape[argument];
  /* where d( ) may stay formal it does, and is expanded along the motion */
  guint position_uses = USES_COORDINATES | USES_CONSTANTS | ((work->allowed & USES_FORMAL) != 0 ? 0 : USES_TIME);
  gboolean position = (uses & ~position_uses) == 0, moves = FALSE;
  NoslipExpr rates[3] = {0};
  for (guint i = 0; i < MIN(shape, 3); i++) {
    NoslipExpr f = noslip_worker_run_component(work, argument, i);
    rates[i] = position ? rate_of_position(scope, f) : noslip_expr_apply(scope->graph, NOSLIP_OP_RATE, 1, &f);
    moves = moves || rates[i] != NOSLIP_ZERO;
  }
  noslip_worker_run_set(work, row, shape, rates);
  if (position) {
    work->uses[row] = (guint16) (uses | (moves ? USES_VELOCITIES : 0));
    return;
  }
  work->uses[row] = (guint16) (uses | USES_FORMAL | USES_VELOCITIES);
  if ((uses & USES_LAMBDA) != 0) {
    work->bad[row] = TRUE;
    noslip_worker_run_say(work, NOSLIP_CODE_MISPLACED, token->place, _("differentiate something else"),
                          _("a multiplier has no derivative along the motion"));
  }
}

static void
adjacent_node(Work *work, guint row, const Node *node)
{
  Source *source = work->source;
  const Token *token = noslip_source_token(source, node->token);
  work->bad[row] = TRUE;
  gboolean known = noslip_scope_name(work->scope, token->text) != NULL ||
                   noslip_scope_primed(work->scope, token->text) >= 0 || noslip_language_is_reserved(token->text);
  if (!known) {
    noslip_scope_unknown(work->scope, source, token->place, token->text, VALUE);
    return;
  }
  g_autofree char *argument = noslip_source_slice(source, node->token + 1, node->operand[1]);
  g_autofree char *remedy = g_strdup_printf(_("did you mean %s*%s?"), token->text, argument);
  noslip_worker_run_say(work, NOSLIP_CODE_IMPLICIT_PRODUCT, noslip_source_place(source, node->token, node->operand[1]),
                        remedy, _("%s is not a function, and a product needs its sign"), token->text);
}

static void
quotient_node(Work *work, guint row, guint a, guint b, const Token *token)
{
  work->value[row] = NOSLIP_ZERO;
  if (work->value[b] != NOSLIP_ZERO) {
    work->value[row] = noslip_expr_div(work->scope->graph, work->value[a], work->value[b]);
    return;
  }
  work->bad[row] = TRUE;
  noslip_worker_run_say(work, NOSLIP_CODE_SYNTAX, token->place, _("check the denominator"), _("this divides by zero"));
}

static void
arithmetic_node(Work *work, guint row, const Node *node, const guint *operand)
{
  NoslipGraph *graph = work->scope->graph;
  NoslipExpr a = work->value[operand[0]], b = work->value[operand[1]];
  NoslipExpr arguments[3] = {a, b, work->value[operand[2]]};
  const Token *token = noslip_source_token(work->source, node->token);
  double number;
  switch ((NodeKind) node->kind) {
  case NODE_ADD:
    work->value[row] = noslip_expr_add(graph, a, b);
    break;
  case NODE_SUB:
    work->value[row] = noslip_expr_sub(graph, a, b);
    break;
  case NODE_MUL:
    work->value[row] = noslip_expr_mul(graph, a, b);
    break;
  case NODE_DIV:
    quotient_node(work, row, operand[0], operand[1], token);
    break;
  case NODE_NEG:
    work->value[row] = noslip_expr_neg(graph, a);
    break;
  case NODE_POW:
    if (a == NOSLIP_ZERO && noslip_expr_is_number(graph, b, &number) && number < 0) {
      work->bad[row] = TRUE;
      noslip_worker_run_say(work, NOSLIP_CODE_SYNTAX, token->place, _("check the base"), _("this divides by zero"));
    } else {
      work->value[row] = noslip_expr_pow(graph, a, b);
    }
    break;
  case NODE_FUNCTION:
    work->value[row] = noslip_expr_apply(
        graph, (NoslipOp) node->op,
        node->op == NOSLIP_OP_ATAN2 || node->op == NOSLIP_OP_MIN || node->op == NOSLIP_OP_MAX ? 2 : 1, arguments);
    break;
  default: /* the formal operators; see NODE_RATE apart */
    work->value[row] = noslip_expr_apply(graph, (NoslipOp) node->op, node->kind == NODE_JACOBI ? 3 : 2, arguments);
    work->uses[row] |= USES_FORMAL | USES_VELOCITIES;
    break;
  }
}

static guint
n_operands(const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_ADD:
  case NODE_SUB:
  case NODE_MUL:
  case NODE_DIV:
  case NODE_POW:
  case NODE_BRACKET:
  case NODE_DOT:
  case NODE_CROSS:
  case NODE_COMPARE:
  case NODE_AND:
  case NODE_OR:
    return 2;
  case NODE_NEG:
  case NODE_RATE:
  case NODE_NORM:
  case NODE_COMPONENT:
  case NODE_NOT:
    return 1;
  case NODE_VECTOR:
    return node->op;
  case NODE_JACOBI:
  case NODE_IF:
    return 3;
  case NODE_FUNCTION:
    return node->op == NOSLIP_OP_ATAN2 || node->op == NOSLIP_OP_MIN || node->op == NOSLIP_OP_MAX ? 2 : 1;
  default:
    return 0;
  }
}

/* What is left for numbers, or for d( ) of a vector; FALSE after an error. */
static gboolean
are_numbers(Work *work, guint row, const Node *node, const guint *operand)
{
  for (guint i = 0; i < n_operands(node); i++) {
    guint shape = work->shape[operand[i]];
    if (shape == SHAPE_NUMBER || (node->kind == NODE_RATE && noslip_worker_run_is_vector(work, operand[i])))
      continue;
    work->bad[row] = TRUE;
    const Token *token = noslip_source_token(work->source, node->token);
    if (shape == SHAPE_CONDITION)
      noslip_worker_run_say(work, NOSLIP_CODE_MISPLACED, token->place, _("write if(condition, a, b)"),
                            _("a condition stands where a number is expected"));
    else if (shape == SHAPE_ROTATION)
      noslip_worker_run_say(work, NOSLIP_CODE_MISPLACED, token->place,
                            _("write R*u, with a vector behind the rotation"), _("a rotation stands before a vector"));
    else
      noslip_worker_run_say(work, NOSLIP_CODE_MISPLACED, token->place,
                            _("write a component, such as v.x, or dot(v, v) for the square"),
                            _("a vector stands where a number is expected"));
    return FALSE;
  }
  return TRUE;
}

static void
compound_node(Work *work, guint row, const Node *node)
{
  guint operand[3] = {0};
  const Token *token = noslip_source_token(work->source, node->token);
  for (guint i = 0; i < n_operands(node); i++) {
    operand[i] = node->operand[i] - work->first;
    work->uses[row] |= work->uses[operand[i]];
    work->bad[row] |= work->bad[operand[i]];
  }
  if (work->bad[row])
    return;
  guint before = work->uses[row];
  if (noslip_worker_run_case_node(work, row, node, operand) || noslip_worker_run_vector_node(work, row, node, operand))
    return;
  if (!are_numbers(work, row, node, operand))
    return;
  if (node->kind == NODE_RATE)
    rate_node(work, row, operand[0], token);
  else
    arithmetic_node(work, row, node, operand);
  guint wrong = work->uses[row] & ~before & ~work->allowed;
  if (!work->bad[row] && wrong != 0) {
    work->bad[row] = TRUE;
    say_misplaced(work, token->place,
                  node->kind == NODE_RATE     ? "d( )"
                  : node->kind == NODE_JACOBI ? "jacobi( )"
                                              : "{ , }",
                  wrong);
  }
}

static void
leaf_wrong(Work *work, guint row, const Token *token, const char *head)
{
  guint wrong = work->uses[row] & ~work->allowed;
  if (work->bad[row] || wrong == 0)
    return;
  work->bad[row] = TRUE;
  g_autofree char *name = g_strdup_printf("%s(%s)", head, token->text);
  say_misplaced(work, token->place, name, wrong);
}

static void
evaluate_node(Work *work, guint row, const Node *node)
{
  const Token *token = noslip_source_token(work->source, node->token);
  switch ((NodeKind) node->kind) {
  case NODE_NUMBER:
    work->value[row] = noslip_expr_decimal(work->scope->graph, token->text);
    break;
  case NODE_DEGREES:
    work->value[row] = noslip_expr_mul(work->scope->graph, noslip_expr_decimal(work->scope->graph, token->text),
                                       noslip_expr_mul(work->scope->graph, noslip_expr_pi(work->scope->graph),
                                                       noslip_expr_rational(work->scope->graph, 1, 180)));
    break;
  case NODE_PI:
    work->value[row] = noslip_expr_pi(work->scope->graph);
    break;
  case NODE_NAME:
    name_node(work, row, token);
    break;
  case NODE_MOMENTUM:
    momentum_node(work, row, token);
    leaf_wrong(work, row, token, "p");
    break;
  case NODE_LAMBDA:
    multiplier_node(work, row, token, "lambda", USES_LAMBDA);
    leaf_wrong(work, row, token, "lambda");
    break;
  case NODE_MU:
    multiplier_node(work, row, token, "mu", USES_MU);
    leaf_wrong(work, row, token, "mu");
    break;
  case NODE_SPIN:
  case NODE_TRANSPOSE:
    noslip_worker_run_rotation_node(work, row, node, token);
    leaf_wrong(work, row, token, node->kind == NODE_SPIN ? "omega" : "transpose");
    break;
  case NODE_ADJACENT:
    adjacent_node(work, row, node);
    break;
  default:
    compound_node(work, row, node);
    break;
  }
}

gboolean
noslip_scope_vector(Scope *scope, Source *source, const Span *span, const char *what, guint allowed,
                    NoslipExpr components[3], guint *shape, guint *uses)
{
  guint n = span->root - span->first + 1;
  g_autofree NoslipExpr *value = g_new0(NoslipExpr, n);
  g_autofree NoslipExpr(*rest)[2] = g_malloc0_n(n, sizeof *rest);
  g_autofree guint16 *used = g_new0(guint16, n);
  g_autofree guint8 *bad = g_new0(guint8, n);
  g_autofree guint8 *shapes = g_malloc(n);
  Work work = {scope, source, what, allowed, span->first, value, rest, used, bad, shapes};
  memset(shapes, SHAPE_NUMBER, n);
  for (guint row = 0; row < n; row++)
    evaluate_node(&work, row, noslip_source_node(source, span->first + row));
  *shape = shapes[n - 1];
  for (guint i = 0; i < 3; i++)
    components[i] = i < *shape && *shape <= SHAPE_TRIPLE ? noslip_worker_run_component(&work, n - 1, i) : NOSLIP_ZERO;
  if (uses != NULL)
    *uses = used[n - 1];
  if (noslip_graph_failed(scope->graph)) {
    if (!scope->full && !scope->quiet)
      noslip_source_error(source, NOSLIP_CODE_TOO_LARGE, noslip_source_token(source, span->token)->place,
                          _("simplify the system"), _("the system needs more memory than this program takes"));
    scope->full = scope->full || !scope->quiet;
    return FALSE;
  }
  if (!bad[n - 1] && *shape == SHAPE_CONDITION) {
    noslip_worker_run_say(&work, NOSLIP_CODE_MISPLACED, noslip_source_place(source, span->token, span->last),
                          _("write if(condition, a, b)"), _("a condition stands where a number is expected"));
    return FALSE;
  }
  if (!bad[n - 1] && *shape > SHAPE_TRIPLE) {
    noslip_worker_run_say(&work, NOSLIP_CODE_MISPLACED, noslip_source_place(source, span->token, span->last),
                          _("write R*u, with a vector behind the rotation"), _("a rotation stands before a vector"));
    return FALSE;
  }
  return !bad[n - 1];
}

gboolean
noslip_scope_expression(Scope *scope, Source *source, const Span *span, const char *what, guint allowed,
                        NoslipExpr *expr, guint *uses)
{
  NoslipExpr components[3];
  guint shape = SHAPE_NUMBER;
  gboolean good = noslip_scope_vector(scope, source, span, what, allowed, components, &shape, uses);
  *expr = components[0];
  if (!good || shape == SHAPE_NUMBER)
    return good;
  if (!scope->quiet)
    noslip_source_error(source, NOSLIP_CODE_MISPLACED, noslip_source_place(source, span->token, span->last),
                        _("write a component, such as v.x, or dot(v, v) for the square"),
                        _("a vector stands where a number is expected"));
  return FALSE;
}
