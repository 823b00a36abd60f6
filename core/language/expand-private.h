/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that expand loops, sums and indices share. Inside language/. */
#pragma once

#include "core/language/source.h"

#define MOST_NESTED 20     /* loops inside each other */
#define MOST_WHOLE 1000000 /* size of a whole number */

typedef struct {
  const char *name;
  gint64 value;
} Variable;

typedef struct {
  Source *source;
  const GArray *in; /* Token */
  GArray *out;
  GHashTable *constants; /* name -> value + MOST_WHOLE + 1 */
  Variable variables[MOST_NESTED];
  guint n_variables;
  guint at, end;   /* while a whole number is read */
  gboolean failed; /* the error of this number is reported */
  gboolean quiet;
  gboolean full;
} Expander;

/* The token at i of the text being read; an END after the last. */
const Token *noslip_expander_token(const Expander *expander, guint i);
gboolean noslip_expander_is_op(const Expander *expander, guint i, char op);
/* The innermost variable of this name, or NULL. */
const Variable *noslip_expander_variable(const Expander *expander, const char *name);
/* The value of the tokens from .. end; FALSE after an error. */
gboolean noslip_expander_whole(Expander *expander, guint from, guint end, gint64 *value);
