/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual page and the shell completions, generated from the commands' own tables of options. */
#pragma once

#include "app/cli/cli.h"

typedef struct {
  const CliCommand *command;
  GArray *options;     /* of GOptionEntry; their strings are copies */
  GPtrArray *subjects; /* of const CliCommand: "find conserved" of "find"; empty for most commands */
} CliDescription;

/* While it is set, cli_parse() adds the command's options to it and returns FALSE. */
extern CliDescription *cli_describing;
/* For cli_parse(). */
void cli_describe_add(const GOptionEntry *entries);

/* noslip-cli --manual and --completion SHELL: exit statuses. */
int cli_describe_manual(const CliCommand *const *commands, guint n);
int cli_describe_completion(const char *shell, const CliCommand *const *commands, guint n);
/* noslip-cli --version: the version, the libraries, and the features that this build lacks. */
int cli_describe_version(void);
