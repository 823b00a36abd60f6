/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that grows in place: a journal, which must survive a kill or a power failure before it is complete. It cannot
 * be written by a transaction (output.h), but similar rules apply: errors of writing are always reported, and an entry
 * is stored completely or not at all. Error numbers are those of errno. */
#pragma once

#include <glib.h>

typedef struct _NoslipGrowing NoslipGrowing;

typedef enum {
  NOSLIP_GROWING_LOCKED,   /* open, and no other process can open it */
  NOSLIP_GROWING_UNLOCKED, /* open, but its file system has no locks: *number says why */
  NOSLIP_GROWING_FAILED,   /* it cannot be opened: *number says why */
  NOSLIP_GROWING_SPECIAL,  /* it is a pipe or a device */
  NOSLIP_GROWING_BUSY,     /* another process has locked it */
} NoslipGrowingStatus;

/* Opens or creates a file; NULL for a path opens a temporary file that disappears with the program. Returns NULL for
 * the last three kinds of *status. Free with noslip_growing_close(). */
NoslipGrowing *noslip_growing_open(const char *path, NoslipGrowingStatus *status, int *number);
/* The number of bytes in the file; -1 with *number. */
gint64 noslip_growing_size(const NoslipGrowing *growing, int *number);
/* Reads at most `length` bytes; returns their number. */
gsize noslip_growing_read(const NoslipGrowing *growing, gint64 offset, char *data, gsize length);
/* Writes all bytes at `offset` and returns 0; after an error cuts the file there and returns the error number. */
int noslip_growing_write(NoslipGrowing *growing, gint64 offset, const char *data, gsize length);
/* Truncates the file to `size` bytes. 0 or an error number. */
int noslip_growing_cut(NoslipGrowing *growing, gint64 size);
/* Flushes the content to the disk, and with `name` the file's name too. 0 or an error number. */
int noslip_growing_flush(NoslipGrowing *growing, gboolean name);
/* Closes it; removes the file unless `keep`. 0 or an error number. NULL is allowed. */
int noslip_growing_close(NoslipGrowing *growing, gboolean keep);
