/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/json.h"

#include "core/base/decimal.h"

#include <math.h>

void
noslip_json_number(JsonBuilder *builder, double value)
{
  if (isfinite(value))
    json_builder_add_double_value(builder, value);
  else
    json_builder_add_null_value(builder);
}

void
noslip_json_member_string(JsonBuilder *builder, const char *name, const char *value)
{
  if (value == NULL)
    return;
  json_builder_set_member_name(builder, name);
  json_builder_add_string_value(builder, value);
}

void
noslip_json_member_number(JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name(builder, name);
  noslip_json_number(builder, value);
}

void
noslip_json_member_int(JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name(builder, name);
  json_builder_add_int_value(builder, value);
}

void
noslip_json_member_boolean(JsonBuilder *builder, const char *name, gboolean value)
{
  json_builder_set_member_name(builder, name);
  json_builder_add_boolean_value(builder, value);
}

void
noslip_json_member_strings(JsonBuilder *builder, const char *name, char *const *strings)
{
  json_builder_set_member_name(builder, name);
  json_builder_begin_array(builder);
  for (guint i = 0; strings != NULL && strings[i] != NULL; i++)
    json_builder_add_string_value(builder, strings[i]);
  json_builder_end_array(builder);
}

void
noslip_json_member_numbers(JsonBuilder *builder, const char *name, guint n, const double *values)
{
  json_builder_set_member_name(builder, name);
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++)
    noslip_json_number(builder, values[i]);
  json_builder_end_array(builder);
}

/* json-glib 1.6 writes 1e-08 as "1e-08.0", which is not a number; so the text is written here. The recursion is as deep
 * as the commands nest values. */
static void append_node(GString *text, JsonNode *node, guint depth);

/* -0 is 0. */
static void
append_number(GString *text, double value)
{
  char number[NOSLIP_DECIMAL_SIZE];
  g_string_append(text, noslip_decimal_text(value == 0 ? 0 : value, number));
}

static void
append_line(GString *text, guint depth)
{
  g_string_append_printf(text, "\n%*s", (int) (2 * depth), "");
}

static void
append_string(GString *text, const char *string)
{
  g_autoptr(JsonNode) node = json_node_init_string(json_node_alloc(), string);
  g_autofree char *quoted = json_to_string(node, FALSE);
  g_string_append(text, quoted);
}

static void
append_object(GString *text, JsonObject *object, guint depth)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;
  gboolean first = TRUE;
  g_string_append_c(text, '{');
  json_object_iter_init_ordered(&iter, object);
  while (json_object_iter_next_ordered(&iter, &name, &value)) {
    g_string_append(text, first ? "" : ",");
    append_line(text, depth + 1);
    append_string(text, name);
    g_string_append(text, ": ");
    append_node(text, value, depth + 1);
    first = FALSE;
  }
  if (!first)
    append_line(text, depth);
  g_string_append_c(text, '}');
}

/* Arrays of plain values are written on one line. */
static void
append_array(GString *text, JsonArray *array, guint depth)
{
  guint n = json_array_get_length(array);
  gboolean plain = TRUE;
  for (guint i = 0; i < n; i++)
    plain = plain && !JSON_NODE_HOLDS_OBJECT(json_array_get_element(array, i)) &&
            !JSON_NODE_HOLDS_ARRAY(json_array_get_element(array, i));
  g_string_append_c(text, '[');
  for (guint i = 0; i < n; i++) {
    g_string_append(text, i == 0 ? "" : plain ? ", " : ",");
    if (!plain)
      append_line(text, depth + 1);
    append_node(text, json_array_get_element(array, i), depth + 1);
  }
  if (!plain)
    append_line(text, depth);
  g_string_append_c(text, ']');
}

static void
append_node(GString *text, JsonNode *node, guint depth)
{
  if (JSON_NODE_HOLDS_OBJECT(node))
    append_object(text, json_node_get_object(node), depth);
  else if (JSON_NODE_HOLDS_ARRAY(node))
    append_array(text, json_node_get_array(node), depth);
  else if (JSON_NODE_HOLDS_NULL(node))
    g_string_append(text, "null");
  else if (json_node_get_value_type(node) == G_TYPE_DOUBLE)
    append_number(text, json_node_get_double(node));
  else if (json_node_get_value_type(node) == G_TYPE_INT64)
    g_string_append_printf(text, "%" G_GINT64_FORMAT, json_node_get_int(node));
  else if (json_node_get_value_type(node) == G_TYPE_BOOLEAN)
    g_string_append(text, json_node_get_boolean(node) ? "true" : "false");
  else
    append_string(text, json_node_get_string(node));
}

char *
noslip_json_node_text(JsonNode *node)
{
  GString *text = g_string_new(NULL);
  append_node(text, node, 0);
  g_string_append_c(text, '\n');
  return g_string_free(text, FALSE);
}

char *
noslip_json_text(JsonBuilder *builder)
{
  g_autoptr(JsonNode) root = json_builder_get_root(builder);
  return noslip_json_node_text(root);
}
