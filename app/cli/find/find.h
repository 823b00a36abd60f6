/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subjects of noslip-cli find, each a command of its own: "find conserved". */
#pragma once

#include "app/cli/cli.h"

#define SUBJECT(name) extern const CliCommand cli_find_##name;
#include "app/cli/find/subjects.def"
#undef SUBJECT

/* The options that all subjects share. */
typedef struct {
  char **set, **initial;
  char *dynamics;
  int seed;
  gboolean json;
} FindOptions;
/* Entries for the above and `extra` (ends with a NULL entry); free with g_free(). */
GOptionEntry *find_entries(FindOptions *options, const GOptionEntry *extra);
void find_options_clear(FindOptions *options);
/* Loads the system and finds its initial state; a status after messages. The caller clears the problem in either
 * case. */
int find_load(CliProblem *problem, const char *name, const FindOptions *options);
