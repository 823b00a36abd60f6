/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drafts: unsaved texts, kept in a user folder so that a crash loses nothing. GLib only.
 *
 * A draft is a file ID.draft: one line "# draft of FILE BASE" (FILE escaped as in a URI, empty if the text has no file
 * yet; BASE identifies the version of the file from which it was made), then the present text. The program that writes
 * it holds a lock on ID.lock while it runs; a draft whose lock is free was left behind. */
#pragma once

#include <glib.h>

/* $XDG_DATA_HOME/noslip/drafts. Free with g_free(). */
char *noslip_drafts_folder(void);

/* A draft, written by a separate thread, so that the main loop never waits for a disk. */
typedef struct _NoslipDraft NoslipDraft;
NoslipDraft *noslip_draft_new(const char *folder);
/* The identification of the text from which a draft is made: its SHA-256 in hexadecimal digits; NULL for NULL. Free
 * with g_free(). */
char *noslip_draft_base(const char *text);
/* Stores `text`, which is made from the text of `file` with this base; both may be NULL. Replaces a text that is not
 * written yet. Returns at once. */
void noslip_draft_keep(NoslipDraft *draft, const char *file, const char *base, const char *text);
/* Removes the draft: the text is saved or discarded. */
void noslip_draft_discard(NoslipDraft *draft);
/* Waits until the draft is stored or removed. Returns the last error, or NULL; free with g_free(). */
char *noslip_draft_flush(NoslipDraft *draft);
/* Why the last text is not stored, or NULL; free with g_free(). Never waits. */
char *noslip_draft_error(NoslipDraft *draft);
/* Completes pending work; the stored draft remains, for the next start. */
void noslip_draft_free(NoslipDraft *draft);

/* A draft that was left behind, locked by this process until it is freed. */
typedef struct {
  char *path;  /* of the draft */
  char *file;  /* of the text, or NULL */
  char *base;  /* noslip_draft_base() of the original text, or NULL if it is not known */
  char *text;  /* valid UTF-8 */
  gint64 time; /* time of writing, seconds since 1970 */
  int lock;    /* file descriptor */
} NoslipFoundDraft;
/* The drafts left behind (NoslipFoundDraft *), newest first; locks without a draft are removed. */
GPtrArray *noslip_drafts_find(const char *folder);
/* Removes the draft's file; the structure stays. */
void noslip_found_draft_discard(NoslipFoundDraft *left);
void noslip_found_draft_free(NoslipFoundDraft *left);
