/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subset of Markdown used by the help, as widgets: headings, paragraphs, lists, code, tables, links, and formulas
 * (a block of code that begins with ```math). */
#pragma once

#include <gtk/gtk.h>

/* Shows `text` in `view`, replacing its contents. Headings get marks named by their words ("the-grid"); in a
 * translation of `original` (else NULL) by the words of the corresponding heading, so that a link to a heading works in
 * every language. */
void noslip_markdown_show(GtkTextView *view, const char *text, const char *original);
/* The target of the link at `iter`, or NULL; borrowed from the buffer. */
const char *noslip_markdown_link_at(const GtkTextIter *iter);
/* The first heading of `text`, without its signs, or NULL. Free with g_free(). */
char *noslip_markdown_title(const char *text);
