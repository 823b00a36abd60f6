/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A manual page while it is written into a text buffer. */
#pragma once

#include <cmark.h>
#include <gtk/gtk.h>

#define CHILD_WIDTH 690 /* pixels, of a table or formula: the initial width of the page */

typedef enum {
  STYLE_CODE = 1,
  STYLE_STRONG = 2,
  STYLE_EMPHASIS = 4,
} NoslipMarkdownStyle;

/* Takes a run of text in one style, with the target of its link or NULL. */
typedef void (*NoslipMarkdownEmit)(const char *text, gsize length, guint style, const char *target, gpointer data);

typedef struct {
  GtkTextView *view;
  GtkTextBuffer *buffer;
  const char *block; /* the tag of the block that is written */
  char **anchors;    /* names of the following headings, or NULL: by their words */
  char **lines;      /* of the whole text */
} NoslipMarkdownPage;

/* Emits the inline text of a node, one run at a time, with its styles and links. */
void noslip_markdown_inlines(cmark_node *parent, guint style, const char *target, NoslipMarkdownEmit emit,
                             gpointer data);
/* A widget as a line of its own. */
void noslip_markdown_write_child(NoslipMarkdownPage *page, GtkWidget *child, const char *tag);
/* Lines of the text from `at` on. Tables are not part of CommonMark, which reads them as paragraphs. */
void noslip_markdown_write_table(NoslipMarkdownPage *page, char **lines, guint at);
