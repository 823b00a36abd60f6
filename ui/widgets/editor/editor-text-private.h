/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The editor's text widget, shared by editor-text.c and editor-text-problems.c. Inside the editor. */
#pragma once

#include "ui/widgets/editor/editor-text.h"

#define MARK_ERROR "noslip-error"
#define MARK_WARNING "noslip-warning"

typedef struct {
  GtkTextMark *start, *end;
  NoslipSeverity severity;
  char *message; /* of the line's end */
  char *whole;
  guint index;                      /* among the diagnostics that were shown */
  GtkTextMark *fix_start, *fix_end; /* what the fix replaces; NULL where there is none */
  char *fix;                        /* or NULL */
  gboolean fixed;                   /* it was written, and the text is not read again yet */
} EditorProblem;

struct _NoslipEditorText {
  GtkSourceView parent;
  GPtrArray *problems; /* of EditorProblem *; one for each that is shown */
  GtkTextTag *error, *warning;
  gboolean dark;
  int height;             /* as it was given last */
  gboolean saw;           /* the cursor was in sight when it was drawn last */
  guint showing;          /* source */
  GtkAdjustment *held[2]; /* that are silent for now; references, or NULL */
  guint holding;          /* source */
  guint colouring;        /* source */
};

GtkTextBuffer *noslip_editor_text_buffer(NoslipEditorText *self);
/* Columns count characters; a place beyond the text is its end. */
void noslip_editor_text_iter_at(GtkTextBuffer *buffer, guint line, guint column, GtkTextIter *iter);
/* From where to where the problem is marked. */
void noslip_editor_text_problem_range(NoslipEditorText *self, const EditorProblem *problem, GtkTextIter *start,
                                      GtkTextIter *end);
/* The colours of messages, for the theme that is shown. */
void noslip_editor_text_color_messages(NoslipEditorText *self, NoslipSeverity severity, GdkRGBA *ink, GdkRGBA *paper);
/* Draws it behind its line, where there is room. */
void noslip_editor_text_draw_message(NoslipEditorText *self, GtkSnapshot *snapshot, const EditorProblem *problem,
                                     const GdkRectangle *visible);
