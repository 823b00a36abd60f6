/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drafts: unsaved texts, kept in a folder of the user's so that a crash loses nothing. GLib only.
 *
 * A draft is a file ID.draft: one line "# draft of FILE BASE" (FILE escaped as in a URI, empty where the text has no
 * file yet; BASE tells which text of the file this one was made from), then the text as it stands. While the program
 * that writes it lives it holds a lock on ID.lock; a draft whose lock is free was left behind. */
#pragma once

#include <glib.h>

/* $XDG_DATA_HOME/noslip/drafts. Free with g_free(). */
char *noslip_drafts_folder(void);

/* A draft that is being written, by a thread of its own: the main loop never waits for a disk. */
typedef struct _NoslipDraft NoslipDraft;
NoslipDraft *noslip_draft_new(const char *folder);
/* What a draft keeps of the text that it is made from: its SHA-256 in hexadecimal digits; NULL for NULL. Free with
 * g_free(). */
char *noslip_draft_base(const char *text);
/* Keeps `text`, which is made from the text of `file` with this base; both may be NULL. The newest text counts. Returns
 * at once. */
void noslip_draft_keep(NoslipDraft *draft, const char *file, const char *base, const char *text);
/* Removes what was kept: the text is saved or discarded. */
void noslip_draft_discard(NoslipDraft *draft);
/* Waits until the above is done. The last error, or NULL; free with g_free(). */
char *noslip_draft_flush(NoslipDraft *draft);
/* Why the text of the last time is not kept, or NULL; free with g_free(). Never waits. */
char *noslip_draft_error(NoslipDraft *draft);
/* Does what is still to do; what is kept stays, for the next start. */
void noslip_draft_free(NoslipDraft *draft);

/* A draft that was left behind, claimed by us until it is freed. */
typedef struct {
  char *path;  /* of the draft */
  char *file;  /* of the text, or NULL */
  char *base;  /* noslip_draft_base() of what the text was made from, or NULL: it is not known */
  char *text;  /* valid UTF-8 */
  gint64 time; /* seconds since 1970: when it was written */
  int lock;    /* file descriptor */
} NoslipLeftDraft;
/* Those left behind (NoslipLeftDraft *), newest first; locks that are of no draft are cleared away. */
GPtrArray *noslip_drafts_left(const char *folder);
/* Removes the draft's file; the structure stays. */
void noslip_left_draft_discard(NoslipLeftDraft *left);
void noslip_left_draft_free(NoslipLeftDraft *left);
