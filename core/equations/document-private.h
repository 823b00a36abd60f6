/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data of the document, for its writers. */
#pragma once

#include "core/equations/document.h"

typedef enum {
  NOSLIP_DOCUMENT_SENTENCE,
  NOSLIP_DOCUMENT_FORMULA,
  NOSLIP_DOCUMENT_ROW,
  NOSLIP_DOCUMENT_COMMENT,
} NoslipDocumentItemKind;

/* left = right, as finished text and LaTeX or as expressions. */
typedef struct {
  char *label;                                             /* or NULL */
  char *left_text, *left_latex, *right_text, *right_latex; /* finished text and LaTeX, or NULL if there are
                                                            * expressions */
  NoslipExpr left, right;
  gboolean of_exprs; /* the sides are these expressions, even if finished text exists */
  guint size;        /* size of a right side in finished text, in symbols */
} NoslipDocumentFormula;

typedef struct {
  char *text; /* text, or NULL: only in LaTeX */
  char *latex;
} NoslipDocumentRow;

typedef struct {
  NoslipDocumentItemKind kind;
  NoslipReaders readers;
  union {
    char *words; /* text of a sentence or a comment */
    NoslipDocumentFormula formula;
    NoslipDocumentRow row;
  };
} NoslipDocumentItem;

typedef struct {
  NoslipReaders readers;
  char *title, *detail;
  gboolean named;      /* repeated parts have been named */
  gboolean long_named; /* parts of formulas that are too long to be read have been named */
  GArray *items;       /* of NoslipDocumentItem */
} NoslipSection;

struct _NoslipDocument {
  const NoslipSystem *system;
  NoslipGraph *graph;
  NoslipReaders readers; /* readers of the next item */
  GPtrArray *sections;   /* of NoslipSection * */
};

/* Whether e is short enough to be written out. */
gboolean noslip_document_is_readable(const NoslipDocument *document, NoslipExpr e);
/* The sides of an item that is a formula. Free with g_free(). */
char *noslip_item_left_text(const NoslipDocument *document, const NoslipDocumentItem *item);
char *noslip_item_right_text(const NoslipDocument *document, const NoslipDocumentItem *item);
char *noslip_item_left_latex(const NoslipDocument *document, const NoslipDocumentItem *item);
char *noslip_item_right_latex(const NoslipDocument *document, const NoslipDocumentItem *item);
gboolean noslip_item_is_definition(const NoslipDocumentItem *item);
/* Whether the sides are expressions of the document's graph that are shown. */
gboolean noslip_item_has_exprs(const NoslipDocumentItem *item);
/* An item left = right, a definition for the readers of the section. */
NoslipDocumentItem noslip_item_definition(const NoslipSection *section, NoslipExpr left, NoslipExpr right);
/* The number of rows at the beginning of a section; definitions follow them. */
guint noslip_section_n_rows(const NoslipSection *section);

/* Gives names A1, A2, ... to parts of the formulas of a section, once, if one of them is too long to be read; TRUE if
 * it has names. */
gboolean noslip_document_name_long(NoslipDocument *document, NoslipSection *section);
/* Gives names to long parts that a section repeats, once. */
void noslip_document_name_parts(NoslipDocument *document, NoslipSection *section);
/* Gives names K_1, K_2, ... to parts of fractions that are wider than a line (in letters, see latex-lines.h). */
void noslip_document_name_wide_parts(NoslipDocument *document, NoslipSection *section, double room);
