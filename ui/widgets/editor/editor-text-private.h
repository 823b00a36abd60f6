/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The editor's text widget, shared by editor-text.c and editor-text-problems.c; private to the editor. */
#pragma once

#include "ui/widgets/editor/editor-text.h"

#define MARK_ERROR "noslip-error"
#define MARK_WARNING "noslip-warning"

typedef struct {
  GtkTextMark *start, *end;
  NoslipSeverity severity;
  char *message; /* of the line's end */
  char *whole;
  guint index;                      /* index among the diagnostics shown */
  GtkTextMark *fix_start, *fix_end; /* the range that the fix replaces; NULL if there is none */
  char *fix;                        /* or NULL */
  gboolean fixed;                   /* it was applied, and the text has not been read again yet */
} EditorProblem;

struct _NoslipEditorText {
  GtkSourceView parent;
  GPtrArray *problems; /* of EditorProblem *; one for each problem shown */
  GtkTextTag *error, *warning;
  gboolean dark;
  int height;      /* the last allocated height */
  gboolean saw;    /* the cursor was visible at the last drawing */
  gboolean asked;  /* to show the cursor once the text has its room */
  guint showing;   /* source */
  guint colouring; /* source */
};

GtkTextBuffer *noslip_editor_text_buffer(NoslipEditorText *self);
/* Columns count characters; a place beyond the text is its end. */
void noslip_editor_text_iter_at(GtkTextBuffer *buffer, guint line, guint column, GtkTextIter *iter);
/* The marked range of the problem. */
void noslip_editor_text_problem_range(NoslipEditorText *self, const EditorProblem *problem, GtkTextIter *start,
                                      GtkTextIter *end);
/* The colours of messages, for the present theme. */
void noslip_editor_text_color_messages(NoslipEditorText *self, NoslipSeverity severity, GdkRGBA *ink, GdkRGBA *paper);
/* Draws it after the end of its line, if there is room. */
void noslip_editor_text_draw_message(NoslipEditorText *self, GtkSnapshot *snapshot, const EditorProblem *problem,
                                     const GdkRectangle *visible);
