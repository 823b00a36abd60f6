/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual page and the completions of shells, written from the commands' own tables of options. */
#pragma once

#include "app/cli/cli.h"

typedef struct {
  const CliCommand *command;
  GArray *options; /* of GOptionEntry; their texts are copies */
} CliDescription;

/* While it is set, cli_parse() adds the command's options to it and returns FALSE. */
extern CliDescription *cli_describing;
/* For cli_parse(). */
void cli_describe_add(const GOptionEntry *entries);

/* noslip-cli --manual and --completion SHELL: exit statuses. */
int cli_describe_manual(const CliCommand *const *commands, guint n);
int cli_describe_completion(const char *shell, const CliCommand *const *commands, guint n);
/* noslip-cli --version: the version, then the libraries, and what was left out of this build. */
int cli_describe_version(void);
