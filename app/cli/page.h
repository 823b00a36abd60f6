/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page of equations: sections of lines, written as text or as LaTeX. Long parts that a section repeats get a name. */
#pragma once

#include "core/system/system.h"

typedef struct _CliPage CliPage;

/* Expressions are handles of `graph`, which grows; both outlive the page. */
CliPage *cli_page_new(const NoslipSystem *system, NoslipGraph *graph);
void cli_page_free(CliPage *page);
void cli_page_section(CliPage *page, const char *title);
/* left = right; the label (a constraint's name) may be NULL. */
void cli_page_equation(CliPage *page, const char *label, NoslipExpr left, NoslipExpr right);
/* The same with both sides written already. */
void cli_page_written(CliPage *page, const char *left, const char *left_latex, const char *right,
                      const char *right_latex);
/* The symbol `left` = right, where `right` is of another graph; the label "let" makes it a definition. */
void cli_page_of_graph(CliPage *page, const char *label, const char *left, NoslipGraph *graph, NoslipExpr right);
/* A sentence, or what a printf() makes of it. */
void cli_page_words(CliPage *page, const char *format, ...) G_GNUC_PRINTF(2, 3);

void cli_page_text(CliPage *page, GString *text);
/* What stands between \begin{document} and \end{document}. */
void cli_page_latex(CliPage *page, GString *text);
/* Plain words with what LaTeX would take for a command escaped. */
void cli_latex_words(GString *text, const char *words);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliPage, cli_page_free)
