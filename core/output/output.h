/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one way to write files. A NoslipOutput is a transaction: the files of one command are written beside their
 * targets, under hidden names, and take their names together when all of them are complete and on the disk. Until
 * then, and where anything fails, each target is what it was before.
 *
 * - A link stays a link: what it points to is replaced. Permissions (and the owner, where allowed) are kept.
 * - No target may be a file that the command reads (noslip_output_reads()); device and inode are compared, so that
 *   neither links nor other spellings of the path get around it.
 * - What is no regular file (standard output, a pipe, a device) cannot be replaced: it gets the bytes as they are
 *   written. A pipe without a reader is waited for as long as the command is not cancelled.
 * - noslip_output_keep_partial() leaves what was written so far as TARGET.partial.
 *
 * If the machine stops in the middle of a commit, each file is whole, the old one or the new one. A NoslipOutput
 * belongs to one thread at a time. */
#pragma once

#include <glib.h>

typedef struct _NoslipOutput NoslipOutput;
typedef struct _NoslipOutputFile NoslipOutputFile;

#define NOSLIP_OUTPUT_ERROR (noslip_output_error_quark())
GQuark noslip_output_error_quark(void);
typedef enum {
  NOSLIP_OUTPUT_ERROR_FAILED,    /* the system refused; the message is its reason */
  NOSLIP_OUTPUT_ERROR_INPUT,     /* the target is read by the same command */
  NOSLIP_OUTPUT_ERROR_TWICE,     /* two files of the output have one target */
  NOSLIP_OUTPUT_ERROR_SPECIAL,   /* the target is no regular file, and must be one */
  NOSLIP_OUTPUT_ERROR_CANCELLED, /* while a pipe was waited for */
  NOSLIP_OUTPUT_ERROR_CLOSED,    /* the reader closed the pipe */
} NoslipOutputError;
/* Messages are the reason alone; noslip_output_culprit() names the file. */

/* TRUE once the command is to end; called from the thread that writes. */
typedef gboolean (*NoslipOutputCancelled)(gpointer data);

/* `cancelled` may be NULL: then a pipe without a reader is an error at once. */
NoslipOutput *noslip_output_new(NoslipOutputCancelled cancelled, gpointer data);
/* Without a commit before it: the targets stay as they were, and nothing is left of what was written. */
void noslip_output_free(NoslipOutput *output);
/* The command reads this file (NULL, or one that is not there: nothing happens). Before the files are added. */
void noslip_output_reads(NoslipOutput *output, const char *path);
/* The same for all of a NULL-terminated list, which may be NULL. */
void noslip_output_reads_all(NoslipOutput *output, const char *const *paths);

typedef enum {
  NOSLIP_OUTPUT_ANY = 0,
  NOSLIP_OUTPUT_REGULAR = 1 << 0, /* pipes and devices are refused */
  NOSLIP_OUTPUT_PRIVATE = 1 << 1, /* a new file can be read by its owner only (0600, else 0666 less the umask) */
} NoslipOutputFlags;
/* A file of the transaction, the output's own; NULL with *error. path NULL or "-": standard output. */
NoslipOutputFile *noslip_output_add(NoslipOutput *output, const char *path, NoslipOutputFlags flags, GError **error);
/* Appends all of it. After a failure the output cannot be committed any more. */
gboolean noslip_output_file_write(NoslipOutputFile *file, const void *data, gsize length, GError **error);
/* For a library that writes by itself: the descriptor, which stays the file's. */
int noslip_output_file_fd(const NoslipOutputFile *file);
/* Whether it is standard output. */
gboolean noslip_output_file_is_standard(const NoslipOutputFile *file);
/* Whether it is a regular file, which takes its name when all of it is written: no pipe and no device. */
gboolean noslip_output_file_is_regular(const NoslipOutputFile *file);

/* All files take their names, or none does. Where putting one back fails too, the message says which is new. */
gboolean noslip_output_commit(NoslipOutput *output, GError **error);
/* Instead of a commit: what each regular file holds becomes TARGET.partial. A file that holds nothing, or whose
 * partial name is that of a file that the command reads, is left out. Returns the names, NULL-terminated and free
 * with g_strfreev(); NULL with *error. */
char **noslip_output_keep_partial(NoslipOutput *output, GError **error);
/* The name of the file that the last error is about, for messages; or NULL. */
const char *noslip_output_culprit(const NoslipOutput *output);

/* Puts the names in the folder that holds a path on the disk; 0 or an errno. For a file that is not a result, but grows
 * in its place: a journal. */
int noslip_output_flush_folder(const char *path);

/* Whether both paths lead to one regular file. */
gboolean noslip_output_same_file(const char *one, const char *other);
/* Whether a path leads to one of a NULL-terminated list of files. */
gboolean noslip_output_is_one_of(const char *path, const char *const *files);

/* One file with one content. `reads` is a file that must not be replaced, or NULL. */
gboolean noslip_output_write(const char *path, const void *data, gsize length, NoslipOutputFlags flags,
                             const char *reads, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipOutput, noslip_output_free)
