/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document of a system's equations: headings with sentences and formulas. Text, LaTeX and the lines of the window
 * are written from it. */
#pragma once

#include "core/expr/naming.h"
#include "core/system/system.h"

typedef struct _NoslipDocument NoslipDocument;

/* The readers of a section or an item, as flags. */
typedef enum {
  NOSLIP_FOR_TEXT = 1 << 0,   /* plain text */
  NOSLIP_FOR_LATEX = 1 << 1,  /* the same as LaTeX */
  NOSLIP_FOR_EXPORT = 1 << 2, /* a LaTeX document exported from the window: includes the general form of the
                               * equations */
  NOSLIP_FOR_SCREEN = 1 << 3, /* the window, which has less room */
  NOSLIP_FOR_PAPER = NOSLIP_FOR_TEXT | NOSLIP_FOR_LATEX | NOSLIP_FOR_EXPORT,
  NOSLIP_FOR_ALL = NOSLIP_FOR_PAPER | NOSLIP_FOR_SCREEN,
} NoslipReaders;

/* Limit in symbols; longer expressions are written with names for their parts. */
#define NOSLIP_DOCUMENT_MOST_SYMBOLS 500
/* Symbols are counted up to this number. */
#define NOSLIP_DOCUMENT_MOST_COUNTED 100000
/* In a window, more definitions of a section follow its formulas under a heading of their own. */
#define NOSLIP_DOCUMENT_MOST_NAMES 40

/* Expressions are handles of `graph`, which grows; both must outlive the document. */
NoslipDocument *noslip_document_new(const NoslipSystem *system, NoslipGraph *graph);
void noslip_document_free(NoslipDocument *document);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipDocument, noslip_document_free)

/* Begins a section. The title is a message id of the translations or a proper name; `detail` (may be NULL) follows it
 * on paper, in parentheses. Items added next are for the same readers. */
void noslip_document_heading(NoslipDocument *document, NoslipReaders readers, const char *title, const char *detail);
/* Sets the readers of the items added next in this section. */
void noslip_document_for(NoslipDocument *document, NoslipReaders readers);
/* left = right; the label (a constraint's name) may be NULL. */
void noslip_document_formula(NoslipDocument *document, const char *label, NoslipExpr left, NoslipExpr right);
/* The same with both sides as finished text, the right one of `size` symbols. */
void noslip_document_written(NoslipDocument *document, const char *left, const char *left_latex, const char *right,
                             const char *right_latex, guint size);
/* The same for the symbol `left` = right, with `right` in another graph; the label "let" makes it a definition. */
void noslip_document_formula_of(NoslipDocument *document, const char *label, const char *left, NoslipGraph *graph,
                                NoslipExpr right);
/* A line of finished text (NULL: not shown as text) and of finished LaTeX, aligned at the &. */
void noslip_document_row(NoslipDocument *document, const char *text, const char *latex);
/* A comment of the LaTeX source. */
void noslip_document_comment(NoslipDocument *document, const char *comment);
/* A sentence, formatted as by printf(). */
void noslip_document_sentence(NoslipDocument *document, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Names A1, A2, ..., not used by the system, for parts of n expressions of `graph`, as in a section with a formula that
 * is too long. NULL if that takes more than NOSLIP_EQUATIONS_MOST_NAMES. */
NoslipNaming *noslip_document_naming(const NoslipSystem *system, const NoslipGraph *graph, guint n,
                                     const NoslipExpr *exprs);

/* Writers. Repeated long parts of a section's expressions get names first: the graph grows. */
void noslip_document_text(NoslipDocument *document, GString *text);
/* A whole LaTeX document, which needs only amsmath. The title and the summary (may be NULL) are plain text; `translate`
 * (may be NULL) is called for each heading. Free with g_free(). */
char *noslip_document_latex(NoslipDocument *document, NoslipReaders reader, const char *title, const char *summary,
                            const char *(*translate)(const char *text));

/* A line of the screen: a formula, or words. */
typedef struct {
  char *title;   /* title of the section, on its first line and on the first of many definitions; else NULL */
  char *source;  /* on a line with a title: the section's papers, or NULL */
  char *left;    /* LaTeX of the left side, or NULL */
  char *latex;   /* the whole formula; NULL if it is too long or there are only words */
  char *words;   /* a sentence, or NULL */
  guint size;    /* symbols of the right side */
  guint n_names; /* if not 0: number of definitions that begin with this line, under a separate heading */
  /* The sides as expressions in the line's own graph; NULL if the formula has no expressions, or is too long. */
  NoslipGraph *graph;
  NoslipExpr left_expr, right_expr;
} NoslipDocumentLine;

/* Array of NoslipDocumentLine *. Free with g_ptr_array_unref(). */
GPtrArray *noslip_document_screen(NoslipDocument *document);
