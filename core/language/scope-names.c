/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names in expressions: their meaning, and suggestions for unknown ones. */
#include "core/language/hints.h"
#include "core/language/names.h"
#include "core/language/scope-private.h"
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

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

/* The only constraint, or NULL if there are none or several. */
static const char *
only_constraint(const Scope *scope)
{
  const char *found = NULL;
  GHashTableIter iter;
  gpointer key, value;
  g_hash_table_iter_init(&iter, scope->names);
  while (g_hash_table_iter_next(&iter, &key, &value)) {
    if (((const Name *) value)->kind != NAME_CONSTRAINT)
      continue;
    if (found != NULL)
      return NULL;
    found = key;
  }
  return found;
}

/* The equivalent here of a name in another notation: lambda_blade, p_x, energy', time, e; NULL if there is none. */
static char *
other_notation(const Scope *scope, const char *stem, gboolean primed)
{
  static const char *const words[][2] = {{"time", "t"},      {"ln", "log"},      {"diff", "d"},      {"ddt", "d"},
                                         {"arcsin", "asin"}, {"arccos", "acos"}, {"arctan", "atan"}, {"tg", "tan"},
                                         {"sgn", "sign"},    {"fabs", "abs"},    {"Pi", "pi"},       {"e", "exp(1)"},
                                         {"length", "norm"}, {"deg", "pi/180"}};
  g_autofree char *entry = g_strconcat(stem, "11", NULL); /* of a rotation's matrix */
  if (primed && noslip_scope_name(scope, entry) != NULL)
    return g_strdup_printf("transpose(%s)", stem);
  if (primed)
    return strcmp(stem, "energy") == 0 || strcmp(stem, "kinetic") == 0 || strcmp(stem, "potential") == 0
               ? g_strdup_printf("d(%s)", stem)
               : NULL;
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (strcmp(stem, words[i][0]) == 0)
      return g_strdup(words[i][1]);
  const char *constraint = strcmp(stem, "lambda") == 0 ? only_constraint(scope) : NULL;
  if (constraint != NULL)
    return g_strdup_printf("lambda(%s)", constraint);
  static const char *const heads[] = {"lambda_", "lambda", "mu_", "p_"};
  for (guint i = 0; i < G_N_ELEMENTS(heads); i++) {
    gsize length = strlen(heads[i]);
    const Name *name = g_str_has_prefix(stem, heads[i]) ? noslip_scope_name(scope, stem + length) : NULL;
    if (name == NULL)
      continue;
    const char *head = heads[i][0] == 'l' ? "lambda" : heads[i][0] == 'm' ? "mu" : "p";
    if ((name->kind == NAME_CONSTRAINT) == (heads[i][0] != 'p') &&
        (name->kind == NAME_CONSTRAINT || name->kind == NAME_COORDINATE || name->kind == NAME_FIBRE))
      return g_strdup_printf("%s(%s%s)", head, stem + length, name->kind == NAME_COORDINATE ? "'" : "");
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
  NoslipPlace power = {place.line, place.column - 1, 2};
  if (strcmp(name, "T") == 0 && noslip_source_reads(source, power, "^T")) {
    noslip_source_error(source, NOSLIP_CODE_UNKNOWN_NAME, place,
                        _("write transpose(R)*u for a vector from space to the body"), _("there is no %s"), name);
    return;
  }
  Nearest nearest;
  noslip_nearest_start(&nearest, stem);
  try_names(&nearest, scope);
  const char *rate = primed || scope->coordinates == NULL ? NULL : rate_meant(scope, stem);
  g_autofree char *other = rate == NULL ? other_notation(scope, stem, primed) : NULL;
  g_autofree char *fix = rate != NULL           ? g_strconcat(rate, "'", NULL)
                         : other != NULL        ? g_strdup(other)
                         : nearest.best != NULL ? g_strconcat(nearest.best, primed ? "'" : "", NULL)
                                                : NULL;
  g_autofree char *meant = fix != NULL ? g_strdup_printf(_("did you mean %s?"), fix) : NULL;
  NoslipDiagnostic *error = noslip_source_error(source, NOSLIP_CODE_UNKNOWN_NAME, place,
                                                meant != NULL ? meant
                                                : primed      ? _("declare it with coordinate")
                                                              : remedy,
                                                _("there is no %s"), name);
  if (fix != NULL && noslip_source_reads(source, place, name))
    noslip_diagnostic_set_fix(error, place, fix);
}

/* What may be used where velocities, coordinates or the Lagrangian may not. */
static const char *
allowed_remedy(guint allowed)
{
  if ((allowed & USES_VELOCITIES) != 0)
    return _("use coordinates, velocities, parameters or numbers instead");
  if ((allowed & USES_COORDINATES) != 0)
    return _("use coordinates, parameters or numbers instead");
  return (allowed & USES_CONSTANTS) != 0 ? _("use parameters or numbers instead") : _("use numbers instead");
}

/* Why a name may not be used here; the most useful reason first. */
void
noslip_evaluation_report_misplaced(Evaluation *evaluation, NoslipPlace place, const char *name, guint wrong)
{
  static const struct {
    guint use;
    const char *cause, *remedy;
  } reasons[] = {
      {USES_FORMS, N_("is a form"), N_("evaluate it on sections, as in dE(a)(e1, e2)")},
      {USES_TIME, N_("depends on the time t"), N_("t may be used in the mechanics, observables, claims and pictures")},
      {USES_FORMAL, N_("is a derivative along the motion or a bracket"),
       N_("these may be used in claims and observables; elsewhere d( ) takes only coordinates")},
      {USES_LAMBDA, N_("depends on a multiplier"), N_("lambda( ) may be used in claims, observables and pictures")},
      {USES_MU, N_("depends on a multiplier"), N_("mu( ) may be used in claims, observables and pictures")},
      {USES_OBSERVABLES, N_("is an observable"), N_("make it a let")},
      {USES_LAGRANGIAN, N_("depends on the Lagrangian"), NULL},
      {USES_VELOCITIES, N_("depends on velocities"), NULL},
      {USES_COORDINATES, N_("depends on coordinates"), NULL},
      {USES_CONSTANTS, N_("is not a number"), N_("write the number itself")},
  };
  for (guint i = 0; i < G_N_ELEMENTS(reasons); i++) {
    if ((wrong & reasons[i].use) == 0)
      continue;
    const char *remedy = reasons[i].remedy != NULL ? _(reasons[i].remedy) : allowed_remedy(evaluation->allowed);
    if (strcmp(name, "t") == 0)
      noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED, place, remedy, _("%s may not depend on the time t"),
                               _(evaluation->what));
    else /* Translators: a name, where it may not be used (“a constraint”) and why (“depends on velocities”) */
      noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED, place, remedy, _("%s may not be used in %s: it %s"),
                               name, _(evaluation->what), _(reasons[i].cause));
    return;
  }
}

static gboolean
existing_name(Evaluation *evaluation, const char *name, NoslipExpr *value, guint *uses)
{
  Scope *scope = evaluation->scope;
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
  return FALSE;
}

static void
primed_name(Evaluation *evaluation, guint row, const Token *token)
{
  Scope *scope = evaluation->scope;
  int fibre = noslip_scope_fibre(scope, token->text);
  int coordinate = noslip_scope_primed(scope, token->text);
  if (scope->primes_are_sections && fibre >= 0) {
    evaluation->value[row] = scope->y[fibre];
    evaluation->uses[row] = USES_VELOCITIES;
  } else if (!scope->primes_are_sections && coordinate >= 0) {
    evaluation->value[row] = scope->velocity != NULL ? scope->velocity[coordinate] : NOSLIP_ZERO; /* not for numbers */
    evaluation->uses[row] = USES_COORDINATES | USES_VELOCITIES;
  } else {
    evaluation->bad[row] = TRUE;
    if (coordinate >= 0)
      noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED, token->place, _("declare it: section x'"),
                               _("%s is not a section"), token->text);
    else
      noslip_scope_unknown(scope, evaluation->source, token->place, token->text, VALUE);
  }
}

/* A rotation; a component of a vector; or an unknown name. */
static void
unknown_name(Evaluation *evaluation, guint row, const Token *token)
{
  Scope *scope = evaluation->scope;
  guint component = 0;
  gsize length = noslip_scope_stem(token->text, &component);
  for (guint i = 0; i < scope->n_rotations; i++)
    if (strcmp(scope->rotations[i].name, token->text) == 0) {
      evaluation->shape[row] = SHAPE_ROTATION;
      evaluation->value[row] = i;
      evaluation->uses[row] = USES_COORDINATES;
      return;
    }
  evaluation->bad[row] = TRUE;
  g_autofree char *stem = g_strndup(token->text, length);
  const Name *vector = length > 0 ? noslip_scope_name(scope, stem) : NULL;
  if (vector == NULL)
    noslip_scope_unknown(scope, evaluation->source, token->place, length > 0 ? stem : token->text, VALUE);
  else if (!vector->bad)
    noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED, token->place,
                             vector->shape == SHAPE_PAIR ? _("write .x or .y") : _("leave it out"),
                             vector->shape == SHAPE_PAIR ? _("the vector has two components")
                                                         : _("this is a number and has no components"));
}

/* The value and uses of a name, without checking whether it is allowed. */
static void
name_value(Evaluation *evaluation, guint row, const Token *token)
{
  Scope *scope = evaluation->scope;
  guint uses = 0;
  if (token->primes > 0) {
    primed_name(evaluation, row, token);
    return;
  }
  if (existing_name(evaluation, token->text, &evaluation->value[row], &uses)) {
    evaluation->uses[row] = (guint16) uses;
    evaluation->bad[row] = uses == USES_LAGRANGIAN && (evaluation->allowed & uses) != 0 && !scope->has_lagrangian;
    return;
  }
  const Name *name = noslip_scope_name(scope, token->text);
  if (name == NULL && strcmp(token->text, "divergence") == 0) { /* not reserved; defined only along a motion */
    evaluation->value[row] = noslip_expr_symbol(scope->graph, token->text);
    evaluation->uses[row] = USES_FORMAL | USES_VELOCITIES;
    return;
  }
  if (name == NULL) {
    unknown_name(evaluation, row, token);
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
  evaluation->value[row] = name->expr;
  if (name->shape > SHAPE_NUMBER)
    noslip_evaluation_set(evaluation, row, name->shape, (NoslipExpr[]){name->expr, name->rest[0], name->rest[1]});
  evaluation->uses[row] = (guint16) (kind_uses[name->kind] | name->uses);
  evaluation->bad[row] = name->bad;
  noslip_evaluation_note_name(evaluation, row, name);
  if (name->kind == NAME_CONSTRAINT) {
    evaluation->bad[row] = TRUE;
    g_autofree char *remedy = g_strdup_printf(_("did you mean lambda(%s)?"), token->text);
    g_autofree char *fix = g_strdup_printf("lambda(%s)", token->text);
    noslip_diagnostic_set_fix(noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED, token->place, remedy,
                                                       _("%s is a constraint, not a value"), token->text),
                              token->place, fix);
  }
}

void
noslip_evaluation_name(Evaluation *evaluation, guint row, const Token *token)
{
  name_value(evaluation, row, token);
  guint wrong = evaluation->uses[row] & ~evaluation->allowed & ~(guint) USES_FORMS; /* it may be evaluated on
                                                                                     * sections */
  if (!evaluation->bad[row] && wrong != 0) {
    evaluation->bad[row] = TRUE;
    noslip_evaluation_report_misplaced(evaluation, token->place, token->text, wrong);
  }
}

/* p(NAME): dL/dy of a fibre coordinate; of a natural velocity in a derived frame, the sum over the frame. */
void
noslip_evaluation_momentum(Evaluation *evaluation, guint row, const Token *token)
{
  Scope *scope = evaluation->scope;
  NoslipGraph *graph = scope->graph;
  int fibre = noslip_scope_fibre(scope, token->text);
  int coordinate = noslip_scope_primed(scope, token->text);
  const Name *name = noslip_scope_name(scope, token->text);
  evaluation->uses[row] = USES_LAGRANGIAN | USES_COORDINATES | USES_VELOCITIES;
  if (fibre >= 0) {
    evaluation->value[row] = scope->momentum != NULL ? scope->momentum[fibre] : NOSLIP_ZERO;
  } else if (coordinate >= 0 && scope->frame != NULL) {
    for (guint a = 0; a < scope->n; a++)
      evaluation->value[row] = noslip_expr_add_product(graph, evaluation->value[row], scope->momentum[a],
                                                       scope->frame[a * scope->m + (guint) coordinate]);
  } else {
    evaluation->bad[row] = TRUE;
    g_autofree char *remedy = g_strdup_printf(_("did you mean p(%s')?"), token->text);
    g_autofree char *primed = g_strconcat(token->text, "'", NULL);
    if (coordinate >= 0)
      noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED, token->place, _("take the momentum of a section"),
                               _("%s is not a section, and has no momentum of its own"), token->text);
    else if (name != NULL && !name->bad)
      noslip_diagnostic_set_fix(noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED, token->place,
                                                         name->kind == NAME_COORDINATE ? remedy : NULL,
                                                         _("%s is neither a velocity nor a section"), token->text),
                                token->place, name->kind == NAME_COORDINATE ? primed : NULL);
    else if (name == NULL)
      noslip_scope_unknown(scope, evaluation->source, token->place, token->text,
                           _("declare it with velocity or section"));
  }
  evaluation->bad[row] =
      evaluation->bad[row] || ((evaluation->allowed & USES_LAGRANGIAN) != 0 && !scope->has_lagrangian);
}

/* lambda(roll) of a constraint that is a vector; a component that is 0 = 0 gives 0. */
static void
multiplier_vector(Evaluation *evaluation, guint row, const Name *name, const char *text, const char *head)
{
  NoslipExpr components[3] = {NOSLIP_ZERO, NOSLIP_ZERO, NOSLIP_ZERO};
  for (guint c = 0; c < name->shape; c++) {
    g_autofree char *symbol = g_strdup_printf("%s(%s.%c)", head, text, 'x' + (char) c);
    if ((name->components >> c & 1) != 0)
      components[c] = noslip_expr_symbol(evaluation->scope->graph, symbol);
  }
  noslip_evaluation_set(evaluation, row, name->shape, components);
}

void
noslip_evaluation_multiplier(Evaluation *evaluation, guint row, const Token *token, const char *head, guint uses)
{
  guint component;
  gsize length = noslip_scope_stem(token->text, &component);
  g_autofree char *stem = length > 0 ? g_strndup(token->text, length) : g_strdup(token->text);
  const Name *name = noslip_scope_name(evaluation->scope, token->text);
  g_autofree char *symbol = g_strdup_printf("%s(%s)", head, token->text);
  if (name == NULL) /* the components are known after the constraints were built; see build-mechanics.c */
    name = noslip_scope_name(evaluation->scope, stem);
  evaluation->uses[row] = (guint16) uses;
  if (name != NULL && name->kind == NAME_CONSTRAINT) {
    evaluation->bad[row] = name->bad;
    evaluation->value[row] = noslip_expr_symbol(evaluation->scope->graph, symbol);
    if (name->shape > 1 && strcmp(stem, token->text) == 0)
      multiplier_vector(evaluation, row, name, token->text, head);
    return;
  }
  evaluation->bad[row] = TRUE;
  if (name != NULL)
    noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED, token->place, _("name a constraint"),
                             _("%s is not a constraint"), token->text);
  else
    noslip_scope_unknown(evaluation->scope, evaluation->source, token->place, token->text,
                         _("declare it with constraint"));
}
