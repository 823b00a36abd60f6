/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record of a data file: FILE.json beside FILE describes how it was computed, so that it can be computed again. */
#pragma once

#include "app/cli/cli.h"
#include "app/cli/json.h"

#include "core/verdict/claims.h"

#define CLI_PAST_SUFFIX ".json"

typedef struct {
  const char *format; /* "noslip-run-1": its schema is in data/schema */
  const CliProblem *problem;
  const NoslipFormulation *formulation;
  char **columns;                                         /* of the data, NULL-terminated */
  const NoslipClaims *claims;                             /* judged along the motion; NULL: none */
  void (*more)(JsonBuilder *builder, gconstpointer data); /* further members; or NULL */
  gconstpointer data;
} CliPast;

/* Adds FILE.json to the files of the output if `file`, which was added for this path, is a regular file; otherwise
 * *past is NULL. FALSE after a message. */
gboolean cli_past_add(CliOutput *output, const NoslipOutputFile *file, const char *path, NoslipOutputFile **past);
/* FALSE after a message. */
gboolean cli_past_write(const CliPast *past, CliOutput *output, NoslipOutputFile *file);
