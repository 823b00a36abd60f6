/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/language/statements.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const NoslipStatementHelp statements[N_STATEMENTS] = {
#define NOSLIP_STATEMENT(kind, word, parser, declares, flags, words, editor, heading, form, meaning, example, snippet) \
  [STATEMENT_##kind] = {word, form, meaning, example, snippet, heading, editor},
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

/* The words that act before "(" come first, conditions and the formal operators of ops.def last: these two ends are not functions. */
#define N_ACTING 12
#define N_FORMAL 9
static const char *const functions[] = {
    "p", "d", "lambda", "mu", "jacobi", "dot", "cross", "norm", "omega", "transpose", "sum", "if",
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
    if (strcmp(functions[N_ACTING + i], name) != 0)
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
    if (strcmp(statements[i].keyword, keyword) == 0)
      return &entries[i];
  return NULL;
}

const StatementEntry *
noslip_statement_entries(void)
{
  return entries;
}
