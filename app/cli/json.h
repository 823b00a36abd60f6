/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/export/json.h"

/* Short names for functions shared with the window's exports. */
#define cli_json_number noslip_json_number
#define cli_json_member_string noslip_json_member_string
#define cli_json_member_number noslip_json_member_number
#define cli_json_member_int noslip_json_member_int
#define cli_json_member_boolean noslip_json_member_boolean
#define cli_json_member_strings noslip_json_member_strings
#define cli_json_member_numbers noslip_json_member_numbers
#define cli_json_text noslip_json_text

/* Begins the object that a command prints: its first member is "format", the name of its schema in data/schema. */
void cli_json_begin(JsonBuilder *builder, const char *format);
/* Writes the built JSON to standard output and returns the exit status. */
int cli_json_print(JsonBuilder *builder);
/* Prints rows of CSV as one object: {"format", "system", "columns": [names], "rows": [[numbers]]}. `header` is a line
 * of names, `rows` lines of numbers; values that are not finite become null. Returns the exit status. */
int cli_json_print_rows(const char *system, const char *header, const char *rows);
