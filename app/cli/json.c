/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/json.h"

#include "app/cli/cli.h"

#include <math.h>

void
cli_json_number(JsonBuilder *builder, double value)
{
  if (isfinite(value))
    json_builder_add_double_value(builder, value);
  else
    json_builder_add_null_value(builder);
}

void
cli_json_member_string(JsonBuilder *builder, const char *name, const char *value)
{
  if (value == NULL)
    return;
  json_builder_set_member_name(builder, name);
  json_builder_add_string_value(builder, value);
}

void
cli_json_member_number(JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name(builder, name);
  cli_json_number(builder, value);
}

void
cli_json_member_int(JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name(builder, name);
  json_builder_add_int_value(builder, value);
}

void
cli_json_member_boolean(JsonBuilder *builder, const char *name, gboolean value)
{
  json_builder_set_member_name(builder, name);
  json_builder_add_boolean_value(builder, value);
}

int
cli_json_print(JsonBuilder *builder)
{
  g_autoptr(JsonGenerator) generator = json_generator_new();
  g_autoptr(JsonNode) root = json_builder_get_root(builder);
  json_generator_set_root(generator, root);
  json_generator_set_pretty(generator, TRUE);
  g_autofree char *text = json_generator_to_data(generator, NULL);
  g_autofree char *line = g_strconcat(text, "\n", NULL);
  return cli_print(line);
}
