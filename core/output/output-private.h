/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to core/output. */
#pragma once

#include "core/output/output.h"

#include <sys/stat.h>

struct _NoslipOutputFile {
  NoslipOutput *output;
  char *name;       /* name as given, for messages */
  char *target;     /* the path without links; NULL: no regular file */
  char *temporary;  /* the file being written, until it gets its name; NULL: written in place */
  char *spare;      /* the former name of `temporary`, after the target became the new file */
  char *backup;     /* a second name of the old file, while it is replaced; or NULL */
  int fd;           /* -1: closed */
  gboolean regular; /* the descriptor is that of a regular file */
  gboolean existed; /* the target existed before */
  gboolean placed;  /* the target is the new file */
};

typedef struct {
  dev_t device;
  ino_t inode;
} NoslipOutputInput;

struct _NoslipOutput {
  GPtrArray *files; /* of NoslipOutputFile * */
  GArray *inputs;   /* of NoslipOutputInput */
  NoslipOutputCancelled cancelled;
  gpointer data;
  gboolean failed; /* a write failed; there is nothing to commit */
  char *culprit;
};

/* Sets *error from an errno, and the culprit; returns FALSE. */
gboolean noslip_output_fail(NoslipOutput *output, const char *name, int number, GError **error);
gboolean noslip_output_is_cancelled(const NoslipOutput *output);
gboolean noslip_output_is_input(const NoslipOutput *output, const struct stat *status);

/* target.c: finds the target of the file's name and opens the file to write. FALSE with *error. */
gboolean noslip_output_file_open(NoslipOutputFile *file, NoslipOutputFlags flags, GError **error);
/* TARGET.partial. Free with g_free(). */
char *noslip_output_partial_name(const char *target);
