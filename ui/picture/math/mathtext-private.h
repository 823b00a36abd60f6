/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of formulas, shared by mathtext.c and mathtext-signs.c. */
#pragma once

#include "ui/picture/math/math-box.h"

typedef enum {
  CLASS_NONE,
  CLASS_ORDINARY,
  CLASS_BINARY,
  CLASS_RELATION,
  CLASS_COMMA,
  CLASS_FUNCTION,
  CLASS_WORD,  /* upright, of several letters */
  CLASS_INNER, /* in brackets */
  CLASS_SIGN
} NoslipAtomClass;

typedef struct {
  NoslipMath *box;
  NoslipAtomClass class;
} NoslipAtom;

typedef struct {
  const NoslipTheme *theme;
  const char *at;
  double smallest;
  guint depth;
  const NoslipMathNames *names; /* or NULL */
} NoslipMathReader;

/* "\name" or "\x"; the reader is then behind it. Free with g_free(). */
char *noslip_math_read_command(NoslipMathReader *reader);
/* Passes blanks. */
void noslip_math_skip_spaces(NoslipMathReader *reader);
/* "{...}" as plain text, braces balanced and backslashes dropped. Free with g_free(). */
char *noslip_math_read_raw(NoslipMathReader *reader);
/* The bracket after \left or \right, as one character; "." for none. */
void noslip_math_read_bracket(NoslipMathReader *reader, char bracket[2]);
/* Signs between and around terms. */
gboolean noslip_math_sign_atom(const NoslipMathReader *reader, const char *name, double size, NoslipAtom *atom);
