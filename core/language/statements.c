/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/language/statements.h"
#include "core/language/words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const NoslipStatementHelp statements[N_STATEMENTS] = {
#define NOSLIP_STATEMENT(kind, word, parser, declares, flags, words, editor, heading, form, meaning, example, snippet) \
  [STATEMENT_##kind] = {word, form, meaning, example, snippet, heading, editor, #declares},
#include "core/language/statements.def"
#undef NOSLIP_STATEMENT
};

static const StatementEntry entries[N_STATEMENTS] = {
#define NOSLIP_STATEMENT(kind, word, parser, declares, flags, words, editor, heading, form, meaning, example, snippet) \
  [STATEMENT_##kind] = {STATEMENT_##kind,                                                                              \
                        &statements[STATEMENT_##kind],                                                                 \
                        noslip_parse_##parser,                                                                         \
                        noslip_declare_##declares,                                                                     \
                        words,                                                                                         \
                        flags},
#include "core/language/statements.def"
#undef NOSLIP_STATEMENT
};

/* Of the table below the first words have a special meaning before "(", the last are conditions and the formal
 * operators of ops.def; only those between are functions. */
#define N_ACTING 14
#define N_FORMAL 9
static const char *const functions[] = {
    "p", "d", "lambda", "mu", "jacobi", "dot", "cross", "norm", "omega", "transpose", "dE", "wedge", "sum", "if",
#define NOSLIP_OP(identifier, name, ...) name,
#include "core/expr/ops.def"
#undef NOSLIP_OP
};
static const guint8 arities[] = {
#define NOSLIP_OP(identifier, name, arity, ...) arity,
#include "core/expr/ops.def"
#undef NOSLIP_OP
};
static const guint8 ops[] = {
#define NOSLIP_OP(identifier, name, arity, ...) NOSLIP_OP_##identifier,
#include "core/expr/ops.def"
#undef NOSLIP_OP
};

gboolean
noslip_language_function(const char *name, NoslipOp *op, guint *arity)
{
  for (guint i = 0; i + N_FORMAL < G_N_ELEMENTS(ops); i++) {
    if (functions[N_ACTING + i][0] != name[0] || strcmp(functions[N_ACTING + i], name) != 0)
      continue;
    *op = (NoslipOp) ops[i];
    *arity = arities[i];
    return TRUE;
  }
  return FALSE;
}

gboolean
noslip_language_acts(const char *name)
{
  for (guint i = 0; i < N_ACTING; i++)
    if (strcmp(functions[i], name) == 0)
      return TRUE;
  return FALSE;
}

static const char *const existing[] = {"pi", "t", "energy", "kinetic", "potential", "lagrangian"};

const char *const *
noslip_language_existing(guint *n)
{
  *n = G_N_ELEMENTS(existing);
  return existing;
}

gboolean
noslip_language_is_reserved(const char *name)
{
  NoslipOp op;
  guint arity;
  for (guint i = 0; i < G_N_ELEMENTS(existing); i++)
    if (strcmp(existing[i], name) == 0)
      return TRUE;
  const StatementEntry *entry = noslip_statement_entry(name);
  return (entry != NULL && (entry->flags & STATEMENT_VALUE) == 0) || noslip_language_function(name, &op, &arity);
}

const NoslipStatementHelp *
noslip_language_statements(guint *n)
{
  *n = N_STATEMENTS;
  return statements;
}

const char *const *
noslip_language_functions(guint *n)
{
  *n = G_N_ELEMENTS(functions) - N_FORMAL;
  return functions;
}

const StatementEntry *
noslip_statement_entry(const char *keyword)
{
  for (guint i = 0; i < N_STATEMENTS; i++)
    if (statements[i].keyword[0] == keyword[0] && strcmp(statements[i].keyword, keyword) == 0)
      return &entries[i];
  return NULL;
}

const StatementEntry *
noslip_statement_entries(void)
{
  return entries;
}

/* Words of expressions other than the names declared in a text. */
static const NoslipWordHelp words[] = {
    {"p", "p(NAME)", N_("the momentum of a velocity or section, dL/d NAME"), TRUE},
    {"d", "d(f)", N_("the rate of change along the motion"), TRUE},
    {"lambda", "lambda(CONSTRAINT)", N_("the multiplier of a constraint, nonholonomic"), TRUE},
    {"mu", "mu(CONSTRAINT)", N_("the multiplier of a constraint, vakonomic"), TRUE},
    {"jacobi", "jacobi(f, g, h)", N_("the Jacobiator {f,{g,h}} + {g,{h,f}} + {h,{f,g}}"), TRUE},
    {"dot", "dot(u, v)", N_("the scalar product of two vectors"), TRUE},
    {"cross", "cross(u, v)", N_("the vector product of two vectors"), TRUE},
    {"norm", "norm(v)", N_("the length of a vector"), TRUE},
    {"omega", "omega(ROTATION)", N_("the angular velocity of a rotation, along axes fixed in space"), TRUE},
    {"transpose", "transpose(ROTATION)", N_("the rotation from space to body: transpose(R)*u"), TRUE},
    {"dE", "dE(form)", N_("the exterior derivative of a function or a form: dE(f)(e1), dE(a)(e1, e2)"), TRUE},
    {"wedge", "wedge(a, b)", N_("the exterior product of two forms of degree 1"), TRUE},
    {"if", "if(condition, a, b)", N_("a where the condition holds, else b"), TRUE},
    {"sum", "sum(i in A..B, expr)", N_("the sum over the whole numbers from A to B"), TRUE},
    {"sin", "sin(x)", N_("the sine of an angle in radians"), TRUE},
    {"cos", "cos(x)", N_("the cosine of an angle in radians"), TRUE},
    {"tan", "tan(x)", N_("the tangent of an angle in radians"), TRUE},
    {"asin", "asin(x)", N_("the angle whose sine is x, in radians"), TRUE},
    {"acos", "acos(x)", N_("the angle whose cosine is x, in radians"), TRUE},
    {"atan", "atan(x)", N_("the angle whose tangent is x, in radians"), TRUE},
    {"atan2", "atan2(y, x)", N_("the angle of the point (x, y), in radians"), TRUE},
    {"sinh", "sinh(x)", N_("the hyperbolic sine"), TRUE},
    {"cosh", "cosh(x)", N_("the hyperbolic cosine"), TRUE},
    {"tanh", "tanh(x)", N_("the hyperbolic tangent"), TRUE},
    {"exp", "exp(x)", N_("e to the power x"), TRUE},
    {"log", "log(x)", N_("the natural logarithm"), TRUE},
    {"sqrt", "sqrt(x)", N_("the square root"), TRUE},
    {"abs", "abs(x)", N_("the absolute value"), TRUE},
    {"sign", "sign(x)", N_("-1, 0 or 1"), TRUE},
    {"min", "min(x, y, …)", N_("the smallest of two or more"), TRUE},
    {"max", "max(x, y, …)", N_("the largest of two or more"), TRUE},
    {"pi", "pi", N_("3.14159…"), FALSE},
    {"t", "t", N_("the time, in seconds"), FALSE},
    {"energy", "energy", N_("the energy of the system"), FALSE},
    {"kinetic", "kinetic", N_("the kinetic energy"), FALSE},
    {"potential", "potential", N_("the potential energy"), FALSE},
    {"lagrangian", "lagrangian", N_("the Lagrangian"), FALSE},
};

const NoslipWordHelp *
noslip_language_words(guint *n)
{
  *n = G_N_ELEMENTS(words);
  return words;
}

const NoslipShapeWords *
noslip_language_shapes(guint *n)
{
  static const NoslipShapeWords shapes[] = {
#define NOSLIP_SHAPE(KIND, name, needs, takes, flags, form) {#name, needs, takes, form},
#include "core/system/shapes.def"
#undef NOSLIP_SHAPE
  };
  *n = G_N_ELEMENTS(shapes);
  return shapes;
}
