/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as the programs write it: numbers that read back as the same double, two spaces for each level. */
#pragma once

#include <json-glib/json-glib.h>

/* A number that reads back as the same double; null if it is not finite. */
void noslip_json_number(JsonBuilder *builder, double value);
/* "name": … in the open object. Strings that are NULL are left out. */
void noslip_json_member_string(JsonBuilder *builder, const char *name, const char *value);
void noslip_json_member_number(JsonBuilder *builder, const char *name, double value);
void noslip_json_member_int(JsonBuilder *builder, const char *name, gint64 value);
void noslip_json_member_boolean(JsonBuilder *builder, const char *name, gboolean value);
/* "name": [ … ] in the open object. Strings end with NULL; NULL instead of them is an empty list. */
void noslip_json_member_strings(JsonBuilder *builder, const char *name, char *const *strings);
void noslip_json_member_numbers(JsonBuilder *builder, const char *name, guint n, const double *values);
/* A value, as text that ends with a newline. Free with g_free(). */
char *noslip_json_node_text(JsonNode *node);
/* The built value, as text that ends with a newline. Free with g_free(). */
char *noslip_json_text(JsonBuilder *builder);
