/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text as seen by the parser: tokens, expressions in postfix order, statements made of parts. Inside language/. */
#pragma once

#include "core/language/language.h"

#define NOSLIP_LANGUAGE_MOST_TOKENS 1000000
#define NOSLIP_LANGUAGE_MOST_NODES 100000 /* of the expressions of one statement */
#define NOSLIP_LANGUAGE_MOST_DEPTH 200    /* nesting depth of parentheses and powers */
#define NOSLIP_LANGUAGE_MOST_NAME 100     /* characters of a name */
#define NOSLIP_LANGUAGE_MOST_STRING 4000  /* characters of a string: a longer one cannot be laid out */

typedef enum {
  TOKEN_NAME,   /* text: NFC, primes as ASCII apostrophes at its end */
  TOKEN_NUMBER, /* text: as written */
  TOKEN_STRING, /* text: without quotes and escapes */
  TOKEN_WORD,   /* a word of `tags` */
  TOKEN_OPERATOR,
  TOKEN_ERROR, /* its diagnostic has been reported */
  TOKEN_COMMENT,
  TOKEN_END, /* of a statement */
} TokenKind;

#define OP_LESS_EQUAL 'l'
#define OP_GREATER_EQUAL 'g'
#define OP_BLOCK_OPEN 'B' /* the braces of `for` */
#define OP_BLOCK_CLOSE 'E'
#define OP_PRIME '\'' /* after a ] */

typedef struct {
  TokenKind kind;
  guint8 primes;      /* of a NAME */
  char op;            /* of an OPERATOR: its character, '.' for a range, 'x' 'y' 'z' for .x .y .z, or an OP_ */
  guint32 start, end; /* bytes of the text in which the token stands, an included one too */
  NoslipPlace place;
  const char *text;
} Token;

/* Expressions are rows of one array, operands before the operator, so that they are evaluated without recursion. */
typedef enum {
  NODE_NUMBER,
  NODE_DEGREES, /* 30 deg; token is the number */
  NODE_PI,
  NODE_NAME, /* x' too */
  NODE_ADD,
  NODE_SUB,
  NODE_MUL,
  NODE_DIV,
  NODE_POW,
  NODE_NEG,
  NODE_FUNCTION, /* op */
  NODE_RATE,
  NODE_BRACKET,
  NODE_JACOBI,
  NODE_MOMENTUM, /* p(NAME); token is the NAME */
  NODE_LAMBDA,
  NODE_MU,
  NODE_VECTOR,    /* op: the number of operands */
  NODE_COMPONENT, /* op: 'x', 'y' or 'z' */
  NODE_COMPARE,   /* op: '<', '>', OP_LESS_EQUAL or OP_GREATER_EQUAL */
  NODE_AND,
  NODE_OR,
  NODE_NOT,
  NODE_IF,
  NODE_DOT,
  NODE_CROSS,
  NODE_NORM,
  NODE_TRANSPOSE, /* transpose(NAME); token is the NAME */
  NODE_SPIN,      /* omega(NAME) */
  NODE_EXTERIOR,  /* dE(a) */
  NODE_WEDGE,
  NODE_ON,       /* a form and the sections on which it is evaluated, one or a VECTOR */
  NODE_ADJACENT, /* m(v): a product without its sign, or an unknown function */
} NodeKind;

typedef struct {
  guint8 kind;
  guint8 op; /* NoslipOp of a FUNCTION */
  guint32 token;
  guint32 operand[3]; /* nodes */
} Node;

typedef struct {
  guint32 first, root; /* nodes first..root, root last */
  guint32 token, last; /* the tokens that it spans, both included */
} Span;

/* The parts of a statement, in the order of the text. */
typedef enum {
  PART_NAME,
  PART_VALUE, /* the expression after =, or the only one */
  PART_LEFT,
  PART_RIGHT,
  PART_LOW,
  PART_HIGH,
  PART_UNIT,
  PART_DESCRIPTION,
  PART_STRING,
  PART_WORD,
  PART_ANGLE, /* the word "angle" */
  PART_FRAME, /* "space" or "body" */
  PART_ENTRY, /* NAME and expression: of an anchor, of a reduction */
  PART_STEP,
  PART_WITHIN,
  PART_FOR,
  PART_FAIL,
  PART_AGAINST,
  PART_AT, /* three expressions each */
  PART_FROM,
  PART_TO,
  PART_SIZE,
  PART_AXIS,
  PART_ALONG,
  PART_RADIUS,
  PART_TUBE,
  PART_POINT, /* three expressions each; of a polyline */
  PART_Z,
  PART_SPIN,
  PART_TURN,       /* token: the axis */
  PART_QUATERNION, /* four expressions */
  PART_COLOR,
  PART_PATTERN,
  PART_LABEL,
  PART_MASS,
  PART_INERTIA,
  PART_STIFFNESS,
  PART_LENGTH,
  PART_RESTITUTION,
  PART_KEY,
} PartKind;

typedef struct {
  PartKind kind;
  guint32 token;
  Span expr;
  const char *text; /* of strings */
} Part;

typedef struct _StatementEntry StatementEntry;

typedef struct {
  const StatementEntry *entry;
  guint32 keyword; /* token */
  guint32 end;     /* the END token */
  guint32 part, n_parts;
  gboolean broken; /* had an error: it only declares its name */
} Statement;

/* What an input is in the system. */
typedef enum {
  NOSLIP_INPUTS_GIVEN,   /* its course; a parameter if that is a number */
  NOSLIP_INPUTS_BY_HAND, /* a course and what a hand adds: core/system/hand.h */
  NOSLIP_INPUTS_NAMED,   /* a symbol, whose rates are symbols too, for formulas */
} NoslipInputForm;

typedef struct {
  const char *text;
  gsize length;
  GArray *tokens;     /* Token */
  GArray *nodes;      /* Node */
  GArray *statements; /* Statement */
  GArray *parts;      /* Part */
  GStringChunk *strings;
  GHashTable *lost; /* names that statements with errors may have declared: they are not reported as unknown */
  NoslipDiagnostics *diagnostics; /* or NULL */
  NoslipIncludeReader reader;     /* or NULL: `include` is left unexpanded */
  gpointer reader_data;
  GHashTable *included; /* const char * name -> char *, the texts that were read; shared with the texts inside them */
  guint depth;          /* nesting depth of includes */
  const char *name;     /* of an included text, as it was asked for; borrowed */
  gconstpointer outer;  /* const Source *, the text that includes it, or NULL */
  guint *n_read;        /* number of texts included for this one and the others; NULL if none */
  guint n_courses;
  const NoslipCourse *courses; /* of inputs, replacing those of the text; borrowed */
  NoslipInputForm inputs;
} Source;

Source *noslip_source_new(const char *text, gsize length, NoslipDiagnostics *diagnostics);
void noslip_source_free(Source *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Source, noslip_source_free)

/* lexer.c: fills `tokens`; with `comments`, these are tokens too. FALSE if the text exceeds the limits. */
gboolean noslip_source_lex(Source *source, gboolean comments);

/* include.c: replaces each `include "NAME"` in `tokens` by the allowed statements of that text, expanded. Errors are
 * reported at the include. */
void noslip_source_include(Source *source);

/* expand.c: after noslip_source_include(); replaces `tokens` by their expansion: the blocks of `for` repeated, x[i] as
 * the one name x[1], v.x as one name, sum(i in A..B, …) written out. Errors are reported; unreadable parts are left
 * out. */
void noslip_source_expand(Source *source);

/* parser.c: expands, and fills `statements` and `lost` from the tokens. */
void noslip_source_parse(Source *source);
/* The tokens as one expression, for noslip_language_expression(). */
gboolean noslip_source_parse_expression(Source *source, Span *expr);

static inline const Token *
noslip_source_token(const Source *source, guint i)
{
  return &g_array_index(source->tokens, Token, i);
}

static inline const Node *
noslip_source_node(const Source *source, guint i)
{
  return &g_array_index(source->nodes, Node, i);
}

/* The i-th part of this kind, or NULL. */
const Part *noslip_statement_part(const Source *source, const Statement *statement, PartKind kind, guint i);
/* The place of the tokens first..last, as far as they are on one line. */
NoslipPlace noslip_source_place(const Source *source, guint first, guint last);
/* The text of the tokens first..last, at most about 40 characters. Free with g_free(). */
char *noslip_source_slice(const Source *source, guint first, guint last);

/* Adds an error; `remedy` may be NULL. Returns it, to set a fix, or NULL if it was not kept. */
NoslipDiagnostic *noslip_source_error(Source *source, NoslipCode code, NoslipPlace place, const char *remedy,
                                      const char *format, ...) G_GNUC_PRINTF(5, 6);
/* Whether the text at the place is `text`; in loops and included lines it may differ. */
gboolean noslip_source_reads(const Source *source, NoslipPlace place, const char *text);
/* The place between two tokens of one line, length 0 if they touch; line 0 if they are on two lines. */
NoslipPlace noslip_source_gap(const Source *source, guint first, guint second);
