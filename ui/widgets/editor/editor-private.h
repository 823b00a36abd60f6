/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/simulation/drafts.h"
#include "ui/widgets/common/undo-names.h"
#include "ui/widgets/editor/completion.h"
#include "ui/widgets/editor/editor-head.h"
#include "ui/widgets/editor/editor-notice.h"
#include "ui/widgets/editor/editor-search.h"
#include "ui/widgets/editor/editor-text.h"
#include "ui/widgets/editor/editor.h"
#include "ui/widgets/editor/problems.h"

struct _NoslipEditor {
  GtkWidget parent;
  GtkWidget *box, *head, *search, *notice, *text, *problems, *help, *help_label, *help_more;
  char *help_page; /* page of the manual to which the popover leads */
  NoslipCompletion *completion;
  NoslipUndoNames *names;
  NoslipSimulation *simulation;

  char *file;         /* or NULL */
  char *saved;        /* the text as opened or saved; NULL if only the file has it */
  char *base;         /* noslip_draft_base() of the file's text from which this text was made, or NULL */
  gboolean overwrite; /* the next saving overwrites the file, whatever it contains */
  gboolean original;
  NoslipDraft *draft;
  gboolean drafted; /* the draft holds something */
  gboolean unkept;  /* something changed since */
  gboolean warned;  /* that drafts cannot be written */
  gboolean plain;   /* the notice about missing colours was shown */
  gboolean crlf;    /* lines end in CR LF */
  gboolean taking;  /* the text is being replaced by another document */

  GFileMonitor *monitor; /* of the file */
  GCancellable *looking; /* at the file */
  guint look;            /* timeout */

  guint64 revision;            /* counts changes of the text */
  guint64 sent, sent_revision; /* what was sent to the simulation, and when */
  guint64 seen;                /* the subject of the last notice */
  guint read, keep;            /* timeouts */
};

#define UNTITLED "new-system.noslip"

/* editor-document.c */
char *noslip_editor_text(NoslipEditor *editor);  /* all of it; free with g_free() */
void noslip_editor_notify(NoslipEditor *editor); /* reports that the document, its file or its saved state changed */
void noslip_editor_forget_draft(NoslipEditor *editor);
/* Writes the draft of unsaved changes, at once or after a second; discards it if all is saved. */
void noslip_editor_keep_draft(NoslipEditor *editor);
void noslip_editor_keep_draft_soon(NoslipEditor *editor);
/* The file contains this text, from which that of the editor is made. */
void noslip_editor_set_saved(NoslipEditor *editor, const char *text);
/* Replaces the text, which can be undone; the cursor stays in its line. */
void noslip_editor_replace_text(NoslipEditor *editor, const char *text, NoslipEdit edit);
/* editor-file.c */
void noslip_editor_set_file(NoslipEditor *editor, const char *file);
void noslip_editor_compare_with_file(NoslipEditor *editor); /* detects changes of the file */
void noslip_editor_leave_file(NoslipEditor *editor);        /* stops watching it */
/* editor-help.c */
void noslip_editor_build_help(NoslipEditor *editor);
/* editor-statements.c: a popover that inserts a statement's form into the text */
GtkWidget *noslip_editor_statements_new(NoslipEditor *editor);
