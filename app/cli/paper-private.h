/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A paper that is being written into a folder. */
#pragma once

#include "app/cli/cli.h"
#include "app/cli/json.h"

typedef struct {
  const CliSetup *setup;
  const char *width, *formulation;
  const char *font; /* the packages that set it */
  double font_size; /* of figures, in points; 0: the text's */
  NoslipSystem *system;
  char *id;       /* of the files */
  char *folder;   /* that is filled */
  gboolean scene; /* there is a picture of the scene */
  char **columns; /* of the data */
  JsonArray *verdicts;
} CliPaper;

/* Writes a file of the folder; FALSE after a message. */
gboolean cli_paper_write_file(const CliPaper *paper, const char *name, const char *text);
/* The options of the set-up, as they were given. */
void cli_paper_append_setup(GPtrArray *arguments, const CliSetup *setup);
/* The document of the equations, with figures and verdicts before its end. */
gboolean cli_paper_write_article(const CliPaper *paper, guint n_rows);
/* Writes the makefile that builds it again. */
gboolean cli_paper_write_makefile(const CliPaper *paper);
