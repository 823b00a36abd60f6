/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output formats of show for a portrait. */
#pragma once

#include "app/cli/cli.h"
#include "core/equations/portrait.h"

#include <json-glib/json-glib.h>

int cli_show_text(const NoslipPortrait *portrait);
int cli_show_json(const NoslipPortrait *portrait);
int cli_show_latex(const NoslipPortrait *portrait);

/* The objects by their names in the papers: "G", "l", "L_c", "H", "theta_L", "curvature", "chain", ...; those that
 * exist for this system. */
void cli_show_objects_json(const NoslipPortrait *portrait, JsonBuilder *builder);
/* A member "atiyah"; nothing if there is no Atiyah algebroid. */
void cli_show_atiyah_json(const NoslipPortrait *portrait, JsonBuilder *builder);
/* A member "reductions", one entry a reduction; nothing if there is none. */
void cli_show_reductions_json(const NoslipPortrait *portrait, JsonBuilder *builder);

/* Expressions of the portrait's graph, or with names for their parts where one is too long to be read. */
typedef struct {
  const NoslipGraph *graph;
  const NoslipExpr *exprs;
  NoslipNaming *naming; /* NULL: without names */
} CliNamed;

/* `exprs` is borrowed. */
CliNamed cli_show_named(const NoslipPortrait *portrait, guint n, const NoslipExpr *exprs);
/* Free with g_free(). */
char *cli_show_named_text(const CliNamed *named, guint i);
/* The i-th as a member `name`. */
void cli_show_named_member(JsonBuilder *builder, const CliNamed *named, const char *name, guint i);
/* The definitions of names, each in terms of those before it. */
void cli_show_definitions_json(JsonBuilder *builder, const char *member, const NoslipNaming *naming);
/* The definitions as a member "NAME_definitions", where there are any; frees them. */
void cli_show_named_end(JsonBuilder *builder, CliNamed *named, const char *name);
