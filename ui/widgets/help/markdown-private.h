/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A manual page on its way into a text buffer. */
#pragma once

#include <cmark.h>
#include <gtk/gtk.h>

#define CHILD_WIDTH 690 /* pixels, of a table or formula: the page is as wide as that to begin with */

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
  char **anchors;    /* names of the headings to come, or NULL: by their words */
  char **lines;      /* of the whole text */
} NoslipMarkdownPage;

/* Emits the inline text of a node, a run at a time, with the styles and links that it stands in. */
void noslip_markdown_inlines(cmark_node *parent, guint style, const char *target, NoslipMarkdownEmit emit,
                             gpointer data);
/* A widget as a line of its own. */
void noslip_markdown_write_child(NoslipMarkdownPage *page, GtkWidget *child, const char *tag);
/* Lines of the text from `at` on. Tables are no part of CommonMark, which takes them for paragraphs. */
void noslip_markdown_write_table(NoslipMarkdownPage *page, char **lines, guint at);
