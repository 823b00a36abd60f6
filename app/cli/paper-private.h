/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A paper that is being written to a folder. */
#pragma once

#include "app/cli/cli.h"
#include "app/cli/json.h"

typedef struct {
  const CliSetup *setup;
  const char *width, *formulation;
  const char *font; /* the LaTeX packages that select it */
  double font_size; /* of figures, in points; 0: the size of the text */
  NoslipSystem *system;
  char *id;       /* of the files */
  char *folder;   /* that is filled */
  gboolean scene; /* there is a picture of the scene */
  char **columns; /* of the data */
  JsonArray *verdicts;
} CliPaper;

/* Writes a file of the folder; FALSE after a message. */
gboolean cli_paper_write_file(const CliPaper *paper, const char *name, const char *text);
/* Appends the options of the set-up, as given by the user. */
void cli_paper_append_setup(GPtrArray *arguments, const CliSetup *setup);
/* The document of the equations, with figures and verdicts added before its end. */
gboolean cli_paper_write_article(const CliPaper *paper, guint n_rows);
/* Writes the makefile that regenerates the folder. */
gboolean cli_paper_write_makefile(const CliPaper *paper);
