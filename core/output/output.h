/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All files are written by this module. A NoslipOutput is a transaction: the files of one command are written beside
 * their targets, under hidden names, and get their names together when all of them are complete and on the disk. Until
 * then, and after a failure, the targets are unchanged.
 *
 * - A link stays a link: its target is replaced. Permissions (and the owner, where allowed) are kept.
 * - No target may be a file that the command reads (noslip_output_reads()); device and inode are compared, so that
 *   links and other spellings of the path are recognised.
 * - Standard output, pipes and devices cannot be replaced: they get the bytes as they are written. The output waits
 *   for the reader of a pipe until the command is cancelled.
 * - noslip_output_keep_partial() leaves what was written so far as TARGET.partial.
 *
 * If the machine stops during a commit, each file is complete, either old or new. A NoslipOutput belongs to one thread
 * at a time. */
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
  NOSLIP_OUTPUT_ERROR_SPECIAL,   /* the target is not a regular file, but must be one */
  NOSLIP_OUTPUT_ERROR_CANCELLED, /* while waiting for a pipe */
  NOSLIP_OUTPUT_ERROR_CLOSED,    /* the reader closed the pipe */
} NoslipOutputError;
/* Messages contain only the reason; noslip_output_culprit() gives the file's name. */

/* TRUE if the command is cancelled; called from the thread that writes. */
typedef gboolean (*NoslipOutputCancelled)(gpointer data);

/* `cancelled` may be NULL: then a pipe without a reader is an error at once. */
NoslipOutput *noslip_output_new(NoslipOutputCancelled cancelled, gpointer data);
/* Without a commit before, removes everything that was written; the targets are unchanged. */
void noslip_output_free(NoslipOutput *output);
/* Declares that the command reads this file (no effect for NULL, or a missing file). To be called before files are
 * added. */
void noslip_output_reads(NoslipOutput *output, const char *path);
/* The same for all of a NULL-terminated list, which may be NULL. */
void noslip_output_reads_all(NoslipOutput *output, const char *const *paths);

typedef enum {
  NOSLIP_OUTPUT_ANY = 0,
  NOSLIP_OUTPUT_REGULAR = 1 << 0, /* pipes and devices are refused */
  NOSLIP_OUTPUT_PRIVATE = 1 << 1, /* a new file is readable by its owner only (0600, else 0666 minus the umask) */
} NoslipOutputFlags;
/* A file of the transaction, owned by the output; NULL with *error. path NULL or "-": standard output. */
NoslipOutputFile *noslip_output_add(NoslipOutput *output, const char *path, NoslipOutputFlags flags, GError **error);
/* Appends all bytes. After a failure the output cannot be committed. */
gboolean noslip_output_file_write(NoslipOutputFile *file, const void *data, gsize length, GError **error);
/* For a library that does its own writing: the descriptor, which still belongs to the file. */
int noslip_output_file_fd(const NoslipOutputFile *file);
/* Whether it is a regular file, which gets its name when it is complete: not a pipe or a device. */
gboolean noslip_output_file_is_regular(const NoslipOutputFile *file);

/* Whether a commit would replace a file with content. */
gboolean noslip_output_replaces(const NoslipOutput *output);
/* Gives all files their names, or none. If restoring one fails too, the message says which file is new. */
gboolean noslip_output_commit(NoslipOutput *output, GError **error);
/* Instead of a commit: the content of each regular file becomes TARGET.partial. A file without content, or whose
 * partial name is that of a file that the command reads, is left out. Returns the names, NULL-terminated and free with
 * g_strfreev(); NULL with *error. */
char **noslip_output_keep_partial(NoslipOutput *output, GError **error);
/* The name of the file concerned by the last error, for messages; or NULL. */
const char *noslip_output_culprit(const NoslipOutput *output);

/* The descriptor of a lock file that no other process holds, created if there is none; -1 if another process holds it,
 * or on failure. A file system without locks grants it always. */
int noslip_output_lock(const char *path);
/* Removes the lock file and closes its descriptor. */
void noslip_output_unlock(const char *path, int lock);

/* Flushes the names in the folder that contains a path to the disk; 0 or an errno. For a file that is not a result, but
 * grows in place (growing.h). */
int noslip_output_flush_folder(const char *path);

/* Whether both paths lead to one regular file. */
gboolean noslip_output_same_file(const char *one, const char *other);
/* Whether a path leads to one of a NULL-terminated list of files. */
gboolean noslip_output_is_one_of(const char *path, const char *const *files);

/* Writes one file. reads: a file that must not be replaced, or NULL. */
gboolean noslip_output_write(const char *path, const void *data, gsize length, NoslipOutputFlags flags,
                             const char *reads, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipOutput, noslip_output_free)
