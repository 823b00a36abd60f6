/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/json.h"

#include "app/cli/cli.h"
#include "core/base/decimal.h"

#include <string.h>

void
cli_json_begin(JsonBuilder *builder, const char *format)
{
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "format", format);
}

int
cli_json_print(JsonBuilder *builder)
{
  g_autofree char *text = cli_json_text(builder);
  return cli_print(text);
}

static void
build_row(JsonBuilder *builder, const char *line)
{
  g_auto(GStrv) cells = g_strsplit(line, ",", -1);
  json_builder_begin_array(builder);
  for (guint c = 0; cells[c] != NULL; c++)
    cli_json_number(builder, noslip_decimal_value(cells[c]));
  json_builder_end_array(builder);
}

int
cli_json_print_rows(const char *system, const char *header, const char *rows)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  g_autofree char *names = g_strndup(header, strcspn(header, "\n"));
  g_auto(GStrv) columns = g_strsplit(names, ",", -1); /* names have no commas */
  g_auto(GStrv) lines = g_strsplit(rows, "\n", -1);
  cli_json_begin(builder, "noslip-find-1");
  cli_json_member_string(builder, "system", system);
  cli_json_member_strings(builder, "columns", columns);
  json_builder_set_member_name(builder, "rows");
  json_builder_begin_array(builder);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      build_row(builder, lines[i]);
  json_builder_end_array(builder);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}
