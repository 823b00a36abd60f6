/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

/* Begins the object that a command prints: its first member is "format", which a schema of data/schema describes. */
void cli_json_begin(JsonBuilder *builder, const char *format);
/* A number that reads back as the same double; null where it is not finite. */
void cli_json_number(JsonBuilder *builder, double value);
/* "name": … in the open object. Strings that are NULL are left out. */
void cli_json_member_string(JsonBuilder *builder, const char *name, const char *value);
void cli_json_member_number(JsonBuilder *builder, const char *name, double value);
void cli_json_member_int(JsonBuilder *builder, const char *name, gint64 value);
void cli_json_member_boolean(JsonBuilder *builder, const char *name, gboolean value);
/* "name": [ … ] in the open object. Strings end with NULL; NULL instead of them is an empty list. */
void cli_json_member_strings(JsonBuilder *builder, const char *name, char *const *strings);
void cli_json_member_numbers(JsonBuilder *builder, const char *name, guint n, const double *values);
/* What was built, as text that ends with a newline. Free with g_free(). */
char *cli_json_text(JsonBuilder *builder);
/* Writes what was built to standard output and returns the exit status. */
int cli_json_print(JsonBuilder *builder);
