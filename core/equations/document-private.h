/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document as its writers read it. */
#pragma once

#include "core/equations/document.h"

typedef enum {
  NOSLIP_DOCUMENT_SENTENCE,
  NOSLIP_DOCUMENT_FORMULA,
  NOSLIP_DOCUMENT_ROW,
  NOSLIP_DOCUMENT_COMMENT,
} NoslipDocumentItemKind;

/* left = right, as written text and LaTeX or as expressions. */
typedef struct {
  char *label;                                             /* or NULL */
  char *left_text, *left_latex, *right_text, *right_latex; /* written, else NULL and there are expressions */
  NoslipExpr left, right;
  gboolean of_exprs; /* the sides are these expressions, also where they are written */
  guint size;        /* of a written right side, in symbols */
} NoslipDocumentFormula;

typedef struct {
  char *text; /* or NULL: in LaTeX alone */
  char *latex;
} NoslipDocumentRow;

typedef struct {
  NoslipDocumentItemKind kind;
  NoslipReaders readers;
  union {
    char *words; /* of a sentence or a comment */
    NoslipDocumentFormula formula;
    NoslipDocumentRow row;
  };
} NoslipDocumentItem;

typedef struct {
  NoslipReaders readers;
  char *title, *detail;
  gboolean named;      /* repeated parts have their names */
  gboolean long_named; /* and so have all parts of what is too long to be read */
  GArray *items;       /* of NoslipDocumentItem */
} NoslipSection;

struct _NoslipDocument {
  const NoslipSystem *system;
  NoslipGraph *graph;
  NoslipReaders readers; /* of the next item */
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
/* Whether the sides are expressions of the document's graph that a reader is shown. */
gboolean noslip_item_has_exprs(const NoslipDocumentItem *item);
/* left = right as a definition for the readers of the section. */
NoslipDocumentItem noslip_item_definition(const NoslipSection *section, NoslipExpr left, NoslipExpr right);
/* Rows at the beginning of a section; definitions follow them. */
guint noslip_section_n_rows(const NoslipSection *section);

/* Names A1, A2, ... for parts of the formulas of a section, once, where one of them is too long to be read; TRUE where
 * it has them. */
gboolean noslip_document_name_long(NoslipDocument *document, NoslipSection *section);
/* Names for long parts that a section repeats, once. */
void noslip_document_name_parts(NoslipDocument *document, NoslipSection *section);
/* Names K_1, K_2, ... for parts of fractions that are wider than the room, in letters of latex-lines.h. */
void noslip_document_name_wide_parts(NoslipDocument *document, NoslipSection *section, double room);
